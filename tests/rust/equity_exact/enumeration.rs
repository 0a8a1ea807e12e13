//! Plain enumeration: every deal, one by one.

use stud8::card::{Card, CardSet};
use stud8::equity::{Common, Outcome, Tally};
use stud8::eval::{High, Low, LowKind, high, low};

use super::question::{Question, Range};

/// All sets that fit a range, with their weights; cards of which nothing is known are left out where a single pattern says
/// nothing else but known cards.
pub fn sets(range: &Range, live: CardSet) -> Vec<(CardSet, u64)> {
    fn fill(places: &[CardSet], set: CardSet, live: CardSet, found: &mut Vec<CardSet>) {
        let Some((&place, rest)) = places.split_first() else { return found.push(set) };
        for card in (place & live) - set {
            fill(rest, set.with(card), live, found);
        }
    }
    let mut all = Vec::new();
    for (pattern, weight) in range.iter().filter(|&&(_, weight)| weight > 0) {
        // Weights count in their lowest terms.
        let weight = if range.len() == 1 { 1 } else { *weight };
        let mut places = pattern.cards().to_vec();
        if range.len() == 1 && places.iter().all(|place| place.len() == 1 || *place == CardSet::FULL) {
            places.retain(|place| place.len() == 1);
        }
        let mut found = Vec::new();
        fill(&places, CardSet::EMPTY, live, &mut found);
        all.extend(found.into_iter().map(|set| (set, weight)));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Calls back with every set of so many of the cards.
fn subsets(cards: CardSet, size: usize, found: &mut dyn FnMut(CardSet)) {
    fn go(cards: &[Card], size: usize, set: CardSet, found: &mut dyn FnMut(CardSet)) {
        if size == 0 {
            return found(set);
        }
        for (i, &card) in cards.iter().enumerate() {
            go(&cards[i + 1..], size - 1, set.with(card), found);
        }
    }
    go(&cards.iter().collect::<Vec<_>>(), size, CardSet::EMPTY, found);
}

fn outcome(hands: &[CardSet], kind: LowKind) -> Outcome {
    let highs: Vec<High> = hands.iter().map(|&hand| high(hand)).collect();
    let lows: Vec<Option<Low>> = hands.iter().map(|&hand| low(hand, kind)).collect();
    let winners = |wins: &dyn Fn(usize) -> bool| {
        (0..hands.len()).fold(0, |winners, player| winners | u8::from(wins(player)) << player)
    };
    let best = lows.iter().max().unwrap();
    Outcome {
        high: winners(&|player| highs[player] == *highs.iter().max().unwrap()),
        low: winners(&|player| lows[player].is_some() && lows[player] == *best),
    }
}

impl Question {
    pub fn enumerate(&self) -> Tally {
        let (shared, own) = match self.common {
            Common::None => (CardSet::EMPTY, 7),
            Common::Given(card) => (card.into(), 6),
            Common::ToCome => (CardSet::EMPTY, 6),
        };
        let live = CardSet::FULL - self.dead - shared;
        let ranges: Vec<_> = self.players.iter().map(|range| sets(range, live)).collect();
        let mut tally = Tally::new(self.players.len());
        hold(&ranges, &mut Vec::new(), live, 1, &mut |held, stub, weight| {
            self.deal(own, shared, &mut held.to_vec(), 0, stub, &mut |outcome| tally.add(outcome, weight));
        });
        tally
    }

    fn deal(
        &self,
        own: usize,
        shared: CardSet,
        hands: &mut Vec<CardSet>,
        player: usize,
        stub: CardSet,
        found: &mut dyn FnMut(Outcome),
    ) {
        if player == hands.len() {
            let boards = match self.common {
                Common::ToCome => stub.iter().map(CardSet::from).collect(),
                _ => vec![shared],
            };
            for board in boards {
                let all: Vec<_> = hands.iter().map(|&hand| hand | board).collect();
                found(outcome(&all, self.low));
            }
            return;
        }
        let held = hands[player];
        subsets(stub, own - held.len(), &mut |dealt| {
            hands[player] = held | dealt;
            self.deal(own, shared, hands, player + 1, stub - dealt, found);
        });
        hands[player] = held;
    }
}

/// Calls back with all ways to hold cards of each range.
fn hold(
    ranges: &[Vec<(CardSet, u64)>],
    held: &mut Vec<CardSet>,
    stub: CardSet,
    weight: u128,
    found: &mut dyn FnMut(&[CardSet], CardSet, u128),
) {
    let Some(range) = ranges.get(held.len()) else { return found(held, stub, weight) };
    for &(set, times) in range.iter().filter(|&&(set, _)| (set - stub).is_empty()) {
        held.push(set);
        hold(ranges, held, stub - set, weight * u128::from(times), found);
        held.pop();
    }
}

/// Whether one tally is a multiple of the other.
pub fn is_proportional(one: &Tally, other: &Tally) -> bool {
    let scaled = |tally: &Tally, by: u128| -> Vec<_> {
        tally.iter().map(|(outcome, count)| (outcome, count * by)).collect()
    };
    scaled(one, other.total()) == scaled(other, one.total())
}
