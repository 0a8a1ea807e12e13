//! The record of many hands, column by column: what a table of hands, or of actions, is made of.

use super::play::{Act, Play};
use crate::card::Card;
use crate::rules::Chips;
use crate::seat::{SEATS, Seat, SeatSet};

/// Cards of a seat: two down, four up, one down.
const CARDS: usize = 7;

/// Stands for a card that wasn't dealt.
pub const NO_CARD: u8 = 255;

/// Of each hand in the order of the numbers, and of each action in the order of the hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    seats: SeatSet,
    /// The number of the hand.
    pub numbers: Vec<u64>,
    /// Which time a number was played, from 0: the places that the policies have moved.
    pub repeats: Vec<u8>,
    /// The street on which the hand ended, 3 to 7.
    pub streets: Vec<u8>,
    /// Whether two or more were in at the end.
    pub showdowns: Vec<bool>,
    /// Chips put in by all, uncalled ones taken off.
    pub pots: Vec<Chips>,
    /// The common card as its number, or [`NO_CARD`].
    pub commons: Vec<u8>,
    /// For each seat dealt in, ascending: the numbers of its seven cards in dealt order, or [`NO_CARD`].
    pub cards: Vec<u8>,
    /// For each seat dealt in, ascending: chips won or lost.
    pub nets: Vec<i64>,
    /// For each seat dealt in, ascending: the place of its policy.
    pub policies: Vec<u8>,
    /// How many actions there were up to and with each hand.
    pub ends: Vec<u64>,
    /// The street of each action.
    pub action_streets: Vec<u8>,
    /// The seat of each action.
    pub action_seats: Vec<u8>,
    /// The kind of each action, by its place in the order of the kinds.
    pub action_kinds: Vec<u8>,
    /// The id of each action.
    pub action_ids: Vec<u8>,
    /// The seat's total of the street after each action; 0 where no chips move.
    pub action_amounts: Vec<Chips>,
    /// What each action added.
    pub action_chips: Vec<Chips>,
}

impl Columns {
    /// No hands yet, of these seats.
    #[must_use]
    pub fn of(seats: SeatSet) -> Self {
        Self {
            seats,
            numbers: Vec::new(),
            repeats: Vec::new(),
            streets: Vec::new(),
            showdowns: Vec::new(),
            pots: Vec::new(),
            commons: Vec::new(),
            cards: Vec::new(),
            nets: Vec::new(),
            policies: Vec::new(),
            ends: Vec::new(),
            action_streets: Vec::new(),
            action_seats: Vec::new(),
            action_kinds: Vec::new(),
            action_ids: Vec::new(),
            action_amounts: Vec::new(),
            action_chips: Vec::new(),
        }
    }

    /// The seats dealt in.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// How many hands.
    #[must_use]
    pub fn hands(&self) -> usize {
        self.numbers.len()
    }

    /// Adds a hand that is over.
    pub(super) fn push(&mut self, table: &Play, policy: impl Fn(Seat) -> usize) {
        let hand = &table.hand;
        self.numbers.push(table.number);
        self.repeats.push(small(table.repeat));
        self.streets.push(hand.street());
        self.showdowns.push(hand.live().is_plural());
        self.pots.push(hand.contributions().iter().sum());
        self.commons.push(hand.common_card().flatten().map_or(NO_CARD, Card::index));
        let nets = hand.payoffs().unwrap_or([0; SEATS]);
        for seat in self.seats {
            let dealt = hand.dealt(seat).cards();
            let card = |n: usize| dealt.get(n).copied().flatten().map_or(NO_CARD, Card::index);
            self.cards.extend((0..CARDS).map(card));
            self.nets.push(nets[seat.index()]);
            self.policies.push(small(policy(seat)));
        }
        let acts = table.acts.as_deref().unwrap_or_default();
        for &Act { street, seat, kind, amount, chips } in acts {
            self.action_streets.push(street);
            self.action_seats.push(seat.number());
            self.action_kinds.push(kind as u8);
            self.action_ids.push(kind.id().number());
            self.action_amounts.push(amount);
            self.action_chips.push(chips);
        }
        self.ends.push(self.action_kinds.len() as u64);
    }

    /// Adds the hands that come after.
    pub fn append(&mut self, more: &Self) {
        let actions = self.action_kinds.len() as u64;
        self.ends.extend(more.ends.iter().map(|end| end + actions));
        self.numbers.extend_from_slice(&more.numbers);
        self.repeats.extend_from_slice(&more.repeats);
        self.streets.extend_from_slice(&more.streets);
        self.showdowns.extend_from_slice(&more.showdowns);
        self.pots.extend_from_slice(&more.pots);
        self.commons.extend_from_slice(&more.commons);
        self.cards.extend_from_slice(&more.cards);
        self.nets.extend_from_slice(&more.nets);
        self.policies.extend_from_slice(&more.policies);
        self.action_streets.extend_from_slice(&more.action_streets);
        self.action_seats.extend_from_slice(&more.action_seats);
        self.action_kinds.extend_from_slice(&more.action_kinds);
        self.action_ids.extend_from_slice(&more.action_ids);
        self.action_amounts.extend_from_slice(&more.action_amounts);
        self.action_chips.extend_from_slice(&more.action_chips);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most eight")]
const fn small(place: usize) -> u8 {
    place as u8
}
