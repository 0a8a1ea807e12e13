//! Boards of up cards, compared for who opens and who shows first.

use std::fmt;

use super::number::{choose, close_gaps, open_gaps, small_subset, small_subset_number, small_subsets};
use super::number::{subset, subset_number};
use super::{Category, scalar::RankCounts, shape::Shape};
use crate::card::Card;

/// The value of one to four up cards: four of a kind, three, two pair, pair, then high cards. The ace is high, and
/// straights, flushes and suits don't count \[C29]. Greater is better.
///
/// An unknown card counts below every card and pairs with none. Boards of different sizes compare too: of A-K and A-K-2 the
/// second is greater.
///
/// ```
/// use stud8::{card::parse_cards_or_unknown, eval::Board};
///
/// let board = |text| Board::new(&parse_cards_or_unknown(text).unwrap());
/// assert!(board("2c 2d 3h") > board("As Ks Qs"));
/// assert!(board("As Kd ??") < board("Ac Kc 2d"));
/// assert_eq!(board("As Kd Ac 7h").to_string(), "pair of aces, K-7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(u32);

/// The boards of each category, the worst first: how many ranks make it, and how many others there can be at most.
const BLOCKS: [(Category, u16, u16); 5] = [
    (Category::HighCard, 0, 4),
    (Category::Pair, 1, 2),
    (Category::TwoPair, 2, 0),
    (Category::ThreeOfAKind, 1, 1),
    (Category::FourOfAKind, 1, 0),
];

impl Board {
    /// How many different boards there are.
    pub const COUNT: u16 = 2380;

    /// The board of these up cards, different ones; `None` is an unknown card.
    ///
    /// # Panics
    /// With more than four cards.
    #[must_use]
    #[inline]
    pub fn new(up_cards: &[Option<Card>]) -> Board {
        assert!(up_cards.len() <= 4, "a board has at most four up cards, not {}", up_cards.len());
        let RankCounts { once, twice, thrice, four_times } =
            RankCounts::of_few(up_cards.iter().flatten().copied());
        // Among four cards one rank that comes three times is the only one that comes twice, and two pair
        // are the only two. Without branches: who has a pair can't be predicted.
        let pairs = u8::from(twice != 0) + u8::from(twice & twice.wrapping_sub(1) != 0);
        let category = pairs + 2 * u8::from(thrice != 0) + 4 * u8::from(four_times != 0);
        Board(Shape::packed(category, twice, once & !twice))
    }

    /// A number that is greater for the better board.
    pub(crate) const fn key(self) -> u32 {
        self.0
    }

    const fn shape(self) -> Shape {
        Shape::unpack(self.0)
    }

    /// The kind of board.
    #[must_use]
    pub const fn category(self) -> Category {
        self.shape().category
    }

    /// The place among all boards of up to four cards, 0 (no known card) to 2379 (four aces).
    #[must_use]
    pub fn number(self) -> u16 {
        let Shape { category, primary, secondary } = self.shape();
        let mut before = 0;
        for (block, size, most) in BLOCKS {
            let others = 13 - size;
            if block == category {
                let secondary = close_gaps(secondary, primary);
                let number = subset_number(primary) * small_subsets(others, most);
                return before + number + small_subset_number(secondary, others, most);
            }
            before += choose(13, size) * small_subsets(others, most);
        }
        unreachable!("each category that a board can have is in the list")
    }

    /// The board with this number, 0 to 2379.
    #[must_use]
    pub fn from_number(mut number: u16) -> Option<Board> {
        for (category, size, most) in BLOCKS {
            let others = 13 - size;
            let each = small_subsets(others, most);
            if number < choose(13, size) * each {
                let primary = subset(number / each, size);
                let secondary = open_gaps(small_subset(number % each, others, most), primary);
                return Some(Board(Shape::new(category, primary, secondary).pack()));
            }
            number -= choose(13, size) * each;
        }
        None
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no card"),
            _ => self.shape().fmt(f),
        }
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards_or_unknown;

    fn board(text: &str) -> Board {
        Board::new(&parse_cards_or_unknown(text).unwrap())
    }

    #[test]
    fn boards_in_order_with_their_names() {
        let ascending = [
            ("", "no card"),
            ("2c ??", "high card, 2"),
            ("7c 5d ?? ??", "high card, 7-5"),
            ("7c 5d 2h 3h", "high card, 7-5-3-2"),
            ("As ?? ?? ??", "high card, A"),
            ("As Qs Js Ts", "high card, A-Q-J-T"),
            ("As Kd", "high card, A-K"),
            ("As Ks Qs Js", "high card, A-K-Q-J"),
            ("2c ?? 2d ??", "pair of deuces"),
            ("2c Kd 2d ??", "pair of deuces, K"),
            ("2c Kd 2d 3c", "pair of deuces, K-3"),
            ("As Kd Ac 7h", "pair of aces, K-7"),
            ("3s 3d 2c 2h", "two pair, threes and deuces"),
            ("As Ad 2c 2h", "two pair, aces and deuces"),
            ("9s 9d 9c", "three of a kind, nines"),
            ("9s 9d 9c Kh", "three of a kind, nines, K"),
            ("9s 9d 9c 9h", "four of a kind, nines"),
        ];
        for (cards, name) in ascending {
            assert_eq!(board(cards).to_string(), name, "{cards}");
        }
        assert!(ascending.is_sorted_by(|worse, better| board(worse.0) < board(better.0)));
        assert_eq!(board("As Ks Qs Js"), board("Ad Kc Qs Jh"), "suits don't count");
        assert_eq!(board("?? ??"), board("??"));
        assert_eq!(format!("{:?}", board("As")), "Board(high card, A)");
    }

    #[test]
    fn numbers_and_boards_are_the_same_order() {
        let boards: Vec<Board> =
            (0..Board::COUNT).map(|number| Board::from_number(number).unwrap()).collect();
        assert!(boards.is_sorted_by(|worse, better| worse < better));
        for (number, board) in (0..).zip(&boards) {
            assert_eq!(board.number(), number, "{board}");
        }
        assert_eq!(Board::from_number(Board::COUNT), None);
    }

    /// All boards of four cards, naively: groups of equal ranks, the larger first, then the higher.
    #[test]
    fn boards_agree_with_sorted_groups() {
        let naive = |cards: &[Card]| {
            let mut ranks = [0_u8; 13];
            for card in cards {
                ranks[usize::from(card.rank().index())] += 1;
            }
            let mut groups: Vec<(u8, usize)> =
                (0..13).map(|rank| (ranks[rank], rank)).filter(|group| group.0 > 0).collect();
            groups.sort_unstable_by(|a, b| b.cmp(a));
            // Two pair beats a pair: both begin with a group of two, and the second group decides the category.
            let category: Vec<u8> = groups.iter().map(|group| group.0).take(2).collect();
            (category, groups)
        };
        let deck: Vec<Card> = Card::all().collect();
        let mut values = vec![None; usize::from(Board::COUNT)];
        for (a, &first) in deck.iter().enumerate() {
            for (b, &second) in deck.iter().enumerate().skip(a + 1) {
                for (c, &third) in deck.iter().enumerate().skip(b + 1) {
                    for &fourth in &deck[c + 1..] {
                        let cards = [first, second, third, fourth];
                        let (value, naive) = (Board::new(&cards.map(Some)), naive(&cards));
                        let seen = values[usize::from(value.number())].get_or_insert_with(|| naive.clone());
                        assert_eq!(*seen, naive, "{cards:?}");
                    }
                }
            }
        }
        let seen: Vec<_> = values.into_iter().flatten().collect();
        assert_eq!(seen.len(), 715 + 858 + 78 + 156 + 13);
        assert!(seen.is_sorted_by(|worse, better| worse < better));
    }
}
