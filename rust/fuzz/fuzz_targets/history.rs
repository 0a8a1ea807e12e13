//! Whatever text comes, reading it never panics; what was read is written and read again, and replays or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stud8::history::{History, Options};

fuzz_target!(|text: &str| {
    for decimals in [0, 2] {
        let options = Options { decimals };
        if let Ok(history) = History::parse(text, options) {
            assert_eq!(History::parse(&history.to_phh(), options).as_ref(), Ok(&history));
            // What replays can be written as a history of its own, and that replays to the same hand.
            if let Ok(game) = history.replay(None)
                && let Ok(ours) = History::from_game(&game)
            {
                let again = ours.replay(None).expect("our own history");
                assert_eq!(again.hand().stacks(), game.hand().stacks());
                assert_eq!(History::parse(&ours.to_phh(), Options::default()), Ok(ours));
            }
        }
        if let Ok(mut histories) = History::parse_many(text, options) {
            let written = History::dump_many(&histories);
            let mut again = History::parse_many(&written, options).expect("our own text");
            // Hands without a name, or with one name, are numbered.
            histories.iter_mut().chain(&mut again).for_each(|history| history.name = None);
            assert_eq!(again, histories);
        }
    }
});
