//! What happened in many hands, as whole numbers.

use super::classes::Classes;
use crate::action::ActionKind;
use crate::seat::{SEATS, Seat};

/// How many streets there are: third to seventh.
pub const STREETS: usize = 5;

/// Counts over many hands. Two of them add up exactly, in any order, to that of all their hands.
///
/// A pot is *contested* if hands were compared for it: at a showdown, with two or more players who
/// could win it. Each contested pot that pays anything is either split or scooped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Hands played.
    pub hands: u64,
    /// Numbers played: as many as hands, but where each is played once for every way to rotate the seats.
    pub deals: u64,
    /// Actions by street (third first) and kind (in the order of [`ActionKind::ALL`]). Declarations
    /// count on seventh street.
    pub actions: [[u64; 12]; STREETS],
    /// What each seat won or lost, summed. Without a rake the seats sum to 0.
    pub net: [i128; SEATS],
    /// The squares of what each seat won or lost in a hand, summed.
    pub net_squares: [u128; SEATS],
    /// What each policy won or lost in all its seats, summed: in the order of [`crate::simulate::Seating::policies`].
    pub policy_net: [i128; SEATS],
    /// The squares of what each policy won or lost in a hand, in all its seats together.
    pub policy_squares: [u128; SEATS],
    /// The squares of what each policy won or lost in all hands of a number together.
    pub deal_squares: [u128; SEATS],
    /// What came of each starting hand, where that was asked for.
    pub classes: Option<Classes>,
    /// Hands in which cards of this street were dealt (third first), whether or not there was betting.
    pub streets: [u64; STREETS],
    /// Hands that ended with two or more players in.
    pub showdowns: u64,
    /// Hands in which a low won chips: a low half, or a pot that the same players shared as one because
    /// they tied both ways \[C55]. In declare, those with a payment to a low.
    pub lows: u64,
    /// Contested pots that were paid to two or more players, as halves or in equal parts.
    pub split: u64,
    /// Contested pots that were paid to one player alone: with both hands, or with one where there was
    /// none for the other half \[C48].
    pub scooped: u64,
    /// Contested pots with a high and a low half of which at least one was paid to two or more.
    pub quartered: u64,
}

impl Totals {
    /// Adds the hands of another summary.
    ///
    /// # Panics
    /// When a count would be beyond 2^64; [`Totals::checked_add`] doesn't.
    pub fn merge(&mut self, other: &Self) {
        *self = self.checked_add(other).expect("fewer hands than 2^64");
    }

    /// The sum of two summaries; none if a count would be too large.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        let Self {
            hands, deals, actions, net, net_squares, policy_net, policy_squares, deal_squares, ..
        } = &mut sum;
        let add = |mine: &mut u64, more: u64| {
            *mine = mine.checked_add(more)?;
            Some(())
        };
        add(hands, other.hands)?;
        add(deals, other.deals)?;
        for (mine, &more) in actions.as_flattened_mut().iter_mut().zip(other.actions.as_flattened()) {
            add(mine, more)?;
        }
        for i in 0..SEATS {
            net[i] = net[i].checked_add(other.net[i])?;
            net_squares[i] = net_squares[i].checked_add(other.net_squares[i])?;
            policy_net[i] = policy_net[i].checked_add(other.policy_net[i])?;
            policy_squares[i] = policy_squares[i].checked_add(other.policy_squares[i])?;
            deal_squares[i] = deal_squares[i].checked_add(other.deal_squares[i])?;
        }
        let Self { classes, streets, showdowns, lows, split, scooped, quartered, .. } = &mut sum;
        *classes = Classes::sum(classes.take(), other.classes.as_ref())?;
        for (mine, &more) in streets.iter_mut().zip(&other.streets) {
            add(mine, more)?;
        }
        add(showdowns, other.showdowns)?;
        add(lows, other.lows)?;
        add(split, other.split)?;
        add(scooped, other.scooped)?;
        add(quartered, other.quartered)?;
        Some(sum)
    }

    /// How often this was done, on all streets.
    #[must_use]
    pub fn count(&self, kind: ActionKind) -> u64 {
        self.actions.iter().map(|street| street[kind as usize]).sum()
    }

    /// What a seat won a hand, on average; 0 without hands.
    #[must_use]
    pub fn mean(&self, seat: Seat) -> f64 {
        mean(self.hands, self.net[seat.index()])
    }

    /// The standard error of [`Totals::mean`]: of independent hands, with the variance estimated
    /// from them. Infinite with fewer than two hands.
    #[must_use]
    pub fn standard_error(&self, seat: Seat) -> f64 {
        standard_error(self.hands, self.net[seat.index()], self.net_squares[seat.index()])
    }

    /// What the house took.
    #[must_use]
    pub fn rake(&self) -> i128 {
        -self.net.iter().sum::<i128>()
    }

    /// Counts all hands of a number, of which each policy won this.
    #[inline]
    pub(crate) fn count_deal(&mut self, nets: &[i64; SEATS]) {
        self.deals += 1;
        for (squares, net) in self.deal_squares.iter_mut().zip(nets) {
            *squares += square(*net);
        }
    }
}

/// The average of so many numbers with this sum; 0 of none.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a mean is a fraction")]
pub fn mean(count: u64, sum: i128) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

/// The standard error of the average of so many independent numbers with this sum and this sum of squares;
/// infinite of fewer than two.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "an error is a fraction")]
pub fn standard_error(count: u64, sum: i128, squares: u128) -> f64 {
    if count < 2 {
        return f64::INFINITY;
    }
    let (many, mean) = (count as f64, mean(count, sum));
    let variance = (squares as f64 - many * mean * mean) / (many - 1.0);
    (variance.max(0.0) / many).sqrt()
}

pub(crate) fn square(net: i64) -> u128 {
    let size = u128::from(net.unsigned_abs());
    size * size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_their_errors_are_of_hands() {
        // 1, 3, 1 and 3 in the hands of two numbers.
        let (net, net_squares) = ([8, 0, 0, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0, 0, 0]);
        let summary = Totals { hands: 4, deals: 2, net, net_squares, ..Totals::default() };
        let [seat, other, ..] = Seat::ALL;
        assert!((summary.mean(seat) - 2.0).abs() < 1e-12);
        assert!((summary.standard_error(seat) - (1.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(summary.mean(other).abs() < 1e-12 && summary.standard_error(other).abs() < 1e-12);
    }

    #[test]
    fn one_number_alone_has_no_error() {
        assert!(mean(0, 0).abs() < 1e-12);
        assert!(standard_error(0, 0, 0).is_infinite() && standard_error(1, 5, 25).is_infinite());
        // 1 and 3.
        assert!((standard_error(2, 4, 10) - 1.0).abs() < 1e-12);
        // Three times the same: floats make a little less than nothing of the variance.
        let net = 4_113_792_161_147_961;
        assert!(standard_error(3, 3 * i128::from(net), 3 * square(net)).abs() < 1e-12);
    }
}
