//! Whether counts can be those of hands.

use super::classes::ClassCount;
use super::rotation::Rotation;
use super::summary::Summary;
use super::totals::Totals;
use crate::action::ActionKind;
use crate::arithmetic::wide_product;
use crate::rules::MAX_CHIPS;
use crate::seat::SEATS;
use crate::starts::{class_cards, spelled};
use crate::wire::{Fault, WireError};

/// No hand has more actions on one street: each wager adds a chip, and each is answered by seven others at most.
const MOST_ACTIONS: u128 = MAX_CHIPS as u128 * (SEATS * SEATS) as u128;

/// No more is won or lost in all hands of a deal, which are eight at most.
const MOST_CHIPS: u128 = MAX_CHIPS as u128 * (SEATS * SEATS) as u128;

/// What was won or lost: in this many hands or deals, the sum and the sum of squares.
#[derive(Clone, Copy)]
struct Money {
    count: u64,
    net: i128,
    squares: u128,
}

impl Money {
    fn check(self, path: &str, squares_path: &str) -> Result<(), WireError> {
        let Self { count, net, squares } = self;
        let size = net.unsigned_abs();
        let most = wide_product(MOST_CHIPS, count.into());
        if (0, size) > most {
            return refuse(path, format!("net {net} of {count}: nobody can win or lose that much"));
        }
        // The square of a sum is at most the number of its terms times the sum of their squares, a whole number has the parity
        // of its square, and its square is at least as large as it is.
        let possible = wide_product(size, size) <= wide_product(count.into(), squares)
            && squares % 2 == size % 2
            && squares >= size
            && (0, squares) <= wide_product(most.1, MOST_CHIPS);
        if possible {
            Ok(())
        } else {
            refuse(squares_path, format!("{squares} can't be the squares of {count} with the sum {net}"))
        }
    }
}

fn refuse(path: impl Into<String>, why: impl Into<String>) -> Result<(), WireError> {
    Err(WireError::new(path, Fault::Contradiction { why: why.into() }))
}

/// Refuses a count that isn't within bounds.
fn within(path: &str, count: u64, least: u128, most: u128, of: &str) -> Result<(), WireError> {
    let count = u128::from(count);
    if (least..=most).contains(&count) {
        return Ok(());
    }
    refuse(path, format!("{count} {of}: it must be from {least} to {most}"))
}

impl Summary {
    /// Checks that the counts agree with each other: that they can be those of some hands.
    ///
    /// # Errors
    /// An error with the field of the record that can't be.
    pub(super) fn check(&self) -> Result<(), WireError> {
        let (totals, players) = (self.totals(), self.players());
        if players.len() < 2 {
            return refuse("seats", format!("{} players: there are two to eight", players.len()));
        }
        let repeats = match self.rotation() {
            Rotation::Duplicate => {
                let turned = |places: &usize| {
                    (0..players.len()).all(|n| players[n] == players[(n + places) % players.len()])
                };
                (1..players.len()).find(turned).unwrap_or(players.len())
            }
            Rotation::Fixed | Rotation::ByNumber => 1,
        };
        if u128::from(totals.deals) * repeats as u128 != u128::from(totals.hands) {
            let why =
                format!("{} deals for {} hands: each is played {repeats} times", totals.deals, totals.hands);
            return refuse("deals", why);
        }
        self.check_streets()?;
        self.check_actions()?;
        self.check_endings()?;
        self.check_money()?;
        self.check_classes()
    }

    fn check_streets(&self) -> Result<(), WireError> {
        let Totals { hands, streets, .. } = self.totals();
        within(
            "streets.3",
            streets[0],
            (*hands).into(),
            (*hands).into(),
            "hands, of which each has a third street",
        )?;
        for (name, pair) in (4..).zip(streets.windows(2)) {
            within(
                &format!("streets.{name}"),
                pair[1],
                0,
                pair[0].into(),
                "hands, fewer having come to the street before",
            )?;
        }
        Ok(())
    }

    fn check_actions(&self) -> Result<(), WireError> {
        let totals = self.totals();
        for ((name, counts), &hands) in (3..).zip(&totals.actions).zip(&totals.streets) {
            for (kind, &count) in ActionKind::ALL.into_iter().zip(counts) {
                let (seats, hands) = (self.players().len() as u128, u128::from(hands));
                let most = match kind {
                    ActionKind::BringIn if name == 3 => hands,
                    ActionKind::Fold => hands * (seats - 1),
                    ActionKind::BringIn => 0,
                    ActionKind::Show
                    | ActionKind::Muck
                    | ActionKind::DeclareHigh
                    | ActionKind::DeclareLow
                    | ActionKind::DeclareBoth => {
                        if name == 7 {
                            hands * seats
                        } else {
                            0
                        }
                    }
                    _ => hands * MOST_ACTIONS,
                };
                within(&format!("actions.{name}.{kind}"), count, 0, most, &format!("of {hands} hands"))?;
            }
        }
        // All but one fold in a hand that isn't shown down, all but two at most in one that is.
        let folds =
            totals.actions.iter().map(|street| u128::from(street[ActionKind::Fold as usize])).sum::<u128>();
        let others = self.players().len() as u128 - 1;
        let shown = u128::from(totals.showdowns.min(totals.hands));
        let alone = (u128::from(totals.hands) - shown) * others;
        if !(alone..=alone + shown * (others - 1)).contains(&folds) {
            return refuse(
                "actions",
                format!("{folds} folds don't leave {shown} showdowns in {} hands", totals.hands),
            );
        }
        Ok(())
    }

    fn check_endings(&self) -> Result<(), WireError> {
        let Totals { streets, showdowns, lows, split, scooped, quartered, .. } = self.totals();
        within("showdowns", *showdowns, 0, streets[4].into(), "hands with all their cards")?;
        within("lows", *lows, 0, (*showdowns).into(), "showdowns")?;
        let pots = u128::from(*showdowns) * self.players().len() as u128;
        within("split", *split, 0, pots, "contested pots")?;
        within("scooped", *scooped, 0, pots - u128::from(*split), "contested pots that weren't split")?;
        within("quartered", *quartered, 0, (*split).into(), "pots that were split")
    }

    fn check_money(&self) -> Result<(), WireError> {
        let totals = self.totals();
        let Totals { hands, deals, .. } = *totals;
        for seat in self.seats() {
            let (net, squares) = (totals.net[seat.index()], totals.net_squares[seat.index()]);
            Money { count: hands, net, squares }
                .check(&format!("net.{seat}"), &format!("net_squares.{seat}"))?;
        }
        let policies = self.policies();
        let alone = policies.len() == self.players().len();
        for (place, name) in policies.iter().enumerate() {
            let (net, squares) = (totals.policy_net[place], totals.policy_squares[place]);
            Money { count: hands, net, squares }
                .check(&format!("policy_net.{name}"), &format!("policy_net_squares.{name}"))?;
            let squares_of_deals = totals.deal_squares[place];
            Money { count: deals, net, squares: squares_of_deals }
                .check(&format!("policy_net.{name}"), &format!("deal_net_squares.{name}"))?;
            if self.rotation() != Rotation::Duplicate && squares != squares_of_deals {
                let why = format!(
                    "{squares_of_deals}, but a deal is one hand and the squares of hands are {squares}"
                );
                return refuse(format!("deal_net_squares.{name}"), why);
            }
            if self.rotation() == Rotation::Fixed {
                self.check_fixed(place, name)?;
            }
        }
        // What was lost and not won is the rake.
        let rake = totals.rake();
        if rake < 0 {
            return refuse("net", format!("the players won {} more than they lost", -rake));
        }
        let (by_seat, by_policy): (i128, i128) = (totals.net.iter().sum(), totals.policy_net.iter().sum());
        if by_seat != by_policy {
            return refuse(
                "policy_net",
                format!("the policies won {by_policy} in all, their seats {by_seat}"),
            );
        }
        if alone && sum(&totals.net_squares) != sum(&totals.policy_squares) {
            return refuse(
                "policy_net_squares",
                "each policy has one seat, but their squares don't add up to those of the seats",
            );
        }
        Ok(())
    }

    /// Checks a policy that stayed in its seats.
    fn check_fixed(&self, place: usize, name: &str) -> Result<(), WireError> {
        let totals = self.totals();
        let own = || self.seats().into_iter().zip(self.players()).filter(|(_, player)| *player == name);
        let net: i128 = own().map(|(seat, _)| totals.net[seat.index()]).sum();
        if net != totals.policy_net[place] {
            return refuse(
                format!("policy_net.{name}"),
                format!("{}, but its seats won {net}", totals.policy_net[place]),
            );
        }
        let mut seats = own();
        let (first, others) = (seats.next(), seats.next());
        if let (Some((seat, _)), None) = (first, others)
            && totals.net_squares[seat.index()] != totals.policy_squares[place]
        {
            let why = format!(
                "{}, but those of its only seat are {}",
                totals.policy_squares[place],
                totals.net_squares[seat.index()]
            );
            return refuse(format!("policy_net_squares.{name}"), why);
        }
        Ok(())
    }

    fn check_classes(&self) -> Result<(), WireError> {
        let totals = self.totals();
        let mut all_squares = Some(0_u128);
        for (place, name) in self.policies().into_iter().enumerate() {
            let Some(classes) = self.classes_of(place) else { return Ok(()) };
            let (mut hands, mut net) = (0_u128, 0_i128);
            for (&ClassCount { hands: count, net: won, squares }, &cards) in classes.iter().zip(class_cards())
            {
                let path = format!("classes.{name}.{}", spelled(cards));
                Money { count, net: won, squares }.check(&path, &path)?;
                hands += u128::from(count);
                net += won;
                all_squares = all_squares.and_then(|all| all.checked_add(squares));
            }
            let expected = u128::from(totals.hands) * u128::from(self.seats_of(place));
            if hands != expected {
                return refuse(
                    format!("classes.{name}"),
                    format!("{hands} starting hands: there were {expected}"),
                );
            }
            if net != totals.policy_net[place] {
                return refuse(
                    format!("classes.{name}"),
                    format!("they won {net}: the policy won {}", totals.policy_net[place]),
                );
            }
        }
        if all_squares != sum(&totals.net_squares) {
            return refuse("classes", "the squares of the starting hands don't add up to those of the seats");
        }
        Ok(())
    }
}

fn sum(squares: &[u128; SEATS]) -> Option<u128> {
    squares.iter().try_fold(0_u128, |sum, &more| sum.checked_add(more))
}
