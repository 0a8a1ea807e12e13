//! The record of tables, written and read.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use stud8::seat::SEATS;
use stud8::simulate::{self as core, MOST_START};

use super::{Tables, stacks_of};
use crate::args::{seat_key, whole};
use crate::convert::check_format;
use crate::errors::{ResultExt, history_step, history_syntax};
use crate::hand::stacks;
use crate::rules::Rules;
use crate::simulate::thread_count;
use crate::watch::{Steps, here};

/// The name and version of the record.
const FORMAT: &str = "stud8-tables";
const VERSION: u32 = 1;

/// The tables as plain data.
pub fn write<'py>(
    tables: &core::Tables,
    threads: Option<NonZeroUsize>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("format", FORMAT)?;
    dict.set_item("version", VERSION)?;
    dict.set_item("rules", Rules(*tables.table().rules()).to_dict(py)?)?;
    let stacks = PyDict::new(py);
    for (seat, chips) in stacks_of(tables) {
        stacks.set_item(seat.to_string(), chips)?;
    }
    dict.set_item("stacks", stacks)?;
    dict.set_item("seed", tables.seed())?;
    dict.set_item("start", tables.start())?;
    dict.set_item("threads", threads.map(NonZeroUsize::get))?;
    dict.set_item("numbers", tables.numbers().collect::<Vec<_>>())?;
    let rows = 0..tables.len();
    let actions = rows.clone().filter_map(|row| tables.actions(row));
    let mut steps = Steps::default();
    let digits = PyList::empty(py);
    for ids in actions {
        steps.step(py)?;
        digits.append(ids.iter().map(|id| char::from(b'0' + id)).collect::<String>())?;
    }
    dict.set_item("actions", digits)?;
    let seats = tables.table().seats();
    let mut steps = Steps::default();
    let rewards = PyList::empty(py);
    for row in rows {
        steps.step(py)?;
        let all = tables.rewards(row);
        rewards.append(all.map(|all| seats.into_iter().map(|seat| all[seat.index()]).collect::<Vec<_>>()))?;
    }
    dict.set_item("rewards", rewards)?;
    Ok(dict)
}

/// The tables of a record.
pub fn read(record: &Bound<'_, PyDict>) -> PyResult<Tables> {
    let py = record.py();
    check_format(record, FORMAT, VERSION)?;
    let get = |name: &str| {
        record.get_item(name)?.ok_or_else(|| PyKeyError::new_err(format!("it has no field {name}")))
    };
    let list = |name: &str| Ok::<_, PyErr>(get(name)?.cast::<PyList>()?.clone());
    let rules = py.get_type::<Rules>().call((), Some(get("rules")?.cast::<PyDict>()?))?;
    let numbered = PyDict::new(py);
    for (key, chips) in get("stacks")?.cast::<PyDict>()? {
        numbered.set_item(seat_key(&key)?.number(), chips)?;
    }
    let threads = get("threads")?;
    let (numbers, actions, rewards) = (list("numbers")?, list("actions")?, list("rewards")?);
    if actions.len() != numbers.len() || rewards.len() != numbers.len() {
        return Err(history_syntax(py, "there must be as many numbers as actions and rewards"));
    }
    let count = numbers.len();
    let (rules, stacks) = (rules.cast::<Rules>()?.get().0, stacks(&numbered)?);
    let seed = whole(&get("seed")?, "seed", 0, u64::MAX)?;
    let start = whole(&get("start")?, "start", 0, MOST_START)?;
    let (made, failure) = here(py, None, |watch| {
        core::Tables::new_until(rules, &stacks, count, seed, start, &|| watch.stops())
    });
    let mut tables = failure.map_or_else(|| made.py(py), Err)?;
    let seats = tables.table().seats();
    let mut steps = Steps::default();
    for row in 0..count {
        steps.step(py)?;
        let number = whole(&numbers.get_item(row)?, "number", 0, u64::MAX)?;
        let ids: Vec<u8> = actions
            .get_item(row)?
            .cast::<PyString>()?
            .to_string_lossy()
            .bytes()
            .map(|digit| digit.wrapping_sub(b'0'))
            .collect();
        let won = rewards.get_item(row)?.extract::<Option<Vec<i64>>>()?;
        let won = match won {
            None => None,
            Some(won) if won.len() == seats.len() => {
                let mut all = [0; SEATS];
                seats.into_iter().zip(won).for_each(|(seat, chips)| all[seat.index()] = chips);
                Some(all)
            }
            Some(_) => return Err(history_syntax(py, format!("table {row} has rewards of other players"))),
        };
        tables.resume(row, number, &ids, won).map_err(|error| history_step(py, error))?;
    }
    let workers = core::Workers::new(thread_count(Some(&threads).filter(|threads| !threads.is_none()))?);
    Ok(Tables { tables: Some(tables), workers, actions: Vec::with_capacity(count) })
}
