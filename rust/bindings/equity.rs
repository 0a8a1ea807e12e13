//! `equity`, `next_card`, `exact_seconds` and what they give.

mod hands;
pub mod next;
pub mod query;
pub mod result;
pub mod run;
pub mod work;

use pyo3::prelude::*;

use crate::args::Word;
use crate::watch::Progress;
use hands::query;
use query::Circumstances;
use result::Equity;
use run::{Options, find};

/// What part of the pot each player will win, on average over all deals.
///
/// `hands` has a hand for each of two to eight players, or is a `Hand` or a `View`. A hand is
///
/// - a text of up to seven cards: `As` is known, `A?` by rank, `?h` by suit, `[A23]?` and `[A-8]?` by ranks
///   (spans go upwards, an ace is low in front and high at the end), `A[hs]` by suits, `??` not at all. Cards
///   that are missing up to seven are to come, so an empty text is a random hand. A text means all sets of
///   different cards that fit it, each equally likely: `A?A?` is six pairs of aces;
/// - a `CardSet`, a `Card`, or a list of `Card`, number and None (unknown);
/// - a range: a list of such hands, all of as many cards, each set that fits one of them equally likely; or
///   a dict {hand: weight}, where each set that fits a hand has that weight. A weight is a whole number, a
///   `Fraction`, a `Decimal` or a text like `0.25` or `1/3`; floats are refused, as they aren't exact. Note
///   that a list of texts is a range: three cards in one hand are one text.
///
/// `dead` are cards that can't come: folded and exposed ones, `??` for a folded one that nobody saw. Those
/// only decide whether the deck runs short: if it can't give each player seven cards, the seventh is a common
/// card. So it is with `common`, the common card that is out (`??` if it is out and unknown).
/// `low` is the kind of low, as for `evaluate`.
///
/// Of a `Hand` all cards that were dealt are known, of a `View` what the viewer sees; the players are those
/// who are in, named by seat; dead cards, low and common card follow from the hand and its rules, burned
/// cards included. All are taken to stay to the end, in one pot; cards speak, also with declarations.
///
/// `method` is `exact`, `sample`, or `auto`: exact if that takes a second of one thread at most, else a
/// sample. An exact result counts every deal; `exact_seconds` estimates how long that takes. A sample draws
/// `trials` deals, or as many as it takes until the standard error of every share is at most `target_error`
/// (0.0002 of a pot unless given). Its `seed` is drawn from the operating system unless given; the same seed
/// gives the same result on every machine and for any number of `threads` (None: all cores).
/// `progress` is True for a bar in a terminal, shown after two seconds; or a function, called about every 50 ms
/// with the number of counted cases or drawn deals, which ends the run by raising; or False or None.
///
/// Returns an `Equity`. Raises `Interrupted` on Ctrl-C, whose `partial` is what was sampled so far, and None
/// for an exact count. Raises `InvalidCardError` and `DuplicateCardError` for cards that can't be,
/// `InvalidRangeError` for ranges, `ImpossibleDealError` for cards that no deal fits and for hands that are
/// over, `InvalidPlayersError` unless there are two to eight players, `InvalidRulesError` for other kinds of low,
/// `OverflowError` for more deals than can be counted, `MemoryError` for a count of more than 8 GiB,
/// `InvalidArgumentError` for other values out of range and `TypeError` for other types.
///
/// ```python
/// >>> from stud8 import equity
/// >>> found = equity(["As Ac 2d", "Ks Kc Kd"], dead="5h 6h")
/// >>> found.exact, f"{float(found.players[0].share):.4f}"
/// (True, '0.2458')
/// >>> draws = equity(["[A-8]? [A-8]? 2d", {"K?K?": "0.8", "Q?Q?": "0.2"}, ""], trials=100_000, seed=7)
/// >>> draws.exact, draws.trials
/// (False, 100000)
///
/// ```
#[pyfunction]
#[pyo3(signature = (
    hands, dead = None, common = None, low = None, method = Word::AUTO, trials = None,
    target_error = None, seed = None, threads = None, progress = Progress::default(),
), text_signature = "(hands, dead='', common=None, low='eight_or_better', method='auto', trials=None, \
                    target_error=None, seed=None, threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, clippy::needless_pass_by_value, reason = "they are the user's")]
pub fn equity(
    hands: &Bound<'_, PyAny>,
    dead: Option<&Bound<'_, PyAny>>,
    common: Option<&Bound<'_, PyAny>>,
    low: Option<Word<'_>>,
    method: Word<'_>,
    trials: Option<&Bound<'_, PyAny>>,
    target_error: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    progress: Progress,
) -> PyResult<Equity> {
    let query = query(hands, &Circumstances { dead, common, low: low.as_deref() })?;
    let options = Options::new(hands.py(), &method, trials, target_error, seed, threads, progress)?;
    find(hands.py(), &query, &options)
}

/// About how long `equity(..., method="exact")` would take on one thread, in seconds: very roughly.
///
/// The arguments are those of `equity`. Returns 0.0 if the answer stands in a table, infinity if there is more
/// than can be counted.
///
/// ```python
/// >>> from stud8 import exact_seconds
/// >>> exact_seconds(["As Ac 2d", "Ks Kc Kd"]) < 1 < exact_seconds(["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"])
/// True
///
/// ```
#[pyfunction]
#[pyo3(signature = (hands, dead = None, common = None, low = None),
       text_signature = "(hands, dead='', common=None, low='eight_or_better')")]
#[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
pub fn exact_seconds(
    hands: &Bound<'_, PyAny>,
    dead: Option<&Bound<'_, PyAny>>,
    common: Option<&Bound<'_, PyAny>>,
    low: Option<Word<'_>>,
) -> PyResult<f64> {
    let query = query(hands, &Circumstances { dead, common, low: low.as_deref() })?;
    run::exact_seconds(hands.py(), &query)
}
