//! From what was written to what it means. Every mistake is noted with its place, and lowering goes on, so that a
//! file tells all of them at once.

mod expect;
mod health;
mod layers;
mod lookups;
mod payload;
mod scalars;
mod scenario;
mod setup;
mod transports;

use std::sync::Arc;

pub(super) use layers::{Layers, PolicyLayer, ValidatorLayer};
pub(super) use scenario::scenario;

use super::mistake::{Mistake, Place, SourceFile};
use super::project::Project;

/// Collects the mistakes of one file while it is lowered.
pub(super) struct Lowering<'a> {
    pub file: &'a Arc<SourceFile>,
    pub project: &'a Project,
    pub mistakes: Vec<Mistake>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(file: &'a Arc<SourceFile>, project: &'a Project) -> Self {
        Self { file, project, mistakes: Vec::new() }
    }

    /// Notes a mistake and yields nothing, for use in place of the value that is not there.
    fn mistake<T>(&mut self, place: Place, title: impl Into<String>, fix: impl Into<String>) -> Option<T> {
        let (title, fix) = (title.into(), fix.into());
        self.mistakes.push(Mistake { file: self.file.clone(), place: Some(place), title, fix });
        None
    }
}
