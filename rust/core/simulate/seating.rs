//! Who plays in which seat.

use super::policy::Policy;
use crate::seat::{SEATS, Seat, SeatSet};
use crate::statistics::Rotation;

/// Where a policy's decisions come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// One of our own.
    Native(Policy),
    /// Somebody who is asked about many hands at once; see [`super::Asking`].
    Asked,
}

/// Which policy decides in a seat: its place among the [`Seating::policies`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seated([u8; SEATS]);

impl Seated {
    /// The place of the policy in this seat.
    #[must_use]
    #[inline]
    pub const fn policy(self, seat: Seat) -> usize {
        (self.0[seat.index()] & 7) as usize
    }
}

/// The policies at a table, and how they are seated in each hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    policies: Vec<Player>,
    rotation: Rotation,
    /// For each number of places that they have moved.
    moved: Vec<Seated>,
}

impl Seating {
    /// One policy in all these seats.
    #[must_use]
    pub fn all(policy: Policy, seats: SeatSet) -> Self {
        Self::new(vec![Player::Native(policy)], &vec![0; seats.len()], Rotation::Fixed, seats)
    }

    /// These policies, of which `players` names that of each seat in ascending order.
    ///
    /// # Panics
    /// When there aren't as many players as seats, or a player has no policy.
    #[must_use]
    pub fn new(policies: Vec<Player>, players: &[u8], rotation: Rotation, seats: SeatSet) -> Self {
        assert_eq!(players.len(), seats.len(), "one policy a seat");
        assert!(
            policies.len() <= SEATS && players.iter().all(|&player| usize::from(player) < policies.len())
        );
        let count = players.len();
        let moved = |places: usize| {
            let mut seated = Seated::default();
            for (n, seat) in seats.into_iter().enumerate() {
                seated.0[seat.index()] = players[(n + count - places) % count];
            }
            seated
        };
        let all: Vec<Seated> = (0..count).map(moved).collect();
        // After so many places everybody has somebody of the same policy where he sat.
        let period = (1..count).find(|&places| all[places] == all[0]).unwrap_or(count);
        let different = if rotation == Rotation::Fixed { 1 } else { period };
        Self { moved: all[..different].to_vec(), policies, rotation }
    }

    /// The different policies.
    #[must_use]
    pub fn policies(&self) -> &[Player] {
        &self.policies
    }

    /// How they move.
    #[must_use]
    pub const fn rotation(&self) -> Rotation {
        self.rotation
    }

    /// How often each number is played.
    #[must_use]
    pub fn repeats(&self) -> usize {
        if self.rotation == Rotation::Duplicate { self.moved.len() } else { 1 }
    }

    /// Who sits where when hand `number` is played for the `repeat`-th time, from 0.
    #[must_use]
    #[inline]
    pub fn seated(&self, number: u64, repeat: usize) -> Seated {
        let places = match self.rotation {
            Rotation::Fixed => 0,
            Rotation::ByNumber => number % self.moved.len() as u64,
            Rotation::Duplicate => repeat as u64,
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        self.moved[places as usize]
    }

    /// Whether everybody takes one of the legal actions, all equally likely.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.policies == [Player::Native(Policy::Uniform)] && self.repeats() == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().filter_map(|&n| Seat::new(n)).collect()
    }

    fn two() -> Vec<Player> {
        vec![Player::Native(Policy::Call), Player::Asked]
    }

    fn places(seated: Seated, seats: SeatSet) -> Vec<usize> {
        seats.into_iter().map(|seat| seated.policy(seat)).collect()
    }

    #[test]
    fn the_policy_of_a_player_moves_on_with_the_number() {
        let seats = seats(&[2, 5, 7]);
        let seating = Seating::new(two(), &[0, 1, 1], Rotation::ByNumber, seats);
        assert_eq!(places(seating.seated(0, 0), seats), [0, 1, 1]);
        assert_eq!(places(seating.seated(1, 0), seats), [1, 0, 1]);
        assert_eq!(places(seating.seated(u64::MAX, 0), seats), [0, 1, 1]);
        assert_eq!((seating.repeats(), seating.rotation()), (1, Rotation::ByNumber));
    }

    #[test]
    fn a_number_is_repeated_for_each_different_seating() {
        let seats = seats(&[1, 2, 3, 4]);
        let repeats = |players: &[u8]| Seating::new(two(), players, Rotation::Duplicate, seats).repeats();
        assert_eq!([repeats(&[0, 1, 1, 1]), repeats(&[0, 1, 0, 1]), repeats(&[0, 0, 0, 0])], [4, 2, 1]);
        let fixed = Seating::new(two(), &[0, 1, 0, 1], Rotation::Fixed, seats);
        assert_eq!((fixed.repeats(), places(fixed.seated(3, 0), seats)), (1, vec![0, 1, 0, 1]));
    }
}
