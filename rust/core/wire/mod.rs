//! The JSON records: written and read, so that a program in Rust reads what Python wrote and the other
//! way round.
//!
//! A record is written by serde, in the order of its fields, and read from a [`Value`]: an error names the
//! field. Hands and views are played again while they are read, so what is read could have happened.
//!
//! ```
//! use stud8::played::{PlayedHand, Setup, Source};
//! use stud8::rules::{Draft, Preset};
//! use stud8::seat::Seat;
//! use stud8::view::View;
//! use stud8::wire;
//!
//! let setup = Setup {
//!     rules: Draft::default().rules(Some(Preset::FullTilt))?,
//!     stacks: vec![(Seat::ALL[0], 20_000), (Seat::ALL[1], 20_000)],
//!     source: Source::Seed { seed: 7, number: 0 },
//!     show_in_turn: true,
//! };
//! let played = PlayedHand::new(setup)?;
//! let text = wire::to_text(&played);
//! assert!(text.starts_with(r#"{"format":"stud8-hand","version":1,"rules":{"ante":40,"#));
//! assert_eq!(wire::from_text::<PlayedHand>(&text)?, played);
//!
//! let view = played.view(Some(Seat::ALL[0]));
//! assert_eq!(wire::from_text::<View>(&wire::to_text(&view))?, view);
//!
//! let wrong = text.replace(r#""stacks":{"1":20000"#, r#""stacks":{"9":20000"#);
//! let error = wire::from_text::<PlayedHand>(&wrong).unwrap_err();
//! assert_eq!(error.to_string(), "stacks: there is no seat 9: seats are numbered 1 to 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod event;
mod field;
mod hand;
mod replay;
mod rules;
mod view;
mod words;

use serde::Serialize;

pub use serde_json::Value;

pub use error::{Fault, WireError};
pub use event::same as same_event;
pub use field::Field;
pub(crate) use words::{BySeat, by_seat};

/// What can be written as JSON and read back.
pub trait Record: Serialize + Sized {
    /// What it is the record of, such as "a hand".
    const WHAT: &'static str;

    /// Reads it.
    ///
    /// # Errors
    /// The first field that is wrong.
    fn read(field: &Field<'_>) -> Result<Self, WireError>;
}

/// Reads a record from a JSON value.
///
/// # Errors
/// The first field that is wrong.
pub fn from_value<T: Record>(value: &Value) -> Result<T, WireError> {
    T::read(&Field::root(value))
}

/// Reads a record from JSON text.
///
/// # Errors
/// Where the text is no JSON, or the first field that is wrong.
pub fn from_text<T: Record>(text: &str) -> Result<T, WireError> {
    let value: Value = text.parse().map_err(|error: serde_json::Error| {
        WireError::new("", Fault::Contradiction { why: format!("this is no JSON: {error}") })
    })?;
    from_value(&value)
}

/// Writes a record as JSON text.
#[must_use]
pub fn to_text(record: &impl Record) -> String {
    // Records have text keys alone and no numbers that JSON lacks, so nothing can go wrong.
    serde_json::to_string(record).unwrap_or_default()
}
