//! Players that need no Python: who does what, by name.

use super::tight;
use crate::action::{ActionId, ActionKind};
use crate::betting::ToAct;
use crate::eval::{self, Category, LowKind};
use crate::hand::{Hand, Stage};
use crate::rng::Streams;
use crate::seat::Seat;
use crate::text::At;
use crate::vocabulary::{WordError, vocabulary};

vocabulary! {
    /// How a seat plays.
    pub enum Policy, "policy", UnknownPolicyError {
        /// One of the legal actions, all equally likely.
        Uniform = "uniform",
        /// Brings in, checks and calls: never folds and never wagers.
        Call = "call",
        /// Brings in where it must and checks where it may, and gives up at the first bet.
        CheckFold = "check_fold",
        /// Plays few hands, and those for their worth: by its own cards, the cards that others show, the cards
        /// that are gone, and the price. The head of `tight.rs` says how.
        Tight = "tight",
    }
}

/// A name that no policy has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("policy {text:?} is unknown: choose one of {}{}", Policy::WORDS.join(", "), At::of_word(text))]
pub struct UnknownPolicyError {
    /// What was given.
    pub text: String,
}

impl From<WordError> for UnknownPolicyError {
    fn from(error: WordError) -> Self {
        Self { text: error.text }
    }
}

impl Policy {
    /// What the actor of a hand does, of whom this is asked. Only `Uniform` draws from the hand's choices.
    pub(super) fn choose(self, hand: &Hand, actor: Seat, to_act: ToAct, streams: &mut Streams) -> ActionId {
        match self {
            Self::Uniform => uniform(to_act.ids, streams),
            _ if hand.stage() != Stage::Betting => after_betting(hand, actor, to_act.ids),
            // Who brings in can't fold; who needs pay nothing stays.
            Self::CheckFold if to_act.to_call > 0 && to_act.allows(ActionId::FOLD) => ActionId::FOLD,
            Self::Call | Self::CheckFold => ActionId::STAY,
            Self::Tight => tight::bet(hand, actor, to_act),
        }
    }
}

/// One of some ids, of which there is at least one.
fn uniform(ids: u8, streams: &mut Streams) -> ActionId {
    let skipped = streams.below(ids.count_ones());
    let left = (0..skipped).fold(ids, |left, _| left & left.wrapping_sub(1));
    ActionId::lowest_of(left)
}

/// Shows; declares for the half that the cards are made for, and for both with a straight or better and an
/// eight-low or better.
fn after_betting(hand: &Hand, actor: Seat, ids: u8) -> ActionId {
    use ActionKind::{DeclareBoth, DeclareHigh, DeclareLow, Show};
    if ids >> Show.id().number() & 1 == 1 {
        return Show.id();
    }
    let cards = hand.dealt(actor).known();
    let cards = hand.common_card().flatten().map_or(cards, |card| cards.with(card));
    let high = eval::high(cards).category() >= Category::Straight;
    let low = eval::low(cards, LowKind::EightOrBetter).is_some();
    match (high, low) {
        (true, true) => DeclareBoth,
        (false, true) => DeclareLow,
        _ => DeclareHigh,
    }
    .id()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Draft, Preset};
    use crate::seat::SeatSet;
    use crate::simulate::{Plan, Player, Rotation, Seating, run};
    use crate::statistics::{Totals, mean, standard_error};

    /// One `first` among players of another policy, moving around the table.
    fn against(first: Policy, other: Policy, preset: Preset, players: usize, hands: u64) -> Totals {
        let draft = Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() };
        let rules = draft.rules(Some(preset)).expect("good stakes");
        let stacks: Vec<_> = Seat::ALL.into_iter().take(players).map(|seat| (seat, 40_000)).collect();
        let seats: SeatSet = stacks.iter().map(|(seat, _)| *seat).collect();
        let mut who = vec![1; players];
        who[0] = 0;
        let policies = vec![Player::Native(first), Player::Native(other)];
        let seating = Seating::new(policies, &who, Rotation::ByNumber, seats);
        let plan = Plan::new(rules, &stacks, 7, 0, hands).expect("a good plan").seat(seating);
        run(&plan, None, |_| false).totals
    }

    #[test]
    fn names_read_back() {
        for policy in Policy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        let error = "loose".parse::<Policy>().expect_err("no policy").to_string();
        assert_eq!(error, "policy \"loose\" is unknown: choose one of uniform, call, check_fold, tight");
    }

    #[test]
    fn the_simple_ones_do_what_they_are_named_for() {
        use ActionKind::{Bet, Call, Check, Complete, Fold, Raise};
        let calls = against(Policy::Call, Policy::Call, Preset::FullTilt, 5, 300);
        assert!([Fold, Bet, Raise, Complete].iter().all(|&kind| calls.count(kind) == 0));
        assert_eq!(calls.showdowns, 300);
        let folds = against(Policy::CheckFold, Policy::CheckFold, Preset::FullTilt, 5, 300);
        assert!([Call, Check, Bet, Raise, Complete].iter().all(|&kind| folds.count(kind) == 0));
        assert_eq!((folds.count(Fold), folds.showdowns), (4 * 300, 0));
    }

    #[test]
    fn tight_beats_the_others_clearly() {
        for players in [2, 8] {
            for other in [Policy::Uniform, Policy::Call, Policy::CheckFold] {
                let totals = against(Policy::Tight, other, Preset::FullTilt, players, 8000);
                let (net, squares) = (totals.policy_net[0], totals.policy_squares[0]);
                let errors = mean(8000, net) / standard_error(8000, net, squares);
                assert!(errors > 5.0, "{players} players, {other}: {errors} standard errors");
            }
        }
    }

    #[test]
    fn every_policy_knows_every_game() {
        for preset in [Preset::NoQualifier, Preset::Declare, Preset::Wsop, Preset::Finnish] {
            for policy in Policy::ALL {
                let totals = against(policy, Policy::Tight, preset, 8, 300);
                assert_eq!((totals.hands, totals.net.iter().sum::<i128>()), (300, 0));
            }
        }
    }
}
