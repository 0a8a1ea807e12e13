"""What the native engine gives as named tuples: `Evaluations`, `LowOdds`, `TablesState`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Evaluations", "LowOdds", "TablesState"]


class Evaluations(NamedTuple):
    """The highs and lows of many hands, as arrays of numbers. `evaluate_many` and `evaluate_sets` make it.

    Greater is better. ``high`` is uint16, from 0 (7-5-4-3-2) to 7461 (royal flush); ``low`` is uint8, from
    0 (none) to 56 (5-4-3-2-A), and uint16 for the kinds of low that are more than 255.

    >>> from stud8 import evaluate_many
    >>> high, low = evaluate_many(["As 2d 3h 4c 5s Kd Kc"])
    >>> int(high[0]), int(low[0])
    (5853, 56)
    """

    high: NDArray[np.uint16]
    low: NDArray[np.uint8] | NDArray[np.uint16]


class LowOdds(NamedTuple):
    """The chances of making each low, or a better one. `low_odds` makes it.

    ``eight`` is the chance of an eight-low or better, ``wheel`` that of 5-4-3-2-A.

    >>> from stud8 import low_odds
    >>> low_odds("As 2d 3h 4c 8s Kd").six
    Fraction(4, 23)
    """

    eight: Fraction
    seven: Fraction
    six: Fraction
    wheel: Fraction


class TablesState(NamedTuple):
    """How n tables with p players stand, a row for each. `Tables.state` and `Tables.step` make it.

    ``observation`` is what the seat to act may know, ``current_player`` who that is (int8, from 0 to p - 1),
    ``legal_action_mask`` what may be done by action id, bool (n, 8). ``rewards``, int64 (n, p), are the chips
    won or lost where the last step ended a hand, ``terminated`` whether it did. ``hand_numbers``, uint64, are
    the hands played now. What was not asked for is None.
    """

    observation: NDArray[np.void]
    current_player: NDArray[np.int8]
    legal_action_mask: NDArray[np.bool_]
    rewards: NDArray[np.int64]
    terminated: NDArray[np.bool_]
    hand_numbers: NDArray[np.uint64]
