"""What is simulated: `Job`, and `Part` with the `Columns` of its record."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

from stud8._native import Rules, Summary, _record, _simulate
from stud8.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, Protocol, SupportsIndex, TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    class Function(Protocol):
        """A policy in Python: observations and random numbers to action ids."""

        def __call__(self, observations: NDArray[np.void], randoms: NDArray[np.float64], /) -> NDArray[Any]:
            """Returns the action of each seat."""
            ...

    Policy: TypeAlias = Literal["uniform", "call", "check_fold", "tight"] | Function
    Policies: TypeAlias = Policy | Sequence[Policy] | Mapping[int, Policy]
    Stacks: TypeAlias = Sequence[SupportsIndex] | Mapping[int, SupportsIndex]
    Rotation: TypeAlias = Literal["fixed", "by_number", "duplicate"]
    Columns: TypeAlias = dict[str, NDArray[Any]]

__all__ = ["KINDS", "Job", "Part", "numbers"]

# The kinds of actions by their numbers in the column `action_kind`.
KINDS = ["fold", "check", "call", "bring_in", "complete", "bet", "raise", "show", "muck"]
KINDS += ["declare_high", "declare_low", "declare_both"]


class Part(NamedTuple):
    """Hands that have been played: their numbers, their counts, and their record if there is one."""

    numbers: range
    summary: Summary
    columns: Columns | None


class Job:
    """What is played, without the numbers of the hands: small, and the same for every process."""

    def __init__(
        self,
        rules: Rules,
        players: SupportsIndex | None,
        stacks: Stacks | None,
        policies: Policies,
        rotation: Rotation,
        seed: SupportsIndex,
        *,
        classes: bool,
    ) -> None:
        """Keeps the arguments as they are now; the native engine checks them."""
        self.given: dict[str, Any] = {
            "rules": rules,
            "players": _number(players),
            "stacks": _kept(list(stacks) if isinstance(stacks, Iterator) else stacks, _number),
            "policies": _kept(policies),
            "rotation": rotation,
            "classes": classes,
            "seed": _number(seed),
        }
        # What can't be played is refused before anything begins, in whatever process it would be played.
        self.nothing: Summary = self.play(0, 0)

    def play(
        self,
        hands: SupportsIndex,
        start: SupportsIndex,
        threads: SupportsIndex | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> Summary:
        """Plays these hands."""
        return _simulate(self.given, hands, start, threads, progress)

    def record(self, hands: int, start: int, threads: SupportsIndex | None = None) -> tuple[Summary, Columns]:
        """Plays these hands and returns their record too."""
        return _record(self.given, hands, start, threads)

    @property
    def rules(self) -> Rules:
        """The rules that are played: without `ask_muck`."""
        return Rules.from_dict({**self.given["rules"].to_dict(), "ask_muck": False})

    @property
    def stacks(self) -> Any:
        """The stacks as `Hand` takes them: 100 big bets for each player unless given."""
        given = self.given["stacks"]
        return [100 * self.given["rules"].big_bet] * len(self.nothing.seats) if given is None else given

    @property
    def has_functions(self) -> bool:
        """Whether some policy is a function."""
        given = self.given["policies"]
        every = given.values() if hasattr(given, "values") else [given] if isinstance(given, str) else given
        return callable(given) or any(callable(policy) for policy in every)


def _number(value: Any) -> Any:
    """Returns a whole number as an int; anything else as it is."""
    return value if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)


def _kept(value: Any, each: Callable[[Any], Any] = lambda one: one) -> Any:
    """Returns a copy of a list or mapping; anything else as it is.

    If the caller changed it between two parts, what is played would not be what is recorded.
    """
    if isinstance(value, (list, tuple)):
        return [each(one) for one in value]
    if isinstance(value, Mapping):
        return {key: each(one) for key, one in list(value.items())}
    return value


def numbers(hands: SupportsIndex, start: SupportsIndex) -> range:
    """Returns the numbers of the hands. Raises `InvalidArgumentError` for what are none."""
    for name, value in (("hands", hands), ("start", start)):
        if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= int(value) < 2**64:
            bits = value.bit_length() if isinstance(value, int) else 0
            told = f"<a number of {bits} bits>" if bits > 256 else reprlib.repr(value)
            raise InvalidArgumentError(f"{name}={told} must be a whole number from 0 to 2**64 - 1")
    first, count = int(start), int(hands)
    if first + count > 2**64:
        raise InvalidArgumentError(
            f"{count} hands from number {first} on are too many: the last would be beyond {2**64 - 1}"
        )
    return range(first, first + count)
