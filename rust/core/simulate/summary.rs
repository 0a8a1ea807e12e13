//! What happened in many hands, as whole numbers.

use super::classes::Classes;
use super::seating::Seated;
use crate::action::{ActionKind, Event, Observer, Part, Winner};
use crate::eval::{self, LowKind};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::seat::{SEATS, Seat, SeatSet};

/// How many streets there are: third to seventh.
pub const STREETS: usize = 5;

/// Counts over many hands. Two of them add up exactly, in any order, to that of all their hands.
///
/// A pot is *contested* if hands were compared for it: at a showdown, with two or more players who
/// could win it. Each contested pot that pays anything is either split or scooped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
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
    /// What each policy won or lost in all its seats, summed: in the order of [`super::Seating::policies`].
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
    /// they tied both ways (C55). In declare, those with a payment to a low.
    pub lows: u64,
    /// Contested pots that were paid to two or more players, as halves or in equal parts.
    pub split: u64,
    /// Contested pots that were paid to one player alone: with both hands, or with one where there was
    /// none for the other half (C48).
    pub scooped: u64,
    /// Contested pots with a high and a low half of which at least one was paid to two or more.
    pub quartered: u64,
}

impl Summary {
    /// Adds the hands of another summary.
    ///
    /// # Panics
    /// When a count would be beyond 2^64; [`Summary::checked_add`] doesn't.
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

    /// The standard error of [`Summary::mean`]: of independent hands, with the variance estimated
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
    pub(super) fn count_deal(&mut self, nets: &[i64; SEATS]) {
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

fn square(net: i64) -> u128 {
    let size = u128::from(net.unsigned_abs());
    size * size
}

/// Counts one hand into a summary: hears the payments of the showdown.
pub(super) struct Tally<'a> {
    summary: &'a mut Summary,
    /// The contested pot that is being paid, who got something of it, and of which half.
    pot: Option<u8>,
    paid: SeatSet,
    high: SeatSet,
    low: SeatSet,
    low_paid: bool,
    /// The kind of lows that a whole pot's winners can have won with; none in declare, where a whole
    /// pot may be one that nobody ran low for.
    kind: Option<LowKind>,
}

impl<'a> Tally<'a> {
    pub fn new(summary: &'a mut Summary, rules: &Rules) -> Self {
        let [paid, high, low] = [SeatSet::EMPTY; 3];
        let kind = rules.game.low().filter(|_| !rules.game.declares());
        Self { summary, pot: None, paid, high, low, low_paid: false, kind }
    }

    pub fn act(&mut self, street: u8, kind: ActionKind) {
        self.summary.actions[usize::from(street - 3)][kind as usize] += 1;
    }

    /// All payments of a pot come in a row.
    fn close_pot(&mut self) {
        if self.pot.take().is_none() {
            return;
        }
        if self.paid.is_plural() {
            self.summary.split += 1;
        } else {
            self.summary.scooped += 1;
        }
        if !self.high.is_empty() && !self.low.is_empty() && (self.high.is_plural() || self.low.is_plural()) {
            self.summary.quartered += 1;
        }
        [self.paid, self.high, self.low] = [SeatSet::EMPTY; 3];
    }

    /// Counts the hand, which is over. Returns what each policy won.
    pub fn finish(mut self, hand: &Hand, seated: Seated) -> [i64; SEATS] {
        let net = self.count(hand);
        let summary = self.summary;
        let mut nets = [0; SEATS];
        for seat in hand.seats() {
            nets[seated.policy(seat)] += net[seat.index()];
        }
        if let Some(classes) = &mut summary.classes {
            for seat in hand.seats() {
                classes.count(seated.policy(seat), hand.dealt(seat), net[seat.index()]);
            }
        }
        for (i, &net) in nets.iter().enumerate() {
            summary.policy_net[i] += i128::from(net);
            summary.policy_squares[i] += square(net);
        }
        nets
    }

    /// As [`Tally::finish`] with [`Summary::count_deal`], where one policy sits everywhere; but deals are left to be
    /// counted.
    #[inline]
    pub fn finish_alone(mut self, hand: &Hand) {
        let net = self.count(hand);
        let summary = self.summary;
        // What one wins another loses, but for a rake.
        if hand.rules().house.rake.is_some() {
            let taken: i64 = net.iter().sum();
            summary.policy_net[0] += i128::from(taken);
            summary.policy_squares[0] += square(taken);
            summary.deal_squares[0] += square(taken);
        }
    }

    #[inline]
    fn count(&mut self, hand: &Hand) -> [i64; SEATS] {
        self.close_pot();
        let summary = &mut *self.summary;
        summary.hands += 1;
        summary.showdowns += u64::from(hand.live().is_plural());
        summary.lows += u64::from(self.low_paid);
        for (street, count) in (3..).zip(&mut summary.streets) {
            *count += u64::from(street <= hand.street());
        }
        let net = hand.payoffs().unwrap_or_default();
        for seat in hand.seats() {
            let i = seat.index();
            summary.net[i] += i128::from(net[i]);
            summary.net_squares[i] += square(net[i]);
        }
        net
    }
}

impl Observer for Tally<'_> {
    const SHOWING: bool = false;

    fn hear(&mut self, event: impl FnOnce() -> Event) {
        let Event::Pay { pot, part, seat, hand: Some(winner), .. } = event() else { return };
        if self.pot != Some(pot) {
            self.close_pot();
            self.pot = Some(pot);
        }
        self.paid.insert(seat);
        match part {
            // Whoever wins a whole pot and has a low shares it with the same who tied him both ways.
            Part::Whole => {
                if let (Winner::High(_, cards), Some(kind)) = (winner, self.kind) {
                    self.low_paid |= eval::low(cards, kind).is_some();
                }
            }
            Part::High => self.high.insert(seat),
            Part::Low => {
                self.low.insert(seat);
                self.low_paid = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_their_errors_are_of_hands() {
        // 1, 3, 1 and 3 in the hands of two numbers.
        let (net, net_squares) = ([8, 0, 0, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0, 0, 0]);
        let summary = Summary { hands: 4, deals: 2, net, net_squares, ..Summary::default() };
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
