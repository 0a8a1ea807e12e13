"""PokerKit 0.7.7 as a second opinion [figures].

Random hands are compared after every step; a pinned hand shows each difference, so that an excuse
that is no longer needed fails.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pokerkit", reason="pokerkit isn't installed: pip install stud8[test]")

from functools import partial
from typing import TYPE_CHECKING, Any

import stud8
from pokerkit import FixedLimitSevenCardStudHighLowSplitEightOrBetter, rake
from pokerkit_twin import AUTOMATIONS, DECK, DIFFERENCES, Pair, play_block

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.pokerkit

BLOCKS = 8
HANDS = 300
STAKES: dict[str, Any] = {"ante": 100, "bring_in": 20, "small_bet": 100, "big_bet": 200}


@pytest.mark.parametrize("block", range(BLOCKS))
def test_pokerkit_says_the_same_in_random_hands(block: int) -> None:
    report = play_block(block, HANDS)
    assert report.hands == HANDS
    assert report.plain > HANDS * 2 // 3, report
    assert set(report.excused) <= set(DIFFERENCES)


# A hand for each difference: PokerKit says this, the rule book that


def dealt(*hands: str) -> list[str]:
    """A deck that gives each player these cards if nobody folds; short hands get no further ones named."""
    rows = [hand.split() for hand in hands]
    top = [row[place] for place in range(7) for row in rows if place < len(row)]
    return top + [card for card in DECK if card not in top]


def pair_of(stacks: Sequence[int], deck: list[str], **settings: Any) -> Pair:
    return Pair({**STAKES, **settings}, dict(enumerate(stacks, 1)), deck)


def paid(pair: Pair) -> tuple[list[int], list[int]]:
    """What PokerKit and stud8 give each player, his own chips included, when all are all-in for the ante."""
    assert pair.ours.actor is None
    pair.compare_payoffs()
    start = pair.theirs.starting_stacks
    ours = [stack + won for stack, won in zip(start, pair.ours.payoffs.values(), strict=True)]
    return [stack + won for stack, won in zip(start, pair.theirs.payoffs, strict=True)], ours


def actions(pair: Pair, line: str) -> None:
    for kind in line.split():
        pair.compare()
        pair.play(kind)


def test_after_a_bring_in_all_in_for_less_pokerkit_lets_others_call_that() -> None:
    """The example short-5: all-in for 3 of 5."""
    pair = pair_of([4, 100], dealt("Kc Kd 2c", "Qc Qd Qh"), ante=1, bring_in=5, small_bet=10, big_bet=20)
    actions(pair, "bring_in")
    assert pair.their_legal() == {"fold": 0, "call": 3}  # nobody is left to call a completion
    assert pair.our_legal() == {"fold": 0, "call": 5}
    pair.compare()
    assert "short bring-in" in pair.excused


def test_pokerkit_lets_a_bring_in_player_complete_with_no_more_than_the_bring_in() -> None:
    pair = pair_of([115, 1000], dealt("Kc Kd 2c", "Qc Qd Qh"))
    assert pair.their_legal() == {"bring_in": 15, "wager": 15}
    assert pair.our_legal() == {"bring_in": 15}
    pair.compare()
    assert pair.excused == {"no more than the bring-in"}


def short_all_in(**settings: Any) -> Pair:
    """The example short-3: a completion to 500, then all-in for 600."""
    deck = dealt("Kc Kd 2c", "Qc Qd Qh", "Jc Jd Jh", "Tc Td Th")
    stakes = {"ante": 0, "bring_in": 125, "small_bet": 500, "big_bet": 1000}
    pair = pair_of([9000, 9000, 600, 9000], deck, **stakes, **settings)
    actions(pair, "bring_in wager wager")
    return pair


def test_after_a_short_all_in_pokerkit_raises_by_a_whole_bet() -> None:
    pair = short_all_in()
    assert pair.their_legal() == {"fold": 0, "call": 600, "wager": 1100}
    assert pair.our_legal() == {"fold": 0, "call": 600, "wager": 1000}
    pair.compare()
    assert pair.excused == {"short all-in"}


def test_in_pokerkit_a_short_all_in_uses_up_the_cap() -> None:
    pair = short_all_in(raises=1)
    assert pair.their_legal() == {"fold": 0, "call": 600}
    assert pair.our_legal() == {"fold": 0, "call": 600, "wager": 1000}
    pair.compare()
    assert pair.excused == {"short all-in"}


def test_pokerkit_deals_folded_cards_again_before_it_deals_a_common_card() -> None:
    class Watched(Pair):
        again: set[str]

        def deal_common(self, card: str) -> None:
            self.again = {repr(some) for some in self.theirs.get_dealable_cards(7, warning_status=False)}
            super().deal_common(card)

    pair = Watched(STAKES, dict.fromkeys(range(1, 9), 5000), list(DECK))
    while pair.ours.street < 6:
        actions(pair, pair.compare()[-2])
    actions(pair, "wager fold")
    folded = ({*pair.ours.seats} - {*pair.ours.seats_in}).pop()
    actions(pair, "call " * 6)
    exposed = {str(card) for card in pair.ours.up_cards[folded]}
    assert exposed < pair.again
    assert pair.ours.street == 7
    assert str(pair.ours.common_card) == pair.common not in exposed
    assert pair.excused == {"deck runs short"}


def test_eight_players_to_the_end_get_one_common_card_in_pokerkit_too() -> None:
    pair = Pair(STAKES, dict.fromkeys(range(1, 9), 100), list(DECK))
    assert pair.common == DECK[48] == repr(pair.theirs.board_cards[0][0])
    assert "deck runs short" not in pair.excused


def test_pokerkit_halves_a_side_pot_without_a_low() -> None:
    """Three depths: seat 2 wins the first side pot, seat 3 the second, nobody there has a low."""
    deck = dealt(
        "Ac 2d 3h 4s 8c Qd Jd",
        "Kc Kd Kh 9s 9c Tc Td",
        "Qc Qh Qs 9d 9h 6c 7h",
        "Jc Js Jh Ts Th 7c 6h",
    )
    theirs, ours = paid(pair := pair_of([20, 50, 90, 90], deck))
    # Main 80, first side pot 90, second 80.
    assert theirs == [40, 40 + 45 + 23, 22 + 80, 0]
    assert ours == [40, 40 + 90, 80, 0]
    assert pair.excused == {"low half of a side pot"}


@pytest.mark.parametrize(
    ("odd_chip", "shares"),
    [("suit_of_seven", [10, 11, 11]), ("suit_of_five", [10, 11, 11]), ("position", [11, 11, 10])],
)
def test_pokerkit_gives_all_odd_chips_to_the_lowest_index(odd_chip: str, shares: list[int]) -> None:
    """The example odd-2: 32 for three, no low."""
    deck = dealt(
        "Ac Kd Qh Js Tc 9c 9d",
        "Ad Kh Qs Jc Td 9h 8c",
        "As Kc Qd Jh Ts 8d 8h",
        "2c 2d 3c 3d 4c 7h 7s",
    )
    theirs, ours = paid(pair := pair_of([8, 8, 8, 8], deck, odd_chip=odd_chip))
    assert theirs == [12, 10, 10, 0]
    assert ours == [*shares, 0]
    assert pair.excused == {"odd chips"}


def test_pokerkit_halves_a_pot_that_the_same_players_tie_both_ways() -> None:
    deck = dealt("As 2d 3h 4s 5c Ac 9d", "Ad 2h 3s 4c 5d 9h Tc", "Kc Kd Qh Qs Jc Jd Ts")
    theirs, ours = paid(pair := pair_of([2, 2, 2], deck))
    assert theirs == [4, 2, 0]
    assert ours == [3, 3, 0]
    assert pair.excused == {"same winners"}


def test_pokerkit_merges_pots_when_the_same_players_are_left() -> None:
    """A pot of 5 and one of 3 for the two winners: by position the first gets both odd chips."""
    deck = dealt(
        "Ac Kd Qh Js Tc 9c 9d",
        "Ad Kh Qs Jc Td 9h 9s",
        "2c 2d 3c 3d 4c 7h 7s",
        "2h 2s 3h 3s 4d 7c 7d",
        "8c 8d 6c 6d 5c 5d Th",
    )
    theirs, ours = paid(pair := pair_of([3, 3, 1, 2, 1], deck, odd_chip="position"))
    assert theirs == [5, 5, 0, 0, 0]
    assert ours == [6, 4, 0, 0, 0]
    assert pair.excused == {"merged pots"}


def pokerkit_state(
    antes: Sequence[int], stacks: Sequence[int], *, trim_antes: bool = True, **settings: Any
) -> Any:
    game = FixedLimitSevenCardStudHighLowSplitEightOrBetter
    return game.create_state(AUTOMATIONS, trim_antes, antes, 20, 100, 200, stacks, len(stacks), **settings)


def test_pokerkit_reverses_ante_arrays_heads_up() -> None:
    assert pokerkit_state([3, 5, 7], [100] * 3, trim_antes=False).stacks == [97, 95, 93]
    assert pokerkit_state([3, 5], [100] * 2, trim_antes=False).stacks == [95, 97]


def test_pokerkit_seats_nine_and_ten() -> None:
    for players in (9, 10):
        assert pokerkit_state([0] * players, [100] * players).player_count == players
        with pytest.raises(stud8.StudError) as caught:
            stud8.Hand(stud8.Rules(**STAKES), [100] * players, deck=list(DECK))
        assert caught.value.kind == "invalid_seats"


def test_pokerkit_caps_the_rake_of_each_pot() -> None:
    """5 %, cap 30: a main pot of 900 and a side pot of 200."""
    hands = ("Kc Kd Kh 9s 9c Td Jh", "Qc Qh Qd 9d 9h Tc Ts", "Ac 2d 3h 4s 8c Jd Jc")
    state = pokerkit_state([400] * 3, [400, 400, 300], rake=partial(rake, percentage=0.05, cap=30))
    while state.status:
        if state.card_burning_status:
            state.burn_card("??")
        seat = state.hole_dealee_index
        state.deal_hole(hands[seat].split()[len(state.hole_cards[seat])])
    rules = stud8.Rules(**{**STAKES, "ante": 400}, rake=stud8.Rake(500, cap=30))
    ours = stud8.Hand(rules, [400, 400, 300], deck=dealt(*hands))
    assert list(ours.payoffs.values()) == [435 + 200 - 400, -400, 435 - 300]
    assert state.payoffs == [435 + 190 - 400, -400, 435 - 300]
