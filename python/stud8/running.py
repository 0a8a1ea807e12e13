"""A picture of a running result: an extra, ``pip install 'stud8[plot]'``, which brings matplotlib.

Nothing is shown or saved.

>>> from stud8 import Rules, running, simulate
>>> rules = Rules.full_tilt()
>>> parts = [simulate(rules, players=2, policies=["tight", "call"], hands=100, start=n) for n in (0, 100)]
>>> axes = running.running(parts)
>>> axes.get_xlabel()
'hands'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from stud8._native import Summary

__all__ = ["running"]


def running(parts: Iterable[Summary], ax: Axes | None = None, level: float = 0.95) -> Axes:
    """What each policy has won a hand and seat, hand after hand, with its confidence interval.

    ``parts`` are summaries of hands one after another, as `simulate` gives them for stretches of numbers;
    where one policy plays alone, its seats are drawn. Draws into ``ax``, or into axes of its own, and gives
    them back. Raises ValueError without any hands.
    """
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError:
        raise ImportError("pictures need matplotlib: pip install 'stud8[plot]'") from None

    points: list[Summary] = []
    for part in parts:
        points.append(points[-1] + part if points else part)
    points = [point for point in points if point.hands > 1]
    if not points:
        raise ValueError("there are no hands to draw: parts are summaries of some hands each")
    if ax is None:
        ax = Figure(figsize=(7, 4), layout="constrained").subplots()
    hands = [point.hands for point in points]
    alone = len(set(points[0].policies)) == 1
    means = [point.mean if alone else point.policy_mean for point in points]
    between = [point.confidence(level) if alone else point.policy_confidence(level) for point in points]
    for name in means[0]:
        label = f"seat {name}" if alone else str(name)
        (line,) = ax.plot(hands, [mean[name] for mean in means], label=label)  # type: ignore[index]
        least, most = zip(*(interval[name] for interval in between), strict=True)  # type: ignore[index]
        ax.fill_between(hands, least, most, color=line.get_color(), alpha=0.2)
    ax.axhline(0, color="grey", linewidth=0.8)
    ax.set_xlabel("hands")
    ax.set_ylabel("chips a hand")
    ax.legend(frameon=False)
    return ax
