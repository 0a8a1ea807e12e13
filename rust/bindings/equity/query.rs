//! What `equity` and its relatives are asked: hands and ranges with weights, dead cards, a common card.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyMapping, PyString, PyType};
use stud8::card::{self, CardSet as Cards};
use stud8::equity::{
    Common, Equity, Label, Pattern, Question, Seen, Spot, SpotError, Tally, Weight, whole_weights,
};
use stud8::eval::LowKind;

use super::work::prepared;
use crate::args::{is_whole, shown, text};
use crate::card::{Card, CardSet, card_list_or_unknown, card_or_unknown};
use crate::errors::{ResultExt, class_of, invalid_range, wrong_type};
use crate::watch::Steps;

/// The arguments that go with a list of hands. A hand in play tells all of them itself.
#[derive(Clone, Copy, Default)]
pub struct Circumstances<'a, 'py> {
    pub dead: Option<&'a Bound<'py, PyAny>>,
    pub common: Option<&'a Bound<'py, PyAny>>,
    pub low: Option<&'a str>,
}

/// A question with its spot, and the names of its players in the answer.
pub struct Query {
    pub question: Question,
    pub spot: Spot,
    labels: Vec<Label>,
    /// Whether the players are seats of a hand in play.
    seated: bool,
}

impl Query {
    /// Asks about the players who are in a hand in play, by what is seen of their cards.
    pub fn of_seen(py: Python<'_>, seen: Seen) -> PyResult<Self> {
        let labels = seen.seats.iter().zip(&seen.players);
        let labels =
            labels.map(|(seat, hand)| Label { player: seat.number(), hand: hand.spaced() }).collect();
        let players = seen.players.into_iter().map(|hand| vec![(hand, 1)]).collect();
        let question = Question { players, dead: seen.dead, common: seen.common, low: seen.low };
        let spot = prepared(py, |stop| question.spot_until(stop))?.py(py)?;
        Ok(Self { question, spot, labels, seated: true })
    }

    /// Asks about hands that are given one by one, as `equity` takes them.
    pub fn of_hands(hands: &Bound<'_, PyAny>, given: &Circumstances<'_, '_>) -> PyResult<Self> {
        const HANDS: &str = "hands are a list with one for each player, a Hand or a View";
        let py = hands.py();
        if hands.is_instance_of::<PyString>()
            || hands.is_instance_of::<CardSet>()
            || hands.cast::<PyMapping>().is_ok()
        {
            return Err(wrong_type(HANDS, hands));
        }
        let items = hands.try_iter().map_err(|_| wrong_type(HANDS, hands))?;
        let mut players = Vec::new();
        for item in items {
            players.push(range(&item?, players.len())?);
        }
        let low: LowKind = given.low.map_or(Ok(LowKind::EightOrBetter), |low| low.parse().py(py))?;
        let dead = given.dead.map_or(Ok(Vec::new()), dead_cards)?;
        let known = Cards::from_distinct(dead.iter().copied().flatten()).py(py)?;
        let common = given.common.map(card_or_unknown).transpose()?;
        let common = common.map(|card| card.map_or(Common::ToCome, Common::Given));
        Self::of_ranges(py, players, known, dead.len(), common, low)
    }

    /// Asks about what each player may hold. `dead_count` counts unknown dead cards too; the deck says whether the seventh
    /// card is common unless `common` does.
    pub fn of_ranges(
        py: Python<'_>,
        players: Vec<Vec<(Pattern, u64)>>,
        dead: Cards,
        dead_count: usize,
        common: Option<Common>,
        low: LowKind,
    ) -> PyResult<Self> {
        let mut question = Question { players, dead, common: common.unwrap_or(Common::None), low };
        let mut by_deck = Ok(());
        if common.is_none() {
            let cards: Vec<usize> =
                question.players.iter().filter_map(|range| Some(range.first()?.0.cards().len())).collect();
            match Common::by_deck(&cards, dead_count) {
                Ok(common) => question.common = common,
                Err(error) => by_deck = Err(error),
            }
        }
        // Anything else that is wrong is reported before a deck that runs out.
        let spot = match prepared(py, |stop| question.spot_until(stop))? {
            Ok(_) | Err(SpotError::Deck { .. }) if let Err(error) = by_deck => Err(error),
            spot => spot,
        };
        let spot = spot.py(py)?;
        let label = |(player, range): (u8, &Vec<(Pattern, u64)>)| Label {
            player,
            hand: match &range[..] {
                [(hand, _)] => hand.spaced(),
                several => format!("{} hands", several.len()),
            },
        };
        let labels = (0..).zip(&question.players).map(label).collect();
        Ok(Self { question, spot, labels, seated: false })
    }

    /// Returns the equity of the players from what was counted or drawn in a spot.
    pub fn equity(&self, spot: &Spot, tally: &Tally, seed: Option<u64>) -> Equity {
        Equity::new(self.labels.clone(), self.seated, tally, spot.low(), seed)
    }

    /// Returns the place of the player with this name in the answer.
    pub fn index(&self, player: &Bound<'_, PyAny>) -> PyResult<usize> {
        let number = if is_whole(player) { player.extract::<u8>().ok() } else { None };
        let place = self.labels.iter().position(|label| Some(label.player) == number);
        place.ok_or_else(|| {
            let names: Vec<String> = self.labels.iter().map(|label| label.player.to_string()).collect();
            let what = if self.seated { "seats that are in" } else { "players" };
            crate::errors::bad_argument(format!(
                "player={} is nobody: the {what} are {}",
                shown(player),
                names.join(", ")
            ))
        })
    }
}

fn dead_cards(value: &Bound<'_, PyAny>) -> PyResult<Vec<Option<card::Card>>> {
    match value.cast::<Card>() {
        Ok(card) => Ok(vec![Some(card.get().0)]),
        Err(_) => card_list_or_unknown(value),
    }
}

const RANGE: &str = "a player's hand is a text like 'As A? ??', a CardSet, a list of Cards, \
                     or a range of such: a list of them or a dict with weights";

/// Reads what one player may hold, with weights.
fn range(value: &Bound<'_, PyAny>, player: usize) -> PyResult<Vec<(Pattern, u64)>> {
    if let Some(hand) = hand(value)? {
        return Ok(vec![(hand, 1)]);
    }
    if let Ok(mapping) = value.cast::<PyMapping>() {
        let mut hands = Vec::new();
        let mut weights = Vec::new();
        let mut steps = Steps::default();
        for item in mapping.items()? {
            steps.step(value.py())?;
            let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let hand = hand(&key)?.ok_or_else(|| wrong_type(RANGE, &key))?;
            weights.push(weight(&value, &hand)?);
            hands.push(hand);
        }
        let weights = whole_weights(&weights).ok_or(SpotError::Weights { player }).py(value.py())?;
        return Ok(hands.into_iter().zip(weights).collect());
    }
    let items = value.try_iter().map_err(|_| wrong_type(RANGE, value))?;
    let mut steps = Steps::default();
    let one = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        steps.step(item.py())?;
        Ok((hand(&item)?.ok_or_else(|| wrong_type(RANGE, &item))?, 1))
    };
    items.map(one).collect()
}

/// Reads one hand. Returns None for what may be a range.
fn hand(value: &Bound<'_, PyAny>) -> PyResult<Option<Pattern>> {
    let py = value.py();
    if let Ok(written) = value.cast::<PyString>() {
        return text(written).parse().py(py).map(Some);
    }
    let cards = if let Ok(card) = value.cast::<Card>() {
        vec![Some(card.get().0)]
    } else if let Ok(set) = value.cast::<CardSet>() {
        set.get().0.iter().rev().map(Some).collect()
    } else if value.cast::<PyMapping>().is_ok() {
        return Ok(None);
    } else {
        let Ok(items) = value.try_iter() else { return Ok(None) };
        let mut steps = Steps::default();
        let items = items.map(|item| steps.step(py).and(item)).collect::<PyResult<Vec<_>>>()?;
        let is_card = |item: &Bound<'_, PyAny>| {
            item.is_none()
                || item.is_instance_of::<Card>()
                || is_whole(item) && !item.hasattr("__len__").unwrap_or(true)
        };
        if items.is_empty() || !items.iter().all(is_card) {
            return Ok(None);
        }
        items.iter().map(card_or_unknown).collect::<PyResult<_>>()?
    };
    Pattern::of_cards(&cards).py(py).map(Some)
}

/// Reads an exact weight.
fn weight(value: &Bound<'_, PyAny>, hand: &Pattern) -> PyResult<Weight> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = value.py();
    let name = |message: &dyn std::fmt::Display| format!("the hand {}: {message}", hand.spaced());
    let is_exact = value.is_instance_of::<PyString>()
        || is_whole(value)
        || value.is_instance(FRACTION.import(py, "fractions", "Fraction")?)?
        || value.is_instance(DECIMAL.import(py, "decimal", "Decimal")?)?;
    if is_exact {
        let weight = value.str()?.to_string_lossy().parse::<Weight>();
        return weight.map_err(|error| invalid_range(py, name(&error)));
    }
    let class = class_of(value);
    Err(PyTypeError::new_err(name(&format!(
        "its weight {} is a {class}, which isn't exact: give a whole number, a Fraction, or a text like '0.25' or '1/3'",
        shown(value)
    ))))
}
