//! Many hands at once for policies that are asked: all that wait are shown together, and answered together.
//!
//! ```
//! use stud8::observation::SIZE;
//! use stud8::rules::Rules;
//! use stud8::seat::{Seat, SeatSet};
//! use stud8::simulate::{Asking, Plan, Player, Rotation, Seating};
//!
//! let stacks = [(Seat::ALL[0], 20_000), (Seat::ALL[1], 20_000)];
//! let seats: SeatSet = stacks.iter().map(|(seat, _)| *seat).collect();
//! let seating = Seating::new(vec![Player::Asked], &[0, 0], Rotation::Fixed, seats);
//! let rules = Rules::full_tilt();
//! let plan = Plan::new(rules, &stacks, 7, 0, 1000)?.seat(seating);
//!
//! let mut asking = Asking::new(&plan, 256, false);
//! let mut totals = plan.nothing();
//! while asking.begin() {
//!     while let Some(policy) = asking.asked() {
//!         let count = asking.waiting(policy).len();
//!         let (mut rows, mut randoms) = (vec![[0; SIZE]; count], vec![0.0; count]);
//!         asking.show(policy, &mut rows, &mut randoms);
//!         // All players check, call or bring in.
//!         asking.answer(policy, &vec![1; count])?;
//!     }
//!     asking.finish(&mut totals);
//! }
//! assert_eq!((totals.hands, totals.showdowns), (1000, 1000));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Display;

use super::columns::Columns;
use super::plan::Plan;
use super::play::Play;
use crate::action::{ActionId, Legal};
use crate::observation::{SIZE, observe_with};
use crate::seat::{SEATS, Seat};
use crate::statistics::{Rotation, Totals};

/// How many hands a table plays before all tables wait for the last of them: so seldom that the few that are
/// left at the end don't matter.
const HANDS_A_TABLE: usize = 16;

/// An answer that can't be. No hand of those asked about has moved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.told(id))]
pub struct AnswerError {
    /// The place of the answer.
    pub row: usize,
    /// The number of the hand.
    pub number: u64,
    /// Who is to act.
    pub seat: Seat,
    /// What was answered.
    pub id: u8,
    /// What could have been.
    pub legal: Legal,
}

impl AnswerError {
    /// What was wrong, with the answer as it was given: a byte can't hold all that may be.
    #[must_use]
    pub fn told(&self, id: impl Display) -> String {
        let Self { row, number, seat, legal, .. } = self;
        let legal = ids(*legal);
        format!(
            "action id {id} in row {row} is not legal in hand {number} (seat {seat} to act): legal are {legal}"
        )
    }
}

/// `0 (fold), 1 (call 50)`.
fn ids(legal: Legal) -> String {
    let texts: Vec<String> =
        legal.actions().map(|action| format!("{} ({action})", action.kind.id().number())).collect();
    texts.join(", ")
}

/// The hands of a plan on their way, block by block. A block is finished as a whole, so that what is counted
/// is always the first part of the plan.
pub struct Asking<'a> {
    plan: &'a Plan,
    tables: Vec<Play>,
    /// By policy, the tables that wait for it.
    waiting: Vec<Vec<u32>>,
    /// The tables that were just answered.
    batch: Vec<u32>,
    /// The offset of the block's first number, and of the first after it.
    first: u64,
    end: u64,
    /// The next hand of the block that no table has taken.
    next: usize,
    /// What each policy won in each hand of the block, where the hands of a number are counted together.
    nets: Vec<[i64; SEATS]>,
    /// What the block has come to.
    totals: Totals,
    recording: bool,
    /// The batches of the block that were answered, in their order, and all their answers one after another:
    /// what it takes to play the block again.
    answered: Vec<Batch>,
    answers: Vec<u8>,
    /// Whether the batch that waits was given its random numbers.
    shown: bool,
    /// How many numbers of the block are counted. What later ones come to is put aside.
    until: u64,
    aside: Totals,
}

/// Hands that were answered together.
struct Batch {
    policy: usize,
    hands: usize,
    shown: bool,
}

impl<'a> Asking<'a> {
    /// Begins hands at a number of tables. The order in which hands are shown, and nothing else, depends on their
    /// number.
    #[must_use]
    pub fn new(plan: &'a Plan, tables: usize, recording: bool) -> Self {
        let repeats = plan.seating().repeats();
        let tables = tables.div_ceil(repeats).max(1) * repeats;
        Self {
            plan,
            tables: (0..tables).map(|_| Play::new(plan, recording)).collect(),
            waiting: vec![Vec::new(); plan.seating().policies().len()],
            batch: Vec::new(),
            first: 0,
            end: 0,
            next: 0,
            nets: Vec::new(),
            totals: plan.nothing(),
            recording,
            answered: Vec::new(),
            answers: Vec::new(),
            shown: false,
            until: u64::MAX,
            aside: plan.nothing(),
        }
    }

    /// The most hands that can wait at once.
    #[must_use]
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    fn repeats(&self) -> usize {
        self.plan.seating().repeats()
    }

    /// How many hands the block has.
    fn block(&self) -> usize {
        // The tables are fewer than 2^32.
        usize::try_from(self.end - self.first).unwrap_or_default() * self.repeats()
    }

    /// Deals the next block of hands; false after the last.
    pub fn begin(&mut self) -> bool {
        // A record needs its hands where they are until the block is over.
        let hands_a_table = if self.recording { 1 } else { HANDS_A_TABLE };
        let most = (self.tables.len() / self.repeats() * hands_a_table) as u64;
        self.first = self.end;
        self.end += most.min(self.plan.hands() - self.end);
        self.next = 0;
        self.totals = self.plan.nothing();
        self.answered.clear();
        self.answers.clear();
        if self.plan.seating().rotation() == Rotation::Duplicate {
            self.nets = vec![[0; SEATS]; self.block()];
        }
        for table in 0..self.tables.len() {
            self.take(table);
        }
        self.first < self.end
    }

    /// Has a table play hands of the block until a policy must be asked, or no hands are left.
    fn take(&mut self, table: usize) {
        while self.next < self.block() {
            let place = self.next;
            self.next += 1;
            let (offset, repeat) = (place / self.repeats(), place % self.repeats());
            let number = self.plan.start() + self.first + offset as u64;
            let totals = if offset as u64 >= self.until { &mut self.aside } else { &mut self.totals };
            self.tables[table].begin(self.plan, number, repeat, totals);
            if self.go_on(table) {
                return;
            }
        }
    }

    /// Whether the hand waits for a policy; if not, it is over.
    fn go_on(&mut self, table: usize) -> bool {
        let played = &mut self.tables[table];
        let offset = played.number - self.plan.start() - self.first;
        let totals = if offset >= self.until { &mut self.aside } else { &mut self.totals };
        if let Some(policy) = played.go_on(self.plan, totals) {
            #[expect(clippy::cast_possible_truncation, reason = "fewer than 2^32 tables")]
            self.waiting[policy].push(table as u32);
            return true;
        }
        if self.nets.is_empty() {
            totals.count_deal(&played.nets);
        } else {
            let offset = usize::try_from(offset).unwrap_or_default();
            let place = offset * self.plan.seating().repeats() + played.repeat;
            self.nets[place] = played.nets;
        }
        false
    }

    /// The policy for which the most hands wait: its place among the policies.
    #[must_use]
    pub fn asked(&self) -> Option<usize> {
        let longest = (0..self.waiting.len()).rev().max_by_key(|&policy| self.waiting[policy].len())?;
        (!self.waiting[longest].is_empty()).then_some(longest)
    }

    /// The numbers of the hands that wait for a policy, in the order in which they are shown.
    #[must_use]
    pub fn waiting(&self, policy: usize) -> impl ExactSizeIterator<Item = u64> {
        self.waiting[policy].iter().map(|&table| self.tables[table as usize].number)
    }

    /// Shows a policy what the seats to act may know, and gives it a random number for each from the hand's
    /// own choices. To be called once a batch: the numbers are drawn.
    pub fn show(&mut self, policy: usize, rows: &mut [[u8; SIZE]], randoms: &mut [f64]) {
        for ((&table, row), random) in self.waiting[policy].iter().zip(rows).zip(randoms) {
            let Play { hand, streams, to_act, cards, .. } = &mut self.tables[table as usize];
            if let Some(cards) = cards {
                observe_with(hand, hand.actor(), *to_act, cards, row);
            }
            *random = streams.unit();
        }
        self.shown = true;
    }

    /// Carries out what a policy answered, one action id for each hand that waits for it.
    ///
    /// # Errors
    /// When one of them isn't legal. Nothing has moved then.
    ///
    /// # Panics
    /// When there aren't as many answers as hands that wait.
    pub fn answer(&mut self, policy: usize, answers: &[u8]) -> Result<(), AnswerError> {
        assert_eq!(answers.len(), self.waiting[policy].len(), "one answer a hand");
        for (row, (&table, &id)) in self.waiting[policy].iter().zip(answers).enumerate() {
            let Play { hand, number, to_act, .. } = &self.tables[table as usize];
            if !ActionId::new(id).is_some_and(|id| to_act.allows(id)) {
                let (seat, legal) = (hand.actor().unwrap_or(Seat::ALL[0]), hand.legal());
                return Err(AnswerError { row, number: *number, seat, id, legal });
            }
        }
        let shown = std::mem::take(&mut self.shown);
        self.answered.push(Batch { policy, hands: answers.len(), shown });
        self.answers.extend_from_slice(answers);
        std::mem::swap(&mut self.batch, &mut self.waiting[policy]);
        self.waiting[policy].clear();
        for (n, &id) in answers.iter().enumerate() {
            let table = self.batch[n] as usize;
            if let Some(id) = ActionId::new(id) {
                let played = &mut self.tables[table];
                let offset = played.number - self.plan.start() - self.first;
                let totals = if offset >= self.until { &mut self.aside } else { &mut self.totals };
                played.act(self.plan, id, totals);
            }
            if !self.go_on(table) {
                self.take(table);
            }
        }
        Ok(())
    }

    /// Adds the block, in which no hand waits any more, to these totals.
    pub fn finish(&mut self, total: &mut Totals) {
        for repeats in self.nets.chunks(self.plan.seating().repeats()) {
            let sum = std::array::from_fn(|policy| repeats.iter().map(|nets| nets[policy]).sum());
            self.totals.count_deal(&sum);
        }
        self.nets.clear();
        total.merge(&self.totals);
        self.first = self.end;
    }

    /// Adds what is finished of a block that can't go on: its hands from the first to the one before the first
    /// that still waits or wasn't dealt. Returns their record, if the hands are recorded.
    ///
    /// Hands are counted as they are played, in no order. So the block is played again with the answers that
    /// were given, and what comes after the first gap isn't counted.
    ///
    /// # Panics
    /// Never: what was legal is legal again.
    pub fn finish_part(&mut self, total: &mut Totals) -> Columns {
        let done = self.done();
        let hands = usize::try_from(done).unwrap_or_default() * self.repeats();
        let columns = self.record(if self.recording { hands } else { 0 });
        if done > 0 {
            let mut again = Self::new(self.plan, self.tables.len(), self.recording);
            (again.end, again.until) = (self.first, done);
            again.begin();
            let mut answers = &self.answers[..];
            for &Batch { policy, hands, shown } in &self.answered {
                let (batch, rest) = answers.split_at(hands);
                answers = rest;
                for &table in again.waiting[policy].iter().filter(|_| shown) {
                    again.tables[table as usize].streams.unit();
                }
                again.answer(policy, batch).expect("what was legal is legal again");
            }
            again.nets.truncate(hands);
            again.finish(total);
        }
        self.first = self.end;
        columns
    }

    /// How many numbers of the block are finished without a gap.
    fn done(&self) -> u64 {
        let first = self.plan.start() + self.first;
        let waiting = self.waiting.iter().flatten().map(|&table| self.tables[table as usize].number - first);
        waiting.chain([(self.next / self.repeats()) as u64]).min().unwrap_or_default()
    }

    /// The record of the block, to be made before it is finished.
    #[must_use]
    pub fn columns(&self) -> Columns {
        self.record(self.block().min(self.tables.len()))
    }

    /// The record of the first hands of the block.
    fn record(&self, hands: usize) -> Columns {
        let mut columns = Columns::of(self.plan.table().seats());
        for table in &self.tables[..hands] {
            let seated = self.plan.seating().seated(table.number, table.repeat);
            columns.push(table, |seat| seated.policy(seat));
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chips, Draft, Preset};
    use crate::seat::SeatSet;
    use crate::simulate::{Player, Policy, Seating, record, run};

    const STACKS: [(Seat, Chips); 4] =
        [(Seat::ALL[0], 40_000), (Seat::ALL[1], 700), (Seat::ALL[2], 40_000), (Seat::ALL[3], 300)];

    fn plan(first: Player, rotation: Rotation, hands: u64) -> Plan {
        let draft = Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() };
        let rules = draft.rules(Some(Preset::Wsop)).expect("good stakes");
        let seats: SeatSet = STACKS.iter().map(|(seat, _)| *seat).collect();
        // Who is asked draws from the hand's choices: no other may depend on them.
        let policies = vec![first, Player::Native(Policy::Tight), Player::Native(Policy::CheckFold)];
        let seating = Seating::new(policies, &[0, 1, 2, 0], rotation, seats);
        Plan::new(rules, &STACKS, 3, 20, hands).expect("a good plan").seat(seating).by_class()
    }

    /// Everything played, with everybody who is asked staying in; and the record.
    fn played(plan: &Plan, tables: usize, recording: bool) -> (Totals, Columns) {
        let mut asking = Asking::new(plan, tables, recording);
        assert!(asking.tables() >= tables.max(1));
        let (mut total, mut columns) = (plan.nothing(), Columns::of(plan.table().seats()));
        while asking.begin() {
            while let Some(policy) = asking.asked() {
                let count = asking.waiting(policy).len();
                let (mut rows, mut randoms) = (vec![[0; SIZE]; count], vec![0.0; count]);
                asking.show(policy, &mut rows, &mut randoms);
                asking.answer(policy, &vec![1; count]).expect("that is always legal");
            }
            if recording {
                columns.append(&asking.columns());
            }
            asking.finish(&mut total);
        }
        (total, columns)
    }

    #[test]
    fn who_is_asked_plays_the_hands_of_the_native_policy_that_decides_alike() {
        for rotation in [Rotation::Fixed, Rotation::ByNumber, Rotation::Duplicate] {
            let native = plan(Player::Native(Policy::Call), rotation, 300);
            let asked = plan(Player::Asked, rotation, 300);
            let (expected, columns) = record(&native, None, |_| false);
            assert!(run(&native, None, |_| false) == expected);
            for tables in [0, 1, 7, 4096] {
                assert!(played(&asked, tables, false).0 == expected.totals, "{rotation:?}, {tables} tables");
                assert!(played(&asked, tables, true) == (expected.totals.clone(), columns.clone()));
            }
        }
    }

    #[test]
    fn a_block_that_cannot_go_on_is_counted_up_to_its_first_gap() {
        for rotation in [Rotation::Fixed, Rotation::ByNumber, Rotation::Duplicate] {
            let native = plan(Player::Native(Policy::Call), rotation, 3000);
            let asked = plan(Player::Asked, rotation, 3000);
            let mut found = Vec::new();
            let recorded = (1..30).map(|batches| (true, batches));
            for (recording, batches) in [(false, 0), (false, 60), (false, 300)].into_iter().chain(recorded) {
                let mut asking = Asking::new(&asked, 64, recording);
                let (mut total, mut columns) = (asked.nothing(), Columns::of(asked.table().seats()));
                assert!(asking.begin());
                for _ in 0..batches {
                    let Some(policy) = asking.asked() else {
                        columns.append(&asking.columns());
                        asking.finish(&mut total);
                        assert!(asking.begin());
                        continue;
                    };
                    let count = asking.waiting(policy).len();
                    asking.show(policy, &mut vec![[0; SIZE]; count], &mut vec![0.0; count]);
                    asking.answer(policy, &vec![1; count]).expect("that is always legal");
                }
                let whole = total.deals;
                columns.append(&asking.finish_part(&mut total));
                found.push(total.deals - whole);
                let plan = Plan::new(*native.table().rules(), &STACKS, 3, 20, total.deals).expect("a plan");
                let (expected, recorded) =
                    record(&plan.seat(native.seating().clone()).by_class(), None, |_| false);
                assert!(total == expected.totals, "{rotation:?}, {batches} batches");
                if recording {
                    assert!(columns == recorded);
                }
            }
            assert_eq!(found[0], 0);
            assert!(
                found[1] > 0 && found[2] > 0 && found[3..].iter().any(|&n| n > 0),
                "{rotation:?}: {found:?}"
            );
        }
    }

    #[test]
    fn an_answer_that_is_not_legal_moves_nothing() {
        let plan = plan(Player::Asked, Rotation::Fixed, 40);
        let mut asking = Asking::new(&plan, 64, false);
        assert!(asking.begin());
        let policy = asking.asked().expect("somebody is asked");
        let numbers: Vec<u64> = asking.waiting(policy).collect();
        let mut answers = vec![1; numbers.len()];
        for id in [3, 8, 9, 255] {
            answers[5] = id;
            let error = asking.answer(policy, &answers).expect_err("nobody shows yet");
            assert_eq!((error.row, error.number, error.id), (5, numbers[5], id));
            let actor = asking.tables[asking.waiting[policy][5] as usize].hand.actor();
            assert_eq!(Some(error.seat), actor);
            assert!(error.to_string().contains("legal are "), "{error}");
            assert_eq!(asking.waiting(policy).collect::<Vec<_>>(), numbers);
        }
        asking.answer(policy, &vec![1; numbers.len()]).expect("legal");
    }
}
