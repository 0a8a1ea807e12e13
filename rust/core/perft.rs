//! Counts all action sequences of a hand: pins the state machine to exact numbers.
//!
//! The name is chess's (performance test). Two engines that count the same at every depth agree on
//! what is legal and on whose turn it is, everywhere in the tree.

use crate::hand::Hand;

/// The numbers of sequences of actions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SequenceCounts {
    /// Sequences that end: with the hand, at a card that must be dealt by hand, or at the depth asked for.
    pub leaves: u64,
    /// Sequences of 0, 1, 2 … actions, whether or not they go on. The first is 1.
    pub nodes: Vec<u64>,
}

/// Counts the sequences of legal actions from here to the end of the hand, or to a depth.
///
/// Trees grow about threefold with each action, so give a depth or short stacks.
///
/// ```
/// use stud8::deal::Deck;
/// use stud8::hand::Hand;
/// use stud8::perft::perft;
/// use stud8::rules::Rules;
/// use stud8::seat::Seat;
///
/// let rules = Rules::full_tilt();
/// let stacks = [(Seat::ALL[0], 2000), (Seat::ALL[1], 2000)];
/// let hand = Hand::new(rules, &stacks, Deck::ORDERED, &mut ())?;
/// // Bring in or complete; then fold, call, or complete and raise.
/// assert_eq!(perft(&hand, Some(2)), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn perft(hand: &Hand, depth: Option<u32>) -> u64 {
    count(hand, depth, |_| false).map_or(0, |counts| counts.leaves)
}

/// Counts as [`perft`] does, and the sequences of each length. Now and then `stop` is told how many
/// leaves were found; if it says so there is no answer.
pub fn count(hand: &Hand, depth: Option<u32>, mut stop: impl FnMut(u64) -> bool) -> Option<SequenceCounts> {
    const BETWEEN: u64 = 4096;
    let mut counts = SequenceCounts::default();
    let mut visited: u64 = 0;
    // Not recursive: without a cap a line of play can be longer than the stack of a thread.
    let mut open = vec![(0, *hand)];
    while let Some((length, hand)) = open.pop() {
        visited += 1;
        if visited.is_multiple_of(BETWEEN) && stop(counts.leaves) {
            return None;
        }
        match counts.nodes.get_mut(length as usize) {
            Some(nodes) => *nodes += 1,
            None => counts.nodes.push(1),
        }
        let legal = hand.legal();
        if legal.is_empty() || depth == Some(length) {
            counts.leaves += 1;
            continue;
        }
        for kind in legal.kinds() {
            let mut next = hand;
            // A legal action is never refused; the leaves would be too few if it were.
            if next.play(kind, &mut ()).is_ok() {
                open.push((length + 1, next));
            }
        }
    }
    Some(counts)
}
