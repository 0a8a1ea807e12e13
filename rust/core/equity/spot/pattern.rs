//! Cards that are known in part.
//!
//! A pattern is up to seven cards, apart by spaces or commas or not at all, upper or lower case. Each is a rank and a suit:
//!
//! | | written | |
//! | --- | --- | --- |
//! | rank | `A` | this one; 10 is `T` or `10` |
//! | | `?` | any |
//! | | `[A23]` | one of these |
//! | | `[A-8T]` | one of these, a span written out upwards; an ace is low where it begins a span and high where it ends one |
//! | suit | `s` | this one, or as a symbol |
//! | | `?` | any |
//! | | `[hs]` | one of these |
//!
//! So `As` is known, `A?` known by rank, `?h` by suit, `[A-8]?` a card that helps a low, `??` unknown, and an empty text a hand
//! of which nothing is known. A pattern means all the sets of different cards that fit it, each as likely as any other: `A?A?`
//! six pairs of aces, `A???` the 198 sets of two cards with an ace among them.
//!
//! ```
//! use stud8::equity::Pattern;
//!
//! let pattern: Pattern = "As, A? [2-8][hd]".parse()?;
//! assert_eq!(pattern.cards().iter().map(|cards| cards.len()).collect::<Vec<_>>(), [1, 4, 14]);
//! assert_eq!(pattern.to_string(), "AsA?[8765432][hd]");
//! # Ok::<(), stud8::equity::PatternError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::card::{Card, CardSet, Rank, Suit, is_separator, split_rank, split_suit};
use crate::text::{At, clip};

/// The most cards a hand has.
pub(super) const MAX_CARDS: usize = 7;

/// Up to seven cards, each known, or known in part, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// For each card the cards that it may be: some ranks, each in the same suits.
    cards: Vec<CardSet>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// Something that is no card of a pattern.
    #[error(
        "{text:?} is not a card: a rank, ? or ranks like [A23] or [A-8], and a suit, ? or suits like [hs]{at}"
    )]
    Invalid {
        /// The text, shortened if it is long.
        text: String,
        /// Where it is.
        at: At,
    },
    /// A span that goes down, or nowhere.
    #[error(
        "{from}-{to} is not a span of ranks: it goes upwards, like 2-8; an ace is low first and high last"
    )]
    Span {
        /// Its beginning.
        from: Rank,
        /// Its end.
        to: Rank,
    },
    /// A known card that comes a second time.
    #[error("{card} comes twice: each card may be used once")]
    Duplicate {
        /// The card.
        card: Card,
    },
    /// More cards than a hand has.
    #[error("a hand has up to seven cards, not {cards}")]
    CardCount {
        /// How many there were.
        cards: usize,
    },
}

impl Pattern {
    /// For each card the cards that it may be.
    #[must_use]
    pub fn cards(&self) -> &[CardSet] {
        &self.cards
    }

    /// Cards that are known, or not at all.
    ///
    /// # Errors
    /// [`PatternError`] for more than seven, or one that comes twice.
    pub fn of_cards(cards: &[Option<Card>]) -> Result<Pattern, PatternError> {
        Pattern::new(cards.iter().map(|card| card.map_or(CardSet::FULL, CardSet::from)).collect())
    }

    /// Its text with the cards apart: `As A? ??`.
    #[must_use]
    pub fn spaced(&self) -> String {
        self.cards.iter().map(|&cards| PatternCard(cards).to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The same with one more known card.
    ///
    /// # Errors
    /// [`PatternError`] for an eighth card, or one that is there already.
    pub fn with(&self, card: Card) -> Result<Pattern, PatternError> {
        Pattern::new(self.cards.iter().copied().chain([card.into()]).collect())
    }

    fn new(cards: Vec<CardSet>) -> Result<Pattern, PatternError> {
        if cards.len() > MAX_CARDS {
            return Err(PatternError::CardCount { cards: cards.len() });
        }
        let mut known = CardSet::EMPTY;
        for card in cards.iter().filter(|cards| cards.len() == 1).flat_map(|card| card.iter()) {
            if !known.insert(card) {
                return Err(PatternError::Duplicate { card });
            }
        }
        Ok(Pattern { cards })
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut cards = Vec::new();
        let mut rest = text.trim_start_matches(is_separator);
        while !rest.is_empty() {
            let invalid = || {
                let word = rest.split(is_separator).next().unwrap_or(rest);
                PatternError::Invalid { text: clip(word, 20), at: At::of(text, word) }
            };
            let (ranks, after) = split_part(rest, &Rank::ALL, split_ranks)?.ok_or_else(invalid)?;
            let (suits, after) =
                split_part(after, &Suit::ALL, |text| Ok(split_one_suit(text)))?.ok_or_else(invalid)?;
            cards.push(product(&ranks, &suits));
            rest = after.trim_start_matches(is_separator);
        }
        Pattern::new(cards)
    }
}

fn product(ranks: &[Rank], suits: &[Suit]) -> CardSet {
    ranks.iter().flat_map(|&rank| suits.iter().map(move |&suit| Card::new(rank, suit))).collect()
}

/// Splits a part off the front of a text. `None` if the text doesn't begin with one.
type Split<'t, T> = Result<Option<(T, &'t str)>, PatternError>;

/// The rank or the suit at the front of the text: an item, `?` for all, or items in brackets.
fn split_part<'t, T: Clone>(
    text: &'t str,
    all: &[T],
    split: impl Fn(&'t str) -> Split<'t, Vec<T>>,
) -> Split<'t, Vec<T>> {
    if let Some(rest) = text.strip_prefix('?') {
        return Ok(Some((all.to_vec(), rest)));
    }
    let Some(mut rest) = text.strip_prefix('[') else {
        // A span stands in brackets.
        return Ok(split(text)?.filter(|(items, _)| items.len() == 1));
    };
    let mut parts = Vec::new();
    loop {
        let Some((more, after)) = split(rest)? else { return Ok(None) };
        parts.extend(more);
        if let Some(rest) = after.strip_prefix(']') {
            return Ok(Some((parts, rest)));
        }
        rest = after;
    }
}

/// The rank or the span of ranks at the front of the text.
fn split_ranks(text: &str) -> Split<'_, Vec<Rank>> {
    let Some((from, rest)) = split_rank(text) else { return Ok(None) };
    let Some(rest) = rest.strip_prefix('-') else { return Ok(Some((vec![from], rest))) };
    let Some((to, rest)) = split_rank(rest) else { return Ok(None) };
    let span = |from, to| Rank::ALL.into_iter().filter(move |&rank| from <= rank && rank <= to);
    let ranks: Vec<Rank> = match from {
        Rank::Ace if to < Rank::Ace => std::iter::once(Rank::Ace).chain(span(Rank::Deuce, to)).collect(),
        _ if from < to => span(from, to).collect(),
        _ => return Err(PatternError::Span { from, to }),
    };
    Ok(Some((ranks, rest)))
}

fn split_one_suit(text: &str) -> Option<(Vec<Suit>, &str)> {
    split_suit(text).map(|(suit, rest)| (vec![suit], rest))
}

/// Each card with its ranks and suits in the order that sets of cards are written in, the greatest first.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cards.iter().try_for_each(|&cards| PatternCard(cards).fmt(f))
    }
}

/// One card of a pattern.
struct PatternCard(CardSet);

impl fmt::Display for PatternCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has = |ranks: &[Rank], suits: &[Suit]| !(self.0 & product(ranks, suits)).is_empty();
        write_part(f, &Rank::ALL, |&rank| has(&[rank], &Suit::ALL))?;
        write_part(f, &Suit::ALL, |&suit| has(&Rank::ALL, &[suit]))
    }
}

fn write_part<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    all: &[T],
    has: impl Fn(&T) -> bool,
) -> fmt::Result {
    let some: Vec<String> = all.iter().rev().filter(|&item| has(item)).map(T::to_string).collect();
    match some.len() {
        1 => f.write_str(&some[0]),
        many if many == all.len() => f.write_str("?"),
        _ => write!(f, "[{}]", some.concat()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    #[test]
    fn patterns_read_and_show_themselves() {
        let table = [
            ("", "", &[][..]),
            ("As Kd,2c", "AsKd2c", &[1, 1, 1]),
            ("asKD10h", "AsKdTh", &[1, 1, 1]),
            ("A♠️ ?♥", "As?h", &[1, 13]),
            ("a?", "A?", &[4]),
            ("10?", "T?", &[4]),
            ("????", "????", &[52, 52]),
            ("?? ??, As", "????As", &[52, 52, 1]),
            ("[A23]?", "[A32]?", &[12]),
            ("[2a3A]?", "[A32]?", &[12]),
            ("[2-8]?", "[8765432]?", &[28]),
            ("[A-5]h", "[A5432]h", &[5]),
            ("[10-a]h", "[AKQJT]h", &[5]),
            ("[A-K]?", "??", &[52]),
            ("[2-A]h", "?h", &[13]),
            ("[A-35J-K]?", "[AKQJ532]?", &[28]),
            ("A[hs]", "A[sh]", &[2]),
            ("A[♥️s]", "A[sh]", &[2]),
            ("?[cdhs]", "??", &[52]),
            ("[23][hs]", "[32][sh]", &[4]),
            ("[A][s]K?", "AsK?", &[1, 4]),
        ];
        for (text, written, sizes) in table {
            let pattern = pattern(text);
            assert_eq!(pattern.to_string(), written, "{text}");
            assert_eq!(pattern.cards().iter().map(|cards| cards.len()).collect::<Vec<_>>(), sizes, "{text}");
            assert_eq!(pattern, self::pattern(written), "{text}");
        }
    }

    #[test]
    fn an_ace_is_low_where_a_span_begins_and_high_where_it_ends() {
        assert_eq!(pattern("[A-3]s").cards(), ["As2s3s".parse().unwrap()]);
        assert_eq!(pattern("[Q-A]s").cards(), ["QsKsAs".parse().unwrap()]);
    }

    #[test]
    fn errors_name_the_text_and_what_would_be_right() {
        let invalid = [
            ("As Kx", "Kx"),
            ("A", "A"),
            ("?", "?"),
            ("As[]h", "[]h"),
            ("[A-]h", "[A-]h"),
            ("[A2h", "[A2h"),
            ("2-8h", "2-8h"),
            ("A[h", "A[h"),
            ("[A 2]h", "[A"),
            ("A[2]", "A[2]"),
            ("As K1", "K1"),
            ("As1", "1"),
        ];
        for (text, piece) in invalid {
            let start = text.len() - text.trim_start_matches(is_separator).len();
            let from = text[start..].find(piece).map_or(0, |from| start + from);
            let at = At::of(text, &text[from..from + piece.len()]);
            assert_eq!(
                text.parse::<Pattern>(),
                Err(PatternError::Invalid { text: piece.into(), at }),
                "{text}"
            );
        }
        let error = |text: &str| text.parse::<Pattern>().unwrap_err().to_string();
        assert_eq!(
            error("AsXd"),
            "\"Xd\" is not a card: a rank, ? or ranks like [A23] or [A-8], and a suit, ? or suits like [hs] (at character 3)"
        );
        assert!(error("6сTc9h").ends_with("suits like [hs] (character 2 is 'с', U+0441)"));
        assert_eq!(
            error("[8-2]?"),
            "8-2 is not a span of ranks: it goes upwards, like 2-8; an ace is low first and high last"
        );
        assert!(error("[5-5]?").starts_with("5-5 is") && error("[A-A]?").starts_with("A-A is"));
        assert_eq!(error("As A? As"), "As comes twice: each card may be used once");
        assert_eq!(error("????????????????"), "a hand has up to seven cards, not 8");
    }

    #[test]
    fn cards_that_are_known_or_not_make_a_pattern() {
        let ace: Option<Card> = "As".parse().ok();
        assert_eq!(Pattern::of_cards(&[ace, None]), Ok(pattern("As??")));
        assert_eq!(Pattern::of_cards(&[ace, ace]), Err(PatternError::Duplicate { card: ace.unwrap() }));
        assert_eq!(Pattern::of_cards(&[None; 8]), Err(PatternError::CardCount { cards: 8 }));
    }
}
