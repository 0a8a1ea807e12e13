"""Records of results: what no run can have is refused with its field, all else comes back the same."""

from __future__ import annotations

import copy
import json
import math
from contextlib import suppress
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from hypothesis import given, settings
from hypothesis import strategies as st
from native import refusal
from stud8 import Equity, Match, NextCards, Rake, Rules, Summary, Tables, equity, match, next_card, simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = Rules.full_tilt()
RIVER = ["As Ah Ts Th 8h 8d 2c", "Kc Qc Jc Td 3c 2d 4h"]
TURN = ["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"]


def some_tables() -> Tables:
    """Two tables, at the first of which a hand has just ended."""
    tables = Tables(RULES, tables=2, players=2, seed=7)
    while not any(tables.step([1, 1]).terminated):
        pass
    return tables


# A value of each type, and more than one where records differ in kind.
VALUES: dict[str, Any] = {
    "Summary": simulate(RULES, players=3, hands=60, seed=2, policies=["tight", "call", "uniform"]),
    "Summary rotated": simulate(RULES, players=3, hands=60, policies=["tight", "call", "call"], rotate=True),
    "Summary raked": simulate(Rules.full_tilt(rake=Rake(500, cap=30)), players=2, hands=20),
    "Summary with classes": simulate(RULES, players=2, hands=5, classes=True),
    "Summary declared": simulate(Rules.declare(ante=40, bring_in=50, small_bet=200), players=4, hands=30),
    "Summary of nothing": simulate(RULES, hands=0),
    "Match": match(["tight", "call", "uniform"], hands=20, seed=7),
    "Equity": equity(TURN),
    "Equity sampled": equity(TURN, method="sample", trials=50, seed=7),
    "Equity of one trial": equity(TURN, method="sample", trials=1, seed=7),
    "Equity of seats": stud8.Hand(RULES, [2000] * 3, seed=7).equity(trials=20, seed=3),
    "NextCards": next_card(TURN, 0),
    "Tables": some_tables(),
}
RECORDS: dict[str, Any] = {name: json.loads(json.dumps(value.to_dict())) for name, value in VALUES.items()}
each_record = pytest.mark.parametrize("name", RECORDS)


def read(name: str, record: Any) -> Any:
    """Reads a record by the class of the value of this name."""
    return type(VALUES[name]).from_dict(record)


def places(record: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a record."""
    if path:
        yield path
    inner = (
        record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    )
    for key, value in inner:
        yield from places(value, (*path, key))


PLACES = {name: list(places(record)) for name, record in RECORDS.items()}


def at(record: Any, path: tuple[Any, ...]) -> Any:
    """What lies at a path."""
    for key in path:
        record = record[key]
    return record


NUMBERS = st.one_of(
    st.sampled_from(
        [0, 1, -1, 2, 10**9, 2**63, 2**64 - 1, 2**64, 2**96, 2**127, 2**128 - 1, 2**128, -(2**127)]
    ),
    st.integers(),
)
OTHERS = st.one_of(
    NUMBERS,
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["1", "01", "Ac Ad 5c", "As", "fold", "exact", "duplicate", "fixed", "1/2", "any"]),
    st.lists(st.integers(0, 9), max_size=3),
    st.dictionaries(st.sampled_from(["1", "2", "01", "tight"]), st.integers(0, 9), max_size=2),
)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, Any]:
    """A record in which one to three places are changed, removed, doubled or exchanged."""
    name = draw(st.sampled_from(sorted(RECORDS)))
    record = copy.deepcopy(RECORDS[name])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(PLACES[name]))
        try:
            parent, key = at(record, path[:-1]), path[-1]
            value = parent[key]
        except (KeyError, IndexError, TypeError):
            continue
        how = draw(st.sampled_from(["near", "other", "remove", "copy", "exchange"]))
        if how == "near" and isinstance(value, int):
            parent[key] = value + draw(st.sampled_from([-2, -1, 1, 2]))
        elif how == "remove":
            del parent[key]
        elif how == "copy" and isinstance(parent, dict):
            parent[draw(st.sampled_from([f"0{key}", f" {key}", "x", str(key).upper()]))] = value
        elif how == "copy":
            parent.append(copy.deepcopy(value))
        elif how == "exchange":
            other = draw(st.sampled_from(sorted(parent) if isinstance(parent, dict) else range(len(parent))))
            parent[key], parent[other] = parent[other], value
        else:
            parent[key] = draw(OTHERS)
    return name, record


def use(value: Any) -> None:
    """Asks a value for everything that it says."""
    for member in dir(value):
        if not member.startswith("_") and member not in {"close", "step", "state", "hand"}:
            getattr(value, member)
    assert repr(value)
    assert str(value)
    for method in ("_repr_html_", "rows", "confidence", "policy_confidence"):
        if hasattr(value, method):
            getattr(value, method)()
    if type(value) in {Summary, Match}:
        # A sum may be too large, which is an error and no panic.
        with suppress(OverflowError):
            assert repr(value + value)


@settings(max_examples=400)
@given(case=mutated())
def test_a_changed_record_is_refused_or_comes_back_the_same(case: tuple[str, Any]) -> None:
    name, record = case
    try:
        value = read(name, record)
    except stud8.StudError:
        return
    use(value)
    again = read(name, json.loads(json.dumps(value.to_dict(), allow_nan=False)))
    assert again == value
    assert again.to_dict() == value.to_dict()


@each_record
def test_records_are_json_as_others_read_it(name: str) -> None:
    text = json.dumps(VALUES[name].to_dict(), allow_nan=False)
    assert read(name, json.loads(text)) == VALUES[name]
    use(VALUES[name])


def changed(name: str, path: str, value: Any) -> Any:
    """A record with another value at a path such as ``net.1``."""
    record = copy.deepcopy(RECORDS[name])
    *parents, last = [
        int(key) if key.isdigit() and name.startswith(("Eq", "Ne", "Ta", "Ma")) else key
        for key in path.split("/")
    ]
    parent = at(record, tuple(parents))
    if value is KeyError:
        del parent[last]
    else:
        parent[last] = value
    return record


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("hands", 61, "deals"),
        ("deals", 59, "deals"),
        ("actions/3/call", 2**64 - 1, "actions.3.call"),
        ("actions/7/bring_in", 1, "actions.7.bring_in"),
        ("actions/4/declare_low", 1, "actions.4.declare_low"),
        ("showdowns", 0, "actions"),
        ("streets/3", 59, "streets.3"),
        ("streets/5", 61, "streets.5"),
        ("showdowns", 61, "showdowns"),
        ("lows", 61, "lows"),
        ("scooped", 10**6, "scooped"),
        ("quartered", 10**6, "quartered"),
        ("net/1", 10**16, "net.1"),
        ("net/01", 0, "net.01"),
        ("net/1", KeyError, "net.1"),
        ("net_squares/2", 0, "net_squares.2"),
        ("net_squares/2", 2**128 - 1, "net_squares.2"),
        ("policy_net/tight", 0, "policy_net.tight"),
        ("policy_net_squares/call", 10**12, "policy_net_squares.call"),
        ("deal_net_squares/call", 10**12, "deal_net_squares.call"),
        ("seats", [1, 1, 2], "seats"),
        ("seats", [3, 2, 1], "seats"),
        ("policies", ["tight", "call"], "policies"),
        ("rotation", "sideways", "rotation"),
    ],
)
def test_counts_that_contradict_each_other_are_refused(path: str, value: Any, named: str) -> None:
    """Such a summary panicked later, when it was printed or added."""
    message = refusal("history_syntax", Summary.from_dict, changed("Summary", path, value))
    assert named in message, message


def test_starting_hands_that_are_not_those_of_the_hands_are_refused() -> None:
    record = RECORDS["Summary with classes"]
    (classes,) = record["classes"].values()
    hand, (hands, net, squares) = next(iter(classes.items()))
    rank, other = hand.split(" ", 1)
    for changes in (
        {hand: [hands + 1, net, squares]},
        {hand: [hands, net + 2, squares]},
        {f"{other} {rank}": [1, 0, 0]},
    ):
        wrong = {**record, "classes": {"uniform": {**classes, **changes}}}
        assert "classes" in refusal("history_syntax", Summary.from_dict, wrong)
    assert "classes.tight" in refusal(
        "history_syntax", Summary.from_dict, {**record, "classes": {"uniform": classes, "tight": {}}}
    )


def test_without_a_rake_nothing_is_lost_and_nobody_wins_more_than_that() -> None:
    record = copy.deepcopy(RECORDS["Summary raked"])
    record["net"] = {"1": 1001, "2": -999}
    assert "net" in refusal("history_syntax", Summary.from_dict, record)


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("outcomes", [], "outcomes"),
        ("outcomes/0/count", 0, "outcomes[0].count"),
        ("outcomes/0/count", 2**128 - 1, "outcomes[0].count"),
        ("outcomes/0/count", 1.5, "outcomes[0].count"),
        ("outcomes/0/high", [], "outcomes[0].high"),
        ("outcomes/0/high", [1, 0], "outcomes[0].high"),
        ("outcomes/0/low", [2], "outcomes[0].low"),
        ("outcomes/0/count", 7, "deals"),
        ("deals", 1, "deals"),
        ("deals", None, "deals"),
        ("trials", 780, "trials"),
        ("exact", False, "exact"),
        ("seed", 7, "exact"),
        ("standard_error", 0.1, "standard_error"),
        ("low", "any", "outcomes"),
        ("seated", True, "players[0].player"),
        ("players/0/share", "1/2", "players[0].share"),
        ("players/1/high_win", 0.5, "players[1].high_win"),
        ("players/0/shares/1", "0", "players[0].shares.1"),
        ("players/0/shares/1/3", "0", "players[0].shares.1/3"),
        ("players/1/player", 0, "players[1].player"),
        ("players/1/hand", None, "players[1].hand"),
    ],
)
def test_equities_that_contradict_their_outcomes_are_refused(path: str, value: Any, named: str) -> None:
    """No outcomes divided by zero later."""
    record = copy.deepcopy(RECORDS["Equity"])
    if path.startswith("players/0/shares/"):
        record["players"][0]["shares"][path.removeprefix("players/0/shares/")] = value
    else:
        record = changed("Equity", path, value)
    message = refusal("history_syntax", Equity.from_dict, record)
    assert named in message, message


def test_an_outcome_that_comes_twice_is_refused() -> None:
    record = copy.deepcopy(RECORDS["Equity"])
    record["outcomes"].append(dict(record["outcomes"][0], count=1))
    assert "comes twice" in refusal("history_syntax", Equity.from_dict, record)


def test_what_follows_may_be_left_out_or_written_with_fewer_digits() -> None:
    for name in ("Equity", "Equity sampled"):
        record = copy.deepcopy(RECORDS[name])
        for field in ("exact", "deals", "trials", "standard_error"):
            del record[field]
        for player in record["players"]:
            for field in set(player) - {"player", "hand"}:
                if isinstance(player[field], float):
                    player[field] = float(f"{player[field]:.10g}")
                else:
                    del player[field]
        assert Equity.from_dict(record) == VALUES[name]


def test_next_cards_of_different_players_or_ways_are_refused() -> None:
    record = RECORDS["NextCards"]
    cards = record["cards"]
    first = next(iter(cards))
    sampled = RECORDS["Equity sampled"]
    for changes, named in (
        ({"player": 2}, "player"),
        ({"cards": {}}, "cards"),
        ({"cards": {**cards, first.upper(): cards[first]}}, f"cards.{first.upper()}"),
        ({"cards": {**cards, first: sampled}}, f"cards.{first}"),
        ({"now": RECORDS["Equity of seats"]}, "cards"),
    ):
        message = refusal("history_syntax", NextCards.from_dict, {**record, **changes})
        assert named in message, message


@pytest.mark.parametrize(
    ("changes", "kind", "named"),
    [
        ({"rewards": [[5, -4], None]}, "history_syntax", "rewards[0]"),
        ({"rewards": [[10**9, -(10**9)], None]}, "history_syntax", "rewards[0][0]"),
        ({"rewards": [None, [0, 0]], "actions": ["", "1"]}, "history_syntax", "rewards[1]"),
        ({"stacks": {"01": 500, "2": 500}}, "invalid_seats", "01"),
        ({"stacks": {"1": 2000, "2": 2000, "02": 5}}, "invalid_seats", "02"),
        ({"seed": 2**64}, "history_syntax", "seed"),
        ({"threads": 0}, "history_syntax", "threads"),
        ({"numbers": []}, "history_syntax", "actions"),
    ],
)
def test_tables_that_cannot_stand_so_are_refused(changes: dict[str, Any], kind: str, named: str) -> None:
    message = refusal(kind, Tables.from_dict, {**RECORDS["Tables"], **changes})
    assert named in message, message


def test_a_match_has_the_pairs_of_its_names() -> None:
    record = RECORDS["Match"]
    pairs = record["pairs"]
    for changes, named in (
        ({"names": ["tight", "tight", "call"]}, "tight"),
        ({"names": ["tight"]}, "two policies or more"),
        ({"pairs": [*pairs, pairs[0]]}, "4 pairs"),
        ({"pairs": [pairs[1]]}, "pairs[0].second"),
        ({"pairs": [{**pairs[0], "summary": RECORDS["Summary"]}]}, "pair 0"),
    ):
        message = refusal("history_syntax", Match.from_dict, {**record, **changes})
        assert named in message, message
    with pytest.raises(ValueError, match="pairs must be those"):
        Match(
            ["call", "tight"],
            VALUES["Match"].pairs and {("tight", "call"): VALUES["Match"].pairs["tight", "call"]},
        )


@each_record
def test_keys_that_change_their_table_while_it_is_read_do_no_harm(name: str) -> None:
    record = copy.deepcopy(RECORDS[name])

    class Key:
        """A number that empties the record when it is asked for."""

        def __index__(self) -> int:
            record.clear()
            return 1

    record["stacks" if name == "Tables" else "net"] = {Key(): 5, 2: 5}
    record["version"] = Key()
    with suppress(stud8.StudError):
        read(name, record)
    assert record == {}


def test_one_trial_has_no_error_and_its_record_no_infinity() -> None:
    found = VALUES["Equity of one trial"]
    assert math.isinf(found.standard_error)
    record = found.to_dict()
    assert record["standard_error"] is None
    assert [player["standard_error"] for player in record["players"]] == [None, None]
    # Earlier releases wrote it so.
    old = json.loads(json.dumps(record).replace('"standard_error": null', '"standard_error": Infinity'))
    assert math.isinf(old["standard_error"])
    assert Equity.from_dict(old) == found


def test_the_command_line_writes_no_infinity(run: Any) -> None:
    done = run("equity", *TURN, "--sample", "--trials", "1", "--seed", "7", "--json")
    assert done.code == 0
    assert json.loads(done.out, parse_constant=pytest.fail)["standard_error"] is None


def test_seeds_that_are_drawn_are_exact_in_javascript() -> None:
    seeds = [equity(TURN, method="sample", trials=1).seed for _ in range(40)]
    seeds += [next_card(TURN, 0, method="sample", trials=1).now.seed]
    assert all(seed is not None and seed < 2**53 for seed in seeds)
    assert max(seed or 0 for seed in seeds) > 2**48
    assert len(set(seeds)) == len(seeds)
    assert equity(TURN, method="sample", trials=1, seed=2**64 - 1).seed == 2**64 - 1


@given(level=st.floats(0, 1, exclude_min=True, exclude_max=True))
def test_confidence_is_that_of_the_normal_distribution(level: float) -> None:
    summary = VALUES["Summary"]
    middle = (1 + level) / 2
    if middle >= 1:
        with pytest.raises(ValueError, match="level="):
            summary.confidence(level)
        return
    side = NormalDist().inv_cdf(middle)
    for seat, (least, most) in summary.confidence(level).items():
        mean, error = summary.mean[seat], summary.standard_error[seat]
        assert (least, most) == (mean - error * side, mean + error * side)
    for policy, (least, most) in summary.policy_confidence(level).items():
        mean, error = summary.policy_mean[policy], summary.policy_standard_error[policy]
        assert (least, most) == (mean - error * side, mean + error * side)


def test_rows_and_ranking_of_a_match_are_those_of_its_summaries() -> None:
    found = match(["tight", "call", "uniform"], players=3, hands=40, seed=3)
    totals = dict.fromkeys(found.names, 0.0)
    for row, ((one, two), summary) in zip(found.rows(), found.pairs.items(), strict=True):
        first, second = dict.fromkeys(summary.policies)
        assert (row["first"], row["second"]) == (one, two)
        assert (row["mean"], row["second_mean"]) == (summary.policy_mean[first], summary.policy_mean[second])
        paired, unpaired = summary.policy_standard_error[first], summary.unpaired_standard_error[first]
        assert (row["standard_error"], row["unpaired_standard_error"]) == (paired, unpaired)
        assert row["saved"] == (unpaired / paired) ** 2
        totals[one] += row["mean"]
        totals[two] += row["second_mean"]
    expected = sorted(((name, total / 2) for name, total in totals.items()), key=lambda pair: -pair[1])
    assert found.ranking == expected


def test_an_exact_share_is_a_fraction() -> None:
    found = VALUES["Equity"]
    assert sum(player.share for player in found.players) == Fraction(1)
    assert equity(RIVER).players[0].share in {
        Fraction(0),
        Fraction(1, 2),
        Fraction(1),
        Fraction(1, 4),
        Fraction(3, 4),
    }
