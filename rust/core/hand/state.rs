//! What a hand tells of itself.

use super::error::PayoffError;
use super::{Hand, Stage};
use crate::action::Dealt;
use crate::betting::{ToAct, fast};
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

    /// What the hand waits for.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns each player's chips that are not bet.
    #[must_use]
    pub fn stacks(&self) -> [Chips; SEATS] {
        // No player can put in more than the own chips, or be paid more than all there is.
        let left = |i: usize| self.players.chips[i].wrapping_sub(self.players.bets[i]);
        std::array::from_fn(|i| left(i).wrapping_add(self.won[i]))
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

    /// All chips in the middle: the antes and bets of all players, those of the running street included and uncalled
    /// chips taken off. After the end it is still what was played for.
    #[must_use]
    pub fn pot(&self) -> Chips {
        let sum = |chips: &[Chips; SEATS]| chips.iter().fold(0, |sum: Chips, &chips| sum.wrapping_add(chips));
        sum(&self.start).wrapping_sub(sum(&self.players.chips)).wrapping_add(sum(&self.players.bets))
    }

    /// Who hasn't folded and has no chips left.
    #[must_use]
    pub fn all_in(&self) -> SeatSet {
        if self.is_over() {
            let stacks = self.stacks();
            return self.players.live.into_iter().filter(|seat| stacks[seat.index()] == 0).collect();
        }
        self.players.live.minus(self.players.able)
    }

    /// What the actor may do, as an observation says it.
    #[inline]
    pub(crate) fn turn(&self) -> ToAct {
        if self.stage == Stage::Betting {
            fast::to_act(&self.round, &self.rules, &self.players)
        } else {
            ToAct::of_legal(self.legal(), 0)
        }
    }

    /// What a seat may do and what it would add, as its observation says it; `None` is the rail.
    pub(crate) fn turn_of(&self, seat: Option<Seat>) -> ToAct {
        match seat {
            Some(seat) if self.actor() == Some(seat) => self.turn(),
            Some(seat) if self.live().contains(seat) => {
                let behind = self.current_bet().saturating_sub(self.bets()[seat.index()]);
                ToAct { to_call: behind.min(self.players.stack(seat)), ..ToAct::default() }
            }
            _ => ToAct::default(),
        }
    }

    /// What the actor adds by action 1: the call or the bring-in, or all that the actor has if that is less. 0 for a
    /// check, and when no seat is to act.
    #[must_use]
    pub fn to_call(&self) -> Chips {
        self.turn_of(self.actor()).to_call
    }

    /// How many more full wagers the cap allows on this street: `None` is no cap. Without betting 0.
    #[must_use]
    pub fn wagers_left(&self) -> Option<u64> {
        if self.stage == Stage::Betting { self.round.wagers_left() } else { Some(0) }
    }

    /// The most anyone has put in on the running street; the full bring-in even if less went in.
    #[must_use]
    pub const fn current_bet(&self) -> Chips {
        self.round.current_bet()
    }

    /// Who made the last wager of the running street, full or short.
    #[must_use]
    pub const fn aggressor(&self) -> Option<Seat> {
        self.round.aggressor()
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

    /// What the levels of the pots count, and what belongs to the first pot regardless of the payer.
    pub(super) fn put_in(&self) -> ([Chips; SEATS], Chips) {
        if self.rules.house.trim_antes {
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
    /// Before the end, and where a pot depends on unknown cards.
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
