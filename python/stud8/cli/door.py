"""The way out of every command: its answer, one line for what went wrong, the exit code."""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import click

import stud8
from stud8._internal.terminal.loading import loaded
from stud8.cli.streams import flush, guarded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

DIFFERENCE = 1
BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 143
UNWRITTEN = 2

# Errors that say enough.
FORESEEN = (stud8.StudError, ValueError, TypeError, ArithmeticError, MemoryError, ImportError, OSError)
# What a group without a command raises since click 8.2; before, it prints its help and exits.
NO_ARGUMENTS: tuple[type[click.UsageError], ...] = (
    (click.exceptions.NoArgsIsHelpError,) if hasattr(click.exceptions, "NoArgsIsHelpError") else ()
)


class Group(click.Group):
    """A group that says in one line what click keeps to itself.

    At Ctrl-C click prints an empty line, to standard output if there is nothing else. Of a pipe that breaks
    it thinks that it was its output, and ends without a word.
    """

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the arguments."""
        try:
            return super().make_context(*arguments, **more)
        except KeyboardInterrupt:
            raise interrupted() from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise interrupted() from None
        except BrokenPipeError as error:
            raise click.ClickException(str(error)) from None


def run(command: click.Command) -> int:
    """Run a command, and give its exit code when all that it said is written."""
    code = INTERRUPTED
    with terminable() as received, suppress(KeyboardInterrupt), guarded() as streams:
        answered = _run(command)
        flush()
        if streams.failure is not None:
            complain(f"the answer can't be written: {streams.failure.strerror or streams.failure}")
        code = answered or (UNWRITTEN if streams.failure else 0)
    return TERMINATED if received and code == INTERRUPTED else code


@contextmanager
def terminable() -> Iterator[list[int]]:
    """SIGTERM, which batch systems send when time is up, does what Ctrl-C does, and is kept."""
    received: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        received.append(number)
        # Some send it twice, to the process and to its group: what is finished is being printed then.
        if len(received) == 1:
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or before is signal.SIG_IGN:
        yield received
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield received
    finally:
        # Where it came the process is about to end. Another that comes late, when Python has given up its own
        # handlers, must not end it otherwise.
        signal.signal(signal.SIGTERM, signal.SIG_IGN if received else before)


def _run(command: click.Command) -> int:
    try:
        loaded()
        return command.main(standalone_mode=False) or 0
    except click.exceptions.Exit as wanted:
        return wanted.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return INTERRUPTED
    except SystemExit as left:
        # The module of a policy, for one.
        return complain(f"ended by SystemExit({left})")
    except Exception as error:  # noqa: BLE001 - users get no traceback
        return _failed(error)


def _failed(error: Exception) -> int:
    """Say in one line what was wrong, and give the exit code for it."""
    code = BAD_INPUT
    if isinstance(error, NO_ARGUMENTS):
        print(error.ctx.get_help() if error.ctx is not None else error)
        code = 0
    elif isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, OSError) and error.filename:
        complain(f"{error.filename}: {error.strerror}")
    elif isinstance(error, stud8.CheckError):
        # It ran, and found something.
        complain(str(error))
        code = DIFFERENCE
    elif isinstance(error, FORESEEN):
        complain(str(error))
    elif sys.flags.dev_mode:
        # A fault of ours, whose place Python's development mode shows.
        raise error
    else:
        complain(f"{type(error).__name__}: {error}")
    return code


def complain(message: str) -> int:
    """One line on standard error."""
    say(" ".join(message.split()))
    return BAD_INPUT


def say(message: str) -> None:
    """A line on standard error, which says who speaks."""
    remark(f"stud8: {message}")


def remark(text: str) -> None:
    """What is no part of the answer: some lines on standard error, if there is one that takes them."""
    # Without a stream `print` would take standard output.
    if sys.stderr is not None:
        # A byte that is no UTF-8 comes in as half a character.
        with suppress(OSError, ValueError):
            print(text.encode("utf-8", "backslashreplace").decode(), file=sys.stderr, flush=True)


def interrupted(more: str = "") -> click.exceptions.Exit:
    """What to raise on Ctrl-C, when all that is finished has been shown; ``more`` tells how to go on."""
    say(f"interrupted{more and '; '}{more}")
    return click.exceptions.Exit(INTERRUPTED)


def show(found: Any, *, as_json: bool) -> None:
    """An answer that is a table or a record."""
    print(json.dumps(found.to_dict()) if as_json else found)
