"""`stud8 equity`."""

from __future__ import annotations

import json
from typing import Any

import pytest
import stud8
from commands import refused
from stud8.cli.equity import _duration

FIFTH = ("Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s")


def test_equity_prints_a_table(run: Any) -> None:
    done = run("equity", "As Ac 2d", "Ks Kc Kd", "--dead", "5h 6h")
    assert (done.code, done.error) == (0, "")
    assert done.out == f"{stud8.equity(['As Ac 2d', 'Ks Kc Kd'], dead='5h 6h')}\n"
    assert run("equity", "As Ac 2d", "Ks Kc Kd", "--dead", "5h", "--exact").out.startswith("exact, ")


def test_equity_as_json(run: Any) -> None:
    for arguments, settings in (
        ([], {}),
        (["--low", "any"], {"low": "any"}),
        (
            ["--sample", "--trials", "2000", "--seed", "3", "--threads", "1"],
            {"method": "sample", "trials": 2000, "seed": 3},
        ),
        (
            ["--sample", "--target-error", "0.01", "--seed", "3"],
            {"method": "sample", "target_error": 0.01, "seed": 3},
        ),
        (
            ["--sample", "--common", "??", "--trials", "9", "--seed", "1"],
            {"method": "sample", "common": "??", "trials": 9, "seed": 1},
        ),
    ):
        record = json.loads(run("equity", *FIFTH, *arguments, "--json").out)
        assert stud8.Equity.from_dict(record) == stud8.equity(FIFTH, **settings)


def test_equity_by_the_next_card(run: Any) -> None:
    expected = stud8.next_card(FIFTH, 1)
    assert run("equity", *FIFTH, "--next-card", "1").out == f"{expected}\n"
    record = json.loads(run("equity", *FIFTH, "--next-card", "1", "--json").out)
    assert stud8.NextCards.from_dict(record) == expected


def test_equity_says_how_long_it_will_take(run: Any) -> None:
    done = run("equity", "As Ac 2d 3d", "Ks", "--dead", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "--exact")
    assert done.code == 0
    assert done.out.startswith("exact, ")
    assert done.error == "" or done.error.startswith("stud8: about ")
    assert [_duration(seconds) for seconds in (3.2, 125, 9000, 200_000, 1e9)] == [
        "3 s",
        "2 minutes",
        "2 hours",
        "2 days",
        "32 years",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As", "As"], "As is player 0's and player 1's"),
        (["As"], "two to eight players"),
        (["As", "Zz"], "Zz"),
        (["As", "Kd", "--dead", "As"], "As is dead and player 0's"),
        (["As", "Kd", "--common", "Kd"], "Kd is the common card"),
        (["As", "Kd", "--low", "zonk"], "five_ranks"),
        (["As", "Kd", "--exact", "--sample"], "exclude each other"),
        (["As", "Kd", "--exact", "--trials", "5"], "trials= is for samples"),
        (["", "", "", "", "", "", "", "", "--exact"], "too many deals"),
        (["As", "Kd", "--trials", "0"], "--trials"),
        (["As", "Kd", "--trials", "5", "--target-error", "0.1"], "give one of them"),
        (["As", "Kd", "--target-error", "nan"], "target_error"),
        (["As", "Kd", "--next-card", "2"], "player=2 is nobody"),
        (["As 2s 3s 4s 5s 6s 7s", "Kd", "--next-card", "0"], "all seven are there"),
    ],
    ids=" ".join,
)
def test_equity_refuses_what_cannot_be(run: Any, arguments: list[str], words: str) -> None:
    refused(run("equity", *arguments), words)


def test_equity_of_ranges(run: Any) -> None:
    board = "As Ac 2d 3d 4d"
    record = json.loads(run("equity", board, "K?K?Kd2s3c@0.8 | Q?Q?Qd2s3c@1/5", "--json").out)
    weighted = {"K?K?Kd2s3c": "0.8", "Q?Q?Qd2s3c": "1/5"}
    assert stud8.Equity.from_dict(record) == stud8.equity([board, weighted])
    alike = run("equity", board, "K?K?Kd2s3c|Q?Q?Qd2s3c")
    assert alike.out == f"{stud8.equity([board, list(weighted)])}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("K?K?@", '"" is no weight'),
        ("K?K?@-1", "-1 is negative"),
        ("K?K?|K?K?@2", "'K?K?' comes twice in the range"),
        ("K?K?|X", "X"),
    ],
)
def test_equity_refuses_what_is_no_range(run: Any, text: str, words: str) -> None:
    refused(run("equity", "As Ac", text), words)
