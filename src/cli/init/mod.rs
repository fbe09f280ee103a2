//! `trailcheck init`: the files that a project begins with. Nothing that is there is touched, and where one file
//! cannot be written, none is.

mod ask;
mod plan;
mod survey;

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use trailcheck::engine::{Policy, PolicyFields};
use trailcheck::scenario::discover::absolute;
use trailcheck::trail::together::write_new;

use super::edge::Edge;
use super::{Exit, interrupt};
use plan::Plan;
use survey::Survey;

/// Arguments of `init`.
#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Milliseconds that all attempts share [default: 2000]
    #[arg(long, value_name = "N", value_parser = digits)]
    budget_ms: Option<u64>,
    /// Milliseconds that one attempt may borrow [default: 1200]
    #[arg(long, value_name = "N", value_parser = digits)]
    per_attempt_ms: Option<u64>,
    /// With fewer milliseconds left, an attempt is not started [default: the least of 200 and the two others]
    #[arg(long, value_name = "N", value_parser = digits)]
    min_attempt_ms: Option<u64>,
    /// Your tool has a fallback (the default)
    #[arg(long, overrides_with = "no_fallback")]
    fallback: bool,
    /// Your tool has no fallback
    #[arg(long, overrides_with = "fallback")]
    no_fallback: bool,
    /// The system that a job is written for [default: gitlab where only its files are, else github]
    #[arg(long, value_enum)]
    ci: Option<Ci>,
    /// The repository that the job installs trailcheck from
    #[arg(long, value_name = "URL", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    git: Option<String>,
    /// Ask nothing, also on a terminal
    #[arg(long, short)]
    yes: bool,
}

/// Systems for continuous integration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ci {
    /// .github/workflows/trailcheck.yml
    Github,
    /// .gitlab-ci.yml
    Gitlab,
    /// No job
    None,
}

/// Plain digits, as in a file.
fn digits(text: &str) -> Result<u64, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    match text.parse() {
        Ok(number) if plain => Ok(number),
        Ok(_) | Err(_) => Err("write plain digits, such as 2000".to_owned()),
    }
}

impl InitArguments {
    fn fields(&self) -> PolicyFields {
        PolicyFields {
            budget_ms: self.budget_ms,
            per_attempt_ms: self.per_attempt_ms,
            min_attempt_ms: self.min_attempt_ms,
            max_fallbacks: if self.no_fallback { Some(0) } else { None },
            ..PolicyFields::default()
        }
    }

    fn says_nothing_of_the_policy(&self) -> bool {
        self.fields() == PolicyFields::default() && !self.fallback
    }
}

/// Lays the files down and says what to do next.
pub(crate) fn init(arguments: &InitArguments, edge: &mut Edge) -> Exit {
    let folder = absolute(&arguments.folder, &edge.working_folder);
    let plan = Survey::of(&folder, edge).and_then(|survey| {
        let policy = policy(arguments, &survey, edge)?;
        Plan::new(arguments, &survey, &policy, edge)
    });
    match plan {
        Ok(plan) => write(&plan, &folder, &arguments.folder, edge),
        Err(exit) => exit,
    }
}

/// The policy that was given, or asked for; or tells what is wrong with it.
fn policy(arguments: &InitArguments, survey: &Survey, edge: &mut Edge) -> Result<Policy, Exit> {
    let may_ask = !arguments.yes && !edge.ci && edge.interactive;
    if may_ask && arguments.says_nothing_of_the_policy() && survey.wants_policy() {
        return ask::policy(&mut io::stdin().lock(), &mut |text| edge.explain(text)).ok_or_else(|| {
            edge.explain("\n");
            edge.error("there was no answer; nothing was written");
            Exit::BadInput
        });
    }
    Policy::try_from(arguments.fields()).map_err(|mistakes| {
        for mistake in mistakes {
            edge.error(&mistake.to_string());
        }
        Exit::BadInput
    })
}

fn write(plan: &Plan, folder: &Path, given: &Path, edge: &mut Edge) -> Exit {
    // Once the first file has its name, all get theirs.
    let _ = interrupt::flag();
    if let Err(failed) = write_new(&plan.files(folder)) {
        let below = failed.path.strip_prefix(folder).unwrap_or(&failed.path);
        edge.error(&format!(
            "{} cannot be written: {}; nothing was written",
            shown(given, &below.to_string_lossy()),
            failed.error
        ));
        return Exit::BadInput;
    }
    edge.print(&plan.report(given));
    Exit::Passed
}

/// A path below the folder as the user would write it.
fn shown(given: &Path, below: &str) -> String {
    let given: PathBuf = given.components().filter(|part| part.as_os_str() != ".").collect();
    given.join(below).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_plain_digits() {
        assert_eq!(digits("2000"), Ok(2000));
        assert_eq!(digits("0"), Ok(0));
        for wrong in ["", "010", "0x10", "1_000", "+5", "-5", "1.5", "2s", "18446744073709551616"] {
            assert!(digits(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_path_is_shown_as_it_was_given() {
        assert_eq!(shown(Path::new("."), "a/b"), "a/b");
        assert_eq!(shown(Path::new("./x"), "a"), "x/a");
        assert_eq!(shown(Path::new("../x"), "a"), "../x/a");
    }
}
