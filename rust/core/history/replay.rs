//! Playing a [`History`] again.

use super::notation::{Move, Shown};
use super::shown::{agree, dealt_lines};
use super::{History, HistoryError, amount, clip};
use crate::action::{Action, ActionKind, Event, Legal};
use crate::card::{Card, CardSet};
use crate::deal::NextCard;
use crate::hand::{Hand, PlayError};
use crate::record::{Game, Setup, Source};
use crate::rules::{AllInRaise, Draft, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

impl History {
    /// The seats of the players, in order.
    #[must_use]
    pub fn player_seats(&self) -> Vec<Seat> {
        let named: Option<Vec<Seat>> = self.seats.as_ref().and_then(|numbers| {
            numbers.iter().map(|&number| u8::try_from(number).ok().and_then(Seat::new)).collect()
        });
        let ascend = |seats: &Vec<Seat>| {
            seats.len() == self.player_count() && seats.is_sorted_by(|one, next| one < next)
        };
        named.filter(ascend).unwrap_or_else(|| Seat::ALL.into_iter().take(self.player_count()).collect())
    }

    /// Plays the hand again. A file that ends early gives an unfinished hand.
    ///
    /// PHH states no house rules. Without `rules` the file's own (`_stud8_rules`) hold; without those
    /// the stakes are the file's and the rest is permissive: no cap, folding when checking is free,
    /// showing and mucking in any order, either rule for short all-ins. A hand that waits for a showing
    /// that the file doesn't tell is unfinished then. With `rules` everything must be as they say.
    ///
    /// # Errors
    /// `history_unsupported` when the rules aren't those of the file, or can't be; `history_step` with
    /// the first action that couldn't have happened, why, and what would have been legal.
    pub fn replay(&self, rules: Option<&Rules>) -> Result<Game, HistoryError> {
        let (candidates, permissive) = match rules {
            Some(rules) => (vec![self.check_rules(rules)?], false),
            None if self.house.is_some() => {
                let house = self.house.unwrap_or_default();
                (vec![self.with_stakes(house)?], self.permissive)
            }
            None => (self.permissive_rules()?, true),
        };
        let mut furthest: Option<HistoryError> = None;
        for rules in candidates {
            match Replay::run(self, rules, permissive) {
                Ok(game) => return Ok(game),
                Err(error) if furthest.as_ref().is_none_or(|other| error.action() > other.action()) => {
                    furthest = Some(error);
                }
                Err(_) => {}
            }
        }
        Err(furthest
            .unwrap_or_else(|| HistoryError::Unsupported("there are no rules to replay with".to_owned())))
    }

    fn check_rules(&self, rules: &Rules) -> Result<Rules, HistoryError> {
        for (name, said, file) in [
            ("ante", rules.stakes.ante, self.ante),
            ("bring_in", rules.stakes.bring_in, self.bring_in),
            ("small_bet", rules.stakes.small_bet, self.small_bet),
            ("big_bet", rules.stakes.big_bet, self.big_bet),
        ] {
            if said != file {
                return Err(HistoryError::Unsupported(format!(
                    "the rules have {name}={said}, and the file has {file}: the stakes must be the same"
                )));
            }
        }
        super::record::check_game(rules)?;
        Ok(*rules)
    }

    /// These settings with the stakes of the file.
    fn with_stakes(&self, draft: Draft) -> Result<Rules, HistoryError> {
        let draft = Draft {
            ante: Some(self.ante),
            bring_in: Some(self.bring_in),
            small_bet: Some(self.small_bet),
            big_bet: Some(self.big_bet),
            trim_antes: Some(self.trim_antes.unwrap_or(false)),
            ..draft
        };
        draft.rules(None).map_err(|error| HistoryError::Unsupported(error.to_string()))
    }

    /// The rules that a file without rules may have been played by, the likeliest first.
    fn permissive_rules(&self) -> Result<Vec<Rules>, HistoryError> {
        let common = self.actions.iter().any(|line| matches!(line.play, Some(Move::Common { .. })));
        let either: &[bool] = if common { &[true, false] } else { &[true] };
        let mut candidates = Vec::new();
        for &betting in either {
            for &dry in either {
                for all_in_raise in [AllInRaise::Half, AllInRaise::Full] {
                    candidates.push(self.with_stakes(Draft {
                        raises: Some(None),
                        fold_unfaced: Some(true),
                        all_in_raise: Some(all_in_raise),
                        // Burned cards bring the common card sooner.
                        burn: Some(!dry),
                        common_card_betting: Some(betting),
                        ..Draft::default()
                    })?);
                }
            }
        }
        Ok(candidates)
    }
}

/// A showing or mucking told before all cards were out.
#[derive(Clone, Copy)]
struct Early {
    number: usize,
    seat: Seat,
    shows: bool,
}

struct Replay<'a> {
    history: &'a History,
    game: Game,
    /// By player.
    seats: Vec<Seat>,
    /// Cards that the file has named and the hand not yet asked for.
    waiting: [Vec<Option<Card>>; SEATS],
    seen: CardSet,
    early: Vec<Early>,
    /// Whose showing or mucking the file has told.
    told: SeatSet,
    /// The line that is being played, from 1.
    number: usize,
}

type Played = Result<(), String>;

impl<'a> Replay<'a> {
    fn run(history: &'a History, rules: Rules, permissive: bool) -> Result<Game, HistoryError> {
        let seats = history.player_seats();
        let stacks = seats.iter().copied().zip(history.starting_stacks.iter().copied()).collect();
        let setup = Setup { rules, stacks, source: Source::ByHand, permissive };
        let game = Game::new(setup).map_err(|error| HistoryError::Unsupported(error.to_string()))?;
        let mut replay = Replay {
            history,
            game,
            seats,
            waiting: Default::default(),
            seen: CardSet::EMPTY,
            early: Vec::new(),
            told: SeatSet::EMPTY,
            number: 0,
        };
        for (number, cards) in (1..).zip(dealt_lines(history)) {
            let Some(play) = &history.actions[number - 1].play else { continue };
            replay.number = number;
            replay.play(play, &cards).map_err(|why| replay.wrong(number, why))?;
        }
        replay.check_early()?;
        Ok(replay.game)
    }

    fn wrong(&self, number: usize, why: String) -> HistoryError {
        let play = self.history.actions[number - 1].play.as_ref();
        let text = play.map_or_else(String::new, |play| play.to_text(self.history.decimals));
        HistoryError::Step { number, text: clip(&text), why }
    }

    const fn hand(&self) -> &Hand {
        self.game.hand()
    }

    fn permissive(&self) -> bool {
        self.game.setup().permissive
    }

    /// The name of a seat's player.
    fn name(&self, seat: Seat) -> String {
        let index = self.seats.iter().position(|&other| other == seat).unwrap_or_default();
        format!("p{}", index + 1)
    }

    fn play(&mut self, play: &Move, cards: &[Option<Card>]) -> Played {
        let seat = |player: u8| {
            let seat = self.seats.get(usize::from(player).wrapping_sub(1)).copied();
            seat.ok_or_else(|| format!("p{player} is no player of this hand"))
        };
        match play {
            Move::Deal { player, .. } => self.deal(seat(*player)?, cards)?,
            Move::Common { .. } => self.deal_common(cards)?,
            Move::Show { player, shown } => self.show(seat(*player)?, shown)?,
            Move::BringIn { player }
            | Move::CheckOrCall { player }
            | Move::Fold { player }
            | Move::Wager { player, .. } => self.act(seat(*player)?, play)?,
        }
        self.show_early()
    }

    // ---- cards ----

    fn deal(&mut self, seat: Seat, cards: &[Option<Card>]) -> Played {
        let name = self.name(seat);
        if !self.hand().live().contains(seat) {
            return Err(format!("{name} has folded and gets no more cards"));
        }
        match self.hand().next_card() {
            None => return Err(format!("no card is awaited: {}", self.awaited())),
            Some(NextCard::Common) => {
                return Err("fewer cards are left than players: one common card comes, d db CARD".to_owned());
            }
            Some(NextCard::Down(_) | NextCard::Up(_)) => {}
        }
        let has = self.hand().dealt(seat).cards().len() + self.waiting[seat.index()].len();
        let street = self.hand().street();
        // With nobody left to bet the streets follow one another.
        let most = if self.betting_is_over() { 7 } else { usize::from(street) };
        if has + cards.len() > most {
            return Err(format!(
                "{name} has {has} card(s), and gets {} on {}",
                most - has.min(most),
                ordinal(street)
            ));
        }
        self.see(cards)?;
        self.waiting[seat.index()].extend_from_slice(cards);
        while let Some(NextCard::Down(next) | NextCard::Up(next)) = self.hand().next_card() {
            if self.waiting[next.index()].is_empty() {
                break;
            }
            let card = self.waiting[next.index()].remove(0);
            self.game.deal(card).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn deal_common(&mut self, cards: &[Option<Card>]) -> Played {
        match self.hand().next_card() {
            Some(NextCard::Common) => {}
            Some(_) => return Err(format!("everybody gets a card of his own: {}", self.awaited())),
            None => return Err(format!("no card is awaited: {}", self.awaited())),
        }
        self.see(cards)?;
        self.game.deal(cards.first().copied().flatten()).map_err(|error| error.to_string())
    }

    fn see(&mut self, cards: &[Option<Card>]) -> Played {
        for &card in cards.iter().flatten() {
            if !self.seen.insert(card) {
                return Err(format!("{card} has been dealt already"));
            }
        }
        Ok(())
    }

    fn betting_is_over(&self) -> bool {
        let hand = self.hand();
        let able = hand.live().into_iter().filter(|seat| hand.stacks()[seat.index()] > 0).count();
        hand.next_card().is_some() && able < 2
    }

    // ---- betting ----

    fn act(&mut self, seat: Seat, play: &Move) -> Played {
        if self.hand().actor().is_none() || self.showing() {
            return Err(format!("no bet is awaited: {}", self.awaited()));
        }
        if self.hand().actor() != Some(seat) {
            return self.believe(seat, play);
        }
        let legal = self.hand().legal();
        let kind = legal.kinds().find(|&kind| says(play, kind));
        let total = kind.and_then(|kind| legal.get(kind)).and_then(|action| action.amount);
        match kind {
            Some(kind) if agrees(play, total) => self.game.play(kind).map_err(|error| error.to_string()),
            _ => Err(format!("not legal: {}", self.awaited())),
        }
    }

    /// Where an up card is unknown the record may know better who opens (RULES 3.15).
    fn believe(&mut self, seat: Seat, play: &Move) -> Played {
        let third = self.hand().street() == 3;
        let kind = match play {
            Move::Fold { .. } => ActionKind::Fold,
            Move::BringIn { .. } => ActionKind::BringIn,
            Move::Wager { .. } if third => ActionKind::Complete,
            Move::Wager { .. } => ActionKind::Bet,
            _ => ActionKind::Check,
        };
        let mut game = self.game.clone();
        match game.play_from(seat, kind) {
            Ok(()) => {}
            Err(PlayError::Illegal { legal, .. }) => {
                return Err(format!("not legal: {} may {}", self.name(seat), self.legal_moves(legal)));
            }
            Err(_) => return Err(format!("it is not {}'s turn: {}", self.name(seat), self.awaited())),
        }
        let total = game.events().iter().rev().find_map(|event| match event {
            Event::Put { amount, .. } => Some(*amount),
            _ => None,
        });
        if !agrees(play, total) {
            let right = amount::format(total.unwrap_or_default(), self.history.decimals);
            return Err(format!("not legal: {} may cbr {right}", self.name(seat)));
        }
        self.game = game;
        Ok(())
    }

    // ---- showing ----

    fn showing(&self) -> bool {
        self.hand().legal().contains(ActionKind::Show)
    }

    /// Whether a seat has shown (true) or mucked in the hand.
    fn has_shown(&self, seat: Seat) -> Option<bool> {
        self.showings().find(|&(who, _)| who == seat).map(|(_, shows)| shows)
    }

    /// Who showed and who mucked in the hand, in order.
    fn showings(&self) -> impl Iterator<Item = (Seat, bool)> {
        self.game.events().iter().filter_map(|event| match *event {
            Event::Show { seat, .. } => Some((seat, true)),
            Event::Muck { seat } => Some((seat, false)),
            _ => None,
        })
    }

    fn show(&mut self, seat: Seat, what: &Shown) -> Played {
        let name = self.name(seat);
        if !self.hand().live().contains(seat) {
            return Err(format!("{name} has folded and has nothing to show"));
        }
        if let Shown::Cards(cards) = what {
            let waiting = &self.waiting[seat.index()];
            let dealt = [self.hand().dealt(seat).cards(), waiting].concat();
            let filled = agree(&dealt, cards)?;
            // All that could be filled in was filled in when it was dealt.
            if let Some((_, Some(card))) = dealt.iter().zip(&filled).find(|(dealt, filled)| dealt != filled) {
                return Err(format!("{name} can't show {card}: it is dealt to somebody else"));
            }
        }
        let shows = *what != Shown::Muck;
        if self.told.contains(seat) {
            let again = self.early.iter().any(|early| early.seat == seat && early.shows == shows);
            return if again { Ok(()) } else { Err(format!("{name} has shown or mucked already")) };
        }
        if self.hand().is_over() {
            // Whoever won without a showdown may show or not.
            return if self.hand().live().len() == 1 { Ok(()) } else { self.tell(seat, shows) };
        }
        if self.showing() {
            let kind = if shows { ActionKind::Show } else { ActionKind::Muck };
            if self.permissive() {
                self.told.insert(seat);
                return self.game.play_from(seat, kind).map_err(|error| error.to_string());
            }
            if self.has_shown(seat).is_none() {
                if self.hand().actor() != Some(seat) {
                    return Err(format!("it is not {name}'s turn: {}", self.awaited()));
                }
                self.game.play(kind).map_err(|error| error.to_string())?;
            }
            return self.tell(seat, shows);
        }
        if self.betting_is_over() {
            self.told.insert(seat);
            self.early.push(Early { number: self.number, seat, shows });
            return Ok(());
        }
        Err(format!("the showdown has not come: {}", self.awaited()))
    }

    /// Holds a showing of the file against what the rules made of it. Whom they let muck unasked may
    /// have shown.
    fn tell(&mut self, seat: Seat, shows: bool) -> Played {
        if shows
            && let Some((first, _)) = self
                .showings()
                .take_while(|&(who, _)| who != seat)
                .find(|&(who, shows)| shows && !self.told.contains(who))
            && self.has_shown(seat) == Some(true)
        {
            return Err(format!("{} shows first: that is the order of the rules", self.name(first)));
        }
        self.told.insert(seat);
        self.check_shown(seat, shows)
    }

    fn check_shown(&self, seat: Seat, shows: bool) -> Played {
        let known = self.hand().dealt(seat).cards().iter().all(Option::is_some);
        if self.has_shown(seat) == Some(true) && !shows && known {
            let name = self.name(seat);
            return Err(format!("{name} may not muck: he has to show here, {name} sm -"));
        }
        Ok(())
    }

    /// Answers at the showdown with what the file told before all cards were out.
    fn show_early(&mut self) -> Played {
        let kind = |early: &Early| if early.shows { ActionKind::Show } else { ActionKind::Muck };
        while self.showing() {
            let actor = self.hand().actor();
            let next = self.early.iter().find(|early| {
                self.has_shown(early.seat).is_none() && (self.permissive() || actor == Some(early.seat))
            });
            let Some(next) = next.copied() else { break };
            self.game.play_from(next.seat, kind(&next)).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn check_early(&self) -> Result<(), HistoryError> {
        for early in &self.early {
            self.check_shown(early.seat, early.shows).map_err(|why| self.wrong(early.number, why))?;
        }
        Ok(())
    }

    // ---- words ----

    /// What the hand waits for, in the notation of the file.
    fn awaited(&self) -> String {
        let hand = self.hand();
        if let Some(actor) = hand.actor() {
            return format!("{} may {}", self.name(actor), self.legal_moves(hand.legal()));
        }
        match hand.next_card() {
            Some(NextCard::Common) => "the common card comes next, d db CARD".to_owned(),
            Some(NextCard::Down(seat) | NextCard::Up(seat)) => {
                let name = self.name(seat);
                format!("a card for {name} on {} comes next, d dh {name} CARDS", ordinal(hand.street()))
            }
            None => "the hand is over".to_owned(),
        }
    }

    fn legal_moves(&self, legal: Legal) -> String {
        let decimals = self.history.decimals;
        let word = |action: Action| {
            let total = amount::format(action.amount.unwrap_or_default(), decimals);
            match action.kind {
                ActionKind::Fold => "f".to_owned(),
                ActionKind::Check => "cc (check)".to_owned(),
                ActionKind::Call => format!("cc (call to {total})"),
                ActionKind::BringIn => format!("pb (to {total})"),
                ActionKind::Show => "sm CARDS".to_owned(),
                ActionKind::Muck => "sm (muck)".to_owned(),
                kind => format!("cbr {total} ({kind})"),
            }
        };
        legal.actions().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// Whether the notation may stand for this kind of action.
const fn says(play: &Move, kind: ActionKind) -> bool {
    match play {
        Move::Fold { .. } => matches!(kind, ActionKind::Fold),
        Move::BringIn { .. } => matches!(kind, ActionKind::BringIn),
        Move::CheckOrCall { .. } => matches!(kind, ActionKind::Check | ActionKind::Call),
        Move::Wager { .. } => kind.is_wager(),
        Move::Deal { .. } | Move::Common { .. } | Move::Show { .. } => false,
    }
}

/// Whether a wager is to this total; nothing else names one.
fn agrees(play: &Move, total: Option<u64>) -> bool {
    match play {
        Move::Wager { total: said, .. } => total == Some(*said),
        _ => true,
    }
}

fn ordinal(street: u8) -> &'static str {
    match street {
        3 => "third street",
        4 => "fourth street",
        5 => "fifth street",
        6 => "sixth street",
        _ => "seventh street",
    }
}
