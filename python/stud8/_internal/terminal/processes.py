"""Worker processes that never import the main module.

Each is a new process of this Python, and gets the functions that it calls through a pipe. Those of
`concurrent.futures.ProcessPoolExecutor` import the main module. These work for a script that doesn't check
``__name__ == "__main__"``, for a program that came from standard input, in an interactive session, and in
processes that may have no children of `multiprocessing`.
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

from stud8._internal.quoting import quoted
from stud8._internal.terminal.signals import held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
__all__ = ["NoProcessError", "Workers", "processes", "serve"]

Result = TypeVar("Result")

SIZE = struct.Struct("<Q")
# What a process writes when it is ready. Anything that it printed before is no answer.
READY = b"\0stud8 is ready\0"
PROGRAM = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from stud8._internal.terminal.processes import serve; serve()"
)


class NoProcessError(ChildProcessError):
    """This system, or this program, can't start a Python process."""


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """Gives ``count`` processes, which end at once when the block ends with Ctrl-C or an error."""
    pool = Workers(count)
    try:
        yield pool
    except BaseException:
        # Running calls aren't waited for. A second Ctrl-C must not leave the processes alive.
        with held():
            pool.kill()
        raise
    pool.shutdown()


class Workers(Executor):
    """Up to ``count`` processes, each started when it is needed.

    If a process dies, its call fails with `ChildProcessError`, and the next call gets a new process. Futures
    raise `NoProcessError` if no process can be started.
    """

    def __init__(self, count: int) -> None:
        """Starts nothing yet."""
        self._threads = ThreadPoolExecutor(count)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._begun: set[Process] = set()
        self._closed = self._ended = False
        self._refused: str | None = None

    def submit(self, fn: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Calls a function in one of the processes. Raises here if it can't be pickled."""
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
        """Takes no more calls, and ends the processes when they are done."""
        self._closed = True
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            with self._lock:
                self._ended = True
                while self._begun:
                    self._begun.pop().end()

    def kill(self) -> None:
        """Ends the processes at once, and everything that they started."""
        with self._lock:
            self._ended = True
            for process in self._begun:
                process.kill()
        # The threads waited for processes that are dead now.
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
        """Ends a process that can't be used any more, and returns its exit code."""
        with self._lock:
            if process in self._begun:
                self._begun.remove(process)
                process.kill()
        return process.end()


class Process:
    """A Python process that calls the functions it is sent."""

    def __init__(self) -> None:
        """Starts it. Raises OSError if that fails."""
        executable = get_executable()
        if not executable or getattr(sys, "frozen", False):
            raise OSError("there is no Python interpreter to begin")
        flags = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined] # noqa: SLF001 - as multiprocessing
        # A group of its own: Ctrl-C in a terminal must reach only the process that started it.
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
        """Sends it the search path of modules, and waits until it is ready. Raises EOFError if it ends."""
        pickle.dump([path for path in sys.path if isinstance(path, str)], self.requests)
        self.requests.flush()
        said = b""
        while not said.endswith(READY):
            said += _read(self.answers, 1)

    def ask(self, request: bytes) -> bytes:
        """Sends a request and returns the answer. Raises OSError or EOFError if the process ends."""
        _send(self.requests, request)
        return _receive(self.answers)

    def kill(self) -> None:
        """Ends it, and everything in its group."""
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self.running.pid, signal.SIGKILL)
            else:
                self.running.kill()

    def end(self) -> int:
        """Closes its pipes, which ends it, and returns its exit code."""
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
