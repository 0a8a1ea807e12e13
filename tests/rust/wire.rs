//! Records: Rust reads what Python wrote, and writes the same.

use std::fs;
use std::path::Path;

use stud8::action::Event;
use stud8::played::{PlayedHand, Setup, Source};
use stud8::rules::{Draft, Preset, Rules};
use stud8::seat::Seat;
use stud8::view::View;
use stud8::wire::{Record, Value, from_text, from_value, to_text};

/// What Python wrote, in the order of its fields.
fn written(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pins/records").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn reads_and_writes<T: Record>(value: &Value) -> T {
    let record: T = from_value(value).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(to_text(&record), value.to_string());
    record
}

fn value(name: &str) -> Value {
    written(name).parse().expect("JSON")
}

#[test]
fn rust_reads_what_python_wrote_and_writes_the_same() {
    for name in ["Hand.json", "Hand-deck.json", "Hand-by-hand.json"] {
        reads_and_writes::<PlayedHand>(&value(name));
    }
    for name in ["View.json", "View-rail.json", "View-by-hand.json"] {
        reads_and_writes::<View>(&value(name));
    }
    reads_and_writes::<Rules>(&value("Rules.json"));
    reads_and_writes::<Event>(&value("Event.json"));
}

#[test]
fn views_of_version_1_are_read_as_what_they_were() {
    for name in ["View.json", "View-rail.json", "View-by-hand.json"] {
        let older = value(&format!("../older/{name}"));
        assert_eq!(older["version"].to_string(), "1");
        let read: View = from_value(&older).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read, from_value(&value(name)).expect("a view"));
        assert_eq!(older["to_call"].to_string(), read.current_bet.to_string());
    }
}

#[test]
fn every_view_of_every_preset_reads_back() {
    for preset in Preset::ALL {
        let draft = Draft { ante: Some(5), bring_in: Some(10), small_bet: Some(20), ..Draft::default() };
        let rules = draft.rules(Some(preset)).expect("good rules");
        for number in 0..10 {
            let setup = Setup {
                rules,
                stacks: Seat::ALL.into_iter().map(|seat| (seat, 100 * u64::from(seat.number()))).collect(),
                source: Source::Seed { seed: 7, number },
                show_in_turn: true,
            };
            let mut game = PlayedHand::new(setup).expect("a good setup");
            for turn in 0.. {
                for viewer in Seat::ALL.into_iter().map(Some).chain([None]) {
                    let view = game.view(viewer);
                    let text = to_text(&view);
                    let again: View = from_text(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
                    assert_eq!(again, view);
                }
                let legal = game.hand().legal();
                let Some(kind) =
                    legal.nth((turn + usize::try_from(number).expect("small")) % legal.len().max(1))
                else {
                    break;
                };
                game.play(kind).expect("a legal action");
            }
            assert_eq!(from_text::<PlayedHand>(&to_text(&game)), Ok(game));
        }
    }
}

#[test]
fn what_is_no_json_is_refused() {
    let error = from_text::<PlayedHand>("{").expect_err("no JSON");
    assert!(error.to_string().starts_with("this is no JSON"), "{error}");
}
