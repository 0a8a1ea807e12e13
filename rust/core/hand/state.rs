//! What a hand tells of itself.

use super::{Hand, PayoffError, Stage};
use crate::action::Dealt;
use crate::betting::Round;
use crate::card::Card;
use crate::pot::Pots;
use crate::rules::{Chips, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

impl Hand {
    /// The house rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All seats dealt in.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The seats dealt in and not folded.
    #[must_use]
    pub const fn live(&self) -> SeatSet {
        self.players.live
    }

    /// Third to seventh street, as 3 to 7. It stays where the hand ended.
    #[must_use]
    pub const fn street(&self) -> u8 {
        self.street
    }

    /// What each has in front of him, not bet.
    #[must_use]
    pub fn stacks(&self) -> [Chips; SEATS] {
        Seat::ALL.map(|seat| self.players.stack(seat) + self.won[seat.index()])
    }

    /// What each put in on the running street.
    #[must_use]
    pub const fn bets(&self) -> &[Chips; SEATS] {
        &self.players.bets
    }

    /// What each put in over the whole hand, antes included, uncalled chips taken off again.
    #[must_use]
    pub fn contributions(&self) -> [Chips; SEATS] {
        std::array::from_fn(|i| self.start[i] - self.players.chips[i] + self.players.bets[i])
    }

    /// The betting round of the street.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The pots: antes and finished streets, among the players in now. Paid pots are gone.
    #[must_use]
    pub fn pots(&self) -> Pots {
        if self.stage == Stage::Over {
            return self.unpaid.nonempty();
        }
        let (put_in, extra) = self.put_in();
        Pots::new(&put_in, extra, self.players.live)
    }

    /// What the levels of the pots count, and what belongs to the first pot whoever paid it.
    pub(super) fn put_in(&self) -> ([Chips; SEATS], Chips) {
        if self.rules.trim_antes {
            (std::array::from_fn(|i| self.start[i] - self.players.chips[i]), 0)
        } else {
            let antes = self.antes.iter().sum();
            (std::array::from_fn(|i| self.start[i] - self.antes[i] - self.players.chips[i]), antes)
        }
    }

    /// A seat's own cards in dealt order.
    #[must_use]
    pub const fn dealt(&self, seat: Seat) -> &Dealt {
        &self.dealt[seat.index()]
    }

    /// The common card: `Some(None)` when it has been dealt and nobody knows it.
    #[must_use]
    pub const fn common_card(&self) -> Option<Option<Card>> {
        self.common
    }

    /// Who has shown.
    #[must_use]
    pub const fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Whether the hand is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// What each won or lost; seats that weren't dealt in have 0. They sum to minus the rake.
    ///
    /// # Errors
    /// Before the end, and where a pot depends on cards that nobody knows.
    pub fn payoffs(&self) -> Result<[i64; SEATS], PayoffError> {
        if !self.is_over() {
            return Err(PayoffError::NotOver);
        }
        if let Some(pot) = self.unpaid.first_nonempty() {
            return Err(PayoffError::UnknownCards { pot });
        }
        let stacks = self.stacks();
        Ok(std::array::from_fn(|i| stacks[i].cast_signed() - self.start[i].cast_signed()))
    }

    /// The stacks before the antes.
    #[must_use]
    pub const fn starting_stacks(&self) -> &[Chips; SEATS] {
        &self.start
    }
}
