//! Draws a table as a static picture: what notebooks show for a hand or a view.
//!
//! The seats sit around the table clockwise from the upper left. A picture is made of a [`View`] alone, so it
//! can't tell more than the view does.

use super::svg::{Anchor, CARD_HEIGHT, CARD_WIDTH, Face, Font, Picture, Plate};
use super::{awaited, face, list, street_name};
use crate::action::{Dealt, Event, Part};
use crate::played::PlayedHand;
use crate::pot::Pot;
use crate::rules::Chips;
use crate::seat::Seat;
use crate::text::thousands;
use crate::view::View;

const WIDTH: i32 = 960;
const HEIGHT: i32 = 560;
const CENTER: i32 = WIDTH / 2;

/// How far cards of one seat are apart.
const STEP: i32 = CARD_WIDTH + 2;
/// How wide a seat is: seven cards.
const SEAT_WIDTH: i32 = 7 * STEP - 2;
/// How much lower the down cards lie.
const SUNK: i32 = 7;

const ROOM: &str = "#1a212b";
const RAIL: &str = "#3b2a1f";
const FELT: &str = "#1d6148";
const INK: &str = "#f2f5f3";
const FAINT: &str = "#c3dccf";
const GOLD: &str = "#ffc93c";
const DARK: &str = "#0e141b";

/// Where a seat is drawn: the middle of its upper edge, and the middle of its bet.
#[derive(Clone, Copy)]
struct SeatPlace {
    seat: (i32, i32),
    bet: (i32, i32),
}

const fn place(seat: Seat) -> SeatPlace {
    match seat.number() {
        1 => SeatPlace { seat: (190, 22), bet: (270, 146) },
        2 => SeatPlace { seat: (480, 22), bet: (480, 146) },
        3 => SeatPlace { seat: (770, 22), bet: (690, 146) },
        4 => SeatPlace { seat: (842, 228), bet: (668, 272) },
        5 => SeatPlace { seat: (770, 440), bet: (690, 414) },
        6 => SeatPlace { seat: (480, 440), bet: (480, 414) },
        7 => SeatPlace { seat: (190, 440), bet: (270, 414) },
        _ => SeatPlace { seat: (118, 228), bet: (292, 272) },
    }
}

impl View {
    /// The table as an SVG picture: cards, stacks, bets, the pot and whose turn it is. It stands alone, without
    /// scripts, fonts or anything else to be loaded, and can be read on light and dark pages. Equal views give
    /// equal pictures.
    #[must_use]
    pub fn to_svg(&self) -> String {
        drawn(self, None)
    }

    /// [`View::to_svg`] as a piece of HTML.
    #[must_use]
    pub fn to_html(&self) -> String {
        framed(&self.to_svg())
    }
}

impl PlayedHand {
    /// The table as the rail sees it, as [`View::to_svg`] draws it, with what the actor may do.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let view = View { legal: self.hand().legal(), ..self.view(None) };
        drawn(&view, self.hand().next_card().map(awaited))
    }

    /// [`PlayedHand::to_svg`] as a piece of HTML.
    #[must_use]
    pub fn to_html(&self) -> String {
        framed(&self.to_svg())
    }
}

fn framed(svg: &str) -> String {
    format!("<div style=\"max-width:{WIDTH}px;overflow-x:auto\">{svg}</div>")
}

fn drawn(view: &View, awaited: Option<String>) -> String {
    let mut picture = Picture::new(WIDTH, HEIGHT, &view.headline());
    picture.plate(Plate { x: 0, y: 0, width: WIDTH, height: HEIGHT, radius: 20 }, ROOM, None);
    let table = Plate { x: 112, y: 62, width: 736, height: 436, radius: 218 };
    picture.plate(table, FELT, Some((RAIL, 14)));
    let line = Plate { x: 138, y: 88, width: 684, height: 384, radius: 192 };
    picture.plate(line, "none", Some(("#2b7a5c", 2)));
    center(&mut picture, view, awaited);
    for seat in view.seats {
        draw_seat(&mut picture, view, seat);
    }
    picture.finish()
}

/// Draws the street, the pot and what is awaited in the middle of the table.
fn center(picture: &mut Picture, view: &View, awaited: Option<String>) {
    let pots = lines(pots(view), 46);
    let what = lines(turn(view, awaited), 46);
    let common = i32::from(view.common.is_some()) * (CARD_HEIGHT + 14);
    let rows = |lines: &[String]| i32::try_from(lines.len()).unwrap_or(0) * 19;
    let mut y = HEIGHT / 2 - (62 + rows(&pots) + common + rows(&what)) / 2 + 14;
    picture.text((CENTER, y), Anchor::Middle, Font::plain(15, FAINT), street_name(view.street));
    y += 34;
    let pot = format!("pot {}", thousands(view.pot()));
    picture.text((CENTER, y), Anchor::Middle, Font::bold(29, INK), pot);
    y += 7;
    for line in &pots {
        y += 19;
        picture.text((CENTER, y), Anchor::Middle, Font::plain(14, FAINT), line);
    }
    if let Some(card) = view.common {
        let face = card.map_or(Face::Unknown, Face::Known);
        picture.card((CENTER - CARD_WIDTH / 2, y + 11), face, false);
        y += CARD_HEIGHT + 14;
    }
    y += 5;
    for line in &what {
        y += 19;
        picture.text((CENTER, y), Anchor::Middle, Font::bold(14, GOLD), line);
    }
}

/// Names the pots, if there are several or they can't be paid.
fn pots(view: &View) -> Vec<String> {
    let pots = view.pots.as_slice();
    if view.is_over() {
        let unpaid = |pot: &Pot| format!("{} depend on unknown cards", thousands(pot.amount));
        return pots.iter().map(unpaid).collect();
    }
    if pots.len() < 2 {
        return Vec::new();
    }
    let name = |(number, pot): (usize, &Pot)| {
        let amount = thousands(pot.amount);
        if number == 0 {
            format!("main pot {amount}")
        } else {
            format!("side pot {amount} of seats {}", list(pot.seats))
        }
    };
    pots.iter().enumerate().map(name).collect()
}

/// Says what the hand waits for.
fn turn(view: &View, awaited: Option<String>) -> Vec<String> {
    if view.is_over() {
        return vec!["the hand is over".to_owned()];
    }
    let Some(actor) = view.actor else { return awaited.into_iter().collect() };
    let mut said = vec![format!("seat {actor} to act")];
    said.extend(view.legal.actions().map(|action| {
        let kind = action.kind.as_str().replace('_', " ");
        action.amount.map_or_else(|| kind.clone(), |amount| format!("{kind} {}", thousands(amount)))
    }));
    said
}

/// Joins pieces to lines of about so many characters.
fn lines(pieces: Vec<String>, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.len() + piece.len() < most => {
                line.push_str(" · ");
                line.push_str(&piece);
            }
            _ => lines.push(piece),
        }
    }
    lines
}

fn draw_seat(picture: &mut Picture, view: &View, seat: Seat) {
    let SeatPlace { seat: (middle, top), bet } = place(seat);
    let live = view.live.contains(seat);
    let acts = view.actor == Some(seat);
    picture.open(!live);
    let cards = view.dealt[seat.index()].cards();
    let count = i32::try_from(cards.len()).unwrap_or(0);
    let mut x = middle - (count * STEP - 2) / 2;
    for (n, &card) in cards.iter().enumerate() {
        let up = Dealt::is_up(n);
        picture.card((x, if up { top } else { top + SUNK }), face(view, seat, n, card), !up);
        x += STEP;
    }
    let (left, y) = (middle - SEAT_WIDTH / 2, top + CARD_HEIGHT + SUNK + 6);
    let plate = Plate { x: left, y, width: SEAT_WIDTH, height: 36, radius: 18 };
    picture.plate(plate, DARK, Some(if acts { (GOLD, 3) } else { ("#3a4757", 1) }));
    picture.disc((left + 18, y + 18), 13, if acts { GOLD } else { "#3a4757" });
    let number = Font::bold(15, if acts { DARK } else { INK });
    picture.text((left + 18, y + 23), Anchor::Middle, number, seat);
    let label = match (live, view.seat == Some(seat)) {
        (true, true) => "you",
        (true, false) => "",
        (false, true) => "you, folded",
        (false, false) => "folded",
    };
    picture.text((left + 40, y + 23), Anchor::Start, Font::plain(13, "#9fb0c3"), label);
    let chips = view.stacks[seat.index()];
    let all_in = chips == 0 && live && !view.is_over();
    let stack = if all_in { "all-in".to_owned() } else { thousands(chips) };
    let font = Font::bold(16, if all_in { GOLD } else { INK });
    picture.text((left + SEAT_WIDTH - 16, y + 24), Anchor::End, font, stack);
    picture.close();
    let won = Won::of(view, seat);
    if won.chips > 0 {
        won.draw(picture, seat);
    } else if view.bets[seat.index()] > 0 {
        pill(picture, bet, &thousands(view.bets[seat.index()]), "#c2410c", INK);
    }
}

/// Draws a chip and an amount.
fn pill(picture: &mut Picture, (x, y): (i32, i32), text: &str, chip: &str, ink: &'static str) {
    let width = 38 + 9 * i32::try_from(text.chars().count()).unwrap_or(0);
    let left = x - width / 2;
    picture.plate(Plate { x: left, y: y - 13, width, height: 26, radius: 13 }, "#0f3d2c", None);
    picture.chip((left + 14, y), chip);
    picture.text((left + 28, y + 5), Anchor::Start, Font::bold(15, ink), text);
}

/// What a seat has won, and with which hands.
struct Won {
    chips: Chips,
    hands: Vec<String>,
}

impl Won {
    fn of(view: &View, seat: Seat) -> Self {
        let mut won = Self { chips: 0, hands: Vec::new() };
        for event in &view.events {
            if let Event::Pay { part, seat: who, chips, hand, .. } = *event
                && who == seat
            {
                won.chips = won.chips.saturating_add(chips);
                let named = hand.map(|hand| match part {
                    Part::Whole => hand.to_string(),
                    _ => format!("{}: {hand}", part.as_str()),
                });
                won.hands.extend(named.filter(|named| !won.hands.contains(named)));
            }
        }
        won
    }

    fn draw(&self, picture: &mut Picture, seat: Seat) {
        let (x, y) = place(seat).bet;
        pill(picture, (x, y), &format!("wins {}", thousands(self.chips)), "#b7791f", GOLD);
        // Away from the seat, towards the middle of the table.
        let above = y > HEIGHT / 2;
        let count = i32::try_from(self.hands.len()).unwrap_or(0);
        let mut line = if above { y - 4 - 16 * count } else { y + 29 };
        for hand in &self.hands {
            picture.text((x, line), Anchor::Middle, Font::plain(13, INK), hand);
            line += 16;
        }
    }
}
