"""Standard output and error as the commands write them, so that no answer is lost on its way out.

What Python gives loses it in four ways: a character that the encoding lacks is an error, after which the rest
is missing; a reader who has gone is an error; a pipe that doesn't block and is full is an error; and what is
still in the buffer when the process ends fails where nobody can say so in one line.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import select
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _typeshed import ReadableBuffer

__all__ = ["answer_is_wanted", "flush", "guarded", "open_all"]

# What pictures and tables are drawn with, each in ASCII and, where a column depends on it, as wide.
DRAWN = {"▒": "#", "▶": ">", "–": "-", "—": "-", "·": "|", "±": "~", "…": "..."}
DRAWN |= {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
# How Python says that the reader of a pipe has gone. Windows says it like that.
GONE = {errno.EPIPE, errno.ESHUTDOWN} | ({errno.EINVAL} if os.name == "nt" else set())
# Whoever chose another way to write what can't be encoded gets that.
BY_DEFAULT = ("strict", "surrogateescape", "backslashreplace")
SUBSTITUTE = "stud8.substitute"


def substitute(error: UnicodeError) -> tuple[str, int]:
    """What is written for characters that an encoding lacks: a drawing, or their numbers."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    written = (DRAWN.get(letter) or letter.encode("ascii", "backslashreplace").decode() for letter in found)
    return "".join(written), error.end


codecs.register_error(SUBSTITUTE, substitute)


class Outlet(io.RawIOBase):
    """A stream that takes everything: when it can't be written to, the rest is dropped.

    ``is_gone`` says whether nobody reads any more, ``failure`` what else was wrong.
    """

    def __init__(self, stream: Any) -> None:
        """Write to a raw stream, which stays open in the end."""
        self.stream = stream
        self.is_gone = False
        self.failure: OSError | None = None

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """That of the stream."""
        return int(self.stream.fileno())

    def isatty(self) -> bool:
        """Whether the stream is a terminal."""
        return bool(self.stream.isatty())

    def write(self, data: ReadableBuffer, /) -> int:
        """Write some of it, or pretend to."""
        size = memoryview(data).nbytes
        written = None
        while written is None and not (self.is_gone or self.failure):
            try:
                written = self.stream.write(data)
                if written is None:
                    # It doesn't block, and is full.
                    select.select([], [self.stream], [])
            except OSError as error:
                if error.errno in GONE:
                    self.is_gone = True
                else:
                    self.failure = error
            except ValueError:
                # Somebody has closed it.
                self.is_gone = True
        return size if written is None else int(written)


class Streams:
    """The outlets under standard output and error, where they have a file under them."""

    def __init__(self) -> None:
        """Have a look at both."""
        self.out, self.error = _outlet(sys.stdout), _outlet(sys.stderr)

    @property
    def failure(self) -> OSError | None:
        """Why the answer couldn't be written, of a full disk for one."""
        return None if self.out is None else self.out.failure

    def drop(self) -> None:
        """Write nothing more."""
        for outlet in (self.out, self.error):
            if outlet is not None:
                outlet.is_gone = True


@contextmanager
def guarded() -> Iterator[Streams]:
    """Standard output and error lose nothing of what is printed in this block."""
    before = sys.stdout, sys.stderr
    streams = Streams()
    sys.stdout, sys.stderr = _guard(sys.stdout, streams.out), _guard(sys.stderr, streams.error)
    try:
        yield streams
        flush()
    except BaseException:
        # A reader who doesn't read would be waited for: somebody has pressed Ctrl-C to end that.
        streams.drop()
        raise
    finally:
        # What others have kept of them stays usable.
        sys.stdout, sys.stderr = before


def flush() -> None:
    """Write what is still in the buffers."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError, ValueError):
                stream.flush()


def answer_is_wanted() -> bool:
    """Whether anybody still reads the answer: otherwise a long one may end here."""
    outlet = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return not (isinstance(outlet, Outlet) and (outlet.is_gone or outlet.failure))


def open_all() -> None:
    """Open /dev/null as each of the first three files that is closed.

    Otherwise the next file that is opened, a record for one, takes its place, and gets what is meant for it.
    """
    if os.name != "posix":
        return
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)


def _outlet(stream: TextIO | None) -> Outlet | None:
    if not isinstance(stream, io.TextIOWrapper):
        return None
    raw = getattr(stream.buffer, "raw", stream.buffer)
    return Outlet(raw) if isinstance(raw, io.RawIOBase) else None


def _guard(stream: TextIO, outlet: Outlet | None) -> TextIO:
    """The same stream over an outlet."""
    if outlet is None or not isinstance(stream, io.TextIOWrapper):
        return stream
    with suppress(OSError, ValueError):
        stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(outlet),
        encoding=stream.encoding,
        errors=SUBSTITUTE if stream.errors in BY_DEFAULT else stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
