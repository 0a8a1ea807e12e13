//! [`Field`]: a value of a record that knows where it stands, so that every error names it.

use std::fmt::{self, Write};
use std::str::FromStr;

use serde_json::{Map, Value};

use super::error::{Fault, WireError};
use crate::text::clip;

/// A value of a record with its path.
///
/// ```
/// use stud8::wire::{Field, Value};
///
/// let record: Value = r#"{"stacks": {"1": 500, "2": -3}}"#.parse()?;
/// let record = Field::root(&record);
/// let stacks = record.get("stacks")?;
/// assert_eq!(stacks.get("1")?.whole(0, 1000)?, 500);
/// let error = stacks.get("2")?.whole(0, 1000).unwrap_err();
/// assert_eq!(error.to_string(), "stacks.2=-3 must be a whole number from 0 to 1000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Field<'a> {
    value: &'a Value,
    place: FieldPlace<'a>,
}

#[derive(Clone, Copy)]
enum FieldPlace<'a> {
    Root,
    Key(&'a Field<'a>, &'a str),
    Item(&'a Field<'a>, usize),
}

impl fmt::Display for FieldPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Root => Ok(()),
            Self::Key(Field { place: Self::Root, .. }, key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{}.{key}", parent.place),
            Self::Item(parent, number) => write!(f, "{}[{number}]", parent.place),
        }
    }
}

impl<'a> Field<'a> {
    /// A whole record.
    #[must_use]
    pub const fn root(value: &'a Value) -> Self {
        Self { value, place: FieldPlace::Root }
    }

    /// The value itself.
    #[must_use]
    pub const fn value(&self) -> &'a Value {
        self.value
    }

    /// The path, such as `events[3].chips`.
    #[must_use]
    pub fn path(&self) -> String {
        self.place.to_string()
    }

    /// An error of this field.
    #[must_use]
    pub fn error(&self, fault: impl Into<Fault>) -> WireError {
        WireError::new(self.path(), fault)
    }

    /// The error that this field must be something else: `right` says what.
    #[must_use]
    pub fn must_be(&self, right: impl Into<String>) -> WireError {
        self.error(Fault::Value { found: self.shown(), right: right.into() })
    }

    /// The error that this field contradicts the rest of the record.
    #[must_use]
    pub fn contradiction(&self, why: impl Into<String>) -> WireError {
        self.error(Fault::Contradiction { why: why.into() })
    }

    /// The value as a message shows it.
    #[must_use]
    pub fn shown(&self) -> String {
        // A long value isn't written out only to be clipped.
        let mut text = Clipped { text: String::new(), left: 60 };
        let _ = write!(text, "{}", self.value);
        text.text
    }

    /// The field of this name.
    ///
    /// # Errors
    /// When this is no table, or has no such field.
    pub fn get(&'a self, name: &'a str) -> Result<Self, WireError> {
        let place = FieldPlace::Key(self, name);
        let value =
            self.table()?.get(name).ok_or_else(|| WireError::new(place.to_string(), Fault::Missing))?;
        Ok(Self { value, place })
    }

    /// The field of this name, or `None` if there is none.
    ///
    /// # Errors
    /// When this is no table.
    pub fn find(&'a self, name: &'a str) -> Result<Option<Self>, WireError> {
        Ok(self.table()?.get(name).map(|value| Self { value, place: FieldPlace::Key(self, name) }))
    }

    /// This field unless it is null.
    #[must_use]
    pub fn given(self) -> Option<Self> {
        if self.value.is_null() { None } else { Some(self) }
    }

    fn table(&self) -> Result<&'a Map<String, Value>, WireError> {
        self.value.as_object().ok_or_else(|| self.must_be("a table of named fields"))
    }

    /// The names and values of a table, in its order.
    ///
    /// # Errors
    /// When it is no table.
    pub fn entries(&'a self) -> Result<impl Iterator<Item = (&'a str, Self)>, WireError> {
        let entry = |(key, value): (&'a String, &'a Value)| {
            (key.as_str(), Self { value, place: FieldPlace::Key(self, key) })
        };
        Ok(self.table()?.iter().map(entry))
    }

    /// The items of a list.
    ///
    /// # Errors
    /// When it is no list.
    pub fn items(&'a self) -> Result<impl ExactSizeIterator<Item = Self>, WireError> {
        let items = self.value.as_array().ok_or_else(|| self.must_be("a list"))?;
        let item = |(number, value)| Self { value, place: FieldPlace::Item(self, number) };
        Ok(items.iter().enumerate().map(item))
    }

    /// A text.
    ///
    /// # Errors
    /// When it is of another type.
    pub fn text(&self) -> Result<&'a str, WireError> {
        self.value.as_str().ok_or_else(|| self.must_be("a text"))
    }

    /// True or false.
    ///
    /// # Errors
    /// When it is neither.
    pub fn flag(&self) -> Result<bool, WireError> {
        self.value.as_bool().ok_or_else(|| self.must_be("true or false"))
    }

    /// A number of any integer type. Nothing but the digits counts: `2.0` is no whole number.
    ///
    /// # Errors
    /// When it is no whole number, or beyond the type.
    pub fn number<T: FromStr>(&self) -> Result<T, WireError> {
        let text = match self.value {
            Value::Number(number) => number.as_str(),
            _ => "",
        };
        text.parse().map_err(|_| self.must_be("a whole number, not too large"))
    }

    /// A whole number within bounds.
    ///
    /// # Errors
    /// When it is of another type.
    pub fn whole(&self, least: u64, most: u64) -> Result<u64, WireError> {
        self.number().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            let most = if most == u64::MAX { "2**64 - 1".to_owned() } else { most.to_string() };
            self.must_be(format!("a whole number from {least} to {most}"))
        })
    }

    /// One of some words.
    ///
    /// # Errors
    /// When it is no text, or not one of these words.
    pub fn word<T: Copy>(&self, all: &[T], word: impl Fn(T) -> &'static str) -> Result<T, WireError> {
        let text = self.text()?;
        all.iter().copied().find(|&one| word(one) == text).ok_or_else(|| {
            let words: Vec<_> = all.iter().map(|&one| word(one)).collect();
            self.must_be(format!("one of {}", words.join(", ")))
        })
    }

    /// Checks that a record has this format and this version.
    ///
    /// # Errors
    /// When it has another.
    pub fn check_format(&self, format: &'static str, version: u32) -> Result<(), WireError> {
        match self.check_version(format, version)? {
            found if found == version => Ok(()),
            found => {
                Err(WireError::new("", Fault::Version { found: found.to_string(), format, right: version }))
            }
        }
    }

    /// Checks that a record has this format, and returns its version, from 1 to the newest.
    ///
    /// # Errors
    /// When it has another format, or a version that there isn't.
    pub fn check_version(&self, format: &'static str, newest: u32) -> Result<u32, WireError> {
        let table = self.table()?;
        let found = table.get("format");
        if found.and_then(Value::as_str) != Some(format) {
            let found = match found {
                Some(Value::String(text)) => clip(text, 60),
                Some(other) => Field::root(other).shown(),
                None => String::new(),
            };
            return Err(WireError::new("", Fault::Format { found, right: format }));
        }
        let found = table.get("version");
        let version = found.and_then(|found| Field::root(found).number().ok());
        version.filter(|version| (1..=newest).contains(version)).ok_or_else(|| {
            let found = found.map_or_else(|| "none".to_owned(), |found| Field::root(found).shown());
            WireError::new("", Fault::Version { found, format, right: newest })
        })
    }
}

/// Returns the first characters, and an ellipsis for the others.
struct Clipped {
    text: String,
    left: usize,
}

impl Write for Clipped {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if self.left == 0 {
                self.text.push('…');
                return Err(fmt::Error);
            }
            self.left -= 1;
            self.text.push(character);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        text.parse().expect("JSON")
    }

    #[test]
    fn an_error_names_the_path_and_what_would_be_right() {
        let record = value(r#"{"events": [{"chips": 1}, {"chips": "x"}]}"#);
        let record = Field::root(&record);
        let events = record.get("events").expect("a field");
        let last = events.items().expect("a list").last().expect("two");
        let chips = last.get("chips").expect("a field");
        let error = chips.whole(0, u64::MAX).expect_err("a text");
        assert_eq!(error.to_string(), "events[1].chips=\"x\" must be a whole number from 0 to 2**64 - 1");
        let error = last.get("seat").map(|_| ()).expect_err("missing");
        assert_eq!(error.to_string(), "it has no field events[1].seat");
        assert_eq!(record.get("events").expect("a field").text().expect_err("a list").path(), "events");
    }

    #[test]
    fn whole_numbers_are_exact_at_any_size() {
        let big = value("340282366920938463463374607431768211455");
        assert_eq!(Field::root(&big).number(), Ok(u128::MAX));
        for text in ["2.0", "1e3", "-1", "18446744073709551616", "true", "\"7\"", "null"] {
            assert!(Field::root(&value(text)).whole(0, u64::MAX).is_err(), "{text}");
        }
    }

    #[test]
    fn long_values_are_clipped() {
        let long = Value::String("x".repeat(1 << 20));
        assert_eq!(Field::root(&long).shown().chars().count(), 61);
    }

    #[test]
    fn a_record_of_another_kind_or_version_is_refused() {
        let check =
            |text: &str| Field::root(&value(text)).check_format("stud8-hand", 1).map_err(|e| e.to_string());
        assert_eq!(check(r#"{"format": "stud8-hand", "version": 1}"#), Ok(()));
        assert!(check(r#"{"format": "x"}"#).is_err_and(|text| text.contains("format=\"x\"")));
        assert!(check(r#"{"format": "stud8-hand"}"#).is_err_and(|text| text.starts_with("version none")));
        assert!(check(r#"{"format": "stud8-hand", "version": true}"#).is_err());
        assert!(check("[]").is_err());
    }
}
