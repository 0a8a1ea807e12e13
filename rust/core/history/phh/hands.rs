//! The hands of a text of any length, one after another: [`Hands`].

use std::collections::HashSet;

use toml::de::DeTable;

use super::read;
use super::value::{Document, check_size};
use crate::history::{History, HistoryError, Options, clip};

/// How much is looked through at once.
const PIECE: usize = 1 << 14;

/// How much of a text that is too long is searched for what made it so.
const BEGINNING: usize = 1 << 16;

const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Reads hands from a text that comes in pieces. It keeps one hand at a time, and the names of those before.
///
/// A text is one hand (`.phh`), or any number of tables, one for each hand (`.phhs`). Only the beginnings of
/// tables are looked for here, outside strings and lists; each hand is then read as a document of its own.
#[derive(Debug)]
pub struct Hands {
    options: Options,
    /// What has come and not yet been read: the table that is coming in.
    text: Vec<u8>,
    /// How much of `text` has been looked through.
    looked: usize,
    /// Where in `text` the current line begins.
    line_start: usize,
    /// The number of the first line of `text`, and how many lines of it have been looked through.
    first_line: usize,
    lines: usize,
    /// How many bytes of the source are gone from `text`.
    gone: usize,
    state: State,
    depth: usize,
    kind: TextKind,
    /// The tables of the hand before the one that is coming in: more of it may come.
    hand: Option<HandText>,
    names: HashSet<String>,
}

/// What the text turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TextKind {
    /// Nothing but comments so far.
    Open,
    /// One hand, or a collection that isn't written with the heads of tables.
    One,
    /// Tables.
    Many,
}

/// Some tables of one hand.
#[derive(Debug)]
struct HandText {
    name: Option<String>,
    text: String,
    first_line: usize,
}

/// Where in TOML the last byte was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing but blanks so far on this line, outside everything.
    LineStart,
    Plain,
    Comment,
    /// This many quotation marks have opened.
    Opening(u8, u8),
    /// In a string on one line; true after a backslash.
    Line(u8, bool),
    /// In a string of several lines: how many marks have come in a row, and whether after a backslash.
    Block(u8, u8, bool),
    /// After the three marks that end one: up to two more belong to it.
    Closing(u8, u8),
}

impl Hands {
    /// Nothing has come yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            text: Vec::new(),
            looked: 0,
            line_start: 0,
            first_line: 1,
            lines: 0,
            gone: 0,
            state: State::LineStart,
            depth: 0,
            kind: TextKind::Open,
            hand: None,
            names: HashSet::new(),
        }
    }

    /// Takes the next piece of the text, cut anywhere, and gives the hands that are whole now.
    ///
    /// # Errors
    /// When a hand is wrong. Nothing more can be read then.
    pub fn feed(&mut self, piece: &[u8]) -> Result<Vec<History>, HistoryError> {
        let mut found = Vec::new();
        for piece in piece.chunks(PIECE) {
            self.text.extend_from_slice(piece);
            while self.looked < self.text.len() {
                let byte = self.text[self.looked];
                if self.state == State::LineStart && byte == b'[' && self.kind != TextKind::One {
                    found.extend(self.cut()?);
                }
                self.step(byte);
                self.looked += 1;
                if byte == b'\n' {
                    self.line_start = self.looked;
                    self.lines += 1;
                }
            }
            self.check_length()?;
        }
        Ok(found)
    }

    /// The text has come to its end: gives the hands that were still open.
    ///
    /// # Errors
    /// As [`Hands::feed`].
    pub fn finish(mut self) -> Result<Vec<History>, HistoryError> {
        let mut found = Vec::new();
        if self.kind == TextKind::Many {
            found.extend(self.cut_at(self.text.len())?);
            found.extend(self.close()?);
            return Ok(found);
        }
        let text = decode(&self.text, self.gone)?;
        if self.kind == TextKind::Open {
            return Ok(found);
        }
        let document = Document::parse(text, self.first_line)?;
        if !document.is_collection() {
            return Ok(vec![read(document.fields(), self.first_line, self.options)?]);
        }
        for (name, fields) in document.tables() {
            let line = fields.first().map_or(self.first_line, |field| field.line);
            let mut history =
                read(fields, line, self.options).map_err(|error| of_hand(error, Some(name.clone())))?;
            history.transcript.name = Some(name);
            found.push(history);
        }
        Ok(found)
    }

    /// Follows TOML's strings, comments and brackets by one byte.
    fn step(&mut self, byte: u8) {
        self.state = match self.state {
            State::LineStart if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') => State::LineStart,
            // The mark at the beginning of a file is not part of its text.
            State::LineStart if BYTE_ORDER_MARK.get(self.gone + self.looked) == Some(&byte) => {
                State::LineStart
            }
            State::LineStart | State::Plain if byte == b'#' => State::Comment,
            State::Plain | State::Comment if byte == b'\n' => {
                if self.depth == 0 {
                    State::LineStart
                } else {
                    State::Plain
                }
            }
            State::Comment => State::Comment,
            State::LineStart | State::Plain => self.plain(byte),
            State::Opening(mark, 1) if byte == mark => State::Opening(mark, 2),
            State::Opening(mark, _) if byte == mark => State::Block(mark, 0, false),
            State::Opening(mark, 1) => return self.step_from(State::Line(mark, false), byte),
            // A string on one line ends with it, if only by mistake.
            State::Line(..) if byte == b'\n' => return self.step_from(State::Plain, byte),
            State::Line(mark, true) => State::Line(mark, false),
            State::Line(mark, false) if byte == mark => State::Plain,
            State::Line(mark, false) => State::Line(mark, mark == b'"' && byte == b'\\'),
            State::Block(mark, _, true) => State::Block(mark, 0, false),
            State::Block(mark, 2, false) if byte == mark => State::Closing(mark, 0),
            State::Block(mark, count, false) if byte == mark => State::Block(mark, count + 1, false),
            State::Block(mark, _, false) => State::Block(mark, 0, mark == b'"' && byte == b'\\'),
            State::Closing(mark, count) if byte == mark && count < 2 => State::Closing(mark, count + 1),
            State::Opening(..) | State::Closing(..) => return self.step_from(State::Plain, byte),
        };
    }

    fn step_from(&mut self, state: State, byte: u8) {
        self.state = state;
        self.step(byte);
    }

    fn plain(&mut self, byte: u8) -> State {
        if self.kind == TextKind::Open {
            self.kind = TextKind::One;
        }
        match byte {
            b'"' | b'\'' => return State::Opening(byte, 1),
            b'[' | b'{' => self.depth += 1,
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        State::Plain
    }

    /// The head of a table begins here: what came before it is whole.
    fn cut(&mut self) -> Result<Option<History>, HistoryError> {
        let kind = std::mem::replace(&mut self.kind, TextKind::Many);
        let at = self.line_start;
        let found = if kind == TextKind::Many { self.cut_at(at)? } else { None };
        self.text.drain(..at);
        self.gone += at;
        self.looked -= at;
        self.line_start = 0;
        self.first_line += self.lines;
        self.lines = 0;
        Ok(found)
    }

    /// Takes in the table that is whole, and gives the hand before it, unless it belongs to that.
    fn cut_at(&mut self, end: usize) -> Result<Option<History>, HistoryError> {
        let text = decode(&self.text[..end], self.gone)?;
        let name = name_of(text);
        match &mut self.hand {
            Some(hand) if name.is_some() && name == hand.name => {
                hand.text.push_str(text);
                check_size(hand.text.len()).map_err(|error| of_hand(error.in_line(hand.first_line), name))?;
                Ok(None)
            }
            _ => {
                let text = text.to_owned();
                let found = self.close()?;
                self.hand = Some(HandText { name, text, first_line: self.first_line });
                Ok(found)
            }
        }
    }

    /// Reads the hand whose tables have all come.
    fn close(&mut self) -> Result<Option<History>, HistoryError> {
        let Some(part) = self.hand.take() else { return Ok(None) };
        let name = part.name.clone();
        let mut history = part.read(self.options).map_err(|error| of_hand(error, name.clone()))?;
        history.transcript.name.clone_from(&name);
        if let Some(name) = name
            && !self.names.insert(name.clone())
        {
            let why = "a hand of this name came before: every hand has a name of its own, and its tables follow \
                       one another";
            let error = HistoryError::Syntax(why.to_owned()).in_line(part.first_line);
            return Err(of_hand(error, Some(name)));
        }
        Ok(Some(history))
    }

    /// Refuses a hand that has become too long, if that can't be laid to something in it.
    fn check_length(&self) -> Result<(), HistoryError> {
        let Err(too_long) = check_size(self.text.len()) else { return Ok(()) };
        let begin = &self.text[..BEGINNING];
        let end = begin.iter().rposition(|&byte| byte == b'\n').map_or(BEGINNING, |at| at + 1);
        let text = begin[..end].utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let error = match Document::parse(text, self.first_line) {
            // A list or a string that doesn't end swallows the hands that follow.
            Err(error) => error,
            Ok(_) => too_long.in_line(self.first_line),
        };
        Err(of_hand(error, Some(text).filter(|_| self.kind == TextKind::Many).and_then(name_of)))
    }
}

impl HandText {
    fn read(&self, options: Options) -> Result<History, HistoryError> {
        match Document::parse(&self.text, self.first_line)?.tables().next() {
            Some((_, fields)) => read(fields, self.first_line, options),
            None => Err(HistoryError::Syntax(
                "a hand is a table, [NAME], not a list of tables, [[NAME]]".to_owned(),
            )
            .in_line(self.first_line)),
        }
    }
}

fn of_hand(error: HistoryError, name: Option<String>) -> HistoryError {
    match name {
        Some(name) => HistoryError::Hand { name: clip(&name), error: Box::new(error) },
        None => error,
    }
}

/// The first part of the key at the head of a table.
fn name_of(text: &str) -> Option<String> {
    let head = text.lines().next()?;
    // A key of very many parts is refused when the hand is read.
    if head.len() > 1024 {
        return None;
    }
    let table = DeTable::parse(head).ok()?.into_inner();
    table.into_iter().next().map(|(key, _)| key.into_inner().into_owned())
}

/// The text of some bytes, which stand at this place of their source.
pub(in crate::history) fn decode(bytes: &[u8], at: usize) -> Result<&str, HistoryError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to();
        let byte = bytes.get(place).copied().unwrap_or_default();
        HistoryError::Syntax(format!(
            "byte {} is 0x{byte:02x}, which is not UTF-8: a PHH file is UTF-8 text",
            at + place
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::super::MAX_BYTES;
    use super::*;
    use crate::history::transcript::Transcript;

    const HAND: &str = "variant = 'F7S/8'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n\
                        starting_stacks = [50, 60]\nactions = [\n'',\n]\n";

    fn in_pieces(text: &str, size: usize) -> Result<Vec<Transcript>, HistoryError> {
        let mut hands = Hands::new(Options::default());
        let mut found = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            found.extend(hands.feed(piece)?);
        }
        found.extend(hands.finish()?);
        Ok(found.into_iter().map(|history| history.transcript).collect())
    }

    fn names(text: &str) -> Vec<String> {
        let whole = in_pieces(text, usize::MAX);
        for size in [1, 2, 3, 7, 100] {
            assert_eq!(in_pieces(text, size), whole, "pieces of {size}");
        }
        whole.expect(text).into_iter().map(|transcript| transcript.name.expect("a name")).collect()
    }

    fn error(text: &str) -> String {
        let whole = in_pieces(text, usize::MAX).expect_err(text).to_string();
        assert_eq!(in_pieces(text, 5).expect_err(text).to_string(), whole);
        whole
    }

    #[test]
    fn only_the_heads_of_tables_begin_a_hand() {
        for more in [
            "_a = '''\n[9]\n''\n'''''\n_b = 1",
            "_a = \"\"\"\n[9]\n\\\"\"\"\n\"\"\"\n",
            "_a = [\n[9],\n[9, [9]]\n] # [9]\n",
            "_a = {b = [\n[9]\n]}\n",
            "_a = '\\'\n_b = \"\\\"[\" # '\n",
            "# [9]\n# it's \"\n",
            "_a = ''\n_b = \"\"\n",
            "_a = ''''x'''\n",
        ] {
            let text = format!("\u{feff}# hands\n\n  [1]\n{HAND}{more}\n[ \"2 ]\" ] # two\r\n{HAND}");
            assert_eq!(names(&text), ["1", "2 ]"], "{more}");
        }
        assert_eq!(names("# nothing\n\n"), Vec::<String>::new());
    }

    #[test]
    fn tables_inside_a_hand_belong_to_it() {
        let text = format!("[1]\n{HAND}[1._a]\nx = 1\n[1._a.b]\ny = 2\n[[1._c]]\n[[1._c]]\n[2]\n{HAND}");
        assert_eq!(names(&text), ["1", "2"]);
        let one = format!("{HAND}[_a]\nx = 1\n[_b]\n");
        let found = in_pieces(&one, 9).expect("one hand");
        assert_eq!((found.len(), found[0].name.as_deref()), (1, None));
        // A collection that is written without heads.
        let fields = HAND.trim_end().replace("[\n'',\n]", "['']").replace('\n', ", ");
        assert_eq!(names(&format!("a = {{{fields}}}\nb = {{{fields}}}\n")), ["a", "b"]);
    }

    #[test]
    fn a_broken_hand_is_named_with_its_line() {
        let begin = format!("[1]\n{HAND}[2]\n");
        for (broken, why) in [
            ("x", "hand \"2\": not TOML in line 12"),
            ("x = 1\n", "hand \"2\", line 11: variant is missing"),
            (&HAND.replace("[1, 1]", "[1]"), "hand \"2\", line 13: 1 players"),
            (&HAND.replace("''", "'p1 dances'"), "hand \"2\": action 1, \"p1 dances\" (line 19): \"dances\""),
            (&format!("{HAND}[1]\n{HAND}"), "hand \"1\", line 21: a hand of this name came before"),
            (&format!("{HAND}[[3]]\n{HAND}"), "hand \"3\", line 21: a hand is a table, [NAME]"),
            (&format!("{HAND}[3\n{HAND}"), "not TOML in line 21"),
            (&HAND.replace(",\n]", ",\n"), "hand \"2\": not TOML in line 19"),
        ] {
            let found = error(&format!("{begin}{broken}"));
            assert!(found.starts_with(why), "{found}");
        }
    }

    #[test]
    fn a_list_without_an_end_swallows_no_more_than_one_hand_may_have() {
        let broken = format!("[1]\n{HAND}[2]\n{}", HAND.replace(",\n]", ",\n"));
        let hands = (3..10_000).map(|number| format!("[{number}]\n{HAND}")).collect::<Vec<_>>().concat();
        let text = broken + &hands;
        assert!(text.len() > MAX_BYTES);
        let mut reader = Hands::new(Options::default());
        let error = reader.feed(text.as_bytes()).expect_err("no end");
        assert!(error.to_string().starts_with("hand \"2\": not TOML in line 2"), "{error}");
        assert!(reader.text.len() <= MAX_BYTES + PIECE);
        // A hand that says nothing ends there too.
        let error = in_pieces(&format!("[1]\n{HAND}{}", "# x\n".repeat(MAX_BYTES)), PIECE).expect_err("long");
        assert!(error.to_string().starts_with("hand \"1\", line 1: one hand has more than"), "{error}");
    }

    #[test]
    fn a_long_text_is_kept_one_hand_at_a_time() {
        let mut reader = Hands::new(Options::default());
        let mut count = 0;
        for number in 0..2000 {
            count += reader.feed(format!("[{number}]\n{HAND}").as_bytes()).expect("hands").len();
            assert!(reader.text.len() < 400, "{}", reader.text.len());
        }
        assert_eq!(count + reader.finish().map_or(0, |hands| hands.len()), 2000);
    }

    #[test]
    fn bytes_that_are_no_text_are_named() {
        assert_eq!(decode(b"ab", 0), Ok("ab"));
        let mut reader = Hands::new(Options::default());
        reader.feed(format!("[1]\n{HAND}# ").as_bytes()).expect("a hand");
        let error = reader.feed(b"\xff\n[2]").expect_err("no UTF-8");
        assert_eq!(error.kind(), "history_syntax");
        let at = HAND.len() + 6;
        assert!(error.to_string().starts_with(&format!("byte {at} is 0xff")), "{error}");
    }
}
