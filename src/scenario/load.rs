//! From files to scenarios: all of them, or every mistake in any of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::discover::{Found, absolute};
use super::lower::{self, Layers};
use super::mistake::{Mistake, SourceFile};
use super::model::Scenario;
use super::project::{Problem, Project, at_start, parse};
use super::wire::WireScenario;
use crate::validator::Validator;

/// Files whose fields win over those of every scenario.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    layers: Layers,
}

impl Overrides {
    /// Reads a policy file and a validator file, where they are given.
    pub fn read(
        policy: Option<&Path>,
        validator: Option<&Path>,
        working_folder: &Path,
    ) -> Result<Self, Vec<Mistake>> {
        // A file named on the command line may lie anywhere; only its messages need a project.
        let project = Project::new(working_folder.to_owned(), None, working_folder.to_owned());
        let mut layers = Layers::default();
        let mut mistakes = Vec::new();
        if let Some(path) = policy {
            let file = project.read(&absolute(path, working_folder));
            match file.and_then(|file| project.policy_of(&file)) {
                Ok(layer) => layers.policies.push(layer),
                Err(found) => mistakes.extend(found),
            }
        }
        if let Some(path) = validator {
            let file = project.read(&absolute(path, working_folder));
            match file.and_then(|file| project.validator_of(&file)) {
                Ok(layer) => layers.validators.push(layer),
                Err(found) => mistakes.extend(found),
            }
        }
        if mistakes.is_empty() { Ok(Self { layers }) } else { Err(mistakes) }
    }
}

impl Overrides {
    /// The validator that the files come to over the defaults.
    pub fn validator(&self) -> Validator {
        self.layers.validator()
    }
}

/// Where a worker leaves what became of one file.
type Slot = Mutex<Option<Result<Scenario, Vec<Mistake>>>>;

/// Loads the scenarios that were found, in their order, on `jobs` threads; or tells every mistake of every file, in
/// the order of files and lines.
pub fn load(found: &[Found], overrides: &Overrides, jobs: usize) -> Result<Vec<Scenario>, Vec<Mistake>> {
    let next = AtomicUsize::new(0);
    let loaded: Vec<Slot> = found.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, found.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(file), Some(slot)) = (found.get(index), loaded.get(index)) else { break };
                    let result = load_one(file, overrides);
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
                }
            });
        }
    });
    let mut scenarios = Vec::with_capacity(found.len());
    let mut mistakes: Vec<Mistake> = Vec::new();
    for slot in loaded {
        match slot.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(Ok(scenario)) => scenarios.push(scenario),
            Some(Err(found)) => {
                for mistake in found {
                    if !mistakes.iter().any(|known| known.is_same(&mistake)) {
                        mistakes.push(mistake);
                    }
                }
            }
            None => {}
        }
    }
    if mistakes.is_empty() {
        return Ok(scenarios);
    }
    mistakes.sort_by(|a, b| a.order().cmp(&b.order()));
    Err(mistakes)
}

fn load_one(found: &Found, overrides: &Overrides) -> Result<Scenario, Vec<Mistake>> {
    let file = found.project.read(&found.path)?;
    from_file(found.name.clone(), &found.path, &file, &found.project, overrides)
}

fn from_file(
    name: String,
    path: &Path,
    file: &Arc<SourceFile>,
    project: &Project,
    overrides: &Overrides,
) -> Result<Scenario, Vec<Mistake>> {
    let wire: WireScenario = parse(file).map_err(|mistake| vec![mistake])?;
    if wire.query.is_none() && wire.lookups.is_none() && wire.transports.is_none() {
        let problem =
            Problem::new("the file has neither query nor transports", "write a scenario, or remove the file");
        return Err(vec![at_start(file, problem)]);
    }
    // Mistakes in the defaults do not hide those of the scenario.
    let (below, mut mistakes) = match project.defaults_above(path) {
        Ok(below) => (below, Vec::new()),
        Err(mistakes) => (Layers::default(), mistakes),
    };
    match lower::scenario(name, &wire, file, project, &overrides.layers, &below) {
        Ok(scenario) if mistakes.is_empty() => Ok(scenario),
        Ok(_) => Err(mistakes),
        Err(own) => {
            mistakes.extend(own);
            Err(mistakes)
        }
    }
}

/// Reads a scenario from text, as if it stood in the file `found`: with the defaults of the folders above, whether or
/// not the file is there. For tools that write scenarios.
pub fn from_text_at(found: &Found, text: &str) -> Result<Scenario, Vec<Mistake>> {
    let file = SourceFile::new(found.project.shown(&found.path), text.to_owned());
    from_file(found.name.clone(), &found.path, &file, &found.project, &Overrides::default())
}

/// Reads one scenario from text, as if it stood in a file of that name with nothing around it. For tests, fuzzing and
/// tools that make scenarios.
pub fn from_text(name: &str, text: &str) -> Result<Scenario, Vec<Mistake>> {
    let root = PathBuf::from("/nonexistent/scenarios");
    let project = Project::new(root.clone(), None, root.clone());
    let path = root.join(format!("{name}.yaml"));
    let file = SourceFile::new(format!("{name}.yaml"), text.to_owned());
    from_file(name.to_owned(), &path, &file, &project, &Overrides::default())
}
