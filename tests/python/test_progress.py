"""The bar: drawn for who watches, and never dearer than what is counted."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from stud8 import Hand, Rules, StartingHand, equity, match, next_card, simulate, starting_hand, verify
from stud8._internal.terminal import progress

if TYPE_CHECKING:
    from collections.abc import Callable


RULES = Rules.full_tilt()
HAND = Hand(RULES, [20000] * 3, seed=7)


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


class Stop(Exception):  # noqa: N818 - no error of the package
    """What a function raises to end a run."""


def stop(_done: int) -> None:
    """End the run."""
    raise Stop


LONG: dict[str, Callable[[Any], object]] = {
    "simulate": lambda progress: simulate(RULES, hands=10**9, progress=progress),
    "match": lambda progress: match(["tight", "call"], hands=10**9, progress=progress),
    "verify": lambda progress: verify(hands=10**6, processes=0, progress=progress),
    "equity": lambda progress: equity(["As", "Kd"], trials=10**12, seed=1, progress=progress),
    "hand.equity": lambda progress: HAND.equity("sample", trials=10**12, seed=1, progress=progress),
    "view.equity": lambda progress: HAND.view(1).equity(trials=10**12, seed=1, progress=progress),
    "next_card": lambda progress: next_card(["As", "Kd"], 0, trials=100, seed=1, progress=progress),
    "starting_hand": lambda progress: starting_hand("AsAhAd", "2c", threads=1, progress=progress),
    "StartingHand.recompute": lambda progress: StartingHand.recompute(progress=progress),
}
each_long = pytest.mark.parametrize("name", LONG)


@each_long
def test_every_long_run_calls_a_function_with_the_number_done(name: str) -> None:
    """A function was taken for a flag by equities, and True for a function by `verify`."""
    with pytest.raises(Stop):
        LONG[name](stop)


@each_long
def test_a_progress_of_another_type_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match="progress is True, False or a function of the number done, not int"):
        LONG[name](1)


@pytest.mark.parametrize("progress", [None, False, True])
def test_flags_are_taken_everywhere(progress: bool | None) -> None:  # noqa: FBT001 - a parameter of a test
    assert simulate(RULES, hands=10, progress=progress).hands == 10
    assert match(["tight", "call"], hands=5, progress=progress)
    assert verify(hands=5, processes=0, progress=progress).hands == 5
    assert equity(["AsAc2d7h7cKd", "KsKcQd8h8c9d"], progress=progress).exact
    assert next_card(["AsAc2d7h7cKd", "KsKcQd8h8c9d"], 0, progress=progress).exact
