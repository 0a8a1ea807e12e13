//! How a case is counted best, and how much work that is.

use super::cases::Case;
use super::completions::choose;

/// Which two players meet in a sweep, and who stands outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub inserted: usize,
    pub queried: usize,
    pub outside: Vec<usize>,
    unseen: usize,
    sizes: Vec<usize>,
}

impl Shape {
    /// The cheapest for a case.
    pub fn of(case: &Case) -> Shape {
        let unseen = case.live.len();
        let sizes: Vec<_> = case.players.iter().map(|player| player.size).collect();
        let pairs = (0..sizes.len()).flat_map(|a| (0..sizes.len()).map(move |b| (a, b)));
        let shapes = pairs.filter(|(a, b)| a != b).map(|(inserted, queried)| Shape {
            inserted,
            queried,
            outside: (0..sizes.len()).filter(|&player| player != inserted && player != queried).collect(),
            unseen,
            sizes: sizes.clone(),
        });
        shapes.min_by_key(Shape::nanoseconds).expect("two players")
    }

    /// With this player queried.
    pub fn with_queried(case: &Case, queried: usize) -> Shape {
        let shape = Shape::of(case);
        if shape.queried == queried { shape } else { Shape { inserted: shape.queried, queried, ..shape } }
    }

    /// How many combinations stand outside.
    fn combinations(&self) -> u128 {
        let mut left = self.unseen;
        let mut combinations = 1;
        for &player in &self.outside {
            combinations *= choose(left, self.sizes[player]) as u128;
            left -= self.sizes[player];
        }
        combinations
    }

    /// How many unseen cards are left to the two in a sweep.
    fn left(&self) -> usize {
        self.unseen - self.outside.iter().map(|&player| self.sizes[player]).sum::<usize>()
    }

    /// How many questions are asked, over all sweeps.
    pub fn queries(&self) -> u128 {
        3 * self.combinations() * choose(self.left(), self.sizes[self.queried]) as u128
    }

    /// How long it takes on one thread, very roughly: from measurements with AVX-512.
    pub fn nanoseconds(&self) -> u128 {
        let (inserted, queried) = (self.sizes[self.inserted], self.sizes[self.queried]);
        let levels = 0..inserted.min(queried + 1);
        let rows = |cards: usize| -> usize { levels.clone().map(|size| choose(cards, size)).sum() };
        let table: usize = levels.clone().map(|size| choose(self.unseen, size)).sum();
        // Rows come from the second-level cache, or the third, or memory.
        let row = match table {
            ..10_000 => 1,
            10_000..300_000 => 3,
            _ => 12,
        };
        let completions: usize = self.sizes.iter().map(|&size| choose(self.unseen, size)).sum();
        let insert = choose(self.left(), inserted) * rows(inserted) * row;
        let each = 12 + rows(queried) * row + choose(queried, inserted) * 2;
        let query = 3 * choose(self.left(), queried) * each;
        let sweep =
            (insert + query + 20_000) as u128 + if self.outside.is_empty() { 0 } else { completions as u128 };
        self.combinations() * sweep + 10 * completions as u128
    }
}
