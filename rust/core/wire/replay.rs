//! A view that is read is played again on the machine, with the cards that its seat knows: what comes out is
//! what a hand gives, and the record must say the same.

use super::error::WireError;
use super::field::Field;
use super::words::{amounts, by_seat, card_or_unknown, seat_or_none, seats};
use super::{Record, event};
use crate::action::{ActionKind, Event};
use crate::card::{Card, CardError};
use crate::deal::NextCard;
use crate::hand::{DealError, SetupError, Stage};
use crate::played::{PlayedHand, Setup, Source};
use crate::rules::{Chips, MAX_CHIPS, Rules};
use crate::seat::{SEATS, Seat, SeatSet};
use crate::view::View;
use serde_json::Value;

/// What a view's record says that all the rest follows from.
struct Told<'a> {
    setup: Setup,
    viewer: Option<Seat>,
    actor: Option<Seat>,
    events: Vec<Event>,
    record: &'a Field<'a>,
    names: Names,
    list: Field<'a>,
}

/// What a record calls the fields that were renamed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// As version 1: the current bet is `to_call`, and no field says what the seat adds.
    Old,
    /// As they are written now.
    New,
}

impl Names {
    /// Where a record says what a field says now; `None` where it doesn't.
    fn of(self, name: &str) -> Option<&str> {
        match (self, name) {
            (Self::Old, "version" | "to_call") => None,
            (Self::Old, "current_bet") => Some("to_call"),
            _ => Some(name),
        }
    }
}

/// How the players came to show and to muck.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Showing {
    /// As the rules say: in turn, and no player mucks a winning hand.
    ByRules,
    /// In any order, as hands played elsewhere tell it: a player who mucks makes no claim.
    AnyOrder,
}

/// The view that a record tells.
pub(super) fn replayed(record: &Field<'_>, names: Names) -> Result<View, WireError> {
    let told = Told::read(record, names)?;
    let mucked = told.events.iter().any(|event| matches!(event, Event::Muck { .. }));
    if !mucked {
        return told.play(Showing::AnyOrder);
    }
    told.play(Showing::ByRules).or_else(|error| told.play(Showing::AnyOrder).map_err(|_| error))
}

impl<'a> Told<'a> {
    fn read(record: &'a Field<'a>, names: Names) -> Result<Self, WireError> {
        let rules = Rules::read(&record.get("rules")?)?;
        let viewer = record.get("seat")?;
        let seats = seats(&record.get("seats")?)?;
        if let Some(seat) = seat_or_none(viewer)?
            && !seats.contains(seat)
        {
            return Err(viewer.contradiction(format!("seat {seat} was not dealt in")));
        }
        let list = record.get("events")?;
        let events = list.items()?.map(|event| Event::read(&event)).collect::<Result<Vec<_>, _>>()?;
        let stacks = start(record, seats, &events)?;
        let source = Source::ByHand;
        Ok(Self {
            setup: Setup { rules, stacks, source, show_in_turn: false },
            viewer: seat_or_none(viewer)?,
            actor: seat_or_none(record.get("actor")?)?,
            events,
            record,
            names,
            list: record.get("events")?,
        })
    }

    fn play(&self, showing: Showing) -> Result<View, WireError> {
        let setup = |error: SetupError| WireError::new("stacks", error);
        let mut played = PlayedHand::new(self.setup.clone()).map_err(setup)?;
        if showing == Showing::ByRules {
            played.trust_mucks();
        }
        let mut heard = 0;
        let mut unseen = UnseenPayments::default();
        for (number, item) in self.list.items()?.enumerate() {
            let made = played.events().get(heard);
            if made.is_none_or(|made| !event::same(made, &self.events[number]))
                && unseen.takes(&played, &self.events[number])
            {
                continue;
            }
            if heard == played.events().len() {
                step(&mut played, &self.events[number], &item, showing)?;
            }
            let Some(made) = played.events().get(heard) else {
                return Err(item.contradiction("nothing can happen here"));
            };
            if !event::same(made, &self.events[number]) {
                compare(&item, &value(made))?;
                return Err(item.contradiction(format!("the hand gives {} here", value(made))));
            }
            heard += 1;
        }
        if let Some(next) = played.events().get(heard) {
            return Err(self.list.contradiction(format!("they end where {} follows", value(next))));
        }
        self.declare_unheard(&mut played);
        let mut view = played.view(self.viewer);
        if !unseen.pay(&played, &mut view, &self.events) {
            return Err(self.list.contradiction("a pot is not paid in full"));
        }
        self.hides(&view)?;
        // The events agree already.
        let events = std::mem::take(&mut view.events);
        self.agrees(&view)?;
        Ok(View { events, ..view })
    }

    /// Lets those declare who have done so unheard: the actor tells who they are.
    fn declare_unheard(&self, played: &mut PlayedHand) {
        let Some(told) = self.actor.filter(|&seat| played.hand().live().contains(seat)) else { return };
        while played.hand().stage() == Stage::Declaring && played.hand().actor() < Some(told) {
            // No view tells what.
            if played.play(ActionKind::DeclareHigh).is_err() {
                return;
            }
        }
    }

    /// Whether the events tell the cards that the seat knows, and no others.
    fn hides(&self, view: &View) -> Result<(), WireError> {
        for ((item, told), made) in self.list.items()?.zip(&self.events).zip(&view.events) {
            if !event::same(told, made) {
                compare(&item, &value(made))?;
            }
        }
        Ok(())
    }

    /// Whether the record says what the view says. Fields that no view has are not looked at.
    fn agrees(&self, view: &View) -> Result<(), WireError> {
        let right = value(view);
        let fields = right.as_object().into_iter().flatten();
        for (name, right) in fields {
            // Settings that are left out have their defaults.
            if name != "rules"
                && name != "events"
                && let Some(name) = self.names.of(name)
            {
                compare(&self.record.get(name)?, right)?;
            }
        }
        Ok(())
    }
}

/// Carries out what an event tells, if it is an action or a card.
fn step(played: &mut PlayedHand, event: &Event, item: &Field<'_>, showing: Showing) -> Result<(), WireError> {
    let refused = |error: &dyn ToString| item.contradiction(error.to_string());
    let acts =
        |played: &mut PlayedHand, seat, kind| played.play_from(seat, kind).map_err(|error| refused(&error));
    match *event {
        Event::Deal { seat, card, up } => {
            let to = if up { NextCard::Up(seat) } else { NextCard::Down(seat) };
            deal(played, to, card, item)
        }
        Event::Common { card } => deal(played, NextCard::Common, card, item),
        Event::Passed { kind, seat } | Event::Put { kind, seat, .. } => acts(played, seat, kind),
        Event::Show { seat, .. } | Event::Muck { seat } => {
            let shows = matches!(event, Event::Show { .. });
            if showing == Showing::ByRules && !played.hand().could_show(seat, shows) {
                return Err(refused(&"by the rules of showing this could not come here"));
            }
            acts(played, seat, if shows { ActionKind::Show } else { ActionKind::Muck })
        }
        Event::Declare { declarations } => {
            while played.hand().stage() == Stage::Declaring {
                let actor = played.hand().actor();
                let said = actor.and_then(|seat| declarations[seat.index()]);
                let said = said.ok_or_else(|| refused(&"not everybody who is in declares"))?;
                played.play(said).map_err(|error| refused(&error))?;
            }
            Ok(())
        }
        Event::Ante { .. }
        | Event::Uncalled { .. }
        | Event::Burn
        | Event::Rake { .. }
        | Event::Pay { .. } => Err(refused(&format!("no {:?} comes here", event.kind()))),
    }
}

/// Payments of pots in which all players mucked. Where a hand played elsewhere knows the cards, it pays them by
/// their worth, which the view of a seat that doesn't know them can't tell: they are believed.
#[derive(Default)]
struct UnseenPayments {
    paid: [Chips; SEATS],
    won: [Chips; SEATS],
}

impl UnseenPayments {
    /// Whether the event is such a payment.
    fn takes(&mut self, played: &PlayedHand, event: &Event) -> bool {
        let Event::Pay { pot, seat, chips, .. } = *event else { return false };
        let place = usize::from(pot);
        let Some(unpaid) = played.hand().unseen(pot).filter(|unpaid| unpaid.seats.contains(seat)) else {
            return false;
        };
        let fits = chips > 0 && chips <= unpaid.amount - self.paid[place];
        if fits {
            self.paid[place] += chips;
            self.won[seat.index()] += chips;
        }
        fits
    }

    /// Pays them in a view; a pot is paid in full or not at all, else the answer is false.
    fn pay(&self, played: &PlayedHand, view: &mut View, events: &[Event]) -> bool {
        if self.paid == [0; SEATS] {
            return true;
        }
        for (stack, won) in view.stacks.iter_mut().zip(&self.won) {
            *stack += won;
        }
        let unpaid =
            || (0..).zip(self.paid).filter_map(|(pot, paid)| Some((played.hand().unpaid(pot)?, paid)));
        view.pots = unpaid().filter(|&(_, paid)| paid == 0).map(|(pot, _)| pot).collect();
        view.events = events.to_vec();
        unpaid().all(|(pot, paid)| paid == 0 || paid == pot.amount)
    }
}

/// What each had before the antes: what is left and what was put in, without what was won.
fn start(record: &Field<'_>, seats: SeatSet, events: &[Event]) -> Result<Vec<(Seat, Chips)>, WireError> {
    let (stacks, put_in) = (record.get("stacks")?, record.get("contributions")?);
    for table in [&stacks, &put_in] {
        let named: SeatSet = by_seat(table)?.into_iter().map(|(seat, _)| seat).collect();
        if named != seats {
            return Err(table.contradiction(format!("its seats are {named:?}, those dealt in {seats:?}")));
        }
    }
    let mut won = [0_u128; SEATS];
    for event in events {
        if let Event::Pay { seat, chips, .. } = *event {
            won[seat.index()] += u128::from(chips);
        }
    }
    let (left, put) = (amounts(&stacks)?, amounts(&put_in)?);
    let begin = |seat: Seat| {
        let i = seat.index();
        let all = u128::from(left[i]) + u128::from(put[i]);
        let start = all.checked_sub(won[i]).and_then(|start| Chips::try_from(start).ok());
        let start = start.filter(|start| (1..=MAX_CHIPS).contains(start)).ok_or_else(|| {
            stacks.contradiction(format!(
                "seat {seat} has {} and has put in {}, of which it won {}: nobody begins a hand with that",
                left[i], put[i], won[i]
            ))
        })?;
        Ok((seat, start))
    };
    seats.into_iter().map(begin).collect()
}

fn deal(
    played: &mut PlayedHand,
    to: NextCard,
    card: Option<Card>,
    item: &Field<'_>,
) -> Result<(), WireError> {
    if played.hand().next_card() != Some(to) {
        return Err(item.contradiction("this card is not the next to be dealt"));
    }
    played.deal(card).map_err(|error| match error {
        DealError::Duplicate { card } => item.error(CardError::Duplicate { card }),
        DealError::NotDealing { .. } => item.contradiction(error.to_string()),
    })
}

fn value(record: &impl serde::Serialize) -> Value {
    // Records have text keys alone, so nothing can go wrong.
    serde_json::to_value(record).unwrap_or_default()
}

/// Whether a field says what is right; the error names the innermost field that doesn't.
fn compare(field: &Field<'_>, right: &Value) -> Result<(), WireError> {
    match (field.value(), right) {
        (Value::Object(_), Value::Object(fields)) => {
            for (name, right) in fields {
                compare(&field.get(name)?, right)?;
            }
            match field.entries()?.find(|(name, _)| !fields.contains_key(*name)) {
                Some((_, extra)) => Err(extra.contradiction("there is no such field")),
                None => Ok(()),
            }
        }
        (Value::Array(items), Value::Array(right)) if items.len() == right.len() => {
            field.items()?.zip(right).try_for_each(|(item, right)| compare(&item, right))
        }
        (found, right) if found == right || same_card(field, right) => Ok(()),
        (_, right) => Err(field.contradiction(format!(
            "it is {}, but by the rules, stacks and events it is {}",
            field.shown(),
            Field::root(right).shown()
        ))),
    }
}

/// Whether both are one card, however spelled, or both unknown.
fn same_card(field: &Field<'_>, right: &Value) -> bool {
    let cards = field.path().contains("card");
    cards && card_or_unknown(field).is_ok_and(|card| card_or_unknown(&Field::root(right)) == Ok(card))
}
