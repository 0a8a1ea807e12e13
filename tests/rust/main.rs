//! What must hold of the crate, a module for each subject.

mod bulk;
mod equity_exact;
mod equity_sample;
mod equity_spot;
mod frequencies;
mod histories;
mod perft;
mod properties;
mod results;
mod starts;
mod wire;
