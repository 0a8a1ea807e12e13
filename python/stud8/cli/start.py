"""``stud8 start``: what starting hands win."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stud8
from stud8.cli.door import interrupted, show
from stud8.cli.options import as_json_option, threads_option

if TYPE_CHECKING:
    from collections.abc import Sequence

OPPONENTS = range(2, 8)


@click.command("start")
@click.argument("hand", nargs=-1)
@click.option("--door", help="The opponent's door card: the equity against it is counted.")
@threads_option
@click.option(
    "--recompute",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Count the table of all starting hands again, into this file.",
)
@click.option("--multiway", is_flag=True, help="With --recompute, the samples against two to seven hands.")
@as_json_option
def start_command(
    hand: tuple[str, ...],
    door: str | None,
    threads: int | None,
    file: Path | None,
    *,
    multiway: bool,
    as_json: bool,
) -> None:
    """What a starting hand wins against a random hand; without HAND, all 1,755 of them, the best first.

    Example: stud8 start "As Ac 2d" --door Ks
    """
    cards = " ".join(hand)
    if file is not None:
        if cards or door:
            raise ValueError("--recompute makes the whole table: leave out the hand and --door")
        file.write_text(stud8.StartingHand.recompute(multiway=multiway, progress=True), encoding="utf-8")
        return
    if multiway:
        raise ValueError("--multiway goes with --recompute")
    if door is not None:
        if not cards:
            raise ValueError("--door goes with a hand")
        try:
            found = stud8.starting_hand(cards, door=door, threads=threads, progress=True)
        except stud8.Interrupted:
            raise interrupted() from None
        show(found, as_json=as_json)
        return
    hands = [stud8.starting_hand(cards)] if cards else stud8.starting_hands()
    if as_json:
        records = [_start_record(hand) for hand in hands]
        print(json.dumps(records[0] if cards else records))
        return
    _show_starts(hands, several=bool(cards))


def _start_record(hand: stud8.StartingHand) -> dict[str, object]:
    against = {str(others): hand.against(others)._asdict() for others in OPPONENTS}
    return {**hand.to_dict(), "against": against}


def _show_starts(hands: Sequence[stud8.StartingHand], *, several: bool) -> None:
    """The table against one random hand, and for a single hand that against several."""
    columns = ("rank", "hand", "versions", "equity", "high win", "high tie", "low win", "low tie", "scoop")
    rows = [
        (
            str(hand.rank),
            hand.hand,
            str(hand.versions),
            *(
                f"{float(chance):.6f}"
                for chance in (
                    hand.share,
                    hand.high_win,
                    hand.high_tie,
                    hand.low_win,
                    hand.low_tie,
                    hand.scoop,
                )
            ),
        )
        for hand in hands
    ]
    _print_table(columns, rows)
    if several:
        found = [(others, hands[0].against(others)) for others in OPPONENTS]
        print("\nagainst more random hands, sampled")
        _print_table(
            ("hands", "equity", "error", "high", "low", "scoop"),
            [(str(others), *(f"{part:.4f}" for part in multiway)) for others, multiway in found],
        )


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """As wide as it is: texts to the left under the heading "hand", all others to the right."""
    widths = [max(len(row[n]) for row in (columns, *rows)) for n in range(len(columns))]
    for row in (columns, *rows):
        cells = zip(columns, row, widths, strict=True)
        print("  ".join(f"{text:{'<' if name == 'hand' else '>'}{width}}" for name, text, width in cells))
