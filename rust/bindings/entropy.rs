//! Random bytes of the operating system, of which the core makes cards and seeds.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Draws bytes.
pub fn fresh<const N: usize>() -> PyResult<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| PyOSError::new_err(format!("no random numbers: {error}")))?;
    Ok(bytes)
}
