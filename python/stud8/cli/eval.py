"""``stud8 eval``: the best high and low."""

from __future__ import annotations

import json

import click

import stud8
from stud8.cli.options import LowKind, as_json_option, low_option


@click.command("eval")
@click.argument("cards", nargs=-1, required=True)
@low_option
@as_json_option
def evaluate_command(cards: tuple[str, ...], low: LowKind, *, as_json: bool) -> None:
    """The best high and low of five to seven cards.

    Example: stud8 eval "As 2d 3h 4c 5s Kd Kc"
    """
    found = stud8.evaluate(" ".join(cards), low=low)
    if as_json:
        print(json.dumps({"high": _hand_record(found.high), "low": found.low and _hand_record(found.low)}))
        return
    for name, hand in (("high", found.high), ("low", found.low)):
        used = "" if hand is None or hand.cards is None else "  " + " ".join(map(str, hand.cards))
        print(f"{name:<5}{'no low' if hand is None else hand!s:<34}{used}".rstrip())


def _hand_record(hand: stud8.High | stud8.Low) -> dict[str, object]:
    return {"name": str(hand), "number": hand.number, "cards": [str(card) for card in hand.cards or ()]}
