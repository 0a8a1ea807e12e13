//! The same said in another way.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use stud8::card::{CardSet, Suit};
use stud8::equity::{Common, Exact, Tally};
use stud8::eval::LowKind;

use super::drafts::{cases, questions};
use super::enumeration::sets;
use super::question::{Question, Range, fastest, joint, paths, times};

fn relabelled(question: &Question, suits: [char; 4]) -> Question {
    // Ranks are written with capitals.
    let text = |text: String| -> String {
        text.chars().map(|c| "cdhs".find(c).map_or(c, |suit| suits[suit])).collect()
    };
    let range = |range: &Range| {
        let patterns = range.iter().map(|(of, weight)| (text(of.to_string()).parse().unwrap(), *weight));
        patterns.collect()
    };
    let common = match question.common {
        Common::Given(card) => Common::Given(text(card.to_string()).parse().unwrap()),
        other => other,
    };
    let dead = text(question.dead.to_string()).parse().unwrap();
    Question { players: question.players.iter().map(range).collect(), dead, common, low: question.low }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn suits_have_no_order(question in questions(17, 1, 2..=4), suits in Just(['c', 'd', 'h', 's']).prop_shuffle()) {
        prop_assert_eq!(relabelled(&question, suits).count(), question.count());
    }

    #[test]
    fn players_have_no_order(question in questions(17, 1, 2..=4), turn in 0..4_usize) {
        let players = question.players.len();
        let order: Vec<usize> = (0..players).map(|player| (player + turn) % players).collect();
        let mut turned = question.clone();
        for (range, &to) in question.players.iter().zip(&order) {
            turned.players[to].clone_from(range);
        }
        prop_assert_eq!(turned.count(), question.count().reordered(&order));
    }

    /// With each card that may come next, what is counted by it is what is counted with it.
    #[test]
    fn the_next_card_is_a_card_more(question in questions(12, 0, 2..=2), player in 0..2_usize) {
        prop_assume!(question.common != Common::ToCome);
        let spot = question.spot();
        let unseen = spot.holdings()[player].unseen as u128;
        let exact = Exact::by_next_card(&spot).unwrap();
        let whole = question.count();
        let mut all = Tally::new(2);
        for path in paths() {
            all = Tally::new(2);
            let cards = exact.count_by_next_card(path, player, NonZeroUsize::new(2), |_| false).unwrap();
            prop_assert_eq!(cards.len(), if unseen == 0 { 0 } else { spot.live().len() });
            for (card, tally) in cards {
                prop_assert_eq!(&tally, &question.with_card(player, card).count(), "{}", card);
                all.merge(&tally);
            }
        }
        prop_assert_eq!(all.total(), unseen * whole.total());
        for (outcome, count) in all.iter() {
            prop_assert_eq!(count, unseen * times(&whole, |other| other == outcome));
        }
    }
}

/// Thousands of lows share the lanes, and the counts don't fit in 16 bits.
#[test]
fn the_next_card_on_third_street() {
    for low in LowKind::ALL {
        let question = Question::new("8s 6h 5c v As 3h 4c").dead("Kd Kh").low(low);
        let whole = question.count();
        let exact = Exact::by_next_card(&question.spot()).unwrap();
        for player in 0..2 {
            let cards = exact.count_by_next_card(fastest(), player, NonZeroUsize::new(2), |_| false).unwrap();
            let mut all = Tally::new(2);
            for (card, tally) in &cards {
                if card.suit() == Suit::Spades && card.rank().index() % 3 == 0 {
                    assert_eq!(*tally, question.with_card(player, *card).count(), "{card} {low}");
                }
                all.merge(tally);
            }
            assert_eq!((cards.len(), all.total()), (44, 4 * whole.total()));
            assert_eq!(joint(&all), joint(&whole).map(|row| row.map(|count| 4 * count)), "{low}");
        }
    }
}

/// What may be known in part is counted together, or in a few cases; set by set it must be the same.
#[test]
fn a_pattern_is_all_that_fits_it() {
    let patterns = [
        "[A-8]? 2d 7h Jc 9s v Ks Kc Kd 9h 8s",
        "[A-8]? [2-9]? 2d 7h Jc 9s v Ks Kc Kd 9h 8s",
        "[A-8]? [2-9]? 2d 7h Jc v K? [QK]? Ks Kd 9h 8s",
    ];
    for (text, low) in patterns.into_iter().flat_map(|text| LowKind::ALL.map(|low| (text, low))) {
        let question = Question::new(text).low(low).dead("Th Td Ts Tc Jh Js Jd 9c");
        let live = CardSet::FULL - question.dead;
        let mut sum = Tally::new(2);
        let [first, second] = [0, 1].map(|player| sets(&question.players[player], live));
        for (a, b) in first.iter().flat_map(|a| second.iter().map(move |b| (a.0, b.0))) {
            if (a & b).is_empty() {
                let players = [a, b].map(|cards| vec![(cards.to_string().parse().unwrap(), 1)]).to_vec();
                sum.merge(&Question { players, ..question.clone() }.count());
            }
        }
        assert_eq!(question.count_everywhere(), sum, "{text}, {low}");
    }
}
