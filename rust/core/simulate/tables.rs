//! Many tables in lockstep: one action at each, for those who train players.
//!
//! Table `t` of `n` plays the hands `start + t`, `start + t + n`, … of a seed, all from the same stacks, and
//! begins the next as soon as one is over: so it always waits for an action.

use std::sync::{Mutex, PoisonError};

use super::workers::Workers;
use crate::action::{ActionId, Event, Legal, Observer};
use crate::betting::Asked;
use crate::deal::BURNS;
use crate::hand::{Hand, SetupError};
use crate::observation::{Cards, SIZE, observe_with};
use crate::rng::Streams;
use crate::rules::{Chips, Rules, Settings};
use crate::seat::{SEATS, Seat, SeatSet};

/// The first hand has at most this number: so no table ever comes to a hand without one.
pub const MOST_START: u64 = 1 << 63;

/// Fewer tables than this aren't worth another thread that nobody asked for: it takes as long to start.
const ALONE: usize = 4096;

/// How many tables a thread takes at once, at least.
const PART: usize = 256;

/// How many actions have ids.
const IDS: usize = ActionId::COUNT as usize;

/// Why there can be no such tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablesError {
    /// The seats or stacks can't be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There are no tables.
    #[error("tables=0: there must be one at least")]
    None,
    /// A hand would have no number.
    #[error("start={start} is too large: the first hand has a number up to {MOST_START}")]
    Start {
        /// The first hand.
        start: u64,
    },
    /// All hands would be over before anybody could act.
    #[error("nobody could ever act: after the antes fewer than two players have chips")]
    Silent,
}

/// Why nothing was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepError {
    /// Which table.
    pub row: usize,
    /// The hand it plays.
    pub number: u64,
    /// Whose turn it is.
    pub actor: Seat,
    /// What he may do.
    pub legal: Legal,
}

/// Why a table can't be put where a record says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResumeError {
    /// It never plays that hand, or comes to it after more hands than anybody can play.
    #[error("table {row} plays hands {first}, {} and so on, not {number}", first.saturating_add(*tables))]
    Number {
        /// Which table.
        row: usize,
        /// The hand it can't play.
        number: u64,
        /// The first hand it plays.
        first: u64,
        /// How many tables there are.
        tables: u64,
    },
    /// An action couldn't be, or the hand was over before it.
    #[error("table {row}, action {place}: {id} is not legal: the ids of the legal actions are {legal:?}")]
    Action {
        /// Which table.
        row: usize,
        /// Which action of its hand, from 1 on.
        place: usize,
        /// What was to be done.
        id: u8,
        /// What could be.
        legal: Vec<u8>,
    },
    /// The hand would be over, and the next begun.
    #[error("table {row}: hand {number} is over, but a table plays the next then")]
    Over {
        /// Which table.
        row: usize,
        /// The hand.
        number: u64,
    },
}

/// What the players of a table began with and which hands they play.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    /// The players with their antes paid.
    table: Hand,
    seed: u64,
    start: u64,
    /// How many numbers a table goes on after a hand.
    stride: u64,
}

impl Plan {
    /// Hand `number`, dealt.
    #[inline]
    fn hand(&self, number: u64) -> Hand {
        let mut hand = self.table;
        let most_cards = 7 * hand.seats().len() + if hand.rules().burn { BURNS } else { 0 };
        let mut streams = Streams::new(self.seed, number);
        hand.shuffle(|cards| streams.shuffle(cards, most_cards));
        hand.begin();
        hand
    }
}

/// Hears nothing, and nobody need show: no payment depends on it.
struct Deaf;

impl Observer for Deaf {
    const SHOWING: bool = false;

    #[inline]
    fn hear(&mut self, _: impl FnOnce() -> Event) {}
}

/// One table: the hand it plays and how the last step ended.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Table {
    hand: Hand,
    number: u64,
    /// What everybody sees of the cards, as of `hand`'s street.
    cards: Cards,
    /// The ids of the actions since the hand began.
    actions: Vec<u8>,
    /// What each won or lost, if the last step ended a hand.
    rewards: Option<[i64; SEATS]>,
}

impl Table {
    fn new(plan: &Plan, number: u64) -> Self {
        let hand = plan.hand(number);
        Self { cards: Cards::new(&hand), hand, number, actions: Vec::with_capacity(64), rewards: None }
    }

    /// Carries out a legal action; begins the next hand if this one is over.
    #[inline]
    fn act(&mut self, plan: &Plan, id: ActionId) {
        self.actions.push(id.number());
        let street = self.hand.street();
        self.hand.carry_out_id(id, &mut Deaf);
        self.rewards = None;
        if self.hand.is_over() {
            self.next_hand(plan);
        } else if self.hand.street() != street {
            self.cards = Cards::new(&self.hand);
        }
    }

    fn next_hand(&mut self, plan: &Plan) {
        // All cards are known, so all payoffs are.
        self.rewards = Some(self.hand.payoffs().unwrap_or_default());
        self.number += plan.stride;
        self.hand = plan.hand(self.number);
        self.cards = Cards::new(&self.hand);
        self.actions.clear();
    }
}

/// Where what is to be told of the tables goes: a row each. What isn't wanted is none.
#[derive(Default, Debug)]
pub struct Rows<'a> {
    /// What the seat to act may know.
    pub observations: Option<&'a mut [[u8; SIZE]]>,
    /// Who is to act: 0 is the first of the players.
    pub current_players: Option<&'a mut [i8]>,
    /// Which actions are legal, by id.
    pub legal: Option<&'a mut [[bool; IDS]]>,
    /// What each player won or lost by the last step, player by player.
    pub rewards: Option<&'a mut [i64]>,
    /// Whether the last step ended a hand.
    pub terminated: Option<&'a mut [bool]>,
    /// The hand that is played.
    pub numbers: Option<&'a mut [u64]>,
}

fn split<'a, T>(rows: &mut Option<&'a mut [T]>, at: usize) -> Option<&'a mut [T]> {
    let (first, rest) = rows.take()?.split_at_mut(at);
    *rows = Some(rest);
    Some(first)
}

/// Which of the players sits there.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below eight")]
const fn place(seats: SeatSet, seat: Seat) -> i8 {
    seats.before(seat).len() as i8
}

impl<'a> Rows<'a> {
    /// Takes the first rows off.
    fn split(&mut self, at: usize, players: usize) -> Rows<'a> {
        Rows {
            observations: split(&mut self.observations, at),
            current_players: split(&mut self.current_players, at),
            legal: split(&mut self.legal, at),
            rewards: split(&mut self.rewards, at * players),
            terminated: split(&mut self.terminated, at),
            numbers: split(&mut self.numbers, at),
        }
    }

    #[inline]
    fn write(&mut self, row: usize, table: &Table, asked: Asked) {
        let hand = &table.hand;
        let (seats, actor) = (hand.seats(), hand.actor());
        if let Some(rows) = &mut self.observations {
            observe_with(hand, actor, asked, &table.cards, &mut rows[row]);
        }
        if let (Some(rows), Some(actor)) = (&mut self.current_players, actor) {
            rows[row] = place(seats, actor);
        }
        if let Some(rows) = &mut self.legal {
            rows[row] = std::array::from_fn(|id| asked.ids >> id & 1 == 1);
        }
        if let Some(rows) = &mut self.rewards {
            let rows = &mut rows[row * seats.len()..(row + 1) * seats.len()];
            match table.rewards {
                None => rows.fill(0),
                Some(rewards) => {
                    rows.iter_mut().zip(seats).for_each(|(mine, seat)| *mine = rewards[seat.index()]);
                }
            }
        }
        if let Some(rows) = &mut self.terminated {
            rows[row] = table.rewards.is_some();
        }
        if let Some(rows) = &mut self.numbers {
            rows[row] = table.number;
        }
    }
}

/// Tables that all wait for an action.
///
/// ```
/// use stud8::observation::SIZE;
/// use stud8::rules::{Draft, Preset};
/// use stud8::seat::Seat;
/// use stud8::simulate::{Rows, Tables, Workers};
///
/// let rules = Draft::default().rules(Some(Preset::FullTilt))?;
/// let stacks = Seat::ALL.map(|seat| (seat, 40_000));
/// let mut tables = Tables::new(rules, &stacks, 4, 7, 0)?;
/// let mut observations = [[0; SIZE]; 4];
/// let rows = Rows { observations: Some(&mut observations), ..Rows::default() };
/// // Everybody calls, checks or brings in.
/// tables.step(&[1; 4], rows, &mut Workers::default()).expect("that is always legal");
/// assert_eq!(tables.numbers().collect::<Vec<_>>(), [0, 1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_field_names, reason = "what else are tables made of")]
pub struct Tables {
    plan: Plan,
    tables: Vec<Table>,
    /// The ids of the legal actions of each, as bits.
    legal: Vec<u8>,
}

impl Tables {
    /// So many tables at their first hands: `start`, `start + 1`, … of the seed. `ask_muck` is taken as
    /// off: tables never ask (RULES §2), and no payment depends on it.
    ///
    /// # Errors
    /// When the seats or stacks can't be, or nobody could ever act.
    pub fn new(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        tables: usize,
        seed: u64,
        start: u64,
    ) -> Result<Self, TablesError> {
        if tables == 0 {
            return Err(TablesError::None);
        }
        if start > MOST_START {
            return Err(TablesError::Start { start });
        }
        let rules = Rules::new(Settings { ask_muck: false, ..*rules }).unwrap_or(rules);
        let table = Hand::seated(rules, stacks, &mut ())?;
        let able = table.stacks().iter().filter(|&&chips| chips > 0).count();
        if able < 2 && !rules.declare {
            return Err(TablesError::Silent);
        }
        let plan = Plan { table, seed, start, stride: tables as u64 };
        let tables: Vec<_> = (0..tables as u64).map(|t| Table::new(&plan, start + t)).collect();
        let legal = tables.iter().map(|table| table.hand.asked().ids).collect();
        Ok(Self { plan, tables, legal })
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tables.len()
    }

    /// Never: there is one at least.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// A table before anybody has got a card.
    #[must_use]
    pub const fn table(&self) -> &Hand {
        &self.plan.table
    }

    /// The seed of the hands.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The number of the first table's first hand.
    #[must_use]
    pub const fn start(&self) -> u64 {
        self.plan.start
    }

    /// The hands that are played now.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.tables.iter().map(|table| table.number)
    }

    /// The hand that a table plays now.
    #[must_use]
    pub fn hand(&self, row: usize) -> Option<&Hand> {
        self.tables.get(row).map(|table| &table.hand)
    }

    /// The ids of the actions of a table's hand so far.
    #[must_use]
    pub fn actions(&self, row: usize) -> Option<&[u8]> {
        self.tables.get(row).map(|table| table.actions.as_slice())
    }

    /// What each seat won or lost at a table, if the last step ended a hand there.
    #[must_use]
    pub fn rewards(&self, row: usize) -> Option<[i64; SEATS]> {
        self.tables.get(row)?.rewards
    }

    /// Puts a table where these actions lead in hand `number`, after a step with these rewards: what
    /// [`Tables::actions`] and [`Tables::rewards`] gave.
    ///
    /// # Errors
    /// When the table doesn't play that hand, or it can't go like that. The table stays as it was then.
    ///
    /// # Panics
    /// When there is no such table.
    pub fn resume(
        &mut self,
        row: usize,
        number: u64,
        actions: &[u8],
        rewards: Option<[i64; SEATS]>,
    ) -> Result<(), ResumeError> {
        let (first, tables) = (self.plan.start + row as u64, self.plan.stride);
        if number < first || number - first > MOST_START / 2 || !(number - first).is_multiple_of(tables) {
            return Err(ResumeError::Number { row, number, first, tables });
        }
        let mut table = Table::new(&self.plan, number);
        for (place, &id) in (1..).zip(actions) {
            let ids = table.hand.asked().ids;
            let legal = (0..ActionId::COUNT).filter(|id| ids >> id & 1 == 1);
            match ActionId::new(id).filter(|_| legal.clone().any(|legal| legal == id)) {
                Some(id) => table.act(&self.plan, id),
                None => return Err(ResumeError::Action { row, place, id, legal: legal.collect() }),
            }
            if table.number != number {
                return Err(ResumeError::Over { row, number });
            }
        }
        table.rewards = rewards;
        self.legal[row] = table.hand.asked().ids;
        self.tables[row] = table;
        Ok(())
    }

    /// Carries out an action at each table, by id, and tells of the tables afterwards. Where a hand ends the
    /// next begins at once: its first observation stands beside the rewards of the one before.
    ///
    /// # Errors
    /// For the first action that isn't legal. No table has moved then, and nothing is told.
    ///
    /// # Panics
    /// When there aren't as many actions or rows as tables.
    pub fn step(&mut self, actions: &[u8], rows: Rows<'_>, workers: &mut Workers) -> Result<(), StepError> {
        assert_eq!(actions.len(), self.len(), "an action for each table");
        let illegal = |(&action, &legal): (&u8, &u8)| u32::from(legal) >> action.min(31) & 1 == 0;
        if let Some(row) = actions.iter().zip(&self.legal).position(illegal) {
            let Table { hand, number, .. } = &self.tables[row];
            let actor = hand.actor().unwrap_or(Seat::ALL[0]);
            return Err(StepError { row, number: *number, actor, legal: hand.legal() });
        }
        self.work(Some(actions), rows, workers);
        Ok(())
    }

    /// Tells of the tables as they are.
    ///
    /// # Panics
    /// When there aren't as many rows as tables.
    pub fn tell(&mut self, rows: Rows<'_>, workers: &mut Workers) {
        self.work(None, rows, workers);
    }

    fn work(&mut self, actions: Option<&[u8]>, rows: Rows<'_>, workers: &mut Workers) {
        let threads = workers.count(1 + self.len() / ALONE).min(self.len().div_ceil(PART));
        // Several parts for each thread: the first to be free takes more of them.
        let size = if threads == 1 { self.len() } else { self.len().div_ceil(4 * threads).max(PART) };
        let players = self.plan.table.seats().len();
        let Self { plan, tables, legal } = self;
        let mut rest = Part { tables, legal, actions, rows };
        if rest.tables.len() <= size {
            return rest.work(plan);
        }
        let mut parts = Vec::new();
        while rest.tables.len() > size {
            parts.push(rest.split(size, players));
        }
        parts.push(rest);
        // Whoever is free takes the next part.
        let parts = Mutex::new(parts.into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        workers.share(threads, || {
            while let Some(mut part) = next() {
                part.work(plan);
            }
        });
    }
}

/// Some of the tables, one after the other, and where what is told of them goes.
struct Part<'a> {
    tables: &'a mut [Table],
    legal: &'a mut [u8],
    actions: Option<&'a [u8]>,
    rows: Rows<'a>,
}

impl<'a> Part<'a> {
    /// Takes the first tables off.
    fn split(&mut self, at: usize, players: usize) -> Part<'a> {
        let (tables, rest) = std::mem::take(&mut self.tables).split_at_mut(at);
        self.tables = rest;
        let (legal, rest) = std::mem::take(&mut self.legal).split_at_mut(at);
        self.legal = rest;
        let actions = self.actions.map(|actions| actions.split_at(at));
        self.actions = actions.map(|(_, rest)| rest);
        let rows = self.rows.split(at, players);
        Part { tables, legal, actions: actions.map(|(first, _)| first), rows }
    }

    fn work(&mut self, plan: &Plan) {
        for (row, (table, ids)) in self.tables.iter_mut().zip(&mut *self.legal).enumerate() {
            if let Some(id) = self.actions.and_then(|actions| ActionId::new(actions[row])) {
                table.act(plan, id);
            }
            let asked = table.hand.asked();
            *ids = asked.ids;
            self.rows.write(row, table, asked);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::observation::observe;
    use crate::record::{Game, Setup, Source};
    use crate::rules::{Draft, Preset};
    use crate::view::View;

    const PRESETS: [(Preset, &[u8], Chips); 4] = [
        (Preset::FullTilt, &[1, 2, 3, 4, 5, 6, 7, 8], 3000),
        (Preset::Declare, &[2, 5, 6], 900),
        (Preset::Finnish, &[1, 8], 700),
        (Preset::Wsop, &[3, 4, 5, 6], 20_000),
    ];

    fn tables(preset: Preset, seats: &[u8], stack: Chips, count: usize) -> Tables {
        let draft = Draft { ante: Some(40), bring_in: Some(50), small_bet: Some(200), ..Draft::default() };
        let rules = draft.rules(Some(preset)).expect("good stakes");
        let stacks: Vec<_> = seats.iter().map(|&n| (Seat::new(n).expect("a seat"), stack)).collect();
        Tables::new(rules, &stacks, count, 3, 10).expect("good tables")
    }

    /// One of the legal actions of each table, by a generator of its own.
    fn choose(tables: &Tables, state: &mut u64) -> Vec<u8> {
        let choice = |&legal: &u8| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let ids: Vec<u8> = (0..8).filter(|id| legal >> id & 1 == 1).collect();
            ids[(*state >> 40) as usize % ids.len()]
        };
        tables.legal.iter().map(choice).collect()
    }

    #[test]
    fn every_table_plays_the_hands_of_its_numbers() {
        for (preset, seats, stack) in PRESETS {
            let mut tables = tables(preset, seats, stack, 5);
            let (rules, players) = (*tables.table().rules(), seats.len());
            let stacks: Vec<_> = seats.iter().map(|&n| (Seat::new(n).expect("a seat"), stack)).collect();
            let game = |number| {
                let source = Source::Seed { seed: 3, number };
                Game::new(Setup { rules, stacks: stacks.clone(), source, permissive: false }).expect("a hand")
            };
            let mut games: Vec<_> = (10..15).map(game).collect();
            let (mut observations, mut current) = ([[0; SIZE]; 5], [0; 5]);
            let (mut legal, mut terminated, mut numbers) = ([[false; IDS]; 5], [true; 5], [0; 5]);
            let mut rewards = vec![1; 5 * players];
            let mut state = 1;
            for step in 0..400 {
                let actions = if step == 0 { None } else { Some(choose(&tables, &mut state)) };
                let rows = Rows {
                    observations: Some(&mut observations),
                    current_players: Some(&mut current),
                    legal: Some(&mut legal),
                    rewards: Some(&mut rewards),
                    terminated: Some(&mut terminated),
                    numbers: Some(&mut numbers),
                };
                match &actions {
                    None => tables.tell(rows, &mut Workers::default()),
                    Some(actions) => {
                        tables.step(actions, rows, &mut Workers::default()).expect("legal actions");
                    }
                }
                for (row, slow) in games.iter_mut().enumerate() {
                    if let Some(actions) = &actions {
                        let id = ActionId::new(actions[row]).expect("an id");
                        slow.play(slow.hand().legal().by_id(id).expect("legal")).expect("legal");
                    }
                    let mut won = vec![0; players];
                    assert_eq!(terminated[row], slow.hand().is_over());
                    if slow.hand().is_over() {
                        let payoffs = slow.hand().payoffs().expect("over");
                        won = stacks.iter().map(|(seat, _)| payoffs[seat.index()]).collect();
                        *slow = game(numbers[row]);
                    }
                    assert_eq!(rewards[row * players..][..players], won);
                    let Source::Seed { number, .. } = slow.setup().source else { panic!("a numbered hand") };
                    assert_eq!(numbers[row], number);
                    // The decks differ in cards that nobody can get.
                    for seat in slow.hand().seats() {
                        let view = |hand: &Hand| View::new(hand, &[], Some(seat));
                        assert_eq!(tables.hand(row).map(view), Some(view(slow.hand())));
                    }
                    let actor = slow.hand().actor().expect("somebody acts");
                    assert_eq!(stacks[usize::try_from(current[row]).expect("a player")].0, actor);
                    let mut observation = [0; SIZE];
                    observe(slow.hand(), Some(actor), &mut observation);
                    assert_eq!(observations[row], observation);
                    let ids = slow.hand().legal().ids();
                    assert_eq!(legal[row], std::array::from_fn(|id| ids >> id & 1 == 1));
                }
            }
            assert!(numbers.iter().all(|&number| number >= 20), "several hands each: {numbers:?}");
        }
    }

    #[test]
    fn hands_in_which_nobody_folds_have_their_cards_to_the_last() {
        for players in 2..=8 {
            let seats: Vec<u8> = (1..=players).collect();
            let mut tables = tables(Preset::Wsop, &seats, 20_000, 3);
            let (rules, call) = (*tables.table().rules(), ActionId::new(1).expect("an id"));
            assert!(rules.burn);
            let stacks: Vec<_> = tables.table().seats().into_iter().map(|seat| (seat, 20_000)).collect();
            let mut ended = 0;
            while ended < 30 {
                let numbers: Vec<u64> = tables.numbers().collect();
                tables.step(&[1; 3], Rows::default(), &mut Workers::default()).expect("always legal");
                for (row, number) in numbers.into_iter().enumerate() {
                    let Some(rewards) = tables.rewards(row) else { continue };
                    let source = Source::Seed { seed: 3, number };
                    let setup = Setup { rules, stacks: stacks.clone(), source, permissive: false };
                    let mut slow = Game::new(setup).expect("a hand");
                    while !slow.hand().is_over() {
                        slow.play(slow.hand().legal().by_id(call).expect("legal")).expect("legal");
                    }
                    assert_eq!(Ok(rewards), slow.hand().payoffs(), "{players} players, hand {number}");
                    ended += 1;
                }
            }
        }
    }

    #[test]
    fn threads_change_nothing() {
        let (mut one, mut three) =
            [(); 2].map(|()| tables(PRESETS[0].0, PRESETS[0].1, 900, 10 * PART + 1)).into();
        let mut rows = [(); 2].map(|()| vec![[0; SIZE]; 10 * PART + 1]);
        let mut state = 7;
        for _ in 0..40 {
            let actions = choose(&one, &mut state);
            for (tables, threads, which) in [(&mut one, 1, 0), (&mut three, 3, 1)] {
                let rows = Rows { observations: Some(&mut rows[which]), ..Rows::default() };
                tables
                    .step(&actions, rows, &mut Workers::new(NonZeroUsize::new(threads)))
                    .expect("legal actions");
            }
            assert!(one == three && rows[0] == rows[1]);
        }
    }

    #[test]
    fn nothing_moves_if_one_action_is_not_legal() {
        let mut tables = tables(PRESETS[0].0, PRESETS[0].1, 900, 6);
        let before = tables.clone();
        for id in [0, 3, 7, 8, 9, 10, 31, 32, 33, 255] {
            let actions = [1, 2, 1, 1, id, id];
            let error = tables
                .step(&actions, Rows::default(), &mut Workers::default())
                .expect_err("the first can't fold");
            assert_eq!((error.row, error.number, error.legal.ids()), (4, 14, 0b110));
            assert_eq!(Some(error.actor), tables.hand(4).and_then(Hand::actor));
            assert_eq!(tables, before);
        }
    }

    #[test]
    fn a_table_resumes_where_it_was() {
        for (preset, seats, stack) in PRESETS {
            let mut tables = tables(preset, seats, stack, 3);
            let fresh = tables.clone();
            let mut state = 5;
            for _ in 0..100 {
                let actions = choose(&tables, &mut state);
                tables.step(&actions, Rows::default(), &mut Workers::default()).expect("legal actions");
                let mut again = fresh.clone();
                for (row, number) in tables.numbers().enumerate() {
                    let actions = tables.actions(row).expect("a table");
                    again.resume(row, number, actions, tables.rewards(row)).expect("a record");
                }
                assert!(again == tables);
            }
        }
    }

    #[test]
    fn records_of_tables_are_checked() {
        let mut tables = tables(PRESETS[2].0, PRESETS[2].1, 700, 3);
        let before = tables.clone();
        for number in [0, 10, 12, 11 + 3 * (1 << 62), u64::MAX - 1, u64::MAX] {
            let error = tables.resume(1, number, &[], None).expect_err("another table's");
            assert!(error.to_string().starts_with("table 1 plays hands 11, 14 and so on"), "{error}");
        }
        let error = tables.resume(1, 14, &[1, 9], None).expect_err("no action");
        assert_eq!(
            error.to_string(),
            "table 1, action 2: 9 is not legal: the ids of the legal actions are [0, 1, 2]"
        );
        let error = tables.resume(1, 14, &[1, 0], None).expect_err("over");
        assert_eq!(error, ResumeError::Over { row: 1, number: 14 });
        assert_eq!(tables, before);
        // No table comes further than this.
        let mut alone = self::tables(PRESETS[2].0, PRESETS[2].1, 700, 1);
        alone.resume(0, 10 + MOST_START / 2, &[], None).expect("a hand of its own");
        alone.resume(0, 11 + MOST_START / 2, &[], None).expect_err("too far");
    }

    #[test]
    fn tables_are_checked() {
        let rules = *tables(PRESETS[0].0, PRESETS[0].1, 900, 1).table().rules();
        assert!(!rules.ask_muck);
        let two = |stack| [(Seat::ALL[0], stack), (Seat::ALL[1], stack)];
        let make = |rules, stack, count, start| Tables::new(rules, &two(stack), count, 0, start);
        assert!(matches!(make(rules, 0, 1, 0), Err(TablesError::Setup(_))));
        assert_eq!(make(rules, 900, 0, 0), Err(TablesError::None));
        assert_eq!(make(rules, 900, 1, MOST_START + 1), Err(TablesError::Start { start: MOST_START + 1 }));
        assert_eq!(make(rules, 40, 1, 0), Err(TablesError::Silent));
        assert!(make(rules, 41, 1, MOST_START).is_ok());
        let declare = *tables(Preset::Declare, &[1, 2], 900, 1).table().rules();
        let mut silent = make(declare, 40, 1, MOST_START).expect("everybody declares");
        silent.step(&[5], Rows::default(), &mut Workers::default()).expect("a declaration");
    }
}
