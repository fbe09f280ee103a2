//! Seeded pseudo-random numbers that are the same on every machine: `SplitMix64` (Steele, Lea, Flood 2014).

/// A stream of numbers that its seed determines.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A stream.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// How many of `n` trials succeed when each does with probability `p`. Exact by inversion, and for large `n` the
    /// normal approximation from a sum of twelve uniforms: no logarithm, whose last bit differs between machines.
    pub fn binomial(&mut self, n: u64, p: f64) -> u64 {
        if p > 0.5 {
            return n - self.binomial(n, 1.0 - p);
        }
        if n == 0 || p <= 0.0 {
            return 0;
        }
        let none = power(1.0 - p, n);
        if none > 1e-290 {
            return self.invert(n, p, none);
        }
        let (mean, deviation) = (n as f64 * p, (n as f64 * p * (1.0 - p)).sqrt());
        let twelve: f64 = (0..12).map(|_| self.uniform()).sum();
        let drawn = (mean + deviation * (twelve - 6.0)).round().clamp(0.0, n as f64);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=n")]
        let drawn = drawn as u64;
        drawn
    }

    fn invert(&mut self, n: u64, p: f64, none: f64) -> u64 {
        let odds = p / (1.0 - p);
        let (mut left, mut term, mut k) = (self.uniform(), none, 0);
        while left > term && k < n {
            left -= term;
            term *= odds * (n - k) as f64 / (k + 1) as f64;
            k += 1;
        }
        k
    }
}

/// The finaliser of `SplitMix64`: a good hash of 64 bits.
pub fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// A hash of a text that is the same on every machine and in every version (FNV-1a, finalised).
pub fn hash_text(text: &str) -> u64 {
    let fnv = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    mix(text.bytes().fold(0xCBF2_9CE4_8422_2325, fnv))
}

fn power(base: f64, mut exponent: u64) -> f64 {
    let (mut result, mut square) = (1.0, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| stream.next_u64()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn binomial_draws_have_their_mean_and_spread() {
        for (n, p) in [(20_u64, 0.3), (500, 0.02), (5_000, 0.5), (100_000, 0.9)] {
            let mut stream = SplitMix64::new(7);
            let draws: Vec<f64> = (0..4_000).map(|_| stream.binomial(n, p) as f64).collect();
            let mean = draws.iter().sum::<f64>() / 4_000.0;
            let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / 4_000.0;
            let (right_mean, right_variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
            assert!((mean - right_mean).abs() < 4.0 * (right_variance / 4_000.0).sqrt(), "{n} {p}: {mean}");
            assert!((variance / right_variance - 1.0).abs() < 0.12, "{n} {p}: {variance}");
        }
    }
}
