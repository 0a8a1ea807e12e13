//! The record of a hand: rules, stacks, where the cards came from, what was done.

use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::Record;
use super::error::{Fault, WireError};
use super::field::Field;
use super::words::{by_seat, cards, cards_or_unknown};
use crate::action::{ActionError, ActionKind};
use crate::card::{Card, CardError};
use crate::deal::Deck;
use crate::hand::{DealError, SetupError};
use crate::played::{PlayedHand, Setup, Source, Step};
use crate::rules::{Chips, Rules};
use crate::seat::Seat;
use crate::text::clip;

const FORMAT: &str = "stud8-hand";
const VERSION: u32 = 1;

/// Cards in one text.
struct CardText<I>(I);

impl<I: Clone + Iterator<Item = Option<Card>>> fmt::Display for CardText<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.clone().try_for_each(|card| match card {
            Some(card) => card.fmt(f),
            None => f.write_str("??"),
        })
    }
}

struct Stacks<'a>(&'a [(Seat, Chips)]);

impl Serialize for Stacks<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(seat, chips)| (seat.to_string(), chips)))
    }
}

struct Actions<'a>(&'a [Step]);

impl Serialize for Actions<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.0.iter().filter_map(|step| match step {
            Step::Deal(_) => None,
            Step::Play(None, kind) => Some(kind.as_str().into()),
            Step::Play(Some(seat), kind) => Some(std::borrow::Cow::from(format!("{seat} {kind}"))),
        }))
    }
}

impl Serialize for PlayedHand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let setup = self.setup();
        let mut record = to.serialize_struct("Hand", 8)?;
        record.serialize_field("format", FORMAT)?;
        record.serialize_field("version", &VERSION)?;
        record.serialize_field("rules", &setup.rules)?;
        record.serialize_field("stacks", &Stacks(&setup.stacks))?;
        match &setup.source {
            Source::Deck(cards) => {
                record.serialize_field("deck", &CardText(cards.iter().copied().map(Some)).to_string())?;
            }
            Source::Seed { seed, number } => {
                record.serialize_field("seed", seed)?;
                record.serialize_field("number", number)?;
            }
            Source::ByHand => {
                let dealt = self.steps().iter().filter_map(|step| match step {
                    Step::Deal(card) => Some(*card),
                    Step::Play(..) => None,
                });
                record.serialize_field("dealt", &CardText(dealt).to_string())?;
            }
        }
        if !setup.show_in_turn {
            record.serialize_field("permissive", &true)?;
        }
        record.serialize_field("actions", &Actions(self.steps()))?;
        record.end()
    }
}

/// The hand is played again, so a record of one that could not be is refused.
impl Record for PlayedHand {
    const WHAT: &'static str = "a hand";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(FORMAT, VERSION)?;
        let rules = Rules::read(&record.get("rules")?)?;
        let field = record.get("stacks")?;
        let mut stacks = Vec::new();
        for (seat, chips) in by_seat(&field)? {
            let bad = || chips.error(SetupError::Stack { seat, stack: chips.shown() });
            stacks.push((seat, chips.number().map_err(|_| bad())?));
        }
        let (deck, seed, dealt) = (record.find("deck")?, record.find("seed")?, record.find("dealt")?);
        if [deck, seed, dealt].iter().flatten().count() != 1 {
            return Err(record.contradiction("it has one of deck, seed with number, and dealt"));
        }
        let mut cards = Vec::new();
        let source = if let Some(field) = deck {
            Source::Deck(self::deck(&field)?)
        } else if let Some(seed) = seed {
            let number = record.get("number")?.whole(0, u64::MAX)?;
            Source::Seed { seed: seed.whole(0, u64::MAX)?, number }
        } else {
            cards = cards_or_unknown(&record.get("dealt")?)?;
            Source::ByHand
        };
        let permissive = record.find("permissive")?.map_or(Ok(false), |flag| flag.flag())?;
        let actions = record.get("actions")?;
        let mut played = Self::new(Setup { rules, stacks, source, show_in_turn: !permissive })
            .map_err(|e| field.error(e))?;
        let mut cards = cards.into_iter();
        deal_awaited(record, &mut played, &mut cards)?;
        for (number, action) in (1..).zip(actions.items()?) {
            let Some(words) = action.value().as_str() else {
                let why = format!("action {number} is {}: it must be a text", action.shown());
                return Err(action.contradiction(why));
            };
            play(&mut played, words).map_err(|reason| {
                let why = format!("action {number}, {:?}: {reason}", clip(words, 60));
                WireError::new("", Fault::Step { why })
            })?;
            deal_awaited(record, &mut played, &mut cards)?;
        }
        match cards.len() {
            0 => Ok(played),
            left => {
                let why = format!("the last {left} of the dealt cards were never awaited");
                Err(WireError::new("", Fault::Step { why }))
            }
        }
    }
}

fn deck(field: &Field<'_>) -> Result<Deck, WireError> {
    Deck::from_cards(&cards(field)?).map_err(|error| field.error(error))
}

fn deal_awaited(
    record: &Field<'_>,
    played: &mut PlayedHand,
    cards: &mut impl Iterator<Item = Option<Card>>,
) -> Result<(), WireError> {
    while played.hand().next_card().is_some() {
        let Some(card) = cards.next() else { return Ok(()) };
        played.deal(card).map_err(|error| match (error, record.get("dealt")) {
            (DealError::Duplicate { card }, Ok(dealt)) => dealt.error(CardError::Duplicate { card }),
            (error, _) => WireError::new("dealt", Fault::Step { why: error.to_string() }),
        })?;
    }
    Ok(())
}

fn play(played: &mut PlayedHand, words: &str) -> Result<(), String> {
    let (seat, kind) = match words.split_once(' ') {
        Some((seat, kind)) => {
            let place = Seat::ALL.into_iter().find(|other| other.to_string() == seat);
            (Some(place.ok_or_else(|| format!("there is no seat {}", clip(seat, 30)))?), kind)
        }
        None => (None, words),
    };
    let kind: ActionKind = kind.parse().map_err(|error: ActionError| error.to_string())?;
    match seat {
        Some(seat) => played.play_from(seat, kind),
        None => played.play(kind),
    }
    .map_err(|error| error.to_string())
}
