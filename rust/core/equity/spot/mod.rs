//! What is known when an equity is asked for, checked.

mod error;
mod fits;
mod pattern;
mod range;
mod seen;
mod weight;

pub use error::{MAX_SETS, Place, SpotError};
pub use pattern::{Pattern, PatternError};
pub use seen::{Seen, SeenError};
pub use weight::{Weight, WeightError, whole_weights};

use super::MAX_PLAYERS;
use crate::arithmetic::common_divisor;
use crate::card::{Card, CardSet};
use crate::eval::LowKind;
use fits::{Matching, Pace};
use pattern::MAX_CARDS;
use range::Range;

/// Whether the players share their seventh card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Common {
    /// Every player gets a seventh card.
    None,
    /// They do, and this is it.
    Given(Card),
    /// A common card is still to come \[C38].
    ToCome,
}

impl Common {
    /// Whether one must come, without burns: for players who have so many cards, seen or not, and so many dead ones, seen or
    /// not.
    ///
    /// # Errors
    /// [`SpotError::Deck`] if the deck runs out even so, or a player has a seventh card already.
    pub fn by_deck(cards: &[usize], dead: usize) -> Result<Common, SpotError> {
        let left = 52_usize.saturating_sub(cards.iter().sum::<usize>() + dead);
        let missing = |all: usize| cards.iter().map(|&cards| all.saturating_sub(cards)).sum::<usize>();
        if missing(7) <= left {
            Ok(Common::None)
        } else if cards.iter().all(|&cards| cards < 7) && missing(6) < left {
            Ok(Common::ToCome)
        } else {
            Err(SpotError::Deck { wanted: missing(7), left })
        }
    }

    /// The number of cards that a player has in the end, the common one aside.
    const fn own_cards(self) -> usize {
        match self {
            Common::None => MAX_CARDS,
            Common::Given(_) | Common::ToCome => MAX_CARDS - 1,
        }
    }
}

/// What one player may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The cards that are certain.
    pub certain: CardSet,
    /// The sets that the other known cards may be, all different and equally large, ascending, each with its weight: one empty
    /// set if all that is known is certain. No set has a card that is dead or certain for any player.
    pub sets: Vec<(CardSet, u64)>,
    /// How many cards are known in no way: to come, or hidden. With the certain ones, those of a set and a common
    /// card there are seven.
    pub unseen: usize,
}

impl Holding {
    /// How many cards each of the sets has.
    #[must_use]
    pub fn set_size(&self) -> usize {
        self.sets.first().map_or(0, |(set, _)| set.len())
    }
}

/// The most that a player's weights may sum to, in their lowest terms.
pub const MAX_WEIGHT: u64 = 1 << 40;

/// What is known, checked: there is at least one deal.
///
/// ```
/// use stud8::card::CardSet;
/// use stud8::equity::{Common, Spot};
/// use stud8::eval::LowKind;
///
/// let players = [vec![("As Ac 2d".parse()?, 1)], vec![("K? K? Kd".parse()?, 1)]];
/// let spot = Spot::new(&players, "5h 6h".parse()?, Common::None, LowKind::EightOrBetter)?;
/// assert_eq!(spot.holdings()[1].certain.to_string(), "Kd");
/// assert_eq!((spot.holdings()[1].sets.len(), spot.holdings()[1].unseen), (3, 4));
/// assert_eq!(spot.live().len(), 46);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    holdings: Vec<Holding>,
    /// Cards that are neither dead nor certain for anybody.
    live: CardSet,
    common: Common,
    low: LowKind,
}

impl Spot {
    /// Checks what is known. Of a player several patterns may be told, each with a weight that all sets of cards which fit it
    /// have; a set that fits several counts once. Patterns of weight 0 say nothing.
    ///
    /// # Errors
    /// [`SpotError`].
    pub fn new(
        players: &[Vec<(Pattern, u64)>],
        dead: CardSet,
        common: Common,
        low: LowKind,
    ) -> Result<Spot, SpotError> {
        Spot::new_until(players, dead, common, low, &|| false)
    }

    /// The same, which asks now and then whether to stop: ranges may be of millions of hands.
    ///
    /// # Errors
    /// [`SpotError`]; [`SpotError::Stopped`] if told to.
    pub fn new_until(
        players: &[impl AsRef<[(Pattern, u64)]>],
        dead: CardSet,
        common: Common,
        low: LowKind,
        stop: &dyn Fn() -> bool,
    ) -> Result<Spot, SpotError> {
        if !(2..=MAX_PLAYERS).contains(&players.len()) {
            return Err(SpotError::PlayerCount { players: players.len() });
        }
        let pace = &mut Pace::new(stop);
        let mut ranges = Vec::new();
        for (player, patterns) in players.iter().enumerate() {
            ranges.push(Range::new(player, patterns.as_ref(), common.own_cards(), pace)?);
        }
        let gone = find_known(&ranges, dead, common)?;
        let known: Vec<CardSet> = ranges.iter().map(Range::known).collect();
        let mut holdings = Vec::new();
        for (range, &own) in ranges.iter().zip(&known) {
            let sets = range.sets(!(gone - own), pace)?;
            holdings.push(Holding { certain: CardSet::EMPTY, sets, unseen: 0 });
        }
        let gone = settle(&ranges, &mut holdings, dead | known_common(common), pace)?;
        for (range, holding) in ranges.iter().zip(&mut holdings) {
            holding.unseen = common.own_cards() - holding.certain.len() - holding.set_size();
            reduce(&mut holding.sets).ok_or(SpotError::Weights { player: range.player })?;
        }
        let wanted = holdings.iter().map(|holding| holding.unseen + holding.set_size()).sum::<usize>()
            + usize::from(common == Common::ToCome);
        let live = !gone;
        if wanted > live.len() {
            return Err(SpotError::Deck { wanted, left: live.len() });
        }
        if !fit_together(&ranges, &holdings, live, pace)? {
            return Err(SpotError::NoDeal);
        }
        Ok(Spot { holdings, live, common, low })
    }

    /// What each player may hold.
    #[must_use]
    pub fn holdings(&self) -> &[Holding] {
        &self.holdings
    }

    /// The cards that are neither dead, nor common, nor certain for anybody.
    #[must_use]
    pub const fn live(&self) -> CardSet {
        self.live
    }

    /// Whether the players share a card.
    #[must_use]
    pub const fn common(&self) -> Common {
        self.common
    }

    /// What qualifies for low.
    #[must_use]
    pub const fn low(&self) -> LowKind {
        self.low
    }
}

fn known_common(common: Common) -> CardSet {
    match common {
        Common::Given(card) => card.into(),
        Common::None | Common::ToCome => CardSet::EMPTY,
    }
}

/// All cards that are known at once: dead, common, and in all patterns of a player.
fn find_known(ranges: &[Range], dead: CardSet, common: Common) -> Result<CardSet, SpotError> {
    let players = ranges.iter().map(|range| (Place::Player(range.player), range.known()));
    let mut places = vec![(Place::Dead, dead), (Place::Common, known_common(common))];
    places.extend(players);
    let mut all = CardSet::EMPTY;
    for (i, &(second, cards)) in places.iter().enumerate() {
        if let Some(card) = (all & cards).iter().next_back() {
            let before = places[..i].iter().find(|(_, cards)| cards.contains(card));
            let first = before.map_or(Place::Dead, |&(place, _)| place);
            return Err(SpotError::Duplicate { card, first, second });
        }
        all |= cards;
    }
    Ok(all)
}

/// Moves what all of a player's sets share to the certain cards, and drops the sets with cards that are certain for others,
/// until nothing changes. Says which cards are gone in the end.
fn settle(
    ranges: &[Range],
    holdings: &mut [Holding],
    mut gone: CardSet,
    pace: &Pace<'_>,
) -> Result<CardSet, SpotError> {
    loop {
        let mut changed = false;
        for (range, holding) in ranges.iter().zip(&mut *holdings) {
            pace.ask()?;
            // The player's sets no longer contain the certain cards.
            holding.sets.retain(|&(set, _)| (set & gone).is_empty());
            let shared = holding.sets.iter().map(|&(set, _)| set).reduce(|all, set| all & set);
            let shared = shared.ok_or_else(|| range.nothing_fits())?;
            if !shared.is_empty() {
                changed = true;
                holding.certain |= shared;
                gone |= shared;
                for (set, _) in &mut holding.sets {
                    *set -= shared;
                }
            }
        }
        if !changed {
            return Ok(gone);
        }
    }
}

/// Divides the weights by their common divisor. `None` if their sum is still too large.
fn reduce(sets: &mut [(CardSet, u64)]) -> Option<()> {
    let divisor = sets.iter().fold(0, |all, &(_, weight)| common_divisor(weight.into(), all));
    for (_, weight) in &mut *sets {
        *weight = u64::try_from(u128::from(*weight) / divisor).ok()?;
    }
    let sum = sets.iter().map(|&(_, weight)| u128::from(weight)).sum::<u128>();
    (sum <= MAX_WEIGHT.into()).then_some(())
}

/// So many patterns are matched one by one; of more the sets that fit are tried, a thousand times as fast.
const FEW: usize = 256;

/// Whether there is a pattern for each player so that all can be filled at once.
fn fit_together(
    ranges: &[Range],
    holdings: &[Holding],
    live: CardSet,
    pace: &mut Pace<'_>,
) -> Result<bool, SpotError> {
    fn choose_set(
        many: &[&[(CardSet, u64)]],
        few: &[(&Range, &Holding)],
        live: CardSet,
        pace: &mut Pace<'_>,
    ) -> Result<bool, SpotError> {
        let Some((sets, rest)) = many.split_first() else {
            return choose_pattern(few, live, &Matching::default(), pace);
        };
        for &(set, _) in *sets {
            pace.step()?;
            if (set - live).is_empty() && choose_set(rest, few, live - set, pace)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    fn choose_pattern(
        few: &[(&Range, &Holding)],
        live: CardSet,
        matching: &Matching,
        pace: &mut Pace<'_>,
    ) -> Result<bool, SpotError> {
        let Some((&(range, holding), rest)) = few.split_first() else { return Ok(true) };
        for (pattern, _) in &range.patterns {
            // A matching is a thousand steps.
            pace.ask()?;
            let mut matching = matching.clone();
            let places = range.places(pattern, live | holding.certain);
            if places.into_iter().all(|place| matching.add(place))
                && choose_pattern(rest, live, &matching, pace)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
    let open = ranges.iter().zip(holdings).filter(|(_, holding)| holding.sets.len() > 1);
    let (mut few, mut many): (Vec<_>, Vec<_>) = open.partition(|(range, _)| range.patterns.len() <= FEW);
    few.sort_by_key(|(range, _)| range.patterns.len());
    many.sort_by_key(|(_, holding)| holding.sets.len());
    let many: Vec<_> = many.into_iter().map(|(_, holding)| &holding.sets[..]).collect();
    choose_set(&many, &few, live, pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players apart by " v ", a player's patterns by "/" with weights after "=".
    fn spot_with(players: &str, dead: &str, common: Common) -> Result<Spot, SpotError> {
        let pattern = |text: &str| {
            let (pattern, weight) = text.split_once('=').unwrap_or((text, "1"));
            (pattern.parse().unwrap(), weight.parse().unwrap())
        };
        let players: Vec<Vec<_>> =
            players.split(" v ").map(|range| range.split('/').map(pattern).collect()).collect();
        Spot::new(&players, dead.parse().unwrap(), common, LowKind::EightOrBetter)
    }

    fn spot(players: &str, dead: &str) -> Spot {
        spot_with(players, dead, Common::None).unwrap()
    }

    fn common(card: &str) -> Common {
        Common::Given(card.parse().unwrap())
    }

    /// A holding: the certain cards, the number of sets, their size, the number of unseen cards.
    fn holding(spot: &Spot, player: usize) -> (String, usize, usize, usize) {
        let holding = &spot.holdings()[player];
        assert!(holding.sets.iter().all(|(set, _)| set.len() == holding.set_size()));
        assert!(holding.sets.iter().all(|&(set, _)| set - spot.live() == CardSet::EMPTY));
        assert!(holding.sets.is_sorted_by(|a, b| a.0 < b.0));
        (holding.certain.to_string(), holding.sets.len(), holding.set_size(), holding.unseen)
    }

    #[test]
    fn what_is_certain_is_apart_from_what_may_be() {
        let table = [
            ("As2d v ", "", [("As2d", 1, 0, 5), ("", 1, 0, 7)]),
            ("As2d?? v ??", "", [("As2d", 1, 0, 5), ("", 1, 0, 7)]),
            ("As2d?? v A?", "", [("As2d", 1, 0, 5), ("", 3, 1, 6)]),
            ("AsA? v A?", "Ah", [("As", 2, 1, 5), ("", 2, 1, 6)]),
            ("A?Kd v A?/Ks", "Ac Ad Ah", [("AsKd", 1, 0, 5), ("Ks", 1, 0, 6)]),
            ("A?K? v AsAh/QsQh/QsQd", "Ac Ad", [("", 8, 2, 5), ("", 3, 2, 5)]),
            ("A?K? v AhQs/AhQd", "Ac Ad", [("As", 4, 1, 5), ("Ah", 2, 1, 5)]),
            ("A??? v Kd", "", [("", 4 * 47 + 6, 2, 5), ("Kd", 1, 0, 6)]),
            ("AsA??? v Kd", "", [("As", 50 * 49 / 2 - 47 * 46 / 2, 2, 4), ("Kd", 1, 0, 6)]),
            // Patterns that no three cards fit both, and such that three do.
            ("AsAh??/KsKh?? v Kd", "", [("", 2, 2, 5), ("Kd", 1, 0, 6)]),
            ("AsAh??/AsAd??/KsKh?? v Kd", "", [("", 49 + 48 + 49, 3, 4), ("Kd", 1, 0, 6)]),
            ("AsAh??/AsAd?? v Kd", "", [("As", 49 + 48, 2, 4), ("Kd", 1, 0, 6)]),
            ("AsAh/AsAh v Kd", "", [("AsAh", 1, 0, 5), ("Kd", 1, 0, 6)]),
            ("AsAh/KsKh=0 v Kd", "", [("AsAh", 1, 0, 5), ("Kd", 1, 0, 6)]),
        ];
        for (players, dead, expected) in table {
            let spot = spot(players, dead);
            for (player, (certain, sets, size, unseen)) in expected.into_iter().enumerate() {
                let found = holding(&spot, player);
                assert_eq!(found, (certain.to_owned(), sets, size, unseen), "{players}, {player}");
            }
        }
    }

    #[test]
    fn what_is_certain_for_one_is_so_step_by_step_for_others() {
        // The first has the ace that is left, so the second the king and the third the queen.
        let spot = spot("A? v [AK]? v [KQ]?", "AhAdAc KhKdKc QhQdQc");
        let certain: Vec<String> =
            spot.holdings().iter().map(|holding| holding.certain.to_string()).collect();
        assert_eq!(certain, ["As", "Ks", "Qs"]);
        assert_eq!(spot.live().len(), 52 - 12);
    }

    #[test]
    fn weights_are_in_their_lowest_terms() {
        let weights = |players: &str| {
            let sets = spot(players, "").holdings()[0].sets.clone();
            sets.into_iter().map(|(set, weight)| format!("{set}={weight}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(weights("AsAh=6/KsKh=4 v "), "KsKh=2 AsAh=3");
        assert_eq!(weights("A[sh]/Ks v "), "Ks=1 Ah=1 As=1");
        assert_eq!(weights("AsAh=1099511627775/KsKh=1 v "), "KsKh=1 AsAh=1099511627775");
        assert_eq!(weights("As=9 v "), "=1");
    }

    #[test]
    fn a_common_card_is_nobodys_own() {
        for (common, wanted) in [(common("2c"), 47), (Common::ToCome, 48), (Common::None, 48)] {
            let spot = spot_with("AsKdQd v 7c", "", common).unwrap();
            assert_eq!(spot.live().len(), wanted);
            let unseen = if common == Common::None { [4, 6] } else { [3, 5] };
            assert_eq!([0, 1].map(|player| spot.holdings()[player].unseen), unseen);
        }
    }

    #[test]
    fn the_deck_says_whether_a_common_card_comes() {
        let table = [
            (&[3, 3][..], 0, Ok(Common::None)),
            (&[3; 7], 3, Ok(Common::None)),
            (&[3; 7], 4, Ok(Common::ToCome)),
            (&[3; 8], 0, Ok(Common::ToCome)),
            (&[3; 8], 3, Ok(Common::ToCome)),
            (&[3; 8], 4, Err(SpotError::Deck { wanted: 32, left: 24 })),
            (&[7, 7, 7, 7, 7, 7, 7], 3, Ok(Common::None)),
            (&[7, 6, 6, 6, 6, 6, 6], 7, Err(SpotError::Deck { wanted: 6, left: 2 })),
            (&[6; 7], 7, Ok(Common::ToCome)),
            (&[6; 7], 10, Err(SpotError::Deck { wanted: 7, left: 0 })),
            (&[6; 7], 60, Err(SpotError::Deck { wanted: 7, left: 0 })),
        ];
        for (cards, dead, expected) in table {
            assert_eq!(Common::by_deck(cards, dead), expected, "{cards:?} {dead}");
        }
    }

    #[test]
    fn errors_name_the_cards() {
        let eight = "?? v ?? v ?? v ?? v ?? v ?? v ?? v ??";
        let table = [
            ("As", "", Common::None, "equities are those of two to eight players, not 1"),
            ("As v As", "", Common::None, "As is player 0's and player 1's: each card may be used once"),
            ("Kd v AsKs", "As", Common::None, "As is dead and player 1's: each card may be used once"),
            ("Kd v Ks", "As", common("As"), "As is dead and the common card: each card may be used once"),
            ("Kd v As", "", common("As"), "As is the common card and player 1's: each card may be used once"),
            (
                "AsKs/AsKh v As",
                "",
                Common::None,
                "As is player 0's and player 1's: each card may be used once",
            ),
            ("A? v A?", "As Ad Ah Ac", Common::None, "no cards left fit player 0's A?"),
            ("A?A?A?A?A? v ", "", Common::None, "no cards left fit player 0's A?A?A?A?A?"),
            ("Ks v AsKs/AsKd", "As", Common::None, "As is dead and player 1's: each card may be used once"),
            ("AsKs v AsQh/KsQd", "", Common::None, "no cards left fit player 1's 2 patterns"),
            ("A? v A?", "As Ad Ah", Common::None, "no cards left fit player 1's A?"),
            (
                "A?A? v A?A?",
                "As",
                Common::None,
                "no deal fits all players: what one may hold leaves nothing for another",
            ),
            (
                "AsKs/Qd v 2c",
                "",
                Common::None,
                "player 0 has AsKs or Qd: give each as many cards, unknown ones as ??",
            ),
            (
                "Ks v /As",
                "",
                Common::None,
                "player 1 has no card or As: give each as many cards, unknown ones as ??",
            ),
            (
                "As=0/Kd=0 v 2c",
                "",
                Common::None,
                "the weights of player 0 are all 0: give what he may hold a weight above 0",
            ),
            (
                "As v 2c3c4c5c6c7c??",
                "",
                Common::ToCome,
                "player 1 has 7 cards: with a common card it's six at most",
            ),
            (
                "A?A?/A[hs]A?=2 v ",
                "",
                Common::None,
                "player 0's AhAc fits A?A? and A[sh]A?, which have different weights",
            ),
            (
                "A????????????? v ",
                "",
                Common::None,
                "more than 4194304 sets of cards fit player 0's patterns: say less with each, or leave out ??, as cards that \
                aren't written still come",
            ),
            (
                "As=1099511627776/Ks=1 v ",
                "",
                Common::None,
                "the weights of player 0 sum to more than 2^40 in their lowest terms: round them",
            ),
            (eight, "", Common::None, "the deal can't be completed: 56 cards are to come, but 52 are left"),
            (
                eight,
                "As Ad Ah Ac",
                Common::ToCome,
                "the deal can't be completed: 49 cards are to come, but 48 are left",
            ),
        ];
        for (players, dead, common, message) in table {
            let error = spot_with(players, dead, common).unwrap_err();
            assert_eq!(error.to_string(), message, "{players}");
        }
        let error = Spot::new(&[vec![], vec![]], CardSet::EMPTY, Common::None, LowKind::Any).unwrap_err();
        assert_eq!(error.to_string(), "player 0 has no hand: a random one is an empty text");
        assert!(spot_with(eight, "As Ad Ah", Common::ToCome).is_ok());
    }

    /// Three players for whom nothing but one choice of patterns leaves room.
    #[test]
    fn a_deal_is_found_if_there_is_one() {
        let players = "AsKs/AsQs/2s3s v KsQs/2sJs v QsJs/KsJs/QsKs";
        assert_eq!(spot_with(players, "", Common::None), Err(SpotError::NoDeal));
        let players = "AsKs/AsQs/2s3s v KsQs/2sJs v QsJs/KsJs/QsKs/AsTs";
        assert!(spot_with(players, "", Common::None).is_ok());
    }
}
