//! Many tables in lockstep: one action at each, for those who train players.
//!
//! Table `t` of `n` plays the hands `start + t`, `start + t + n`, … of a seed, all from the same stacks, and
//! begins the next as soon as one is over: so it always waits for an action.

mod error;
mod record;
mod rows;
mod table;

use std::sync::{Mutex, PoisonError};

use crate::action::ActionId;
use crate::hand::Hand;
use crate::rules::{Chips, Rules};
use crate::seat::{SEATS, Seat};
use crate::threads::{self, Workers};
pub use error::{ResumeError, StepError, TablesError};
pub use record::SavedTables;
pub use rows::Rows;
use rows::TableSlice;
use table::{Schedule, Table};

/// The first hand has at most this number: so no table ever comes to a hand without one.
pub const MOST_START: u64 = 1 << 63;

/// Fewer tables than this aren't worth another thread that wasn't asked for: one that sleeps takes long to wake.
const ALONE: usize = 4096;

/// How many tables a thread takes at once, at least.
const PART: usize = 256;

/// How many actions a hand mostly has at most.
const ACTIONS: usize = 64;

/// How many actions have ids.
const IDS: usize = ActionId::COUNT as usize;

/// Tables that all wait for an action.
///
/// ```
/// use stud8::observation::SIZE;
/// use stud8::rules::Rules;
/// use stud8::seat::Seat;
/// use stud8::simulate::{Rows, Tables, Workers};
///
/// let rules = Rules::full_tilt();
/// let stacks = Seat::ALL.map(|seat| (seat, 40_000));
/// let mut tables = Tables::new(rules, &stacks, 4, 7, 0)?;
/// let mut observations = [[0; SIZE]; 4];
/// let rows = Rows { observations: Some(&mut observations), ..Rows::default() };
/// // All players call, check or bring in.
/// tables.step(&[1; 4], rows, &mut Workers::default()).expect("that is always legal");
/// assert_eq!(tables.numbers().collect::<Vec<_>>(), [0, 1, 2, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_field_names, reason = "what else are tables made of")]
pub struct Tables {
    plan: Schedule,
    tables: Vec<Table>,
    /// The ids of the legal actions of each, as bits.
    legal: Vec<u8>,
}

impl Tables {
    /// So many tables at their first hands: `start`, `start + 1`, … of the seed. `ask_muck` is taken as
    /// off: tables never ask [rules 2], and no payment depends on it.
    ///
    /// # Errors
    /// When the seats or stacks can't be, or no player could ever act.
    pub fn new(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        tables: usize,
        seed: u64,
        start: u64,
    ) -> Result<Self, TablesError> {
        Self::new_until(rules, stacks, tables, seed, start, &|| false)
    }

    /// The same, which asks now and then whether to stop: a million tables take a second or two.
    ///
    /// # Errors
    /// As [`Tables::new`]; [`TablesError::Stopped`] if told to.
    pub fn new_until(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        tables: usize,
        seed: u64,
        start: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, TablesError> {
        if tables == 0 {
            return Err(TablesError::None);
        }
        if start > MOST_START {
            return Err(TablesError::Start { start });
        }
        let rules = rules.without_muck_choice();
        let table = Hand::seated(rules, stacks, &mut ())?;
        let able = table.stacks().iter().filter(|&&chips| chips > 0).count();
        if able < 2 && !rules.game.declares() {
            return Err(TablesError::Silent);
        }
        let plan = Schedule { table, seed, start, stride: tables as u64 };
        fill(tables, stop, plan, |plan, row| {
            let mut actions = Vec::new();
            actions.try_reserve_exact(ACTIONS).map_err(|_| TablesError::Memory { tables })?;
            Ok(Table::new(plan, start + row as u64, actions))
        })
    }

    /// Tables that stand alike. It asks now and then whether to stop.
    ///
    /// # Errors
    /// [`TablesError::Memory`]; [`TablesError::Stopped`] if told to.
    pub fn copy_until(&self, stop: &dyn Fn() -> bool) -> Result<Self, TablesError> {
        fill(self.len(), stop, self.plan.clone(), |_, row| Ok(self.tables[row].clone()))
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
        let mut table = Table::new(&self.plan, number, Vec::with_capacity(ACTIONS));
        for (place, &id) in (1..).zip(actions) {
            let ids = table.hand.turn().ids;
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
        self.legal[row] = table.hand.turn().ids;
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
        let each = if workers.threads().is_some() { PART } else { ALONE };
        let threads = threads::count(workers.threads(), self.len().div_ceil(each));
        // Several parts for each thread: the first to be free takes more of them.
        let size = if threads == 1 { self.len() } else { self.len().div_ceil(4 * threads).max(PART) };
        let players = self.plan.table.seats().len();
        let Self { plan, tables, legal } = self;
        let mut rest = TableSlice { tables, legal, actions, rows };
        if rest.tables.len() <= size {
            return rest.work(plan);
        }
        let mut parts = Vec::new();
        while rest.tables.len() > size {
            parts.push(rest.split(size, players));
        }
        parts.push(rest);
        // The next free thread takes the next slice.
        let parts = Mutex::new(parts.into_iter());
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        workers.share(threads, || {
            while let Some(mut part) = next() {
                part.work(plan);
            }
        });
    }
}

/// So many tables, made one by one.
fn fill(
    tables: usize,
    stop: &dyn Fn() -> bool,
    plan: Schedule,
    table_of: impl Fn(&Schedule, usize) -> Result<Table, TablesError>,
) -> Result<Tables, TablesError> {
    let (mut made, mut legal) = (Vec::new(), Vec::new());
    let room = made.try_reserve_exact(tables).and_then(|()| legal.try_reserve_exact(tables));
    room.map_err(|_| TablesError::Memory { tables })?;
    for row in 0..tables {
        if row.is_multiple_of(PART) && stop() {
            return Err(TablesError::Stopped);
        }
        let table = table_of(&plan, row)?;
        legal.push(table.hand.turn().ids);
        made.push(table);
    }
    Ok(Tables { plan, tables: made, legal })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::observation::{SIZE, observe};
    use crate::played::{PlayedHand, Setup, Source};
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
                PlayedHand::new(Setup { rules, stacks: stacks.clone(), source, show_in_turn: true })
                    .expect("a hand")
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
    fn tables_are_dealt_and_copied_until_told_to_stop() {
        let one = tables(Preset::FullTilt, &[1, 2], 3000, 3);
        assert_eq!(one.copy_until(&|| false), Ok(one.clone()));
        assert_eq!(one.copy_until(&|| true), Err(TablesError::Stopped));
        let stacks = [(Seat::ALL[0], 3000), (Seat::ALL[1], 3000)];
        let rules = *one.table().rules();
        let stopped = Tables::new_until(rules, &stacks, 3, 3, 10, &|| true);
        assert_eq!(stopped, Err(TablesError::Stopped));
        let none = Tables::new(rules, &stacks, usize::MAX / 2, 3, 10);
        assert_eq!(none, Err(TablesError::Memory { tables: usize::MAX / 2 }));
    }

    #[test]
    fn hands_in_which_nobody_folds_have_their_cards_to_the_last() {
        for players in 2..=8 {
            let seats: Vec<u8> = (1..=players).collect();
            let mut tables = tables(Preset::Wsop, &seats, 20_000, 3);
            let (rules, call) = (*tables.table().rules(), ActionId::new(1).expect("an id"));
            assert!(rules.house.burn);
            let stacks: Vec<_> = tables.table().seats().into_iter().map(|seat| (seat, 20_000)).collect();
            let mut ended = 0;
            while ended < 30 {
                let numbers: Vec<u64> = tables.numbers().collect();
                tables.step(&[1; 3], Rows::default(), &mut Workers::default()).expect("always legal");
                for (row, number) in numbers.into_iter().enumerate() {
                    let Some(rewards) = tables.rewards(row) else { continue };
                    let source = Source::Seed { seed: 3, number };
                    let setup = Setup { rules, stacks: stacks.clone(), source, show_in_turn: true };
                    let mut slow = PlayedHand::new(setup).expect("a hand");
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
        assert!(!rules.house.ask_muck);
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
