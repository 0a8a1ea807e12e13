"""Equities of hands that are being played, and of what their seats see."""

from __future__ import annotations

from typing import Any

import pytest
from native import refusal
from spots import equity, next_card
from stud8 import Hand, Rules


def test_a_hand_knows_all_its_cards() -> None:
    hand = Hand(Rules.full_tilt(), [20000] * 3, seed=7)
    hand.play("bring_in")
    hand.play("fold")
    (folded,) = set(hand.seats) - set(hand.seats_in)
    found = hand.equity()
    cards = {seat: [*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats}
    assert found.exact
    assert [player.player for player in found.players] == list(hand.seats_in)
    expected = equity([cards[seat] for seat in hand.seats_in], dead=cards[folded])
    assert [p.share for p in found.players] == [p.share for p in expected.players]
    assert found == equity(hand) == hand.copy().equity(method="exact")
    assert {player for high, low in found.outcomes for player in (*high, *low)} == set(hand.seats_in)
    assert str(found).splitlines()[2].startswith("seat")


def test_a_view_knows_what_its_seat_sees() -> None:
    hand = Hand(Rules.full_tilt(), [20000] * 3, seed=7)
    hand.play("bring_in")
    hand.play("fold")
    viewer, other = hand.seats_in
    (folded,) = set(hand.seats) - set(hand.seats_in)
    found = hand.view(viewer).equity(trials=20_000, seed=5)
    expected = equity(
        [[*hand.down_cards[viewer], *hand.up_cards[viewer]], [None, None, *hand.up_cards[other]]],
        dead=[*hand.up_cards[folded], None, None],
        trials=20_000,
        seed=5,
    )
    assert [p.share for p in found.players] == [p.share for p in expected.players]
    assert found.players[0].hand.count("?") == 0
    assert found.players[1].hand.startswith("?? ??")
    rail = hand.view(None).equity(trials=1000, seed=5)
    assert all(player.hand.startswith("?? ??") for player in rail.players)


def played(rules: Rules, stop: int, folds: dict[int, int] | None = None) -> Any:
    """Eight players who check and call until a street, some of whom fold on streets before."""
    hand: Any = Hand(rules, [20000] * 8, deck=[*range(52)])
    while hand.street < stop and hand.actor is not None:
        if (folds or {}).get(hand.actor) == hand.street and "fold" in hand.legal_actions:
            hand.play("fold")
            continue
        call = next((kind for kind in ("check", "call", "bring_in") if kind in hand.legal_actions), "call")
        hand.play(call)
    return hand


@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize("street", [3, 5, 6, 7])
def test_eight_players_share_their_seventh_card(street: int, *, burn: bool) -> None:
    hand = played(Rules.full_tilt(burn=burn), street)
    hands = [[*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats]
    common = hand.common_card if street == 7 else "??"
    assert (hand.common_card is None) == (street < 7)
    found = hand.equity(trials=2000, seed=3)
    expected = equity(hands, common=common, trials=2000, seed=3)
    assert [p.share for p in found.players] == [p.share for p in expected.players]


@pytest.mark.parametrize("street", [4, 5, 6])
@pytest.mark.parametrize("burn", [False, True])
@pytest.mark.parametrize("leavers", [0, 1, 2, 3])
def test_the_common_card_is_foreseen(street: int, leavers: int, *, burn: bool) -> None:
    """What is told on a street before is what happens on seventh street if nobody folds any more."""
    folds = {8 - n: street - 1 for n in range(leavers)}
    rules = Rules.full_tilt(burn=burn, fold_unfaced=True)
    hand = played(rules, street, folds)
    seen = hand.equity(trials=500, seed=3)
    foreseen = [
        [
            p.share
            for p in equity(
                [[*hand.down_cards[seat], *hand.up_cards[seat]] for seat in hand.seats_in],
                dead=[
                    c
                    for seat in hand.seats
                    if seat not in hand.seats_in
                    for c in (*hand.down_cards[seat], *hand.up_cards[seat])
                ],
                common=common,
                trials=500,
                seed=3,
                **extra,
            ).players
        ]
        for common, extra in (("??", {}), (None, {}))
    ]
    last = hand.copy()
    while last.street < 7 and last.actor is not None:
        last.play(next(kind for kind in ("check", "call", "bring_in") if kind in last.legal_actions))
    expected = foreseen[0] if last.common_card is not None else foreseen[1]
    assert [p.share for p in seen.players] == expected


def test_a_hand_by_hand_in_the_middle_of_a_street() -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, dealt_by_hand=True)
    for card in ("As", None, "Kd", "Ks"):
        hand.deal(card)
    found = hand.equity(trials=1000, seed=1)
    assert sorted(player.hand.count("?") // 2 for player in found.players) == [0, 1]


def test_cards_speak_with_declarations() -> None:
    hand = Hand(Rules.declare(), [2000] * 2, seed=3)
    assert hand.equity(method="sample", trials=100, seed=1).low == "any"


def test_hands_without_an_equity() -> None:
    hand = Hand(Rules.full_tilt(), [2000] * 2, seed=7)
    with pytest.raises(TypeError, match="dead= is what the hand says itself"):
        equity(hand, dead="As")
    with pytest.raises(TypeError, match="low= is what the hand says itself"):
        equity(hand.view(1), low="any")
    hand.play("bring_in")
    hand.play("fold")
    for over in (hand, hand.view(1), hand.view(None)):
        assert "the hand is over" in refusal("impossible_deal", over.equity)
        refusal("impossible_deal", next_card, over, 1)
