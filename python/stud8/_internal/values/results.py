"""What the native engine gives as named tuples."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stud8._internal.public import public

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from typing import TypeAlias

    import numpy as np
    from numpy.typing import NDArray

    # Exact ones are fractions, sampled ones floats.
    Chance: TypeAlias = Fraction | float

__all__ = ["Evaluations", "LowOdds", "MultiwayEquity", "PlayerEquity", "TablesState"]


@public
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


@public
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


@public
class TablesState(NamedTuple):
    """How n tables with p players stand, a row for each. `Tables.state` and `Tables.step` make it.

    ``observation`` is what the seat to act may know, ``current_player`` that player (int8, from 0 to p - 1),
    ``legal_action_mask`` what may be done by action id, bool (n, 8). ``rewards``, int64 (n, p), are the chips
    won or lost where the last step ended a hand, ``terminated`` whether it did. ``hand_numbers``, uint64, are
    the hands played now. Arrays that weren't asked for are None.
    """

    observation: NDArray[np.void]
    current_player: NDArray[np.int8]
    legal_action_mask: NDArray[np.bool_]
    rewards: NDArray[np.int64]
    terminated: NDArray[np.bool_]
    hand_numbers: NDArray[np.uint64]


@public
class MultiwayEquity(NamedTuple):
    """What a starting hand wins against several random hands, sampled. ``StartingHand.against`` makes it.

    ``share`` is the equity, a part of the pot, and ``standard_error`` its own; ``high`` and ``low`` are the
    chances to have the best one, alone or with others, ``scoop`` that to take the whole pot.

    >>> from stud8 import starting_hand
    >>> starting_hand("As Ah Ac").against(2).standard_error <= 0.0005
    True
    """

    share: float
    standard_error: float
    high: float
    low: float
    scoop: float


@public
class PlayerEquity(NamedTuple):
    """What one player wins, on average over all deals. ``Equity.players`` has one for each.

    Chances are `fractions.Fraction` in an exact result and floats in a sampled one; ``float`` works for both.

    - ``player``: the index from 0, or the seat of a hand that is being played
    - ``hand``: the cards as text, or how many hands a range has
    - ``share``: the equity, the part of the pot that the player wins
    - ``high_win``, ``high_tie``: chances to have the best high, alone or with others
    - ``low_win``, ``low_tie``: the same for low
    - ``scoop``: the chance to take a whole pot, with both hands or with the high when there is no low
    - ``shares``: {part of the pot: chance}, the whole pot first, nothing last; parts are fractions
    - ``standard_error``: of ``share``; 0 if it is exact

    >>> from stud8 import equity
    >>> first = equity(["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"]).players[0]
    >>> first.share, first.low_win, first.shares[1]
    (Fraction(557, 780), Fraction(0, 1), Fraction(557, 780))
    """

    player: int
    hand: str
    share: Chance
    high_win: Chance
    high_tie: Chance
    low_win: Chance
    low_tie: Chance
    scoop: Chance
    shares: Mapping[Fraction, Chance]
    standard_error: Chance
