//! The errors of spots.

use std::fmt;

use crate::card::{Card, CardSet};

/// The most sets that may fit one player's patterns: 64 MiB of them.
pub const MAX_SETS: usize = 1 << 22;

/// Where a known card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Folded, or seen otherwise.
    Dead,
    /// The common card.
    Common,
    /// With a player, counted from 0.
    Player(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Dead => f.write_str("dead"),
            Place::Common => f.write_str("the common card"),
            Place::Player(player) => write!(f, "player {player}'s"),
        }
    }
}

/// Why there is no such spot. Players are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpotError {
    /// Too few or too many players.
    #[error("equities are those of two to eight players, not {players}")]
    PlayerCount {
        /// How many there were.
        players: usize,
    },
    /// A player without patterns; a player without known cards has an empty one.
    #[error("player {player} has no hand: a random one is an empty text")]
    NoHand {
        /// Which player.
        player: usize,
    },
    /// A player all of whose hands have weight 0.
    #[error("the weights of player {player} are all 0: give what he may hold a weight above 0")]
    NoWeight {
        /// Which player.
        player: usize,
    },
    /// Weights that sums of products can't be made of.
    #[error("the weights of player {player} sum to more than 2^40 in their lowest terms: round them")]
    Weights {
        /// Which player.
        player: usize,
    },
    /// Hands of one player with different numbers of cards.
    #[error("player {player} has {first} or {second}: give each as many cards, unknown ones as ??")]
    CardCounts {
        /// Which player.
        player: usize,
        /// One of the player's patterns.
        first: String,
        /// One of another length.
        second: String,
    },
    /// More cards than a hand has.
    #[error("player {player} has {cards} cards: with a common card it's six at most")]
    TooManyCards {
        /// Which player.
        player: usize,
        /// The number of the player's cards.
        cards: usize,
    },
    /// A card that is in two places.
    #[error("{card} is {first} and {second}: each card may be used once")]
    Duplicate {
        /// The card.
        card: Card,
        /// One place.
        first: Place,
        /// The other.
        second: Place,
    },
    /// Patterns that the cards which are left don't fit.
    #[error("no cards left fit player {player}'s {patterns}")]
    NothingFits {
        /// Which player.
        player: usize,
        /// The player's pattern, or the number of patterns.
        patterns: String,
    },
    /// Two weights for the same cards.
    #[error("player {player}'s {cards} fits {first} and {second}, which have different weights")]
    WeightsDiffer {
        /// Which player.
        player: usize,
        /// The cards.
        cards: CardSet,
        /// A pattern that they fit.
        first: String,
        /// Another one.
        second: String,
    },
    /// Too many sets to hold.
    #[error(
        "more than {MAX_SETS} sets of cards fit player {player}'s patterns: say less with each, or leave out ??, as cards that \
        aren't written still come"
    )]
    TooManySets {
        /// Which player.
        player: usize,
    },
    /// Hands that are possible one by one but not together.
    #[error("no deal fits all players: what one may hold leaves nothing for another")]
    NoDeal,
    /// A deck that runs out.
    #[error("the deal can't be completed: {wanted} cards are to come, but {left} are left")]
    Deck {
        /// How many cards the players still get.
        wanted: usize,
        /// How many are neither dead nor dealt.
        left: usize,
    },
    /// Told to stop before all was checked.
    #[error("it was stopped before all hands were looked at")]
    Stopped,
    /// No memory for the sets.
    #[error("there is no memory for all the sets of cards that fit: say less with ??, or leave it out")]
    Memory,
}
