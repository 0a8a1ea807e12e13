//! Threads that stay between the steps of tables: to start one takes as long as a step of a thousand tables.

use std::mem;
use std::num::NonZeroUsize;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rayon_core::{ThreadPool, ThreadPoolBuilder};

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

    /// How many threads to use: as many as were asked for, or all cores up to `useful`.
    pub(super) fn count(&self, useful: usize) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get).min(useful);
        self.threads.map_or_else(cores, NonZeroUsize::get)
    }

    /// Calls `work` on so many threads, this one among them. Threads that the system doesn't grant are done without.
    pub(super) fn share(&mut self, threads: usize, work: impl Fn() + Sync) {
        let others = threads - 1;
        let Some(Crew { pool, calls, .. }) = self.crew(others) else { return work() };
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

    /// So many threads of this process at least.
    fn crew(&mut self, threads: usize) -> Option<&Crew> {
        let process = process::id();
        if self.crew.as_ref().is_some_and(|crew| crew.process != process) {
            // Those of the parent may have held locks, which nobody opens here.
            mem::forget(self.crew.take());
        }
        if self.crew.as_ref().is_none_or(|crew| crew.pool.current_num_threads() < threads) {
            let named = |n| format!("stud8 tables {n}");
            let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(named).build().ok()?;
            self.crew = Some(Crew { pool, process, calls: Arc::default() });
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
    fn work_is_done_by_so_many_threads_at_once() {
        let mut workers = Workers::new(NonZeroUsize::new(3));
        assert_eq!((workers.count(1), Workers::default().count(1)), (3, 1));
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
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            workers.share(2, || assert_eq!(thread::current().id(), here));
        }));
        assert!(panicked.is_err());
    }
}
