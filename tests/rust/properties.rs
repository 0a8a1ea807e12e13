//! Laws of the state machine, under random rules, stacks, decks and choices.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use stud8::action::{ActionKind, Event, Observer, Part};
use stud8::card::{Card, CardSet, Suit, parse_cards, parse_cards_or_unknown};
use stud8::deal::{DECK_SIZE, Deck};
use stud8::equity::Method;
use stud8::eval::{Category, LowKind, Path, evaluate};
use stud8::hand::{DealError, Hand, PayoffError, PlayError, Stage};
use stud8::observation::{SIZE, observe, observe_view};
use stud8::played::{PlayedHand, Setup, Source, Step};
use stud8::rng;
use stud8::rules::{
    AllInRaise, Chips, Draft, House, OddChip, Opener, OpenerTie, Preset, Rake, Rules, Settings, ShowOrder,
    Stakes,
};
use stud8::seat::{SEATS, Seat, SeatSet};
use stud8::simulate::{Plan, Policy, Rotation, Totals, record, run};
use stud8::view::View;

/// A hand to be played: choice `n` of the legal actions, in order; after them the default ones.
#[derive(Clone, Debug)]
struct Case {
    rules: Rules,
    stacks: Vec<(Seat, Chips)>,
    deck: Vec<Card>,
    choices: Vec<u8>,
}

impl Case {
    fn setup(&self) -> Setup {
        let deck = Deck::from_cards(&self.deck).expect("52 cards");
        Setup {
            rules: self.rules,
            stacks: self.stacks.clone(),
            source: Source::Deck(deck),
            show_in_turn: true,
        }
    }

    fn with_deck(&self, deck: Vec<Card>) -> Self {
        Self { deck, ..self.clone() }
    }

    fn with(&self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = *self.rules;
        change(&mut settings);
        Self { rules: Rules::new(settings).expect("still good rules"), ..self.clone() }
    }

    fn choice(&self, number: usize, hand: &Hand) -> Option<ActionKind> {
        let legal = hand.legal();
        match self.choices.get(number) {
            Some(&choice) => legal.nth(usize::from(choice) % legal.len().max(1)),
            None => hand.default_action().map(|action| action.kind),
        }
    }

    /// Plays to the end and looks at the game before each action and after the last.
    fn walk(&self, mut look: impl FnMut(&PlayedHand)) -> PlayedHand {
        let mut game = PlayedHand::new(self.setup()).expect("good stacks");
        look(&game);
        for number in 0.. {
            let Some(kind) = self.choice(number, game.hand()) else { break };
            game.play(kind).expect("a legal action");
            look(&game);
        }
        game
    }

    fn payoffs(&self) -> [i64; SEATS] {
        self.walk(|_| {}).hand().payoffs().expect("a hand that is over")
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    let amounts = (1..=3_u64, 0..=4_u64, 1..=5_u64, 1..=6_u64, 0..=8_u64);
    let orders = (
        select(&Opener::ALL[..]),
        select(&OpenerTie::ALL[..]),
        select(&OddChip::ALL[..]),
        select(&ShowOrder::ALL[..]),
    );
    let others = (select(&LowKind::ALL[..]), select(&AllInRaise::ALL[..]), proptest::option::of(0..=4_u32));
    let rake = (0..=2000_u32, proptest::option::of(0..=20_u64), 1..=3_u64);
    (amounts, orders, others, proptest::option::of(rake), any::<[bool; 8]>()).prop_map(
        |(amounts, orders, others, rake, switches)| {
            let (unit, ante, bring_in, to_small, to_big) = amounts;
            let (opener, opener_tie, odd_chip, show_order) = orders;
            let (low, all_in_raise, raises) = others;
            let [
                declare,
                heads_up_cap,
                trim_antes,
                common_card_betting,
                burn,
                ask_muck,
                all_in_shows,
                fold_unfaced,
            ] = switches;
            let rake = rake.map(|(rate, cap, of)| Rake { rate, cap: cap.map(|c| c * unit), unit: of * unit });
            let stakes = Stakes {
                big_bet: (bring_in + to_small + to_big) * unit,
                unit,
                ..Stakes::new(ante * unit, bring_in * unit, (bring_in + to_small) * unit)
            };
            let low = if declare { LowKind::Any } else { low };
            let house = House {
                opener,
                opener_tie,
                raises,
                heads_up_cap,
                odd_chip,
                trim_antes,
                common_card_betting,
                burn,
                show_order,
                ask_muck,
                all_in_shows,
                all_in_raise,
                rake,
                fold_unfaced,
            };
            let settings = Settings { game: stud8::rules::Game::HighLow { low, declare }, house, stakes };
            Rules::new(settings).expect("good rules")
        },
    )
}

fn case() -> impl Strategy<Value = Case> {
    let stack = prop_oneof![1..=12_u64, 1..=60_u64, 1..=400_u64];
    let seats = prop_oneof![subsequence(&Seat::ALL[..], 2..=8), Just(Seat::ALL.to_vec())];
    let stacks = (seats, vec(stack, SEATS));
    let deck = Just(Deck::ORDERED.to_vec()).prop_shuffle();
    // Passive choices (1 of 3) more often than others: hands that go on are rarer than hands that end.
    let choices = vec(prop_oneof![any::<u8>(), Just(1)], 0..100);
    (rules(), stacks, deck, choices).prop_map(|(rules, (seats, stacks), deck, choices)| {
        let chips = stacks.into_iter().map(|stack| stack * rules.stakes.unit);
        Case { rules, stacks: seats.into_iter().zip(chips).collect(), deck, choices }
    })
}

/// What the events say each seat has, and what the house has.
fn told(hand: &Hand, events: &[Event]) -> ([Chips; SEATS], Chips) {
    let (mut stacks, mut house) = (*hand.starting_stacks(), 0);
    for event in events {
        match *event {
            Event::Ante { seat, chips } | Event::Put { seat, chips, .. } => stacks[seat.index()] -= chips,
            Event::Uncalled { seat, chips } | Event::Pay { seat, chips, .. } => stacks[seat.index()] += chips,
            Event::Rake { chips, .. } => house += chips,
            _ => {}
        }
    }
    (stacks, house)
}

proptest! {
    // A failure prints the smallest case it finds. PROPTEST_CASES=100000 looks longer.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_observation_is_that_of_the_view(case in case()) {
        case.walk(|game| {
            for seat in game.hand().seats().into_iter().map(Some).chain([None]) {
                // Whatever lay there before is written over.
                let (mut row, mut seen) = ([1; SIZE], [2; SIZE]);
                observe(game.hand(), seat, &mut row);
                observe_view(&game.view(seat), &mut seen);
                assert_eq!(row, seen, "seat {seat:?}");
            }
        });
    }

    #[test]
    fn no_chip_is_lost_or_made(case in case()) {
        let all: Chips = case.stacks.iter().map(|&(_, stack)| stack).sum();
        let game = case.walk(|game| {
            let hand = game.hand();
            let (stacks, house) = told(hand, game.events());
            assert_eq!(stacks, hand.stacks());
            let sum = |chips: &[Chips; SEATS]| chips.iter().sum::<Chips>();
            assert_eq!(sum(&stacks) + sum(hand.bets()) + hand.pots().total() + house, all);
            if !hand.is_over() {
                let put_in = hand.contributions();
                for (seat, stack) in &case.stacks {
                    assert_eq!(put_in[seat.index()] + stacks[seat.index()], *stack);
                }
                assert_eq!(sum(&put_in), sum(hand.bets()) + hand.pots().total());
            }
        });
        let hand = game.hand();
        let payoffs = hand.payoffs().expect("a hand that is over");
        let (_, house) = told(hand, game.events());
        prop_assert_eq!(payoffs.iter().sum::<i64>(), -house.cast_signed());
        let pots: Chips = game.events().iter().fold(0, |pots, event| match *event {
            Event::Ante { chips, .. } | Event::Put { chips, .. } => pots + chips,
            Event::Uncalled { chips, .. } => pots - chips,
            _ => pots,
        });
        prop_assert_eq!(house, case.rules.house.rake.map_or(0, |rake| rake.of(pots)));
        for chips in hand.stacks() {
            prop_assert_eq!(chips % case.rules.stakes.unit, 0);
        }
    }

    #[test]
    fn what_is_legal_can_be_played_and_nothing_else(case in case()) {
        case.walk(|game| {
            let hand = game.hand();
            let legal = hand.legal();
            assert_eq!(legal.is_empty(), hand.is_over());
            assert_eq!(legal.is_empty(), hand.actor().is_none());
            assert_eq!(legal.len(), legal.kinds().count());
            for kind in ActionKind::ALL {
                let (mut after, mut events) = (*hand, Vec::new());
                let played = after.play(kind, &mut events);
                let Some(action) = legal.get(kind) else {
                    assert!(matches!(played, Err(PlayError::Illegal { .. } | PlayError::Over)), "{played:?}");
                    assert_eq!((after, events.len()), (*hand, 0));
                    continue;
                };
                assert_eq!((played, legal.by_id(kind.id())), (Ok(()), Some(kind)));
                if let Some(&Event::Put { amount, chips, all_in, seat, kind: done }) = events.first() {
                    assert_eq!((Some(amount), done, Some(seat)), (action.amount, kind, hand.actor()));
                    assert!(chips > 0 && chips % hand.rules().stakes.unit == 0);
                    assert_eq!(all_in, hand.stacks()[seat.index()] == chips);
                }
            }
            for seat in Seat::ALL.into_iter().filter(|&seat| Some(seat) != hand.actor()) {
                let mut after = *hand;
                let refused = after.play_from(seat, ActionKind::Fold, &mut ());
                assert!(matches!(refused, Err(PlayError::Turn { .. } | PlayError::Over)), "{refused:?}");
                assert_eq!(after, *hand);
            }
            let mut after = *hand;
            let refused = after.deal(None, &mut ());
            assert!(matches!(refused, Err(DealError::NotDealing { .. })));
            assert_eq!(after, *hand);
        });
    }

    #[test]
    fn a_game_played_again_is_the_same(case in case(), seed: u64, number: u64) {
        let game = case.walk(|_| {});
        let mut again = PlayedHand::new(game.setup().clone()).expect("good stacks");
        for step in game.steps() {
            if let Step::Play(None, kind) = *step {
                again.play(kind).expect("a legal action");
            }
        }
        prop_assert_eq!(&again, &game);

        let seeded = Setup { source: Source::Seed { seed, number }, ..case.setup() };
        let given = case.with_deck(rng::cards(seed, number).to_vec()).setup();
        let [seeded, given] = [seeded, given].map(|setup| PlayedHand::new(setup).expect("good stacks"));
        prop_assert_eq!(seeded.hand(), given.hand());
        prop_assert_eq!(seeded.events(), given.events());
    }

    /// The cards of a deck, dealt one by one without the burned ones, make the same hand.
    #[test]
    fn a_hand_dealt_by_hand_is_the_same(case in case()) {
        let game = case.walk(|_| {});
        let mut cards = game.events().iter().filter_map(|event| match *event {
            Event::Deal { card, .. } | Event::Common { card } => Some(card),
            _ => None,
        });
        let mut by_hand = PlayedHand::new(Setup { source: Source::ByHand, ..case.setup() }).expect("good stacks");
        let mut number = 0;
        while !by_hand.hand().is_over() {
            if by_hand.hand().next_card().is_some() {
                prop_assert!(matches!(by_hand.play(ActionKind::Check), Err(PlayError::Dealing)));
                by_hand.deal(cards.next().expect("as many cards")).expect("a card is awaited");
            } else {
                by_hand.play(case.choice(number, by_hand.hand()).expect("an action")).expect("a legal action");
                number += 1;
            }
        }
        prop_assert_eq!(by_hand.events(), game.events());
        prop_assert_eq!(by_hand.hand().payoffs(), game.hand().payoffs());
        for seat in [None].into_iter().chain(Seat::ALL.map(Some)) {
            prop_assert_eq!(by_hand.view(seat), game.view(seat));
        }
    }

    /// Down cards that nobody knows change nothing before the showdown, and there are no made-up payoffs after.
    #[test]
    fn unknown_down_cards_matter_at_the_showdown_only(case in case()) {
        let mut game = PlayedHand::new(Setup { source: Source::ByHand, ..case.setup() }).expect("good stacks");
        let known = case.walk(|_| {});
        let mut dealt = known.events().iter().filter_map(|event| match *event {
            Event::Deal { card, up, .. } => Some(card.filter(|_| up)),
            Event::Common { card } => Some(card),
            _ => None,
        });
        let mut number = 0;
        while !game.hand().is_over() {
            if game.hand().next_card().is_some() {
                game.deal(dealt.next().expect("as many cards")).expect("a card is awaited");
                continue;
            }
            let kind = case.choice(number, game.hand()).expect("an action");
            game.play(kind).expect("a legal action");
            number += 1;
        }
        match game.hand().payoffs() {
            Ok(payoffs) => prop_assert_eq!(Ok(payoffs), known.hand().payoffs()),
            Err(error) => {
                let unknown = matches!(error, PayoffError::UnknownCards { .. });
                prop_assert!(unknown);
                prop_assert!(game.hand().live().len() > 1);
            }
        }
    }

    /// No view tells what it may not: the cards nobody has seen, exchanged among themselves, change none.
    #[test]
    fn views_of_hands_that_differ_in_hidden_cards_are_equal(
        case in case(),
        viewer in proptest::option::of(select(&Seat::ALL[..])),
        turn in 1..DECK_SIZE,
    ) {
        let mut steps = Vec::new();
        case.walk(|game| steps.push(game.clone()));
        for game in steps.iter().filter(|game| hides_the_showdown(game.hand())) {
            let view = game.view(viewer);
            // Said here once more: nobody has shown, so up cards and one's own are all that is seen.
            let seen: CardSet = game
                .hand()
                .seats()
                .into_iter()
                .flat_map(|owner| game.hand().dealt(owner).cards().iter().enumerate().map(move |it| (owner, it)))
                .filter(|(owner, (n, _))| (2..6).contains(n) || Some(*owner) == viewer)
                .filter_map(|(_, (_, card))| *card)
                .chain(game.hand().common_card().flatten())
                .collect();
            let hidden: Vec<usize> = (0..DECK_SIZE).filter(|&n| !seen.contains(case.deck[n])).collect();
            let mut deck = case.deck.clone();
            for (n, &place) in hidden.iter().enumerate() {
                deck[place] = case.deck[hidden[(n + turn) % hidden.len()]];
            }
            let mut other = PlayedHand::new(case.with_deck(deck).setup()).expect("good stacks");
            for step in game.steps() {
                if let Step::Play(_, kind) = *step {
                    other.play(kind).expect("a legal action");
                }
            }
            prop_assert_eq!(other.view(viewer), view);
        }
    }

    #[test]
    fn no_view_tells_a_declaration_before_the_last(case in case(), turn in 1..3_usize) {
        let case = case.with(|settings| settings.game = stud8::rules::Game::DECLARED);
        let mut games: Vec<(PlayedHand, PlayedHand)> = Vec::new();
        case.walk(|game| {
            if game.hand().legal().contains(ActionKind::DeclareBoth) {
                games.push((game.clone(), game.clone()));
            }
        });
        // One declares otherwise than the other; both still wait for the last.
        games.pop();
        for (first, second) in &mut games {
            let kinds: Vec<ActionKind> = first.hand().legal().kinds().collect();
            first.play(kinds[0]).expect("a declaration");
            second.play(kinds[turn]).expect("a declaration");
            for seat in [None].into_iter().chain(Seat::ALL.map(Some)) {
                prop_assert_eq!(first.view(seat), second.view(seat));
            }
        }
    }

    /// Where no suit decides anything the suits are only names.
    #[test]
    fn suits_are_names_where_position_decides(case in case(), suits in Just(Suit::ALL).prop_shuffle()) {
        let case = case.with(|settings| {
            (settings.house.opener_tie, settings.house.odd_chip) = (OpenerTie::Position, OddChip::Position);
        });
        // Third street is always opened by suit among equal door cards.
        let doors = &case.deck[2 * case.stacks.len()..3 * case.stacks.len()];
        let lowest = doors.iter().map(|card| card.rank()).min();
        if doors.iter().filter(|card| Some(card.rank()) == lowest).count() > 1 {
            return Ok(());
        }
        let renamed = |card: &Card| Card::new(card.rank(), suits[usize::from(card.suit().index())]);
        let other = case.with_deck(case.deck.iter().map(renamed).collect());
        prop_assert_eq!(case.payoffs(), other.payoffs());
    }

    #[test]
    fn the_order_of_down_cards_does_not_matter(case in case(), order in Just([0, 1, 6]).prop_shuffle()) {
        let game = case.walk(|_| {});
        let place = |card: Option<Card>| case.deck.iter().position(|&other| Some(other) == card).expect("dealt");
        let mut deck = case.deck.clone();
        for seat in game.hand().seats() {
            let dealt = game.hand().dealt(seat).cards();
            for (from, to) in [0, 1, 6].into_iter().zip(order).filter(|_| dealt.len() == 7) {
                deck[place(dealt[to])] = case.deck[place(dealt[from])];
            }
        }
        prop_assert_eq!(case.with_deck(deck).payoffs(), game.hand().payoffs().expect("a hand that is over"));
    }

    /// Asking the losers and telling who shows is for the eye only.
    #[test]
    fn showing_changes_no_payoff(case in case()) {
        let silent = case.with(|settings| settings.house.ask_muck = false);
        prop_assert_eq!(silent.payoffs(), case.payoffs());
        let deck = Deck::from_cards(&case.deck).expect("a deck");
        let mut hand = Hand::new(silent.rules, &case.stacks, deck, &mut Deaf).expect("good stacks");
        for number in 0.. {
            let Some(kind) = silent.choice(number, &hand) else { break };
            hand.play(kind, &mut Deaf).expect("a legal action");
        }
        prop_assert_eq!(hand.payoffs(), Ok(silent.payoffs()));
    }

    /// The counts of a simulation are those that the events of its hands give.
    #[test]
    fn a_summary_counts_what_the_events_say(case in case(), seed: u64, start in 0..u64::MAX / 2) {
        let plan = Plan::new(case.rules, &case.stacks, seed, start, 5).expect("a good plan");
        let quiet = case.with(|settings| settings.house.ask_muck = false);
        let mut counted = Totals::default();
        for number in start..start + 5 {
            let mut game =
                PlayedHand::new(Setup { source: Source::Seed { seed, number }, ..quiet.setup() }).expect("good stacks");
            let mut streams = rng::Streams::new(seed, number);
            while !game.hand().is_over() {
                let legal = game.hand().legal();
                let bound = u32::try_from(legal.len()).expect("few");
                let kind = legal.nth(streams.below(bound) as usize).expect("a legal action");
                counted.actions[usize::from(game.hand().street()) - 3][kind as usize] += 1;
                game.play(kind).expect("a legal action");
            }
            count(&game, &mut counted);
        }
        prop_assert_eq!(&run(&plan, None, |_| false).totals, &counted);
        let (recorded, columns) = record(&plan, None, |_| false);
        prop_assert_eq!(recorded.totals, counted);
        prop_assert_eq!(columns.numbers, (start..start + 5).collect::<Vec<_>>());
    }

    #[test]
    fn reading_cards_never_fails_badly(text in "\\PC*", cards in "([2-9TJQKAtjqka]|10|\\?)[cdhsCDHS♠♥♦♣?][ ,]*") {
        for text in [text, cards] {
            if let Ok(card) = text.parse::<Card>() {
                prop_assert_eq!(card.to_string().parse::<Card>(), Ok(card));
            }
            if let Ok(set) = text.parse::<CardSet>() {
                prop_assert_eq!(set.to_string().parse::<CardSet>(), Ok(set));
            }
            let known = parse_cards(&text);
            let any = parse_cards_or_unknown(&text);
            if let Ok(known) = known {
                prop_assert_eq!(any, Ok(known.into_iter().map(Some).collect()));
            }
        }
    }
}

/// Whether nobody has had to show a card: before the showdown, or where all others folded.
fn hides_the_showdown(hand: &Hand) -> bool {
    let showing = hand.legal().contains(ActionKind::Show);
    if hand.is_over() { hand.live().len() == 1 } else { !showing }
}

/// Hears nothing, and doesn't care who shows.
struct Deaf;

impl Observer for Deaf {
    const SHOWING: bool = false;

    fn hear(&mut self, _: impl FnOnce() -> Event) {}
}

/// The slow twin of the counting in `simulate`, from the record of a hand; actions are counted elsewhere.
fn count(game: &PlayedHand, totals: &mut Totals) {
    let hand = game.hand();
    totals.hands += 1;
    totals.deals += 1;
    totals.showdowns += u64::from(hand.live().len() > 1);
    for street in 3..=hand.street() {
        totals.streets[usize::from(street) - 3] += 1;
    }
    for (i, chips) in hand.payoffs().expect("a hand that is over").into_iter().enumerate() {
        totals.net[i] += i128::from(chips);
        totals.net_squares[i] += u128::from(chips.unsigned_abs()).pow(2);
    }
    // One policy sits in all seats.
    let taken: i64 = hand.payoffs().expect("a hand that is over").iter().sum();
    totals.policy_net[0] += i128::from(taken);
    totals.policy_squares[0] += u128::from(taken.unsigned_abs()).pow(2);
    totals.deal_squares[0] += u128::from(taken.unsigned_abs()).pow(2);
    let mut paid: BTreeMap<u8, BTreeMap<&str, SeatSet>> = BTreeMap::new();
    for event in game.events() {
        if let Event::Pay { pot, part, seat, hand: Some(_), .. } = *event {
            paid.entry(pot).or_default().entry(part.as_str()).or_default().insert(seat);
        }
    }
    let rules = hand.rules();
    let has_low = |seat: Seat| {
        let own: CardSet = hand.dealt(seat).cards().iter().flatten().copied().collect();
        let all = hand.common_card().flatten().map_or(own, |card| own.with(card));
        evaluate(all, rules.game.low().expect("a kind of low")).is_ok_and(|found| found.low.is_some())
    };
    let low_won = |parts: &BTreeMap<&str, SeatSet>| {
        let whole = parts.get("whole").copied().unwrap_or_default();
        parts.contains_key("low") || !rules.game.declares() && whole.into_iter().any(has_low)
    };
    totals.lows += u64::from(paid.values().any(low_won));
    for parts in paid.values() {
        let seats: SeatSet = parts.values().flat_map(|&seats| seats).collect();
        *(if seats.len() > 1 { &mut totals.split } else { &mut totals.scooped }) += 1;
        let halves = parts.contains_key("high") && parts.contains_key("low");
        totals.quartered += u64::from(halves && parts.values().any(|seats| seats.len() > 1));
    }
}

/// A case that proptest finds is written into its file; this one keeps what the text of a view could leak.
#[test]
fn a_view_of_the_rail_names_no_down_card() {
    let rules =
        Rules::full_tilt().replace(&Draft { ask_muck: Some(false), ..Draft::EMPTY }).expect("good rules");
    let stacks = Seat::ALL.map(|seat| (seat, 400)).to_vec();
    let game = PlayedHand::new(Setup {
        rules,
        stacks,
        source: Source::Seed { seed: 1, number: 1 },
        show_in_turn: true,
    })
    .expect("good stacks");
    let text = format!("{:?}", View::new(game.hand(), game.events(), None));
    for seat in Seat::ALL {
        for card in game.hand().dealt(seat).down().flatten() {
            assert!(!text.contains(&format!("Card({card})")), "{card}");
        }
    }
}

/// Each word reads back, no two are the same, and nothing else is taken.
fn reads_back<T: Copy + PartialEq + Debug + Display + FromStr<Err: Debug + Display>>(
    all: &[T],
    words: &[&str],
) {
    assert_eq!(all.len(), words.len());
    for (&value, &word) in all.iter().zip(words) {
        assert_eq!(value.to_string(), word);
        assert_eq!(word.parse::<T>().ok(), Some(value), "{word}");
        assert!(word.to_uppercase().parse::<T>().is_err(), "{word}");
    }
    let error = "no such word".parse::<T>().expect_err("no word").to_string();
    assert!(error.contains("\"no such word\""), "{error}");
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
}

#[test]
fn the_words_of_every_vocabulary_read_back() {
    macro_rules! all_read_back {
        ($($name:ident)+) => { $(reads_back(&$name::ALL, $name::WORDS);)+ };
    }
    all_read_back! {
        ActionKind Part Stage Rotation Policy Preset LowKind Category Path Method
        Opener OpenerTie OddChip ShowOrder AllInRaise
    }
}
