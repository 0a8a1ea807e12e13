//! The record of rules: every setting under its name.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::{Field, Record, WireError};
use crate::eval::LowKind;
use crate::rules::{Chips, Draft, MAX_CHIPS, Rake, Rules, RulesError};

impl Serialize for Rake {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Rake", 3)?;
        record.serialize_field("rate", &self.rate)?;
        record.serialize_field("cap", &self.cap)?;
        record.serialize_field("unit", &self.unit)?;
        record.end()
    }
}

impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Rules", 21)?;
        record.serialize_field("ante", &self.ante)?;
        record.serialize_field("bring_in", &self.bring_in)?;
        record.serialize_field("small_bet", &self.small_bet)?;
        record.serialize_field("big_bet", &self.big_bet)?;
        record.serialize_field("unit", &self.unit)?;
        record.serialize_field("low", self.low.name())?;
        record.serialize_field("declare", &self.declare)?;
        record.serialize_field("opener", self.opener.as_str())?;
        record.serialize_field("opener_tie", self.opener_tie.as_str())?;
        record.serialize_field("raises", &self.raises)?;
        record.serialize_field("heads_up_cap", &self.heads_up_cap)?;
        record.serialize_field("odd_chip", self.odd_chip.as_str())?;
        record.serialize_field("trim_antes", &self.trim_antes)?;
        record.serialize_field("common_card_betting", &self.common_card_betting)?;
        record.serialize_field("burn", &self.burn)?;
        record.serialize_field("show_order", self.show_order.as_str())?;
        record.serialize_field("ask_muck", &self.ask_muck)?;
        record.serialize_field("all_in_shows", &self.all_in_shows)?;
        record.serialize_field("all_in_raise", self.all_in_raise.as_str())?;
        record.serialize_field("rake", &self.rake)?;
        record.serialize_field("fold_unfaced", &self.fold_unfaced)?;
        record.end()
    }
}

/// A whole number within bounds, or the error that names the setting.
fn whole(field: &Field<'_>, setting: &'static str, least: u64, most: u64) -> Result<u64, WireError> {
    field
        .whole(least, most)
        .map_err(|_| field.error(RulesError::Range { setting, text: field.shown(), least, most }))
}

fn amount(field: &Field<'_>, setting: &'static str) -> Result<Chips, WireError> {
    whole(field, setting, 0, MAX_CHIPS)
}

fn flag(field: &Field<'_>, setting: &'static str) -> Result<bool, WireError> {
    let right = "true or false";
    field.flag().map_err(|_| field.error(RulesError::Type { setting, text: field.shown(), right }))
}

fn choice<T>(field: &Field<'_>, setting: &'static str) -> Result<T, WireError>
where
    T: std::str::FromStr<Err = RulesError>,
{
    let right = "a text";
    let text =
        field.text().map_err(|_| field.error(RulesError::Type { setting, text: field.shown(), right }))?;
    text.parse().map_err(|error: RulesError| field.error(error))
}

fn low(field: &Field<'_>) -> Result<LowKind, WireError> {
    let (setting, right) = ("low", "a text");
    let text =
        field.text().map_err(|_| field.error(RulesError::Type { setting, text: field.shown(), right }))?;
    text.parse().map_err(|_| {
        const CHOICES: &[&str] = &["eight_or_better", "five_ranks", "any"];
        field.error(RulesError::Choice { setting, text: crate::text::clip(text, 30), choices: CHOICES })
    })
}

fn rake(field: &Field<'_>) -> Result<Rake, WireError> {
    let right = "null or a table of rate, cap and unit";
    let wrong = || field.error(RulesError::Type { setting: "rake", text: field.shown(), right });
    let mut rake = Rake { rate: 0, cap: None, unit: 1 };
    let mut rated = false;
    for (name, value) in field.entries().map_err(|_| wrong())? {
        match (name, value.given()) {
            ("rate", _) => {
                rated = true;
                let hundredths = whole(&value, "rake.rate", 0, 10_000)?;
                rake.rate = hundredths.try_into().map_err(|_| wrong())?;
            }
            ("cap" | "unit", None) => {}
            ("cap", Some(cap)) => rake.cap = Some(amount(&cap, "rake.cap")?),
            ("unit", Some(unit)) => rake.unit = whole(&unit, "rake.unit", 1, MAX_CHIPS)?,
            _ => return Err(wrong()),
        }
    }
    if rated { Ok(rake) } else { Err(wrong()) }
}

/// Settings that are left out have their defaults, so that records from before a setting was known still
/// load.
impl Record for Rules {
    const WHAT: &'static str = "rules";

    fn read(field: &Field<'_>) -> Result<Self, WireError> {
        let mut draft = Draft::default();
        for (name, value) in field.entries()? {
            let value = &value;
            match name {
                "ante" => draft.ante = Some(amount(value, "ante")?),
                "bring_in" => draft.bring_in = Some(amount(value, "bring_in")?),
                "small_bet" => draft.small_bet = Some(amount(value, "small_bet")?),
                "big_bet" if value.value().is_null() => {}
                "big_bet" => draft.big_bet = Some(amount(value, "big_bet")?),
                "unit" => draft.unit = Some(whole(value, "unit", 1, MAX_CHIPS)?),
                "low" => draft.low = Some(low(value)?),
                "declare" => draft.declare = Some(flag(value, "declare")?),
                "opener" => draft.opener = Some(choice(value, "opener")?),
                "opener_tie" => draft.opener_tie = Some(choice(value, "opener_tie")?),
                "raises" => {
                    let raises = value.given().map(|value| whole(&value, "raises", 0, u32::MAX.into()));
                    draft.raises = Some(raises.transpose()?.and_then(|raises| raises.try_into().ok()));
                }
                "heads_up_cap" => draft.heads_up_cap = Some(flag(value, "heads_up_cap")?),
                "odd_chip" => draft.odd_chip = Some(choice(value, "odd_chip")?),
                "trim_antes" => draft.trim_antes = Some(flag(value, "trim_antes")?),
                "common_card_betting" => {
                    draft.common_card_betting = Some(flag(value, "common_card_betting")?);
                }
                "burn" => draft.burn = Some(flag(value, "burn")?),
                "show_order" => draft.show_order = Some(choice(value, "show_order")?),
                "ask_muck" => draft.ask_muck = Some(flag(value, "ask_muck")?),
                "all_in_shows" => draft.all_in_shows = Some(flag(value, "all_in_shows")?),
                "all_in_raise" => draft.all_in_raise = Some(choice(value, "all_in_raise")?),
                "rake" => draft.rake = Some(value.given().map(|rake| self::rake(&rake)).transpose()?),
                "fold_unfaced" => draft.fold_unfaced = Some(flag(value, "fold_unfaced")?),
                _ => return Err(value.contradiction("there is no such setting")),
            }
        }
        draft.rules(None).map_err(|error| field.error(error))
    }
}
