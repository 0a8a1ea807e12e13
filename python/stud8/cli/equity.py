"""``stud8 equity``: what part of the pot each hand wins."""

from __future__ import annotations

from typing import Any

import click

import stud8
from stud8._internal.quoting import quoted
from stud8.cli.door import interrupted, say, show
from stud8.cli.options import LowKind, as_json_option, low_option, threads_option


@click.command("equity")
@click.argument("hands", nargs=-1, required=True)
@click.option("--dead", default="", help="Cards that can't come; ?? for a folded one that nobody saw.")
@click.option("--common", help="The common card that is out; ?? if nobody knows it.")
@low_option
@click.option("--exact", is_flag=True, help="Count every deal, however long it takes.")
@click.option("--sample", is_flag=True, help="Draw deals at random.  [default: exact within a second]")
@click.option("--trials", type=click.IntRange(min=1), help="How many deals to draw.")
@click.option("--target-error", type=float, help="The standard error to draw for.  [default: 0.0002]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Of the sample.  [default: a new one]")
@threads_option
@click.option("--next-card", "player", type=int, help="What each next card of this player does, from 0 on.")
@as_json_option
def equity_command(
    hands: tuple[str, ...],
    dead: str,
    common: str | None,
    low: LowKind,
    trials: int | None,
    target_error: float | None,
    seed: int | None,
    threads: int | None,
    player: int | None,
    *,
    exact: bool,
    sample: bool,
    as_json: bool,
) -> None:
    """What part of the pot each of two to eight hands wins.

    A hand is up to seven cards: As known, A? by rank, ?h by suit, [A-8]? by ranks, ?? not at all. What is
    missing up to seven comes at random; an empty text is a random hand. A range is hands between |, with
    weights after @ where they aren't all alike: "K?K?@0.8 | Q?Q?@0.2".

    Example: stud8 equity "As Ac 2d" "Ks Kc Kd" --dead "5h 6h"
    """
    if exact and sample:
        raise ValueError("--exact and --sample exclude each other")
    question: dict[str, Any] = {"dead": dead, "common": common, "low": low}
    asked = [_hand(text) for text in hands]
    method = "exact" if exact else "sample" if sample else "auto"
    sampling = {"trials": trials, "target_error": target_error, "seed": seed}
    if exact and not any(value is not None for value in (player, *sampling.values())):
        _announce(stud8.exact_seconds(asked, **question))
    settings: dict[str, Any] = {
        **question,
        **sampling,
        "method": method,
        "threads": threads,
        "progress": True,
    }
    try:
        found = (
            stud8.equity(asked, **settings) if player is None else stud8.next_card(asked, player, **settings)
        )
    except stud8.Interrupted as stopped:
        if stopped.partial is not None:
            show(stopped.partial, as_json=as_json)
        raise interrupted() from None
    show(found, as_json=as_json)


def _hand(text: str) -> str | dict[str, str]:
    """A hand as it is, or a range as the package has it."""
    if "|" not in text and "@" not in text:
        return text
    weights: dict[str, str] = {}
    for part in text.split("|"):
        cards, at, weight = part.partition("@")
        if cards.strip() in weights:
            raise ValueError(f"{quoted(cards.strip())} comes twice in the range {quoted(text)}")
        weights[cards.strip()] = weight.strip() if at else "1"
    return weights


def _announce(seconds: float) -> None:
    """Say how long a count takes, if one notices."""
    if 1 < seconds < float("inf"):
        say(f"about {_duration(seconds)} of one core")


def _duration(seconds: float) -> str:
    """A rough time for people."""
    for size, name in ((86400 * 365.25, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds:.0f} s"
