"""Starting hands: the table of them all, one of them, and against a door card."""

from __future__ import annotations

import json
import signal
import threading
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb

import pytest
from native import native, refusal
from spots import equity
from stud8 import Card, CardSet, Equity, MultiwayEquity, StartingHand, starting_hand, starting_hands


def test_all_starting_hands() -> None:
    hands = starting_hands()
    assert len(hands) == 1755
    assert [hand.rank for hand in hands] == [*range(1, 1756)]
    assert sum(hand.versions for hand in hands) == 22_100
    assert sum(hand.versions * hand.share for hand in hands) / 22_100 == Fraction(1, 2)
    assert all(first.share >= second.share for first, second in pairwise(hands))
    rolled = [hand.hand[0] for hand in hands if len({card.rank for card in hand.cards}) == 1]
    assert "".join(rolled) == "A8765432KQJT9"


def test_one_starting_hand() -> None:
    aces = starting_hand("As Ad Ah")
    assert isinstance(aces, StartingHand)
    assert aces.joint[0] == (346326488263, 216941406, 1181840954526, 7437535114832)
    assert f"{float(aces.share):.9f}" == "0.873159286"
    assert aces.high_win + aces.high_tie < 1
    assert aces.low_win > aces.low_tie > 0
    assert aces.scoop * 9_614_852_367_120 == 346326488263 + 7437535114832
    for version in ("Ah 5h As", "Ac Ad 5d", CardSet("As Ah 5s"), [Card("As"), Card("Ad"), Card("5s")]):
        found = starting_hand(version)
        assert found == starting_hand("Ac Ad 5c")
        assert hash(found) == hash(starting_hand("Ac Ad 5c"))
    assert starting_hand("Ac Ad 5h") != found
    assert starting_hand(found) == found
    against = found.against(7)
    assert isinstance(against, MultiwayEquity)
    assert 0 < against.scoop < against.share < found.share
    assert json.loads(json.dumps(found.to_dict()))["share"] == str(found.share)


def test_starting_hands_answer_at_once() -> None:
    for cards, share in (("As Ad Ah", starting_hand("As Ad Ah").share), ("", Fraction(1, 2))):
        found = equity([cards, ""], method="exact")
        assert found.exact
        assert found.players[0].share == share
        assert equity(["??", cards]).players[1].share == share
    rest = CardSet.FULL - CardSet("As Kd")
    mean = sum(starting_hand(CardSet("As Kd") | [card]).share for card in rest) / len(rest)
    assert equity(["As Kd", ""]).players[0].share == mean
    rest = CardSet.FULL - "As"
    mean = sum(starting_hand(CardSet(["As", *two])).share for two in combinations(rest, 2)) / 1275
    assert equity(["As", ""]).players[0].share == mean


def test_a_starting_hand_against_a_door_card() -> None:
    found = starting_hand("As Ah 5h", door="8h")
    assert isinstance(found, Equity)
    assert found.exact
    assert found.deals == comb(48, 4) * comb(44, 6)
    assert [player.hand for player in found.players] == ["As Ah 5h", "8h"]
    assert found.players[0].share > Fraction(7, 10)


@pytest.mark.parametrize("cards", ["", "As Ad", "As Ad Ah Ac"])
def test_no_starting_hand(cards: str) -> None:
    refusal("invalid_card", starting_hand, cards)
    with pytest.raises(TypeError):
        native.starting_hand("As Ad Ah", threads=2)
    for opponents in (1, 8, -1, "x"):
        with pytest.raises(ValueError, match="opponents="):
            native.starting_hand("As Ad Ah").against(opponents)


def test_ctrl_c_ends_the_making_of_the_table() -> None:
    for multiway in (False, True):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            StartingHand.recompute(multiway=multiway)
        timer.join()
