"""What a summary counts of one hand, read off its events."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from .actions import ACTION_IDS
from .cards import HIGH_RANK, SUIT, SUITS, Card
from .hand import Event, Hand
from .hands import best_low

__all__ = ["Move", "class_name", "count", "moves"]


class Move(NamedTuple):
    """One action: `amount` is the seat's total on the street afterwards, `chips` what was added."""

    street: int
    seat: int
    kind: str
    amount: int
    chips: int


_STREETS = (3, 4, 5, 6, 7)


def count(hand: Hand, policies: Mapping[int, str], *, classes: bool = False) -> dict[str, object]:
    """Returns the counts of a hand that is over, under the names of the record of a summary.

    `policies` names the policy of each seat; `classes` says whether starting hands are counted.
    """
    cards, common = _dealt(hand)
    net = _net(hand)
    of_policy: Counter[str] = Counter()
    of_class: dict[str, dict[str, list[int]]] = {name: {} for name in policies.values()}
    for seat in hand.seats:
        of_policy[policies[seat]] += net[seat]
        name = class_name(cards[seat][:3])
        hands, won, squares = of_class[policies[seat]].get(name, [0, 0, 0])
        of_class[policies[seat]][name] = [hands + 1, won + net[seat], squares + net[seat] ** 2]
    folded = {event["seat"] for event in hand.events if event["kind"] == "fold"}
    pots = _contested(hand)
    return {
        "hands": 1,
        "deals": 1,
        "net": {str(seat): chips for seat, chips in net.items()},
        "net_squares": {str(seat): chips**2 for seat, chips in net.items()},
        "policy_net": dict(of_policy),
        "policy_net_squares": {name: chips**2 for name, chips in of_policy.items()},
        "deal_net_squares": {name: chips**2 for name, chips in of_policy.items()},
        "actions": _actions(hand),
        "streets": {
            str(street): int(any(reached >= street for reached, _ in _by_street(hand))) for street in _STREETS
        },
        "showdowns": int(len(hand.seats) - len(folded) > 1),
        "lows": int(any(_low_won(hand, event, cards, common) for pot in pots for event in pot)),
        "split": sum(len(_seats(pot)) > 1 for pot in pots),
        "scooped": sum(len(_seats(pot)) == 1 for pot in pots),
        "quartered": sum(_is_quartered(pot) for pot in pots),
        "classes": of_class if classes else None,
    }


def class_name(cards: Sequence[Card]) -> str:
    """Returns the name of three cards up to suits: clubs are greatest, then diamonds, then hearts."""
    named = [[card[0] + suits[SUIT[card]] for card in cards] for suits in permutations(SUITS)]

    def by_suit(version: list[Card]) -> list[list[int]]:
        return [
            sorted((HIGH_RANK[card] for card in version if card[1] == suit), reverse=True) for suit in SUITS
        ]

    best = max(named, key=by_suit)
    return " ".join(sorted(best, key=lambda card: (-HIGH_RANK[card], SUIT[card])))


def _dealt(hand: Hand) -> tuple[dict[int, list[Card]], list[Card]]:
    """Returns each seat's cards in dealt order, and the common card if there is one."""
    cards: dict[int, list[Card]] = {seat: [] for seat in hand.seats}
    common: list[Card] = []
    for event in hand.events:
        if event["kind"] == "deal":
            cards[_whole(event, "seat")].append(str(event["card"]))
        elif event["kind"] == "common":
            common.append(str(event["card"]))
    return cards, common


def _net(hand: Hand) -> dict[int, int]:
    """Returns what came back to each seat, less what it put in."""
    net = dict.fromkeys(hand.seats, 0)
    for event in hand.events:
        if event["kind"] in ("uncalled", "pay"):
            net[_whole(event, "seat")] += _whole(event, "chips")
        elif "seat" in event and "chips" in event:
            net[_whole(event, "seat")] -= _whole(event, "chips")
    return net


def _by_street(hand: Hand) -> Iterator[tuple[int, Event]]:
    """Yields all events, each with the street whose cards were dealt last."""
    street = 3
    held: Counter[object] = Counter()
    for event in hand.events:
        if event["kind"] == "deal":
            held[event["seat"]] += 1
            street = max(street, held[event["seat"]])
        elif event["kind"] == "common":
            street = 7
        yield street, event


def moves(hand: Hand) -> list[Move]:
    """Returns what was played, in order; declarations in the order of seats, as they were asked for."""
    found = []
    for street, event in _by_street(hand):
        if event["kind"] == "declare":
            said = event["declarations"]
            assert isinstance(said, dict)
            found += [Move(street, int(seat), kind, 0, 0) for seat, kind in said.items()]
        # Nobody chooses to show or to muck here.
        elif event["kind"] in ACTION_IDS and event["kind"] not in ("show", "muck"):
            amount, chips = (_whole(event, name) if name in event else 0 for name in ("amount", "chips"))
            found.append(Move(street, _whole(event, "seat"), str(event["kind"]), amount, chips))
    return found


def _actions(hand: Hand) -> dict[str, dict[str, int]]:
    """Returns how often each kind was played on each street."""
    found: dict[str, Counter[str]] = {str(street): Counter() for street in _STREETS}
    for move in moves(hand):
        found[str(move.street)][move.kind] += 1
    return {street: dict(kinds) for street, kinds in found.items()}


def _contested(hand: Hand) -> list[list[Event]]:
    """Returns the payments of each pot for which hands were compared."""
    pots: dict[object, list[Event]] = defaultdict(list)
    for event in hand.events:
        if event["kind"] == "pay" and event["hand"] is not None:
            pots[event["pot"]].append(event)
    return list(pots.values())


def _seats(payments: Sequence[Event], *parts: str) -> set[object]:
    """Returns the seats that were paid, of these parts or of any part."""
    return {event["seat"] for event in payments if not parts or event["part"] in parts}


def _is_quartered(payments: Sequence[Event]) -> bool:
    high, low = _seats(payments, "high"), _seats(payments, "low")
    return bool(high) and bool(low) and len(high) + len(low) > 2


def _low_won(hand: Hand, event: Event, cards: Mapping[int, list[Card]], common: list[Card]) -> bool:
    """Returns whether this payment is one to a low."""
    if event["part"] == "low":
        return True
    if event["part"] == "high" or hand.rules.declare:
        return False
    # A player with a low who is paid of a whole pot shares it with the players who tied both ways [C55].
    return best_low([*cards[_whole(event, "seat")], *common], hand.rules.low) is not None


def _whole(event: Event, name: str) -> int:
    number = event[name]
    assert isinstance(number, int)
    return number
