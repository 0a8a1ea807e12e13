//! The records of equities.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::MAX_PLAYERS;
use super::chance::{Chance, number};
use super::next_cards::NextCards;
use super::outcome::{Outcome, Tally};
use super::result::{CHANCES, Equity, Label};
use super::starts::StartingHand;
use crate::card::Card;
use crate::eval::LowKind;
use crate::wire::{Field, Record, WireError};

const EQUITY: &str = "stud8-equity";
const NEXT_CARDS: &str = "stud8-next-cards";
const VERSION: u32 = 1;

/// An exact count is planned only where this many deals, counted with their weights, can't be exceeded.
const MOST_DEALS: u128 = 1 << 108;

fn table<K: ToString>(entries: impl IntoIterator<Item = (K, Value)>) -> Value {
    entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect::<Map<_, _>>().into()
}

/// A number of more than 64 bits.
fn large(number: u128) -> Value {
    serde_json::Number::from_u128(number).map_or(Value::Null, Value::Number)
}

impl Equity {
    fn error_value(&self, error: f64) -> Value {
        if self.is_exact() { "0".into() } else { number(error) }
    }

    fn to_value(&self) -> Value {
        let mut record = self.head();
        let outcome = |&(outcome, count): &(Outcome, u128)| {
            table([
                ("high", self.names(outcome.high).into()),
                ("low", self.names(outcome.low).into()),
                ("count", large(count)),
            ])
        };
        record.insert("outcomes".into(), self.outcomes.iter().map(outcome).collect());
        record.into()
    }

    /// All fields of the record but the outcomes.
    fn head(&self) -> Map<String, Value> {
        let (exact, errors) = (self.is_exact(), self.standard_errors());
        let player = |((place, label), &error): ((usize, &Label), &f64)| {
            let head = [("player", label.player.into()), ("hand", label.hand.as_str().into())];
            let chances = CHANCES.into_iter().zip(self.chances(place).map(Chance::to_value));
            let shares =
                self.shares(place).into_iter().map(|(share, chance)| (share.fraction(), chance.to_value()));
            let tail = [("shares", table(shares)), ("standard_error", self.error_value(error))];
            table(head.into_iter().chain(chances).chain(tail))
        };
        let players = self.labels.iter().enumerate().zip(&errors).map(player).collect::<Value>();
        let (total, nothing) = (large(self.total()), Value::Null);
        let (deals, trials) = if exact { (total, nothing) } else { (nothing, total) };
        [
            ("format", EQUITY.into()),
            ("version", VERSION.into()),
            ("low", self.low.as_str().into()),
            ("exact", exact.into()),
            ("deals", deals),
            ("trials", trials),
            ("seed", self.seed.into()),
            ("standard_error", self.error_value(self.standard_error())),
            ("seated", self.seated.into()),
            ("players", players),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}

impl Serialize for Equity {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(to)
    }
}

/// Players and outcomes are read, from which the rest follows: what doesn't follow is refused.
impl Record for Equity {
    const WHAT: &'static str = "an equity";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(EQUITY, VERSION)?;
        let seated = record.get("seated")?.flag()?;
        let labels = read_labels(&record.get("players")?, seated)?;
        let low = record.get("low")?.word(&LowKind::ALL, LowKind::as_str)?;
        let seed = record.get("seed")?.given().map(|seed| seed.whole(0, u64::MAX)).transpose()?;
        let tally = read_outcomes(&record.get("outcomes")?, &labels, low, seed.is_none())?;
        let equity = Self::new(labels, seated, &tally, low, seed);
        for (name, expected) in &equity.head() {
            if let Some(given) = record.find(name)? {
                check_same(&given, expected)?;
            }
        }
        Ok(equity)
    }
}

fn read_labels(players: &Field<'_>, seated: bool) -> Result<Vec<Label>, WireError> {
    let mut labels: Vec<Label> = Vec::new();
    let count = players.items()?.len();
    if !(2..=MAX_PLAYERS).contains(&count) {
        return Err(players.contradiction(format!("{count} players: there are two to eight")));
    }
    for (place, player) in (0_u8..).zip(players.items()?) {
        let name = player.get("player")?;
        let least = if seated { labels.last().map_or(1, |label| label.player + 1) } else { place };
        let most = if seated { 8 } else { place };
        let number = name.whole(least.into(), most.into())?;
        let hand = player.get("hand")?.text()?.to_owned();
        labels.push(Label { player: u8::try_from(number).unwrap_or(place), hand });
    }
    Ok(labels)
}

fn read_outcomes(
    outcomes: &Field<'_>,
    labels: &[Label],
    low: LowKind,
    exact: bool,
) -> Result<Tally, WireError> {
    let mut tally = Tally::new(labels.len());
    let mut left = if exact { MOST_DEALS } else { u64::MAX.into() };
    for record in outcomes.items()? {
        let [high, low_winners, count] = [record.get("high")?, record.get("low")?, record.get("count")?];
        let outcome =
            Outcome { high: read_winners(&high, labels)?, low: read_winners(&low_winners, labels)? };
        if outcome.high == 0 {
            return Err(high.contradiction("somebody wins the high"));
        }
        if outcome.low == 0 && low == LowKind::Any {
            return Err(low_winners.contradiction(format!("somebody wins the low, where low={low}")));
        }
        let times: u128 = count.number()?;
        if times == 0 || times > left {
            let what = if exact { "deals" } else { "trials" };
            return Err(
                count.must_be(format!("a whole number from 1 on, of no more {what} than can be counted"))
            );
        }
        left -= times;
        if !tally.add_new(outcome, times) {
            return Err(record.contradiction("this outcome comes twice"));
        }
    }
    if tally.total() == 0 {
        return Err(outcomes.contradiction("there are none: nothing was counted"));
    }
    Ok(tally)
}

fn read_winners(names: &Field<'_>, labels: &[Label]) -> Result<u8, WireError> {
    let mut winners = 0;
    for name in names.items()? {
        let number: u8 = name.number()?;
        let place = labels.iter().position(|label| label.player == number);
        let place = place.ok_or_else(|| name.contradiction(format!("there is no player {number}")))?;
        if winners >> place != 0 {
            return Err(names.must_be("the players in their order, each once"));
        }
        winners |= 1 << place;
    }
    Ok(winners)
}

/// Checks that a field says what follows from the others. Fields of which nothing follows are left alone.
fn check_same(given: &Field<'_>, expected: &Value) -> Result<(), WireError> {
    match expected {
        Value::Object(fields) => {
            for (name, expected) in fields {
                if let Some(given) = given.find(name)? {
                    check_same(&given, expected)?;
                    if name == "shares" {
                        check_shares(&given, expected)?;
                    }
                }
            }
            Ok(())
        }
        Value::Array(items) => {
            let found = given.items()?;
            if found.len() != items.len() {
                return Err(given.contradiction(format!(
                    "{} of them: there must be {}",
                    found.len(),
                    items.len()
                )));
            }
            found.zip(items).try_for_each(|(given, expected)| check_same(&given, expected))
        }
        // Others may write the digits of a fraction differently, or fewer of them.
        Value::Number(number) if number.as_u128().is_none() => {
            let found = given.value().as_f64().zip(number.as_f64());
            if found.is_some_and(|(found, number)| (found - number).abs() <= 1e-9) {
                return Ok(());
            }
            Err(given.must_be(format!("{expected}, which follows from the outcomes")))
        }
        _ if given.value() == expected => Ok(()),
        _ => Err(given.must_be(format!("{expected}, which follows from the other fields"))),
    }
}

/// Checks that a player has no other shares of the pot than those that come.
fn check_shares(given: &Field<'_>, expected: &Value) -> Result<(), WireError> {
    let other = given.entries()?.find(|(name, _)| expected.get(*name).is_none());
    other.map_or(Ok(()), |(_, share)| {
        Err(share.contradiction("no outcome gives the player this share of the pot"))
    })
}

impl NextCards {
    fn to_value(&self) -> Value {
        table([
            ("format", NEXT_CARDS.into()),
            ("version", VERSION.into()),
            ("player", self.player().into()),
            ("now", self.now.to_value()),
            ("cards", table(self.equities.iter().map(|(card, equity)| (card, equity.to_value())))),
        ])
    }
}

impl Serialize for NextCards {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(to)
    }
}

impl Record for NextCards {
    const WHAT: &'static str = "next cards";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(NEXT_CARDS, VERSION)?;
        let (field, cards, player) = (record.get("now")?, record.get("cards")?, record.get("player")?);
        let now = Equity::read(&field)?;
        let name: u8 = player.number()?;
        let place = now.labels.iter().position(|label| label.player == name);
        let place = place.ok_or_else(|| player.contradiction(format!("there is no player {name}")))?;
        let mut equities: Vec<(Card, Equity)> = Vec::new();
        for (name, field) in cards.entries()? {
            let card: Option<Card> = name.parse().ok().filter(|card: &Card| card.to_string() == name);
            let card = card.ok_or_else(|| field.contradiction("its name is no card, written as \"As\""))?;
            let equity = Equity::read(&field)?;
            let same = equity.labels == now.labels && equity.seated == now.seated && equity.low == now.low;
            if !same {
                return Err(field.contradiction("its players, their hands or the low are not those of now"));
            }
            if equity.seed != now.seed {
                return Err(field
                    .get("seed")?
                    .contradiction("now has another: all are exact, or sampled with one seed"));
            }
            equities.push((card, equity));
        }
        if equities.is_empty() {
            return Err(cards.contradiction("there are none: some card comes next"));
        }
        equities.sort_by_key(|&(card, _)| card);
        Ok(Self { place, now, equities })
    }
}

impl StartingHand {
    fn to_value(&self) -> Value {
        let head = [
            ("hand", self.to_string().into()),
            ("rank", self.rank().into()),
            ("versions", self.versions().into()),
        ];
        let chances = CHANCES.into_iter().zip(self.chances().map(Chance::to_value));
        let joint = self.counts().iter().map(|row| Value::from(row.as_slice())).collect::<Value>();
        table(head.into_iter().chain(chances).chain([("joint", joint)]))
    }
}

impl Serialize for StartingHand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(to)
    }
}
