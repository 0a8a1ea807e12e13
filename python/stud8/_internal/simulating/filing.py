"""Where the records of hands go: Parquet files, hand histories, and writers of Arrow batches."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from stud8._internal.histories.files import dumps
from stud8._internal.quoting import quoted
from stud8._internal.simulating import spread
from stud8._internal.simulating.footers import end_of, moved
from stud8._internal.simulating.record import batches, described, schema
from stud8._internal.simulating.unfinished import Unfinished, beginning
from stud8._internal.terminal.signals import held
from stud8._native import Hand
from stud8.errors import InvalidArgumentError

if TYPE_CHECKING:
    from typing import Protocol, Self

    from stud8._internal.simulating.job import Job, Part
    from stud8._internal.simulating.unfinished import Straight
    from stud8._native import Summary

    class Sink(Protocol):
        """Where records go."""

        @property
        def name(self) -> str | None:
            """The name of a file that isn't whole and can be gone on with."""

        @property
        def done(self) -> Summary | None:
            """What it has already."""

        def __enter__(self) -> Self:
            """Open it."""
            ...

        def __exit__(self, kind: object, error: object, trace: object) -> None:
            """Close it: what was written stays."""
            ...

        def write(self, part: Part, total: Summary) -> None:
            """Writes some hands; ``total`` counts them and all before them."""
            ...


__all__ = ["sink"]


def sink(
    job: Job, target: Any, rows: str, numbers: range, *, overwrite: bool = False, resume: bool = False
) -> Sink:
    """Opens where the record of a job goes. Raises before any hand is played if it can't be written."""
    if hasattr(target, "write_batch"):
        if resume:
            raise TypeError("resume=True is for a record in a file: nobody knows what a writer has")
        return Batches(target, batches(job, rows))
    if not isinstance(target, (str, os.PathLike)):
        kind = type(target).__name__
        raise TypeError(f"record is the name of a file, or something with a write_batch method, not {kind}")
    path = Path(os.fsdecode(target))
    kinds: dict[str, type[Parquet | Histories]] = {".parquet": Parquet, ".phhs": Histories}
    if path.suffix not in kinds:
        raise InvalidArgumentError(f"record={quoted(str(path), 400)} must end in {' or '.join(kinds)}")
    what: dict[str, Any] = {
        "start": numbers.start,
        "rows": rows,
        "classes": job.given["classes"],
        **described(job),
    }
    # The hands are the same in every release.
    del what["stud8"], what["format"], what["version"]
    make = kinds[path.suffix](job, rows)
    hands = numbers.stop - numbers.start
    return make.open(beginning(path, what, hands, overwrite=overwrite, resume=resume))


class Batches:
    """Arrow batches for anybody who takes them."""

    name: str | None = None
    done: Summary | None = None

    def __init__(self, target: Any, make: Any) -> None:
        """Keep them."""
        self.target, self.make = target, make

    def __enter__(self) -> Self:
        """It is open."""
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Whoever opened it closes it."""

    def write(self, part: Part, total: Summary) -> None:
        """Hand on a batch."""
        del total
        self.target.write_batch(self.make(part.columns))


class InFile:
    """A record in a file, which is written as unfinished until it is whole."""

    def open(self, file: Unfinished | Straight) -> Self:
        """Begin with this file, or go on."""
        self.file = file
        return self

    @property
    def name(self) -> str | None:
        """The name of the file, while it is there and isn't whole."""
        return self.file.name

    @property
    def done(self) -> Summary | None:
        """What it had when it was gone on with."""
        return self.file.done

    def __enter__(self) -> Self:
        """It is open."""
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Give the file its name if it is whole, and leave it unfinished if not."""
        with held():
            if error is None:
                try:
                    self.end(whole=True)
                except BaseException:
                    self.file.leave()
                    raise
                self.file.finish()
                return
            # The error that is under way is the one to be told.
            with suppress(OSError):
                self.end(whole=False)
            with suppress(OSError):
                self.file.leave()

    def end(self, *, whole: bool) -> None:
        """Write what comes after the hands, be they all of them or not."""


class Parquet(InFile):
    """A Parquet file, a row group for each part.

    Each part is a Parquet file of its own, one after another. The last end, which is the only one that
    readers look for, describes all of them. So nothing is lost with a run that is killed: the ends of the
    parts say what is there. An unfinished file can be read after Ctrl-C, an error or a full disk, not after a
    kill.

    Before anything is written the disk grants all the room that it may need, the end of the file included: if
    it refuses, the file ends with what was written before.
    """

    def __init__(self, job: Job, rows: str) -> None:
        """Check what can be checked before there is a file."""
        self.make = batches(job, rows)
        self.columns = schema(job, rows)
        self.words = [field.name for field in self.columns if str(field.type).startswith("dictionary")]

    def open(self, file: Unfinished | Straight) -> Self:
        """Begin with this file, or go on."""
        super().open(file)
        self.groups = 0
        self.ends: Any = None
        try:
            if isinstance(file, Unfinished):
                self._go_on(file)
            self._reserve(1 << 16)
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def _go_on(self, file: Unfinished) -> None:
        # Each end says where its part begins, the last one first.
        ends: list[tuple[bytes, int]] = []
        place = file.end
        while place > 0:
            size = int.from_bytes(file.read(place - 8, 4), "little")
            end = end_of(file.read(place - 8 - size, size + 8))
            place -= _size(_metadata(moved(end, 0))) + size + 8
            ends.append((end, place))
        for end, place in reversed(ends):
            self._describe(end, place)

    def _describe(self, end: bytes, place: int) -> None:
        """Add the end of a part that stands at this place."""
        metadata = _metadata(moved(end, place))
        if self.ends is None:
            self.ends = metadata
        else:
            self.ends.append_row_groups(metadata)
        self.groups += 1

    def _reserve(self, size: int) -> None:
        # The end of the file describes every column of every group.
        self.file.reserve(size + (self.groups + 2) * len(self.columns) * 300)

    def _part(self, batch: Any) -> bytes:
        """A file of its own of these hands, or of none."""
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

        part = io.BytesIO()
        with pq.ParquetWriter(
            part, self.columns, compression="zstd", compression_level=1, use_dictionary=self.words
        ) as writer:
            if batch is not None:
                writer.write_batch(batch, row_group_size=max(len(batch), 1))
        return part.getvalue()

    def write(self, part: Part, total: Summary) -> None:
        """Write a row group."""
        data, place = self._part(self.make(part.columns)), self.file.end
        self._reserve(len(data) + (1 << 16))
        # A shorter part is played again when the record is gone on with: its groups are always the same.
        self.file.append(data, total if len(part.numbers) == spread.RECORDED else None)
        self._describe(end_of(data), place)

    def end(self, *, whole: bool) -> None:
        """Write the end that describes all groups."""
        if self.ends is not None:
            end = io.BytesIO()
            self.ends.write_metadata_file(end)
            # Without the letters that a file begins with.
            self.file.append(end.getvalue()[4:])
        elif whole:
            self.file.append(self._part(None))


def _metadata(end: bytes) -> Any:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    return pq.read_metadata(pa.BufferReader(end))


def _size(metadata: Any) -> int:
    """Where the last column of a part ends: what comes before the part's own end."""
    group = metadata.row_group(metadata.num_row_groups - 1)
    column = group.column(group.num_columns - 1)
    first = column.dictionary_page_offset if column.has_dictionary_page else column.data_page_offset
    return int(first + column.total_compressed_size)


class Histories(InFile):
    """Hand histories one after another, named by their numbers."""

    def __init__(self, job: Job, rows: str) -> None:
        """Check what can be checked before there is a file."""
        if rows != "hand":
            raise InvalidArgumentError(
                "rows='action' is for Parquet files: a hand history has all actions of a hand"
            )
        self.job = job
        # A game that no history can say is refused before it is played.
        dumps(_replayed(job, 0, []))

    def write(self, part: Part, total: Summary) -> None:
        """Write all hands, or none of them."""
        columns = part.columns or {}
        actions = np.split(columns["action_id"], columns["ends"][:-1].astype(np.int64))
        texts = []
        for number, ids in zip(columns["number"].tolist(), actions, strict=True):
            hand = _replayed(self.job, number, ids.tolist())
            texts.append(f"[{number}]\n{dumps(hand)}\n")
        self.file.append("".join(texts).encode(), total)


def _replayed(job: Job, number: int, actions: list[int]) -> Hand:
    """A hand of the seed, played on with these actions."""
    hand = Hand(job.rules, job.stacks, seed=job.given["seed"], number=number)
    for action in actions:
        hand.play(action)
    return hand
