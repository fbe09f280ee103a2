//! The interaction as a state machine: keys in, actions out. Knows neither a terminal nor a file.

/// What the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Press {
    Accept,
    Reject,
    Skip,
    Back,
    Quit,
    Help,
    LineUp,
    LineDown,
    PageUp,
    PageDown,
    Top,
    End,
    /// A key without a meaning.
    Other,
}

/// What is to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing.
    None,
    /// Accept this one, and tell the machine by [`Machine::decided`] or [`Machine::refused`].
    Accept(usize),
    /// Reject this one, and tell the machine likewise.
    Reject(usize),
    /// Bring this one back, and tell the machine by [`Machine::undone`] or [`Machine::refused`].
    Undo(usize),
}

/// What became of one snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Waiting,
    Accepted,
    Rejected,
}

/// Where the user is.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    decisions: Vec<Decision>,
    at: usize,
    /// Rows of the change that are scrolled away.
    offset: usize,
    help: bool,
    over: bool,
    /// What is said until the next key.
    message: Option<String>,
}

/// The rows of the change that is shown, and how many fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    pub(super) all: usize,
    pub(super) page: usize,
}

impl Machine {
    /// Before the first of `number` snapshots.
    pub(super) fn new(number: usize) -> Self {
        Self {
            decisions: vec![Decision::Waiting; number],
            at: 0,
            offset: 0,
            help: false,
            over: number == 0,
            message: None,
        }
    }

    /// The snapshot that is shown.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn shows_help(&self) -> bool {
        self.help
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// How many were decided so.
    pub(super) fn count(&self, decision: Decision) -> usize {
        self.decisions.iter().filter(|made| **made == decision).count()
    }

    /// One key.
    pub(super) fn press(&mut self, press: Press, rows: Rows) -> Action {
        self.message = None;
        if std::mem::take(&mut self.help) {
            // Any key leaves the help, and does nothing else that could surprise.
            self.over = press == Press::Quit;
            return Action::None;
        }
        match press {
            Press::Accept => return Action::Accept(self.at),
            Press::Reject => return Action::Reject(self.at),
            Press::Back => return self.back(),
            Press::Skip => self.forward(),
            Press::Quit => self.over = true,
            Press::Help => self.help = true,
            Press::LineUp => self.scroll(self.offset.saturating_sub(1), rows),
            Press::LineDown => self.scroll(self.offset + 1, rows),
            Press::PageUp => self.scroll(self.offset.saturating_sub(rows.page), rows),
            Press::PageDown => self.scroll(self.offset + rows.page, rows),
            Press::Top => self.scroll(0, rows),
            Press::End => self.scroll(usize::MAX, rows),
            Press::Other => self.message = Some("? shows the keys".to_owned()),
        }
        Action::None
    }

    /// The action on the snapshot that is shown was done.
    pub(super) fn decided(&mut self, decision: Decision) {
        if let Some(made) = self.decisions.get_mut(self.at) {
            *made = decision;
        }
        self.forward();
    }

    /// The one before was brought back, and is shown again.
    pub(super) fn undone(&mut self) {
        self.at = self.at.saturating_sub(1);
        self.offset = 0;
        if let Some(made) = self.decisions.get_mut(self.at) {
            *made = Decision::Waiting;
        }
        self.message = Some("brought back: it waits again".to_owned());
    }

    /// The action was not done.
    pub(super) fn refused(&mut self, why: String) {
        self.message = Some(why);
    }

    fn back(&mut self) -> Action {
        let Some(before) = self.at.checked_sub(1) else {
            self.message = Some("this is the first".to_owned());
            return Action::None;
        };
        match self.decisions.get(before) {
            Some(Decision::Accepted | Decision::Rejected) => Action::Undo(before),
            Some(Decision::Waiting) | None => {
                self.at = before;
                self.offset = 0;
                Action::None
            }
        }
    }

    /// To the next that waits; one that was decided on stays decided.
    fn forward(&mut self) {
        self.offset = 0;
        let rest = self.decisions.get(self.at + 1..).unwrap_or_default();
        match rest.iter().position(|decision| *decision == Decision::Waiting) {
            Some(further) => self.at += 1 + further,
            None => self.over = true,
        }
    }

    fn scroll(&mut self, to: usize, rows: Rows) {
        self.offset = to.min(rows.all.saturating_sub(rows.page));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FITS: Rows = Rows { all: 5, page: 10 };
    const LONG: Rows = Rows { all: 35, page: 10 };

    /// Presses keys; every action succeeds. Returns the actions.
    fn run(machine: &mut Machine, presses: &[Press]) -> Vec<Action> {
        let mut actions = Vec::new();
        for press in presses {
            let action = machine.press(*press, FITS);
            match action {
                Action::None => {}
                Action::Accept(_) => machine.decided(Decision::Accepted),
                Action::Reject(_) => machine.decided(Decision::Rejected),
                Action::Undo(_) => machine.undone(),
            }
            actions.push(action);
        }
        actions
    }

    #[test]
    fn each_is_decided_in_turn_and_the_last_ends_it() {
        let mut machine = Machine::new(3);
        let actions = run(&mut machine, &[Press::Accept, Press::Reject, Press::Skip]);
        assert_eq!(actions, [Action::Accept(0), Action::Reject(1), Action::None]);
        assert!(machine.is_over());
        for decision in [Decision::Accepted, Decision::Rejected, Decision::Waiting] {
            assert_eq!(machine.count(decision), 1);
        }
        assert!(Machine::new(0).is_over());
    }

    #[test]
    fn back_brings_a_decision_back_and_passes_over_a_skipped_one() {
        let mut machine = Machine::new(3);
        let actions = run(&mut machine, &[Press::Back, Press::Accept, Press::Back]);
        assert_eq!(actions, [Action::None, Action::Accept(0), Action::Undo(0)]);
        assert_eq!((machine.at(), machine.count(Decision::Accepted)), (0, 0));
        run(&mut machine, &[Press::Skip, Press::Skip, Press::Back]);
        assert_eq!((machine.at(), machine.message()), (1, None));
    }

    #[test]
    fn going_on_again_leaves_out_what_was_decided() {
        let mut machine = Machine::new(4);
        run(&mut machine, &[Press::Skip, Press::Accept, Press::Skip]);
        assert_eq!(machine.at(), 3);
        run(&mut machine, &[Press::Back, Press::Back, Press::Back]);
        assert_eq!((machine.at(), machine.count(Decision::Waiting)), (0, 4));
    }

    #[test]
    fn what_was_refused_is_still_shown() {
        let mut machine = Machine::new(2);
        assert_eq!(machine.press(Press::Accept, FITS), Action::Accept(0));
        machine.refused("no".to_owned());
        assert_eq!((machine.at(), machine.message(), machine.is_over()), (0, Some("no"), false));
        machine.press(Press::LineDown, FITS);
        assert_eq!(machine.message(), None);
    }

    #[test]
    fn scrolling_stays_within_the_change() {
        let mut machine = Machine::new(1);
        for (press, offset) in [
            (Press::LineUp, 0),
            (Press::PageDown, 10),
            (Press::LineDown, 11),
            (Press::PageDown, 21),
            (Press::PageDown, 25),
            (Press::LineDown, 25),
            (Press::LineUp, 24),
            (Press::PageUp, 14),
            (Press::End, 25),
            (Press::Top, 0),
        ] {
            assert_eq!(machine.press(press, LONG), Action::None);
            assert_eq!(machine.offset(), offset, "{press:?}");
        }
        machine.press(Press::PageDown, FITS);
        assert_eq!((machine.offset(), machine.is_over()), (0, false));
    }

    #[test]
    fn a_key_that_leaves_the_help_decides_nothing() {
        let mut machine = Machine::new(1);
        machine.press(Press::Help, FITS);
        assert!(machine.shows_help());
        assert_eq!(machine.press(Press::Accept, FITS), Action::None);
        assert!(!machine.shows_help() && !machine.is_over());
        run(&mut machine, &[Press::Help, Press::Quit]);
        assert!(machine.is_over());
    }

    #[test]
    fn quitting_and_unknown_keys_decide_nothing() {
        let mut machine = Machine::new(2);
        assert_eq!(run(&mut machine, &[Press::Other, Press::Quit]), [Action::None, Action::None]);
        assert!(machine.is_over());
        assert_eq!(machine.count(Decision::Waiting), 2);
    }
}
