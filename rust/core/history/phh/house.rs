//! House rules inside a PHH file: `_stud8_rules`, an inline table of our own. PHH leaves house rules
//! open; with this table a hand of ours replays exactly. Stakes and the trimming of antes have PHH
//! fields of their own. The low and the declaration belong to the variant: only our own variant, which stands
//! for all that PHH has no code for, lets the table say them.

use std::fmt::Display;
use std::str::FromStr;

use super::value::TomlValue;
use super::{OWN_VARIANT, VARIANT};
use crate::history::{HistoryError, amount, clip};
use crate::rules::{Chips, Draft, Rake};

/// The field's name.
pub(super) const FIELD: &str = "_stud8_rules";

const SETTINGS: &str = "unit, opener, opener_tie, raises, heads_up_cap, odd_chip, common_card_betting, burn, \
                        show_order, ask_muck, all_in_shows, all_in_raise, rake, fold_unfaced, show_in_turn";

/// Reads the table: the settings, and whether players showed and mucked in turn. The low and the declaration
/// are read under our own variant alone.
pub(super) fn read(value: TomlValue, decimals: u8, own_variant: bool) -> Result<(Draft, bool), HistoryError> {
    let TomlValue::Table(entries) = value else {
        return Err(HistoryError::Syntax(format!(
            "{FIELD} is of type {}: it must be a table",
            value.type_name()
        )));
    };
    let (mut draft, mut show_in_turn) = (Draft::default(), true);
    for (name, value) in entries {
        let reader = Reader { name: &name, value: &value, decimals };
        match name.as_str() {
            "unit" => draft.unit = Some(reader.chips()?),
            "opener" => draft.opener = Some(reader.choice()?),
            "opener_tie" => draft.opener_tie = Some(reader.choice()?),
            "raises" => draft.raises = Some(reader.unless_none(Reader::count)?),
            "heads_up_cap" => draft.heads_up_cap = Some(reader.truth()?),
            "odd_chip" => draft.odd_chip = Some(reader.choice()?),
            "common_card_betting" => draft.common_card_betting = Some(reader.truth()?),
            "burn" => draft.burn = Some(reader.truth()?),
            "show_order" => draft.show_order = Some(reader.choice()?),
            "ask_muck" => draft.ask_muck = Some(reader.truth()?),
            "all_in_shows" => draft.all_in_shows = Some(reader.truth()?),
            "all_in_raise" => draft.all_in_raise = Some(reader.choice()?),
            "rake" => draft.rake = Some(reader.unless_none(Reader::rake)?),
            "fold_unfaced" => draft.fold_unfaced = Some(reader.truth()?),
            "show_in_turn" => show_in_turn = reader.truth()?,
            // The word of the first release.
            "permissive" => show_in_turn = !reader.truth()?,
            "low" if own_variant => draft.low = Some(reader.choice()?),
            "declare" if own_variant => draft.declare = Some(reader.truth()?),
            "low" | "declare" => {
                return Err(HistoryError::Syntax(format!(
                    "{FIELD} has {name}, which the variant {VARIANT:?} says already: {OWN_VARIANT:?} leaves it open"
                )));
            }
            _ => {
                let name = clip(&name);
                let why = format!("{FIELD} has {name:?}, which is no setting: it may have {SETTINGS}");
                return Err(HistoryError::Syntax(why));
            }
        }
    }
    Ok((draft, show_in_turn))
}

struct Reader<'a> {
    name: &'a str,
    value: &'a TomlValue,
    decimals: u8,
}

impl Reader<'_> {
    fn wrong(&self, right: impl Display) -> HistoryError {
        let value = clip(&self.value.to_string());
        HistoryError::Syntax(format!("{FIELD} has {} = {value}: {right}", self.name))
    }

    fn truth(&self) -> Result<bool, HistoryError> {
        match self.value {
            TomlValue::Boolean(value) => Ok(*value),
            _ => Err(self.wrong("it must be true or false")),
        }
    }

    fn choice<T: FromStr<Err: Display>>(&self) -> Result<T, HistoryError> {
        match self.value {
            TomlValue::String(text) => text.parse().map_err(|error| self.wrong(error)),
            _ => Err(self.wrong("it must be a string")),
        }
    }

    fn count(&self) -> Result<u32, HistoryError> {
        match self.value {
            TomlValue::Integer(text) => {
                text.parse().map_err(|_| self.wrong("it must be 0 or more, or 'none'"))
            }
            _ => Err(self.wrong("it must be a whole number or 'none'")),
        }
    }

    fn chips(&self) -> Result<Chips, HistoryError> {
        match self.value {
            TomlValue::Integer(text) | TomlValue::Float(text) => {
                amount::parse(text, self.decimals).map_err(|why| self.wrong(why))
            }
            _ => Err(self.wrong("it must be an amount")),
        }
    }

    /// TOML has no null.
    fn unless_none<T>(
        &self,
        read: impl Fn(&Self) -> Result<T, HistoryError>,
    ) -> Result<Option<T>, HistoryError> {
        if *self.value == TomlValue::String("none".to_owned()) { Ok(None) } else { read(self).map(Some) }
    }

    fn rake(&self) -> Result<Rake, HistoryError> {
        let TomlValue::Table(entries) = self.value else {
            return Err(self.wrong("it must be {rate = …, cap = …, unit = …} or 'none'"));
        };
        let mut rake = Rake { rate: 0, cap: None, unit: 1 };
        for (name, value) in entries {
            let reader = Reader { name, value, decimals: self.decimals };
            match name.as_str() {
                "rate" => rake.rate = reader.count()?,
                "cap" => rake.cap = reader.unless_none(Reader::chips)?,
                "unit" => rake.unit = reader.chips()?,
                _ => return Err(self.wrong("a rake has rate, cap and unit")),
            }
        }
        Ok(rake)
    }
}

/// The table as it is written.
pub(super) fn write(draft: &Draft, show_in_turn: bool, decimals: u8, own_variant: bool) -> TomlValue {
    let chips = |chips: Chips| {
        let text = amount::format(chips, decimals);
        if decimals == 0 { TomlValue::Integer(text) } else { TomlValue::Float(text) }
    };
    let count = |count: u32| TomlValue::Integer(count.to_string());
    let none = || TomlValue::String("none".to_owned());
    let rake = |rake: Rake| {
        let cap = rake.cap.map_or_else(none, chips);
        let entries = [("rate", count(rake.rate)), ("cap", cap), ("unit", chips(rake.unit))];
        TomlValue::Table(entries.map(|(name, value)| (name.to_owned(), value)).into())
    };
    let choice = |text: &str| TomlValue::String(text.to_owned());
    let entries = [
        ("low", draft.low.filter(|_| own_variant).map(|value| choice(&value.to_string()))),
        ("declare", draft.declare.filter(|_| own_variant).map(TomlValue::Boolean)),
        ("unit", draft.unit.map(chips)),
        ("opener", draft.opener.map(|value| choice(value.as_str()))),
        ("opener_tie", draft.opener_tie.map(|value| choice(value.as_str()))),
        ("raises", draft.raises.map(|value| value.map_or_else(none, count))),
        ("heads_up_cap", draft.heads_up_cap.map(TomlValue::Boolean)),
        ("odd_chip", draft.odd_chip.map(|value| choice(value.as_str()))),
        ("common_card_betting", draft.common_card_betting.map(TomlValue::Boolean)),
        ("burn", draft.burn.map(TomlValue::Boolean)),
        ("show_order", draft.show_order.map(|value| choice(value.as_str()))),
        ("ask_muck", draft.ask_muck.map(TomlValue::Boolean)),
        ("all_in_shows", draft.all_in_shows.map(TomlValue::Boolean)),
        ("all_in_raise", draft.all_in_raise.map(|value| choice(value.as_str()))),
        ("rake", draft.rake.map(|value| value.map_or_else(none, rake))),
        ("fold_unfaced", draft.fold_unfaced.map(TomlValue::Boolean)),
        ("show_in_turn", Some(TomlValue::Boolean(false)).filter(|_| !show_in_turn)),
    ];
    let said = entries.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    TomlValue::Table(said.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Preset;

    #[test]
    fn every_setting_reads_back() {
        let given = Draft { ante: Some(10), bring_in: Some(20), small_bet: Some(40), ..Draft::default() };
        for preset in Preset::ALL {
            for (rake, raises) in [
                (None, None),
                (Some(Rake { rate: 500, cap: Some(300), unit: 10 }), Some(3)),
                (Some(Rake { rate: 1, cap: None, unit: 1 }), Some(0)),
            ] {
                let given = Draft { rake: Some(rake), raises: Some(raises), ..given };
                let all = Draft::of(&given.rules(Some(preset)).expect("good rules"));
                for own_variant in [false, true] {
                    let said = Draft {
                        ante: None,
                        bring_in: None,
                        small_bet: None,
                        big_bet: None,
                        trim_antes: None,
                        low: all.low.filter(|_| own_variant),
                        declare: all.declare.filter(|_| own_variant),
                        ..all
                    };
                    for (decimals, show_in_turn) in [(0, false), (2, true)] {
                        let written = write(&all, show_in_turn, decimals, own_variant);
                        assert_eq!(read(written, decimals, own_variant), Ok((said, show_in_turn)));
                    }
                }
            }
        }
        assert_eq!(write(&Draft::default(), true, 0, false), TomlValue::Table(Vec::new()));
    }

    #[test]
    fn the_old_word_for_showing_in_any_order_is_still_read() {
        let table = |name: &str| TomlValue::Table(vec![(name.to_owned(), TomlValue::Boolean(true))]);
        assert_eq!(read(table("permissive"), 0, false), Ok((Draft::default(), false)));
        assert_eq!(read(table("show_in_turn"), 0, false), Ok((Draft::default(), true)));
    }

    #[test]
    fn wrong_settings_say_what_would_be_right() {
        let error = |name: &str, value: TomlValue| {
            let table = TomlValue::Table(vec![(name.to_owned(), value)]);
            read(table, 0, false).expect_err("no setting").to_string()
        };
        let string = |text: &str| TomlValue::String(text.to_owned());
        assert!(error("opener", string("best")).contains("best_board, highest_card, newest_card"));
        assert!(error("raises", string("many")).contains("a whole number or 'none'"));
        assert!(error("burn", string("no")).contains("true or false"));
        assert!(error("low", string("any")).contains("\"_F7S/HL\" leaves it open"));
        assert!(error("small_bet", string("4")).contains("which is no setting"));
        assert!(error("rake", string("5%")).contains("rate"));
        assert!(error("unit", TomlValue::Float("0.5".to_owned())).contains("pass decimals=1"));
        assert!(read(string("wsop"), 0, false).is_err());
    }
}
