//! One hand on its way, of any policies: the way that can be recorded and can wait for answers.

use super::counter::HandCounter;
use super::plan::Plan;
use super::seating::Player;
use crate::action::{ActionId, ActionKind};
use crate::betting::ToAct;
use crate::hand::Hand;
use crate::observation::CardCodes;
use crate::rng::Streams;
use crate::rules::Chips;
use crate::seat::{SEATS, Seat};
use crate::statistics::Totals;

/// One action as a record has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// 3 to 7.
    pub street: u8,
    /// Who.
    pub seat: Seat,
    /// What.
    pub kind: ActionKind,
    /// The seat's total of the street afterwards, where chips move; else 0.
    pub amount: Chips,
    /// What was added.
    pub chips: Chips,
}

impl Act {
    fn of(hand: &Hand, seat: Seat, kind: ActionKind, to_act: ToAct) -> Self {
        let chips = match kind {
            ActionKind::Call | ActionKind::BringIn => to_act.to_call,
            _ if kind.is_wager() => to_act.wager,
            _ => 0,
        };
        let amount = if chips > 0 { hand.bets()[seat.index()] + chips } else { 0 };
        Self { street: hand.street(), seat, kind, amount, chips }
    }
}

/// A hand of a plan with its random numbers, and what was done in it.
pub(super) struct Play {
    pub number: u64,
    pub repeat: usize,
    pub hand: Hand,
    pub streams: Streams,
    /// What the actor may do, while there is one.
    pub to_act: ToAct,
    /// The cards as all players see them on the hand's street, where a policy is to be shown them.
    pub cards: Option<CardCodes>,
    /// What each policy won, once the hand is over.
    pub nets: [i64; SEATS],
    /// What was done, if that is wanted.
    pub acts: Option<Vec<Act>>,
}

impl Play {
    /// A table without a hand.
    pub fn new(plan: &Plan, recording: bool) -> Self {
        let hand = *plan.table();
        let shown = plan.seating().policies().contains(&Player::Asked);
        Self {
            number: 0,
            repeat: 0,
            streams: Streams::new(plan.seed(), 0),
            to_act: ToAct::default(),
            cards: shown.then(|| CardCodes::new(&hand)),
            nets: [0; SEATS],
            acts: recording.then(Vec::new),
            hand,
        }
    }

    /// Begins this hand of the plan.
    pub fn begin(&mut self, plan: &Plan, number: u64, repeat: usize, totals: &mut Totals) {
        (self.number, self.repeat) = (number, repeat);
        self.streams.restart(number);
        self.hand = *plan.table();
        if let Some(acts) = &mut self.acts {
            acts.clear();
        }
        let mut counter = HandCounter::new(totals, plan.table().rules());
        let most_cards = plan.most_cards();
        self.hand.shuffle(|cards| self.streams.shuffle(cards, most_cards));
        self.hand.run(&mut counter);
        self.went_on(plan, counter);
        self.see_cards();
    }

    fn see_cards(&mut self) {
        if let Some(cards) = &mut self.cards {
            *cards = CardCodes::new(&self.hand);
        }
    }

    /// Plays on to the end of the hand, or until a policy must be asked. Returns the place of that policy.
    pub fn go_on(&mut self, plan: &Plan, totals: &mut Totals) -> Option<usize> {
        let seated = plan.seating().seated(self.number, self.repeat);
        while let Some(actor) = self.hand.actor() {
            self.to_act = self.hand.turn();
            let place = seated.policy(actor);
            let Player::Native(policy) = plan.seating().policies()[place] else { return Some(place) };
            let id = policy.choose(&self.hand, actor, self.to_act, &mut self.streams);
            self.act(plan, id, totals);
        }
        None
    }

    /// Carries out a legal action.
    #[inline]
    pub fn act(&mut self, plan: &Plan, id: ActionId, totals: &mut Totals) {
        let (street, kind) = (self.hand.street(), self.hand.kind_of(id));
        if let (Some(acts), Some(seat)) = (&mut self.acts, self.hand.actor()) {
            acts.push(Act::of(&self.hand, seat, kind, self.to_act));
        }
        // Nothing is paid before the end of a hand, so that no counter need last longer than an action.
        let mut counter = HandCounter::new(totals, plan.table().rules());
        counter.act(street, kind);
        self.hand.carry_out_id(id, &mut counter);
        self.went_on(plan, counter);
        if self.hand.street() != street {
            self.see_cards();
        }
    }

    fn went_on(&mut self, plan: &Plan, counter: HandCounter<'_>) {
        if self.hand.is_over() {
            self.nets = counter.finish(&self.hand, plan.seating().seated(self.number, self.repeat));
        }
    }
}

/// Plays all hands of a number. No policy may need to be asked.
pub(super) fn play(
    plan: &Plan,
    table: &mut Play,
    number: u64,
    totals: &mut Totals,
    mut done: impl FnMut(&Play),
) {
    let mut nets = [0; SEATS];
    for repeat in 0..plan.seating().repeats() {
        table.begin(plan, number, repeat, totals);
        let asked = table.go_on(plan, totals);
        assert!(asked.is_none(), "a policy that is asked plays by Asking alone");
        for (sum, net) in nets.iter_mut().zip(table.nets) {
            *sum += net;
        }
        done(table);
    }
    totals.count_deal(&nets);
}
