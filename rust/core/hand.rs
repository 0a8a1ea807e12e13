//! [`Hand`]: the state machine that joins dealing, betting, pots and the showdown.
//!
//! It is a fixed-size value without a log: what happens is told to an [`Observer`]. Everything that
//! needs no decision and no card happens at once, so between two calls a hand waits for an action,
//! waits for a card (dealt by hand), or is over.

mod ending;
mod error;
mod state;

use crate::action::{Action, ActionId, ActionKind, Dealt, Event, Legal, Observer};
use crate::betting::{Answer, Players, Round, Ways, uncalled};
use crate::card::{Card, CardSet};
use crate::deal::{DECK_SIZE, Dealing, Deck, NextCard, Seventh};
use crate::opening::{bring_in_duty, opener, possible_openers};
use crate::pot::Pots;
use crate::rules::{Chips, MAX_CHIPS, Rules};
use crate::seat::{SEATS, Seat, SeatSet};
use crate::showdown::Declarations;

pub use error::{DealError, PayoffError, PlayError, SetupError};

/// Plays for all players, and hears what happens.
pub(crate) trait Driver: Observer {
    /// What the actor of a betting round does.
    fn answer(&mut self, ways: Ways) -> Answer;

    /// What the actor does after the betting: one of the legal actions, of which there is at least one.
    fn choose(&mut self, legal: Legal) -> ActionKind;

    /// Somebody is about to do this.
    fn acts(&mut self, street: u8, kind: ActionKind);
}

/// What a hand waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// An action of a betting round.
    Betting,
    /// A declaration.
    Declaring,
    /// Somebody who may show or muck.
    Showing,
    /// A card, dealt by hand.
    Dealing,
    /// Nothing: it is over.
    Over,
}

impl Stage {
    /// Every stage, in the order of their numbers in an observation.
    pub const ALL: [Self; 5] = [Self::Betting, Self::Declaring, Self::Showing, Self::Dealing, Self::Over];

    /// The name that users see.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dealing => "dealing",
            Self::Betting => "betting",
            Self::Declaring => "declaring",
            Self::Showing => "showing",
            Self::Over => "over",
        }
    }
}

/// One hand of seven-card stud high-low.
///
/// ```
/// use stud8::action::ActionKind;
/// use stud8::card::Card;
/// use stud8::deal::Deck;
/// use stud8::hand::Hand;
/// use stud8::rules::{Draft, Preset};
/// use stud8::seat::Seat;
///
/// let rules = Draft::default().rules(Some(Preset::FullTilt))?;
/// let deck = Deck::from_cards(&Card::all().collect::<Vec<_>>())?;
/// let seat = |number| Seat::new(number).expect("a seat");
/// let mut events = Vec::new();
/// // The door cards are 3c and 3d: clubs are the lowest suit.
/// let mut hand = Hand::new(rules, &[(seat(1), 2000), (seat(2), 2000)], deck, &mut events)?;
/// assert_eq!(hand.actor(), Seat::new(1));
/// hand.play(ActionKind::BringIn, &mut events)?;
/// hand.play(ActionKind::Fold, &mut events)?;
/// assert_eq!(hand.payoffs()?[0], 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    rules: Rules,
    seats: SeatSet,
    start: [Chips; SEATS],
    players: Players,
    antes: [Chips; SEATS],
    /// What each was paid in the end.
    won: [Chips; SEATS],
    deck: Deck,
    dealing: Dealing,
    dealt: [Dealt; SEATS],
    /// Seats with a card that nobody knows.
    unknown: SeatSet,
    #[expect(clippy::option_option, reason = "not out, out and unknown, out and known")]
    common: Option<Option<Card>>,
    street: u8,
    stage: Stage,
    round: Round,
    /// Whoever made the last wager of the hand so far, and on which street.
    aggressor: Option<(Seat, u8)>,
    declared: Declarations,
    shown: SeatSet,
    mucked: SeatSet,
    /// What could not be paid for unknown cards, once the hand is over.
    unpaid: Pots,
    /// A record is believed in who shows and who mucks, and in what order.
    permissive: bool,
    /// Who mucked has lost, whatever the cards are.
    mucks_lost: bool,
}

impl Hand {
    /// Sits the players down, takes the antes and deals third street.
    ///
    /// # Errors
    /// When the seats or stacks can't be.
    pub fn new(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        deck: Deck,
        observer: &mut impl Observer,
    ) -> Result<Self, SetupError> {
        let mut hand = Self::seated(rules, stacks, observer)?;
        hand.deal_from(deck, observer);
        Ok(hand)
    }

    /// Sits the players down and takes the antes. Nothing is dealt yet: see [`Hand::deal_from`].
    pub(crate) fn seated(
        rules: Rules,
        stacks: &[(Seat, Chips)],
        observer: &mut impl Observer,
    ) -> Result<Self, SetupError> {
        if stacks.len() < 2 || stacks.len() > SEATS {
            return Err(SetupError::Players { count: stacks.len() });
        }
        let mut players = Players::default();
        for &(seat, stack) in stacks {
            if players.live.contains(seat) {
                return Err(SetupError::SeatTwice { seat });
            }
            if stack == 0 || stack > MAX_CHIPS {
                return Err(SetupError::Stack { seat, stack: stack.to_string() });
            }
            if !stack.is_multiple_of(rules.unit) {
                return Err(SetupError::Multiple { seat, stack, unit: rules.unit });
            }
            players.live.insert(seat);
            players.chips[seat.index()] = stack;
        }
        players.able = players.live;
        let mut hand = Self {
            rules,
            seats: players.live,
            start: players.chips,
            players,
            antes: [0; SEATS],
            won: [0; SEATS],
            deck: Deck::by_hand(),
            dealing: Dealing::of_street(3, players.live),
            dealt: [Dealt::default(); SEATS],
            unknown: SeatSet::EMPTY,
            common: None,
            street: 3,
            stage: Stage::Dealing,
            round: Round::CLOSED,
            aggressor: None,
            declared: [None; SEATS],
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            unpaid: Pots::EMPTY,
            permissive: false,
            mucks_lost: false,
        };
        hand.take_antes(observer);
        Ok(hand)
    }

    /// Deals third street to players who have just been seated.
    pub(crate) fn deal_from(&mut self, deck: Deck, observer: &mut impl Observer) {
        self.deck = deck;
        self.run(observer);
    }

    /// Gives players who have just been seated a shuffled deck in its place: simulation copies none.
    pub(crate) fn shuffle(&mut self, shuffle: impl FnOnce(&mut [Card; DECK_SIZE])) {
        self.deck.shuffle(shuffle);
    }

    /// Deals third street of such a deck.
    pub(crate) fn begin(&mut self) {
        self.run(&mut ());
    }

    /// Lets everybody choose between showing and mucking, in any order: for records of hands that
    /// were played elsewhere. Whoever mucks makes no claim.
    #[must_use]
    pub(crate) const fn permissive(mut self) -> Self {
        self.permissive = true;
        self
    }

    /// Believes that mucked hands have lost, without their cards.
    #[must_use]
    pub(crate) const fn trusting_mucks(mut self) -> Self {
        self.mucks_lost = true;
        self
    }

    fn take_antes(&mut self, observer: &mut impl Observer) {
        for seat in self.seats {
            let chips = self.rules.ante.min(self.players.chips[seat.index()]);
            self.pay_in_ante(seat, chips);
            if chips > 0 {
                observer.hear(|| Event::Ante { seat, chips });
            }
        }
        let (seat, chips) = uncalled(&self.antes);
        if self.rules.trim_antes && chips > 0 {
            self.antes[seat.index()] -= chips;
            self.players.chips[seat.index()] += chips;
            self.players.able.insert(seat);
            observer.hear(|| Event::Uncalled { seat, chips });
        }
    }

    fn pay_in_ante(&mut self, seat: Seat, chips: Chips) {
        let i = seat.index();
        self.antes[i] = chips;
        self.players.chips[i] -= chips;
        if self.players.chips[i] == 0 {
            self.players.able.remove(seat);
        }
    }

    /// Goes on until an action or a card is needed, or the hand is over.
    pub(crate) fn run(&mut self, observer: &mut impl Observer) {
        while self.stage == Stage::Dealing {
            if self.deck.is_by_hand() && self.dealing.next().is_some() {
                return;
            }
            while let Some(seats) = self.dealing.around() {
                for seat in seats {
                    let card = self.deck.draw();
                    self.take_card(self.dealing.to(seat), Some(card), observer);
                }
                self.dealing.pass(self.players.live);
            }
            if self.dealing.next().is_some() {
                let card = self.deck.draw();
                self.take_card(NextCard::Common, Some(card), observer);
                self.dealing = Dealing::DONE;
            }
            self.open_round(observer);
        }
    }

    fn take_card(&mut self, next: NextCard, card: Option<Card>, observer: &mut impl Observer) {
        match next {
            NextCard::Common => {
                self.common = Some(card);
                if card.is_none() {
                    self.unknown = self.seats;
                }
                observer.hear(|| Event::Common { card });
            }
            NextCard::Down(seat) | NextCard::Up(seat) => {
                self.dealt[seat.index()].push(card);
                if card.is_none() {
                    self.unknown.insert(seat);
                }
                observer.hear(|| Event::Deal { seat, card, up: matches!(next, NextCard::Up(_)) });
            }
        }
    }

    fn open_round(&mut self, observer: &mut impl Observer) {
        let able = self.players.able;
        let silent = self.common.is_some() && !self.rules.common_card_betting;
        let duty = if !able.is_plural() || silent {
            None
        } else if self.street == 3 {
            bring_in_duty(&self.dealt, self.seats)
        } else {
            opener(&self.rules, &self.dealt, self.players.live)
        };
        match duty.and_then(|duty| able.first_from(duty)) {
            Some(first) => {
                self.round = Round::open(&self.rules, self.street, &self.players, first);
                self.stage = Stage::Betting;
            }
            None => self.close_round(observer),
        }
    }

    fn close_round(&mut self, observer: &mut impl Observer) {
        if let Some(seat) = self.round.aggressor() {
            self.aggressor = Some((seat, self.street));
        }
        self.round = Round::CLOSED;
        // Without a branch: whether the last wager was called is what nobody can predict.
        let (seat, chips) = uncalled(&self.players.bets);
        self.players.bets[seat.index()] -= chips;
        let back = SeatSet::EMPTY.with_if(chips > 0, seat).and(self.players.live);
        self.players.able = self.players.able.or(back);
        if chips > 0 {
            observer.hear(|| Event::Uncalled { seat, chips });
        }
        self.players.collect_bets();
        if !self.players.live.is_plural() {
            return self.settle(observer);
        }
        if self.street < 7 {
            self.street += 1;
            return self.begin_street(observer);
        }
        if self.rules.declare {
            self.stage = Stage::Declaring;
        } else {
            self.show_down(observer);
        }
    }

    fn begin_street(&mut self, observer: &mut impl Observer) {
        let live = self.players.live;
        let (burned, seventh) = self.deck.prepare(self.street, live.len(), self.rules.burn);
        for _ in 0..burned {
            observer.hear(|| Event::Burn);
        }
        self.dealing = match seventh {
            Seventh::Own => Dealing::of_street(self.street, live),
            Seventh::Common => Dealing::COMMON,
        };
        self.stage = Stage::Dealing;
    }

    /// The seat to act; none while a card is awaited and when the hand is over.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        match self.stage {
            Stage::Dealing | Stage::Over => None,
            Stage::Betting => self.round.actor(),
            Stage::Declaring => {
                self.players.live.into_iter().find(|seat| self.declared[seat.index()].is_none())
            }
            Stage::Showing => self.next_to_show(),
        }
    }

    /// What the actor may do.
    #[must_use]
    pub fn legal(&self) -> Legal {
        match self.stage {
            Stage::Dealing | Stage::Over => Legal::NONE,
            Stage::Betting => self.round.legal(&self.rules, &self.players),
            Stage::Declaring => Legal::NONE
                .with(ActionKind::DeclareHigh)
                .with(ActionKind::DeclareLow)
                .with(ActionKind::DeclareBoth),
            Stage::Showing => Legal::NONE.with(ActionKind::Show).with(ActionKind::Muck),
        }
    }

    /// What a player who lets his time run out does: check, else the forced bring-in, else fold; at
    /// the showdown muck; declaring, high.
    #[must_use]
    pub fn default_action(&self) -> Option<Action> {
        use ActionKind::{BringIn, Check, DeclareHigh, Fold, Muck};
        let legal = self.legal();
        [Check, BringIn, Fold, Muck, DeclareHigh].into_iter().find_map(|kind| legal.get(kind))
    }

    /// Carries out an action of whoever is to act.
    ///
    /// # Errors
    /// When it isn't legal. Nothing has changed then.
    pub fn play(&mut self, kind: ActionKind, observer: &mut impl Observer) -> Result<(), PlayError> {
        let actor = self.actor().ok_or_else(|| self.no_actor())?;
        let legal = self.legal();
        if !legal.contains(kind) {
            return Err(PlayError::Illegal { asked: kind.to_string(), actor, legal });
        }
        self.carry_out(actor, kind, observer);
        Ok(())
    }

    /// Carries out an action of this seat. Where unknown up cards leave open who acts first on a
    /// street, the seat is believed if no known card contradicts it (RULES 3.15); a permissive hand
    /// also takes shows and mucks in any order.
    ///
    /// # Errors
    /// When it isn't this seat's turn, or the action isn't legal. Nothing has changed then.
    pub fn play_from(
        &mut self,
        seat: Seat,
        kind: ActionKind,
        observer: &mut impl Observer,
    ) -> Result<(), PlayError> {
        let actor = self.actor().ok_or_else(|| self.no_actor())?;
        let Some(legal) = self.legal_for(seat) else { return Err(PlayError::Turn { seat, actor }) };
        if !legal.contains(kind) {
            return Err(PlayError::Illegal { asked: kind.to_string(), actor: seat, legal });
        }
        if self.stage == Stage::Betting {
            self.round.set_opener(seat);
        }
        self.carry_out(seat, kind, observer);
        Ok(())
    }

    /// What this seat may do by [`Hand::play_from`]: none if it can't be its turn.
    #[must_use]
    pub fn legal_for(&self, seat: Seat) -> Option<Legal> {
        if self.actor()? == seat {
            return Some(self.legal());
        }
        let undecided = self.players.live.minus(self.shown).minus(self.mucked);
        if self.stage == Stage::Showing && self.permissive && undecided.contains(seat) {
            return Some(self.legal());
        }
        self.could_open(seat).then(|| {
            let mut round = self.round;
            round.set_opener(seat);
            round.legal(&self.rules, &self.players)
        })
    }

    fn could_open(&self, seat: Seat) -> bool {
        if self.stage != Stage::Betting || self.round.begun() || self.unknown.is_empty() {
            return false;
        }
        let among = if self.street == 3 { self.seats } else { self.players.live };
        let unseen = CardSet::FULL - self.seen();
        possible_openers(&self.rules, self.street, &self.dealt, among, unseen)
            .into_iter()
            .any(|duty| self.players.able.first_from(duty) == Some(seat))
    }

    /// Every known card dealt so far.
    fn seen(&self) -> CardSet {
        let own = self.dealt.iter().map(Dealt::known).fold(CardSet::EMPTY, |all, own| all | own);
        self.common.flatten().map_or(own, |card| own.with(card))
    }

    const fn no_actor(&self) -> PlayError {
        if matches!(self.stage, Stage::Over) { PlayError::Over } else { PlayError::Dealing }
    }

    /// Carries out an action that is known to be legal for this seat.
    pub(crate) fn carry_out(&mut self, seat: Seat, kind: ActionKind, observer: &mut impl Observer) {
        if self.stage == Stage::Betting {
            self.bet(seat, kind, observer);
        } else {
            self.declare_or_show(seat, kind, observer);
        }
    }

    fn declare_or_show(&mut self, seat: Seat, kind: ActionKind, observer: &mut impl Observer) {
        match self.stage {
            Stage::Dealing | Stage::Betting | Stage::Over => {}
            Stage::Declaring => {
                self.declared[seat.index()] = Some(kind);
                if self.actor().is_none() {
                    let declarations = self.declared;
                    observer.hear(|| Event::Declare { declarations });
                    self.show_down(observer);
                }
            }
            Stage::Showing => {
                self.show_or_muck(seat, kind == ActionKind::Show, observer);
                self.show_down(observer);
            }
        }
    }

    fn bet(&mut self, seat: Seat, kind: ActionKind, observer: &mut impl Observer) {
        let done = self.round.act(&self.rules, &mut self.players, kind);
        observer.hear(|| done.told(&self.players, seat, kind));
        if self.round.actor().is_none() {
            self.close_round(observer);
            self.run(observer);
        }
    }

    /// What the action with this id is called, which is known to be legal.
    #[inline]
    pub(crate) fn kind_of(&self, id: ActionId) -> ActionKind {
        if self.stage == Stage::Betting {
            self.round.name(Answer::of_id(id), &self.players)
        } else {
            self.legal().by_id(id).unwrap_or(ActionKind::Fold)
        }
    }

    /// Carries out the action with this id, which is known to be legal, of the actor.
    #[inline]
    pub(crate) fn carry_out_id(&mut self, id: ActionId, observer: &mut impl Observer) {
        let Some(actor) = self.actor() else { return };
        let kind = self.kind_of(id);
        if self.stage != Stage::Betting {
            return self.declare_or_show(actor, kind, observer);
        }
        let done = self.round.answer(&self.rules, &mut self.players, Answer::of_id(id));
        observer.hear(|| done.told(&self.players, actor, kind));
        if self.round.actor().is_none() {
            self.close_round(observer);
            self.run(observer);
        }
    }

    /// Plays on to the end of the hand, or to a card that somebody has to deal.
    pub(crate) fn play_out(&mut self, driver: &mut impl Driver) {
        self.run(driver);
        loop {
            match self.stage {
                Stage::Betting => self.play_round(driver),
                Stage::Declaring | Stage::Showing => self.play_one(driver),
                Stage::Dealing | Stage::Over => return,
            }
        }
    }

    #[inline]
    fn play_round(&mut self, driver: &mut impl Driver) {
        let street = self.street;
        while let Some(seat) = self.round.actor() {
            let answer = driver.answer(self.round.ways(&self.rules, &self.players));
            let kind = self.round.name(answer, &self.players);
            driver.acts(street, kind);
            let done = self.round.answer(&self.rules, &mut self.players, answer);
            driver.hear(|| done.told(&self.players, seat, kind));
        }
        self.close_round(driver);
        self.run(driver);
    }

    #[cold]
    #[inline(never)]
    fn play_one(&mut self, driver: &mut impl Driver) {
        if let Some(actor) = self.actor() {
            let kind = driver.choose(self.legal());
            driver.acts(self.street, kind);
            self.declare_or_show(actor, kind, driver);
        }
    }

    /// Whom the next card goes to, while one is awaited.
    #[must_use]
    pub fn next_card(&self) -> Option<NextCard> {
        if self.stage == Stage::Dealing { self.dealing.next() } else { None }
    }

    /// Deals the awaited card; `None` is one that nobody knows.
    ///
    /// # Errors
    /// When no card is awaited, or it has been dealt already. Nothing has changed then.
    pub fn deal(&mut self, card: Option<Card>, observer: &mut impl Observer) -> Result<(), DealError> {
        let Some(next) = self.next_card() else {
            return Err(DealError::NotDealing { why: self.why_no_card() });
        };
        if let Some(card) = card
            && self.seen().contains(card)
        {
            return Err(DealError::Duplicate { card });
        }
        self.deck.draw();
        self.take_card(next, card, observer);
        self.dealing.advance(self.players.live);
        self.run(observer);
        Ok(())
    }

    /// Why [`Hand::deal`] is refused, where no card is awaited.
    #[must_use]
    pub const fn why_no_card(&self) -> &'static str {
        match self.stage {
            _ if !self.deck.is_by_hand() => "the hand has a deck of its own",
            Stage::Over => "the hand is over",
            _ => "the hand waits for an action",
        }
    }
}
