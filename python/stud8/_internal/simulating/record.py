"""Records of simulated hands as Arrow batches."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from stud8._internal.public import public
from stud8._internal.quoting import quoted
from stud8._internal.simulating.job import KINDS, Job, numbers
from stud8._internal.simulating.spread import parts
from stud8._native import Hand, __version__
from stud8.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self, SupportsIndex

    import pyarrow as pa
    from numpy.typing import NDArray

    from stud8._internal.simulating.job import Columns, Policies, Stacks
    from stud8._native import Rules

__all__ = ["record_batches", "schema"]

ROWS = ("hand", "action")
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
# Two letters for each card number, then those that stand for no card.
LETTERS = np.zeros((256, 2), dtype=np.uint8)
LETTERS[:52] = np.frombuffer("".join(CARDS).encode(), dtype=np.uint8).reshape(52, 2)


class BatchReader(Protocol):
    """What `record_batches` returns: a `pyarrow.RecordBatchReader`. Tables and batches are pyarrow's own."""

    @property
    def schema(self) -> Any:
        """The columns."""

    def read_next_batch(self) -> Any:
        """Reads the next batch. Raises StopIteration after the last."""

    def read_all(self) -> Any:
        """Reads all of them as a table."""

    def read_pandas(self) -> Any:
        """Reads all of them as a data frame of pandas."""

    def close(self) -> None:
        """Ends the simulation."""

    def __iter__(self) -> Iterator[Any]:
        """Reads one batch after another."""
        ...

    def __enter__(self) -> Self:
        """Closes it after the block."""
        ...

    def __exit__(self, *error: object) -> object:
        """Closes it."""
        ...

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hands it to other libraries of Arrow."""
        ...


def _pyarrow() -> Any:
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
    except ImportError:
        raise ImportError(
            "records of hands in Arrow and Parquet need pyarrow: pip install 'stud8[arrow]'"
        ) from None
    return pa


@public
def record_batches(
    rules: Rules,
    players: SupportsIndex | None = None,
    stacks: Stacks | None = None,
    hands: SupportsIndex = 1_000_000,
    policies: Policies = "uniform",
    seed: SupportsIndex = 0,
    start: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    *,
    rotate: bool = False,
    rows: str = "hand",
) -> BatchReader:
    """Simulates hands and reads their record in Arrow batches, a bounded part in memory at a time.

    The arguments are those of `simulate`. Returns a `pyarrow.RecordBatchReader`, which type checkers know by
    its methods, because pyarrow has no types. Needs the extra ``arrow``. There is a row for each hand:

    ```text
    number          uint64   the number of the hand, of the seed
    repeat          uint8    how many places the policies have moved, if a number is played several times
    street          uint8    on which it ended, 3 to 7
    showdown        bool     whether two or more were in at the end
    pot             int64    chips put in by all, uncalled ones taken off
    common          string   the common card; null without one
    cards_1 …       string   the cards of seat 1 in dealt order: two down, up to four up, one down
    net_1 …         int64    chips that seat 1 won or lost
    policy_1 …      string   the policy in seat 1 (a dictionary)
    actions         list of uint8   the ids of all actions, which `Hand.play` takes
    ```

    With ``rows="action"`` there is one for each action:

    ```text
    number, repeat  as above
    action          uint16   its place in the hand, from 0
    street          uint8    3 to 7
    seat            uint8    1 to 8
    policy, kind    string   (dictionaries)
    id              uint8    its id
    amount          int64    the seat's chips on this street afterwards; 0 where none move
    chips           int64    what was added
    net             int64    what the seat won or lost in the hand
    ```

    The metadata of the schema has, under ``stud8``, the rules, stacks, seed and policies as JSON, so that
    ``Hand(rules, stacks, seed=seed, number=number)`` and the actions give the hand again. The rules are those
    that were played, with ``ask_muck`` off.

    >>> from stud8 import Rules, record_batches
    >>> table = record_batches(Rules.full_tilt(), players=2, hands=100, seed=7).read_all()
    >>> table.num_rows, table.column("cards_1")[0].as_py()
    (100, 'Js7c6c')
    """
    pa = _pyarrow()
    job = Job(rules, players, stacks, policies, "by_number" if rotate else "fixed", seed, classes=False)
    job.play(0, start, threads)
    make = batches(job, rows)
    played = parts(job, numbers(hands, start), None, threads, recorded=True)
    made = (make(part.columns) for part in played)
    reader: BatchReader = pa.RecordBatchReader.from_batches(schema(job, rows), made)
    return reader


def schema(job: Job, rows: str) -> Any:
    """Returns the columns of a record as a `pyarrow.Schema`, with what it takes to play the hands again."""
    pa = _pyarrow()
    words = pa.dictionary(pa.int8(), pa.string())
    seats = job.nothing.seats
    if rows == "action":
        fields = [
            ("number", pa.uint64()),
            ("repeat", pa.uint8()),
            ("action", pa.uint16()),
            ("street", pa.uint8()),
            ("seat", pa.uint8()),
            ("policy", words),
            ("kind", words),
            ("id", pa.uint8()),
            ("amount", pa.int64()),
            ("chips", pa.int64()),
            ("net", pa.int64()),
        ]
    else:
        fields = [
            ("number", pa.uint64()),
            ("repeat", pa.uint8()),
            ("street", pa.uint8()),
            ("showdown", pa.bool_()),
            ("pot", pa.int64()),
            ("common", pa.string()),
            *((f"cards_{seat}", pa.string()) for seat in seats),
            *((f"net_{seat}", pa.int64()) for seat in seats),
            *((f"policy_{seat}", words) for seat in seats),
            ("actions", pa.list_(pa.uint8())),
        ]
    return pa.schema(fields, metadata={"stud8": json.dumps(described(job))})


def described(job: Job) -> dict[str, Any]:
    """Returns what was played, as plain data."""
    hand = Hand(job.rules, job.stacks, seed=0)
    return {
        "format": "stud8-hands",
        "version": 1,
        "stud8": __version__,
        "rules": job.rules.to_dict(),
        "stacks": {str(seat): hand.stacks[seat] + hand.contributions[seat] for seat in hand.seats},
        "seed": int(job.given["seed"]),
        "policies": list(job.nothing.policies),
        "rotation": job.nothing.rotation,
    }


def batches(job: Job, rows: str) -> Any:
    """Returns the function that makes Arrow batches. Raises `InvalidArgumentError` for unknown rows."""
    if rows not in ROWS:
        raise InvalidArgumentError(f"rows={quoted(rows)} must be one of {', '.join(ROWS)}")
    labels = list(dict.fromkeys(job.nothing.policies))
    make = _hand_rows if rows == "hand" else _action_rows
    return partial(make, schema(job, rows), labels, len(job.nothing.seats))


def _hand_rows(schema: pa.Schema, labels: list[str], seats: int, columns: Columns) -> pa.RecordBatch:
    pa = _pyarrow()
    hands = len(columns["number"])
    cards = columns["cards"].reshape(hands, seats, 7)
    nets = columns["net"].reshape(hands, seats)
    policies = columns["policy"].reshape(hands, seats)
    ends = np.concatenate(([0], columns["ends"])).astype(np.int32)
    names = pa.array(labels)
    common = _texts(columns["common"].reshape(hands, 1), null=True)
    return pa.record_batch(
        [
            columns["number"],
            columns["repeat"],
            columns["street"],
            columns["showdown"],
            columns["pot"].view(np.int64),
            common,
            *(_texts(cards[:, seat]) for seat in range(seats)),
            *(np.ascontiguousarray(nets[:, seat]) for seat in range(seats)),
            *(_words(policies[:, seat], names) for seat in range(seats)),
            pa.ListArray.from_arrays(ends, columns["action_id"]),
        ],
        schema=schema,
    )


def _action_rows(schema: pa.Schema, labels: list[str], seats: int, columns: Columns) -> pa.RecordBatch:
    pa = _pyarrow()
    hands = len(columns["number"])
    ends = columns["ends"].astype(np.int64)
    counts = np.diff(ends, prepend=0)
    hand = np.repeat(np.arange(hands), counts)
    place = np.arange(len(hand)) - np.repeat(ends - counts, counts)
    numbers = np.zeros(9, dtype=np.intp)
    numbers[list(_seats(schema))] = np.arange(seats)
    seat = hand * seats + numbers[columns["action_seat"]]
    return pa.record_batch(
        [
            columns["number"][hand],
            columns["repeat"][hand],
            place.astype(np.uint16),
            columns["action_street"],
            columns["action_seat"],
            _words(columns["policy"][seat], pa.array(labels)),
            _words(columns["action_kind"], pa.array(KINDS)),
            columns["action_id"],
            columns["action_amount"].view(np.int64),
            columns["action_chips"].view(np.int64),
            columns["net"][seat],
        ],
        schema=schema,
    )


def _seats(schema: pa.Schema) -> list[int]:
    return sorted(int(seat) for seat in json.loads(schema.metadata[b"stud8"])["stacks"])


def _words(places: NDArray[np.uint8], words: pa.Array) -> pa.DictionaryArray:
    pa = _pyarrow()
    return pa.DictionaryArray.from_arrays(np.ascontiguousarray(places).view(np.int8), words)


def _texts(cards: NDArray[np.uint8], *, null: bool = False) -> pa.Array:
    """Returns the cards of every row as a text, two letters each."""
    pa = _pyarrow()
    dealt = cards < 52
    letters = LETTERS[cards[dealt]]
    counts = dealt.sum(axis=1, dtype=np.int32)
    offsets = np.zeros(len(cards) + 1, dtype=np.int32)
    np.cumsum(2 * counts, out=offsets[1:])
    buffers = [pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(letters))]
    missing = pa.py_buffer(np.packbits(counts > 0, bitorder="little")) if null else None
    return pa.Array.from_buffers(pa.string(), len(cards), [missing, *buffers])
