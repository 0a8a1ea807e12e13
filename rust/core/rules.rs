//! The rules of a table: a game, the customs of a house, and the stakes, checked at one door.
//!
//! | file | what it says |
//! | --- | --- |
//! | `rules/game.rs` | how a hand is dealt, opened, judged and divided: the questions that the machine asks |
//! | `rules/house.rs` | the customs: who opens, the cap, odd chips, showing, the rake |
//! | `rules/stakes.rs` | ante, bring-in, bets, the smallest chip |
//! | `rules/settings.rs` | every setting, declared once |
//! | `rules/check.rs` | the limits of the customs |
//! | `rules/preset.rs` | the rule books by name |
//!
//! [`Settings`] is what anybody can write down; [`Rules`] is what can be played. The only way from one to the
//! other is [`Rules::new`]. A [`Draft`] says only some of the settings and leaves the rest to a [`Preset`].

mod check;
mod game;
mod house;
mod preset;
mod settings;
mod stakes;

use std::ops::Deref;

use crate::eval::{LowKind, LowKindError};
use crate::text::{At, clip};
use crate::vocabulary::WordError;

pub use game::Game;
pub use house::{AllInRaise, OddChip, Opener, OpenerTie, Rake, ShowOrder};
pub use preset::Preset;
pub use settings::{Draft, House, NAMES, SETTINGS, Setting, SettingKind, SettingValue, Settings, Stakes};

/// Money in the smallest unit: cents, or tournament chips.
pub type Chips = u64;

/// The most that one amount or one stack may be: sums of eight of them stay far below 2^63.
pub const MAX_CHIPS: Chips = 1 << 40;

/// Why settings are no rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("{setting} is missing: the stakes need ante, bring_in and small_bet")]
    Missing { setting: &'static str },
    #[error("{text:?} is no setting: choose from {}{at}", NAMES.join(", "), at = At::of_word(text))]
    Setting { text: String },
    #[error("{setting}={text:?} is unknown: choose one of {}{at}", .choices.join(", "), at = At::of_word(text))]
    Choice { setting: &'static str, text: String, choices: &'static [&'static str] },
    #[error(transparent)]
    Low(#[from] LowKindError),
    #[error("{setting}={text} is out of range: it must be a whole number from {least} to {most}")]
    Range { setting: &'static str, text: String, least: u64, most: u64 },
    #[error("{setting}={text} must be {right}")]
    Type { setting: &'static str, text: String, right: &'static str },
    #[error("{setting}={amount} is no multiple of the smallest chip, unit={unit}")]
    Multiple { setting: &'static str, amount: Chips, unit: Chips },
    #[error(
        "bring_in={bring_in}, small_bet={small_bet}, big_bet={big_bet} are out of order: \
         it must be bring_in < small_bet <= big_bet"
    )]
    Order { bring_in: Chips, small_bet: Chips, big_bet: Chips },
    #[error("players can only declare where any five cards make a low: low must be any, not {low}")]
    DeclareLow { low: LowKind },
}

impl RulesError {
    fn unknown_setting(name: &str) -> Self {
        Self::Setting { text: clip(name, 30) }
    }
}

impl From<WordError> for RulesError {
    fn from(WordError { what, text, choices }: WordError) -> Self {
        Self::Choice { setting: what, text, choices }
    }
}

/// Rules that can be played. They read like [`Settings`]: `rules.stakes.ante`, `rules.house.burn`.
///
/// ```
/// use stud8::rules::{Draft, Rules};
/// let rules = Rules::full_tilt();
/// assert_eq!((rules.stakes.ante, rules.stakes.big_bet, rules.game.name()), (40, 400, "high_low"));
/// let no_cap = rules.replace(&Draft { raises: Some(None), ..Draft::EMPTY })?;
/// assert_ne!(rules, no_cap);
/// # Ok::<(), stud8::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules(Settings);

impl Deref for Rules {
    type Target = Settings;

    #[inline]
    fn deref(&self) -> &Settings {
        &self.0
    }
}

impl Rules {
    /// Checks every setting [rules 3.1].
    ///
    /// # Errors
    /// The first thing that is wrong, with its value and what would be right.
    pub fn new(settings: Settings) -> Result<Self, RulesError> {
        settings.stakes.check()?;
        settings.game.check()?;
        settings.house.check(&settings.stakes)?;
        Ok(Self(settings))
    }

    /// The bet of a street \[C33].
    #[must_use]
    #[inline]
    pub fn bet_size(&self, street: u8) -> Chips {
        if self.game.has_big_bet(street) { self.stakes.big_bet } else { self.stakes.small_bet }
    }

    /// These rules with losers who muck unasked: simulation and tables ask no player to show.
    #[must_use]
    pub(crate) const fn without_muck_choice(mut self) -> Self {
        self.0.house.ask_muck = false;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_out_of_order_are_refused() {
        let stakes = Draft::of_stakes;
        assert!(stakes(50, 20, 100).rules(None).is_ok(), "an ante above the bring-in is allowed");
        assert!(matches!(stakes(0, 100, 100).rules(None), Err(RulesError::Order { .. })));
        assert!(matches!(stakes(0, 0, 100).rules(None), Err(RulesError::Range { setting: "bring_in", .. })));
        let unit = Draft { unit: Some(30), ..stakes(0, 30, 100) };
        assert!(matches!(unit.rules(None), Err(RulesError::Multiple { setting: "small_bet", .. })));
        let big = Draft { big_bet: Some(99), ..stakes(0, 30, 100) };
        assert!(matches!(big.rules(None), Err(RulesError::Order { .. })));
    }
}
