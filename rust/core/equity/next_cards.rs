//! What part of the pot a player will win, for each card that may come next.

use super::chance::Chance;
use super::outcome::Tally;
use super::result::Equity;
use crate::card::{Card, Rank, Suit};
use crate::text::TextTable;

/// The equities after each card that may come next to a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextCards {
    pub(super) place: usize,
    pub(super) now: Equity,
    /// By card, ascending.
    pub(super) equities: Vec<(Card, Equity)>,
}

impl NextCards {
    /// Returns the result for the player at this place: the equity now, and after each card, ascending.
    #[must_use]
    pub const fn new(place: usize, now: Equity, equities: Vec<(Card, Equity)>) -> Self {
        Self { place, now, equities }
    }

    /// Returns the result of one count by card. A deal is counted once for each card that the player gets in it: `times` in
    /// all. `equity` makes an equity of a tally.
    #[must_use]
    pub fn of_counts(
        place: usize,
        counts: &[(Card, Tally)],
        times: u128,
        equity: impl Fn(&Tally) -> Equity,
    ) -> Option<Self> {
        let ((_, first), others) = counts.split_first()?;
        let mut sum = first.clone();
        for (_, tally) in others {
            sum.merge(tally);
        }
        let mut deals = Tally::new(sum.players());
        for (outcome, count) in sum.iter() {
            deals.add(outcome, count / times);
        }
        let equities = counts.iter().map(|(card, tally)| (*card, equity(tally))).collect();
        Some(Self { place, now: equity(&deals), equities })
    }

    /// The place of the player among the labels.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.place
    }

    /// The name of the player: the index from 0, or the seat.
    #[must_use]
    pub fn player(&self) -> u8 {
        self.now.labels[self.place].player
    }

    /// The equity before the card.
    #[must_use]
    pub const fn now(&self) -> &Equity {
        &self.now
    }

    /// The equity after each card that may come, cards ascending.
    #[must_use]
    pub fn equities(&self) -> &[(Card, Equity)] {
        &self.equities
    }

    /// Whether all of it was counted, not sampled.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.now.is_exact() && self.equities.iter().all(|(_, equity)| equity.is_exact())
    }

    /// Returns the player's share of the pot in one of the equities.
    #[must_use]
    pub fn share(&self, equity: &Equity) -> Chance {
        Chance { exact: self.is_exact(), ..equity.share(self.place) }
    }

    /// Returns one line about all of it.
    #[must_use]
    pub fn caption(&self) -> String {
        let label = &self.now.labels[self.place];
        let name = if self.now.seated { "seat" } else { "player" };
        let how = if self.is_exact() { "exact" } else { "sampled" };
        let share = self.share(&self.now).ratio();
        format!(
            "{name} {}, {}: {share:.4} now; with each card that may come, {how}:",
            label.player, label.hand
        )
    }

    /// Returns a table of the shares by rank and suit.
    #[must_use]
    pub fn table(&self) -> TextTable {
        let cell = |rank: Rank, suit: Suit| {
            let card = Card::new(rank, suit);
            let found = self.equities.iter().find(|&&(other, _)| other == card);
            found.map_or_else(String::new, |(_, equity)| format!("{:.4}", self.share(equity).ratio()))
        };
        let row = |&rank: &Rank| {
            let cells = Suit::ALL.into_iter().rev().map(|suit| cell(rank, suit));
            std::iter::once(rank.to_string()).chain(cells).collect()
        };
        let suits = Suit::ALL.into_iter().rev().map(|suit| suit.to_string());
        TextTable {
            columns: std::iter::once(String::new()).chain(suits).collect(),
            rows: Rank::ALL.iter().rev().map(row).collect(),
            left: 1,
        }
    }
}
