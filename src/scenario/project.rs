//! The project folder around a scenario root: what a scenario may name outside itself, and nothing further out.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::discover::absolute;
use super::lower::{Layers, Lowering, PolicyLayer, ValidatorLayer};
use super::mistake::{Mistake, Place, SourceFile};
use super::page_facts::{self, PageFacts};
use super::wire::{WireDefaults, WirePolicy, WireValidator};
use super::yaml;
use crate::transport::Payload;
use crate::transport::scripted::Label;

/// The largest scenario, defaults, policy or validator file, in bytes.
pub const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;
/// The largest page of a corpus, in bytes.
pub const MAX_PAGE_BYTES: u64 = 64 * 1024 * 1024;

/// The names that a folder's defaults can have.
const DEFAULTS: [&str; 2] = ["defaults.yaml", "defaults.yml"];

/// What is wrong with something that a file names, and the fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub title: String,
    /// What to do about it.
    pub fix: String,
}

impl Problem {
    pub(super) fn new(title: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { title: title.into(), fix: fix.into() }
    }
}

type Cached<T> = Mutex<HashMap<PathBuf, T>>;
type LayerOrMistakes = Result<ValidatorLayer, Vec<Mistake>>;

/// One scenario root and what lies beside it.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    corpus: PathBuf,
    working_folder: PathBuf,
    pages: Cached<Result<Payload, Problem>>,
    /// By page, as `labels.csv` has them.
    page_facts: OnceLock<HashMap<String, PageFacts>>,
    validators: Cached<Result<LayerOrMistakes, Problem>>,
    defaults: Cached<Result<Layers, Vec<Mistake>>>,
}

impl Project {
    /// A root, with `corpus` or the folder of that name beside it. All paths are absolute; `working_folder` is what
    /// messages show paths relative to.
    pub fn new(root: PathBuf, corpus: Option<PathBuf>, working_folder: PathBuf) -> Self {
        let corpus = corpus.unwrap_or_else(|| beside(&root, "corpus"));
        let (pages, validators, defaults) = Default::default();
        let page_facts = OnceLock::new();
        Self { root, corpus, working_folder, pages, page_facts, validators, defaults }
    }

    /// The scenario root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn folder(&self) -> &Path {
        self.root.parent().unwrap_or(&self.root)
    }

    /// A path as the user would write it.
    pub fn shown(&self, path: &Path) -> String {
        shown(path, &self.working_folder)
    }

    /// A page of the corpus, read once.
    pub(super) fn page(&self, path: &str) -> Result<Payload, Problem> {
        cached(&self.pages, PathBuf::from(path), || {
            let found = below(&self.corpus, path, "the corpus")?;
            let bytes = read_bytes(&found, MAX_PAGE_BYTES)?;
            Ok(Payload::Body {
                bytes: bytes.into(),
                content_type: self.facts_of(path).and_then(|facts| facts.content_type.clone()),
            })
        })
    }

    /// The truth about a page, where the corpus has one.
    pub(super) fn label_of(&self, page: &str) -> Option<Label> {
        self.facts_of(page)?.label
    }

    fn facts_of(&self, page: &str) -> Option<&PageFacts> {
        let facts = self.page_facts.get_or_init(|| {
            read_bytes(&self.corpus.join("labels.csv"), MAX_PAGE_BYTES)
                .map_or_else(|_| HashMap::new(), |labels| page_facts::read(&labels))
        });
        facts.get(page)
    }

    /// A validator file below the project folder, read once.
    pub(super) fn validator(&self, path: &str) -> Result<LayerOrMistakes, Problem> {
        cached(&self.validators, PathBuf::from(path), || {
            let found = below(self.folder(), path, "the project folder")?;
            let text = read_text(&found)?;
            let file = SourceFile::new(self.shown(&absolute(Path::new(path), self.folder())), text);
            Ok(self.validator_of(&file))
        })
    }

    /// The fields of a validator file.
    pub(super) fn validator_of(&self, file: &Arc<SourceFile>) -> LayerOrMistakes {
        let wire: WireValidator = parse(file).map_err(|mistake| vec![mistake])?;
        let mut lowering = Lowering::new(file, self);
        let layer = lowering.validator_layer(&wire);
        if lowering.mistakes.is_empty() { Ok(layer) } else { Err(lowering.mistakes) }
    }

    /// The fields of a policy file.
    pub(super) fn policy_of(&self, file: &Arc<SourceFile>) -> Result<PolicyLayer, Vec<Mistake>> {
        let wire: WirePolicy = parse(file).map_err(|mistake| vec![mistake])?;
        let mut lowering = Lowering::new(file, self);
        let layer = lowering.policy_layer(&wire);
        if lowering.mistakes.is_empty() { Ok(layer) } else { Err(lowering.mistakes) }
    }

    /// What the folders from a scenario's own up to the root give to it, the nearest first.
    pub(super) fn defaults_above(&self, scenario: &Path) -> Result<Layers, Vec<Mistake>> {
        let mut layers = Layers::default();
        let mut mistakes = Vec::new();
        let folders = scenario.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.root));
        for folder in folders {
            match cached(&self.defaults, folder.to_owned(), || self.defaults_in(folder)) {
                Ok(found) => {
                    layers.policies.extend(found.policies);
                    layers.validators.extend(found.validators);
                }
                Err(found) => mistakes.extend(found),
            }
        }
        if mistakes.is_empty() { Ok(layers) } else { Err(mistakes) }
    }

    fn defaults_in(&self, folder: &Path) -> Result<Layers, Vec<Mistake>> {
        let present: Vec<_> =
            DEFAULTS.iter().map(|name| folder.join(name)).filter(|path| path.exists()).collect();
        let path = match present.as_slice() {
            [] => return Ok(Layers::default()),
            [path] => path,
            [_, other, ..] => {
                let file = SourceFile::new(self.shown(other), String::new());
                let title = "the folder has defaults twice, as .yaml and as .yml";
                return Err(vec![whole_file(&file, Problem::new(title, "keep one of them"))]);
            }
        };
        let file = self.read(path)?;
        let wire: WireDefaults = parse(&file).map_err(|mistake| vec![mistake])?;
        let mut lowering = Lowering::new(&file, self);
        let policies = wire.policy.iter().map(|policy| lowering.policy_layer(policy)).collect();
        let validators = wire.validator.iter().filter_map(|at| lowering.validator_or_path(at)).collect();
        if lowering.mistakes.is_empty() {
            Ok(Layers { policies, validators })
        } else {
            Err(lowering.mistakes)
        }
    }

    /// Reads a file of ours as text.
    pub(super) fn read(&self, path: &Path) -> Result<Arc<SourceFile>, Vec<Mistake>> {
        match read_text(path) {
            Ok(text) => Ok(SourceFile::new(self.shown(path), text)),
            Err(problem) => {
                let file = SourceFile::new(self.shown(path), String::new());
                Err(vec![whole_file(&file, problem)])
            }
        }
    }
}

/// Is this the name of a folder's defaults?
pub(super) fn is_defaults(file_name: &str) -> bool {
    DEFAULTS.contains(&file_name)
}

/// The sibling of a root.
pub fn beside(root: &Path, name: &str) -> PathBuf {
    root.parent().unwrap_or(root).join(name)
}

/// A path as the user would write it.
pub(super) fn shown(path: &Path, working_folder: &Path) -> String {
    path.strip_prefix(working_folder).unwrap_or(path).display().to_string()
}

pub(super) fn whole_file(file: &Arc<SourceFile>, problem: Problem) -> Mistake {
    Mistake { file: file.clone(), place: None, title: problem.title, fix: problem.fix }
}

/// Reads the YAML of a file, or says what its first mistake is.
pub(super) fn parse<T: serde::de::DeserializeOwned>(file: &Arc<SourceFile>) -> Result<T, Mistake> {
    yaml::read(&file.text).map_err(|mistake| Mistake {
        file: file.clone(),
        place: Some(mistake.place),
        title: mistake.title,
        fix: mistake.fix,
    })
}

fn cached<T: Clone>(cache: &Cached<T>, key: PathBuf, make: impl FnOnce() -> T) -> T {
    let mut known = cache.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = known.get(&key) {
        return value.clone();
    }
    // Made under the lock: two workers that want the same file would otherwise both read it.
    let value = make();
    known.insert(key, value.clone());
    value
}

/// Resolves a path that a file names, and refuses to leave the folder that it is relative to.
fn below(folder: &Path, path: &str, what: &str) -> Result<PathBuf, Problem> {
    let climbs = Path::new(path).components().any(|part| match part {
        Component::ParentDir | Component::RootDir | Component::Prefix(_) => true,
        Component::CurDir | Component::Normal(_) => false,
    });
    let leaves = || Problem::new(format!("`{path}` leaves {what}"), format!("write a path below {what}"));
    if climbs || path.contains('\0') {
        return Err(leaves());
    }
    let missing =
        || Problem::new(format!("there is no `{path}` in {what}"), "check the spelling of the path");
    let found = folder.join(path).canonicalize().map_err(|_| missing())?;
    let folder = folder.canonicalize().map_err(|_| missing())?;
    // A symbolic link may point anywhere.
    if !found.starts_with(&folder) {
        return Err(leaves());
    }
    Ok(found)
}

fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let unreadable =
        |error: std::io::Error| Problem::new(format!("cannot be read: {error}"), "check its permissions");
    let metadata = path.metadata().map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Problem::new("this is a folder, not a file", "name a file"));
    }
    // A pipe or a device may never end.
    if !metadata.is_file() {
        return Err(Problem::new("this is no regular file", "name a file"));
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(unreadable)?.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        let title = format!("the file is larger than {} MiB", most / (1024 * 1024));
        return Err(Problem::new(title, "split it, or make it smaller"));
    }
    Ok(bytes)
}

/// Reads a text file in UTF-8, with or without a byte-order mark.
pub(super) fn read_text(path: &Path) -> Result<String, Problem> {
    let bytes = read_bytes(path, MAX_FILE_BYTES)?;
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Problem::new("the file is in UTF-16", "save it as UTF-8"));
    }
    // Without a mark, every second byte of ASCII text in UTF-16 is a zero.
    if matches!(bytes.as_slice(), [0, _, ..] | [_, 0, ..]) {
        return Err(Problem::new("the file looks like UTF-16", "save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|byte| *byte == b'\n').count();
        let from = valid.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&valid[from..]).chars().count() + 1;
        let title = format!("the file is not UTF-8: a wrong byte at line {line}, column {column}");
        Problem::new(title, "save it as UTF-8")
    })
}

/// The place of a mistake that concerns a whole file but has a line to show.
pub(super) fn at_start(file: &Arc<SourceFile>, problem: Problem) -> Mistake {
    Mistake {
        file: file.clone(),
        place: Some(Place::start_of_file()),
        title: problem.title,
        fix: problem.fix,
    }
}
