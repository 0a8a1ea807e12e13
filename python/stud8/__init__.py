"""Seven-card stud high-low: exact rules, fast simulation, real hands.

>>> from stud8 import Hand, Rules
>>> hand = Hand(Rules.full_tilt(), stacks=[20000] * 3, seed=7, number=0)
>>> hand.actor, [str(action) for action in hand.legal_actions]
(1, ['bring_in 50', 'complete 200'])
>>> hand.play("bring_in")
>>> print(hand)
>>> while hand.actor:
...     hand.play(hand.default_action)
>>> hand.payoffs
"""

from stud8._native import (
    Action,
    Board,
    Card,
    CardSet,
    Evaluation,
    Event,
    Hand,
    High,
    History,
    LegalActions,
    Low,
    Pot,
    Rake,
    Rules,
    Summary,
    View,
    __version__,
    evaluate,
    perft,
    simulate,
)
from stud8.errors import (
    DuplicateCardError,
    HistoryStepError,
    HistorySyntaxError,
    HistoryUnsupportedError,
    IllegalActionError,
    Interrupted,
    InvalidCardError,
    InvalidDeckError,
    InvalidRulesError,
    InvalidSeatsError,
    InvalidStackError,
    NotActingError,
    NotDealingError,
    NotOverError,
    StudError,
    UnknownActionError,
    UnknownCardsError,
)
from stud8.histories import dump, dumps, load, loads

__all__ = [
    "Action",
    "Board",
    "Card",
    "CardSet",
    "DuplicateCardError",
    "Evaluation",
    "Event",
    "Hand",
    "High",
    "History",
    "HistoryStepError",
    "HistorySyntaxError",
    "HistoryUnsupportedError",
    "IllegalActionError",
    "Interrupted",
    "InvalidCardError",
    "InvalidDeckError",
    "InvalidRulesError",
    "InvalidSeatsError",
    "InvalidStackError",
    "LegalActions",
    "Low",
    "NotActingError",
    "NotDealingError",
    "NotOverError",
    "Pot",
    "Rake",
    "Report",
    "Rules",
    "StudError",
    "Summary",
    "UnknownActionError",
    "UnknownCardsError",
    "View",
    "__version__",
    "dump",
    "dumps",
    "evaluate",
    "load",
    "loads",
    "perft",
    "simulate",
    "verify",
]


def __getattr__(name: str) -> object:
    # The reference and the process pool are loaded by those who verify.
    if name in ("Report", "verify"):
        from stud8 import verification  # noqa: PLC0415

        return getattr(verification, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
