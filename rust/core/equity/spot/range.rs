//! Which sets of cards fit a player's patterns.

use std::collections::HashSet;
use std::mem;

use super::error::{MAX_SETS, SpotError};
use super::fits::{Pace, fits};
use super::pattern::Pattern;
use crate::card::{Card, CardSet};

/// What is sorted at once: a few milliseconds of work.
const PIECE: usize = 1 << 16;

/// The patterns of one player that have a weight.
pub(super) struct Range<'p> {
    pub player: usize,
    /// Different ones, in the order in which they were told.
    pub patterns: Vec<(&'p Pattern, u64)>,
    /// How many were told.
    told: usize,
    /// Whether unknown cards are part of the sets; else they are as good as cards to come.
    with_unknown: bool,
}

impl<'p> Range<'p> {
    pub fn new(
        player: usize,
        patterns: &'p [(Pattern, u64)],
        most: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Range<'p>, SpotError> {
        let Some((first, _)) = patterns.first() else { return Err(SpotError::NoHand { player }) };
        for (second, _) in patterns {
            if first.cards().len() != second.cards().len() {
                let [first, second] = [first, second].map(named);
                return Err(SpotError::CardCounts { player, first, second });
            }
        }
        let cards = first.cards().len();
        if cards > most {
            return Err(SpotError::TooManyCards { player, cards });
        }
        let mut told = 0;
        let mut different = Vec::new();
        let mut seen = HashSet::new();
        for &(ref pattern, weight) in patterns.iter().filter(|&&(_, weight)| weight > 0) {
            pace.step()?;
            told += 1;
            if patterns.len() == 1 || seen.insert((pattern, weight)) {
                different.push((pattern, weight));
            }
        }
        if different.is_empty() {
            return Err(SpotError::NoWeight { player });
        }
        let with_unknown = unknown_cards_matter(&different, pace)?;
        Ok(Range { player, patterns: different, told, with_unknown })
    }

    /// The cards that are known in each pattern.
    pub fn known(&self) -> CardSet {
        self.patterns.iter().fold(CardSet::FULL, |known, (pattern, _)| known & known_cards(pattern))
    }

    /// The places of a pattern that its sets are made of, for these cards.
    pub fn places(&self, pattern: &Pattern, cards: CardSet) -> Vec<CardSet> {
        let places = pattern.cards().iter().filter(|&&place| self.with_unknown || place != CardSet::FULL);
        places.map(|&place| place & cards).collect()
    }

    /// All the sets of these cards that fit, ascending, with their weights.
    pub fn sets(&self, cards: CardSet, pace: &mut Pace<'_>) -> Result<Vec<(CardSet, u64)>, SpotError> {
        let player = self.player;
        let too_many = || SpotError::TooManySets { player };
        let mut sets = Vec::new();
        for &(pattern, weight) in &self.patterns {
            pace.step()?;
            let fitting = fits(&self.places(pattern, cards), MAX_SETS, pace)?.ok_or_else(too_many)?;
            sets.try_reserve(fitting.len()).map_err(|_| SpotError::Memory)?;
            sets.extend(fitting.into_iter().map(|set| (set, weight)));
            // Half of them at least are new since they were merged, so that all merges together take little more than one.
            if sets.len() > 2 * MAX_SETS {
                self.merge(&mut sets, cards, pace)?;
                if sets.len() > MAX_SETS {
                    return Err(too_many());
                }
            }
        }
        self.merge(&mut sets, cards, pace)?;
        if sets.len() > MAX_SETS {
            return Err(too_many());
        }
        if sets.is_empty() { Err(self.nothing_fits()) } else { Ok(sets) }
    }

    /// Sorts the sets and keeps each once.
    fn merge(
        &self,
        sets: &mut Vec<(CardSet, u64)>,
        cards: CardSet,
        pace: &mut Pace<'_>,
    ) -> Result<(), SpotError> {
        sort(sets, pace)?;
        sets.dedup();
        let Some(twice) = sets.windows(2).find(|pair| pair[0].0 == pair[1].0) else { return Ok(()) };
        let set = twice[0].0;
        let mut names = Vec::new();
        for &(_, weight) in twice {
            let mut name = String::new();
            for &(pattern, _) in self.patterns.iter().filter(|&&(_, other)| other == weight) {
                pace.step()?;
                if fits(&self.places(pattern, cards & set), 1, pace)?.is_some_and(|sets| !sets.is_empty()) {
                    name = named(pattern);
                    break;
                }
            }
            names.push(name);
        }
        let second = names.pop().unwrap_or_default();
        let first = names.pop().unwrap_or_default();
        Err(SpotError::WeightsDiffer { player: self.player, cards: set, first, second })
    }

    pub fn nothing_fits(&self) -> SpotError {
        let patterns = match (&self.patterns[..], self.told) {
            ([(pattern, _)], 1) => named(pattern),
            (_, several) => format!("{several} patterns"),
        };
        SpotError::NothingFits { player: self.player, patterns }
    }
}

/// Sorts piece by piece, and merges the pieces.
fn sort(sets: &mut Vec<(CardSet, u64)>, pace: &mut Pace<'_>) -> Result<(), SpotError> {
    for piece in sets.chunks_mut(PIECE) {
        pace.ask()?;
        piece.sort_unstable();
    }
    let mut merged = Vec::new();
    let mut width = PIECE;
    while width < sets.len() {
        merged.clear();
        merged.try_reserve_exact(sets.len()).map_err(|_| SpotError::Memory)?;
        for pair in sets.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([one, ..], [other, ..]) = (left, right) {
                pace.step()?;
                let less = if one <= other { &mut left } else { &mut right };
                merged.push(less[0]);
                *less = &less[1..];
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        mem::swap(sets, &mut merged);
        width *= 2;
    }
    Ok(())
}

fn named(pattern: &Pattern) -> String {
    if pattern.cards().is_empty() { "no card".into() } else { pattern.to_string() }
}

fn known_cards(pattern: &Pattern) -> CardSet {
    let known = pattern.cards().iter().filter(|place| place.len() == 1);
    known.fold(CardSet::EMPTY, |known, &place| known | place)
}

/// Whether the sets that fit need their unknown cards: beside cards that are known in part, and where the same cards could fit
/// two patterns by what is unknown of them.
fn unknown_cards_matter(patterns: &[(&Pattern, u64)], pace: &mut Pace<'_>) -> Result<bool, SpotError> {
    let is_unknown = |place: &&CardSet| **place == CardSet::FULL;
    let first = patterns[0].0.cards();
    let (count, unknown) = (first.len(), first.iter().filter(is_unknown).count());
    let mut known = HashSet::new();
    for (pattern, _) in patterns {
        pace.step()?;
        let cards = known_cards(pattern);
        if cards.len() + unknown != count || pattern.cards().iter().filter(is_unknown).count() != unknown {
            return Ok(true);
        }
        known.insert(cards);
    }
    if unknown == 0 || known.len() < 2 {
        return Ok(false);
    }
    // Two overlap if they differ in no more cards than are unknown: if they share all the others.
    let Some(shared) = (count - unknown).checked_sub(unknown).filter(|&shared| shared > 0) else {
        return Ok(true);
    };
    // There are at most 2.6 million such parts of sets, so two that overlap are found before there are many.
    let mut parts = HashSet::new();
    for cards in known {
        let cards: Vec<Card> = cards.iter().collect();
        for bits in (0_u32..1 << cards.len()).filter(|bits| bits.count_ones() as usize == shared) {
            pace.step()?;
            let part = (0..).zip(&cards).filter(|(place, _)| bits >> place & 1 == 1);
            if !parts.insert(part.map(|(_, &card)| card).collect::<CardSet>()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether any two patterns overlap, compared one by one.
    fn naive(patterns: &[(&Pattern, u64)]) -> bool {
        let is_unknown = |place: &&CardSet| **place == CardSet::FULL;
        let first = patterns[0].0.cards();
        let (count, unknown) = (first.len(), first.iter().filter(is_unknown).count());
        let known: Vec<CardSet> = patterns.iter().map(|(pattern, _)| known_cards(pattern)).collect();
        let same = patterns.iter().zip(&known).all(|((pattern, _), known)| {
            known.len() + unknown == count && pattern.cards().iter().filter(is_unknown).count() == unknown
        });
        let overlap = |&one: &CardSet, &other: &CardSet| one != other && (one | other).len() <= count;
        !same || unknown > 0 && known.iter().any(|one| known.iter().any(|other| overlap(one, other)))
    }

    #[test]
    fn patterns_that_overlap_are_found_without_comparing_all() {
        let mut state = 7_u64;
        let mut found = [0; 2];
        for round in 0..3000_usize {
            let (known, unknown) = (round % 6, round / 6 % (8 - round % 6));
            let patterns: Vec<Pattern> = (0..2 + round % 5)
                .map(|_| {
                    let mut cards = Vec::new();
                    while cards.len() < known {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let deck = if round % 2 == 0 { 52 } else { 14 };
                        let card = Card::from_index(u8::try_from((state >> 40) % deck).unwrap());
                        if !cards.contains(&card) {
                            cards.push(card);
                        }
                    }
                    cards.resize(known + unknown, None);
                    Pattern::of_cards(&cards).unwrap()
                })
                .collect();
            let patterns: Vec<_> = patterns.iter().map(|pattern| (pattern, 1)).collect();
            let matter = unknown_cards_matter(&patterns, &mut Pace::new(&|| false)).unwrap();
            assert_eq!(matter, naive(&patterns), "{patterns:?}");
            found[usize::from(matter)] += 1;
        }
        assert!(found.into_iter().all(|times| times > 300), "{found:?}");
    }

    #[test]
    fn many_sets_are_sorted_piece_by_piece() {
        for many in [0, 1, PIECE, PIECE + 1, 2 * PIECE, 5 * PIECE - 3] {
            let mut state = 3_u64;
            let mut sets: Vec<_> = (0..many)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (CardSet::from_bits(state >> 40).unwrap(), state % 3)
                })
                .collect();
            let mut plain = sets.clone();
            plain.sort_unstable();
            sort(&mut sets, &mut Pace::new(&|| false)).unwrap();
            assert_eq!(sets, plain);
        }
        assert_eq!(sort(&mut vec![Default::default(); 2], &mut Pace::new(&|| true)), Err(SpotError::Stopped));
    }
}
