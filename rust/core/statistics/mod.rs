//! What happened in many hands: whole numbers that add up exactly, and the averages that follow from them.
//!
//! [`Totals`] count by seat and by the number of a policy, as [`crate::simulate`] plays. A [`Summary`] also says who sat where,
//! can be written down and read again, and adds up with others of the same game. A [`Match`] has a summary of every two
//! policies that played each other.

mod check;
mod classes;
mod matches;
mod normal;
mod record;
mod rotation;
mod summary;
mod tables;
mod totals;

pub use classes::{ClassCount, Classes};
pub use matches::{Match, MatchError, MatchRow};
pub use rotation::Rotation;
pub use summary::{AddError, LevelError, Summary};
pub(crate) use totals::square;
pub use totals::{STREETS, Totals, mean, standard_error};
