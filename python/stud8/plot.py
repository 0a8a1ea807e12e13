"""Pictures of equities and results: an extra, ``pip install 'stud8[plot]'``, which brings matplotlib.

Each function draws into ``ax``, or into axes of its own, and gives the axes back; nothing is shown or saved.

>>> import stud8
>>> from stud8 import plot
>>> axes = plot.equity(stud8.equity(["As Ac 2d", "Ks Kc Kd"]))
>>> axes.get_xlabel()
'part of the pot'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    from matplotlib.figure import Figure
except ImportError:
    raise ImportError("stud8.plot needs matplotlib: pip install 'stud8[plot]'") from None

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from stud8._native import Equity, NextCards, Summary

__all__ = ["equity", "next_card", "running"]

RANKS = "AKQJT98765432"
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def _axes(ax: Axes | None, width: float, height: float) -> Axes:
    # A figure of its own is in nobody's list of open windows, and freed with its axes.
    return Figure(figsize=(width, height), layout="constrained").subplots() if ax is None else ax


def equity(found: Equity, ax: Axes | None = None) -> Axes:
    """A bar for each player: his share of the pot, of which scoops are the darker part.

    A whisker is one standard error to either side, where the result was sampled.
    """
    players = found.players
    ax = _axes(ax, 7, 0.6 + 0.5 * len(players))
    names = [f"{player.player}: {player.hand or 'random'}" for player in players]
    shares = [float(player.share) for player in players]
    errors = None if found.exact else [float(player.standard_error) for player in players]
    bars = ax.barh(names, shares, xerr=errors, color="#9ecae1", label="share")
    ax.barh(names, [float(player.scoop) for player in players], color="#3182bd", label="scoops", height=0.4)
    ax.bar_label(bars, [f"{share:.4f}" for share in shares], padding=4)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.1 * max(shares))
    ax.set_xlabel("part of the pot")
    ax.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return ax


def next_card(found: NextCards, ax: Axes | None = None) -> Axes:
    """A cell for each card that may come next, with the player's share after it.

    Green cells help, red ones hurt; cards that can't come are left blank.
    """
    ax = _axes(ax, 7, 3)
    shares = {str(card): float(share) for card, share in found.shares.items()}
    changes = {str(card): float(change) for card, change in found.changes.items()}
    nothing = float("nan")
    table = [[changes.get(rank + suit, nothing) for rank in RANKS] for suit in SUITS]
    most = max(map(abs, changes.values()), default=0.0) or 1.0
    ax.imshow(table, cmap="RdYlGn", vmin=-most, vmax=most, aspect="auto")
    for row, suit in enumerate(SUITS):
        for column, rank in enumerate(RANKS):
            if rank + suit in shares:
                ax.text(
                    column,
                    row,
                    f"{shares[rank + suit]:.2f}".lstrip("0"),
                    ha="center",
                    va="center",
                    fontsize=8,
                )
    ax.set_xticks(range(len(RANKS)), list(RANKS))
    ax.set_yticks(range(len(SUITS)), list(SUITS.values()))
    player = found.now.players[[player.player for player in found.now.players].index(found.player)]
    ax.set_title(f"{player.hand or 'random'}: {float(player.share):.3f} of the pot now")
    return ax


def running(parts: Iterable[Summary], ax: Axes | None = None, level: float = 0.95) -> Axes:
    """What each policy has won a hand and seat, hand after hand, with its confidence interval.

    ``parts`` are summaries of hands one after another, as `simulate` gives them for stretches of numbers;
    where one policy plays alone, its seats are drawn. Draws into ``ax``, or into axes of its own, and gives
    them back. Raises ValueError without any hands.

    >>> from stud8 import Rules, plot, simulate
    >>> rules = Rules.full_tilt()
    >>> parts = [simulate(rules, players=2, policies=["tight", "call"], hands=9, start=n) for n in (0, 9)]
    >>> plot.running(parts).get_xlabel()
    'hands'
    """
    points: list[Summary] = []
    for part in parts:
        points.append(points[-1] + part if points else part)
    points = [point for point in points if point.hands > 1]
    if not points:
        raise ValueError("there are no hands to draw: parts are summaries of some hands each")
    ax = _axes(ax, 7, 4)
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
