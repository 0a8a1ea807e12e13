//! TOML values as they were written: numbers stay text, tables keep their order.

use std::fmt;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;
use toml_writer::{TomlKeyBuilder, TomlStringBuilder, TomlWrite as _};

use crate::history::HistoryError;
use crate::text::At;

/// The longest text of one hand that is read; a hand has some two thousand bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// The most TOML tokens of one hand that are read; a hand has some three hundred.
pub const MAX_TOKENS: usize = 1 << 18;

/// How deep arrays and tables may be nested, and how many parts a dotted key may have.
pub const MAX_DEPTH: usize = 16;

/// A TOML value. Numbers and dates are kept as text, so nothing is rounded on the way through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TomlValue {
    /// A string.
    String(String),
    /// An integer, without underscores.
    Integer(String),
    /// A float, without underscores.
    Float(String),
    /// A truth value.
    Boolean(bool),
    /// A date, a time, or both.
    Datetime(String),
    /// A list.
    Array(Vec<TomlValue>),
    /// A table, in the order of the text.
    Table(Vec<(String, TomlValue)>),
}

impl TomlValue {
    /// What TOML calls this type of value.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::String(_) => "string",
            Self::Integer(_) => "integer",
            Self::Float(_) => "float",
            Self::Boolean(_) => "boolean",
            Self::Datetime(_) => "date or time",
            Self::Array(_) => "array",
            Self::Table(_) => "table",
        }
    }
}

/// The value on one line of TOML.
impl fmt::Display for TomlValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(text) => f.write_str(&string(text)),
            Self::Integer(text) | Self::Float(text) | Self::Datetime(text) => f.write_str(text),
            Self::Boolean(value) => value.fmt(f),
            Self::Array(values) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", values.join(", "))
            }
            Self::Table(entries) => {
                let entries: Vec<String> =
                    entries.iter().map(|(name, value)| format!("{} = {value}", key(name))).collect();
                write!(f, "{{{}}}", entries.join(", "))
            }
        }
    }
}

/// A string as TOML writes it, in single quotes where it can.
pub(super) fn string(text: &str) -> String {
    let builder = TomlStringBuilder::new(text);
    let mut written = String::with_capacity(text.len() + 2);
    // Writing to a string can't fail.
    _ = written.value(builder.as_literal().unwrap_or_else(|| builder.as_basic()));
    written
}

/// A key as TOML writes it.
pub(super) fn key(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    _ = written.key(TomlKeyBuilder::new(text).as_default());
    written
}

/// One field of a table, and the line in which its value begins.
pub(super) struct TomlField {
    pub name: String,
    pub value: TomlValue,
    pub line: usize,
    /// The line of each entry, if the value is a list.
    pub lines: Vec<usize>,
}

/// Refuses a hand that is too long to be one.
pub(super) fn check_size(bytes: usize) -> Result<(), HistoryError> {
    if bytes > MAX_BYTES {
        return Err(HistoryError::Syntax(format!(
            "one hand has more than {MAX_BYTES} bytes (1 MiB): a hand has some two thousand; is this a hand history?"
        )));
    }
    Ok(())
}

/// Names the character that looks right in the word that begins here, with its place in the line.
fn odd_after(text: &str, start: usize) -> String {
    let (Some(before), Some(after)) = (text.get(..start), text.get(start..)) else { return String::new() };
    let line = &text[before.rfind('\n').map_or(0, |end| end + 1)..];
    let word = after.split(char::is_whitespace).next().unwrap_or_default();
    if At::of_word(word).to_string().is_empty() { String::new() } else { At::of(line, word).to_string() }
}

/// A TOML document, and where its lines are.
pub(super) struct Document<'a> {
    table: DeTable<'a>,
    lines: Lines,
}

impl<'a> Document<'a> {
    /// Parses a text whose first line is this line of its file.
    pub fn parse(text: &'a str, first_line: usize) -> Result<Self, HistoryError> {
        check_size(text.len())?;
        let lines = Lines::new(text, first_line);
        check_shape(text, &lines)?;
        let table = DeTable::parse(text).map_err(|error| {
            let place = error.span().map_or_else(String::new, |span| lines.place(text, span.start));
            let odd = error.span().map_or_else(String::new, |span| odd_after(text, span.start));
            HistoryError::Syntax(format!("not TOML{place}: {}{odd}", error.message()))
        })?;
        Ok(Self { table: table.into_inner(), lines })
    }

    /// Whether it holds tables and nothing else.
    pub fn is_collection(&self) -> bool {
        !self.table.is_empty() && self.table.values().all(|value| value.get_ref().is_table())
    }

    /// The fields of the document itself.
    pub fn fields(self) -> Vec<TomlField> {
        fields(self.table, &self.lines)
    }

    /// The fields of each table of a collection, by name.
    pub fn tables(self) -> impl Iterator<Item = (String, Vec<TomlField>)> {
        let lines = self.lines;
        sorted(self.table).filter_map(move |(key, value)| match value.into_inner() {
            DeValue::Table(table) => Some((key.into_inner().into_owned(), fields(table, &lines))),
            _ => None,
        })
    }
}

fn sorted(table: DeTable<'_>) -> impl Iterator<Item = (Spanned<DeString<'_>>, Spanned<DeValue<'_>>)> {
    let mut entries: Vec<_> = table.into_iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter()
}

fn fields(table: DeTable<'_>, lines: &Lines) -> Vec<TomlField> {
    let field = |(key, value): (Spanned<DeString<'_>>, Spanned<DeValue<'_>>)| {
        let line = lines.of(key.span().start);
        let lines = match value.get_ref() {
            DeValue::Array(values) => values.iter().map(|value| lines.of(value.span().start)).collect(),
            _ => Vec::new(),
        };
        TomlField { name: key.into_inner().into_owned(), value: convert(value.into_inner()), line, lines }
    };
    sorted(table).map(field).collect()
}

/// Where the lines of a text begin.
struct Lines {
    starts: Vec<usize>,
    first: usize,
}

impl Lines {
    fn new(text: &str, first: usize) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self { starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(), first }
    }

    /// The number of the line of the file.
    fn of(&self, at: usize) -> usize {
        self.first + self.starts.partition_point(|&start| start <= at) - 1
    }

    /// Where in the file: ` in line 3, column 5`.
    fn place(&self, text: &str, at: usize) -> String {
        let start = self.starts[self.starts.partition_point(|&start| start <= at) - 1];
        let column = text.get(start..at).map_or(0, |before| before.chars().count()) + 1;
        format!(" in line {}, column {column}", self.of(at))
    }
}

/// Refuses what would take too much memory, or too deep a recursion, before it is parsed.
fn check_shape(text: &str, lines: &Lines) -> Result<(), HistoryError> {
    let too_deep = |at: usize, what: &str| {
        let place = lines.place(text, at);
        Err(HistoryError::Syntax(format!("too deep{place}: {what}, {MAX_DEPTH} is the most")))
    };
    let (mut depth, mut dots) = (0_usize, 0);
    for (count, token) in Source::new(text).lex().enumerate() {
        let at = token.span().start();
        if count >= MAX_TOKENS {
            return Err(HistoryError::Syntax(format!(
                "one hand has more than {MAX_TOKENS} TOML tokens: a hand has some three hundred"
            )));
        }
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::Atom | TokenKind::Whitespace | TokenKind::LiteralString | TokenKind::BasicString => {}
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => (depth, dots) = (depth + 1, 0),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                (depth, dots) = (depth.saturating_sub(1), 0);
            }
            _ => dots = 0,
        }
        if depth > MAX_DEPTH {
            return too_deep(at, "arrays and tables in one another");
        }
        if dots >= MAX_DEPTH {
            return too_deep(at, "a key of many parts");
        }
    }
    Ok(())
}

fn convert_table(table: DeTable<'_>) -> Vec<(String, TomlValue)> {
    let entry = |(key, value): (Spanned<DeString<'_>>, Spanned<DeValue<'_>>)| {
        (key.into_inner().into_owned(), convert(value.into_inner()))
    };
    sorted(table).map(entry).collect()
}

fn convert(value: DeValue<'_>) -> TomlValue {
    match value {
        DeValue::String(text) => TomlValue::String(text.into_owned()),
        DeValue::Integer(number) => TomlValue::Integer(number.to_string()),
        DeValue::Float(number) => TomlValue::Float(number.to_string()),
        DeValue::Boolean(value) => TomlValue::Boolean(value),
        DeValue::Datetime(time) => TomlValue::Datetime(time.to_string()),
        DeValue::Array(values) => {
            TomlValue::Array(values.into_iter().map(|value| convert(value.into_inner())).collect())
        }
        DeValue::Table(table) => TomlValue::Table(convert_table(table)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_table(text: &str) -> Result<Vec<(String, TomlValue)>, HistoryError> {
        let fields = Document::parse(text, 1)?.fields();
        Ok(fields.into_iter().map(|field| (field.name, field.value)).collect())
    }

    fn error(text: &str) -> String {
        let error = parse_table(text).expect_err("no TOML");
        assert_eq!(error.kind(), "history_syntax");
        error.to_string()
    }

    #[test]
    fn values_are_kept_as_they_were() {
        let text = "z = 0.10\na = \"it's\\n\"\nm = 0xff\nt = 12:30:00\nl = [1, 2.50, {b = true, a = []}]\n'odd key' = -1e9\n";
        let table = parse_table(text).expect("TOML");
        let names: Vec<&str> = table.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["z", "a", "m", "t", "l", "odd key"]);
        assert_eq!(table[0].1, TomlValue::Float("0.10".to_owned()));
        assert_eq!(table[4].1.to_string(), "[1, 2.50, {b = true, a = []}]");
        let lines: Vec<String> =
            table.iter().map(|(name, value)| format!("{} = {value}", key(name))).collect();
        assert_eq!(parse_table(&lines.join("\n")), Ok(table));
    }

    #[test]
    fn fields_and_entries_have_the_lines_of_their_file() {
        let fields = Document::parse("\na = 1\nb = [\n 'x',\n\n 'y', 'z']", 10).expect("TOML").fields();
        assert_eq!(fields.iter().map(|field| field.line).collect::<Vec<_>>(), [11, 12]);
        assert_eq!(fields[1].lines, [13, 15, 15]);
        let error = Document::parse("a = 1\nb = ", 10).err().map(|error| error.to_string());
        assert!(error.as_ref().is_some_and(|error| error.starts_with("not TOML in line 11")), "{error:?}");
    }

    #[test]
    fn wrong_toml_is_located() {
        assert!(error("a = 1\nb = [1, 2").contains("in line 2"), "{}", error("a = 1\nb = [1, 2"));
        assert!(error("a = 1\na = 2").contains("duplicate key"));
        assert!(error("{}").starts_with("not TOML in line 1, column 1"), "{}", error("{}"));
    }

    #[test]
    fn depth_and_size_are_limited() {
        assert!(error(&format!("a = {}", "[".repeat(100_000))).starts_with("too deep in line 1, column 21"));
        assert!(error(&format!("a{} = 1", ".a".repeat(100_000))).contains("a key of many parts"));
        assert!(error(&format!("[a{}]", ".a".repeat(100_000))).contains("a key of many parts"));
        assert!(error(&" ".repeat(MAX_BYTES + 1)).contains("more than 1048576 bytes (1 MiB)"));
        assert!(parse_table("a = '....................................................'").is_ok());
        assert!(
            parse_table(
                "a = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]"
            )
            .is_ok()
        );
    }
}
