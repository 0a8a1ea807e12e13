//! What a seat may know of a hand as one row of numbers: what players are trained on.
//!
//! A row has [`SIZE`] bytes, little-endian, laid out as [`FIELDS`] says. It is made from a [`Hand`] at
//! once, or from a [`View`]: the same row.
//!
//! ```
//! use stud8::hand::Stage;
//! use stud8::observation::{FIELDS, SIZE, observe};
//! use stud8::played::{PlayedHand, Setup, Source};
//! use stud8::rules::Rules;
//! use stud8::seat::Seat;
//!
//! let played = PlayedHand::new(Setup {
//!     rules: Rules::full_tilt(),
//!     stacks: vec![(Seat::ALL[0], 20_000), (Seat::ALL[1], 20_000)],
//!     source: Source::Seed { seed: 7, number: 0 },
//!     show_in_turn: true,
//! })?;
//! let mut row = [0; SIZE];
//! observe(played.hand(), played.hand().actor(), &mut row);
//! let street = FIELDS.iter().find(|field| field.name == "street").expect("a field");
//! assert_eq!(row[street.offset], 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod features;

use crate::action::Dealt;
use crate::betting::ToAct;
use crate::card::Card;
use crate::hand::{Hand, Stage};
use crate::rules::Chips;
use crate::seat::{SEATS, Seat, SeatSet};
use crate::view::View;

/// Counts the changes of the layout. The first byte of every row.
pub const VERSION: u8 = 1;

/// How many bytes a row has.
pub const SIZE: usize = 232;

/// How many own cards a seat can have.
pub const CARDS: usize = 7;

/// A card that has been dealt, and that the seat may not see. Seen ones are 0 to 51.
pub const HIDDEN: u8 = 52;

/// No card: not dealt, or not yet.
pub const ABSENT: u8 = 53;

/// No cap, in `wagers_left`.
pub const NO_CAP: u8 = 255;

/// The type of the numbers of a field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    /// One byte.
    Byte,
    /// Eight bytes with a sign.
    Chips,
}

impl FieldKind {
    /// How many bytes a number has.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Byte => 1,
            Self::Chips => 8,
        }
    }
}

/// One field of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowField {
    /// Its name.
    pub name: &'static str,
    /// What its numbers are.
    pub kind: FieldKind,
    /// Where it begins.
    pub offset: usize,
    /// How many numbers it has along each axis; one number has no axis.
    pub shape: &'static [usize],
}

impl RowField {
    const fn byte(name: &'static str, offset: usize) -> Self {
        Self { name, kind: FieldKind::Byte, offset, shape: &[] }
    }

    const fn chips(name: &'static str, offset: usize, shape: &'static [usize]) -> Self {
        Self { name, kind: FieldKind::Chips, offset, shape }
    }
}

const CARDS_AT: usize = 11;
const GAME_AT: usize = CARDS_AT + CARDS * SEATS;
const PADDING_AT: usize = GAME_AT + 1;
const STACKS_AT: usize = 72;
const BETS_AT: usize = 136;
const POT_AT: usize = 200;

/// The fields in their order. Sets of seats are bits, the lowest for seat 1; seats are 1 to 8 and 0 is
/// nobody; arrays by seat begin with seat 1.
///
/// | field | what it says |
/// | --- | --- |
/// | `version` | [`VERSION`] |
/// | `seat` | whose eyes; 0 is the rail |
/// | `street` | 3 to 7 |
/// | `stage` | 0 betting, 1 declaring, 2 showing or mucking, 3 a card is awaited, 4 over |
/// | `legal` | the ids of what the seat may do now, as bits |
/// | `dealt_in`, `live`, `all_in` | who was dealt in, who hasn't folded, and who of these has no chips |
/// | `wagers_left` | full wagers that the cap still allows on this street, [`NO_CAP`] without one |
/// | `aggressor` | who made the street's last wager |
/// | `common` | the common card |
/// | `cards` | the cards of each seat in dealt order: two down, four up, one down |
/// | `game` | 0 high-low |
/// | `padding` | zeros: whatever packs the fields of a row finds nothing to leave out |
/// | `stacks`, `bets` | chips not bet, and put in on this street |
/// | `pot` | all that was put in by anybody, this street's bets included |
/// | `to_call`, `wager` | what the seat adds to stay in (action 1), and to wager (action 2; 0 if it can't) |
/// | `small_bet` | the small bet: the scale of the others |
///
/// Cards are 0 to 51, [`HIDDEN`] or [`ABSENT`].
pub const FIELDS: [RowField; 20] = [
    RowField::byte("version", 0),
    RowField::byte("seat", 1),
    RowField::byte("street", 2),
    RowField::byte("stage", 3),
    RowField::byte("legal", 4),
    RowField::byte("dealt_in", 5),
    RowField::byte("live", 6),
    RowField::byte("all_in", 7),
    RowField::byte("wagers_left", 8),
    RowField::byte("aggressor", 9),
    RowField::byte("common", 10),
    RowField { name: "cards", kind: FieldKind::Byte, offset: CARDS_AT, shape: &[SEATS, CARDS] },
    RowField::byte("game", GAME_AT),
    RowField { name: "padding", kind: FieldKind::Byte, offset: PADDING_AT, shape: &[STACKS_AT - PADDING_AT] },
    RowField::chips("stacks", STACKS_AT, &[SEATS]),
    RowField::chips("bets", BETS_AT, &[SEATS]),
    RowField::chips("pot", POT_AT, &[]),
    RowField::chips("to_call", POT_AT + 8, &[]),
    RowField::chips("wager", POT_AT + 16, &[]),
    RowField::chips("small_bet", POT_AT + 24, &[]),
];

/// Writes the row of what a seat may know of a hand; `None` is the rail.
pub fn observe(hand: &Hand, seat: Option<Seat>, row: &mut [u8; SIZE]) {
    observe_with(hand, seat, hand.turn_of(seat), &CardCodes::new(hand), row);
}

/// [`observe`] for who knows already what the seat may do, and the cards.
#[inline]
pub(crate) fn observe_with(
    hand: &Hand,
    seat: Option<Seat>,
    to_act: ToAct,
    cards: &CardCodes,
    row: &mut [u8; SIZE],
) {
    Facts::of_hand(hand, seat, to_act).write(row);
    let place = &mut row[CARDS_AT..GAME_AT];
    place.copy_from_slice(cards.seen.as_flattened());
    if let Some(seat) = seat {
        let at = CARDS * seat.index();
        place[at..at + CARDS].copy_from_slice(&cards.own[seat.index()]);
    }
}

/// The row of a view.
pub fn observe_view(view: &View, row: &mut [u8; SIZE]) {
    let bet = view.seat.map_or(0, |seat| view.bets[seat.index()]);
    let to_act = ToAct { to_call: view.to_call, ..ToAct::of_legal(view.legal, bet) };
    Facts::of_view(view, to_act).write(row);
    // What the viewer may not see, the view doesn't know.
    let cards = view.dealt.map(|dealt| codes(&dealt));
    row[CARDS_AT..GAME_AT].copy_from_slice(cards.as_flattened());
}

/// The cards of all seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CardCodes {
    /// As their owners see them.
    own: [[u8; CARDS]; SEATS],
    /// As all players see them.
    seen: [[u8; CARDS]; SEATS],
}

impl CardCodes {
    pub fn new(hand: &Hand) -> Self {
        let own = Seat::ALL.map(|seat| codes(hand.dealt(seat)));
        let mut seen = own;
        for (seat, codes) in Seat::ALL.into_iter().zip(&mut seen) {
            if !hand.shown().contains(seat) {
                let down = codes.iter_mut().enumerate().filter(|&(n, _)| !Dealt::is_up(n));
                down.filter(|(_, code)| **code != ABSENT).for_each(|(_, code)| *code = HIDDEN);
            }
        }
        Self { own, seen }
    }
}

/// The code of a card, known or not.
const fn code(card: Option<Card>) -> u8 {
    match card {
        Some(card) => card.index(),
        None => HIDDEN,
    }
}

/// The codes of a seat's cards.
fn codes(dealt: &Dealt) -> [u8; CARDS] {
    let mut codes = [ABSENT; CARDS];
    for (code, &card) in codes.iter_mut().zip(dealt.cards()) {
        *code = self::code(card);
    }
    codes
}

/// What is known to all, and what the seat may do: everything but the cards of the seats.
struct Facts<'a> {
    game: u8,
    seat: Option<Seat>,
    street: u8,
    stage: Stage,
    to_act: ToAct,
    dealt_in: SeatSet,
    live: SeatSet,
    wagers_left: Option<u64>,
    aggressor: Option<Seat>,
    #[expect(clippy::option_option, reason = "not out, out and unknown, out and known")]
    common: Option<Option<Card>>,
    all_in: SeatSet,
    stacks: [Chips; SEATS],
    bets: &'a [Chips; SEATS],
    pot: Chips,
    small_bet: Chips,
}

impl<'a> Facts<'a> {
    #[inline]
    fn of_hand(hand: &'a Hand, seat: Option<Seat>, to_act: ToAct) -> Self {
        let stacks = hand.stacks();
        Self {
            game: hand.rules().game.number(),
            seat,
            street: hand.street(),
            stage: hand.stage(),
            to_act,
            dealt_in: hand.seats(),
            live: hand.live(),
            wagers_left: hand.wagers_left(),
            aggressor: hand.aggressor(),
            common: hand.common_card(),
            all_in: hand.all_in(),
            stacks,
            bets: hand.bets(),
            pot: hand.pot(),
            small_bet: hand.rules().stakes.small_bet,
        }
    }

    fn of_view(view: &'a View, to_act: ToAct) -> Self {
        Self {
            game: view.rules.game.number(),
            seat: view.seat,
            street: view.street,
            stage: view.stage,
            to_act,
            dealt_in: view.seats,
            live: view.live,
            wagers_left: view.wagers_left,
            aggressor: view.aggressor,
            common: view.common,
            all_in: view.live.into_iter().filter(|seat| view.stacks[seat.index()] == 0).collect(),
            stacks: view.stacks,
            bets: &view.bets,
            pot: view.pot(),
            small_bet: view.rules.stakes.small_bet,
        }
    }

    #[inline]
    fn write(&self, row: &mut [u8; SIZE]) {
        let number = |seat: Option<Seat>| seat.map_or(0, Seat::number);
        let most = NO_CAP - 1;
        let wagers_left =
            self.wagers_left.map_or(NO_CAP, |left| u8::try_from(left).map_or(most, |left| left.min(most)));
        let head = [
            VERSION,
            number(self.seat),
            self.street,
            self.stage as u8,
            self.to_act.ids,
            self.dealt_in.bits(),
            self.live.bits(),
            self.all_in.bits(),
            wagers_left,
            number(self.aggressor),
            self.common.map_or(ABSENT, code),
        ];
        row[..CARDS_AT].copy_from_slice(&head);
        row[GAME_AT] = self.game;
        row[PADDING_AT..STACKS_AT].fill(0);
        for i in 0..SEATS {
            put(row, STACKS_AT + 8 * i, self.stacks[i]);
            put(row, BETS_AT + 8 * i, self.bets[i]);
        }
        let ToAct { to_call, wager, .. } = self.to_act;
        for (n, chips) in [self.pot, to_call, wager, self.small_bet].into_iter().enumerate() {
            put(row, POT_AT + 8 * n, chips);
        }
    }
}

#[inline]
fn put(row: &mut [u8; SIZE], at: usize, chips: Chips) {
    row[at..at + 8].copy_from_slice(&chips.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_follow_each_other_to_the_end_of_the_row() {
        let mut end = 0;
        for field in FIELDS {
            assert_eq!(field.offset, end, "{}: every byte belongs to a field", field.name);
            assert_eq!(field.offset % field.kind.size(), 0, "{} is aligned", field.name);
            end = field.offset + field.kind.size() * field.shape.iter().product::<usize>();
        }
        assert_eq!((end, SIZE), (SIZE, 232));
    }
}
