//! One betting round: what is to be called, the cap, short all-ins, whose turn it is (RULES 3.5).

use std::hint::select_unpredictable;

use crate::action::{ActionKind, Event, Legal};
use crate::rules::{AllInRaise, Chips, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// Who sits at the table and with what: the part of a hand that betting changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Players {
    /// Dealt in and not folded.
    pub live: SeatSet,
    /// In, and with chips left.
    pub able: SeatSet,
    /// What each began the street with, the most that he can put in on it.
    pub chips: [Chips; SEATS],
    /// What each put in on this street.
    pub bets: [Chips; SEATS],
}

impl Players {
    /// Whether a seat has put in all it had.
    #[must_use]
    pub fn is_all_in(&self, seat: Seat) -> bool {
        self.bets[seat.index()] == self.chips[seat.index()]
    }

    /// Moves the bets from everybody's chips to the pots.
    pub(crate) fn collect_bets(&mut self) {
        for (chips, bet) in self.chips.iter_mut().zip(&mut self.bets) {
            *chips -= *bet;
            *bet = 0;
        }
    }

    /// What a seat has left.
    #[must_use]
    pub const fn stack(&self, seat: Seat) -> Chips {
        self.chips[seat.index()] - self.bets[seat.index()]
    }
}

/// What the actor of a round may do. To stay in he always may.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    pub fold: bool,
    pub wager: bool,
}

/// What the actor of a round does: gives up, brings in or checks or calls, wagers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Fold,
    Stay,
    Wager,
}

/// What an action did to the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The seat's total of the street.
    pub amount: Chips,
    /// What was added.
    pub chips: Chips,
}

impl Done {
    /// The event of it.
    pub(crate) fn told(self, players: &Players, seat: Seat, kind: ActionKind) -> Event {
        match kind {
            ActionKind::Fold | ActionKind::Check => Event::Passed { kind, seat },
            _ => {
                let all_in = players.is_all_in(seat);
                Event::Put { kind, seat, amount: self.amount, chips: self.chips, all_in }
            }
        }
    }
}

/// The running numbers of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who is to act, if anybody is due.
    actor: Seat,
    /// Able, and yet to act or to answer a wager. Empty when the round is over.
    due: SeatSet,
    /// Whether the actor must bring in.
    opening: bool,
    /// Acted since the last full wager, or since the round began: they can't wager.
    acted: SeatSet,
    /// The most anyone has put in; the full bring-in even if less went in.
    to_call: Chips,
    /// The amount of the last full wager, 0 before.
    full: Chips,
    /// How many full wagers there were.
    wagers: u32,
    /// How many there may be before the cap; none is no cap.
    cap: Option<u32>,
    size: Chips,
    /// Whoever made the last wager, a short one too.
    aggressor: Option<Seat>,
}

impl Round {
    /// A round in which nobody acts.
    pub const CLOSED: Self = Self {
        actor: Seat::ALL[0],
        due: SeatSet::EMPTY,
        opening: false,
        acted: SeatSet::EMPTY,
        to_call: 0,
        full: 0,
        wagers: 0,
        cap: None,
        size: 0,
        aggressor: None,
    };

    /// Begins a round in which `opener` is the first to act. He must be able.
    #[must_use]
    pub fn open(rules: &Rules, street: u8, players: &Players, opener: Seat) -> Self {
        let capless = !rules.heads_up_cap && players.able.len() == 2;
        Self {
            actor: opener,
            due: players.able,
            opening: street == 3,
            cap: if capless { None } else { rules.raises },
            size: rules.bet_size(street),
            ..Self::CLOSED
        }
    }

    /// Whose turn it is; none when the round is over.
    #[must_use]
    #[inline]
    pub const fn actor(&self) -> Option<Seat> {
        if self.due.is_empty() { None } else { Some(self.actor) }
    }

    /// Whoever made the last wager of the round.
    #[must_use]
    pub const fn aggressor(&self) -> Option<Seat> {
        self.aggressor
    }

    /// Whether somebody has acted.
    #[must_use]
    pub const fn begun(&self) -> bool {
        self.wagers > 0 || self.to_call > 0 || !self.acted.is_empty()
    }

    /// The most anyone has put in; the full bring-in even if less went in.
    #[must_use]
    pub const fn to_call(&self) -> Chips {
        self.to_call
    }

    /// How many more full wagers the cap allows; none is no cap.
    #[must_use]
    pub fn wagers_left(&self) -> Option<u64> {
        // The bet and so many raises: one more than `raises`.
        self.cap.map(|raises| (u64::from(raises) + 1).saturating_sub(u64::from(self.wagers)))
    }

    /// What the actor may do.
    #[must_use]
    pub fn legal(&self, rules: &Rules, players: &Players) -> Legal {
        let Some(seat) = self.actor() else { return Legal::NONE };
        let chips = players.chips[seat.index()];
        let passive = self.name(Answer::Stay, players);
        let mut legal = match passive {
            ActionKind::Check => Legal::NONE.with(passive),
            _ => Legal::NONE.with_passive(passive, self.price(rules).min(chips)),
        };
        let ways = self.ways(rules, players);
        if ways.fold {
            legal = legal.with(ActionKind::Fold);
        }
        if ways.wager {
            legal = legal.with_wager(self.name(Answer::Wager, players), self.raised().min(chips));
        }
        legal
    }

    /// What the actor may do, without names and amounts.
    #[inline]
    pub(crate) fn ways(&self, rules: &Rules, players: &Players) -> Ways {
        let chips = players.chips[self.actor.index()];
        let others = players.live.without(self.actor);
        Ways {
            fold: !self.opening & (self.is_faced(players) | rules.fold_unfaced),
            wager: !self.acted.contains(self.actor)
                & (self.wagers_left() != Some(0))
                & (chips > self.price(rules))
                & others.into_iter().any(|other| players.chips[other.index()] > self.to_call),
        }
    }

    /// Whether the actor has less in than is to be called.
    #[inline]
    const fn is_faced(&self, players: &Players) -> bool {
        players.bets[self.actor.index()] < self.to_call
    }

    /// What an answer of the actor is called.
    #[inline]
    pub(crate) fn name(&self, answer: Answer, players: &Players) -> ActionKind {
        use ActionKind::{Bet, BringIn, Call, Check, Complete, Fold, Raise};
        let stay = select_unpredictable(self.is_faced(players), Call, Check);
        let over = select_unpredictable(self.wagers == 0, Complete, Raise);
        let wager = select_unpredictable(self.to_call == 0, Bet, over);
        let (stay, wager) = if self.opening { (BringIn, Complete) } else { (stay, wager) };
        let kind = select_unpredictable(answer == Answer::Wager, wager, stay);
        select_unpredictable(answer == Answer::Fold, Fold, kind)
    }

    /// The total of whoever brings in, calls or checks with chips enough.
    #[inline]
    fn price(&self, rules: &Rules) -> Chips {
        if self.opening { rules.bring_in } else { self.to_call }
    }

    /// The total of the next full wager.
    #[inline]
    const fn raised(&self) -> Chips {
        self.full + self.size
    }

    /// Carries out a legal action of the actor and passes the turn on.
    pub fn act(&mut self, rules: &Rules, players: &mut Players, kind: ActionKind) -> Done {
        match kind {
            ActionKind::Fold => self.answer(rules, players, Answer::Fold),
            _ if kind.is_wager() => self.answer(rules, players, Answer::Wager),
            _ => self.answer(rules, players, Answer::Stay),
        }
    }

    /// [`Round::act`] in selections, not branches: nothing could predict what a player does. Whatever doesn't
    /// depend on it is worked out beforehand, so that the next player waits for as little as can be.
    #[inline]
    pub(crate) fn answer(&mut self, rules: &Rules, players: &mut Players, answer: Answer) -> Done {
        let Some(seat) = self.actor() else { return Done { amount: 0, chips: 0 } };
        let (folds, wagers) = (answer == Answer::Fold, answer == Answer::Wager);
        let (chips, bet) = (players.chips[seat.index()], players.bets[seat.index()]);
        let price = self.price(rules);
        let total = select_unpredictable(wagers, self.raised().min(chips), price.min(chips));
        let total = select_unpredictable(folds, bet, total);
        players.bets[seat.index()] = total;

        let contested = !folds | players.live.without(seat).is_plural();
        let due = select_unpredictable(wagers | self.opening, players.able, self.due).without(seat);
        self.due = select_unpredictable(contested, due, SeatSet::EMPTY);
        players.live = players.live.minus(SeatSet::EMPTY.with_if(folds, seat));
        let broke = total == chips;
        players.able = players.able.minus(SeatSet::EMPTY.with_if(folds | broke, seat));

        self.aggressor = select_unpredictable(wagers, Some(seat), self.aggressor);
        self.to_call = select_unpredictable(wagers, total, price);
        let full = wagers & self.is_full(rules, total);
        self.full = select_unpredictable(full, total, self.full);
        self.wagers += u32::from(full);
        self.acted = select_unpredictable(full, SeatSet::EMPTY, self.acted).with(seat);
        self.opening = false;
        if contested & !players.able.is_plural() {
            // A lone able player need only answer a wager.
            let behind = |seat: &Seat| players.bets[seat.index()] < self.to_call;
            self.due = players.able.into_iter().filter(behind).collect();
        }
        self.actor = self.due.next_after(seat).unwrap_or(seat);
        Done { amount: total, chips: total - bet }
    }

    /// Whether a wager to this total counts as a full one.
    #[inline]
    fn is_full(&self, rules: &Rules, total: Chips) -> bool {
        let half = rules.all_in_raise == AllInRaise::Half;
        (total == self.raised()) | (half & (2 * total >= self.full + self.raised()))
    }

    /// Lets another seat be the first to act: a record knows better where door cards are unknown.
    pub(crate) fn set_opener(&mut self, seat: Seat) {
        self.actor = seat;
    }
}

/// What one player put in beyond every other, folded ones included (RULES 3.6); 0 if nobody did.
#[must_use]
pub fn uncalled(put_in: &[Chips; SEATS]) -> (Seat, Chips) {
    // Chips, at most 2^40, with the seat in the three bits below: no search for whose the most was.
    let (mut top, mut second) = (0, 0);
    for (index, &chips) in (0..).zip(put_in) {
        let mine = chips << 3 | index;
        second = second.max(top.min(mine));
        top = top.max(mine);
    }
    (Seat::at((top & 7) as usize), (top >> 3) - (second >> 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Draft;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    fn table(stacks: &[Chips]) -> Players {
        let mut players = Players::default();
        for (i, &stack) in stacks.iter().enumerate() {
            players.live.insert(Seat::at(i));
            players.able.insert(Seat::at(i));
            players.chips[i] = stack;
        }
        players
    }

    fn rules(bring_in: Chips, small_bet: Chips) -> Rules {
        let draft = Draft {
            ante: Some(0),
            bring_in: Some(bring_in),
            small_bet: Some(small_bet),
            big_bet: Some(small_bet),
            ..Draft::default()
        };
        draft.rules(None).expect("good rules")
    }

    /// Plays the words from `opener` on and returns what is legal then.
    fn play(rules: &Rules, street: u8, players: &mut Players, opener: u8, words: &str) -> (Round, String) {
        let mut round = Round::open(rules, street, players, seat(opener));
        for word in words.split_whitespace() {
            let kind = word.parse().expect("an action");
            let legal = round.legal(rules, players);
            assert!(legal.contains(kind), "{word} is not among {legal}");
            round.act(rules, players, kind);
        }
        let legal = round.legal(rules, players).to_string();
        (round, legal)
    }

    #[test]
    fn bets_of_20_with_all_ins_of_26_and_33() {
        let (rules, mut players) = (rules(5, 20), table(&[500, 26, 33, 500]));
        let (round, legal) = play(&rules, 4, &mut players, 1, "bet raise raise");
        assert_eq!(legal, "fold, call 33, raise 53");
        assert_eq!(round.wagers, 2);
    }

    #[test]
    fn a_short_completion_leaves_the_bring_in_player_call_or_fold() {
        let (rules, mut players) = (rules(125, 500), table(&[5000, 225, 5000]));
        let (_, legal) = play(&rules, 3, &mut players, 1, "bring_in complete");
        assert_eq!(legal, "fold, call 225, complete 500");
        let (_, legal) = play(&rules, 3, &mut table(&[5000, 225, 5000]), 1, "bring_in complete call");
        assert_eq!(legal, "fold, call 225");
    }

    #[test]
    fn a_bet_and_three_raises_are_the_cap() {
        let (rules, mut players) = (rules(50, 200), table(&[5000; 3]));
        let (round, legal) = play(&rules, 3, &mut players, 1, "bring_in complete raise raise raise");
        assert_eq!(legal, "fold, call 800");
        assert_eq!(round.wagers_left(), Some(0));
    }

    #[test]
    fn a_called_bring_in_has_no_option() {
        let (rules, mut players) = (rules(50, 200), table(&[5000; 3]));
        let (round, _) = play(&rules, 3, &mut players, 2, "bring_in call call");
        assert_eq!(round.actor(), None);
    }

    #[test]
    fn what_nobody_matched_goes_back() {
        let mut put_in = [0; SEATS];
        (put_in[0], put_in[2]) = (30, 50);
        assert_eq!(uncalled(&put_in), (seat(3), 20));
        put_in[0] = 50;
        assert_eq!(uncalled(&put_in).1, 0);
    }
}
