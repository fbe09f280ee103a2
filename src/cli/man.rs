//! `trailcheck man`: the manual page on stdout.

use clap::CommandFactory as _;

use super::edge::Edge;
use super::{Arguments, Exit};

/// Prints the page of the program, and after it those of its commands.
pub(crate) fn man(edge: &mut Edge) -> Exit {
    let mut page = Vec::new();
    let mut command = Arguments::command();
    command.build();
    let mut render = |command: clap::Command| clap_mangen::Man::new(command).render(&mut page);
    let mut rendered = render(command.clone());
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        rendered = rendered.and_then(|()| render(subcommand.clone()));
    }
    if let Err(error) = rendered {
        edge.error(&format!("the manual page cannot be made: {error}"));
        return Exit::Fault;
    }
    edge.print_bytes(&page);
    Exit::Passed
}
