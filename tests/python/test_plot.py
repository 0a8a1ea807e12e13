"""`stud8.plot`: pictures of equities."""

from __future__ import annotations

import pytest
from spots import FIFTH, MORE, RIVER, equity, next_card


def test_pictures() -> None:
    plot = pytest.importorskip("stud8.plot")
    sampled = equity(MORE, method="sample", trials=1000, seed=3)
    for found in (equity(RIVER), sampled):
        axes = plot.equity(found)
        assert axes.get_xlabel() == "part of the pot"
        assert len(axes.get_yticklabels()) == len(found.players)
        assert plot.equity(found, ax=axes) is axes
    axes = plot.next_card(next_card(FIFTH, 0))
    assert len(axes.texts) == 42
    # The river: all or nothing.
    certain = plot.next_card(next_card(["As Ah Ts Th 8h 8d", "Kc Qc Jc 9d 3c 2d 2s"], 0))
    assert {text.get_text() for text in certain.texts} == {"1.00"}
    assert "0.618" in axes.get_title()
    axes.figure.canvas.draw()
