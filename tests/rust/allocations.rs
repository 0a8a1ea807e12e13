//! A simulated hand allocates nothing: twenty thousand hands cost as many allocations as one. Nor does a step
//! of tables.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::num::NonZeroUsize;

use stud8::observation::SIZE;
use stud8::rules::{Draft, Preset};
use stud8::seat::Seat;
use stud8::simulate::{Plan, Policy, Rows, Seating, Tables, Workers, run};

struct Counting;

thread_local! {
    /// Of this thread alone: the test runner allocates at the same time.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

#[expect(unsafe_code, reason = "an allocator can't be had without; it only counts and passes on")]
// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(preset: Preset, policy: Policy, players: usize, hands: u64) -> u64 {
    let draft = Draft { ante: Some(2), bring_in: Some(2), small_bet: Some(10), ..Draft::default() };
    let rules = draft.rules(Some(preset)).expect("good stakes");
    let stacks: Vec<_> = Seat::ALL.into_iter().take(players).zip((1..).map(|n| 30 * n)).collect();
    let seats = stacks.iter().map(|(seat, _)| *seat).collect();
    let plan = Plan::new(rules, &stacks, 1, 0, hands).expect("a good plan").seat(Seating::all(policy, seats));
    let before = ALLOCATIONS.get();
    assert_eq!(run(&plan, NonZeroUsize::new(1), |_| false).totals.hands, hands);
    ALLOCATIONS.get() - before
}

#[test]
fn no_hand_allocates() {
    for preset in Preset::ALL {
        for policy in Policy::ALL {
            for players in [2, 8] {
                let count = |hands| allocations(preset, policy, players, hands);
                assert_eq!(count(1), count(20_000), "{preset}, {policy}, {players} players");
            }
        }
    }
}

#[test]
fn no_step_of_tables_allocates() {
    let rules = Draft::default().rules(Some(Preset::FullTilt)).expect("a preset");
    let mut workers = Workers::new(NonZeroUsize::new(1));
    let mut tables =
        Tables::new(rules, &Seat::ALL.map(|seat| (seat, 40_000)), 32, 1, 0).expect("good tables");
    let mut observations = [[0; SIZE]; 32];
    let mut legal = [[false; 8]; 32];
    let mut actions = [1; 32];
    let mut step = |number: u64| {
        let rows = Rows { observations: Some(&mut observations), legal: Some(&mut legal), ..Rows::default() };
        tables.step(&actions, rows, &mut workers).expect("legal actions");
        // Every fifth action is a wager, where one is legal, and every seventh a fold.
        for ((action, legal), row) in actions.iter_mut().zip(&legal).zip(number..) {
            let wanted = match row {
                _ if row % 5 == 0 => 2,
                _ if row % 7 == 0 => 0,
                _ => 1,
            };
            *action = if legal[usize::from(wanted)] { wanted } else { 1 };
        }
        tables.numbers().max()
    };
    // The first hands make room for as many actions as there ever are.
    (0..20_000).for_each(|number| _ = step(number));
    let before = ALLOCATIONS.get();
    let last = (20_000..25_000).filter_map(&mut step).max();
    assert_eq!(ALLOCATIONS.get(), before);
    assert!(last > Some(10_000), "thousands of hands: {last:?}");
}
