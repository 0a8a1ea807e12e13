//! Results that Python wrote are read by a program in Rust, and written again word for word.

use stud8::equity::{Equity, NextCards};
use stud8::simulate::SavedTables;
use stud8::statistics::{Match, Rotation, Summary};
use stud8::wire::{self, Record, Value};

fn pinned(name: &str) -> String {
    let path = format!("{}/tests/pins/records/{name}.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a pinned record")
}

fn reread<T: Record>(name: &str) -> T {
    let text = pinned(name);
    let found: T = wire::from_text(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let written: Value = wire::to_text(&found).parse().expect("JSON");
    assert_eq!(written, text.parse::<Value>().expect("JSON"), "{name}");
    found
}

#[test]
fn results_that_python_wrote_are_read() {
    let summary: Summary = reread("Summary");
    assert_eq!((summary.totals().hands, summary.rotation()), (300, Rotation::ByNumber));
    assert_eq!(summary.policies(), ["tight", "call", "uniform"]);
    let with_classes: Summary = reread("Summary-starting-hands");
    let dealt = with_classes.classes_of(0).expect("counted").iter().map(|count| count.hands).sum::<u64>();
    assert_eq!(dealt, 400);
    let found: Match = reread("Match");
    assert_eq!(found.ranking()[0].0, "tight");
    assert!(found.to_string().starts_with("first  second  deals  hands"));
    assert!(reread::<Equity>("Equity").is_exact());
    assert_eq!(reread::<Equity>("Equity-sampled").seed(), Some(7));
    let next: NextCards = reread("NextCards");
    assert_eq!((next.player(), next.equities().len()), (0, 42));
    assert_eq!(reread::<SavedTables>("Tables").tables.len(), 2);
}

#[test]
fn what_is_refused_is_named() {
    let text = pinned("Summary").replacen(r#""showdowns": "#, r#""showdowns": 9"#, 1);
    let error = wire::from_text::<Summary>(&text).expect_err("too many");
    assert_eq!(error.path(), "showdowns", "{error}");
    let text = pinned("Equity").replacen(r#""count": "#, r#""count": 1"#, 1);
    let error = wire::from_text::<Equity>(&text).expect_err("other counts");
    assert_eq!(error.path(), "deals", "{error}");
}

#[test]
fn sums_of_summaries_are_exact_or_refused() {
    let summary: Summary = wire::from_text(&pinned("Summary")).expect("a record");
    let mut sum = summary.clone();
    for _ in 0..54 {
        sum = sum.checked_add(&sum).expect("fewer than 2^64");
    }
    assert_eq!(sum.totals().hands, 300 << 54);
    assert_eq!(sum.actions(), summary.actions() << 54);
    assert!((sum.policy_mean(0) - summary.policy_mean(0)).abs() < 1e-9);
    assert_eq!(wire::from_text::<Summary>(&wire::to_text(&sum)).as_ref(), Ok(&sum));
    let twice = sum.checked_add(&sum).expect("fewer than 2^64");
    assert!(twice.checked_add(&twice).is_err());
    let other: Summary = wire::from_text(&pinned("Summary-starting-hands")).expect("a record");
    assert!(summary.checked_add(&other).is_err());
}
