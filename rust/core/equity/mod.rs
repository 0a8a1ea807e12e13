//! What part of the pot each hand will win: exactly where that is cheap, by sampling elsewhere.
//!
//! A [`Spot`] is what is known: each player's cards, some of them perhaps in part ([`pattern`](Pattern)), the dead cards and
//! the common one. Cards to come and cards that are hidden are the same thing here: unseen.

mod choice;
mod error;
mod exact;
mod fits;
mod lanes;
mod outcome;
mod pattern;
mod range;
mod sample;
mod spot;
pub mod starts;

pub use error::{Place, SpotError};
pub use exact::{Exact, ExactError};
pub use outcome::{Outcome, POT, Tally};
pub use pattern::{Pattern, PatternError};
pub use range::MAX_SETS;
pub use sample::{Goal, SampleError, Sampled, sample};
pub use spot::{Common, Holding, MAX_WEIGHT, Spot};

/// The most players there can be.
pub const MAX_PLAYERS: usize = 8;
