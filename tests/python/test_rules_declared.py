"""The settings are declared once, in the core; signatures, the stub and the reference say the same."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest
import stud8
from engines import ENGINES, Engine
from stud8 import InvalidRulesError, Rake, Rules
from stud8.reference import Rules as ReferenceRules

STAKES: dict[str, Any] = {"ante": 10, "bring_in": 20, "small_bet": 100}
NAMES = tuple(Rules(**STAKES).to_dict())


def parameters(function: Any) -> dict[str, inspect.Parameter]:
    found = dict(inspect.signature(function).parameters)
    found.pop("self", None)
    return found


@pytest.mark.parametrize("preset", ["Rules", *Rules.PRESETS])
def test_the_signature_of_each_constructor_says_its_defaults(preset: str) -> None:
    constructor: Any = Rules if preset == "Rules" else getattr(Rules, preset)
    given = parameters(constructor)
    assert tuple(given) == NAMES
    assert {parameter.kind for parameter in given.values()} == {inspect.Parameter.KEYWORD_ONLY}
    required = {name: STAKES[name] for name, one in given.items() if one.default is inspect.Parameter.empty}
    required |= {name: STAKES[name] for name, one in given.items() if one.default is ...} and {"ante": 10}
    made = constructor(**required).to_dict()
    for name, parameter in given.items():
        if parameter.default not in (inspect.Parameter.empty, ..., None):
            assert made[name] == parameter.default, name
        elif parameter.default is None and name != "big_bet":
            assert made[name] is None, name
    small = made["small_bet"]
    assert made["big_bet"] == 2 * small


def test_replace_takes_every_setting_and_the_stub_names_them_all() -> None:
    assert tuple(parameters(Rules.replace)) == NAMES
    stub = Path(stud8.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    (rules,) = (
        node for node in ast.parse(stub).body if isinstance(node, ast.ClassDef) and node.name == "Rules"
    )
    methods = {node.name: node for node in rules.body if isinstance(node, ast.FunctionDef)}
    for name in ("__new__", "replace", *(preset for preset in Rules.PRESETS if preset != "declare")):
        assert tuple(argument.arg for argument in methods[name].args.kwonlyargs) == NAMES, name
    attributes = {
        node.target.id: node
        for node in rules.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert {*NAMES} <= attributes.keys()


def test_the_docstring_tells_every_setting() -> None:
    (table,) = (part for part in (Rules.__doc__ or "").split("```text\n") if part.startswith("setting "))
    told = [line.split()[0] for line in table.split("```")[0].splitlines()[1:] if line[0] != " "]
    assert tuple(told) == NAMES


def test_both_engines_have_the_same_settings() -> None:
    assert tuple(ReferenceRules(**STAKES).to_dict()) == NAMES
    assert tuple(parameters(ReferenceRules)) == NAMES


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_replace_changes_what_is_named_and_nothing_else(engine: Engine) -> None:
    rules = engine.Rules.wsop(**STAKES, unit=10)
    changes: dict[str, Any] = {
        "ante": 20,
        "bring_in": 30,
        "small_bet": 120,
        "big_bet": 300,
        "unit": 5,
        "low": "five_ranks",
        "opener": "newest_card",
        "opener_tie": "suit",
        "raises": None,
        "heads_up_cap": False,
        "odd_chip": "position",
        "trim_antes": False,
        "common_card_betting": False,
        "burn": False,
        "show_order": "position",
        "ask_muck": True,
        "all_in_shows": False,
        "all_in_raise": "full",
        "rake": engine.Rake(500, cap=300, unit=10),
        "fold_unfaced": False,
    }
    for name, value in changes.items():
        changed = rules.replace(**{name: value})
        assert getattr(changed, name) == value
        same = {other for other in NAMES if getattr(changed, other) == getattr(rules, other)}
        assert same == {*NAMES} - {name}
    declared = rules.replace(low="any", declare=True)
    assert (declared.declare, declared.low, declared.raises) == (True, "any", 4)
    assert rules.replace() == rules
    assert rules.replace(**changes).replace(**{name: getattr(rules, name) for name in changes}) == rules
    assert rules.replace(small_bet=150).big_bet == 200
    assert rules.replace(small_bet=150, big_bet=None).big_bet == 300


def test_replace_refuses_what_the_constructor_refuses() -> None:
    rules = Rules.full_tilt()
    with pytest.raises(InvalidRulesError, match="out of order"):
        rules.replace(small_bet=50)
    with pytest.raises(InvalidRulesError, match="declare=True needs low='any', not low='eight_or_better'"):
        rules.replace(declare=True)
    with pytest.raises(TypeError, match='"blind" is no setting: choose from ante, bring_in'):
        rules.replace(blind=5)  # type: ignore[call-arg]
    assert rules == Rules.full_tilt()


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_the_game_has_a_name_that_records_leave_out(engine: Engine) -> None:
    rules = engine.Rules(**STAKES)
    assert rules.game == "high_low"
    assert "game" not in rules.to_dict()


def test_records_are_written_as_they_always_were() -> None:
    rules = Rules.full_tilt(rake=Rake(500, cap=300))
    assert rules.to_dict() == {
        "ante": 40,
        "bring_in": 50,
        "small_bet": 200,
        "big_bet": 400,
        "unit": 1,
        "low": "eight_or_better",
        "declare": False,
        "opener": "best_board",
        "opener_tie": "position",
        "raises": 3,
        "heads_up_cap": True,
        "odd_chip": "suit_of_seven",
        "trim_antes": True,
        "common_card_betting": True,
        "burn": False,
        "show_order": "last_aggressor",
        "ask_muck": True,
        "all_in_shows": False,
        "all_in_raise": "half",
        "rake": {"rate": 500, "cap": 300, "unit": 1},
        "fold_unfaced": False,
    }
    assert repr(Rules.full_tilt()).startswith(
        "Rules(ante=40, bring_in=50, small_bet=200, big_bet=400, unit=1, "
    )
