"""`OBSERVATION` and `FEATURES`: how rows of numbers are laid out, from the native engine's own tables."""

from __future__ import annotations

import numpy as np

from stud8._native import _FEATURE_GROUPS, _OBSERVATION_FIELDS, _OBSERVATION_SIZE

__all__ = ["FEATURES", "OBSERVATION"]

_names, _formats, _offsets, _shapes = zip(*_OBSERVATION_FIELDS, strict=True)

OBSERVATION: np.dtype[np.void] = np.dtype(
    {
        "names": list(_names),
        "formats": list(zip(_formats, _shapes, strict=True)),
        "offsets": list(_offsets),
        "itemsize": _OBSERVATION_SIZE,
    },
)

FEATURES: dict[str, slice] = {name: slice(start, stop) for name, start, stop in _FEATURE_GROUPS}
