//! The JSON record of a hand: rules, stacks, where the cards came from, what was done.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyString};
use stud8::action::ActionKind;
use stud8::card::Card;
use stud8::record::{Game, Setup, Source, Step};
use stud8::seat::Seat;

use crate::args;
use crate::args::{seat_key, shown, whole};
use crate::card::card_list_or_unknown;
use crate::errors::{ResultExt, history_step, history_syntax, of_record};
use crate::hand::deck;
use crate::rules::Rules;
use crate::view::check_format;

const FORMAT: &str = "stud8-hand";
const VERSION: u32 = 1;

fn text(cards: impl IntoIterator<Item = Option<Card>>) -> String {
    cards.into_iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

pub fn to_dict<'py>(py: Python<'py>, game: &Game) -> PyResult<Bound<'py, PyDict>> {
    let setup = game.setup();
    let dict = PyDict::new(py);
    dict.set_item("format", FORMAT)?;
    dict.set_item("version", VERSION)?;
    dict.set_item("rules", Rules(setup.rules).to_dict(py)?)?;
    let stacks = PyDict::new(py);
    for (seat, chips) in &setup.stacks {
        stacks.set_item(seat.to_string(), chips)?;
    }
    dict.set_item("stacks", stacks)?;
    match &setup.source {
        Source::Deck(cards) => dict.set_item("deck", text(cards.iter().copied().map(Some)))?,
        Source::Seed { seed, number } => {
            dict.set_item("seed", seed)?;
            dict.set_item("number", number)?;
        }
        Source::ByHand => {
            let dealt = game.steps().iter().filter_map(|step| match step {
                Step::Deal(card) => Some(*card),
                Step::Play(..) => None,
            });
            dict.set_item("dealt", text(dealt))?;
        }
    }
    if !setup.show_in_turn {
        dict.set_item("permissive", true)?;
    }
    let actions = PyList::empty(py);
    for step in game.steps() {
        match step {
            Step::Deal(_) => {}
            Step::Play(None, kind) => actions.append(kind.as_str())?,
            Step::Play(Some(seat), kind) => actions.append(format!("{seat} {kind}"))?,
        }
    }
    dict.set_item("actions", actions)?;
    Ok(dict)
}

pub fn from_dict(record: &Bound<'_, PyAny>) -> PyResult<Game> {
    let py = record.py();
    let Ok(dict) = record.cast::<PyDict>() else {
        return Err(history_syntax(py, "the record of a hand is a dict, as Hand.to_dict() makes it"));
    };
    read(dict).map_err(|error| of_record(py, "a hand", error))
}

fn read(record: &Bound<'_, PyDict>) -> PyResult<Game> {
    let py = record.py();
    check_format(record, FORMAT, VERSION)?;
    let get = |name: &str| {
        record.get_item(name)?.ok_or_else(|| PyKeyError::new_err(format!("it has no field {name}")))
    };
    let rules = py.get_type::<Rules>().call((), Some(get("rules")?.cast::<PyDict>()?))?;
    let numbered = PyDict::new(py);
    let stacks = get("stacks")?;
    let Ok(stacks) = stacks.cast::<PyDict>() else {
        return Err(history_syntax(py, format!("stacks={} must be a table {{seat: stack}}", shown(&stacks))));
    };
    for (key, chips) in stacks {
        numbered.set_item(seat_key(&key)?.number(), chips)?;
    }
    let stacks = crate::hand::stacks(&numbered)?;
    let mut dealt = Vec::new();
    let sources = ["deck", "seed", "dealt"].map(|name| record.contains(name).unwrap_or(false));
    if sources.into_iter().filter(|&given| given).count() != 1 {
        return Err(history_syntax(
            py,
            "this is no record of a hand: it has one of deck, seed with number, and dealt",
        ));
    }
    let source = if let Some(cards) = record.get_item("deck")? {
        Source::Deck(deck(&cards)?)
    } else if let Some(seed) = record.get_item("seed")? {
        Source::Seed {
            seed: whole(&seed, "seed", 0, u64::MAX)?,
            number: whole(&get("number")?, "number", 0, u64::MAX)?,
        }
    } else {
        dealt = card_list_or_unknown(&get("dealt")?)?;
        Source::ByHand
    };
    let permissive = match record.get_item("permissive")? {
        None => false,
        Some(flag) => flag
            .cast::<PyBool>()
            .map(PyBoolMethods::is_true)
            .map_err(|_| history_syntax(py, format!("permissive={} must be true or false", shown(&flag))))?,
    };
    let actions = get("actions")?;
    let Ok(actions) = actions.cast::<PyList>() else {
        return Err(history_syntax(py, "actions are a list of names like \"bring_in\""));
    };
    let setup = Setup { rules: rules.cast::<Rules>()?.get().0, stacks, source, show_in_turn: !permissive };
    let mut game = Game::new(setup).py(py)?;
    let mut dealt = dealt.into_iter();
    deal_awaited(py, &mut game, &mut dealt)?;
    for (number, action) in (1..).zip(actions) {
        let Ok(words) = action.cast::<PyString>() else {
            return Err(history_syntax(py, format!("action {number} is {action}: it must be a text")));
        };
        let words = args::text(words);
        play(&mut game, &words)
            .map_err(|reason| history_step(py, format!("action {number}, {words:?}: {reason}")))?;
        deal_awaited(py, &mut game, &mut dealt)?;
    }
    match dealt.len() {
        0 => Ok(game),
        left => Err(history_step(py, format!("the last {left} of the dealt cards were never awaited"))),
    }
}

fn deal_awaited(
    py: Python<'_>,
    game: &mut Game,
    dealt: &mut impl Iterator<Item = Option<Card>>,
) -> PyResult<()> {
    while game.hand().next_card().is_some() {
        let Some(card) = dealt.next() else { return Ok(()) };
        game.deal(card).py(py)?;
    }
    Ok(())
}

fn play(game: &mut Game, words: &str) -> Result<(), String> {
    let (seat, kind) = match words.split_once(' ') {
        Some((seat, kind)) => {
            let number = seat.parse::<u8>().ok().and_then(Seat::new);
            (Some(number.ok_or_else(|| format!("there is no seat {seat}"))?), kind)
        }
        None => (None, words),
    };
    let kind: ActionKind = kind.parse().map_err(|error: stud8::action::ActionError| error.to_string())?;
    match seat {
        Some(seat) => game.play_from(seat, kind),
        None => game.play(kind),
    }
    .map_err(|error| error.to_string())
}
