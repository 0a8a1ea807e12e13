//! What `simulate` runs.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use stud8::rules::{Chips, Rules as CoreRules};
use stud8::seat::{Seat, SeatSet};
use stud8::simulate::{self as core, Plan};
use stud8::statistics;

use crate::args::{thread_count, whole};
use crate::batches::{self, BatchRun};
use crate::errors::{ResultExt, ended_early, wrong_type};
use crate::policies::Policies;
use crate::rules::Rules;
use crate::summary::Summary;
use crate::watch::watched;

/// What is to be played: the fields of the dict that `stud8.simulate` makes.
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

/// A checked job and its hands: what the core needs, and what a summary is made of.
pub struct Prepared {
    pub plan: Plan,
    pub policies: Policies,
    pub seats: SeatSet,
    pub seed: u64,
}

impl Job<'_> {
    /// Checks all fields.
    pub fn prepare(&self, hands: &Bound<'_, PyAny>, start: &Bound<'_, PyAny>) -> PyResult<Prepared> {
        let py = hands.py();
        let rules = self.rules.cast::<Rules>().map_err(|_| wrong_type("rules is a Rules", &self.rules))?;
        let rules = rules.get().0;
        let stacks = seated(py, &rules, self.players.as_ref(), self.stacks.as_ref())?;
        let number = |value: &Bound<'_, PyAny>, name| whole(value, name, 0, u64::MAX);
        let (hands, seed) = (number(hands, "hands")?, number(&self.seed, "seed")?);
        let plan = Plan::new(rules, &stacks, seed, number(start, "start")?, hands).py(py)?;
        let seats = stacks.iter().map(|(seat, _)| *seat).collect();
        let policies = Policies::new(&self.policies, &self.rotation, seats)?;
        let plan = plan.seat(policies.seating.clone());
        let plan = if self.classes { plan.by_class() } else { plan };
        Ok(Prepared { plan, policies, seats, seed })
    }
}

impl Prepared {
    /// Makes a summary of the job from its counts.
    pub fn summary(&self, totals: core::Totals) -> Summary {
        let Policies { players, rotation, .. } = &self.policies;
        Summary(statistics::Summary::new(totals, self.seats, players.clone(), *rotation))
    }
}

/// Plays the hands of a job and returns their summary. Users call `stud8.simulate`.
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
    let BatchRun { totals, next, failure } = if job.policies.ask() {
        batches::run(py, &job.plan, job.seed, &job.policies, progress, None)
    } else {
        let (run, failure) =
            watched(py, progress, |watch| core::run(&job.plan, threads, |finished| watch.told(finished)));
        BatchRun { totals: run.totals, next: run.next, failure }
    };
    let summary = job.summary(totals);
    match failure {
        None => {
            if let Some(tell) = progress {
                tell.call1((job.plan.hands(),))?;
            }
            Ok(summary)
        }
        Some(error) => Err(ended_early(py, error, summary, next)),
    }
}

/// Reads who sits down with how many chips. Without `stacks` that is as the core says.
pub fn seated(
    py: Python<'_>,
    rules: &CoreRules,
    players: Option<&Bound<'_, PyAny>>,
    stacks: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Seat, Chips)>> {
    let count = players.map(|value| whole(value, "players", 0, u64::MAX)).transpose()?;
    let count = count.map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    let Some(stacks) = stacks else {
        return core::default_stacks(rules, count.unwrap_or(core::DEFAULT_PLAYERS)).py(py);
    };
    let stacks = crate::args::stacks(stacks)?;
    match count {
        Some(count) if count != stacks.len() => Err(PyTypeError::new_err(format!(
            "players={count} but there are {} stacks: leave one of them out",
            stacks.len()
        ))),
        _ => Ok(stacks),
    }
}
