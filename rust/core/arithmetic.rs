//! Arithmetic on whole numbers that several modules need.

/// `CHOOSE[size][n]`: the subsets of up to seven of up to 52 things.
///
/// In the order of the greatest number, then of the next, the `k`-th number of a subset adds `CHOOSE[k][number]` to
/// the place of the subset.
pub(crate) static CHOOSE: [[u32; 53]; 8] = {
    let mut choose = [[0; 53]; 8];
    let mut n = 0;
    while n < 53 {
        choose[0][n] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            choose[k][n] = choose[k][n - 1] + choose[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// Returns the number of subsets of `size`, up to seven, of `n` things, up to 52.
#[inline]
pub(crate) fn choose(n: usize, size: usize) -> usize {
    CHOOSE[size][n] as usize
}

/// Returns the greatest number that divides both; the other one if one of them is 0.
pub(crate) const fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns `a * b` as the upper and the lower half of 256 bits: products compare as these pairs do.
pub(crate) const fn wide_product(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a_high, a_low, b_high, b_low) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a_low * b_low;
    // Two products of 64 bits each and a carry fit: (2^64 - 1)^2 + 2 * (2^64 - 1) = 2^128 - 1.
    let middle = a_high * b_low + (low >> 64);
    let other = a_low * b_high + (middle & LOW);
    (a_high * b_high + (middle >> 64) + (other >> 64), other << 64 | low & LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_counted() {
        assert_eq!([choose(0, 0), choose(0, 1), choose(4, 5), choose(52, 3)], [1, 0, 0, 22_100]);
        assert_eq!(choose(52, 7), 133_784_560);
    }

    #[test]
    fn divisors_are_common() {
        assert_eq!([(12, 18), (0, 5), (5, 0), (7, 3)].map(|(a, b)| common_divisor(a, b)), [6, 5, 5, 1]);
    }

    #[test]
    fn products_keep_all_their_bits() {
        assert_eq!(wide_product(3, 5), (0, 15));
        assert_eq!(wide_product(1 << 100, 1 << 100), (1 << 72, 0));
        assert_eq!(wide_product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(wide_product(u128::MAX, 1 << 64), ((1 << 64) - 1, u128::MAX << 64));
    }
}
