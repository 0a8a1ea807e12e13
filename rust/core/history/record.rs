//! A [`Game`] as a [`History`].

use super::notation::{Line, Move, Shown};
use super::value::Value;
use super::{History, HistoryError, VARIANT, house};
use crate::action::{ActionKind, Event};
use crate::card::Card;
use crate::eval::LowKind;
use crate::record::{Game, Source};
use crate::rules::Rules;
use crate::seat::{SEATS, Seat};

/// Refuses rules that make another game than the variant.
pub(super) fn check_game(rules: &Rules) -> Result<(), HistoryError> {
    let refuse = |what: String| {
        Err(HistoryError::Unsupported(format!(
            "{what} is not PHH's {VARIANT}, which is cards speak, eight or better; the JSON record keeps such hands"
        )))
    };
    if rules.game.declares() {
        return refuse("a hand with declaration (declare=True)".to_owned());
    }
    match rules.game.low() {
        Some(LowKind::EightOrBetter) => Ok(()),
        Some(low) => refuse(format!("a hand with low='{low}'")),
        None => refuse(format!("a hand of {}", rules.game.name())),
    }
}

impl History {
    /// Writes a hand down, finished or not. What PHH can't say goes into fields that begin with
    /// `_stud8_`, so that the history replays to the same events.
    ///
    /// # Errors
    /// `history_unsupported` for other games than eight or better, and for hands with burns.
    pub fn from_game(game: &Game) -> Result<Self, HistoryError> {
        let (hand, setup) = (game.hand(), game.setup());
        let rules = setup.rules;
        check_game(&rules)?;
        if rules.house.burn {
            return Err(HistoryError::Unsupported(
                "a hand with burned cards (burn=True) can't be written: PHH has no word for them; the JSON record \
                 keeps such hands"
                    .to_owned(),
            ));
        }
        let seats: Vec<Seat> = hand.seats().into_iter().collect();
        let numbers: Vec<i64> = seats.iter().map(|seat| seat.number().into()).collect();
        let finished = hand.payoffs().is_ok();
        let of_seats = |chips: &[u64; SEATS]| seats.iter().map(|seat| chips[seat.index()]).collect();
        let mut fields = Vec::new();
        if let Source::Seed { seed, number } = setup.source
            && hand.is_over()
        {
            fields.push(("_stud8_seed".to_owned(), whole(seed)));
            fields.push(("_stud8_number".to_owned(), whole(number)));
        }
        Ok(Self {
            name: None,
            decimals: 0,
            ante: rules.stakes.ante,
            bring_in: rules.stakes.bring_in,
            small_bet: rules.stakes.small_bet,
            big_bet: rules.stakes.big_bet,
            starting_stacks: of_seats(hand.starting_stacks()),
            actions: Writer::new(&seats).write(game.events()),
            trim_antes: Some(rules.house.trim_antes),
            seats: Some(numbers)
                .filter(|numbers| !(1..).zip(numbers).all(|(player, &number)| player == number)),
            players: None,
            finishing_stacks: finished.then(|| of_seats(&hand.stacks())),
            house: Some(house::unsaid(&rules)),
            permissive: setup.permissive,
            fields,
        })
    }
}

/// TOML promises no more than 63 bits.
fn whole(number: u64) -> Value {
    let text = number.to_string();
    if i64::try_from(number).is_ok() { Value::Integer(text) } else { Value::String(text) }
}

/// Gathers the cards of a street player by player.
struct Writer {
    players: [u8; SEATS],
    dealt: [usize; SEATS],
    waiting: [Vec<Option<Card>>; SEATS],
    lines: Vec<Line>,
}

impl Writer {
    fn new(seats: &[Seat]) -> Self {
        let mut players = [0; SEATS];
        for (player, seat) in (1..).zip(seats) {
            players[seat.index()] = player;
        }
        Self { players, dealt: [0; SEATS], waiting: Default::default(), lines: Vec::with_capacity(64) }
    }

    fn write(mut self, events: &[Event]) -> Vec<Line> {
        for event in events {
            if let Event::Deal { seat, card, .. } = *event {
                let i = seat.index();
                if self.dealt[i] >= 3 && !self.waiting[i].is_empty() {
                    self.flush();
                }
                self.dealt[i] += 1;
                self.waiting[i].push(card);
            } else if let Some(play) = self.play(event) {
                self.flush();
                self.push(play);
            }
        }
        self.flush();
        self.lines
    }

    fn play(&self, event: &Event) -> Option<Move> {
        let player = |seat: Seat| self.players[seat.index()];
        match *event {
            Event::Common { card } => Some(Move::Common { card }),
            Event::Passed { kind: ActionKind::Fold, seat } => Some(Move::Fold { player: player(seat) }),
            Event::Passed { seat, .. } | Event::Put { kind: ActionKind::Call, seat, .. } => {
                Some(Move::CheckOrCall { player: player(seat) })
            }
            Event::Put { kind: ActionKind::BringIn, seat, .. } => {
                Some(Move::BringIn { player: player(seat) })
            }
            Event::Put { seat, amount, .. } => Some(Move::Wager { player: player(seat), total: amount }),
            Event::Show { seat, cards } => {
                Some(Move::Show { player: player(seat), shown: Shown::Cards(cards.cards().to_vec()) })
            }
            Event::Muck { seat } => Some(Move::Show { player: player(seat), shown: Shown::Muck }),
            _ => None,
        }
    }

    fn flush(&mut self) {
        for index in 0..SEATS {
            let cards = std::mem::take(&mut self.waiting[index]);
            if !cards.is_empty() {
                self.push(Move::Deal { player: self.players[index], cards });
            }
        }
    }

    fn push(&mut self, play: Move) {
        self.lines.push(Line { play: Some(play), comment: None });
    }
}
