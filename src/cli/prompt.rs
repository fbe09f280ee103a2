//! `trailcheck prompt`: the system-message fragment on stdout.

use trailcheck::report::prompt::fragment;

use super::edge::Edge;
use super::exit::Exit;

/// Prints the fragment.
pub(crate) fn prompt(edge: &mut Edge) -> Exit {
    edge.print(&fragment());
    Exit::Passed
}
