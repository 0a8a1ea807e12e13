"""The way out of every command: its answer, one line for what went wrong, the exit code."""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

import stud8

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

DIFFERENCE = 1
BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 143
# What a group without a command raises since click 8.2; before, it prints its help and exits.
NO_ARGUMENTS: tuple[type[click.UsageError], ...] = (
    (click.exceptions.NoArgsIsHelpError,) if hasattr(click.exceptions, "NoArgsIsHelpError") else ()
)


def run(command: click.Command) -> int | None:
    """Run a command, and give its exit code."""
    with terminable() as received:
        code = _run(command)
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


def _run(command: click.Command) -> int | None:
    try:
        code: int | None = command.main(standalone_mode=False)
    except click.exceptions.Exit as wanted:
        code = wanted.exit_code
    except NO_ARGUMENTS as error:
        print(error.ctx.get_help() if error.ctx is not None else error)
        code = 0
    except click.ClickException as error:
        code = complain(error.format_message())
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to him.
        sys.stderr.close()
        code = 1
    except OSError as error:
        code = complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except stud8.CheckError as error:
        # It ran, and found something.
        complain(str(error))
        code = DIFFERENCE
    except (stud8.StudError, ValueError, TypeError, OverflowError, MemoryError) as error:
        code = complain(str(error))
    return code


def complain(message: str) -> int:
    """One line on standard error."""
    print(f"stud8: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


def interrupted(more: str = "") -> click.exceptions.Exit:
    """What to raise on Ctrl-C, when all that is finished has been shown; ``more`` tells how to go on."""
    print(f"stud8: interrupted{more and '; '}{more}", file=sys.stderr)
    return click.exceptions.Exit(INTERRUPTED)


def show(found: Any, *, as_json: bool) -> None:
    """An answer that is a table or a record."""
    print(json.dumps(found.to_dict()) if as_json else found)
