//! Uniformly random play in all seats, as fast as possible: nothing is listed, and nothing branches on a choice.

use std::hint::select_unpredictable;

use super::counter::HandCounter;
use super::plan::Plan;
use crate::action::{ActionKind, Event, Legal, Observer};
use crate::betting::Answer;
use crate::betting::fast::Ways;
use crate::hand::Driver;
use crate::rng::Streams;
use crate::statistics::Totals;

/// Plays one hand of a plan in which one policy sits everywhere: each decision takes one of the legal actions, all
/// equally likely.
#[inline]
pub(super) fn play(plan: &Plan, streams: &mut Streams, totals: &mut Totals) {
    let mut hand = *plan.table();
    hand.shuffle(|cards| streams.shuffle(cards, plan.most_cards()));
    let mut players = Uniform { streams, counter: HandCounter::new(totals, plan.table().rules()) };
    hand.play_out(&mut players);
    players.counter.finish_alone(&hand);
}

/// Takes one of the legal actions, all equally likely, and has it counted.
struct Uniform<'a> {
    streams: &'a mut Streams,
    counter: HandCounter<'a>,
}

impl Driver for Uniform<'_> {
    #[inline]
    fn answer(&mut self, ways: Ways) -> Answer {
        let n = self.streams.below_three_or_two(ways.fold & ways.wager);
        let n = select_unpredictable(ways.fold | ways.wager, n, 0);
        // The legal answers in their order: without a fold they begin with the second.
        let folds = (n == 0) & ways.fold;
        let wagers = n + u32::from(!ways.fold) == 2;
        let answer = select_unpredictable(wagers, Answer::Wager, Answer::Stay);
        select_unpredictable(folds, Answer::Fold, answer)
    }

    fn choose(&mut self, legal: Legal) -> ActionKind {
        #[expect(clippy::cast_possible_truncation, reason = "at most three")]
        let count = legal.len() as u32;
        legal.nth(self.streams.below(count) as usize).expect("an action is legal")
    }

    #[inline]
    fn acts(&mut self, street: u8, kind: ActionKind) {
        self.counter.act(street, kind);
    }
}

impl Observer for Uniform<'_> {
    const SHOWING: bool = false;

    #[inline]
    fn hear(&mut self, event: impl FnOnce() -> Event) {
        self.counter.hear(event);
    }
}
