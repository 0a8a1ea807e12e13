"""The bar: drawn for who watches, and never dearer than what is counted."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest
import stud8
from stud8 import Rules, match, progress, simulate

if TYPE_CHECKING:
    from collections.abc import Callable


class Terminal(io.StringIO):
    """Something that takes itself for a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


class Broken(Terminal):
    """A terminal that has gone."""

    def write(self, _text: str, /) -> int:
        """Fail."""
        raise OSError(5, "Input/output error")

    def flush(self) -> None:
        """Fail."""
        raise OSError(5, "Input/output error")


class Narrow(Terminal):
    """A terminal that knows no letters but those of ASCII, whatever it says."""

    def write(self, text: str, /) -> int:
        """Fail at other letters."""
        text.encode("ascii")
        return len(text)


class Plain:
    """Something that takes texts, and is no file."""

    def write(self, text: str, /) -> int:
        """Take it."""
        return len(text)

    def flush(self) -> None:
        """Do nothing."""


def closed() -> io.StringIO:
    """A stream that is closed."""
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar comes at once, and every time."""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


STREAMS: dict[str, Callable[[], object]] = {
    "none": lambda: None,
    "closed": closed,
    "no file": Plain,
    "a terminal that has gone": Broken,
    "a terminal of ASCII": Narrow,
    "a terminal": Terminal,
}


@pytest.mark.parametrize("stream", STREAMS)
def test_no_bar_costs_an_answer(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`progress=True` used to raise where `sys.stderr` is None, as in pythonw."""
    monkeypatch.setattr(sys, "stderr", STREAMS[stream]())
    told = simulate(Rules.full_tilt(), players=2, hands=3000, progress=True)
    assert told == simulate(Rules.full_tilt(), players=2, hands=3000)
    assert match(["tight", "call"], hands=50, progress=True) == match(["tight", "call"], hands=50)
    found = stud8.equity(["AsAc2d", "KsKcKd"], trials=5000, seed=3, progress=True)
    assert found == stud8.equity(["AsAc2d", "KsKcKd"], trials=5000, seed=3)
    with progress.bar("things", 10) as tell:
        for done in range(10):
            tell(done)


def test_who_watches_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress.bar("things", 10) as tell:
        tell(3)
    assert "things" in terminal.getvalue()
    assert "3/10" in terminal.getvalue()


def test_nobody_who_reads_a_file_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    with progress.bar("things", 10) as tell:
        tell(3)
    assert file.getvalue() == ""


def test_ctrl_c_at_the_bar_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    presses = [KeyboardInterrupt]

    class Pressed(Terminal):
        def write(self, text: str, /) -> int:
            if presses:
                raise presses.pop()
            return len(text)

    monkeypatch.setattr(sys, "stderr", Pressed())
    with pytest.raises(KeyboardInterrupt), progress.bar("things", 10) as tell:
        tell(3)
    assert presses == []
