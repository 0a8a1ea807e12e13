//! Checks the customs of a house.

use super::settings::{House, Stakes};
use super::stakes::in_range;
use super::{MAX_CHIPS, RulesError};

impl House {
    /// Checks the rake; no other custom can be wrong by itself.
    pub(super) fn check(&self, stakes: &Stakes) -> Result<(), RulesError> {
        let Some(rake) = self.rake else { return Ok(()) };
        in_range("rake.rate", u64::from(rake.rate), 0, 10_000)?;
        in_range("rake.unit", rake.unit, 1, MAX_CHIPS)?;
        stakes.is_multiple("rake.unit", rake.unit)?;
        if let Some(cap) = rake.cap {
            in_range("rake.cap", cap, 0, MAX_CHIPS)?;
            stakes.is_multiple("rake.cap", cap)?;
        }
        Ok(())
    }
}
