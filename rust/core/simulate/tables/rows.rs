//! The rows that tables fill, and the slices of tables that threads work on.

use super::IDS;
use super::table::{Schedule, Table};
use crate::action::ActionId;
use crate::betting::ToAct;
use crate::observation::{SIZE, observe_with};
use crate::seat::{Seat, SeatSet};

/// Where the answers go, a row for each table. `None` for what isn't wanted.
#[derive(Default, Debug)]
pub struct Rows<'a> {
    /// What the seat to act may know.
    pub observations: Option<&'a mut [[u8; SIZE]]>,
    /// Who is to act: 0 is the first of the players.
    pub current_players: Option<&'a mut [i8]>,
    /// Which actions are legal, by id.
    pub legal: Option<&'a mut [[bool; IDS]]>,
    /// What each player won or lost by the last step, player by player.
    pub rewards: Option<&'a mut [i64]>,
    /// Whether the last step ended a hand.
    pub terminated: Option<&'a mut [bool]>,
    /// The hand that is played.
    pub numbers: Option<&'a mut [u64]>,
}

fn split<'a, T>(rows: &mut Option<&'a mut [T]>, at: usize) -> Option<&'a mut [T]> {
    let (first, rest) = rows.take()?.split_at_mut(at);
    *rows = Some(rest);
    Some(first)
}

/// Returns the place among the players of this seat.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below eight")]
const fn place(seats: SeatSet, seat: Seat) -> i8 {
    seats.before(seat).len() as i8
}

impl<'a> Rows<'a> {
    /// Takes the first rows off.
    fn split(&mut self, at: usize, players: usize) -> Rows<'a> {
        Rows {
            observations: split(&mut self.observations, at),
            current_players: split(&mut self.current_players, at),
            legal: split(&mut self.legal, at),
            rewards: split(&mut self.rewards, at * players),
            terminated: split(&mut self.terminated, at),
            numbers: split(&mut self.numbers, at),
        }
    }

    #[inline]
    fn write(&mut self, row: usize, table: &Table, to_act: ToAct) {
        let hand = &table.hand;
        let (seats, actor) = (hand.seats(), hand.actor());
        if let Some(rows) = &mut self.observations {
            observe_with(hand, actor, to_act, &table.cards, &mut rows[row]);
        }
        if let (Some(rows), Some(actor)) = (&mut self.current_players, actor) {
            rows[row] = place(seats, actor);
        }
        if let Some(rows) = &mut self.legal {
            rows[row] = std::array::from_fn(|id| to_act.ids >> id & 1 == 1);
        }
        if let Some(rows) = &mut self.rewards {
            let rows = &mut rows[row * seats.len()..(row + 1) * seats.len()];
            match table.rewards {
                None => rows.fill(0),
                Some(rewards) => {
                    rows.iter_mut().zip(seats).for_each(|(mine, seat)| *mine = rewards[seat.index()]);
                }
            }
        }
        if let Some(rows) = &mut self.terminated {
            rows[row] = table.rewards.is_some();
        }
        if let Some(rows) = &mut self.numbers {
            rows[row] = table.number;
        }
    }
}

/// Consecutive tables, and their rows.
pub(super) struct TableSlice<'a> {
    pub tables: &'a mut [Table],
    pub legal: &'a mut [u8],
    pub actions: Option<&'a [u8]>,
    pub rows: Rows<'a>,
}

impl<'a> TableSlice<'a> {
    /// Takes the first tables off.
    pub fn split(&mut self, at: usize, players: usize) -> TableSlice<'a> {
        let (tables, rest) = std::mem::take(&mut self.tables).split_at_mut(at);
        self.tables = rest;
        let (legal, rest) = std::mem::take(&mut self.legal).split_at_mut(at);
        self.legal = rest;
        let actions = self.actions.map(|actions| actions.split_at(at));
        self.actions = actions.map(|(_, rest)| rest);
        let rows = self.rows.split(at, players);
        TableSlice { tables, legal, actions: actions.map(|(first, _)| first), rows }
    }

    pub fn work(&mut self, plan: &Schedule) {
        for (row, (table, ids)) in self.tables.iter_mut().zip(&mut *self.legal).enumerate() {
            if let Some(id) = self.actions.and_then(|actions| ActionId::new(actions[row])) {
                table.act(plan, id);
            }
            let to_act = table.hand.turn();
            *ids = to_act.ids;
            self.rows.write(row, table, to_act);
        }
    }
}
