//! A summary for people.

use std::fmt;

use super::summary::Summary;
use crate::text::{TextTable, thousands};

impl Summary {
    /// Returns one line about all of it.
    #[must_use]
    pub fn caption(&self) -> String {
        format!("{} hands, {} actions", thousands(self.totals().hands), thousands(self.actions()))
    }

    /// Returns its tables: a row for each policy, unless all play at random, for each seat, and for what came of the pots.
    #[must_use]
    pub fn tables(&self) -> Vec<TextTable> {
        let policies = self.policies();
        let mut tables = Vec::new();
        if policies != ["uniform"] {
            tables.push(self.policy_table(&policies));
        }
        tables.push(self.seat_table());
        tables.push(self.count_table());
        tables
    }

    fn policy_table(&self, policies: &[&str]) -> TextTable {
        let row = |(place, name): (usize, &&str)| {
            let (mean, error) = (self.policy_mean(place), self.policy_standard_error(place));
            let around = self.policy_confidence(place, LEVEL).unwrap_or_default();
            let head = vec![(*name).to_owned(), self.seats_of(place).to_string()];
            [head, money(self.totals().policy_net[place], mean, error, around)].concat()
        };
        let head = ["policy", "seats", "net", "net a hand", "standard error", "95 % confidence"];
        table(&head, policies.iter().enumerate().map(row), 1)
    }

    fn seat_table(&self) -> TextTable {
        let row = |seat: crate::seat::Seat| {
            let totals = self.totals();
            let around = self.confidence(seat, LEVEL).unwrap_or_default();
            let net = totals.net[seat.index()];
            [vec![seat.to_string()], money(net, totals.mean(seat), totals.standard_error(seat), around)]
                .concat()
        };
        let head = ["seat", "net", "net a hand", "standard error", "95 % confidence"];
        table(&head, self.seats().into_iter().map(row), 0)
    }

    #[expect(clippy::cast_precision_loss, reason = "for people")]
    fn count_table(&self) -> TextTable {
        let totals = self.totals();
        let counts = [
            ("shown down", totals.showdowns),
            ("a low qualified", totals.lows),
            ("pots split", totals.split),
            ("pots scooped", totals.scooped),
            ("pots quartered", totals.quartered),
        ];
        let row = |(name, count): (&str, u64)| {
            let each = count as f64 / totals.hands.max(1) as f64;
            vec![name.to_owned(), thousands(count), format!("{each:.4}")]
        };
        table(&["", "hands or pots", "a hand"], counts.into_iter().map(row), 1)
    }
}

impl fmt::Display for Summary {
    /// The caption and the tables, for a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.caption())?;
        self.tables().iter().try_for_each(|table| write!(f, "\n\n{}", table.text()))
    }
}

/// The level of the intervals that the tables show.
const LEVEL: f64 = 0.95;

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>, left: usize) -> TextTable {
    TextTable { columns: head.iter().map(ToString::to_string).collect(), rows: rows.collect(), left }
}

/// What was won in all, what in a hand, with its error and between which bounds.
fn money(net: i128, mean: f64, error: f64, (least, most): (f64, f64)) -> Vec<String> {
    let sign = if net < 0 { '-' } else { '+' };
    vec![
        format!("{sign}{}", thousands(net.unsigned_abs())),
        format!("{mean:+.3}"),
        format!("{error:.3}"),
        format!("{least:+.3} … {most:+.3}"),
    ]
}
