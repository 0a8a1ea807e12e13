//! `Rules` and `Rake`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple, PyType};
use stud8::rules::{self as core, Chips, Draft, MAX_CHIPS, Preset, RulesError};

use crate::card::is_whole;
use crate::errors::{IntoPyError, ResultExt, invalid_rules};

/// A whole number within bounds, or an error that names the setting.
fn whole(value: &Bound<'_, PyAny>, setting: &'static str, least: u64, most: u64) -> PyResult<u64> {
    let number = if is_whole(value) { value.extract::<u64>().ok() } else { None };
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let text = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
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
        .map_err(|_| invalid_rules(value.py(), format!("{setting}={value} must be True or False")))
}

fn choice<T: std::str::FromStr<Err: IntoPyError>>(value: &Bound<'_, PyAny>, setting: &str) -> PyResult<T> {
    match value.cast::<PyString>() {
        Ok(text) => text.to_cow()?.parse::<T>().py(value.py()),
        Err(_) => Err(invalid_rules(value.py(), format!("{setting}={value} must be a text"))),
    }
}

#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rake(pub core::Rake);

#[pymethods]
impl Rake {
    #[new]
    #[pyo3(signature = (rate, cap = None, unit = None))]
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

    #[getter]
    fn rate(&self) -> u32 {
        self.0.rate
    }

    #[getter]
    fn cap(&self) -> Option<Chips> {
        self.0.cap
    }

    #[getter]
    fn unit(&self) -> Chips {
        self.0.unit
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("rate", self.0.rate)?;
        dict.set_item("cap", self.0.cap)?;
        dict.set_item("unit", self.0.unit)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let cap = self.0.cap.map_or_else(|| "None".to_owned(), |cap| cap.to_string());
        format!("Rake(rate={}, cap={cap}, unit={})", self.0.rate, self.0.unit)
    }

    fn __getnewargs__(&self) -> (u32, Option<Chips>, Chips) {
        (self.0.rate, self.0.cap, self.0.unit)
    }
}

fn rake(value: &Bound<'_, PyAny>) -> PyResult<Option<core::Rake>> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(rake) = value.cast::<Rake>() {
        return Ok(Some(rake.get().0));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let rake = value.py().get_type::<Rake>().call((), Some(dict))?;
        return Ok(Some(rake.cast::<Rake>()?.get().0));
    }
    Err(invalid_rules(value.py(), format!("rake={value} must be None or a Rake(rate, cap, unit)")))
}

/// What keyword arguments say.
fn draft(given: Option<&Bound<'_, PyDict>>) -> PyResult<Draft> {
    let mut draft = Draft::default();
    let Some(given) = given else { return Ok(draft) };
    for (name, value) in given {
        let name: String = name.extract()?;
        let value = &value;
        match name.as_str() {
            "ante" => draft.ante = Some(amount(value, "ante")?),
            "bring_in" => draft.bring_in = Some(amount(value, "bring_in")?),
            "small_bet" => draft.small_bet = Some(amount(value, "small_bet")?),
            "big_bet" if value.is_none() => {}
            "big_bet" => draft.big_bet = Some(amount(value, "big_bet")?),
            "unit" => draft.unit = Some(whole(value, "unit", 1, MAX_CHIPS)?),
            "low" => draft.low = Some(choice(value, "low")?),
            "declare" => draft.declare = Some(flag(value, "declare")?),
            "opener" => draft.opener = Some(choice(value, "opener")?),
            "opener_tie" => draft.opener_tie = Some(choice(value, "opener_tie")?),
            "raises" if value.is_none() => draft.raises = Some(None),
            "raises" => {
                let raises = whole(value, "raises", 0, u32::MAX.into())?;
                draft.raises = Some(Some(raises.try_into()?));
            }
            "heads_up_cap" => draft.heads_up_cap = Some(flag(value, "heads_up_cap")?),
            "odd_chip" => draft.odd_chip = Some(choice(value, "odd_chip")?),
            "trim_antes" => draft.trim_antes = Some(flag(value, "trim_antes")?),
            "common_card_betting" => draft.common_card_betting = Some(flag(value, "common_card_betting")?),
            "burn" => draft.burn = Some(flag(value, "burn")?),
            "show_order" => draft.show_order = Some(choice(value, "show_order")?),
            "ask_muck" => draft.ask_muck = Some(flag(value, "ask_muck")?),
            "all_in_shows" => draft.all_in_shows = Some(flag(value, "all_in_shows")?),
            "all_in_raise" => draft.all_in_raise = Some(choice(value, "all_in_raise")?),
            "rake" => draft.rake = Some(rake(value)?),
            "fold_unfaced" => draft.fold_unfaced = Some(flag(value, "fold_unfaced")?),
            _ => {
                let names: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                return Err(PyTypeError::new_err(format!("{name:?} is no setting: choose from {names}")));
            }
        }
    }
    Ok(draft)
}

type Field = fn(&Rules, Python<'_>) -> PyResult<Py<PyAny>>;

fn object<'py, T>(value: T, py: Python<'py>) -> PyResult<Py<PyAny>>
where
    T: IntoPyObject<'py, Output = Bound<'py, <T as IntoPyObject<'py>>::Target>, Error: Into<PyErr>>,
{
    value.into_pyobject(py).map(|value| value.into_any().unbind()).map_err(Into::into)
}

/// Every setting in the order of the documentation, and how to read it.
const FIELDS: [(&str, Field); 21] = [
    ("ante", |r, py| object(r.0.ante, py)),
    ("bring_in", |r, py| object(r.0.bring_in, py)),
    ("small_bet", |r, py| object(r.0.small_bet, py)),
    ("big_bet", |r, py| object(r.0.big_bet, py)),
    ("unit", |r, py| object(r.0.unit, py)),
    ("low", |r, py| object(r.0.low.name(), py)),
    ("declare", |r, py| object(PyBool::new(py, r.0.declare).to_owned(), py)),
    ("opener", |r, py| object(r.0.opener.as_str(), py)),
    ("opener_tie", |r, py| object(r.0.opener_tie.as_str(), py)),
    ("raises", |r, py| object(r.0.raises, py)),
    ("heads_up_cap", |r, py| object(PyBool::new(py, r.0.heads_up_cap).to_owned(), py)),
    ("odd_chip", |r, py| object(r.0.odd_chip.as_str(), py)),
    ("trim_antes", |r, py| object(PyBool::new(py, r.0.trim_antes).to_owned(), py)),
    ("common_card_betting", |r, py| object(PyBool::new(py, r.0.common_card_betting).to_owned(), py)),
    ("burn", |r, py| object(PyBool::new(py, r.0.burn).to_owned(), py)),
    ("show_order", |r, py| object(r.0.show_order.as_str(), py)),
    ("ask_muck", |r, py| object(PyBool::new(py, r.0.ask_muck).to_owned(), py)),
    ("all_in_shows", |r, py| object(PyBool::new(py, r.0.all_in_shows).to_owned(), py)),
    ("all_in_raise", |r, py| object(r.0.all_in_raise.as_str(), py)),
    ("rake", |r, py| object(r.0.rake.map(Rake), py)),
    ("fold_unfaced", |r, py| object(PyBool::new(py, r.0.fold_unfaced).to_owned(), py)),
];

#[pyclass(frozen, from_py_object, eq, hash, module = "stud8")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules(pub core::Rules);

impl Rules {
    fn preset(py: Python<'_>, preset: Preset, given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        draft(given)?.rules(Some(preset)).map(Self).py(py)
    }
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        draft(settings)?.rules(None).map(Self).py(py)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn eight_or_better(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::EightOrBetter, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn no_qualifier(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::NoQualifier, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn full_tilt(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::FullTilt, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn swedish(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Swedish, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn finnish(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Finnish, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn hungarian(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Hungarian, settings)
    }

    #[classmethod]
    #[pyo3(signature = (**settings))]
    fn wsop(cls: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::preset(cls.py(), Preset::Wsop, settings)
    }

    #[classmethod]
    fn from_dict(cls: &Bound<'_, PyType>, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        Self::new(cls.py(), Some(settings))
    }

    /// The names of the presets.
    #[classattr]
    #[pyo3(name = "PRESETS")]
    fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, Preset::ALL.map(Preset::as_str))
    }

    /// On the class the preset, on an instance the setting.
    #[classattr]
    fn declare() -> DeclareAttribute {
        DeclareAttribute
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        match FIELDS.iter().find(|(field, _)| *field == name) {
            Some((_, read)) => read(self, py),
            None => Err(pyo3::exceptions::PyAttributeError::new_err(format!("Rules has no setting {name:?}"))),
        }
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = slf.get_type().dir()?.extract()?;
        names.extend(FIELDS.iter().map(|(name, _)| (*name).to_owned()));
        Ok(names)
    }

    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, read) in FIELDS {
            dict.set_item(name, read(self, py)?)?;
        }
        if let Some(rake) = self.0.rake {
            dict.set_item("rake", Rake(rake).to_dict(py)?)?;
        }
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut parts = Vec::new();
        for (name, read) in FIELDS {
            parts.push(format!("{name}={}", read(self, py)?.bind(py).repr()?));
        }
        Ok(format!("Rules({})", parts.join(", ")))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
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
            Ok(rules) => object(PyBool::new(py, rules.get().0.declare).to_owned(), py),
            Err(_) => object(pyo3::wrap_pyfunction!(declare_preset, py)?, py),
        }
    }
}

/// The home game with declaration: any five cards make a low, players announce what they play for.
#[pyfunction]
#[pyo3(name = "declare", signature = (**settings))]
fn declare_preset(py: Python<'_>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
    Rules::preset(py, Preset::Declare, settings)
}
