//! The terminal of a review: its own screen, which is left again on every way out.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use console::{Key, Term};

use super::frame::Size;
use super::machine::Press;
use crate::cli::edge::Edge;

const ENTER: &str = "\u{1b}[?1049h";
const LEAVE: &str = "\u{1b}[?1049l";
const HOME_AND_CLEAR: &str = "\u{1b}[H\u{1b}[J";

/// Does a screen have to be left?
static ENTERED: AtomicBool = AtomicBool::new(false);

/// A terminal that shows one picture after the other.
pub(super) struct Screen {
    term: Term,
    /// Without escape sequences a picture follows the one before.
    addressed: bool,
}

impl Screen {
    /// Enters; `addressed` tells whether escape sequences may be written.
    pub(super) fn enter(addressed: bool, edge: &mut Edge) -> Self {
        if addressed {
            // In this order, so that there is no moment in which nobody would leave it.
            ENTERED.store(true, Ordering::SeqCst);
            leave_on_panic();
            leave_on_interrupt();
            edge.explain(ENTER);
        }
        Self { term: Term::stderr(), addressed }
    }

    /// As it is now: a window can be resized.
    pub(super) fn size(&self) -> Size {
        // A serial line says that it has no size.
        let told = self.term.size_checked().filter(|(height, width)| *height > 0 && *width > 0);
        let (height, width) = told.unwrap_or((24, 80));
        Size { width: usize::from(width).clamp(20, 400), height: usize::from(height).clamp(6, 400) }
    }

    pub(super) fn draw(&self, picture: &str, edge: &mut Edge) {
        if self.addressed {
            edge.explain(&format!("{HOME_AND_CLEAR}{picture}"));
        } else {
            edge.explain(&format!("{picture}\n"));
        }
    }

    /// Waits for a key; nothing where the user interrupts or the terminal is gone.
    pub(super) fn key(&self) -> Option<Press> {
        match self.term.read_key_raw() {
            Ok(Key::CtrlC) | Err(_) => None,
            Ok(key) => Some(press(&key)),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Leaves once, whoever comes first.
#[allow(clippy::disallowed_methods, reason = "this is the edge")]
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let _ = io::stderr().write_all(LEAVE.as_bytes());
    }
}

/// Its message would be lost with the screen.
fn leave_on_panic() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        leave();
        told(panic);
    }));
}

/// While a key is awaited, Ctrl-C is a key; between two keys it is a signal.
fn leave_on_interrupt() {
    let _ = ctrlc::set_handler(|| {
        leave();
        #[allow(clippy::disallowed_methods, reason = "the user stops; no file is half-written")]
        std::process::exit(130);
    });
}

/// Capitals decide nothing: where a slow line tears an arrow's sequence apart, its last byte arrives as one.
#[allow(clippy::wildcard_enum_match_arm, reason = "a keyboard has more keys than are named here")]
fn press(key: &Key) -> Press {
    match key {
        Key::Char('a') => Press::Accept,
        Key::Char('r') => Press::Reject,
        Key::Char('s') => Press::Skip,
        Key::Char('b') => Press::Back,
        // Ctrl-D as well, which shells know as the end.
        Key::Char('q' | '\u{4}') => Press::Quit,
        Key::Char('?' | 'h') => Press::Help,
        Key::Char('k') | Key::ArrowUp => Press::LineUp,
        Key::Char('j') | Key::ArrowDown | Key::Enter => Press::LineDown,
        Key::PageUp => Press::PageUp,
        Key::Char(' ') | Key::PageDown => Press::PageDown,
        Key::Char('g') | Key::Home => Press::Top,
        Key::Char('G') | Key::End => Press::End,
        _ => Press::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_escape_sequence_decides_nothing() {
        for c in ('A'..='Z').chain('0'..='9').chain(['[', ';', '~', '\u{1b}']) {
            let harmless = [Press::Other, Press::End];
            assert!(harmless.contains(&press(&Key::Char(c))), "{c:?}");
        }
    }
}
