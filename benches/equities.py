"""Equities: ``python benches/compare.py equity``.

Exact and sampled ones of stud8 and poker-equity, all on one thread from Python. Every answer is asserted in
every turn: the counts of deals and scoops, shares that sum to one, and samples within four standard errors of
the exact share.
"""

from __future__ import annotations

import time
from functools import cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import stud8
from turns import Measure, best_of, heading, show

if TYPE_CHECKING:
    from collections.abc import Callable

    from stud8._internal.values.results import Chance

THIRDS = ["Th", "Jh", "Qh", "Kh", "Ah", "Ts", "Js", "Qs"]
EIGHT = [f"{rank}c {rank}d {third}" for rank, third in zip("23456789", THIRDS, strict=True)]
THIRD = ["8s 6h 5c", "2s 3h 4c"]
TRIALS = 2_000_000
# How often something short is done in a turn.
TIMES = 200


class Exact(NamedTuple):
    """A spot, how many deals it has, in how many of them the first scoops, and how often it is counted."""

    hands: list[str]
    deals: int
    scoops: int | None
    times: int = 1


EXACT = {
    "exact, third street, 3 v 3 cards": Exact(THIRD, 18_265_297_050, 2628510730 + 3720932658, 4),
    "exact, fourth street": Exact(["Ac 2c 3c 4c", "Ah Ad As 9d"], 141_181_040, None, TIMES),
    "exact, fifth street": Exact(["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s"], 671_580, 158_820, TIMES),
    "exact, sixth street": Exact(["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"], 1560, 1114, TIMES),
    "exact, three cards v a door card": Exact(["As Ac 2d", "Ks"], comb(48, 4) * comb(44, 6), None),
    "exact, fifth street, three players": Exact(
        ["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s", "7h 7d 6s 5s Th"], 209_230_560, None
    ),
    "exact, fourth street, three players": Exact(
        ["Ac 2d 3h 4s", "Kc Kd Qh Jh", "7h 7d 6s 5s"], comb(40, 3) * comb(37, 3) * comb(34, 3), None
    ),
}

SAMPLED = {
    "sampled, third street, 2 players": THIRD,
    "sampled, third street, 3 players": [*THIRD, "Ks Kc Kd"],
    "sampled, third street, 8 players": EIGHT,
}


def count(spot: Exact) -> Callable[[], Measure]:
    """Count all deals."""

    def turn() -> Measure:
        clock = time.perf_counter()
        for _ in range(spot.times):
            found = stud8.equity(spot.hands, method="exact", threads=1)
        seconds = (time.perf_counter() - clock) / spot.times
        assert found.deals == spot.deals, f"{spot.hands}: {found.deals} deals"
        assert spot.scoops is None or found.players[0].scoop * spot.deals == spot.scoops
        assert sum(player.share for player in found.players) == 1
        return Measure(spot.deals, seconds)

    return turn


def count_elsewhere(spot: Exact) -> Callable[[], Measure]:
    """The same in poker-equity, which gives nothing where there are too many deals."""

    def turn() -> Measure:
        from poker_equity import exact_from_text  # noqa: PLC0415

        clock = time.perf_counter()
        found = exact_from_text("stud_hi_lo", spot.hands)
        seconds = time.perf_counter() - clock
        assert (found["samples"], found["scoop_count"][0]) == (spot.deals, spot.scoops)
        return Measure(spot.deals, seconds)

    return turn


def sample(hands: list[str]) -> Callable[[], Measure]:
    """Draw deals."""

    def turn() -> Measure:
        clock = time.perf_counter()
        found = stud8.equity(hands, method="sample", trials=TRIALS, seed=7, threads=1)
        seconds = time.perf_counter() - clock
        assert abs(float(sum(player.share for player in found.players)) - 1) < 1e-9
        agree(hands, found.players[0].share, found.players[0].standard_error)
        return Measure(TRIALS, seconds)

    return turn


def sample_elsewhere(hands: list[str]) -> Callable[[], Measure]:
    """The same in poker-equity."""

    def turn() -> Measure:
        from poker_equity import chunk_from_text  # noqa: PLC0415

        clock = time.perf_counter()
        found = chunk_from_text("stud_hi_lo", hands, samples=TRIALS // 10, seed=7, threads=1)
        seconds = time.perf_counter() - clock
        first = found["players"][0]
        agree(hands, first["equity"], first["std_error"])
        return Measure(TRIALS // 10, seconds)

    return turn


@cache
def known(hands: tuple[str, ...]) -> float:
    """The exact share of the first of two players."""
    return float(stud8.equity(hands, method="exact").players[0].share)


def agree(hands: list[str], share: Chance, error: Chance) -> None:
    """Assert that a sampled share is within its error of the exact one, of two players."""
    if len(hands) == 2:
        exact = known(tuple(hands))
        assert abs(float(share) - exact) < 4 * float(error), f"{share} is not {exact}"


def measures() -> dict[str, Callable[[], Measure]]:
    """Everything, by name."""
    found: dict[str, Callable[[], Measure]] = {}
    for name, spot in EXACT.items():
        found[name] = count(spot)
        if spot.scoops is not None and spot.deals < 10**6:
            found[f"  poker-equity: {name}"] = count_elsewhere(spot)
    for name, hands in SAMPLED.items():
        found[name] = sample(hands)
        if len(hands) < 8:
            # It knows no common card.
            found[f"  poker-equity: {name}"] = sample_elsewhere(hands)
    return found


def compare(turns: int) -> None:
    """Measure everything in turns and print one table."""
    best = best_of(measures(), turns)
    rows = []
    for name, run in best.items():
        twin = best.get(f"  poker-equity: {name}")
        ratio = "" if twin is None else f"{run.rate / twin.rate:,.1f}"
        rows.append((name, f"{1000 * run.seconds:,.3f}", f"{run.rate / 1e6:,.1f}", ratio))
    print(f"{heading(turns)}, one thread; every answer checked")
    show(("", "ms", "million deals or trials/s", "times as fast"), rows)
