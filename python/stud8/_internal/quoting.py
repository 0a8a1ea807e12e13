"""Values in messages: as code, and never a megabyte of it."""

from __future__ import annotations

__all__ = ["clipped", "quoted"]


def quoted(value: object, most: int = 60) -> str:
    """Returns the code of a value, or the beginning of it: no more than ``most`` characters and a mark.

    A number whose digits Python refuses to write is told by its bits, and another value without code by its
    class.
    """
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a message about a value, whatever its class does
        if isinstance(value, int):
            return f"<a number of {value.bit_length()} bits>"
        text = f"<{type(value).__name__}>"
    return clipped(text, most)


def clipped(text: str, most: int) -> str:
    """Returns the beginning of a text that may be long, and a mark where it was cut."""
    return text if len(text) <= most else f"{text[:most]}…"
