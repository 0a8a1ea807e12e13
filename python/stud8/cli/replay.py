"""``stud8 replay``: a hand, drawn."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stud8._internal.histories.replays import Replay, frames, read_phh, read_record
from stud8.cli.door import remark
from stud8.cli.options import as_json_option, rule_book, rules_options
from stud8.cli.streams import answer_is_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import stud8


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", is_flag=True, help="Show the table after every action.")
@click.option("--seat", type=click.IntRange(1, 8), help="Show what this seat sees.  [default: the rail]")
@click.option("--decimals", type=click.IntRange(0, 6), help="Digits after the point of PHH amounts.")
@rules_options(None)
@as_json_option
def replay_command(
    file: Path,
    seat: int | None,
    decimals: int | None,
    preset: str | None,
    settings: tuple[str, ...],
    *,
    step: bool,
    as_json: bool,
) -> None:
    """Replay a hand: a PHH history (.phh, .phhs), or the JSON record of a hand or of a difference.

    A PHH file states no house rules: without --rules whatever it says is taken as played, with
    --rules it must be legal under that rule book (the stakes are the file's).

    Example: stud8 replay hand.phh --step
    """
    if settings and preset is None:
        raise ValueError("--set changes a rule book: give --rules too")

    if file.suffix == ".json":
        for option, given in (("--rules", preset), ("--decimals", decimals)):
            if given is not None:
                raise ValueError(f"{option} is for PHH files: {file} says its rules and amounts itself")
        replays = read_record(file)
    else:
        replays = read_phh(file, decimals or 0, partial(_house, preset, settings))
    if as_json:
        records = [replay.hand.to_dict() for replay in replays]
        print(json.dumps(records[0] if len(records) == 1 else records))
        return
    for number, replay in enumerate(replays, 1):
        if not answer_is_wanted():
            return
        if len(replays) > 1:
            print(f"hand {number} of {len(replays)}\n")
        _show_replay(replay, seat, step=step)


def _house(preset: str | None, settings: Sequence[str], history: stud8.History) -> stud8.Rules | None:
    """A rule book with the stakes of the file."""
    if preset is None:
        return None
    stakes = [f"{name}={value}" for name, value in history.stakes.items()]
    return rule_book(preset, [*stakes, *settings])


def _show_replay(replay: Replay, seat: int | None, *, step: bool) -> None:
    if replay.difference is not None:
        remark(replay.difference)
    for action, frame in frames(replay.hand) if step else [("", replay.hand)]:
        shown = frame if seat is None else frame.view(seat)
        print(f"{action}\n\n{shown}\n" if action else f"{shown}\n")
        if not answer_is_wanted():
            return
    if (agreement := replay.agreement()) is not None:
        print(f"{agreement}\n")
