//! What a lookup costs, in points that the user may weigh otherwise.

use std::str::FromStr;

use super::measure::Measured;
use crate::receipt::Vocabulary as _;
use crate::receipt::vocabulary::vocabulary;

vocabulary! {
    /// What costs something.
    Weight is "weight" {
        FalseSuccess = "false_success": "A lookup that told the model it has evidence when it has none.",
        Missed = "missed": "A lookup that did not use a useful answer that was to be had.",
        OverBudget = "over_budget": "A lookup that took longer than its budget.",
        Dialled = "dialled": "A call of a transport.",
        Second = "second": "A second of the user's time.",
        ProseError = "prose_error": "An error told as a sentence.",
    }
}

/// Points for each [`Weight`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost([f64; Weight::ALL.len()]);

impl Default for Cost {
    /// A false citation is the worst; a second of waiting costs as much as two calls.
    fn default() -> Self {
        Self([10.0, 4.0, 2.0, 0.1, 0.2, 1.0])
    }
}

impl Cost {
    /// The points of one weight.
    pub fn of(&self, weight: Weight) -> f64 {
        self.0.get(weight as usize).copied().unwrap_or(0.0)
    }

    /// What one lookup costs.
    pub fn of_lookup(&self, measured: &Measured) -> f64 {
        let times = |weight: Weight| match weight {
            Weight::FalseSuccess => f64::from(u8::from(measured.false_success)),
            Weight::Missed => f64::from(u8::from(measured.missed)),
            Weight::OverBudget => f64::from(u8::from(measured.over_budget)),
            Weight::Dialled => measured.dialled as f64,
            Weight::Second => measured.elapsed_ms as f64 / 1000.0,
            Weight::ProseError => f64::from(u8::from(measured.prose_error)),
        };
        Weight::ALL.iter().map(|weight| self.of(*weight) * times(*weight)).sum()
    }

    /// The formula, for people.
    pub fn formula(&self) -> String {
        let parts: Vec<String> =
            Weight::ALL.iter().map(|weight| format!("{} × {weight}", self.of(*weight))).collect();
        parts.join(" + ")
    }
}

impl FromStr for Cost {
    type Err = String;

    /// Reads `false_success=10,second=0.5`; what is left out has its default.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut cost = Self::default();
        for part in text.split(',') {
            let usage = || {
                let names = Weight::wire_names().join(", ");
                format!("`{part}` is no weight; write NAME=POINTS, with a name of {names}")
            };
            let (name, points) = part.split_once('=').ok_or_else(usage)?;
            let weight = Weight::from_wire(name.trim()).ok_or_else(usage)?;
            let points: f64 = points.trim().parse().map_err(|_| usage())?;
            if !points.is_finite() || !(0.0..=1e6).contains(&points) {
                return Err(format!("`{part}`: points are 0 to 1000000"));
            }
            if let Some(place) = cost.0.get_mut(weight as usize) {
                *place = points;
            }
        }
        Ok(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_that_is_left_out_has_its_default() {
        let cost: Cost = "second=3, missed=0".parse().unwrap();
        assert_eq!(
            cost.formula(),
            "10 × false_success + 0 × missed + 2 × over_budget + 0.1 × dialled + \
             3 × second + 1 × prose_error"
        );
        for wrong in
            ["", "second", "second=", "second=-1", "second=nan", "second=inf", "hour=1", "second=1,,"]
        {
            assert!(wrong.parse::<Cost>().is_err(), "{wrong}");
        }
    }
}
