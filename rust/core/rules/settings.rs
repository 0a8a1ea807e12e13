//! Every setting, declared once: its name, its type, its default, its meaning.
//!
//! From this list come the structs [`Stakes`] and [`House`], the [`Draft`] that says only some settings, the list
//! [`SETTINGS`] for whatever reads or writes settings by name, and [`Settings::values`]. What the settings of the
//! game mean together is said by [`Game`].

use std::fmt;

use super::game::Game;
use super::house::{AllInRaise, OddChip, Opener, OpenerTie, Rake, ShowOrder};
use super::{Chips, RulesError};
use crate::eval::LowKind;
use crate::text::clip;

/// What a setting takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingKind {
    /// A number of chips, not below the least.
    Amount {
        /// The least that is allowed.
        least: Chips,
    },
    /// A number from 0 to 2^32 - 1, or nothing for no limit.
    Count,
    /// Yes or no.
    Switch,
    /// One of these words, the default of the settings first.
    Word(&'static [&'static str]),
    /// A [`Rake`] or nothing.
    Rake,
}

/// A setting as whatever reads or writes settings by name needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub kind: SettingKind,
}

impl Setting {
    /// The setting of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        SETTINGS.into_iter().find(|setting| setting.name == name)
    }

    /// Whether nothing may be given for it. The big bet is twice the small one then.
    #[must_use]
    pub fn is_optional(self) -> bool {
        matches!(self.kind, SettingKind::Count | SettingKind::Rake) || self.name == "big_bet"
    }
}

/// The value of a setting as plain data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingValue<'a> {
    /// No limit, no rake, or left to be derived.
    Nothing,
    /// An amount or a count.
    Number(u64),
    /// Yes or no.
    Switch(bool),
    /// A word.
    Word(&'a str),
    /// A rake.
    Rake(Rake),
}

impl fmt::Display for SettingValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(switch) => write!(f, "{switch}"),
            Self::Word(word) => write!(f, "{:?}", clip(word, 30)),
            Self::Rake(_) => f.write_str("a rake"),
        }
    }
}

/// A type that settings have.
trait Typed: Copy {
    const KIND: SettingKind;

    fn value(self) -> SettingValue<'static>;

    /// The value, if it is one of this type.
    fn read(value: SettingValue<'_>) -> Result<Self, Misread>;
}

/// Why a value isn't taken.
enum Misread {
    /// It is of another type: what it must be.
    Type(&'static str),
    /// It is of the right type and says nothing that is known.
    Unknown(RulesError),
}

impl Typed for bool {
    const KIND: SettingKind = SettingKind::Switch;

    fn value(self) -> SettingValue<'static> {
        SettingValue::Switch(self)
    }

    fn read(value: SettingValue<'_>) -> Result<Self, Misread> {
        if let SettingValue::Switch(value) = value { Ok(value) } else { Err(Misread::Type("yes or no")) }
    }
}

impl Typed for Option<u32> {
    const KIND: SettingKind = SettingKind::Count;

    fn value(self) -> SettingValue<'static> {
        self.map_or(SettingValue::Nothing, |count| SettingValue::Number(count.into()))
    }

    fn read(value: SettingValue<'_>) -> Result<Self, Misread> {
        let right = Misread::Type("a number from 0 to 4294967295, or nothing");
        match value {
            SettingValue::Nothing => Ok(None),
            SettingValue::Number(count) => count.try_into().map(Some).map_err(|_| right),
            _ => Err(right),
        }
    }
}

impl Typed for Option<Rake> {
    const KIND: SettingKind = SettingKind::Rake;

    fn value(self) -> SettingValue<'static> {
        self.map_or(SettingValue::Nothing, SettingValue::Rake)
    }

    fn read(value: SettingValue<'_>) -> Result<Self, Misread> {
        match value {
            SettingValue::Nothing => Ok(None),
            SettingValue::Rake(rake) => Ok(Some(rake)),
            _ => Err(Misread::Type("a rake or nothing")),
        }
    }
}

macro_rules! words {
    ($($name:ident)+) => { $(
        impl Typed for $name {
            const KIND: SettingKind = SettingKind::Word($name::WORDS);

            fn value(self) -> SettingValue<'static> {
                SettingValue::Word(self.as_str())
            }

            fn read(value: SettingValue<'_>) -> Result<Self, Misread> {
                let SettingValue::Word(word) = value else { return Err(Misread::Type("a word")) };
                word.parse::<Self>().map_err(|error| Misread::Unknown(error.into()))
            }
        }
    )+ };
}

words! { LowKind Opener OpenerTie OddChip ShowOrder AllInRaise }

/// A setting that the game has or hasn't got.
impl<T: Typed> Typed for Option<T>
where
    T: IsGameSetting,
{
    const KIND: SettingKind = T::KIND;

    fn value(self) -> SettingValue<'static> {
        self.map_or(SettingValue::Nothing, T::value)
    }

    fn read(value: SettingValue<'_>) -> Result<Self, Misread> {
        T::read(value).map(Some)
    }
}

/// Marks the types of the game's settings, which other games may lack.
trait IsGameSetting {}

impl IsGameSetting for LowKind {}
impl IsGameSetting for bool {}

macro_rules! settings {
    (
        stakes { $($(#[$stake_doc:meta])* $stake:ident from $least:literal,)+ }
        game { $($(#[$rule_doc:meta])* $rule:ident: $rule_type:ty,)+ }
        house { $($(#[$custom_doc:meta])* $custom:ident: $custom_type:ty = $default:expr,)+ }
    ) => {
        /// How much is played for, unchecked: [`Rules`](super::Rules) has checked them.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Stakes { $($(#[$stake_doc])* pub $stake: Chips,)+ }

        /// The customs of the house: what differs from table to table in one game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct House { $($(#[$custom_doc])* pub $custom: $custom_type,)+ }

        impl House {
            /// Every custom at its default.
            pub const DEFAULT: Self = Self { $($custom: $default,)+ };

            /// This house with what a draft says.
            pub(super) fn with(self, draft: &Draft) -> Self {
                Self { $($custom: draft.$custom.unwrap_or(self.$custom),)+ }
            }
        }

        /// Some of the settings, each `None` where nothing is said. The others come from a preset
        /// ([`Draft::rules`]) or from other rules ([`Rules::replace`](super::Rules::replace)).
        ///
        /// ```
        /// use stud8::rules::{Draft, Preset};
        /// let rules = Draft { small_bet: Some(400), ..Draft::EMPTY }.rules(Some(Preset::FullTilt))?;
        /// assert_eq!((rules.stakes.ante, rules.stakes.bring_in, rules.stakes.big_bet), (40, 50, 800));
        /// # Ok::<(), stud8::rules::RulesError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct Draft {
            $($(#[$stake_doc])* pub $stake: Option<Chips>,)+
            $($(#[$rule_doc])* pub $rule: Option<$rule_type>,)+
            $($(#[$custom_doc])* pub $custom: Option<$custom_type>,)+
        }

        impl Draft {
            /// Nothing is said.
            pub const EMPTY: Self = Self { $($stake: None,)+ $($rule: None,)+ $($custom: None,)+ };

            /// Every setting of some rules.
            #[must_use]
            pub fn of(settings: &Settings) -> Self {
                Self {
                    $($stake: Some(settings.stakes.$stake),)+
                    $($rule: settings.game.$rule(),)+
                    $($custom: Some(settings.house.$custom),)+
                }
            }

            /// Says one setting by its name.
            ///
            /// # Errors
            /// When there is no such setting, or it doesn't take the value. Ranges are checked when rules
            /// are made.
            pub fn set(&mut self, name: &str, value: SettingValue<'_>) -> Result<(), RulesError> {
                match (name, value) {
                    ("big_bet", SettingValue::Nothing) => self.big_bet = None,
                    $((stringify!($stake), SettingValue::Number(chips)) => self.$stake = Some(chips),)+
                    $((stringify!($stake), _) => {
                        let text = value.to_string();
                        return Err(RulesError::Type { setting: stringify!($stake), text, right: "a number of chips" });
                    })+
                    $((stringify!($rule), _) => self.$rule = Some(read(stringify!($rule), value)?),)+
                    $((stringify!($custom), _) => self.$custom = Some(read(stringify!($custom), value)?),)+
                    _ => return Err(RulesError::unknown_setting(name)),
                }
                Ok(())
            }
        }

        /// Every setting, in the order of the documentation: the stakes, the game, the house.
        pub const SETTINGS: [Setting; NAMES.len()] = [
            $(Setting { name: stringify!($stake), kind: SettingKind::Amount { least: $least } },)+
            $(Setting { name: stringify!($rule), kind: <$rule_type as Typed>::KIND },)+
            $(Setting { name: stringify!($custom), kind: <$custom_type as Typed>::KIND },)+
        ];

        /// The names of the settings in their order.
        pub const NAMES: &[&str] =
            &[$(stringify!($stake),)+ $(stringify!($rule),)+ $(stringify!($custom),)+];

        impl Settings {
            /// The value of every setting by name, in their order.
            #[must_use]
            pub fn values(&self) -> [(&'static str, SettingValue<'static>); SETTINGS.len()] {
                [
                    $((stringify!($stake), SettingValue::Number(self.stakes.$stake)),)+
                    $((stringify!($rule), self.game.$rule().value()),)+
                    $((stringify!($custom), self.house.$custom.value()),)+
                ]
            }
        }

        /// The least that each of the stakes may be.
        pub(super) const LEAST: Stakes = Stakes { $($stake: $least,)+ };
    };
}

settings! {
    stakes {
        /// What everyone pays before the deal.
        ante from 0,
        /// What the seat with the duty must put in on third street \[C19].
        bring_in from 1,
        /// The bet of third and fourth street.
        small_bet from 1,
        /// The bet from fifth street on.
        big_bet from 1,
        /// The smallest chip in play.
        unit from 1,
    }
    game {
        /// Which hands are lows.
        low: LowKind,
        /// Players announce what they play for \[C70].
        declare: bool,
    }
    house {
        /// Who opens from fourth street on.
        opener: Opener = Opener::BestBoard,
        /// Who opens among equals.
        opener_tie: OpenerTie = OpenerTie::Position,
        /// How many raises a round has after the bet; `None` is no cap \[C25].
        raises: Option<u32> = Some(3),
        /// Whether the cap also holds in a round that begins with two able players.
        heads_up_cap: bool = true,
        /// Who gets odd chips.
        odd_chip: OddChip = OddChip::SuitOfSeven,
        /// Whether a short ante wins only its part of each ante.
        trim_antes: bool = true,
        /// Whether there is betting on seventh street with a common card \[C39].
        common_card_betting: bool = true,
        /// Whether a card is burned before each street from fourth on.
        burn: bool = false,
        /// Who shows first.
        show_order: ShowOrder = ShowOrder::LastAggressor,
        /// Whether losers choose between showing and mucking.
        ask_muck: bool = false,
        /// Whether all players show when one in the showdown is all-in.
        all_in_shows: bool = false,
        /// When a short all-in counts as a full wager.
        all_in_raise: AllInRaise = AllInRaise::Half,
        /// What the house takes.
        rake: Option<Rake> = None,
        /// Whether one may fold when checking is free.
        fold_unfaced: bool = false,
    }
}

impl Default for House {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Every setting, unchecked. [`Rules::new`](super::Rules::new) checks them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// How a hand is dealt, opened, judged and divided.
    pub game: Game,
    /// The customs of the house.
    pub house: House,
    /// How much is played for.
    pub stakes: Stakes,
}

/// Reads the value of a setting.
fn read<T: Typed>(setting: &'static str, value: SettingValue<'_>) -> Result<T, RulesError> {
    T::read(value).map_err(|error| match error {
        Misread::Type(right) => RulesError::Type { setting, text: value.to_string(), right },
        Misread::Unknown(error) => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Preset, Rules};

    #[test]
    fn every_setting_is_read_by_the_name_it_is_written_with() {
        let given = Draft { ante: Some(10), bring_in: Some(20), small_bet: Some(40), ..Draft::EMPTY };
        let rake = Some(Some(Rake { rate: 500, cap: Some(300), unit: 10 }));
        for preset in Preset::ALL {
            for draft in [given, Draft { rake, raises: Some(None), ..given }] {
                let rules = draft.rules(Some(preset)).expect("good rules");
                let mut read = Draft::EMPTY;
                for (name, value) in rules.values() {
                    read.set(name, value).expect("a setting");
                }
                assert_eq!(read, Draft::of(&rules));
                assert_eq!(read.rules(None), Ok(rules));
            }
        }
    }

    #[test]
    fn the_list_of_settings_is_in_the_order_of_their_values() {
        let rules = Rules::full_tilt();
        for ((setting, (name, value)), other) in SETTINGS.into_iter().zip(rules.values()).zip(NAMES) {
            assert_eq!((setting.name, setting.name), (name, *other));
            let fits = match setting.kind {
                SettingKind::Amount { .. } => matches!(value, SettingValue::Number(_)),
                SettingKind::Count => matches!(value, SettingValue::Number(_) | SettingValue::Nothing),
                SettingKind::Switch => matches!(value, SettingValue::Switch(_)),
                SettingKind::Word(words) => {
                    matches!(value, SettingValue::Word(word) if words.contains(&word))
                }
                SettingKind::Rake => matches!(value, SettingValue::Rake(_) | SettingValue::Nothing),
            };
            assert!(fits, "{name}: {value:?}");
        }
    }

    #[test]
    fn a_wrong_value_says_what_would_be_right() {
        let message = |name: &str, value: SettingValue<'_>| {
            Draft::EMPTY.clone().set(name, value).expect_err("a wrong value").to_string()
        };
        assert_eq!(message("burn", SettingValue::Number(1)), "burn=1 must be yes or no");
        assert_eq!(message("ante", SettingValue::Word("much")), "ante=\"much\" must be a number of chips");
        let best = message("opener", SettingValue::Word("best"));
        assert!(best.contains("best_board, highest_card, newest_card"), "{best}");
        assert!(message("blind", SettingValue::Nothing).contains("ante, bring_in"), "an unknown name");
    }
}
