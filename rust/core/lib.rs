//! Seven-card stud high-low, exactly.

pub mod action;
pub mod betting;
pub mod card;
pub mod deal;
mod draw;
pub mod eval;
pub mod hand;
pub mod history;
pub mod opening;
pub mod perft;
pub mod pot;
pub mod record;
pub mod rng;
pub mod rules;
pub mod seat;
pub mod showdown;
pub mod simulate;
pub mod text;
pub mod view;
