//! Which scenario files there are below the paths that were given, and what each is called.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::mistake::{Mistake, SourceFile};
use super::project::{Problem, Project, is_defaults, shown, whole_file};

/// Where to look.
#[derive(Clone, Debug)]
pub struct Search {
    /// Files and folders, relative to the working folder or absolute.
    pub paths: Vec<PathBuf>,
    /// The scenario root; by default the nearest folder named `scenarios` at or above each path.
    pub root: Option<PathBuf>,
    /// The corpus; by default the root's sibling of that name.
    pub corpus: Option<PathBuf>,
    /// The absolute folder that relative paths start from.
    pub working_folder: PathBuf,
}

/// A scenario file that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The path below the root without its extension, parts separated by `/`.
    pub name: String,
    /// Absolute.
    pub path: PathBuf,
    /// The root and what lies beside it.
    pub project: Arc<Project>,
}

/// What was found, and what was in the way.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    /// The scenario files, ordered by name, each once.
    pub found: Vec<Found>,
    /// Paths that are missing, unreadable, ambiguous, or no scenarios.
    pub mistakes: Vec<Mistake>,
}

/// Finds the scenarios below the given paths.
pub fn discover(search: &Search) -> Discovery {
    let mut projects: BTreeMap<PathBuf, Arc<Project>> = BTreeMap::new();
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    let mut mistakes = Vec::new();
    for given in &search.paths {
        let path = absolute(given, &search.working_folder);
        if let Err(error) = path.metadata() {
            mistakes.push(search.problem(&path, unreadable(&error)));
            continue;
        }
        let root = search.root_of(&path);
        if !path.starts_with(&root) {
            let title = format!("it is outside the scenario root {}", search.shown(&root));
            mistakes.push(
                search.problem(&path, Problem::new(title, "give a path below the root, or another --root")),
            );
            continue;
        }
        let project = projects.entry(root.clone()).or_insert_with(|| {
            let corpus = search.corpus.as_ref().map(|corpus| absolute(corpus, &search.working_folder));
            Arc::new(Project::new(root, corpus, search.working_folder.clone()))
        });
        for file in files_below(search, &path, &mut mistakes) {
            search.add(file, project, &mut found, &mut mistakes);
        }
    }
    Discovery { found: found.into_values().collect(), mistakes }
}

/// The names of all scenarios below a root, for telling which snapshots have none.
pub fn names_below(project: &Project) -> Vec<String> {
    let search = Search {
        paths: vec![project.root().to_owned()],
        root: Some(project.root().to_owned()),
        corpus: None,
        working_folder: project.root().to_owned(),
    };
    discover(&search).found.into_iter().map(|found| found.name).collect()
}

impl Search {
    fn root_of(&self, path: &Path) -> PathBuf {
        if let Some(root) = &self.root {
            return absolute(root, &self.working_folder);
        }
        let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
        let named =
            folder.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "scenarios"));
        named.unwrap_or(folder).to_owned()
    }

    fn shown(&self, path: &Path) -> String {
        shown(path, &self.working_folder)
    }

    fn problem(&self, path: &Path, problem: Problem) -> Mistake {
        whole_file(&SourceFile::new(self.shown(path), String::new()), problem)
    }

    fn add(
        &self,
        path: PathBuf,
        project: &Arc<Project>,
        found: &mut BTreeMap<String, Found>,
        mistakes: &mut Vec<Mistake>,
    ) {
        let Some(name) = name_below(project.root(), &path) else {
            let title = "its name is not UTF-8, so that no snapshot could be named after it";
            mistakes.push(self.problem(&path, Problem::new(title, "rename it")));
            return;
        };
        match found.get(&name) {
            Some(known) if known.path == path => {}
            Some(known) => {
                let title = format!("{} is a scenario of the same name, `{name}`", self.shown(&known.path));
                mistakes
                    .push(self.problem(&path, Problem::new(title, "rename one of them, or run them apart")));
            }
            None => {
                found.insert(name.clone(), Found { name, path, project: project.clone() });
            }
        }
    }
}

fn files_below(search: &Search, path: &Path, mistakes: &mut Vec<Mistake>) -> Vec<PathBuf> {
    if !path.is_dir() {
        let is_scenario =
            is_yaml(path) && path.file_name().and_then(|name| name.to_str()).is_none_or(|n| !is_defaults(n));
        if !is_scenario {
            let problem = Problem::new(
                "this is no scenario file",
                "name a .yaml or .yml file other than defaults.yaml",
            );
            mistakes.push(search.problem(path, problem));
            return Vec::new();
        }
        return vec![path.to_owned()];
    }
    let mut files = Vec::new();
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {
                if entry.depth() > 0 && is_yaml(entry.path()) {
                    let problem =
                        Problem::new("this is a folder with the name of a scenario file", "rename it");
                    mistakes.push(search.problem(entry.path(), problem));
                }
            }
            Ok(entry) => {
                let name = entry.file_name().to_str();
                if is_yaml(entry.path()) && name.is_none_or(|name| !is_defaults(name)) {
                    files.push(entry.into_path());
                }
            }
            Err(error) => {
                let at = error.path().unwrap_or(path).to_owned();
                mistakes.push(search.problem(&at, walk_problem(&error, search)));
            }
        }
    }
    files
}

fn walk_problem(error: &walkdir::Error, search: &Search) -> Problem {
    if let Some(ancestor) = error.loop_ancestor() {
        let title = format!("this link leads back to {}, which it is in", search.shown(ancestor));
        return Problem::new(title, "remove the link");
    }
    match error.io_error() {
        Some(error) => unreadable(error),
        None => Problem::new("cannot be read", "check its permissions"),
    }
}

fn unreadable(error: &std::io::Error) -> Problem {
    if error.kind() == std::io::ErrorKind::NotFound {
        return Problem::new("there is no such file or folder", "check the spelling of the path");
    }
    Problem::new(format!("cannot be read: {error}"), "check its permissions")
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}

fn name_below(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?.with_extension("");
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// Makes a path absolute and resolves `.` and `..` by spelling, so that a scenario keeps its name behind a link.
pub fn absolute(path: &Path, working_folder: &Path) -> PathBuf {
    let mut absolute = PathBuf::new();
    for part in working_folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                absolute.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => absolute.push(part),
        }
    }
    absolute
}
