//! What part of the pot each hand will win: exactly where that is cheap, by sampling elsewhere.
//!
//! A [`Spot`] is what is known: each player's cards, some of them perhaps in part ([`pattern`](Pattern)), the dead cards and
//! the common one. Cards to come and cards that are hidden are the same thing here: unseen.

mod cases;
mod completions;
mod containing;
mod credit;
mod exact;
mod joint;
mod lane;
mod outcome;
mod pattern;
mod shape;
mod spot;
mod sweep;

pub use exact::{Exact, ExactError};
pub use outcome::{Outcome, POT, Tally};
pub use pattern::{Pattern, PatternError};
pub use spot::{Common, Holding, Spot, SpotError, known};

/// The most players there can be.
pub const MAX_PLAYERS: usize = 8;
