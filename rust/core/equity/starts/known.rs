//! Exact answers that stand in the table: up to three known cards against a hand of which nothing is known.

use super::super::outcome::Tally;
use super::super::spot::{Common, Holding, Spot};
use super::{starting_hand, starting_hands};
use crate::card::CardSet;
use crate::eval::LowKind;

/// The most cards that the table knows of a hand.
const MOST: usize = 3;

/// The exact tally of a spot that the table tells: two players, of whom one may hold anything and the other has at most three
/// known cards, no dead cards, eight or better. `None` for other spots.
#[must_use]
pub fn tally_against_random(spot: &Spot) -> Option<Tally> {
    let [first, second] = spot.holdings() else { return None };
    if spot.common() != Common::None || spot.low() != LowKind::EightOrBetter {
        return None;
    }
    if is_random(second) {
        tally(first, spot.live())
    } else if is_random(first) {
        tally(second, spot.live()).map(|tally| tally.reordered(&[1, 0]))
    } else {
        None
    }
}

fn is_random(holding: &Holding) -> bool {
    holding.unseen == 7
}

fn tally(known: &Holding, live: CardSet) -> Option<Tally> {
    let cards = known.certain.len() + known.set_size();
    // Without dead cards all that isn't certain may still come.
    if cards > MOST || live != !known.certain {
        return None;
    }
    let mut times = vec![0; starting_hands().len()];
    for &(set, weight) in &known.sets {
        each_start(known.certain | set, CardSet::FULL, &mut |start| {
            let hand = starting_hand(start).expect("three cards are a starting hand");
            times[usize::from(hand.rank()) - 1] += u128::from(weight);
        });
    }
    // Seven cards with the known ones among them have been counted for each starting hand between the two.
    let repeats = [35, 15, 5, 1][cards];
    let mut sum = Tally::new(2);
    for (hand, &times) in starting_hands().iter().zip(&times).filter(|&(_, &times)| times > 0) {
        for (outcome, count) in hand.tally().iter() {
            sum.add(outcome, times * count);
        }
    }
    let mut tally = Tally::new(2);
    for (outcome, count) in sum.iter() {
        tally.add(outcome, count / repeats);
    }
    Some(tally)
}

/// Visits the sets of three cards that contain these, each once. What is added comes from the cards that are `left`.
fn each_start(cards: CardSet, mut left: CardSet, visit: &mut impl FnMut(CardSet)) {
    if cards.len() == MOST {
        return visit(cards);
    }
    left -= cards;
    for card in left {
        left.remove(card);
        each_start(cards.with(card), left, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::choose;
    use crate::equity::Pattern;

    /// n things, k of them.
    fn spot(players: [&str; 2], dead: &str) -> Spot {
        let player = |text: &str| vec![(text.parse::<Pattern>().unwrap(), 1)];
        let players = players.map(player);
        Spot::new(&players, dead.parse().unwrap(), Common::None, LowKind::EightOrBetter).unwrap()
    }

    #[test]
    fn each_deal_counts_once() {
        for (cards, sets, known) in
            [("", 1, 0), ("As", 1, 1), ("A?", 4, 1), ("2c 2d", 1, 2), ("[A2]?Kd", 8, 2), ("A?K?Qs", 16, 3)]
        {
            let tally = tally_against_random(&spot([cards, ""], "")).unwrap();
            assert_eq!(
                tally.total(),
                sets * (choose(52 - known, 7 - known) * choose(45, 7)) as u128,
                "{cards}"
            );
            let other = tally_against_random(&spot(["??", cards], "")).unwrap();
            assert_eq!(other, tally.reordered(&[1, 0]), "{cards}");
        }
    }

    #[test]
    fn a_random_hand_has_half_of_the_pot() {
        let tally = tally_against_random(&spot(["", ""], "")).unwrap();
        assert_eq!(tally, tally.reordered(&[1, 0]));
    }

    #[test]
    fn two_cards_are_the_mean_of_three() {
        let two = tally_against_random(&spot(["As Ah", ""], "")).unwrap();
        let mut sum = Tally::new(2);
        for third in ["?c", "?d", "[2-K]h", "[2-K]s"] {
            sum.merge(&tally_against_random(&spot([&format!("As Ah {third}"), ""], "")).unwrap());
        }
        assert!(two.iter().eq(sum.iter().map(|(outcome, count)| (outcome, count / 5))));
    }

    #[test]
    fn what_the_table_does_not_tell() {
        for (players, dead) in [(["As Ah Ac 2c", ""], ""), (["As", "Kd"], ""), (["As", ""], "Kd")] {
            assert_eq!(tally_against_random(&spot(players, dead)), None, "{players:?}");
        }
    }
}
