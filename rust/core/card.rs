//! Ranks, suits, cards and sets of cards: the vocabulary of everything else.
//!
//! A card is the number `4 * rank + suit`, so cards in numerical order go from 2c to As, by rank and then by suit, and a set
//! of cards is 52 bits of a word.
//!
//! ```
//! use stud8::card::{Card, CardSet, Rank, Suit};
//!
//! let ace: Card = "As".parse()?;
//! assert_eq!(ace, Card::new(Rank::Ace, Suit::Spades));
//! let hand: CardSet = "2c As Kd".parse()?;
//! assert!(hand.contains(ace));
//! assert_eq!(hand.to_string(), "AsKd2c");
//! # Ok::<(), stud8::card::CardError>(())
//! ```

mod set;

use std::fmt::{self, Write as _};
use std::str::FromStr;

use thiserror::Error;

use crate::text::{At, clip};

pub use set::{CardSet, CardSetIter};

/// The rank of a card; the ace is the highest here, and low where a low hand says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Deuce = 0,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

const RANK_NAMES: [(char, &str, &str); 13] = [
    ('2', "deuce", "deuces"),
    ('3', "three", "threes"),
    ('4', "four", "fours"),
    ('5', "five", "fives"),
    ('6', "six", "sixes"),
    ('7', "seven", "sevens"),
    ('8', "eight", "eights"),
    ('9', "nine", "nines"),
    ('T', "ten", "tens"),
    ('J', "jack", "jacks"),
    ('Q', "queen", "queens"),
    ('K', "king", "kings"),
    ('A', "ace", "aces"),
];

impl Rank {
    /// Every rank, deuce first.
    pub const ALL: [Rank; 13] = [
        Rank::Deuce,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// The rank numbered 0 (deuce) to 12 (ace).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Rank> {
        if index < 13 { Some(Rank::ALL[index as usize]) } else { None }
    }

    /// The number of the rank, 0 (deuce) to 12 (ace).
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Reads one of `23456789TJQKA`, lower case too.
    #[must_use]
    pub fn from_char(char: char) -> Option<Rank> {
        let upper = char.to_ascii_uppercase();
        Rank::ALL.into_iter().find(|rank| rank.char() == upper)
    }

    /// One of `23456789TJQKA`.
    #[must_use]
    pub const fn char(self) -> char {
        RANK_NAMES[self as usize].0
    }

    /// The word for one such card: "deuce".
    #[must_use]
    pub const fn name(self) -> &'static str {
        RANK_NAMES[self as usize].1
    }

    /// The word for several such cards: "deuces".
    #[must_use]
    pub const fn plural(self) -> &'static str {
        RANK_NAMES[self as usize].2
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.char())
    }
}

/// The suit of a card, in the order that decides ties between cards: spades are the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    Clubs = 0,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// Every suit, clubs first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit numbered 0 (clubs) to 3 (spades).
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Suit> {
        if index < 4 { Some(Suit::ALL[index as usize]) } else { None }
    }

    /// The number of the suit, 0 (clubs) to 3 (spades).
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Reads one of `cdhs`, upper case too, or a suit symbol, filled or outlined.
    #[must_use]
    pub const fn from_char(char: char) -> Option<Suit> {
        match char {
            'c' | 'C' | '♣' | '♧' => Some(Suit::Clubs),
            'd' | 'D' | '♦' | '♢' => Some(Suit::Diamonds),
            'h' | 'H' | '♥' | '♡' => Some(Suit::Hearts),
            's' | 'S' | '♠' | '♤' => Some(Suit::Spades),
            _ => None,
        }
    }

    /// One of `cdhs`.
    #[must_use]
    pub const fn char(self) -> char {
        ['c', 'd', 'h', 's'][self as usize]
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.char())
    }
}

/// One of the 52 cards, ordered by rank and then by suit: 2c is the least, As the greatest.
///
/// Reads "As", "aS", "10h" and "A♠"; displays as "As".
///
/// ```
/// use stud8::card::Card;
///
/// let card: Card = "10♥".parse()?;
/// assert_eq!(card.to_string(), "Th");
/// assert_eq!(card.index(), 4 * 8 + 2);
/// assert!("1x".parse::<Card>().is_err());
/// # Ok::<(), stud8::card::CardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this rank and suit.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(4 * rank as u8 + suit as u8)
    }

    /// The card with this number, `4 * rank + suit`, 0 to 51.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Card> {
        if index < 52 { Some(Card(index)) } else { None }
    }

    /// The card of a rank and a suit in ASCII, as `FromStr` reads two such characters.
    ///
    /// From tables: of random cards no branch could guess the rank or the suit.
    #[must_use]
    #[inline]
    pub const fn from_ascii(rank: u8, suit: u8) -> Option<Card> {
        Card::from_index(ASCII_RANKS[rank as usize] | ASCII_SUITS[suit as usize])
    }

    /// [`Card::from_index`] for the index of a bit, where an empty set answers 64.
    #[expect(clippy::cast_possible_truncation, reason = "the index of a bit is at most 64")]
    const fn from_bit(index: u32) -> Option<Card> {
        Card::from_index(index as u8)
    }

    /// The number of the card, `4 * rank + suit`, 0 to 51.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }

    /// Its suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// All 52 cards, 2c first, As last.
    #[must_use]
    pub const fn all() -> CardSetIter {
        CardSet::FULL.iter()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.rank().char())?;
        f.write_char(self.suit().char())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Card({self})")
    }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        match split_card(text) {
            Some((card, "")) => Ok(card),
            _ => Err(invalid(text, text)),
        }
    }
}

/// Four times the rank that each byte stands for, or a number that no card has.
const ASCII_RANKS: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut rank = 0;
    while rank < 13 {
        let char = Rank::ALL[rank as usize].char() as u8;
        table[char as usize] = 4 * rank;
        table[char.to_ascii_lowercase() as usize] = 4 * rank;
        rank += 1;
    }
    table
};

/// The suit that each byte stands for, or a number that no card has.
const ASCII_SUITS: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut suit = 0;
    while suit < 4 {
        let char = Suit::ALL[suit as usize].char() as u8;
        table[char as usize] = suit;
        table[char.to_ascii_uppercase() as usize] = suit;
        suit += 1;
    }
    table
};

/// What was wrong with a text that should name cards, or with the cards it names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// Something that names no card.
    #[error("{text:?} is not a card: a rank 2-9 T J Q K A and a suit c d h s, like As{at}")]
    Invalid {
        /// The text, shortened if it is long.
        text: String,
        /// Where it is.
        at: At,
    },
    /// A card that comes a second time.
    #[error("{card} comes twice: each card may be used once")]
    Duplicate {
        /// The card.
        card: Card,
    },
}

/// Reads cards in their order: "As Kd 2c", `AsKd2c`, "As, Kd, 2c". Repeated cards are not looked for.
///
/// # Errors
/// [`CardError::Invalid`] with the first piece that is no card; an unknown card, "??", is none.
///
/// ```
/// let cards = stud8::card::parse_cards("As10d, 2♣")?;
/// assert_eq!(cards.iter().map(ToString::to_string).collect::<Vec<_>>(), ["As", "Td", "2c"]);
/// # Ok::<(), stud8::card::CardError>(())
/// ```
pub fn parse_cards(text: &str) -> Result<Vec<Card>, CardError> {
    parse_list(text, split_card)
}

/// Reads cards in their order like [`parse_cards`], and "??" as an unknown card, `None`.
///
/// # Errors
/// [`CardError::Invalid`] with the first piece that is no card.
///
/// ```
/// let cards = stud8::card::parse_cards_or_unknown("????As")?;
/// assert_eq!(cards, [None, None, Some("As".parse()?)]);
/// # Ok::<(), stud8::card::CardError>(())
/// ```
pub fn parse_cards_or_unknown(text: &str) -> Result<Vec<Option<Card>>, CardError> {
    parse_list(text, |text| match text.strip_prefix("??") {
        Some(rest) => Some((None, rest)),
        None => split_card(text).map(|(card, rest)| (Some(card), rest)),
    })
}

/// Reads items, each split off the front by `split`, with any number of spaces and commas between, before and after them.
fn parse_list<T>(text: &str, split: impl Fn(&str) -> Option<(T, &str)>) -> Result<Vec<T>, CardError> {
    let mut items = Vec::new();
    let mut rest = text.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let Some((item, after)) = split(rest) else {
            let word = rest.split(is_separator).next().unwrap_or(rest);
            return Err(invalid(text, word));
        };
        items.push(item);
        rest = after.trim_start_matches(is_separator);
    }
    Ok(items)
}

/// What may stand between cards.
pub(crate) fn is_separator(char: char) -> bool {
    char.is_whitespace() || char == ','
}

/// The card at the front of the text, and what follows it.
fn split_card(text: &str) -> Option<(Card, &str)> {
    let (rank, rest) = split_rank(text)?;
    let (suit, rest) = split_suit(rest)?;
    Some((Card::new(rank, suit), rest))
}

/// The rank at the front of the text, and what follows it.
pub(crate) fn split_rank(text: &str) -> Option<(Rank, &str)> {
    if let Some(rest) = text.strip_prefix("10") {
        return Some((Rank::Ten, rest));
    }
    let mut chars = text.chars();
    Some((Rank::from_char(chars.next()?)?, chars.as_str()))
}

/// The suit at the front of the text, and what follows it.
pub(crate) fn split_suit(text: &str) -> Option<(Suit, &str)> {
    let mut chars = text.chars();
    let suit = Suit::from_char(chars.next()?)?;
    let rest = chars.as_str();
    // A suit symbol may come with a variation selector, text style or emoji style.
    Some((suit, rest.strip_prefix(['\u{fe0e}', '\u{fe0f}']).unwrap_or(rest)))
}

/// The error of a word in a text.
fn invalid(text: &str, word: &str) -> CardError {
    CardError::Invalid { text: clip(word, 20), at: At::of(text, word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_characters_of_ascii_are_the_card_that_their_text_is() {
        for rank in 0..=u8::MAX {
            for suit in 0..=u8::MAX {
                let text = [rank, suit];
                let card = std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok());
                assert_eq!(Card::from_ascii(rank, suit), card, "{text:?}");
            }
        }
    }

    #[test]
    fn every_card_has_its_number_and_its_name() {
        let cards: Vec<Card> = Card::all().collect();
        assert_eq!(cards.len(), 52);
        for (index, &card) in (0..52).zip(&cards) {
            assert_eq!(Card::from_index(index), Some(card));
            assert_eq!(card.index(), index);
            assert_eq!(card, Card::new(card.rank(), card.suit()));
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(Card::from_index(52), None);
        assert_eq!(cards[0].to_string(), "2c");
        assert_eq!(cards[51].to_string(), "As");
        assert_eq!(format!("{:?}", cards[51]), "Card(As)");
    }

    #[test]
    fn ranks_and_suits_have_numbers_letters_and_words() {
        for (index, rank) in (0..).zip(Rank::ALL) {
            assert_eq!((Rank::from_index(index), rank.index()), (Some(rank), index));
            assert_eq!(Rank::from_char(rank.char()), Some(rank));
            assert_eq!(Rank::from_char(rank.char().to_ascii_lowercase()), Some(rank));
        }
        for (index, suit) in (0..).zip(Suit::ALL) {
            assert_eq!((Suit::from_index(index), suit.index()), (Some(suit), index));
            assert_eq!(Suit::from_char(suit.char()), Some(suit));
        }
        assert_eq!((Rank::from_index(13), Rank::from_char('1')), (None, None));
        assert_eq!((Suit::from_index(4), Suit::from_char('x')), (None, None));
        assert_eq!((Rank::Six.name(), Rank::Six.plural()), ("six", "sixes"));
        assert_eq!((Rank::Ten.to_string(), Suit::Hearts.to_string()), ("T".into(), "h".into()));
        assert_eq!(Rank::ALL.map(Rank::char).iter().collect::<String>(), "23456789TJQKA");
    }

    #[test]
    fn cards_read_in_many_spellings() {
        let tables = [
            ("As", "As aS AS as A♠ a♤ A♠\u{fe0f} A♠\u{fe0e}"),
            ("Th", "Th tH 10h 10H T♥ 10♡ 10♥\u{fe0f}"),
            ("9d", "9d 9D 9♦ 9♢"),
            ("2c", "2c 2C 2♣ 2♧"),
        ];
        for (card, spellings) in tables {
            for spelling in spellings.split(' ') {
                assert_eq!(spelling.parse::<Card>().unwrap().to_string(), card, "{spelling}");
            }
        }
        for text in [
            "",
            "A",
            "s",
            "1s",
            "0h",
            "1x",
            "11h",
            "100h",
            "As ",
            " As",
            "AsK",
            "??",
            "A\u{fe0f}s",
            "é♠",
            "sA",
        ] {
            let at = At::of_word(text);
            assert_eq!(text.parse::<Card>(), Err(CardError::Invalid { text: text.into(), at }), "{text}");
        }
    }

    #[test]
    fn lists_keep_their_order_and_name_what_is_wrong() {
        let list = |text: &str| {
            parse_cards(text).map(|cards| cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))
        };
        for text in ["2c As 10d", "2cAs10d", " 2c,As , Td ", "2c\tAs\nTd", "2♣️A♠️T♦️"] {
            assert_eq!(list(text).unwrap(), "2c As Td", "{text}");
        }
        assert_eq!(list("").unwrap(), "");
        assert_eq!(list("AsAs").unwrap(), "As As");
        let error = |text: &str| list(text).unwrap_err().to_string();
        assert_eq!(
            error("As 1x Kd"),
            "\"1x\" is not a card: a rank 2-9 T J Q K A and a suit c d h s, like As (at character 4)"
        );
        assert!(error("6сTc9h").ends_with("like As (character 2 is 'с', U+0441)"));
        assert!(error("As\u{200b}Kd").ends_with(r"(character 3 is '\u{200b}', U+200B)"));
        assert!(error("A♠ Kx").ends_with("(at character 4)"));
        assert!(error("Kx").ends_with("like As"));
        assert!(error("AsK").starts_with("\"K\" is"));
        assert!(error("As ?? Kd").starts_with("\"??\" is"));
        assert!(error(&"é".repeat(1000)).starts_with(&format!("\"{}…\" is", "é".repeat(20))));

        let unknown = parse_cards_or_unknown("?? As????Kd").unwrap();
        let shown: Vec<bool> = unknown.iter().map(Option::is_some).collect();
        assert_eq!(shown, [false, true, false, false, true]);
        assert!(parse_cards_or_unknown("?As").is_err());
    }
}
