from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import (
    Any,
    BinaryIO,
    ClassVar,
    Final,
    Literal,
    Protocol,
    Self,
    SupportsIndex,
    TypeAlias,
    final,
    overload,
    type_check_only,
)

import numpy as np
from numpy.typing import NDArray

from stud8._internal.terminal.progress import Progress
from stud8._internal.values.results import (
    Chance,
    Evaluations,
    LowOdds,
    MultiwayEquity,
    PlayerEquity,
    TablesState,
)

__all__ = [
    "Action",
    "Board",
    "Card",
    "CardSet",
    "Equity",
    "Evaluation",
    "Event",
    "Hand",
    "High",
    "History",
    "LegalActions",
    "Low",
    "Match",
    "NextCards",
    "Pot",
    "Rake",
    "Rules",
    "StartingHand",
    "Summary",
    "Tables",
    "View",
    "__version__",
    "board_many",
    "category",
    "equity",
    "evaluate",
    "evaluate_many",
    "evaluate_sets",
    "exact_seconds",
    "features",
    "low_odds",
    "next_card",
    "observe",
    "perft",
    "starting_hand",
    "starting_hands",
]

__version__: Final[str]
# For `observations`, which makes a dtype of them: name, format, offset, shape; name, start, stop.
_OBSERVATION_FIELDS: Final[tuple[tuple[str, str, int, tuple[int, ...]], ...]]
_OBSERVATION_SIZE: Final[int]
_FEATURE_GROUPS: Final[tuple[tuple[str, int, int], ...]]

# Whole numbers; numpy's too. Booleans are refused, which types can't say.
_Whole: TypeAlias = SupportsIndex
_CardLike: TypeAlias = Card | str | _Whole
_CardsLike: TypeAlias = str | CardSet | Iterable[_CardLike]
_CardsOrUnknown: TypeAlias = str | CardSet | Iterable[_CardLike | None]
_Stacks: TypeAlias = Iterable[_Whole] | Mapping[int, _Whole]
_RakeLike: TypeAlias = Rake | dict[str, int | None] | None

_HandLike: TypeAlias = str | CardSet | Card | Sequence[Card | _Whole | None]
_Range: TypeAlias = _HandLike | Iterable[_HandLike] | Mapping[Any, int | str | Fraction | Decimal]
_Hands: TypeAlias = Iterable[_Range] | Hand | View
_Method: TypeAlias = Literal["auto", "exact", "sample"]

_LowKind: TypeAlias = Literal["eight_or_better", "five_ranks", "any"]
_Opener: TypeAlias = Literal["best_board", "highest_card", "newest_card"]
_OpenerTie: TypeAlias = Literal["position", "suit"]
_OddChip: TypeAlias = Literal["suit_of_seven", "suit_of_five", "position"]
_ShowOrder: TypeAlias = Literal["last_aggressor", "river_aggressor", "best_board", "position"]
_AllInRaise: TypeAlias = Literal["half", "full"]
_Preset: TypeAlias = Literal[
    "eight_or_better", "no_qualifier", "full_tilt", "declare", "swedish", "finnish", "hungarian", "wsop"
]
_Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
_Suit: TypeAlias = Literal["c", "d", "h", "s"]
_BoardCategory: TypeAlias = Literal["high card", "pair", "two pair", "three of a kind", "four of a kind"]
_Category: TypeAlias = _BoardCategory | Literal["straight", "flush", "full house", "straight flush"]
_ActionKind: TypeAlias = Literal[
    "fold",
    "check",
    "call",
    "bring_in",
    "complete",
    "bet",
    "raise",
    "show",
    "muck",
    "declare_high",
    "declare_low",
    "declare_both",
]
_EventKind: TypeAlias = Literal[
    "ante",
    "uncalled",
    "deal",
    "burn",
    "common",
    "fold",
    "check",
    "call",
    "bring_in",
    "complete",
    "bet",
    "raise",
    "declare",
    "show",
    "muck",
    "rake",
    "pay",
]
_Rotation: TypeAlias = Literal["fixed", "by_number", "duplicate"]
_SummaryTable: TypeAlias = Literal["seats", "policies", "actions", "classes"]
_Stage: TypeAlias = Literal["betting", "declaring", "showing", "dealing", "over"]
_ActionId: TypeAlias = Literal[0, 1, 2, 3, 4, 5, 6, 7]
_Asked: TypeAlias = _ActionKind | Action | _Whole

@type_check_only
class _SupportsArray(Protocol):
    def __array__(self) -> NDArray[Any]: ...

# Anything with `__array__` too: data frame columns of texts.
_HandsLike: TypeAlias = NDArray[Any] | Collection[_CardsLike] | _SupportsArray
_BoardsLike: TypeAlias = NDArray[Any] | Collection[_CardsOrUnknown] | _SupportsArray
_Highs: TypeAlias = NDArray[np.uint16]
_Lows: TypeAlias = NDArray[np.uint8] | NDArray[np.uint16]
_TablesOut: TypeAlias = TablesState | tuple[NDArray[Any] | None, ...]
_FiveCards: TypeAlias = tuple[Card, Card, Card, Card, Card]

@final
class Card:
    def __new__(cls, value: _CardLike) -> Self: ...
    @property
    def rank(self) -> _Rank: ...
    @property
    def suit(self) -> _Suit: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class CardSet:
    FULL: ClassVar[CardSet]
    def __new__(cls, cards: _CardsLike | None = None) -> Self: ...
    @staticmethod
    def from_mask(mask: _Whole) -> CardSet: ...
    @property
    def mask(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, value: _CardLike, /) -> bool: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __or__(self, other: _CardsLike, /) -> CardSet: ...
    def __ror__(self, other: _CardsLike, /) -> CardSet: ...
    def __and__(self, other: _CardsLike, /) -> CardSet: ...
    def __sub__(self, other: _CardsLike, /) -> CardSet: ...
    def __xor__(self, other: _CardsLike, /) -> CardSet: ...
    # Slots that are there and refuse everything: only `|` works with a set on its right alone.
    def __rand__(self, other: _CardsLike, /) -> CardSet: ...
    def __rsub__(self, other: _CardsLike, /) -> CardSet: ...
    def __rxor__(self, other: _CardsLike, /) -> CardSet: ...
    def __invert__(self) -> CardSet: ...
    def __lt__(self, other: CardSet, /) -> bool: ...
    def __le__(self, other: CardSet, /) -> bool: ...
    def __gt__(self, other: CardSet, /) -> bool: ...
    def __ge__(self, other: CardSet, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class High:
    CATEGORIES: ClassVar[tuple[_Category, ...]]
    def __new__(cls, value: _CardsLike | _Whole) -> Self: ...
    @property
    def cards(self) -> _FiveCards | None: ...
    @property
    def number(self) -> int: ...
    @property
    def cactus_kev(self) -> int: ...
    @property
    def category(self) -> _Category: ...
    def __int__(self) -> int: ...
    def __lt__(self, other: High, /) -> bool: ...
    def __le__(self, other: High, /) -> bool: ...
    def __gt__(self, other: High, /) -> bool: ...
    def __ge__(self, other: High, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Low:
    def __new__(cls, value: _CardsLike | _Whole, kind: _LowKind = "eight_or_better") -> Self: ...
    @property
    def cards(self) -> _FiveCards | None: ...
    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> _LowKind: ...
    def __int__(self) -> int: ...
    def __lt__(self, other: Low, /) -> bool: ...
    def __le__(self, other: Low, /) -> bool: ...
    def __gt__(self, other: Low, /) -> bool: ...
    def __ge__(self, other: Low, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Evaluation:
    def __new__(cls, high: High, low: Low | None = None) -> Self: ...
    @property
    def high(self) -> High: ...
    @property
    def low(self) -> Low | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Board:
    def __new__(cls, cards: _CardsOrUnknown) -> Self: ...
    @property
    def number(self) -> int: ...
    @property
    def category(self) -> _BoardCategory: ...
    @property
    def cards(self) -> tuple[Card | None, ...]: ...
    def __lt__(self, other: Board, /) -> bool: ...
    def __le__(self, other: Board, /) -> bool: ...
    def __gt__(self, other: Board, /) -> bool: ...
    def __ge__(self, other: Board, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def evaluate(cards: _CardsLike, low: _LowKind = "eight_or_better") -> Evaluation: ...
def evaluate_many(
    cards: _HandsLike,
    low: _LowKind = "eight_or_better",
    threads: _Whole | None = None,
    out: tuple[_Highs, _Lows] | None = None,
    validate: bool = True,
) -> Evaluations: ...
def evaluate_sets(
    masks: NDArray[np.uint64],
    low: _LowKind = "eight_or_better",
    threads: _Whole | None = None,
    out: tuple[_Highs, _Lows] | None = None,
    validate: bool = True,
) -> Evaluations: ...
def board_many(
    cards: _BoardsLike,
    threads: _Whole | None = None,
    out: NDArray[np.uint16] | None = None,
    validate: bool = True,
) -> NDArray[np.uint16]: ...
def category(high: _Highs | _SupportsArray) -> NDArray[np.uint8]: ...
def low_odds(cards: _CardsLike, dead: _CardsLike = "") -> LowOdds: ...
def features(
    observations: NDArray[np.void] | np.void | Sequence[NDArray[np.void] | np.void],
    out: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]: ...
def observe(view: View) -> NDArray[np.void]: ...

@final
class Equity:
    @property
    def players(self) -> tuple[PlayerEquity, ...]: ...
    @property
    def outcomes(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]: ...
    @property
    def joint(self) -> list[tuple[int, int, int, int]] | None: ...
    @property
    def exact(self) -> bool: ...
    @property
    def deals(self) -> int | None: ...
    @property
    def trials(self) -> int | None: ...
    @property
    def standard_error(self) -> Chance: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def low(self) -> _LowKind: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Self: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def equity(
    hands: _Hands,
    dead: _CardsOrUnknown | Card = "",
    common: _CardLike | None = None,
    low: _LowKind = "eight_or_better",
    method: _Method = "auto",
    trials: _Whole | None = None,
    target_error: float | None = None,
    seed: _Whole | None = None,
    threads: _Whole | None = None,
    progress: Progress = None,
) -> Equity: ...
def exact_seconds(
    hands: _Hands,
    dead: _CardsOrUnknown | Card = "",
    common: _CardLike | None = None,
    low: _LowKind = "eight_or_better",
) -> float: ...

@final
class NextCards:
    @property
    def player(self) -> int: ...
    @property
    def now(self) -> Equity: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def equities(self) -> dict[Card, Equity]: ...
    @property
    def shares(self) -> dict[Card, Chance]: ...
    @property
    def changes(self) -> dict[Card, Chance]: ...
    @property
    def helps(self) -> list[tuple[Card, Chance]]: ...
    @property
    def hurts(self) -> list[tuple[Card, Chance]]: ...
    @property
    def exact(self) -> bool: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Self: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def next_card(
    hands: _Hands,
    player: _Whole,
    dead: _CardsOrUnknown | Card = "",
    common: _CardLike | None = None,
    low: _LowKind = "eight_or_better",
    method: _Method = "auto",
    trials: _Whole | None = None,
    target_error: float | None = None,
    seed: _Whole | None = None,
    threads: _Whole | None = None,
    progress: Progress = None,
) -> NextCards: ...

@final
class StartingHand:
    @property
    def hand(self) -> str: ...
    @property
    def cards(self) -> CardSet: ...
    @property
    def rank(self) -> int: ...
    @property
    def versions(self) -> int: ...
    @property
    def share(self) -> Fraction: ...
    @property
    def high_win(self) -> Fraction: ...
    @property
    def high_tie(self) -> Fraction: ...
    @property
    def low_win(self) -> Fraction: ...
    @property
    def low_tie(self) -> Fraction: ...
    @property
    def scoop(self) -> Fraction: ...
    @property
    def joint(self) -> list[tuple[int, int, int, int]]: ...
    def against(self, opponents: _Whole) -> MultiwayEquity: ...
    def to_dict(self) -> dict[str, Any]: ...
    @staticmethod
    def recompute(multiway: bool = False, progress: Progress = None) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def starting_hands() -> list[StartingHand]: ...
@overload
def starting_hand(
    hand: _CardsLike | StartingHand, door: None = None, threads: None = None, progress: Progress = None
) -> StartingHand: ...
@overload
def starting_hand(
    hand: _CardsLike | StartingHand, door: _CardLike, threads: _Whole | None = None, progress: Progress = None
) -> Equity: ...

@final
class Rake:
    def __new__(cls, rate: _Whole, cap: _Whole | None = None, unit: _Whole = 1) -> Self: ...
    @property
    def rate(self) -> int: ...
    @property
    def cap(self) -> int | None: ...
    @property
    def unit(self) -> int: ...
    def to_dict(self) -> dict[str, int | None]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Rules:
    PRESETS: ClassVar[tuple[_Preset, ...]]
    @staticmethod
    def choices(setting: str) -> tuple[str, ...]: ...
    ante: Final[int]
    bring_in: Final[int]
    small_bet: Final[int]
    big_bet: Final[int]
    unit: Final[int]
    low: Final[_LowKind]
    opener: Final[_Opener]
    opener_tie: Final[_OpenerTie]
    raises: Final[int | None]
    heads_up_cap: Final[bool]
    odd_chip: Final[_OddChip]
    trim_antes: Final[bool]
    common_card_betting: Final[bool]
    burn: Final[bool]
    show_order: Final[_ShowOrder]
    ask_muck: Final[bool]
    all_in_shows: Final[bool]
    all_in_raise: Final[_AllInRaise]
    rake: Final[Rake | None]
    fold_unfaced: Final[bool]
    # On the class the preset, on an instance the setting.
    declare: Final[_Declare]
    def __new__(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Self: ...
    @classmethod
    def eight_or_better(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def no_qualifier(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "five_ranks",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def full_tilt(
        cls,
        *,
        ante: _Whole = 40,
        bring_in: _Whole = 50,
        small_bet: _Whole = 200,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = True,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def swedish(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def finnish(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole = ...,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "highest_card",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "position",
        trim_antes: bool = True,
        common_card_betting: bool = False,
        burn: bool = False,
        show_order: _ShowOrder = "river_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def hungarian(
        cls,
        *,
        ante: _Whole = 25,
        bring_in: _Whole = 50,
        small_bet: _Whole = 100,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "newest_card",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "best_board",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...
    @classmethod
    def wsop(
        cls,
        *,
        ante: _Whole,
        bring_in: _Whole,
        small_bet: _Whole,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "eight_or_better",
        declare: bool = False,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 4,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_five",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = True,
        show_order: _ShowOrder = "river_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = True,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = True,
    ) -> Rules: ...
    @property
    def game(self) -> str: ...
    def replace(
        self,
        *,
        ante: _Whole = ...,
        bring_in: _Whole = ...,
        small_bet: _Whole = ...,
        big_bet: _Whole | None = ...,
        unit: _Whole = ...,
        low: _LowKind = ...,
        declare: bool = ...,
        opener: _Opener = ...,
        opener_tie: _OpenerTie = ...,
        raises: _Whole | None = ...,
        heads_up_cap: bool = ...,
        odd_chip: _OddChip = ...,
        trim_antes: bool = ...,
        common_card_betting: bool = ...,
        burn: bool = ...,
        show_order: _ShowOrder = ...,
        ask_muck: bool = ...,
        all_in_shows: bool = ...,
        all_in_raise: _AllInRaise = ...,
        rake: _RakeLike = ...,
        fold_unfaced: bool = ...,
    ) -> Rules: ...
    @classmethod
    def from_dict(cls, settings: dict[str, Any]) -> Rules: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@type_check_only
class _DeclarePreset(Protocol):
    def __call__(
        self,
        *,
        ante: _Whole = 40,
        bring_in: _Whole = 50,
        small_bet: _Whole = 200,
        big_bet: _Whole | None = None,
        unit: _Whole = 1,
        low: _LowKind = "any",
        declare: bool = True,
        opener: _Opener = "best_board",
        opener_tie: _OpenerTie = "position",
        raises: _Whole | None = 3,
        heads_up_cap: bool = True,
        odd_chip: _OddChip = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: _ShowOrder = "last_aggressor",
        ask_muck: bool = True,
        all_in_shows: bool = False,
        all_in_raise: _AllInRaise = "half",
        rake: _RakeLike = None,
        fold_unfaced: bool = False,
    ) -> Rules: ...

@type_check_only
class _Declare:
    @overload
    def __get__(self, instance: None, owner: type[Rules], /) -> _DeclarePreset: ...
    @overload
    def __get__(self, instance: Rules, owner: type[Rules] | None = None, /) -> bool: ...

@final
class Action:
    KINDS: ClassVar[tuple[_ActionKind, ...]]
    def __new__(cls, kind: _ActionKind, amount: _Whole | None = None) -> Self: ...
    @property
    def kind(self) -> _ActionKind: ...
    @property
    def amount(self) -> int | None: ...
    @property
    def id(self) -> _ActionId: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class LegalActions:
    def __len__(self) -> int: ...
    def __reversed__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Action]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Action]: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Pot:
    def __new__(cls, amount: _Whole, seats: Iterable[_Whole]) -> Self: ...
    @property
    def amount(self) -> int: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Event:
    # The fields of all kinds: an event has those of its own, and raises AttributeError for others.
    seat: Final[int]
    chips: Final[int]
    amount: Final[int]
    all_in: Final[bool]
    card: Final[Card | None]
    up: Final[bool]
    cards: Final[tuple[Card | None, ...]]
    declarations: Final[dict[int, Literal["declare_high", "declare_low", "declare_both"]]]
    pot: Final[int]
    part: Final[Literal["whole", "high", "low"]]
    hand: Final[High | Low | None]
    # The fields of the kind: the constructor checks them.
    def __new__(cls, kind: _EventKind, **fields: object) -> Self: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Event: ...
    @property
    def kind(self) -> _EventKind: ...
    def to_dict(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Hand:
    def __new__(
        cls,
        rules: Rules,
        stacks: _Stacks,
        *,
        deck: _CardsLike | None = None,
        seed: _Whole | None = None,
        number: _Whole | None = None,
        dealt_by_hand: bool = False,
    ) -> Self: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def street(self) -> int: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def seats_in(self) -> tuple[int, ...]: ...
    @property
    def stage(self) -> _Stage: ...
    @property
    def to_call(self) -> int: ...
    @property
    def wagers_left(self) -> int | None: ...
    @property
    def aggressor(self) -> int | None: ...
    @property
    def actor(self) -> int | None: ...
    @property
    def stacks(self) -> dict[int, int]: ...
    @property
    def bets(self) -> dict[int, int]: ...
    @property
    def contributions(self) -> dict[int, int]: ...
    @property
    def pots(self) -> list[Pot]: ...
    @property
    def up_cards(self) -> dict[int, tuple[Card | None, ...]]: ...
    @property
    def down_cards(self) -> dict[int, tuple[Card | None, ...]]: ...
    @property
    def common_card(self) -> Card | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def legal_actions(self) -> LegalActions: ...
    @property
    def default_action(self) -> Action | None: ...
    @property
    def next_card(self) -> tuple[int, Literal["down", "up"]] | tuple[None, Literal["common"]] | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> dict[int, int]: ...
    @property
    def event_count(self) -> int: ...
    def play(self, action: _Asked, seat: _Whole | None = None) -> None: ...
    def deal(self, card: _CardLike | None) -> None: ...
    def events_since(self, count: _Whole) -> tuple[Event, ...]: ...
    def view(self, seat: _Whole | None) -> View: ...
    def copy(self) -> Hand: ...
    def after(self, action: _Asked, seat: _Whole | None = None) -> Hand: ...
    def equity(
        self,
        method: _Method = "auto",
        trials: _Whole | None = None,
        target_error: float | None = None,
        seed: _Whole | None = None,
        threads: _Whole | None = None,
        progress: Progress = None,
    ) -> Equity: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Hand: ...
    def __copy__(self) -> Hand: ...
    def __deepcopy__(self, memo: object, /) -> Hand: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Tables:
    def __new__(
        cls,
        rules: Rules,
        tables: _Whole = 1024,
        players: _Whole | None = None,
        stacks: _Stacks | None = None,
        seed: _Whole = 0,
        start: _Whole = 0,
        threads: _Whole | None = None,
    ) -> Self: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def stacks(self) -> dict[int, int]: ...
    @property
    def seed(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def threads(self) -> int | None: ...
    def __len__(self) -> int: ...
    def step(
        self, actions: NDArray[np.integer[Any]] | Sequence[_Whole], out: _TablesOut | None = None
    ) -> TablesState: ...
    def state(self, out: _TablesOut | None = None) -> TablesState: ...
    def observe(self, out: NDArray[np.void] | None = None) -> NDArray[np.void]: ...
    @property
    def observation(self) -> NDArray[np.void]: ...
    @property
    def current_player(self) -> NDArray[np.int8]: ...
    @property
    def legal_action_mask(self) -> NDArray[np.bool_]: ...
    @property
    def rewards(self) -> NDArray[np.int64]: ...
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def hand_numbers(self) -> NDArray[np.uint64]: ...
    def hand(self, row: _Whole) -> Hand: ...
    def copy(self) -> Tables: ...
    def __copy__(self) -> Tables: ...
    def __deepcopy__(self, memo: object) -> Tables: ...
    def close(self) -> None: ...
    def __enter__(self) -> Tables: ...
    def __exit__(self, *_error: object) -> None: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Tables: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class View:
    @property
    def seat(self) -> int | None: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def street(self) -> int: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def seats_in(self) -> tuple[int, ...]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def stage(self) -> _Stage: ...
    @property
    def to_call(self) -> int: ...
    @property
    def wagers_left(self) -> int | None: ...
    @property
    def aggressor(self) -> int | None: ...
    @property
    def actor(self) -> int | None: ...
    @property
    def stacks(self) -> dict[int, int]: ...
    @property
    def bets(self) -> dict[int, int]: ...
    @property
    def contributions(self) -> dict[int, int]: ...
    @property
    def pots(self) -> list[Pot]: ...
    @property
    def up_cards(self) -> dict[int, tuple[Card | None, ...]]: ...
    @property
    def down_cards(self) -> dict[int, tuple[Card | None, ...]]: ...
    @property
    def common_card(self) -> Card | None: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def legal_actions(self) -> tuple[Action, ...]: ...
    def equity(
        self,
        method: _Method = "auto",
        trials: _Whole | None = None,
        target_error: float | None = None,
        seed: _Whole | None = None,
        threads: _Whole | None = None,
        progress: Progress = None,
    ) -> Equity: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> View: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class History:
    @classmethod
    def parse(cls, text: str | bytes, decimals: _Whole = 0, format: str | None = None) -> History: ...
    @classmethod
    def parse_many(
        cls, text: str | bytes, decimals: _Whole = 0, format: str | None = None
    ) -> list[History]: ...
    @staticmethod
    def _read_file(
        file: BinaryIO, name: str, decimals: _Whole | None = None, format: str | None = None
    ) -> list[History]: ...
    @staticmethod
    def dump_many(histories: Sequence[History]) -> str: ...
    @classmethod
    def from_hand(cls, hand: Hand, decimals: _Whole = 0, seed: bool = True) -> History: ...
    def without_seed(self) -> History: ...
    def replay(self, rules: Rules | None = None) -> Hand: ...
    @property
    def format(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def decimals(self) -> int: ...
    @property
    def stakes(self) -> dict[str, int]: ...
    @property
    def trim_antes(self) -> bool: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def starting_stacks(self) -> dict[int, int | None]: ...
    @property
    def finishing_stacks(self) -> dict[int, int | None] | None: ...
    @property
    def players(self) -> dict[int, str] | None: ...
    @property
    def actions(self) -> tuple[str, ...]: ...
    @property
    def fields(self) -> dict[str, Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Match:
    def __new__(cls, names: Sequence[str], pairs: dict[tuple[str, str], Summary]) -> Match: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def pairs(self) -> dict[tuple[str, str], Summary]: ...
    def rows(self) -> list[dict[str, Any]]: ...
    @property
    def ranking(self) -> list[tuple[str, float]]: ...
    def to_dict(self) -> dict[str, Any]: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Match: ...
    def __add__(self, other: Match, /) -> Match: ...
    # A slot that is there and refuses everything.
    def __radd__(self, other: object, /) -> Any: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Summary:
    @property
    def hands(self) -> int: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def actions(self) -> int: ...
    @property
    def actions_by_street(self) -> dict[int, dict[_ActionKind, int]]: ...
    @property
    def net(self) -> dict[int, int]: ...
    @property
    def net_squares(self) -> dict[int, int]: ...
    @property
    def mean(self) -> dict[int, float]: ...
    @property
    def standard_error(self) -> dict[int, float]: ...
    def confidence(self, level: float = 0.95) -> dict[int, tuple[float, float]]: ...
    @property
    def policies(self) -> tuple[str, ...]: ...
    @property
    def rotation(self) -> _Rotation: ...
    @property
    def deals(self) -> int: ...
    @property
    def policy_net(self) -> dict[str, int]: ...
    @property
    def policy_net_squares(self) -> dict[str, int]: ...
    @property
    def deal_net_squares(self) -> dict[str, int]: ...
    @property
    def policy_mean(self) -> dict[str, float]: ...
    @property
    def policy_standard_error(self) -> dict[str, float]: ...
    @property
    def unpaired_standard_error(self) -> dict[str, float]: ...
    def policy_confidence(self, level: float = 0.95) -> dict[str, tuple[float, float]]: ...
    @property
    def classes(self) -> dict[str, dict[str, tuple[int, int, int]]] | None: ...
    @property
    def streets(self) -> dict[int, int]: ...
    @property
    def showdowns(self) -> int: ...
    @property
    def lows(self) -> int: ...
    @property
    def split(self) -> int: ...
    @property
    def scooped(self) -> int: ...
    @property
    def quartered(self) -> int: ...
    @property
    def rake(self) -> int: ...
    def __add__(self, other: Summary, /) -> Summary: ...
    # A slot that is there and refuses everything.
    def __radd__(self, other: Literal[0], /) -> Summary: ...
    def to_dict(self) -> dict[str, Any]: ...
    # The packages they are of are extras.
    def to_arrow(self, table: _SummaryTable = "seats") -> Any: ...
    def to_polars(self, table: _SummaryTable = "seats") -> Any: ...
    def to_pandas(self, table: _SummaryTable = "seats") -> Any: ...
    def _repr_html_(self) -> str: ...
    @classmethod
    def from_dict(cls, record: dict[str, Any]) -> Summary: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

# What `stud8._internal.simulating.simulate`, `recording` and `checking` are made of.
def _simulate(
    job: dict[str, Any],
    hands: _Whole,
    start: _Whole,
    threads: _Whole | None,
    progress: Callable[[int], object] | None,
) -> Summary: ...
def _record(
    job: dict[str, Any], hands: _Whole, start: _Whole, threads: _Whole | None
) -> tuple[Summary, dict[str, NDArray[Any]]]: ...
def _deck(seed: int, number: int) -> list[int]: ...
def perft(hand: Hand, depth: int | None = None) -> int: ...
