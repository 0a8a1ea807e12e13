//! Starting hands against two to seven random hands.

use std::sync::LazyLock;

use super::estimate::{Multiway, OPPONENTS};
use super::sampling::Sample;
use super::sweep::Interrupted;
use super::{StartingHand, file, starting_hands};
use crate::eval::Path;

/// How many deals [`make_multiway`] samples.
pub const MULTIWAY_DEALS: u64 = 40_000_000;

impl StartingHand {
    /// Returns the estimate against two to seven random hands, all of which stay to the end. Seven make a common
    /// card \[C38]. `None` for other numbers.
    ///
    /// ```
    /// use stud8::equity::starts::{PARTS, starting_hand};
    ///
    /// let aces = starting_hand("As Ah 5h".parse()?).ok_or("three cards")?;
    /// let three_opponents = aces.against(3).ok_or("an estimate")?;
    /// assert_eq!(three_opponents.share * 1000 / PARTS, 466);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn against(&self, opponents: usize) -> Option<&'static Multiway> {
        static ESTIMATES: LazyLock<Vec<[Multiway; 6]>> =
            LazyLock::new(|| file::read_multiway(include_str!("multiway.csv")));
        let place = opponents.checked_sub(*OPPONENTS.start())?;
        ESTIMATES[usize::from(self.rank()) - 1].get(place)
    }
}

/// Estimates what each of [`starting_hands`], in their order, wins against two to seven random hands: [`StartingHand::against`],
/// from nothing.
///
/// The deals are hands of a fixed seed, so it gives the same each time. `stop` is told how many of the [`MULTIWAY_DEALS`] are
/// done, and if it says so no more are begun. It takes four minutes.
///
/// # Errors
/// [`Interrupted`] if `stop` said so.
pub fn make_multiway(path: Path, stop: impl Fn(u64) -> bool) -> Result<Vec<[Multiway; 6]>, Interrupted> {
    let sample = Sample::of(path, MULTIWAY_DEALS, stop)?;
    let estimates = |start| std::array::from_fn(|place| sample.sums(place + 3, start).estimate());
    Ok((0..starting_hands().len()).map(estimates).collect())
}
