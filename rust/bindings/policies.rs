//! The argument `policies`: names and functions, one for all players, a list, or by seat.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use stud8::seat::SeatSet;
use stud8::simulate::{Player, Policy, Seating};
use stud8::statistics::Rotation;

use crate::args::{seat_key, text};
use crate::errors::{ResultExt, bad_argument, wrong_type};

/// The policies of a simulation: names for the summary, seats for the core, and the functions that are called.
pub struct Policies {
    /// The name of the policy of each player.
    pub players: Vec<String>,
    pub rotation: Rotation,
    /// By the place of a policy in the seating: its name, and the function.
    pub by_place: Vec<(String, Option<Py<PyAny>>)>,
    pub seating: Seating,
}

/// One policy, as the user gives it.
enum PolicyArgument<'py> {
    Native(Policy),
    Function(Bound<'py, PyAny>),
}

impl<'py> PolicyArgument<'py> {
    fn new(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = value.cast::<PyString>() {
            return text(name).parse().map(Self::Native).py(name.py());
        }
        if value.is_callable() {
            return Ok(Self::Function(value.clone()));
        }
        Err(wrong_type("a policy is a name or a function of observations and random numbers", value))
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Native(one), Self::Native(two)) => one == two,
            (Self::Function(one), Self::Function(two)) => one.is(two),
            _ => false,
        }
    }

    /// Returns the policy's own name.
    fn name(&self) -> String {
        match self {
            Self::Native(policy) => policy.to_string(),
            Self::Function(function) => {
                let py = function.py();
                let name = function.getattr(intern!(py, "__name__")).and_then(|name| name.extract());
                let class =
                    || function.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
                name.unwrap_or_else(|_| class())
            }
        }
    }
}

impl Policies {
    /// Reads the policies of players in these seats.
    pub fn new(policies: &Bound<'_, PyAny>, rotation: &str, seats: SeatSet) -> PyResult<Self> {
        let rotation: Rotation = rotation
            .parse()
            .map_err(|_| bad_argument(format!("rotation must be one of {}", Rotation::WORDS.join(", "))))?;
        let mut different: Vec<PolicyArgument<'_>> = Vec::new();
        let mut places = Vec::with_capacity(seats.len());
        for given in one_a_seat(policies, seats)? {
            let given = PolicyArgument::new(&given)?;
            let known = different.iter().position(|other| other.is(&given));
            let place = known.unwrap_or(different.len());
            if known.is_none() {
                different.push(given);
            }
            places.push(u8::try_from(place)?);
        }
        let labels = labels(&different);
        let player = |given: &PolicyArgument<'_>| match given {
            PolicyArgument::Native(policy) => Player::Native(*policy),
            PolicyArgument::Function(_) => Player::Asked,
        };
        let seating = Seating::new(different.iter().map(player).collect(), &places, rotation, seats);
        let function = |given: &PolicyArgument<'_>| match given {
            PolicyArgument::Native(_) => None,
            PolicyArgument::Function(function) => Some(function.clone().unbind()),
        };
        Ok(Self {
            players: places.iter().map(|&place| labels[usize::from(place)].clone()).collect(),
            rotation,
            by_place: labels.into_iter().zip(different.iter().map(function)).collect(),
            seating,
        })
    }

    /// Returns whether some policy is a function.
    pub fn ask(&self) -> bool {
        self.by_place.iter().any(|(_, function)| function.is_some())
    }
}

/// Returns the policy of each seat, ascending.
fn one_a_seat<'py>(policies: &Bound<'py, PyAny>, seats: SeatSet) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(by_seat) = policies.cast::<PyDict>() {
        let mut found = vec![None; seats.len()];
        // A copy: reading a key may run Python, which may change the dict.
        for item in by_seat.items() {
            let (key, policy): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
            let seat = seat_key(&key)?;
            let place = seats.into_iter().position(|other| other == seat);
            let place = place
                .ok_or_else(|| bad_argument(format!("policies has seat {seat}, in which nobody sits")))?;
            if found[place].replace(policy).is_some() {
                return Err(bad_argument(format!("policies has seat {seat} twice")));
            }
        }
        return seats
            .into_iter()
            .zip(found)
            .map(|(seat, policy)| {
                policy.ok_or_else(|| bad_argument(format!("policies has none for seat {seat}")))
            })
            .collect();
    }
    if policies.is_instance_of::<PyString>() || policies.is_callable() {
        return Ok(vec![policies.clone(); seats.len()]);
    }
    if !policies.is_instance_of::<PyList>() && !policies.is_instance_of::<PyTuple>() {
        return Err(wrong_type(
            "policies is one policy for all, a list of one for each seat, or a dict of seats and policies",
            policies,
        ));
    }
    let list: Vec<Bound<'py, PyAny>> = policies.try_iter()?.collect::<PyResult<_>>()?;
    if list.len() != seats.len() {
        return Err(bad_argument(format!(
            "policies has {} for {} players: give one for each, or one for all",
            list.len(),
            seats.len()
        )));
    }
    Ok(list)
}

/// Returns a different name for each policy: two functions may have the same name.
fn labels(different: &[PolicyArgument<'_>]) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for given in different {
        let name = given.name();
        let taken = |label: &String| {
            labels.contains(label)
                || (matches!(given, PolicyArgument::Function(_)) && label.parse::<Policy>().is_ok())
        };
        // There are more numbers than policies, so one is free.
        let others = (2..=different.len() + 1).map(|number| format!("{name} {number}"));
        let label = std::iter::once(name.clone()).chain(others).find(|label| !taken(label));
        labels.push(label.unwrap_or(name));
    }
    labels
}
