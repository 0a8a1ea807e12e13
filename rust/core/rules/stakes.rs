//! How much is played for.

use super::settings::{LEAST, Stakes};
use super::{Chips, MAX_CHIPS, RulesError};

/// Checks that an amount is within bounds.
pub(super) fn in_range(setting: &'static str, value: u64, least: u64, most: u64) -> Result<(), RulesError> {
    if value < least || value > most {
        return Err(RulesError::Range { setting, text: value.to_string(), least, most });
    }
    Ok(())
}

impl Stakes {
    /// These stakes, with a big bet of twice the small one and a smallest chip of 1.
    ///
    /// ```
    /// use stud8::rules::{Rules, Stakes};
    /// let rules = Rules::wsop(Stakes { unit: 25, ..Stakes::new(100, 150, 500) })?;
    /// assert_eq!(rules.stakes.big_bet, 1000);
    /// # Ok::<(), stud8::rules::RulesError>(())
    /// ```
    #[must_use]
    pub const fn new(ante: Chips, bring_in: Chips, small_bet: Chips) -> Self {
        Self { ante, bring_in, small_bet, big_bet: small_bet.saturating_mul(2), unit: 1 }
    }

    /// Checks the amounts [rules 3.1].
    pub(super) fn check(&self) -> Result<(), RulesError> {
        in_range("unit", self.unit, LEAST.unit, MAX_CHIPS)?;
        let amounts = [
            ("ante", self.ante, LEAST.ante),
            ("bring_in", self.bring_in, LEAST.bring_in),
            ("small_bet", self.small_bet, LEAST.small_bet),
            ("big_bet", self.big_bet, LEAST.big_bet),
        ];
        for (setting, amount, least) in amounts {
            in_range(setting, amount, least, MAX_CHIPS)?;
        }
        for (setting, amount, _) in amounts {
            self.is_multiple(setting, amount)?;
        }
        let Self { bring_in, small_bet, big_bet, .. } = *self;
        if bring_in >= small_bet || small_bet > big_bet {
            return Err(RulesError::Order { bring_in, small_bet, big_bet });
        }
        Ok(())
    }

    /// Checks that an amount can be paid with the smallest chip.
    pub(super) fn is_multiple(&self, setting: &'static str, amount: Chips) -> Result<(), RulesError> {
        if amount.is_multiple_of(self.unit) {
            return Ok(());
        }
        Err(RulesError::Multiple { setting, amount, unit: self.unit })
    }
}
