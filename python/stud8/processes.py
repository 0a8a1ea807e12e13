"""Processes of our own, which know nothing of the program that began them.

They are this Python, begun anew, and get the functions that they call through a pipe. Unlike those of
`concurrent.futures.ProcessPoolExecutor` they never import the main module. So they work for a script that
does not ask whether ``__name__ == "__main__"``, for a program that came from standard input, in an
interactive session, and in processes that may have no children of `multiprocessing`.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import traceback
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.spawn import get_executable
from typing import IO, TYPE_CHECKING, Any, TypeVar, cast

from stud8.holding import held
from stud8.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
__all__ = ["NoProcessError", "Workers", "processes", "serve"]

Result = TypeVar("Result")

SIZE = struct.Struct("<Q")
# What a process says when it is ready. Whatever it printed before that is no answer.
READY = b"\0stud8 is ready\0"
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from stud8.processes import serve; serve()"
)


class NoProcessError(ChildProcessError):
    """This system, or this program, can't begin a Python of its own."""


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """Give ``count`` processes, which end at once when the block ends with Ctrl-C or an error."""
    pool = Workers(count)
    try:
        yield pool
    except BaseException:
        # Nobody waits for what they are at. A second Ctrl-C must not leave them alive.
        with held():
            pool.kill()
        raise
    pool.shutdown()


class Workers(Executor):
    """Up to ``count`` processes, each begun when there is something for it to do.

    A process that dies fails the call it was at, with `ChildProcessError`; the next call gets a new one.
    Futures raise `NoProcessError` where none can be begun.
    """

    def __init__(self, count: int) -> None:
        """Begin nothing yet."""
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._begun: set[Process] = set()
        self._closed = self._ended = False
        self._refused: str | None = None

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Call a function in one of the processes. What can't be pickled is refused here."""
        requests = [pickle.dumps((fn, args, kwargs))]
        try:
            return self._threads.submit(self._ask, requests)
        except RuntimeError as error:
            if self._closed:
                raise
            # The system grants no thread that would wait for a process. One from before finds nothing to do.
            requests.clear()
            future: Future[Any] = Future()
            future.set_exception(NoProcessError(f"no process can be begun: {error}"))
            return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as of every executor
        """Take no more, and end the processes when they are done."""
        self._closed = True
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            with self._lock:
                self._ended = True
                while self._begun:
                    self._begun.pop().end()

    def kill(self) -> None:
        """End the processes whatever they are at, and everything that they began."""
        with self._lock:
            self._ended = True
            for process in self._begun:
                process.kill()
        # The threads are waiting for processes that are dead now.
        self.shutdown(cancel_futures=True)

    def _ask(self, requests: list[bytes]) -> Any:
        if not requests:
            return None
        request = requests.pop()
        process: Process | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = self._begin()
        try:
            answer = process.ask(request)
        except (OSError, EOFError):
            self._own.process = None
            code = self._bury(process)
            raise ChildProcessError(f"a process of ours has ended with exit code {code}") from None
        worked, value = pickle.loads(answer)  # noqa: S301 - from our own process
        if worked:
            return value
        raise value

    def _begin(self) -> Process:
        if self._refused is not None:
            raise NoProcessError(self._refused)
        try:
            with self._lock:
                if self._ended:
                    raise NoProcessError("the processes have ended")
                process = Process()
                self._begun.add(process)
        except OSError as error:
            self._refused = f"no process can be begun: {error}"
            raise NoProcessError(self._refused) from None
        try:
            process.wait_until_ready()
        except (OSError, EOFError):
            code = self._bury(process)
            self._refused = f"no process can be begun: {get_executable()!s} ended with exit code {code}"
            raise NoProcessError(self._refused) from None
        return process

    def _bury(self, process: Process) -> int:
        """End a process that is of no use any more, and give its exit code."""
        with self._lock:
            if process in self._begun:
                self._begun.remove(process)
                process.kill()
        return process.end()


class Process:
    """A Python that calls what it is sent."""

    def __init__(self) -> None:
        """Begin it. Raises OSError where that can't be."""
        executable = get_executable()
        if not executable or getattr(sys, "frozen", False):
            raise OSError("there is no Python interpreter to begin")
        flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined] # noqa: SLF001 - as multiprocessing
        # A group of its own: the Ctrl-C of a terminal is for the process that decides.
        apart: dict[str, Any] = (
            {"process_group": 0}
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        self.running = subprocess.Popen(  # noqa: S603 - this Python
            [os.fsdecode(executable), *flags, "-P", "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if _is_open(2) else subprocess.DEVNULL,
            **apart,
        )
        self.requests = cast("IO[bytes]", self.running.stdin)
        self.answers = cast("IO[bytes]", self.running.stdout)

    def wait_until_ready(self) -> None:
        """Tell it where modules are, and wait until it has loaded its own. Raises EOFError if it ends."""
        pickle.dump([path for path in sys.path if isinstance(path, str)], self.requests)
        self.requests.flush()
        said = b""
        while not said.endswith(READY):
            said += _read(self.answers, 1)

    def ask(self, request: bytes) -> bytes:
        """Send a request, and wait for the answer. Raises OSError or EOFError if it ends."""
        _send(self.requests, request)
        return _receive(self.answers)

    def kill(self) -> None:
        """End it, and everything in its group."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.running.pid, signal.SIGKILL)
            else:
                self.running.kill()

    def end(self) -> int:
        """Close its pipes, at which it ends, and give its exit code."""
        for stream in (self.requests, self.answers):
            with suppress(OSError):
                stream.close()
        return self.running.wait()


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(SIZE.pack(len(data)))
    stream.write(data)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    (size,) = SIZE.unpack(_read(stream, SIZE.size))
    return _read(stream, size)


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def serve() -> None:
    """Call what is asked for until nobody asks any more: the whole life of a process."""
    requests = sys.stdin.buffer
    with suppress(OSError, EOFError), os.fdopen(os.dup(1), "wb") as answers:
        # What a function prints is no answer, and what it reads no question.
        os.dup2(2 if _is_open(2) else os.open(os.devnull, os.O_WRONLY), 1)
        sys.stdin = None
        answers.write(READY)
        answers.flush()
        while True:
            _send(answers, _answer(_receive(requests)))


def _answer(request: bytes) -> bytes:
    answer: tuple[bool, Any]
    try:
        function, args, kwargs = pickle.loads(request)  # noqa: S301 - from the process that began this one
        answer = True, function(*args, **kwargs)
    except BaseException as error:  # noqa: BLE001 - raised where it is asked for
        error.add_note(f"in a process of its own:\n{traceback.format_exc()}")
        answer = False, error
    try:
        return pickle.dumps(answer)
    except Exception as error:  # noqa: BLE001 - whatever can't be pickled
        return pickle.dumps((False, RuntimeError(f"{quoted(answer[1], 400)} can't be sent back: {error}")))
