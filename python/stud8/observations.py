"""`OBSERVATION`: the numpy dtype of what one seat may know, made of the native engine's own table."""

from __future__ import annotations

import numpy as np

from stud8._native import _OBSERVATION_FIELDS, _OBSERVATION_SIZE

__all__ = ["OBSERVATION"]

_names, _formats, _offsets, _shapes = zip(*_OBSERVATION_FIELDS, strict=True)

OBSERVATION: np.dtype[np.void] = np.dtype(
    {
        "names": list(_names),
        "formats": list(zip(_formats, _shapes, strict=True)),
        "offsets": list(_offsets),
        "itemsize": _OBSERVATION_SIZE,
    },
)
