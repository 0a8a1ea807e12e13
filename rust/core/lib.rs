//! Seven-card stud high-low, exactly: cards and hands, house rules, the whole dealing and betting
//! machine, real hands and simulation. Each module knows only those above it:
//!
//! | module | what it answers |
//! | --- | --- |
//! | [`vocabulary`] | which words name the values of a closed set |
//! | [`card`], [`seat`] | what are the cards, and who sits where |
//! | [`starts`] | which starting hands are the same up to suits |
//! | [`eval`] | what is a hand worth, high and low, and what a board of up cards |
//! | [`rules`] | which game, in which house, for which stakes, and are they rules at all |
//! | [`action`] | what can be asked for, and what can happen |
//! | [`deal`] | who gets the next card, and what when the deck runs short |
//! | [`betting`] | what is legal in a betting round, and whose turn is it |
//! | [`pot`] | what lies in which pot, and how is it divided |
//! | [`opening`] | who brings in, and who opens |
//! | [`showdown`] | who shows, who may muck, who wins |
//! | [`hand`] | the state machine that joins them |
//! | [`view`] | what may one seat know |
//! | [`observation`] | what may one seat know, as a row of numbers |
//! | [`played`] | what reproduces a hand, and what happened in it |
//! | [`wire`] | how is it written as JSON, and what does JSON say |
//! | [`perft`] | how many ways are there to play on |
//! | [`rng`] | which cards has hand number `n` of a seed |
//! | [`equity`] | what part of the pot will each hand win |
//! | [`history`] | what does a hand history say, and could it have happened |
//! | [`statistics`] | what happened in many hands, and how it adds up |
//! | [`simulate`] | what comes of many hands |
//!
//! A hand, worked from the first card to the last chip:
//!
//! ```
//! use stud8::played::{PlayedHand, Setup, Source};
//! use stud8::{Rules, Seat};
//!
//! let setup = Setup {
//!     rules: Rules::full_tilt(),
//!     stacks: vec![(Seat::ALL[0], 20_000), (Seat::ALL[1], 20_000), (Seat::ALL[4], 1_000)],
//!     source: Source::Seed { seed: 7, number: 0 },
//!     show_in_turn: true,
//! };
//! let mut played = PlayedHand::new(setup)?;
//! while let Some(action) = played.hand().default_action() {
//!     played.play(action.kind)?;
//! }
//! println!("{played}");
//! let payoffs = played.hand().payoffs()?;
//! assert_eq!(payoffs.iter().sum::<i64>(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod action;
mod arithmetic;
pub mod betting;
pub mod card;
pub mod deal;
mod draw;
pub mod equity;
pub mod eval;
pub mod hand;
pub mod history;
pub mod observation;
pub mod opening;
pub mod perft;
pub mod played;
pub mod pot;
pub mod rng;
pub mod rules;
pub mod seat;
pub mod showdown;
pub mod simulate;
pub mod starts;
pub mod statistics;
pub mod text;
pub mod threads;
pub mod view;
pub mod vocabulary;
pub mod wire;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

pub use action::{Action, ActionKind, Event};
pub use card::{Card, CardSet};
pub use deal::Deck;
pub use hand::Hand;
pub use rules::{Chips, Rules, Stakes};
pub use seat::Seat;
pub use view::View;
