//! Amounts of money: decimal text ⇄ whole numbers of the smallest unit, without binary floats.

use super::clip;
use crate::rules::{Chips, MAX_CHIPS};

/// Reads an amount, or says what is wrong with it.
pub(super) fn parse(text: &str, decimals: u8) -> Result<Chips, String> {
    let wrong = |why: &str| format!("the amount {} {why}", clip(text));
    let invalid = || wrong("is no number: write it like 40, or 0.40 with decimals=2");
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| invalid())?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid());
    }
    let fraction = fraction.trim_end_matches('0');
    let digits = [whole, fraction].concat();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    if negative {
        return Err(wrong("is negative: amounts are 0 or more"));
    }
    let places = i64::try_from(fraction.len()).unwrap_or(i64::MAX).saturating_sub(exponent.into());
    let shift = i64::from(decimals).saturating_sub(places);
    let (digits, zeros) = if shift < 0 {
        // A whole number such as 500e-2 may still fit.
        let trimmed = digits.trim_end_matches('0');
        let spare = i64::try_from(digits.len() - trimmed.len()).unwrap_or(i64::MAX);
        if spare.saturating_add(shift) < 0 {
            let needed = places - spare;
            return Err(wrong(&format!(
                "has {needed} decimal place(s), and amounts are read with decimals={decimals}: pass decimals={needed}"
            )));
        }
        (trimmed, spare + shift)
    } else {
        (digits, shift)
    };
    let too_much = || wrong(&format!("is more than the most that is possible, {MAX_CHIPS}"));
    let mut chips: Chips = digits.parse().map_err(|_| too_much())?;
    for _ in 0..zeros.min(20) {
        chips = chips.checked_mul(10).ok_or_else(too_much)?;
    }
    if chips > MAX_CHIPS { Err(too_much()) } else { Ok(chips) }
}

/// Writes an amount with so many decimal places.
pub(super) fn format(chips: Chips, decimals: u8) -> String {
    let places = usize::from(decimals);
    if places == 0 {
        return chips.to_string();
    }
    let digits = format!("{chips:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        for (text, decimals, chips) in [
            ("40", 0, 40),
            ("0.40", 2, 40),
            ("0.4", 2, 40),
            ("2", 2, 200),
            ("+1.10", 2, 110),
            ("3.0", 0, 3),
            ("1.5e3", 0, 1500),
            ("500E-2", 0, 5),
            ("-0", 0, 0),
            ("0.000", 1, 0),
            ("1099511627776", 0, MAX_CHIPS),
        ] {
            assert_eq!(parse(text, decimals), Ok(chips), "{text} with {decimals}");
        }
        // 0.29 × 100 is 28.999… in binary.
        assert_eq!(parse("0.29", 2), Ok(29));
    }

    #[test]
    fn amounts_that_do_not_fit_say_what_would() {
        for (text, decimals, why) in [
            ("0.40", 0, "has 1 decimal place(s), and amounts are read with decimals=0: pass decimals=1"),
            ("0.25", 1, "pass decimals=2"),
            ("5e-3", 2, "pass decimals=3"),
            ("1099511627777", 0, "is more than the most"),
            ("1e999999", 0, "is more than the most"),
            ("1", 255, "is more than the most"),
            ("1e99999999999", 0, "is no number"),
            ("-1", 0, "is negative"),
            ("inf", 0, "is no number"),
            ("", 0, "is no number"),
            (".", 0, "is no number"),
            ("1_0", 0, "is no number"),
            ("1.2.3", 0, "is no number"),
            ("٣", 0, "is no number"),
        ] {
            let error = parse(text, decimals).expect_err(text);
            assert!(error.contains(why), "{error}");
        }
        assert!(parse("1e-2147483648", 0).is_err());
    }

    #[test]
    fn amounts_read_back() {
        for decimals in [0, 1, 2, 3] {
            for chips in [0, 1, 9, 10, 40, 123, 99_999, MAX_CHIPS] {
                assert_eq!(parse(&format(chips, decimals), decimals), Ok(chips));
            }
        }
        assert_eq!(format(40, 2), "0.40");
        assert_eq!(format(5, 0), "5");
    }
}
