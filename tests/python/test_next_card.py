"""Equities after each card that may come next."""

from __future__ import annotations

import json

import pytest
from native import refusal
from spots import FIFTH, MORE, RIVER, equity, next_card
from stud8 import CardSet, Hand, NextCards, Rules


def test_the_next_card_from_one_sweep() -> None:
    found = next_card(FIFTH, 0, dead="5c")
    assert isinstance(found, NextCards)
    assert found.exact
    assert found.now.outcomes == equity(FIFTH, dead="5c").outcomes
    assert found.cards == tuple(sorted(CardSet.FULL - CardSet(" ".join(FIFTH)) - "5c"))
    for card in found.cards[::7]:
        after = equity([f"{FIFTH[0]} {card}", FIFTH[1]], dead="5c")
        assert found.equities[card].players[0].share == found.shares[card] == after.players[0].share
        assert found.changes[card] == after.players[0].share - found.now.players[0].share
    assert sum(found.shares.values()) / len(found.cards) == found.now.players[0].share
    assert {*found.helps, *found.hurts} == {(c, d) for c, d in found.changes.items() if d}
    assert [change for _, change in found.helps] == sorted(
        (d for d in found.changes.values() if d > 0), reverse=True
    )
    assert [change for _, change in found.hurts] == sorted(d for d in found.changes.values() if d < 0)


def test_the_next_card_of_each_player_in_every_way() -> None:
    for hands, player in (
        (MORE, 2),
        (FIFTH, 1),
        (["A? 2d 3h 4s 8c", FIFTH[1]], 0),
        (["Ac 2d 3h 4s 8c ??", FIFTH[1]], 0),
    ):
        found = next_card(
            hands,
            player,
            method="exact" if len(hands) == 2 else "auto",
            **({} if len(hands) == 2 else {"trials": 100, "seed": 2}),
        )
        assert found.player == player
        assert len(found.cards) > 30
    six = [hand[:17] for hand in RIVER]
    assert len(next_card(six, 1, common="??").cards) == 40
    sample = next_card(MORE, 0, method="sample", trials=2000, seed=1)
    assert not sample.exact
    assert sample.now.seed == 1
    assert all(type(share) is float for share in sample.shares.values())
    assert sample == next_card(MORE, 0, method="sample", trials=2000, seed=1, threads=2)


def test_next_cards_show_themselves() -> None:
    found = next_card(FIFTH, 0)
    lines = str(found).splitlines()
    assert lines[0].startswith("player 0, Ac 2d 3h 4s 8c: 0.6182 now")
    assert lines[2].split() == ["s", "h", "d", "c"]
    assert [line[0] for line in lines[3:]] == list("AKQJT98765432")
    assert found._repr_html_().count("<tr>") == 14
    again = NextCards.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again == found
    assert hash(again) == hash(found)


def test_the_next_card_of_a_seat() -> None:
    hand = Hand(Rules.full_tilt(), {2: 2000, 7: 2000}, seed=7)
    found = next_card(hand, 7)
    assert found.player == 7
    assert found.exact
    assert str(found).startswith("seat 7, ")
    with pytest.raises(ValueError, match="player=1 is nobody: the seats that are in are 2, 7"):
        next_card(hand, 1)


def test_no_next_card() -> None:
    assert "all seven are there" in refusal("invalid_card", next_card, ["As 2s 3s 4s 5s 6s 7s", "Kd"], 0)
    for player in (2, -1, "x", 0.0, True):
        with pytest.raises(ValueError, match="is nobody: the players are 0, 1"):
            next_card(["As", "Kd"], player)
