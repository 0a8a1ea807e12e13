//! The Python extension `stud8._native`: converts arguments, calls the core, converts the answer.
#![expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::wrong_self_convention,
    reason = "PyO3 methods take `&self`"
)]

use pyo3::prelude::*;

mod action;
mod args;
mod batches;
mod card;
mod convert;
mod entropy;
mod equity;
mod errors;
mod eval;
mod event;
mod face;
mod hand;
mod history;
mod interpreter;
mod many;
mod matches;
mod observation;
mod odds;
mod perft;
mod policies;
mod recording;
mod rules;
mod simulate;
mod starts;
mod summary;
mod tables;
mod view;
mod watch;

/// The native engine: the classes and functions that the package offers under its own name.
#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::action::{Action, Pot};
    #[pymodule_export]
    use crate::card::{Card, CardSet};
    #[pymodule_export]
    use crate::equity::next::{NextCards, next_card};
    #[pymodule_export]
    use crate::equity::result::Equity;
    #[pymodule_export]
    use crate::equity::{equity, exact_seconds};
    #[pymodule_export]
    use crate::eval::{Board, Evaluation, High, Low, evaluate};
    #[pymodule_export]
    use crate::event::Event;
    #[pymodule_export]
    use crate::hand::{Hand, LegalActions};
    #[pymodule_export]
    use crate::history::History;
    #[pymodule_export]
    use crate::many::{board_many, category, evaluate_many, evaluate_sets};
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::observation::{features, observe};
    #[pymodule_export]
    use crate::odds::low_odds;
    #[pymodule_export]
    use crate::perft::perft;
    #[pymodule_export]
    use crate::rules::{Rake, Rules};
    #[pymodule_export]
    use crate::starts::{StartingHand, starting_hand, starting_hands};
    #[pymodule_export]
    use crate::summary::Summary;
    #[pymodule_export]
    use crate::tables::Tables;
    #[pymodule_export]
    use crate::view::View;

    #[expect(non_upper_case_globals, reason = "Python's own spelling")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::claim(module.py())?;
        crate::observation::declare(module)?;
        // Not by `add`, which would list them among the public names.
        module.setattr("_deck", wrap_pyfunction!(crate::recording::_deck, module)?)?;
        module.setattr("_record", wrap_pyfunction!(crate::recording::_record, module)?)?;
        module.setattr("_simulate", wrap_pyfunction!(crate::simulate::_simulate, module)?)
    }
}
