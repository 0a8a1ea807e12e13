//! Draws a table: as text for the terminal here, as a picture for pages in [`picture`].

mod picture;
mod svg;

use std::fmt;

use self::svg::Face;

use crate::action::{Dealt, Event};
use crate::card::Card;
use crate::deal::NextCard;
use crate::played::PlayedHand;
use crate::seat::Seat;
use crate::text::thousands;
use crate::view::View;

/// How a card looks that the viewer can't see.
const BACK: &str = "▒▒";

impl fmt::Display for PlayedHand {
    /// The table as the rail sees it, and what the actor may do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut view = self.view(None);
        view.legal = self.hand().legal();
        view.fmt(f)?;
        self.hand().next_card().map_or(Ok(()), |next| write!(f, "\n\n{}", awaited(next)))
    }
}

/// Says which card is awaited.
fn awaited(next: NextCard) -> String {
    match next {
        NextCard::Down(seat) => format!("waiting for a down card of seat {seat}"),
        NextCard::Up(seat) => format!("waiting for an up card of seat {seat}"),
        NextCard::Common => "waiting for the common card".to_owned(),
    }
}

impl View {
    /// One line that says where the hand stands: `third street, pot 120, seat 7 to act`.
    #[must_use]
    pub fn headline(&self) -> String {
        let doing = match self.actor {
            Some(actor) => format!("seat {actor} to act"),
            None if self.is_over() => "over".to_owned(),
            None => "a card is awaited".to_owned(),
        };
        format!("{}, pot {}, {doing}", street_name(self.street), thousands(self.pot()))
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(self, f)
    }
}

fn draw(view: &View, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(street_name(view.street))?;
    for (n, pot) in view.pots.as_slice().iter().enumerate() {
        if n == 0 {
            write!(f, " · pot {}", thousands(pot.amount))?;
        } else {
            write!(f, " · side pot {} of seats {}", thousands(pot.amount), list(pot.seats))?;
        }
    }
    if let Some(card) = view.common {
        write!(f, " · common card {}", card.map_or_else(|| "??".to_owned(), |card| card.to_string()))?;
    }
    f.write_str("\n\n")?;
    let width = |header: &str, numbers: &[u64; 8]| {
        view.seats
            .into_iter()
            .map(|seat| thousands(numbers[seat.index()]).len())
            .max()
            .unwrap_or(0)
            .max(header.len())
    };
    let (stack_width, bet_width) = (width("all-in", &view.stacks), width("bet", &view.bets));
    write!(f, "  seat  {:>stack_width$}  {:>bet_width$}  cards", "stack", "bet")?;
    for seat in view.seats {
        let live = view.live.contains(seat);
        let mark = if view.actor == Some(seat) { "▶" } else { " " };
        let chips = view.stacks[seat.index()];
        let stack =
            if chips == 0 && live && !view.is_over() { "all-in".to_owned() } else { thousands(chips) };
        let bet = match view.bets[seat.index()] {
            0 => "–".to_owned(),
            bet => thousands(bet),
        };
        let you = if view.seat == Some(seat) { "*" } else { " " };
        write!(f, "\n{mark} {seat:>3}{you}  {stack:>stack_width$}  {bet:>bet_width$}")?;
        cards(view, seat, live, f)?;
    }
    if view.is_over() {
        f.write_str("\n")?;
        return payments(view, f);
    }
    if let Some(actor) = view.actor {
        write!(f, "\n\nseat {actor} to act")?;
        if !view.legal.is_empty() {
            for (n, action) in view.legal.actions().enumerate() {
                write!(f, "{} {}", if n == 0 { ":" } else { "," }, action.kind)?;
                if let Some(amount) = action.amount {
                    write!(f, " {}", thousands(amount))?;
                }
            }
        }
    }
    Ok(())
}

fn cards(view: &View, seat: Seat, live: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let dealt = view.dealt[seat.index()].cards();
    for (n, &card) in dealt.iter().enumerate() {
        f.write_str(if n > 0 { " " } else { "  " })?;
        match face(view, seat, n, card) {
            Face::Known(card) => write!(f, "{card}")?,
            Face::Unknown => f.write_str("??")?,
            Face::Back => f.write_str(if live { BACK } else { "--" })?,
        }
    }
    if !live {
        f.write_str("  folded")?;
    }
    Ok(())
}

/// Returns how the viewer sees a seat's card, the `n`th that it was dealt.
fn face(view: &View, seat: Seat, n: usize, card: Option<Card>) -> Face {
    // A card that is missing in the viewer's own hand or in a shown one is one that nobody knows.
    let is_shown = |event: &Event| matches!(event, Event::Show { seat: who, .. } if *who == seat);
    match card {
        Some(card) => Face::Known(card),
        None if Dealt::is_up(n) || view.seat == Some(seat) || view.events.iter().any(is_shown) => {
            Face::Unknown
        }
        None => Face::Back,
    }
}

fn payments(view: &View, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for event in &view.events {
        match *event {
            Event::Rake { pot, chips } => write!(f, "\nrake {} from {}", thousands(chips), pot_name(pot))?,
            Event::Pay { pot, part, seat, chips, hand } => {
                write!(f, "\nseat {seat} wins {} of {}", thousands(chips), pot_name(pot))?;
                if part != crate::action::Part::Whole {
                    write!(f, ", {}", part.as_str())?;
                }
                if let Some(hand) = hand {
                    write!(f, ": {hand}")?;
                }
            }
            _ => {}
        }
    }
    for pot in view.pots.as_slice() {
        write!(f, "\nnobody can say who wins {}: it depends on unknown cards", thousands(pot.amount))?;
    }
    Ok(())
}

fn pot_name(number: u8) -> String {
    if number == 0 { "the main pot".to_owned() } else { format!("side pot {number}") }
}

fn street_name(street: u8) -> &'static str {
    match street {
        3 => "third street",
        4 => "fourth street",
        5 => "fifth street",
        6 => "sixth street",
        _ => "seventh street",
    }
}

fn list(seats: crate::seat::SeatSet) -> String {
    seats.into_iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::ActionKind;
    use crate::played::{Setup, Source};
    use crate::rules::{Draft, Preset};

    fn played() -> PlayedHand {
        let setup = Setup {
            rules: Draft::default().rules(Some(Preset::FullTilt)).expect("good rules"),
            stacks: vec![(Seat::ALL[0], 2000), (Seat::ALL[2], 2000), (Seat::ALL[6], 1_234_567)],
            source: Source::Deck(crate::deal::Deck::ORDERED),
            show_in_turn: true,
        };
        PlayedHand::new(setup).expect("a good setup")
    }

    #[test]
    fn a_table_reads_like_a_table() {
        let mut played = played();
        played.play(ActionKind::BringIn).expect("legal");
        played.play(ActionKind::Fold).expect("legal");
        let expected = "\
third street · pot 120

  seat      stack  bet  cards
    1       1,910   50  ▒▒ ▒▒ 3h
    3       1,960    –  -- -- 3s  folded
▶   7   1,234,527    –  ▒▒ ▒▒ 4c

seat 7 to act: fold, call 50, complete 200";
        assert_eq!(played.to_string(), expected);
        assert!(played.view(Seat::new(1)).to_string().contains("  1*      1,910   50  2c 2s 3h\n"));
    }

    #[test]
    fn the_end_names_the_payments() {
        let mut played = played();
        for _ in 0..3 {
            let action = played.hand().default_action().expect("somebody acts");
            played.play(action.kind).expect("legal");
        }
        assert!(played.to_string().ends_with("\n\nseat 1 wins 120 of the main pot"), "{played}");
    }
}
