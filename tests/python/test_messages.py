"""What a message quotes: the character that looks right, the kind of an odd text, and never a megabyte."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import InvalidCardError, InvalidRangeError, InvalidRulesError, UnknownActionError

if TYPE_CHECKING:
    from collections.abc import Callable

# What is given here has the wrong types on purpose.
WILD: Any = stud8
HAND = "As Kd 9h 9c 5s"
CYRILLIC = "\N{CYRILLIC SMALL LETTER ES}"
ODD: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "cards": (lambda: WILD.CardSet(f"6{CYRILLIC}Tc9h"), InvalidCardError, "character 2 .*0441"),
    "a card": (lambda: WILD.Card(f"6{CYRILLIC}"), InvalidCardError, "character 2 .*0441"),
    "a later card": (
        lambda: WILD.CardSet(f"As Kd 6{CYRILLIC}"),
        InvalidCardError,
        "character 8 is .*0441",
    ),
    "a space of no width": (
        lambda: WILD.CardSet("As\u200bKd"),
        InvalidCardError,
        "character 3 .*200B",
    ),
    "a plain mistake": (lambda: WILD.CardSet("As Kx 2c"), InvalidCardError, '"Kx" .*at character 4'),
    "unknown cards": (lambda: WILD.Board(f"?? 6{CYRILLIC}"), InvalidCardError, "character 5 .*0441"),
    "rows": (
        lambda: WILD.evaluate_many(["As Kd Qh Jc Ts", f"As Kd Qh Jc T{CYRILLIC}"]),
        InvalidCardError,
        "row 1: .*character 14 is .*U\\+0441",
    ),
    "bytes": (lambda: WILD.evaluate_many(np.array([b"AsKdQhJcTx"])), InvalidCardError, "at character 9"),
    "patterns": (
        lambda: WILD.equity([f"A? [2-8]{CYRILLIC}", ""]),
        InvalidCardError,
        "character 9 .*0441",
    ),
    "ranges": (
        lambda: WILD.equity([["AsKs", f"A{CYRILLIC}Kd"], ""]),
        InvalidCardError,
        "character 2 .*0441",
    ),
    "weights": (
        lambda: WILD.equity([{"As": "0\u066b5"}, ""]),
        InvalidRangeError,
        "character 2 .*066B",
    ),
    "kinds of low": (
        lambda: WILD.evaluate(HAND, "\u0430ny"),
        InvalidRulesError,
        "character 1 .*0430",
    ),
    "rules": (
        lambda: WILD.Rules.full_tilt(opener="best\u2011board"),
        InvalidRulesError,
        "character 5 .*2011",
    ),
    "actions": (lambda: WILD.Action("f\u043eld"), UnknownActionError, "character 2 .*043E"),
    "methods": (
        lambda: WILD.equity([HAND, ""], method="ex\u0430ct"),
        ValueError,
        "character 3 .*0430",
    ),
    "policies": (
        lambda: WILD.simulate(WILD.Rules.full_tilt(), hands=1, policies="c\u0430ll"),
        ValueError,
        "character 2 .*0430",
    ),
    "events": (
        lambda: WILD.Event("f\u043eld"),
        UnknownActionError,
        "kind=.*must be ante.*character 2 .*043E",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_a_character_that_looks_right_is_named_with_its_place(case: str) -> None:
    call, error, words = ODD[case]
    with pytest.raises(error, match=words):
        call()


HALF = "\ud800"
SURROGATES: dict[str, tuple[Callable[[], object], type[Exception]]] = {
    "evaluate": (lambda: WILD.evaluate(HAND, low=HALF), InvalidRulesError),
    "evaluate_many": (lambda: WILD.evaluate_many([HAND], low=HALF), InvalidRulesError),
    "evaluate_sets": (
        lambda: WILD.evaluate_sets(np.array([31], dtype=np.uint64), low=HALF),
        InvalidRulesError,
    ),
    "Low": (lambda: WILD.Low(HAND, kind=HALF), InvalidRulesError),
    "Card": (lambda: WILD.Card(HALF), InvalidCardError),
    "CardSet": (lambda: WILD.CardSet(HALF), InvalidCardError),
    "equity": (lambda: WILD.equity([HALF, ""]), InvalidCardError),
    "equity low": (lambda: WILD.equity([HAND, ""], low=HALF), InvalidRulesError),
    "method": (lambda: WILD.equity([HAND, ""], method=HALF), ValueError),
    "exact_seconds": (lambda: WILD.exact_seconds([HAND, ""], low=HALF), InvalidRulesError),
    "next_card": (lambda: WILD.next_card([HAND, ""], 0, method=HALF), ValueError),
    "hand.equity": (
        lambda: WILD.Hand(WILD.Rules.full_tilt(), stacks=[900] * 2, seed=7).equity(method=HALF),
        ValueError,
    ),
    "view.equity": (
        lambda: WILD.Hand(WILD.Rules.full_tilt(), stacks=[900] * 2, seed=7).view(1).equity(method=HALF),
        ValueError,
    ),
    "Action": (lambda: WILD.Action(HALF), UnknownActionError),
    "Event": (lambda: WILD.Event(HALF), UnknownActionError),
    "format": (lambda: format(WILD.Card("As"), HALF), ValueError),
    "weight": (lambda: WILD.equity([{"As": HALF}, ""]), InvalidRangeError),
}


@pytest.mark.parametrize("name", SURROGATES)
def test_half_a_surrogate_pair_is_refused_like_any_other_text(name: str) -> None:
    call, error = SURROGATES[name]
    with pytest.raises(error) as caught:
        call()
    assert not isinstance(caught.value, UnicodeError)


LONG: Any = "8" * 10**6
GREAT: Any = 10**5000
ECHOES: dict[str, Callable[[Any], object]] = {
    "Card": WILD.Card,
    "CardSet": WILD.CardSet,
    "from_mask": WILD.CardSet.from_mask,
    "High": WILD.High,
    "Low": WILD.Low,
    "Low kind": lambda value: WILD.Low(HAND, kind=value),
    "evaluate": lambda value: WILD.evaluate(HAND, low=value),
    "Action": WILD.Action,
    "Action amount": lambda value: WILD.Action("call", amount=value),
    "Event": WILD.Event,
    "Event field": lambda value: WILD.Event("burn", **{str(value)[: 10**6] if value is LONG else "x": 1}),
    "play": lambda value: WILD.Hand(WILD.Rules.full_tilt(), stacks=[900] * 2, seed=7).play(value),
    "seat": lambda value: WILD.Hand(WILD.Rules.full_tilt(), stacks={value: 900, 2: 900}, seed=7),
    "view": lambda value: WILD.Hand(WILD.Rules.full_tilt(), stacks=[900] * 2, seed=7).view(value),
    "rules": lambda value: WILD.Rules.full_tilt(ante=value),
    "rules flag": lambda value: WILD.Rules.full_tilt(burn=value),
    "rules word": lambda value: WILD.Rules.full_tilt(opener=value),
    "rules rake": lambda value: WILD.Rules.full_tilt(rake=value),
    "rules name": lambda value: WILD.Rules.full_tilt(**{LONG if value is LONG else "x": 1}),
    "Rake": WILD.Rake,
    "threads": lambda value: WILD.evaluate_many([HAND], threads=value),
    "tables": lambda value: WILD.Tables(WILD.Rules.full_tilt(), tables=value),
    "method": lambda value: WILD.equity([HAND, ""], method=value),
    "trials": lambda value: WILD.equity([HAND, ""], trials=value),
    "weight": lambda value: WILD.equity([{"As": str(value) if value is LONG else "x"}, ""]),
    "hand": lambda value: WILD.equity([value, ""]),
    "player": lambda value: WILD.next_card([HAND, ""], value),
    "starting hand": stud8.starting_hand,
    "hands": lambda value: WILD.simulate(WILD.Rules.full_tilt(), hands=value),
    "policies": lambda value: WILD.simulate(WILD.Rules.full_tilt(), hands=1, policies=value),
}


@pytest.mark.parametrize("name", ECHOES)
@pytest.mark.parametrize("value", [LONG, GREAT], ids=["long", "great"])
def test_messages_echo_no_megabyte(name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    with pytest.raises((ValueError, TypeError, LookupError)) as caught:
        ECHOES[name](value)
    assert len(str(caught.value)) < 1000
    assert not ignored, "no 'Exception ignored in'"


def test_a_number_too_great_to_be_written_is_told_by_its_bits() -> None:
    with pytest.raises(InvalidCardError, match="<a number of 16610 bits> is no card"):
        WILD.Card(GREAT)


def test_an_unknown_kind_of_event_is_an_unknown_action() -> None:
    with pytest.raises(UnknownActionError, match=r'kind="zzz" must be ante, uncalled, .* or pay'):
        WILD.Event("zzz")


def test_legal_actions_are_copied_with_or_without_their_hand() -> None:
    hand = WILD.Hand(WILD.Rules.full_tilt(), stacks=[20000] * 3, seed=7)
    legal = hand.legal_actions
    same = copy.copy(legal)
    apart = [copy.deepcopy(legal), pickle.loads(pickle.dumps(legal))]  # noqa: S301 - our own bytes
    before = list(legal)
    assert all(list(other) == before for other in [same, *apart])
    hand.play(1)
    assert list(same) == list(legal) != before
    assert all(list(other) == before for other in apart)
    both: Any = copy.deepcopy({"hand": hand, "legal": legal})
    both["hand"].play(1)
    assert list(both["legal"]) == list(both["hand"].legal_actions)


SHORT = """
import resource
import numpy as np
import stud8
from stud8 import Rules, Tables

row = Tables(Rules.full_tilt(), tables=1, seed=7).observe()
column = np.zeros((1000, 1), dtype=np.uint16)
stud8.equity(["As Ac 2d", "Ks Kc Kd"], threads=1)
with open("/proc/self/statm") as file:
    pages = int(file.read().split()[0])
most = pages * resource.getpagesize() + (96 << 20)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
for call in (
    lambda: Tables(Rules.full_tilt(), tables=2**20, threads=1),
    lambda: stud8.features(np.broadcast_to(row, (100_000,))),
    lambda: stud8.category(np.broadcast_to(column, (1000, 10**6))),
    lambda: stud8.evaluate_sets(np.broadcast_to(np.uint64(31), (10**9,)), threads=1),
    lambda: stud8.equity([{"[2-9]? ?? ?? ?? ??": 1}, "A? ?? ?? ?? ??"], threads=1),
    lambda: stud8.equity(["", "As Kd"], dead="2c", method="exact", threads=1),
):
    try:
        call()
    except MemoryError as error:
        print("MemoryError", len(str(error)) > 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a bound on memory, and what is used of it")
def test_what_memory_does_not_hold_is_a_memory_error() -> None:
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", SHORT], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["MemoryError True"] * 6, done.stderr
