//! Two validators on the same pages: can they be told apart?
//!
//! Only the pages on which exactly one of them is right say anything. If the two were equally good, each such page
//! would
//! be a coin toss; the p-value is the share of all tosses that come out at least as lopsided (`McNemar`'s exact
//! test). Where
//! a false accept costs more than a false reject, its pages weigh more.

/// Below this p-value two validators are said to differ.
pub const SIGNIFICANCE: f64 = 0.05;

/// Pages on which exactly one of two validators is right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discordant {
    /// Only the first is right.
    pub first_only: u64,
    /// Only the second is right.
    pub second_only: u64,
}

impl Discordant {
    /// Counts one page.
    pub fn add(&mut self, first_right: bool, second_right: bool) {
        match (first_right, second_right) {
            (true, false) => self.first_only += 1,
            (false, true) => self.second_only += 1,
            (true, true) | (false, false) => {}
        }
    }

    /// All of them.
    pub fn total(self) -> u64 {
        self.first_only + self.second_only
    }
}

/// The two-sided exact p-value of `McNemar`'s test; 1 where no page tells them apart.
pub fn mcnemar(pages: Discordant) -> f64 {
    let n = pages.total();
    let fewer = pages.first_only.min(pages.second_only);
    let terms = coin_terms(n);
    let all: f64 = terms.iter().sum();
    let tail: f64 = terms.iter().take(as_index(fewer) + 1).sum();
    (2.0 * tail / all).min(1.0)
}

/// The two-sided exact p-value where pages of two kinds have different weights: the share of all sign flips whose
/// weighted
/// difference is at least as far from 0. With equal weights it is [`mcnemar`].
pub fn weighted(first: (Discordant, f64), second: (Discordant, f64)) -> f64 {
    let difference = |pages: Discordant| pages.second_only as f64 - pages.first_only as f64;
    let seen = (difference(first.0) * first.1 + difference(second.0) * second.1).abs();
    let (outer, inner) = (coin_terms(first.0.total()), coin_terms(second.0.total()));
    let (outer_all, inner_all): (f64, f64) = (outer.iter().sum(), inner.iter().sum());
    let tails = running_sums(&inner);
    let n_inner = second.0.total() as f64;
    let mut share = 0.0;
    for (k, term) in outer.iter().enumerate() {
        let base = first.1 * (2.0 * k as f64 - first.0.total() as f64);
        // base + w·(2y − n) must be ≥ seen or ≤ −seen, a hair of rounding allowed.
        let slack = 1e-9 * (1.0 + seen);
        let reach = |bound: f64| f64::midpoint((bound - base) / second.1, n_inner);
        let (low, high) = if second.1 > 0.0 {
            let top = count_below(reach(seen - slack).ceil(), inner.len());
            let bottom = count_below(reach(slack - seen).floor() + 1.0, inner.len());
            (bottom.min(top), top)
        } else if base.abs() >= seen - slack {
            (0, 0)
        } else {
            (0, inner.len())
        };
        let sum = |upto: usize| tails.get(upto).copied().unwrap_or(inner_all);
        share += term / outer_all * (sum(low) + inner_all - sum(high)) / inner_all;
    }
    if seen == 0.0 { 1.0 } else { share.min(1.0) }
}

/// What can be said of two validators.
pub fn statement(pages: Discordant, n: u64, first: &str, second: &str) -> String {
    let p = mcnemar(pages);
    let Discordant { first_only, second_only } = pages;
    if pages.total() == 0 {
        return format!(
            "Nothing tells {first} and {second} apart: they are right on the same pages (n = {n})."
        );
    }
    let split = format!(
        "of {n} pages, {first_only} only {first} gets right and {second_only} only {second} (McNemar's exact \
            test, p = {})",
        p_value(p)
    );
    if p >= SIGNIFICANCE {
        format!("The two cannot be told apart on this corpus: {split}.")
    } else {
        let better = if second_only > first_only { second } else { first };
        format!("A real difference, {better} is better: {split}.")
    }
}

/// A p-value as it is printed.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Binomial coefficients of `n`, all over the greatest, so that neither end matters to the range of the numbers.
fn coin_terms(n: u64) -> Vec<f64> {
    let size = as_index(n);
    let middle = size / 2;
    let mut terms = vec![0.0; size + 1];
    let mut term = 1.0;
    for k in (0..=middle).rev() {
        if let Some(slot) = terms.get_mut(k) {
            *slot = term;
        }
        term *= k as f64 / (size - k + 1) as f64;
    }
    let half = terms.clone();
    for (k, slot) in terms.iter_mut().enumerate().skip(middle + 1) {
        *slot = half.get(size - k).copied().unwrap_or(0.0);
    }
    terms
}

fn running_sums(terms: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let next = terms.iter().map(|term| {
        sum += term;
        sum
    });
    std::iter::once(0.0).chain(next).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=len")]
fn count_below(bound: f64, len: usize) -> usize {
    bound.clamp(0.0, len as f64) as usize
}

fn as_index(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(first_only: u64, second_only: u64) -> Discordant {
        Discordant { first_only, second_only }
    }

    #[test]
    fn mcnemar_gives_the_exact_values() {
        // Binomial tails by hand: 2·Σ C(n,k)/2^n.
        for (b, c, p) in
            [(0, 1, 1.0), (0, 5, 0.0625), (1, 7, 0.070_312_5), (2, 10, 0.038_574_218_75), (6, 6, 1.0)]
        {
            assert!((mcnemar(pages(b, c)) - p).abs() < 1e-12, "{b} {c} {}", mcnemar(pages(b, c)));
            assert!((mcnemar(pages(c, b)) - p).abs() < 1e-12);
        }
        // 59 against 101: the exact tail as a ratio of whole numbers.
        assert!(
            (mcnemar(pages(59, 101)) - 0.001_122_905_196_234).abs() < 1e-12,
            "{}",
            mcnemar(pages(59, 101))
        );
        assert!((mcnemar(pages(0, 0)) - 1.0).abs() < 1e-12);
        assert!(mcnemar(pages(0, 5_000)) < 1e-300);
    }

    #[test]
    fn equal_weights_are_mcnemar() {
        for (a, b) in [(pages(3, 9), pages(0, 4)), (pages(0, 0), pages(1, 6)), (pages(20, 31), pages(5, 2))] {
            let both = pages(a.first_only + b.first_only, a.second_only + b.second_only);
            assert!((weighted((a, 1.0), (b, 1.0)) - mcnemar(both)).abs() < 1e-9, "{a:?} {b:?}");
            assert!((weighted((a, 1.0), (b, 0.0)) - mcnemar(a)).abs() < 1e-9, "{a:?} {b:?}");
        }
    }

    #[test]
    fn one_page_of_fifteen_tells_nothing() {
        let said = statement(pages(0, 1), 15, "min 40", "min 60");
        assert!(said.contains("cannot be told apart") && said.contains("p = 1.0000"), "{said}");
    }
}
