//! Counts over many hands together with who sat where.

use super::classes::ClassCount;
use super::normal;
use super::rotation::Rotation;
use super::totals::{Totals, mean, standard_error};
use crate::seat::{Seat, SeatSet};

/// What happened in many hands of the same seats and policies.
///
/// Summaries of the same game add up exactly, in any order, to the summary of all their hands. A summary has counts alone: it
/// knows neither rules and stacks nor seed and numbers, so that adding can't check that both come from one game and that no
/// hand is in both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    pub(super) totals: Totals,
    seats: SeatSet,
    players: Vec<String>,
    rotation: Rotation,
}

/// Why two summaries or matches can't be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddError {
    /// Others sit elsewhere.
    #[error("only summaries of the same seats can be added")]
    Seats,
    /// Others play.
    #[error("only summaries of the same policies, rotated alike, can be added")]
    Policies,
    /// One of them counts starting hands.
    #[error("only summaries that both have classes, or neither, can be added")]
    Classes,
    /// The matches are of other policies, or other pairs of them have played.
    #[error("only matches of the same policies can be added")]
    Match,
    /// A count would be too large.
    #[error("these are more hands than can be counted")]
    Overflow,
}

/// A level that no confidence interval has.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[error("level={level} must be between 0 and 1, such as 0.95")]
pub struct LevelError {
    /// What was given.
    pub level: f64,
}

impl Summary {
    /// Returns the summary of these totals: `players` names the policy of each seat, ascending, where nothing is rotated.
    ///
    /// # Panics
    /// When there isn't one player for each seat.
    #[must_use]
    pub fn new(totals: Totals, seats: SeatSet, players: Vec<String>, rotation: Rotation) -> Self {
        assert_eq!(players.len(), seats.len(), "one policy a seat");
        Self { totals, seats, players, rotation }
    }

    /// The counts.
    #[must_use]
    pub const fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The seats of the players.
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The name of the policy of each player, in the order of the seats when nothing is rotated.
    #[must_use]
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// How the policies moved.
    #[must_use]
    pub const fn rotation(&self) -> Rotation {
        self.rotation
    }

    /// Returns the names of the different policies, in the order in which [`Totals`] count them.
    #[must_use]
    pub fn policies(&self) -> Vec<&str> {
        let mut policies: Vec<&str> = Vec::new();
        for player in &self.players {
            if !policies.contains(&player.as_str()) {
                policies.push(player);
            }
        }
        policies
    }

    /// Returns in how many seats the policy of this number sits.
    #[must_use]
    pub fn seats_of(&self, policy: usize) -> u64 {
        let name = self.policies().get(policy).copied();
        self.players.iter().filter(|player| Some(player.as_str()) == name).count() as u64
    }

    /// Returns the actions of all players on all streets, declarations included.
    #[must_use]
    pub fn actions(&self) -> u128 {
        self.totals.actions.as_flattened().iter().copied().map(u128::from).sum()
    }

    /// Returns what came of each starting hand of a policy, by class; `None` if that wasn't asked for.
    #[must_use]
    pub fn classes_of(&self, policy: usize) -> Option<&[ClassCount]> {
        self.totals.classes.as_ref().map(|classes| classes.of_policy(policy))
    }

    /// Returns the confidence interval of the mean of a seat, at a level between 0 and 1.
    ///
    /// # Errors
    /// For another level.
    pub fn confidence(&self, seat: Seat, level: f64) -> Result<(f64, f64), LevelError> {
        around(self.totals.mean(seat), self.totals.standard_error(seat), level)
    }

    /// Returns what a policy won a hand and seat, on average; 0 without hands.
    #[must_use]
    pub fn policy_mean(&self, policy: usize) -> f64 {
        mean(self.totals.hands, self.totals.policy_net[policy]) / small(self.seats_of(policy))
    }

    /// Returns the standard error of [`Summary::policy_mean`]. Deals are independent, the hands of one deal aren't: where each
    /// is played from every seat, this is the smaller error that it is done for.
    #[must_use]
    pub fn policy_standard_error(&self, policy: usize) -> f64 {
        let Totals { hands, deals, policy_net, deal_squares, .. } = &self.totals;
        let error = standard_error(*deals, policy_net[policy], deal_squares[policy]);
        // That is the error of a deal. The more hands a deal has, the less it is for each.
        let hands = hands.checked_div(*deals).unwrap_or(1);
        error / small(hands * self.seats_of(policy))
    }

    /// Returns the standard error that [`Summary::policy_mean`] would have if every hand had cards of its own.
    #[must_use]
    pub fn unpaired_standard_error(&self, policy: usize) -> f64 {
        let Totals { hands, policy_net, policy_squares, .. } = &self.totals;
        standard_error(*hands, policy_net[policy], policy_squares[policy]) / small(self.seats_of(policy))
    }

    /// Returns the confidence interval of [`Summary::policy_mean`], at a level between 0 and 1.
    ///
    /// # Errors
    /// For another level.
    pub fn policy_confidence(&self, policy: usize, level: f64) -> Result<(f64, f64), LevelError> {
        around(self.policy_mean(policy), self.policy_standard_error(policy), level)
    }

    /// Returns the summary of the hands of both.
    ///
    /// # Errors
    /// When the other one isn't of the same seats and policies, or a count would be too large.
    pub fn checked_add(&self, other: &Self) -> Result<Self, AddError> {
        if self.seats != other.seats {
            return Err(AddError::Seats);
        }
        if self.players != other.players || self.rotation != other.rotation {
            return Err(AddError::Policies);
        }
        if self.totals.classes.is_some() != other.totals.classes.is_some() {
            return Err(AddError::Classes);
        }
        let totals = self.totals.checked_add(&other.totals).ok_or(AddError::Overflow)?;
        Ok(Self { totals, ..self.clone() })
    }
}

fn around(mean: f64, error: f64, level: f64) -> Result<(f64, f64), LevelError> {
    let wrong = LevelError { level };
    if !(level > 0.0 && level < 1.0) {
        return Err(wrong);
    }
    let side = error * normal::quantile(f64::midpoint(1.0, level)).ok_or(wrong)?;
    Ok((mean - side, mean + side))
}

#[expect(clippy::cast_precision_loss, reason = "at most 64")]
const fn small(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hands, in which the first of two players won 3 and then 1 chips.
    fn summary() -> Summary {
        let mut totals = Totals { hands: 2, deals: 2, ..Totals::default() };
        totals.net = [4, -4, 0, 0, 0, 0, 0, 0];
        totals.net_squares = [10, 10, 0, 0, 0, 0, 0, 0];
        (totals.policy_net, totals.policy_squares) = (totals.net, totals.net_squares);
        totals.deal_squares = totals.net_squares;
        let seats = Seat::ALL.into_iter().take(2).collect();
        Summary::new(totals, seats, vec!["tight".into(), "call".into()], Rotation::Fixed)
    }

    #[test]
    fn means_are_a_hand_and_seat() {
        let summary = summary();
        let means = [summary.policy_mean(0), summary.policy_mean(1), summary.policy_standard_error(0)];
        assert!(
            means.iter().zip([2.0, -2.0, 1.0]).all(|(mean, right)| (mean - right).abs() < 1e-12),
            "{means:?}"
        );
        let (least, most) = summary.confidence(Seat::ALL[0], 0.95).expect("a level");
        assert!((least - 0.040_036).abs() < 1e-6 && (most - 3.959_964).abs() < 1e-6);
        for level in [0.0, 1.0, -0.5, f64::NAN, 1.0 - f64::EPSILON / 2.0] {
            assert!(summary.confidence(Seat::ALL[0], level).is_err(), "{level}");
        }
    }

    #[test]
    fn only_summaries_of_the_same_game_add_up() {
        let (one, mut other) = (summary(), summary());
        assert_eq!(one.checked_add(&other).expect("the same").totals.net[0], 8);
        other.rotation = Rotation::ByNumber;
        assert_eq!(one.checked_add(&other), Err(AddError::Policies));
        other.seats = Seat::ALL.into_iter().skip(2).take(2).collect();
        assert_eq!(one.checked_add(&other), Err(AddError::Seats));
        let mut other = summary();
        other.totals.classes = Some(super::super::Classes::of(2));
        assert_eq!(one.checked_add(&other), Err(AddError::Classes));
        let mut other = summary();
        other.totals.lows = u64::MAX;
        assert_eq!(other.checked_add(&other), Err(AddError::Overflow));
        assert_eq!(
            Summary { totals: Totals { actions: [[u64::MAX; 12]; 5], ..Totals::default() }, ..other }
                .actions(),
            60 * u128::from(u64::MAX)
        );
    }
}
