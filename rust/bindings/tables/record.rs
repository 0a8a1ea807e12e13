//! The record of tables, written and read.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stud8::simulate::{self as core, SavedTables};

use super::Tables;
use crate::convert;

/// The tables as plain data.
pub fn write<'py>(
    tables: &core::Tables,
    threads: Option<NonZeroUsize>,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    convert::to_dict(py, &SavedTables { tables: Cow::Borrowed(tables), threads })
}

/// The tables of a record.
pub fn read(record: &Bound<'_, PyAny>) -> PyResult<Tables> {
    let SavedTables { tables, threads } = convert::record(record, "Tables")?;
    let actions = Vec::with_capacity(tables.len());
    Ok(Tables { tables: Some(tables.into_owned()), workers: core::Workers::new(threads), actions })
}
