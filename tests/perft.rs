//! The betting tree by exact counts: what is legal and whose turn it is, everywhere in small trees.
//!
//! Each number was counted by this engine and by the Python reference, which share no code. A fault in one
//! rule moves some count of some tree.

use stud8::card::parse_cards;
use stud8::deal::Deck;
use stud8::hand::Hand;
use stud8::perft::{Counts, count, perft};
use stud8::rules::{AllInRaise, Chips, Draft, Preset};
use stud8::seat::Seat;

/// Hand 0 of seed 0.
const ACES: &str = "Ah9c8cAc9s6s5c2sKd8sTc5s9h6h7hJsAd3cQsQh4s7s9d4hJh3d4d5h2d2cKhQdQc7dTs7c8h6cAsJdKc4cJc5dTdTh3h2h3s8dKs6d";
/// Hand 1,000,000,007 of seed 7.
const DEUCE: &str = "2cTsAd5hQdQsJc2d6cTd7d2h8s3c4sJhAhKcJdTc5c9h8dQh6d9c6h3dKsAs8c7s5s5d4c9d3hJsKd4d6s7hThQc9sKhAc2s7c8h4h3s";

/// What is set beside the preset: ante 1, bring-in 1, bets 2 and 4, or nothing.
const TINY: Draft = stakes(1, 1, 2);
const NONE: Draft = Draft { small_bet: None, ante: None, bring_in: None, ..TINY };

const fn stakes(ante: Chips, bring_in: Chips, small_bet: Chips) -> Draft {
    Draft {
        ante: Some(ante),
        bring_in: Some(bring_in),
        small_bet: Some(small_bet),
        big_bet: None,
        unit: None,
        low: None,
        declare: None,
        opener: None,
        opener_tie: None,
        raises: None,
        heads_up_cap: None,
        odd_chip: None,
        trim_antes: None,
        common_card_betting: None,
        burn: None,
        show_order: None,
        ask_muck: None,
        all_in_shows: None,
        all_in_raise: None,
        rake: None,
        fold_unfaced: None,
    }
}

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
    tree("two short stacks", Preset::FullTilt, TINY, &[9, 9], ACES, None, 0, &[]),
    tree("two unequal stacks", Preset::FullTilt, TINY, &[13, 8], DEUCE, None, 0, &[]),
    tree("two stacks that reach the cap", Preset::FullTilt, TINY, &[21, 21], ACES, None, 0, &[]),
    tree("two longer stacks", Preset::FullTilt, TINY, &[31, 31], ACES, None, 0, &[]),
    tree("three with two side pots", Preset::FullTilt, TINY, &[6, 8, 5], ACES, None, 0, &[]),
    tree("three longer stacks", Preset::FullTilt, TINY, &[8, 10, 7], ACES, None, 0, &[]),
    tree("three, one of them deep", Preset::FullTilt, TINY, &[9, 14, 5], DEUCE, None, 0, &[]),
    tree("five, all in within the bring-in or soon after", Preset::FullTilt, TINY, &[1, 2, 3, 4, 5], ACES, None, 0, &[]),
    tree("two who may fold unfaced", Preset::Wsop, TINY, &[9, 9], DEUCE, None, 0, &[]),
    tree("three who may fold unfaced", Preset::Wsop, TINY, &[6, 5, 6], DEUCE, None, 0, &[]),
    tree("two declare", Preset::Declare, TINY, &[5, 5], ACES, None, 0, &[]),
    tree("three declare", Preset::Declare, TINY, &[5, 4, 4], ACES, None, 0, &[]),
    tree("the newest card opens", Preset::Hungarian, TINY, &[12, 7], ACES, None, 0, &[]),
    tree("a large bring-in", Preset::Finnish, stakes(1, 2, 3), &[8, 9], ACES, None, 0, &[]),
    tree("no raises", Preset::EightOrBetter, Draft { raises: Some(Some(0)), ..TINY }, &[21, 14], DEUCE, None, 0, &[]),
    tree("no cap", Preset::EightOrBetter, Draft { raises: Some(None), ..TINY }, &[25, 25], ACES, None, 0, &[]),
    tree("no cap when two begin a round", Preset::EightOrBetter, Draft { raises: Some(Some(1)), heads_up_cap: Some(false), ..TINY }, &[9, 10, 8], ACES, None, 0, &[]),
    tree("short all-ins are never full", Preset::EightOrBetter, Draft { all_in_raise: Some(AllInRaise::Full), trim_antes: Some(false), ..TINY }, &[7, 9, 12], DEUCE, None, 0, &[]),
    tree("eight, six actions", Preset::FullTilt, NONE, &[40_000; 8], ACES, Some(6), 0, &[]),
    tree("eight, nine actions", Preset::FullTilt, NONE, &[40_000; 8], ACES, Some(9), 0, &[]),
    tree("three, eleven actions", Preset::FullTilt, NONE, &[40_000; 3], DEUCE, Some(11), 0, &[]),
    tree("two, twelve actions", Preset::FullTilt, NONE, &[40_000; 2], DEUCE, Some(12), 0, &[]),
    tree("eight very short stacks", Preset::FullTilt, TINY, &[4; 8], ACES, Some(14), 0, &[]),
];

#[test]
fn every_tree_has_its_counts() {
    for tree in TREES {
        let expected = Counts { leaves: tree.leaves, nodes: tree.nodes.to_vec() };
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
    let hand = Hand::new(rules, &stacks, Deck::by_hand(), &mut ()).expect("good stacks");
    assert_eq!(perft(&hand, None), 1);
}
