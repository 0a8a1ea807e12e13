"""A progress bar for whatever takes longer than two seconds, when somebody watches."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.progress import Progress

PATIENCE = 2.0
# How often it is drawn.
EVERY = 0.1


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how much is done; the bar appears on standard error after two seconds.

    Where there is no standard error, or none that can be drawn on, there is no bar.
    """
    begun = time.monotonic()
    progress: Progress | None = None
    watched = _is_watched()
    drawn = 0.0

    def tell(done: int) -> None:
        nonlocal progress, watched, drawn
        if not watched:
            return
        now = time.monotonic()
        if now < begun + PATIENCE or now < drawn + EVERY:
            return
        drawn = now
        try:
            if progress is None:
                progress = _progress(what)
                progress.add_task(what, total=total)
                progress.start()
            progress.update(progress.task_ids[0], completed=done, refresh=True)
        except Exception:  # noqa: BLE001 - whatever a terminal that has gone or can't write it leads to
            # What is counted matters more.
            watched = False

    try:
        yield tell
    finally:
        if progress is not None:
            # It may have been left half drawn, by Ctrl-C for one.
            with suppress(Exception):
                progress.stop()


def _progress(what: str) -> Progress:
    from rich.console import Console  # noqa: PLC0415 - takes longer to load than most commands to run
    from rich.progress import (  # noqa: PLC0415 - so does this
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Drawn by who tells alone: what can't be drawn is known there, and not in a thread.
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)


def _is_watched() -> bool:
    """Whether standard error is a terminal."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except (AttributeError, OSError, ValueError):
        return False
