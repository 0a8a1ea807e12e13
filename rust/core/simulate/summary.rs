//! What happened in many hands, as whole numbers.

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
    /// Actions by street (third first) and kind (in the order of [`ActionKind::ALL`]). Declarations
    /// count on seventh street.
    pub actions: [[u64; 12]; STREETS],
    /// What each seat won or lost, summed. Without a rake the seats sum to 0.
    pub net: [i128; SEATS],
    /// The squares of what each seat won or lost in a hand, summed.
    pub net_squares: [u128; SEATS],
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
        let Self { hands, actions, net, net_squares, streets, showdowns, lows, split, scooped, quartered } =
            &mut sum;
        let add = |mine: &mut u64, more: u64| {
            *mine = mine.checked_add(more)?;
            Some(())
        };
        add(hands, other.hands)?;
        for (mine, &more) in actions.as_flattened_mut().iter_mut().zip(other.actions.as_flattened()) {
            add(mine, more)?;
        }
        for i in 0..SEATS {
            net[i] = net[i].checked_add(other.net[i])?;
            net_squares[i] = net_squares[i].checked_add(other.net_squares[i])?;
        }
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
    #[expect(clippy::cast_precision_loss, reason = "a mean is a fraction")]
    pub fn mean(&self, seat: Seat) -> f64 {
        if self.hands == 0 { 0.0 } else { self.net[seat.index()] as f64 / self.hands as f64 }
    }

    /// The standard error of [`Summary::mean`]: of independent hands, with the variance estimated
    /// from them. Infinite with fewer than two hands.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an error is a fraction")]
    pub fn standard_error(&self, seat: Seat) -> f64 {
        if self.hands < 2 {
            return f64::INFINITY;
        }
        let (hands, mean) = (self.hands as f64, self.mean(seat));
        let variance = (self.net_squares[seat.index()] as f64 - hands * mean * mean) / (hands - 1.0);
        (variance.max(0.0) / hands).sqrt()
    }

    /// What the house took.
    #[must_use]
    pub fn rake(&self) -> i128 {
        -self.net.iter().sum::<i128>()
    }
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
        let kind = Some(rules.low).filter(|_| !rules.declare);
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

    /// Counts the hand, which is over.
    pub fn finish(mut self, hand: &Hand) {
        self.close_pot();
        let summary = self.summary;
        summary.hands += 1;
        summary.showdowns += u64::from(hand.live().is_plural());
        summary.lows += u64::from(self.low_paid);
        for (street, count) in (3..).zip(&mut summary.streets) {
            *count += u64::from(street <= hand.street());
        }
        let net = hand.payoffs().unwrap_or_default();
        for seat in hand.seats() {
            let i = seat.index();
            let size = u128::from(net[i].unsigned_abs());
            summary.net[i] += i128::from(net[i]);
            summary.net_squares[i] += size * size;
        }
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
