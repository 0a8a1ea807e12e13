//! The betting tree by exact counts: what is legal and whose turn it is, everywhere in small trees.
//!
//! Each number was counted by this engine and by the Python reference, which share no code. A fault in one
//! rule moves some count of some tree.

use stud8::card::parse_cards;
use stud8::deal::Deck;
use stud8::hand::Hand;
use stud8::perft::{SequenceCounts, count, perft};
use stud8::rules::{AllInRaise, Chips, Draft, Preset};
use stud8::seat::Seat;

/// Hand 0 of seed 0.
const ACES: &str = "Ah9c8cAc9s6s5c2sKd8sTc5s9h6h7hJsAd3cQsQh4s7s9d4hJh3d4d5h2d2cKhQdQc7dTs7c8h6cAsJdKc4cJc5dTdTh3h2h3s8dKs6d";
/// Hand 1,000,000,007 of seed 7.
const DEUCE: &str = "2cTsAd5hQdQsJc2d6cTd7d2h8s3c4sJhAhKcJdTc5c9h8dQh6d9c6h3dKsAs8c7s5s5d4c9d3hJsKd4d6s7hThQc9sKhAc2s7c8h4h3s";

/// Seats 2 and 3 have K-7 on fourth street.
const TIED: &str = "AsQdJcTs9c8d3cKdKh2c7d7s2d2h2s3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7h8c8h8s9d9h9sTcTdThJdJhJsQcQhQsKcKsAcAdAh";

/// What is set beside the preset: ante 1, bring-in 1, bets 2 and 4, or nothing.
const TINY: Draft = Draft::of_stakes(1, 1, 2);
const NONE: Draft = Draft::EMPTY;

/// A tree and its counts. The stacks are from seat 1 on; without a depth it goes to the ends of the hand.
struct Tree {
    name: &'static str,
    preset: Preset,
    draft: Draft,
    stacks: &'static [Chips],
    deck: &'static str,
    depth: Option<u32>,
    leaves: u64,
    nodes: &'static [u64],
}

impl Tree {
    fn hand(&self) -> Hand {
        let rules = self.draft.rules(Some(self.preset)).expect("good rules");
        let stacks: Vec<_> = Seat::ALL.into_iter().zip(self.stacks.iter().copied()).collect();
        let deck = Deck::from_cards(&parse_cards(self.deck).expect("cards")).expect("a deck");
        Hand::new(rules, &stacks, deck, &mut ()).expect("good stacks")
    }
}

#[expect(clippy::too_many_arguments, reason = "a row of the table")]
const fn tree(
    name: &'static str,
    preset: Preset,
    draft: Draft,
    stacks: &'static [Chips],
    deck: &'static str,
    depth: Option<u32>,
    leaves: u64,
    nodes: &'static [u64],
) -> Tree {
    Tree { name, preset, draft, stacks, deck, depth, leaves, nodes }
}

#[rustfmt::skip]
const TREES: &[Tree] = &[
    tree("two short stacks", Preset::FullTilt, TINY, &[9, 9], ACES, None, 562, &[1, 2, 6, 10, 20, 39, 70, 108, 137, 157, 177, 171, 116, 46, 8]),
    tree("two unequal stacks", Preset::FullTilt, TINY, &[13, 8], DEUCE, None, 462, &[1, 2, 6, 10, 20, 39, 68, 97, 115, 127, 139, 131, 87, 34, 6]),
    tree("two stacks that reach the cap", Preset::FullTilt, TINY, &[21, 21], ACES, None, 12_498, &[1, 2, 6, 10, 20, 39, 76, 150, 295, 580, 1132, 2072, 3305, 4323, 4390, 3292, 1742, 615, 132, 14]),
    tree("two longer stacks", Preset::FullTilt, TINY, &[31, 31], ACES, None, 46_994, &[1, 2, 6, 10, 20, 39, 76, 150, 295, 580, 1140, 2177, 3926, 6575, 10_011, 13_339, 14_774, 12_904, 8472, 3979, 1250, 234, 20]),
    tree("three with two side pots", Preset::FullTilt, TINY, &[6, 8, 5], ACES, None, 1835, &[1, 2, 6, 18, 40, 76, 131, 205, 264, 313, 354, 380, 363, 330, 299, 260, 190, 169, 99, 54, 16]),
    tree("three longer stacks", Preset::FullTilt, TINY, &[8, 10, 7], ACES, None, 7538, &[1, 2, 6, 18, 42, 93, 198, 375, 598, 862, 1156, 1400, 1501, 1527, 1470, 1361, 1184, 1059, 802, 519, 290, 114, 24]),
    tree("three, one of them deep", Preset::FullTilt, TINY, &[9, 14, 5], DEUCE, None, 4117, &[1, 2, 6, 18, 41, 78, 144, 255, 405, 571, 736, 895, 1012, 1034, 940, 770, 531, 301, 146, 47, 16]),
    tree("five, all in within the bring-in or soon after", Preset::FullTilt, TINY, &[1, 2, 3, 4, 5], ACES, None, 1371, &[1, 1, 3, 9, 24, 49, 97, 147, 166, 201, 211, 232, 227, 261, 258, 269, 199, 158, 100, 52, 40, 16]),
    tree("two who may fold unfaced", Preset::Wsop, TINY, &[9, 9], DEUCE, None, 786, &[1, 2, 6, 12, 24, 47, 85, 133, 170, 195, 220, 206, 133, 50, 8]),
    tree("three who may fold unfaced", Preset::Wsop, TINY, &[6, 5, 6], DEUCE, None, 2776, &[1, 2, 6, 18, 42, 90, 161, 240, 337, 426, 499, 550, 574, 547, 458, 341, 208, 107, 39, 10]),
    tree("two declare", Preset::Declare, TINY, &[5, 5], ACES, None, 430, &[1, 2, 6, 9, 16, 32, 47, 62, 80, 80, 80, 83, 97, 69, 18]),
    tree("three declare", Preset::Declare, TINY, &[5, 4, 4], ACES, None, 3438, &[1, 2, 6, 17, 34, 66, 138, 263, 365, 428, 428, 428, 432, 451, 417, 353, 304, 295, 328, 274, 198, 81, 27]),
    tree("the newest card opens", Preset::Hungarian, TINY, &[12, 7], ACES, None, 242, &[1, 2, 6, 10, 19, 32, 47, 57, 61, 65, 69, 59, 30, 6]),
    tree("a large bring-in", Preset::Finnish, Draft::of_stakes(1, 2, 3), &[8, 9], ACES, None, 178, &[1, 2, 6, 10, 19, 31, 41, 44, 44, 44, 44, 36, 18, 4]),
    tree("the lower of two equal boards opens", Preset::FullTilt, TINY, &[9, 14, 6], TIED, None, 7243, &[1, 2, 6, 18, 42, 97, 192, 366, 586, 879, 1165, 1464, 1633, 1696, 1595, 1445, 1135, 839, 516, 264, 116, 28, 4]),
    tree("no raises", Preset::EightOrBetter, Draft { raises: Some(Some(0)), ..TINY }, &[21, 14], DEUCE, None, 486, &[1, 2, 5, 6, 10, 16, 26, 42, 68, 110, 178, 224, 178, 82, 20, 2]),
    tree("no cap", Preset::EightOrBetter, Draft { raises: Some(None), ..TINY }, &[25, 25], ACES, None, 33_522, &[1, 2, 6, 10, 20, 40, 80, 160, 320, 640, 1279, 2474, 4442, 7088, 9592, 10_570, 9313, 6616, 3846, 1815, 668, 174, 24]),
    tree("no cap when two begin a round", Preset::EightOrBetter, Draft { raises: Some(Some(1)), heads_up_cap: Some(false), ..TINY }, &[9, 10, 8], ACES, None, 9050, &[1, 2, 6, 17, 34, 68, 140, 284, 513, 810, 1156, 1524, 1820, 1963, 1938, 1810, 1609, 1358, 1040, 693, 375, 158, 44, 8]),
    tree("short all-ins are never full", Preset::EightOrBetter, Draft { all_in_raise: Some(AllInRaise::Full), trim_antes: Some(false), ..TINY }, &[7, 9, 12], DEUCE, None, 6330, &[1, 2, 6, 18, 42, 97, 188, 347, 556, 785, 1022, 1263, 1405, 1427, 1369, 1236, 999, 698, 390, 175, 56, 12]),
    tree("eight, six actions", Preset::FullTilt, NONE, &[40_000; 8], ACES, Some(6), 474, &[1, 2, 6, 18, 54, 161, 474]),
    tree("eight, nine actions", Preset::FullTilt, NONE, &[40_000; 8], ACES, Some(9), 10_590, &[1, 2, 6, 18, 54, 161, 474, 1372, 3896, 10_588]),
    tree("three, eleven actions", Preset::FullTilt, NONE, &[40_000; 3], DEUCE, Some(11), 10_294, &[1, 2, 6, 18, 42, 99, 218, 462, 974, 2057, 4324, 9017]),
    tree("two, twelve actions", Preset::FullTilt, NONE, &[40_000; 2], DEUCE, Some(12), 5030, &[1, 2, 6, 10, 20, 39, 76, 150, 295, 580, 1140, 2177, 3926]),
    tree("eight very short stacks", Preset::FullTilt, TINY, &[4; 8], ACES, Some(14), 102_221, &[1, 2, 6, 17, 46, 120, 304, 752, 1824, 4092, 8710, 17_442, 31_962, 53_456, 81_526]),
];

#[test]
fn every_tree_has_its_counts() {
    for tree in TREES {
        let expected = SequenceCounts { leaves: tree.leaves, nodes: tree.nodes.to_vec() };
        assert_eq!(count(&tree.hand(), tree.depth, |_| false), Some(expected), "{}", tree.name);
    }
}

#[test]
fn a_depth_cuts_a_tree_where_its_counts_say() {
    let tree = &TREES[0];
    for (depth, &nodes) in (0..).zip(tree.nodes) {
        // Sequences that have ended before are leaves too.
        let counts = count(&tree.hand(), Some(depth), |_| false).expect("not stopped");
        assert_eq!(counts.nodes.last(), Some(&nodes));
        assert!(counts.leaves >= nodes);
    }
    assert_eq!([0, 1, 2].map(|depth| perft(&tree.hand(), Some(depth))), [1, 2, 6]);
    assert_eq!(perft(&tree.hand(), None), tree.leaves);
}

#[test]
fn a_count_can_be_stopped() {
    let mut told = 0;
    let stopped = count(&TREES[3].hand(), None, |leaves| {
        told = leaves;
        leaves > 3000
    });
    assert_eq!(stopped, None);
    assert!(told > 3000 && told < TREES[3].leaves);
}

/// A hand that waits for a card is a leaf.
#[test]
fn a_tree_ends_where_a_card_is_dealt_by_hand() {
    let rules = TINY.rules(Some(Preset::FullTilt)).expect("good rules");
    let stacks = [(Seat::ALL[0], 9), (Seat::ALL[1], 9)];
    let hand = Hand::dealt_by_hand(rules, &stacks, &mut ()).expect("good stacks");
    assert_eq!(perft(&hand, None), 1);
}
