//! Weights as people write them, made whole.

use std::str::FromStr;

use crate::arithmetic::common_divisor;
use crate::text::{At, clip};

/// A weight, exactly: a fraction that isn't negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    numerator: u128,
    denominator: u128,
}

/// Why a text is no weight.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightError {
    /// Something that is no plain number.
    #[error(
        "{text:?} is no weight: a whole number, a decimal like 0.25 or a fraction like 1/3{}",
        At::of_word(text)
    )]
    Invalid {
        /// The text, shortened if it is long.
        text: String,
    },
    /// Less than nothing.
    #[error("the weight {text} is negative: a weight is 0 or more")]
    Negative {
        /// The text.
        text: String,
    },
}

impl Weight {
    /// A fraction; none if the denominator is 0.
    #[must_use]
    pub fn new(numerator: u128, denominator: u128) -> Option<Weight> {
        (denominator > 0).then(|| {
            let divisor = common_divisor(numerator, denominator);
            Weight { numerator: numerator / divisor, denominator: denominator / divisor }
        })
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Weight, WeightError> {
        let shown = || clip(text, 40);
        let plain = text.trim();
        if plain.len() > 1 && plain.starts_with('-') {
            return match parse(&plain[1..]) {
                Some(_) => Err(WeightError::Negative { text: shown() }),
                None => Err(WeightError::Invalid { text: shown() }),
            };
        }
        parse(plain).ok_or_else(|| WeightError::Invalid { text: shown() })
    }
}

fn parse(text: &str) -> Option<Weight> {
    // `parse` would take a sign as well.
    let digits =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u128>().ok());
    if let Some((numerator, denominator)) = text.split_once('/') {
        return Weight::new(digits(numerator)??, digits(denominator)??);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let numerator = digits(&[whole, part].concat())??;
    Weight::new(numerator, 10_u128.checked_pow(u32::try_from(part.len()).ok()?)?)
}

/// The smallest whole numbers in the same proportions; none if one of them is 2^64 or more.
///
/// ```
/// use stud8::equity::{Weight, WeightError, whole_weights};
///
/// let weights = ["0.5", "1/3", "2"].map(str::parse::<Weight>);
/// let weights = weights.into_iter().collect::<Result<Vec<_>, WeightError>>()?;
/// assert_eq!(whole_weights(&weights), Some(vec![3, 2, 12]));
/// # Ok::<(), WeightError>(())
/// ```
#[must_use]
pub fn whole_weights(weights: &[Weight]) -> Option<Vec<u64>> {
    let denominator = weights.iter().try_fold(1_u128, |all, weight| {
        all.checked_mul(weight.denominator / common_divisor(all, weight.denominator))
    })?;
    let whole = weights.iter().map(|weight| weight.numerator.checked_mul(denominator / weight.denominator));
    let whole: Vec<u128> = whole.collect::<Option<_>>()?;
    let divisor = whole.iter().fold(0, |all, &weight| common_divisor(weight, all)).max(1);
    whole.into_iter().map(|weight| u64::try_from(weight / divisor).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_exactly() {
        for (text, numerator, denominator) in [
            ("0", 0, 1),
            ("3", 3, 1),
            ("0.25", 1, 4),
            (".5", 1, 2),
            ("2.", 2, 1),
            (" 10/4 ", 5, 2),
            ("0.1", 1, 10),
            ("007.50", 15, 2),
        ] {
            assert_eq!(text.parse(), Ok(Weight { numerator, denominator }), "{text}");
        }
        let long = "0.".to_owned() + &"1".repeat(60);
        for text in [
            "", ".", "-", "1/0", "1/", "/2", "+1", "1e3", "inf", "nan", "--1", "-x", "0x1", "1.2/3", "½",
            &long,
        ] {
            assert!(matches!(text.parse::<Weight>(), Err(WeightError::Invalid { .. })), "{text}");
        }
        assert_eq!("-0.5".parse::<Weight>(), Err(WeightError::Negative { text: "-0.5".to_owned() }));
    }

    #[test]
    fn proportions_are_kept_in_the_smallest_numbers() {
        let whole = |texts: &[&str]| {
            let weights: Vec<Weight> = texts.iter().map(|text| text.parse().unwrap()).collect();
            whole_weights(&weights)
        };
        assert_eq!(whole(&["0.3", "0.6", "0"]), Some(vec![1, 2, 0]));
        assert_eq!(whole(&["1/6", "1/10"]), Some(vec![5, 3]));
        assert_eq!(whole(&["0", "0"]), Some(vec![0, 0]));
        assert_eq!(whole(&["18446744073709551616", "36893488147419103232"]), Some(vec![1, 2]));
        assert_eq!(whole(&["18446744073709551616", "1"]), None);
        assert_eq!(whole(&["1/340282366920938463463374607431768211455", "1/2"]), None);
    }
}
