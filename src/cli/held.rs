//! Results that are shown whole or not at all: to a file that takes its name at the end, or held back from stdout.

use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;

use tempfile::SpooledTempFile;
use trailcheck::report::Style;
use trailcheck::trail::atomic::Pending;

use super::edge::Edge;

/// Bytes of results that are held in memory before they are put into a file.
const IN_MEMORY: usize = 1 << 20;

/// Results on their way. Dropped before [`Held::hand_over`], nobody sees anything of them.
pub(crate) enum Held<'p> {
    /// A file, which has no name yet.
    File(Pending<'p>),
    /// What stdout will get.
    Stdout(SpooledTempFile),
}

impl<'p> Held<'p> {
    /// Begins the file, or without one what goes to stdout.
    pub(crate) fn begin(output: Option<&'p Path>) -> Result<Self, String> {
        let Some(path) = output else { return Ok(Self::Stdout(SpooledTempFile::new(IN_MEMORY))) };
        Pending::create(path).map(Self::File).map_err(|error| cannot(output, &error))
    }

    /// What the place can show.
    pub(crate) fn style(&self, edge: &Edge) -> Style {
        match self {
            Self::File(_) => Style::default(),
            Self::Stdout(_) => edge.out_style,
        }
    }

    /// Gives the file its name, or prints what was held back.
    pub(crate) fn hand_over(self, edge: &mut Edge) -> io::Result<()> {
        match self {
            Self::File(file) => file.commit(),
            Self::Stdout(mut spool) => {
                spool.rewind()?;
                let mut chunk = vec![0; 1 << 16];
                loop {
                    match spool.read(&mut chunk)? {
                        0 => return Ok(()),
                        read => edge.print_bytes(&chunk[..read]),
                    }
                }
            }
        }
    }
}

/// Why there are no results.
pub(crate) fn cannot(output: Option<&Path>, error: &io::Error) -> String {
    match output {
        Some(path) => format!("{} cannot be written: {error}", path.display()),
        None => format!("the results cannot be written: {error}"),
    }
}

impl Write for Held<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Stdout(spool) => spool.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Stdout(spool) => spool.flush(),
        }
    }
}
