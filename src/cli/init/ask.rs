//! The questions of `init`, on a terminal.

use std::io::BufRead;

use trailcheck::engine::{Policy, PolicyFields};

use super::digits;

/// Asks for the numbers until they make a policy; nothing where the answers end.
pub(super) fn policy(answers: &mut impl BufRead, say: &mut impl FnMut(&str)) -> Option<Policy> {
    say("The limits of your tool; Enter takes what stands in brackets.\n");
    loop {
        let default = Policy::default();
        let budget_ms = number(answers, say, "budget_ms, that all attempts share", default.budget_ms())?;
        let per_attempt_ms =
            number(answers, say, "per_attempt_ms, that one may borrow", default.per_attempt_ms())?;
        let least = default.min_attempt_ms().min(budget_ms).min(per_attempt_ms);
        let min_attempt_ms = number(answers, say, "min_attempt_ms, that one needs to start", least)?;
        let fallback = yes(answers, say, "a fallback?")?;
        let fields = PolicyFields {
            budget_ms: Some(budget_ms),
            per_attempt_ms: Some(per_attempt_ms),
            min_attempt_ms: Some(min_attempt_ms),
            max_fallbacks: Some(u64::from(fallback)),
            ..PolicyFields::default()
        };
        match Policy::try_from(fields) {
            Ok(policy) => return Some(policy),
            Err(mistakes) => mistakes.iter().for_each(|mistake| say(&format!("  {mistake}\n"))),
        }
    }
}

fn number(
    answers: &mut impl BufRead,
    say: &mut impl FnMut(&str),
    question: &str,
    default: u64,
) -> Option<u64> {
    loop {
        say(&format!("  {question} [{default}]: "));
        let line = answer(answers)?;
        if line.is_empty() {
            return Some(default);
        }
        match digits(&line) {
            Ok(number) => return Some(number),
            Err(problem) => say(&format!("  {problem}\n")),
        }
    }
}

fn yes(answers: &mut impl BufRead, say: &mut impl FnMut(&str), question: &str) -> Option<bool> {
    loop {
        say(&format!("  {question} [y]: "));
        match answer(answers)?.to_lowercase().as_str() {
            "" | "y" | "yes" => return Some(true),
            "n" | "no" => return Some(false),
            _ => say("  answer y or n\n"),
        }
    }
}

fn answer(answers: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    let read = answers.read_line(&mut line).ok()?;
    (read > 0).then(|| line.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(answers: &str) -> (Option<Policy>, String) {
        let mut said = String::new();
        let policy = policy(&mut answers.as_bytes(), &mut |text| said.push_str(text));
        (policy, said)
    }

    #[test]
    fn enter_takes_the_defaults() {
        assert_eq!(asked("\n\n\n\n").0, Some(Policy::default()));
    }

    #[test]
    fn a_wrong_answer_is_asked_again() {
        let (policy, said) = asked("2s\n1300\n010\n\n500000\nmaybe\nn\n1300\n\n\nno\n");
        let policy = policy.unwrap();
        assert_eq!(
            (policy.budget_ms(), policy.min_attempt_ms(), policy.fallback_allowed()),
            (1300, 200, false)
        );
        assert!(said.contains("write plain digits") && said.contains("answer y or n"), "{said}");
        assert!(said.contains("min_attempt_ms: 500000 ms is more than"), "{said}");
    }

    #[test]
    fn no_answer_is_no_policy() {
        assert_eq!(asked("").0, None);
        assert_eq!(asked("1300\n").0, None);
    }
}
