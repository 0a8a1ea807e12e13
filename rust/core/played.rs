//! A hand with what reproduces it and what happened in it.

use crate::action::{ActionKind, Event};
use crate::card::Card;
use crate::deal::{Deck, Stub};
use crate::hand::{DealError, Hand, PlayError, SetupError};
use crate::rng;
use crate::rules::{Chips, Rules};
use crate::seat::Seat;
use crate::view::View;

/// Where the cards of a hand come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A given order.
    Deck(Deck),
    /// Hand `number` of `seed`.
    Seed {
        /// Which stream.
        seed: u64,
        /// Which hand of it.
        number: u64,
    },
    /// They are dealt by hand, one by one.
    ByHand,
}

impl Source {
    fn stub(&self) -> Stub {
        match self {
            Self::Deck(deck) => Stub::new(deck),
            Self::Seed { seed, number } => Stub::new(&Deck::of_shuffled(rng::cards(*seed, *number))),
            Self::ByHand => Stub::by_hand(),
        }
    }
}

/// What a hand begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The house rules.
    pub rules: Rules,
    /// The seats dealt in, with their chips.
    pub stacks: Vec<(Seat, Chips)>,
    /// Where the cards come from.
    pub source: Source,
    /// Whether players show and muck in the order of the rules. If not, a history is believed: all players may
    /// show or muck, in any order, and a player who mucks makes no claim.
    pub show_in_turn: bool,
}

/// One thing that was done to the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// An action; the seat where the record named it and it wasn't the one to act.
    Play(Option<Seat>, ActionKind),
    /// A card dealt by hand.
    Deal(Option<Card>),
}

/// A [`Hand`] with its setup, its steps and its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHand {
    setup: Setup,
    hand: Hand,
    steps: Vec<Step>,
    events: Vec<Event>,
}

impl PlayedHand {
    /// Begins a hand.
    ///
    /// # Errors
    /// As [`Hand::new`].
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let mut events = Vec::with_capacity(64);
        let mut hand = Hand::seated(setup.rules, &setup.stacks, &mut events)?;
        if !setup.show_in_turn {
            hand = hand.showing_in_any_order();
        }
        hand.deal_from(setup.source.stub(), &mut events);
        Ok(Self { setup, hand, steps: Vec::with_capacity(32), events })
    }

    /// Carries out an action of the actor.
    ///
    /// # Errors
    /// As [`Hand::play`].
    pub fn play(&mut self, kind: ActionKind) -> Result<(), PlayError> {
        self.hand.play(kind, &mut self.events)?;
        self.steps.push(Step::Play(None, kind));
        Ok(())
    }

    /// Carries out an action of this seat.
    ///
    /// # Errors
    /// As [`Hand::play_from`].
    pub fn play_from(&mut self, seat: Seat, kind: ActionKind) -> Result<(), PlayError> {
        let named = Some(seat).filter(|_| self.hand.actor() != Some(seat));
        self.hand.play_from(seat, kind, &mut self.events)?;
        self.steps.push(Step::Play(named, kind));
        Ok(())
    }

    /// Deals the awaited card.
    ///
    /// # Errors
    /// As [`Hand::deal`].
    pub fn deal(&mut self, card: Option<Card>) -> Result<(), DealError> {
        self.hand.deal(card, &mut self.events)?;
        self.steps.push(Step::Deal(card));
        Ok(())
    }

    /// Takes mucked hands as lost: for hands that are played again from what one seat saw of them, where their
    /// cards are unknown.
    pub(crate) fn trust_mucks(&mut self) {
        self.hand = self.hand.trusting_mucks();
    }

    /// Returns the hand as it stands.
    #[must_use]
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the actions and the cards dealt by hand, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the events, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns what this seat may know; `None` is the rail.
    #[must_use]
    pub fn view(&self, seat: Option<Seat>) -> View {
        View::new(&self.hand, &self.events, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Draft;

    #[test]
    fn a_hand_shown_in_any_order_asks_even_if_nobody_could_ever_bet() {
        let draft = Draft { ante: Some(10), bring_in: Some(1), small_bet: Some(2), ..Draft::default() };
        let setup = Setup {
            rules: draft.rules(None).expect("good rules"),
            stacks: vec![(Seat::ALL[0], 10), (Seat::ALL[1], 10)],
            source: Source::Deck(Deck::ORDERED),
            show_in_turn: false,
        };
        let mut played = PlayedHand::new(setup).expect("a good setup");
        assert!(!played.hand().is_over());
        played.play_from(Seat::ALL[1], ActionKind::Show).expect("any order");
        played.play(ActionKind::Muck).expect("a choice");
        assert_eq!(played.hand().payoffs().map(|p| p[1]), Ok(10));
    }
}
