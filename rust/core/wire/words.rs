//! Cards, seats, actions and pots in records: how each is written and read.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::Record;
use super::error::{Fault, WireError};
use super::field::Field;
use crate::action::{Action, ActionKind, Legal};
use crate::card::{Card, CardError, CardSet, parse_cards_or_unknown};
use crate::hand::SetupError;
use crate::pot::{Pot, Pots};
use crate::rules::Chips;
use crate::seat::{SEATS, Seat, SeatSet};
use crate::text::At;

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = [0; 4];
        let mut length = 0;
        for letter in [self.rank().char(), self.suit().char()] {
            length += letter.encode_utf8(&mut text[length..]).len();
        }
        to.serialize_str(std::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(*self)
    }
}

impl Serialize for ActionKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Action", 2)?;
        record.serialize_field("kind", &self.kind)?;
        record.serialize_field("amount", &self.amount)?;
        record.end()
    }
}

impl Serialize for Legal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.actions())
    }
}

impl Serialize for Pot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Pot", 2)?;
        record.serialize_field("amount", &self.amount)?;
        record.serialize_field("seats", &self.seats)?;
        record.end()
    }
}

impl Serialize for Pots {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.as_slice())
    }
}

/// Each seat as the keys of tables spell it.
const KEYS: [&str; SEATS] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// A table with a value for each of these seats.
pub struct BySeat<F> {
    pub seats: SeatSet,
    pub value: F,
}

impl<T: Serialize, F: Fn(Seat) -> T> Serialize for BySeat<F> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut table = to.serialize_map(Some(self.seats.len()))?;
        for seat in self.seats {
            table.serialize_entry(KEYS[seat.index()], &(self.value)(seat))?;
        }
        table.end()
    }
}

fn no_card(text: String) -> CardError {
    CardError::Invalid { at: At::of_word(&text), text }
}

/// The card that a value names: a text or a number from 0 to 51. `None` is an unknown card.
pub fn card_or_unknown(field: &Field<'_>) -> Result<Option<Card>, WireError> {
    use serde_json::Value;
    match field.value() {
        Value::Null => Ok(None),
        Value::String(text) if text.trim() == "??" => Ok(None),
        Value::String(text) => text.parse().map(Some).map_err(|error: CardError| field.error(error)),
        _ => {
            let card = field.number().ok().and_then(Card::from_index);
            card.map(Some).ok_or_else(|| field.error(no_card(field.shown())))
        }
    }
}

/// Cards in order, from one text or a list; `None` is an unknown card.
pub fn cards_or_unknown(field: &Field<'_>) -> Result<Vec<Option<Card>>, WireError> {
    if let Some(text) = field.value().as_str() {
        return parse_cards_or_unknown(text).map_err(|error| field.error(error));
    }
    field.items()?.map(|card| card_or_unknown(&card)).collect()
}

/// Cards in order, all of them known.
pub fn cards(field: &Field<'_>) -> Result<Vec<Card>, WireError> {
    let known = |card: Option<Card>| card.ok_or_else(|| no_card("??".to_owned()));
    let cards = cards_or_unknown(field)?;
    cards.into_iter().map(known).collect::<Result<_, _>>().map_err(|error| field.error(error))
}

/// Checks that no known card comes twice.
pub fn distinct(field: &Field<'_>, cards: &[Option<Card>]) -> Result<CardSet, WireError> {
    CardSet::from_distinct(cards.iter().flatten().copied()).map_err(|error| field.error(error))
}

/// A seat number.
pub fn seat(field: &Field<'_>) -> Result<Seat, WireError> {
    let seat = field.number().ok().and_then(Seat::new);
    seat.ok_or_else(|| field.error(SetupError::NoSeat { number: field.shown() }))
}

/// A seat number, or `None` for null.
pub fn seat_or_none(field: Field<'_>) -> Result<Option<Seat>, WireError> {
    field.given().map(|field| seat(&field)).transpose()
}

/// A list of different seats.
pub fn seats(field: &Field<'_>) -> Result<SeatSet, WireError> {
    let mut all = SeatSet::EMPTY;
    for item in field.items()? {
        let seat = seat(&item)?;
        if all.contains(seat) {
            return Err(item.contradiction(format!("seat {seat} comes twice")));
        }
        all.insert(seat);
    }
    Ok(all)
}

/// The seats and values of a table {seat: value}, in its order. Each seat has one spelling: "01" is no seat.
pub fn by_seat<'a>(field: &'a Field<'a>) -> Result<Vec<(Seat, Field<'a>)>, WireError> {
    let entry = |(key, value): (&'a str, Field<'a>)| {
        let place = KEYS.iter().position(|&other| other == key);
        let seat = place.map(Seat::at);
        let seat =
            seat.ok_or_else(|| field.error(SetupError::NoSeat { number: crate::text::clip(key, 30) }))?;
        Ok((seat, value))
    };
    field.entries()?.map(entry).collect()
}

/// Amounts by seat; those that aren't named have 0.
pub fn amounts(field: &Field<'_>) -> Result<[Chips; SEATS], WireError> {
    let mut amounts = [0; SEATS];
    for (seat, chips) in by_seat(field)? {
        amounts[seat.index()] = chips.whole(0, u64::MAX)?;
    }
    Ok(amounts)
}

/// The name of an action.
pub fn kind(field: &Field<'_>) -> Result<ActionKind, WireError> {
    field.text()?.parse().map_err(|error: crate::action::ActionError| field.error(Fault::from(error)))
}

impl Record for Card {
    const WHAT: &'static str = "a card";

    fn read(field: &Field<'_>) -> Result<Self, WireError> {
        card_or_unknown(field)?.ok_or_else(|| field.error(no_card(field.shown())))
    }
}

impl Record for Action {
    const WHAT: &'static str = "an action";

    fn read(field: &Field<'_>) -> Result<Self, WireError> {
        let amount = field.get("amount")?.given().map(|amount| amount.whole(0, u64::MAX)).transpose()?;
        Ok(Self { kind: kind(&field.get("kind")?)?, amount })
    }
}

impl Record for Pot {
    const WHAT: &'static str = "a pot";

    fn read(field: &Field<'_>) -> Result<Self, WireError> {
        let amount = field.get("amount")?.whole(0, u64::MAX)?;
        Ok(Self { amount, seats: seats(&field.get("seats")?)? })
    }
}
