//! What part of the pot each hand will win: exactly where that is cheap, by sampling elsewhere.
//!
//! A [`Spot`] is what is known: each player's cards, some of them perhaps in part ([`pattern`](Pattern)), the dead cards and
//! the common one. Cards to come and cards that are hidden are the same thing here: unseen.

mod chance;
mod exact;
mod next_card;
mod next_cards;
mod outcome;
mod plan;
mod plans;
mod record;
mod result;
mod sample;
mod spot;
pub mod starts;
mod winnings;

pub use chance::Chance;
pub use exact::{Exact, ExactError, MAX_GIB};
pub use next_card::{NextCardError, Question};
pub use next_cards::NextCards;
pub use outcome::{Outcome, POT, Tally};
pub use plan::{Approach, Method, MethodError, PATIENCE};
pub use plans::{exact_seconds_until, plans_until};
pub use result::{CHANCES, Equity, Label};
pub use sample::{Goal, SampleError, Sampled, sample};
pub use spot::{
    Common, Holding, MAX_SETS, MAX_WEIGHT, Pattern, PatternError, Place, Seen, SeenError, Spot, SpotError,
    Weight, WeightError, whole_weights,
};
pub use winnings::Winnings;

/// The most players there can be.
pub const MAX_PLAYERS: usize = 8;

/// Returns a vector with room for a number of items. `None` if the system has no memory for them.
fn room<T>(items: usize) -> Option<Vec<T>> {
    let mut all = Vec::new();
    all.try_reserve_exact(items).ok()?;
    Some(all)
}
