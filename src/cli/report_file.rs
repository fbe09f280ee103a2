//! The HTML report beside the results proper: one page, whole or not at all.

use std::io::{self, BufWriter};
use std::path::Path;

use trailcheck::report::html::Page;
use trailcheck::trail::atomic::Pending;

/// A page on its way into its file.
pub(crate) type FilePage<'p> = Page<BufWriter<Pending<'p>>>;

/// Begins a page, unless the results go to the same file.
pub(crate) fn begin<'p>(path: &'p Path, output: Option<&Path>, title: &str) -> Result<FilePage<'p>, String> {
    if output == Some(path) {
        return Err(format!("{} cannot be both --output and --report", path.display()));
    }
    let page = Pending::create(path).and_then(|file| Page::begin(BufWriter::new(file), title));
    page.map_err(|error| cannot(path, &error))
}

/// Gives the file of a page that is whole its name.
pub(crate) fn commit(path: &Path, page: io::Result<BufWriter<Pending<'_>>>) -> Result<(), String> {
    let file = page.and_then(|out| out.into_inner().map_err(io::IntoInnerError::into_error));
    file.and_then(Pending::commit).map_err(|error| cannot(path, &error))
}

/// Why there is no report.
pub(crate) fn cannot(path: &Path, error: &io::Error) -> String {
    format!("the report {} cannot be written: {error}", path.display())
}
