"""What `print(hand)`, `print(hand.view(seat))` and notebooks draw."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from engines import DECK, Game, house
from native import (
    NATIVE,
    RULES,
    Hand,
    View,
    random_hand,
)


def drawn(text: str) -> str:
    """A picture as it is written in this file: indented, with bars at both margins."""
    lines = [line.strip()[1:].removesuffix("|") for line in text.strip().splitlines()]
    return "\n".join(line.rstrip() for line in lines)


def picture(hand: Any) -> str:
    """What print shows, without spaces at the ends of lines."""
    return "\n".join(line.rstrip() for line in str(hand).splitlines())


def depths() -> Game:
    """Antes 10, bring-in 20, bets 100: seat 1 has 50 left, seat 8 folds, 3 and 4 go on."""
    stacks = {1: 60, 3: 410, 4: 5000, 8: 1_234_567}
    hands = {1: "Ac Kc 2c Td", 3: "Ad Kd 3c Qs", 4: "Ah Kh 9c Jd", 8: "As Ks 4c"}
    return Game(NATIVE, house(NATIVE), stacks, hands).play("1:bring_in 3:complete 4:raise 8:fold")


def test_picture_of_somebody_all_in_and_somebody_folded() -> None:
    game = depths().play("1:call")
    assert picture(game.hand) == drawn("""
        |third street · pot 40
        |
        |  seat      stack  bet  cards
        |    1      all-in   50  ▒▒ ▒▒ 2c
        |▶   3         300  100  ▒▒ ▒▒ 3c
        |    4       4,790  200  ▒▒ ▒▒ 9c
        |    8   1,234,557    –  -- -- 4c  folded
        |
        |seat 3 to act: fold, call 200, raise 300
    """)


def test_picture_of_side_pots() -> None:
    """10 and three times 60, twice 150 beside; a folded up card stays, and in his own view his down cards."""
    game = depths().play("1:call 3:call")
    table = """
        |fourth street · pot 190 · side pot 300 of seats 3 4
        |
        |  seat      stack  bet  cards
        |    1      all-in    –  ▒▒ ▒▒ 2c Td
        |▶   3         200    –  ▒▒ ▒▒ 3c Qs
        |    4       4,790    –  ▒▒ ▒▒ 9c Jd
        |    8   1,234,557    –  -- -- 4c  folded
        |
        |seat 3 to act: check, bet 100
    """
    assert picture(game.hand) == drawn(table)
    rail = drawn(table).replace(": check, bet 100", "")
    assert picture(game.hand.view(None)) == rail
    assert picture(game.hand.view(8)) == rail.replace("8   1", "8*  1").replace("-- --", "As Ks")
    own = drawn(table).replace("3      ", "3*     ").replace("▒▒ ▒▒ 3c", "Ad Kd 3c")
    assert picture(game.hand.view(3)) == own


def test_picture_of_the_end_with_side_pots() -> None:
    """The example side-1 [rules 4]."""
    hands = {1: "Ac 2d 3h 4s 8c Qd Jd", 2: "Kc Kd Kh 9s 9c 2c Td", 3: "Qc Qh 9d 9h Jc Js Ts", 4: "- - As"}
    rules = house(NATIVE, ante=20, bring_in=10, small_bet=70, big_bet=140)
    game = Game(NATIVE, rules, [20, 50, 90, 1000], hands).play("2:bring_in 3:complete 4:fold 2:call")
    assert picture(game.hand) == drawn("""
        |seventh street
        |
        |  seat   stack  bet  cards
        |    1       40    –  Ac 2d 3h 4s 8c Qd Jd
        |    2      100    –  Kc Kd Kh 9s 9c 2c Td
        |    3       40    –  Qc Qh 9d 9h Jc Js Ts
        |    4      980    –  -- -- As  folded
        |
        |seat 2 wins 60 of side pot 1: full house, kings over nines
        |seat 2 wins 40 of the main pot, high: full house, kings over nines
        |seat 1 wins 40 of the main pot, low: 8-4-3-2-A
    """)


def test_picture_of_an_end_without_showdown_and_its_rake() -> None:
    """60 in the pot after the uncalled 80 went back; 5 % are 3. Nobody shows."""
    game = Game(NATIVE, house(NATIVE, rake=NATIVE.Rake(500)), [1000] * 2, {1: "- - 2c", 2: "Ah Ad 3c"})
    game.play("1:bring_in 2:complete 1:fold")
    table = """
        |third street
        |
        |  seat   stack  bet  cards
        |    1      970    –  -- -- 2c  folded
        |    2    1,027    –  ▒▒ ▒▒ 3c
        |
        |rake 3 from the main pot
        |seat 2 wins 57 of the main pot
    """
    assert (
        picture(game.hand)
        == picture(game.hand.view(1)).replace("1*", "1 ").replace("2d 2h", "-- --")
        == drawn(table)
    )
    assert picture(game.hand.view(2)) == drawn(table).replace("2  ", "2* ", 1).replace("▒▒ ▒▒", "Ah Ad")


def test_picture_of_a_common_card() -> None:
    hand = Hand(RULES, [10_000] * 8, deck=DECK)
    while hand.street < 7:
        hand.play(1)
    assert picture(hand.view(2)) == drawn("""
        |seventh street · pot 720 · common card Ac
        |
        |  seat   stack  bet  cards
        |    1    9,910    –  ▒▒ ▒▒ 6c 8c Tc Qc
        |    2*   9,910    –  2d 4d 6d 8d Td Qd
        |    3    9,910    –  ▒▒ ▒▒ 6h 8h Th Qh
        |    4    9,910    –  ▒▒ ▒▒ 6s 8s Ts Qs
        |▶   5    9,910    –  ▒▒ ▒▒ 7c 9c Jc Kc
        |    6    9,910    –  ▒▒ ▒▒ 7d 9d Jd Kd
        |    7    9,910    –  ▒▒ ▒▒ 7h 9h Jh Kh
        |    8    9,910    –  ▒▒ ▒▒ 7s 9s Js Ks
        |
        |seat 5 to act
    """)
    assert picture(hand).endswith("seat 5 to act: check, bet 400")


def test_picture_of_the_right_to_muck() -> None:
    """The first shower's cards are seen by all, the asked player's by nobody; mucked they stay hidden."""
    game = Game(
        NATIVE,
        house(NATIVE, ask_muck=True),
        [1000] * 2,
        {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"},
    )
    game.passive(7).play("check check")
    assert picture(game.hand) == drawn("""
        |seventh street · pot 60
        |
        |  seat   stack  bet  cards
        |    1      970    –  Ac Ad Ah Ks Kd 9c 8d
        |▶   2      970    –  ▒▒ ▒▒ Td 9h 7s 4c ▒▒
        |
        |seat 2 to act: show, muck
    """)
    game.play("muck")
    assert picture(game.hand.view(1)) == drawn("""
        |seventh street
        |
        |  seat   stack  bet  cards
        |    1*   1,030    –  Ac Ad Ah Ks Kd 9c 8d
        |    2      970    –  ▒▒ ▒▒ Td 9h 7s 4c ▒▒
        |
        |seat 1 wins 60 of the main pot: full house, aces over kings
    """)


def test_picture_of_unknown_cards() -> None:
    """A card that nobody has named is "??", one that this viewer can't see "▒▒"."""
    hand = Game(NATIVE, house(NATIVE), [1000] * 2, {1: "?? Ks ??", 2: "Ac ?? 2h"}).hand
    assert picture(hand.view(1)) == drawn("""
        |third street · pot 20
        |
        |  seat   stack  bet  cards
        |    1*     990    –  ?? Ks ??
        |▶   2      990    –  ▒▒ ▒▒ 2h
        |
        |seat 2 to act
    """)
    assert "?? Ks" not in picture(hand)
    assert "▒▒ ▒▒ ??" in picture(hand)


def unpaid() -> Any:
    """Both all-in for the ante; seat 1 has a card that nobody knows."""
    hands = {1: "?? 2d 3h 4s 8c Qd Jd", 2: "Ac Ad Ah Ks Kd 9c 8d"}
    return Game(NATIVE, house(NATIVE, ante=100), [100] * 2, hands).hand


def test_picture_of_a_pot_that_nobody_can_pay() -> None:
    last = "\n\nnobody can say who wins 200: it depends on unknown cards"
    assert picture(unpaid()).endswith(last)


def test_picture_of_a_view_of_a_pot_that_nobody_can_pay() -> None:
    """The view is over as the hand is."""
    last = "\n\nnobody can say who wins 200: it depends on unknown cards"
    for seat in (1, 2, None):
        assert picture(unpaid().view(seat)).endswith(last)


def test_picture_of_an_unknown_card_that_was_shown() -> None:
    """Seat 1 has shown all he has: the first is unknown, not hidden."""
    assert "?? 2d 3h 4s 8c Qd Jd" in picture(unpaid())


def test_picture_before_any_card() -> None:
    hand = Hand(house(NATIVE), {2: 1000, 7: 2000}, dealt_by_hand=True)
    assert picture(hand).startswith(
        drawn("""
        |third street · pot 20
        |
        |  seat   stack  bet  cards
        |    2      990    –
        |    7    1,990    –
    """)
    )


def test_no_picture_has_spaces_at_the_end_of_a_line_or_an_empty_last_line() -> None:
    for number in range(40):
        hand = random_hand(number, finish=number % 2 == 0)
        for some in (hand, *map(hand.view, (None, *hand.seats))):
            assert str(some) == picture(some)


@pytest.mark.parametrize("number", range(60))
def test_the_picture_of_a_view_is_that_of_the_hand_with_less(number: int) -> None:
    """The rail sees what print(hand) shows, without the legal actions and the awaited card."""
    hand = random_hand(number, finish=number % 2 == 0)
    shown = picture(hand)
    if hand.actor is not None:
        shown = shown.removesuffix(f": {hand.legal_actions}")
    shown = shown.partition("\n\nwaiting for")[0]
    assert picture(hand.view(None)) == shown


# Pictures of notebooks

SVG = "{http://www.w3.org/2000/svg}"
BACK = "#2f4d8c"


def elements(text: str) -> ET.Element:
    """The picture as a tree; it must stand alone."""
    assert text.startswith("<svg ")
    assert text.count("http") == 1  # the name space
    for word in ("<script", "<image", "<style", "href", "url(", "@import", "onload", " id="):
        assert word not in text, word
    return ET.fromstring(text)  # noqa: S314 - our own


def words(tree: ET.Element) -> list[str]:
    return ["".join(element.itertext()) for element in tree.iter(f"{SVG}text")]


def cards_of(tree: ET.Element) -> list[str]:
    """The known cards: each has its name."""
    return [title.text or "" for group in tree.iter(f"{SVG}g") for title in group.findall(f"{SVG}title")]


def backs(tree: ET.Element) -> int:
    return sum(rect.get("fill") == BACK for rect in tree.iter(f"{SVG}rect"))


def test_a_picture_tells_stacks_bets_pot_and_whose_turn_it_is() -> None:
    hand = depths().play("1:call").hand
    tree = elements(hand._repr_svg_())
    said = words(tree)
    for word in (
        "third street",
        "pot 390",
        "all-in",
        "300",
        "4,790",
        "1,234,557",
        "50",
        "100",
        "200",
        "folded",
    ):
        assert word in said, (word, said)
    assert "seat 3 to act · fold · call 200 · raise 300" in said
    assert cards_of(tree) == ["2c", "3c", "9c", "4c"]
    assert backs(tree) == 8
    assert [group.get("opacity") for group in tree.findall(f"{SVG}g") if group.get("opacity")] == ["0.45"]
    title = tree.find(f"{SVG}title")
    assert title is not None
    assert title.text == "third street, pot 390, seat 3 to act"


def test_a_view_of_a_seat_has_its_cards_and_says_who_it_is() -> None:
    hand = depths().play("1:call").hand
    tree = elements(hand.view(4)._repr_svg_())
    assert cards_of(tree) == ["2c", "3c", "Ah", "Kh", "9c", "4c"]
    assert backs(tree) == 6
    assert "you" in words(tree)
    assert "seat 3 to act" in words(tree)
    assert "you, folded" in words(elements(hand.view(8)._repr_svg_()))


def test_side_pots_are_told_apart() -> None:
    said = words(elements(depths().play("1:call 3:call").hand._repr_svg_()))
    assert "pot 490" in said
    assert "main pot 190 · side pot 300 of seats 3 4" in said


def test_a_picture_of_the_end_tells_who_won_with_what() -> None:
    hands = {1: "Ac Ad Ah Ks Kd 9c 8d", 2: "Qs Jc Td 9h 7s 4c 3d"}
    game = Game(NATIVE, house(NATIVE), [1000] * 2, hands).passive(7)
    while game.hand.actor is not None:
        game.hand.play(1 if 1 in [a.id for a in game.hand.legal_actions] else game.hand.default_action)
    said = words(elements(game.hand._repr_svg_()))
    assert "the hand is over" in said
    assert "wins 60" in said
    assert any("full house" in word for word in said)


def test_unknown_and_awaited_cards_are_drawn() -> None:
    hand = Hand(RULES, [1000] * 2, dealt_by_hand=True)
    for card in ("As", "??", "Kd"):
        hand.deal(card)
    tree = elements(hand.view(1)._repr_svg_())
    assert cards_of(tree) == ["As", "Kd"]
    assert backs(tree) == 1
    assert "waiting for a down card of seat 2" in words(elements(hand._repr_svg_()))
    hand.deal("2c")
    hand.deal("??")
    # Nobody knows an up card that isn't told.
    assert "?" in words(elements(hand._repr_svg_()))


@pytest.mark.parametrize("number", range(30))
def test_a_picture_shows_the_cards_of_its_view_and_no_others(number: int) -> None:
    hand = random_hand(number, finish=number % 2 == 0)
    for seat in (None, *hand.seats):
        view = hand.view(seat)
        tree = elements(view._repr_svg_())
        seen = [
            card for some in (view.up_cards, view.down_cards) for cards in some.values() for card in cards
        ]
        known = [str(card) for card in (*seen, view.common_card) if card is not None]
        assert sorted(cards_of(tree)) == sorted(known)
        assert view._repr_html_() == f'<div style="max-width:960px;overflow-x:auto">{view._repr_svg_()}</div>'
        assert View.from_dict(view.to_dict())._repr_svg_() == view._repr_svg_()
    assert hand._repr_html_() == f'<div style="max-width:960px;overflow-x:auto">{hand._repr_svg_()}</div>'
