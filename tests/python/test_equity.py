"""Equities as users have them: known figures, what an answer is, and what Ctrl-C leaves of it."""

from __future__ import annotations

import json
import pickle
import signal
import threading
from fractions import Fraction
from typing import Any

import pytest
import stud8
from native import native, refusal
from spots import FIFTH, MORE, RIVER, equity, exact_seconds, next_card
from stud8 import Equity, Hand, NextCards, PlayerEquity, Rules

# Exact equities that two independent programs agree on [figures].


@pytest.mark.parametrize(
    ("hands", "shares", "scoops"),
    [
        (["8s 6h 5c", "2s 3h 4c"], (".529117", ".470883"), (".347623", ".289366")),
        (["8s 6h 5c", "As 3h 4c"], (".487512", ".512488"), (".299669", ".324564")),
        (["9s 9h 9d", "Ac 2c 3c"], (".610600", ".389400"), (".401825", ".180625")),
        (["As Ac 2d", "Ks Kc Kd"], (".251958", ".748042"), (".145464", ".641547")),
    ],
)
def test_third_street(hands: list[str], shares: tuple[str, str], scoops: tuple[str, str]) -> None:
    found = equity(hands)
    assert (found.exact, found.deals) == (True, 18_265_297_050)
    assert tuple(f"{float(player.share):.6f}"[1:] for player in found.players) == shares
    assert tuple(f"{float(player.scoop):.6f}"[1:] for player in found.players) == scoops
    assert sum(player.share for player in found.players) == 1


def test_the_joint_table() -> None:
    joint = [
        (2628510730, 1109427, 4349745024, 3720932658),
        (474431, 3278775, 1498392, 44250),
        (2273393728, 952452, 2877185952, 2408171231),
    ]
    found = equity(["8s 6h 5c", "2s 3h 4c"])
    assert found.joint == joint
    assert sum(map(sum, found.joint)) == found.deals
    high = {0: (0,), 1: (0, 1), 2: (1,)}
    low = {**high, 3: ()}
    for row, counts in enumerate(joint):
        for column, count in enumerate(counts):
            assert found.outcomes[high[row], low[column]] == count


@pytest.mark.parametrize(
    ("hands", "dead", "deals", "shares"),
    [
        (RIVER, "", 1560, (".714", ".286")),
        (FIFTH, "", 671_580, (".618", ".382")),
        (MORE, "", 209_230_560, (".570", ".290", ".141")),
        (["Ac 2d 3h 4s Kc", "Ks Kd 9h Jd 2c"], "", 671_580, (".507", ".493")),
        (["Ac 2c 3c 4c", "Ah Ad As 9d"], "", 141_181_040, (".626", ".374")),
        (["8c 7d 6h 5s", "As Ah Kc Qd"], "", 141_181_040, (".662", ".338")),
        (["Ac 2d 3h 4s 8c Kd", "Kc Ks Qh Jh 9s 9c"], "5d 6d 7d", 1332, (".533", ".467")),
        (["As 2s 3s 4s 7d 9h", "Ad 2d 3d 4d 7c 9c"], "", 1560, (".502", ".498")),
    ],
)
def test_later_streets(hands: list[str], dead: str, deals: int, shares: tuple[str, ...]) -> None:
    found = equity(hands, dead=dead)
    assert (found.exact, found.deals, found.seed, found.trials) == (True, deals, None, None)
    assert tuple(f"{float(player.share):.3f}"[1:] for player in found.players) == shares


def test_chances_of_three_players() -> None:
    found = equity(MORE)
    deals = found.deals
    highs = [player.high_win * deals for player in found.players]
    assert highs == [39_252_723, 121_151_376, 48_826_461]
    assert [player.low_win * deals for player in found.players] == [199_222_848, 0, 10_007_712]
    assert found.joint is None
    assert [player.player for player in found.players] == [0, 1, 2]
    assert found.players[1].hand == "Kc Kd Qh Jh 9s"
    assert all(sum(player.shares.values()) == 1 for player in found.players)
    for player in found.players:
        assert sum(part * chance for part, chance in player.shares.items()) == player.share
        assert list(player.shares) == sorted(player.shares, reverse=True)


@pytest.mark.parametrize(
    "hands", [FIFTH, RIVER, ["8s 6h 5c", "2s 3h 4c"], ["As Ac 2d", "Ks Kc Kd", "8h 7h 6h"]]
)
def test_another_program_agrees(hands: list[str]) -> None:
    """poker-equity, exactly where it can and else within the errors of two samples."""
    other = pytest.importorskip("poker_equity")
    texts = [hand.replace(" ", "") for hand in hands]
    theirs = other.exact_from_text("stud_hi_lo", texts)
    ours = equity(hands, trials=500_000, seed=3)
    if theirs is None:
        theirs = other.chunk_from_text("stud_hi_lo", texts, samples=500_000, seed=3)
    else:
        assert theirs["samples"] == ours.deals
    for us, them in zip(ours.players, theirs["players"], strict=True):
        error = 4 * (float(us.standard_error) ** 2 + them["std_error"] ** 2) ** 0.5
        assert abs(float(us.share) - them["equity"]) <= error + 1e-12
        for ourselves, themselves in (
            (us.scoop, "scoop"),
            (us.high_win, "high_win"),
            (us.low_win, "low_win"),
        ):
            assert abs(float(ourselves) - them[themselves]) <= 2 * error + 1e-12


# What an answer is


def test_an_exact_answer_is_made_of_fractions() -> None:
    found = equity(RIVER)
    first = found.players[0]
    assert isinstance(first, PlayerEquity)
    assert first.share == Fraction(1114, 1560)
    for chance in (*first[2:8], *first.shares.values(), *first.shares, first.standard_error):
        assert type(chance) is Fraction
    assert found.standard_error == first.standard_error == 0
    assert found.low == "eight_or_better"


def test_a_sample_says_so() -> None:
    found = equity(FIFTH, method="sample", trials=50_000, seed=7)
    assert (found.exact, found.deals, found.trials, found.seed) == (False, None, 50_000, 7)
    exact = equity(FIFTH)
    for sampled, counted in zip(found.players, exact.players, strict=True):
        assert type(sampled.share) is float
        assert abs(sampled.share - float(counted.share)) < 4 * sampled.standard_error
        assert 0 < sampled.standard_error <= found.standard_error < 0.003
    assert sum(found.outcomes.values()) == 50_000


def test_a_seed_gives_the_same_for_any_number_of_threads() -> None:
    results = {
        equity(["As Ac 2d", "Ks"], method="sample", trials=40_000, seed=5, threads=n) for n in (1, 2, 3)
    }
    assert len(results) == 1
    assert equity(FIFTH, method="sample", trials=1000) != equity(FIFTH, method="sample", trials=1000)


def test_a_target_error_is_reached() -> None:
    found = equity(["", "", ""], target_error=0.001, seed=1)
    assert not found.exact
    assert found.standard_error <= 0.001
    assert abs(found.players[0].share - 1 / 3) < 0.005
    assert equity(["", "", ""], seed=1, target_error=0.0007).trials > found.trials


def test_auto_is_exact_where_that_is_cheap() -> None:
    assert equity(["As Ac 2d", "Ks Kc Kd"], trials=10).exact
    assert not equity(["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"], trials=10).exact
    assert exact_seconds(RIVER) < 0.01
    assert exact_seconds(["As Ac 2d", ""]) == 0
    assert exact_seconds(["", "", "", ""]) > 1e6


def test_a_count_that_memory_cannot_hold_is_refused() -> None:
    hands = ["A? ?? ??", "K? ?? ??"]
    assert exact_seconds(hands) == float("inf")
    with pytest.raises(MemoryError, match="8 is the most: sample it"):
        equity(hands, method="exact")
    assert not equity(hands, trials=1000, seed=1).exact


def test_answers_show_themselves() -> None:
    found = equity(MORE)
    lines = str(found).splitlines()
    assert lines[0] == "exact, 209,230,560 deals, eight_or_better"
    assert lines[2].split() == [
        "player",
        "hand",
        "equity",
        *["high", "win", "high", "tie", "low", "win", "low", "tie", "scoop"],
    ]
    assert lines[3].startswith("0       Ac 2d 3h 4s 8c  0.569")
    html = found._repr_html_()
    assert html.startswith("<table>")
    assert html.count("<tr>") == 4
    assert "0.569" in html
    sample = equity([["AsKs", "AhKh"], "A? ??", ""], method="sample", trials=1000, seed=3)
    assert str(sample).startswith("sampled, 1,000 trials, seed 3, standard error 0.0")
    assert [player.hand for player in sample.players] == ["2 hands", "A? ??", ""]


def test_records_are_json() -> None:
    for found in (
        equity(FIFTH),
        equity(FIFTH, method="sample", trials=1000, seed=3),
        Hand(Rules.full_tilt(), [2000] * 3, seed=7).equity(trials=1000, seed=3),
    ):
        record = json.loads(json.dumps(found.to_dict()))
        again = Equity.from_dict(record)
        assert again == found
        assert hash(again) == hash(found)
        assert again.to_dict() == found.to_dict()
    assert equity(RIVER).to_dict()["players"][0]["share"] == "557/780"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"format": "x"}, "history_syntax"),
        ({"version": 9}, "history_unsupported"),
        ({"players": []}, "history_syntax"),
        ({"outcomes": [{"high": [], "low": [], "count": 1}]}, "history_syntax"),
        ({"outcomes": [{"high": [4], "low": [], "count": 1}]}, "history_syntax"),
        ({"outcomes": [{"high": [0], "low": [], "count": 1 << 120}]}, "history_syntax"),
        ({"low": "x"}, "history_syntax"),
    ],
)
def test_other_records_are_refused(change: dict[str, Any], kind: str) -> None:
    record = equity(RIVER).to_dict() | change
    refusal(kind, Equity.from_dict, record)
    refusal("history_syntax", native.Equity.from_dict, [])
    refusal(kind, NextCards.from_dict, next_card(RIVER, 0).to_dict() | {"now": record})


# Ctrl-C


def interrupt(run: Any) -> stud8.Interrupted:
    """What comes of Ctrl-C soon after the beginning."""
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(stud8.Interrupted) as caught:
            run()
    finally:
        timer.join()
    return caught.value


def test_ctrl_c_leaves_what_is_sampled() -> None:
    stopped = interrupt(lambda: equity(["", "", ""], trials=2**40, seed=3))
    partial = stopped.partial
    assert partial.trials > 0
    assert partial.seed == 3
    assert partial == equity(["", "", ""], trials=partial.trials, seed=3)
    assert (stopped.start, str(stopped)) == (None, "interrupted")
    again = pickle.loads(pickle.dumps(stopped))  # noqa: S301 - our own bytes
    assert again.partial == partial


def test_ctrl_c_leaves_nothing_of_a_count() -> None:
    hands = ["As Ac 2d", "Ks Kc Kd", "Qs Qc Qd"]
    assert interrupt(lambda: equity(hands, method="exact")).partial is None
    assert interrupt(lambda: next_card(hands, 0, method="sample", trials=2**30, seed=1)).partial is None
