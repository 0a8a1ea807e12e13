"""`OBSERVATION` and `FEATURES`: how rows of numbers are laid out, from the native engine's own tables."""

from __future__ import annotations

import numpy as np

from stud8._native import _FEATURE_GROUPS, _OBSERVATION_FIELDS, _OBSERVATION_SIZE

__all__ = ["FEATURES", "OBSERVATION"]


def _row(fields: tuple[tuple[str, str, int, tuple[int, ...]], ...]) -> np.dtype[np.void]:
    """Returns the dtype of a row with these fields."""
    names, formats, offsets, shapes = zip(*fields, strict=True)
    return np.dtype(
        {
            "names": list(names),
            "formats": list(zip(formats, shapes, strict=True)),
            "offsets": list(offsets),
            "itemsize": _OBSERVATION_SIZE,
        },
    )


def _without_game() -> np.dtype[np.void]:
    """Returns the dtype of rows from before the game had a field, when its byte was padding."""
    (game,) = (offset for name, _, offset, _ in _OBSERVATION_FIELDS if name == "game")
    return _row(
        tuple(
            (name, kind, game, (shape[0] + 1,)) if name == "padding" else (name, kind, offset, shape)
            for name, kind, offset, shape in _OBSERVATION_FIELDS
            if name != "game"
        )
    )


OBSERVATION: np.dtype[np.void] = _row(_OBSERVATION_FIELDS)

# `features` and `out=` accept it too.
_EARLIER = _without_game()

FEATURES: dict[str, slice] = {name: slice(start, stop) for name, start, stop in _FEATURE_GROUPS}
