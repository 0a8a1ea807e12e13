//! How several equities that belong together are found, and how long a count takes.

use super::exact::{Exact, ExactError};
use super::next_card::Question;
use super::plan::{Approach, Method, PATIENCE};
use super::spot::Spot;

impl Question {
    /// Returns the one exact count for every next card where there is one and the method wants it: always for
    /// [`Method::Exact`], where it takes about a second at most for [`Method::Auto`].
    ///
    /// # Errors
    /// [`ExactError`]; [`ExactError::Stopped`] if told to.
    pub fn plan_by_next_card_until(
        &self,
        spot: &Spot,
        player: usize,
        method: Method,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Exact>, ExactError> {
        if method == Method::Sample {
            return Ok(None);
        }
        let exact = self.exact_by_next_card_until(spot, player, stop)?;
        Ok(exact.filter(|exact| method == Method::Exact || exact.nanoseconds() <= PATIENCE))
    }
}

/// Returns plans for equities that are to be compared, one for each spot: exact counts for all if [`Method::Auto`] finds them
/// cheap together, else samples for all.
///
/// # Errors
/// [`ExactError`]; [`ExactError::Stopped`] if told to.
pub fn plans_until<'a>(
    spots: impl IntoIterator<Item = &'a Spot>,
    method: Method,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Approach>, ExactError> {
    let plans: Result<Vec<Approach>, _> =
        spots.into_iter().map(|spot| Approach::new_until(spot, method, stop)).collect();
    let plans = plans?;
    let cost = |plan: &Approach| match plan {
        Approach::Known(_) => Some(0),
        Approach::Exact(exact) => Some(exact.nanoseconds()),
        Approach::Sample => None,
    };
    let is_cheap = || plans.iter().map(cost).sum::<Option<u128>>().is_some_and(|all| all <= PATIENCE);
    if method != Method::Auto || is_cheap() { Ok(plans) } else { Ok(vec![Approach::Sample; plans.len()]) }
}

/// Returns about how many seconds an exact count takes on one thread: 0 if the answer stands in a table, infinity if there is
/// more than can be counted.
///
/// # Errors
/// [`ExactError`] but for those of counts that are too great; [`ExactError::Stopped`] if told to.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub fn exact_seconds_until(spot: &Spot, stop: &dyn Fn() -> bool) -> Result<f64, ExactError> {
    match Approach::new_until(spot, Method::Exact, stop) {
        Ok(Approach::Exact(exact)) => Ok(exact.nanoseconds() as f64 / 1e9),
        Ok(_) => Ok(0.0),
        Err(ExactError::TooGreat | ExactError::Memory { .. }) => Ok(f64::INFINITY),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::CardSet;
    use crate::equity::Common;
    use crate::eval::LowKind;

    fn spot(players: &[&str]) -> Spot {
        let players: Vec<_> = players.iter().map(|hand| vec![(hand.parse().unwrap(), 1)]).collect();
        Spot::new(&players, CardSet::EMPTY, Common::None, LowKind::EightOrBetter).unwrap()
    }

    #[test]
    fn equities_that_are_compared_are_all_counted_or_all_sampled() {
        let (cheap, dear) = (spot(&["As Ac 2d", "Ks Kc Kd"]), spot(&["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"]));
        let counted =
            |plans: &[Approach]| plans.iter().filter(|plan| matches!(plan, Approach::Exact(_))).count();
        let plans = |spots: &[&Spot], method| plans_until(spots.iter().copied(), method, &|| false).unwrap();
        assert_eq!(counted(&plans(&[&cheap], Method::Auto)), 1);
        assert_eq!(counted(&plans(&[&cheap, &dear], Method::Auto)), 0);
        assert_eq!(counted(&plans(&[&cheap, &dear], Method::Exact)), 2);
        assert_eq!(counted(&plans(&[&cheap, &dear], Method::Sample)), 0);
        // Each of them is cheap, but together they are not.
        let cost = match Approach::new(&cheap, Method::Exact).unwrap() {
            Approach::Exact(exact) => exact.nanoseconds(),
            _ => unreachable!("it stands in no table"),
        };
        let many = usize::try_from(PATIENCE / cost).unwrap() + 1;
        assert_eq!(counted(&plans(&vec![&cheap; many], Method::Auto)), 0);
    }

    #[test]
    fn a_count_in_a_table_takes_no_time() {
        let seconds = |players: &[&str]| exact_seconds_until(&spot(players), &|| false).unwrap();
        assert_eq!(seconds(&["As Ac 2d", ""]).to_bits(), 0.0_f64.to_bits());
        assert!(seconds(&["As Ac 2d", "Ks Kc Kd"]) < seconds(&["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"]));
        assert!(seconds(&["", "", "", "", ""]).is_infinite());
    }

    #[test]
    fn one_count_for_every_next_card_is_for_methods_that_count() {
        let player = |hand: &str| vec![(hand.parse().unwrap(), 1)];
        let question = |hands: &[&str]| Question {
            players: hands.iter().map(|hand| player(hand)).collect(),
            dead: CardSet::EMPTY,
            common: Common::None,
            low: LowKind::EightOrBetter,
        };
        let is_counted = |hands: &[&str], method| {
            let question = question(hands);
            let plan = question.plan_by_next_card_until(&question.spot().unwrap(), 0, method, &|| false);
            plan.unwrap().is_some()
        };
        let (cheap, dear) = (["As 2d 3h 4c", "Ks Kc 9d 8d"], ["As 2d 3h", ""]);
        assert!(is_counted(&cheap, Method::Auto) && is_counted(&cheap, Method::Exact));
        assert!(is_counted(&dear, Method::Exact) && !is_counted(&dear, Method::Auto));
        assert!(!is_counted(&cheap, Method::Sample));
        assert!(!is_counted(&["As 2d 3h", "Ks Kc 9d", "Qs Qc 9h"], Method::Exact));
    }
}
