//! The parts of a picture as SVG text: shapes, texts and playing cards. All text is escaped in one place, and
//! nothing is loaded from elsewhere: suits are paths, fonts are those of the reader's machine.

use std::fmt::{self, Display, Write};

use crate::card::{Card, Rank, Suit};

/// How wide a card is.
pub const CARD_WIDTH: i32 = 28;

/// How high a card is.
pub const CARD_HEIGHT: i32 = 44;

/// Where a text stands: its middle, its beginning or its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Middle,
    Start,
    End,
}

impl Anchor {
    const fn word(self) -> &'static str {
        match self {
            Self::Middle => "middle",
            Self::Start => "start",
            Self::End => "end",
        }
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Font {
    pub size: i32,
    pub bold: bool,
    pub fill: &'static str,
}

impl Font {
    pub const fn plain(size: i32, fill: &'static str) -> Self {
        Self { size, bold: false, fill }
    }

    pub const fn bold(size: i32, fill: &'static str) -> Self {
        Self { size, bold: true, fill }
    }
}

/// A rectangle with round corners.
#[derive(Clone, Copy, Debug)]
pub struct Plate {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    pub radius: i32,
}

/// A card as the viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// A card that the viewer knows.
    Known(Card),
    /// A card that nobody knows.
    Unknown,
    /// A card that others hide.
    Back,
}

/// A picture as it is written.
pub struct Picture(String);

impl Picture {
    /// Begins a picture of this size; `title` is what screen readers say.
    pub fn new(width: i32, height: i32, title: &str) -> Self {
        let mut picture = Self(String::with_capacity(1 << 14));
        picture.push(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" \
             font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif\">\
             <title>{}</title>",
            Escaped(title)
        ));
        picture
    }

    /// Ends it.
    pub fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }

    fn push(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a string can't fail.
        let _ = self.0.write_fmt(text);
    }

    /// Begins a group that is drawn faintly, or not.
    pub fn open(&mut self, dimmed: bool) {
        self.0.push_str(if dimmed { "<g opacity=\"0.45\">" } else { "<g>" });
    }

    /// Ends a group.
    pub fn close(&mut self) {
        self.0.push_str("</g>");
    }

    /// Draws a plate.
    pub fn plate(&mut self, plate: Plate, fill: &str, stroke: Option<(&str, i32)>) {
        let Plate { x, y, width, height, radius } = plate;
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{fill}\""
        ));
        if let Some((color, width)) = stroke {
            self.push(format_args!(" stroke=\"{color}\" stroke-width=\"{width}\""));
        }
        self.0.push_str("/>");
    }

    /// Draws a disc.
    pub fn disc(&mut self, (x, y): (i32, i32), radius: i32, fill: &str) {
        self.push(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"));
    }

    /// Draws a chip.
    pub fn chip(&mut self, (x, y): (i32, i32), fill: &str) {
        self.disc((x, y), 8, fill);
        self.push(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#fff\" stroke-width=\"3\" \
             stroke-dasharray=\"3.1 3.2\" opacity=\"0.9\"/>"
        ));
    }

    /// Writes a text whose baseline is at `y`.
    pub fn text(&mut self, (x, y): (i32, i32), anchor: Anchor, font: Font, text: impl Display) {
        let Font { size, bold, fill } = font;
        self.push(format_args!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{}\" font-size=\"{size}\" font-weight=\"{}\" \
             fill=\"{fill}\">{}</text>",
            anchor.word(),
            if bold { 700 } else { 400 },
            Escaped(text)
        ));
    }

    /// Draws a card with its upper left corner there; `down` cards are shaded.
    pub fn card(&mut self, (x, y): (i32, i32), face: Face, down: bool) {
        let plate = Plate { x, y, width: CARD_WIDTH, height: CARD_HEIGHT, radius: 4 };
        let paper = if down { "#dfe5ee" } else { "#fffefa" };
        self.0.push_str("<g>");
        match face {
            Face::Known(card) => {
                self.push(format_args!("<title>{}</title>", Escaped(card)));
                self.plate(plate, paper, Some(("#10151c", 1)));
                let ink = ink(card.suit());
                let font = Font::bold(if card.rank() == Rank::Ten { 16 } else { 18 }, ink);
                self.text((x + CARD_WIDTH / 2, y + 19), Anchor::Middle, font, rank(card.rank()));
                self.push(format_args!(
                    "<path transform=\"translate({} {})\" fill=\"{ink}\" d=\"{}\"/>",
                    x + CARD_WIDTH / 2,
                    y + 32,
                    outline(card.suit())
                ));
            }
            Face::Unknown => {
                self.plate(plate, paper, Some(("#10151c", 1)));
                let font = Font::bold(20, "#7b8794");
                self.text((x + CARD_WIDTH / 2, y + 29), Anchor::Middle, font, "?");
            }
            Face::Back => {
                self.plate(plate, "#f4f6fa", Some(("#10151c", 1)));
                let inner = Plate { x: x + 3, y: y + 3, width: 22, height: 38, radius: 2 };
                self.plate(inner, "#2f4d8c", None);
                self.push(format_args!(
                    "<path transform=\"translate({} {})\" fill=\"none\" stroke=\"#a9bdea\" stroke-width=\"1.4\" \
                     d=\"M0-14 8 0 0 14-8 0ZM0-7 4 0 0 7-4 0Z\"/>",
                    x + CARD_WIDTH / 2,
                    y + CARD_HEIGHT / 2
                ));
            }
        }
        self.0.push_str("</g>");
    }
}

/// A text in which nothing is markup.
struct Escaped<T>(T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

        impl Write for Escaping<'_, '_> {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                for char in text.chars() {
                    match char {
                        '&' => self.0.write_str("&amp;")?,
                        '<' => self.0.write_str("&lt;")?,
                        '>' => self.0.write_str("&gt;")?,
                        '"' => self.0.write_str("&quot;")?,
                        '\'' => self.0.write_str("&#39;")?,
                        char => self.0.write_char(char)?,
                    }
                }
                Ok(())
            }
        }

        write!(Escaping(f), "{}", self.0)
    }
}

/// What stands on a card of this rank.
fn rank(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.to_string() }
}

/// The colour of a suit.
const fn ink(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs | Suit::Spades => "#14181f",
        Suit::Diamonds | Suit::Hearts => "#c8102e",
    }
}

/// The outline of a suit, around the origin and 16 high.
const fn outline(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => {
            "M-3.4-4.4a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0ZM-7.4 1.2a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0Z\
             M.6 1.2a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0ZM-1.2-2C-1 4-1.6 6.8-3.2 8H3.2C1.6 6.8 1 4 1.2-2ZM-2-2V2.6H2V-2Z"
        }
        Suit::Diamonds => {
            "M0-8.5C1.6-5.4 3.8-2.4 6.2 0C3.8 2.4 1.6 5.4 0 8.5C-1.6 5.4-3.8 2.4-6.2 0C-3.8-2.4-1.6-5.4 0-8.5Z"
        }
        Suit::Hearts => {
            "M0 8C-3.4 4.4-7.4 1.2-7.4-3.2C-7.4-6-5.6-7.6-3.6-7.6C-2 -7.6-.7-6.6 0-5C.7-6.6 2-7.6 3.6-7.6\
             C5.6-7.6 7.4-6 7.4-3.2C7.4 1.2 3.4 4.4 0 8Z"
        }
        Suit::Spades => {
            "M0-8.4C3-4.6 7.4-1.8 7.4 2C7.4 4.4 5.8 5.6 4.2 5.6C2.8 5.6 1.5 4.8.9 3.6C1 5.6 1.8 7.2 3.2 8.2H-3.2\
             C-1.8 7.2-1 5.6-.9 3.6C-1.5 4.8-2.8 5.6-4.2 5.6C-5.8 5.6-7.4 4.4-7.4 2C-7.4-1.8-3-4.6 0-8.4Z"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let mut picture = Picture::new(1, 1, "<b> & 'c'");
        picture.text((0, 0), Anchor::Start, Font::plain(9, "#fff"), "\"</text><script>");
        let text = picture.finish();
        assert!(text.contains("<title>&lt;b&gt; &amp; &#39;c&#39;</title>"), "{text}");
        assert!(text.contains(">&quot;&lt;/text&gt;&lt;script&gt;</text></svg>"), "{text}");
    }
}
