//! The table as text: a line for each hand, in the order of their ranks.

use std::fmt::Write;

use super::{Counts, StartingHand, ranked};
use crate::card::CardSet;

const HEAD: &str = "\
# Every starting hand up to suits against one random hand, eight or better: how many of the 9614852367120 deals of the
# other cards end in each way. The first word of a column is about the high, the second about the low.
# Made by: stud8 start --recompute rust/core/equity/starts/heads_up.csv
hand,win_win,win_tie,win_lose,win_none,tie_win,tie_tie,tie_lose,tie_none,lose_win,lose_tie,lose_lose,lose_none
";

/// The hands as the text that the table is read from: comma-separated values under a note on what they are.
#[must_use]
pub fn write(hands: &[StartingHand]) -> String {
    let mut text = String::from(HEAD);
    for hand in hands {
        let _ = write!(text, "{hand}");
        for count in hand.counts.as_flattened() {
            let _ = write!(text, ",{count}");
        }
        text.push('\n');
    }
    text
}

/// Reads what [`write()`] wrote.
///
/// # Panics
/// If it isn't that.
pub(super) fn read(text: &str) -> Vec<StartingHand> {
    let lines = text.strip_prefix(HEAD).expect("the head of the table").lines();
    let hand = |line: &str| -> Option<(CardSet, Counts)> {
        let (cards, counts) = line.split_once(',')?;
        let counts: Vec<u64> = counts.split(',').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let (rows, []) = counts.as_chunks::<4>() else { return None };
        Some((cards.parse().ok()?, rows.try_into().ok()?))
    };
    ranked(lines.map(|line| hand(line).expect("a hand and its counts")).collect())
}
