//! Which files are laid down, which are kept, and what a user is told of them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use trailcheck::engine::Policy;
use trailcheck::replay::{Replay, Replayer};
use trailcheck::report::starter::scenario::{self, Own};
use trailcheck::report::starter::{ci, defaults, validator};
use trailcheck::report::summary::count;
use trailcheck::scenario::{EngineName, Found, Project, from_text_at};
use trailcheck::trail::schema::{SchemaKind, schema};
use trailcheck::trail::snapshot;

use super::survey::{DEFAULTS, Survey, VALIDATOR, ValidatorFile};
use super::{Ci, InitArguments, shown};
use crate::cli::edge::Edge;
use crate::cli::exit::Exit;

const WORKFLOW: &str = ".github/workflows/trailcheck.yml";
const GITLAB: &str = ".gitlab-ci.yml";
const ATTRIBUTES: (&str, &str, &str) =
    (".gitattributes", "*.snap -text", "so that no checkout changes line ends");
const IGNORE: (&str, &str, &str) =
    (".gitignore", "*.snap.new", "since what waits for review is nobody else's");

/// What is to be done.
#[derive(Default)]
pub(super) struct Plan {
    items: Vec<Item>,
    /// The job installs from nowhere yet.
    wants_repository: Option<&'static str>,
    /// The first scenario is new, with its snapshot.
    passes: bool,
}

struct Item {
    below: String,
    fate: Fate,
    note: Option<String>,
}

enum Fate {
    New(Vec<u8>),
    Kept,
    /// Not laid down.
    Left,
}

impl Plan {
    /// Makes every text, and judges the scenario as `run` will; or tells what is in the way.
    pub(super) fn new(
        arguments: &InitArguments,
        survey: &Survey,
        policy: &Policy,
        edge: &mut Edge,
    ) -> Result<Self, Exit> {
        let mut plan = Self::default();
        plan.scenario(survey, policy, edge)?;
        plan.validator(survey, edge)?;
        for (below, kind) in [
            ("schemas/scenario.json", SchemaKind::Scenario),
            ("schemas/validator.json", SchemaKind::Validator),
        ] {
            plan.schema(below, kind, survey, edge)?;
        }
        plan.git_line(ATTRIBUTES, keeps_line_ends, survey, edge)?;
        plan.git_line(IGNORE, ignores_pending, survey, edge)?;
        plan.ci(arguments, survey, edge)?;
        Ok(plan)
    }

    /// The new files with their contents.
    pub(super) fn files(&self, folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let new = self.items.iter().filter_map(|item| match &item.fate {
            Fate::New(bytes) => Some((folder.join(&item.below), bytes.clone())),
            Fate::Kept | Fate::Left => None,
        });
        new.collect()
    }

    fn new_file(&mut self, below: &str, text: &str) {
        let fate = Fate::New(text.as_bytes().to_vec());
        self.items.push(Item { below: below.to_owned(), fate, note: None });
    }

    fn kept(&mut self, below: &str, note: Option<String>) {
        self.items.push(Item { below: below.to_owned(), fate: Fate::Kept, note });
    }

    fn left(&mut self, below: &str, note: String) {
        self.items.push(Item { below: below.to_owned(), fate: Fate::Left, note: Some(note) });
    }

    fn scenario(&mut self, survey: &Survey, policy: &Policy, edge: &mut Edge) -> Result<(), Exit> {
        if survey.scenarios > 0 {
            let there = count(survey.scenarios, "scenario");
            if let Some(kept) = survey.defaults {
                self.kept(kept, None);
            }
            self.kept("scenarios", Some(format!("{there} there already, to which nothing is added")));
            return Ok(());
        }
        let named = (survey.validator != ValidatorFile::Foreign).then_some(VALIDATOR);
        match survey.defaults {
            Some(kept) => self.kept(kept, Some("the first scenario states its own policy".to_owned())),
            None => self.new_file(DEFAULTS, &defaults(policy, named)),
        }
        let (text, contents) = first(survey, policy, edge)?;
        self.new_file(&format!("scenarios/{}.yaml", scenario::NAME), &text);
        self.snapshot(&contents, survey, edge)
    }

    /// Written at once, so that the first run is green in CI too.
    fn snapshot(&mut self, contents: &str, survey: &Survey, edge: &mut Edge) -> Result<(), Exit> {
        let below = format!("snapshots/{}.snap", scenario::NAME);
        if !survey.has(&below, edge)? {
            self.new_file(&below, &snapshot::text(scenario::NAME, contents));
            self.passes = true;
            return Ok(());
        }
        let same = snapshot::compare(&survey.folder.join(&below), contents) == snapshot::Comparison::Same;
        self.passes = same;
        self.kept(&below, (!same).then(|| "it differs; `trailcheck run` will tell how".to_owned()));
        Ok(())
    }

    fn validator(&mut self, survey: &Survey, edge: &mut Edge) -> Result<(), Exit> {
        if !survey.has(VALIDATOR, edge)? {
            self.new_file(VALIDATOR, &validator::file());
            return Ok(());
        }
        let foreign = survey.validator == ValidatorFile::Foreign;
        self.kept(VALIDATOR, foreign.then(|| "it is no validator file, so that nothing names it".to_owned()));
        Ok(())
    }

    fn schema(
        &mut self,
        below: &str,
        kind: SchemaKind,
        survey: &Survey,
        edge: &mut Edge,
    ) -> Result<(), Exit> {
        use trailcheck::receipt::Vocabulary as _;
        let text = format!("{:#}\n", schema(kind));
        if !survey.has(below, edge)? {
            self.new_file(below, &text);
            return Ok(());
        }
        let same = survey.read(below, edge)?.replace("\r\n", "\n") == text;
        let renew = || format!("not this version's; `trailcheck schema {}` prints that", kind.wire());
        self.kept(below, (!same).then(renew));
        Ok(())
    }

    /// A line that a file of git's should have.
    fn git_line(
        &mut self,
        (below, line, why): (&str, &str, &str),
        stands: fn(&str) -> bool,
        survey: &Survey,
        edge: &mut Edge,
    ) -> Result<(), Exit> {
        if !survey.has(below, edge)? {
            self.new_file(below, &format!("{line}\n"));
            return Ok(());
        }
        let stands = survey.read(below, edge)?.lines().any(stands);
        self.kept(below, (!stands).then(|| format!("add the line `{line}`, {why}")));
        Ok(())
    }

    fn ci(&mut self, arguments: &InitArguments, survey: &Survey, edge: &mut Edge) -> Result<(), Exit> {
        let gitlab_alone = !survey.folder.join(".github").exists() && survey.folder.join(GITLAB).exists();
        let default = if gitlab_alone { Ci::Gitlab } else { Ci::Github };
        let git = arguments.git.as_deref();
        let (below, text) = match arguments.ci.unwrap_or(default) {
            Ci::None => return Ok(()),
            Ci::Github => (WORKFLOW, ci::github(git)),
            Ci::Gitlab => (GITLAB, ci::gitlab(git)),
        };
        if survey.has(below, edge)? {
            let stands = survey.read(below, edge)?.contains("trailcheck");
            self.kept(below, (!stands).then(|| format!("add this job:\n\n{text}")));
        } else if let Some(top) = &survey.repository_above {
            let top = top.display();
            self.left(below, format!("jobs are read at the top of the repository alone, {top}"));
        } else {
            self.new_file(below, &text);
            self.wants_repository = git.is_none().then_some(below);
        }
        Ok(())
    }

    /// What was done, and what to do next.
    pub(super) fn report(&self, given: &Path) -> String {
        let mut text = String::new();
        for item in &self.items {
            let fate = match item.fate {
                Fate::New(_) => "wrote",
                Fate::Kept => "kept",
                Fate::Left => "left",
            };
            // Writing to a String cannot fail.
            let _ = write!(text, "{fate:<7} {}", shown(given, &item.below));
            let _ =
                writeln!(text, "{}", item.note.as_ref().map_or(String::new(), |note| format!(": {note}")));
        }
        if self.items.iter().all(|item| !matches!(item.fate, Fate::New(_))) {
            text.push_str("\nNothing was missing.\n");
            return text;
        }
        self.next(&mut text, given);
        text
    }

    fn next(&self, text: &mut String, given: &Path) {
        let root = shown(given, "scenarios");
        let run =
            if root == "scenarios" { "trailcheck run".to_owned() } else { format!("trailcheck run {root}") };
        let commit = match self.wants_repository {
            Some(below) => format!(
                "Put the repository that trailcheck is installed from into {}, and commit.",
                shown(given, below)
            ),
            None => "Commit: the snapshots belong to the repository.".to_owned(),
        };
        let _ = write!(
            text,
            "\nNext:\n  1. `{run}` replays {}.\n  \
             2. Write down in {root} what your providers do, and what should come of it; then `{run} --accept`.\n  \
             3. {commit}\n",
            if self.passes { "the first scenario, which passes" } else { "what is there" }
        );
    }
}

fn keeps_line_ends(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("*.snap") && words.any(|word| matches!(word, "-text" | "binary"))
}

fn ignores_pending(line: &str) -> bool {
    matches!(line.trim(), "*.snap.new" | "*.new" | "**/*.snap.new")
}

/// The first scenario and the contents of its snapshot, judged as it will be when it lies there.
fn first(survey: &Survey, policy: &Policy, edge: &mut Edge) -> Result<(String, String), Exit> {
    let root = survey.folder.join("scenarios");
    let path = root.join(format!("{}.yaml", scenario::NAME));
    let project = Arc::new(Project::new(root, None, edge.working_folder.clone()));
    let found = Found { name: scenario::NAME.to_owned(), path, project };
    let replayer = Replayer::new().map_err(|error| fault(&error.to_string(), edge))?;
    let replay = |text: &str, edge: &mut Edge| -> Result<Replay, Exit> {
        let scenario = from_text_at(&found, text).map_err(|mistakes| edge.mistakes(&mistakes))?;
        replayer.replay(&scenario, EngineName::Bounded).map_err(|error| fault(&format!("{error:?}"), edge))
    };
    // What will stand in the defaults is not on the disk yet.
    let is_named = survey.defaults.is_none() && survey.validator == ValidatorFile::Sound;
    let judged = scenario::draft(policy, Own { policy: true, validator: is_named.then_some(VALIDATOR) });
    let own = Own { policy: survey.defaults.is_some(), validator: None };
    let played = replay(&judged, edge)?;
    let Some(trail) = played.trails.first() else { return Err(fault("no trail", edge)) };
    let again = replay(&scenario::complete(&judged, policy, trail), edge)?;
    let contents = snapshot::contents(&again.trails).map_err(|error| fault(&error.to_string(), edge))?;
    if !again.passed() {
        return Err(fault("it does not come to the same twice", edge));
    }
    Ok((scenario::complete(&scenario::draft(policy, own), policy, trail), contents))
}

fn fault(problem: &str, edge: &mut Edge) -> Exit {
    edge.error(&format!("the first scenario cannot be replayed: {problem}; nothing was written"));
    Exit::Fault
}
