//! Random questions that are small enough to be enumerated.

use proptest::prelude::*;
use proptest::sample::select;
use stud8::card::{Card, CardSet};
use stud8::equity::{Common, Spot};
use stud8::eval::LowKind;

use super::enumeration::sets;
use super::question::{Question, Range};

/// How a card is written in a pattern.
fn written(card: Card, form: u8) -> String {
    let text = card.to_string();
    let (rank, suit) = text.split_at(1);
    match form {
        0..=11 => text,
        12 => format!("{rank}?"),
        13 => format!("?{suit}"),
        14 => format!("[{rank}3-6]?"),
        15 => format!("{rank}[{suit}h]"),
        _ => "??".into(),
    }
}

/// What small questions are made of.
#[derive(Clone, Debug)]
struct Draft {
    deck: Vec<Card>,
    players: usize,
    sizes: [usize; 4],
    /// How each card is written: those of each player in a row of seven, those of his other patterns after that.
    forms: Vec<u8>,
    /// How many other patterns each player has, and all weights.
    others: [usize; 4],
    weights: [u64; 12],
    low: LowKind,
    common: u8,
    /// Which cards of the deck are left when the others are dead.
    order: u8,
}

/// More deals are not enumerated.
const MOST_DEALS: usize = 1500;

impl Draft {
    /// A question with few enough deals, made so by dead cards. None if two weights differ.
    fn question(&self) -> Option<Question> {
        let own = if self.common == 0 { 7 } else { 6 };
        let mut deck = self.deck.clone();
        let mut players = Vec::new();
        let mut known = CardSet::EMPTY;
        for player in 0..self.players {
            let size = self.sizes[player].min(own);
            let cards = deck.split_off(deck.len() - size);
            known = cards.iter().fold(known, |known, &card| known.with(card));
            let forms = &self.forms[14 * player..];
            // At most two in part, so that all that fits can be found naively.
            let text = |cards: &[Card], forms: &[u8]| -> String {
                let forms = forms.iter().scan(2, |left, &form| {
                    let form = if *left == 0 { 0 } else { form };
                    *left -= u8::from(form > 11);
                    Some(form)
                });
                cards.iter().zip(forms).map(|(&card, form)| written(card, form)).collect()
            };
            let mut range: Range = vec![(text(&cards, forms).parse().unwrap(), self.weights[player])];
            for other in 0..self.others[player] {
                let cards = &self.deck[3 * other + 5 * player..][..size];
                let weight = self.weights[4 + 2 * player + other];
                range.push((text(cards, &forms[7..]).parse().unwrap(), weight));
            }
            players.push(range);
        }
        match self.order {
            0 => {}
            1 => deck.sort_by_key(|card| card.rank()),
            2 => deck.sort_by_key(|card| card.suit()),
            _ => deck.sort_by_key(|card| (card.rank().index() % 3, card.suit())),
        }
        let common = match self.common {
            0 => Common::None,
            1 => {
                let card = deck.pop().unwrap();
                known.insert(card);
                Common::Given(card)
            }
            _ => Common::ToCome,
        };
        let mut question = Question { players, dead: CardSet::EMPTY, common, low: self.low };
        let wanted =
            self.sizes[..self.players].iter().map(|&size| own - size.min(own)).sum::<usize>() + self.players;
        while deck.len() > wanted && question.most_deals(known) > MOST_DEALS {
            question.dead.insert(deck.pop().unwrap());
        }
        if question.most_deals(known) > 20 * MOST_DEALS {
            return None;
        }
        match Spot::new(&question.players, question.dead, question.common, question.low) {
            Ok(_) => Some(question),
            Err(stud8::equity::SpotError::WeightsDiffer { .. }) => None,
            Err(error) => panic!("{question:?}: {error}"),
        }
    }
}

impl Question {
    /// At most so many deals are enumerated.
    fn most_deals(&self, known: CardSet) -> usize {
        let live = CardSet::FULL - self.dead;
        let mut left = (live - known).len();
        let mut deals = 1_usize;
        for range in &self.players {
            let sets = sets(range, live);
            let own = if self.common == Common::None { 7 } else { 6 };
            let mut ways = sets.len();
            for nth in 1..=own - sets.first().map_or(0, |(set, _)| set.len()) {
                ways = ways * left.max(1) / nth;
                left = left.saturating_sub(1);
            }
            deals = deals.saturating_mul(ways);
        }
        if self.common == Common::ToCome { deals.saturating_mul(left) } else { deals }
    }
}

/// Small questions: known cards alone with `forms` of 12, everything with 17.
pub fn questions(
    forms: u8,
    others: usize,
    players: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Question> {
    let deck = Just(Card::all().collect::<Vec<_>>()).prop_shuffle();
    let sizes = prop::array::uniform4(4..=7_usize);
    let forms = prop::collection::vec(0..forms, 14 * 4);
    let ranges = (prop::array::uniform4(0..=others), prop::array::uniform12(1..=3_u64));
    let rest = (select(&LowKind::ALL[..]), 0..=2_u8, 0..=3_u8);
    (deck, players, sizes, forms, ranges, rest).prop_filter_map(
        "weights differ, or too many deals",
        |(deck, players, sizes, forms, (others, weights), (low, common, order))| {
            Draft { deck, players, sizes, forms, others, weights, low, common, order }.question()
        },
    )
}

pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
