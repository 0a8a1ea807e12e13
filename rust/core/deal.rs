//! The deck, the order of dealing, burns and the common card [rules 3.7].

use std::ops::Deref;

use crate::card::{Card, CardSet, Rank, Suit};
use crate::seat::{Seat, SeatSet};

/// How many cards there are.
pub const DECK_SIZE: usize = 52;

/// The most cards that are burned: one before each of fourth, fifth, sixth and seventh street.
pub(crate) const BURNS: usize = 4;

/// Why 52 cards are no deck.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeckError {
    /// Too few or too many.
    #[error("the deck has {count} cards: it must have all 52")]
    Size {
        /// How many there were.
        count: usize,
    },
    /// One twice.
    #[error("{card} comes twice in the deck: each card may be used once")]
    Duplicate {
        /// Which.
        card: Card,
    },
}

/// All 52 cards in an order.
///
/// ```
/// use stud8::card::Card;
/// use stud8::deal::Deck;
/// let cards: Vec<Card> = Card::all().collect();
/// assert_eq!(Deck::from_cards(&cards)?, Deck::ORDERED);
/// assert!(Deck::from_cards(&[cards[0]; 52]).is_err());
/// # Ok::<(), stud8::deal::DeckError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck([Card; DECK_SIZE]);

impl Deck {
    /// All cards by number: the deuces first, clubs before spades.
    pub const ORDERED: Self = {
        let mut cards = [Card::new(Rank::Deuce, Suit::Clubs); DECK_SIZE];
        let mut rank = 0;
        while rank < 13 {
            let mut suit = 0;
            while suit < 4 {
                cards[4 * rank + suit] = Card::new(Rank::ALL[rank], Suit::ALL[suit]);
                suit += 1;
            }
            rank += 1;
        }
        Self(cards)
    };

    /// A deck from any list of cards.
    ///
    /// # Errors
    /// When it isn't a permutation of the 52.
    pub fn from_cards(order: &[Card]) -> Result<Self, DeckError> {
        let order: &[Card; DECK_SIZE] =
            order.try_into().map_err(|_| DeckError::Size { count: order.len() })?;
        let mut seen = CardSet::EMPTY;
        for &card in order {
            if seen.contains(card) {
                return Err(DeckError::Duplicate { card });
            }
            seen.insert(card);
        }
        Ok(Self(*order))
    }

    /// A deck of cards that are known to be all 52: a shuffle moves cards and changes none.
    pub(crate) const fn of_shuffled(cards: [Card; DECK_SIZE]) -> Self {
        Self(cards)
    }

    /// The cards in order.
    #[must_use]
    pub const fn cards(&self) -> &[Card; DECK_SIZE] {
        &self.0
    }
}

impl Deref for Deck {
    type Target = [Card; DECK_SIZE];

    fn deref(&self) -> &[Card; DECK_SIZE] {
        &self.0
    }
}

/// What is left of the cards of a hand: a deck, or only a count where a person deals one by one.
///
/// Burned cards can come back [rules 3.7], so the stub is what lies from `next` to `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stub {
    cards: [Card; DECK_SIZE + BURNS],
    next: u8,
    end: u8,
    by_hand: bool,
    /// Where the burned cards lie, in the order they were burned.
    burned: [u8; BURNS],
    burns: u8,
}

impl Stub {
    /// The whole of a deck.
    pub fn new(Deck(order): &Deck) -> Self {
        let mut cards = [order[0]; DECK_SIZE + BURNS];
        cards[..DECK_SIZE].copy_from_slice(order);
        Self { cards, next: 0, end: 52, by_hand: false, burned: [0; BURNS], burns: 0 }
    }

    /// Cards that somebody else names.
    pub fn by_hand() -> Self {
        Self { by_hand: true, ..Self::new(&Deck::ORDERED) }
    }

    /// Replaces a stub that is dealt by hand by a shuffled deck: simulation copies none.
    pub fn shuffle(&mut self, shuffle: impl FnOnce(&mut [Card; DECK_SIZE])) {
        self.by_hand = false;
        if let Some(cards) = self.cards.first_chunk_mut() {
            shuffle(cards);
        }
    }

    /// Whether somebody else names the cards.
    pub const fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// How many cards the stub holds.
    pub const fn left(&self) -> usize {
        (self.end - self.next) as usize
    }

    /// The next card of the stub. Dealt by hand it is only counted.
    pub fn draw(&mut self) -> Card {
        let card = self.cards[usize::from(self.next)];
        self.next += 1;
        card
    }

    /// Burns the next card.
    pub fn burn(&mut self) {
        self.burned[usize::from(self.burns)] = self.next;
        self.burns += 1;
        self.next += 1;
    }

    /// Puts the burned cards under the stub, in the order they were burned.
    pub fn reuse_burns(&mut self) {
        for n in 0..usize::from(self.burns) {
            self.cards[usize::from(self.end)] = self.cards[usize::from(self.burned[n])];
            self.end += 1;
        }
        self.burns = 0;
    }
}

/// Whom a card goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NextCard {
    /// A down card of this seat.
    Down(Seat),
    /// An up card of this seat.
    Up(Seat),
    /// Everybody's seventh card.
    Common,
}

/// Where the dealing of a street stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealing {
    /// Who still gets a card this time around.
    left: SeatSet,
    /// On third street the time around: 0 and 1 down, 2 up.
    round: u8,
    /// Whether cards are dealt face up, but for the first two.
    up: bool,
    /// Whether one card for all is to be dealt instead.
    common: bool,
}

impl Dealing {
    /// Nothing is to be dealt.
    pub const DONE: Self = Self { left: SeatSet::EMPTY, round: 2, up: false, common: false };

    /// The one common card.
    pub const COMMON: Self = Self { common: true, ..Self::DONE };

    /// One card to each player in; on third street three.
    #[must_use]
    pub const fn of_street(street: u8, live: SeatSet) -> Self {
        Self { left: live, round: if street == 3 { 0 } else { 2 }, up: street < 7, common: false }
    }

    /// Whom the next card goes to; none when the street is dealt.
    #[must_use]
    #[inline]
    pub const fn next(&self) -> Option<NextCard> {
        match self.left.first() {
            Some(seat) => Some(self.to(seat)),
            None if self.common => Some(NextCard::Common),
            None => None,
        }
    }

    /// Who gets the next cards, one each; none once everybody has all his own.
    #[inline]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "bytes just written can't be read as one word at once"
    )]
    pub(crate) const fn around(&self) -> Option<SeatSet> {
        if self.left.is_empty() { None } else { Some(self.left) }
    }

    /// The next card of a seat.
    #[inline]
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "bytes just written can't be read as one word at once"
    )]
    pub(crate) const fn to(&self, seat: Seat) -> NextCard {
        if self.up && self.round == 2 { NextCard::Up(seat) } else { NextCard::Down(seat) }
    }

    /// Passes to the next time around.
    #[inline]
    pub(crate) const fn pass(&mut self, live: SeatSet) {
        self.left = SeatSet::EMPTY;
        if self.round < 2 {
            self.round += 1;
            self.left = live;
        }
    }

    /// Passes to the next player, or the next time around.
    #[inline]
    pub(crate) const fn advance(&mut self, live: SeatSet) {
        self.common = false;
        if let Some(seat) = self.left.first() {
            self.left.remove(seat);
            if self.left.is_empty() {
                self.pass(live);
            }
        }
    }
}

/// How seventh street is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seventh {
    /// One down card each.
    Own,
    /// One card for all.
    Common,
}

impl Stub {
    /// Burns before a street and decides how seventh street is dealt. Returns how many cards were
    /// burned just now.
    pub fn prepare(&mut self, street: u8, players: usize, burn: bool) -> (u8, Seventh) {
        if street == 3 {
            return (0, Seventh::Own);
        }
        if !burn {
            let short = street == 7 && self.left() < players;
            return (0, if short { Seventh::Common } else { Seventh::Own });
        }
        if street == 7 && self.left() < players + 2 {
            self.reuse_burns();
            if self.left() < players + 2 {
                self.burn();
                return (1, Seventh::Common);
            }
        }
        self.burn();
        (1, Seventh::Own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stub() -> Stub {
        Stub::new(&Deck::ORDERED)
    }

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().filter_map(|&n| Seat::new(n)).collect()
    }

    #[test]
    fn third_street_goes_round_three_times() {
        let live = seats(&[2, 5]);
        let mut dealing = Dealing::of_street(3, live);
        let mut order = Vec::new();
        while let Some(next) = dealing.next() {
            order.push(match next {
                NextCard::Down(seat) => (seat.number(), "down"),
                NextCard::Up(seat) => (seat.number(), "up"),
                NextCard::Common => (0, "common"),
            });
            dealing.advance(live);
        }
        assert_eq!(order, [(2, "down"), (5, "down"), (2, "down"), (5, "down"), (2, "up"), (5, "up")]);
    }

    #[test]
    fn burned_cards_come_back_in_the_order_they_were_burned() {
        let mut stub = stub();
        let mut burned = Vec::new();
        for street in 4..7 {
            burned.push(stub.cards[usize::from(stub.next)]);
            assert_eq!(stub.prepare(street, 8, true), (1, Seventh::Own));
            for _ in 0..14 {
                stub.draw();
            }
        }
        // 45 gone, 7 left: 8 players and two more need the burned ones.
        assert_eq!(stub.prepare(7, 8, true), (1, Seventh::Own));
        while stub.left() > 3 {
            stub.draw();
        }
        assert_eq!([stub.draw(), stub.draw(), stub.draw()].as_slice(), burned);
    }

    #[test]
    fn too_few_cards_make_a_common_one() {
        let mut stub = stub();
        for _ in 0..45 {
            stub.draw();
        }
        assert_eq!(stub.prepare(7, 7, false), (0, Seventh::Own));
        assert_eq!(stub.prepare(7, 8, false), (0, Seventh::Common));
    }

    #[test]
    fn only_a_permutation_is_a_deck() {
        let mut cards: Vec<Card> = Card::all().collect();
        assert_eq!(Deck::from_cards(&cards[1..]), Err(DeckError::Size { count: 51 }));
        cards[7] = cards[3];
        assert_eq!(Deck::from_cards(&cards), Err(DeckError::Duplicate { card: cards[3] }));
    }
}
