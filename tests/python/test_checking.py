"""A part of the simulated hands, played and counted again in the reference."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from stud8 import CheckError, Rake, Rules, Summary, reference, simulate
from stud8._internal.simulating.check import Checked
from stud8._internal.simulating.job import Job
from test_policies import at_random

RULES = Rules.full_tilt(ask_muck=False)


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the hands that are checked from here on."""
    checked: list[int] = []
    replay = Checked._replay

    def counting(self: Checked, number: int, kinds: Any, net: Any) -> Any:
        checked.append(number)
        return replay(self, number, kinds, net)

    monkeypatch.setattr(Checked, "_replay", counting)
    return checked


@pytest.mark.parametrize("policies", ["uniform", ["tight", "call", at_random]])
def test_a_part_of_the_hands_is_played_again(numbers: list[int], policies: Any) -> None:
    summary = simulate(RULES, players=3, hands=300, policies=policies, start=5, check=0.1)
    assert len(numbers) == 30
    assert summary == simulate(RULES, players=3, hands=300, policies=policies, start=5)


@pytest.mark.parametrize(("start", "first"), [(0, 0), (7, 7), (998, 999)])
def test_whoever_asks_for_a_check_gets_one(numbers: list[int], start: int, first: int) -> None:
    """A thousandth of 500 hands used to be none."""
    simulate(RULES, players=2, hands=500, start=start, check=0.001)
    assert numbers == [first]
    simulate(RULES, players=2, hands=0, check=0.001)
    simulate(RULES, players=2, hands=20, check=0)
    assert numbers == [first]


def test_the_one_hand_that_is_checked_is_of_all_parts(numbers: list[int]) -> None:
    with ThreadPoolExecutor(2) as pool:
        simulate(RULES, players=2, hands=40_000, start=10, check=1e-9, executor=pool)
    assert numbers == [10]


@pytest.mark.parametrize("share", [0.05, np.float32(0.05), np.float64(0.05), np.int64(1), Fraction(1, 20)])
def test_the_part_to_check_may_be_any_number(share: Any) -> None:
    simulate(RULES, players=2, hands=20, check=share)


def test_a_difference_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Job.record

    def lying(self: Job, hands: int, start: int, threads: Any = None) -> Any:
        summary, columns = honest(self, hands, start, threads)
        columns["net"] = columns["net"] + np.int64(1)
        return summary, columns

    monkeypatch.setattr(Job, "record", lying)
    with pytest.raises(CheckError, match="hand 99 of seed 0: the simulation pays"):
        simulate(RULES, players=3, hands=300, check=0.01)


def test_counts_that_differ_between_the_ways_of_playing_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Job.play

    def lying(self: Job, hands: int, start: int, *more: Any) -> Any:
        return honest(self, hands, start + 1 if hands else start, *more)

    monkeypatch.setattr(Job, "play", lying)
    with pytest.raises(CheckError, match="other counts"):
        simulate(RULES, players=3, hands=300, check=0.01)


def asking(observations: Any, randoms: Any) -> Any:
    """Calls what it sees."""
    del randoms
    return np.where(observations["legal"] & 2, 1, 3 + 2 * (observations["legal"] >> 5 & 1))


# Not the only one of this name.
def caller(observations: Any, randoms: Any) -> Any:
    """Calls what it sees, or raises now and then."""
    passive = asking(observations, randoms)
    return np.where((observations["legal"] & 4 > 0) & (randoms < 0.2), 2, passive)


caller.__name__ = "tight"


@pytest.mark.parametrize(
    "rules",
    [
        RULES,
        Rules.full_tilt(low="any", burn=True, trim_antes=False),
        Rules.full_tilt(low="five_ranks", rake=Rake(500, cap=300)),
        Rules.declare(),
    ],
    ids=["full_tilt", "any low", "rake", "declare"],
)
@pytest.mark.parametrize(
    "policies",
    [
        "uniform",
        {1: "call", 3: "tight", 4: asking, 8: "uniform"},
        {1: caller, 3: asking, 4: "call", 8: caller},
        asking,
    ],
    ids=["native", "one asked", "some asked", "all asked"],
)
def test_the_reference_counts_the_same(rules: Rules, policies: Any) -> None:
    """Side pots, halves, quarters and lows are all among them."""
    given: dict[str, Any] = {"rules": rules, "policies": policies, "hands": 120, "seed": 7}
    stacks = {1: 300, 3: 20_000, 4: 900, 8: 20_000}
    simulate(**given, stacks=stacks, check=1)
    simulate(**given, stacks=stacks, check=0.5, rotate=True, classes=True)


@pytest.mark.parametrize("policies", ["call", asking])
def test_a_common_card_is_counted_too(policies: Any) -> None:
    """Eight who stay need more cards than there are."""
    rules = Rules.full_tilt(burn=True, common_card_betting=True)
    assert simulate(rules, hands=40, policies=policies, check=1).streets[7] == 40


def test_a_stateful_policy_is_checked_by_what_it_did() -> None:
    """It would do otherwise if it were asked again."""
    generator = np.random.default_rng(5)

    def moody(observations: Any, randoms: Any) -> Any:
        passive = asking(observations, randoms)
        may = observations["legal"] & 4 > 0
        return np.where(may & (generator.random(len(randoms)) < 0.3), 2, passive)

    assert simulate(RULES, players=3, hands=100, policies=[moody, "tight", "call"], check=1).hands == 100


FALSE = [
    ("hands",),
    ("deals",),
    ("net", "2"),
    ("net_squares", "3"),
    ("policy_net", "tight"),
    ("policy_net_squares", "call"),
    ("deal_net_squares", "tight"),
    ("actions", "3", "fold"),
    ("actions", "6", "raise"),
    ("streets", "5"),
    ("showdowns",),
    ("lows",),
    ("split",),
    ("scooped",),
    ("quartered",),
    ("classes",),
]


class Falsified:
    """A summary that tells a record of its own, which no reader of records would take."""

    def __init__(self, summary: Summary, record: dict[str, Any]) -> None:
        """Keeps both."""
        self.summary, self.record = summary, record

    def __getattr__(self, name: str) -> Any:
        """Returns what the summary has."""
        return getattr(self.summary, name)

    def __eq__(self, other: object) -> bool:
        """Returns whether both tell the same counts."""
        return isinstance(other, Falsified) and self.record == other.record

    def __hash__(self) -> int:
        """Returns the hash of the summary."""
        return hash(self.summary.hands)

    def to_dict(self) -> dict[str, Any]:
        """Returns the record."""
        return self.record


def falsified(summary: Summary, path: tuple[str, ...], more: int) -> Any:
    """Returns the summary with a count that is too large by `more`."""
    record = json.loads(json.dumps(summary.to_dict()))
    if path == ("classes",):
        for of_policy in record["classes"].values():
            for counts in of_policy.values():
                counts[2] += counts[0]
    else:
        *way, last = path
        place = record
        for name in way:
            place = place[name]
        place[last] = place.get(last, 0) + more
    return Falsified(summary, record)


@pytest.mark.parametrize("path", FALSE, ids=" ".join)
def test_each_count_is_compared(monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]) -> None:
    """As if the engine counted it wrongly, in whatever way it plays: the check used to let it pass."""
    play, record = Job.play, Job.record

    def played(self: Job, hands: int, *more: Any) -> Any:
        return falsified(play(self, hands, *more), path, hands)

    def recorded(self: Job, hands: int, *more: Any) -> Any:
        summary, columns = record(self, hands, *more)
        return falsified(summary, path, hands), columns

    monkeypatch.setattr(Job, "play", played)
    monkeypatch.setattr(Job, "record", recorded)
    given: dict[str, Any] = {"policies": ["tight", "call", "call"], "classes": True, "check": 0.01}
    with pytest.raises(CheckError, match=f"hand 99 of seed 0: the simulation counts {' '.join(path)} "):
        simulate(RULES, players=3, hands=300, **given)


@pytest.mark.parametrize("path", FALSE, ids=" ".join)
def test_hands_that_are_all_checked_add_up(monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]) -> None:
    """As if hands were counted right by themselves, and wrong with others."""
    record = Job.record

    def recorded(self: Job, hands: int, *more: Any) -> Any:
        summary, columns = record(self, hands, *more)
        return falsified(summary, path, hands), columns

    monkeypatch.setattr(Job, "record", recorded)
    names: list[Any] = ["tight", "call", asking]
    with pytest.raises(CheckError, match=f"hands 0 to 19 come to {' '.join(path)} "):
        simulate(RULES, players=3, hands=20, policies=names, classes=True, check=1)


def test_hands_that_are_not_recorded_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Job.record

    def recorded(self: Job, hands: int, *more: Any) -> Any:
        return record(self, hands, *more)[0], record(self, hands - 1, *more)[1]

    monkeypatch.setattr(Job, "record", recorded)
    with pytest.raises(CheckError, match="hands 0 to 19 are not those that are recorded"):
        simulate(RULES, players=2, hands=20, check=0.1)


RECORDED = ["repeat", "street", "showdown", "pot", "common", "cards", "policy"]
RECORDED += ["action_street", "action_seat", "action_id", "action_amount", "action_chips"]


@pytest.mark.parametrize("name", RECORDED)
def test_each_column_is_compared(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A record used to be taken as it was, but for the kinds of actions and the result."""
    record = Job.record

    def recorded(self: Job, hands: int, *more: Any) -> Any:
        summary, columns = record(self, hands, *more)
        columns[name][-1] = int(columns[name][-1]) ^ 1
        return summary, columns

    monkeypatch.setattr(Job, "record", recorded)
    with pytest.raises(CheckError, match=f"hand 19 of seed 0: the record has {name} "):
        simulate(RULES, players=3, hands=20, policies=["tight", "call", "call"], check=1)


def test_answers_that_cannot_be_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action of somebody else leaves a policy without one."""
    record = Job.record

    def recorded(self: Job, hands: int, *more: Any) -> Any:
        summary, columns = record(self, hands, *more)
        columns["action_seat"] = np.full_like(columns["action_seat"], 2)
        return summary, columns

    monkeypatch.setattr(Job, "record", recorded)
    with pytest.raises(CheckError, match="hand 0 of seed 0 can't be played by its record"):
        simulate(RULES, players=2, hands=20, policies=[asking, "call"], check=1)


def test_starting_hands_have_the_names_of_the_reference() -> None:
    names = list((simulate(RULES, hands=20_000, classes=True).classes or {})["uniform"])
    assert len(names) > 1700
    assert [reference.class_name(name.split()) for name in names] == names
    assert reference.class_name(["5s", "As", "Ah"]) == "Ac Ad 5c"
