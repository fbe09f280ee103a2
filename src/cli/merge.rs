//! `trailcheck merge`: the trail files of shards to one.

use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;
use trailcheck::report::summary::count;
use trailcheck::trail::merge::{MergeError, Merged, merge as merge_files};

use super::Exit;
use super::edge::Edge;
use super::held::{self, Held};

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// Trail files, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the merged file, whole or not at all, instead of stdout
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Merges, or tells what is wrong and writes nothing.
pub(crate) fn merge(arguments: &MergeArguments, edge: &mut Edge) -> Exit {
    match try_merge(arguments, edge) {
        Ok(merged) => {
            let (files, scenarios) =
                (count(arguments.files.len(), "file"), count(merged.scenarios, "scenario"));
            edge.explain(&format!("{files} merged: {scenarios}, {}\n", count(merged.lookups, "lookup")));
            Exit::Passed
        }
        Err(problem) => {
            edge.error(&problem);
            edge.explain("nothing was written\n");
            Exit::BadInput
        }
    }
}

fn try_merge(arguments: &MergeArguments, edge: &mut Edge) -> Result<Merged, String> {
    let mut inputs = Vec::new();
    for path in &arguments.files {
        let file = File::open(path).and_then(|file| {
            if file.metadata()?.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            }
            Ok(file)
        });
        let file = file.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        inputs.push(BufReader::new(file));
    }
    let told = |error: MergeError| told(error, &arguments.files);
    let output = arguments.output.as_deref();
    // Nothing is printed of files that turn out not to fit.
    let mut out = BufWriter::new(Held::begin(output)?);
    let merged = merge_files(inputs, &mut out).map_err(told)?;
    let held = out.into_inner().map_err(io::IntoInnerError::into_error);
    held.and_then(|held| held.hand_over(edge)).map_err(|error| held::cannot(output, &error))?;
    Ok(merged)
}

fn told(error: MergeError, files: &[PathBuf]) -> String {
    let name = |index: usize| files.get(index).map_or(Path::new("?"), PathBuf::as_path).display().to_string();
    let place = |(index, line): (usize, Option<u64>)| match line {
        Some(line) => format!("{}:{line}", name(index)),
        None => name(index),
    };
    match error {
        MergeError::File(index, problem) => problem.render(&name(index)),
        MergeError::Twice { scenario, first, second } => format!(
            "the scenario `{scenario}` is in two files: {} and {}\n  merge shards of one suite, each once",
            place(first),
            place(second)
        ),
        MergeError::Output(error) => format!("the merged file cannot be written: {error}"),
    }
}
