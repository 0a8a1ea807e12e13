//! Cards that were dealt unknown and shown later: looking ahead, and whether both agree.

use super::transcript::{Entry, Statement};
use crate::card::{Card, CardSet};
use crate::seat::SEATS;

/// What each entry deals, with the cards that a later showing names filled in. A showing that doesn't agree
/// with what is known fills nothing; the replay finds fault with it later.
pub(super) fn dealt_by(entries: &[Entry]) -> Vec<Vec<Option<Card>>> {
    let mut dealt: Vec<Vec<Option<Card>>> = vec![Vec::new(); entries.len()];
    let mut known = CardSet::EMPTY;
    for (cards, entry) in dealt.iter_mut().zip(entries) {
        match &entry.statement {
            Some(Statement::Deal { cards: told, .. }) => cards.clone_from(told),
            Some(Statement::Common { card }) => cards.push(*card),
            _ => {}
        }
        known.extend(cards.iter().flatten().copied());
    }
    // Where the cards of each player stand: entry, place in the entry.
    let mut places: [Vec<(usize, usize)>; SEATS] = Default::default();
    for (number, entry) in entries.iter().enumerate() {
        let Some(statement) = &entry.statement else { continue };
        let player = statement.player().unwrap_or_default();
        let Some(mine) = places.get_mut(usize::from(player).wrapping_sub(1)) else { continue };
        match statement {
            // A player with more than seven cards is refused when it comes to that.
            Statement::Deal { cards, .. } if mine.len() < 7 => {
                mine.extend((0..cards.len()).map(|n| (number, n)));
            }
            Statement::Show { cards: Some(shown), .. } => {
                let told: Vec<_> = mine.iter().map(|&(entry, n)| dealt[entry][n]).collect();
                let Ok(filled) = agree(&told, shown) else { continue };
                for (&(entry, n), card) in mine.iter().zip(filled) {
                    if let (None, Some(card)) = (dealt[entry][n], card)
                        && known.insert(card)
                    {
                        dealt[entry][n] = Some(card);
                    }
                }
            }
            _ => {}
        }
    }
    dealt
}

/// The dealt cards with those that were shown filled in; or why both can't be.
pub(super) fn agree(dealt: &[Option<Card>], shown: &[Option<Card>]) -> Result<Vec<Option<Card>>, String> {
    if dealt.len() != shown.len() {
        return Err(format!("{} cards are shown, and {} were dealt", shown.len(), dealt.len()));
    }
    let in_place: Vec<_> = dealt.iter().zip(shown).map(|(dealt, shown)| dealt.or(*shown)).collect();
    let contradicts = in_place.iter().zip(shown).any(|(card, shown)| shown.is_some() && card != shown);
    if !contradicts && repeated(&in_place).is_none() {
        return Ok(in_place);
    }
    // In another order: what was dealt known must be among it, the rest are the unknown ones.
    let mut rest = shown.to_vec();
    for card in dealt.iter().flatten() {
        let index = rest.iter().position(|other| *other == Some(*card));
        let index = index.or_else(|| rest.iter().position(Option::is_none));
        let Some(index) = index else {
            return Err(format!("{card} was dealt, and is not among the cards shown"));
        };
        rest.remove(index);
    }
    let mut rest = rest.into_iter();
    let filled: Vec<_> = dealt.iter().map(|card| card.or_else(|| rest.next().flatten())).collect();
    match repeated(&filled) {
        Some(card) => Err(format!("{card} is shown twice")),
        None => Ok(filled),
    }
}

/// A card that comes a second time.
fn repeated(cards: &[Option<Card>]) -> Option<Card> {
    let mut seen = CardSet::EMPTY;
    cards.iter().flatten().copied().find(|&card| !seen.insert(card))
}

#[cfg(test)]
mod tests {
    use super::super::phh::written;
    use super::*;
    use crate::card::parse_cards_or_unknown;

    fn cards(text: &str) -> Vec<Option<Card>> {
        parse_cards_or_unknown(text).expect("cards")
    }

    fn filled(dealt: &str, shown: &str) -> Result<String, String> {
        agree(&cards(dealt), &cards(shown)).map(|cards| written(&cards))
    }

    #[test]
    fn shown_cards_fill_unknown_ones() {
        assert_eq!(filled("????7s", "AcAd7s").as_deref(), Ok("AcAd7s"));
        assert_eq!(filled("????7s", "7sAdAc").as_deref(), Ok("AdAc7s"));
        assert_eq!(filled("??Ad7s", "Ad????").as_deref(), Ok("??Ad7s"));
        assert_eq!(filled("AcAd7s", "??????").as_deref(), Ok("AcAd7s"));
    }

    #[test]
    fn shown_cards_must_be_those_that_were_dealt() {
        assert!(filled("????7s", "AcAc7s").is_err_and(|why| why == "Ac is shown twice"));
        assert!(filled("AcAd7s", "AcAc7s").is_err_and(|why| why.starts_with("Ad was dealt")));
        assert!(filled("????7s", "AcAd8s").is_err_and(|why| why.starts_with("7s was dealt")));
        assert!(filled("????7s", "AcAd").is_err_and(|why| why.starts_with("2 cards are shown, and 3")));
    }
}
