//! The record of a view: what one seat sees, with all that follows from it.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Record;
use super::error::WireError;
use super::field::Field;
use super::replay::{Names, replayed};
use super::words::BySeat;
use crate::rules::Chips;
use crate::seat::{SEATS, Seat};
use crate::view::View;

const FORMAT: &str = "stud8-view";
/// Version 1 had the current bet under the name `to_call`, and not what the seat adds.
const VERSION: u32 = 2;

impl Serialize for View {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let seats = self.seats;
        let amounts =
            |amounts: [Chips; SEATS]| BySeat { seats, value: move |seat: Seat| amounts[seat.index()] };
        let up = |seat: Seat| self.dealt[seat.index()].up();
        let down = |seat: Seat| self.dealt[seat.index()].down().collect::<Vec<_>>();
        let mut record = to.serialize_struct("View", 23)?;
        record.serialize_field("format", FORMAT)?;
        record.serialize_field("version", &VERSION)?;
        record.serialize_field("rules", &self.rules)?;
        record.serialize_field("seat", &self.seat)?;
        record.serialize_field("street", &self.street)?;
        record.serialize_field("seats", &seats)?;
        record.serialize_field("seats_in", &self.live)?;
        record.serialize_field("stacks", &amounts(self.stacks))?;
        record.serialize_field("bets", &amounts(self.bets))?;
        record.serialize_field("contributions", &amounts(self.contributions))?;
        record.serialize_field("pots", &self.pots)?;
        record.serialize_field("up_cards", &BySeat { seats, value: up })?;
        record.serialize_field("down_cards", &BySeat { seats, value: down })?;
        record.serialize_field("common_card", &self.common.flatten())?;
        record.serialize_field("is_over", &self.is_over())?;
        record.serialize_field("stage", self.stage.as_str())?;
        record.serialize_field("current_bet", &self.current_bet)?;
        record.serialize_field("to_call", &self.to_call)?;
        record.serialize_field("wagers_left", &self.wagers_left)?;
        record.serialize_field("aggressor", &self.aggressor)?;
        record.serialize_field("actor", &self.actor)?;
        record.serialize_field("legal_actions", &self.legal)?;
        record.serialize_field("events", &self.events)?;
        record.end()
    }
}

/// The view is worked out again from its rules, stacks and events. All else that the record says must be the
/// same.
impl Record for View {
    const WHAT: &'static str = "a view";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        match record.check_version(FORMAT, VERSION)? {
            1 => replayed(record, Names::Old),
            _ => replayed(record, Names::New),
        }
    }
}
