//! What is known of a hand that is being played.

use super::Common;
use super::error::SpotError;
use super::pattern::Pattern;
use crate::action::Dealt;
use crate::card::{Card, CardSet};
use crate::eval::LowKind;
use crate::hand::Hand;
use crate::rules::{Game, Rules};
use crate::seat::{SEATS, Seat, SeatSet};
use crate::view::View;

/// The players who are in, and all cards that have been seen.
///
/// All players are taken to stay to the end, in one pot, and cards speak, also where the house has declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Who is in, ascending.
    pub seats: Vec<Seat>,
    /// What each holds; unknown cards are in no way known.
    pub players: Vec<Pattern>,
    /// Folded cards that were seen.
    pub dead: CardSet,
    /// The seventh card, as the house deals it with the players now in.
    pub common: Common,
    /// What qualifies for low.
    pub low: LowKind,
}

/// Why nothing can be asked of a hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeenError {
    /// All is decided.
    #[error("the hand is over: its payoffs say who won")]
    Over,
    /// Cards that can't be dealt.
    #[error(transparent)]
    Spot(#[from] SpotError),
}

impl Seen {
    /// Returns what is known to an observer who sees all cards.
    ///
    /// # Errors
    /// [`SeenError`].
    pub fn of_hand(hand: &Hand) -> Result<Seen, SeenError> {
        let mut dealt = [Dealt::default(); SEATS];
        for seat in hand.seats() {
            dealt[seat.index()] = *hand.dealt(seat);
        }
        Seen::new(hand.is_over(), hand.rules(), hand.seats(), hand.live(), &dealt, hand.common_card())
    }

    /// Returns what the viewer knows: the own cards, and those that were face up, folded ones too.
    ///
    /// # Errors
    /// [`SeenError`].
    pub fn of_view(view: &View) -> Result<Seen, SeenError> {
        Seen::new(view.is_over(), &view.rules, view.seats, view.live, &view.dealt, view.common)
    }

    #[expect(clippy::option_option, reason = "not out, out and unknown, out and known")]
    fn new(
        is_over: bool,
        rules: &Rules,
        dealt_in: SeatSet,
        live: SeatSet,
        dealt: &[Dealt; SEATS],
        common: Option<Option<Card>>,
    ) -> Result<Seen, SeenError> {
        if is_over {
            return Err(SeenError::Over);
        }
        let Game::HighLow { low, .. } = rules.game;
        let cards = |seat: Seat| dealt[seat.index()].cards();
        let (seats, folded): (Vec<Seat>, Vec<Seat>) =
            dealt_in.into_iter().partition(|&seat| live.contains(seat));
        let folded: Vec<Option<Card>> = folded.into_iter().flat_map(cards).copied().collect();
        let counts: Vec<usize> = seats.iter().map(|&seat| cards(seat).len()).collect();
        let common = match common {
            Some(Some(card)) => Common::Given(card),
            Some(None) => Common::ToCome,
            None if counts.contains(&7) => Common::None,
            // With burned cards two more must be left over for seventh street: one that is burned before it, and one that is
            // never dealt. The three that were burned before are put back for it [rules 3.7].
            None => Common::by_deck(&counts, folded.len() + if rules.house.burn { 2 } else { 0 })?,
        };
        // A hand has seven cards at most, and no card twice.
        let players = seats.iter().map(|&seat| Pattern::of_cards(cards(seat)));
        Ok(Seen {
            players: players.collect::<Result<_, _>>().expect("cards that were dealt"),
            seats,
            dead: folded.into_iter().flatten().collect(),
            common,
            low,
        })
    }
}
