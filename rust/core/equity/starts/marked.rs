//! Starting hands with the door card marked.

use std::fmt;

use super::{StartingHand, starting_hand, starting_hands};
use crate::card::{Card, CardSet, Suit};
use crate::starts::spelled;
use crate::starts::suits::{self, sorted};

/// The first three cards up to suits, two down and one up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkedHand {
    cards: CardSet,
    door: Card,
}

impl MarkedHand {
    /// What two down cards and a door card are up to suits; none for other numbers of different cards.
    ///
    /// ```
    /// use stud8::equity::starts::MarkedHand;
    ///
    /// let hand = MarkedHand::new("Kh 5s".parse()?, "Ks".parse()?).ok_or("three cards")?;
    /// assert_eq!(hand.to_string(), "(Kd 5c) Kc");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(down: CardSet, door: Card) -> Option<MarkedHand> {
        let suits = down.with(door).suit_masks();
        let own = suits[usize::from(door.suit().index())];
        let suits = sorted(suits);
        // Suits with the same ranks are not told apart: the first stands for all.
        let (suit, _) = Suit::ALL.into_iter().zip(suits).find(|&(_, ranks)| ranks == own)?;
        (down.len() == 2 && !down.contains(door))
            .then(|| MarkedHand { cards: suits::cards(suits), door: Card::new(door.rank(), suit) })
    }

    /// All three cards: those of a [`StartingHand`].
    #[must_use]
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// The two down cards.
    #[must_use]
    pub fn down(self) -> CardSet {
        self.cards - self.door.into()
    }

    /// The door card.
    #[must_use]
    pub const fn door(self) -> Card {
        self.door
    }

    /// How many hands it stands for: 4, 12 or 24 of the 66,300.
    #[must_use]
    pub fn versions(self) -> u8 {
        let suits = self.cards.suit_masks();
        let own = suits[usize::from(self.door.suit().index())];
        let doors = suits.iter().filter(|&&ranks| ranks == own).map(|_| 1).sum::<u8>();
        suits::versions(suits) * doors
    }

    /// The same without the mark. Against a random hand it makes no difference which card is up.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "three cards are always one")]
    pub fn unmarked(self) -> &'static StartingHand {
        starting_hand(self.cards).expect("three cards are a starting hand")
    }
}

impl fmt::Display for MarkedHand {
    /// The down cards in parentheses: `(Ac Ad) 5c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({}) {}", spelled(self.down()), self.door))
    }
}

/// All 5,083 starting hands with a door card: in the order of [`starting_hands`], each with its greatest door card first.
pub fn marked_hands() -> impl Iterator<Item = MarkedHand> {
    starting_hands().iter().flat_map(|hand| {
        let cards = hand.cards();
        let marked = move |door: Card| MarkedHand::new(cards - door.into(), door);
        cards.iter().rev().filter_map(move |door| marked(door).filter(|marked| marked.door == door))
    })
}
