"""Seven-card stud high-low: exact rules, fast simulation, real hands.

A tour. Chips are whole numbers of the smallest money unit, seats are numbered from 1 to 8, and of two
hands the greater is the better, for low too.

Cards, and what they are worth:

>>> from stud8 import Card, CardSet, evaluate
>>> print(evaluate("As 2d 3h 4c 5s Kd Kc"))
straight, five high; 5-4-3-2-A low
>>> Card("As") in CardSet("As Kd 2c")
True

Millions of hands at once, in numpy arrays, and the chance of a low:

>>> from stud8 import evaluate_many, low_odds
>>> evaluate_many(["As 2d 3h 4c 5s Kd Kc", "Ks Kd Kh 8c 8d 3s 2s"]).low
array([56,  0], dtype=uint8)
>>> round(float(low_odds("As 2d 3h").eight), 4)
0.4827

What part of the pot each hand will win, exactly:

>>> from stud8 import equity
>>> [player.share for player in equity(["As Ac 2d 7h 7c Kd", "Ks Kc Qd 8h 8c 9d"]).players]
[Fraction(483, 520), Fraction(37, 520)]

House rules are settings, and rule books are sets of them:

>>> from stud8 import Rules
>>> rules = Rules.full_tilt(raises=4)
>>> rules.ante, rules.bring_in, rules.small_bet, rules.big_bet, rules.raises
(40, 50, 200, 400, 4)

A hand is played action by action, and says who may do what:

>>> from stud8 import Hand
>>> hand = Hand(rules, stacks=[20000] * 3, seed=7, number=1)
>>> hand.actor, [str(action) for action in hand.legal_actions]
(1, ['bring_in 50', 'complete 200'])
>>> hand.play("bring_in")
>>> hand.view(2).down_cards[1]
(None, None)
>>> while hand.actor:
...     hand.play(hand.default_action)
>>> hand.payoffs
{1: 80, 2: -40, 3: -40}
>>> hand.events[-1]
Event(kind='pay', pot=0, part='whole', seat=1, chips=120, hand=None)

What can't be done says why, and changes nothing:

>>> hand.play("call")
Traceback (most recent call last):
    ...
stud8.errors.NotActingError: no action is awaited: the hand is over

Many hands at once, the same ones on every machine:

>>> from stud8 import simulate
>>> simulate(rules, players=8, hands=1000, seed=7).hands
1000

Records, as JSON and as hand histories:

>>> from stud8 import dumps, loads
>>> Hand.from_dict(hand.to_dict()) == hand
True
>>> loads(dumps(hand))[0].replay().payoffs == hand.payoffs
True

`stud8.reference` says the same rules slowly, to be read; `verify` compares the two. `stud8.errors` has
everything that can go wrong, and `stud8.testing` has Hypothesis strategies.
"""

from stud8._internal.terminal import loading as _loading

# Before all that takes time to load.
_loading.begun()

# isort: split
import typing as _typing

from stud8._internal.histories.files import dump, dumps, load, loads
from stud8._internal.simulating.match import Match, match
from stud8._internal.simulating.simulate import simulate
from stud8._internal.values.results import Evaluations, LowOdds, MultiwayEquity, PlayerEquity, TablesState
from stud8._native import (
    Action,
    Board,
    Card,
    CardSet,
    Equity,
    Evaluation,
    Event,
    Hand,
    High,
    History,
    LegalActions,
    Low,
    NextCards,
    Pot,
    Rake,
    Rules,
    StartingHand,
    Summary,
    Tables,
    View,
    __version__,
    board_many,
    category,
    equity,
    evaluate,
    evaluate_many,
    evaluate_sets,
    exact_seconds,
    features,
    low_odds,
    next_card,
    observe,
    perft,
    starting_hand,
    starting_hands,
)
from stud8.errors import (
    CheckError,
    DuplicateCardError,
    HistoryStepError,
    HistorySyntaxError,
    HistoryUnsupportedError,
    IllegalActionError,
    ImpossibleDealError,
    Interrupted,
    InvalidArgumentError,
    InvalidCardError,
    InvalidDeckError,
    InvalidPlayersError,
    InvalidRangeError,
    InvalidRulesError,
    InvalidSeatsError,
    InvalidStackError,
    LostWorkersError,
    NotActingError,
    NotDealingError,
    NotOverError,
    PolicyError,
    RecordingError,
    StudError,
    UnknownActionError,
    UnknownCardsError,
    UnknownPolicyError,
)

__all__ = [
    "FEATURES",
    "OBSERVATION",
    "Action",
    "Board",
    "Card",
    "CardSet",
    "CheckError",
    "DuplicateCardError",
    "Equity",
    "Evaluation",
    "Evaluations",
    "Event",
    "Hand",
    "High",
    "History",
    "HistoryStepError",
    "HistorySyntaxError",
    "HistoryUnsupportedError",
    "IllegalActionError",
    "ImpossibleDealError",
    "Interrupted",
    "InvalidArgumentError",
    "InvalidCardError",
    "InvalidDeckError",
    "InvalidPlayersError",
    "InvalidRangeError",
    "InvalidRulesError",
    "InvalidSeatsError",
    "InvalidStackError",
    "LegalActions",
    "LostWorkersError",
    "Low",
    "LowOdds",
    "Match",
    "MultiwayEquity",
    "NextCards",
    "NotActingError",
    "NotDealingError",
    "NotOverError",
    "PlayerEquity",
    "PolicyError",
    "Pot",
    "Rake",
    "RecordingError",
    "Report",
    "Rules",
    "StartingHand",
    "StudError",
    "Summary",
    "Tables",
    "TablesState",
    "UnknownActionError",
    "UnknownCardsError",
    "UnknownPolicyError",
    "View",
    "__version__",
    "board_many",
    "category",
    "dump",
    "dumps",
    "equity",
    "evaluate",
    "evaluate_many",
    "evaluate_sets",
    "exact_seconds",
    "features",
    "load",
    "loads",
    "low_odds",
    "match",
    "next_card",
    "observe",
    "perft",
    "record_batches",
    "simulate",
    "starting_hand",
    "starting_hands",
    "verify",
]

if _typing.TYPE_CHECKING:
    from stud8._internal.simulating.record import record_batches
    from stud8._internal.values.row_layouts import FEATURES, OBSERVATION
    from stud8._internal.verifying.verify import Report, verify
else:
    # Loaded when they are used: the reference and the process pool, and numpy.
    _LATE = {
        "FEATURES": "values.row_layouts",
        "OBSERVATION": "values.row_layouts",
        "Report": "verifying.verify",
        "record_batches": "simulating.record",
        "verify": "verifying.verify",
    }

    def __getattr__(name: str) -> object:
        if name not in _LATE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - takes time to load

        return getattr(import_module(f"stud8._internal.{_LATE[name]}"), name)
