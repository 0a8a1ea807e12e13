//! Hand histories: real hands replay to the recorded stacks, our own hands survive being written
//! and read, and wrong files are told what is wrong with them.

mod endings;
mod errors;
mod files;
mod ours;
mod real;
mod three;
mod unknown;

use stud8::history::{History, Options};
use stud8::played::PlayedHand;

fn parse(text: &str) -> History {
    History::parse(text, Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn payoffs(game: &PlayedHand) -> Vec<i64> {
    let payoffs = game.hand().payoffs().expect("a decided hand");
    game.hand().seats().into_iter().map(|seat| payoffs[seat.index()]).collect()
}
