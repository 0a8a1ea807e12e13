"""The settings and the eight presets [rules 2], [rules 3.1]."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, overload

from .errors import StudError
from .hands import LOWS

__all__ = ["MOST_CHIPS", "Rake", "Rules", "is_whole"]

MOST_CHIPS = 2**40  # the largest amount and stack
_MOST_RAISES = 2**32 - 1

_CHOICES = {
    "low": LOWS,
    "opener": ("best_board", "highest_card", "newest_card"),
    "opener_tie": ("position", "suit"),
    "odd_chip": ("suit_of_seven", "suit_of_five", "position"),
    "show_order": ("last_aggressor", "river_aggressor", "best_board", "position"),
    "all_in_raise": ("half", "full"),
}
_SWITCHES = (
    "declare",
    "heads_up_cap",
    "trim_antes",
    "common_card_betting",
    "burn",
    "ask_muck",
    "all_in_shows",
    "fold_unfaced",
)


def is_whole(value: object, least: int, most: int = MOST_CHIPS) -> bool:
    """Returns whether a value is a whole number from least to most; True and 1.0 are not."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _refuse(message: str) -> NoReturn:
    raise StudError("invalid_rules", message)


@dataclass(frozen=True, slots=True)
class Rake:
    """The house's part of a hand; `rate` is in hundredths of a percent, so 500 is 5 % [rules 3.13]."""

    rate: int
    cap: int | None = None
    unit: int = 1

    def __post_init__(self) -> None:
        if not is_whole(self.rate, 0, 10_000):
            _refuse(f"the rake's rate is a whole number from 0 to 10000, not {self.rate!r}")
        if self.cap is not None and not is_whole(self.cap, 0):
            _refuse(f"the rake's cap is None or a whole number from 0 to 2**40, not {self.cap!r}")
        if not is_whole(self.unit, 1):
            _refuse(f"the rake's unit is a whole number from 1 to 2**40, not {self.unit!r}")

    def of(self, total: int) -> int:
        """Returns the rake of a hand, from the total of its pots."""
        # Rounded down to the rake's unit first, then at most the cap [rules 3.13].
        rake = total * self.rate // 10_000
        rake -= rake % self.unit
        return rake if self.cap is None else min(rake, self.cap)


class _DeclarePreset:
    """Lets `Rules.declare` be the preset of the home game and `rules.declare` the setting.

    The setting is in the instance's own `__dict__`, which Python asks before this descriptor.
    """

    @overload
    def __get__(self, rules: None, owner: type[Rules]) -> Callable[..., Rules]: ...
    @overload
    def __get__(self, rules: Rules, owner: type[Rules]) -> bool: ...
    def __get__(self, rules: Rules | None, owner: type[Rules]) -> Callable[..., Rules] | bool:
        if rules is not None:
            return bool(vars(rules)["declare"])
        return owner._declare_preset


class Rules:
    """The rules of one table: immutable, compared by their settings. Bad settings raise `invalid_rules`."""

    game = "high_low"  # the only one so far; no setting

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    unit: int
    low: str
    declare = _DeclarePreset()
    opener: str
    opener_tie: str
    raises: int | None
    heads_up_cap: bool
    odd_chip: str
    trim_antes: bool
    common_card_betting: bool
    burn: bool
    show_order: str
    ask_muck: bool
    all_in_shows: bool
    all_in_raise: str
    rake: Rake | None
    fold_unfaced: bool

    def __init__(
        self,
        *,
        ante: int,
        bring_in: int,
        small_bet: int,
        big_bet: int | None = None,
        unit: int = 1,
        low: str = "eight_or_better",
        declare: bool = False,
        opener: str = "best_board",
        opener_tie: str = "position",
        raises: int | None = 3,
        heads_up_cap: bool = True,
        odd_chip: str = "suit_of_seven",
        trim_antes: bool = True,
        common_card_betting: bool = True,
        burn: bool = False,
        show_order: str = "last_aggressor",
        ask_muck: bool = False,
        all_in_shows: bool = False,
        all_in_raise: str = "half",
        rake: Rake | None = None,
        fold_unfaced: bool = False,
    ) -> None:
        if big_bet is None and is_whole(small_bet, 1):
            big_bet = 2 * small_bet
        settings: dict[str, Any] = {
            "ante": ante,
            "bring_in": bring_in,
            "small_bet": small_bet,
            "big_bet": big_bet,
            "unit": unit,
            "low": low,
            "declare": declare,
            "opener": opener,
            "opener_tie": opener_tie,
            "raises": raises,
            "heads_up_cap": heads_up_cap,
            "odd_chip": odd_chip,
            "trim_antes": trim_antes,
            "common_card_betting": common_card_betting,
            "burn": burn,
            "show_order": show_order,
            "ask_muck": ask_muck,
            "all_in_shows": all_in_shows,
            "all_in_raise": all_in_raise,
            "rake": rake,
            "fold_unfaced": fold_unfaced,
        }
        _check(settings)
        vars(self).update(settings)

    def size(self, street: int) -> int:
        """Returns the bet of a street: small to fourth, big from fifth; pairs change nothing [C33], [C34]."""
        return self.small_bet if street <= 4 else self.big_bet

    # Presets: each takes every setting as an override.

    @classmethod
    def eight_or_better(cls, **settings: Any) -> Rules:
        """Returns the game of the first Finnish page: eight or better, odd chips by suit (S0) [rules 2]."""
        return cls._preset(settings)

    @classmethod
    def no_qualifier(cls, **settings: Any) -> Rules:
        """Returns the same page's game without a qualifier: a low is five different ranks (S0) [rules 2]."""
        return cls._preset(settings, low="five_ranks")

    @classmethod
    def full_tilt(cls, **settings: Any) -> Rules:
        """Returns the game of Full Tilt Poker, $2/$4 in cents (S1) [rules 2]."""
        return cls._preset(settings, ante=40, bring_in=50, small_bet=200, ask_muck=True)

    @classmethod
    def _declare_preset(cls, **settings: Any) -> Rules:
        """Returns Full Tilt's home game: no qualifier, players declare (S1) [C70]."""
        stakes = {"ante": 40, "bring_in": 50, "small_bet": 200}
        return cls._preset(settings, **stakes, low="any", declare=True, ask_muck=True)

    @classmethod
    def swedish(cls, **settings: Any) -> Rules:
        """Returns the game of the Swedish page: odd chips by card and suit (S2) [rules 2]."""
        return cls._preset(settings)

    @classmethod
    def finnish(cls, **settings: Any) -> Rules:
        """Returns the game of the second Finnish page; the bring-in is twice the ante (S3) [rules 2]."""
        defaults: dict[str, Any] = {
            "opener": "highest_card",
            "odd_chip": "position",
            "common_card_betting": False,
            "show_order": "river_aggressor",
        }
        if is_whole(settings.get("ante"), 0):
            defaults["bring_in"] = 2 * settings["ante"]
        return cls._preset(settings, **defaults)

    @classmethod
    def hungarian(cls, **settings: Any) -> Rules:
        """Returns the game of the Hungarian page, $1/$2 in cents (S4) [rules 2]."""
        stakes = {"ante": 25, "bring_in": 50, "small_bet": 100}
        return cls._preset(settings, **stakes, opener="newest_card", show_order="best_board")

    @classmethod
    def wsop(cls, **settings: Any) -> Rules:
        """Returns the game of live tournaments: burns, four raises, odd chips by five cards (W) [rules 2]."""
        return cls._preset(
            settings,
            raises=4,
            odd_chip="suit_of_five",
            burn=True,
            show_order="river_aggressor",
            all_in_shows=True,
            fold_unfaced=True,
        )

    @classmethod
    def _preset(cls, settings: Mapping[str, Any], **defaults: Any) -> Rules:
        together = {**defaults, **settings}
        for stake in ("ante", "bring_in", "small_bet"):
            if stake not in together:
                _refuse(f"{stake} must be given: this preset has no stakes of its own")
        return cls(**together)

    def replace(self, **settings: Any) -> Rules:
        """Returns these rules with other values of some settings; `big_bet=None` is twice the small bet."""
        return type(self)(**{**vars(self), **settings})

    def to_dict(self) -> dict[str, Any]:
        """Returns every setting as plain data."""
        settings = dict(vars(self))
        if self.rake is not None:
            settings["rake"] = {"rate": self.rake.rate, "cap": self.rake.cap, "unit": self.rake.unit}
        return settings

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> Rules:
        """Reads the rules that `to_dict` wrote."""
        together = dict(settings)
        try:
            if isinstance(together.get("rake"), Mapping):
                together["rake"] = Rake(**together["rake"])
            return cls(**together)
        except TypeError as error:
            raise StudError("invalid_rules", f"these are not the settings of rules: {error}") from None

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    if not TYPE_CHECKING:  # for a type checker the annotations above are enough

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(f"rules are immutable: cannot set {name}")

        def __delattr__(self, name: str) -> None:
            raise AttributeError(f"rules are immutable: cannot delete {name}")


def _check(settings: Mapping[str, Any]) -> None:
    """Checks every setting; rules are made nowhere else."""
    _check_amounts(settings)
    if settings["raises"] is not None and not is_whole(settings["raises"], 0, _MOST_RAISES):
        _refuse(f"raises is None or a whole number from 0 to 2**32 - 1, not {settings['raises']!r}")
    for name, choices in _CHOICES.items():
        if settings[name] not in choices:
            _refuse(f"{name} is one of {', '.join(choices)}, not {settings[name]!r}")
    for name in _SWITCHES:
        if not isinstance(settings[name], bool):
            _refuse(f"{name} is True or False, not {settings[name]!r}")
    if settings["declare"] and settings["low"] != "any":
        _refuse(f"declare needs low='any', not {settings['low']!r}")  # [rules 3.14]


def _check_amounts(settings: Mapping[str, Any]) -> None:
    """Checks 0 ≤ ante; 1 ≤ bring_in < small_bet ≤ big_bet; all multiples of the unit [rules 3.1]."""
    least = {"ante": 0, "bring_in": 1, "small_bet": 1, "big_bet": 1, "unit": 1}
    for name, smallest in least.items():
        if not is_whole(settings[name], smallest):
            _refuse(f"{name} is a whole number from {smallest} to 2**40, not {settings[name]!r}")
    if not settings["bring_in"] < settings["small_bet"] <= settings["big_bet"]:
        _refuse("bring_in must be less than small_bet, and small_bet at most big_bet")
    multiples = {name: settings[name] for name in ("ante", "bring_in", "small_bet", "big_bet")}
    rake = settings["rake"]
    if rake is not None:
        if not isinstance(rake, Rake):
            _refuse(f"rake is None or a Rake, not {rake!r}")
        multiples["rake.unit"] = rake.unit
        if rake.cap is not None:
            # A pot raked by any other cap would be no multiple of the unit [rules 3.1].
            multiples["rake.cap"] = rake.cap
    for name, amount in multiples.items():
        if amount % settings["unit"]:
            _refuse(f"{name} {amount} is no multiple of the unit {settings['unit']}")
