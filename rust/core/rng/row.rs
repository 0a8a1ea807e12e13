//! Four words at once: the plain twin, and SSE2, which every x86-64 has. (Left to itself the compiler takes the
//! plain one apart into single words, 3 times as slow.)

/// Four words in a plain array.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(super) struct Plain([u32; 4]);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Plain {
    pub const fn new(words: [u32; 4]) -> Self {
        Self(words)
    }

    pub const fn words(self) -> [u32; 4] {
        self.0
    }

    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }

    /// The exclusive or, rotated `LEFT` bits; `RIGHT` are the other bits of the 32.
    pub fn mixed<const LEFT: i32, const RIGHT: i32>(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| {
            let word = self.0[lane] ^ other.0[lane];
            word << LEFT | word >> RIGHT
        }))
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use Plain as Row;

#[cfg(target_arch = "x86_64")]
pub(super) use sse2::Row;

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_cvtsi128_si64, _mm_or_si128, _mm_set_epi64x, _mm_slli_epi32,
        _mm_srli_epi32, _mm_unpackhi_epi64, _mm_xor_si128,
    };

    /// Four words in one register.
    #[derive(Clone, Copy)]
    pub struct Row(__m128i);

    impl Row {
        #[inline]
        pub fn new([a, b, c, d]: [u32; 4]) -> Self {
            let pair = |low: u32, high: u32| (u64::from(high) << 32 | u64::from(low)).cast_signed();
            Self(_mm_set_epi64x(pair(c, d), pair(a, b)))
        }

        #[inline]
        #[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
        pub fn words(self) -> [u32; 4] {
            let low = _mm_cvtsi128_si64(self.0).cast_unsigned();
            let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(self.0, self.0)).cast_unsigned();
            [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
        }

        #[inline]
        pub fn plus(self, other: Self) -> Self {
            Self(_mm_add_epi32(self.0, other.0))
        }

        /// As the plain one.
        #[inline]
        pub fn mixed<const LEFT: i32, const RIGHT: i32>(self, other: Self) -> Self {
            let words = _mm_xor_si128(self.0, other.0);
            Self(_mm_or_si128(_mm_slli_epi32::<LEFT>(words), _mm_srli_epi32::<RIGHT>(words)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_row_agree() {
        let (x, y) = ([1, 0xffff_ffff, 0x8000_0001, 12_345], [0xffff_ffff, 0xffff_ffff, 0x8000_0000, 678]);
        let (plain_x, plain_y) = (Plain::new(x), Plain::new(y));
        let (row_x, row_y) = (Row::new(x), Row::new(y));
        assert_eq!((plain_x.words(), row_y.words()), (x, y));
        assert_eq!(row_x.plus(row_y).words(), plain_x.plus(plain_y).words());
        assert_eq!(plain_x.plus(plain_y).words(), [0, 0xffff_fffe, 1, 13_023]);
        assert_eq!(row_x.mixed::<7, 25>(row_y).words(), plain_x.mixed::<7, 25>(plain_y).words());
        assert_eq!(plain_x.mixed::<8, 24>(plain_y).words()[0], 0xffff_feff);
    }
}
