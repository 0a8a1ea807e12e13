//! Files: their fields, their comments, and what is no history at all.

use stud8::history::{History, HistoryError, Line, Move, Options, Shown, Value};
use stud8::seat::Seat;

use crate::parse;
use crate::three::checked;

#[test]
fn seats_are_used_where_they_ascend() {
    let history = checked(&[]);
    let numbers = |seats: Option<Vec<i64>>| -> Vec<u8> {
        let history = History { seats, ..history.clone() };
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
    let good = checked(&[]).to_phh();
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
            "action 4, \"p2 dances\": \"dances\" is no action",
        ),
        (good.replace("p2 pb", &"p".repeat(100_000)), "history_syntax", "action 4, \"ppp"),
        (format!("a = {}", "[".repeat(100_000)), "history_syntax", "too deep"),
        (format!("{}1{}", "{a=".repeat(9), "}".repeat(9)), "history_syntax", "not TOML"),
        (format!("a{} = 1", ".a".repeat(100_000)), "history_syntax", "too deep"),
        (
            good.replace("[100, 100, 100]", "[100, inf, 100]"),
            "history_unsupported",
            "starting_stacks has inf",
        ),
        (good.replace("[1, 1, 1]", "[0, 0, 1]"), "history_unsupported", "only equal antes"),
        (good.replace("[1, 1, 1]", "[0.25, 0.25, 0.25]"), "history_syntax", "pass decimals=2"),
        (good.replace("bring_in = 2", ""), "history_syntax", "bring_in is missing"),
        (" ".repeat((64 << 20) + 1), "history_syntax", "at most 67108864 (64 MiB)"),
    ] {
        let error = error(&text);
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(
        History::parse("", Options::default()).map_err(|error| error.kind()).map(|_| ()),
        Err("history_syntax")
    );
    assert_eq!(History::decode(&[0xff, 0xfe]).map_err(|error| error.kind()), Err("history_syntax"));
}

#[test]
fn comments_and_unknown_fields_pass_through() {
    let mut history = checked(&["p3 sm ??????????????"]);
    history.actions.push(Line { play: None, comment: Some("a 'quoted' \"remark\" \\ #2 \u{7}".to_owned()) });
    history.actions.push(Line::default());
    history.players = Some(vec!["Ann".to_owned(), String::new(), "Bo\nb".to_owned()]);
    history.fields = vec![
        ("winnings".to_owned(), Value::Array(vec![Value::Float("0.10".to_owned()); 3])),
        (
            "_mine.too".to_owned(),
            Value::Table(vec![("x y".to_owned(), Value::Datetime("12:30:00".to_owned()))]),
        ),
    ];
    let text = history.to_phh();
    assert_eq!(parse(&text), history, "{text}");
    assert!(text.contains("'p1 cc # one comment'"), "{text}");
    assert!(matches!(
        &parse(&text).actions[30].play,
        Some(Move::Show { player: 3, shown: Shown::Cards(cards) }) if cards.len() == 7
    ));
}
