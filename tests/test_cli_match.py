"""`stud8 match`."""

from __future__ import annotations

import json
from typing import Any

import pytest
import stud8
from commands import refused


def test_match_prints_who_beat_whom(run: Any) -> None:
    done = run("match", "tight", "call", "--hands", "200", "--seed", "7")
    assert (done.code, done.error) == (0, "")
    (row,) = stud8.match(["tight", "call"], hands=200, seed=7).rows()
    assert done.out.splitlines()[1].split()[:5] == ["tight", "call", "200", "400", f"{row['mean']:+.3f}"]
    record = json.loads(run("match", "tight", "call", "--hands", "200", "--seed", "7", "--json").out)
    assert stud8.Match.from_dict(record) == stud8.match(["tight", "call"], hands=200, seed=7)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "POLICIES"),
        (["tight"], "two policies or more"),
        (["tight", "tight"], "named once"),
        (["tight", "loose"], "choose one of"),
        (["tight", "call", "--players", "9"], "--players"),
    ],
)
def test_match_refuses_what_cannot_be_played(run: Any, arguments: list[str], words: str) -> None:
    refused(run("match", *arguments), words)
