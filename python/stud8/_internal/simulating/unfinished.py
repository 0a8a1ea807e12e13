"""Files that are written beside their names, and get them when they are whole.

``hands.parquet`` is written as ``hands.parquet.partial``. After each part ``hands.parquet.partial.json`` says
what is being written, up to which byte it is good, and what was counted. So a run that was stopped in any
way, by a kill too, can be gone on with, and its file never has the name of a whole one. A run holds a lock on
its unfinished file where the system has `fcntl`: two runs never write the same record.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import time
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stud8._internal.quoting import clipped
from stud8._native import Summary
from stud8.errors import RecordingError, StudError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Straight", "Unfinished", "beginning", "told"]

FORMAT, VERSION = "stud8-partial", 1
# How often, and for how many seconds between, a new file's lock is tried: another run may just be looking
# whether anybody has it.
LOCKING, PAUSE = 50, 0.01
# Some file systems can't lock, or can't link.
CANNOT = (errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOLCK, errno.EPERM, errno.EMLINK)
BLOCK = 1 << 20


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Says of an error of the system which file it was about."""
    try:
        yield
    except RecordingError:
        raise
    except OSError as error:
        name = clipped(str(path), 400)
        raise RecordingError(f"{name}: {error.strerror or error}", error.errno, str(path)) from error


def beginning(
    path: Path, what: dict[str, Any], hands: int, *, overwrite: bool, resume: bool
) -> Unfinished | Straight:
    """Open a file for a record of this, so many hands. Raises `RecordingError` where none can be written."""
    if os.path.lexists(path) and not overwrite:
        if resume:
            why = "it is whole, or of something else: there is nothing to go on with"
        else:
            why = "another name, or overwrite=True (--overwrite), lets it be written"
        raise RecordingError(f"{path} exists: {why}", errno.EEXIST, str(path))
    with told(path):
        # A link is followed: the file it points to is replaced.
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if mode is not None and not stat.S_ISREG(mode):
            if resume:
                raise RecordingError(f"{path} is a device or a pipe: no record in it can be gone on with")
            return Straight(path)
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return Unfinished(path, target, (what, hands), mode, overwrite=overwrite, resume=resume)


class Straight:
    """A device or a pipe, which is written to straight away: there is nothing to rename or to resume."""

    name: str | None = None
    done: Summary | None = None
    end = 0

    def __init__(self, path: Path) -> None:
        """Open it."""
        self.path = path
        self.file = path.open("wb", buffering=0)

    def append(self, data: bytes, total: Summary | None = None) -> None:
        """Write all of it."""
        del total
        with told(self.path):
            _write_all(self.file, data)
        self.end += len(data)

    def reserve(self, size: int) -> None:
        """Do nothing: what is no file needs no room."""

    def finish(self) -> None:
        """Close it."""
        with told(self.path):
            self.file.close()

    leave = finish


class Unfinished:
    """A file on its way.

    ``name`` is that of the unfinished file, or None when there is none any more, ``done`` the summary of what
    it had when it was gone on with, or None, and ``end`` its length.
    """

    def __init__(
        self,
        path: Path,
        target: Path,
        wanted: tuple[dict[str, Any], int],
        mode: int | None,
        *,
        overwrite: bool,
        resume: bool,
    ) -> None:
        """Open it, or go on with it."""
        self.path, self.target, self.mode = path, target, mode
        what, self.hands = wanted
        # As it is read again.
        self.what: dict[str, Any] = json.loads(json.dumps(what))
        self.overwrite = overwrite
        self.label = f"{path}.partial"
        self.name: str | None = self.label
        self.partial = target.with_name(f"{target.name}.partial")
        self.state = target.with_name(f"{target.name}.partial.json")
        self.done: Summary | None = None
        self.end, self.crc, self.kept = 0, 0, False
        with told(Path(self.label)):
            self.file = self._claimed()
            try:
                if os.fstat(self.file.fileno()).st_size or self.state.exists():
                    self._take_over(resume=resume)
                self.file.seek(self.end)
                self.kept = self.done is not None
            except BaseException:
                self._close()
                raise

    # Beginning

    def _claimed(self) -> Any:
        """The unfinished file, which nobody else writes."""
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
        while True:
            file = os.fdopen(os.open(self.partial, flags, 0o666), "r+b", buffering=0)
            if not _locked(file):
                file.close()
                raise RecordingError(
                    f"{self.label} is being written by another run: give this one another name",
                    errno.EBUSY,
                    self.label,
                )
            # The other run may have finished, and given the file its name, since it was opened.
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), self.partial.stat()):
                    return file
            file.close()

    def _take_over(self, *, resume: bool) -> None:
        """Go on with what is there, or begin anew."""
        if resume:
            self._resume()
        elif self.overwrite:
            self.state.unlink(missing_ok=True)
            self.file.truncate(0)
        else:
            raise RecordingError(
                f"{self.label} is an unfinished record: resume=True (--resume) goes on with it, "
                "overwrite=True (--overwrite) begins anew",
                errno.EEXIST,
                self.label,
            )

    def _resume(self) -> None:
        anew = "overwrite=True (--overwrite) begins anew"
        if not self.state.exists():
            # It was stopped before its first part was whole.
            self.file.truncate(0)
            return
        try:
            state = json.loads(self.state.read_bytes())
            if (state["format"], state["version"]) != (FORMAT, VERSION):
                raise StudError(f"{state['format']} {state['version']}")  # noqa: TRY301 - like all others
            there, end, crc = dict(state["what"]), int(state["end"]), int(state["crc32"])
            done = Summary.from_dict(state["summary"])
        except (ValueError, KeyError, TypeError, StudError) as error:
            raise RecordingError(
                f"{self.state} can't be read ({error}), and the record can't be gone on with: {anew}"
            ) from None
        for name in {**there, **self.what}:
            mine, other = self.what.get(name), there.get(name)
            if mine != other:
                raise RecordingError(
                    f"{self.label} is the record of something else, its {name} being {_short(other)} and not "
                    f"{_short(mine)}: {anew}, or another name lets both be"
                )
        if os.fstat(self.file.fileno()).st_size < end or self._checksum(end) != crc:
            raise RecordingError(f"{self.label} isn't as it was left, and can't be gone on with: {anew}")
        if done.deals > self.hands:
            raise RecordingError(
                f"{self.label} has {done.deals} hands already, more than hands={self.hands}: ask "
                "for as many, or more"
            )
        self.file.truncate(end)
        self.done, self.end, self.crc = done, end, crc

    def _checksum(self, end: int) -> int:
        crc, left = 0, end
        self.file.seek(0)
        while left > 0 and (data := self.file.read(min(left, BLOCK))):
            crc, left = zlib.crc32(data, crc), left - len(data)
        return crc

    def read(self, place: int, size: int) -> bytes:
        """Read so many bytes from there, before anything is written."""
        self.file.seek(place)
        data: bytes = self.file.read(size)
        self.file.seek(self.end)
        return data

    # Writing

    def append(self, data: bytes, total: Summary | None = None) -> None:
        """Write all of it, or nothing. With what is counted by then, a later run can go on from here."""
        before, crc = self.end, self.crc
        try:
            with told(Path(self.label)):
                _write_all(self.file, data)
            self.end, self.crc = before + len(data), zlib.crc32(data, crc)
            if total is not None:
                self._commit(total)
        except RecordingError:
            self.end, self.crc = before, crc
            with suppress(OSError):
                self.file.truncate(before)
                self.file.seek(before)
            raise

    def reserve(self, size: int) -> None:
        """Have the disk grant room for so many bytes, or raise."""
        if not hasattr(os, "posix_fallocate"):
            return
        with told(Path(self.label)):
            try:
                os.posix_fallocate(self.file.fileno(), self.end, size)
            except OSError as error:
                # Some file systems can't promise anything.
                if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
                    raise

    def _commit(self, summary: Summary) -> None:
        """Say that the file is good up to here, and has the hands of this summary."""
        state = {
            "format": FORMAT,
            "version": VERSION,
            "what": self.what,
            "end": self.end,
            "crc32": self.crc,
            "summary": summary.to_dict(),
        }
        new = self.state.with_name(f"{self.state.name}~")
        with told(self.state):
            try:
                new.write_text(json.dumps(state), encoding="utf-8")
                new.replace(self.state)
            except OSError:
                with suppress(OSError):
                    new.unlink(missing_ok=True)
                raise
        self.kept = True

    # The end

    def finish(self) -> None:
        """Give the whole file its name, once the disk has it."""
        with told(self.path):
            try:
                self.file.truncate(self.end)
                os.fsync(self.file.fileno())
                if self.mode is not None:
                    with suppress(OSError):
                        self.partial.chmod(stat.S_IMODE(self.mode))
                self._rename()
                self.name = None
                self.state.unlink(missing_ok=True)
                _sync_folder(self.target.parent)
            finally:
                # Until here nobody else takes it for unfinished.
                self._close()

    def _rename(self) -> None:
        if os.name == "nt":
            # No open file can be renamed there.
            self.file.close()
        if self.overwrite:
            self.partial.replace(self.target)
            return
        try:
            # Unlike renaming, linking never replaces what somebody else has put there meanwhile.
            os.link(self.partial, self.target)
            self.partial.unlink()
        except FileExistsError:
            raise RecordingError(
                f"{self.path} has appeared while {self.label} was written: all hands are in the latter, and "
                "overwrite=True with resume=True (--overwrite --resume) lets it take the name",
                errno.EEXIST,
                str(self.path),
            ) from None
        except OSError as error:
            if error.errno not in CANNOT:
                raise
            if os.path.lexists(self.target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            self.partial.rename(self.target)

    def leave(self) -> None:
        """Leave it unfinished; or nothing, where nothing is in it."""
        with told(Path(self.label)):
            try:
                if self.end > 0 or self.kept:
                    self.file.truncate(self.end)
                    os.fsync(self.file.fileno())
                else:
                    self.name = None
                    self.partial.unlink(missing_ok=True)
                    self.state.unlink(missing_ok=True)
            finally:
                self._close()

    def _close(self) -> None:
        # Processes that were forked meanwhile have the file too, and would keep the lock.
        if fcntl is not None and not self.file.closed:
            with suppress(OSError):
                fcntl.flock(self.file, fcntl.LOCK_UN)
        self.file.close()


def _write_all(file: Any, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def _locked(file: Any) -> bool:
    """Whether nobody else has the file, and now we do."""
    if fcntl is None:
        return True
    for tried in range(LOCKING):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # A run that only looks lets it go at once.
            if tried + 1 < LOCKING:
                time.sleep(PAUSE)
        except OSError as error:
            if error.errno not in CANNOT:
                raise
            return True
        else:
            return True
    return False


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the name."""
    # No folder can be opened on Windows, and some file systems can't do it.
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _short(value: Any) -> str:
    return clipped(json.dumps(value), 100)
