//! Threads that share work: those that start for one call, and those that stay between calls.
//!
//! No result depends on how many there are. Threads that the system doesn't grant are done without, down to the one that calls.

use std::iter;
use std::mem;
use std::num::NonZeroUsize;
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// So many threads may always be asked for.
const ALWAYS: usize = 16;

/// For each core up to so many: more only wait for each other.
const EACH_CORE: usize = 4;

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// How many threads to use where `useful` of them have work: as many as were asked for, or with None as many as there are
/// cores. More than 16, and more than four for each core, are never used.
#[must_use]
pub fn count(wanted: Option<NonZeroUsize>, useful: usize) -> usize {
    let useful = useful.max(1);
    match wanted.map(NonZeroUsize::get) {
        None if useful == 1 => 1,
        None => cores().min(useful),
        Some(wanted) => match wanted.min(useful) {
            many if many > ALWAYS => many.min(ALWAYS.max(EACH_CORE * cores())),
            few => few,
        },
    }
}

/// Calls `work` on so many threads at once, this one among them, and gives what each of them made, this one first.
///
/// # Panics
/// When `work` does.
pub fn share<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let spawn = |_| Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).map_while(spawn).collect();
        let mut made = vec![work()];
        for other in others {
            made.push(other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        }
        made
    })
}

/// How long a thread without work looks out for more before it sleeps: it takes tens of microseconds to wake.
const PATIENCE: Duration = Duration::from_micros(100);

/// The threads that step tables.
///
/// They start with the first work that is shared, and end soon after these are dropped. In a forked process, where they
/// are gone, others start.
#[derive(Default, Debug)]
pub struct Workers {
    threads: Option<NonZeroUsize>,
    crew: Option<Crew>,
}

/// All but the thread that calls.
#[derive(Debug)]
struct Crew {
    pool: ThreadPool,
    /// How many threads were asked for: the system may have granted fewer.
    asked: usize,
    /// The process that has them.
    process: u32,
    /// How often work was shared.
    calls: Arc<AtomicUsize>,
}

impl Workers {
    /// So many threads, the one that calls among them; with None all cores, where it helps.
    #[must_use]
    pub const fn new(threads: Option<NonZeroUsize>) -> Self {
        Self { threads, crew: None }
    }

    /// How many were asked for.
    #[must_use]
    pub const fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// Calls `work` on so many threads, this one among them. Threads that the system doesn't grant are done without.
    pub(crate) fn share(&mut self, threads: usize, work: impl Fn() + Sync) {
        let Some(Crew { pool, calls, .. }) = self.crew(threads - 1) else { return work() };
        let others = pool.current_num_threads().min(threads - 1);
        let call = calls.fetch_add(1, Ordering::Relaxed) + 1;
        let (work, busy) = (&work, &AtomicUsize::new(others));
        pool.in_place_scope(|scope| {
            for _ in 0..others {
                scope.spawn(move |_| {
                    work();
                    busy.fetch_sub(1, Ordering::Relaxed);
                });
            }
            work();
            look_out(|| busy.load(Ordering::Relaxed) == 0);
        });
        for _ in 0..others {
            let calls = Arc::clone(calls);
            pool.spawn(move || look_out(|| calls.load(Ordering::Relaxed) != call));
        }
    }

    /// So many threads of this process at least, or as many as the system grants.
    fn crew(&mut self, threads: usize) -> Option<&Crew> {
        let process = process::id();
        if self.crew.as_ref().is_some_and(|crew| crew.process != process) {
            // Those of the parent may have held locks, which nobody opens here.
            mem::forget(self.crew.take());
        }
        if self.crew.as_ref().is_none_or(|crew| crew.asked < threads) {
            // The old ones end first: the system may grant no more.
            self.crew = None;
            let named = |n| format!("stud8 tables {n}");
            let build = |few| {
                let pool = ThreadPoolBuilder::new().num_threads(few).thread_name(named).build().ok()?;
                Some(Crew { pool, asked: threads, process, calls: Arc::default() })
            };
            let halves = iter::successors(Some(threads), |&many| Some(many / 2).filter(|&few| few > 0));
            self.crew = halves.into_iter().find_map(build);
        }
        self.crew.as_ref()
    }
}

/// Waits until something is so, but not for long.
fn look_out(done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !done() && begun.elapsed() < PATIENCE {
        thread::yield_now();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if self.crew.as_ref().is_some_and(|crew| crew.process != process::id()) {
            mem::forget(self.crew.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashSet;
    use std::sync::mpsc::{RecvTimeoutError, Sender, TryRecvError, channel};
    use std::sync::{Barrier, Mutex};

    use super::*;

    #[test]
    fn no_more_threads_than_help_are_used() {
        let wanted = NonZeroUsize::new;
        assert_eq!(count(wanted(3), 100), 3);
        assert_eq!(count(wanted(3), 2), 2);
        assert_eq!(count(wanted(16), 100), 16);
        assert_eq!((count(None, 1), count(None, 0), count(wanted(9), 0)), (1, 1, 1));
        assert_eq!(count(None, usize::MAX), cores());
        assert_eq!(count(wanted(1_000_000_000), usize::MAX), ALWAYS.max(EACH_CORE * cores()));
    }

    #[test]
    fn what_each_thread_made_comes_back() {
        for threads in [1, 2, 4] {
            let barrier = Barrier::new(threads);
            let made = share(threads, || {
                barrier.wait();
                thread::current().id()
            });
            assert_eq!(made[0], thread::current().id());
            assert_eq!(made.iter().collect::<HashSet<_>>().len(), threads);
        }
    }

    #[test]
    fn work_is_done_by_so_many_threads_at_once() {
        let mut workers = Workers::new(NonZeroUsize::new(3));
        for threads in [2, 3, 2, 4, 4] {
            // Nobody passes before all are there.
            let (barrier, seen) = (Barrier::new(threads), Mutex::new(HashSet::new()));
            workers.share(threads, || {
                barrier.wait();
                seen.lock().unwrap().insert(thread::current().id());
            });
            let seen = seen.into_inner().unwrap();
            assert_eq!(seen.len(), threads);
            assert!(seen.contains(&thread::current().id()));
        }
    }

    #[test]
    fn threads_stay_until_nobody_has_them() {
        thread_local! {
            static ALIVE: RefCell<Option<Sender<()>>> = const { RefCell::new(None) };
        }
        let mut workers = Workers::default();
        let (sender, receiver) = channel();
        let seen = Mutex::new(HashSet::new());
        let here = thread::current().id();
        for threads in [3, 2, 3, 3] {
            let barrier = Barrier::new(threads);
            workers.share(threads, || {
                barrier.wait();
                if thread::current().id() != here {
                    ALIVE.set(Some(sender.clone()));
                    seen.lock().unwrap().insert(thread::current().id());
                }
            });
        }
        assert_eq!(seen.lock().unwrap().len(), 2, "the same each time");
        drop(sender);
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty), "they wait for more");
        drop(workers);
        let ended = receiver.recv_timeout(Duration::from_secs(60));
        assert_eq!(ended, Err(RecvTimeoutError::Disconnected), "they end");
    }

    #[test]
    fn threads_that_slept_wake() {
        let mut workers = Workers::default();
        for _ in 0..3 {
            let barrier = Barrier::new(2);
            workers.share(2, || _ = barrier.wait());
            thread::sleep(20 * PATIENCE);
        }
    }

    #[test]
    fn a_panic_comes_back() {
        let mut workers = Workers::default();
        let here = thread::current().id();
        let panicked = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            workers.share(2, || assert_eq!(thread::current().id(), here));
        }));
        assert!(panicked.is_err());
    }
}
