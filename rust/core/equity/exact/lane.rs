//! The numbers that a sweep counts in: as narrow as the counts allow.
#![expect(
    clippy::inline_always,
    reason = "what isn't inlined into a function for AVX2 is compiled for the baseline"
)]

use std::ops::AddAssign;

/// How many lows a row tells apart.
pub(super) const LANES: usize = 64;

/// A number for each low.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row<T>(pub [T; LANES]);

impl<T: Copy + Default> Row<T> {
    #[inline(always)]
    pub fn zero() -> Row<T> {
        Row([T::default(); LANES])
    }
}

/// A count in a lane, modulo its width: what is left when all is added and subtracted must fit.
pub(super) trait Lane: Copy + Default + Send + Sync {
    type Kinds: Kinds;
    /// The sum of the same lane of many queries.
    type Wide: Copy + Default + Send + Sync + AddAssign + Into<u128>;
    /// How many queries such a sum can hold.
    const QUERIES: u32;
    /// Whether completions count more than once.
    const WEIGHTED: bool;
    /// How many completions there may be.
    const MOST: u64;

    fn byte(of: u8) -> Self;
    fn word(of: u16) -> Self;
    fn times(of: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn wide(self, times: u64) -> Self::Wide;
}

macro_rules! lane {
    ($lane:ident, $kinds:ty, $wide:ident, $queries:expr, $weighted:expr, $most:expr) => {
        impl Lane for $lane {
            type Kinds = $kinds;
            type Wide = $wide;
            const QUERIES: u32 = $queries;
            const WEIGHTED: bool = $weighted;
            const MOST: u64 = $most;

            #[inline(always)]
            fn byte(of: u8) -> Self {
                of.into()
            }
            #[inline(always)]
            fn word(of: u16) -> Self {
                of.into()
            }
            #[inline(always)]
            #[allow(
                clippy::allow_attributes,
                clippy::cast_possible_truncation,
                reason = "narrow ones are for completions that count once"
            )]
            fn times(of: u64) -> Self {
                of as $lane
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            #[allow(
                clippy::allow_attributes,
                clippy::cast_possible_truncation,
                reason = "narrow ones are for completions that count once"
            )]
            fn wide(self, times: u64) -> $wide {
                if $weighted { <$wide>::from(self) * <$wide>::from(times as $lane) } else { self.into() }
            }
        }
    };
}

lane!(u16, u64, u32, 1 << 16, false, (1 << 21) - 1);
lane!(u32, u128, u64, u32::MAX, false, u32::MAX as u64);
lane!(u64, [u64; 3], u128, u32::MAX, true, u64::MAX);

/// How many completions there are of each kind: those without a low that could win anything, those whose low is the first one
/// that can, and those with another. In one number if they fit.
pub(super) trait Kinds: Copy + Default + Send + Sync {
    fn of(kind: usize, times: u64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn get(self) -> [u64; 3];
}

macro_rules! packed_kinds {
    ($packed:ident, $bits:expr) => {
        impl Kinds for $packed {
            #[inline(always)]
            fn of(kind: usize, times: u64) -> Self {
                $packed::from(times) << ($bits * kind)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            #[allow(
                clippy::allow_attributes,
                clippy::cast_possible_truncation,
                clippy::unnecessary_cast,
                reason = "a few bits are meant"
            )]
            fn get(self) -> [u64; 3] {
                [0, 1, 2].map(|kind| (self >> ($bits * kind)) as u64 & ((1 << $bits) - 1))
            }
        }
    };
}

packed_kinds!(u64, 21);
packed_kinds!(u128, 42);

impl Kinds for [u64; 3] {
    #[inline(always)]
    fn of(kind: usize, times: u64) -> Self {
        let mut kinds = [0; 3];
        kinds[kind] = times;
        kinds
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        [0, 1, 2].map(|kind| self[kind].wrapping_add(other[kind]))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        [0, 1, 2].map(|kind| self[kind].wrapping_sub(other[kind]))
    }
    #[inline(always)]
    fn get(self) -> [u64; 3] {
        self
    }
}
