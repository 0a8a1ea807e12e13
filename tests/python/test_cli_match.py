"""`stud8 match`."""

from __future__ import annotations

import json
from typing import Any

import pytest
import stud8
from commands import refused
from stud8._internal.simulating import match as matches
from stud8._internal.simulating import spread as spreading


def test_match_prints_who_beat_whom(run: Any) -> None:
    done = run("match", "tight", "call", "--hands", "200", "--seed", "7")
    assert (done.code, done.error) == (0, "")
    (row,) = stud8.match(["tight", "call"], hands=200, seed=7).rows()
    assert done.out.splitlines()[1].split()[:5] == ["tight", "call", "200", "400", f"{row['mean']:+.3f}"]
    record = json.loads(run("match", "tight", "call", "--hands", "200", "--seed", "7", "--json").out)
    assert stud8.Match.from_dict(record) == stud8.match(["tight", "call"], hands=200, seed=7)


def test_an_interrupted_match_says_how_to_go_on(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the pair that was being played, and those that weren't begun."""
    honest = spreading.parts

    def pressing(job: Any, *arguments: Any, **more: Any) -> Any:
        for place, part in enumerate(honest(job, *arguments, **more)):
            if "check_fold" in job.nothing.policies and place == 2:
                raise KeyboardInterrupt
            yield part

    names = ["tight", "call", "check_fold", "uniform"]
    with monkeypatch.context() as patch:
        patch.setattr(spreading, "NATIVE", 50)
        patch.setattr(matches, "parts", pressing)
        done = run("match", *names, "--hands", "300", "--start", "7", "--json")
    assert done.code == 130
    partial = stud8.Match.from_dict(json.loads(done.out))
    assert [summary.deals for summary in partial.pairs.values()] == [300, 100]
    later = "tight uniform, call check_fold, call uniform, check_fold uniform"
    first = "tight check_fold --start 107 --hands 200"
    assert done.error == f"stud8: interrupted; go on with {first}, then with {later}\n"
    rest = stud8.match(["tight", "check_fold"], start=107, hands=200).pairs["tight", "check_fold"]
    whole = stud8.match(["tight", "check_fold"], start=7, hands=300).pairs["tight", "check_fold"]
    assert partial.pairs["tight", "check_fold"] + rest == whole


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
