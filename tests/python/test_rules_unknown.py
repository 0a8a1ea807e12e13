"""Unknown cards [rules 3.15]: hands dealt by hand from a record that does not name every card."""

from __future__ import annotations

import pytest
from engines import Engine, Game, cards, each_engine, house, kinds, named, pays, pots, refused, shown, view

pytestmark = each_engine

DEEP = 10_000


@pytest.mark.parametrize(
    ("doors", "actor"),
    [
        ("?? Kc Ac", 2),
        ("?? ?? Ac", 3),
        ("2c ?? ??", 1),
        ("?? ?? ??", 1),
    ],
)
def test_an_unknown_door_card_cannot_bring_in(engine: Engine, doors: str, actor: int) -> None:
    hands = {seat: f"- - {door}" for seat, door in enumerate(doors.split(), 1)}
    assert Game(engine, house(engine), [DEEP] * 3, hands).hand.actor == actor


@pytest.mark.parametrize(
    ("boards", "settings", "actor"),
    [
        (["Kc ??", "4c 3d"], {}, 1),
        (["4c ??", "5c 2d"], {}, 2),
        (["4c ??", "4d 2d"], {}, 2),
        (["2c ??", "4d ??"], {"opener": "newest_card"}, 1),
        (["2c ??", "4d 3d"], {"opener": "newest_card"}, 2),
        (["4c ??", "5d 2d"], {"opener": "highest_card"}, 2),
        (["?? ??", "5d 2d"], {"opener": "highest_card"}, 2),
        (["2c ??", "4d ??"], {"opener": "newest_card", "opener_tie": "suit"}, 1),
    ],
)
def test_an_unknown_up_card_counts_below_every_card(
    engine: Engine, boards: list[str], settings: dict[str, str], actor: int
) -> None:
    hands = {seat: f"- - {board}" for seat, board in enumerate(boards, 1)}
    game = Game(engine, house(engine, **settings), [DEEP] * 2, hands).passive(4)
    assert game.hand.actor == actor


@pytest.mark.parametrize(
    ("doors", "seat", "believed"), [("?? Kc Ac", 1, True), ("?? 2c Ac", 1, False), ("?? Kc Ac", 3, False)]
)
def test_the_record_is_believed_if_no_known_card_contradicts_it(
    engine: Engine, doors: str, seat: int, *, believed: bool
) -> None:
    """Seat 1's door may be lower than a king, but not than the deuce of clubs; seat 3's is known."""
    hands = {at: f"3c 4c {door}" if at == 1 else f"- - {door}" for at, door in enumerate(doors.split(), 1)}
    hand = Game(engine, house(engine), [DEEP] * 3, hands).hand
    if believed:
        hand.play("bring_in", seat=seat)
        assert named(hand, "bring_in")[0]["seat"] == seat
        assert hand.actor == seat + 1
    else:
        with refused(engine, "illegal_action", hand):
            hand.play("bring_in", seat=seat)


def test_a_record_is_believed_through_a_player_who_is_all_in(engine: Engine) -> None:
    """Seat 1, all-in for the ante, may have had the lowest door: then seat 2 brings in, not seat 3."""
    hands = {1: "- - ??", 2: "- - Ac", 3: "- - Kc"}
    hand = Game(engine, house(engine), [10, DEEP, DEEP], hands).hand
    assert hand.actor == 3
    hand.play("bring_in", seat=2)
    assert named(hand, "bring_in")[0]["seat"] == 2


def test_only_the_first_action_of_a_street_is_believed(engine: Engine) -> None:
    hands = {1: "- - Kc ??", 2: "- - Ac 2d", 3: "- - Qc Jd"}
    hand = Game(engine, house(engine), [DEEP] * 3, hands).passive(4).hand
    assert hand.actor == 2
    with refused(engine, "illegal_action", hand):
        hand.play("check", seat=3)
    hand.play("check", seat=1)  # a pair of kings
    assert hand.actor == 2
    with refused(engine, "illegal_action", hand):
        hand.play("check", seat=3)


@pytest.mark.parametrize(
    ("boards", "seat", "believed", "settings"),
    [
        (["Kc ??", "Ac Qd", "2c 3d"], 1, True, {}),
        (["Kc ??", "Ac Ad", "2c 3d"], 1, False, {}),
        (["Kc ??", "Qc Qd", "2c 3d"], 1, True, {}),
        (["Kc ??", "Ac Qd", "2c ??"], 3, True, {}),
        (["Kc 4d", "Ac Qd", "2c ??"], 1, False, {}),
        (["Kc Qh", "Kd ??", "2c 3d"], 2, True, {}),
        (["7c 7d", "7h ??", "2c 3d"], 2, False, {}),
        (["7c 7d", "6c 6d", "8h ??"], 3, True, {}),
        (["2d Ks", "Kc Kd", "2c ??"], 3, False, {}),
        (["2d Ac", "Kc Qd", "3c ??"], 3, True, {"opener": "highest_card", "opener_tie": "suit"}),
        (["2d As", "Kc Qd", "3c ??"], 3, False, {"opener": "highest_card", "opener_tie": "suit"}),
        (["2d As", "Kc Qd", "3c ??"], 3, False, {"opener": "highest_card"}),
        (["3c ??", "2d As", "Kc Qd"], 1, True, {"opener": "highest_card"}),
        (["2d As", "Kc Qd", "3c ??"], 3, False, {"opener": "newest_card"}),
        (["2d Ks", "Kc Qd", "3c ??"], 3, True, {"opener": "newest_card"}),
        (["2d Ks", "Kc Qd", "?? 3c"], 3, False, {"opener": "newest_card"}),
    ],
)
def test_a_later_street_is_believed_if_the_board_could_open(
    engine: Engine, boards: list[str], seat: int, settings: dict[str, str], *, believed: bool
) -> None:
    """Some card not yet seen must make the unknown board the best; then its owner acts."""
    hands = {at: f"- - {board}" for at, board in enumerate(boards, 1)}
    for at, hidden in enumerate(("9s 9h", "Ts Th", "Js Jh"), 1):
        hands[at] = hands[at].replace("- -", hidden)
    hand = Game(engine, house(engine, **settings), [DEEP] * 3, hands).passive(4).hand
    assert hand.street == 4
    assert hand.actor != seat
    if believed:
        hand.play("check", seat=seat)
        assert named(hand, "check") == [{"kind": "check", "seat": seat}]
    else:
        with refused(engine, "illegal_action", hand):
            hand.play("check", seat=seat)


@pytest.mark.parametrize(("third", "believed"), [("8s", True), ("7s", False)])
def test_only_cards_not_seen_make_a_board(engine: Engine, third: str, *, believed: bool) -> None:
    """Seat 3 could pair his seven against the sixes, unless the other three sevens have been seen."""
    hands = {1: f"7c {third} 6c 6d", 2: "7h - 3c 8d", 3: "- - 7d ??"}
    hand = Game(engine, house(engine, opener="best_board"), [DEEP] * 3, hands).passive(4).hand
    if believed:
        hand.play("check", seat=3)
        assert hand.actor == 1
    else:
        with refused(engine, "illegal_action", hand):
            hand.play("check", seat=3)


def test_newest_card_looks_at_the_card_of_this_street_alone(engine: Engine) -> None:
    """Fifth street: seat 1's fourth-street card is unknown, his fifth is a known four."""
    hands = {1: "9s 9h Tc ?? 4c", 2: "Ts Th Jc Qd Kc", 3: "Js Jh 2c 3d ??"}
    hand = Game(engine, house(engine, opener="newest_card"), [DEEP] * 3, hands).passive(5).hand
    assert (hand.street, hand.actor) == (5, 2)
    with refused(engine, "illegal_action", hand):
        hand.play("check", seat=1)
    hand.play("check", seat=3)
    assert hand.actor == 1


def test_believed_but_illegal_leaves_the_hand_as_it_was(engine: Engine) -> None:
    hand = Game(engine, house(engine), [DEEP] * 2, {1: "- - ??", 2: "- - Kc"}).hand
    with refused(engine, "illegal_action", hand):
        hand.play("check", seat=1)
    assert hand.actor == 2


def test_a_pot_with_unknown_cards_is_not_paid(engine: Engine) -> None:
    game = Game(engine, house(engine, ante=100), [100] * 2, {1: "?? - -", 2: "Ac Ad Ah"})
    assert game.hand.is_over
    assert pays(game.hand) == []
    assert pots(game.hand) == [(200, (1, 2))]
    assert shown(game.hand)[-1][0] == "show"
    assert {kind for kind, seat in shown(game.hand) if seat == 1} == {"show"}
    (event,) = (event for event in named(game.hand, "show") if event["seat"] == 1)
    assert event["cards"][0] is None
    with refused(engine, "unknown_cards", game.hand):
        _ = game.hand.payoffs


def test_the_other_pots_are_paid(engine: Engine) -> None:
    """Seat 1, with unknown cards, is in the main pot only: the side pot is divided."""
    hands = {1: "?? ?? -", 2: "Ac Ad Ah Ks Kd 9c 8d", 3: "Qs Jc Td 9h 7s 4c 3d"}
    game = Game(engine, house(engine, ante=100), [40, 100, 100], hands)
    assert pays(game.hand) == [(1, "whole", 2, 120)]
    assert pots(game.hand) == [(120, (1, 2, 3))]
    with refused(engine, "unknown_cards", game.hand):
        _ = game.hand.payoffs


def test_pots_that_wait_for_cards_keep_their_order(engine: Engine) -> None:
    """Seat 3, unknown, is in the main and the middle pot; the last side pot is paid."""
    hands = {1: "- - -", 2: "Ac Ad Ah Ks Kd 9c 8d", 3: "?? ?? -", 4: "Qs Jc Td 9h 7s 4c 3d"}
    game = Game(engine, house(engine, ante=100), [20, 100, 50, 100], hands)
    assert pays(game.hand) == [(2, "whole", 2, 100)]
    assert pots(game.hand) == [(80, (1, 2, 3, 4)), (90, (2, 3, 4))]


def test_a_hand_won_without_a_showdown_needs_no_cards(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "?? ?? 2c", 2: "?? ?? 3c"}).play("1:bring_in 2:fold")
    assert dict(game.hand.payoffs) == {1: 10, 2: -10}


def test_an_unknown_common_card_leaves_all_pots_open(engine: Engine) -> None:
    game = Game(engine, house(engine), [10] * 8, common="??")
    assert game.hand.is_over
    assert cards([game.hand.common_card]) == [None]
    assert named(game.hand, "common") == [{"kind": "common", "card": None}]
    assert kinds(game.hand).count("show") == 8
    assert pots(game.hand) == [(80, tuple(range(1, 9)))]


def test_unknown_cards_are_none_in_tables_events_and_views(engine: Engine) -> None:
    game = Game(engine, house(engine), [DEEP] * 2, {1: "?? Kc 2c", 2: "As ?? ??"})
    assert cards(game.hand.down_cards[1]) == [None, "Kc"]
    assert cards(game.hand.up_cards[2]) == [None]
    assert view(game.hand, 1)["down_cards"] == {"1": [None, "Kc"], "2": [None, None]}
    assert view(game.hand, 1)["up_cards"] == {"1": ["2c"], "2": [None]}
    dealt = [event["card"] for event in named(game.hand, "deal")]
    assert cards(dealt) == [None, "As", "Kc", None, "2c", None]


def test_rake_is_taken_although_a_pot_cannot_be_paid(engine: Engine) -> None:
    rules = house(engine, ante=100, rake=engine.Rake(500))
    game = Game(engine, rules, [100] * 2, {1: "?? - -", 2: "Ac Ad Ah"})
    assert named(game.hand, "rake") == [{"kind": "rake", "pot": 0, "chips": 10}]
    assert pots(game.hand) == [(190, (1, 2))]
