//! Whatever text comes, reading it never panics; what was read is written and read again, and replays or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stud8::history::phh::Hands;
use stud8::history::{History, Options};

fuzz_target!(|text: &str| {
    for decimals in [0, 2] {
        let options = Options { decimals, ..Options::default() };
        let read = |text: &str| History::parse_many(text, options);
        let Ok(mut histories) = read(text) else { continue };
        // Cut anywhere it is the same text.
        let mut hands = Hands::new(options);
        let mut pieces = Vec::new();
        for piece in text.as_bytes().chunks(3) {
            pieces.extend(hands.feed(piece).expect("as a whole"));
        }
        pieces.extend(hands.finish().expect("as a whole"));
        assert_eq!(pieces, histories);
        for history in &histories {
            let written = history.to_text().expect("known stakes");
            let again = unnamed(history.clone());
            assert_eq!(History::parse(&written, options).as_ref(), Ok(&again));
            // What replays can be written as a history of its own, and that replays to the same hand.
            if let Ok(game) = history.replay(None) {
                let ours = History::of(&game, true);
                let again = ours.replay(None).expect("our own history");
                assert_eq!(again.hand().stacks(), game.hand().stacks());
                let text = ours.to_text().expect("known stakes");
                assert_eq!(History::parse(&text, Options::default()), Ok(ours));
            }
        }
        let written = History::dump_many(&histories).expect("known stakes");
        let mut again = read(&written).expect("our own text");
        // Hands without a name, or with one name, are numbered.
        histories.iter_mut().chain(&mut again).for_each(|history| *history = unnamed(history.clone()));
        assert_eq!(again, histories);
    }
});

fn unnamed(mut history: History) -> History {
    history.transcript.name = None;
    history
}
