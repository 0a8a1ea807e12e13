"""Matches: every two policies, every deal from every seat."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from stud8 import Match, Rules, match, simulate
from test_policies import at_random, caller

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = Rules.full_tilt(ask_muck=False)
PAIR: Any = (["tight", "call"], ["call", "tight"])
LOOSE: Any = "loose"


def test_every_two_policies_play() -> None:
    result = match(["tight", "call", "uniform"], hands=300, seed=7)
    assert list(result.pairs) == [("tight", "call"), ("tight", "uniform"), ("call", "uniform")]
    assert [row["deals"] for row in result.rows()] == [300] * 3
    assert [row["hands"] for row in result.rows()] == [600] * 3
    assert result.ranking[0][0] == "tight"
    assert sum(net for _, net in result.ranking) == pytest.approx(0)


def test_a_deal_is_played_from_both_seats_with_the_same_cards() -> None:
    summary = match(["tight", "call"], hands=40, seed=7, start=9).pairs["tight", "call"]
    net = squares = deals = 0
    for number in range(9, 49):
        both = [
            simulate(RULES, players=2, hands=1, seed=7, start=number, policies=policies) for policies in PAIR
        ]
        won = [hand.policy_net["tight"] for hand in both]
        net += sum(won)
        squares += sum(chips * chips for chips in won)
        deals += sum(won) ** 2
    assert summary.policy_net["tight"] == net
    assert summary.policy_net_squares["tight"] == squares
    assert summary.deal_net_squares["tight"] == deals
    variance = (deals - net * net / 40) / 39
    assert summary.policy_standard_error["tight"] == pytest.approx((variance / 40) ** 0.5 / 2)
    assert summary.policy_mean["tight"] == pytest.approx(net / 80)
    single = (squares - net * net / 80) / 79
    assert summary.unpaired_standard_error["tight"] == pytest.approx((single / 80) ** 0.5)


def test_the_same_cards_leave_a_smaller_error() -> None:
    (row,) = match(["tight", "call"], hands=4000, seed=1).rows()
    assert row["standard_error"] < 0.8 * row["unpaired_standard_error"]
    assert row["saved"] == pytest.approx((row["unpaired_standard_error"] / row["standard_error"]) ** 2)


def test_policies_sit_by_turns_at_a_larger_table() -> None:
    result = match({"a": "tight", "b": "check_fold"}, players=8, hands=100)
    summary = result.pairs["a", "b"]
    assert summary.policies == ("tight", "check_fold") * 4
    assert (summary.deals, summary.hands) == (100, 200)
    odd = match({"a": "tight", "b": "check_fold"}, players=3, hands=100).pairs["a", "b"]
    assert (odd.policies, odd.hands) == (("tight", "check_fold", "tight"), 300)


def test_functions_play_matches() -> None:
    ours = match({"mine": caller, "tight": "tight"}, hands=3000).pairs["mine", "tight"]
    native = match({"mine": "call", "tight": "tight"}, hands=3000).pairs["mine", "tight"]
    assert ours.policy_net["caller"] == native.policy_net["call"]
    assert ours.deal_net_squares["caller"] == native.deal_net_squares["call"]
    assert match([at_random, "tight"], hands=50).names == ("at_random", "tight")


def test_threads_executors_and_parts_change_nothing() -> None:
    whole = match(["tight", "call"], RULES, hands=1000, seed=3)
    for threads in (1, 2, 5):
        assert match(["tight", "call"], RULES, hands=1000, seed=3, threads=threads) == whole
    with ThreadPoolExecutor(2) as pool:
        assert match(["tight", "call"], RULES, hands=1000, seed=3, executor=pool) == whole
    half = match(["tight", "call"], RULES, hands=400, seed=3)
    rest = match(["tight", "call"], RULES, hands=600, seed=3, start=400)
    assert half + rest == whole
    with pytest.raises(ValueError, match="same policies"):
        _ = whole + match(["tight", "uniform"], hands=1)


def test_a_match_prints_pickles_and_is_its_record() -> None:
    result = match(["tight", "call", "uniform"], hands=100)
    for again in (
        copy.copy(result),
        pickle.loads(pickle.dumps(result)),  # noqa: S301 - our own
        Match.from_dict(json.loads(json.dumps(result.to_dict()))),
    ):
        assert again == result
    text = str(result)
    head = "first second deals hands net a hand standard error unpaired hands saved"
    assert text.splitlines()[0].split() == head.split()
    assert "<td>tight</td>" in result._repr_html_()


def test_ctrl_c_gives_the_match_so_far() -> None:
    def stop(done: int) -> None:
        if done > 0:
            raise KeyboardInterrupt

    with pytest.raises(stud8.Interrupted) as caught:
        match(["tight", "call"], hands=10**9, progress=stop)
    assert caught.value.partial.pairs["tight", "call"].deals == caught.value.start > 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: match(LOOSE), TypeError, "a list of policies"),
        (lambda: match(["tight"]), ValueError, "two policies or more, not 1"),
        (lambda: match(["tight", "tight"]), ValueError, "two policies are called 'tight'"),
        (lambda: match({"a": "tight", "b": "tight"}), ValueError, "same policy"),
        (lambda: match(["tight", LOOSE]), ValueError, "choose one of uniform"),
        (lambda: match(["tight", "call"], players=9), ValueError, "players=9"),
        (lambda: match(["tight", "call"], hands=-1), ValueError, "hands=-1"),
        (lambda: match(["tight", "call"], hands=1.5), ValueError, "hands=1.5"),  # type: ignore[arg-type]
        (lambda: match(["tight", "call"], start=2**64 - 1, hands=5), ValueError, "too many"),
    ],
)
def test_bad_input_is_named(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
