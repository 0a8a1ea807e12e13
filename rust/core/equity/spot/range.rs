//! Which sets of cards fit a player's patterns.

use super::fits::fits;
use super::{Pattern, SpotError};
use crate::card::CardSet;

/// The most sets that a player may hold one of: 64 MiB of them.
pub const MAX_SETS: usize = 1 << 22;

/// The patterns of one player that have a weight.
pub(super) struct Range<'p> {
    pub player: usize,
    pub patterns: Vec<(&'p Pattern, u64)>,
    /// Whether unknown cards are part of the sets; else they are as good as cards to come.
    with_unknown: bool,
}

impl<'p> Range<'p> {
    pub fn new(player: usize, patterns: &'p [(Pattern, u64)], most: usize) -> Result<Range<'p>, SpotError> {
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
        let weighty = patterns.iter().filter(|&&(_, weight)| weight > 0);
        let patterns: Vec<_> = weighty.map(|(pattern, weight)| (pattern, *weight)).collect();
        if patterns.is_empty() {
            return Err(SpotError::NoWeight { player });
        }
        let with_unknown = unknown_cards_matter(&patterns);
        Ok(Range { player, patterns, with_unknown })
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
    pub fn sets(&self, cards: CardSet) -> Result<Vec<(CardSet, u64)>, SpotError> {
        let player = self.player;
        let too_many = || SpotError::TooManySets { player };
        let mut sets = Vec::new();
        for &(pattern, weight) in &self.patterns {
            let fitting = fits(&self.places(pattern, cards), MAX_SETS).ok_or_else(too_many)?;
            sets.extend(fitting.into_iter().map(|set| (set, weight)));
            if sets.len() > MAX_SETS {
                self.merge(&mut sets, cards)?;
            }
            if sets.len() > MAX_SETS {
                return Err(too_many());
            }
        }
        self.merge(&mut sets, cards)?;
        if sets.is_empty() { Err(self.nothing_fits()) } else { Ok(sets) }
    }

    /// Sorts the sets and keeps each once.
    fn merge(&self, sets: &mut Vec<(CardSet, u64)>, cards: CardSet) -> Result<(), SpotError> {
        sets.sort_unstable();
        sets.dedup();
        let Some(twice) = sets.windows(2).find(|pair| pair[0].0 == pair[1].0) else { return Ok(()) };
        let set = twice[0].0;
        let mut names = twice.iter().map(|&(_, weight)| {
            let fitting = self.patterns.iter().find(|&&(pattern, other)| {
                other == weight
                    && fits(&self.places(pattern, cards & set), 1).is_some_and(|sets| !sets.is_empty())
            });
            fitting.map_or_else(String::new, |(pattern, _)| named(pattern))
        });
        let [first, second] = std::array::from_fn(|_| names.next().unwrap_or_default());
        Err(SpotError::WeightsDiffer { player: self.player, cards: set, first, second })
    }

    pub fn nothing_fits(&self) -> SpotError {
        let patterns = match &self.patterns[..] {
            [(pattern, _)] => named(pattern),
            several => format!("{} patterns", several.len()),
        };
        SpotError::NothingFits { player: self.player, patterns }
    }
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
fn unknown_cards_matter(patterns: &[(&Pattern, u64)]) -> bool {
    let is_unknown = |place: &&CardSet| **place == CardSet::FULL;
    let first = patterns[0].0.cards();
    let (count, unknown) = (first.len(), first.iter().filter(is_unknown).count());
    let known: Vec<CardSet> = patterns.iter().map(|(pattern, _)| known_cards(pattern)).collect();
    let same = patterns.iter().zip(&known).all(|((pattern, _), known)| {
        known.len() + unknown == count && pattern.cards().iter().filter(is_unknown).count() == unknown
    });
    let overlap = |(i, &first): (usize, &CardSet)| {
        known[..i].iter().any(|&second| first != second && (first | second).len() <= count)
    };
    !same || unknown > 0 && known.iter().enumerate().any(overlap)
}
