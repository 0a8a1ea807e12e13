"""`stud8 eval`."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest
from commands import ENVIRONMENT, POSIX, command, refused


def test_eval_prints_the_hands_and_their_cards(run: Any) -> None:
    expected = (
        "high straight, five high                 As 5s 4c 3h 2d\n"
        "low  5-4-3-2-A                           As 5s 4c 3h 2d\n"
    )
    assert run("eval", "As 2d 3h 4c 5s Kd Kc").out == expected
    assert run("eval", "As", "2d", "3h", "4c", "5s", "Kd", "Kc").out == expected
    assert run("eval", "As2d3h4c5sKdKc").out == expected
    assert run("eval", "As Kd Qh Jc 9s").out.splitlines()[1] == "low  no low"
    assert "K-K-Q-J-T" in run("eval", "Ks Kd Qh Jc Ts", "--low", "any").out


def test_eval_as_json(run: Any) -> None:
    found = json.loads(run("eval", "As 2d 3h 4c 5s Kd Kc", "--json").out)
    cards = ["As", "5s", "4c", "3h", "2d"]
    assert found["high"]["name"] == "straight, five high"
    assert found["high"]["cards"] == found["low"]["cards"] == cards
    assert found["low"] == {"name": "5-4-3-2-A", "number": 56, "cards": cards}
    assert json.loads(run("eval", "As Kd Qh Jc 9s", "--json").out)["low"] is None


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As", "five to seven"),
        ("As 2d 3h 4c 5s Kd Kc Kh", "five to seven"),
        ("", "five to seven"),
        ("As As 3h 4c 5s", "As"),
        ("As Zz", '"Zz"'),
        ("As ?? 3h 4c 5s", '"??"'),
        ("x" * 10_000, "xxx"),
    ],
    ids=lambda text: text[:30],
)
def test_eval_of_what_is_no_hand(run: Any, cards: str, words: str) -> None:
    refused(run("eval", cards), words)
    refused(run("eval", "As 2d 3h 4c 5s", "--low", "nine"), "five_ranks")


@POSIX
def test_eval_of_what_is_no_unicode() -> None:
    """A byte that is no UTF-8 comes in as a lone surrogate."""
    done = subprocess.run(
        [*command("eval"), b"As\xff"], capture_output=True, timeout=60, check=False, env=ENVIRONMENT
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.startswith(b"stud8: ")
