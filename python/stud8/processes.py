"""Processes of our own, for the command line."""

from __future__ import annotations

import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING

from stud8.holding import held

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["processes", "quiet"]


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many processes, which end at once when the block ends with Ctrl-C or an error."""
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=quiet)
    try:
        yield pool
    except BaseException:
        # Nobody waits for what they are at. After a second Ctrl-C nobody would ever send them home.
        with held():
            playing = list((pool._processes or {}).values())  # noqa: SLF001 - no other way before Python 3.14
            pool.shutdown(wait=False, cancel_futures=True)
            for process in playing:
                process.kill()
        raise
    pool.shutdown()


def quiet() -> None:
    """Ctrl-C reaches every process of the terminal; the parent alone decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
