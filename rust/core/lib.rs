//! Seven-card stud high-low, exactly.

pub mod action;
pub mod betting;
pub mod card;
pub mod deal;
pub mod eval;
pub mod hand;
pub mod opening;
pub mod pot;
pub mod rules;
pub mod seat;
pub mod showdown;
