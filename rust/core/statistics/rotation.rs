//! How policies move from hand to hand.

use crate::vocabulary::vocabulary;

vocabulary! {
    /// How the policies move from hand to hand.
    #[derive(Default)]
    pub enum Rotation, "rotation" {
        /// They stay where they sit.
        #[default]
        Fixed = "fixed",
        /// In hand `number` each sits `number` places further.
        ByNumber = "by_number",
        /// Each number is played once for every way to rotate them, with the same cards and the same choices.
        Duplicate = "duplicate",
    }
}
