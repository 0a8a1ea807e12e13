//! Counting or sampling, away from the interpreter.

use std::num::NonZeroUsize;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use stud8::equity::{Approach, Exact, ExactError, Goal, Method, SampleError, Spot, Tally, sample};
use stud8::eval::Path;

use super::asked::Asked;
use super::result::Equity;
use crate::args::{shown, thread_count, whole};
use crate::errors::{IntoPyError, ResultExt, bad_argument, interrupted};
use crate::watch::{Progress, Watch, here, watched};

/// How an equity is to be found.
pub struct Options {
    pub method: Method,
    goal: Option<Goal>,
    seed: Option<u64>,
    threads: Option<NonZeroUsize>,
    pub progress: Progress,
    /// Whether what is sampled until Ctrl-C is an answer in itself.
    is_whole: bool,
}

/// The standard error that a sample aims at, as a part of a pot.
const ERROR: f64 = 0.0002;

/// A seed that is drawn and told has no more bits than JavaScript and jq read exactly from a record.
const SEED_BITS: u32 = 53;

/// Below so many nanoseconds nobody waits, and no thread is started.
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

    /// The same with another error to aim at, if none was given.
    pub fn or_error(self, error: f64) -> Options {
        Options { goal: self.goal.or(Some(Goal::Error(error))), ..self }
    }

    /// The same for one of several equities: with a seed for all of them.
    pub fn of_part(self) -> PyResult<Options> {
        Ok(Options { seed: Some(self.seed()?), progress: Progress::default(), is_whole: false, ..self })
    }

    /// The seed that was given, or one from the operating system.
    pub fn seed(&self) -> PyResult<u64> {
        let fresh = || {
            let mut bytes = [0; 8];
            getrandom::fill(&mut bytes)
                .map_err(|error| PyOSError::new_err(format!("no random numbers: {error}")))?;
            Ok(u64::from_le_bytes(bytes) >> (64 - SEED_BITS))
        };
        self.seed.map_or_else(fresh, Ok)
    }
}

/// A standard error to aim at.
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

/// Does work that reports how far it is and can be stopped.
pub fn with_progress<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    what: &str,
    total: u128,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    progress.report(py, what, total, |tell| watched(py, tell, work))
}

pub fn find(py: Python<'_>, asked: &Asked, options: &Options) -> PyResult<Equity> {
    let plan = prepared(py, |stop| Approach::new_until(&asked.spot, options.method, stop))?.py(py)?;
    find_by(py, &plan, &asked.spot, asked, options)
}

pub fn find_by(
    py: Python<'_>,
    plan: &Approach,
    spot: &Spot,
    asked: &Asked,
    options: &Options,
) -> PyResult<Equity> {
    let result = |tally: &Tally, seed| Equity(asked.equity(spot, tally, seed));
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

/// What a bar says of a count.
pub fn title(nanoseconds: u128) -> String {
    format!("exact, about {} s of one thread", (nanoseconds / 1_000_000_000).max(1))
}

/// Prepares a count or a sample on this thread. Ctrl-C raises `Interrupted`, with nothing in it.
pub fn prepared<T: Send>(py: Python<'_>, work: impl FnOnce(&dyn Fn() -> bool) -> T + Send) -> PyResult<T> {
    let (made, failure) = here(py, None, |watch| work(&|| watch.stops()));
    failure.map_or(Ok(made), |error| Err(interrupted(py, error, None::<Equity>, None)))
}

/// The end of an exact count: stopped, no part of it is of use.
pub fn finished<T>(py: Python<'_>, counted: Result<T, ExactError>, failure: Option<PyErr>) -> PyResult<T> {
    match (counted, failure) {
        (Ok(counted), None) => Ok(counted),
        (_, Some(error)) => Err(interrupted(py, error, None::<Equity>, None)),
        (Err(error), None) => Err(error.into_py(py)),
    }
}

/// Draws deals.
fn draw(py: Python<'_>, spot: &Spot, seed: u64, options: &Options) -> Found {
    let goal = options.goal.unwrap_or(Goal::Error(ERROR));
    let run = || -> PyResult<(Result<_, SampleError>, Option<PyErr>)> {
        let path = path()?;
        with_progress(py, &options.progress, "trials", most_trials(goal), |watch| {
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

/// How many trials it can take: shares differ by half a pot from their mean at most.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "for a progress bar")]
fn most_trials(goal: Goal) -> u128 {
    match goal {
        Goal::Trials(trials) => trials.into(),
        Goal::Error(error) => (0.25 / (error * error)) as u128,
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub fn exact_seconds(py: Python<'_>, asked: &Asked) -> PyResult<f64> {
    match prepared(py, |stop| Approach::new_until(&asked.spot, Method::Exact, stop))? {
        Ok(Approach::Exact(exact)) => Ok(exact.nanoseconds() as f64 / 1e9),
        Ok(_) => Ok(0.0),
        Err(ExactError::TooGreat | ExactError::Memory { .. }) => Ok(f64::INFINITY),
        Err(error) => Err(error.into_py(py)),
    }
}

/// The next cards, by one count or by one equity for each.
pub struct NextRun<'a> {
    pub asked: &'a Asked,
    pub player: usize,
    pub options: &'a Options,
}

impl NextRun<'_> {
    /// The counts by the next card from one sweep, if it can be had and is wanted.
    pub fn sweep(&self, py: Python<'_>) -> PyResult<Option<Vec<(stud8::card::Card, Tally)>>> {
        let Asked { question, spot, .. } = self.asked;
        if self.options.method == Method::Sample {
            return Ok(None);
        }
        let Some(exact) =
            prepared(py, |stop| question.exact_by_next_card_until(spot, self.player, stop))?.py(py)?
        else {
            return Ok(None);
        };
        if self.options.method == Method::Auto && exact.nanoseconds() > stud8::equity::PATIENCE {
            return Ok(None);
        }
        let path = path()?;
        let title = title(exact.nanoseconds());
        let (counted, failure) =
            with_progress(py, &self.options.progress, &title, exact.queries(), |watch| {
                let told = |finished| watch.told(finished);
                exact.count_by_next_card(path, self.player, self.options.threads, told)
            })?;
        finished(py, counted, failure).map(Some)
    }
}
