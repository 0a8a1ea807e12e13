//! The betting rules without branches: nothing predicts what a player does, and a wrong guess of the processor
//! costs more than all the arithmetic of an action. [`super::Round`] says what is computed here, and why.
//!
//! Whole hands of eight players who choose at random take a tenth more processor time with the plain form
//! (`benches/core.rs`, six alternated runs of each).

use std::hint::select_unpredictable;

use super::{Answer, Done, Players, Round, ToAct};
use crate::action::{ActionId, ActionKind};
use crate::rules::{AllInRaise, Chips, Rules};
use crate::seat::SeatSet;

/// What the actor of a round may do besides staying in, which is always legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways {
    pub fold: bool,
    pub wager: bool,
}

/// The answer of an action id of a betting round.
#[inline]
pub(crate) fn answer_of(id: ActionId) -> Answer {
    let answer = select_unpredictable(id == ActionId::WAGER, Answer::Wager, Answer::Stay);
    select_unpredictable(id == ActionId::FOLD, Answer::Fold, answer)
}

/// What [`Round::legal`] allows.
#[inline]
pub(crate) fn ways(round: &Round, rules: &Rules, players: &Players) -> Ways {
    let chips = players.chips[round.actor.index()];
    let others = players.live.without(round.actor);
    Ways {
        fold: !round.opening & (is_faced(round, players) | rules.house.fold_unfaced),
        wager: !round.acted.contains(round.actor)
            & (round.wagers_left() != Some(0))
            & (chips > round.price(rules))
            & others.into_iter().any(|other| players.chips[other.index()] > round.current_bet),
    }
}

/// [`ToAct::of_legal`] of the actor.
#[inline]
pub(crate) fn to_act(round: &Round, rules: &Rules, players: &Players) -> ToAct {
    let (chips, bet) = (players.chips[round.actor.index()], players.bets[round.actor.index()]);
    let ways = ways(round, rules, players);
    let wager = round.next_full().min(chips) - bet;
    ToAct {
        ids: u8::from(ways.fold) | 0b10 | u8::from(ways.wager) << 2,
        to_call: round.price(rules).min(chips) - bet,
        wager: select_unpredictable(ways.wager, wager, 0),
    }
}

/// What an answer of the actor is called.
#[inline]
pub(crate) fn name(round: &Round, answer: Answer, players: &Players) -> ActionKind {
    use ActionKind::{Bet, BringIn, Call, Check, Complete, Fold, Raise};
    let stay = select_unpredictable(is_faced(round, players), Call, Check);
    let over = select_unpredictable(round.wagers == 0, Complete, Raise);
    let wager = select_unpredictable(round.current_bet == 0, Bet, over);
    let (stay, wager) = if round.opening { (BringIn, Complete) } else { (stay, wager) };
    let kind = select_unpredictable(answer == Answer::Wager, wager, stay);
    select_unpredictable(answer == Answer::Fold, Fold, kind)
}

/// [`Round::act`]. What doesn't depend on the answer is computed first, so that the next player waits for as
/// little as possible.
#[inline]
pub(crate) fn act(round: &mut Round, rules: &Rules, players: &mut Players, answer: Answer) -> Done {
    let Some(seat) = round.actor() else { return Done::NOTHING };
    let (folds, wagers) = (answer == Answer::Fold, answer == Answer::Wager);
    let (chips, bet) = (players.chips[seat.index()], players.bets[seat.index()]);
    let price = round.price(rules);
    let total = select_unpredictable(wagers, round.next_full().min(chips), price.min(chips));
    let total = select_unpredictable(folds, bet, total);
    players.bets[seat.index()] = total;

    let contested = !folds | players.live.without(seat).is_plural();
    let due = select_unpredictable(wagers | round.opening, players.able, round.due).without(seat);
    round.due = select_unpredictable(contested, due, SeatSet::EMPTY);
    players.live = players.live.minus(SeatSet::EMPTY.with_if(folds, seat));
    let broke = total == chips;
    players.able = players.able.minus(SeatSet::EMPTY.with_if(folds | broke, seat));

    round.aggressor = select_unpredictable(wagers, Some(seat), round.aggressor);
    round.current_bet = select_unpredictable(wagers, total, price);
    let full = wagers & is_full(round, rules, total);
    round.full = select_unpredictable(full, total, round.full);
    round.wagers += u32::from(full);
    round.acted = select_unpredictable(full, SeatSet::EMPTY, round.acted).with(seat);
    round.opening = false;
    if contested & !players.able.is_plural() {
        // A lone able player need only answer a wager.
        round.due = round.who_is_due(players);
    }
    round.actor = round.due.next_after(seat).unwrap_or(seat);
    Done { amount: total, chips: total - bet }
}

/// Whether the actor has put in less than the current bet.
#[inline]
const fn is_faced(round: &Round, players: &Players) -> bool {
    players.bets[round.actor.index()] < round.current_bet
}

/// Whether a wager to this total counts as a full one.
#[inline]
fn is_full(round: &Round, rules: &Rules, total: Chips) -> bool {
    let half = rules.house.all_in_raise == AllInRaise::Half;
    (total == round.next_full()) | (half & (2 * total >= round.full + round.next_full()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::rules::{Chips, Draft};
    use crate::seat::{SEATS, Seat};

    fn rules() -> impl Strategy<Value = Rules> {
        let amounts = (1..=6_u64, 1..=12_u64, 0..=12_u64);
        let words = (select(&[AllInRaise::Half, AllInRaise::Full][..]), proptest::option::of(0..=4_u32));
        (amounts, words, any::<[bool; 2]>()).prop_map(|(amounts, words, switches)| {
            let (bring_in, to_small, to_big) = amounts;
            let draft = Draft {
                ante: Some(0),
                bring_in: Some(bring_in),
                small_bet: Some(bring_in + to_small),
                big_bet: Some(bring_in + to_small + to_big),
                all_in_raise: Some(words.0),
                raises: Some(words.1),
                heads_up_cap: Some(switches[0]),
                fold_unfaced: Some(switches[1]),
                ..Draft::default()
            };
            draft.rules(None).expect("good rules")
        })
    }

    /// Players of whom two at least are able; others are all-in, or not in the hand.
    fn players() -> impl Strategy<Value = Players> {
        let stack = prop_oneof![Just(0), 1..=8_u64, 1..=60_u64, 1..=400_u64];
        let seats = proptest::collection::vec((any::<bool>(), stack), SEATS);
        let players = seats.prop_map(|seats| {
            let mut players = Players::default();
            for (seat, (live, stack)) in Seat::ALL.into_iter().zip(seats).filter(|(_, (live, _))| *live) {
                players.live = players.live.with_if(live, seat);
                players.able = players.able.with_if(stack > 0, seat);
                players.chips[seat.index()] = stack;
            }
            players
        });
        players.prop_filter("two are able", |players| players.able.is_plural())
    }

    /// What the plain rules say of the actor's turn, and what this form says of it.
    fn compare(round: &Round, rules: &Rules, players: &Players, bet: Chips) -> Result<Ways, TestCaseError> {
        let legal = round.legal(rules, players);
        let named = |answer| legal.kinds().find(|&kind| Answer::of_kind(kind) == answer);
        let ways = ways(round, rules, players);
        prop_assert_eq!(ways.fold, named(Answer::Fold).is_some());
        prop_assert_eq!(ways.wager, named(Answer::Wager).is_some());
        prop_assert_eq!(to_act(round, rules, players), ToAct::of_legal(legal, bet));
        for answer in [Answer::Fold, Answer::Stay, Answer::Wager] {
            if let Some(kind) = named(answer) {
                prop_assert_eq!(name(round, answer, players), kind);
                prop_assert_eq!(answer_of(kind.id()), answer);
            }
        }
        Ok(ways)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Every field of the round and of the players is the same after every step.
        #[test]
        fn both_forms_play_every_round_alike(
            rules in rules(),
            mut players in players(),
            street in 3..=7_u8,
            first in 0..SEATS,
            choices in proptest::collection::vec(any::<u8>(), 1..40),
        ) {
            let first = players.able.first_from(Seat::at(first)).expect("two are able");
            let mut round = Round::open(&rules, street, &players, first);
            for choice in choices {
                let Some(seat) = round.actor() else { break };
                let ways = compare(&round, &rules, &players, players.bets[seat.index()])?;
                let answer = match choice % 4 {
                    0 if ways.fold => Answer::Fold,
                    1 | 2 if ways.wager => Answer::Wager,
                    _ => Answer::Stay,
                };
                let (mut other_round, mut other_players) = (round, players);
                let done = round.act(&rules, &mut players, answer);
                prop_assert_eq!(act(&mut other_round, &rules, &mut other_players, answer), done);
                prop_assert_eq!(other_round, round);
                prop_assert_eq!(other_players, players);
            }
        }
    }
}
