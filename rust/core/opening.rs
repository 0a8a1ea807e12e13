//! Who brings in and who opens [rules 3.4], [rules 3.8], also where up cards are unknown [rules 3.15].

use crate::action::Dealt;
use crate::card::{Card, CardSet};
use crate::rules::{Game, Opener, OpenerTie, Rules};
use crate::seat::{SEATS, Seat, SeatSet};

/// On whom the bring-in falls, of all dealt in. Unknown door cards can't bring in; if all are unknown the lowest
/// seat does.
#[must_use]
pub fn bring_in_duty(game: Game, dealt: &[Dealt; SEATS], seats: SeatSet) -> Option<Seat> {
    best(seats, |seat| door(dealt, seat).map_or(0, |card| game.door_key(card)))
}

fn door(dealt: &[Dealt; SEATS], seat: Seat) -> Option<Card> {
    dealt[seat.index()].up().first().copied().flatten()
}

/// Who opens from fourth street on, whether able or not.
#[must_use]
pub fn opener(rules: &Rules, dealt: &[Dealt; SEATS], live: SeatSet) -> Option<Seat> {
    best(live, |seat| strength(rules, dealt[seat.index()].up()))
}

/// The seat with the best board; the lowest seat among equals [rules 3.10].
#[must_use]
pub fn best_board(game: Game, dealt: &[Dealt; SEATS], live: SeatSet) -> Option<Seat> {
    best(live, |seat| game.board_key(dealt[seat.index()].up()).into())
}

/// The first seat with the greatest key, which is below 2^61. Without branches: nobody can predict the cards.
#[inline]
fn best(seats: SeatSet, key: impl Fn(Seat) -> u64) -> Option<Seat> {
    let key_and_place = |seat: Seat| key(seat) << 3 | (7 - seat.index() as u64);
    let best = seats.into_iter().fold(0, |best, seat| best.max(key_and_place(seat)));
    seats.first().map(|_| Seat::at(7 - (best & 7) as usize))
}

/// How strongly a board claims the opening: what counts, then the suit where ties go by suit.
/// Unknown cards count below every card.
#[inline]
fn strength(rules: &Rules, up: &[Option<Card>]) -> u64 {
    let (game, opener) = (rules.game, rules.house.opener);
    let card = || game.counting_card(opener, up);
    let value = match opener {
        Opener::BestBoard => game.board_key(up),
        Opener::HighestCard | Opener::NewestCard => card().map_or(0, |card| game.rank_key(card)).into(),
    };
    let suit = match rules.house.opener_tie {
        OpenerTie::Position => 0,
        OpenerTie::Suit => card().map_or(0, |card| card.suit().index() + 1),
    };
    u64::from(value) << 3 | u64::from(suit)
}

/// All seats that could have to open, given the cards nobody knows: the one whom the known cards
/// name, and whoever could be it with an unknown up card of his own [rules 3.15].
#[must_use]
pub fn possible_openers(
    rules: &Rules,
    street: u8,
    dealt: &[Dealt; SEATS],
    seats: SeatSet,
    unseen: CardSet,
) -> SeatSet {
    let game = rules.game;
    let default = if street == 3 { bring_in_duty(game, dealt, seats) } else { opener(rules, dealt, seats) };
    let Some(default) = default else { return SeatSet::EMPTY };
    let mut possible = SeatSet::EMPTY.with(default);
    for seat in seats.without(default) {
        let up = dealt[seat.index()].up();
        if up.iter().all(Option::is_some) {
            continue;
        }
        let could = if street == 3 {
            let duty = door(dealt, default).map_or(0, |card| game.door_key(card));
            unseen.iter().any(|card| game.door_key(card) > duty)
        } else {
            let mut imagined = *dealt;
            imagined[seat.index()] = strongest(rules, up, unseen);
            opener(rules, &imagined, seats) == Some(seat)
        };
        if could {
            possible.insert(seat);
        }
    }
    possible
}

/// The strongest claim that a board with unknown cards could make. Of each rank the highest suits are tried
/// first, and the cards are filled in from the weakest rank to the strongest, so that the newest is as strong as
/// possible: with four unknown cards that leaves 1,820 boards of 230,000.
fn strongest(rules: &Rules, up: &[Option<Card>], unseen: CardSet) -> Dealt {
    let mut ranks: Vec<Vec<Card>> = Vec::with_capacity(13);
    for card in unseen.iter().rev() {
        match ranks.last_mut() {
            Some(same) if same[0].rank() == card.rank() => same.push(card),
            _ => ranks.push(vec![card]),
        }
    }
    let holes = up.iter().filter(|card| card.is_none()).count();
    let mut fills = vec![(0, Vec::with_capacity(holes))];
    let mut best = None;
    while let Some((rank, fill)) = fills.pop() {
        if fill.len() == holes || rank == ranks.len() {
            let cards = filled(rules.game, up, &fill);
            let mine = strength(rules, cards.up());
            if best.as_ref().is_none_or(|(top, _)| mine > *top) {
                best = Some((mine, cards));
            }
            continue;
        }
        for count in 0..=ranks[rank].len().min(holes - fill.len()) {
            fills.push((rank + 1, [&fill[..], &ranks[rank][..count]].concat()));
        }
    }
    best.map_or_else(Dealt::default, |(_, cards)| cards)
}

/// A hand with these up cards, the unknown ones filled in from the weakest to the strongest.
fn filled(game: Game, up: &[Option<Card>], fill: &[Card]) -> Dealt {
    let mut fill: Vec<Card> = fill.to_vec();
    fill.sort_unstable_by_key(|&card| (game.rank_key(card), card.suit()));
    let mut fill = fill.into_iter();
    let mut dealt = Dealt::default();
    dealt.push(None);
    dealt.push(None);
    for &card in up {
        dealt.push(card.or_else(|| fill.next()));
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards_or_unknown;
    use crate::rules::{Draft, Preset};

    fn boards(texts: &[&str]) -> ([Dealt; SEATS], SeatSet) {
        let mut dealt = [Dealt::default(); SEATS];
        for (slot, text) in dealt.iter_mut().zip(texts) {
            slot.push(None);
            slot.push(None);
            for card in parse_cards_or_unknown(text).expect("cards") {
                slot.push(card);
            }
        }
        (dealt, (0..texts.len()).map(Seat::at).collect())
    }

    fn unseen(dealt: &[Dealt; SEATS]) -> CardSet {
        let seen: CardSet = dealt.iter().flat_map(Dealt::cards).flatten().copied().collect();
        CardSet::FULL - seen
    }

    fn number(seat: Option<Seat>) -> Option<u8> {
        seat.map(Seat::number)
    }

    fn rules(opener: Opener, opener_tie: OpenerTie) -> Rules {
        let draft = Draft { opener: Some(opener), opener_tie: Some(opener_tie), ..Draft::default() };
        draft.rules(Some(Preset::FullTilt)).expect("good rules")
    }

    #[test]
    fn the_lowest_door_card_brings_in() {
        let (dealt, seats) = boards(&["2s", "2h", "2d", "3c"]);
        assert_eq!(number(bring_in_duty(Game::EIGHT_OR_BETTER, &dealt, seats)), Some(3));
        let (dealt, seats) = boards(&["??", "As", "Ks"]);
        assert_eq!(number(bring_in_duty(Game::EIGHT_OR_BETTER, &dealt, seats)), Some(3));
        let (dealt, seats) = boards(&["??", "??"]);
        assert_eq!(number(bring_in_duty(Game::EIGHT_OR_BETTER, &dealt, seats)), Some(1));
    }

    #[test]
    fn each_opening_rule_has_its_own_opener() {
        let (dealt, seats) = boards(&["Kc 2d", "7c 7d", "9h Ah", "Ks Ad"]);
        let open = |rule, tie| number(opener(&rules(rule, tie), &dealt, seats));
        assert_eq!(open(Opener::BestBoard, OpenerTie::Position), Some(2));
        assert_eq!(open(Opener::HighestCard, OpenerTie::Position), Some(3));
        assert_eq!(open(Opener::NewestCard, OpenerTie::Position), Some(3));
        assert_eq!(open(Opener::NewestCard, OpenerTie::Suit), Some(3));
        let (dealt, seats) = boards(&["7c 7d", "7h 7s"]);
        assert_eq!(number(opener(&rules(Opener::BestBoard, OpenerTie::Suit), &dealt, seats)), Some(2));
    }

    #[test]
    fn an_unknown_card_may_open_where_no_known_card_contradicts() {
        let rules = rules(Opener::BestBoard, OpenerTie::Position);
        let possible = |street, texts: &[&str]| {
            let (dealt, seats) = boards(texts);
            let found = possible_openers(&rules, street, &dealt, seats, unseen(&dealt));
            found.into_iter().map(Seat::number).collect::<Vec<_>>()
        };
        assert_eq!(possible(3, &["2d", "??"]), [1, 2]);
        assert_eq!(possible(3, &["2c", "??"]), [1]);
        assert_eq!(possible(4, &["Kc ??", "Ad Qd"]), [1, 2]);
        assert_eq!(possible(4, &["7c ??", "Ad As"]), [2]);
    }

    #[test]
    fn no_board_is_stronger_than_the_strongest() {
        let known: CardSet = "Ks Kd Ah 7c 7d 2s Qs Qh".parse().expect("cards");
        for text in ["?? ??", "7h ?? ??", "?? Kh", "Ac ??", "?? ?? 2h", "?? 9s ??"] {
            let up = parse_cards_or_unknown(text).expect("cards");
            let unseen = CardSet::FULL - known - up.iter().flatten().copied().collect();
            let holes = up.iter().filter(|card| card.is_none()).count();
            for rule in Opener::ALL {
                for tie in OpenerTie::ALL {
                    let rules = rules(rule, tie);
                    let claim = |fill: &[Card]| strength(&rules, filled(rules.game, &up, fill).up());
                    let pairs = unseen.iter().flat_map(|a| unseen.iter().map(move |b| vec![a, b]));
                    let ones = unseen.iter().map(|a| vec![a]);
                    let all: Vec<Vec<Card>> =
                        if holes == 1 { ones.collect() } else { pairs.filter(|p| p[0] < p[1]).collect() };
                    let best = all.iter().map(|fill| claim(fill)).max();
                    assert_eq!(Some(strength(&rules, strongest(&rules, &up, unseen).up())), best, "{text}");
                }
            }
        }
    }
}
