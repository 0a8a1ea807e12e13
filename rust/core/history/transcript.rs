//! [`Transcript`]: what was written down of one hand, in no notation.
//!
//! A notation reads its text into a transcript and writes one as text. A transcript says what was recorded
//! and nothing about whether it could have happened: [`Transcript::replay`] finds that out.

use std::num::NonZeroU32;

use crate::action::ActionKind;
use crate::card::Card;
use crate::rules::{Chips, Draft};
use crate::seat::Seat;

/// What was written down of one hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// What its source calls the hand, where it says.
    pub name: Option<String>,
    /// The digits after the point that amounts have in the source; here all amounts are in the smallest unit.
    pub decimals: u8,
    /// What messages call the players.
    pub labels: Labels,
    /// The players who were dealt in, in the order of dealing.
    pub players: Vec<Participant>,
    /// The stakes, and the other settings as far as they are known. An unknown `trim_antes` counts as false.
    pub rules: Draft,
    /// Whether the customs of the house are known: settings that `rules` leaves out have their defaults then.
    /// If not, a replay takes whatever the record says as played.
    pub house_known: bool,
    /// Whether players showed and mucked in the order of the rules; false means as they liked, and that a
    /// player who mucked made no claim. It says nothing unless the house is known.
    pub show_in_turn: bool,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// What messages call a player: what the source calls a player where it says who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Labels {
    /// `p1` for the first player, and so on.
    Numbers,
    /// The player's name, or the seat where there is none.
    Names,
}

/// One player of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// Where a replay seats the player.
    pub seat: Seat,
    /// The seat number of the source, where it gives one. Sites count from 0 or up to 10.
    pub stated_seat: Option<i64>,
    /// The player's name, if the source names players; empty where this one isn't known.
    pub name: Option<String>,
    /// The chips before the ante.
    pub stack: Stack,
    /// The chips after the hand, if the source says.
    pub finishing_stack: Option<Stack>,
    /// What the player declared, in a game with declarations.
    pub declared: Option<ActionKind>,
}

/// An amount before a player, which a source may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stack {
    /// This many chips.
    Known(Chips),
    /// Nobody wrote it down. A replay takes it for more than anybody can bet.
    Unknown,
}

impl Stack {
    /// The chips, if they are known.
    #[must_use]
    pub const fn known(self) -> Option<Chips> {
        match self {
            Self::Known(chips) => Some(chips),
            Self::Unknown => None,
        }
    }
}

/// One line of a transcript: what happened, and a remark. Either may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// What happened.
    pub statement: Option<Statement>,
    /// What the source remarks on it.
    pub remark: Option<String>,
    /// Where the source says so.
    pub line: SourceLine,
}

/// The line of a source, from 1, where there is one.
///
/// It tells where an entry stands and is no part of what happened: all lines are equal, so that a hand equals
/// the same hand in another text.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceLine(pub Option<NonZeroU32>);

impl SourceLine {
    /// This line, from 1.
    #[must_use]
    pub fn new(line: usize) -> Self {
        Self(u32::try_from(line).ok().and_then(NonZeroU32::new))
    }
}

impl PartialEq for SourceLine {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for SourceLine {}

/// What an entry says that happened. Players are numbered from 1, in the order of the transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A player gets cards. Those of a street may come in one statement or in several.
    Deal {
        /// Who gets them.
        player: u8,
        /// In the order of dealing; unknown ones are `None`.
        cards: Vec<Option<Card>>,
    },
    /// The common card is dealt.
    Common {
        /// Which, if it is known.
        card: Option<Card>,
    },
    /// A player brings in.
    BringIn {
        /// Who does.
        player: u8,
        /// The player's total of the street, if the source says.
        total: Option<Chips>,
    },
    /// A player completes, bets or raises.
    Wager {
        /// Who does.
        player: u8,
        /// The player's total of the street.
        total: Chips,
    },
    /// A player checks or calls.
    CheckOrCall {
        /// Who does.
        player: u8,
        /// The player's total of the street, if the source says.
        total: Option<Chips>,
    },
    /// A player folds.
    Fold {
        /// Who does.
        player: u8,
    },
    /// A player shows.
    Show {
        /// Who does.
        player: u8,
        /// The cards shown, unknown ones as `None`; without them, the cards that were dealt.
        cards: Option<Vec<Option<Card>>>,
    },
    /// A player mucks.
    Muck {
        /// Who does.
        player: u8,
    },
}

impl Statement {
    /// The number of the player that it is about.
    #[must_use]
    pub const fn player(&self) -> Option<u8> {
        match *self {
            Self::Common { .. } => None,
            Self::Deal { player, .. }
            | Self::BringIn { player, .. }
            | Self::Wager { player, .. }
            | Self::CheckOrCall { player, .. }
            | Self::Fold { player }
            | Self::Show { player, .. }
            | Self::Muck { player } => Some(player),
        }
    }
}

impl From<Statement> for Entry {
    fn from(statement: Statement) -> Self {
        Self { statement: Some(statement), remark: None, line: SourceLine::default() }
    }
}

impl Transcript {
    /// The seats of the players, in order.
    #[must_use]
    pub fn seats(&self) -> Vec<Seat> {
        self.players.iter().map(|player| player.seat).collect()
    }

    /// What messages call a player, by the index in `players`.
    #[must_use]
    pub fn label(&self, index: usize) -> String {
        let player = self.players.get(index);
        let name = player.and_then(|player| player.name.as_deref()).filter(|name| !name.is_empty());
        match (self.labels, name, player) {
            (Labels::Numbers, ..) | (Labels::Names, _, None) => format!("p{}", index + 1),
            (Labels::Names, Some(name), _) => name.to_owned(),
            (Labels::Names, None, Some(player)) => format!("seat {}", player.seat),
        }
    }
}
