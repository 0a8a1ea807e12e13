//! Which hands are played, by whom, for what: a plan, checked once.

use super::policy::Policy;
use super::seating::Seating;
use crate::deal::BURNS;
use crate::hand::{Hand, SetupError};
use crate::rules::{Chips, Rules};
use crate::seat::Seat;
use crate::statistics::{Classes, Totals};

/// Why a plan is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The seats or stacks are not those of a hand.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The last hand would have no number.
    #[error("{hands} hands from number {start} on are too many: the last would be beyond {}", u64::MAX)]
    Numbers {
        /// The first hand.
        start: u64,
        /// The number of hands.
        hands: u64,
    },
}

/// Which hands to play: numbers `start` to `start + hands` of a seed, all with the same stacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The players with their antes paid.
    pub(super) table: Hand,
    pub(super) seating: Seating,
    pub(super) classes: bool,
    pub(super) seed: u64,
    pub(super) start: u64,
    pub(super) hands: u64,
}

impl Plan {
    /// Returns a plan in which every seat plays at random; [`Plan::seat`] seats other players. `ask_muck` is
    /// taken as off: a simulation never asks [rules 2], and no payment depends on it.
    ///
    /// # Errors
    /// [`PlanError`] if the seats or stacks are not those of a hand, or a hand would be beyond the last number.
    pub fn new(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        seed: u64,
        start: u64,
        hands: u64,
    ) -> Result<Self, PlanError> {
        // The last hand may have the last number.
        start.checked_add(hands.saturating_sub(1)).ok_or(PlanError::Numbers { start, hands })?;
        let rules = rules.without_muck_choice();
        let table = Hand::seated(rules, stacks, &mut ())?;
        let seating = Seating::all(Policy::Uniform, table.seats());
        Ok(Self { table, seating, classes: false, seed, start, hands })
    }

    /// Returns the same plan with these players, who sit in the same seats.
    #[must_use]
    pub fn seat(self, seating: Seating) -> Self {
        Self { seating, ..self }
    }

    /// Returns the same plan, with counts for each starting hand.
    #[must_use]
    pub fn by_class(self) -> Self {
        Self { classes: true, ..self }
    }

    /// Returns the number of the first hand.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.start
    }

    /// Returns the number of hands; where seats are rotated over the same cards, the number of deals.
    #[must_use]
    pub const fn hands(&self) -> u64 {
        self.hands
    }

    /// Returns who sits where.
    #[must_use]
    pub const fn seating(&self) -> &Seating {
        &self.seating
    }

    /// Returns totals of no hands.
    #[must_use]
    pub fn nothing(&self) -> Totals {
        let classes = self.classes.then(|| Classes::of(self.seating.policies().len()));
        Totals { classes, ..Totals::default() }
    }

    pub(super) const fn table(&self) -> &Hand {
        &self.table
    }

    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of cards of the deck that a hand can need.
    pub(super) fn most_cards(&self) -> usize {
        7 * self.table.seats().len() + if self.table.rules().house.burn { BURNS } else { 0 }
    }
}
