"""Many hands, the command line, and Hypothesis profiles.

The profiles: the same examples every time, or many new ones with HYPOTHESIS_PROFILE=long.
"""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from commands import here
from engines import Game, house
from many import MANY, random_cards
from native import NATIVE
from stud8 import Hand, Rules, dump, evaluate_many

if TYPE_CHECKING:
    from pathlib import Path

    from many import Numbers
    from stud8 import Evaluations

if find_spec("hypothesis") is not None:
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "stud8",
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.register_profile("long", settings.get_profile("stud8"), derandomize=False, max_examples=5000)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "stud8"))


@pytest.fixture(scope="session")
def cards() -> Numbers:
    """Many hands of seven cards."""
    return random_cards(MANY, 7)


@pytest.fixture(scope="session")
def values(cards: Numbers) -> Evaluations:
    """What they are worth."""
    return evaluate_many(cards)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command line as a function of its arguments."""
    return lambda *arguments: here(capsys, monkeypatch, *arguments)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Good files of each kind."""
    hand = Hand(Rules.full_tilt(), [2000] * 3, seed=7, number=1)
    for _ in range(6):
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    (tmp_path / "hand.json").write_text(json.dumps(hand.to_dict()), encoding="utf-8")
    while hand.actor is not None:
        hand.play(hand.default_action or "check")
    dump(hand, tmp_path / "hand.phh")
    dump([hand, hand], tmp_path / "hands.phhs")
    game = Game(NATIVE, house(NATIVE), [1000] * 2, {1: "As Ks ?? 3c", 2: "Kd 7h 2c 4c"})
    game.play("2:bring_in 1:call check")
    (tmp_path / "by_hand.json").write_text(json.dumps(game.hand.to_dict()), encoding="utf-8")
    return tmp_path
