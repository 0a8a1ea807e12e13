"""`stud8 start`."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from commands import refused

if TYPE_CHECKING:
    from pathlib import Path


def test_start_prints_a_hand_or_all(run: Any) -> None:
    lines = run("start", "As Ah 5h").out.splitlines()
    assert lines[1].split()[:6] == ["14", "Ac", "Ad", "5c", "12", "0.746964"]
    assert [line.split()[0] for line in lines[-6:]] == list("234567")
    assert run("start", "As", "Ah", "5h").out.splitlines() == lines
    lines = run("start").out.splitlines()
    assert len(lines) == 1756
    assert lines[1].split()[:4] == ["1", "Ac", "Ad", "Ah"]


def test_start_as_json(run: Any) -> None:
    record = json.loads(run("start", "As Ah 5h", "--json").out)
    hand = stud8.starting_hand("As Ah 5h")
    assert (record["hand"], record["share"]) == ("Ac Ad 5c", str(hand.share))
    assert record["against"]["3"]["share"] == hand.against(3).share
    records = json.loads(run("start", "--json").out)
    assert (len(records), records[13]) == (1755, record)


def test_start_against_a_door_card(run: Any) -> None:
    record = json.loads(run("start", "As Ac 2d", "--door", "Ks", "--json").out)
    assert record["exact"]
    assert [player["hand"] for player in record["players"]] == ["As Ac 2d", "Ks"]


def test_start_makes_its_table_again(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole takes long: what is checked here is that it is called and written."""
    made = SimpleNamespace(recompute=lambda **how: f"{how}\n")
    monkeypatch.setattr(stud8, "StartingHand", made)
    path = tmp_path / "table.csv"
    assert run("start", "--recompute", path).code == 0
    assert path.read_text(encoding="utf-8") == "{'multiway': False, 'progress': True}\n"
    assert run("start", "--recompute", path, "--multiway").code == 0
    assert "True, 'progress'" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As Ac"], "three cards"),
        (["As As 2d"], "As comes twice"),
        (["--door", "Ks"], "--door goes with a hand"),
        (["As Ac 2d", "--door", "As"], "As"),
        (["As Ac 2d", "--door", "Zz"], "Zz"),
        (["--multiway"], "--recompute"),
        (["As Ac 2d", "--recompute", "x"], "leave out the hand"),
        (["--recompute", "no/such/folder/x"], "no/such/folder"),
    ],
    ids=" ".join,
)
def test_start_refuses_what_cannot_be(
    run: Any, arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stud8, "StartingHand", SimpleNamespace(recompute=lambda **_: ""))
    refused(run("start", *arguments), words)
