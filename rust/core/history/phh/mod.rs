//! PHH, the poker hand history format: one hand (`.phh`) or one table for each of many (`.phhs`).
//!
//! The format: <https://phh.readthedocs.io> (version 0.0.2), and its first reader, `PokerKit`, where the
//! standard is silent (`.phhs`). Here are the fields of one hand: a table ⇄ a [`History`]. What PHH has no
//! field for goes into fields that begin with `_stud8_`.

mod hands;
mod house;
mod notation;
mod value;

use std::fmt::Write as _;

use super::replay::ReplayError;
use super::transcript::{Entry, Labels, Participant, SourceLine, Stack, Transcript};
use super::{Format, History, HistoryError, Options, amount, clip};
use crate::action::ActionKind;
use crate::eval::LowKind;
use crate::rules::{Chips, Draft};
use crate::seat::{SEATS, Seat};
use crate::text::At;

pub use hands::Hands;
#[cfg(test)]
pub(super) use notation::written;
use value::TomlField;
pub use value::{MAX_BYTES, MAX_DEPTH, MAX_TOKENS, TomlValue};

/// PHH's variant of this game.
pub const VARIANT: &str = "F7S/8";

/// Our own variant: the same game with another low, or with declaration, which `_stud8_rules` says. PHH has
/// no code for these; other programs refuse an unknown code by name, and don't pay the hand wrong.
pub const OWN_VARIANT: &str = "_F7S/HL";

/// What each player declared.
const DECLARED_FIELD: &str = "_stud8_declared";

/// The fields from which all hands of a seed follow.
const SEED_FIELDS: [&str; 2] = ["_stud8_seed", "_stud8_number"];

/// The variants of PHH, to name what is refused.
const VARIANTS: [(&str, &str); 11] = [
    ("FT", "fixed-limit Texas hold 'em"),
    ("NT", "no-limit Texas hold 'em"),
    ("NS", "no-limit short-deck hold 'em"),
    ("PO", "pot-limit Omaha hold 'em"),
    ("FO/8", "fixed-limit Omaha hold 'em high-low, eight or better"),
    ("F7S", "seven-card stud for high only"),
    (VARIANT, "seven-card stud high-low, eight or better"),
    ("FR", "razz"),
    ("N2L1D", "no-limit deuce-to-seven single draw"),
    ("F2L3D", "fixed-limit deuce-to-seven triple draw"),
    ("FB", "fixed-limit badugi"),
];

/// Reads the fields of one hand, which begins in this line.
fn read(table: Vec<TomlField>, line: usize, options: Options) -> Result<History, HistoryError> {
    let mut fields = Fields { left: table, decimals: options.decimals, line, first_line: line };
    read_fields(&mut fields).map_err(|error| error.in_line(fields.line))
}

fn read_fields(fields: &mut Fields) -> Result<History, HistoryError> {
    let decimals = fields.decimals;
    let own_variant = fields.variant()?;
    for name in ["blinds_or_straddles", "min_bet"] {
        if fields.take(name).is_some() {
            return unsupported(format!(
                "{name} has no place in {VARIANT}: stud has antes, a bring-in and two bets"
            ));
        }
    }
    let antes = fields.required("antes", Fields::amounts)?;
    let players = antes.len();
    if !(2..=SEATS).contains(&players) {
        return unsupported(format!("{players} players: a hand needs two to eight"));
    }
    let stacks = fields.required("starting_stacks", Fields::stacks)?;
    check_count("starting_stacks", stacks.len(), players)?;
    if let Some(player) = stacks.iter().position(|&stack| stack == Stack::Known(0)) {
        return syntax(format!("starting_stacks has 0 for p{}: a player begins with more", player + 1));
    }
    let ante = one_ante(&antes, &stacks, decimals)?;
    let (house, show_in_turn, house_known) = match fields.take(house::FIELD) {
        Some(value) => {
            let (draft, show_in_turn) = house::read(value, decimals, own_variant)?;
            (draft, show_in_turn, true)
        }
        None => (Draft::default(), true, false),
    };
    if own_variant && house.low.is_none() {
        return syntax(format!(
            "variant {OWN_VARIANT:?} needs {} with low: it stands for what PHH has no code for",
            house::FIELD
        ));
    }
    let rules = Draft {
        ante: Some(ante),
        bring_in: Some(fields.required("bring_in", Fields::amount)?),
        small_bet: Some(fields.required("small_bet", Fields::amount)?),
        big_bet: Some(fields.required("big_bet", Fields::amount)?),
        low: house.low.or(Some(LowKind::EightOrBetter)),
        declare: house.declare.or(Some(false)),
        trim_antes: fields.truth("ante_trimming_status")?,
        ..house
    };
    let entries = fields.actions(players)?;
    let seats = fields.list("seats", integer, "an array of whole numbers", players)?;
    let names = fields.list("players", string, "an array of strings", players)?;
    let finishing = fields.stacks("finishing_stacks")?;
    check_count("finishing_stacks", finishing.as_ref().map_or(players, Vec::len), players)?;
    let right = "an array of 'high', 'low', 'both' and ''";
    let declared = fields.list(DECLARED_FIELD, declaration, right, players)?;
    let seated = seats_of(seats.as_deref(), players);
    let players = (0..players).map(|index| Participant {
        seat: seated[index],
        stated_seat: seats.as_ref().map(|seats| seats[index]),
        name: names.as_ref().map(|names| names[index].clone()),
        stack: stacks[index],
        finishing_stack: finishing.as_ref().map(|finishing| finishing[index]),
        declared: declared.as_ref().and_then(|declared| declared[index]),
    });
    let transcript = Transcript {
        name: None,
        decimals,
        labels: Labels::Numbers,
        players: players.collect(),
        rules,
        house_known,
        show_in_turn,
        entries,
    };
    let left = std::mem::take(&mut fields.left).into_iter().map(|field| (field.name, field.value));
    Ok(History { format: Format::Phh, transcript, fields: left.collect() })
}

/// Where the players sit: where the file says if its numbers ascend from 1 to 8, else in 1, 2, 3 …
fn seats_of(stated: Option<&[i64]>, players: usize) -> Vec<Seat> {
    let named: Option<Vec<Seat>> = stated.and_then(|numbers| {
        numbers.iter().map(|&number| u8::try_from(number).ok().and_then(Seat::new)).collect()
    });
    let ascend = |seats: &Vec<Seat>| seats.is_sorted_by(|one, next| one < next);
    named.filter(ascend).unwrap_or_else(|| Seat::ALL.into_iter().take(players).collect())
}

fn syntax<T>(why: String) -> Result<T, HistoryError> {
    Err(HistoryError::Syntax(why))
}

fn unsupported<T>(why: String) -> Result<T, HistoryError> {
    Err(HistoryError::Unsupported(why))
}

fn check_count(name: &str, count: usize, players: usize) -> Result<(), HistoryError> {
    if count == players {
        return Ok(());
    }
    syntax(format!("{name} has {count} entries, and antes has {players}: both must have one for each player"))
}

/// What each player antes. A player who has less may be down for all of it, as antes paid are.
fn one_ante(antes: &[Chips], stacks: &[Stack], decimals: u8) -> Result<Chips, HistoryError> {
    let ante = antes.iter().copied().max().unwrap_or_default();
    let fits = |(&paid, stack): (&Chips, &Stack)| {
        paid == ante || stack.known().is_some_and(|stack| paid == stack && stack < ante)
    };
    // PHH reverses antes heads-up; where that is forgotten they still say who paid what.
    let reversed = antes.len() == 2 && antes.iter().rev().zip(stacks).all(fits);
    if antes.iter().zip(stacks).all(fits) || reversed {
        return Ok(ante);
    }
    let odd = antes.iter().position(|&other| other != antes[0]).unwrap_or_default();
    unsupported(format!(
        "antes has {} for p1 and {} for p{}: every player pays the same ante in stud, or all of a smaller stack; \
         big-blind and button antes belong to other games",
        amount::format(antes[0], decimals),
        amount::format(antes[odd], decimals),
        odd + 1
    ))
}

#[expect(clippy::option_option, reason = "no declaration at all, none yet, and one")]
fn declaration(value: &TomlValue) -> Option<Option<ActionKind>> {
    match string(value)?.as_str() {
        "high" => Some(Some(ActionKind::DeclareHigh)),
        "low" => Some(Some(ActionKind::DeclareLow)),
        "both" => Some(Some(ActionKind::DeclareBoth)),
        "" => Some(None),
        _ => None,
    }
}

fn integer(value: &TomlValue) -> Option<i64> {
    match value {
        TomlValue::Integer(text) => text.parse().ok(),
        _ => None,
    }
}

fn string(value: &TomlValue) -> Option<String> {
    match value {
        TomlValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The fields not taken yet.
struct Fields {
    left: Vec<TomlField>,
    decimals: u8,
    /// The line of the field that was taken last, for messages.
    line: usize,
    first_line: usize,
}

impl Fields {
    fn take_field(&mut self, name: &str) -> Option<TomlField> {
        self.line = self.first_line;
        let index = self.left.iter().position(|field| field.name == name)?;
        let field = self.left.remove(index);
        self.line = field.line;
        Some(field)
    }

    fn take(&mut self, name: &str) -> Option<TomlValue> {
        self.take_field(name).map(|field| field.value)
    }

    fn required<T>(
        &mut self,
        name: &'static str,
        read: impl Fn(&mut Self, &str) -> Result<Option<T>, HistoryError>,
    ) -> Result<T, HistoryError> {
        read(self, name)?.ok_or_else(|| {
            HistoryError::Syntax(format!(
                "{name} is missing: {VARIANT} needs variant, antes, bring_in, small_bet, big_bet, starting_stacks \
                 and actions"
            ))
        })
    }

    /// Whether the variant is our own, if it is one that is read.
    fn variant(&mut self) -> Result<bool, HistoryError> {
        match self.required("variant", |fields, name| Ok(fields.take(name)))? {
            TomlValue::String(code) if code == VARIANT => Ok(false),
            TomlValue::String(code) if code == OWN_VARIANT => Ok(true),
            TomlValue::String(code) => {
                let known = VARIANTS.iter().find(|(known, _)| *known == code);
                let name = known.map_or_else(String::new, |(_, name)| format!(" ({name})"));
                let (at, code) = (At::of_word(&code), clip(&code));
                unsupported(format!(
                    "variant {code:?}{name} is not read: only '{VARIANT}' (seven-card stud high-low) is{at}"
                ))
            }
            other => {
                syntax(format!("variant is of type {}: it must be the string '{VARIANT}'", other.type_name()))
            }
        }
    }

    fn list<T>(
        &mut self,
        name: &str,
        read: impl Fn(&TomlValue) -> Option<T>,
        right: &str,
        players: usize,
    ) -> Result<Option<Vec<T>>, HistoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let read = items(name, &value, read, right)?;
        check_count(name, read.len(), players)?;
        Ok(Some(read))
    }

    fn truth(&mut self, name: &str) -> Result<Option<bool>, HistoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(TomlValue::Boolean(value)) => Ok(Some(value)),
            Some(other) => {
                syntax(format!("{name} is {}: it must be true or false", clip(&other.to_string())))
            }
        }
    }

    fn amount(&mut self, name: &str) -> Result<Option<Chips>, HistoryError> {
        self.take(name).map(|value| read_amount(name, &value, self.decimals)).transpose()
    }

    fn amounts(&mut self, name: &str) -> Result<Option<Vec<Chips>>, HistoryError> {
        let decimals = self.decimals;
        self.amounts_with(name, |value| read_amount(name, value, decimals))
    }

    fn stacks(&mut self, name: &str) -> Result<Option<Vec<Stack>>, HistoryError> {
        let decimals = self.decimals;
        self.amounts_with(name, |value| match value {
            TomlValue::Float(text) if text == "inf" || text == "+inf" => Ok(Stack::Unknown),
            _ => read_amount(name, value, decimals).map(Stack::Known),
        })
    }

    fn amounts_with<T>(
        &mut self,
        name: &str,
        read: impl Fn(&TomlValue) -> Result<T, HistoryError>,
    ) -> Result<Option<Vec<T>>, HistoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let TomlValue::Array(values) = value else {
            return syntax(format!(
                "{name} is of type {}: it must be an array of amounts",
                value.type_name()
            ));
        };
        values.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    fn actions(&mut self, players: usize) -> Result<Vec<Entry>, HistoryError> {
        let decimals = self.decimals;
        let TomlField { value, lines, .. } =
            self.required("actions", |fields, name| Ok(fields.take_field(name)))?;
        let texts = items("actions", &value, string, "an array of strings")?;
        let entry = |(number, (text, &line)): (usize, (&String, &usize))| {
            let line = SourceLine::new(line);
            match notation::parse_line(text, decimals, players) {
                Ok(entry) => Ok(Entry { line, ..entry }),
                Err(why) => Err(HistoryError::Action { number, text: clip(text), line, why }),
            }
        };
        (1..).zip(texts.iter().zip(&lines)).map(entry).collect()
    }
}

/// The entries of a list, each read.
fn items<T>(
    name: &str,
    value: &TomlValue,
    read: impl Fn(&TomlValue) -> Option<T>,
    right: &str,
) -> Result<Vec<T>, HistoryError> {
    let TomlValue::Array(values) = value else {
        return syntax(format!("{name} is of type {}: it must be {right}", value.type_name()));
    };
    let read = |value| {
        let wrong = || format!("{name} has {}: it must be {right}", clip(&TomlValue::to_string(value)));
        read(value).ok_or_else(|| HistoryError::Syntax(wrong()))
    };
    values.iter().map(read).collect()
}

fn read_amount(name: &str, value: &TomlValue, decimals: u8) -> Result<Chips, HistoryError> {
    let wrong = |why: String| HistoryError::Syntax(format!("{name}: {why}"));
    match value {
        TomlValue::Integer(text) => {
            let radix = match text.get(..2) {
                Some("0x") => 16,
                Some("0o") => 8,
                Some("0b") => 2,
                _ => return amount::parse(text, decimals).map_err(wrong),
            };
            let number = Chips::from_str_radix(&text[2..], radix);
            let number = number.map_err(|_| wrong(format!("the amount {} is too large", clip(text))))?;
            amount::parse(&number.to_string(), decimals).map_err(wrong)
        }
        TomlValue::Float(text) => amount::parse(text, decimals).map_err(wrong),
        other => Err(wrong(format!(
            "{} is of type {}, not an amount",
            clip(&other.to_string()),
            other.type_name()
        ))),
    }
}

impl Stack {
    /// As PHH writes it.
    fn to_text(self, decimals: u8) -> String {
        self.known().map_or_else(|| "inf".to_owned(), |chips| amount::format(chips, decimals))
    }
}

/// Writes one hand: what the format requires first, our own rules last.
///
/// Refuses a hand whose stakes aren't all known: PHH demands them.
pub(super) fn write(history: &History) -> Result<String, HistoryError> {
    let Transcript { decimals, players, rules, .. } = &history.transcript;
    let decimals = *decimals;
    let stake = |name: &str, chips: Option<Chips>| {
        let unknown = || HistoryError::Unsupported(format!("{name} isn't known, and PHH demands it"));
        chips.map(|chips| amount::format(chips, decimals)).ok_or_else(unknown)
    };
    let other_low = rules.low.is_some_and(|low| low != LowKind::EightOrBetter);
    let own_variant = other_low || rules.declare == Some(true);
    let mut text = String::with_capacity(2048);
    let mut field = |name: &str, written: &str| {
        // Writing to a string can't fail.
        _ = writeln!(text, "{} = {written}", value::key(name));
    };
    field("variant", &value::string(if own_variant { OWN_VARIANT } else { VARIANT }));
    field("antes", &listed(&vec![stake("ante", rules.ante)?; players.len()]));
    field("bring_in", &stake("bring_in", rules.bring_in)?);
    field("small_bet", &stake("small_bet", rules.small_bet)?);
    field("big_bet", &stake("big_bet", rules.big_bet)?);
    let stacks = players.iter().map(|player| player.stack.to_text(decimals));
    field("starting_stacks", &listed(&stacks.collect::<Vec<_>>()));
    let mut lines = String::from("[\n");
    for entry in &history.transcript.entries {
        _ = writeln!(lines, "  {},", value::string(&notation::line_text(entry, decimals)));
    }
    field("actions", &(lines + "]"));
    if let Some(trim) = rules.trim_antes {
        field("ante_trimming_status", &trim.to_string());
    }
    let all = |text: fn(&Participant, u8) -> Option<String>| {
        players.iter().map(|player| text(player, decimals)).collect::<Option<Vec<_>>>()
    };
    for (name, texts) in [
        ("seats", all(|player, _| player.stated_seat.map(|seat| seat.to_string()))),
        ("players", all(|player, _| player.name.as_deref().map(value::string))),
        (
            "finishing_stacks",
            all(|player, decimals| player.finishing_stack.map(|stack| stack.to_text(decimals))),
        ),
    ] {
        if let Some(texts) = texts {
            field(name, &listed(&texts));
        }
    }
    for (name, value) in &history.fields {
        field(name, &value.to_string());
    }
    if players.iter().any(|player| player.declared.is_some()) {
        let declared = |player: &Participant| value::string(player.declared.map_or("", half));
        field(DECLARED_FIELD, &listed(&players.iter().map(declared).collect::<Vec<_>>()));
    }
    if history.transcript.house_known || own_variant {
        let house = house::write(rules, history.transcript.show_in_turn, decimals, own_variant);
        field(house::FIELD, &house.to_string());
    }
    Ok(text)
}

fn listed(texts: &[String]) -> String {
    format!("[{}]", texts.join(", "))
}

/// What a declaration is for.
const fn half(declaration: ActionKind) -> &'static str {
    match declaration {
        ActionKind::DeclareHigh => "high",
        ActionKind::DeclareLow => "low",
        _ => "both",
    }
}

/// The lines of `actions`, one for each entry.
pub(super) fn lines(transcript: &Transcript) -> impl Iterator<Item = String> {
    transcript.entries.iter().map(|entry| notation::line_text(entry, transcript.decimals))
}

/// Adds to an error of a replay where it stands, and how what was awaited is written.
pub(super) fn locate(error: ReplayError, transcript: &Transcript) -> HistoryError {
    match error {
        ReplayError::Unsupported(why) => HistoryError::Unsupported(why),
        ReplayError::Step { entry: index, line, mut why, awaited, doubt } => {
            let entry = transcript.entries.get(index).cloned().unwrap_or_default();
            let bare = Entry { remark: None, ..entry };
            let text = clip(&notation::line_text(&bare, transcript.decimals));
            if let Some(awaited) = awaited {
                _ = write!(why, " ({})", notation::awaited_text(awaited, transcript.decimals));
            }
            if let Some(doubt) = doubt {
                _ = write!(why, "; {doubt}");
            }
            HistoryError::Step { number: index + 1, text, line, why }
        }
    }
}

/// Leaves out the fields from which all other hands of the seed follow.
pub(super) fn forget_seed(fields: &mut Vec<(String, TomlValue)>) {
    fields.retain(|(name, _)| !SEED_FIELDS.contains(&name.as_str()));
}

/// The fields that say of which seed a hand is.
pub(super) fn seed_fields(seed: u64, number: u64) -> Vec<(String, TomlValue)> {
    SEED_FIELDS.into_iter().map(str::to_owned).zip([whole(seed), whole(number)]).collect()
}

/// TOML promises no more than 63 bits.
fn whole(number: u64) -> TomlValue {
    let text = number.to_string();
    if i64::try_from(number).is_ok() { TomlValue::Integer(text) } else { TomlValue::String(text) }
}

/// Several hands as one text, each a table.
pub(super) fn write_many(histories: &[History]) -> Result<String, HistoryError> {
    let name = |history: &'_ History| history.transcript.name.clone();
    let mut names: Vec<String> = histories.iter().filter_map(name).collect();
    names.sort_unstable();
    names.dedup();
    let keep = names.len() == histories.len();
    let mut text = String::new();
    for (number, history) in (1..).zip(histories) {
        let gap = if number > 1 { "\n" } else { "" };
        let name = name(history).filter(|_| keep).unwrap_or_else(|| number.to_string());
        _ = write!(text, "{gap}[{}]\n{}", value::key(&name), write(history)?);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HAND: &str = "variant = 'F7S/8'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n\
                        starting_stacks = [50, 60]\nactions = ['# nothing yet']\n";

    fn read_text(text: &str, decimals: u8) -> Result<History, HistoryError> {
        History::parse(text, Options { decimals, ..Options::default() })
    }

    /// The error of the hand with one text replaced by another.
    fn error(old: &str, new: &str) -> (String, &'static str) {
        assert!(HAND.contains(old), "{old}");
        let error = read_text(&HAND.replace(old, new), 0).expect_err(new);
        (error.to_string(), error.kind())
    }

    #[test]
    fn every_field_reads_back() {
        let more = "ante_trimming_status = true\nseats = [3, 7]\nplayers = ['Ann', \"O'Neill\"]\n\
                    finishing_stacks = [49.50, 60.5]\n_stud8_rules = {raises = 'none', unit = 0.50}\n\
                    event = 'x'\ntime = 12:30:00\n_mine = {a = [1, 2.50], b = {c = inf}}\n'odd key' = 1e3\n";
        let text = HAND.replace("['#", "['p1 cbr 2.5 # bets', '#") + more;
        let history = read_text(&text, 2).expect("a hand");
        let transcript = &history.transcript;
        assert_eq!((transcript.rules.ante, transcript.rules.bring_in), (Some(100), Some(200)));
        let finishing = transcript.players.iter().map(|player| player.finishing_stack);
        assert!(finishing.eq([4950, 6050].map(|chips| Some(Stack::Known(chips)))));
        assert_eq!((transcript.house_known, transcript.rules.unit), (true, Some(50)));
        assert_eq!(history.fields.len(), 4);
        let written = history.to_text().expect("known stakes");
        assert!(written.contains("'p1 cbr 2.50 # bets',"), "{written}");
        assert_eq!(read_text(&written, 2), Ok(history));
    }

    #[test]
    fn other_games_are_refused_by_name() {
        let (text, kind) = error("F7S/8", "FR");
        assert_eq!(
            text,
            "line 1: variant \"FR\" (razz) is not read: only 'F7S/8' (seven-card stud high-low) is"
        );
        assert_eq!(kind, "history_unsupported");
        for (code, _) in VARIANTS {
            assert_eq!(read_text(&HAND.replace("F7S/8", code), 0).is_ok(), code == VARIANT);
        }
        for (old, new, why) in [
            ("[1, 1]", "[0, 1]", "every player pays the same ante"),
            ("[1, 1]", "[1]", "two to eight"),
            ("[1, 1]", "[1, 1, 1, 1, 1, 1, 1, 1, 1]", "9 players: a hand needs two to eight"),
            ("bring_in", "min_bet = 3\nbring_in", "min_bet has no place"),
        ] {
            let (text, kind) = error(old, new);
            assert!(text.contains(why), "{text}");
            assert_eq!(kind, "history_unsupported", "{text}");
        }
    }

    #[test]
    fn wrong_fields_say_what_would_be_right() {
        for (old, new, why) in [
            ("variant = 'F7S/8'", "", "variant is missing"),
            ("'F7S/8'", "8", "variant is of type integer"),
            ("bring_in = 2\n", "", "bring_in is missing: F7S/8 needs variant, antes"),
            ("actions", "action", "actions is missing"),
            ("[50, 60]", "[50]", "starting_stacks has 1 entries, and antes has 2"),
            ("[50, 60]", "[50, 0]", "starting_stacks has 0 for p2"),
            ("[50, 60]", "[50, 0.40]", "pass decimals=1"),
            ("[50, 60]", "[50, nan]", "is no number"),
            ("[50, 60]", "[50, -5]", "is negative"),
            ("[50, 60]", "50", "starting_stacks is of type integer: it must be an array of amounts"),
            ("bring_in = 2", "bring_in = '2'", "'2' is of type string, not an amount"),
            ("bring_in = 2", "bring_in = 0xffffffffffffffffff", "too large"),
            ("['# nothing yet']", "[3]", "actions has 3: it must be an array of strings"),
            ("['# nothing yet']", "'p1 f'", "actions is of type string"),
            ("['# nothing yet']", "['', 'p1 jump']", "action 2, \"p1 jump\" (line 7): \"jump\" is no action"),
            ("actions", "seats = [1]\nactions", "seats has 1 entries"),
            ("actions", "players = [1, 2]\nactions", "players has 1: it must be an array of strings"),
            ("actions", "ante_trimming_status = 1\nactions", "true or false"),
        ] {
            let (text, kind) = error(old, new);
            assert!(text.contains(why), "{text}");
            assert_eq!(kind, "history_syntax", "{text}");
        }
        assert_eq!(
            read_text(&HAND.replace("bring_in = 2", "bring_in = 0x2"), 0)
                .map(|h| h.transcript.rules.bring_in),
            Ok(Some(2))
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (old, new, line) in [
            ("F7S/8", "FR", "line 1: variant"),
            ("bring_in = 2", "bring_in = -2", "line 3: bring_in: the amount -2"),
            ("[50, 60]", "[50]", "line 6: starting_stacks has 1"),
            ("small_bet = 4\n", "", "line 1: small_bet is missing"),
            ("['# nothing yet']", "[\n'',\n'p1 jump']", "action 2, \"p1 jump\" (line 9): \"jump\""),
        ] {
            let (text, _) = error(old, new);
            assert!(text.starts_with(line), "{text}");
        }
    }

    #[test]
    fn antes_that_were_paid_short_are_one_ante() {
        let ante = |antes: &str, stacks: &str| {
            let text = HAND.replace("[1, 1]", antes).replace("[50, 60]", stacks);
            read_text(&text, 0).map(|history| history.transcript.rules.ante)
        };
        assert_eq!(ante("[5, 5, 3]", "[50, 60, 3]"), Ok(Some(5)));
        assert_eq!(ante("[5, 3]", "[50, 3]"), Ok(Some(5)));
        // Heads-up PHH reverses antes.
        assert_eq!(ante("[3, 5]", "[50, 3]"), Ok(Some(5)));
        for (antes, stacks) in
            [("[5, 5, 3]", "[50, 60, 4]"), ("[0, 3, 0]", "[50, 60, 70]"), ("[5, 3]", "[50, inf]")]
        {
            assert!(ante(antes, stacks).is_err(), "{antes}");
        }
    }
}
