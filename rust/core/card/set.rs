//! Sets of cards.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use std::str::FromStr;

use super::{Card, CardError, Suit, parse_cards};

/// A set of cards: bit `i` of a word is card number `i`.
///
/// It iterates from the least card to the greatest, and displays the greatest first: `AsKd2c`. It reads that, and cards
/// apart by spaces or commas, in any order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52.
    pub const FULL: CardSet = CardSet((1 << 52) - 1);

    /// The set with these bits, of which only the lowest 52 may be set.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Option<CardSet> {
        if bits <= CardSet::FULL.0 { Some(CardSet(bits)) } else { None }
    }

    /// The set as bits, bit `i` for card number `i`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of these cards, each of which may come only once. (`collect` takes repeated cards in silence.)
    ///
    /// # Errors
    /// [`CardError::Duplicate`] with the first card that comes a second time.
    pub fn from_distinct(cards: impl IntoIterator<Item = Card>) -> Result<CardSet, CardError> {
        let mut set = CardSet::EMPTY;
        for card in cards {
            if !set.insert(card) {
                return Err(CardError::Duplicate { card });
            }
        }
        Ok(set)
    }

    /// How many cards.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// The set and this card.
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << card.index())
    }

    /// Puts the card in; false if it was in already.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.index();
        new
    }

    /// Takes the card out; false if it wasn't in.
    pub const fn remove(&mut self, card: Card) -> bool {
        let was_in = self.contains(card);
        self.0 &= !(1 << card.index());
        was_in
    }

    /// The cards, least first; `.rev()` for greatest first.
    #[must_use]
    pub const fn iter(self) -> CardSetIter {
        CardSetIter(self.0)
    }

    /// For each suit, clubs first, the ranks held in it: bit 0 the deuce, bit 12 the ace.
    ///
    /// ```
    /// let set: stud8::card::CardSet = "2c 3c As".parse()?;
    /// assert_eq!(set.suit_masks(), [0b11, 0, 0, 1 << 12]);
    /// # Ok::<(), stud8::card::CardError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn suit_masks(self) -> [u16; 4] {
        let bits = self.by_suit();
        [
            (bits & 0x1fff) as u16,
            (bits >> 16 & 0x1fff) as u16,
            (bits >> 32 & 0x1fff) as u16,
            (bits >> 48 & 0x1fff) as u16,
        ]
    }

    /// The ranks held in one suit: bit 0 the deuce, bit 12 the ace.
    #[must_use]
    pub const fn suit_mask(self, suit: Suit) -> u16 {
        self.suit_masks()[suit as usize]
    }

    /// The 16 × 4 bits of rank by suit, transposed to four 16-bit lanes, clubs lowest.
    ///
    /// A transposition of bits is a permutation of the six bits of their positions, here a rotation by two, and two positions
    /// are exchanged by one masked shift each: first four 4 × 4 blocks of bits, then one 4 × 4 block of nibbles.
    #[inline]
    pub(crate) const fn by_suit(self) -> u64 {
        const fn exchange(bits: u64, mask: u64, shift: u32) -> u64 {
            let differing = (bits ^ bits >> shift) & mask;
            bits ^ differing ^ differing << shift
        }
        let mut bits = self.0;
        bits = exchange(bits, 0x0a0a_0a0a_0a0a_0a0a, 3);
        bits = exchange(bits, 0x00cc_00cc_00cc_00cc, 6);
        bits = exchange(bits, 0x0000_f0f0_0000_f0f0, 12);
        exchange(bits, 0x0000_0000_ff00_ff00, 24)
    }
}

/// The operators on sets, each with its assigning form.
macro_rules! set_operator {
    ($trait:ident $method:ident, $assign_trait:ident $assign_method:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for CardSet {
            type Output = CardSet;

            fn $method(self, other: CardSet) -> CardSet {
                let ($a, $b) = (self.0, other.0);
                CardSet($result)
            }
        }

        impl $assign_trait for CardSet {
            fn $assign_method(&mut self, other: CardSet) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
set_operator!(BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
set_operator!(Sub sub, SubAssign sub_assign, |a, b| a & !b);

impl Not for CardSet {
    type Output = CardSet;

    /// The other cards of the 52.
    fn not(self) -> CardSet {
        CardSet::FULL - self
    }
}

impl From<Card> for CardSet {
    fn from(card: Card) -> CardSet {
        CardSet::EMPTY.with(card)
    }
}

impl Extend<Card> for CardSet {
    fn extend<T: IntoIterator<Item = Card>>(&mut self, cards: T) {
        for card in cards {
            self.insert(card);
        }
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> CardSet {
        let mut set = CardSet::EMPTY;
        set.extend(cards);
        set
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardSetIter;

    fn into_iter(self) -> CardSetIter {
        self.iter()
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().rev().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CardSet({self})")
    }
}

impl FromStr for CardSet {
    type Err = CardError;

    fn from_str(text: &str) -> Result<CardSet, CardError> {
        CardSet::from_distinct(parse_cards(text)?)
    }
}

/// The cards of a [`CardSet`], least first, from both ends.
#[derive(Clone, Debug)]
pub struct CardSetIter(u64);

impl Iterator for CardSetIter {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let card = Card::from_bit(self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for CardSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<Card> {
        let index = self.0.checked_ilog2()?;
        self.0 ^= 1 << index;
        Card::from_bit(index)
    }
}

impl ExactSizeIterator for CardSetIter {}
impl FusedIterator for CardSetIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_read_and_show_themselves() {
        let set: CardSet = "2c As, KdKc".parse().unwrap();
        assert_eq!(set.to_string(), "AsKdKc2c");
        assert_eq!(format!("{set:?}"), "CardSet(AsKdKc2c)");
        assert_eq!(set.to_string().parse(), Ok(set));
        let twice = "As Kd 2c Kd As".parse::<CardSet>().unwrap_err();
        assert_eq!(twice, CardError::Duplicate { card: "Kd".parse().unwrap() });
        assert_eq!(twice.to_string(), "Kd comes twice: each card may be used once");
    }

    #[test]
    fn sets_behave_as_sets() {
        let [ace, king, deuce]: [Card; 3] = ["As", "Kd", "2c"].map(|text| text.parse().unwrap());
        let mut set = CardSet::EMPTY;
        assert!(set.is_empty() && set.insert(ace) && !set.insert(ace) && set.insert(deuce));
        assert_eq!((set.len(), set.contains(ace), set.contains(king)), (2, true, false));
        assert_eq!(set, CardSet::EMPTY.with(deuce).with(ace));
        assert!(!set.remove(king) && set.remove(ace) && !set.remove(ace));
        assert_eq!(set, CardSet::from(deuce));

        let (low, high): (CardSet, CardSet) =
            ([deuce, king].into_iter().collect(), [king, ace].into_iter().collect());
        assert_eq!((low | high).to_string(), "AsKd2c");
        assert_eq!((low & high).to_string(), "Kd");
        assert_eq!((low - high).to_string(), "2c");
        assert_eq!(((!low).len(), !CardSet::FULL), (50, CardSet::EMPTY));
        let mut all = low;
        all |= high;
        all -= CardSet::from(king);
        all &= CardSet::FULL;
        assert_eq!(all.iter().collect::<Vec<_>>(), [deuce, ace]);
        assert_eq!(all.iter().rev().collect::<Vec<_>>(), [ace, deuce]);
        assert_eq!(all.iter().len(), 2);
        assert_eq!(CardSet::from_bits(all.bits()), Some(all));
        assert_eq!(CardSet::from_bits(1 << 52), None);
    }

    #[test]
    fn suit_masks_are_the_ranks_by_suit() {
        for card in Card::all() {
            let mut masks = [0; 4];
            masks[usize::from(card.suit().index())] = 1 << card.rank().index();
            assert_eq!(CardSet::from(card).suit_masks(), masks, "{card}");
            // The transposition is linear, so the single cards and one full set pin it.
            assert_eq!((!CardSet::from(card)).suit_masks(), masks.map(|mask| 0x1fff ^ mask), "{card}");
            assert_eq!(CardSet::from(card).suit_mask(card.suit()), 1 << card.rank().index());
        }
    }
}
