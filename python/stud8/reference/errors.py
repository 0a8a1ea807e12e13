"""The one error of the reference."""

from __future__ import annotations

__all__ = ["StudError"]


class StudError(Exception):
    """Something that the rules do not allow; `kind` is its stable name [rules 5.3]."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

    def __str__(self) -> str:
        return self.message
