"""Hypothesis profiles: the same examples every time, or many new ones with HYPOTHESIS_PROFILE=long."""

from __future__ import annotations

import os
from importlib.util import find_spec

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
