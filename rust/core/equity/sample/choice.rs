//! Chooses which set each player holds in a trial.

use super::super::spot::{MAX_SETS, Spot};
use super::SampleError;
use crate::card::CardSet;
use crate::equity::{MAX_PLAYERS, room};
use crate::rng::Trials;

/// Some choices are made beforehand, to see how many turns of the wheels they take.
const LOOKS: u64 = 64;

/// The most turns that they may take: 10 milliseconds. Beyond that there must be a list of all choices that fit together.
const MAX_TURNS: u64 = 1 << 21;

/// A choice that takes more turns than that for each player is better taken from a list.
const MANY_TURNS: u64 = 4;

/// The most sets that are examined for the list.
const MAX_STEPS: usize = 1 << 25;

/// The number of sets between two questions whether to stop.
const CHUNK: usize = 1 << 16;

/// A set of cards, and the same counted among the cards that are live.
#[derive(Clone, Copy)]
struct HeldSet {
    set: CardSet,
    places: u64,
}

/// How the players who may hold several sets get theirs.
pub(super) struct Choices {
    /// The players who choose.
    players: Vec<usize>,
    how: How,
    /// How many cards they hold together.
    cards: usize,
}

enum How {
    /// Each by the player's own weights, and again until no two share a card: which makes each choice that fits together as likely as
    /// the product of its weights says.
    Apart(Vec<(Wheel, Vec<HeldSet>)>),
    /// From the list of all that fits together, player by player.
    Together(Wheel, Vec<HeldSet>),
}

impl Choices {
    /// # Errors
    /// [`SampleError::TooRare`].
    pub fn new(spot: &Spot, stop: &dyn Fn() -> bool) -> Result<Choices, SampleError> {
        let go_on = || if stop() { Err(SampleError::Stopped) } else { Ok(()) };
        let live = spot.live().bits();
        let cards = |set: CardSet| {
            let below = |index: u8| (live & ((1 << index) - 1)).count_ones();
            HeldSet { set, places: set.iter().fold(0, |places, card| places | 1 << below(card.index())) }
        };
        let open = spot.holdings().iter().enumerate().filter(|(_, holding)| holding.sets.len() > 1);
        let (players, holdings): (Vec<_>, Vec<_>) = open.unzip();
        let apart = holdings.iter().map(|holding| {
            let mut weights = room(holding.sets.len()).ok_or(SampleError::NoMemory)?;
            weights.extend(holding.sets.iter().map(|&(_, weight)| weight));
            // Weights that sum to 2^40 at most have one.
            let wheel = Wheel::new(&weights).ok_or(SampleError::NoMemory)?;
            let mut all = room(holding.sets.len()).ok_or(SampleError::NoMemory)?;
            for sets in holding.sets.chunks(CHUNK) {
                go_on()?;
                all.extend(sets.iter().map(|&(set, _)| cards(set)));
            }
            Ok((wheel, all))
        });
        let how = How::Apart(apart.collect::<Result<_, SampleError>>()?);
        let mut choices =
            Choices { players, how, cards: holdings.iter().map(|holding| holding.set_size()).sum() };
        let mut left = MAX_TURNS;
        let mut trials = Trials::new(0, 0);
        let looks = (0..LOOKS).map_while(|_| choices.choose_once(&mut trials, &mut left)).count() as u64;
        let many = MANY_TURNS * choices.players.len() as u64;
        if looks < LOOKS || MAX_TURNS - left > LOOKS * many {
            let sets: Vec<_> = holdings.iter().map(|holding| &holding.sets[..]).collect();
            let list = List::of(&sets, stop);
            go_on()?;
            match list {
                Some((wheel, list)) => {
                    choices.how = How::Together(wheel, list.into_iter().map(cards).collect());
                }
                None if looks < LOOKS => return Err(SampleError::TooRare),
                None => {}
            }
        }
        Ok(choices)
    }

    /// How many cards are chosen.
    pub const fn cards(&self) -> usize {
        self.cards
    }

    /// Chooses for one lane: adds the cards to the words of the players and lists them, ascending.
    #[inline]
    pub fn choose<const N: usize>(
        &self,
        trials: &mut Trials,
        lane: usize,
        words: &mut [[u64; N]],
        taken: &mut [[u8; N]],
    ) {
        if self.players.is_empty() {
            return;
        }
        let mut turns = u64::MAX;
        let Some((sets, mut places)) = self.choose_once(trials, &mut turns) else { return };
        for (&player, set) in self.players.iter().zip(sets) {
            words[player][lane] |= set.bits();
        }
        for row in taken {
            #[expect(clippy::cast_possible_truncation, reason = "a bit of 52")]
            let place = places.trailing_zeros() as u8;
            row[lane] = place;
            places &= places - 1;
        }
    }

    /// Returns the set of each, and the places of all. `None` if that takes more turns than are left.
    #[inline]
    fn choose_once(&self, trials: &mut Trials, left: &mut u64) -> Option<([CardSet; MAX_PLAYERS], u64)> {
        let mut sets = [CardSet::EMPTY; MAX_PLAYERS];
        let places = match &self.how {
            How::Apart(each) => choose_apart(each, trials, left, &mut sets)?,
            How::Together(wheel, list) => {
                let count = self.players.len();
                let from = wheel.turn(trials) * count;
                let chosen = &list[from..from + count];
                for (told, HeldSet { set, .. }) in sets.iter_mut().zip(chosen) {
                    *told = *set;
                }
                chosen.iter().fold(0, |taken, cards| taken | cards.places)
            }
        };
        Some((sets, places))
    }
}

/// Chooses for one half, for the other, and for both again while they share a card. As each half is chosen with the right
/// chances, so is the whole; and what doesn't fit inside a half costs no choice of the other. Seven players with three of the 32
/// low cards each take 4,800 turns, and would take 10,000 if all chose again.
#[inline]
fn choose_apart(
    each: &[(Wheel, Vec<HeldSet>)],
    trials: &mut Trials,
    left: &mut u64,
    sets: &mut [CardSet],
) -> Option<u64> {
    match each {
        [] => Some(0),
        [(wheel, cards)] => {
            *left = left.checked_sub(1)?;
            let HeldSet { set, places } = cards[wheel.turn(trials)];
            sets[0] = set;
            Some(places)
        }
        _ => {
            let middle = each.len() / 2;
            let ((first, second), (first_sets, second_sets)) =
                (each.split_at(middle), sets.split_at_mut(middle));
            loop {
                let one = choose_apart(first, trials, left, first_sets)?;
                let other = choose_apart(second, trials, left, second_sets)?;
                if one & other == 0 {
                    return Some(one | other);
                }
            }
        }
    }
}

/// All choices that fit together.
struct List<'s> {
    stop: &'s dyn Fn() -> bool,
    sets: &'s [&'s [(CardSet, u64)]],
    chosen: Vec<CardSet>,
    /// For each choice the sets of all players, one after another, and the product of the weights.
    fitting: Vec<CardSet>,
    weights: Vec<u64>,
    steps: usize,
    asked: usize,
}

impl<'s> List<'s> {
    /// `None` if they are too many, or their weights too large.
    fn of(sets: &'s [&'s [(CardSet, u64)]], stop: &'s dyn Fn() -> bool) -> Option<(Wheel, Vec<CardSet>)> {
        let mut list = List {
            sets,
            chosen: Vec::new(),
            fitting: Vec::new(),
            weights: Vec::new(),
            steps: 0,
            asked: 0,
            stop,
        };
        list.go_on(CardSet::EMPTY, 1)?;
        Some((Wheel::new(&list.weights)?, list.fitting))
    }

    fn go_on(&mut self, taken: CardSet, weight: u64) -> Option<()> {
        let Some(sets) = self.sets.get(self.chosen.len()) else {
            self.fitting.try_reserve(self.chosen.len()).ok()?;
            self.weights.try_reserve(1).ok()?;
            self.fitting.extend(&self.chosen);
            self.weights.push(weight);
            return (self.fitting.len() <= MAX_SETS).then_some(());
        };
        self.steps += sets.len();
        if self.steps > MAX_STEPS || self.steps - self.asked > CHUNK && (self.stop)() {
            return None;
        }
        if self.steps - self.asked > CHUNK {
            self.asked = self.steps;
        }
        for &(set, more) in sets.iter().filter(|&&(set, _)| (set & taken).is_empty()) {
            self.chosen.push(set);
            self.go_on(taken | set, weight.checked_mul(more)?)?;
            self.chosen.pop();
        }
        Some(())
    }
}

/// A wheel of fortune: one of many by weight, in constant time (Walker's alias method, after Vose, in whole numbers). The
/// weight of all is dealt out to as many equal fields as there are items, each of which two share at most.
struct Wheel {
    total: u64,
    /// For each item how much of its field is its own, and whose the rest is. Nothing if all weights are equal.
    fields: Vec<(u64, u32)>,
    items: u64,
}

impl Wheel {
    /// `None` if the weights sum to more than fits in a word.
    fn new(weights: &[u64]) -> Option<Wheel> {
        let items = u64::try_from(weights.len()).ok()?;
        let total = weights.iter().try_fold(0, |sum: u64, &weight| sum.checked_add(weight))?;
        if weights.iter().all(|&weight| weight == weights[0]) {
            return Some(Wheel { total, fields: Vec::new(), items });
        }
        // In parts of an item, a field is `total` of them.
        let mut left: Vec<u128> = room(weights.len())?;
        left.extend(weights.iter().map(|&weight| u128::from(weight) * u128::from(items)));
        let indices = 0..u32::try_from(items).ok()?;
        let [mut small, mut large]: [Vec<u32>; 2] = [room(weights.len())?, room(weights.len())?];
        for item in indices.clone() {
            if left[item as usize] < total.into() { &mut small } else { &mut large }.push(item);
        }
        let mut fields: Vec<(u64, u32)> = room(weights.len())?;
        fields.extend(indices.map(|item| (total, item)));
        while let (Some(item), Some(&giver)) = (small.pop(), large.last()) {
            let own = u64::try_from(left[item as usize]).ok()?;
            fields[item as usize] = (own, giver);
            left[giver as usize] -= u128::from(total - own);
            if left[giver as usize] < total.into() {
                large.pop();
                small.push(giver);
            }
        }
        Some(Wheel { total, fields, items })
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index")]
    fn turn(&self, trials: &mut Trials) -> usize {
        let item = trials.below(self.items) as usize;
        match self.fields.get(item) {
            Some(&(own, other)) if trials.below(self.total) >= own => other as usize,
            _ => item,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adding up the fields gives each item exactly its weight.
    #[test]
    fn a_wheel_gives_each_item_its_weight() {
        let long: Vec<u64> = (0..1000).map(|i| i * i % 97 + 1).collect();
        for weights in [&[1, 2, 3][..], &[1 << 40, 1, 1 << 20, 7], &[5, 1], &[1, 1, 1, 9], &long] {
            let wheel = Wheel::new(weights).unwrap();
            let mut shares = vec![0_u128; weights.len()];
            for (item, &(own, other)) in wheel.fields.iter().enumerate() {
                assert!(own <= wheel.total);
                shares[item] += u128::from(own);
                shares[other as usize] += u128::from(wheel.total - own);
            }
            let wanted: Vec<u128> =
                weights.iter().map(|&weight| u128::from(weight) * weights.len() as u128).collect();
            assert_eq!(shares, wanted);
        }
        assert!(Wheel::new(&[4, 4, 4]).unwrap().fields.is_empty());
        assert!(Wheel::new(&[u64::MAX, 1]).is_none());
    }

    #[test]
    fn a_turn_comes_by_weight() {
        let mut trials = Trials::new(3, 0);
        for weights in [[1, 2, 3, 10], [1, 1, 1, 1], [100, 1, 2, 3]] {
            let wheel = Wheel::new(&weights).unwrap();
            let mut counts = [0_i64; 4];
            (0..160_000).for_each(|_| counts[wheel.turn(&mut trials)] += 1);
            let sum: i64 = weights.iter().sum::<u64>().try_into().unwrap();
            for (count, weight) in counts.into_iter().zip(weights) {
                // Five standard deviations are at most 1000.
                let wanted = 160_000 * i64::try_from(weight).unwrap() / sum;
                assert!((count - wanted).abs() < 1000, "{weights:?} {counts:?}");
            }
        }
    }
}
