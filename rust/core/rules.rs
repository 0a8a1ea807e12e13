//! Every house rule and its presets, checked at one door.
//!
//! [`Settings`] is what anybody can write down; [`Rules`] is what can be played. The only way from
//! one to the other is [`Rules::new`]. A [`Draft`] says only some of the settings and leaves the
//! rest to a [`Preset`].

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use crate::eval::LowKind;
use crate::text::clip;

/// Money in the smallest unit: cents, or tournament chips.
pub type Chips = u64;

/// The most that one amount or one stack may be: sums of eight of them stay far below 2^63.
pub const MAX_CHIPS: Chips = 1 << 40;

macro_rules! setting {
    ($(#[$doc:meta])* $name:ident, $setting:literal { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$value_doc])* $value,)+ }

        impl $name {
            /// Every value, the default first.
            pub const ALL: &[Self] = &[$(Self::$value,)+];

            /// The value as the settings spell it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<Self, RulesError> {
                match text {
                    $($text => Ok(Self::$value),)+
                    _ => Err(RulesError::Choice {
                        setting: $setting,
                        text: clip(text, 30),
                        choices: &[$($text,)+],
                    }),
                }
            }
        }
    };
}

setting! {
    /// Who opens the betting from fourth street on (C30).
    Opener, "opener" {
        /// The best exposed hand.
        BestBoard = "best_board",
        /// The highest single up card.
        HighestCard = "highest_card",
        /// The highest card dealt on this street.
        NewestCard = "newest_card",
    }
}

setting! {
    /// Who opens among equals (C31).
    OpenerTie, "opener_tie" {
        /// The lowest seat.
        Position = "position",
        /// The suit of the highest card, spades first.
        Suit = "suit",
    }
}

setting! {
    /// Who gets the chips that don't divide (C51 to C53).
    OddChip, "odd_chip" {
        /// By the highest, for low the lowest, of all own cards.
        SuitOfSeven = "suit_of_seven",
        /// By the highest of the five cards used.
        SuitOfFive = "suit_of_five",
        /// The lowest seat.
        Position = "position",
    }
}

setting! {
    /// Who shows first (C61).
    ShowOrder, "show_order" {
        /// Whoever made the last wager of the hand, else the best board.
        LastAggressor = "last_aggressor",
        /// Whoever made the last wager of seventh street, else the best board.
        RiverAggressor = "river_aggressor",
        /// The best board.
        BestBoard = "best_board",
        /// Whoever made the last wager of seventh street, else the lowest seat.
        Position = "position",
    }
}

setting! {
    /// When an all-in wager for less counts as a full one (RULES 3.5).
    AllInRaise, "all_in_raise" {
        /// From half a bet on.
        Half = "half",
        /// Only when it is the whole bet.
        Full = "full",
    }
}

/// What the house takes from the pots, once per hand (RULES 3.13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rake {
    /// Hundredths of a percent: 500 is 5 %.
    pub rate: u32,
    /// The most it takes from one hand; none is no limit.
    pub cap: Option<Chips>,
    /// It takes whole multiples of this.
    pub unit: Chips,
}

impl Rake {
    /// What is taken from pots of this sum.
    #[must_use]
    pub fn of(self, total: Chips) -> Chips {
        let share = total * Chips::from(self.rate) / 10_000;
        let whole = share - share % self.unit;
        self.cap.map_or(whole, |cap| whole.min(cap))
    }
}

/// Every setting, unchecked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a house rule of its own")]
pub struct Settings {
    /// What everyone pays before the deal.
    pub ante: Chips,
    /// What the lowest door card must put in (C19).
    pub bring_in: Chips,
    /// The bet of third and fourth street.
    pub small_bet: Chips,
    /// The bet from fifth street on.
    pub big_bet: Chips,
    /// The smallest chip.
    pub unit: Chips,
    /// Which hands are lows.
    pub low: LowKind,
    /// Players announce what they play for (C70).
    pub declare: bool,
    /// Who opens from fourth street on.
    pub opener: Opener,
    /// Who opens among equals.
    pub opener_tie: OpenerTie,
    /// How many raises a round has after the bet; none is no cap (C25).
    pub raises: Option<u32>,
    /// Whether the cap also holds in a round that begins with two able players.
    pub heads_up_cap: bool,
    /// Who gets odd chips.
    pub odd_chip: OddChip,
    /// Whether a short ante wins only its part of each ante.
    pub trim_antes: bool,
    /// Whether there is betting on seventh street with a common card (C39).
    pub common_card_betting: bool,
    /// Whether a card is burned before each street from fourth on.
    pub burn: bool,
    /// Who shows first.
    pub show_order: ShowOrder,
    /// Whether losers choose between showing and mucking.
    pub ask_muck: bool,
    /// Whether everybody shows when somebody in the showdown is all-in.
    pub all_in_shows: bool,
    /// When a short all-in counts as a full wager.
    pub all_in_raise: AllInRaise,
    /// What the house takes.
    pub rake: Option<Rake>,
    /// Whether one may fold when checking is free.
    pub fold_unfaced: bool,
}

/// Some of the settings; the others come from a preset. See [`Draft::settings`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "each field is the one of `Settings`")]
pub struct Draft {
    pub ante: Option<Chips>,
    pub bring_in: Option<Chips>,
    pub small_bet: Option<Chips>,
    pub big_bet: Option<Chips>,
    pub unit: Option<Chips>,
    pub low: Option<LowKind>,
    pub declare: Option<bool>,
    pub opener: Option<Opener>,
    pub opener_tie: Option<OpenerTie>,
    pub raises: Option<Option<u32>>,
    pub heads_up_cap: Option<bool>,
    pub odd_chip: Option<OddChip>,
    pub trim_antes: Option<bool>,
    pub common_card_betting: Option<bool>,
    pub burn: Option<bool>,
    pub show_order: Option<ShowOrder>,
    pub ask_muck: Option<bool>,
    pub all_in_shows: Option<bool>,
    pub all_in_raise: Option<AllInRaise>,
    pub rake: Option<Option<Rake>>,
    pub fold_unfaced: Option<bool>,
}

/// The eight rule books.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// With an eight qualifier, all else default.
    EightOrBetter,
    /// Five different ranks make a low, no qualifier.
    NoQualifier,
    /// Full Tilt Poker.
    FullTilt,
    /// The home game with declaration.
    Declare,
    /// Odd chips by card and suit.
    Swedish,
    /// No betting with a common card, odd chips by position.
    Finnish,
    /// The highest newly dealt card opens.
    Hungarian,
    /// Live tournaments.
    Wsop,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 8] = [
        Self::EightOrBetter,
        Self::NoQualifier,
        Self::FullTilt,
        Self::Declare,
        Self::Swedish,
        Self::Finnish,
        Self::Hungarian,
        Self::Wsop,
    ];

    /// Its name, as the Python class method spells it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EightOrBetter => "eight_or_better",
            Self::NoQualifier => "no_qualifier",
            Self::FullTilt => "full_tilt",
            Self::Declare => "declare",
            Self::Swedish => "swedish",
            Self::Finnish => "finnish",
            Self::Hungarian => "hungarian",
            Self::Wsop => "wsop",
        }
    }

    /// What it says by itself (the table of RULES §2), before what is given.
    fn draft(self, given: &Draft) -> Draft {
        let none = Draft::default();
        let stakes = |ante, bring_in, small_bet| Draft {
            ante: Some(ante),
            bring_in: Some(bring_in),
            small_bet: Some(small_bet),
            ..none
        };
        match self {
            Self::EightOrBetter | Self::Swedish => none,
            Self::NoQualifier => Draft { low: Some(LowKind::FiveRanks), ..none },
            Self::FullTilt => Draft { ask_muck: Some(true), ..stakes(40, 50, 200) },
            Self::Declare => Draft {
                ask_muck: Some(true),
                low: Some(LowKind::Any),
                declare: Some(true),
                ..stakes(40, 50, 200)
            },
            Self::Finnish => Draft {
                bring_in: given.ante.and_then(|ante| ante.checked_mul(2)),
                opener: Some(Opener::HighestCard),
                odd_chip: Some(OddChip::Position),
                common_card_betting: Some(false),
                show_order: Some(ShowOrder::RiverAggressor),
                ..none
            },
            Self::Hungarian => Draft {
                opener: Some(Opener::NewestCard),
                show_order: Some(ShowOrder::BestBoard),
                ..stakes(25, 50, 100)
            },
            Self::Wsop => Draft {
                raises: Some(Some(4)),
                odd_chip: Some(OddChip::SuitOfFive),
                burn: Some(true),
                show_order: Some(ShowOrder::RiverAggressor),
                all_in_shows: Some(true),
                fold_unfaced: Some(true),
                ..none
            },
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.as_str() == text)
            .ok_or_else(|| RulesError::Preset { text: clip(text, 30) })
    }
}

impl Draft {
    /// All settings: what is given, else what the preset says, else the default.
    ///
    /// # Errors
    /// When the stakes (ante, bring-in, small bet) are neither given nor said by the preset.
    pub fn settings(&self, preset: Option<Preset>) -> Result<Settings, RulesError> {
        let base = preset.map_or_else(Self::default, |preset| preset.draft(self));
        let stake = |given: Option<Chips>, base: Option<Chips>, setting: &'static str| {
            given.or(base).ok_or(RulesError::Missing { setting })
        };
        let ante = stake(self.ante, base.ante, "ante")?;
        let bring_in = stake(self.bring_in, base.bring_in, "bring_in")?;
        let small_bet = stake(self.small_bet, base.small_bet, "small_bet")?;
        Ok(Settings {
            ante,
            bring_in,
            small_bet,
            big_bet: self.big_bet.unwrap_or_else(|| small_bet.saturating_mul(2)),
            unit: self.unit.unwrap_or(1),
            low: self.low.or(base.low).unwrap_or(LowKind::EightOrBetter),
            declare: self.declare.or(base.declare).unwrap_or(false),
            opener: self.opener.or(base.opener).unwrap_or(Opener::BestBoard),
            opener_tie: self.opener_tie.or(base.opener_tie).unwrap_or(OpenerTie::Position),
            raises: self.raises.or(base.raises).unwrap_or(Some(3)),
            heads_up_cap: self.heads_up_cap.or(base.heads_up_cap).unwrap_or(true),
            odd_chip: self.odd_chip.or(base.odd_chip).unwrap_or(OddChip::SuitOfSeven),
            trim_antes: self.trim_antes.or(base.trim_antes).unwrap_or(true),
            common_card_betting: self.common_card_betting.or(base.common_card_betting).unwrap_or(true),
            burn: self.burn.or(base.burn).unwrap_or(false),
            show_order: self.show_order.or(base.show_order).unwrap_or(ShowOrder::LastAggressor),
            ask_muck: self.ask_muck.or(base.ask_muck).unwrap_or(false),
            all_in_shows: self.all_in_shows.or(base.all_in_shows).unwrap_or(false),
            all_in_raise: self.all_in_raise.or(base.all_in_raise).unwrap_or(AllInRaise::Half),
            rake: self.rake.or(base.rake).unwrap_or(None),
            fold_unfaced: self.fold_unfaced.or(base.fold_unfaced).unwrap_or(false),
        })
    }

    /// The checked rules.
    ///
    /// # Errors
    /// As [`Draft::settings`] and [`Rules::new`].
    pub fn rules(&self, preset: Option<Preset>) -> Result<Rules, RulesError> {
        Rules::new(self.settings(preset)?)
    }
}

/// Why settings are no rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RulesError {
    #[error("{setting} is missing: the stakes need ante, bring_in and small_bet")]
    Missing { setting: &'static str },
    #[error("{setting}={text:?} is unknown: choose one of {}", .choices.join(", "))]
    Choice { setting: &'static str, text: String, choices: &'static [&'static str] },
    #[error("{text:?} is no preset: choose one of {}", Preset::ALL.map(Preset::as_str).join(", "))]
    Preset { text: String },
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
    #[error("declare=True needs low='any', not low='{low}'")]
    DeclareLow { low: LowKind },
}

/// House rules that can be played. Reads like [`Settings`].
///
/// ```
/// use stud8::rules::{Draft, Preset};
/// let rules = Draft { small_bet: Some(400), ..Draft::default() }.rules(Some(Preset::FullTilt))?;
/// assert_eq!((rules.ante, rules.bring_in, rules.big_bet), (40, 50, 800));
/// # Ok::<(), stud8::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules(Settings);

impl Deref for Rules {
    type Target = Settings;

    fn deref(&self) -> &Settings {
        &self.0
    }
}

impl Rules {
    /// Checks every setting (RULES 3.1).
    ///
    /// # Errors
    /// The first thing that is wrong, with its value and what would be right.
    pub fn new(settings: Settings) -> Result<Self, RulesError> {
        let Settings { ante, bring_in, small_bet, big_bet, unit, .. } = settings;
        let range = |setting, value: Chips, least, most| {
            if value < least || value > most {
                return Err(RulesError::Range { setting, text: value.to_string(), least, most });
            }
            Ok(())
        };
        range("unit", unit, 1, MAX_CHIPS)?;
        range("ante", ante, 0, MAX_CHIPS)?;
        range("bring_in", bring_in, 1, MAX_CHIPS)?;
        range("small_bet", small_bet, 1, MAX_CHIPS)?;
        range("big_bet", big_bet, 1, MAX_CHIPS)?;
        let multiple = |setting, amount: Chips| {
            if amount.is_multiple_of(unit) {
                return Ok(());
            }
            Err(RulesError::Multiple { setting, amount, unit })
        };
        multiple("ante", ante)?;
        multiple("bring_in", bring_in)?;
        multiple("small_bet", small_bet)?;
        multiple("big_bet", big_bet)?;
        if bring_in >= small_bet || small_bet > big_bet {
            return Err(RulesError::Order { bring_in, small_bet, big_bet });
        }
        if settings.declare && settings.low != LowKind::Any {
            return Err(RulesError::DeclareLow { low: settings.low });
        }
        if let Some(rake) = settings.rake {
            range("rake.rate", u64::from(rake.rate), 0, 10_000)?;
            range("rake.unit", rake.unit, 1, MAX_CHIPS)?;
            multiple("rake.unit", rake.unit)?;
            if let Some(cap) = rake.cap {
                range("rake.cap", cap, 0, MAX_CHIPS)?;
                multiple("rake.cap", cap)?;
            }
        }
        Ok(Self(settings))
    }

    /// The bet of a street (C33).
    #[must_use]
    pub fn bet_size(&self, street: u8) -> Chips {
        if street < 5 { self.small_bet } else { self.big_bet }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stakes(ante: Chips, bring_in: Chips, small_bet: Chips) -> Draft {
        Draft { ante: Some(ante), bring_in: Some(bring_in), small_bet: Some(small_bet), ..Draft::default() }
    }

    #[test]
    fn presets_say_what_the_table_says() {
        let given = stakes(10, 20, 100);
        let rules = |preset| given.rules(Some(preset)).expect("good stakes");
        assert_eq!(rules(Preset::NoQualifier).low, LowKind::FiveRanks);
        assert_eq!(rules(Preset::Wsop).raises, Some(4));
        assert!(rules(Preset::Declare).declare && rules(Preset::Declare).low == LowKind::Any);
        let finnish = Draft { bring_in: None, ..given };
        assert_eq!(finnish.rules(Some(Preset::Finnish)).map(|r| r.bring_in), Ok(20));
        assert!(matches!(
            finnish.rules(Some(Preset::Wsop)),
            Err(RulesError::Missing { setting: "bring_in" })
        ));
        let hungarian = Draft::default().rules(Some(Preset::Hungarian)).expect("stakes of its own");
        assert_eq!(
            (hungarian.ante, hungarian.bring_in, hungarian.small_bet, hungarian.big_bet),
            (25, 50, 100, 200)
        );
    }

    #[test]
    fn stakes_out_of_order_are_refused() {
        assert!(stakes(50, 20, 100).rules(None).is_ok(), "an ante above the bring-in is allowed");
        assert!(matches!(stakes(0, 100, 100).rules(None), Err(RulesError::Order { .. })));
        assert!(matches!(stakes(0, 0, 100).rules(None), Err(RulesError::Range { setting: "bring_in", .. })));
        let unit = Draft { unit: Some(30), ..stakes(0, 30, 100) };
        assert!(matches!(unit.rules(None), Err(RulesError::Multiple { setting: "small_bet", .. })));
        let big = Draft { big_bet: Some(99), ..stakes(0, 30, 100) };
        assert!(matches!(big.rules(None), Err(RulesError::Order { .. })));
    }

    #[test]
    fn rake_rounds_down_and_stops_at_the_cap() {
        let rake = Rake { rate: 500, cap: Some(300), unit: 100 };
        assert_eq!(rake.of(9510), 300);
        assert_eq!(rake.of(5900), 200);
    }

    #[test]
    fn every_name_reads_back() {
        for &opener in Opener::ALL {
            assert_eq!(opener.as_str().parse(), Ok(opener));
        }
        for preset in Preset::ALL {
            assert_eq!(preset.to_string().parse(), Ok(preset));
        }
        let error = "best".parse::<Opener>().expect_err("no value");
        assert!(error.to_string().contains("best_board, highest_card, newest_card"), "{error}");
    }
}
