//! The fields of a PHH file: a table ⇄ a [`History`].

use std::fmt::Write as _;

use super::notation::Line;
use super::value::{self, Value};
use super::{History, HistoryError, Options, VARIANT, amount, clip, house};
use crate::rules::Chips;
use crate::seat::SEATS;

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

/// Reads the fields of one hand.
pub(super) fn read(table: Vec<(String, Value)>, options: Options) -> Result<History, HistoryError> {
    let mut fields = Fields { left: table, decimals: options.decimals };
    check_variant(fields.take("variant"))?;
    for name in ["blinds_or_straddles", "min_bet"] {
        if fields.take(name).is_some() {
            return unsupported(format!(
                "{name} has no place in {VARIANT}: stud has antes, a bring-in and two bets"
            ));
        }
    }
    let (ante, players) = one_ante(&required("antes", fields.amounts("antes")?)?, options.decimals)?;
    let starting_stacks = required("starting_stacks", fields.amounts("starting_stacks")?)?;
    check_count("starting_stacks", starting_stacks.len(), players)?;
    if let Some(player) = starting_stacks.iter().position(|&stack| stack == 0) {
        return syntax(format!("starting_stacks has 0 for p{}: a player begins with more", player + 1));
    }
    let (house, permissive) = match fields.take(house::FIELD) {
        Some(value) => {
            let (draft, permissive) = house::read(value, options.decimals)?;
            (Some(draft), permissive)
        }
        None => (None, false),
    };
    let history = History {
        name: None,
        decimals: options.decimals,
        ante,
        bring_in: required("bring_in", fields.amount("bring_in")?)?,
        small_bet: required("small_bet", fields.amount("small_bet")?)?,
        big_bet: required("big_bet", fields.amount("big_bet")?)?,
        starting_stacks,
        actions: required("actions", fields.actions(players)?)?,
        trim_antes: fields.truth("ante_trimming_status")?,
        seats: fields.list("seats", integer, "an array of whole numbers")?,
        players: fields.list("players", string, "an array of strings")?,
        finishing_stacks: fields.amounts("finishing_stacks")?,
        house,
        permissive,
        fields: fields.left,
    };
    for (name, count) in [
        ("seats", history.seats.as_ref().map(Vec::len)),
        ("players", history.players.as_ref().map(Vec::len)),
        ("finishing_stacks", history.finishing_stacks.as_ref().map(Vec::len)),
    ] {
        check_count(name, count.unwrap_or(players), players)?;
    }
    Ok(history)
}

fn syntax<T>(why: String) -> Result<T, HistoryError> {
    Err(HistoryError::Syntax(why))
}

fn unsupported<T>(why: String) -> Result<T, HistoryError> {
    Err(HistoryError::Unsupported(why))
}

fn required<T>(name: &str, value: Option<T>) -> Result<T, HistoryError> {
    value.ok_or_else(|| {
        HistoryError::Syntax(format!(
            "{name} is missing: {VARIANT} needs variant, antes, bring_in, small_bet, big_bet, starting_stacks and actions"
        ))
    })
}

fn check_variant(variant: Option<Value>) -> Result<(), HistoryError> {
    match required("variant", variant)? {
        Value::String(code) if code == VARIANT => Ok(()),
        Value::String(code) => {
            let known = VARIANTS.iter().find(|(known, _)| *known == code);
            let name = known.map_or_else(String::new, |(_, name)| format!(" ({name})"));
            let code = clip(&code);
            unsupported(format!(
                "variant {code:?}{name} is not read: only '{VARIANT}' (seven-card stud high-low) is"
            ))
        }
        other => {
            syntax(format!("variant is of type {}: it must be the string '{VARIANT}'", other.type_name()))
        }
    }
}

fn check_count(name: &str, count: usize, players: usize) -> Result<(), HistoryError> {
    if count == players {
        return Ok(());
    }
    syntax(format!("{name} has {count} entries, and antes has {players}: both must have one for each player"))
}

/// What everybody antes, and how many they are.
fn one_ante(antes: &[Chips], decimals: u8) -> Result<(Chips, usize), HistoryError> {
    if antes.len() < 2 || antes.len() > SEATS {
        return unsupported(format!("{} players: a hand needs two to eight", antes.len()));
    }
    let ante = antes[0];
    match antes.iter().position(|&other| other != ante) {
        None => Ok((ante, antes.len())),
        Some(player) => unsupported(format!(
            "antes has {} for p1 and {} for p{}: only equal antes are read, so no big-blind or button antes, \
             whose order PHH reverses heads-up",
            amount::format(ante, decimals),
            amount::format(antes[player], decimals),
            player + 1
        )),
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(text) => text.parse().ok(),
        _ => None,
    }
}

fn string(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// The fields not taken yet.
struct Fields {
    left: Vec<(String, Value)>,
    decimals: u8,
}

impl Fields {
    fn take(&mut self, name: &str) -> Option<Value> {
        let index = self.left.iter().position(|(other, _)| other == name)?;
        Some(self.left.remove(index).1)
    }

    fn list<T>(
        &mut self,
        name: &str,
        read: impl Fn(&Value) -> Option<T>,
        right: &str,
    ) -> Result<Option<Vec<T>>, HistoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let Value::Array(values) = &value else {
            return syntax(format!("{name} is of type {}: it must be {right}", value.type_name()));
        };
        let read = |value| {
            let wrong = || format!("{name} has {}: it must be {right}", clip(&Value::to_string(value)));
            read(value).ok_or_else(|| HistoryError::Syntax(wrong()))
        };
        values.iter().map(read).collect::<Result<_, _>>().map(Some)
    }

    fn truth(&mut self, name: &str) -> Result<Option<bool>, HistoryError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Boolean(value)) => Ok(Some(value)),
            Some(other) => {
                syntax(format!("{name} is {}: it must be true or false", clip(&other.to_string())))
            }
        }
    }

    fn amount(&mut self, name: &str) -> Result<Option<Chips>, HistoryError> {
        self.take(name).map(|value| read_amount(name, &value, self.decimals)).transpose()
    }

    fn amounts(&mut self, name: &str) -> Result<Option<Vec<Chips>>, HistoryError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let Value::Array(values) = value else {
            return syntax(format!(
                "{name} is of type {}: it must be an array of amounts",
                value.type_name()
            ));
        };
        values.iter().map(|value| read_amount(name, value, self.decimals)).collect::<Result<_, _>>().map(Some)
    }

    fn actions(&mut self, players: usize) -> Result<Option<Vec<Line>>, HistoryError> {
        let Some(texts) = self.list("actions", string, "an array of strings")? else { return Ok(None) };
        let line = |(number, text): (usize, &String)| {
            Line::parse(text, self.decimals, players).map_err(|why| HistoryError::Action {
                number,
                text: clip(text),
                why,
            })
        };
        (1..).zip(&texts).map(line).collect::<Result<_, _>>().map(Some)
    }
}

fn read_amount(name: &str, value: &Value, decimals: u8) -> Result<Chips, HistoryError> {
    let wrong = |why: String| HistoryError::Syntax(format!("{name}: {why}"));
    match value {
        Value::Integer(text) => {
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
        Value::Float(text) if text.ends_with("inf") => {
            unsupported(format!("{name} has {text}: stacks must be known to say who is all-in"))
        }
        Value::Float(text) => amount::parse(text, decimals).map_err(wrong),
        other => Err(wrong(format!(
            "{} is of type {}, not an amount",
            clip(&other.to_string()),
            other.type_name()
        ))),
    }
}

/// Writes one hand: what the format requires first, our own rules last.
pub(super) fn write(history: &History) -> String {
    let amount = |chips: Chips| amount::format(chips, history.decimals);
    let amounts = |chips: &[Chips]| {
        format!("[{}]", chips.iter().map(|&chips| amount(chips)).collect::<Vec<_>>().join(", "))
    };
    let mut text = String::with_capacity(1024);
    let mut field = |name: &str, written: &str| {
        // Writing to a string can't fail.
        _ = writeln!(text, "{} = {written}", value::key(name));
    };
    field("variant", &value::string(VARIANT));
    field("antes", &amounts(&vec![history.ante; history.player_count()]));
    field("bring_in", &amount(history.bring_in));
    field("small_bet", &amount(history.small_bet));
    field("big_bet", &amount(history.big_bet));
    field("starting_stacks", &amounts(&history.starting_stacks));
    let mut lines = String::from("[\n");
    for line in &history.actions {
        _ = writeln!(lines, "  {},", value::string(&line.to_text(history.decimals)));
    }
    field("actions", &(lines + "]"));
    if let Some(trim) = history.trim_antes {
        field("ante_trimming_status", &trim.to_string());
    }
    if let Some(seats) = &history.seats {
        field("seats", &format!("{seats:?}"));
    }
    if let Some(players) = &history.players {
        let names: Vec<String> = players.iter().map(|name| value::string(name)).collect();
        field("players", &format!("[{}]", names.join(", ")));
    }
    if let Some(stacks) = &history.finishing_stacks {
        field("finishing_stacks", &amounts(stacks));
    }
    for (name, value) in &history.fields {
        field(name, &value.to_string());
    }
    if let Some(house) = house::write(history.house.as_ref(), history.permissive, history.decimals) {
        field(house::FIELD, &house.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HAND: &str = "variant = 'F7S/8'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n\
                        starting_stacks = [50, 60]\nactions = ['# nothing yet']\n";

    fn read_text(text: &str, decimals: u8) -> Result<History, HistoryError> {
        History::parse(text, Options { decimals })
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
        assert_eq!((history.ante, history.bring_in), (100, 200));
        assert_eq!(history.finishing_stacks, Some(vec![4950, 6050]));
        assert_eq!(history.house.and_then(|house| house.unit), Some(50));
        assert_eq!(history.fields.len(), 4);
        let written = history.to_phh();
        assert!(written.contains("'p1 cbr 2.50 # bets',"), "{written}");
        assert_eq!(read_text(&written, 2), Ok(history));
    }

    #[test]
    fn other_games_are_refused_by_name() {
        let (text, kind) = error("F7S/8", "FR");
        assert_eq!(text, "variant \"FR\" (razz) is not read: only 'F7S/8' (seven-card stud high-low) is");
        assert_eq!(kind, "history_unsupported");
        for (code, _) in VARIANTS {
            assert_eq!(read_text(&HAND.replace("F7S/8", code), 0).is_ok(), code == VARIANT);
        }
        for (old, new, why) in [
            ("[1, 1]", "[0, 1]", "only equal antes"),
            ("[1, 1]", "[1]", "two to eight"),
            ("[1, 1]", "[1, 1, 1, 1, 1, 1, 1, 1, 1]", "9 players: a hand needs two to eight"),
            ("[50, 60]", "[50, inf]", "starting_stacks has inf"),
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
            ("['# nothing yet']", "['', 'p1 jump']", "action 2, \"p1 jump\": \"jump\" is no action"),
            ("actions", "seats = [1]\nactions", "seats has 1 entries"),
            ("actions", "players = [1, 2]\nactions", "players has 1: it must be an array of strings"),
            ("actions", "ante_trimming_status = 1\nactions", "true or false"),
        ] {
            let (text, kind) = error(old, new);
            assert!(text.contains(why), "{text}");
            assert_eq!(kind, "history_syntax", "{text}");
        }
        assert_eq!(read_text(&HAND.replace("bring_in = 2", "bring_in = 0x2"), 0).map(|h| h.bring_in), Ok(2));
    }
}
