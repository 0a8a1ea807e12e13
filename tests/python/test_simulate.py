"""Many hands from Python: `simulate`, `Summary`, Ctrl-C and progress."""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import streams
import stud8
from hypothesis import given, settings
from hypothesis import strategies as st
from stud8 import Action, Evaluation, Hand, Rake, Rules, Summary, evaluate, simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = Rules.full_tilt()
# Long enough for several looks at Ctrl-C and the progress bar, which come every 50 ms.
LONG = 100_000_000


PINNED = ["format", "version", "hands", "seats", "net", "net_squares", "actions", "streets"]
PINNED += ["showdowns", "lows", "split", "scooped", "quartered"]


def digest(summary: Summary) -> str:
    """What came of the hands in twelve characters."""
    record = summary.to_dict()
    text = json.dumps({name: record[name] for name in PINNED}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def add(parts: list[Summary]) -> Summary:
    """All parts in one."""
    total = parts[0]
    for part in parts[1:]:
        total += part
    return total


# The same hands everywhere


def test_hands_of_a_seed_are_pinned() -> None:
    """Hand i of seed s is the same on every machine and in every release."""
    assert digest(simulate(RULES, players=8, hands=2000, seed=7)) == "7468e2912796"
    assert (
        digest(simulate(Rules.swedish(ante=5, bring_in=10, small_bet=40), players=3, hands=2000))
        == "f803fd5ed359"
    )


@pytest.mark.parametrize("number", [0, 1, 735, 1_000_000_007, 2**64 - 1])
@pytest.mark.parametrize("seed", [0, 7, 2**64 - 1])
def test_the_cards_of_a_seed_are_those_of_the_published_stream(seed: int, number: int) -> None:
    ours = Hand(RULES, [5000] * 8, seed=seed, number=number)
    theirs = Hand(RULES, [5000] * 8, deck=streams.cards(seed, number))
    assert ours.events == theirs.events


def drawn(hand: Hand, random: Iterator[int]) -> Action:
    """One of the legal actions, each equally likely: by the next byte, or one after it (rng.rs)."""
    count = len(hand.legal_actions)
    byte = next(byte for byte in random if byte * count % 256 >= 256 % count)
    return hand.legal_actions[byte * count >> 8]


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize("name", ["eight_or_better", "finnish", "wsop", "declare"])
def test_the_choices_of_a_seed_are_those_of_the_published_stream(name: str, players: int) -> None:
    """The bytes after the cards choose among the legal actions."""
    rules = getattr(Rules, name)(ante=5, bring_in=10, small_bet=40, ask_muck=False)
    for number in range(12):
        random = iter(streams.choices(99, number))
        hand = Hand(rules, [900] * players, seed=99, number=number)
        kinds: dict[int, dict[str, int]] = {street: {} for street in range(3, 8)}
        while hand.actor is not None:
            action = drawn(hand, random)
            counts = kinds[hand.street]
            counts[action.kind] = counts.get(action.kind, 0) + 1
            hand.play(action)
        summary = simulate(rules, stacks=[900] * players, hands=1, seed=99, start=number)
        assert summary.net == hand.payoffs
        assert summary.actions_by_street == kinds
        assert summary.showdowns == (len(hand.seats_in) > 1)


@given(seed=st.integers(0, 2**64 - 1), number=st.integers(0, 2**64 - 2))
@settings(max_examples=15)
@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("burn", [False, True])
def test_a_hand_of_a_seed_is_that_hand_of_the_simulation(
    seed: int, number: int, players: int, *, burn: bool
) -> None:
    """Everybody is all-in for the ante, so that the cards alone decide."""
    stacks = [100 + 7 * seat for seat in range(players)]
    rules = Rules.full_tilt(ante=200, bring_in=50, small_bet=100, ask_muck=False, burn=burn)
    hand = Hand(rules, stacks, seed=seed, number=number)
    assert hand.is_over
    assert simulate(rules, stacks=stacks, hands=1, seed=seed, start=number).net == hand.payoffs


def test_the_last_number_can_be_simulated() -> None:
    """Numbers go to 2**64 - 1, and Hand takes that one."""
    rules = Rules.full_tilt(ante=200, bring_in=50, small_bet=100, ask_muck=False)
    hand = Hand(rules, [100] * 2, seed=3, number=2**64 - 1)
    assert simulate(rules, stacks=[100] * 2, hands=1, seed=3, start=2**64 - 1).net == hand.payoffs


def test_other_seeds_and_numbers_are_other_hands() -> None:
    some = [simulate(RULES, hands=50, seed=seed, start=start) for seed in (0, 1, 2) for start in (0, 1, 50)]
    assert len({digest(summary) for summary in some}) == 9


def test_the_number_of_threads_changes_nothing() -> None:
    one = simulate(RULES, players=4, hands=20_000, threads=1)
    for threads in (2, 3, 64, None):
        assert simulate(RULES, players=4, hands=20_000, threads=threads) == one


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=5), st.integers(0, 2**63))
@settings(max_examples=20)
def test_parts_add_up_to_the_whole(sizes: list[int], start: int) -> None:
    parts, at = [], start
    for size in sizes:
        parts.append(simulate(RULES, players=3, hands=size, seed=5, start=at))
        at += size
    whole = simulate(RULES, players=3, hands=sum(sizes), seed=5, start=start)
    assert add(parts) == add(parts[::-1]) == whole


def test_asking_to_muck_changes_no_hand() -> None:
    """`simulate` never asks, and no payment depends on it [rules 2]."""
    asked, unasked = (simulate(Rules.full_tilt(ask_muck=ask), hands=500, seed=2) for ask in (True, False))
    assert asked == unasked
    assert all("muck" not in kinds for kinds in asked.actions_by_street.values())


# What a summary says


def test_a_summary_adds_up() -> None:
    summary = simulate(RULES, players=6, hands=3000, seed=11)
    assert summary.hands == 3000
    assert summary.seats == (1, 2, 3, 4, 5, 6)
    assert sum(summary.net.values()) == 0 == summary.rake
    assert summary.actions == sum(sum(kinds.values()) for kinds in summary.actions_by_street.values())
    assert list(summary.streets) == list(summary.actions_by_street) == [3, 4, 5, 6, 7]
    assert all(more >= less for more, less in pairwise(summary.streets.values()))
    assert summary.streets[3] == 3000
    assert summary.streets[7] >= summary.showdowns >= summary.lows > 0
    assert summary.split + summary.scooped >= summary.showdowns
    for seat, net in summary.net.items():
        assert summary.mean[seat] == net / 3000
        assert summary.net_squares[seat] * 3000 >= net * net


def test_the_actions_of_a_street_are_those_the_rules_know() -> None:
    """Nobody checks on third street; nobody brings in or completes from nothing later [rules 3.5]."""
    streets = simulate(RULES, players=5, stacks=[50_000] * 5, hands=2000).actions_by_street
    assert set(streets[3]) == {"fold", "call", "bring_in", "complete", "raise"}
    assert streets[3]["bring_in"] + streets[3]["complete"] >= 2000
    for street in (4, 5, 6, 7):
        assert set(streets[street]) == {"fold", "check", "call", "bet", "raise"}


def test_the_standard_error_is_that_of_a_mean() -> None:
    results = [simulate(RULES, players=2, hands=1, seed=4, start=number).net[1] for number in range(40)]
    mean = sum(results) / 40
    variance = sum((result - mean) ** 2 for result in results) / 39
    summary = simulate(RULES, players=2, hands=40, seed=4)
    assert summary.mean[1] == pytest.approx(mean)
    assert summary.standard_error[1] == pytest.approx((variance / 40) ** 0.5)


def test_all_in_for_the_ante_everybody_sees_the_showdown() -> None:
    rules = Rules.full_tilt(ante=100, bring_in=50, small_bet=200)
    summary = simulate(rules, stacks=[100] * 4, hands=2000, seed=1)
    assert summary.actions == 0
    assert set(summary.streets.values()) == {2000}
    assert summary.showdowns == summary.split + summary.scooped == 2000


def own(hand: Hand, seat: int) -> Evaluation:
    """What a player's cards make, the common card among them."""
    common = [] if hand.common_card is None else [hand.common_card]
    return evaluate([card for card in (*hand.up_cards[seat], *hand.down_cards[seat], *common) if card])


def pots(rules: Rules, stacks: list[int], numbers: range) -> tuple[int, int, int, int]:
    """The hands with a low, and the pots split, scooped and quartered, counted from events."""
    lows = split = scooped = quartered = 0
    for number in numbers:
        hand = Hand(rules, stacks, seed=21, number=number)
        random = iter(streams.choices(21, number))
        while hand.actor is not None:
            hand.play(drawn(hand, random))
        paid = [event for event in hand.events if event.kind == "pay" and event.hand is not None]
        # A pot shared as one, by players who have a low too, is one that they tied both ways [C55].
        # Who declared high shows no low.
        shared = [event for event in paid if event.part == "whole" and not rules.declare]
        lows += any(event.part == "low" for event in paid) or any(
            own(hand, event.seat).low is not None for event in shared
        )
        for pot in {event.pot for event in paid}:
            winners = [(event.part, event.seat) for event in paid if event.pot == pot]
            parts = [part for part, _ in winners]
            split += len({seat for _, seat in winners}) > 1
            scooped += len({seat for _, seat in winners}) == 1
            quartered += {"low", "high"} <= {*parts} and max(parts.count("high"), parts.count("low")) > 1
    return lows, split, scooped, quartered


@pytest.mark.parametrize(
    ("preset", "stacks", "start", "hands", "least"),
    [
        ("full_tilt", [100, 101, 200, 200, 300, 300, 300, 300], 0, 3000, 10),
        ("declare", [100, 300, 200, 300], 0, 600, 0),
        # Two players tie both ways.
        ("full_tilt", [300] * 2, 15_969, 1, 0),
        # Everybody declares low, and two tie.
        ("declare", [300] * 3, 39_160, 1, 0),
    ],
)
def test_pots_are_counted_as_their_payments_say(
    preset: str, stacks: list[int], start: int, hands: int, least: int
) -> None:
    """Counted again from the events of the same hands: everybody all-in for the ante."""
    rules = getattr(Rules, preset)(ante=300, bring_in=50, small_bet=100, ask_muck=False)
    summary = simulate(rules, stacks=stacks, hands=hands, seed=21, start=start)
    counts = (summary.lows, summary.split, summary.scooped, summary.quartered)
    assert counts == pots(rules, stacks, range(start, start + hands))
    assert counts[3] >= least
    assert counts[0] > 0
    assert summary.showdowns == hands


def test_who_has_nothing_to_play_for_is_no_favourite() -> None:
    """By symmetry every seat wins nothing in the long run when the cards alone decide: within 4.5 errors."""
    rules = Rules.full_tilt(ante=100, bring_in=50, small_bet=200)
    summary = simulate(rules, stacks=[100] * 3, hands=20_000, seed=8)
    for seat in summary.seats:
        assert abs(summary.mean[seat]) < 4.5 * summary.standard_error[seat]


def test_heads_up_lows_are_as_frequent_as_published() -> None:
    """.18336 of seven-card hands qualify [figures], so of two between .1834 and .3667 have one."""
    rules = Rules.full_tilt(ante=100, bring_in=50, small_bet=200)
    summary = simulate(rules, stacks=[100] * 2, hands=50_000, seed=8)
    expected = 1 - (1 - 0.18336) ** 2  # the two hands are nearly independent
    assert summary.lows / summary.hands == pytest.approx(expected, abs=0.015)


def test_the_rake_is_what_the_seats_lose_together() -> None:
    summary = simulate(Rules.full_tilt(rake=Rake(500, cap=300)), players=4, hands=1000)
    assert 0 < summary.rake == -sum(summary.net.values()) <= 300 * 1000


@pytest.mark.parametrize("name", Rules.PRESETS)
@pytest.mark.parametrize("players", [2, 8])
def test_every_preset_can_be_simulated(name: str, players: int) -> None:
    rules = getattr(Rules, name)(ante=5, bring_in=10, small_bet=40)
    summary = simulate(rules, players=players, hands=300)
    assert summary.hands == 300
    assert sum(summary.net.values()) == 0


def test_defaults_are_eight_players_with_a_hundred_big_bets() -> None:
    assert simulate(RULES, hands=100) == simulate(
        RULES, players=8, stacks=[40_000] * 8, hands=100, seed=0, start=0
    )
    assert simulate(RULES, players=2, hands=100) == simulate(RULES, stacks=[40_000] * 2, hands=100)


def test_stacks_may_sit_anywhere() -> None:
    summary = simulate(RULES, stacks={7: 300, 2: 500}, hands=100)
    assert summary.seats == (2, 7)
    assert list(summary.net) == list(summary.mean) == [2, 7]


def test_the_largest_stacks_do_not_overflow() -> None:
    rules = Rules(ante=2**40, bring_in=1, small_bet=2)
    summary = simulate(rules, stacks=[2**40] * 8, hands=2000)
    assert sum(summary.net.values()) == 0
    assert max(summary.net_squares.values()) > 2**80


# Summary as a value


def test_summaries_compare_copy_pickle_and_print_as_code() -> None:
    summary = simulate(RULES, players=3, hands=200)
    for other in (
        copy.copy(summary),
        copy.deepcopy(summary),
        pickle.loads(pickle.dumps(summary)),  # noqa: S301 - our own
        eval(repr(summary), vars(stud8)),  # noqa: S307 - our own
        Summary.from_dict(json.loads(json.dumps(summary.to_dict()))),
    ):
        assert other == summary
        assert other.to_dict() == summary.to_dict()
    assert summary != simulate(RULES, players=3, hands=201)
    assert summary != simulate(RULES, stacks={1: 40_000, 2: 40_000, 4: 40_000}, hands=200)
    assert summary != 200


def test_what_came_of_starting_hands_can_be_written_as_json() -> None:
    """Lists of three counts used to be refused."""
    summary = simulate(RULES, players=3, hands=200, policies=["tight", "call", "call"], classes=True)
    record = json.loads(json.dumps(summary.to_dict()))
    assert Summary.from_dict(record) == summary
    name = next(iter(record["classes"]["call"]))
    for counts in ([1, 1, 1, 1], [1, 1], 1, [1, 1, "1"]):
        record["classes"]["call"][name] = counts
        with pytest.raises(stud8.HistorySyntaxError, match="no record of a summary"):
            Summary.from_dict(record)


def test_no_hands_are_nothing_to_add() -> None:
    nothing, some = simulate(RULES, players=3, hands=0), simulate(RULES, players=3, hands=100)
    assert nothing + some == some + nothing == some
    assert nothing.mean == {1: 0, 2: 0, 3: 0}
    assert set(nothing.standard_error.values()) == {float("inf")}


def test_only_summaries_of_the_same_seats_add_up() -> None:
    with pytest.raises(ValueError, match="same seats"):
        _ = simulate(RULES, players=3, hands=1) + simulate(RULES, players=2, hands=1)
    with pytest.raises(TypeError):
        _ = simulate(RULES, hands=1) + 1  # type: ignore[operator, unused-ignore]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "stud8-hand"},
        {"format": None},
        {"hands": -1},
        {"hands": 2**64},
        {"hands": "many"},
        {"seats": 5},
        {"seats": [1, 9]},
        {"net": None},
        {"net": {}},
        {"net": {"1": 0.5, "2": 0}},
        {"net_squares": {"1": -1, "2": 0}},
        {"streets": {}},
        {"actions": {"3": {"jump": 1}, "4": {}, "5": {}, "6": {}, "7": {}}},
        {"lows": None},
        {"policies": ["uniform"]},
        {"policies": 5},
        {"rotation": "sideways"},
        {"deals": -1},
        {"policy_net": {}},
        {"policy_net_squares": {"uniform": -1}},
        {"deal_net_squares": None},
        {"classes": {}},
        {"classes": {"uniform": {"As Ah": [1, 1, 1]}}},
        {"classes": {"uniform": {"As Ah 2d": [1, 1]}}},
    ],
    ids=str,
)
def test_what_is_no_record_of_a_summary_is_refused(change: dict[str, Any]) -> None:
    record = simulate(RULES, players=2, hands=10).to_dict()
    with pytest.raises(stud8.HistorySyntaxError):
        Summary.from_dict({**record, **change})
    for name in change:
        with pytest.raises(stud8.HistorySyntaxError):
            Summary.from_dict({key: value for key, value in record.items() if key != name})


def test_a_record_of_another_version_is_not_supported() -> None:
    record = simulate(RULES, players=2, hands=10).to_dict()
    for version in (0, 2, "1", None):
        with pytest.raises(stud8.HistoryUnsupportedError, match="version"):
            Summary.from_dict({**record, "version": version})


def test_adding_more_than_can_be_counted_is_an_error_and_no_panic() -> None:
    """Overflow is an error; a panic is no Exception, and passes every `except Exception`."""
    full = simulate(RULES, players=2, hands=10)
    for _ in range(60):
        full += full
    assert full.hands == 10 << 60
    with pytest.raises(OverflowError, match="more hands than can be counted"):
        _ = full + full


# Bad input


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"players": 1}, stud8.InvalidSeatsError, "two to eight"),
        ({"players": 9}, stud8.InvalidSeatsError, "two to eight"),
        ({"players": 2**64 - 1}, stud8.InvalidSeatsError, "two to eight"),
        ({"players": True}, ValueError, "players=True"),
        ({"players": 2.0}, ValueError, "players=2.0"),
        ({"stacks": [100]}, stud8.InvalidSeatsError, "two to eight"),
        ({"stacks": [100] * 9}, stud8.InvalidSeatsError, "two to eight"),
        ({"stacks": [100, 0]}, stud8.InvalidStackError, "seat 2"),
        ({"stacks": {1: 100, 9: 100}}, stud8.InvalidSeatsError, "seat 9"),
        ({"stacks": 100}, TypeError, "stacks are"),
        ({"stacks": [100] * 3, "players": 2}, TypeError, "players=2"),
        ({"hands": -1}, ValueError, "hands=-1"),
        ({"hands": 1.0}, ValueError, "hands=1.0"),
        ({"hands": 2**64}, ValueError, "hands="),
        ({"hands": 10, "start": 2**64 - 5}, ValueError, "too many"),
        ({"hands": float("nan"), "progress": True}, ValueError, "hands=nan"),
        ({"hands": None, "progress": True}, ValueError, "hands=None"),
        ({"hands": "x", "progress": True}, ValueError, "hands='x'"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"seed": "x"}, ValueError, "seed="),
        ({"start": -1}, ValueError, "start=-1"),
        ({"threads": 0}, ValueError, "threads=0"),
        ({"threads": -1}, ValueError, "threads=-1"),
        ({"threads": True}, ValueError, "threads=True"),
        ({"policies": "clever"}, ValueError, "uniform, call, check_fold, tight"),
        ({"policies": ["call"] * 7}, ValueError, "7 for 8 players"),
        ({"policies": {1: "call"}}, ValueError, "none for seat 2"),
        ({"policies": {9: "call"}}, stud8.InvalidSeatsError, "seat 9"),
        ({"players": 2, "policies": {1: "call", 2: "call", 3: "call"}}, ValueError, "seat 3"),
        ({"policies": 5}, TypeError, "policies is"),
        ({"policies": [5] * 8}, TypeError, "a policy is"),
        ({"rotate": 1}, TypeError, "rotate=1"),
        ({"classes": None}, TypeError, "classes=None"),
    ],
    ids=str,
)
def test_bad_input_is_named(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        simulate(RULES, **{"hands": 10, **arguments})


def test_what_is_no_rules_is_refused() -> None:
    wrong: tuple[Any, ...] = (None, "full_tilt", {})
    for value in wrong:
        with pytest.raises(TypeError, match="Rules"):
            simulate(value, hands=10)


def test_a_progress_that_cannot_be_called_is_refused_at_once() -> None:
    """Not only when a run lasts long enough to call it."""
    with pytest.raises(TypeError):
        simulate(RULES, hands=10, progress=5)  # type: ignore[arg-type, unused-ignore]


# Progress, errors on the way, Ctrl-C


def test_progress_tells_how_many_are_done() -> None:
    """From time to time, never fewer, never too many, from the calling thread."""
    told: list[int] = []
    threads = set()

    def progress(done: int) -> None:
        told.append(done)
        threads.add(threading.get_ident())

    hands = 300_000
    assert simulate(RULES, hands=hands, progress=progress).hands == hands
    assert told
    assert told == sorted(told)
    assert told[-1] <= hands
    assert threads == {threading.get_ident()}


@pytest.mark.parametrize("error", [KeyError("mine"), SystemExit(3)], ids=repr)
def test_an_error_of_the_progress_ends_the_run_and_comes_out_as_it_is(error: BaseException) -> None:
    def progress(_: int) -> None:
        raise error

    clock = time.perf_counter()
    with pytest.raises(type(error)) as caught:
        simulate(RULES, hands=LONG, progress=progress)
    assert caught.value is error
    assert time.perf_counter() - clock < 5


def interrupted(run: Callable[[Callable[[int], None]], object]) -> stud8.Interrupted:
    """Run until the progress has been told something, then press Ctrl-C."""

    def progress(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(stud8.Interrupted) as caught:
        run(progress)
    return caught.value


def test_an_interrupted_run_has_a_prefix_and_says_where_to_go_on() -> None:
    stopped = interrupted(
        lambda progress: simulate(RULES, players=3, hands=LONG, seed=6, start=1000, progress=progress)
    )
    partial = stopped.partial
    assert isinstance(partial, Summary)
    assert stopped.start == 1000 + partial.hands
    assert 0 < partial.hands < LONG
    assert str(stopped.start) in str(stopped)
    assert partial == simulate(RULES, players=3, hands=partial.hands, seed=6, start=1000)
    rest = simulate(RULES, players=3, hands=5000, seed=6, start=stopped.start)
    assert partial + rest == simulate(RULES, players=3, hands=partial.hands + 5000, seed=6, start=1000)


def test_an_interruption_is_no_error_to_catch_by_accident() -> None:
    stopped = interrupted(lambda progress: simulate(RULES, hands=LONG, progress=progress))
    assert isinstance(stopped, KeyboardInterrupt)
    assert not isinstance(stopped, Exception)
    again = pickle.loads(pickle.dumps(stopped))  # noqa: S301 - our own
    assert (again.partial, again.start) == (stopped.partial, stopped.start)


CTRL_C = """
import signal, stud8, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    stud8.simulate(stud8.Rules.full_tilt(), players=3, hands=10**11, seed=9, start=17, threads=%s)
except stud8.Interrupted as stopped:
    print(stopped.start)
    print(repr(stopped.partial))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C as POSIX does")
@pytest.mark.parametrize("threads", [1, None])
def test_ctrl_c_gives_the_finished_part(threads: int | None) -> None:
    """Answered within a second or so; what comes is a prefix, and `start` the next hand."""
    command = [sys.executable, "-c", CTRL_C % threads]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        clock = time.perf_counter()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=30)
    assert time.perf_counter() - clock < 5
    start, partial = out.splitlines()
    summary = eval(partial, vars(stud8))  # noqa: S307 - our own
    assert process.returncode == 0
    assert int(start) == 17 + summary.hands
    assert summary == simulate(RULES, players=3, hands=summary.hands, seed=9, start=17)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_forked_child_can_simulate() -> None:
    """Pools of its own, so that a forked child does not hang."""
    script = """
import os, stud8
run = lambda: stud8.simulate(stud8.Rules.full_tilt(), hands=20000, threads=2)
before = run()
child = os.fork()
if child == 0:
    os._exit(0 if run() == before else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "0\n"


def test_other_threads_run_meanwhile() -> None:
    """It runs detached from the interpreter."""
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted
        simulate(RULES, hands=100_000, threads=1)
        meanwhile = counted - before
    finally:
        stop.set()
        thread.join()
    assert meanwhile > 1000


def test_two_threads_may_simulate_at_once() -> None:
    found: list[Summary] = []
    threads = [
        threading.Thread(target=lambda: found.append(simulate(RULES, hands=20_000, seed=3))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [simulate(RULES, hands=20_000, seed=3)] * 3
