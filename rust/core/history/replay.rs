//! Playing a [`Transcript`] again.

use super::shown::{agree, dealt_by};
use super::transcript::{SourceLine, Stack, Statement, Transcript};
use super::{InLine, amount};
use crate::action::{Action, ActionKind, Event, Legal};
use crate::card::{Card, CardSet};
use crate::deal::NextCard;
use crate::eval::LowKind;
use crate::hand::{Hand, Stage};
use crate::played::{PlayedHand, Setup, Source};
use crate::rules::{AllInRaise, Chips, Draft, MAX_CHIPS, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// Why a transcript can't be played. Speaks in the words of the game; a notation adds how it writes them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// It can't be played by these rules, or by any.
    #[error("{0}")]
    Unsupported(String),
    /// One of its entries couldn't have happened.
    #[error("entry {}{}: {why}", .entry + 1, InLine(*.line))]
    Step {
        /// Its index in the transcript.
        entry: usize,
        /// Where its source says so.
        line: SourceLine,
        /// Why not, and what would have been legal.
        why: String,
        /// What would have been legal, for a notation to write.
        awaited: Option<Awaited>,
        /// What else may be wrong.
        doubt: Option<String>,
    },
}

/// What a hand waits for. Players are indices into the transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// One of these actions of this player.
    Action(usize, Legal),
    /// A declaration of this player.
    Declaration(usize),
    /// A card for this player.
    Card(usize),
    /// The common card.
    Common,
}

/// Why a statement is refused.
struct Refusal {
    why: String,
    awaited: Option<Awaited>,
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self { why, awaited: None }
    }
}

impl Transcript {
    /// Plays the hand again. A transcript that ends early gives an unfinished hand.
    ///
    /// Without `rules` those of the transcript hold, if it knows its house; else the stakes are the
    /// transcript's and whatever it says is taken as played: no cap, folding when checking is free, showing
    /// and mucking in any order, either rule for short all-ins. A hand that waits for a showing that isn't told
    /// is unfinished then. With `rules` everything must be as they say.
    ///
    /// A player whose stack is unknown is played with more than anybody can bet, and so is never all-in.
    ///
    /// # Errors
    /// [`ReplayError::Unsupported`] when the rules aren't those of the transcript, or can't be;
    /// [`ReplayError::Step`] with the first entry that couldn't have happened.
    pub fn replay(&self, rules: Option<&Rules>) -> Result<PlayedHand, ReplayError> {
        let (candidates, show_in_turn) = match rules {
            Some(rules) => (vec![self.check_rules(rules)?], true),
            None if self.house_known => (vec![self.known_rules(self.rules)?], self.show_in_turn),
            None => (self.possible_rules()?, false),
        };
        let mut furthest: Option<ReplayError> = None;
        for rules in candidates {
            match Replay::run(self, rules, show_in_turn) {
                Ok(played) => return Ok(played),
                Err(error) if furthest.as_ref().is_none_or(|other| reach(&error) > reach(other)) => {
                    furthest = Some(error);
                }
                Err(_) => {}
            }
        }
        Err(furthest
            .unwrap_or_else(|| ReplayError::Unsupported("there are no rules to replay with".to_owned())))
    }

    fn check_rules(&self, rules: &Rules) -> Result<Rules, ReplayError> {
        for (name, given, told) in [
            ("ante", rules.stakes.ante, self.rules.ante),
            ("bring_in", rules.stakes.bring_in, self.rules.bring_in),
            ("small_bet", rules.stakes.small_bet, self.rules.small_bet),
            ("big_bet", rules.stakes.big_bet, self.rules.big_bet),
        ] {
            if let Some(told) = told.filter(|&told| told != given) {
                return Err(ReplayError::Unsupported(format!(
                    "the rules have {name}={given}, and the history has {told}: the stakes must be the same"
                )));
            }
        }
        let (low, declare) = (self.rules.low, self.rules.declare);
        let differs = low.is_some_and(|low| Some(low) != rules.game.low());
        if differs || declare.is_some_and(|declare| declare != rules.game.declares()) {
            let game = |low: String, declare: bool| {
                format!("low='{low}'{}", if declare { " with declaration (declare=True)" } else { "" })
            };
            let word = |low: Option<LowKind>| low.map_or_else(|| "?".to_owned(), |low| low.to_string());
            return Err(ReplayError::Unsupported(format!(
                "the rules are of another game than the history: they have {}, and the history has {}",
                game(word(rules.game.low()), rules.game.declares()),
                game(word(low), declare.unwrap_or(false)),
            )));
        }
        Ok(*rules)
    }

    fn known_rules(&self, draft: Draft) -> Result<Rules, ReplayError> {
        let draft = Draft { trim_antes: Some(self.rules.trim_antes.unwrap_or(false)), ..draft };
        draft.rules(None).map_err(|error| ReplayError::Unsupported(error.to_string()))
    }

    /// The rules that a hand of an unknown house may have been played by, the likeliest first.
    fn possible_rules(&self) -> Result<Vec<Rules>, ReplayError> {
        let common =
            self.entries.iter().any(|entry| matches!(entry.statement, Some(Statement::Common { .. })));
        let either: &[bool] = if common { &[true, false] } else { &[true] };
        let mut candidates = Vec::new();
        for &betting in either {
            for &dry in either {
                for all_in_raise in [AllInRaise::Half, AllInRaise::Full] {
                    candidates.push(self.known_rules(Draft {
                        raises: Some(None),
                        fold_unfaced: Some(true),
                        all_in_raise: Some(all_in_raise),
                        // Burned cards bring the common card sooner.
                        burn: Some(!dry),
                        common_card_betting: Some(betting),
                        ..self.rules
                    })?);
                }
            }
        }
        Ok(candidates)
    }
}

/// How far a replay came.
fn reach(error: &ReplayError) -> Option<usize> {
    match error {
        ReplayError::Unsupported(_) => None,
        ReplayError::Step { entry, .. } => Some(*entry),
    }
}

/// A showing or mucking told before all cards were out.
#[derive(Clone, Copy)]
struct Early {
    entry: usize,
    seat: Seat,
    shows: bool,
}

struct Replay<'a> {
    transcript: &'a Transcript,
    played: PlayedHand,
    /// By player.
    seats: Vec<Seat>,
    /// Cards that the transcript has named and the hand not yet asked for.
    waiting: [Vec<Option<Card>>; SEATS],
    seen: CardSet,
    early: Vec<Early>,
    /// The seats whose showing or mucking the transcript has told.
    told: SeatSet,
    /// The entry that is being played.
    entry: usize,
}

type Played = Result<(), Refusal>;

impl<'a> Replay<'a> {
    fn run(transcript: &'a Transcript, rules: Rules, show_in_turn: bool) -> Result<PlayedHand, ReplayError> {
        let seats = transcript.seats();
        let plenty = MAX_CHIPS - MAX_CHIPS % rules.stakes.unit;
        let stacks = transcript.players.iter().map(|player| match player.stack {
            Stack::Known(chips) => (player.seat, chips),
            Stack::Unknown => (player.seat, plenty),
        });
        let setup = Setup { rules, stacks: stacks.collect(), source: Source::ByHand, show_in_turn };
        let played = PlayedHand::new(setup).map_err(|error| ReplayError::Unsupported(error.to_string()))?;
        let mut replay = Replay {
            transcript,
            played,
            seats,
            waiting: Default::default(),
            seen: CardSet::EMPTY,
            early: Vec::new(),
            told: SeatSet::EMPTY,
            entry: 0,
        };
        for (number, cards) in dealt_by(&transcript.entries).iter().enumerate() {
            let Some(statement) = &transcript.entries[number].statement else { continue };
            replay.entry = number;
            replay.play(statement, cards).map_err(|refusal| replay.wrong(number, refusal))?;
        }
        replay.check_early()?;
        replay.check_declared()?;
        Ok(replay.played)
    }

    fn wrong(&self, entry: usize, refusal: Refusal) -> ReplayError {
        let Transcript { players, entries, .. } = self.transcript;
        let without_stack =
            |index: &usize| players.get(*index).is_some_and(|player| player.stack == Stack::Unknown);
        let told = entries[entry].statement.as_ref().and_then(Statement::player);
        let told = told.map(|player| usize::from(player).wrapping_sub(1));
        let unknown = told.filter(without_stack).or_else(|| (0..players.len()).find(without_stack));
        let doubt = unknown.map(|player| {
            let name = self.transcript.label(player);
            format!("the stack of {name} isn't known, so {name} can't be all-in here")
        });
        let line = entries[entry].line;
        ReplayError::Step { entry, line, why: refusal.why, awaited: refusal.awaited, doubt }
    }

    const fn hand(&self) -> &Hand {
        self.played.hand()
    }

    fn show_in_turn(&self) -> bool {
        self.played.setup().show_in_turn
    }

    fn player(&self, seat: Seat) -> usize {
        self.seats.iter().position(|&other| other == seat).unwrap_or_default()
    }

    /// What messages call the player of a seat.
    fn name(&self, seat: Seat) -> String {
        self.transcript.label(self.player(seat))
    }

    fn play(&mut self, statement: &Statement, cards: &[Option<Card>]) -> Played {
        let seat = |player: u8| {
            let seat = self.seats.get(usize::from(player).wrapping_sub(1)).copied();
            seat.ok_or_else(|| format!("player {player} is not one of the {} of this hand", self.seats.len()))
        };
        match statement {
            Statement::Deal { player, .. } => self.deal(seat(*player)?, cards)?,
            Statement::Common { .. } => self.deal_common(cards)?,
            Statement::Show { player, cards } => self.show(seat(*player)?, cards.as_deref())?,
            Statement::Muck { player } => self.muck(seat(*player)?)?,
            Statement::BringIn { player, .. }
            | Statement::CheckOrCall { player, .. }
            | Statement::Fold { player }
            | Statement::Wager { player, .. } => self.act(seat(*player)?, statement)?,
        }
        self.declare()?;
        self.show_early()
    }

    // ---- cards ----

    fn deal(&mut self, seat: Seat, cards: &[Option<Card>]) -> Played {
        let name = self.name(seat);
        if !self.hand().live().contains(seat) {
            return Err(format!("{name} has folded and gets no more cards").into());
        }
        match self.hand().next_card() {
            None => return Err(self.expected("no card is awaited")),
            Some(NextCard::Common) => {
                return Err(Refusal {
                    why: "fewer cards are left than players: one common card comes".to_owned(),
                    awaited: Some(Awaited::Common),
                });
            }
            Some(NextCard::Down(_) | NextCard::Up(_)) => {}
        }
        let has = self.hand().dealt(seat).cards().len() + self.waiting[seat.index()].len();
        let street = self.hand().street();
        // Without a player who can bet the streets follow one another.
        let most = if self.betting_is_over() { 7 } else { usize::from(street) };
        if has + cards.len() > most {
            let gets = most - has.min(most);
            return Err(format!("{name} has {has} card(s), and gets {gets} on {}", ordinal(street)).into());
        }
        self.see(cards)?;
        self.waiting[seat.index()].extend_from_slice(cards);
        while let Some(NextCard::Down(next) | NextCard::Up(next)) = self.hand().next_card() {
            if self.waiting[next.index()].is_empty() {
                break;
            }
            let card = self.waiting[next.index()].remove(0);
            self.played.deal(card).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn deal_common(&mut self, cards: &[Option<Card>]) -> Played {
        match self.hand().next_card() {
            Some(NextCard::Common) => {}
            Some(_) => return Err(self.expected("every player gets a card, and none is common")),
            None => return Err(self.expected("no card is awaited")),
        }
        self.see(cards)?;
        Ok(self.played.deal(cards.first().copied().flatten()).map_err(|error| error.to_string())?)
    }

    fn see(&mut self, cards: &[Option<Card>]) -> Played {
        for &card in cards.iter().flatten() {
            if !self.seen.insert(card) {
                return Err(format!("{card} has been dealt already").into());
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

    fn act(&mut self, seat: Seat, statement: &Statement) -> Played {
        if self.hand().actor().is_none() || self.showing() {
            return Err(self.expected("no bet is awaited"));
        }
        if self.hand().actor() != Some(seat) {
            return self.believe(seat, statement);
        }
        let legal = self.hand().legal();
        let kind = legal.kinds().find(|&kind| says(statement, kind));
        let total = kind.and_then(|kind| self.total(seat, legal, kind));
        match kind {
            Some(kind) if agrees(statement, total) => {
                Ok(self.played.play(kind).map_err(|error| error.to_string())?)
            }
            _ => Err(self.expected("not legal")),
        }
    }

    /// What a seat has put in on the street after an action.
    fn total(&self, seat: Seat, legal: Legal, kind: ActionKind) -> Option<Chips> {
        let amount = legal.get(kind).and_then(|action| action.amount);
        amount.or_else(|| (kind == ActionKind::Check).then(|| self.hand().bets()[seat.index()]))
    }

    /// Where an up card is unknown the record may know better who opens [rules 3.15].
    fn believe(&mut self, seat: Seat, statement: &Statement) -> Played {
        let third = self.hand().street() == 3;
        let kind = match statement {
            Statement::Fold { .. } => ActionKind::Fold,
            Statement::BringIn { .. } => ActionKind::BringIn,
            Statement::Wager { .. } if third => ActionKind::Complete,
            Statement::Wager { .. } => ActionKind::Bet,
            _ => ActionKind::Check,
        };
        let Some(legal) = self.hand().legal_for(seat) else {
            return Err(self.expected(&format!("it is not {}'s turn", self.name(seat))));
        };
        if legal.contains(kind) && agrees(statement, self.total(seat, legal, kind)) {
            return Ok(self.played.play_from(seat, kind).map_err(|error| error.to_string())?);
        }
        Err(self.may("not legal", seat, legal))
    }

    // ---- declaring ----

    /// Declares for every player whose turn it is and whose declaration is told.
    fn declare(&mut self) -> Played {
        while self.hand().stage() == Stage::Declaring
            && let Some(actor) = self.hand().actor()
            && let Some(kind) = self.transcript.players[self.player(actor)].declared
        {
            self.played.play(kind).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn check_declared(&self) -> Result<(), ReplayError> {
        let hand = self.hand();
        let wrong = |why: &str, player: usize| {
            let name = self.transcript.label(player);
            Err(ReplayError::Unsupported(format!("a declaration of {name} is told, and {why}")))
        };
        for (index, player) in self.transcript.players.iter().enumerate() {
            if player.declared.is_some() && !hand.rules().game.declares() {
                return wrong("the rules have no declarations", index);
            }
            if player.declared.is_some() && !hand.live().contains(player.seat) {
                return wrong("this player has folded", index);
            }
        }
        Ok(())
    }

    // ---- showing ----

    fn showing(&self) -> bool {
        self.hand().stage() == Stage::Showing
    }

    /// Whether a seat has shown (true) or mucked in the hand.
    fn has_shown(&self, seat: Seat) -> Option<bool> {
        self.showings().find(|&(who, _)| who == seat).map(|(_, shows)| shows)
    }

    /// Who showed and who mucked in the hand, in order.
    fn showings(&self) -> impl Iterator<Item = (Seat, bool)> {
        self.played.events().iter().filter_map(|event| match *event {
            Event::Show { seat, .. } => Some((seat, true)),
            Event::Muck { seat } => Some((seat, false)),
            _ => None,
        })
    }

    fn show(&mut self, seat: Seat, cards: Option<&[Option<Card>]>) -> Played {
        self.check_in(seat)?;
        if let Some(cards) = cards {
            let waiting = &self.waiting[seat.index()];
            let dealt = [self.hand().dealt(seat).cards(), waiting].concat();
            let filled = agree(&dealt, cards)?;
            // All that could be filled in was filled in when it was dealt.
            if let Some((_, Some(card))) = dealt.iter().zip(&filled).find(|(dealt, filled)| dealt != filled) {
                let name = self.name(seat);
                return Err(format!("{name} can't show {card}: another player was dealt it").into());
            }
        }
        self.show_or_muck(seat, true)
    }

    fn muck(&mut self, seat: Seat) -> Played {
        self.check_in(seat)?;
        self.show_or_muck(seat, false)
    }

    fn check_in(&self, seat: Seat) -> Played {
        if self.hand().live().contains(seat) {
            return Ok(());
        }
        Err(format!("{} has folded and has nothing to show", self.name(seat)).into())
    }

    fn show_or_muck(&mut self, seat: Seat, shows: bool) -> Played {
        let name = self.name(seat);
        if self.told.contains(seat) {
            let again = self.early.iter().any(|early| early.seat == seat && early.shows == shows);
            return if again { Ok(()) } else { Err(format!("{name} has shown or mucked already").into()) };
        }
        if self.hand().is_over() {
            // The winner of a hand without a showdown may show or not.
            return if self.hand().live().len() == 1 { Ok(()) } else { self.tell(seat, shows) };
        }
        if self.showing() {
            let kind = if shows { ActionKind::Show } else { ActionKind::Muck };
            if !self.show_in_turn() {
                self.told.insert(seat);
                return Ok(self.played.play_from(seat, kind).map_err(|error| error.to_string())?);
            }
            if self.has_shown(seat).is_none() {
                if self.hand().actor() != Some(seat) {
                    return Err(self.expected(&format!("it is not {name}'s turn")));
                }
                self.played.play(kind).map_err(|error| error.to_string())?;
            }
            return self.tell(seat, shows);
        }
        if self.betting_is_over() {
            self.told.insert(seat);
            self.early.push(Early { entry: self.entry, seat, shows });
            return Ok(());
        }
        Err(self.expected("the showdown has not come"))
    }

    /// Holds a showing of the transcript against what the rules made of it. A player whom they let muck
    /// unasked may have shown.
    fn tell(&mut self, seat: Seat, shows: bool) -> Played {
        if shows
            && let Some((first, _)) = self
                .showings()
                .take_while(|&(who, _)| who != seat)
                .find(|&(who, shows)| shows && !self.told.contains(who))
            && self.has_shown(seat) == Some(true)
        {
            return Err(format!("{} shows first: that is the order of the rules", self.name(first)).into());
        }
        self.told.insert(seat);
        self.check_shown(seat, shows)
    }

    fn check_shown(&self, seat: Seat, shows: bool) -> Played {
        let known = self.hand().dealt(seat).cards().iter().all(Option::is_some);
        if self.has_shown(seat) == Some(true) && !shows && known {
            return Err(format!("{} may not muck: the rules demand a showing here", self.name(seat)).into());
        }
        Ok(())
    }

    /// Answers at the showdown with what the transcript told before all cards were out.
    fn show_early(&mut self) -> Played {
        let kind = |early: &Early| if early.shows { ActionKind::Show } else { ActionKind::Muck };
        while self.showing() {
            let actor = self.hand().actor();
            let next = self.early.iter().find(|early| {
                self.has_shown(early.seat).is_none() && (!self.show_in_turn() || actor == Some(early.seat))
            });
            let Some(next) = next.copied() else { break };
            self.played.play_from(next.seat, kind(&next)).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn check_early(&self) -> Result<(), ReplayError> {
        for early in &self.early {
            self.check_shown(early.seat, early.shows).map_err(|why| self.wrong(early.entry, why))?;
        }
        Ok(())
    }

    // ---- words ----

    /// A refusal that says what the hand waits for instead.
    fn expected(&self, why: &str) -> Refusal {
        let hand = self.hand();
        if let Some(actor) = hand.actor() {
            if hand.stage() == Stage::Declaring {
                let awaited = Some(Awaited::Declaration(self.player(actor)));
                return Refusal { why: format!("{why}: {} has to declare", self.name(actor)), awaited };
            }
            return self.may(why, actor, hand.legal());
        }
        let (what, awaited) = match hand.next_card() {
            Some(NextCard::Common) => ("the common card comes next".to_owned(), Some(Awaited::Common)),
            Some(NextCard::Down(seat) | NextCard::Up(seat)) => (
                format!("a card for {} on {} comes next", self.name(seat), ordinal(hand.street())),
                Some(Awaited::Card(self.player(seat))),
            ),
            None => ("the hand is over".to_owned(), None),
        };
        Refusal { why: format!("{why}: {what}"), awaited }
    }

    /// A refusal that says what a seat may do instead.
    fn may(&self, why: &str, seat: Seat, legal: Legal) -> Refusal {
        let decimals = self.transcript.decimals;
        let words: Vec<String> = legal.actions().map(|action| verb(action, decimals)).collect();
        let why = format!("{why}: {} may {}", self.name(seat), either(&words));
        Refusal { why, awaited: Some(Awaited::Action(self.player(seat), legal)) }
    }
}

/// An action as one says what a player may do.
fn verb(action: Action, decimals: u8) -> String {
    let words = action.kind.as_str().replace('_', " ");
    match (action.kind, action.amount) {
        (_, None) => words,
        (ActionKind::BringIn, Some(total)) => format!("{words} for {}", amount::format(total, decimals)),
        (ActionKind::Bet, Some(total)) => format!("{words} {}", amount::format(total, decimals)),
        (_, Some(total)) => format!("{words} to {}", amount::format(total, decimals)),
    }
}

/// Some choices as one reads them out: `fold, call or raise`.
pub(super) fn either(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

/// Whether a statement may stand for this kind of action.
const fn says(statement: &Statement, kind: ActionKind) -> bool {
    match statement {
        Statement::Fold { .. } => matches!(kind, ActionKind::Fold),
        Statement::BringIn { .. } => matches!(kind, ActionKind::BringIn),
        Statement::CheckOrCall { .. } => matches!(kind, ActionKind::Check | ActionKind::Call),
        Statement::Wager { .. } => kind.is_wager(),
        Statement::Deal { .. }
        | Statement::Common { .. }
        | Statement::Show { .. }
        | Statement::Muck { .. } => false,
    }
}

/// Whether what a statement says of its total is so.
fn agrees(statement: &Statement, total: Option<Chips>) -> bool {
    match *statement {
        Statement::Wager { total: told, .. } => total == Some(told),
        Statement::BringIn { total: Some(told), .. } | Statement::CheckOrCall { total: Some(told), .. } => {
            total == Some(told)
        }
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
