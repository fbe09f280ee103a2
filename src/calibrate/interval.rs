//! 95 % intervals: Wilson's for a rate, a seeded percentile bootstrap where there is no formula.

use super::random::SplitMix64;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Samples of the bootstrap.
const RESAMPLES: usize = 2_000;

/// A lower and an upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// Wilson's score interval for `hits` of `n`; none for `n` = 0.
pub fn wilson(hits: u64, n: u64) -> Option<Interval> {
    if n == 0 {
        return None;
    }
    let (size, rate) = (n as f64, hits as f64 / n as f64);
    let scale = 1.0 + Z * Z / size;
    let middle = rate + Z * Z / (2.0 * size);
    let reach = Z * (rate * (1.0 - rate) / size + Z * Z / (4.0 * size * size)).sqrt();
    let low = if hits == 0 { 0.0 } else { ((middle - reach) / scale).max(0.0) };
    let high = if hits == n { 1.0 } else { ((middle + reach) / scale).min(1.0) };
    Some(Interval { low: low.min(rate), high: high.max(rate) })
}

/// Percentile bootstrap of a figure of four counts, rows drawn with replacement; none where too many of the samples
/// leave
/// the figure undefined.
pub fn bootstrap(counts: [u64; 4], seed: u64, figure: impl Fn([u64; 4]) -> Option<f64>) -> Option<Interval> {
    let estimate = figure(counts)?;
    let mut stream = SplitMix64::new(seed);
    let drawn = (0..RESAMPLES).filter_map(|_| figure(resample(&mut stream, counts)));
    let mut figures: Vec<f64> = drawn.collect();
    if figures.len() * 2 < RESAMPLES {
        return None;
    }
    figures.sort_by(f64::total_cmp);
    let at = |per_mille: usize| figures.get((figures.len() - 1) * per_mille / 1_000).copied();
    Some(Interval { low: at(25)?.min(estimate), high: at(975)?.max(estimate) })
}

/// As many rows again, each drawn from all of them.
fn resample(stream: &mut SplitMix64, counts: [u64; 4]) -> [u64; 4] {
    let (mut left, mut weight) = (counts.iter().sum::<u64>(), counts.iter().sum::<u64>());
    counts.map(|count| {
        let drawn = if count == weight { left } else { stream.binomial(left, count as f64 / weight as f64) };
        left -= drawn;
        weight -= count;
        drawn
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_published_bounds() {
        // Newcombe 1998, table I, method 3.
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let bounds = wilson(hits, n).unwrap();
            assert!(
                (bounds.low - low).abs() < 6e-5 && (bounds.high - high).abs() < 6e-5,
                "{hits}/{n} {bounds:?}"
            );
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn a_resample_has_as_many_rows() {
        let mut stream = SplitMix64::new(1);
        for counts in [[0, 0, 0, 0], [5, 0, 0, 0], [0, 3, 0, 9], [400, 300, 20, 7]] {
            let sample = resample(&mut stream, counts);
            assert_eq!(sample.iter().sum::<u64>(), counts.iter().sum::<u64>());
            assert!(counts.iter().zip(sample).all(|(count, drawn)| *count > 0 || drawn == 0));
        }
    }
}
