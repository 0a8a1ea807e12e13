//! One table of many: the hand it plays, and the next.

use crate::action::{ActionId, Event, Observer};
use crate::deal::BURNS;
use crate::hand::Hand;
use crate::observation::CardCodes;
use crate::rng::Streams;
use crate::seat::SEATS;

/// What the players of all tables begin with, and which hands each table plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Schedule {
    /// The players with their antes paid.
    pub table: Hand,
    pub seed: u64,
    pub start: u64,
    /// What is added to a table's hand number after each hand.
    pub stride: u64,
}

impl Schedule {
    /// Returns hand `number`, dealt.
    #[inline]
    pub fn hand(&self, number: u64) -> Hand {
        let mut hand = self.table;
        let most_cards = 7 * hand.seats().len() + if hand.rules().house.burn { BURNS } else { 0 };
        let mut streams = Streams::new(self.seed, number);
        hand.shuffle(|cards| streams.shuffle(cards, most_cards));
        hand.begin();
        hand
    }
}

/// Hears nothing; no player shows, as no payment depends on it.
struct Deaf;

impl Observer for Deaf {
    const SHOWING: bool = false;

    #[inline]
    fn hear(&mut self, _: impl FnOnce() -> Event) {}
}

/// One table: the hand it plays and how the last step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Table {
    pub hand: Hand,
    pub number: u64,
    /// The cards as all players see them on `hand`'s street.
    pub cards: CardCodes,
    /// The ids of the actions since the hand began.
    pub actions: Vec<u8>,
    /// What each won or lost, if the last step ended a hand.
    pub rewards: Option<[i64; SEATS]>,
}

impl Table {
    /// A table at the beginning of a hand; `actions` is where they will be kept.
    pub fn new(plan: &Schedule, number: u64, actions: Vec<u8>) -> Self {
        let hand = plan.hand(number);
        Self { cards: CardCodes::new(&hand), hand, number, actions, rewards: None }
    }

    /// Carries out a legal action; begins the next hand if this one is over.
    #[inline]
    pub fn act(&mut self, plan: &Schedule, id: ActionId) {
        self.actions.push(id.number());
        let street = self.hand.street();
        self.hand.carry_out_id(id, &mut Deaf);
        self.rewards = None;
        if self.hand.is_over() {
            self.next_hand(plan);
        } else if self.hand.street() != street {
            self.cards = CardCodes::new(&self.hand);
        }
    }

    fn next_hand(&mut self, plan: &Schedule) {
        // All cards are known, so all payoffs are.
        self.rewards = Some(self.hand.payoffs().unwrap_or_default());
        self.number += plan.stride;
        self.hand = plan.hand(self.number);
        self.cards = CardCodes::new(&self.hand);
        self.actions.clear();
    }
}
