//! Starting hands.

mod contained;
mod suits;
mod sweep;

pub use sweep::{Counts, Interrupted, STEPS, make};
