//! What one seat may know of a hand, and nothing else.

use crate::action::{Dealt, Event, Legal};
use crate::card::Card;
use crate::hand::{Hand, Stage};
use crate::pot::Pots;
use crate::rules::{Chips, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// A hand as one seat, or the rail, sees it. Two hands that differ only in what the viewer may not
/// know give equal views.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose eyes; none is the rail.
    pub seat: Option<Seat>,
    /// The house rules.
    pub rules: Rules,
    /// 3 to 7.
    pub street: u8,
    /// All dealt in.
    pub seats: SeatSet,
    /// Dealt in and not folded.
    pub live: SeatSet,
    /// Chips not bet.
    pub stacks: [Chips; SEATS],
    /// Put in on the running street.
    pub bets: [Chips; SEATS],
    /// Put in over the whole hand.
    pub contributions: [Chips; SEATS],
    /// Antes and finished streets.
    pub pots: Pots,
    /// The cards of each seat in dealt order, those that the viewer can't see as `None`.
    pub dealt: [Dealt; SEATS],
    /// The common card, once it is out.
    pub common: Option<Option<Card>>,
    /// What the hand waits for.
    pub stage: Stage,
    /// The most that any player has put in on the running street; the full bring-in even if less went in.
    pub current_bet: Chips,
    /// What the viewer adds by action 1, or would add if it were the viewer's turn now: never more than the stack.
    /// 0 for the rail, a folded player and one without chips.
    pub to_call: Chips,
    /// How many more full wagers the cap allows on this street: none is no cap.
    pub wagers_left: Option<u64>,
    /// Whoever made the last wager of the running street.
    pub aggressor: Option<Seat>,
    /// Whose turn it is.
    pub actor: Option<Seat>,
    /// What the viewer may do, if it is his turn.
    pub legal: Legal,
    /// What happened, hidden cards as `None`.
    pub events: Vec<Event>,
}

impl View {
    /// Whether the hand is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// All chips in the middle, as [`Hand::pot`].
    #[must_use]
    pub fn pot(&self) -> Chips {
        // A view that somebody else made may have more chips than there are.
        self.contributions.iter().fold(0, |sum, &chips| sum.saturating_add(chips))
    }

    /// What `seat` sees of a hand in which this happened.
    #[must_use]
    pub fn new(hand: &Hand, events: &[Event], seat: Option<Seat>) -> Self {
        let shown = hand.shown();
        let open = |owner: Seat| Some(owner) == seat || shown.contains(owner);
        let mut dealt = [Dealt::default(); SEATS];
        for owner in hand.seats() {
            for (n, &card) in hand.dealt(owner).cards().iter().enumerate() {
                dealt[owner.index()].push(card.filter(|_| Dealt::is_up(n) || open(owner)));
            }
        }
        let hide = |event: &Event| match *event {
            Event::Deal { seat, card, up } => {
                Event::Deal { seat, card: card.filter(|_| up || open(seat)), up }
            }
            other => other,
        };
        Self {
            seat,
            rules: *hand.rules(),
            street: hand.street(),
            seats: hand.seats(),
            live: hand.live(),
            stacks: hand.stacks(),
            bets: *hand.bets(),
            contributions: hand.contributions(),
            pots: hand.pots(),
            dealt,
            common: hand.common_card(),
            stage: hand.stage(),
            current_bet: hand.current_bet(),
            to_call: hand.turn_of(seat).to_call,
            wagers_left: hand.wagers_left(),
            aggressor: hand.aggressor(),
            actor: hand.actor(),
            legal: if seat.is_some() && seat == hand.actor() { hand.legal() } else { Legal::NONE },
            events: events.iter().map(hide).collect(),
        }
    }
}
