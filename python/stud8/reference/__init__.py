"""Seven-card stud high-low in plain Python: slow, readable, and the check on the fast engine.

It is written from `rules.md` beside it, clause by clause, and uses only the standard library. Cards are
strings such as "As"; events and views are plain dictionaries, to be read and not changed.

>>> from stud8.reference import Hand, Rules
>>> hand = Hand(Rules.full_tilt(), [20000] * 3, dealt_by_hand=True)
>>> hand.next_card
Awaited(seat=1, where='down')
>>> for card in "As Ks Qs Ah Kh Qh 2c 2d 2h".split():
...     hand.deal(card)
>>> hand.actor, [action.kind for action in hand.legal_actions]
(1, ['bring_in', 'complete'])
"""

from .actions import ACTION_IDS, Action
from .boards import board_key
from .counting import Move, class_name, count, moves
from .equity import COMMON_TO_COME, Equity, equity
from .errors import StudError
from .hand import Event, Hand
from .hands import Evaluation, High, Low, best_high, best_low, evaluate
from .pots import Payment, Pot, divide, make_pots, share_out, take_rake, uncalled
from .rules import Rake, Rules
from .view import view_of

__all__ = [
    "ACTION_IDS",
    "COMMON_TO_COME",
    "Action",
    "Equity",
    "Evaluation",
    "Event",
    "Hand",
    "High",
    "Low",
    "Move",
    "Payment",
    "Pot",
    "Rake",
    "Rules",
    "StudError",
    "best_high",
    "best_low",
    "board_key",
    "class_name",
    "count",
    "divide",
    "equity",
    "evaluate",
    "make_pots",
    "moves",
    "share_out",
    "take_rake",
    "uncalled",
    "view_of",
]
