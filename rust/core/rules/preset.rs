//! The rule books by name: each is a game in a house, some with stakes of their own.

use super::game::Game;
use super::house::{OddChip, Opener, ShowOrder};
use super::settings::{Draft, House, SettingValue, Settings, Stakes};
use super::{Rules, RulesError};
use crate::vocabulary::vocabulary;

vocabulary! {
    /// The eight rule books.
    pub enum Preset, "preset" {
        /// With an eight qualifier, all else default.
        EightOrBetter = "eight_or_better",
        /// Five different ranks make a low, no qualifier.
        NoQualifier = "no_qualifier",
        /// Full Tilt Poker.
        FullTilt = "full_tilt",
        /// The home game with declaration.
        Declare = "declare",
        /// Odd chips by card and suit.
        Swedish = "swedish",
        /// No betting with a common card, odd chips by position.
        Finnish = "finnish",
        /// The highest newly dealt card opens.
        Hungarian = "hungarian",
        /// Live tournaments.
        Wsop = "wsop",
    }
}

impl Preset {
    /// Returns the preset that these settings differ from in the fewest, and the settings to give beside it.
    #[must_use]
    pub fn nearest(settings: &Settings) -> (Self, Vec<(&'static str, SettingValue<'static>)>) {
        let stakes = &settings.stakes;
        let given = Draft {
            ante: Some(stakes.ante),
            bring_in: Some(stakes.bring_in),
            small_bet: Some(stakes.small_bet),
            ..Draft::EMPTY
        };
        let is_given = |name: &str| matches!(name, "ante" | "bring_in" | "small_bet");
        let beside = |preset: Self| {
            let differing = |draft: &Draft| {
                let made = draft.settings(Some(preset)).ok()?;
                let pairs = settings.values().into_iter().zip(made.values());
                Some(pairs.filter(|(right, made)| right != made).map(|(right, _)| right).collect::<Vec<_>>())
            };
            // The preset's own stakes, or all three: other amounts follow from these.
            if let Some(found) = differing(&Draft::EMPTY)
                && !found.iter().any(|(name, _)| is_given(name))
            {
                return found;
            }
            let mut named: Vec<_> =
                settings.values().into_iter().filter(|(name, _)| is_given(name)).collect();
            named.extend(differing(&given).unwrap_or_default());
            named
        };
        let all = Self::ALL.into_iter().map(|preset| (preset, beside(preset)));
        all.min_by_key(|(_, beside)| beside.len()).unwrap_or((Self::EightOrBetter, Vec::new()))
    }

    /// The game that it plays.
    #[must_use]
    pub const fn game(self) -> Game {
        match self {
            Self::NoQualifier => Game::NO_QUALIFIER,
            Self::Declare => Game::DECLARED,
            _ => Game::EIGHT_OR_BETTER,
        }
    }

    /// The customs of its house.
    #[must_use]
    pub const fn house(self) -> House {
        match self {
            Self::EightOrBetter | Self::NoQualifier | Self::Swedish => House::DEFAULT,
            Self::FullTilt | Self::Declare => House { ask_muck: true, ..House::DEFAULT },
            Self::Finnish => House {
                opener: Opener::HighestCard,
                odd_chip: OddChip::Position,
                common_card_betting: false,
                show_order: ShowOrder::RiverAggressor,
                ..House::DEFAULT
            },
            Self::Hungarian => {
                House { opener: Opener::NewestCard, show_order: ShowOrder::BestBoard, ..House::DEFAULT }
            }
            Self::Wsop => House {
                raises: Some(4),
                odd_chip: OddChip::SuitOfFive,
                burn: true,
                show_order: ShowOrder::RiverAggressor,
                all_in_shows: true,
                fold_unfaced: true,
                ..House::DEFAULT
            },
        }
    }

    /// The stakes that it plays for unless others are given.
    #[must_use]
    pub const fn stakes(self) -> Option<Stakes> {
        match self {
            Self::FullTilt | Self::Declare => Some(Self::TWO_FOUR),
            Self::Hungarian => Some(Self::ONE_TWO),
            Self::EightOrBetter | Self::NoQualifier | Self::Swedish | Self::Finnish | Self::Wsop => None,
        }
    }

    /// $2/$4 in cents \[C11].
    const TWO_FOUR: Stakes = Stakes::new(40, 50, 200);

    /// $1/$2 in cents \[C11].
    const ONE_TWO: Stakes = Stakes::new(25, 50, 100);

    /// What it says of the stakes beside what is given: in the Finnish house the bring-in is twice the ante.
    fn stakes_beside(self, given: &Draft) -> Draft {
        if let Some(Stakes { ante, bring_in, small_bet, .. }) = self.stakes() {
            return Draft {
                ante: Some(ante),
                bring_in: Some(bring_in),
                small_bet: Some(small_bet),
                ..Draft::EMPTY
            };
        }
        let bring_in = match (self, given.ante) {
            (Self::Finnish, Some(ante)) => ante.checked_mul(2),
            _ => None,
        };
        Draft { bring_in, ..Draft::EMPTY }
    }

    /// Its rules for these stakes.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn with_stakes(self, stakes: Stakes) -> Result<Rules, RulesError> {
        Rules::new(Settings { game: self.game(), house: self.house(), stakes })
    }
}

impl Draft {
    /// Only the stakes that every game needs.
    ///
    /// ```
    /// use stud8::rules::{Draft, Preset};
    /// let rules = Draft { burn: Some(true), ..Draft::of_stakes(10, 20, 100) }.rules(Some(Preset::Swedish))?;
    /// assert!(rules.house.burn && rules.stakes.big_bet == 200);
    /// # Ok::<(), stud8::rules::RulesError>(())
    /// ```
    #[must_use]
    pub const fn of_stakes(ante: u64, bring_in: u64, small_bet: u64) -> Self {
        Self { ante: Some(ante), bring_in: Some(bring_in), small_bet: Some(small_bet), ..Self::EMPTY }
    }

    /// All settings: what is given, else what the preset says, else the default.
    ///
    /// # Errors
    /// When the stakes (ante, bring-in, small bet) are neither given nor said by the preset.
    pub fn settings(&self, preset: Option<Preset>) -> Result<Settings, RulesError> {
        let (game, house) =
            preset.map_or((Game::EIGHT_OR_BETTER, House::DEFAULT), |preset| (preset.game(), preset.house()));
        let beside = preset.map_or(Draft::EMPTY, |preset| preset.stakes_beside(self));
        let missing = |setting| RulesError::Missing { setting };
        let stakes = Stakes::new(
            self.ante.or(beside.ante).ok_or(missing("ante"))?,
            self.bring_in.or(beside.bring_in).ok_or(missing("bring_in"))?,
            self.small_bet.or(beside.small_bet).ok_or(missing("small_bet"))?,
        );
        let stakes = Stakes {
            big_bet: self.big_bet.unwrap_or(stakes.big_bet),
            unit: self.unit.unwrap_or(stakes.unit),
            ..stakes
        };
        Ok(Settings { game: game.with(self.low, self.declare), house: house.with(self), stakes })
    }

    /// The checked rules.
    ///
    /// # Errors
    /// As [`Draft::settings`] and [`Rules::new`].
    pub fn rules(&self, preset: Option<Preset>) -> Result<Rules, RulesError> {
        Rules::new(self.settings(preset)?)
    }
}

/// The rule books. Those without stakes of their own take them.
impl Rules {
    /// Full Tilt Poker: $2/$4 in cents; losers choose between showing and mucking.
    #[must_use]
    pub const fn full_tilt() -> Self {
        Self(Settings {
            game: Preset::FullTilt.game(),
            house: Preset::FullTilt.house(),
            stakes: Preset::TWO_FOUR,
        })
    }

    /// The home game with declaration: $2/$4 in cents; any five cards make a low.
    #[must_use]
    pub const fn declare() -> Self {
        Self(Settings {
            game: Preset::Declare.game(),
            house: Preset::Declare.house(),
            stakes: Preset::TWO_FOUR,
        })
    }

    /// The Hungarian page: $1/$2 in cents; the highest newly dealt card opens.
    #[must_use]
    pub const fn hungarian() -> Self {
        Self(Settings {
            game: Preset::Hungarian.game(),
            house: Preset::Hungarian.house(),
            stakes: Preset::ONE_TWO,
        })
    }

    /// Eight or better, every custom at its default.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn eight_or_better(stakes: Stakes) -> Result<Self, RulesError> {
        Preset::EightOrBetter.with_stakes(stakes)
    }

    /// Without a qualifier: five different ranks make a low.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn no_qualifier(stakes: Stakes) -> Result<Self, RulesError> {
        Preset::NoQualifier.with_stakes(stakes)
    }

    /// The Swedish page: odd chips by card and suit.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn swedish(stakes: Stakes) -> Result<Self, RulesError> {
        Preset::Swedish.with_stakes(stakes)
    }

    /// The Finnish page: no betting with a common card, odd chips by position. Its bring-in is usually twice
    /// the ante.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn finnish(stakes: Stakes) -> Result<Self, RulesError> {
        Preset::Finnish.with_stakes(stakes)
    }

    /// Live tournaments: four raises, burned cards, all-in hands are shown.
    ///
    /// # Errors
    /// When the stakes can't be.
    pub fn wsop(stakes: Stakes) -> Result<Self, RulesError> {
        Preset::Wsop.with_stakes(stakes)
    }

    /// These rules with other values of the settings that the draft names. The others stay, the big bet too.
    ///
    /// ```
    /// use stud8::rules::{Draft, Rules};
    /// let rules = Rules::full_tilt().replace(&Draft { raises: Some(None), ..Draft::EMPTY })?;
    /// assert_eq!(rules.house.raises, None);
    /// assert_eq!(rules.stakes, Rules::full_tilt().stakes);
    /// # Ok::<(), stud8::rules::RulesError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn replace(&self, draft: &Draft) -> Result<Self, RulesError> {
        let Stakes { ante, bring_in, small_bet, big_bet, unit } = self.stakes;
        let stakes = Stakes {
            ante: draft.ante.unwrap_or(ante),
            bring_in: draft.bring_in.unwrap_or(bring_in),
            small_bet: draft.small_bet.unwrap_or(small_bet),
            big_bet: draft.big_bet.unwrap_or(big_bet),
            unit: draft.unit.unwrap_or(unit),
        };
        Self::new(Settings {
            game: self.game.with(draft.low, draft.declare),
            house: self.house.with(draft),
            stakes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::LowKind;

    #[test]
    fn presets_say_what_the_table_says() {
        let given = Draft::of_stakes(10, 20, 100);
        let rules = |preset| given.rules(Some(preset)).expect("good stakes");
        assert_eq!(rules(Preset::NoQualifier).game.low(), Some(LowKind::FiveRanks));
        assert_eq!(rules(Preset::Wsop).house.raises, Some(4));
        assert_eq!(rules(Preset::Declare).game, Game::DECLARED);
        let finnish = Draft { bring_in: None, ..given };
        assert_eq!(finnish.rules(Some(Preset::Finnish)).map(|rules| rules.stakes.bring_in), Ok(20));
        assert!(matches!(
            finnish.rules(Some(Preset::Wsop)),
            Err(RulesError::Missing { setting: "bring_in" })
        ));
    }

    type Constructor = fn(Stakes) -> Result<Rules, RulesError>;

    #[test]
    fn the_constructors_are_the_presets() {
        let stakes = Stakes::new(10, 20, 100);
        let given = Draft::of_stakes(10, 20, 100);
        let constructors: [(Preset, Constructor); 5] = [
            (Preset::EightOrBetter, Rules::eight_or_better),
            (Preset::NoQualifier, Rules::no_qualifier),
            (Preset::Swedish, Rules::swedish),
            (Preset::Finnish, Rules::finnish),
            (Preset::Wsop, Rules::wsop),
        ];
        for (preset, constructor) in constructors {
            assert_eq!(constructor(stakes), given.rules(Some(preset)), "{preset}");
        }
        let own = [
            (Preset::FullTilt, Rules::full_tilt()),
            (Preset::Declare, Rules::declare()),
            (Preset::Hungarian, Rules::hungarian()),
        ];
        for (preset, rules) in own {
            assert_eq!(Draft::EMPTY.rules(Some(preset)), Ok(rules), "{preset}");
            assert_eq!(Rules::new(*rules), Ok(rules), "{preset} is checked like any other rules");
            assert_eq!(
                rules.replace(&given),
                given.rules(Some(preset)).map(|new| Rules(Settings {
                    stakes: Stakes { big_bet: rules.stakes.big_bet, ..new.stakes },
                    ..*new
                }))
            );
        }
        assert_eq!(constructors.len() + own.len(), Preset::ALL.len());
    }

    #[test]
    fn what_replaces_a_setting_is_checked() {
        let draft = Draft { small_bet: Some(50), ..Draft::EMPTY };
        let order = RulesError::Order { bring_in: 50, small_bet: 50, big_bet: 400 };
        assert_eq!(Rules::full_tilt().replace(&draft), Err(order));
        assert_eq!(Rules::full_tilt().replace(&Draft::EMPTY), Ok(Rules::full_tilt()));
    }
}
