"""A progress bar for whatever takes longer than two seconds, when somebody watches."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE = 2.0


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function to be told how much is done; the bar appears on standard error after two seconds."""
    begun = time.monotonic()
    progress: Progress | None = None
    watched = sys.stderr.isatty()

    def tell(done: int) -> None:
        nonlocal progress
        if not watched:
            return
        if progress is None:
            if time.monotonic() - begun < PATIENCE:
                return
            columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            progress = Progress(*columns, console=Console(stderr=True), transient=True)
            progress.add_task(what, total=total)
            progress.start()
        progress.update(progress.task_ids[0], completed=done)

    try:
        yield tell
    finally:
        if progress is not None:
            progress.stop()
