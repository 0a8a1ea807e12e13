# ruff: noqa: S101 - the laws are asserted
"""Hypothesis strategies and the laws that every hand keeps, for tests of a table or a bot, and for ours.

```python
>>> from hypothesis import given, settings
>>> from stud8 import Hand, Rules
>>> from stud8.testing import check_invariants, hands, rules
>>> @settings(max_examples=10, database=None, derandomize=True)
... @given(hands(rules(declare=False)))
... def test_my_bot(hand: Hand) -> None:
...     check_invariants(hand)
>>> test_my_bot()

```

It needs hypothesis: ``pip install 'stud8[test]'``.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from stud8 import Action, Card, Hand, Rake, Rules, StudError
from stud8.reference import ACTION_IDS

try:
    from hypothesis import strategies as st
except ModuleNotFoundError:
    raise ImportError("stud8.testing needs hypothesis: pip install 'stud8[test]'") from None

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["cards", "check_invariants", "decks", "hands", "rules", "stacks"]

_DECK = tuple(Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs")
_STAKES = ("ante", "bring_in", "small_bet", "big_bet", "rake")
_IDS = range(8)
_KINDS = tuple(ACTION_IDS)


# Strategies


def cards() -> st.SearchStrategy[Card]:
    """Any card; shrinks towards the deuce of clubs."""
    return st.sampled_from(_DECK)


def decks() -> st.SearchStrategy[list[Card]]:
    """All 52 cards in any order; shrinks towards the order of rank and suit."""
    return st.permutations(_DECK)


@st.composite
def rules(draw: st.DrawFn, /, **fixed: Any) -> Rules:
    """`Rules` with any settings, except those given by keyword; small amounts, so that stacks run out.

    ``rules(low="any", raises=None)`` varies everything else. The stakes fit each other and those that are
    given; ``unit`` stays 1 if any of them is given without it.
    """
    unit = fixed.get("unit") or (1 if fixed.keys() & set(_STAKES) else draw(st.sampled_from((1, 5, 25))))

    def chips(name: str, low: int, high: int) -> int:
        amount: int = fixed.get(name) or unit * draw(st.integers(low, max(low, high)))
        return amount // unit

    bound = chips("bring_in", 1, 1) if "bring_in" in fixed else 1
    small = chips("small_bet", bound + 1, min(bound + 30, fixed.get("big_bet", 10**9) // unit))
    bring_in = chips("bring_in", 1, small - 1)
    big = draw(st.sampled_from((2 * small, small, 3 * small)))
    declare = fixed.get("declare", fixed.get("low", "any") == "any" and draw(st.integers(0, 6)) == 1)
    flag = st.booleans()
    settings: dict[str, Any] = {
        "ante": unit * draw(st.integers(0, small // 4) | st.integers(0, small)),
        "bring_in": unit * bring_in,
        "small_bet": unit * small,
        "big_bet": unit * big,
        "unit": unit,
        "low": "any" if declare else draw(st.sampled_from(("eight_or_better", "five_ranks", "any"))),
        "declare": declare,
        "opener": draw(st.sampled_from(("best_board", "highest_card", "newest_card"))),
        "opener_tie": draw(st.sampled_from(("position", "suit"))),
        "raises": draw(st.sampled_from((3, 4, 1, 0, None))),
        "heads_up_cap": draw(flag),
        "odd_chip": draw(st.sampled_from(("suit_of_seven", "suit_of_five", "position"))),
        "trim_antes": draw(flag),
        "common_card_betting": draw(flag),
        "burn": draw(flag),
        "show_order": draw(
            st.sampled_from(("last_aggressor", "river_aggressor", "best_board", "position")),
        ),
        "ask_muck": draw(flag),
        "all_in_shows": draw(flag),
        "all_in_raise": draw(st.sampled_from(("half", "full"))),
        "rake": draw(st.none() | _rakes(unit)),
        "fold_unfaced": draw(flag),
    }
    return Rules(**{**settings, **fixed})


def _rakes(unit: int) -> st.SearchStrategy[Rake]:
    return st.builds(
        Rake,
        st.sampled_from((500, 1000, 2500, 10_000, 0)),
        cap=st.none() | st.integers(0, 20).map(lambda units: units * unit),
        unit=st.sampled_from((1, 2, 3)).map(lambda units: units * unit),
    )


@st.composite
def stacks(draw: st.DrawFn, rules: Rules, players: int | None = None) -> dict[int, int]:
    """{seat: chips} for two to eight players, or as many as asked, in any of the eight seats.

    Multiples of the rules' ``unit``; many are all-in for an ante, a bring-in or a bet.
    """
    seats = draw(
        st.sets(st.integers(1, 8), min_size=players or 2, max_size=players or 8).map(sorted),
    )
    bet, forced = rules.small_bet, rules.ante + rules.bring_in
    deep, short = 100 * bet, rules.ante + rules.unit
    depths = st.sampled_from((deep, deep, 30 * bet, 12 * bet, 4 * bet, rules.ante + bet, forced, short))
    return {seat: draw(_units(draw(depths), rules.unit)) for seat in seats}


def _units(most: int, unit: int) -> st.SearchStrategy[int]:
    return st.integers(1, most // unit).map(lambda units: units * unit)


@st.composite
def hands(
    draw: st.DrawFn,
    rules: st.SearchStrategy[Rules] = rules(),  # noqa: B008 - a strategy is immutable
    *,
    players: int | None = None,
    dealt_by_hand: bool = False,
) -> Hand:
    """A `Hand` anywhere between the first action and the end, from any deck.

    Calls and checks are the commonest actions, so many hands reach the showdown. ``dealt_by_hand`` gives
    hands dealt card by card, some cards unknown, which may be waiting for the next one.
    """
    house = draw(rules)
    deck = draw(decks())
    to_come: list[Card | None] = []
    if dealt_by_hand:
        hand = Hand(house, draw(stacks(house, players)), dealt_by_hand=True)
        to_come = [draw(st.sampled_from((card, card, card, card, None))) for card in deck]
    else:
        hand = Hand(house, draw(stacks(house, players)), deck=deck)
    for _ in range(draw(st.integers(0, 70 if dealt_by_hand else 25))):
        if hand.next_card is not None:
            hand.deal(to_come.pop())
        elif hand.actor is not None:
            hand.play(draw(_choices(hand)))
    return hand


def _choices(hand: Hand) -> st.SearchStrategy[Action]:
    """The legal actions, the passive one most often."""
    legal = list(hand.legal_actions)
    passive = [action for action in legal if action.kind in ("check", "call", "bring_in", "muck")]
    return st.sampled_from(passive * 3 + legal)


# Invariants


def check_invariants(hand: Hand) -> None:
    """Assert the laws that every `Hand` keeps, whoever made it. It is left as it was.

    - No chip is lost or made: stacks, bets and pots are what the players sat down with, minus the rake.
    - No card is in two places.
    - Every legal action can be played, on a copy, and does what it says; every other is refused.
    - No view tells a hidden card, by any of its parts, nor differs when hidden cards are exchanged.
    - Payoffs sum to minus the rake, and are refused before the end.
    - Records and copies are equal to the hand.

    Raises `AssertionError` with the hand's record.
    """
    before = hand.copy()
    try:
        for law in _LAWS:
            law(hand)
            assert hand == before, "looking at a hand changed it"
    except AssertionError as error:
        error.add_note(f"in {hand!r}")
        raise


def _chips_are_conserved(hand: Hand) -> None:
    start = {int(seat): chips for seat, chips in hand.to_dict()["stacks"].items()}
    events = hand.events
    rake = sum(event.chips for event in events if event.kind == "rake")
    paid = sum(event.chips for event in events if event.kind == "pay")
    pots = sum(pot.amount for pot in hand.pots)
    assert tuple(start) == hand.seats
    for table in (hand.stacks, hand.bets, hand.contributions):
        assert tuple(table) == hand.seats
        assert all(chips >= 0 and chips % hand.rules.unit == 0 for chips in table.values())
    assert sum(hand.stacks.values()) + sum(hand.bets.values()) + pots + rake == sum(start.values())
    assert sum(hand.contributions.values()) == sum(hand.bets.values()) + pots + rake + paid
    won = dict.fromkeys(start, 0)
    for event in events:
        if event.kind == "pay":
            won[event.seat] += event.chips
    assert {s: start[s] - hand.contributions[s] + won[s] for s in start} == hand.stacks
    assert all(set(pot.seats) <= set(hand.seats_in) and pot.amount > 0 for pot in hand.pots)


def _cards_are_in_one_place(hand: Hand) -> None:
    up, down = hand.up_cards, hand.down_cards
    places = [*(card for seat in hand.seats for card in (*up[seat], *down[seat])), hand.common_card]
    known = [card for card in places if card is not None]
    assert len(set(known)) == len(known)
    for seat in hand.seats:
        assert len(up[seat]) <= 4
        assert len(down[seat]) <= (3 if hand.common_card is None else 2)
    assert hand.common_card is None or all(len(down[seat]) == 2 for seat in hand.seats)


def _legal_is_playable(hand: Hand) -> None:
    legal = list(hand.legal_actions)
    assert bool(legal) == (hand.actor is not None)
    assert [action.kind for action in legal] == [kind for kind in _KINDS if kind in hand.legal_actions]
    assert len({action.id for action in legal}) == len(legal)
    assert (hand.default_action in legal) if legal else hand.default_action is None
    assert sum((hand.actor is not None, hand.next_card is not None, hand.is_over)) == 1
    for action in legal:
        for said in (action, action.kind, action.id):
            after = hand.after(said)
            event = after.events_since(hand.event_count)[0] if action.kind[:7] != "declare" else None
            if action.amount is not None:
                assert event is not None
                assert (event.kind, event.seat, event.amount) == (action.kind, hand.actor, action.amount)
                assert event.chips == action.amount - hand.bets[event.seat]
                assert event.all_in == (event.chips == hand.stacks[event.seat])
            elif event is not None:
                assert (event.kind, event.seat) == (action.kind, hand.actor)
    for said in {*_KINDS, *_IDS} - {said for action in legal for said in (action.kind, action.id)}:
        _refused(partial(hand.after, said), "not_acting" if not legal else "illegal_action")


def _refused(action: Callable[[], object], kind: str) -> None:
    try:
        action()
    except StudError as error:
        given = error.kind
    else:
        given = "nothing"
    assert given == kind, f"{given} was raised instead of {kind}"


def _views_hide(hand: Hand) -> None:
    shown = {event.seat for event in hand.events if event.kind == "show"}
    for viewer in (None, *hand.seats):
        text = json.dumps(hand.view(viewer).to_dict())
        told = {str(card) for card in _DECK if f'"{card}"' in text}
        open_to = {*shown, viewer}
        may = [hand.common_card, *(card for cards in hand.up_cards.values() for card in cards)]
        may += [card for seat in hand.seats if seat in open_to for card in hand.down_cards[seat]]
        assert told == {str(card) for card in may if card is not None}, f"the view of seat {viewer}"
        twin = _exchanged(hand, open_to)
        if twin is not None:
            assert twin.view(viewer) == hand.view(viewer), f"the view of seat {viewer} tells hidden cards"
            assert twin.view(viewer).to_dict() == hand.view(viewer).to_dict()
            assert repr(twin.view(viewer)) == repr(hand.view(viewer))
            assert twin.view(viewer)._repr_svg_() == hand.view(viewer)._repr_svg_()
            assert str(twin.view(viewer)) == str(hand.view(viewer))


def _exchanged(hand: Hand, open_to: set[int | None]) -> Hand | None:
    """The same hand with the down cards that this viewer may not see put last in the deck, or none.

    Before the showdown nothing depends on them. The deck must have been given.
    """
    record = hand.to_dict()
    if "deck" not in record or any(event.kind in ("show", "muck", "pay", "common") for event in hand.events):
        return None
    deck = [record["deck"][place : place + 2] for place in range(0, len(record["deck"]), 2)]
    hidden = [str(card) for seat in hand.seats if seat not in open_to for card in hand.down_cards[seat]]
    if hand.rules.burn or not hidden:
        places = [deck.index(card) for card in hidden]
    else:
        dealt = sum(event.kind == "deal" for event in hand.events)
        places = [*(deck.index(card) for card in hidden), *range(dealt, len(deck))]
    turned = [deck[place] for place in (*places[1:], *places[:1])]
    for place, card in zip(places, turned, strict=True):
        deck[place] = card
    return Hand.from_dict({**record, "deck": "".join(deck)})


def _payoffs_sum_to_minus_the_rake(hand: Hand) -> None:
    if not hand.is_over:
        _refused(lambda: hand.payoffs, "not_over")
    elif hand.pots:
        _refused(lambda: hand.payoffs, "unknown_cards")
    else:
        rake = sum(event.chips for event in hand.events if event.kind == "rake")
        assert tuple(hand.payoffs) == hand.seats
        assert sum(hand.payoffs.values()) == -rake
        assert all(won >= -hand.contributions[seat] for seat, won in hand.payoffs.items())


def _records_and_copies_are_equal(hand: Hand) -> None:
    record = hand.to_dict()
    for twin in (hand.copy(), Hand.from_dict(record), Hand.from_dict(json.loads(json.dumps(record)))):
        assert twin == hand
        assert twin is not hand
        assert twin.to_dict() == record
        assert twin.events == hand.events


_LAWS: tuple[Callable[[Hand], None], ...] = (
    _chips_are_conserved,
    _cards_are_in_one_place,
    _legal_is_playable,
    _views_hide,
    _payoffs_sum_to_minus_the_rake,
    _records_and_copies_are_equal,
)
