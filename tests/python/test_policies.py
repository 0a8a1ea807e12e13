"""Policies: the native ones, functions of observations, who sits where, and what a function can do wrong."""

from __future__ import annotations

import functools
import pickle
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import streams
import stud8
from stud8 import OBSERVATION, Hand, IllegalActionError, PolicyError, Rules, Summary, simulate

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Rows = NDArray[np.void]
    Randoms = NDArray[np.float64]

RULES = Rules.full_tilt(ask_muck=False)
UNIFORM: list[Any] = ["uniform"] * 7
NATIVE = ("uniform", "call", "check_fold", "tight")


# Action ids that a mask allows, the lowest first.
LEGAL = np.zeros((256, 8), dtype=np.uint8)
COUNT = np.array([mask.bit_count() for mask in range(256)])
for _mask in range(256):
    _ids = [number for number in range(8) if _mask >> number & 1]
    LEGAL[_mask, : len(_ids)] = _ids


def at_random(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
    """Each legal action with the same probability, by the hand's own random number."""
    legal = observations["legal"]
    chosen: NDArray[np.uint8] = LEGAL[legal, (randoms * COUNT[legal]).astype(np.intp)]
    return chosen


def caller(observations: Rows, randoms: Randoms) -> NDArray[np.int64]:
    """As the native call, by arrays."""
    assert len(observations) == len(randoms)
    legal = observations["legal"].astype(np.int64)
    return np.where(legal & 2, 1, np.where(legal & 8, 3, 5))


def folder(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
    """As the native check_fold, by arrays."""
    assert len(observations) == len(randoms)
    free = (observations["to_call"] == 0) | (observations["legal"] & 1 == 0)
    return np.where(free, 1, 0).astype(np.uint8)


# The native ones


def counts(summary: Summary) -> dict[str, int]:
    """How often each kind of action came, on all streets."""
    kinds: dict[str, int] = {}
    for street in summary.actions_by_street.values():
        for kind, count in street.items():
            kinds[kind] = kinds.get(kind, 0) + count
    return kinds


def test_call_never_folds_or_wagers() -> None:
    summary = simulate(RULES, hands=300, policies="call")
    assert set(counts(summary)) == {"bring_in", "call", "check"}
    assert summary.showdowns == 300


def test_check_fold_gives_up() -> None:
    summary = simulate(RULES, hands=300, policies="check_fold")
    assert counts(summary) == {"bring_in": 300, "fold": 7 * 300}


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("other", ["uniform", "call", "check_fold"])
def test_tight_beats_the_others_clearly(players: int, other: str) -> None:
    others: list[Any] = [other] * (players - 1)
    policies: list[Any] = ["tight", *others]
    summary = simulate(RULES, players=players, hands=8000, policies=policies, rotate=True, seed=1)
    assert summary.policy_confidence(0.99999)["tight"][0] > 0


@pytest.mark.parametrize("policy", NATIVE)
@pytest.mark.parametrize("preset", Rules.PRESETS)
def test_every_policy_plays_every_rule_book(preset: str, policy: Any) -> None:
    rules = getattr(Rules, preset)(ante=40, bring_in=50, small_bet=200)
    summary = simulate(rules, hands=200, policies=policy)
    assert (summary.hands, sum(summary.net.values())) == (200, 0)
    assert summary.policies == (policy,) * 8


@pytest.mark.parametrize("policy", NATIVE)
def test_what_a_native_policy_does_is_pinned(policy: Any) -> None:
    summary = simulate(RULES, hands=500, policies=[policy, *UNIFORM], rotate=True, seed=7)
    if policy != "uniform":
        assert summary.policy_net[policy] == PINNED[policy]


PINNED = {"call": 730_520, "check_fold": -22_950, "tight": 52_030}


# Who sits where


def test_policies_are_one_for_all_or_one_a_seat() -> None:
    for same in (
        "call",
        ["call"] * 3,
        ("call",) * 3,
        {1: "call", 2: "call", 3: "call"},
        {"3": "call", 1: "call", 2: "call"},
    ):
        assert simulate(RULES, players=3, hands=50, policies=same) == simulate(  # type: ignore[arg-type]
            RULES, players=3, hands=50, policies="call"
        )


def test_policies_are_those_of_the_seats_in_their_order() -> None:
    summary = simulate(RULES, stacks={7: 9000, 2: 9000}, hands=500, policies={7: "check_fold", 2: "call"})
    assert summary.policies == ("call", "check_fold")
    assert summary.net[2] == summary.policy_net["call"] > 0
    assert summary.net[7] == summary.policy_net["check_fold"] < 0


def test_the_seat_of_a_policy_rotates_with_the_number() -> None:
    policies: list[Any] = ["check_fold", "call", "call"]
    whole = simulate(RULES, players=3, hands=6, policies=policies, rotate=True, start=5)
    parts = 0
    for number in range(5, 11):
        turned = [policies[(seat - number) % 3] for seat in range(3)]
        hand = simulate(RULES, players=3, hands=1, policies=turned, start=number)
        parts += hand.policy_net["check_fold"]
    assert whole.policy_net["check_fold"] == parts
    assert whole.rotation == "by_number"


def test_the_net_of_a_policy_is_that_of_all_its_seats() -> None:
    policies: list[Any] = ["tight", "uniform", "tight", "call"]
    summary = simulate(RULES, players=4, hands=400, policies=policies)
    assert list(summary.policy_net) == ["tight", "uniform", "call"]
    assert summary.policy_net["tight"] == summary.net[1] + summary.net[3]
    assert summary.policy_mean["tight"] == pytest.approx(summary.policy_net["tight"] / 400 / 2)
    each = [simulate(RULES, players=4, hands=1, policies=policies, start=n).net for n in range(400)]
    squares = sum((net[1] + net[3]) ** 2 for net in each)
    assert summary.policy_net_squares["tight"] == squares == summary.deal_net_squares["tight"]
    low, high = summary.policy_confidence()["tight"]
    assert (high - low) / 2 == pytest.approx(1.959964 * summary.policy_standard_error["tight"])


# Functions


def test_a_function_of_the_random_numbers_is_reproducible() -> None:
    whole = simulate(RULES, hands=9000, policies=at_random, seed=7)
    parts = simulate(RULES, hands=2500, policies=at_random, seed=7)
    parts += simulate(RULES, hands=6500, policies=at_random, seed=7, start=2500)
    assert whole == parts
    assert whole.policies == ("at_random",) * 8


def test_the_random_number_of_a_row_is_that_of_the_published_stream() -> None:
    """Eight bytes a decision, from those after the cards: the upper 53 bits (rng.rs)."""
    for number in range(8):
        stream = streams.choices(99, number)
        hand = Hand(RULES, [900] * 5, seed=99, number=number)
        place = 0
        while hand.actor is not None:
            bits = int.from_bytes(stream[place : place + 8], "little")
            place += 8
            legal = hand.legal_actions
            hand.play(legal[int((bits >> 11) / 2**53 * len(legal))])
        summary = simulate(RULES, stacks=[900] * 5, hands=1, seed=99, start=number, policies=at_random)
        assert summary.net == hand.payoffs


@pytest.mark.parametrize(("function", "native"), [(caller, "call"), (folder, "check_fold")])
@pytest.mark.parametrize("preset", ["full_tilt", "wsop", "finnish"])
def test_a_function_plays_as_the_native_policy_that_decides_alike(
    preset: str, function: Any, native: Any
) -> None:
    rules = getattr(Rules, preset)(ante=40, bring_in=50, small_bet=200)
    stacks = [300, 700, 40_000, 40_000, 250, 40_000, 90, 5000]
    for seats in ([function] * 8, [function, "tight"] * 4):
        same = [native if policy is function else policy for policy in seats]
        ours = simulate(rules, stacks=stacks, hands=5000, policies=seats, seed=3)
        theirs = simulate(rules, stacks=stacks, hands=5000, policies=same, seed=3)
        assert (ours.net, ours.net_squares, ours.actions_by_street) == (
            theirs.net,
            theirs.net_squares,
            theirs.actions_by_street,
        )
        assert (ours.split, ours.lows, ours.showdowns) == (theirs.split, theirs.lows, theirs.showdowns)


def test_a_function_is_shown_what_the_seat_to_act_may_know() -> None:
    seen: list[Rows] = []

    def watching(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
        assert observations.dtype == OBSERVATION
        assert (str(randoms.dtype), randoms.shape) == ("float64", observations.shape)
        assert not observations.flags.writeable
        assert not randoms.flags.writeable
        seen.append(observations.copy())
        return at_random(observations, randoms)

    simulate(RULES, players=3, hands=1, policies=watching, seed=5)
    hand = Hand(RULES, [40_000] * 3, seed=5, number=0)
    for row in seen:
        assert hand.actor is not None
        view = stud8.observe(hand.view(hand.actor))
        assert all(np.array_equal(row[0][name], view[name]) for name in OBSERVATION.names or ())
        # The same action again: the next view shows it.
        stream = streams.choices(5, 0)
        place = 8 * len(hand_actions(hand))
        bits = int.from_bytes(stream[place : place + 8], "little")
        legal = hand.legal_actions
        hand.play(legal[int((bits >> 11) / 2**53 * len(legal))])
    assert hand.is_over


def hand_actions(hand: Hand) -> list[object]:
    """The actions of a hand so far."""
    passive = ("fold", "check", "bring_in", "call", "complete", "bet", "raise")
    return [event for event in hand.events if event.kind in passive]


def test_many_hands_are_shown_at_once() -> None:
    sizes: list[int] = []

    def counting(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
        sizes.append(len(observations))
        return at_random(observations, randoms)

    summary = simulate(RULES, hands=70_000, policies=counting)
    assert max(sizes) >= 1000
    assert summary.actions == sum(sizes)
    assert summary.actions / len(sizes) > 1000


def test_two_functions_and_a_native_policy_at_one_table() -> None:
    policies: list[Any] = [caller, "tight", folder, caller]
    summary = simulate(RULES, players=4, hands=3000, policies=policies, rotate=True, seed=2)
    same: list[Any] = ["call", "tight", "check_fold", "call"]
    native = simulate(RULES, players=4, hands=3000, policies=same, rotate=True, seed=2)
    assert list(summary.policy_net.values()) == list(native.policy_net.values())
    assert summary.policies == ("caller", "tight", "folder", "caller")


def test_functions_of_one_name_are_told_apart() -> None:
    """And one that has a native policy's name, or none at all."""

    def call(observations: Rows, randoms: Randoms) -> NDArray[np.int64]:
        return caller(observations, randoms)

    class Player:
        def __call__(self, observations: Rows, randoms: Randoms) -> NDArray[np.int64]:
            return caller(observations, randoms)

    partial = functools.partial(caller)
    first, second = Player(), Player()
    summary = simulate(RULES, players=5, hands=10, policies=[call, "call", first, second, partial])
    assert summary.policies == ("call 2", "call", "Player", "Player 2", "partial")


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint64])
def test_action_ids_may_be_of_any_whole_type(dtype: Any) -> None:
    def typed(observations: Rows, randoms: Randoms) -> NDArray[Any]:
        return at_random(observations, randoms).astype(dtype)

    assert simulate(RULES, hands=50, policies=typed).net == simulate(RULES, hands=50, policies=at_random).net


def test_strided_answers_are_read_as_they_are() -> None:
    def strided(observations: Rows, randoms: Randoms) -> NDArray[Any]:
        wide = np.full((len(randoms), 3), 99, dtype=np.uint8)
        wide[:, 1] = at_random(observations, randoms)
        return wide[:, 1]

    assert (
        simulate(RULES, hands=50, policies=strided).net == simulate(RULES, hands=50, policies=at_random).net
    )


# What functions do wrong


def answering(make: Callable[[int], Any]) -> Any:
    """A policy that answers so many rows with this."""

    def wrong(observations: Rows, randoms: Randoms) -> Any:
        assert len(observations) == len(randoms)
        return make(len(observations))

    return wrong


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda _: None, "returned None"),
        (lambda n: [1] * n, r"returned \[1, 1"),
        (np.ones, "array of float64"),
        (lambda n: np.ones(n, dtype=bool), "array of bool"),
        (lambda n: np.ones(n + 1, dtype=np.uint8), "must be \\[10\\]"),
        (lambda n: np.ones((n, 1), dtype=np.uint8), "must be \\[10\\]"),
        (lambda _: np.uint8(1), "array of action ids"),
        (lambda _: np.array(1), "must be \\[10\\]"),
    ],
)
def test_what_is_no_answer_is_refused(make: Any, words: str) -> None:
    with pytest.raises(PolicyError, match=words) as caught:
        simulate(RULES, hands=10, start=500, seed=3, policies=answering(make))
    assert "hands 500 to 509 of seed 3: start=500, hands=10 plays them again" in str(caught.value)


@pytest.mark.parametrize("answer", [3, 4, 7, 8, 255, -1, 2**40])
def test_an_action_that_is_not_legal_is_named_by_its_hand(answer: int) -> None:
    def wrong(observations: Rows, randoms: Randoms) -> NDArray[np.int64]:
        answers = at_random(observations, randoms).astype(np.int64)
        answers[-1] = answer
        return answers

    words = rf"action id {answer} in row 9 is not legal in hand 509 .*legal are .*1 \(bring_in 50\)"
    with pytest.raises(IllegalActionError, match=words):
        simulate(RULES, hands=10, start=500, seed=3, policies=wrong)


def test_what_a_function_raises_is_its_cause() -> None:
    def broken(*_: object) -> NDArray[np.uint8]:
        raise ZeroDivisionError("no such luck")

    with pytest.raises(PolicyError, match='policy "broken" raised ZeroDivisionError: no such luck') as caught:
        simulate(RULES, players=3, hands=10, policies=["call", broken, "call"])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_function_that_fails_leaves_what_was_finished() -> None:
    """As Ctrl-C does: hours of hands used to be lost with the one."""

    def failing(kind: type[Exception] | None) -> Any:
        calls = 0

        def policy(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
            nonlocal calls
            calls += 1
            answers = at_random(observations, randoms)
            if calls > 1500 and kind is not None:
                raise kind
            return answers if calls <= 1500 else np.full_like(answers, 8)

        return policy

    cases: list[tuple[Any, Any]] = [(ValueError, PolicyError), (None, IllegalActionError)]
    for kind, error in cases:
        with pytest.raises(error) as caught:
            simulate(RULES, players=3, hands=10**6, start=7, seed=3, policies=failing(kind))
        partial, start = caught.value.partial, caught.value.start
        assert 0 < partial.hands == start - 7 < 10**6
        assert (
            partial.net
            == simulate(RULES, players=3, hands=start - 7, start=7, seed=3, policies=at_random).net
        )
        again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
        assert (again.partial, again.start) == (partial, start)


def test_a_function_that_fails_at_once_leaves_no_hands() -> None:
    with pytest.raises(PolicyError) as caught:
        simulate(RULES, hands=10, start=500, policies=answering(lambda _: None))
    assert caught.value.partial == simulate(RULES, hands=0, policies=answering(lambda _: None))
    assert caught.value.start == 500


def test_ctrl_c_in_a_function_gives_the_finished_part() -> None:
    calls = 0

    def stopping(observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
        nonlocal calls
        calls += 1
        if len(observations) < 20 and calls > 1500:
            raise KeyboardInterrupt
        return at_random(observations, randoms)

    with pytest.raises(stud8.Interrupted) as caught:
        simulate(RULES, hands=10**9, start=11, seed=3, policies=stopping)
    partial, start = caught.value.partial, caught.value.start
    assert partial.hands > 0
    assert start == 11 + partial.hands
    again = simulate(RULES, hands=partial.hands, start=11, seed=3, policies=at_random)
    assert partial.net == again.net


def test_other_ways_out_of_a_function_come_out_as_they_are() -> None:
    def leaving(*_: object) -> NDArray[np.uint8]:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        simulate(RULES, hands=10, policies=leaving)


def test_progress_may_be_a_bar() -> None:
    assert simulate(RULES, hands=10, progress=True).hands == 10
    with pytest.raises(TypeError, match="progress is True, False or a function"):
        simulate(RULES, hands=10, progress=1)  # type: ignore[arg-type, unused-ignore]


def test_progress_is_told_while_functions_play() -> None:
    told: list[int] = []
    simulate(RULES, hands=200_000, players=2, policies=folder, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 200_000


# Starting hands


def test_classes_count_what_came_of_each_starting_hand() -> None:
    policies: list[Any] = ["tight", "call"]
    summary = simulate(RULES, players=2, hands=4000, policies=policies, rotate=True, classes=True)
    assert summary.classes is not None
    for policy, net in summary.policy_net.items():
        found = summary.classes[policy]
        assert sum(hands for hands, _, _ in found.values()) == 4000
        assert sum(won for _, won, _ in found.values()) == net
        assert sum(squares for _, _, squares in found.values()) == summary.policy_net_squares[policy]
    plain = simulate(RULES, players=2, hands=4000, policies=policies, rotate=True)
    assert plain.classes is None
    assert (plain.net, plain.policy_net) == (summary.net, summary.policy_net)
    with pytest.raises(ValueError, match="classes"):
        _ = plain + summary


def test_the_class_of_a_hand_is_its_first_three_cards_up_to_suits() -> None:
    summary = simulate(RULES, players=2, hands=1, seed=9, classes=True)
    hand = Hand(RULES, [40_000] * 2, seed=9, number=0)
    assert summary.classes is not None
    names = list(summary.classes["uniform"])
    for seat in (1, 2):
        ranks = sorted(str(card)[0] for card in (*hand.down_cards[seat][:2], hand.up_cards[seat][0]))
        assert any(sorted(name[::3]) == ranks for name in names)


# A picture


def test_a_picture_of_the_running_result_has_a_line_for_each_policy() -> None:
    pytest.importorskip("matplotlib")
    from stud8.plot import running  # noqa: PLC0415 - an extra

    def part(start: int, policies: Any) -> Summary:
        return simulate(RULES, players=2, hands=50, start=start, policies=policies)

    axes: Any = running([part(start, ["tight", "call"]) for start in (0, 50, 100)])
    whole = simulate(RULES, players=2, hands=150, policies=["tight", "call"])
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert list(lines["tight"].get_xdata()) == [50, 100, 150]
    assert lines["tight"].get_ydata()[-1] == whole.policy_mean["tight"]
    alone = running([part(0, "call")])
    assert {"seat 1", "seat 2"} <= {line.get_label() for line in alone.get_lines()}
    with pytest.raises(ValueError, match="no hands"):
        running([])


# Tables of a summary


def test_a_summary_is_tables() -> None:
    pytest.importorskip("pyarrow")
    policies: list[Any] = ["tight", "call", "call"]
    summary = simulate(RULES, players=3, hands=500, policies=policies, rotate=True, classes=True)
    seats = summary.to_arrow().to_pylist()
    assert [row["net"] for row in seats] == list(summary.net.values())
    (tight, call) = summary.to_arrow("policies").to_pylist()
    assert (tight["policy"], tight["seats"], tight["net"]) == ("tight", 1, summary.policy_net["tight"])
    assert (call["seats"], call["mean"]) == (2, summary.policy_mean["call"])
    assert sum(row["count"] for row in summary.to_arrow("actions").to_pylist()) == summary.actions
    classes = summary.to_arrow("classes").to_pylist()
    assert sum(row["hands"] for row in classes) == 3 * 500
    assert all(row["mean"] == row["net"] / row["hands"] for row in classes)
    with pytest.raises(ValueError, match="table='pots' must be one of seats, policies, actions, classes"):
        summary.to_arrow("pots")  # type: ignore[arg-type, unused-ignore]
    with pytest.raises(ValueError, match="no classes"):
        simulate(RULES, hands=1).to_arrow("classes")


def test_a_summary_is_data_frames_where_they_are_installed() -> None:
    summary = simulate(RULES, players=3, hands=500)
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    assert isinstance(summary.to_polars(), polars.DataFrame)
    assert isinstance(summary.to_pandas("actions"), pandas.DataFrame)
    assert summary.to_polars()["seat"].to_list() == summary.to_pandas()["seat"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("method", "module"), [("to_arrow", "pyarrow"), ("to_polars", "polars"), ("to_pandas", "pandas")]
)
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, method: str, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=f"needs {module}: pip install"):
        getattr(simulate(RULES, hands=1), method)()


def test_a_summary_prints_tables_for_terminals_and_notebooks() -> None:
    summary = simulate(RULES, players=2, hands=500, policies=["tight", "call"])
    text, html = str(summary), summary._repr_html_()
    for words in ("500 hands", f"{summary.policy_net['tight']:+,}", "95 % confidence", "pots quartered"):
        assert words in text
        assert words in html
    odd = simulate(RULES, players=2, hands=5, policies=[type("<b>", (), {"__call__": folder_of})(), "call"])
    assert "&lt;b&gt;" in odd._repr_html_()


def folder_of(_: object, observations: Rows, randoms: Randoms) -> NDArray[np.uint8]:
    """A folder as a method."""
    return folder(observations, randoms)


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 2.0, float("nan")])
def test_a_level_of_confidence_is_between_0_and_1(level: float) -> None:
    summary = simulate(RULES, hands=10)
    for ask in (summary.confidence, summary.policy_confidence):
        with pytest.raises(ValueError, match="between 0 and 1"):
            ask(level)


def test_only_summaries_of_the_same_policies_add_up() -> None:
    tight, call = (simulate(RULES, hands=10, policies=policy) for policy in ("tight", "call"))
    turned = simulate(RULES, hands=10, policies="tight", rotate=True)
    for other in (call, turned):
        with pytest.raises(ValueError, match="same policies"):
            _ = tight + other
