//! Chooses between exact counting and sampling.

use super::exact::{Exact, ExactError};
use super::outcome::Tally;
use super::spot::Spot;
use super::starts::tally_against_random;
use crate::text::At;
use crate::vocabulary::{WordError, vocabulary};

vocabulary! {
    /// The requested method.
    pub enum Method, "method", MethodError {
        /// Exact if that takes about a second at most, else by sampling.
        Auto = "auto",
        /// Exactly.
        Exact = "exact",
        /// By sampling.
        Sample = "sample",
    }
}

/// The longest exact count that is preferred to a sample, in nanoseconds on one thread. The number of threads
/// doesn't matter, so that it doesn't change the result.
pub const PATIENCE: u128 = 1_000_000_000;

/// How an equity is found.
#[derive(Clone, Debug)]
pub enum Approach {
    /// The result is read from the table of starting hands.
    Known(Tally),
    /// All deals are counted.
    Exact(Exact),
    /// Random deals are sampled.
    Sample,
}

impl Approach {
    /// Picks the approach for a spot and a requested method.
    ///
    /// # Errors
    /// [`ExactError::TooGreat`] if an exact count was wanted.
    pub fn new(spot: &Spot, method: Method) -> Result<Approach, ExactError> {
        Approach::new_until(spot, method, &|| false)
    }

    /// As [`Approach::new`], and asks now and then whether to stop.
    ///
    /// # Errors
    /// [`ExactError`]; [`ExactError::Stopped`] if told to.
    pub fn new_until(spot: &Spot, method: Method, stop: &dyn Fn() -> bool) -> Result<Approach, ExactError> {
        if method == Method::Sample {
            return Ok(Approach::Sample);
        }
        if let Some(tally) = tally_against_random(spot) {
            return Ok(Approach::Known(tally));
        }
        match (Exact::new_until(spot, stop), method) {
            (Err(ExactError::Stopped), _) => Err(ExactError::Stopped),
            (Ok(exact), _) if method == Method::Exact || exact.nanoseconds() <= PATIENCE => {
                Ok(Approach::Exact(exact))
            }
            (Err(error), Method::Exact) => Err(error),
            _ => Ok(Approach::Sample),
        }
    }
}

/// A text that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no method: auto, exact or sample{}", At::of_word(text))]
pub struct MethodError {
    text: String,
}

impl From<WordError> for MethodError {
    fn from(error: WordError) -> MethodError {
        MethodError { text: error.text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CardSet;
    use crate::equity::Common;
    use crate::eval::LowKind;

    fn plan(players: &[&str], method: Method) -> Approach {
        let players: Vec<_> = players.iter().map(|hand| vec![(hand.parse().unwrap(), 1)]).collect();
        let spot = Spot::new(&players, CardSet::EMPTY, Common::None, LowKind::EightOrBetter).unwrap();
        Approach::new(&spot, method).unwrap()
    }

    #[test]
    fn what_is_cheap_is_counted() {
        let two = ["As Ac 2d", "Ks Kc Kd"];
        let three = ["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"];
        assert!(matches!(plan(&two, Method::Auto), Approach::Exact(_)));
        assert!(matches!(plan(&two, Method::Sample), Approach::Sample));
        assert!(matches!(plan(&three, Method::Auto), Approach::Sample));
        assert!(matches!(plan(&three, Method::Exact), Approach::Exact(_)));
        for method in [Method::Auto, Method::Exact] {
            assert!(matches!(plan(&["As Ac 2d", ""], method), Approach::Known(_)));
        }
        assert!(matches!(plan(&["As Ac 2d", ""], Method::Sample), Approach::Sample));
    }

    #[test]
    fn methods_have_names() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
        }
        let error = "guess".parse::<Method>().unwrap_err();
        assert_eq!(error.to_string(), "\"guess\" is no method: auto, exact or sample");
    }
}
