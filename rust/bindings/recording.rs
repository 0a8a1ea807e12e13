//! The record of hands as arrays: what tables of hands and of actions are made of.

use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use stud8::simulate::{self as core, Columns};

use crate::args::thread_count;
use crate::batches::{self, BatchRun};
use crate::errors::ended_early;
use crate::simulate::Job;
use crate::summary::Summary;
use crate::watch::watched;

/// Plays the hands of a job, all of which must fit into memory, and returns the summary and the columns of the record.
#[pyfunction]
#[pyo3(signature = (job, hands, start, threads))]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn _record<'py>(
    job: Job<'py>,
    hands: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    py: Python<'py>,
) -> PyResult<(Summary, Bound<'py, PyDict>)> {
    let job = job.prepare(hands, start)?;
    let threads = thread_count(threads)?;
    let mut columns = Columns::of(job.seats);
    let BatchRun { totals, next, failure } = if job.policies.ask() {
        batches::run(py, &job.plan, job.seed, &job.policies, None, Some(&mut columns))
    } else {
        let ((run, recorded), failure) =
            watched(py, None, |watch| core::record(&job.plan, threads, |finished| watch.told(finished)));
        columns = recorded;
        BatchRun { totals: run.totals, next: run.next, failure }
    };
    let summary = job.summary(totals);
    match failure {
        None => Ok((summary, arrays(py, columns)?)),
        Some(error) => {
            let error = ended_early(py, error, summary, next);
            // Where the error has the counts of what is finished, it has its record too.
            if error.value(py).hasattr("kept")? {
                error.value(py).setattr("kept", arrays(py, columns)?)?;
            }
            Err(error)
        }
    }
}

/// Returns the 52 cards of a hand in dealing order, as numbers.
#[pyfunction]
pub fn _deck(seed: u64, number: u64) -> Vec<u8> {
    stud8::rng::cards(seed, number).into_iter().map(stud8::card::Card::index).collect()
}

/// Returns the columns by name. Those by seat have a row for each hand; actions are in the order of the hands, which
/// end at `ends`.
fn arrays(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    fn array<T: Element>(py: Python<'_>, column: Vec<T>) -> Bound<'_, PyArray1<T>> {
        PyArray1::from_vec(py, column)
    }
    let dict = PyDict::new(py);
    dict.set_item("number", array(py, columns.numbers))?;
    dict.set_item("repeat", array(py, columns.repeats))?;
    dict.set_item("street", array(py, columns.streets))?;
    dict.set_item("showdown", array(py, columns.showdowns))?;
    dict.set_item("pot", array(py, columns.pots))?;
    dict.set_item("common", array(py, columns.commons))?;
    dict.set_item("cards", array(py, columns.cards))?;
    dict.set_item("net", array(py, columns.nets))?;
    dict.set_item("policy", array(py, columns.policies))?;
    dict.set_item("ends", array(py, columns.ends))?;
    dict.set_item("action_street", array(py, columns.action_streets))?;
    dict.set_item("action_seat", array(py, columns.action_seats))?;
    dict.set_item("action_kind", array(py, columns.action_kinds))?;
    dict.set_item("action_id", array(py, columns.action_ids))?;
    dict.set_item("action_amount", array(py, columns.action_amounts))?;
    dict.set_item("action_chips", array(py, columns.action_chips))?;
    Ok(dict)
}
