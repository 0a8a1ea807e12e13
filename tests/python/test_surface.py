"""The public surface: what users see is documented, typed, tested, and itself again after repr and pickle."""

from __future__ import annotations

import ast
import copy
import doctest
import inspect
import os
import pickle
import pkgutil
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import stud8
import stud8.errors
from stud8 import _native
from stud8._internal.verifying.verify import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "stud8"
CORE = ROOT / "rust" / "core"

RULES = stud8.Rules.full_tilt()
STAKES: dict[str, Any] = {"ante": 10, "bring_in": 20, "small_bet": 100}

NATIVE_CLASSES = [value for value in vars(_native).values() if isinstance(value, type)]
each_native_class = pytest.mark.parametrize("cls", NATIVE_CLASSES, ids=lambda cls: cls.__name__)


# The extension has no source to look into; importing the other would run it.
NO_MODULES = ("stud8._native", "stud8.__main__")
# The adapters need packages that may be missing.
NEEDS = {
    "stud8.adapters.gymnasium": "gymnasium",
    "stud8.adapters.openspiel": "pyspiel",
    "stud8.adapters.pettingzoo": "pettingzoo",
}
MISSING = {name for name, package in NEEDS.items() if find_spec(package) is None}


def modules(package: str) -> list[str]:
    """The Python modules of a package, itself included."""
    found = pkgutil.walk_packages(import_module(package).__path__, f"{package}.")
    return [package, *(info.name for info in found if info.name not in {*NO_MODULES, *MISSING})]


def public(names: object) -> list[str]:
    """Names that don't begin with an underscore."""
    return [name for name in dir(names) if not name.startswith("_")]


@cache
def used_in_tests() -> set[str]:
    """Every name that some test file imports, or reads from something."""
    used: set[str] = set()
    for path in (ROOT / "tests" / "python").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                used.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                used.update(alias.name for alias in node.names)
    return used


# Names


def test_all_is_what_there_is() -> None:
    assert sorted(set(stud8.__all__)) == sorted(stud8.__all__)
    assert stud8.__all__ == sorted(stud8.__all__, key=lambda name: (not name.isupper(), name))
    loaded = {name for name, value in vars(stud8).items() if not inspect.ismodule(value)}
    assert {name for name in loaded if not name.startswith("_")} <= set(stud8.__all__)
    assert set(_native.__all__) <= set(stud8.__all__)
    assert set(stud8.errors.__all__) <= set(stud8.__all__)


@pytest.mark.parametrize("name", stud8.__all__)
def test_each_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(stud8, name)
    if name not in {"__version__", "FEATURES", "OBSERVATION"}:
        assert inspect.getdoc(value), f"{name} has no docstring"
        assert value.__doc__ != getattr(type(value), "__doc__", None)


@pytest.mark.parametrize("name", stud8.__all__)
def test_each_public_name_has_a_test(name: str) -> None:
    assert name in used_in_tests(), f"no test uses {name}"


@pytest.mark.parametrize("name", stud8.__all__)
def test_public_names_say_where_they_are_imported_from(name: str) -> None:
    """Tracebacks, pages and pickles named the file in which something is written."""
    value = getattr(stud8, name)
    if isinstance(value, type) or inspect.isroutine(value):
        error = isinstance(value, type) and issubclass(value, BaseException)
        assert value.__module__ in (("stud8.errors",) if error else ("stud8", "stud8._native"))
        assert pickle.loads(pickle.dumps(value)) is value  # noqa: S301 - our own


ARGUMENTS: dict[str, Callable[[], object]] = {
    "seed of a hand": lambda: stud8.Hand(RULES, [20000] * 2, seed=-1),
    "seed of a run": lambda: stud8.simulate(RULES, hands=1, seed=2**64),
    "hands": lambda: stud8.simulate(RULES, hands=-1),
    "start": lambda: stud8.simulate(RULES, hands=2, start=2**64 - 1),
    "threads": lambda: stud8.simulate(RULES, hands=1, threads=0),
    "share of checks": lambda: stud8.simulate(RULES, hands=1, check=2),
    "resume without a record": lambda: stud8.simulate(RULES, hands=1, resume=True),
    "name of a record": lambda: stud8.simulate(RULES, hands=1, record="hands.txt"),
    "seat of a policy": lambda: stud8.simulate(RULES, players=2, hands=1, policies={1: "call", 5: "call"}),
    "count of policies": lambda: stud8.simulate(RULES, players=2, hands=1, policies=["call"]),
    "policies of a match": lambda: stud8.match(["call"], hands=1),
    "seed of verify": lambda: stud8.verify(hands=1, seed=-1),
    "tables": lambda: stud8.Tables(RULES, tables=0),
    "method": lambda: stud8.equity(["As", "Kd"], method="guess"),  # type: ignore[arg-type]
    "trials": lambda: stud8.equity(["As", "Kd"], trials=0),
    "target_error": lambda: stud8.equity(["As", "Kd"], target_error=2),
    "player": lambda: stud8.next_card(["As", "Kd"], 2),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_out_of_range_raise_an_error_of_the_package(name: str) -> None:
    """They raised plain ValueErrors, where all errors are documented as a `StudError`."""
    with pytest.raises(stud8.InvalidArgumentError):
        ARGUMENTS[name]()


def test_an_unknown_policy_has_an_error_of_its_own() -> None:
    with pytest.raises(stud8.UnknownPolicyError, match="tigt"):
        stud8.simulate(RULES, hands=1, policies="tigt")  # type: ignore[arg-type]


def test_an_equity_of_one_player_is_no_matter_of_seats() -> None:
    with pytest.raises(stud8.InvalidPlayersError):
        stud8.equity(["As"])


def test_tables_take_the_start_as_simulate_does() -> None:
    shown = {of: list(inspect.signature(of).parameters) for of in (stud8.Tables, stud8.simulate)}
    for names in shown.values():
        assert names[names.index("seed") :][:3] == ["seed", "start", "threads"]
    assert stud8.Tables(RULES, 1, 2, None, 7, 5).start == 5


def test_unknown_names_are_refused() -> None:
    name = "no_such_name"
    with pytest.raises(AttributeError, match=name):
        getattr(stud8, name)


@each_native_class
def test_native_classes_are_of_the_package(cls: type) -> None:
    assert cls.__module__ == "stud8"
    assert getattr(stud8, cls.__name__) is cls


@each_native_class
def test_each_member_of_a_native_class_is_documented(cls: type) -> None:
    constants = {"CATEGORIES", "FULL", "KINDS", "PRESETS"}
    missing = [name for name in public(cls) if name not in constants and not getattr(cls, name).__doc__]
    assert not missing


@each_native_class
def test_docstrings_begin_with_one_line_that_says_what_it_is(cls: type) -> None:
    for value in (cls, *(getattr(cls, name) for name in public(cls))):
        lines = (inspect.getdoc(value) or "").splitlines()
        if isinstance(value, (tuple, stud8.CardSet)):
            continue
        assert len(lines) == 1 or not lines[1], f"{value}: the first paragraph has more than one line"
        assert all(len(line) <= 110 for line in lines), value


@pytest.mark.parametrize("name", modules("stud8"))
def test_each_module_and_what_it_exports_is_documented(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    for exported in getattr(module, "__all__", ()):
        value = getattr(module, exported)
        if inspect.isclass(value) or inspect.isroutine(value):
            assert value.__doc__, f"{name}.{exported}"


# Signatures and stubs


def settings(signature: inspect.Signature) -> dict[str, Any]:
    """The keyword settings that a signature shows with a default."""
    shown = {name: parameter.default for name, parameter in signature.parameters.items()}
    return {name: value for name, value in shown.items() if value not in (inspect.Parameter.empty, ...)}


@pytest.mark.parametrize("preset", [None, *stud8.Rules.PRESETS])
def test_signatures_of_rules_show_what_is_set(preset: str | None) -> None:
    make: Callable[..., stud8.Rules] = stud8.Rules if preset is None else getattr(stud8.Rules, preset)
    signature = inspect.signature(make)
    plain = make(**STAKES)
    assert list(signature.parameters) == list(plain.to_dict())
    assert all(parameter.kind is parameter.KEYWORD_ONLY for parameter in signature.parameters.values())
    shown = settings(signature)
    assert make(**{**shown, **STAKES}) == plain
    if shown.keys() >= STAKES.keys():
        assert make(**shown) == make()
    else:
        needed = [name for name in STAKES if signature.parameters[name].default is inspect.Parameter.empty]
        for name in needed:
            with pytest.raises(stud8.InvalidRulesError, match=f"{name} is missing"):
                make(**{given: value for given, value in STAKES.items() if given != name})


def test_the_table_of_settings_is_complete() -> None:
    text = stud8.Rules.__doc__ or ""
    make: Callable[..., stud8.Rules] = stud8.Rules.full_tilt
    for name, value in make().to_dict().items():
        row = re.search(rf"^{name} +(.*)$", text, re.MULTILINE)
        assert row, f"{name} is not in the table"
        if isinstance(value, str):
            # Every value stands in the table: the refusal of a wrong one lists them.
            with pytest.raises(stud8.InvalidRulesError) as caught:
                make(**{name: "?"})
            choices = re.findall(r"[a-z_]{3,}", re.split(r": (?:choose one of)?", str(caught.value))[-1])
            assert value in choices
            for choice in choices:
                assert re.search(rf"^(?:{name})? +{choice} ", text, re.MULTILINE), choice
    for preset in stud8.Rules.PRESETS:
        assert re.search(rf"^{preset} ", text, re.MULTILINE), preset


def test_the_defaults_that_simulate_shows_are_true() -> None:
    shown = settings(inspect.signature(stud8.simulate))
    assert shown["hands"] == 1_000_000
    given = {**shown, "hands": 30}
    assert stud8.simulate(stud8.Rules.full_tilt(), hands=30) == stud8.simulate(
        stud8.Rules.full_tilt(), **given
    )


def test_the_stub_is_true() -> None:
    pytest.importorskip("mypy")
    assert (PACKAGE / "_native.pyi").exists()
    settings = ["--ignore-disjoint-bases", "--mypy-config-file", "pyproject.toml"]
    command = [sys.executable, "-m", "mypy.stubtest", "stud8._native", *settings]
    where = {**os.environ, "MYPYPATH": str(ROOT / "python")}
    done = subprocess.run(  # noqa: S603 - ours
        command, cwd=ROOT, env=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# Examples

FLAGS = doctest.ELLIPSIS


def run_examples(found: Iterator[doctest.DocTest] | list[doctest.DocTest]) -> int:
    """Run doctests and insist; how many examples there were."""
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report: list[str] = []
    for test in found:
        runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
    return runner.tries


def test_the_examples_of_the_readme_run() -> None:
    failed, tried = doctest.testfile(
        "../../README.md", module_relative=True, optionflags=FLAGS, encoding="utf-8"
    )
    assert (failed, tried > 10) == (0, True)


@pytest.mark.parametrize("name", modules("stud8"))
def test_the_examples_of_each_module_run(name: str) -> None:
    run_examples(doctest.DocTestFinder(exclude_empty=True).find(import_module(name)))


@pytest.mark.parametrize("name", _native.__all__)
def test_the_examples_of_the_native_module_run(name: str) -> None:
    value = getattr(_native, name)
    finder = doctest.DocTestFinder()
    tried = run_examples(finder.find(value, name, module=False, globs={}))
    assert tried or name == "__version__", f"{name} has no example"


# Objects


def hands() -> Iterator[tuple[str, stud8.Hand]]:
    """Hands of every origin: in the middle, over, declared, shown, with unknown cards."""
    rules = stud8.Rules.full_tilt()
    yield "seeded", stud8.Hand(rules, [20000] * 8, seed=2**64 - 1, number=3)
    yield "secret", stud8.Hand(rules, {2: 900, 7: 5000})
    folded = stud8.Hand(rules, [20000] * 2, deck=[*range(51, -1, -1)])
    folded.play("bring_in")
    folded.play("fold")
    yield "folded", folded
    rake = stud8.Rake(500, 300, 1)
    for name, house in {
        "full_tilt": stud8.Rules.full_tilt(rake=rake),
        "declare": stud8.Rules.declare(),
        "wsop": stud8.Rules.wsop(**STAKES),
        "no_qualifier": stud8.Rules.no_qualifier(**STAKES),
        "finnish": stud8.Rules.finnish(**STAKES),
    }.items():
        hand = stud8.Hand(house, [400, 900, *[20000] * 6], seed=5)
        turn = 0
        while hand.actor is not None:
            turn += 1
            legal = [action.kind for action in hand.legal_actions if action.kind != "fold"]
            wager = turn % 5 == 0 and len(legal) > 1
            hand.play(legal[-1] if wager or legal[0] == "show" else legal[0])
        yield name, hand
    by_hand = stud8.Hand(rules, [20000] * 2, dealt_by_hand=True)
    yield "no card", by_hand.copy()
    for card in ("As", None, "Kd", "Ks", None, "2c"):
        by_hand.deal(card)
    by_hand.play("bring_in")
    yield "by hand", by_hand


HANDS = dict(hands())


def objects() -> Iterator[tuple[str, Any]]:
    """Objects of every class that has values."""
    five = "5c 4d 3h 2s Ac"
    yield "Card", stud8.Card("10h")
    yield "CardSet", stud8.CardSet("As Kd 2c")
    yield "CardSet empty", stud8.CardSet()
    yield "CardSet full", stud8.CardSet.FULL
    yield "High of cards", stud8.High(five)
    yield "High of a number", stud8.High(7461)
    yield "Low of a number", stud8.Low(56)
    for kind in ("eight_or_better", "five_ranks", "any"):
        yield f"Low {kind}", stud8.Low(five, kind=kind)
        yield f"Evaluation {kind}", stud8.evaluate("As 2d 3h 4c 5s Kd Kc", low=kind)
    yield "Evaluation without low", stud8.evaluate("As Kd Qh Jc Ts")
    yield "Board", stud8.Board("As Kd Ac 7h")
    yield "Board unknown", stud8.Board(["As", None])
    yield "Rake", stud8.Rake(500)
    yield "Rake capped", stud8.Rake(250, cap=300, unit=100)
    for preset in stud8.Rules.PRESETS:
        yield f"Rules {preset}", getattr(stud8.Rules, preset)(ante=40, bring_in=50, small_bet=200)
    yield "Rules raked", stud8.Rules.full_tilt(rake=stud8.Rake(500, 300, 1), raises=None)
    yield "Action", stud8.Action("fold")
    yield "Action with amount", stud8.Action("complete", 200)
    yield "Pot", stud8.Pot(120, [1, 3])
    for name, hand in HANDS.items():
        yield f"Hand {name}", hand
        for seat in (None, *hand.seats):
            yield f"View {name} {seat}", hand.view(seat)
        for event in hand.events:
            yield f"Event {event.kind}", event
    yield "History", stud8.History.from_hand(HANDS["full_tilt"], decimals=2)
    yield "History unfinished", stud8.History.from_hand(HANDS["by hand"])
    (named,) = stud8.loads(stud8.dumps([HANDS["folded"]]))
    yield "History named", named
    yield "Summary", stud8.simulate(stud8.Rules.full_tilt(), players=3, hands=100, seed=7)
    yield "Summary of nothing", stud8.simulate(stud8.Rules.full_tilt(), hands=0)
    yield "Match", stud8.match(["tight", "call", "uniform"], hands=20, seed=7)
    fifth = ["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s"]
    yield "Equity", stud8.equity(fifth)
    yield "Equity sampled", stud8.equity(fifth, method="sample", trials=100, seed=2**64 - 1)
    yield "Equity of seats", HANDS["seeded"].equity(trials=100, seed=3)
    yield "NextCards", stud8.next_card(["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"], 0)
    yield "StartingHand", stud8.starting_hand("As Ah 5h")
    yield "Report", Report(seed=1, start=2, hands=3, seconds=0.5)


# Of several events with the same name the last remains: every kind is there.
OBJECTS: dict[str, Any] = dict(objects())
each_object = pytest.mark.parametrize("name", OBJECTS)


def test_the_objects_are_of_every_class_and_kind() -> None:
    assert {*NATIVE_CLASSES, Report} - {type(value) for value in OBJECTS.values()} == {
        stud8.LegalActions,  # a view of a hand, no value
        stud8.Tables,  # no value either: test_tables has its copies and records
    }
    events = {name.removeprefix("Event ") for name in OBJECTS if name.startswith("Event ")}
    table = re.search(r"```text\n(.*?)```", stud8.Event.__doc__ or "", re.DOTALL)
    assert table
    kinds = set(re.findall(r"\b(?:[a-z_]+)\b", " ".join(line[:22] for line in table[1].splitlines()[1:])))
    wagers = {"bet", "check", "raise", "call", "complete", "fold", "bring_in"}
    assert kinds >= wagers
    assert kinds - wagers <= events | {"common"}
    assert events <= kinds


def test_every_field_of_an_event_is_an_attribute() -> None:
    for event in (event for hand in HANDS.values() for event in hand.events):
        record = event.to_dict()
        assert stud8.Event.from_dict(record) == event
        assert record["kind"] == event.kind
        for name in record:
            getattr(event, name)
        assert set(record) <= set(dir(event))
        with pytest.raises(AttributeError, match="no field"):
            _ = event.no_such_field  # type: ignore[attr-defined]


def test_the_kinds_of_actions_are_listed() -> None:
    assert len(stud8.Action.KINDS) == 12
    assert [stud8.Action(kind).kind for kind in stud8.Action.KINDS] == list(stud8.Action.KINDS)


def test_the_words_of_a_setting_are_listed() -> None:
    for setting, value in stud8.Rules(**STAKES).to_dict().items():
        words = stud8.Rules.choices(setting)
        assert bool(words) == isinstance(value, str), setting
        for word in words:
            assert getattr(stud8.Rules(**{**STAKES, setting: word}), setting) == word
    with pytest.raises(stud8.InvalidRulesError, match='"opnr" is no setting'):
        stud8.Rules.choices("opnr")


def told(value: Any) -> tuple[str, Any]:
    """What an object says of itself: a repr may be shorter than the record."""
    return repr(value), value.to_dict() if hasattr(value, "to_dict") else None


@each_object
def test_reprs_evaluate_back(name: str) -> None:
    """Or, of a long hand and of a view, they say how to get the record."""
    value = OBJECTS[name]
    if isinstance(value, (stud8.Hand, stud8.View)) and repr(value).startswith("<"):
        assert len(repr(value)) < 120
        assert repr(value).endswith("; to_dict() is its record>")
        assert type(value).from_dict(value.to_dict()) == value
        return
    again = eval(repr(value), {**vars(stud8), "Report": Report})  # noqa: S307 - our own repr
    assert type(again) is type(value)
    assert again == value
    assert repr(again) == repr(value)


@each_object
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_equal(name: str, protocol: int) -> None:
    value = OBJECTS[name]
    again = pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - our own bytes
    assert type(again) is type(value)
    assert again == value
    assert told(again) == told(value)


@each_object
def test_copies_are_equal(name: str) -> None:
    value = OBJECTS[name]
    for again in (copy.copy(value), copy.deepcopy(value), copy.deepcopy([value])[0]):
        assert type(again) is type(value)
        assert again == value
        assert told(again) == told(value)


@each_object
def test_equal_objects_have_equal_hashes(name: str) -> None:
    value = OBJECTS[name]
    if isinstance(value, (stud8.Hand, stud8.View, stud8.History, stud8.Summary, stud8.Match)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    else:
        assert hash(value) == hash(copy.deepcopy(value))
        assert {value: name}[copy.copy(value)] == name


@each_object
def test_nothing_equals_another_kind_of_thing(name: str) -> None:
    value = OBJECTS[name]
    for other in (None, 0, "As", (), object(), *OBJECTS.values()):
        if type(other) is not type(value):
            assert value != other
            assert not value == other  # noqa: SIM201 - the other operator


@each_object
def test_attributes_cannot_be_set(name: str) -> None:
    value = OBJECTS[name]
    before = told(value)
    fields = value.to_dict() if isinstance(value, (stud8.Rules, stud8.Event)) else ()
    for attribute in {*public(value), *fields, "no_such_attribute"}:
        with pytest.raises((AttributeError, TypeError)):
            setattr(value, attribute, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, attribute)
    assert told(value) == before


@pytest.mark.parametrize("name", HANDS)
def test_what_a_hand_or_view_gives_is_the_callers(name: str) -> None:
    hand = HANDS[name]
    for table in (hand, hand.view(None), hand.view(hand.seats[0])):
        before = told(table)
        for member in ("stacks", "bets", "contributions", "up_cards", "down_cards", "pots"):
            getattr(table, member).clear()
        record = table.to_dict()
        record["rules"].clear()
        record.clear()
        assert told(table) == before


def test_a_list_of_legal_actions_is_a_snapshot() -> None:
    hand = stud8.Hand(stud8.Rules.full_tilt(), [20000] * 3, seed=7)
    live = hand.legal_actions
    snapshot = list(live)
    assert live == snapshot
    assert repr(live) == f"<LegalActions {snapshot}>"
    for action in live:
        hand.play(action)
        break
    assert live != snapshot
    assert list(live) == list(hand.legal_actions)
    with pytest.raises(TypeError):
        hash(live)
    for attribute in ("hand", "no_such_attribute"):
        with pytest.raises(AttributeError):
            setattr(live, attribute, hand)


# Errors

ERRORS: dict[str, tuple[type[stud8.StudError], type[Exception]]] = {
    "invalid_argument": (stud8.InvalidArgumentError, ValueError),
    "invalid_players": (stud8.InvalidPlayersError, ValueError),
    "unknown_policy": (stud8.UnknownPolicyError, ValueError),
    "invalid_card": (stud8.InvalidCardError, ValueError),
    "duplicate_card": (stud8.DuplicateCardError, ValueError),
    "invalid_deck": (stud8.InvalidDeckError, ValueError),
    "invalid_rules": (stud8.InvalidRulesError, ValueError),
    "invalid_seats": (stud8.InvalidSeatsError, ValueError),
    "invalid_stack": (stud8.InvalidStackError, ValueError),
    "unknown_action": (stud8.UnknownActionError, ValueError),
    "illegal_action": (stud8.IllegalActionError, ValueError),
    "not_acting": (stud8.NotActingError, RuntimeError),
    "not_dealing": (stud8.NotDealingError, RuntimeError),
    "not_over": (stud8.NotOverError, RuntimeError),
    "unknown_cards": (stud8.UnknownCardsError, RuntimeError),
    "policy": (stud8.PolicyError, RuntimeError),
    "check": (stud8.CheckError, RuntimeError),
    "recording": (stud8.RecordingError, OSError),
    "lost_workers": (stud8.LostWorkersError, RuntimeError),
    "invalid_range": (stud8.InvalidRangeError, ValueError),
    "impossible_deal": (stud8.ImpossibleDealError, ValueError),
    "history_syntax": (stud8.HistorySyntaxError, ValueError),
    "history_unsupported": (stud8.HistoryUnsupportedError, ValueError),
    "history_step": (stud8.HistoryStepError, ValueError),
}


def test_the_errors_are_those_of_the_rules() -> None:
    classes = {stud8.StudError, stud8.Interrupted, *(cls for cls, _ in ERRORS.values())}
    assert classes == {getattr(stud8.errors, name) for name in stud8.errors.__all__}


@pytest.mark.parametrize("kind", ERRORS)
def test_each_error_has_its_kind_and_a_builtin(kind: str) -> None:
    cls, builtin = ERRORS[kind]
    assert cls.kind == kind
    assert issubclass(cls, stud8.StudError)
    assert issubclass(cls, builtin)
    assert cls.__name__ == "".join(map(str.title, kind.split("_"))) + "Error"
    error = cls("what was wrong and what would be right")
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))  # noqa: S301 - our own bytes
        assert (type(again), again.args, again.kind, str(again)) == (cls, error.args, kind, str(error))


def test_an_interruption_keeps_what_is_finished() -> None:
    partial = stud8.simulate(stud8.Rules.full_tilt(), players=2, hands=10)
    error = stud8.Interrupted(partial, 10)
    assert isinstance(error, KeyboardInterrupt)
    assert not isinstance(error, Exception), "no script may take it for an error by mistake"
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 - our own bytes
        assert (type(again), again.partial, again.start, str(again)) == (
            stud8.Interrupted,
            partial,
            10,
            str(error),
        )


# Versions


def test_there_is_one_version() -> None:
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert stud8.__version__ == manifest["workspace"]["package"]["version"] == metadata.version("stud8")


# Imports run one way


def imports(path: Path) -> set[str]:
    """The full names of all modules that a file of the package imports, wherever it does."""
    package = ["stud8", *path.relative_to(PACKAGE).parent.parts]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def test_imports_finds_imports() -> None:
    assert "stud8.reference.errors" in imports(PACKAGE / "reference" / "rules.py")
    assert {"stud8._internal.histories.files", "stud8._native"} <= imports(PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", sorted((PACKAGE / "reference").rglob("*.py")), ids=lambda path: path.name)
def test_the_reference_stands_apart(path: Path) -> None:
    for name in imports(path):
        own = name == "stud8.reference" or name.startswith("stud8.reference.")
        assert own or name.split(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


FACE = sorted([*PACKAGE.glob("*.py"), *PACKAGE.glob("cli/*.py"), *PACKAGE.glob("_internal/**/*.py")])


@pytest.mark.parametrize("path", FACE, ids=lambda path: path.name)
def test_nobody_imports_the_command_line_or_the_testing_module(path: Path) -> None:
    command_line = path.name == "__main__.py" or path.parent.name == "cli"
    for name in imports(path):
        assert command_line or name.split(".")[:2] != ["stud8", "cli"], f"{path.name}: {name}"
        assert name.split(".")[:2] != ["stud8", "testing"], f"{path.name} imports {name}"
        assert name.split(".")[0] != "tests", f"{path.name} imports {name}"


def test_a_plain_import_is_light() -> None:
    """What the command line, the tests and `verify` need is loaded by them."""
    packages = ("rich", "click", "hypothesis", "numpy", "multiprocessing", "matplotlib", *NEEDS.values())
    heavy = (*packages, "stud8.reference", "stud8.cli", "stud8.adapters")
    program = f"import sys, stud8; print([name for name in {heavy!r} if name in sys.modules])"
    command = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert done.stdout.strip() == "[]"


# A view names the type of the hand that it is made of.
ALLOWED = {("stud8.reference.hand", "stud8.reference.view"), ("stud8.reference.view", "stud8.reference.hand")}


def face_imports() -> dict[str, set[str]]:
    """Which modules of the package each of them imports, inside functions and for types too."""
    files = {}
    for path in PACKAGE.rglob("*.py"):
        parts = ("stud8", *path.relative_to(PACKAGE).with_suffix("").parts)
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for name, path in files.items():
        found[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found[name].update(alias.name for alias in node.names if alias.name in files)
            elif isinstance(node, ast.ImportFrom) and node.module:
                whole = [f"{node.module}.{alias.name}" for alias in node.names]
                found[name].update(one if one in files else node.module for one in whole)
        found[name] &= {*files} - {name}
    return found


def test_the_imports_of_the_face_make_no_circle() -> None:
    found = face_imports()
    assert "stud8._internal.verifying.twins" in found["stud8._internal.simulating.check"]
    assert "stud8" in found["stud8.testing"]
    for one, other in ALLOWED:
        found[one].discard(other)
    TopologicalSorter(found).prepare()


def test_helper_modules_are_internal() -> None:
    top = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    public_modules = {"adapters", "cli", "errors", "plot", "reference", "testing"}
    assert top == {"__init__", "__main__", "_internal", *public_modules}


def test_the_core_knows_no_python() -> None:
    files = [*CORE.rglob("*.rs"), ROOT / "Cargo.toml"]
    assert len(files) > 20
    assert not [path for path in files if "pyo3" in path.read_text(encoding="utf-8").lower()]


# Each module of the core imports only from those before it. The style page names most of them.
LAYERS = """
text arithmetic threads vocabulary card seat starts eval rules action
deal betting pot opening showdown
hand rng view observation perft played wire
draw history equity statistics simulate
"""
ORDER = LAYERS.split()


def core_modules() -> dict[str, list[Path]]:
    """The files of each module of the core."""
    declared = re.findall(
        r"^(?:pub )?mod (\w+);", (CORE / "lib.rs").read_text(encoding="utf-8"), re.MULTILINE
    )
    return {name: [*CORE.glob(f"{name}.rs"), *CORE.glob(f"{name}/**/*.rs")] for name in declared}


def core_imports(path: Path) -> set[str]:
    """The modules of the core that a file names, its unit tests included."""
    text = "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if "//" not in line[:20])
    grouped = re.findall(r"\buse crate::\{(.*?)\};", text, re.DOTALL)
    names = re.findall(r"(?<!\$)\bcrate::(\w+)", text)
    return {*names, *(name for group in grouped for name in re.findall(r"(?:^|,)\s*(\w+)", group))}


def test_the_order_of_the_core_is_that_of_the_style_page() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ +(card ←.*)$", page, re.MULTILINE)
    told = re.findall(r"\w+", line)
    assert told == [name for name in ORDER if name in told]
    assert {"eval", "rules", "hand", "history"} <= set(told)


def test_the_modules_of_the_core_are_in_order() -> None:
    found = core_modules()
    assert sorted(found) == sorted(ORDER)
    assert "hand" in core_imports(CORE / "view.rs")
    for place, name in enumerate(ORDER):
        assert found[name], name
        for path in found[name]:
            late = core_imports(path) - {*ORDER[: place + 1]}
            assert not late, f"{path.relative_to(ROOT)} imports {sorted(late)}, which come later"


def test_bindings_alone_name_pyo3_and_the_face_makes_no_randomness() -> None:
    manifest = tomllib.loads((ROOT / "rust" / "bindings" / "Cargo.toml").read_text(encoding="utf-8"))
    assert "pyo3" in manifest["dependencies"]
    for path in FACE:
        if path.name not in {"twins.py", "verify.py", "testing.py"}:
            assert not {"random", "secrets"} & imports(path), path.name


def test_a_package_is_declared_with_one_floor() -> None:
    """What `.ci/run` installs with the lowest versions is then the floor of each extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = {*project["dependencies"], *(needed for names in extras.values() for needed in names)}
    names = [needed.partition(">=")[0] for needed in declared]
    assert len(names) == len(set(names)), sorted(declared)
    assert all(">=" in needed for needed in declared)
