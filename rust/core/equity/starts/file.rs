//! The tables as text: a line for each hand, in the order of their ranks.

use std::fmt::Write;

use super::estimate::{Multiway, OPPONENTS};
use super::{OutcomeCounts, StartingHand, ranked, starting_hands};
use crate::card::CardSet;

const HEADS_UP: &str = "\
# Every starting hand up to suits against one random hand, eight or better: how many of the 9614852367120 deals of the
# other cards end in each way. The first word of a column is about the high, the second about the low.
# Made by: stud8 start --recompute rust/core/equity/starts/heads_up.csv
hand,win_win,win_tie,win_lose,win_none,tie_win,tie_tie,tie_lose,tie_none,lose_win,lose_tie,lose_lose,lose_none
";

/// The hands as the text that the table is read from: comma-separated values under a note on what they are.
#[must_use]
pub fn write(hands: &[StartingHand]) -> String {
    let mut text = String::from(HEADS_UP);
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
pub(super) fn read_heads_up(text: &str) -> Vec<StartingHand> {
    let lines = text.strip_prefix(HEADS_UP).expect("the head of the table").lines();
    let hand = |line: &str| -> Option<(CardSet, OutcomeCounts)> {
        let (cards, counts) = line.split_once(',')?;
        let counts: Vec<u64> = counts.split(',').map(|count| count.parse().ok()).collect::<Option<_>>()?;
        let (rows, []) = counts.as_chunks::<4>() else { return None };
        Some((cards.parse().ok()?, rows.try_into().ok()?))
    };
    ranked(lines.map(|line| hand(line).expect("a hand and its counts")).collect())
}

const MULTIWAY: &str = "\
# Every starting hand up to suits against two to seven random hands that all stay to the end, eight or better; with seven
# there is a common card. Estimates from 40000000 deals, in 100000ths: the part of the pot and its standard error, then how
# often the hand takes the whole pot, has the best high and has the best low (alone or not).
# Made by: stud8 start --recompute rust/core/equity/starts/multiway.csv --multiway
";

/// The estimates, in the order of [`starting_hands`], as the text that they are read from.
#[must_use]
pub fn write_multiway(estimates: &[[Multiway; 6]]) -> String {
    let mut text = String::from(MULTIWAY) + "hand";
    for opponents in OPPONENTS {
        for column in ["share", "error", "scoops", "highs", "lows"] {
            let _ = write!(text, ",{column}_{opponents}");
        }
    }
    text.push('\n');
    for (hand, estimates) in starting_hands().iter().zip(estimates) {
        let _ = write!(text, "{hand}");
        for &Multiway { share, error, scoops, highs, lows } in estimates {
            let _ = write!(text, ",{share},{error},{scoops},{highs},{lows}");
        }
        text.push('\n');
    }
    text
}

/// Reads what [`write_multiway`] wrote.
///
/// # Panics
/// If it isn't that.
pub(super) fn read_multiway(text: &str) -> Vec<[Multiway; 6]> {
    let lines = text.strip_prefix(MULTIWAY).expect("the head of the table").lines().skip(1);
    let estimates = |(line, hand): (&str, &StartingHand)| -> Option<[Multiway; 6]> {
        let numbers = line.strip_prefix(&hand.to_string())?.strip_prefix(',')?;
        let numbers: Vec<u32> =
            numbers.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let (each, []) = numbers.as_chunks() else { return None };
        let each = each.iter().map(|&[share, error, scoops, highs, lows]| Multiway {
            share,
            error,
            scoops,
            highs,
            lows,
        });
        each.collect::<Vec<_>>().try_into().ok()
    };
    let lines = lines.zip(starting_hands());
    lines.map(|line| estimates(line).expect("the estimates of the hand of this rank")).collect()
}
