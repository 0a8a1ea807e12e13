"""Ctrl-C and SIGTERM wait until a block that must not be left half done is over."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["held"]


@contextmanager
def held() -> Iterator[None]:
    """Delays what Ctrl-C and SIGTERM do until the block ends. Other threads never get them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    handled = {number: handler for number, handler in before.items() if callable(handler)}
    came: list[tuple[int, FrameType | None]] = []
    for number in handled:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in handled.items():
            signal.signal(number, handler)
        if came:
            last, frame = came[-1]
            handled[signal.Signals(last)](last, frame)
