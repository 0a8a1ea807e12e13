//! The end of a hand: showing, rake and payments [rules 3.10] to [rules 3.13].

use super::{Hand, Stage};
use crate::action::{Event, Observer, Part, Winner};
use crate::card::CardSet;
use crate::opening::best_board;
use crate::pot::{Pot, divide, halves};
use crate::rules::{Chips, ShowOrder};
use crate::seat::{SEATS, Seat, SeatSet};
use crate::showdown::{Claim, Claims, Winners, must_show, odd_chip_rank, showing_order};

impl Hand {
    fn open_choice(&self) -> bool {
        !self.show_in_turn && !self.rules.game.declares()
    }

    pub(super) fn next_to_show(&self) -> Option<Seat> {
        let left = self.players.live.minus(self.shown).minus(self.mucked);
        let first = self.first_shower()?;
        showing_order(&self.pots(), self.players.live, first).into_iter().find(|&seat| left.contains(seat))
    }

    /// Shows and mucks what needs no choice; pays when everybody has done either.
    pub(super) fn show_down<O: Observer>(&mut self, observer: &mut O) {
        if !O::SHOWING && !self.rules.house.ask_muck && self.show_in_turn {
            return self.settle(observer);
        }
        let claims = self.claims();
        let pots = self.pots();
        let all_in = self.players.live.minus(self.players.able);
        let all_show = self.rules.game.declares() || self.rules.house.all_in_shows && !all_in.is_empty();
        self.stage = Stage::Showing;
        while let Some(seat) = self.next_to_show() {
            if self.open_choice() {
                return;
            }
            let must = all_show || must_show(seat, &claims, self.shown, &pots);
            if !must && self.rules.house.ask_muck {
                return;
            }
            self.show_or_muck(seat, must, observer);
        }
        self.settle(observer);
    }

    pub(super) fn show_or_muck(&mut self, seat: Seat, show: bool, observer: &mut impl Observer) {
        if show {
            self.shown.insert(seat);
            let cards = self.dealt[seat.index()];
            observer.hear(|| Event::Show { seat, cards });
        } else {
            self.mucked.insert(seat);
            observer.hear(|| Event::Muck { seat });
        }
    }

    /// Whether by the rules of showing this seat can be the next to show, or to muck. Mucked cards may be
    /// unknown: they lose wherever somebody has shown.
    pub(crate) fn could_show(&self, seat: Seat, shows: bool) -> bool {
        let (claims, pots) = (self.claims(), self.pots());
        let all_in = self.players.live.minus(self.players.able);
        let all_show = self.rules.game.declares() || self.rules.house.all_in_shows && !all_in.is_empty();
        let must = all_show || must_show(seat, &claims, self.shown, &pots);
        let beaten = || {
            let known = self.shown.into_iter().filter(|seat| claims[seat.index()].is_some()).collect();
            let mine = |pot: &&Pot| pot.seats.contains(seat);
            pots.as_slice().iter().filter(mine).all(|pot| !pot.seats.and(known).is_empty())
        };
        let can = match (shows, claims[seat.index()]) {
            (true, _) => must || self.rules.house.ask_muck,
            (false, Some(_)) => !must,
            (false, None) => !all_show && beaten(),
        };
        can && self.next_to_show() == Some(seat)
    }

    /// A pot that could not be paid, by its number.
    pub(crate) fn unpaid(&self, number: u8) -> Option<Pot> {
        let pot = self.unpaid.as_slice().get(usize::from(number)).copied();
        pot.filter(|pot| self.is_over() && pot.amount > 0)
    }

    /// A pot that could not be paid because all its players mucked.
    pub(crate) fn unseen(&self, number: u8) -> Option<Pot> {
        self.unpaid(number).filter(|pot| pot.seats.minus(self.mucked).is_empty())
    }

    /// The seat that shows first, by the setting `show_order` \[C61].
    fn first_shower(&self) -> Option<Seat> {
        let live = self.players.live;
        let aggressor = match self.rules.house.show_order {
            ShowOrder::LastAggressor => self.aggressor,
            ShowOrder::RiverAggressor | ShowOrder::Position => {
                self.aggressor.filter(|&(_, street)| street == 7)
            }
            ShowOrder::BestBoard => None,
        };
        aggressor.map(|(seat, _)| seat).filter(|&seat| live.contains(seat)).or_else(|| {
            match self.rules.house.show_order {
                ShowOrder::Position => live.first(),
                _ => best_board(self.rules.game, &self.dealt, live),
            }
        })
    }

    fn claims(&self) -> Claims {
        let mut claims = [None; SEATS];
        for seat in self.players.live.minus(self.unknown) {
            claims[seat.index()] = Some(Claim::of(self.all_cards(seat), self.rules.game));
        }
        claims
    }

    /// A seat's known cards, the common card among them.
    fn all_cards(&self, seat: Seat) -> CardSet {
        let own = self.dealt[seat.index()].known();
        self.common.flatten().map_or(own, |card| own.with(card))
    }

    /// Rakes and pays all pots, the last side pot first.
    pub(super) fn settle(&mut self, observer: &mut impl Observer) {
        // Paid from where they stay: the empty ones need no copy.
        let (put_in, extra) = self.put_in();
        self.unpaid.gather(&put_in, extra, self.players.live);
        if let Some(rake) = self.rules.house.rake {
            let taken = self.unpaid.take(rake.of(self.unpaid.total()));
            for (pot, &chips) in (0..).zip(&taken) {
                if chips > 0 {
                    observer.hear(|| Event::Rake { pot, chips });
                }
            }
        }
        let contested = self.players.live.is_plural();
        let claims = if contested { self.claims() } else { [None; SEATS] };
        for number in (0..self.unpaid.len()).rev() {
            let pot = self.unpaid.as_slice()[usize::from(number)];
            if self.pay(number, pot, &claims, observer) {
                self.unpaid.clear(number);
            }
        }
        self.stage = Stage::Over;
    }

    /// Pays one pot. Whether it could be decided.
    fn pay(&mut self, number: u8, pot: Pot, claims: &Claims, observer: &mut impl Observer) -> bool {
        let mut contenders = pot.seats;
        if !self.show_in_turn && !self.mucks_lost && !pot.seats.minus(self.mucked).is_empty() {
            contenders = pot.seats.minus(self.mucked);
        }
        if let (1, Some(seat)) = (contenders.len(), contenders.first()) {
            if pot.amount > 0 {
                self.won[seat.index()] += pot.amount;
                let hand = None;
                observer.hear(|| Event::Pay {
                    pot: number,
                    part: Part::Whole,
                    seat,
                    chips: pot.amount,
                    hand,
                });
            }
            return true;
        }
        let declared = self.rules.game.declares().then_some(self.declared);
        if self.mucks_lost {
            contenders = contenders.minus(self.mucked);
        }
        let pot = Pot { seats: contenders, ..pot };
        let Some(winners) = Winners::of(pot, claims, declared) else { return false };
        if winners.high.is_empty() {
            let part = if self.rules.game.divides_pots() { Part::Low } else { Part::Whole };
            self.share(number, part, Part::Low, pot.amount, winners.low, claims, observer);
        } else if winners.share_whole() {
            self.share(number, Part::Whole, Part::High, pot.amount, winners.high, claims, observer);
        } else {
            let (high, low) = halves(pot.amount, self.rules.stakes.unit);
            self.share(number, Part::High, Part::High, high, winners.high, claims, observer);
            self.share(number, Part::Low, Part::Low, low, winners.low, claims, observer);
        }
        true
    }

    /// Pays one share to its winners; `order` says whose odd-chip order counts and which hand won.
    #[expect(clippy::too_many_arguments, reason = "a payment names that many things")]
    fn share(
        &mut self,
        pot: u8,
        part: Part,
        order: Part,
        share: Chips,
        winners: SeatSet,
        claims: &Claims,
        observer: &mut impl Observer,
    ) {
        let (rules, dealt, common) = (self.rules, self.dealt, self.common.flatten());
        let own = |seat: Seat| dealt[seat.index()].known();
        let all = |seat: Seat| common.map_or(own(seat), |card| own(seat).with(card));
        let rank =
            |seat: Seat| odd_chip_rank(rules.house.odd_chip, order, seat, own(seat), all(seat), rules.game);
        for (seat, chips) in divide(share, rules.stakes.unit, winners, rank) {
            if chips == 0 {
                continue;
            }
            self.won[seat.index()] += chips;
            let all = all(seat);
            observer.hear(|| {
                let claim = claims[seat.index()];
                let hand = claim.and_then(|claim| match order {
                    Part::Low => claim.low.map(|low| Winner::Low(low, all)),
                    _ => claim.high.map(|high| Winner::High(high, all)),
                });
                Event::Pay { pot, part, seat, chips, hand }
            });
        }
    }
}
