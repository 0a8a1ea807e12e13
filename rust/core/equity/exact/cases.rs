//! What is known only in part, taken apart or put together: the cases that are counted one by one.

use std::collections::BTreeMap;

use super::ExactError;
use super::case::{Case, CasePlayer, copied};
use super::pairing::Pairing;
use crate::arithmetic::choose;
use crate::card::CardSet;
use crate::equity::spot::{Common, Spot};

/// Beyond this many combinations of sets they are not looked at one by one.
const MOST_COMBINATIONS: u128 = 1 << 18;

/// The cases of a spot. Those that differ in suits alone are taken as one, unless it matters which cards they are.
///
/// # Errors
/// [`ExactError`]; [`ExactError::TooGreat`] if the counts could exceed 128 bits.
pub(super) fn cases(
    spot: &Spot,
    suits_matter: bool,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Case>, ExactError> {
    let mut players = Vec::new();
    for holding in spot.holdings() {
        let size = holding.unseen + holding.sets[0].0.len();
        players.push(CasePlayer { certain: holding.certain, sets: copied(&holding.sets)?, size });
    }
    let whole = Case { players, live: spot.live(), low: spot.low(), times: 1 };
    match spot.common() {
        Common::None => cheapest(whole, suits_matter, stop),
        Common::Given(card) => {
            let whole = whole.with_common(CardSet::from(card), CardSet::EMPTY)?;
            cheapest(whole.expect("nothing is taken"), suits_matter, stop)
        }
        Common::ToCome => {
            let commons = whole.live.iter().map(CardSet::from);
            let whole = commons.filter_map(|card| whole.with_common(card, card).transpose());
            let cases: Result<Vec<_>, _> = whole.map(|case| cheapest(case?, suits_matter, stop)).collect();
            cases.map(|cases| cases.concat())
        }
    }
}

/// Returns the cheaper cases: one for each combination of sets, or one for all.
///
/// # Errors
/// [`ExactError`]; [`ExactError::TooGreat`] if the counts could exceed 128 bits.
fn cheapest(case: Case, suits_matter: bool, stop: &dyn Fn() -> bool) -> Result<Vec<Case>, ExactError> {
    case.most_deals().ok_or(ExactError::TooGreat)?;
    if case.is_known() {
        return Ok(vec![case]);
    }
    let combinations = case.players.iter().map(|player| player.sets.len() as u128).product::<u128>();
    let apart = if combinations > MOST_COMBINATIONS {
        None
    } else {
        Some(apart(&case, suits_matter, stop).ok_or(ExactError::Stopped)?)
    };
    let work = |case: &Case| Pairing::of(case).nanoseconds();
    let Some(apart) = apart else {
        return if case.fits_together() { Ok(vec![case]) } else { Err(ExactError::TooGreat) };
    };
    // Each set is spread over all that may come with it.
    let spread = case.players.iter().map(|player| {
        let (set, live) = (player.sets[0].0.len(), case.live.len());
        if set == 0 { 0 } else { 60 * (player.sets.len() * choose(live - set, player.size - set)) as u128 }
    });
    let together = work(&case).saturating_add(spread.sum());
    let is_less = apart.first().map_or(0, work).saturating_mul(apart.len() as u128) <= together;
    Ok(if is_less || !case.fits_together() { apart } else { vec![case] })
}

/// A case for each combination of sets that is possible.
pub(super) fn apart(case: &Case, suits_matter: bool, stop: &dyn Fn() -> bool) -> Option<Vec<Case>> {
    let (mut steps, mut stopped) = (0_u32, false);
    let mut found: BTreeMap<Vec<CardSet>, u128> = BTreeMap::new();
    combine(case, &mut Vec::new(), CardSet::EMPTY, case.times, &mut |key, times| {
        steps += 1;
        stopped = stopped || steps.is_multiple_of(1 << 10) && stop();
        if stopped {
            return;
        }
        *found.entry(if suits_matter { key } else { same_up_to_suits(&key) }).or_default() += times;
    });
    if stopped {
        return None;
    }
    let cases = found.into_iter().map(|(mut certain, times)| {
        let live = certain.pop().expect("the live cards come last");
        let players = certain.into_iter().zip(&case.players).map(|(certain, player)| CasePlayer {
            certain,
            sets: vec![(CardSet::EMPTY, 1)],
            size: player.size - player.sets[0].0.len(),
        });
        Case { players: players.collect(), live, low: case.low, times }
    });
    Some(cases.collect())
}

fn combine(
    case: &Case,
    certain: &mut Vec<CardSet>,
    used: CardSet,
    times: u128,
    found: &mut impl FnMut(Vec<CardSet>, u128),
) {
    let Some(player) = case.players.get(certain.len()) else {
        let mut key = certain.clone();
        key.push(case.live - used);
        return found(key, times);
    };
    for &(set, weight) in &player.sets {
        if (set & used).is_empty() {
            certain.push(player.certain | set);
            combine(case, certain, used | set, times * u128::from(weight), found);
            certain.pop();
        }
    }
}

/// The least of all that differ from these sets in suits alone.
fn same_up_to_suits(sets: &[CardSet]) -> Vec<CardSet> {
    // Four bits a rank, one for each suit.
    const CLUBS: u64 = 0x1_1111_1111_1111;
    let orders = (0..256_u32).map(|code| std::array::from_fn::<u32, 4, _>(|suit| code >> (2 * suit) & 3));
    let orders = orders.filter(|order| order.iter().fold(0, |seen, suit| seen | 1 << suit) == 0b1111);
    let rename = |set: &CardSet, order: [u32; 4]| {
        let suits = (0..4).zip(order).map(|(from, to)| (set.bits() >> from & CLUBS) << to);
        CardSet::from_bits(suits.fold(0, |bits, suit| bits | suit)).expect("cards")
    };
    let renamed = orders.map(|order| sets.iter().map(|set| rename(set, order)).collect());
    renamed.min().expect("24 orders")
}
