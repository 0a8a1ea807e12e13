//! `Rules` and `Rake`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};
use stud8::rules::{
    self as core, Chips, Draft, MAX_CHIPS, NAMES, Preset, RulesError, Setting, SettingKind, SettingValue,
};
use stud8::text::clip;

use crate::args;
use crate::args::{is_whole, shown};
use crate::convert;
use crate::errors::{IntoPyError, ResultExt, invalid_rules};

/// A whole number within bounds, or an error that names the setting.
fn whole(value: &Bound<'_, PyAny>, setting: &'static str, least: u64, most: u64) -> PyResult<u64> {
    let number = if is_whole(value) { value.extract::<u64>().ok() } else { None };
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let text = shown(value);
        RulesError::Range { setting, text, least, most }.into_py(value.py())
    })
}

fn amount(value: &Bound<'_, PyAny>, setting: &'static str) -> PyResult<Chips> {
    whole(value, setting, 0, MAX_CHIPS)
}

fn flag(value: &Bound<'_, PyAny>, setting: &str) -> PyResult<bool> {
    value
        .cast::<PyBool>()
        .map(PyBoolMethods::is_true)
        .map_err(|_| invalid_rules(value.py(), format!("{setting}={} must be True or False", shown(value))))
}

/// What the house takes from the pots, once per hand.
///
/// `rate` is in hundredths of a percent (500 is 5 %), from 0 to 10000. `cap` is the most it takes from one
/// hand, in chips; None is no limit. `unit`: it takes whole multiples of so many chips, rounded down. It is
/// reckoned on all pots together after uncalled chips went back, also when the hand ends early, and taken
/// from the main pot before any division; what that can't bear, from the next.
///
/// Raises `InvalidRulesError` for a value out of range.
///
/// ```python
/// >>> from stud8 import Rake, Rules
/// >>> Rules.full_tilt(rake=Rake(500, cap=300, unit=1)).rake
/// Rake(rate=500, cap=300, unit=1)
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rake(pub core::Rake);

#[pymethods]
impl Rake {
    #[new]
    #[pyo3(signature = (rate, cap = None, unit = None), text_signature = "(rate, cap=None, unit=1)")]
    fn new(
        rate: &Bound<'_, PyAny>,
        cap: Option<&Bound<'_, PyAny>>,
        unit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Ok(Self(core::Rake {
            rate: whole(rate, "rake.rate", 0, 10_000)?.try_into()?,
            cap: cap.map(|cap| amount(cap, "rake.cap")).transpose()?,
            unit: unit.map_or(Ok(1), |unit| whole(unit, "rake.unit", 1, MAX_CHIPS))?,
        }))
    }

    /// Hundredths of a percent: 500 is 5 %.
    #[getter]
    fn rate(&self) -> u32 {
        self.0.rate
    }

    /// The most it takes from one hand, in chips; None is no limit.
    #[getter]
    fn cap(&self) -> Option<Chips> {
        self.0.cap
    }

    /// It takes whole multiples of so many chips.
    #[getter]
    fn unit(&self) -> Chips {
        self.0.unit
    }

    /// `{"rate": …, "cap": …, "unit": …}`, which the setting `rake` takes too.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let cap = self.0.cap.map_or_else(|| "None".to_owned(), |cap| cap.to_string());
        format!("Rake(rate={}, cap={cap}, unit={})", self.0.rate, self.0.unit)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (u32, Option<Chips>, Chips)) {
        (py.get_type::<Self>(), (self.0.rate, self.0.cap, self.0.unit))
    }
}

/// The keys and values of a dict as they are now.
fn pairs<'py>(dict: &Bound<'py, PyDict>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    dict.items().iter().map(|pair| pair.extract()).collect()
}

fn rake_from_dict(record: &Bound<'_, PyDict>) -> PyResult<core::Rake> {
    let py = record.py();
    let what = "a rake is made of rate, cap and unit";
    let [mut rate, mut cap, mut unit] = [None, None, None];
    // A copy: numbers and names may be objects that change the dict.
    for (name, value) in pairs(record)? {
        match name.str()?.to_string_lossy().as_ref() {
            "rate" => rate = Some(value),
            "cap" => cap = Some(value).filter(|value| !value.is_none()),
            "unit" => unit = Some(value).filter(|value| !value.is_none()),
            _ => return Err(invalid_rules(py, format!("rake has no {}: {what}", shown(&name)))),
        }
    }
    let rate = rate.ok_or_else(|| invalid_rules(py, format!("rake has no rate: {what}")))?;
    Rake::new(&rate, cap.as_ref(), unit.as_ref()).map(|rake| rake.0)
}

fn rake(value: &Bound<'_, PyAny>) -> PyResult<Option<core::Rake>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(rake) = value.cast::<Rake>() {
        return Ok(Some(rake.get().0));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return rake_from_dict(dict).map(Some);
    }
    Err(invalid_rules(value.py(), format!("rake={} must be None or a Rake(rate, cap, unit)", shown(value))))
}

/// Says one setting of a draft.
fn set(draft: &mut Draft, setting: Setting, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let Setting { name, kind } = setting;
    let py = value.py();
    let word;
    let value = match kind {
        _ if value.is_none() && setting.is_optional() => SettingValue::Nothing,
        SettingKind::Amount { least } => SettingValue::Number(whole(value, name, least, MAX_CHIPS)?),
        SettingKind::Count => SettingValue::Number(whole(value, name, 0, u32::MAX.into())?),
        SettingKind::Switch => SettingValue::Switch(flag(value, name)?),
        SettingKind::Rake => rake(value)?.map_or(SettingValue::Nothing, SettingValue::Rake),
        SettingKind::Word(_) => match value.cast::<PyString>() {
            Ok(text) => {
                word = args::text(text);
                SettingValue::Word(&word)
            }
            Err(_) => return Err(invalid_rules(py, format!("{name}={} must be a text", shown(value)))),
        },
    };
    draft.set(name, value).py(py)
}

/// What keyword arguments say, beside what a draft says already.
fn draft(mut draft: Draft, given: Option<&Bound<'_, PyDict>>) -> PyResult<Draft> {
    let Some(given) = given else { return Ok(draft) };
    for (name, value) in pairs(given)? {
        let name: String = name.extract()?;
        let Some(setting) = Setting::named(&name) else {
            let names = NAMES.join(", ");
            return Err(PyTypeError::new_err(format!(
                "{:?} is no setting: choose from {names}",
                clip(&name, 30)
            )));
        };
        set(&mut draft, setting, &value)?;
    }
    Ok(draft)
}

fn object<'py, T>(value: T, py: Python<'py>) -> PyResult<Py<PyAny>>
where
    T: IntoPyObject<'py, Output = Bound<'py, <T as IntoPyObject<'py>>::Target>, Error: Into<PyErr>>,
{
    value.into_pyobject(py).map(|value| value.into_any().unbind()).map_err(Into::into)
}

/// Returns settings as keyword arguments.
fn keywords(settings: &[(&str, SettingValue<'_>)], py: Python<'_>) -> PyResult<String> {
    let mut parts = Vec::new();
    for &(name, value) in settings {
        parts.push(format!("{name}={}", self::value(value, py)?.bind(py).repr()?));
    }
    Ok(parts.join(", "))
}

impl Rules {
    /// Returns the shortest expression of these rules: a preset and what differs from it.
    pub fn short_repr(&self, py: Python<'_>) -> PyResult<String> {
        let (preset, beside) = Preset::nearest(&self.0);
        Ok(format!("Rules.{}({})", preset.as_str(), keywords(&beside, py)?))
    }
}

/// The value of a setting as Python has it.
fn value(value: SettingValue<'_>, py: Python<'_>) -> PyResult<Py<PyAny>> {
    match value {
        SettingValue::Nothing => Ok(py.None()),
        SettingValue::Number(number) => object(number, py),
        SettingValue::Switch(on) => object(PyBool::new(py, on).to_owned(), py),
        SettingValue::Word(word) => object(word, py),
        SettingValue::Rake(rake) => object(Rake(rake), py),
    }
}

/// The house rules of a game. Immutable, hashable; each setting is an attribute.
///
/// Settings are keywords. Amounts are whole chips (the smallest money unit) up to 2**40; `bring_in <
/// small_bet <= big_bet`, all of them multiples of `unit`.
///
/// ```text
/// setting              default          meaning
/// ante                 required         what everyone pays before the deal; may be 0
/// bring_in             required         what the lowest door card must put in; at least 1
/// small_bet            required         the bet of third and fourth street
/// big_bet              2 × small_bet    the bet of fifth, sixth and seventh street
/// unit                 1                the smallest chip in play; no pot is divided more finely
/// low                  eight_or_better  five different ranks, none above the eight
///                      five_ranks       five different ranks, no qualifier
///                      any              any five cards, paired ones too (they are worse)
/// declare              False            True: players announce what they play for; needs low='any'
/// opener               best_board       fourth street on: the best exposed hand opens
///                      highest_card     the highest single up card opens
///                      newest_card      the highest card dealt on this street opens
/// opener_tie           position         among equals the lowest seat opens
///                      suit             the suit of the highest card decides, spades first
/// raises               3                raises in a round after the bet; None: no cap
/// heads_up_cap         True             False: no cap in a round that begins with two able players
/// odd_chip             suit_of_seven    the odd chip of a tied share goes to the highest card held (for
///                                       low the lowest), then by suit: spades (for low clubs) first
///                      suit_of_five     to the highest of the five cards used, spades first
///                      position         to the lowest seat
/// trim_antes           True             a short ante wins only its part of each ante, and an ante
///                                       nobody matched goes back; False: all are in the main pot
/// common_card_betting  True             False: no betting on seventh street with a common card
/// burn                 False            True: a card is burned before each street from fourth on
/// show_order           last_aggressor   first shows the last to bet or raise; if nobody did, the best board
///                      river_aggressor  the last to bet or raise on seventh street, else the best board
///                      best_board       the best board
///                      position         the last to bet or raise on seventh street, else the lowest seat
/// ask_muck             False            losers muck unasked; True: they choose to show or muck
/// all_in_shows         False            True: if someone in the showdown is all-in, everybody shows
/// all_in_raise         half             a short all-in counts as a full raise from half a bet on
///                      full             only when it is the whole bet
/// rake                 None             or a Rake
/// fold_unfaced         False            True: one may fold when checking is free
/// ```
///
/// Eight rule books are class methods, the names of which are in `Rules.PRESETS`. Each takes any setting by
/// name:
///
/// ```text
/// preset           sets
/// eight_or_better  nothing
/// no_qualifier     low='five_ranks'
/// full_tilt        40/50/200/400, ask_muck
/// declare          40/50/200/400, ask_muck, low='any', declare
/// swedish          nothing
/// finnish          bring_in=2 × ante, opener='highest_card', odd_chip='position',
///                  common_card_betting=False, show_order='river_aggressor'
/// hungarian        25/50/100/200, opener='newest_card', show_order='best_board'
/// wsop             raises=4, odd_chip='suit_of_five', burn, show_order='river_aggressor',
///                  all_in_shows, fold_unfaced
/// ```
///
/// The stakes are ante/bring-in/small bet/big bet; with the others they must be given.
///
/// Raises `InvalidRulesError` for a value that is missing, unknown, out of range or out of order, `TypeError`
/// for a name that is no setting.
///
/// ```python
/// >>> from stud8 import Rules
/// >>> rules = Rules.full_tilt(small_bet=400, raises=None)
/// >>> rules.ante, rules.big_bet, rules.raises, rules.opener
/// (40, 800, None, 'best_board')
///
/// ```
#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(pub core::Rules);

impl Rules {
    fn preset(py: Python<'_>, preset: Preset, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        draft(Draft::EMPTY, given)?.rules(Some(preset)).map(Self).py(py)
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(
        signature = (**settings),
        text_signature = "(*, ante, bring_in, small_bet, big_bet=None, unit=1, low='eight_or_better', \
         declare=False, opener='best_board', opener_tie='position', raises=3, heads_up_cap=True, \
         odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, burn=False, \
         show_order='last_aggressor', ask_muck=False, all_in_shows=False, all_in_raise='half', rake=None, \
         fold_unfaced=False)"
    )]
    fn new(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        draft(Draft::EMPTY, settings)?.rules(None).map(Self).py(py)
    }

    /// Eight or better with every other setting at its default. The stakes must be given.
    ///
    /// Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante, bring_in, small_bet, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='best_board', opener_tie='position', raises=3, \
         heads_up_cap=True, odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, \
         burn=False, show_order='last_aggressor', ask_muck=False, all_in_shows=False, \
         all_in_raise='half', rake=None, fold_unfaced=False)"
    )]
    fn eight_or_better(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::EightOrBetter, settings)
    }

    /// Without a qualifier: any five different ranks make a low. The stakes must be given.
    ///
    /// Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante, bring_in, small_bet, big_bet=None, unit=1, low='five_ranks', \
         declare=False, opener='best_board', opener_tie='position', raises=3, heads_up_cap=True, \
         odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, burn=False, \
         show_order='last_aggressor', ask_muck=False, all_in_shows=False, all_in_raise='half', rake=None, \
         fold_unfaced=False)"
    )]
    fn no_qualifier(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::NoQualifier, settings)
    }

    /// Full Tilt Poker: $2/$4 in cents (40/50/200/400) unless given; losers choose to show or muck.
    ///
    /// Given some stakes the others stay, and the big bet is twice the small one. Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante=40, bring_in=50, small_bet=200, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='best_board', opener_tie='position', raises=3, \
         heads_up_cap=True, odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, \
         burn=False, show_order='last_aggressor', ask_muck=True, all_in_shows=False, all_in_raise='half', \
         rake=None, fold_unfaced=False)"
    )]
    fn full_tilt(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::FullTilt, settings)
    }

    /// The Swedish page: odd chips by card and suit, as in the defaults. The stakes must be given.
    ///
    /// Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante, bring_in, small_bet, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='best_board', opener_tie='position', raises=3, \
         heads_up_cap=True, odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, \
         burn=False, show_order='last_aggressor', ask_muck=False, all_in_shows=False, \
         all_in_raise='half', rake=None, fold_unfaced=False)"
    )]
    fn swedish(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Swedish, settings)
    }

    /// The Finnish page: the largest exposed card opens, odd chips go by position.
    ///
    /// There is no betting on seventh street with a common card. The bring-in is twice the ante unless given;
    /// ante and small bet must be given. Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante, bring_in=..., small_bet, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='highest_card', opener_tie='position', raises=3, \
         heads_up_cap=True, odd_chip='position', trim_antes=True, common_card_betting=False, burn=False, \
         show_order='river_aggressor', ask_muck=False, all_in_shows=False, all_in_raise='half', \
         rake=None, fold_unfaced=False)"
    )]
    fn finnish(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Finnish, settings)
    }

    /// The Hungarian page: the highest newly dealt card opens, the best board shows first.
    ///
    /// $1/$2 in cents (25/50/100/200) unless given. Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante=25, bring_in=50, small_bet=100, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='newest_card', opener_tie='position', raises=3, \
         heads_up_cap=True, odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, \
         burn=False, show_order='best_board', ask_muck=False, all_in_shows=False, all_in_raise='half', \
         rake=None, fold_unfaced=False)"
    )]
    fn hungarian(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Hungarian, settings)
    }

    /// Live tournaments (WSOP 2024): four raises, burned cards, all-in hands are shown.
    ///
    /// One may fold when checking is free; odd chips go by the suit of the five cards used. The stakes must be
    /// given, and `unit` should be the smallest chip in play. `raises=None` once two players are left in the
    /// tournament. Raises as `Rules` does.
    #[classmethod]
    #[pyo3(
        signature = (**settings),
        text_signature = "($cls, *, ante, bring_in, small_bet, big_bet=None, unit=1, \
         low='eight_or_better', declare=False, opener='best_board', opener_tie='position', raises=4, \
         heads_up_cap=True, odd_chip='suit_of_five', trim_antes=True, common_card_betting=True, \
         burn=True, show_order='river_aggressor', ask_muck=False, all_in_shows=True, all_in_raise='half', \
         rake=None, fold_unfaced=True)"
    )]
    fn wsop(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Wsop, settings)
    }

    /// These rules with other values of the settings that are named; all others stay as they are.
    ///
    /// That holds for the big bet too: with `big_bet=None` it becomes twice the small bet. Raises as `Rules` does.
    ///
    /// ```python
    /// >>> from stud8 import Rules
    /// >>> rules = Rules.full_tilt().replace(small_bet=300, big_bet=None, raises=None)
    /// >>> rules.ante, rules.small_bet, rules.big_bet, rules.raises, rules.ask_muck
    /// (40, 300, 600, None, True)
    ///
    /// ```
    #[pyo3(
        signature = (**settings),
        text_signature = "($self, *, ante=..., bring_in=..., small_bet=..., big_bet=..., unit=..., low=..., \
         declare=..., opener=..., opener_tie=..., raises=..., heads_up_cap=..., odd_chip=..., \
         trim_antes=..., common_card_betting=..., burn=..., show_order=..., ask_muck=..., \
         all_in_shows=..., all_in_raise=..., rake=..., fold_unfaced=...)"
    )]
    fn replace(&self, py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        draft(Draft::of(&self.0), settings)?.rules(None).map(Self).py(py)
    }

    /// The name of the game, `"high_low"`: what doesn't change from house to house.
    ///
    /// It is no setting, and `to_dict` leaves it out: a record without a game is one of high-low.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game.name()
    }

    /// The rules that `to_dict` wrote down. Settings that are left out have their defaults.
    ///
    /// Raises as `Rules` does.
    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, settings: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(settings) = settings.cast::<PyDict>() else {
            return Err(invalid_rules(cls.py(), format!("{} is no dict of settings", shown(settings))));
        };
        Self::new(cls.py(), Some(settings))
    }

    /// The names of the presets.
    #[classattr]
    #[pyo3(name = "PRESETS")]
    fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Preset::WORDS)
    }

    /// The words that a setting may have, such as those of `opener`. Other settings have no words, and give `()`.
    ///
    /// Raises `InvalidRulesError` for an unknown setting.
    ///
    /// ```python
    /// >>> from stud8 import Rules
    /// >>> Rules.choices("opener_tie")
    /// ('position', 'suit')
    ///
    /// ```
    #[staticmethod]
    #[expect(clippy::needless_pass_by_value, reason = "made of what Python gives")]
    fn choices<'py>(py: Python<'py>, setting: args::Word<'_>) -> PyResult<Bound<'py, PyTuple>> {
        match Setting::named(&setting).map(|known| known.kind) {
            Some(SettingKind::Word(words)) => PyTuple::new(py, words),
            Some(_) => Ok(PyTuple::empty(py)),
            None => {
                let (name, names) = (clip(&setting, 30), NAMES.join(", "));
                Err(invalid_rules(py, format!("{name:?} is no setting: choose from {names}")))
            }
        }
    }

    /// On the class the preset, on an instance the setting.
    #[classattr]
    fn declare() -> DeclareAttribute {
        DeclareAttribute
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match self.0.values().into_iter().find(|(setting, _)| *setting == name) {
            Some((_, value)) => self::value(value, py),
            None => Err(pyo3::exceptions::PyAttributeError::new_err(format!(
                "Rules has no setting {:?}",
                clip(name, 30)
            ))),
        }
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = slf.get_type().dir()?.extract()?;
        names.extend(NAMES.iter().map(|&name| name.to_owned()));
        Ok(names)
    }

    /// Every setting in the order of the documentation, as plain data for JSON (the rake as a dict or None).
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        convert::to_dict(py, &self.0)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Rules({})", keywords(&self.0.values(), py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        Ok((py.get_type::<Self>().getattr("from_dict")?, (self.to_dict(py)?,)))
    }
}

/// `Rules.declare` is the preset, `rules.declare` the setting.
#[pyclass(frozen, module = "stud8")]
pub struct DeclareAttribute;

#[pymethods]
impl DeclareAttribute {
    #[expect(clippy::unused_self, reason = "the descriptor protocol")]
    fn __get__(
        &self,
        instance: &Bound<'_, PyAny>,
        owner: Option<&Bound<'_, PyAny>>,
        py: Python<'_>,
    ) -> PyResult<Py<PyAny>> {
        let _ = owner;
        match instance.cast::<Rules>() {
            Ok(rules) => object(PyBool::new(py, rules.get().0.game.declares()).to_owned(), py),
            Err(_) => object(pyo3::wrap_pyfunction!(declare_preset, py)?, py),
        }
    }
}

/// The home game with declaration: after the last round players announce what they play for.
///
/// Any five cards make a low; who declares both must win both. 40/50/200/400 unless given; losers choose to
/// show or muck. On an instance `rules.declare` is the setting. Raises as `Rules` does.
#[pyfunction]
#[pyo3(
    name = "declare",
    signature = (**settings),
    text_signature = "(*, ante=40, bring_in=50, small_bet=200, big_bet=None, unit=1, low='any', \
     declare=True, opener='best_board', opener_tie='position', raises=3, heads_up_cap=True, \
     odd_chip='suit_of_seven', trim_antes=True, common_card_betting=True, burn=False, \
     show_order='last_aggressor', ask_muck=True, all_in_shows=False, all_in_raise='half', rake=None, \
     fold_unfaced=False)"
)]
fn declare_preset(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    Rules::preset(py, Preset::Declare, settings)
}
