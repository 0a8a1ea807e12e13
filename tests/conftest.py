"""Many hands, and Hypothesis profiles.

The profiles: the same examples every time, or many new ones with HYPOTHESIS_PROFILE=long.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from many import MANY, random_cards
from stud8 import evaluate_many

if TYPE_CHECKING:
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
