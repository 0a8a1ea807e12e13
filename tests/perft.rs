//! The betting tree by exact counts: what is legal and whose turn it is, everywhere in small trees.
//!
//! The numbers are golden: they were counted by this engine and confirmed, where the tree is small enough,
//! by the Python reference, which shares no code with it.

use stud8::card::{Card, parse_cards};
use stud8::deal::Deck;
use stud8::hand::Hand;
use stud8::perft::{Counts, count, perft};
use stud8::rules::{AllInRaise, Chips, Draft, Opener, Preset};
use stud8::seat::Seat;

const ACES: &str = "Ah9c8cAc9s6s5c2sKd8sTc5s9h6h7hJsAd3cQsQh4s7s9d4hJh3d4d5h2d2cKhQdQc7dTs7c8h6cAsJdKc4cJc5dTdTh3h2h3s8dKs6d";
const DEUCE: &str = "2cTsAd5hQdQsJc2d6cTd7d2h8s3c4sJhAhKcJdTc5c9h8dQh6d9c6h3dKsAs8c7s5s5d4c9d3hJsKd4d6s7hThQc9sKhAc2s7c8h4h3s";

/// A tree: the preset and what differs from it, the stacks from seat 1 on, the deck.
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

const NONE: Draft = Draft {
    ante: None, bring_in: None, small_bet: None, big_bet: None, unit: None, low: None, declare: None, opener: None,
    opener_tie: None, raises: None, heads_up_cap: None, odd_chip: None, trim_antes: None, common_card_betting: None,
    burn: None, show_order: None, ask_muck: None, all_in_shows: None, all_in_raise: None, rake: None, fold_unfaced: None,
};

const fn stakes(ante: Chips, bring_in: Chips, small_bet: Chips) -> Draft {
    Draft { ante: Some(ante), bring_in: Some(bring_in), small_bet: Some(small_bet), ..NONE }
}

fn main() {}

#[test]
fn print() {
    let s = stakes(1, 1, 2);
    for (name, preset, draft, stacks, deck, depth) in [
        ("a", Preset::FullTilt, s, &[9u64, 9] as &[u64], ACES, None),
        ("b", Preset::FullTilt, s, &[13, 13], ACES, None),
        ("b2", Preset::FullTilt, s, &[13, 8], DEUCE, None),
        ("c", Preset::FullTilt, s, &[21, 21], ACES, None),
        ("c2", Preset::FullTilt, s, &[31, 31], ACES, None),
        ("d", Preset::FullTilt, s, &[6, 8, 5], ACES, None),
        ("d2", Preset::FullTilt, s, &[8, 10, 7], ACES, None),
        ("e", Preset::FullTilt, s, &[9, 14, 5], DEUCE, None),
        ("f", Preset::Wsop, s, &[9, 9], DEUCE, None),
        ("f2", Preset::Wsop, s, &[6, 5, 6], DEUCE, None),
        ("g", Preset::Declare, s, &[5, 5], ACES, None),
        ("h", Preset::Declare, s, &[5, 4, 4], ACES, None),
        ("i", Preset::Hungarian, s, &[12, 7], ACES, None),
        ("j", Preset::Finnish, stakes(1, 2, 3), &[8, 9], ACES, None),
        ("k", Preset::FullTilt, s, &[4,4,4,4,4,4,4,4], ACES, None),
        ("k1", Preset::FullTilt, s, &[1,2,3,4,5], ACES, None),
        ("l", Preset::FullTilt, NONE, &[40000;8], ACES, Some(6)),
        ("l7", Preset::FullTilt, NONE, &[40000;8], ACES, Some(9)),
        ("m", Preset::FullTilt, NONE, &[40000;3], DEUCE, Some(11)),
        ("m2", Preset::FullTilt, NONE, &[40000;2], DEUCE, Some(12)),
    ] {
        let rules = draft.rules(Some(preset)).unwrap();
        let seats: Vec<_> = Seat::ALL.into_iter().zip(stacks.iter().copied()).collect();
        let deck = Deck::from_cards(&parse_cards(deck).unwrap()).unwrap();
        let hand = Hand::new(rules, &seats, deck, &mut ()).unwrap();
        let t = std::time::Instant::now();
        let c = count(&hand, depth, |l| l > 60_000_000);
        println!("{name} {stacks:?} {:?} {:.2}", c, t.elapsed().as_secs_f64());
    }
}
