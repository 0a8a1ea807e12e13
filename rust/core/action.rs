//! What a player asks for ([`Action`]) and what happened ([`Event`]).

use std::fmt;

use crate::card::{Card, CardSet};
use crate::eval::{self, High, Low};
use crate::rules::Chips;
use crate::seat::{SEATS, Seat};
use crate::vocabulary::{WordError, vocabulary};

vocabulary! {
    /// The kinds of action, in the order in which legal actions are listed.
    #[derive(PartialOrd, Ord)]
    #[repr(u8)]
    pub enum ActionKind, "action", ActionError {
        /// Gives up the hand.
        Fold = "fold",
        /// Passes while nothing is to be called.
        Check = "check",
        /// Puts in what is to be called, or all chips.
        Call = "call",
        /// The forced opening of third street.
        BringIn = "bring_in",
        /// The first full bet over a bring-in or a short all-in.
        Complete = "complete",
        /// The first wager of a street.
        Bet = "bet",
        /// A wager over a wager.
        Raise = "raise",
        /// Shows the hand at the showdown.
        Show = "show",
        /// Gives the hand up at the showdown, unseen.
        Muck = "muck",
        /// Plays for high.
        DeclareHigh = "declare_high",
        /// Plays for low.
        DeclareLow = "declare_low",
        /// Plays for both.
        DeclareBoth = "declare_both",
    }
}

impl ActionKind {
    /// The action id of masks and arrays: 0 fold, 1 check, call or bring in, 2 complete, bet or
    /// raise, 3 show, 4 muck, 5 to 7 the declarations. At any time at most one kind of an id is legal.
    #[must_use]
    pub const fn id(self) -> ActionId {
        ActionId(match self {
            Self::Fold => 0,
            Self::Check | Self::Call | Self::BringIn => 1,
            Self::Complete | Self::Bet | Self::Raise => 2,
            Self::Show => 3,
            Self::Muck => 4,
            Self::DeclareHigh => 5,
            Self::DeclareLow => 6,
            Self::DeclareBoth => 7,
        })
    }

    /// Whether it raises what is to be called.
    #[must_use]
    pub const fn is_wager(self) -> bool {
        matches!(self, Self::Complete | Self::Bet | Self::Raise)
    }
}

/// A text or number that names no action.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ActionError {
    /// A text that is the name of no kind.
    #[error(transparent)]
    Name(#[from] WordError),
    /// A number that is no action id.
    #[error(
        "{text} is no action id: 0 fold, 1 check, call or bring in, 2 complete, bet or raise, 3 show, \
         4 muck, 5 6 7 declare high, low, both"
    )]
    Id {
        /// What was given.
        text: String,
    },
}

/// The number of an action in masks and arrays; see [`ActionKind::id`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(u8);

impl ActionId {
    /// How many ids there are.
    pub const COUNT: u8 = 8;

    /// Fold.
    pub(crate) const FOLD: Self = Self(0);
    /// Check, call or bring in.
    pub(crate) const STAY: Self = Self(1);
    /// Complete, bet or raise.
    pub(crate) const WAGER: Self = Self(2);

    /// The lowest of some ids, given as bits.
    #[inline]
    pub(crate) const fn lowest_of(ids: u8) -> Self {
        debug_assert!(ids != 0);
        Self((ids.trailing_zeros() & 7) as u8)
    }

    /// The id with this number, 0 to 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// 0 to 7.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// An action with its amount: the total put in on this street after it. Only actions that move
/// chips have one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// What is done.
    pub kind: ActionKind,
    /// The seat's total of the street afterwards.
    pub amount: Option<Chips>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.amount {
            Some(amount) => write!(f, "{} {amount}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

/// How many actions are legal at one moment at most: to fold, to call and to raise, or to declare.
const MOST_LEGAL: usize = 3;

/// The legal actions of one moment: at most one kind for each id.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Legal {
    kinds: u16,
    passive_to: Chips,
    wager_to: Chips,
}

impl Legal {
    /// Nothing is legal: no action is awaited.
    pub const NONE: Self = Self { kinds: 0, passive_to: 0, wager_to: 0 };

    pub(crate) const fn with(mut self, kind: ActionKind) -> Self {
        self.kinds |= 1 << kind as u16;
        self
    }

    /// Adds a call or bring-in to this total.
    pub(crate) const fn with_passive(mut self, kind: ActionKind, to: Chips) -> Self {
        self.passive_to = to;
        self.with(kind)
    }

    /// Adds a wager to this total.
    pub(crate) const fn with_wager(mut self, kind: ActionKind, to: Chips) -> Self {
        self.wager_to = to;
        self.with(kind)
    }

    /// Adds an action of this kind: for what is read back from a record.
    #[must_use]
    pub const fn including(self, kind: ActionKind, amount: Option<Chips>) -> Self {
        match amount {
            Some(to) if kind.is_wager() => self.with_wager(kind, to),
            Some(to) => self.with_passive(kind, to),
            None => self.with(kind),
        }
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        (0..MOST_LEGAL).map(|n| usize::from(self.beyond(n) != 0)).sum()
    }

    /// The bits of the kinds without the first `n` of them. No branch: what is chosen at random
    /// nothing could predict.
    #[inline]
    fn beyond(self, n: usize) -> u16 {
        (0..MOST_LEGAL).fold(self.kinds, |left, skipped| {
            let fewer = left & left.wrapping_sub(1);
            if skipped < n { fewer } else { left }
        })
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.kinds == 0
    }

    /// Whether this kind is legal.
    #[must_use]
    pub const fn contains(self, kind: ActionKind) -> bool {
        self.kinds >> kind as u16 & 1 == 1
    }

    /// The legal action of this kind.
    #[must_use]
    pub fn get(self, kind: ActionKind) -> Option<Action> {
        if !self.contains(kind) {
            return None;
        }
        let amount = match kind {
            ActionKind::Call | ActionKind::BringIn => Some(self.passive_to),
            _ if kind.is_wager() => Some(self.wager_to),
            _ => None,
        };
        Some(Action { kind, amount })
    }

    /// The legal action with this id.
    #[must_use]
    pub fn by_id(self, id: ActionId) -> Option<ActionKind> {
        self.kinds().find(|kind| kind.id() == id)
    }

    /// The ids of the legal actions, as bits.
    #[must_use]
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "five kinds have bits above the lowest seven")]
    pub const fn ids(self) -> u8 {
        // The kinds with the ids 0, 1 and 2 lie in the lowest seven bits, one for each id from there on.
        let [stay, wager] = [self.kinds & 0b1110 != 0, self.kinds & 0b111_0000 != 0];
        let betting = self.kinds as u8 & 1 | (stay as u8) << 1 | (wager as u8) << 2;
        betting | ((self.kinds >> 7) as u8) << 3
    }

    /// The total of a call or a bring-in; 0 without one.
    #[must_use]
    pub const fn passive_to(self) -> Chips {
        self.passive_to
    }

    /// The total of a wager; 0 without one.
    #[must_use]
    pub const fn wager_to(self) -> Chips {
        self.wager_to
    }

    /// Number `n` of the legal kinds, in order.
    #[must_use]
    #[inline]
    pub fn nth(self, n: usize) -> Option<ActionKind> {
        ActionKind::ALL.get(self.beyond(n).trailing_zeros() as usize).copied()
    }

    /// The legal kinds, in order.
    pub fn kinds(self) -> impl Iterator<Item = ActionKind> {
        let mut left = self.kinds;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            ActionKind::ALL.get(index).copied()
        })
    }

    /// The legal actions, in order.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        self.kinds().filter_map(move |kind| self.get(kind))
    }
}

impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (n, action) in self.actions().enumerate() {
            if n > 0 {
                f.write_str(", ")?;
            }
            action.fmt(f)?;
        }
        Ok(())
    }
}

vocabulary! {
    /// Which part of a pot a payment is.
    pub enum Part, "part of a pot" {
        /// All of it: one player, no low, or the same winners for both halves \[C55].
        Whole = "whole",
        /// The high half.
        High = "high",
        /// The low half.
        Low = "low",
    }
}

/// The hand that won a payment. The five cards are worked out when asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// The best high of these cards.
    High(High, CardSet),
    /// The best low of these cards.
    Low(Low, CardSet),
}

impl Winner {
    /// The five cards used, greatest first [rules 3.11].
    #[must_use]
    pub fn cards(&self) -> [Card; 5] {
        match *self {
            Self::High(_, set) => eval::high_cards(set),
            Self::Low(low, set) => eval::low_cards(set, low.kind()).unwrap_or_else(|| eval::high_cards(set)),
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::High(high, _) => high.fmt(f),
            Self::Low(low, _) => low.fmt(f),
        }
    }
}

/// All own cards of a seat in dealt order: down, down, up, up, up, up, down. Unknown ones are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dealt {
    cards: [Option<Card>; 7],
    len: u8,
}

impl Dealt {
    pub(crate) fn push(&mut self, card: Option<Card>) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// These cards in dealt order; none if there are more than seven.
    #[must_use]
    pub fn from_cards(cards: &[Option<Card>]) -> Option<Self> {
        if cards.len() > 7 {
            return None;
        }
        let mut dealt = Self::default();
        for &card in cards {
            dealt.push(card);
        }
        Some(dealt)
    }

    /// The cards in dealt order.
    #[must_use]
    pub fn cards(&self) -> &[Option<Card>] {
        &self.cards[..usize::from(self.len)]
    }

    /// The known ones, as a set.
    #[must_use]
    pub fn known(&self) -> CardSet {
        self.cards().iter().flatten().copied().collect()
    }

    /// The face-up ones.
    #[must_use]
    pub fn up(&self) -> &[Option<Card>] {
        let cards = self.cards();
        cards.get(2..cards.len().min(6)).unwrap_or_default()
    }

    /// The face-down ones: the first two, and on seventh street a third.
    pub fn down(&self) -> impl Iterator<Item = Option<Card>> + '_ {
        let cards = self.cards();
        cards[..cards.len().min(2)].iter().chain(cards.get(6)).copied()
    }

    /// Whether card number `n` (from 0) is face up.
    #[must_use]
    pub const fn is_up(n: usize) -> bool {
        n >= 2 && n < 6
    }
}

/// Something that happened, in the order of happening [rules 5].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the rule book describes the fields [rules 5]")]
pub enum Event {
    /// An ante was paid.
    Ante { seat: Seat, chips: Chips },
    /// Chips that nobody matched went back.
    Uncalled { seat: Seat, chips: Chips },
    /// A card was dealt; unknown or hidden ones are `None`.
    Deal { seat: Seat, card: Option<Card>, up: bool },
    /// A card was burned.
    Burn,
    /// The common card was turned.
    Common { card: Option<Card> },
    /// A fold or a check.
    Passed { kind: ActionKind, seat: Seat },
    /// Chips were put in: bring-in, call, complete, bet or raise.
    Put { kind: ActionKind, seat: Seat, amount: Chips, chips: Chips, all_in: bool },
    /// All declarations, told at once; seats that aren't in have none.
    Declare { declarations: [Option<ActionKind>; SEATS] },
    /// A hand was shown.
    Show { seat: Seat, cards: Dealt },
    /// A hand was given up at the showdown.
    Muck { seat: Seat },
    /// The house took its part from this pot.
    Rake { pot: u8, chips: Chips },
    /// A payment; without a comparison there is no winning hand.
    Pay { pot: u8, part: Part, seat: Seat, chips: Chips, hand: Option<Winner> },
}

impl Event {
    /// The kind of event as users see it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Ante { .. } => "ante",
            Self::Uncalled { .. } => "uncalled",
            Self::Deal { .. } => "deal",
            Self::Burn => "burn",
            Self::Common { .. } => "common",
            Self::Passed { kind, .. } | Self::Put { kind, .. } => kind.as_str(),
            Self::Declare { .. } => "declare",
            Self::Show { .. } => "show",
            Self::Muck { .. } => "muck",
            Self::Rake { .. } => "rake",
            Self::Pay { .. } => "pay",
        }
    }
}

/// Hears what happens. Simulation passes `()`, which hears nothing and costs nothing.
pub trait Observer {
    /// Whether it cares who shows and who mucks where nobody has a choice. Payments never depend on
    /// it, and working it out costs more than paying.
    const SHOWING: bool = true;

    /// Something happened; `event` tells what.
    fn hear(&mut self, event: impl FnOnce() -> Event);
}

impl Observer for () {
    fn hear(&mut self, _: impl FnOnce() -> Event) {}
}

impl Observer for Vec<Event> {
    fn hear(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_read_back_and_keep_their_order() {
        for (n, kind) in ActionKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, n);
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "jump".parse::<ActionKind>().expect_err("no action");
        assert!(error.to_string().starts_with("\"jump\" is no action: choose one of fold, check"), "{error}");
    }

    #[test]
    fn legal_actions_come_in_order_with_their_amounts() {
        let legal = Legal::NONE
            .with_wager(ActionKind::Complete, 200)
            .with_passive(ActionKind::Call, 50)
            .with(ActionKind::Fold);
        assert_eq!(legal.to_string(), "fold, call 50, complete 200");
        assert_eq!(legal.by_id(ActionId(2)), Some(ActionKind::Complete));
        assert_eq!(legal.by_id(ActionId(3)), None);
        assert_eq!(Legal::NONE.to_string(), "none");
    }

    #[test]
    fn the_bits_of_the_ids_are_those_of_the_kinds() {
        for kinds in 0..1 << ActionKind::ALL.len() {
            let legal = Legal { kinds, ..Legal::NONE };
            assert_eq!(legal.ids(), legal.kinds().fold(0, |ids, kind| ids | 1 << kind.id().number()));
        }
    }

    #[test]
    fn up_and_down_cards_follow_the_dealt_order() {
        let mut dealt = Dealt::default();
        for n in 0..7 {
            dealt.push(Card::from_index(n));
        }
        assert_eq!(dealt.up().iter().flatten().map(|c| c.index()).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(dealt.down().flatten().map(Card::index).collect::<Vec<_>>(), [0, 1, 6]);
    }
}
