//! Who shows and who may muck, declarations, who wins what, who gets the odd chips
//! [rules 3.10] to [rules 3.14].

use crate::action::{ActionKind, Part};
use crate::card::{Card, CardSet};
use crate::eval::{self, High, Low};
use crate::pot::{Pot, Pots};
use crate::rules::{Game, OddChip};
use crate::seat::{SEATS, Seat, SeatSet};

/// What a player's cards make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The best high, in games in which highs win.
    pub high: Option<High>,
    /// The best low, in games in which lows win, if there is one.
    pub low: Option<Low>,
}

impl Claim {
    /// What these five to seven cards make.
    #[must_use]
    #[inline]
    pub fn of(cards: CardSet, game: Game) -> Self {
        Self { high: game.high_of(cards), low: game.low_of(cards) }
    }
}

/// The claims by seat; none for who isn't in, or whose cards aren't all known.
pub type Claims = [Option<Claim>; SEATS];

/// The declarations by seat.
pub type Declarations = [Option<ActionKind>; SEATS];

/// The order of showing: first those in the last side pot, then those of the pot below, and so on;
/// inside a group clockwise from the first shower's seat.
#[must_use]
pub fn showing_order(pots: &Pots, live: SeatSet, first: Seat) -> Vec<Seat> {
    let mut order = Vec::with_capacity(live.len());
    let mut left = live;
    let groups = pots.as_slice().iter().rev().map(|pot| pot.seats).chain([live]);
    for group in groups {
        order.extend(group.and(left).clockwise_from(first));
        left = left.minus(group);
    }
    order
}

/// Whether a seat must show: if in one of its pots its high or its low is at least as good as all
/// shown so far by that pot's players \[C62].
#[must_use]
pub fn must_show(seat: Seat, claims: &Claims, shown: SeatSet, pots: &Pots) -> bool {
    let Some(mine) = claims[seat.index()] else { return true };
    pots.as_slice().iter().filter(|pot| pot.seats.contains(seat)).any(|pot| {
        let others = pot.seats.and(shown).into_iter().filter_map(|other| claims[other.index()]);
        mine.high.is_some() && others.clone().all(|other| mine.high >= other.high)
            || mine.low.is_some() && others.clone().all(|other| mine.low >= other.low)
    })
}

/// Who wins the halves of a pot. If one side is empty the other takes the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Winners {
    /// The best highs.
    pub high: SeatSet,
    /// The best lows.
    pub low: SeatSet,
}

impl Winners {
    /// The winners of one pot; none if it depends on cards nobody knows.
    #[must_use]
    pub fn of(pot: Pot, claims: &Claims, declared: Option<Declarations>) -> Option<Self> {
        if pot.seats.into_iter().any(|seat| claims[seat.index()].is_none()) {
            return None;
        }
        let spoken = Self { high: best_high(pot.seats, claims), low: best_low(pot.seats, claims) };
        let Some(declared) = declared else { return Some(spoken) };
        let winners = Self::declared(pot.seats, claims, declared);
        Some(if winners.high.is_empty() && winners.low.is_empty() { spoken } else { winners })
    }

    /// A player who declared both must be beaten in neither \[C70].
    fn declared(seats: SeatSet, claims: &Claims, declared: Declarations) -> Self {
        let runners = |kind: ActionKind| -> SeatSet {
            let run = |&seat: &Seat| {
                declared[seat.index()].is_some_and(|said| said == kind || said == ActionKind::DeclareBoth)
            };
            seats.into_iter().filter(run).collect()
        };
        let (high, low) = (runners(ActionKind::DeclareHigh), runners(ActionKind::DeclareLow));
        let (top_high, top_low) = (best_high(high, claims), best_low(low, claims));
        let failed: SeatSet = seats
            .into_iter()
            .filter(|&seat| declared[seat.index()] == Some(ActionKind::DeclareBoth))
            .filter(|&seat| !(top_high.contains(seat) && top_low.contains(seat)))
            .collect();
        Self { high: best_high(high.minus(failed), claims), low: best_low(low.minus(failed), claims) }
    }

    /// Whether the winners of the high share the pot as one: there is no low, or the same two or more
    /// win both \[C55].
    #[must_use]
    pub fn share_whole(&self) -> bool {
        self.low.is_empty() || self.high == self.low && self.high.is_plural()
    }
}

fn best_by<K: Ord>(seats: SeatSet, key: impl Fn(Seat) -> Option<K>) -> SeatSet {
    let mut best = None;
    let mut winners = SeatSet::EMPTY;
    for seat in seats {
        let Some(mine) = key(seat) else { continue };
        match best.as_ref().map(|best| mine.cmp(best)) {
            Some(std::cmp::Ordering::Less) => {}
            Some(std::cmp::Ordering::Equal) => winners.insert(seat),
            _ => {
                best = Some(mine);
                winners = SeatSet::EMPTY.with(seat);
            }
        }
    }
    winners
}

fn best_high(seats: SeatSet, claims: &Claims) -> SeatSet {
    best_by(seats, |seat| claims[seat.index()].and_then(|claim| claim.high))
}

fn best_low(seats: SeatSet, claims: &Claims) -> SeatSet {
    best_by(seats, |seat| claims[seat.index()].and_then(|claim| claim.low))
}

/// The place of a seat in the order for odd chips of a share: the least comes first [rules 3.12].
#[must_use]
pub fn odd_chip_rank(rule: OddChip, part: Part, seat: Seat, own: CardSet, all: CardSet, game: Game) -> u8 {
    let low = part == Part::Low;
    match rule {
        OddChip::Position => seat.number(),
        OddChip::SuitOfSeven if low => own.iter().map(ace_low).min().unwrap_or(u8::MAX),
        OddChip::SuitOfSeven => highest(own.iter().map(Card::index)),
        OddChip::SuitOfFive => {
            let used = match game.low().filter(|_| low) {
                Some(kind) => eval::low_cards(all, kind),
                None => Some(eval::high_cards(all)),
            };
            let used = used.into_iter().flatten().filter(|&card| own.contains(card));
            if low { highest(used.map(ace_low)) } else { highest(used.map(Card::index)) }
        }
    }
}

/// The card's number when the ace is the lowest rank.
fn ace_low(card: Card) -> u8 {
    (card.index() + 4) % 52
}

/// A rank by which the highest number comes first.
fn highest(numbers: impl Iterator<Item = u8>) -> u8 {
    numbers.max().map_or(u8::MAX, |top| 51 - top)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    fn cards(text: &str) -> CardSet {
        text.parse().expect("cards")
    }

    fn claims(hands: &[&str], game: Game) -> Claims {
        std::array::from_fn(|i| hands.get(i).map(|text| Claim::of(cards(text), game)))
    }

    fn all(count: usize) -> SeatSet {
        (0..count).map(Seat::at).collect()
    }

    /// Who wins high and low of one pot with these hands and declarations (h, l, b).
    fn declare(hands: &[&str], said: &str) -> Winners {
        let mut declared = [None; SEATS];
        for (slot, letter) in declared.iter_mut().zip(said.chars()) {
            *slot = Some(match letter {
                'h' => ActionKind::DeclareHigh,
                'l' => ActionKind::DeclareLow,
                _ => ActionKind::DeclareBoth,
            });
        }
        let pot = Pot { amount: 100, seats: all(hands.len()) };
        Winners::of(pot, &claims(hands, Game::DECLARED), Some(declared)).expect("known cards")
    }

    #[test]
    fn declarations_of_the_rule_book() {
        let straight = "7c 6d 5h 4s 3c";
        let other = "7d 6h 5s 4c 3d";
        // declare-1: a better low alone beats both halves of whoever declared both.
        assert_eq!(
            declare(&["7h 5d 3s 2c Ad", straight], "lb"),
            Winners { high: SeatSet::EMPTY, low: all(1) }
        );
        // declare-3: two with the same hand share each half.
        assert_eq!(
            declare(&[straight, other, "Kc Kd Jh Js 9c"], "bbh"),
            Winners { high: all(2), low: all(2) }
        );
        // declare-5: each fails in one half, so cards speak.
        assert_eq!(
            declare(&["8c 8d 5h 4s 3c", "9d 6h 5s 4c 3d"], "bb"),
            Winners { high: SeatSet::EMPTY.with(seat(1)), low: SeatSet::EMPTY.with(seat(2)) }
        );
    }

    #[test]
    fn the_last_side_pot_shows_first() {
        let pots = Pots::new(&[20, 50, 50, 20, 0, 0, 0, 0], 0, all(4));
        let order: Vec<u8> = showing_order(&pots, all(4), seat(3)).into_iter().map(Seat::number).collect();
        assert_eq!(order, [3, 2, 4, 1]);
    }

    #[test]
    fn odd_chips_go_by_card_and_suit() {
        let rank = |rule, part, text| {
            odd_chip_rank(rule, part, seat(1), cards(text), cards(text), Game::EIGHT_OR_BETTER)
        };
        // The example odd-3 [rules 4]: the first holds 2c, the second uses 8d.
        let (a, b) = ("8c 7d 5d 4h 2c 9s Th", "8d 7s 5c 4d 2h 9c Tc");
        assert!(rank(OddChip::SuitOfSeven, Part::Low, a) < rank(OddChip::SuitOfSeven, Part::Low, b));
        assert!(rank(OddChip::SuitOfFive, Part::Low, a) > rank(OddChip::SuitOfFive, Part::Low, b));
        assert!(rank(OddChip::SuitOfSeven, Part::High, "As") < rank(OddChip::SuitOfSeven, Part::High, "Ah"));
    }
}
