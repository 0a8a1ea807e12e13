//! What came of each starting hand.

use crate::action::Dealt;
use crate::starts::{CLASSES, class_of_three};

/// What one policy won with one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClassCount {
    /// How often it was dealt.
    pub hands: u64,
    /// What was won or lost with it.
    pub net: i128,
    /// The squares of what was won or lost in a hand.
    pub squares: u128,
}

/// What each policy won with each class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    counts: Vec<ClassCount>,
}

impl Classes {
    /// Nothing yet, for so many policies.
    #[must_use]
    pub fn of(policies: usize) -> Self {
        Self { counts: vec![ClassCount::default(); policies * CLASSES] }
    }

    /// What a policy won, class by class in the order of [`crate::starts::class_cards`].
    #[must_use]
    pub fn of_policy(&self, policy: usize) -> &[ClassCount] {
        self.counts.get(policy * CLASSES..(policy + 1) * CLASSES).unwrap_or_default()
    }

    /// The counts of one policy and class, to be set.
    pub fn at(&mut self, policy: usize, class: usize) -> Option<&mut ClassCount> {
        self.counts.get_mut(policy * CLASSES + class)
    }

    pub(crate) fn count(&mut self, policy: usize, dealt: &Dealt, net: i64) {
        let Some(&[Some(a), Some(b), Some(c)]) = dealt.cards().first_chunk() else { return };
        let count = &mut self.counts[policy * CLASSES + class_of_three([a, b, c])];
        let size = u128::from(net.unsigned_abs());
        count.hands += 1;
        count.net += i128::from(net);
        count.squares += size * size;
    }

    /// The sum; nothing has none. None if a count would be too large.
    #[expect(clippy::option_option, reason = "no sum, and a sum of nothing")]
    pub(crate) fn sum(mine: Option<Self>, more: Option<&Self>) -> Option<Option<Self>> {
        let (Some(mut sum), Some(more)) = (mine.clone(), more) else {
            return Some(mine.or_else(|| more.cloned()));
        };
        for (mine, more) in sum.counts.iter_mut().zip(&more.counts) {
            mine.hands = mine.hands.checked_add(more.hands)?;
            mine.net = mine.net.checked_add(more.net)?;
            mine.squares = mine.squares.checked_add(more.squares)?;
        }
        Some(Some(sum))
    }
}
