//! A played hand, finished or not, as a [`Transcript`].

use super::transcript::{Entry, Labels, Participant, Stack, Statement, Transcript};
use crate::action::{ActionKind, Event};
use crate::card::Card;
use crate::played::{PlayedHand, Step};
use crate::rules::Draft;
use crate::seat::{SEATS, Seat};

impl Transcript {
    /// Writes down a hand, finished or not, so that its replay gives the same events. Burned cards, which
    /// are face down, are left out: the rules say that they were burned.
    #[must_use]
    pub fn of(played: &PlayedHand) -> Self {
        let (hand, setup) = (played.hand(), played.setup());
        let (start, left) = (hand.starting_stacks(), hand.stacks());
        let finished = hand.payoffs().is_ok();
        let seats: Vec<Seat> = hand.seats().into_iter().collect();
        // Seats that aren't 1, 2, 3 … need saying.
        let stated = !(1..).zip(&seats).all(|(player, seat)| player == seat.number());
        let declared = declarations(played);
        let participant = |&seat: &Seat| Participant {
            seat,
            stated_seat: stated.then(|| seat.number().into()),
            name: None,
            stack: Stack::Known(start[seat.index()]),
            finishing_stack: finished.then(|| Stack::Known(left[seat.index()])),
            declared: declared[seat.index()],
        };
        Self {
            name: None,
            decimals: 0,
            labels: Labels::Numbers,
            players: seats.iter().map(participant).collect(),
            rules: Draft::of(&setup.rules),
            house_known: true,
            show_in_turn: setup.show_in_turn,
            entries: Writer::new(&seats).write(played.events()),
        }
    }
}

/// What each seat declared, also before all have.
fn declarations(played: &PlayedHand) -> [Option<ActionKind>; SEATS] {
    let mut declared = [None; SEATS];
    let kinds = played.steps().iter().filter_map(|step| match *step {
        Step::Play(_, kind) if declares(kind) => Some(kind),
        Step::Play(..) | Step::Deal(_) => None,
    });
    for (seat, kind) in played.hand().live().into_iter().zip(kinds) {
        declared[seat.index()] = Some(kind);
    }
    declared
}

/// Gathers the cards of a street player by player.
struct Writer {
    players: [u8; SEATS],
    dealt: [usize; SEATS],
    waiting: [Vec<Option<Card>>; SEATS],
    entries: Vec<Entry>,
}

impl Writer {
    fn new(seats: &[Seat]) -> Self {
        let mut players = [0; SEATS];
        for (player, seat) in (1..).zip(seats) {
            players[seat.index()] = player;
        }
        Self { players, dealt: [0; SEATS], waiting: Default::default(), entries: Vec::with_capacity(64) }
    }

    fn write(mut self, events: &[Event]) -> Vec<Entry> {
        for event in events {
            if let Event::Deal { seat, card, .. } = *event {
                let i = seat.index();
                if self.dealt[i] >= 3 && !self.waiting[i].is_empty() {
                    self.flush();
                }
                self.dealt[i] += 1;
                self.waiting[i].push(card);
            } else if let Some(statement) = self.statement(event) {
                self.flush();
                self.entries.push(statement.into());
            }
        }
        self.flush();
        self.entries
    }

    fn statement(&self, event: &Event) -> Option<Statement> {
        let player = |seat: Seat| self.players[seat.index()];
        match *event {
            Event::Common { card } => Some(Statement::Common { card }),
            Event::Passed { kind: ActionKind::Fold, seat } => Some(Statement::Fold { player: player(seat) }),
            Event::Passed { seat, .. } | Event::Put { kind: ActionKind::Call, seat, .. } => {
                Some(Statement::CheckOrCall { player: player(seat), total: None })
            }
            Event::Put { kind: ActionKind::BringIn, seat, .. } => {
                Some(Statement::BringIn { player: player(seat), total: None })
            }
            Event::Put { seat, amount, .. } => Some(Statement::Wager { player: player(seat), total: amount }),
            Event::Show { seat, cards } => {
                Some(Statement::Show { player: player(seat), cards: Some(cards.cards().to_vec()) })
            }
            Event::Muck { seat } => Some(Statement::Muck { player: player(seat) }),
            _ => None,
        }
    }

    fn flush(&mut self) {
        for index in 0..SEATS {
            let cards = std::mem::take(&mut self.waiting[index]);
            if !cards.is_empty() {
                self.entries.push(Statement::Deal { player: self.players[index], cards }.into());
            }
        }
    }
}

const fn declares(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::DeclareHigh | ActionKind::DeclareLow | ActionKind::DeclareBoth)
}
