"""Turns: every measure runs once a turn, and the best turn of each counts."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Measure(NamedTuple):
    """What was done in how many seconds."""

    hands: int
    seconds: float
    actions: int = 0

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def best_of(measures: Mapping[str, Callable[[], Measure]], turns: int) -> dict[str, Measure]:
    """The best turn of each; those whose package isn't there are left out."""
    best: dict[str, Measure] = {}
    left_out: set[str] = set()
    for _ in range(turns):
        for name, measure in measures.items():
            if name in left_out:
                continue
            try:
                found = measure()
            except ImportError as error:
                left_out.add(name)
                print(f"{name}: left out, {error}")
                continue
            if name not in best or found.rate > best[name].rate:
                best[name] = found
    return best


def heading(turns: int) -> str:
    """Where it was measured, and how."""
    return f"{processor()}, Python {platform.python_version()}, best of {turns} turns"


def processor() -> str:
    """The name of the processor, where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def show(columns: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table with numbers to the right."""
    table = Table(*columns, box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    Console(highlight=False, soft_wrap=True, width=110).print(table)


def show_hands(best: Mapping[str, Measure], basis: str) -> None:
    """A table of whole hands, and how many times those of the basis each plays."""
    slow = best.get(basis)
    rows = [
        (
            name,
            f"{run.rate:,.0f}",
            f"{run.actions / run.seconds:,.0f}",
            f"{run.rate / slow.rate:,.1f}" if slow else "–",
        )
        for name, run in best.items()
    ]
    show(("", "hands/s", "actions/s", "hands/s over PokerKit"), rows)
