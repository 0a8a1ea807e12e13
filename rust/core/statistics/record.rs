//! The records of summaries and matches.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::classes::{ClassCount, Classes};
use super::matches::Match;
use super::rotation::Rotation;
use super::summary::Summary;
use super::totals::Totals;
use crate::action::ActionKind;
use crate::card::CardSet;
use crate::seat::{Seat, SeatSet};
use crate::starts::{class_cards, class_of, spelled};
use crate::wire::{Field, Record, WireError};

const SUMMARY: &str = "stud8-summary";
const MATCH: &str = "stud8-match";
const VERSION: u32 = 1;
const STREET_NAMES: [&str; 5] = ["3", "4", "5", "6", "7"];

fn table<K: ToString, V: Into<Value>>(entries: impl IntoIterator<Item = (K, V)>) -> Value {
    entries.into_iter().map(|(key, value)| (key.to_string(), value.into())).collect::<Map<_, _>>().into()
}

/// A number of more than 64 bits.
fn large(number: &impl ToString) -> Value {
    number.to_string().parse::<serde_json::Number>().map_or(Value::Null, Value::Number)
}

impl Summary {
    fn to_value(&self) -> Value {
        let totals = self.totals();
        let by_seat = |value: &dyn Fn(usize) -> Value| {
            table(self.seats().into_iter().map(|seat| (seat, value(seat.index()))))
        };
        let by_policy = |value: &dyn Fn(usize) -> Value| {
            table(self.policies().into_iter().enumerate().map(|(place, name)| (name, value(place))))
        };
        let actions = STREET_NAMES.into_iter().zip(&totals.actions).map(|(street, counts)| {
            let kinds = ActionKind::ALL.into_iter().zip(counts).filter(|&(_, &count)| count > 0);
            (street, table(kinds.map(|(kind, &count)| (kind.as_str(), count))))
        });
        let classes = totals.classes.as_ref().map(|classes| {
            by_policy(&|place| {
                let counts =
                    class_cards().iter().zip(classes.of_policy(place)).filter(|(_, count)| count.hands > 0);
                table(counts.map(|(&cards, &ClassCount { hands, net, squares })| {
                    (spelled(cards), vec![hands.into(), large(&net), large(&squares)])
                }))
            })
        });
        table([
            ("format", SUMMARY.into()),
            ("version", VERSION.into()),
            ("hands", totals.hands.into()),
            ("deals", totals.deals.into()),
            ("seats", self.seats().into_iter().map(|seat| Value::from(seat.number())).collect()),
            ("policies", self.players().into()),
            ("rotation", self.rotation().as_str().into()),
            ("net", by_seat(&|seat| large(&totals.net[seat]))),
            ("net_squares", by_seat(&|seat| large(&totals.net_squares[seat]))),
            ("policy_net", by_policy(&|place| large(&totals.policy_net[place]))),
            ("policy_net_squares", by_policy(&|place| large(&totals.policy_squares[place]))),
            ("deal_net_squares", by_policy(&|place| large(&totals.deal_squares[place]))),
            ("actions", table(actions)),
            ("streets", table(STREET_NAMES.into_iter().zip(totals.streets))),
            ("showdowns", totals.showdowns.into()),
            ("lows", totals.lows.into()),
            ("split", totals.split.into()),
            ("scooped", totals.scooped.into()),
            ("quartered", totals.quartered.into()),
            ("classes", classes.unwrap_or(Value::Null)),
        ])
    }
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(to)
    }
}

/// Counts that can't be those of any hands are refused.
impl Record for Summary {
    const WHAT: &'static str = "a summary";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(SUMMARY, VERSION)?;
        let seats = read_seats(&record.get("seats")?)?;
        let policies = record.get("policies")?;
        let players: Vec<String> =
            policies.items()?.map(|name| name.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        if players.len() != seats.len() {
            return Err(policies.contradiction(format!(
                "{} policies for {} seats",
                players.len(),
                seats.len()
            )));
        }
        let rotation = record.get("rotation")?.word(&Rotation::ALL, Rotation::as_str)?;
        let mut totals = Totals::default();
        let whole = |name| record.get(name)?.number::<u64>();
        (totals.hands, totals.deals) = (whole("hands")?, whole("deals")?);
        let seat_names: Vec<String> = seats.into_iter().map(|seat| seat.to_string()).collect();
        for (name, seat) in [("net", 0), ("net_squares", 1)] {
            let counts = record.get(name)?;
            check_keys(&counts, &seat_names)?;
            for (key, place) in seat_names.iter().zip(seats) {
                let (count, place) = (counts.get(key)?, place.index());
                if seat == 0 {
                    totals.net[place] = count.number()?;
                } else {
                    totals.net_squares[place] = count.number()?;
                }
            }
        }
        read_streets(record, &mut totals)?;
        totals.showdowns = whole("showdowns")?;
        totals.lows = whole("lows")?;
        totals.split = whole("split")?;
        totals.scooped = whole("scooped")?;
        totals.quartered = whole("quartered")?;
        let mut summary = Self::new(totals, seats, players, rotation);
        let names: Vec<String> = summary.policies().into_iter().map(str::to_owned).collect();
        let [net, squares, deals] =
            ["policy_net", "policy_net_squares", "deal_net_squares"].map(|name| record.get(name));
        let [net, squares, deals] = [net?, squares?, deals?];
        for counts in [&net, &squares, &deals] {
            check_keys(counts, &names)?;
        }
        let totals = &mut summary.totals;
        for (place, name) in names.iter().enumerate() {
            totals.policy_net[place] = net.get(name)?.number()?;
            totals.policy_squares[place] = squares.get(name)?.number()?;
            totals.deal_squares[place] = deals.get(name)?.number()?;
        }
        if let Some(classes) = record.get("classes")?.given() {
            totals.classes = Some(read_classes(&classes, &names)?);
        }
        summary.check()?;
        Ok(summary)
    }
}

fn read_seats(seats: &Field<'_>) -> Result<SeatSet, WireError> {
    let mut found = SeatSet::EMPTY;
    let mut last = 0;
    for number in seats.items()? {
        let seat = number.number().ok().and_then(Seat::new).filter(|seat| seat.number() > last);
        let seat = seat.ok_or_else(|| number.must_be("a seat from 1 to 8, greater than those before"))?;
        last = seat.number();
        found.insert(seat);
    }
    Ok(found)
}

/// Checks that a table has fields of these names and no others.
fn check_keys(table: &Field<'_>, names: &[String]) -> Result<(), WireError> {
    for (key, value) in table.entries()? {
        if !names.iter().any(|name| name == key) {
            return Err(value.contradiction(format!("there is only {}", names.join(", "))));
        }
    }
    Ok(())
}

fn read_streets(record: &Field<'_>, totals: &mut Totals) -> Result<(), WireError> {
    let names = STREET_NAMES.map(str::to_owned);
    let (streets, actions) = (record.get("streets")?, record.get("actions")?);
    check_keys(&streets, &names)?;
    check_keys(&actions, &names)?;
    for (place, name) in STREET_NAMES.into_iter().enumerate() {
        totals.streets[place] = streets.get(name)?.number()?;
        let kinds = actions.get(name)?;
        for (kind, count) in kinds.entries()? {
            let kind: ActionKind = kind
                .parse()
                .map_err(|error: crate::action::ActionError| count.contradiction(error.to_string()))?;
            totals.actions[place][kind as usize] = count.number()?;
        }
    }
    Ok(())
}

fn read_classes(record: &Field<'_>, names: &[String]) -> Result<Classes, WireError> {
    check_keys(record, names)?;
    let mut classes = Classes::of(names.len());
    for (place, name) in names.iter().enumerate() {
        let counted = record.get(name)?;
        for (hand, counts) in counted.entries()? {
            let cards = hand.parse::<CardSet>().ok().filter(|&cards| spelled(cards) == hand);
            let class =
                cards.and_then(|cards| class_of(cards).filter(|&class| class_cards()[class] == cards));
            let count = class.and_then(|class| classes.at(place, class));
            let count = count.ok_or_else(|| {
                counts.contradiction("its name is no starting hand, written as \"Ac Ad 5c\"")
            })?;
            let mut numbers = counts.items()?;
            let (Some(hands), Some(net), Some(squares), None) =
                (numbers.next(), numbers.next(), numbers.next(), numbers.next())
            else {
                return Err(counts.must_be("a list of three: hands, net and squares"));
            };
            *count = ClassCount { hands: hands.number()?, net: net.number()?, squares: squares.number()? };
        }
    }
    Ok(classes)
}

impl Match {
    fn to_value(&self) -> Value {
        let pair = |((first, second), summary): ((&str, &str), &Summary)| {
            table([("first", first.into()), ("second", second.into()), ("summary", summary.to_value())])
        };
        table([
            ("format", MATCH.into()),
            ("version", VERSION.into()),
            ("names", self.names().into()),
            ("pairs", self.pairs().map(pair).collect::<Value>()),
        ])
    }
}

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(to)
    }
}

impl Record for Match {
    const WHAT: &'static str = "a match";

    fn read(record: &Field<'_>) -> Result<Self, WireError> {
        record.check_format(MATCH, VERSION)?;
        let names = record.get("names")?;
        let listed: Vec<String> =
            names.items()?.map(|name| name.text().map(str::to_owned)).collect::<Result<_, _>>()?;
        let pairs = record.get("pairs")?;
        let mut summaries = Vec::new();
        for pair in pairs.items()? {
            summaries.push(Summary::read(&pair.get("summary")?)?);
        }
        let found = Self::new(listed, summaries).map_err(|error| names.contradiction(error.to_string()))?;
        for (pair, ((first, second), _)) in pairs.items()?.zip(found.pairs()) {
            for (field, expected) in [("first", first), ("second", second)] {
                let name = pair.get(field)?;
                if name.text()? != expected {
                    return Err(name.must_be(format!("{expected:?}, for that is the next pair of the names")));
                }
            }
        }
        Ok(found)
    }
}
