"""Seven-card stud high-low: exact rules, fast simulation, real hands."""

from stud8._native import (
    Action,
    Board,
    Card,
    CardSet,
    Evaluation,
    Event,
    Hand,
    High,
    LegalActions,
    Low,
    Pot,
    Rake,
    Rules,
    View,
    __version__,
    evaluate,
)
from stud8.errors import StudError

__all__ = [
    "Action",
    "Board",
    "Card",
    "CardSet",
    "Evaluation",
    "Event",
    "Hand",
    "High",
    "LegalActions",
    "Low",
    "Pot",
    "Rake",
    "Rules",
    "StudError",
    "View",
    "__version__",
    "evaluate",
]
