//! The JSON records: written and read, so that a program in Rust reads what Python wrote and the other
//! way round.
//!
//! A record is written by serde (`serde_json::to_string(&record)`), in the order of its fields. It is
//! read from a [`Value`], and an error names the field.

mod error;
mod field;

pub use serde_json::Value;

pub use error::{Fault, WireError};
pub use field::Field;
