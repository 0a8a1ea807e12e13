//! The record of rules: every setting under its name.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Record;
use super::error::WireError;
use super::field::Field;
use crate::rules::{Chips, Draft, MAX_CHIPS, Rake, Rules, RulesError, Setting, SettingKind, SettingValue};

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
        let values = self.values();
        let mut record = to.serialize_struct("Rules", values.len())?;
        for (name, value) in values {
            match value {
                SettingValue::Nothing => record.serialize_field(name, &())?,
                SettingValue::Number(number) => record.serialize_field(name, &number)?,
                SettingValue::Switch(switch) => record.serialize_field(name, &switch)?,
                SettingValue::Word(word) => record.serialize_field(name, word)?,
                SettingValue::Rake(rake) => record.serialize_field(name, &rake)?,
            }
        }
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

/// The error of a value that is of no type that the setting has.
fn wrong(field: &Field<'_>, setting: &'static str, right: &'static str) -> WireError {
    field.error(RulesError::Type { setting, text: field.shown(), right })
}

fn rake(field: &Field<'_>) -> Result<Rake, WireError> {
    let wrong = || wrong(field, "rake", "null or a table of rate, cap and unit");
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
            let Some(setting) = Setting::named(name) else {
                return Err(value.contradiction("there is no such setting"));
            };
            let word;
            let given = match (setting.kind, value.given()) {
                (_, None) if setting.is_optional() => SettingValue::Nothing,
                (SettingKind::Amount { least }, _) => {
                    SettingValue::Number(whole(&value, setting.name, least, MAX_CHIPS)?)
                }
                (SettingKind::Count, _) => {
                    SettingValue::Number(whole(&value, setting.name, 0, u32::MAX.into())?)
                }
                (SettingKind::Switch, _) => {
                    let switch = value.flag().map_err(|_| wrong(&value, setting.name, "true or false"))?;
                    SettingValue::Switch(switch)
                }
                (SettingKind::Word(_), _) => {
                    word = value.text().map_err(|_| wrong(&value, setting.name, "a text"))?;
                    SettingValue::Word(word)
                }
                (SettingKind::Rake, _) => SettingValue::Rake(rake(&value)?),
            };
            draft.set(name, given).map_err(|error| value.error(error))?;
        }
        draft.rules(None).map_err(|error| field.error(error))
    }
}
