"""Random hands of seven cards: ``python benches/compare.py evaluate``.

Each package gets the hands as it likes them best, made before the clock starts. All put the hands in the
same order of highs, which is checked first; only stud8 finds the low as well.

``evaluate_many`` gets one array of 4,000,000 hands, 28 MB, which is more than most caches hold, so it is
measured from memory to memory. It checks every row, as it does unless told otherwise, and makes new arrays
for the answers in each turn, 12 MB. With ``out`` it fills the same arrays each time; as those must stay as
they are if a row is bad, it then reads all rows twice. "All cores" is what the caller gets who says nothing
about threads: starting them is part of the time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import stud8
from turns import Measure, best_of, heading, show

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARTS, PART = 8, 500_000
FEW = 20_000

# Evaluates the first so many hands and gives their values, greater or less for better.
Values: TypeAlias = "Sequence[int] | NDArray[np.uint16]"
Run: TypeAlias = Callable[[], Values]


@cache
def cards() -> NDArray[np.uint8]:
    """Card numbers, ``4 * rank + suit``, as most packages have them."""
    random = np.random.default_rng(7)
    parts = (random.random((PART, 52), dtype=np.float32) for _ in range(PARTS))
    return np.concatenate([keys.argpartition(7, axis=1)[:, :7].astype(np.uint8) for keys in parts])


def texts(hands: int = FEW) -> list[list[str]]:
    """The hands as lists of texts."""
    names = [str(card) for card in stud8.CardSet.FULL]
    return [[names[card] for card in row] for row in cards()[:hands].tolist()]


def made(cls: Callable[[str], Any], hands: int = FEW) -> list[list[Any]]:
    """The hands as lists of a package's own cards."""
    names = {str(card): cls(str(card)) for card in stud8.CardSet.FULL}
    return [[names[card] for card in row] for row in texts(hands)]


def many(threads: int | None, *, validate: bool = True) -> Run:
    """Arrays in, new arrays out."""
    return lambda: stud8.evaluate_many(cards(), threads=threads, validate=validate).high


def many_out(threads: int | None) -> Run:
    """Arrays in, the same arrays out each time."""
    out = np.empty(PARTS * PART, np.uint16), np.empty(PARTS * PART, np.uint8)
    return lambda: stud8.evaluate_many(cards(), threads=threads, out=out).high


def many_texts() -> Run:
    """Fixed-width bytes, as a data frame gives them."""
    given = np.array(["".join(row) for row in texts(PART)], dtype="S14")
    return lambda: stud8.evaluate_many(given, threads=1).high


def many_lists() -> Run:
    """A list of texts."""
    given = ["".join(row) for row in texts(FEW)]
    return lambda: stud8.evaluate_many(given, threads=1).high


def one_by_one() -> Run:
    """A call for each hand."""
    given = [stud8.CardSet(row) for row in texts()]
    evaluate = stud8.evaluate
    return lambda: [evaluate(hand).high.number for hand in given]


def reference() -> Run:
    """The slow twin in plain Python."""
    from stud8 import reference  # noqa: PLC0415

    given = texts(200)
    return lambda: [reference.evaluate(hand).high.number for hand in given]


def phevaluator() -> Run:
    """A perfect hash, in Python."""
    from phevaluator import evaluate_cards  # noqa: PLC0415

    given = cards()[:FEW].tolist()
    return lambda: [evaluate_cards(*hand) for hand in given]


def pkrbot() -> Run:
    """eval7's successor in Cython."""
    import pkrbot  # noqa: PLC0415

    given, evaluate = made(pkrbot.Card), pkrbot.evaluate
    return lambda: [evaluate(hand) for hand in given]


def eval7() -> Run:
    """Cython."""
    import eval7  # noqa: PLC0415

    given, evaluate = made(eval7.Card), eval7.evaluate
    return lambda: [evaluate(hand) for hand in given]


def holdem_hand_evaluator() -> Run:
    """Rust, texts alone."""
    from holdem_hand_evaluator import evaluate_hand  # noqa: PLC0415

    given = ["".join(hand) for hand in texts()]
    return lambda: [evaluate_hand(hand) for hand in given]


def poker_equity() -> Run:
    """Rust, whole lists of texts."""
    from poker_equity import score_batch  # noqa: PLC0415

    given = ["".join(hand) for hand in texts()]
    return lambda: [*score_batch("high", given)]


def treys() -> Run:
    """Cactus Kev's, in Python."""
    from treys import Card, Evaluator  # noqa: PLC0415

    given, evaluate = made(Card.new, FEW // 10), Evaluator().evaluate
    return lambda: [evaluate(hand[:2], hand[2:]) for hand in given]


def pokerkit() -> Run:
    """Every choice of five cards, in Python."""
    from pokerkit import Card, StandardHighHand  # noqa: PLC0415

    given = made(lambda text: next(Card.parse(text)), 200)
    return lambda: [StandardHighHand.from_game(hand).entry.index for hand in given]


RUNS: dict[str, Callable[[], Run]] = {
    "stud8.evaluate_many, all cores": lambda: many(None),
    "stud8.evaluate_many, one thread": lambda: many(1),
    "stud8.evaluate_many, all cores, out=": lambda: many_out(None),
    "stud8.evaluate_many, one thread, out=": lambda: many_out(1),
    "stud8.evaluate_many, one thread, validate=False": lambda: many(1, validate=False),
    "stud8.evaluate_many, S14 texts, one thread": many_texts,
    "stud8.evaluate_many, list of texts": many_lists,
    "stud8.evaluate(CardSet)": one_by_one,
    "stud8.reference": reference,
    "poker-equity, score_batch": poker_equity,
    "pkrbot": pkrbot,
    "eval7": eval7,
    "holdem-hand-evaluator": holdem_hand_evaluator,
    "phevaluator": phevaluator,
    "treys": treys,
    "PokerKit": pokerkit,
}
BASIS = "stud8.evaluate_many, one thread"
# How long a turn takes at least, in seconds.
TURN = 0.05


def agree(values: Values) -> bool:
    """Whether the values put the hands in our order, or in the opposite one, with the same ties."""
    theirs = np.asarray(values, dtype=np.int64)
    ours = stud8.evaluate_many(cards()[: len(theirs)]).high
    pairs = np.unique(np.stack([ours.astype(np.int64), theirs], axis=1), axis=0)
    steps = np.diff(pairs, axis=0)
    return bool((steps[:, 0] > 0).all() and ((steps[:, 1] > 0).all() or (steps[:, 1] < 0).all()))


def measure(make: Callable[[], Run]) -> Callable[[], Measure]:
    """A measure of a run, which is made and checked before its first turn."""
    made: list[Run] = []

    def turn() -> Measure:
        if not made:
            run = make()
            assert agree(run()), "another order of hands"
            made.append(run)
        # A turn of some milliseconds begins with cold caches and a sleeping core: it goes on for a while.
        begun, best = time.perf_counter(), float("inf")
        while best == float("inf") or time.perf_counter() - begun < TURN:
            clock = time.perf_counter()
            values = made[0]()
            best = min(best, time.perf_counter() - clock)
        return Measure(len(values), best)

    return turn


def compare(turns: int) -> None:
    """Measure everything in turns and print one table."""
    best = best_of({name: measure(make) for name, make in RUNS.items()}, turns)
    basis = best[BASIS].rate
    rows = [
        (name, f"{run.rate:,.0f}", f"{1e9 / run.rate:,.1f}", f"{basis / run.rate:,.2f}")
        for name, run in best.items()
    ]
    print(f"{heading(turns)}, {os.cpu_count()} cores; all agree on the order of highs")
    show(("", "hands/s", "ns a hand", "times as long as one thread"), rows)
