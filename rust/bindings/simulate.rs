//! What `simulate` and `perft` run.

use std::num::NonZeroUsize;

use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError};
use pyo3::prelude::*;
use stud8::rules::{Chips, Rules as CoreRules};
use stud8::seat::{Seat, SeatSet};
use stud8::simulate::{self as core, Plan, PlanError};
use stud8::statistics;

use crate::args::{is_whole, shown, small, whole};
use crate::asking::{self, Asked};
use crate::errors::{IntoPyError, bad_argument, wrong_type};
use crate::hand::{Hand, stacks};
use crate::policies::Policies;
use crate::rules::Rules;
use crate::summary::Summary;
pub use crate::watch::POLL;
use crate::watch::watched;

fn plan(
    rules: CoreRules,
    stacks: &[(Seat, Chips)],
    seed: u64,
    start: u64,
    hands: u64,
    py: Python<'_>,
) -> PyResult<Plan> {
    Plan::new(rules, stacks, seed, start, hands).map_err(|error| match error {
        PlanError::Setup(error) => error.into_py(py),
        PlanError::Numbers { .. } => bad_argument(error),
    })
}

/// How many threads a user wants; `None` for all cores.
pub fn thread_count(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Option<NonZeroUsize>> {
    let Some(value) = threads else { return Ok(None) };
    let count = if is_whole(value) { value.extract::<NonZeroUsize>().ok() } else { None };
    count.map(Some).ok_or_else(|| {
        bad_argument(format!(
            "threads={} must be a whole number from 1 on, or None for all cores",
            shown(value)
        ))
    })
}

/// What is to be played, as `stud8.simulate` says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Job<'py> {
    rules: Bound<'py, PyAny>,
    players: Option<Bound<'py, PyAny>>,
    stacks: Option<Bound<'py, PyAny>>,
    policies: Bound<'py, PyAny>,
    rotation: String,
    classes: bool,
    seed: Bound<'py, PyAny>,
}

/// A job with its hands: what the core needs, and what a summary is made of.
pub struct Prepared {
    pub plan: Plan,
    pub policies: Policies,
    pub seats: SeatSet,
    pub seed: u64,
}

impl Job<'_> {
    /// Checks everything.
    pub fn prepare(&self, hands: &Bound<'_, PyAny>, start: &Bound<'_, PyAny>) -> PyResult<Prepared> {
        let py = hands.py();
        let rules = self.rules.cast::<Rules>().map_err(|_| wrong_type("rules is a Rules", &self.rules))?;
        let rules = rules.get().0;
        let stacks = table(py, &rules, self.players.as_ref(), self.stacks.as_ref())?;
        let number = |value: &Bound<'_, PyAny>, name| whole(value, name, 0, u64::MAX);
        let (hands, seed) = (number(hands, "hands")?, number(&self.seed, "seed")?);
        let plan = plan(rules, &stacks, seed, number(start, "start")?, hands, py)?;
        let seats = stacks.iter().map(|(seat, _)| *seat).collect();
        let policies = Policies::new(&self.policies, &self.rotation, seats)?;
        let plan = plan.seat(policies.seating.clone());
        let plan = if self.classes { plan.by_class() } else { plan };
        Ok(Prepared { plan, policies, seats, seed })
    }
}

impl Prepared {
    /// These counts as a summary of the job.
    pub fn summary(&self, totals: core::Totals) -> Summary {
        let Policies { players, rotation, .. } = &self.policies;
        Summary(statistics::Summary::new(totals, self.seats, players.clone(), *rotation))
    }
}

/// Plays the hands of a job. `stud8.simulate` is the door.
#[pyfunction]
#[pyo3(signature = (job, hands, start, threads, progress))]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn _simulate(
    job: Job<'_>,
    hands: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<Summary> {
    let job = job.prepare(hands, start)?;
    let threads = thread_count(threads)?;
    let Asked { totals, next, failure } = if job.policies.ask() {
        asking::run(py, &job.plan, job.seed, &job.policies, progress, None)
    } else {
        let (run, failure) =
            watched(py, progress, |watch| core::run(&job.plan, threads, |finished| watch.told(finished)));
        Asked { totals: run.totals, next: run.next, failure }
    };
    let summary = job.summary(totals);
    match failure {
        None => {
            if let Some(tell) = progress {
                tell.call1((job.plan.hands(),))?;
            }
            Ok(summary)
        }
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => Err(interrupted(py, summary, next)),
        Some(error) => Err(failed(py, error, summary, next)),
    }
}

/// Who sits down: 100 big bets each, unless said otherwise.
pub fn table(
    py: Python<'_>,
    rules: &CoreRules,
    players: Option<&Bound<'_, PyAny>>,
    stacks: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Seat, Chips)>> {
    let count = players.map(|value| whole(value, "players", 0, u64::MAX)).transpose()?;
    if let Some(stacks) = stacks {
        let stacks = self::stacks(stacks)?;
        return match count {
            Some(count) if count != stacks.len() as u64 => Err(PyTypeError::new_err(format!(
                "players={count} but there are {} stacks: leave one of them out",
                stacks.len()
            ))),
            _ => Ok(stacks),
        };
    }
    let count = count.unwrap_or(8);
    if !(2..=8).contains(&count) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        return Err(stud8::hand::SetupError::Players { count }.into_py(py));
    }
    Ok(Seat::ALL
        .into_iter()
        .take(usize::try_from(count)?)
        .map(|seat| (seat, 100 * rules.stakes.big_bet))
        .collect())
}

/// The error of a policy with the finished part and where to go on; any other as it is.
pub fn failed(py: Python<'_>, error: PyErr, partial: Summary, start: u128) -> PyErr {
    let tell = || -> PyResult<()> {
        let errors = py.import("stud8.errors")?;
        let own = [errors.getattr("PolicyError")?, errors.getattr("IllegalActionError")?];
        if own.iter().any(|class| error.matches(py, class).unwrap_or(false)) {
            error.value(py).setattr("partial", partial)?;
            error.value(py).setattr("start", start)?;
        }
        Ok(())
    };
    tell().err().unwrap_or(error)
}

/// `Interrupted` with the finished part and where to go on.
pub fn interrupted(py: Python<'_>, partial: Summary, start: u128) -> PyErr {
    let build = || -> PyResult<PyErr> {
        let class = py.import("stud8.errors")?.getattr("Interrupted")?;
        Ok(PyErr::from_value(class.call1((partial, start))?))
    };
    build().unwrap_or_else(|error| error)
}

/// Count the sequences of legal actions from a position on.
///
/// A sequence ends with the hand, at a card that somebody has to deal, or after `depth` actions (None:
/// never). The number grows about threefold with each action. Two engines that count the same at every depth
/// agree on what is legal everywhere in the tree. Ctrl-C raises `KeyboardInterrupt`; no part of the count is
/// of use.
///
/// ```python
/// >>> from stud8 import Hand, Rules, perft
/// >>> hand = Hand(Rules.full_tilt(), stacks=[2000] * 2, seed=7)
/// >>> perft(hand, depth=1), perft(hand, depth=2)
/// (2, 6)
///
/// ```
#[pyfunction]
#[pyo3(signature = (hand, depth = None))]
pub fn perft(hand: &Bound<'_, Hand>, depth: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<u64> {
    let depth = depth.map(|depth| small(depth, "depth", u32::MAX)).transpose()?;
    let start = *hand.try_borrow()?.game.hand();
    let (counts, failure) =
        watched(py, None, |watch| stud8::perft::count(&start, depth, |leaves| watch.told(leaves)));
    match (counts, failure) {
        (_, Some(error)) => Err(error),
        (Some(counts), None) => Ok(counts.leaves),
        (None, None) => Err(PyKeyboardInterrupt::new_err("the count was stopped")),
    }
}
