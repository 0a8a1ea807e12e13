//! Whole hands by the million, in parallel, by players of any kind.
//!
//! Hand `number` of `seed` has its own cards and its own choices ([`crate::rng`]), and a [`Totals`]
//! holds whole numbers only: so the same plan gives the same summary on any machine and for any
//! number of threads, and the summaries of two stretches add up to that of both.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use stud8::rules::Rules;
//! use stud8::seat::Seat;
//! use stud8::simulate::{Plan, run};
//!
//! let rules = Rules::full_tilt();
//! let stacks = Seat::ALL.map(|seat| (seat, 40_000));
//! let plan = Plan::new(rules, &stacks, 7, 0, 1000)?;
//! let all = run(&plan, NonZeroUsize::new(2), |_| false);
//! assert_eq!((all.totals.hands, all.next), (1000, 1000));
//!
//! // Two stretches of the same seed are as good as one.
//! let mut halves = run(&Plan::new(rules, &stacks, 7, 0, 300)?, None, |_| false).totals;
//! halves.merge(&run(&Plan::new(rules, &stacks, 7, 300, 700)?, None, |_| false).totals);
//! assert_eq!(halves, all.totals);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod columns;
mod counter;
mod plan;
mod play;
mod policy;
mod run;
mod seating;
mod stacks;
mod tables;
mod tight;
mod uniform;

pub use crate::threads::Workers;
pub use asking::{AnswerError, Asking};
pub use columns::{Columns, NO_CARD};
pub use plan::{Plan, PlanError};
pub use play::Act;
pub use policy::{Policy, UnknownPolicyError};
pub use run::{Run, record, run};
pub use seating::{Player, Seated, Seating};
pub use stacks::{DEFAULT_PLAYERS, default_stacks};
pub use tables::{MOST_START, ResumeError, Rows, SavedTables, StepError, Tables, TablesError};

pub use crate::statistics::{Rotation, Totals};
