//! The record of tables: where each of them stands.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::error::TablesError;
use super::{MOST_START, Tables};
use crate::rules::{Chips, Rules};
use crate::seat::{SEATS, Seat};
use crate::wire::{BySeat, Fault, Field, Record, WireError, by_seat};

const FORMAT: &str = "stud8-tables";
const VERSION: u32 = 1;

/// Tables and the number of threads that they work with, to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTables<'a> {
    /// The tables.
    pub tables: Cow<'a, Tables>,
    /// How many threads they may use; `None` for as many as the machine offers.
    pub threads: Option<NonZeroUsize>,
}

impl Serialize for SavedTables<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let tables = &self.tables;
        let (table, rows) = (tables.table(), 0..tables.len());
        let seats = table.seats();
        let stacks = table.starting_stacks();
        let stack = |seat: Seat| stacks[seat.index()];
        let digits = |ids: &[u8]| ids.iter().map(|id| char::from(b'0' + id)).collect::<String>();
        let actions = rows.clone().filter_map(|row| tables.actions(row).map(digits));
        let own = |won: [i64; SEATS]| seats.into_iter().map(|seat| won[seat.index()]).collect::<Vec<_>>();
        let mut record = to.serialize_struct("Tables", 10)?;
        record.serialize_field("format", FORMAT)?;
        record.serialize_field("version", &VERSION)?;
        record.serialize_field("rules", table.rules())?;
        record.serialize_field("stacks", &BySeat { seats, value: stack })?;
        record.serialize_field("seed", &tables.seed())?;
        record.serialize_field("start", &tables.start())?;
        record.serialize_field("threads", &self.threads)?;
        record.serialize_field("numbers", &tables.numbers().collect::<Vec<_>>())?;
        record.serialize_field("actions", &actions.collect::<Vec<_>>())?;
        record
            .serialize_field("rewards", &rows.map(|row| tables.rewards(row).map(own)).collect::<Vec<_>>())?;
        record.end()
    }
}

impl Record for SavedTables<'static> {
    const WHAT: &'static str = "tables";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(FORMAT, VERSION)?;
        let rules = Rules::read(&record.get("rules")?)?;
        let stacks = record.get("stacks")?;
        let mut players: Vec<(Seat, Chips)> = Vec::new();
        for (seat, chips) in by_seat(&stacks)? {
            players.push((seat, chips.whole(0, u64::MAX)?));
        }
        let seed = record.get("seed")?.whole(0, u64::MAX)?;
        let start = record.get("start")?.whole(0, MOST_START)?;
        let threads = record.get("threads")?.given().map(|threads| {
            let count = threads.number().ok().and_then(NonZeroUsize::new);
            count.ok_or_else(|| threads.must_be("a whole number from 1 on, or null for all cores"))
        });
        let threads = threads.transpose()?;
        let [numbers, actions, rewards] = ["numbers", "actions", "rewards"].map(|name| record.get(name));
        let (numbers, actions, rewards) = (numbers?, actions?, rewards?);
        let count = numbers.items()?.len();
        for other in [&actions, &rewards] {
            let found = other.items()?.len();
            if found != count {
                return Err(other.contradiction(format!("{found} of them for {count} numbers")));
            }
        }
        let tables = Tables::new(rules, &players, count, seed, start);
        let mut tables = tables.map_err(|error| match error {
            TablesError::Setup(error) => stacks.error(error),
            TablesError::None => numbers.contradiction("there must be one table at least"),
            other => stacks.contradiction(other.to_string()),
        })?;
        let rows = numbers.items()?.zip(actions.items()?).zip(rewards.items()?);
        for (row, ((number, actions), rewards)) in rows.enumerate() {
            let played = number.whole(0, u64::MAX)?;
            let ids: Vec<u8> = actions.text()?.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
            let won = rewards.given().map(|won| read_rewards(&won, &tables, &players)).transpose()?;
            let is_first = played == start.saturating_add(row as u64);
            if won.is_some() && (is_first || !ids.is_empty()) {
                return Err(rewards.contradiction("no hand has just ended at this table"));
            }
            let resumed = tables.resume(row, played, &ids, won);
            resumed.map_err(|error| WireError::new("", Fault::Step { why: error.to_string() }))?;
        }
        Ok(Self { tables: Cow::Owned(tables), threads })
    }
}

/// What each seat won or lost: no more than there was, and in all nothing but a rake.
fn read_rewards(
    field: &Field<'_>,
    tables: &Tables,
    players: &[(Seat, Chips)],
) -> Result<[i64; SEATS], WireError> {
    let mut rewards = [0; SEATS];
    let found = field.items()?.len();
    if found != players.len() {
        return Err(field.contradiction(format!("{found} rewards for {} players", players.len())));
    }
    let all: Chips = players.iter().map(|(_, chips)| chips).sum();
    let mut sum = 0_i128;
    for (seat, won) in tables.table().seats().into_iter().zip(field.items()?) {
        let chips: i64 = won.number()?;
        let stack = players.iter().find(|(other, _)| *other == seat).map_or(0, |(_, chips)| *chips);
        if chips < 0 && chips.unsigned_abs() > stack || chips > 0 && chips.unsigned_abs() > all - stack {
            return Err(won.contradiction(format!(
                "seat {seat} has {stack} of {all} chips and can't win or lose {chips}"
            )));
        }
        sum += i128::from(chips);
        rewards[seat.index()] = chips;
    }
    let raked = tables.table().rules().house.rake.is_some();
    if sum > 0 || sum < 0 && !raked {
        let right = if raked { "0, or less by the rake" } else { "0" };
        return Err(field.contradiction(format!("they sum to {sum}: it must be {right}")));
    }
    Ok(rewards)
}
