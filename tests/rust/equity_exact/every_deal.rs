//! Counts against plain enumeration.

use proptest::prelude::*;
use stud8::equity::Common;
use stud8::eval::LowKind;

use super::drafts::{cases, questions};
use super::enumeration::is_proportional;
use super::question::Question;

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn known_cards(question in questions(12, 0, 2..=4)) {
        prop_assert_eq!(question.count_everywhere(), question.enumerate());
    }

    #[test]
    fn cards_known_in_part(question in questions(17, 0, 2..=4)) {
        prop_assert_eq!(question.count_everywhere(), question.enumerate());
    }

    /// Weights count in their lowest terms, and cards of which nothing is known may be cards to come.
    #[test]
    fn ranges(question in questions(17, 2, 2..=4)) {
        let (counted, enumerated) = (question.count_everywhere(), question.enumerate());
        prop_assert!(is_proportional(&counted, &enumerated), "{:?} {:?}", counted, enumerated);
    }
}

#[test]
fn few_cards_and_complete_hands() {
    let seven = "As 2s 3s 4s 7d 9h Kc v Ad 2d 3d 4d 7c 9c Kd";
    let table = [
        (Question::new(seven), 1),
        (Question::new(&format!("{seven} v Ac 2c 3c 4c 5h 9d Kh")), 1),
        (Question::new("As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c").common("5h"), 1),
        (Question::new("As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c v Ac 2c 3c 4c Th Td").common("5h"), 1),
        // One complete, one not.
        (Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d"), 111_930),
        (Question::new("Ad 2d 3d v As 2s 3s 4s 7d 9h Kc"), 111_930),
        (Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d v 6c 6d 6h 6s 7h 8h 9c").dead("Ts Td"), 40_920),
        // More lows than lanes, and somebody outside whose low ties with one.
        (
            Question::new("As 2s 3s 4s 7d 9h Kc v Ad 2d 3d 8c Jh v 5c 6c 7h 8h Qd").dead("Kd Kh Ks Qc Qh"),
            164_430,
        ),
        // Of ten cards two are left over; of eight none.
        (
            Question::new("As 2s 3s v Ad 2d 3d").dead(
                "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h 8s 7c 7d 7h 7s 6c 6d 6h 6s \
                 5c 5d 5h 5s",
            ),
            3_150,
        ),
        (
            Question::new("As 2s 3s v Ad 2d 3d").dead(
                "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js Tc Td Th Ts 9c 9d 9h 9s 8c 8d 8h 8s 7c 7d 7h 7s 6c 6d 6h 6s \
                 5c 5d 5h 5s 4h 4s",
            ),
            70,
        ),
    ];
    for (question, deals) in table {
        for low in LowKind::ALL {
            let question = question.clone().low(low);
            let tally = question.count_everywhere();
            assert_eq!(tally.total(), deals, "{question:?}");
            assert_eq!(tally, question.enumerate(), "{question:?}");
        }
    }
}

/// Eight players on seventh street, four cards left.
#[test]
fn eight_players_and_a_common_card() {
    let hands = "As 2s 3s 4s 7d 9h v Ad 2d 3d 4d 7c 9c v Ac 2c 3c 4c Th Td v 6s 6d 6h 6c Kh Kd v 5s 5d 5h 5c Kc Ks v \
                 Qs Qd Qh Qc 8h 8d v Js Jd Jh Jc 8c 8s v Ah 2h 3h 4h 7h 9d";
    for low in LowKind::ALL {
        let question = Question { common: Common::ToCome, ..Question::new(hands).low(low) };
        let tally = question.count_everywhere();
        assert_eq!((tally.total(), &tally), (4, &question.enumerate()));
    }
}
