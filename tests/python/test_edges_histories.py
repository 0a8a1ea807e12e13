"""The character that looks right in a history, the name of a class, and Ctrl-C in a long record."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Any

import pytest
import stud8

# What is given here has the wrong types on purpose.
WILD: Any = stud8
ODD: Any = type("Z" * 10**6, (), {})()


@pytest.mark.parametrize("name", ["Card", "CardSet", "starting_hand"])
def test_the_name_of_a_class_is_cut(name: str) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        getattr(WILD, name)(ODD)
    assert len(str(caught.value)) < 500


HAND = """\
variant = 'F7S/8'
antes = [40, 40]
bring_in = 50
small_bet = 200
big_bet = 400
starting_stacks = [1000, 1000]
actions = [
  'd dh p1 JcJdAc',
  'd dh p2 KdTh6h',
  'p2 pb',
  'p1 f',
]
"""
LOOKING_RIGHT = {
    "variant": ("F7S/8", "F7\N{CYRILLIC CAPITAL LETTER DZE}/8", 3, "0405"),
    "field": ("bring_in", "bring_\u0456n", 7, "0456"),
    "first letter": ("bring_in", "\u0431ring_in", 1, "0431"),
    "number": ("[40, 40]", "[40, 4\u041e]", 15, "041E"),
    "card": ("JcJdAc", "J\N{CYRILLIC SMALL LETTER ES}JdAc", 2, "0441"),
    "player": ("'p1 f'", "'\N{CYRILLIC SMALL LETTER ER}1 f'", 1, "0440"),
    "player of the dealer": ("d dh p2", "d dh \u04402", 1, "0440"),
    "dealing": ("d dh p2", "d d\N{CYRILLIC SMALL LETTER SHHA} p2", 2, "04BB"),
    "dealer": ("d dh p2", "\N{CYRILLIC SMALL LETTER KOMI DE} dh p2", 1, "0501"),
    "action": ("p2 pb", "p2 \u0440b", 1, "0440"),
}


@pytest.mark.parametrize("case", LOOKING_RIGHT)
def test_a_history_names_the_character_that_looks_right(case: str) -> None:
    right, wrong, place, code = LOOKING_RIGHT[case]
    assert right in HAND
    assert stud8.loads(HAND)
    with pytest.raises((stud8.HistorySyntaxError, stud8.HistoryUnsupportedError)) as caught:
        stud8.loads(HAND.replace(right, wrong, 1))
    assert f"character {place} is " in str(caught.value)
    assert f"U+{code})" in str(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="needs alarms")
def test_ctrl_c_is_heard_while_a_record_is_copied() -> None:
    assert threading.current_thread() is threading.main_thread()
    record = stud8.Tables(stud8.Rules.full_tilt(), tables=1, seed=7).to_dict()
    heard = []

    def hear(*_: object) -> None:
        heard.append(True)
        raise KeyboardInterrupt

    class Alarming:
        """Sets an alarm in the middle of the copy, of which more than two milliseconds are left."""

        def __index__(self) -> int:
            signal.setitimer(signal.ITIMER_REAL, 0.002)
            return 1

    before = signal.signal(signal.SIGALRM, hear)
    try:
        with pytest.raises(KeyboardInterrupt):
            WILD.Tables.from_dict({**record, "more": [Alarming(), *[0] * 2_000_000, object()]})
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard == [True]
