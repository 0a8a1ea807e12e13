//! One betting round: the price, the cap, short all-ins, whose turn it is [rules 3.5].
//!
//! [`Round`] says the rules plainly: [`Round::legal`] is what the actor may do, `Round::act` what an action
//! changes. Simulation and tables play millions of rounds in which nothing predicts the next action; they use
//! the form without branches in `fast`. A test plays both through random rounds and compares every step.

pub(crate) mod fast;

use crate::action::{ActionId, ActionKind, Event, Legal};
use crate::rules::{AllInRaise, Chips, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// Who is at the table and with how many chips: the part of a hand that betting changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Players {
    /// Dealt in and not folded.
    pub live: SeatSet,
    /// In, and with chips left.
    pub able: SeatSet,
    /// What each began the street with: the most that the seat can put in on it.
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

    /// Moves each player's bet from the chips to the pots.
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

    /// Takes a seat out of the hand.
    fn fold(&mut self, seat: Seat) {
        self.live.remove(seat);
        self.able.remove(seat);
    }

    /// Brings a seat's bet to `total`, or to all its chips if that is less. Returns the seat's total.
    fn put_in(&mut self, seat: Seat, total: Chips) -> Chips {
        let total = total.min(self.chips[seat.index()]);
        self.bets[seat.index()] = total;
        if self.is_all_in(seat) {
            self.able.remove(seat);
        }
        total
    }
}

/// What an observation says of a seat's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ToAct {
    /// The ids of the legal actions, as bits.
    pub ids: u8,
    /// What the seat adds to stay in.
    pub to_call: Chips,
    /// What the seat adds to wager; 0 if it can't.
    pub wager: Chips,
}

impl ToAct {
    /// Whether an action is legal.
    #[inline]
    pub const fn allows(self, id: ActionId) -> bool {
        self.ids >> id.number() & 1 == 1
    }

    /// The turn of a seat that has put in `bet` and has these legal actions.
    pub fn of_legal(legal: Legal, bet: Chips) -> Self {
        let added = |total: Chips| total.saturating_sub(bet);
        Self { ids: legal.ids(), to_call: added(legal.passive_to()), wager: added(legal.wager_to()) }
    }
}

/// What the actor of a round does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Gives up the hand.
    Fold,
    /// Brings in, checks or calls.
    Stay,
    /// Bets, completes or raises.
    Wager,
}

impl Answer {
    /// The answer that an action of a betting round is.
    pub const fn of_kind(kind: ActionKind) -> Self {
        match kind {
            ActionKind::Fold => Self::Fold,
            _ if kind.is_wager() => Self::Wager,
            _ => Self::Stay,
        }
    }
}

/// What an action did to the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    /// The seat's total of the street.
    pub amount: Chips,
    /// What was added.
    pub chips: Chips,
}

impl Done {
    /// Nothing was put in.
    const NOTHING: Self = Self { amount: 0, chips: 0 };

    /// The event of it.
    pub fn told(self, players: &Players, seat: Seat, kind: ActionKind) -> Event {
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
    /// Who still has to act. Empty when the round is over.
    due: SeatSet,
    /// Whether the actor must bring in.
    opening: bool,
    /// Who has acted since the last full wager, or since the round began: they can't wager.
    acted: SeatSet,
    /// The most anyone has put in; the full bring-in even if less went in.
    current_bet: Chips,
    /// The amount of the last full wager, 0 before the first.
    full: Chips,
    /// How many full wagers there were.
    wagers: u32,
    /// How many raises may follow the bet; `None` is no cap.
    cap: Option<u32>,
    /// The bet of the street.
    size: Chips,
    /// Who made the last wager, full or short.
    aggressor: Option<Seat>,
}

impl Round {
    /// A round in which nobody acts.
    pub const CLOSED: Self = Self {
        actor: Seat::ALL[0],
        due: SeatSet::EMPTY,
        opening: false,
        acted: SeatSet::EMPTY,
        current_bet: 0,
        full: 0,
        wagers: 0,
        cap: None,
        size: 0,
        aggressor: None,
    };

    /// Begins a round in which `opener`, who must be able, is the first to act.
    #[must_use]
    pub(crate) fn open(rules: &Rules, street: u8, players: &Players, opener: Seat) -> Self {
        let capless = !rules.house.heads_up_cap && players.able.len() == 2;
        Self {
            actor: opener,
            due: players.able,
            opening: street == 3,
            cap: if capless { None } else { rules.house.raises },
            size: rules.bet_size(street),
            ..Self::CLOSED
        }
    }

    /// Whose turn it is; `None` when the round is over.
    #[must_use]
    #[inline]
    pub const fn actor(&self) -> Option<Seat> {
        if self.due.is_empty() { None } else { Some(self.actor) }
    }

    /// Who made the last wager of the round.
    #[must_use]
    pub const fn aggressor(&self) -> Option<Seat> {
        self.aggressor
    }

    /// Whether somebody has acted.
    #[must_use]
    pub const fn begun(&self) -> bool {
        !self.acted.is_empty()
    }

    /// The most anyone has put in; the full bring-in even if less went in.
    #[must_use]
    pub const fn current_bet(&self) -> Chips {
        self.current_bet
    }

    /// How many more full wagers the cap allows; `None` is no cap.
    #[must_use]
    pub fn wagers_left(&self) -> Option<u64> {
        // The cap counts the raises; the bet comes before them.
        self.cap.map(|raises| (u64::from(raises) + 1).saturating_sub(u64::from(self.wagers)))
    }

    /// What the actor may do.
    #[must_use]
    pub fn legal(&self, rules: &Rules, players: &Players) -> Legal {
        let Some(seat) = self.actor() else { return Legal::NONE };
        let all = players.chips[seat.index()];
        let faced = players.bets[seat.index()] < self.current_bet;
        let mut legal = if self.opening {
            Legal::NONE.with_passive(ActionKind::BringIn, self.price(rules).min(all))
        } else if faced {
            Legal::NONE.with_passive(ActionKind::Call, self.price(rules).min(all))
        } else {
            Legal::NONE.with(ActionKind::Check)
        };
        if !self.opening && (faced || rules.house.fold_unfaced) {
            legal = legal.with(ActionKind::Fold);
        }
        if self.may_wager(rules, players, seat) {
            legal = legal.with_wager(self.wager_name(), self.next_full().min(all));
        }
        legal
    }

    /// The four conditions of a wager [rules 3.5].
    fn may_wager(&self, rules: &Rules, players: &Players, seat: Seat) -> bool {
        let reopened = !self.acted.contains(seat);
        let below_the_cap = self.wagers_left() != Some(0);
        let has_more = players.chips[seat.index()] > self.price(rules);
        let mut others = players.live.without(seat).into_iter();
        reopened
            && below_the_cap
            && has_more
            && others.any(|other| players.chips[other.index()] > self.current_bet)
    }

    /// What a wager is called now.
    const fn wager_name(&self) -> ActionKind {
        if self.opening {
            ActionKind::Complete
        } else if self.current_bet == 0 {
            ActionKind::Bet
        } else if self.wagers == 0 {
            ActionKind::Complete
        } else {
            ActionKind::Raise
        }
    }

    /// The total that a bring-in, call or check comes to, with chips enough.
    #[inline]
    fn price(&self, rules: &Rules) -> Chips {
        if self.opening { rules.stakes.bring_in } else { self.current_bet }
    }

    /// The total of the next full wager.
    #[inline]
    const fn next_full(&self) -> Chips {
        self.full + self.size
    }

    /// Carries out what the actor does, which must be legal, and passes the turn on.
    pub(crate) fn act(&mut self, rules: &Rules, players: &mut Players, answer: Answer) -> Done {
        let Some(seat) = self.actor() else { return Done::NOTHING };
        let before = players.bets[seat.index()];
        match answer {
            Answer::Fold => players.fold(seat),
            Answer::Stay => {
                // The others owe the whole bring-in even if this seat is all-in for less [C28].
                self.current_bet = self.price(rules);
                players.put_in(seat, self.current_bet);
            }
            Answer::Wager => {
                self.current_bet = players.put_in(seat, self.next_full());
                self.aggressor = Some(seat);
                if self.is_full(rules, self.current_bet) {
                    self.full = self.current_bet;
                    self.wagers += 1;
                    self.acted = SeatSet::EMPTY;
                }
            }
        }
        self.opening = false;
        self.acted.insert(seat);
        self.due = self.who_is_due(players);
        self.actor = self.due.next_after(seat).unwrap_or(seat);
        let amount = players.bets[seat.index()];
        Done { amount, chips: amount - before }
    }

    /// Whether a wager to this total counts as a full one.
    fn is_full(&self, rules: &Rules, total: Chips) -> bool {
        let added = total - self.full;
        added == self.size || rules.house.all_in_raise == AllInRaise::Half && 2 * added >= self.size
    }

    /// The able players who are behind, or who haven't acted since the last full wager while another player is
    /// able. With one player in, the round is over.
    fn who_is_due(&self, players: &Players) -> SeatSet {
        if !players.live.is_plural() {
            return SeatSet::EMPTY;
        }
        let another = players.able.is_plural();
        let is_due = |&seat: &Seat| {
            let behind = players.bets[seat.index()] < self.current_bet;
            behind || another && !self.acted.contains(seat)
        };
        players.able.into_iter().filter(is_due).collect()
    }

    /// Lets another seat be the first to act: a record knows better where door cards are unknown.
    pub(crate) fn set_opener(&mut self, seat: Seat) {
        self.actor = seat;
    }
}

/// Returns what one player put in beyond every other, folded ones included [rules 3.6]; 0 if no player did.
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
            round.act(rules, players, Answer::of_kind(kind));
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
