//! Files: their fields, their comments, and what is no history at all.

use stud8::history::phh::{MAX_BYTES, TomlValue};
use stud8::history::{Entry, History, HistoryError, Options, Statement};
use stud8::seat::Seat;

use super::parse;
use super::three::checked;

#[test]
fn seats_are_used_where_they_ascend() {
    let history = checked(&[]);
    let text = history.to_text().expect("known stakes");
    let numbers = |seats: Option<Vec<i64>>| -> Vec<u8> {
        let field = seats.as_ref().map_or_else(String::new, |seats| format!("seats = {seats:?}\n"));
        let history = parse(&(text.clone() + &field));
        assert_eq!(history.to_text(), Ok(text.clone() + &field), "the file keeps its numbers");
        history.replay(None).expect("a hand").hand().seats().into_iter().map(Seat::number).collect()
    };
    assert_eq!(numbers(None), [1, 2, 3]);
    assert_eq!(numbers(Some(vec![2, 5, 8])), [2, 5, 8]);
    for other in [vec![5, 2, 8], vec![2, 2, 8], vec![0, 1, 2], vec![7, 8, 9], vec![-1, 1, 2]] {
        assert_eq!(numbers(Some(other)), [1, 2, 3]);
    }
}

#[test]
fn bad_input_is_one_clear_error() {
    let good = checked(&[]).to_text().expect("known stakes");
    let error = |text: &str| -> HistoryError {
        let error = History::parse(text, Options::default()).expect_err("bad input");
        let many = History::parse_many(text, Options::default()).expect_err("bad input");
        assert_eq!(many.kind(), error.kind());
        let message = error.to_string();
        assert!(message.len() < 400 && !message.contains('\n'), "{message}");
        error
    };
    for (text, kind, why) in [
        ("<html>".to_owned(), "history_syntax", "not TOML in line 1"),
        ("\u{0}".to_owned(), "history_syntax", "not TOML in line 1"),
        (good[..good.len() / 2].to_owned(), "history_syntax", "not TOML in line"),
        (
            good.replace("F7S/8", "NT"),
            "history_unsupported",
            "variant \"NT\" (no-limit Texas hold 'em) is not read",
        ),
        (good.replace("F7S/8", &"x".repeat(100_000)), "history_unsupported", "variant \"xxx"),
        (
            good.replace("p2 pb", "p2 dances"),
            "history_syntax",
            "action 4, \"p2 dances\" (line 11): \"dances\" is no action",
        ),
        (good.replace("p2 pb", &"p".repeat(100_000)), "history_syntax", "action 4, \"ppp"),
        (format!("a = {}", "[".repeat(100_000)), "history_syntax", "too deep"),
        (format!("{}1{}", "{a=".repeat(9), "}".repeat(9)), "history_syntax", "not TOML"),
        (format!("a{} = 1", ".a".repeat(100_000)), "history_syntax", "too deep"),
        (good.replace("[1, 1, 1]", "[0, 0, 1]"), "history_unsupported", "every player pays the same ante"),
        (good.replace("[1, 1, 1]", "[0.25, 0.25, 0.25]"), "history_syntax", "pass decimals=2"),
        (good.replace("bring_in = 2", ""), "history_syntax", "bring_in is missing"),
        (" ".repeat(MAX_BYTES + 1), "history_syntax", "more than 1048576 bytes (1 MiB)"),
    ] {
        let error = error(&text);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(
        History::parse("", Options::default()).map_err(|error| error.kind()).map(|_| ()),
        Err("history_syntax")
    );
}

#[test]
fn comments_and_unknown_fields_pass_through() {
    let mut history = checked(&["p3 sm ??????????????"]);
    let entries = &mut history.transcript.entries;
    let remark = Some("a 'quoted' \"remark\" \\ #2 \u{7}".to_owned());
    entries.push(Entry { remark, ..Entry::default() });
    entries.push(Entry::default());
    for (player, name) in history.transcript.players.iter_mut().zip(["Ann", "", "Bo\nb"]) {
        player.name = Some(name.to_owned());
    }
    history.fields = vec![
        ("winnings".to_owned(), TomlValue::Array(vec![TomlValue::Float("0.10".to_owned()); 3])),
        (
            "_mine.too".to_owned(),
            TomlValue::Table(vec![("x y".to_owned(), TomlValue::Datetime("12:30:00".to_owned()))]),
        ),
    ];
    let text = history.to_text().expect("known stakes");
    assert_eq!(parse(&text), history, "{text}");
    assert!(text.contains("'p1 cc # one comment'"), "{text}");
    assert!(matches!(
        &parse(&text).transcript.entries[30].statement,
        Some(Statement::Show { player: 3, cards: Some(cards) }) if cards.len() == 7
    ));
}
