"""`stud8 replay`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from commands import refused
from stud8 import Hand, Rules, dump, dumps

if TYPE_CHECKING:
    from pathlib import Path


def test_replay_draws_the_end(run: Any, folder: Path) -> None:
    for name in ("hand.phh", "hand.json"):
        done = run("replay", folder / name)
        assert (done.code, done.error) == (0, "")
    (history,) = stud8.load(folder / "hand.phh")
    assert str(history.replay()) in run("replay", folder / "hand.phh").out


def test_replay_step_by_step_draws_the_hand_after_each_action(run: Any, folder: Path) -> None:
    for name in ("hand.json", "by_hand.json"):
        record = json.loads((folder / name).read_text(encoding="utf-8"))
        frames = run("replay", folder / name, "--step").out
        assert frames.count(" street · pot ") == len(record["actions"]) + 1
        assert frames.rstrip().endswith(str(Hand.from_dict(record)).rstrip())
        if name == "hand.json":
            hand = Hand.from_dict({**record, "actions": []})
            for action in record["actions"]:
                assert str(hand) in frames
                hand.play(action)


def test_replay_shows_what_a_seat_sees_and_what_was_done(run: Any, folder: Path) -> None:
    done = run("replay", folder / "hand.json", "--step", "--seat", "1")
    assert done.code == 0
    assert "\n\nseat 1: bring_in 50\n\n" in done.out
    assert " 1*" in done.out
    refused(run("replay", folder / "hand.json", "--seat", "8"), "seat 8")


def test_replay_of_several_hands_numbers_them(run: Any, folder: Path) -> None:
    out = run("replay", folder / "hands.phhs").out
    assert [line for line in out.splitlines() if line.startswith("hand ")] == ["hand 1 of 2", "hand 2 of 2"]


def test_replay_as_json_is_a_record_or_a_list_of_them(run: Any, folder: Path) -> None:
    record = json.loads(run("replay", folder / "hand.phh", "--json").out)
    (history,) = stud8.load(folder / "hand.phh")
    assert Hand.from_dict(record) == history.replay()
    many = json.loads(run("replay", folder / "hands.phhs", "--json").out)
    assert many == [record, record]


def test_replay_under_a_rule_book(run: Any, folder: Path) -> None:
    path = folder / "hand.phh"
    assert run("replay", path, "--rules", "full_tilt", "--json").code == 0
    record = json.loads(run("replay", path, "--rules", "swedish", "--set", "odd_chip=position", "--json").out)
    assert record["rules"]["odd_chip"] == "position"
    assert record["rules"]["ante"] == 40
    refused(run("replay", path, "--rules", "declare"), "declare")
    refused(run("replay", path, "--rules", "full_tilt", "--set", "ante=3"), "ante=3")
    refused(run("replay", path, "--set", "burn=true"), "--rules")


def test_replay_with_decimals(run: Any, folder: Path) -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, seed=3)
    dump(hand, folder / "cents.phh", decimals=2)
    refused(run("replay", folder / "cents.phh"), "decimals=")
    record = json.loads(run("replay", folder / "cents.phh", "--decimals", "2", "--json").out)
    assert record["stacks"] == {"1": 2000, "2": 2000}


def test_a_rule_book_for_a_record_that_has_its_own_is_refused(run: Any, folder: Path) -> None:
    """A JSON record says its rules and whole amounts; an option that does nothing is a trap."""
    refused(run("replay", folder / "hand.json", "--rules", "wsop"), "--rules")
    refused(run("replay", folder / "hand.json", "--decimals", "2"), "--decimals")


BROKEN: dict[str, bytes] = {
    "nothing.json": b"",
    "open.json": b"{",
    "list.json": b"[1]",
    "number.json": b"5",
    "nan.json": b"NaN",
    "null.json": b"null",
    "bytes.json": b"\xff\xfe\x00",
    "deep.json": b"[" * 1_000_000,
    "digits.json": b'{"format": ' + b"9" * 5000 + b"}",
    "other.json": b'{"format": "stud8-view", "version": 1}',
    "hand.json": b'{"format": "stud8-hand", "version": 1}',
    "newer.json": b'{"format": "stud8-hand", "version": 2}',
    "difference.json": b'{"format": "stud8-difference", "version": 1}',
    "difference-parts.json": b'{"format": "stud8-difference", "version": 1, "case": {}, "hand": {}}',
    "difference-case.json": b'{"format": "stud8-difference", "version": 1, "case": 5, "hand": {}}',
    "difference-new.json": b'{"format": "stud8-difference", "version": 9, "case": {}, "hand": {}}',
    "bad.phh": b"zonk",
    "bytes.phh": b"\xff\xfe",
    "razz.phh": b"variant = 'FR'",
    "short.phh": b"variant = 'F7S/8'",
    "empty.phh": b"",
    "comment.phhs": b"# no hand\n",
}


@pytest.mark.parametrize("name", BROKEN)
def test_replay_of_what_is_no_hand(run: Any, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(BROKEN[name])
    refused(run("replay", tmp_path / name))


def test_replay_of_what_is_no_file(run: Any, tmp_path: Path) -> None:
    refused(run("replay", tmp_path / "no.phh"), "No such file")
    refused(run("replay", tmp_path / "no.json"), "No such file")
    refused(run("replay", tmp_path))


def test_replay_of_a_hand_that_could_not_have_happened(run: Any, folder: Path) -> None:
    text = dumps(Hand(Rules.full_tilt(), [2000] * 2, seed=3)).replace("\n]", "\n  'p1 cc',\n]")
    (folder / "wrong.phh").write_text(text, encoding="utf-8")
    refused(run("replay", folder / "wrong.phh"), "action 3")
