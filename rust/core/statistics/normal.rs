//! The normal distribution.

/// Returns the value below which the part `p` of a standard normal distribution lies; `None` unless `p` is between 0 and 1.
///
/// Algorithm AS 241 (Wichura, 1988), which is exact to about 16 digits.
pub(super) fn quantile(p: f64) -> Option<f64> {
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return Some(polynomial(&MIDDLE[0], r) * q / polynomial(&MIDDLE[1], r));
    }
    let tail = if q <= 0.0 { p } else { 1.0 - p };
    if !(tail > 0.0 && tail < 1.0) {
        return None;
    }
    let r = (-tail.ln()).sqrt();
    let (shift, [above, below]) = if r <= 5.0 { (1.6, &NEAR) } else { (5.0, &FAR) };
    let value = polynomial(above, r - shift) / polynomial(below, r - shift);
    Some(if q < 0.0 { -value } else { value })
}

/// Returns the value of a polynomial, of which the highest coefficient comes first.
fn polynomial(coefficients: &[f64; 8], x: f64) -> f64 {
    coefficients.iter().skip(1).fold(coefficients[0], |sum, coefficient| sum * x + coefficient)
}

/// For `p` from 0.075 to 0.925: the coefficients above and below the line.
const MIDDLE: [[f64; 8]; 2] = [
    [
        2_509.080_928_730_122_7,
        33_430.575_583_588_13,
        67_265.770_927_008_7,
        45_921.953_931_549_87,
        13_731.693_765_509_46,
        1_971.590_950_306_551_3,
        133.141_667_891_784_38,
        3.387_132_872_796_366_5,
    ],
    [
        5_226.495_278_852_854,
        28_729.085_735_721_943,
        39_307.895_800_092_71,
        21_213.794_301_586_597,
        5_394.196_021_424_751,
        687.187_007_492_057_9,
        42.313_330_701_600_91,
        1.0,
    ],
];

/// For tails down to exp(-25): the coefficients above and below the line.
const NEAR: [[f64; 8]; 2] = [
    [
        0.000_774_545_014_278_341_4,
        0.022_723_844_989_269_184,
        0.241_780_725_177_450_6,
        1.270_458_252_452_368_4,
        3.647_848_324_763_204_5,
        5.769_497_221_460_691,
        4.630_337_846_156_546,
        1.423_437_110_749_683_5,
    ],
    [
        1.050_750_071_644_416_9e-9,
        0.000_547_593_808_499_534_5,
        0.015_198_666_563_616_457,
        0.148_103_976_427_480_08,
        0.689_767_334_985_1,
        1.676_384_830_183_803_8,
        2.053_191_626_637_759,
        1.0,
    ],
];

/// For the rest: the coefficients above and below the line.
const FAR: [[f64; 8]; 2] = [
    [
        2.010_334_399_292_288_1e-7,
        2.711_555_568_743_487_6e-5,
        0.001_242_660_947_388_078_4,
        0.026_532_189_526_576_124,
        0.296_560_571_828_504_87,
        1.784_826_539_917_291_3,
        5.463_784_911_164_114,
        6.657_904_643_501_103,
    ],
    [
        2.044_263_103_389_939_7e-15,
        1.421_511_758_316_446e-7,
        1.846_318_317_510_054_8e-5,
        0.000_786_869_131_145_613_3,
        0.014_875_361_290_850_615,
        0.136_929_880_922_735_8,
        0.599_832_206_555_888,
        1.0,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (p, expected) in [(0.5, 0.0), (0.975, 1.959_963_984_540_054), (0.995, 2.575_829_303_548_900_4)] {
            let found = [p, 1.0 - p].map(|p| quantile(p).expect("between 0 and 1"));
            assert!((found[0] - expected).abs() < 1e-15 && (found[1] + expected).abs() < 1e-14, "{found:?}");
        }
        // A tail beyond exp(-25).
        assert!((quantile(1e-15).expect("a tail") + 7.941_345_326_170_997).abs() < 1e-12);
    }

    #[test]
    fn nothing_lies_below_none_or_all_of_it() {
        for p in [0.0, 1.0, -1.0, 2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(quantile(p), None, "{p}");
        }
    }
}
