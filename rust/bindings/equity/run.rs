//! How an equity is found: the options, and counting or sampling away from the interpreter.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use stud8::card::Card;
use stud8::equity::{Approach, Exact, Goal, Method, SampleError, Spot, Tally, exact_seconds_until, sample};
use stud8::eval::Path;
use stud8::rng::drawn_seed;

use super::query::Query;
use super::result::Equity;
use super::work::{finished, prepared, with_progress};
use crate::args::{shown, thread_count, whole};
use crate::entropy::fresh;
use crate::errors::{IntoPyError, ResultExt, bad_argument, interrupted};
use crate::watch::Progress;

/// How an equity is to be found: the arguments that `equity` and its relatives share.
pub struct Options {
    pub method: Method,
    goal: Option<Goal>,
    seed: Option<u64>,
    threads: Option<NonZeroUsize>,
    pub progress: Progress,
    /// Whether what is sampled until Ctrl-C is an answer in itself.
    is_whole: bool,
}

/// Counts of at most this many nanoseconds run on the calling thread: starting another would take longer.
const AT_ONCE: u128 = 500_000;

impl Options {
    pub fn new(
        py: Python<'_>,
        method: &str,
        trials: Option<&Bound<'_, PyAny>>,
        target_error: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Progress,
    ) -> PyResult<Options> {
        let method: Method = method.parse().py(py)?;
        let goal = match (trials, target_error) {
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err(
                    "trials and target_error both say when to stop: give one of them",
                ));
            }
            (Some(trials), None) => Some(Goal::Trials(whole(trials, "trials", 1, u64::MAX)?)),
            (None, Some(error)) => Some(Goal::Error(target(error)?)),
            (None, None) => None,
        };
        if method == Method::Exact {
            let given = [("trials", trials), ("target_error", target_error), ("seed", seed)];
            if let Some((name, _)) = given.into_iter().find(|(_, given)| given.is_some()) {
                return Err(PyTypeError::new_err(format!("{name}= is for samples: method='exact' has none")));
            }
        }
        let seed = seed.map(|seed| whole(seed, "seed", 0, u64::MAX)).transpose()?;
        Ok(Options { method, goal, seed, threads: thread_count(threads)?, progress, is_whole: true })
    }

    /// Returns the same with this goal, if none was given.
    pub fn or_goal(self, goal: Goal) -> Options {
        Options { goal: self.goal.or(Some(goal)), ..self }
    }

    /// Returns the same for one of several equities: all have one seed, and no bar of their own.
    pub fn of_part(self) -> PyResult<Options> {
        Ok(Options { seed: Some(self.seed()?), progress: Progress::default(), is_whole: false, ..self })
    }

    /// Returns the seed that was given, or draws one.
    pub fn seed(&self) -> PyResult<u64> {
        self.seed.map_or_else(|| fresh().map(drawn_seed), Ok)
    }
}

/// Reads a standard error to aim at.
fn target(error: &Bound<'_, PyAny>) -> PyResult<f64> {
    let wrong = || {
        bad_argument(format!(
            "target_error={} is no standard error to aim at: a part of a pot from 0.000001 to 1",
            shown(error)
        ))
    };
    let number = error.extract::<f64>().map_err(|_| wrong())?;
    if (1e-6..=1.0).contains(&number) { Ok(number) } else { Err(wrong()) }
}

fn path() -> PyResult<Path> {
    Path::best().map_err(bad_argument)
}

/// What was found; or the error, with what was found until then.
type Found = Result<Tally, (PyErr, Option<Tally>)>;

/// Finds an equity, by counting or by sampling.
pub fn find(py: Python<'_>, query: &Query, options: &Options) -> PyResult<Equity> {
    let plan = prepared(py, |stop| Approach::new_until(&query.spot, options.method, stop))?.py(py)?;
    find_by(py, &plan, &query.spot, query, options)
}

/// Finds an equity in the way that the plan says.
pub fn find_by(
    py: Python<'_>,
    plan: &Approach,
    spot: &Spot,
    query: &Query,
    options: &Options,
) -> PyResult<Equity> {
    let result = |tally: &Tally, seed| Equity(query.equity(spot, tally, seed));
    match plan {
        Approach::Known(tally) => Ok(result(tally, None)),
        Approach::Exact(exact) => {
            let tally = count(py, exact, options)?;
            Ok(result(&tally, None))
        }
        Approach::Sample => {
            let seed = options.seed()?;
            draw(py, spot, seed, options).map(|tally| result(&tally, Some(seed))).map_err(
                |(error, partial)| {
                    let partial = partial
                        .filter(|tally| options.is_whole && tally.total() > 0)
                        .map(|tally| result(&tally, Some(seed)));
                    interrupted(py, error, partial, None)
                },
            )
        }
    }
}

/// Counts all deals.
fn count(py: Python<'_>, exact: &Exact, options: &Options) -> PyResult<Tally> {
    let path = path()?;
    if exact.nanoseconds() <= AT_ONCE {
        return py.detach(|| exact.count(path, NonZeroUsize::new(1), |_| false)).py(py);
    }
    let (counted, failure) =
        with_progress(py, &options.progress, &title(exact.nanoseconds()), exact.queries(), |watch| {
            exact.count(path, options.threads, |finished| watch.told(finished))
        })?;
    finished(py, counted, failure)
}

/// Returns what a bar says of a count.
pub fn title(nanoseconds: u128) -> String {
    format!("exact, about {} s of one thread", (nanoseconds / 1_000_000_000).max(1))
}

/// Draws deals.
fn draw(py: Python<'_>, spot: &Spot, seed: u64, options: &Options) -> Found {
    let goal = options.goal.unwrap_or(Goal::DEFAULT);
    let run = || -> PyResult<(Result<_, SampleError>, Option<PyErr>)> {
        let path = path()?;
        with_progress(py, &options.progress, "trials", goal.most_trials(), |watch| {
            sample(path, spot, seed, goal, options.threads, |finished| watch.told(finished))
        })
    };
    let (sampled, failure) = run().map_err(|error| (error, None))?;
    let sampled = sampled.map_err(|error| (error.into_py(py), None))?;
    match failure {
        None => Ok(sampled.tally),
        Some(error) => Err((error, Some(sampled.tally))),
    }
}

/// Returns about how many seconds an exact count takes on one thread.
pub fn exact_seconds(py: Python<'_>, query: &Query) -> PyResult<f64> {
    prepared(py, |stop| exact_seconds_until(&query.spot, stop))?.py(py)
}

/// Counts the deals by the player's next card in one sweep, where there is one and the method wants it.
pub fn sweep(
    py: Python<'_>,
    query: &Query,
    player: usize,
    options: &Options,
) -> PyResult<Option<Vec<(Card, Tally)>>> {
    let Query { question, spot, .. } = query;
    let plan = |stop: &dyn Fn() -> bool| question.plan_by_next_card_until(spot, player, options.method, stop);
    let Some(exact) = prepared(py, plan)?.py(py)? else { return Ok(None) };
    let path = path()?;
    let title = title(exact.nanoseconds());
    let (counted, failure) = with_progress(py, &options.progress, &title, exact.queries(), |watch| {
        exact.count_by_next_card(path, player, options.threads, |finished| watch.told(finished))
    })?;
    finished(py, counted, failure).map(Some)
}
