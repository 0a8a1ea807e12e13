//! Whatever text comes, reading cards never panics, and what was read is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stud8::card::{Card, CardSet, parse_cards, parse_cards_or_unknown};
use stud8::eval::{Board, LowKind, evaluate};

fuzz_target!(|text: &str| {
    if let Ok(card) = text.parse::<Card>() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    if let Ok(cards) = parse_cards(text) {
        let unknown = parse_cards_or_unknown(text).expect("known cards are cards");
        assert_eq!(unknown, cards.iter().copied().map(Some).collect::<Vec<_>>());
        assert_eq!(text.parse::<CardSet>().ok(), CardSet::from_distinct(cards).ok());
    }
    if let Ok(cards) = parse_cards_or_unknown(text) {
        let known: Vec<Card> = cards.iter().copied().flatten().collect();
        if cards.len() <= 4 && CardSet::from_distinct(known).is_ok() {
            assert_eq!(Board::from_number(Board::new(&cards).number()), Some(Board::new(&cards)));
        }
    }
    if let Ok(set) = text.parse::<CardSet>() {
        assert_eq!(set.to_string().parse(), Ok(set));
        for kind in LowKind::ALL {
            assert_eq!(evaluate(set, kind).is_ok(), (5..=7).contains(&set.len()));
        }
    }
});
