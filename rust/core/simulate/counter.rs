//! Counts a hand as it is played.

use super::seating::Seated;
use crate::action::{ActionKind, Event, Observer, Part, Winner};
use crate::eval::{self, LowKind};
use crate::hand::Hand;
use crate::rules::Rules;
use crate::seat::{SEATS, SeatSet};
use crate::statistics::{Totals, square};

/// Counts one hand into totals and hears the payments of the showdown.
pub(super) struct HandCounter<'a> {
    totals: &'a mut Totals,
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

impl<'a> HandCounter<'a> {
    pub fn new(totals: &'a mut Totals, rules: &Rules) -> Self {
        let [paid, high, low] = [SeatSet::EMPTY; 3];
        let kind = rules.game.low().filter(|_| !rules.game.declares());
        Self { totals, pot: None, paid, high, low, low_paid: false, kind }
    }

    pub fn act(&mut self, street: u8, kind: ActionKind) {
        self.totals.actions[usize::from(street - 3)][kind as usize] += 1;
    }

    /// All payments of a pot come in a row.
    fn close_pot(&mut self) {
        if self.pot.take().is_none() {
            return;
        }
        if self.paid.is_plural() {
            self.totals.split += 1;
        } else {
            self.totals.scooped += 1;
        }
        if !self.high.is_empty() && !self.low.is_empty() && (self.high.is_plural() || self.low.is_plural()) {
            self.totals.quartered += 1;
        }
        [self.paid, self.high, self.low] = [SeatSet::EMPTY; 3];
    }

    /// Counts the hand, which is over. Returns what each policy won.
    pub fn finish(mut self, hand: &Hand, seated: Seated) -> [i64; SEATS] {
        let net = self.count(hand);
        let totals = self.totals;
        let mut nets = [0; SEATS];
        for seat in hand.seats() {
            nets[seated.policy(seat)] += net[seat.index()];
        }
        if let Some(classes) = &mut totals.classes {
            for seat in hand.seats() {
                classes.count(seated.policy(seat), hand.dealt(seat), net[seat.index()]);
            }
        }
        for (i, &net) in nets.iter().enumerate() {
            totals.policy_net[i] += i128::from(net);
            totals.policy_squares[i] += square(net);
        }
        nets
    }

    /// As [`HandCounter::finish`] with [`Totals::count_deal`], where one policy sits everywhere; but deals are left to be
    /// counted.
    #[inline]
    pub fn finish_alone(mut self, hand: &Hand) {
        let net = self.count(hand);
        let totals = self.totals;
        // What one wins another loses, but for a rake.
        if hand.rules().house.rake.is_some() {
            let taken: i64 = net.iter().sum();
            totals.policy_net[0] += i128::from(taken);
            totals.policy_squares[0] += square(taken);
            totals.deal_squares[0] += square(taken);
        }
    }

    #[inline]
    fn count(&mut self, hand: &Hand) -> [i64; SEATS] {
        self.close_pot();
        let totals = &mut *self.totals;
        totals.hands += 1;
        totals.showdowns += u64::from(hand.live().is_plural());
        totals.lows += u64::from(self.low_paid);
        for (street, count) in (3..).zip(&mut totals.streets) {
            *count += u64::from(street <= hand.street());
        }
        let net = hand.payoffs().unwrap_or_default();
        for seat in hand.seats() {
            let i = seat.index();
            totals.net[i] += i128::from(net[i]);
            totals.net_squares[i] += square(net[i]);
        }
        net
    }
}

impl Observer for HandCounter<'_> {
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
