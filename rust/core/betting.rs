//! One betting round: what is to be called, the cap, short all-ins, whose turn it is (RULES 3.5).

use crate::action::{ActionKind, Legal};
use crate::rules::{AllInRaise, Chips, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// Who sits at the table and with what: the part of a hand that betting changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Players {
    /// Dealt in and not folded.
    pub live: SeatSet,
    /// In, and with chips left.
    pub able: SeatSet,
    /// What each has left.
    pub stacks: [Chips; SEATS],
    /// What each put in on this street.
    pub bets: [Chips; SEATS],
}

impl Players {
    /// Moves chips from a stack to the street's bets. Returns what was added.
    fn put(&mut self, seat: Seat, total: Chips) -> Chips {
        let i = seat.index();
        let chips = total - self.bets[i];
        self.stacks[i] -= chips;
        self.bets[i] = total;
        if self.stacks[i] == 0 {
            self.able.remove(seat);
        }
        chips
    }

    /// The most that a seat can have put in on this street.
    #[must_use]
    pub fn reach(&self, seat: Seat) -> Chips {
        self.bets[seat.index()] + self.stacks[seat.index()]
    }

    pub(crate) fn fold(&mut self, seat: Seat) {
        self.live.remove(seat);
        self.able.remove(seat);
    }
}

/// What an action did to the chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Done {
    /// The seat's total of the street.
    pub amount: Chips,
    /// What was added.
    pub chips: Chips,
}

/// The running numbers of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Who is to act; none when the round is over.
    actor: Option<Seat>,
    /// Whether the actor must bring in.
    opening: bool,
    /// Acted since the last full wager, or since the round began.
    acted: SeatSet,
    /// Able, and with less in than is to be called.
    behind: SeatSet,
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
        actor: None,
        opening: false,
        acted: SeatSet::EMPTY,
        behind: SeatSet::EMPTY,
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
            actor: Some(opener),
            opening: street == 3,
            cap: if capless { None } else { rules.raises },
            size: rules.bet_size(street),
            ..Self::CLOSED
        }
    }

    /// Whose turn it is; none when the round is over.
    #[must_use]
    pub const fn actor(&self) -> Option<Seat> {
        self.actor
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
        let Some(seat) = self.actor else { return Legal::NONE };
        let put_in = players.bets[seat.index()];
        let reach = players.reach(seat);
        let mut legal = if self.opening {
            Legal::NONE.with_passive(ActionKind::BringIn, rules.bring_in.min(reach))
        } else if put_in < self.to_call {
            Legal::NONE.with(ActionKind::Fold).with_passive(ActionKind::Call, self.to_call.min(reach))
        } else if rules.fold_unfaced {
            Legal::NONE.with(ActionKind::Fold).with(ActionKind::Check)
        } else {
            Legal::NONE.with(ActionKind::Check)
        };
        if self.may_wager(rules, players, seat) {
            legal = legal.with_wager(self.wager_name(), (self.full + self.size).min(reach));
        }
        legal
    }

    fn may_wager(&self, rules: &Rules, players: &Players, seat: Seat) -> bool {
        let cost_to = if self.opening { rules.bring_in } else { self.to_call };
        !self.acted.contains(seat)
            && self.wagers_left() != Some(0)
            && players.reach(seat) > cost_to
            && players.live.without(seat).into_iter().any(|other| players.reach(other) > self.to_call)
    }

    const fn wager_name(&self) -> ActionKind {
        if self.opening {
            ActionKind::Complete
        } else if self.to_call == 0 {
            ActionKind::Bet
        } else if self.wagers == 0 {
            ActionKind::Complete
        } else {
            ActionKind::Raise
        }
    }

    /// Carries out a legal action of the actor and passes the turn on.
    pub fn act(&mut self, rules: &Rules, players: &mut Players, kind: ActionKind) -> Done {
        let Some(seat) = self.actor else { return Done { amount: 0, chips: 0 } };
        let total = match kind {
            ActionKind::Fold | ActionKind::Check => players.bets[seat.index()],
            ActionKind::BringIn => rules.bring_in.min(players.reach(seat)),
            ActionKind::Call => self.to_call.min(players.reach(seat)),
            _ => (self.full + self.size).min(players.reach(seat)),
        };
        let chips = players.put(seat, total);
        match kind {
            ActionKind::Fold => players.fold(seat),
            ActionKind::BringIn => (self.to_call, self.behind) = (rules.bring_in, players.able),
            _ if kind.is_wager() => {
                self.wager(rules, total);
                (self.aggressor, self.behind) = (Some(seat), players.able);
            }
            _ => {}
        }
        self.acted.insert(seat);
        self.behind.remove(seat);
        self.opening = false;
        self.actor = if players.live.is_plural() { self.next_due(players, seat) } else { None };
        Done { amount: total, chips }
    }

    fn wager(&mut self, rules: &Rules, total: Chips) {
        let step = total - self.full;
        let is_full = step >= self.size || (rules.all_in_raise == AllInRaise::Half && 2 * step >= self.size);
        self.to_call = total;
        if is_full {
            self.full = total;
            self.wagers += 1;
            self.acted = SeatSet::EMPTY;
        }
    }

    /// The next due player clockwise: able, and short of the call or still to be asked.
    fn next_due(&self, players: &Players, last: Seat) -> Option<Seat> {
        let asked = if players.able.is_plural() { self.acted } else { players.able };
        players.able.minus(asked.minus(self.behind)).next_after(last)
    }

    /// Lets another seat be the first to act: a record knows better where door cards are unknown.
    pub(crate) fn set_opener(&mut self, seat: Seat) {
        self.actor = Some(seat);
    }
}

/// What one player put in beyond every other, folded ones included (RULES 3.6).
#[must_use]
pub fn uncalled(put_in: &[Chips; SEATS]) -> Option<(Seat, Chips)> {
    let (mut top, mut second) = (0, 0);
    for &chips in put_in {
        second = second.max(top.min(chips));
        top = top.max(chips);
    }
    if top == second {
        return None;
    }
    put_in.iter().position(|&chips| chips == top).map(|index| (Seat::at(index), top - second))
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
            players.stacks[i] = stack;
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
        assert_eq!(uncalled(&put_in), Some((seat(3), 20)));
        put_in[0] = 50;
        assert_eq!(uncalled(&put_in), None);
    }
}
