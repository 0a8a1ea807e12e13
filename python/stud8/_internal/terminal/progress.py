"""The argument ``progress``, and the bar: for runs of more than two seconds, in a terminal."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from rich.progress import Progress as Bar

    Progress: TypeAlias = bool | Callable[[int], object] | None

__all__ = ["bar", "reporting"]

PATIENCE = 2.0
# How often it is drawn.
EVERY = 0.1


@contextmanager
def reporting(progress: Progress, what: str, total: int) -> Iterator[Callable[[int], object] | None]:
    """Gives the function that takes the number done, as ``progress`` says, or None.

    ``progress`` is True for a bar, or a function; None is False. Raises TypeError for anything else.
    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with bar(what, total) as tell:
            yield tell
    elif callable(progress):
        yield progress
    else:
        kind = type(progress).__name__
        raise TypeError(f"progress is True, False or a function of the number done, not {kind}")


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives a function that takes the number done. The bar appears on standard error after two seconds.

    There is no bar if standard error is closed or no terminal.
    """
    begun = time.monotonic()
    progress: Bar | None = None
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
        except Exception:  # noqa: BLE001 - a terminal that has gone, or can't write it
            # What is counted matters more.
            watched = False

    try:
        yield tell
    finally:
        if progress is not None:
            # It may have been left half drawn, by Ctrl-C for one.
            with suppress(Exception):
                progress.stop()


def _progress(what: str) -> Bar:
    from rich.console import Console  # noqa: PLC0415 - takes longer to load than most commands to run
    from rich.progress import (  # noqa: PLC0415 - so does this
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # No thread draws it: then an error of drawing is raised where it can be caught.
    return Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)


def _is_watched() -> bool:
    """Returns whether standard error is a terminal."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except (AttributeError, OSError, ValueError):
        return False
