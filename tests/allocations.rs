//! A simulated hand allocates nothing: twenty thousand hands cost as many allocations as one.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::num::NonZeroUsize;

use stud8::rules::{Draft, Preset};
use stud8::seat::Seat;
use stud8::simulate::{Plan, Policy, Seating, run};

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
    assert_eq!(run(&plan, NonZeroUsize::new(1), |_| false).summary.hands, hands);
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
