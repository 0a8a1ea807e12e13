//! The record of an event: its kind, then the fields of that kind.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Record;
use super::error::WireError;
use super::field::Field;
use super::words::{BySeat, card_or_unknown, cards, cards_or_unknown, distinct, kind, seat};
use crate::action::{ActionKind, Dealt, Event, Part, Winner};
use crate::card::CardSet;
use crate::eval::{self, LowKind};
use crate::seat::{SEATS, Seat, SeatSet};

impl Serialize for Dealt {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.cards())
    }
}

impl Serialize for Winner {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Winner", 2)?;
        record.serialize_field("cards", &self.cards()[..])?;
        record.serialize_field("name", &self.to_string())?;
        record.end()
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Event", 6)?;
        record.serialize_field("kind", self.kind())?;
        match self {
            Self::Ante { seat, chips } | Self::Uncalled { seat, chips } => {
                record.serialize_field("seat", seat)?;
                record.serialize_field("chips", chips)?;
            }
            Self::Deal { seat, card, up } => {
                record.serialize_field("seat", seat)?;
                record.serialize_field("card", card)?;
                record.serialize_field("up", up)?;
            }
            Self::Burn => {}
            Self::Common { card } => record.serialize_field("card", card)?,
            Self::Passed { seat, .. } | Self::Muck { seat } => record.serialize_field("seat", seat)?,
            Self::Put { seat, amount, chips, all_in, .. } => {
                record.serialize_field("seat", seat)?;
                record.serialize_field("amount", amount)?;
                record.serialize_field("chips", chips)?;
                record.serialize_field("all_in", all_in)?;
            }
            Self::Declare { declarations } => {
                let said = |seat: &Seat| declarations[seat.index()].is_some();
                let seats: SeatSet = Seat::ALL.into_iter().filter(said).collect();
                let value = |seat: Seat| declarations[seat.index()];
                record.serialize_field("declarations", &BySeat { seats, value })?;
            }
            Self::Show { seat, cards } => {
                record.serialize_field("seat", seat)?;
                record.serialize_field("cards", cards)?;
            }
            Self::Rake { pot, chips } => {
                record.serialize_field("pot", pot)?;
                record.serialize_field("chips", chips)?;
            }
            Self::Pay { pot, part, seat, chips, hand } => {
                record.serialize_field("pot", pot)?;
                record.serialize_field("part", part.as_str())?;
                record.serialize_field("seat", seat)?;
                record.serialize_field("chips", chips)?;
                record.serialize_field("hand", hand)?;
            }
        }
        record.end()
    }
}

/// Whether two events are equal as records: of a winning hand the five cards and the name count, not what else
/// the player held.
#[must_use]
pub fn same(a: &Event, b: &Event) -> bool {
    match (a, b) {
        (
            Event::Pay { pot, part, seat, chips, hand },
            Event::Pay { pot: pot_b, part: part_b, seat: seat_b, chips: chips_b, hand: hand_b },
        ) => {
            let told = |hand: &Option<Winner>| hand.map(|hand| (hand.cards(), hand.to_string()));
            (pot, part, seat, chips) == (pot_b, part_b, seat_b, chips_b) && told(hand) == told(hand_b)
        }
        _ => a == b,
    }
}

/// The kinds of events that are no actions of a betting round.
const KINDS: [&str; 10] =
    ["ante", "uncalled", "deal", "burn", "common", "declare", "show", "muck", "rake", "pay"];

fn fields(kind: &str) -> &'static [&'static str] {
    match kind {
        "burn" => &[],
        "common" => &["card"],
        "ante" | "uncalled" => &["seat", "chips"],
        "deal" => &["seat", "card", "up"],
        "declare" => &["declarations"],
        "show" => &["seat", "cards"],
        "rake" => &["pot", "chips"],
        "pay" => &["pot", "part", "seat", "chips", "hand"],
        "fold" | "check" | "muck" => &["seat"],
        _ => &["seat", "amount", "chips", "all_in"],
    }
}

impl Record for Event {
    const WHAT: &'static str = "an event";

    fn read(field: &Field<'_>) -> Result<Self, WireError> {
        let name_field = field.get("kind")?;
        let name = name_field.text()?;
        let betting = !KINDS.contains(&name);
        if betting && !name.parse::<ActionKind>().is_ok_and(|kind| kind.id().number() < 3) {
            let words = "ante, uncalled, deal, burn, common, fold, check, bring_in, call, complete, bet, \
                         raise, declare, show, muck, rake or pay";
            return Err(name_field.must_be(words));
        }
        for (other, value) in field.entries()? {
            if other != "kind" && !fields(name).contains(&other) {
                return Err(value.contradiction(format!("the event {name:?} has no such field")));
            }
        }
        let seat = || seat(&field.get("seat")?);
        let chips = |name: &str| field.get(name)?.whole(0, u64::MAX);
        let card = || card_or_unknown(&field.get("card")?);
        let pot = || {
            let pot = field.get("pot")?;
            let number = pot.whole(0, 7)?;
            u8::try_from(number).map_err(|_| pot.must_be("a whole number from 0 to 7"))
        };
        Ok(match name {
            "ante" => Self::Ante { seat: seat()?, chips: chips("chips")? },
            "uncalled" => Self::Uncalled { seat: seat()?, chips: chips("chips")? },
            "deal" => Self::Deal { seat: seat()?, card: card()?, up: field.get("up")?.flag()? },
            "burn" => Self::Burn,
            "common" => Self::Common { card: card()? },
            "declare" => Self::Declare { declarations: declarations(&field.get("declarations")?)? },
            "show" => Self::Show { seat: seat()?, cards: shown(&field.get("cards")?)? },
            "muck" => Self::Muck { seat: seat()? },
            "rake" => Self::Rake { pot: pot()?, chips: chips("chips")? },
            "pay" => {
                let part = field.get("part")?.word(&[Part::Whole, Part::High, Part::Low], Part::as_str)?;
                let hand = field.get("hand")?.given().map(|hand| winner(&hand, part)).transpose()?;
                Self::Pay { pot: pot()?, part, seat: seat()?, chips: chips("chips")?, hand }
            }
            "fold" | "check" => Self::Passed { kind: kind(&name_field)?, seat: seat()? },
            _ => Self::Put {
                kind: kind(&name_field)?,
                seat: seat()?,
                amount: chips("amount")?,
                chips: chips("chips")?,
                all_in: field.get("all_in")?.flag()?,
            },
        })
    }
}

fn declarations(field: &Field<'_>) -> Result<[Option<ActionKind>; SEATS], WireError> {
    use ActionKind::{DeclareBoth, DeclareHigh, DeclareLow};
    let mut said = [None; SEATS];
    for (seat, declared) in super::words::by_seat(field)? {
        let all = [DeclareHigh, DeclareLow, DeclareBoth];
        said[seat.index()] = Some(declared.word(&all, ActionKind::as_str)?);
    }
    Ok(said)
}

fn shown(field: &Field<'_>) -> Result<Dealt, WireError> {
    let cards = cards_or_unknown(field)?;
    distinct(field, &cards)?;
    Dealt::from_cards(&cards).ok_or_else(|| field.must_be("at most seven cards"))
}

/// The hand that won a payment. Its name follows from the cards, and from the part that they won.
fn winner(field: &Field<'_>, part: Part) -> Result<Winner, WireError> {
    let five = field.get("cards")?;
    let cards = cards(&five)?;
    let set: CardSet = CardSet::from_distinct(cards).map_err(|error| five.error(error))?;
    if set.len() != 5 {
        return Err(five.must_be("five cards"));
    }
    // The narrowest kind of low that these five cards are: the name is the same in all.
    let low = || LowKind::ALL.into_iter().find_map(|kind| eval::low(set, kind));
    // A whole pot can go to a low where all players declared low.
    let low = if part == Part::Low { low() } else { None };
    let winner = low.map_or_else(|| Winner::High(eval::high(set), set), |low| Winner::Low(low, set));
    match field.find("name")? {
        Some(name) if name.text()? != winner.to_string() => {
            Err(name.contradiction(format!("the five cards are {winner}")))
        }
        _ => Ok(winner),
    }
}
