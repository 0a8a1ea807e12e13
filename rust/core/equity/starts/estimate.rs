//! What an estimate of a starting hand against several random hands says.

use std::ops::RangeInclusive;

/// The numbers of opponents for which there are estimates.
pub const OPPONENTS: RangeInclusive<usize> = 2..=7;

/// The unit of a [`Multiway`]: its numbers are in parts of 100,000.
pub const PARTS: u32 = 100_000;

/// What a starting hand wins against several random hands, estimated from a sample, in [`PARTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiway {
    /// The equity: its part of the pot.
    pub share: u32,
    /// The standard error of the equity, rounded up.
    pub error: u32,
    /// How often it takes the whole pot \[C48\].
    pub scoops: u32,
    /// How often it has the best high, alone or not.
    pub highs: u32,
    /// How often it has the best low, alone or not.
    pub lows: u32,
}
