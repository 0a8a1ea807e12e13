//! The players and stacks of a simulation that names none.

use crate::hand::SetupError;
use crate::rules::{Chips, Rules};
use crate::seat::{SEATS, Seat};

/// How many players sit down unless the caller says otherwise.
pub const DEFAULT_PLAYERS: usize = SEATS;

/// How many big bets each of them has.
const BIG_BETS: Chips = 100;

/// Returns players in seats 1, 2, 3 …, with 100 big bets each.
///
/// # Errors
/// [`SetupError::Players`] unless there are two to eight.
///
/// ```
/// use stud8::rules::Rules;
/// use stud8::simulate::default_stacks;
/// let stacks = default_stacks(&Rules::full_tilt(), 2)?;
/// assert_eq!(stacks.iter().map(|(seat, chips)| (seat.number(), *chips)).collect::<Vec<_>>(), [(1, 40_000), (2, 40_000)]);
/// # Ok::<(), stud8::hand::SetupError>(())
/// ```
pub fn default_stacks(rules: &Rules, players: usize) -> Result<Vec<(Seat, Chips)>, SetupError> {
    if !(2..=SEATS).contains(&players) {
        return Err(SetupError::Players { count: players });
    }
    let stack = BIG_BETS * rules.stakes.big_bet;
    Ok(Seat::ALL.into_iter().take(players).map(|seat| (seat, stack)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_to_eight_players_have_a_hundred_big_bets() {
        let rules = Rules::full_tilt();
        for players in 2..=8 {
            let stacks = default_stacks(&rules, players).unwrap();
            assert_eq!(stacks.len(), players);
            assert!(stacks.iter().all(|(_, stack)| *stack == 100 * 400));
        }
        for count in [0, 1, 9, usize::MAX] {
            assert_eq!(default_stacks(&rules, count), Err(SetupError::Players { count }));
        }
    }
}
