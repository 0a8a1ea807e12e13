//! A part of a whole: a fraction where all was counted, a ratio where it was sampled.

use serde_json::{Number, Value};

use crate::arithmetic::common_divisor;

/// A chance: how many of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many.
    pub part: u128,
    /// Of how many.
    pub whole: u128,
    /// Whether these are all there are, and not a sample.
    pub exact: bool,
}

impl Chance {
    /// Returns the chance as a ratio.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people, or one of a sample")]
    pub fn ratio(self) -> f64 {
        self.part as f64 / self.whole.max(1) as f64
    }

    /// Returns the chance as a text in lowest terms: `1/2`, or `0` or `1`.
    #[must_use]
    pub fn fraction(self) -> String {
        let divisor = common_divisor(self.part, self.whole).max(1);
        match (self.part / divisor, self.whole / divisor) {
            (part, 1) => part.to_string(),
            (part, whole) => format!("{part}/{whole}"),
        }
    }

    /// Returns the chance as records have it: a fraction as text if it is exact, else a number.
    #[must_use]
    pub fn to_value(self) -> Value {
        if self.exact { self.fraction().into() } else { number(self.ratio()) }
    }
}

/// Returns a number as records have it: null where it is infinite, which JSON has no number for (RFC 8259).
pub(super) fn number(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(part: u128, whole: u128, exact: bool) -> Value {
        Chance { part, whole, exact }.to_value()
    }

    #[test]
    fn chances_are_fractions_or_ratios() {
        assert_eq!(
            [(2, 4), (0, 7), (7, 7), (6, 4)].map(|(part, whole)| chance(part, whole, true)),
            ["1/2", "0", "1", "3/2"]
        );
        assert_eq!(chance(1, 4, false), Value::from(0.25));
        assert_eq!([0.5, f64::INFINITY, f64::NAN].map(number), [Value::from(0.5), Value::Null, Value::Null]);
    }
}
