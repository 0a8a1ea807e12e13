//! Which sets of cards fit a pattern: different cards, each in a place of its own that may be that card.

use super::error::SpotError;
use crate::card::{Card, CardSet};

/// The number of steps between two questions whether to stop: a fraction of a millisecond.
const STEPS: usize = 1 << 14;

/// Asks now and then whether to stop.
pub(super) struct Pace<'s> {
    stop: &'s dyn Fn() -> bool,
    steps: usize,
}

impl<'s> Pace<'s> {
    pub const fn new(stop: &'s dyn Fn() -> bool) -> Pace<'s> {
        Pace { stop, steps: 0 }
    }

    /// Counts one step.
    #[inline]
    pub fn step(&mut self) -> Result<(), SpotError> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) { self.ask() } else { Ok(()) }
    }

    /// Asks at once, before work of a few milliseconds.
    pub fn ask(&self) -> Result<(), SpotError> {
        if (self.stop)() { Err(SpotError::Stopped) } else { Ok(()) }
    }
}

/// Returns the sets that fit these places, each once. `None` if there are more than `most`.
///
/// The cards are gone through once, and each is taken or not. What is kept is not how the taken ones stand in the places, of
/// which there may be many ways, but which places they can fill together: a bit for each set of places. Where the cards to
/// come can't fill the others nothing is begun, so that every way ends in a set.
pub(super) fn fits(
    places: &[CardSet],
    most: usize,
    pace: &mut Pace<'_>,
) -> Result<Option<Vec<CardSet>>, SpotError> {
    let mut open = places.to_vec();
    let mut certain = CardSet::EMPTY;
    while let Some(known) = open.iter().position(|place| place.len() == 1) {
        let card = open.swap_remove(known);
        certain |= card;
        for place in &mut open {
            *place -= card;
        }
    }
    let cards: Vec<Card> = open.iter().fold(CardSet::EMPTY, |all, &place| all | place).iter().collect();
    let ways: Vec<Places> = cards.iter().map(|&card| Places::of(&open, card)).collect();
    // What cards from each on can fill, as the places that they leave.
    let mut filled = vec![Filled::NONE; cards.len() + 1];
    for i in (0..cards.len()).rev() {
        filled[i] = filled[i + 1].or(filled[i + 1].with(ways[i]));
    }
    let left = filled.iter().map(|filled| filled.left(open.len())).collect();
    let mut search = Search { cards, ways, left, most, found: Vec::new(), pace };
    let is_all = search.go_on(0, open.len(), certain, Filled::NONE)?;
    Ok(is_all.then_some(search.found))
}

struct Search<'a, 's> {
    cards: Vec<Card>,
    ways: Vec<Places>,
    left: Vec<Filled>,
    most: usize,
    found: Vec<CardSet>,
    pace: &'a mut Pace<'s>,
}

impl Search<'_, '_> {
    /// Takes `wanted` of the cards from one on. Returns false if that is too much.
    fn go_on(
        &mut self,
        from: usize,
        wanted: usize,
        taken: CardSet,
        filled: Filled,
    ) -> Result<bool, SpotError> {
        if wanted == 0 {
            self.pace.step()?;
            self.found.try_reserve(1).map_err(|_| SpotError::Memory)?;
            self.found.push(taken);
            return Ok(self.found.len() <= self.most);
        }
        for i in from..self.cards.len() {
            if !filled.meets(self.left[i]) {
                break;
            }
            let more = filled.with(self.ways[i]);
            let fits = more.meets(self.left[i + 1]);
            if fits && !self.go_on(i + 1, wanted - 1, taken.with(self.cards[i]), more)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The places that a card may have: a bit for each of up to seven.
#[derive(Clone, Copy)]
struct Places(u8);

impl Places {
    fn of(places: &[CardSet], card: Card) -> Places {
        Places((0..).zip(places).fold(0, |bits, (i, place)| bits | u8::from(place.contains(card)) << i))
    }
}

/// The sets of places that some cards can fill: a bit for each of up to 128.
#[derive(Clone, Copy)]
struct Filled(u128);

impl Filled {
    /// What no card fills: the empty set.
    const NONE: Filled = Filled(1);

    /// With one card more.
    fn with(self, card: Places) -> Filled {
        /// For each place the sets without it.
        const WITHOUT: [u128; 7] = [
            u128::MAX / 3,
            u128::MAX / 5,
            u128::MAX / 17,
            u128::MAX / 257,
            u128::MAX / 65_537,
            u128::MAX / 4_294_967_297,
            u64::MAX as u128,
        ];
        let places = (0..7).filter(|place| card.0 >> place & 1 == 1);
        Filled(places.fold(0, |more, place| more | (self.0 & WITHOUT[place]) << (1 << place)))
    }

    /// For each set the one of all other places.
    const fn left(self, places: usize) -> Filled {
        Filled(self.0.reverse_bits() >> (128 - (1 << places)))
    }

    const fn or(self, other: Filled) -> Filled {
        Filled(self.0 | other.0)
    }

    const fn meets(self, other: Filled) -> bool {
        self.0 & other.0 != 0
    }
}

/// Places that can all be filled with different cards at once, and how.
#[derive(Clone, Default)]
pub(super) struct Matching {
    places: Vec<CardSet>,
    /// For each card, by its number, the place that it fills.
    fills: Vec<Option<usize>>,
}

impl Matching {
    /// One place more; false if it can't be filled.
    pub fn add(&mut self, place: CardSet) -> bool {
        self.fills.resize(52, None);
        self.places.push(place);
        let mut tried = CardSet::EMPTY;
        self.fill(self.places.len() - 1, &mut tried)
    }

    /// Finds a card for a place: one that is free, or whose place can have another that wasn't tried.
    fn fill(&mut self, place: usize, tried: &mut CardSet) -> bool {
        for card in self.places[place] {
            let number = usize::from(card.index());
            if tried.insert(card) && self.fills[number].is_none_or(|other| self.fill(other, tried)) {
                self.fills[number] = Some(place);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equity::Pattern;

    fn fits(places: &[CardSet], most: usize) -> Option<Vec<CardSet>> {
        super::fits(places, most, &mut Pace::new(&|| false)).unwrap()
    }

    fn places(text: &str, dead: &str) -> Vec<CardSet> {
        let (pattern, dead): (Pattern, CardSet) = (text.parse().unwrap(), dead.parse().unwrap());
        pattern.cards().iter().map(|&place| place - dead).collect()
    }

    /// All sets of a number of cards of which some order fits.
    fn naive(places: &[CardSet]) -> Vec<CardSet> {
        fn place(places: &[CardSet], set: CardSet, found: &mut Vec<CardSet>) {
            let Some((first, rest)) = places.split_first() else { return found.push(set) };
            for card in *first - set {
                place(rest, set.with(card), found);
            }
        }
        let mut found = Vec::new();
        place(places, CardSet::EMPTY, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn sets_that_fit_come_once() {
        let table = [
            ("", "", 1),
            ("AsKd2c", "", 1),
            ("As A?", "", 3),
            ("A?A?", "", 6),
            ("A???", "", 198),
            ("?h?h", "", 78),
            ("A? ?h", "", 12 + 3 * 12 + 3),
            ("A? ?h", "Ac Ad As", 12),
            ("A? A?", "Ac Ad", 1),
            ("A? A?", "Ac Ad As", 0),
            ("A? A? A? A? A?", "", 0),
            ("As A[sh]", "", 1),
            ("As A[sh] A[hd] A?", "", 1),
            ("2? ??", "", 198),
            ("[A-8]? [A-8]? ??", "2c", 0),
            ("[89]? 8? ?s", "Td", 0),
            ("[A-5]h [A-5]h [A-5]h [A-5]h ??", "", 5 * 47 + 1),
            ("A? ?? ??", "", 22_100 - 17_296),
        ];
        for (text, dead, count) in table {
            let places = places(text, dead);
            let mut sets = fits(&places, 1 << 22).unwrap();
            sets.sort_unstable();
            assert_eq!(sets, naive(&places), "{text}");
            assert!(count == 0 && !text.ends_with("A?") || sets.len() == count, "{text}: {}", sets.len());
            let mut matching = Matching::default();
            assert_eq!(places.iter().all(|&place| matching.add(place)), !sets.is_empty(), "{text}");
        }
    }

    #[test]
    fn too_many_sets_are_none() {
        let places = places("A???", "");
        assert_eq!(fits(&places, 198).map(|sets| sets.len()), Some(198));
        assert_eq!(fits(&places, 197), None);
        // 133 million sets, which would take too long.
        assert_eq!(fits(&[CardSet::FULL; 7], 1000), None);
    }

    #[test]
    fn a_search_stops_when_told() {
        let stopped = super::fits(&[CardSet::FULL; 4], 1 << 22, &mut Pace::new(&|| true));
        assert_eq!(stopped, Err(SpotError::Stopped));
    }

    #[test]
    fn a_matching_moves_cards_to_make_room() {
        let mut matching = Matching::default();
        for place in places("?? A? ?s As", "Ah Ad Ac") {
            assert_eq!(matching.add(place), matching.places.len() < 4, "{place}");
        }
    }
}
