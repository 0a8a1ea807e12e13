"""Matches: every two policies, every deal from every seat."""

from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import stud8
from stud8 import LostWorkersError, Match, PolicyError, Rules, match, simulate
from stud8._internal.simulating import spread as spreading
from test_executors import Losing
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
    assert ">tight</td>" in result._repr_html_()


def test_ctrl_c_gives_the_match_so_far() -> None:
    def stop(done: int) -> None:
        if done > 0:
            raise KeyboardInterrupt

    with pytest.raises(stud8.Interrupted) as caught:
        match(["tight", "call", "uniform"], hands=10**9, progress=stop)
    partial = caught.value.partial
    assert partial.pairs["tight", "call"].deals == caught.value.start > 0
    assert Match.from_dict(partial.to_dict()) == partial


@pytest.mark.parametrize("spread", [False, True])
def test_a_function_that_fails_leaves_the_match_so_far(
    monkeypatch: pytest.MonkeyPatch, *, spread: bool
) -> None:
    monkeypatch.setattr(spreading, "ASKING", 1000)
    calls = 0

    def failing(observations: Any, randoms: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 200:
            raise ZeroDivisionError
        return caller(observations, randoms)

    policies: list[Any] = ["tight", "call", failing]
    with ThreadPoolExecutor(1) as pool, pytest.raises(PolicyError, match="ZeroDivisionError") as caught:
        match(policies, hands=30_000, start=5, executor=pool if spread else None)
    partial, start = caught.value.partial, caught.value.start
    assert start is not None
    whole = match(["tight", "call"], hands=30_000, start=5)
    assert partial.pairs["tight", "call"] == whole.pairs["tight", "call"]
    assert list(partial.pairs) == [("tight", "call"), ("tight", "failing")]
    assert partial.pairs["tight", "failing"].deals == start - 5 > 0


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: match(LOOSE), TypeError, "a list of policies"),
        (lambda: match(["tight"]), ValueError, "two policies or more, not 1"),
        (lambda: match(["tight", "tight"]), ValueError, "two policies are called 'tight'"),
        (lambda: match({"a": "tight", "b": "tight"}), ValueError, "same policy"),
        (lambda: match(["tight", LOOSE]), ValueError, "choose one of uniform"),
        (lambda: match(["tight", "call"], players=9), stud8.InvalidSeatsError, "two to eight players, not 9"),
        (lambda: match(["tight", "call"], players=1), stud8.InvalidSeatsError, "two to eight players, not 1"),
        (lambda: match(["tight", "call"], players=True), ValueError, "players=True"),
        (
            lambda: match(["tight", "call"], players=3, stacks=[900, 900]),
            TypeError,
            "players=3 but there are 2",
        ),
        (lambda: match(["tight", "call"], stacks=5), TypeError, "stacks are"),  # type: ignore[arg-type]
        (lambda: match({1: "tight", 2: "call"}), TypeError, "1 is no name"),  # type: ignore[dict-item]
        (lambda: match(["tight", "call"], hands=-1), ValueError, "hands=-1"),
        (lambda: match(["tight", "call"], hands=1.5), ValueError, "hands=1.5"),  # type: ignore[arg-type]
        (lambda: match(["tight", "call"], start=2**64 - 1, hands=5), ValueError, "too many"),
    ],
)
def test_bad_input_is_named(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    expected = match(["tight", "call"], players=3, hands=50)
    assert match(["tight", "call"], players=np.int64(3), hands=np.uint8(50)) == expected
    stacks = (chips for chips in (40_000, 40_000, 40_000))
    assert match(["tight", "call"], stacks=stacks, hands=50) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "record",
    [
        None,
        {},
        {"format": "stud8-match", "version": 1},
        {"format": "stud8-match", "version": 1, "names": ["a"], "pairs": [{"first": "a"}]},
        {**match(["tight", "call"], hands=1).to_dict(), "names": ["tight", "uniform"]},
    ],
)
def test_what_is_no_record_of_a_match_is_refused(record: Any) -> None:
    with pytest.raises(stud8.HistorySyntaxError, match=r"record of (a match|this kind)"):
        Match.from_dict(record)


def test_a_record_of_another_version_is_not_supported() -> None:
    with pytest.raises(stud8.HistoryUnsupportedError, match="version 2 of stud8-match: this release reads 1"):
        Match.from_dict({**match(["tight", "call"], hands=1).to_dict(), "version": 2})


def test_only_matches_can_be_added() -> None:
    with pytest.raises(TypeError):
        _ = match(["tight", "call"], hands=1) + 1  # type: ignore[operator]


def test_lost_workers_leave_the_match_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `simulate` does: the partial result and what is missing."""
    monkeypatch.setattr(spreading, "NATIVE", 100)

    class Second(Losing):
        """Loses a part of the second pair."""

        def __init__(self) -> None:
            super().__init__(lambda start, _: start == 200 and self.taken > 5)

    with pytest.raises(LostWorkersError, match="hands 200 to 299 are missing") as caught:
        match(["tight", "call", "uniform"], hands=400, seed=7, executor=Second())
    whole, partial = match(["tight", "call", "uniform"], hands=400, seed=7), caught.value.partial
    assert caught.value.missing == [range(200, 300)]
    assert list(partial.pairs) == [("tight", "call"), ("tight", "uniform")]
    assert partial.pairs["tight", "call"] == whole.pairs["tight", "call"]
    rest = match(["tight", "uniform"], hands=100, seed=7, start=200).pairs["tight", "uniform"]
    assert partial.pairs["tight", "uniform"] + rest == whole.pairs["tight", "uniform"]


def test_names_that_change_the_dict_they_are_in_are_read_as_they_were_given() -> None:
    policies: dict[str, Any] = {}

    class Name(str):
        """A name that adds to the dict when it is looked up."""

        __slots__ = ()

        def __hash__(self) -> int:
            policies[f"more {len(policies)}"] = "call"
            return str.__hash__(self)

    policies[Name("one")] = "tight"
    policies[Name("two")] = "check_fold"
    given = len(policies)
    with pytest.raises(ValueError, match="are the same policy"):
        stud8.match(policies, hands=10)
    assert given >= 2
