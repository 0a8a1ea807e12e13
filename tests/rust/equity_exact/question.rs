//! What is asked for, and how its counts are read.

use std::num::NonZeroUsize;

use stud8::card::{Card, CardSet};
use stud8::equity::{Common, Exact, Outcome, Pattern, Spot, Tally};
use stud8::eval::{LowKind, Path};

/// What a player may hold: patterns and their weights.
pub type Range = Vec<(Pattern, u64)>;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    pub players: Vec<Range>,
    pub dead: CardSet,
    pub common: Common,
    pub low: LowKind,
}

impl Question {
    /// Players apart by " v ", a player's patterns by "/", their weights after "=".
    pub fn new(players: &str) -> Question {
        let pattern = |text: &str| {
            let (pattern, weight) = text.split_once('=').unwrap_or((text, "1"));
            (pattern.parse().unwrap(), weight.parse().unwrap())
        };
        let players = players.split(" v ").map(|range| range.split('/').map(pattern).collect());
        let (dead, common, low) = (CardSet::EMPTY, Common::None, LowKind::EightOrBetter);
        Question { players: players.collect(), dead, common, low }
    }

    pub fn dead(self, cards: &str) -> Question {
        Question { dead: cards.parse().unwrap(), ..self }
    }

    pub fn common(self, card: &str) -> Question {
        Question { common: Common::Given(card.parse().unwrap()), ..self }
    }

    pub fn low(self, low: LowKind) -> Question {
        Question { low, ..self }
    }

    pub fn spot(&self) -> Spot {
        Spot::new(&self.players, self.dead, self.common, self.low).unwrap()
    }

    /// The exact count, on one thread, the fastest way.
    pub fn count(&self) -> Tally {
        let exact = Exact::new(&self.spot()).unwrap();
        exact.count(fastest(), NonZeroUsize::new(1), |_| false).unwrap()
    }

    /// On every path, on one, two and three threads: always the same.
    pub fn count_everywhere(&self) -> Tally {
        let exact = Exact::new(&self.spot()).unwrap();
        let tally = self.count();
        for path in paths() {
            for threads in 1..=3 {
                let again = exact.count(path, NonZeroUsize::new(threads), |_| false).unwrap();
                assert_eq!(again, tally, "{path}, {threads} threads");
            }
        }
        tally
    }

    /// The same with a card more for a player.
    pub fn with_card(&self, player: usize, card: Card) -> Question {
        let mut question = self.clone();
        for (pattern, _) in &mut question.players[player] {
            *pattern = format!("{pattern}{card}").parse().unwrap();
        }
        question
    }
}

pub fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.available())
}

pub fn fastest() -> Path {
    paths().last().unwrap()
}

/// How often a player wins what is asked for.
pub fn times(tally: &Tally, wins: impl Fn(Outcome) -> bool) -> u128 {
    tally.iter().filter(|&(outcome, _)| wins(outcome)).map(|(_, count)| count).sum()
}

/// A player's part of all pots, in units.
pub fn units(tally: &Tally, player: usize) -> u128 {
    tally.iter().map(|(outcome, count)| u128::from(outcome.share(player)) * count).sum()
}

/// Of two players, rows high win, tie, lose for the first, columns low win, tie, lose, none.
pub fn joint(tally: &Tally) -> [[u128; 4]; 3] {
    [1, 3, 2].map(|high| [1, 3, 2, 0].map(|low| times(tally, |outcome| outcome == Outcome { high, low })))
}
