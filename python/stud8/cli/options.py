"""Options that several commands take, and the rule book that some of them spell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click

import stud8

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LowKind: TypeAlias = Literal["eight_or_better", "five_ranks", "any"]

STAKES = {"ante": 40, "bring_in": 50, "small_bet": 200}

low_option = click.option(
    "--low", type=click.Choice(["eight_or_better", "five_ranks", "any"]), default="eight_or_better"
)
threads_option = click.option(
    "--threads", type=click.IntRange(min=1), help="How many threads.  [default: all cores]"
)
as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def rules_options(default: str | None) -> Callable[[Any], Any]:
    """``--rules`` and ``--set``, which every command that plays hands takes."""
    presets = click.Choice(stud8.Rules.PRESETS)
    preset = click.option(
        "--rules",
        "preset",
        type=presets,
        default=default,
        show_default=default is not None,
        help="A house's rule book.",
    )
    setting = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the rules, such as ante=25 or burn=true. May be repeated.",
    )
    return lambda command: preset(setting(command))


def rule_book(preset: str, settings: Sequence[str]) -> stud8.Rules:
    """A preset with some settings; one without stakes of its own plays 40/50/200/400."""
    given = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise ValueError(f"--set {setting}: write NAME=VALUE, such as ante=25")
        given[name] = _value(value)
    make = getattr(stud8.Rules, preset)
    try:
        rules: stud8.Rules = make(**given)
    except stud8.InvalidRulesError as error:
        if "missing" not in str(error):
            raise
        rules = make(**{**STAKES, **given})
    return rules


def _value(text: str) -> object:
    """A setting as the command line writes it: a JSON value, or a plain word."""
    words = {"True": True, "False": False, "None": None, "none": None}
    if text in words:
        return words[text]
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        # A word; or so many digits or brackets that the rules will refuse it as one.
        return text
