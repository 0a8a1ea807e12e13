//! A sensible player by rules of thumb, without chance and without memory.
//!
//! It takes its own cards, the up cards of those who are in, the cards that are gone, and the chips. Of these
//! it makes, in thousandths:
//!
//! * `high`, the chance to have the better high of one opponent at the end: what is made by now, more the
//!   cards to come, more for draws to flushes and straights whose cards are still in the deck, and less against
//!   a board that is better already;
//! * `low`, the chance to make a low, and `smooth`, that it is the better of two: the lower its highest card,
//!   the surer;
//! * `share`, the part of the pot to expect against all who are in.
//!
//! It calls where the share of the pot is worth the price, on third street with something to spare, and wagers
//! where its share is more than its part of what goes in; on third street, and against one opponent on fourth
//! and fifth, also where the others have claimed nothing and its board looks the best.

use crate::action::ActionId;
use crate::betting::ToAct;
use crate::card::CardSet;
use crate::eval::{self, Board, Category, LowKind};
use crate::hand::Hand;
use crate::rules::Chips;
use crate::seat::{Seat, SeatSet};

/// All of something, in thousandths.
const ALL: u32 = 1000;

/// What the actor of a betting round does.
pub(super) fn bet(hand: &Hand, actor: Seat, to_act: ToAct) -> ActionId {
    let table = Outlook::seen_by(hand, actor);
    let share = table.share();
    if to_act.allows(ActionId::WAGER) && (table.is_worth_a_wager(share) || table.steals()) {
        ActionId::WAGER
    } else if to_act.allows(ActionId::FOLD) && !table.is_worth(share, to_act.to_call) {
        ActionId::FOLD
    } else {
        ActionId::STAY
    }
}

/// What the actor sees, in the figures that decide.
struct Outlook<'a> {
    hand: &'a Hand,
    actor: Seat,
    own: CardSet,
    /// The cards that can't be dealt any more, the own ones too.
    gone: CardSet,
    /// The number of own cards yet to come.
    to_come: u32,
    opponents: SeatSet,
    /// Opponents who have put in more than the bring-in on third street; later all of them.
    entered: u32,
    /// The best board of an opponent.
    against: Option<Board>,
    pot: Chips,
}

impl<'a> Outlook<'a> {
    fn seen_by(hand: &'a Hand, actor: Seat) -> Self {
        let known = |seat: Seat| hand.dealt(seat).cards().iter().flatten().copied();
        let common = hand.common_card().flatten();
        let own: CardSet = known(actor).chain(common).collect();
        let up = |seat: Seat| hand.dealt(seat).up().iter().flatten().copied();
        let gone = hand.seats().into_iter().flat_map(up).chain(own.iter()).collect();
        let opponents = hand.live().without(actor);
        let entered = opponents
            .into_iter()
            .filter(|seat| hand.street() > 3 || hand.bets()[seat.index()] > hand.rules().stakes.bring_in);
        #[expect(clippy::cast_possible_truncation, reason = "at most seven")]
        Self {
            hand,
            actor,
            own,
            gone,
            to_come: 7_u32.saturating_sub(own.len() as u32),
            opponents,
            entered: entered.count() as u32,
            against: opponents.into_iter().map(|seat| Board::new(hand.dealt(seat).up())).max(),
            pot: hand.contributions().iter().sum(),
        }
    }

    /// How many opponents to reckon with: on third street those who have come in, and one of those who may.
    fn rivals(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "at most seven")]
        let all = self.opponents.len() as u32;
        if self.hand.street() == 3 { all.min(self.entered + 1) } else { all }
    }

    /// The part of the pot to expect, in thousandths.
    fn share(&self) -> u32 {
        let rivals = self.rivals();
        let high = against_all(self.high(), rivals);
        let (low, smooth) = self.low();
        let low_wins = low * against_all(smooth, rivals) / ALL;
        // About a fifth of all hands make a low.
        let others_low = ALL - against_all(800, rivals);
        let any_low = match self.hand.rules().game.low() {
            Some(LowKind::EightOrBetter) => either(low, others_low),
            Some(LowKind::FiveRanks | LowKind::Any) => ALL,
            None => 0,
        };
        high * (2 * ALL - any_low) / (2 * ALL) + low_wins / 2
    }

    /// Whether a wager pays: an even part of what goes in must be beaten by a tenth, and by more the more wagers
    /// there were.
    fn is_worth_a_wager(&self, share: u32) -> bool {
        let wagers = self.hand.current_bet() / self.hand.rules().bet_size(self.hand.street());
        let margin = match wagers {
            0 => 11,
            1 => 13,
            _ => 15,
        };
        share * (self.rivals() + 1) * 10 > ALL * margin
    }

    /// Whether to claim what no player has claimed, early in the hand: with the best board, or, on third street,
    /// the highest door card of those still to act.
    fn steals(&self) -> bool {
        let unclaimed =
            self.hand.current_bet() <= self.hand.rules().stakes.bring_in && self.entered_now() == 0;
        let board = Some(Board::new(self.hand.dealt(self.actor).up()));
        match self.hand.street() {
            3 => unclaimed && board > self.against,
            4 | 5 => unclaimed && self.opponents.len() == 1 && board > self.against,
            _ => false,
        }
    }

    /// Opponents who have put chips in on this street of their own will.
    fn entered_now(&self) -> usize {
        let least = if self.hand.street() == 3 { self.hand.rules().stakes.bring_in } else { 0 };
        let bets = self.hand.bets();
        let opening = self.opponents.into_iter().filter(|seat| bets[seat.index()] >= least.max(1)).count();
        // The bring-in itself was no choice.
        if self.hand.street() == 3 { opening.saturating_sub(1) } else { opening }
    }

    /// Whether the share of the pot pays for the call; on third street by a fifth, for what is to come.
    fn is_worth(&self, share: u32, price: Chips) -> bool {
        let margin = if self.hand.street() == 3 { 12 } else { 10 };
        let worth = u128::from(share) * u128::from(self.pot + price);
        worth * 10 >= u128::from(price) * u128::from(ALL) * margin
    }

    /// The chance to have the better high of one opponent.
    fn high(&self) -> u32 {
        let cards = self.own;
        let (made, better_board) = if cards.len() < 5 {
            let board = Board::new(self.hand.dealt(self.actor).cards());
            (made(board.category(), top_rank(cards)), self.against > Some(board))
        } else {
            let high = eval::high(cards);
            let category = high.category();
            let board = self.against.map_or(Category::HighCard, Board::category);
            (made(category, top_rank(cards)), board > category)
        };
        // However little is made, much may come.
        let to_come = [0, 90, 180, 260, 340][self.to_come.min(4) as usize];
        let chance = either(made, to_come);
        let chance = either(chance, self.flush_draw().max(self.straight_draw()));
        if better_board { chance * 8 / 10 } else { chance }
    }

    /// Returns the chance that one of `outs` live cards is among the cards to come.
    fn comes(&self, outs: u32) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 52")]
        let unseen = 52 - self.gone.len() as u32;
        (0..self.to_come).fold(0, |chance, _| either(chance, ALL * outs / unseen.max(1)))
    }

    fn flush_draw(&self) -> u32 {
        let gone = self.gone.suit_masks();
        let suits = self.own.suit_masks().into_iter().zip(gone);
        let draws = suits.map(|(own, gone)| {
            let live = 13 - gone.count_ones();
            let missing = 5_u32.saturating_sub(own.count_ones());
            if missing == 0 || missing > self.to_come { 0 } else { self.draws(missing, live) }
        });
        draws.max().unwrap_or(0)
    }

    fn straight_draw(&self) -> u32 {
        let ladder = ladder(self.own);
        let (mut outs, mut best) = (0, 0);
        for lowest in 0..10 {
            let missing = 0b1_1111 << lowest & !ladder;
            match missing.count_ones() {
                1 => outs |= missing,
                2 => best = best.max(self.draws(2, self.live(missing))),
                _ => {}
            }
        }
        best.max(self.comes(self.live(outs)))
    }

    /// How many cards of these ranks of the ladder may still come.
    fn live(&self, steps: u16) -> u32 {
        let ranks = steps >> 1 | (steps & 1) << 12;
        let gone: u32 = self.gone.suit_masks().into_iter().map(|mask| (mask & ranks).count_ones()).sum();
        4 * ranks.count_ones() - gone
    }

    /// Returns the chance of `missing` hits, one after another, each with `live` outs.
    fn draws(&self, missing: u32, outs: u32) -> u32 {
        match missing {
            1 => self.comes(outs),
            // Two of the cards to come must hit; three nearly never do.
            2 if self.to_come >= 2 => self.comes(outs) * self.comes(outs) / ALL * 6 / 10,
            _ => 0,
        }
    }

    /// The chance to make an eight-low or better, and that it then is the better of two.
    fn low(&self) -> (u32, u32) {
        /// By the cards to come and the low ranks held, with nothing known of other cards.
        const CHANCES: [[u32; 6]; 5] = [
            [0, 0, 0, 0, 0, ALL],
            [0, 0, 0, 0, 381, ALL],
            [0, 0, 0, 148, 570, ALL],
            [0, 0, 74, 324, 713, ALL],
            [0, 42, 196, 483, 713, ALL],
        ];
        let held = LOW & ladder(self.own);
        let count = held.count_ones().min(5);
        let chance = CHANCES[self.to_come.min(4) as usize][count as usize];
        // Fewer live cards of the ranks that are missing make it less likely.
        let wanted = LOW & !held;
        let chance = if count < 5 { chance * self.live(wanted) / (4 * wanted.count_ones()) } else { chance };
        let highest = lowest_five(held).checked_ilog2().unwrap_or(0);
        let smooth = match highest {
            7 => 800,
            6 => 880,
            _ => 940,
        };
        (chance, smooth)
    }
}

/// Returns a chance against one opponent, turned into that against several. Those who beat one beat the next more easily, so that
/// the third and later ones count for two thirds.
fn against_all(one: u32, rivals: u32) -> u32 {
    (1..=rivals).fold(ALL, |chance, rival| {
        let each = if rival < 3 { one } else { (ALL + 2 * one) / 3 };
        chance * each / ALL
    })
}

/// The ranks from ace to eight on the [`ladder`].
const LOW: u16 = 0b1111_1111;

/// The five lowest of some ranks, or all of fewer.
fn lowest_five(mut ranks: u16) -> u16 {
    while ranks.count_ones() > 5 {
        ranks &= !(1 << ranks.ilog2());
    }
    ranks
}

/// The ranks held, the ace below the deuce and above the king.
fn ladder(cards: CardSet) -> u16 {
    let ranks = ranks(cards);
    ranks << 1 | ranks >> 12
}

/// The chance of one thing or another that have nothing to do with each other.
const fn either(one: u32, other: u32) -> u32 {
    one + (ALL - one) * other / ALL
}

/// How often a finished hand beats a random one on the high side, about: from the frequencies of all seven-card
/// hands.
fn made(category: Category, rank: u32) -> u32 {
    match category {
        Category::HighCard => 10 + 12 * rank,
        Category::Pair => 190 + 34 * rank,
        Category::TwoPair => 620 + 18 * rank,
        Category::ThreeOfAKind => 850 + 3 * rank,
        Category::Straight => 915,
        Category::Flush => 955,
        Category::FullHouse => 985,
        Category::FourOfAKind | Category::StraightFlush => 998,
    }
}

/// The ranks held, the deuce lowest.
fn ranks(cards: CardSet) -> u16 {
    cards.suit_masks().into_iter().fold(0, |all, mask| all | mask)
}

/// The highest rank of those that come most often, 0 the deuce.
fn top_rank(cards: CardSet) -> u32 {
    let masks = cards.suit_masks();
    let count = |rank: u32| masks.iter().filter(|&&mask| mask >> rank & 1 == 1).count();
    (0..13).max_by_key(|&rank| (count(rank), rank)).unwrap_or(0)
}
