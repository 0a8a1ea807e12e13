"""Hand histories from Python: `load`, `loads`, `dump`, `dumps`, `History`, and files that are wrong."""

from __future__ import annotations

import copy
import datetime as dt
import decimal
import pickle
import signal
import time
import tomllib
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from engines import DECK
from stud8 import Hand, History, Rake, Rules, dump, dumps, load, loads

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STAKES: dict[str, Any] = {"ante": 40, "bring_in": 50, "small_bet": 200}
PRESETS = ("eight_or_better", "full_tilt", "swedish", "finnish", "hungarian", "wsop")
HAND = """\
variant = 'F7S/8'
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 60]
actions = ['d dh p1 AcAd2h', 'd dh p2 KcKdKh', 'p1 pb', 'p2 cbr 4', 'p1 f']
"""


def replaced(old: str, new: str) -> str:
    """The hand above with one text replaced by another."""
    assert old in HAND
    return HAND.replace(old, new)


def finished(number: int, preset: str | None = None, **rules: Any) -> Hand:
    """A finished hand: any actions, many short stacks, any seats."""
    random = Random(number)
    settings = {
        "odd_chip": random.choice(("suit_of_seven", "suit_of_five", "position")),
        "trim_antes": random.random() < 0.5,
        "ask_muck": random.random() < 0.5,
        "all_in_raise": random.choice(("half", "full")),
        "show_order": random.choice(("last_aggressor", "river_aggressor", "best_board", "position")),
        "raises": random.choice((0, 3, None)),
        "fold_unfaced": random.random() < 0.3,
        "rake": random.choice((None, Rake(500, cap=90))),
    }
    made = getattr(Rules, preset or random.choice(PRESETS))(**{**STAKES, **settings, **rules})
    players = random.randint(2, 8)
    seats = sorted(random.sample(range(1, 9), players)) if random.random() < 0.5 else range(1, players + 1)
    stacks = {seat: random.choice((30, 70, 300, 1500, 20_000)) for seat in seats}
    hand = Hand(made, stacks, seed=number, number=number)
    passive = random.random() < 0.5
    while hand.actor is not None:
        calls = passive and random.random() < 0.9 and "call" in hand.legal_actions
        hand.play("call" if calls else random.choice(list(hand.legal_actions)))
    return hand


def hand_stacks(hand: Hand) -> dict[int, int]:
    """What the players of a finished hand began with."""
    return {seat: hand.stacks[seat] - hand.payoffs[seat] for seat in hand.seats}


def refusal(kind: str, action: Callable[..., object], *arguments: object) -> str:
    """The message of an error of this kind: one line, short, and quick to come."""
    clock = time.perf_counter()
    with pytest.raises(stud8.StudError) as caught:
        action(*arguments)
    assert caught.value.kind == kind, caught.value
    assert time.perf_counter() - clock < 5
    message = str(caught.value)
    assert "\n" not in message
    assert 10 < len(message) < 600
    return message


# Round trips


@pytest.mark.parametrize("number", range(150))
def test_a_finished_hand_replays_to_the_same_payoffs_and_events(number: int) -> None:
    hand = finished(number)
    text = dumps(hand)
    (history,) = loads(text)
    again = history.replay()
    assert again.payoffs == hand.payoffs
    assert again.events == hand.events
    assert again.rules == hand.rules
    assert history.finishing_stacks == again.stacks == hand.stacks
    assert str(history) == text == dumps(history)
    lines = [line for line in text.splitlines() if not line.startswith(("_stud8_seed", "_stud8_number"))]
    assert dumps(again).splitlines() == lines
    assert history.replay(hand.rules).events == hand.events


@pytest.mark.parametrize("number", range(20))
def test_with_decimals_amounts_have_a_point_and_mean_the_same(number: int) -> None:
    hand = finished(number)
    text = dumps(hand, decimals=2)
    assert "bring_in = 0.50" in text
    (history,) = loads(text, decimals=2)
    assert history.decimals == 2
    assert history.replay().events == hand.events
    (coarse,) = loads(dumps(hand), decimals=2)
    assert coarse.starting_stacks == {seat: 100 * chips for seat, chips in hand_stacks(hand).items()}


def test_what_is_written_is_toml_and_phh() -> None:
    """Other programs read it: the required fields of PHH 0.0.2, and their names for what happens."""
    table = tomllib.loads(dumps(finished(3)))
    assert table["variant"] == "F7S/8"
    phh = {*tomllib.loads(HAND), "seats", "ante_trimming_status", "finishing_stacks"}
    assert set(table) == phh | {"_stud8_rules", "_stud8_seed", "_stud8_number"}
    words = {action.split()[1] for action in table["actions"]}
    assert words <= {"dh", "db", "pb", "cbr", "cc", "f", "sm"}


def test_a_common_card_is_written_and_read() -> None:
    """[C38] eight players to the end share one card, here the ace of clubs."""
    hand = Hand(Rules.full_tilt(), [10_000] * 8, deck=DECK)
    while hand.actor is not None:
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    assert "'d db Ac'" in dumps(hand)
    again = loads(dumps(hand))[0].replay()
    assert str(again.common_card) == "Ac"
    assert again.events == hand.events


def test_unknown_cards_and_a_believed_opener_are_written_and_read() -> None:
    hand = Hand(Rules.full_tilt(), [5000] * 2, dealt_by_hand=True)
    for card in ("As", "??", None, "Kd", None, "Kc"):
        hand.deal(card)
    assert hand.actor == 2
    hand.play("bring_in", seat=1)
    text = dumps(hand)
    assert "'d dh p1 As????',\n  'd dh p2 ??KdKc',\n  'p1 pb'," in text
    again = loads(text)[0].replay()
    assert (again.actor, again.events) == (2, hand.events)


@pytest.mark.parametrize("length", range(12))
def test_an_unfinished_hand_is_written_as_far_as_it_went(length: int) -> None:
    hand = Hand(Rules.full_tilt(), [5000] * 3, seed=4)
    for _ in range(length):
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    (history,) = loads(dumps(hand))
    assert history.finishing_stacks is None
    again = history.replay()
    assert (again.actor, again.events) == (hand.actor, hand.events)
    assert "_stud8_seed" not in dumps(hand), "the cards to come stay secret"


def test_a_history_is_a_value() -> None:
    history = loads(dumps(finished(1)))[0]
    assert history == History.from_hand(finished(1)) == History.parse(str(history))
    for other in (
        copy.copy(history),
        copy.deepcopy(history),
        pickle.loads(pickle.dumps(history)),  # noqa: S301 - our own
        eval(repr(history), vars(stud8)),  # noqa: S307 - our own
    ):
        assert other == history
    assert history != loads(HAND)[0]
    named = loads(f"[table]\n{HAND}")[0]
    assert named != loads(HAND)[0]
    assert pickle.loads(pickle.dumps(named)).name == "table"  # noqa: S301 - our own


# What a history says


def test_a_history_says_what_the_file_says() -> None:
    (history,) = loads(HAND)
    assert history.stakes == {"ante": 1, "bring_in": 2, "small_bet": 4, "big_bet": 8}
    assert (history.name, history.decimals, history.trim_antes) == (None, 0, False)
    assert history.seats == (1, 2)
    assert history.starting_stacks == {1: 50, 2: 60}
    assert history.finishing_stacks is None
    assert history.players is None
    assert history.actions == ("d dh p1 AcAd2h", "d dh p2 KcKdKh", "p1 pb", "p2 cbr 4", "p1 f")
    assert history.fields == {}
    assert history.replay().payoffs == {1: -3, 2: 3}


def test_other_fields_pass_through_with_their_types() -> None:
    more = """\
players = ['Ann', "O'Neill"]
seats = [3, 7]
ante_trimming_status = true
event = 'x # y'
day = 22
time = 12:30:00
date = 2023-06-22
rate = 2.50
_mine = {a = [1, 2], b = {c = true}}
"""
    (history,) = loads(HAND + more)
    assert history.players == {3: "Ann", 7: "O'Neill"}
    assert history.seats == (3, 7)
    assert history.trim_antes is True
    assert history.fields == {
        "event": "x # y",
        "day": 22,
        "time": dt.time(12, 30),
        "date": dt.date(2023, 6, 22),
        "rate": decimal.Decimal("2.50"),
        "_mine": {"a": [1, 2], "b": {"c": True}},
    }
    assert loads(str(history)) == [history]
    assert history.replay().seats == (3, 7)


def test_comments_in_actions_are_kept() -> None:
    (history,) = loads(replaced("'p1 f'", "'p1 f # too strong', '# good hand'"))
    assert history.actions[-2:] == ("p1 f # too strong", "# good hand")
    assert loads(str(history)) == [history]


@pytest.mark.parametrize(
    "change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, str.encode]
)
def test_line_ends_marks_and_bytes_do_not_matter(change: Callable[[str], Any]) -> None:
    assert loads(change(HAND)) == loads(HAND)


def test_replaying_under_a_rule_book_wants_its_stakes_and_its_game() -> None:
    (history,) = loads(HAND)
    rules = Rules.full_tilt(ante=1, bring_in=2, small_bet=4)
    assert history.replay(rules).payoffs == {1: -3, 2: 3}
    assert history.replay(rules).rules == rules
    assert "ante=40" in refusal("history_unsupported", lambda: history.replay(Rules.full_tilt()))
    for other in (Rules.declare, Rules.no_qualifier):
        refusal("history_unsupported", history.replay, other(ante=1, bring_in=2, small_bet=4))
    with pytest.raises(TypeError):
        history.replay("full_tilt")  # type: ignore[arg-type, unused-ignore]


# Files


def test_one_hand_is_a_phh_and_many_are_a_phhs(tmp_path: Path) -> None:
    one, many = tmp_path / "one.phh", tmp_path / "many.phhs"
    hands = [finished(number) for number in range(4)]
    dump(hands[0], one)
    dump(hands, many)
    assert load(one) == load(str(one)) == [History.from_hand(hands[0])]
    histories = load(many)
    assert [history.name for history in histories] == ["1", "2", "3", "4"]
    assert [history.replay().events for history in histories] == [hand.events for hand in hands]
    assert loads(many.read_text(encoding="utf-8")) == histories
    dump(histories, many)
    assert load(many) == histories


def test_any_iterable_of_hands_and_histories_can_be_written() -> None:
    hands = [finished(1), finished(2)]
    text = dumps(hands)
    assert text == dumps(tuple(hands)) == dumps(iter(hands)) == dumps(map(History.from_hand, hands))
    assert list(tomllib.loads(text)) == ["1", "2"]
    assert dumps([]) == ""
    assert loads("") == loads(b"") == loads("# nothing\n") == []


def test_a_text_of_one_table_is_a_list_of_one() -> None:
    assert len(loads(dumps([finished(1)]))) == 1
    assert "read it as many" in refusal("history_syntax", lambda: History.parse(dumps([finished(1)])))


def test_tables_keep_their_names_and_order() -> None:
    text = f"[zebra]\n{HAND}\n[10]\n{HAND}\n['odd key']\n{HAND}"
    histories = loads(text)
    assert [history.name for history in histories] == ["zebra", "10", "odd key"]
    assert loads(dumps(histories)) == histories


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path: Path) -> None:
    """All hands are made into text before the file is opened."""
    path = tmp_path / "hand.phh"
    dump(finished(1), path)
    before = path.read_bytes()
    hands: Any = [finished(2), "no hand"]
    with pytest.raises(TypeError):
        dump(hands, path)
    assert path.read_bytes() == before


def test_files_that_are_not_there_give_the_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.phh")
    with pytest.raises(OSError, match=tmp_path.name):
        load(tmp_path)
    with pytest.raises(FileNotFoundError):
        dump(finished(1), tmp_path / "no" / "folder.phh")


# What the format has no word for


@pytest.mark.parametrize("preset", ["wsop", "declare", "no_qualifier", "any"])
@pytest.mark.parametrize("number", range(12))
def test_hands_of_every_preset_are_written_and_replay_the_same(preset: str, number: int) -> None:
    """Burns, other lows and declarations: PHH has no word for them, fields of our own do."""
    chosen = {"any": "eight_or_better"}.get(preset, preset)
    hand = finished(number, preset=chosen, **({"low": "any"} if preset == "any" else {}))
    text = dumps(hand, seed=False)
    (history,) = loads(text)
    again = history.replay()
    assert (again.events, again.payoffs, again.rules) == (hand.events, hand.payoffs, hand.rules)
    table = tomllib.loads(text)
    assert table["variant"] == ("F7S/8" if preset == "wsop" else "_F7S/HL")
    assert table["_stud8_rules"]["burn"] is hand.rules.burn
    assert ("_stud8_declared" in table) == any(event.kind == "declare" for event in hand.events)
    # What was read from a file can be written again, by hand or as it is.
    assert dumps(again) == dumps(history) == text


def test_a_history_of_a_room_that_burns_is_written_again_under_its_rules() -> None:
    (history,) = loads(HAND)
    hand = history.replay(Rules.wsop(ante=1, bring_in=2, small_bet=4))
    assert hand.rules.burn
    assert loads(dumps(hand))[0].replay() == hand


def test_a_hand_is_written_while_some_have_declared_and_some_have_not() -> None:
    hand = Hand(Rules.declare(), [5000] * 3, seed=4)
    while hand.stage != "declaring":
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    steps: list[tuple[Any, str]] = [
        ("declare_both", "['both', '', '']"),
        ("declare_low", "['both', 'low', '']"),
    ]
    for kind, declared in steps:
        hand.play(kind)
        text = dumps(hand)
        assert f"_stud8_declared = {declared}" in text
        again = loads(text)[0].replay()
        assert (again.actor, again.events) == (hand.actor, hand.events)


def test_the_variant_says_whether_the_low_may_be_another() -> None:
    rules = "_stud8_rules = {low = 'any'}"
    assert '"_F7S/HL" leaves it open' in refusal("history_syntax", lambda: loads(HAND + rules))
    own = replaced("F7S/8", "_F7S/HL")
    assert "needs _stud8_rules with low" in refusal("history_syntax", lambda: loads(own))
    assert loads(own + rules)[0].replay().rules.low == "any"


def test_the_word_of_older_files_for_showing_in_any_order_is_read() -> None:
    (old,) = loads(HAND + "_stud8_rules = {permissive = true}")
    (new,) = loads(HAND + "_stud8_rules = {show_in_turn = false}")
    assert old == new
    assert "permissive" not in str(old)
    assert old.replay().to_dict() == new.replay().to_dict()


# What the record doesn't know


def test_unknown_stacks_are_followed_where_nobody_is_all_in() -> None:
    (history,) = loads(replaced("[50, 60]", "[inf, 60]"))
    assert history.starting_stacks == {1: None, 2: 60}
    assert history.replay().payoffs == {1: -3, 2: 3}
    assert "starting_stacks = [inf, 60]" in str(history)
    assert loads(str(history)) == [history]
    for text in (replaced("[50, 60]", "[inf, inf]"), HAND + "finishing_stacks = [inf, 63]"):
        (history,) = loads(text)
        assert history.replay().payoffs == {1: -3, 2: 3}
    assert history.finishing_stacks == {1: None, 2: 63}


def test_a_wager_that_only_an_all_in_explains_names_the_unknown_stack() -> None:
    (history,) = loads(replaced("[50, 60]", "[inf, 60]").replace("'p1 f'", "'p1 cbr 6'"))
    message = refusal("history_step", history.replay)
    assert "p1 may fold, call to 4 or raise to 8 (p1 f, p1 cc or p1 cbr 8)" in message
    assert "the stack of p1 isn't known" in message


def test_antes_written_as_they_were_paid_are_one_ante() -> None:
    text = "antes = [5, 5, 3]\nbring_in = 6\nsmall_bet = 10\nbig_bet = 20\nstarting_stacks = [50, 60, 3]\n"
    (history,) = loads(f"variant = 'F7S/8'\n{text}actions = []")
    assert history.stakes["ante"] == 5
    assert history.replay().contributions == {1: 5, 2: 5, 3: 3}


# Seeds


def test_a_seed_is_left_out_on_demand(tmp_path: Path) -> None:
    """Every other hand of a seed follows from it."""
    hand = finished(1)
    assert "_stud8_seed = 1\n_stud8_number = 1\n" in dumps(hand)
    text = dumps(hand, seed=False)
    assert "seed" not in text
    assert "_stud8_number" not in text
    assert loads(text)[0].replay().events == hand.events
    (history,) = loads(dumps(hand))
    assert history.fields == {"_stud8_seed": 1, "_stud8_number": 1}
    assert history.without_seed().fields == {}
    assert dumps(history, seed=False) == str(history.without_seed()) == text
    assert History.from_hand(hand, seed=False) == history.without_seed()
    dump([hand, history], tmp_path / "two.phhs", seed=False)
    assert "_stud8_seed" not in (tmp_path / "two.phhs").read_text(encoding="utf-8")


# Notations, long files, Ctrl-C


def test_the_notation_may_be_named_and_is_found_otherwise(tmp_path: Path) -> None:
    for name in ("hand.phh", "hand.txt", "hand"):
        (tmp_path / name).write_text(HAND, encoding="utf-8")
        assert load(tmp_path / name) == load(tmp_path / name, format="phh") == loads(HAND, format="phh")
    (history,) = loads(HAND)
    assert history.format == "phh"
    assert History.parse(HAND, format="phh") == history
    assert dumps(history, format="phh") == str(history)
    for action in (
        lambda: loads(HAND, format="pokerstars"),
        lambda: load(tmp_path / "hand", format="pokerstars"),
        lambda: dumps(history, format="pokerstars"),
        lambda: dump(history, tmp_path / "no", format="pokerstars"),
    ):
        message = refusal("history_unsupported", action)
        assert "pokerstars" in message
        assert "phh" in message
    assert not (tmp_path / "no").exists()


def test_a_file_may_have_any_length(tmp_path: Path) -> None:
    """The limit is one of a hand: 64 MiB of a text used to be the most."""
    path = tmp_path / "long.phhs"
    remark = f"# {'x' * 98}\n" * 10_000
    with path.open("w", encoding="utf-8") as file:
        for number in range(70):
            file.write(f"[{number}]\n{HAND}{remark}")
    assert path.stat().st_size > 1 << 26
    assert [history.name for history in load(path)] == [str(number) for number in range(70)]
    assert "1 MiB" in refusal("history_syntax", lambda: loads(f"[7]\n{HAND}{remark}{remark}"))


def test_more_tokens_than_a_hand_may_have_are_read_in_many_hands() -> None:
    many = f"_a = [{'1,' * 70_000}]\n"
    text = "".join(f"[{number}]\n{HAND}{many}" for number in range(3))
    assert len(loads(text)) == 3
    assert "tokens" in refusal("history_syntax", lambda: loads(HAND + many + many.replace("_a", "_b")))


def test_a_broken_hand_of_many_is_named_with_its_line(tmp_path: Path) -> None:
    """Also in the third piece of a file that is read in pieces."""
    path = tmp_path / "many.phhs"
    good = "".join(f"[{number}]\n{HAND}\n" for number in range(1000))
    line = good.count("\n") + 1
    for broken, words in [
        (HAND.replace("'p1 f'", "'p1 jump'"), f'hand "bad": action 5, "p1 jump" (line {line + 7}): '),
        (HAND.replace("F7S/8", "FR"), f'hand "bad", line {line + 1}: variant "FR" (razz)'),
        (HAND.replace("[50, 60]", "[50"), f'hand "bad": not TOML in line {line + 7}'),
        (HAND.replace("bring_in = 2\n", ""), f'hand "bad", line {line}: bring_in is missing'),
    ]:
        path.write_text(f"{good}[bad]\n{broken}\n{good.replace('[', '[x', 1)}", encoding="utf-8")
        kind = "history_unsupported" if "FR" in broken else "history_syntax"
        assert refusal(kind, load, path).startswith(words)
    (*_, last) = loads(f"{good}[bad]\n{HAND.replace('p1 f', 'p2 f')}")
    assert refusal("history_step", last.replay).startswith(f'action 5, "p2 f" (line {line + 7}): ')


class Endless:
    """A file of hands without end; Ctrl-C comes with its third piece."""

    def __init__(self) -> None:
        self.read_since = 0
        self.pieces = 0

    def read(self, size: int) -> bytes:
        """The next hands."""
        assert size >= 1 << 10
        self.pieces += 1
        if self.pieces == 3:
            signal.raise_signal(signal.SIGINT)
        self.read_since += self.pieces > 3
        return f"[{self.pieces}]\n{HAND}".encode()


def test_ctrl_c_is_heard_between_two_pieces_of_a_file() -> None:
    file: Any = Endless()
    with pytest.raises(KeyboardInterrupt):
        History._read_file(file, "endless.phhs")
    assert file.read_since == 0


def test_ctrl_c_is_heard_while_a_text_is_read() -> None:
    """Before the end of the text, where a broken hand waits."""
    text = "".join(f"[{number}]\n{HAND}\n" for number in range(40_000)) + "x"
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            loads(text)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not isinstance(caught.value.__context__, stud8.StudError)


# Other games


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("FT", "Texas"),
        ("NT", "Texas"),
        ("NS", "short-deck"),
        ("PO", "Omaha"),
        ("FO/8", "Omaha"),
        ("F7S", "high only"),
        ("FR", "razz"),
        ("N2L1D", "deuce-to-seven"),
        ("F2L3D", "deuce-to-seven"),
        ("FB", "badugi"),
        ("F7S/9", "F7S/9"),
        ("", ""),
        ("x" * 10_000, "xxx"),
    ],
    ids=lambda text: text[:10],
)
def test_other_games_are_refused_by_name(code: str, name: str) -> None:
    message = refusal("history_unsupported", lambda: loads(replaced("F7S/8", code)))
    assert name in message
    assert "F7S/8" in message


def test_the_wrong_hand_of_many_is_named() -> None:
    text = f"[7]\n{HAND}\n[8]\n{HAND.replace('F7S/8', 'FR')}"
    message = refusal("history_unsupported", lambda: loads(text))
    assert '"8"' in message
    assert "razz" in message


# Bad input

DEEP = 100_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("not toml at all", "line 1", id="no TOML"),
        pytest.param("{}", "line 1", id="JSON"),
        pytest.param(HAND + "x = ", "line 8", id="no value"),
        pytest.param(HAND + "bring_in = 2", "line 8", id="a key twice"),
        pytest.param("\0", "TOML", id="a null byte"),
        pytest.param(b"\xff\xfe", "UTF-8", id="UTF-16"),
        pytest.param(HAND.encode() + b"\n# \xe9", "UTF-8", id="Latin-1"),
        pytest.param("#" * (1 << 27), "1 MiB", id="huge"),
        pytest.param(b"#" * (1 << 27), "1 MiB", id="huge bytes"),
        pytest.param("a = " + "[" * DEEP, "deep", id="deep and open"),
        pytest.param("a = " + "[" * DEEP + "]" * DEEP, "deep", id="deep"),
        pytest.param("a = " + "{a = " * DEEP, "deep", id="deep tables"),
        pytest.param("a" + ".a" * DEEP + " = 1", "deep", id="a deep key"),
        pytest.param("[" + "a." * DEEP + "a]", "deep", id="a deep table"),
        pytest.param("a = 1", "variant is missing", id="no hand"),
        pytest.param(HAND[:40], "line", id="truncated"),
        pytest.param(HAND[:-30], "line 7", id="truncated actions"),
        pytest.param(HAND[: HAND.index("actions")], "actions is missing", id="no actions"),
        pytest.param(replaced("'F7S/8'", "8"), "variant", id="variant no text"),
        pytest.param(replaced("[1, 1]", "1"), "antes", id="antes no array"),
        pytest.param(replaced("bring_in = 2\n", ""), "bring_in is missing", id="no bring-in"),
        pytest.param(replaced("bring_in = 2", "bring_in = 'two'"), "bring_in", id="bring-in a text"),
        pytest.param(replaced("[50, 60]", "[50]"), "starting_stacks", id="a stack too few"),
        pytest.param(replaced("[50, 60]", "[50, 0]"), "p2", id="no stack"),
        pytest.param(replaced("[50, 60]", "[50, -60]"), "negative", id="negative"),
        pytest.param(replaced("[50, 60]", "[50, 0.5]"), "decimals=1", id="decimals"),
        pytest.param(replaced("[50, 60]", "[50, nan]"), "nan", id="nan"),
        pytest.param(replaced("[50, 60]", f"[50, {10**30}]"), "more than", id="too many chips"),
        pytest.param(replaced("[50, 60]", f"[50, {'9' * 10_000}]"), "more than", id="very many chips"),
        pytest.param(replaced("[50, 60]", "[50, 1e999999999]"), "more than", id="a large exponent"),
        pytest.param(replaced("'p1 f'", "'p1 jump'"), 'action 5, "p1 jump" (line 7)', id="unknown action"),
        pytest.param(replaced("'p1 f'", "'p3 f'"), "p1 to p2", id="unknown player"),
        pytest.param(replaced("'p1 f'", "'p1 cbr'"), "total", id="no total"),
        pytest.param(replaced("'p1 f'", "'p1 cbr much'"), "much", id="no amount"),
        pytest.param(replaced("'p1 f'", "'p1 f now'"), "too many words", id="too many words"),
        pytest.param(replaced("'p1 f'", "'d dh p1 Zz'"), "Zz", id="no card"),
        pytest.param(replaced("'p1 f'", "5"), "strings", id="action no text"),
        pytest.param(replaced("'p1 f'", f"'{'x' * DEEP}'"), "action 5", id="a long action"),
        pytest.param(HAND + "_stud8_rules = {raises = 'many'}", "raises", id="our rules"),
        pytest.param(HAND + "_stud8_rules = {x = 1}", '"x"', id="our rules, no setting"),
    ],
)
def test_what_cannot_be_read_is_a_syntax_error(text: str | bytes, words: str) -> None:
    assert words in refusal("history_syntax", lambda: loads(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (replaced("[1, 1]", "[1, 2]"), "the same ante"),
        (replaced("[1, 1]", "[1]"), "two to eight"),
        (replaced("[1, 1]", "[1, 1, 1, 1, 1, 1, 1, 1, 1]"), "two to eight"),
        (replaced("bring_in", "min_bet = 1\nbring_in"), "min_bet"),
        (replaced("bring_in", "blinds_or_straddles = [1, 2]\nbring_in"), "blinds_or_straddles"),
    ],
)
def test_what_is_another_game_is_unsupported(text: str, words: str) -> None:
    assert words in refusal("history_unsupported", lambda: loads(text))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("'p1 f'", "'p2 f'", "not p2's turn"),
        ("'p1 f'", "'p1 cbr 9'", "cbr 8"),
        ("'p1 f'", "'p1 pb'", "cbr 8"),
        ("'p1 pb', ", "", "p1"),
        ("AcAd2h", "AcAc2h", "Ac"),
        ("KcKdKh", "KcKdAc", "Ac"),
        ("AcAd2h", "AcAd", "third street"),
        ("AcAd2h", "AcAd2h3h", "third street"),
        ("'p1 f'", "'p1 f', 'p1 f'", "over"),
        ("'p1 f'", "'d dh p1 3c'", "no card is awaited"),
        ("'p1 f'", "'d db 3c'", "no card is awaited"),
    ],
)
def test_what_could_not_have_happened_is_named_with_its_number(old: str, new: str, words: str) -> None:
    (history,) = loads(replaced(old, new))
    message = refusal("history_step", history.replay)
    assert message.startswith("action ")
    assert words in message


def test_stakes_that_cannot_be_are_unsupported() -> None:
    (history,) = loads(replaced("small_bet = 4", "small_bet = 1"))
    assert "small_bet" in refusal("history_unsupported", history.replay)


def test_a_text_that_is_no_unicode_is_a_syntax_error() -> None:
    """A lone surrogate: the error of a history, not that of a codec."""
    refusal("history_syntax", lambda: loads("\ud800"))
    refusal("history_syntax", lambda: loads(HAND + "# \udcff"))


@pytest.mark.parametrize("value", [None, 5, 1.5, ["x"], bytearray(b"x")], ids=type)
def test_what_is_no_text_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError, match="a text or from bytes"):
        loads(value)


@pytest.mark.parametrize("value", [None, 5, "text", [5], ["text"]], ids=str)
def test_what_is_no_hand_is_a_type_error_that_says_what_is(value: Any) -> None:
    with pytest.raises(TypeError, match="Hand"):
        dumps(value)


@pytest.mark.parametrize("decimals", [-1, 300, 2**70])
def test_decimals_out_of_range_are_named(decimals: int) -> None:
    """Not "out of range integral type conversion attempted"."""
    for action in (lambda: loads(HAND, decimals=decimals), lambda: dumps(finished(1), decimals=decimals)):
        with pytest.raises(ValueError, match="decimals"):
            action()


@pytest.mark.parametrize("number", range(30))
def test_a_broken_file_never_does_worse_than_a_stud_error(number: int) -> None:
    """Cut, doubled and exchanged bytes: every text is read, refused, or refused when it is replayed."""
    random = Random(number)
    good = dumps(finished(number)).encode()
    messages = []
    for _ in range(40):
        text = bytearray(good)
        for _ in range(random.randint(1, 4)):
            at = random.randrange(len(text))
            how = random.randrange(4)
            if how == 0:
                text[at] = random.randrange(256)
            elif how == 1:
                del text[at : at + random.randrange(30)]
            elif how == 2:
                text[at:at] = text[at : at + random.randrange(30)]
            else:
                text[at:at] = random.choice((b"-", b"9", b"'", b"[", b"\n", b"??", b"p1 ", b"0."))
            if not text:
                break
        try:
            for history in loads(bytes(text)):
                assert loads(str(history)) == [history]
                history.replay()
        except (stud8.HistorySyntaxError, stud8.HistoryUnsupportedError, stud8.HistoryStepError) as error:
            messages.append(str(error))
    assert max(map(len, messages)) < 1000
