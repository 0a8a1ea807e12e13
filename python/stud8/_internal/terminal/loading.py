"""Ctrl-C while the command line is being loaded: one line, and the exit code 130."""

from __future__ import annotations

# Nothing else is loaded before the handler is set: `signal`, `threading` and `typing` take longer to load
# than this file takes to run.
import _signal  # type: ignore[import-not-found]
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

__all__ = ["begun", "finished", "loaded"]

INTERRUPTED = 130
COMMAND = ("stud8", "stud8.__main__")


def begun() -> None:
    """Lets Ctrl-C end the process until `loaded`, if it was started as the command ``stud8``.

    An exception would not do: an import can lose it, and prints a traceback. Nothing has been started yet
    that could be left half done.
    """
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler and _is_command():
        try:
            _signal.signal(_signal.SIGINT, _end)
        except ValueError:
            # Ctrl-C reaches the main thread alone, and this is another one.
            return


def loaded() -> None:
    """Gives Ctrl-C back to Python."""
    if _signal.getsignal(_signal.SIGINT) is _end:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


def finished() -> None:
    """Lets Ctrl-C end the process as before, once the command has printed everything."""
    begun()


def _end(_number: int, _frame: FrameType | None) -> None:
    try:
        os.write(2, b"stud8: interrupted\n")
    finally:
        # Also if nothing can be printed.
        os._exit(INTERRUPTED)


def _is_command() -> bool:
    """Returns whether the main module is the installed script, or ``python -m stud8``.

    The package can't ask for its own name, because it is loaded before its main module. Only the script that
    pip and others write imports `stud8.__main__`.
    """
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - the only way to see who imports
    while frame is not None:
        code = frame.f_code
        if code.co_name == "_run_module_as_main" and frame.f_locals.get("mod_name") in COMMAND:
            return True
        is_main = code.co_name == "<module>" and frame.f_globals.get("__name__") == "__main__"
        if is_main and COMMAND[1] in code.co_names:
            return True
        frame = frame.f_back
    return False
