"""Where users import a class or function from, as tracebacks, pages and pickles name it."""

from __future__ import annotations

from typing import TypeVar

__all__ = ["public"]

Named = TypeVar("Named")


def public(named: Named) -> Named:
    """Makes a class or function one of `stud8`, wherever it is written."""
    named.__module__ = "stud8"
    return named
