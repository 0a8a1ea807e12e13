"""Cards, sets of cards and single hands in Python: `Card`, `CardSet`, `evaluate`, `High`, `Low`, `Board`."""

from __future__ import annotations

import copy
import operator
import pickle
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
import stud8
from engines import DECK, RANKS, SUITS
from hypothesis import given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

# What users write is not what the type checker allows: half of it is wrong on purpose.
native: Any = stud8
Board, Card, CardSet, evaluate = native.Board, native.Card, native.CardSet, native.evaluate
Evaluation, High, Low = native.Evaluation, native.High, native.Low

seven = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
sets = st.frozensets(st.integers(0, 51), max_size=12)

# 7,462 highs of five cards [figures]; how many there are in each category is in any book.
CATEGORIES = {
    "high card": 1277,
    "pair": 2860,
    "two pair": 858,
    "three of a kind": 858,
    "straight": 10,
    "flush": 1277,
    "full house": 156,
    "four of a kind": 156,
    "straight flush": 10,
}
LOWS = {"eight_or_better": 56, "five_ranks": 1287, "any": 6175}


def again(value: Any) -> list[Any]:
    """The value through every way of copying it."""
    copies = [copy.copy(value), copy.deepcopy(value), eval(repr(value), vars(stud8))]  # noqa: S307
    return copies + [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)]  # noqa: S301


def refusal(kind: str, action: Callable[..., object], *arguments: object) -> str:
    """The message of an error of this kind."""
    with pytest.raises(stud8.StudError) as caught:
        action(*arguments)
    assert caught.value.kind == kind
    return str(caught.value)


# Card


def test_every_card_has_its_number_text_rank_and_suit() -> None:
    for number, text in enumerate(DECK):
        card = Card(text)
        assert (int(card), str(card), card.rank, card.suit) == (number, text, text[0], text[1])
        assert number == 4 * RANKS.index(card.rank) + SUITS.index(card.suit)
        assert Card(number) == card == Card(card)
        assert hash(Card(number)) == hash(card)


@pytest.mark.parametrize(
    ("card", "spellings"),
    [
        ("As", "As aS AS as A♠ A♤ A♠\ufe0f"),
        ("Th", "Th tH 10h 10H 10♥ T♡"),
        ("2c", "2c 2C 2♣"),
        ("9d", "9d 9♦"),
    ],
)
def test_a_card_reads_in_many_spellings(card: str, spellings: str) -> None:
    assert {Card(spelling) for spelling in spellings.split()} == {Card(card)}


def test_cards_are_ordered_by_rank_then_suit() -> None:
    cards = [Card(text) for text in DECK]
    assert sorted(cards[1:] + cards[:1]) == cards
    assert Card("2s") < Card("3c") < Card("3d") <= Card("3d")
    assert Card("As") > Card("Ah") >= Card("Ah")


def test_a_card_is_no_text_and_no_number() -> None:
    """Equality with other types would break hashing; order with them is an error."""
    for other in ("As", 51, None, "2c"):
        assert Card("As") != other
        with pytest.raises(TypeError):
            _ = Card("As") < other


def test_a_card_is_an_index_and_a_key() -> None:
    assert DECK[Card("Kd")] == "Kd"
    assert {Card("As"): 1}[Card("A♠")] == 1


def test_cards_copy_pickle_and_print_as_code() -> None:
    assert repr(Card("10h")) == "Card('Th')"
    for text in DECK:
        assert all(copied == Card(text) for copied in again(Card(text)))


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Card("As").rank = "K"


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "11h", "sA", "As ", " As", "AsKd", "??", "joker", "é♠", "A\0"]
)
def test_what_is_no_card_is_named(text: str) -> None:
    message = refusal("invalid_card", lambda: Card(text))
    assert "like As" in message


@pytest.mark.parametrize("number", [-1, 52, 256, 2**64, -(2**64)])
def test_a_number_that_is_no_card_is_named(number: int) -> None:
    assert refusal("invalid_card", lambda: Card(number)).startswith(f"{number} is no card")


@pytest.mark.parametrize("value", [None, True, 1.0, b"As", [], ("A", "s"), object()], ids=type)
def test_other_types_are_no_card_and_are_told_what_is(value: Any) -> None:
    message = refusal("invalid_card", lambda: Card(value))
    assert "a card is a Card, a text like 'As' or a number" in message


def test_a_long_text_that_is_no_card_is_shortened() -> None:
    assert len(refusal("invalid_card", lambda: Card("x" * 10_000))) < 200


def test_a_text_that_is_no_unicode_is_no_card() -> None:
    """A lone surrogate gives the error of a card, not that of a codec."""
    refusal("invalid_card", lambda: Card("\ud800"))


# CardSet


@pytest.mark.parametrize("text", ["As Kd 2c", "AsKd2c", "2c,Kd, As", " 2c  AsKd ", "A♠ K♦ 2♣"])
def test_a_set_reads_in_many_spellings(text: str) -> None:
    assert (
        CardSet(text) == CardSet("As Kd 2c") == CardSet(["As", Card("Kd"), 0]) == CardSet({"Kd", "As", "2c"})
    )


def test_a_set_displays_greatest_first_and_iterates_least_first() -> None:
    assert str(CardSet("2c As Kd")) == "As Kd 2c"
    assert list(CardSet("As 2c Kd")) == [Card("2c"), Card("Kd"), Card("As")]


@given(sets, sets)
def test_sets_behave_like_sets(one: frozenset[int], other: frozenset[int]) -> None:
    a, b = CardSet(one), CardSet(other)
    for name in ("or_", "and_", "sub", "xor"):
        function = getattr(operator, name)
        assert {int(card) for card in function(a, b)} == function(one, other)
    for name in ("le", "lt", "ge", "gt", "eq", "ne"):
        function = getattr(operator, name)
        assert function(a, b) is function(one, other)
    assert {int(card) for card in ~a} == set(range(52)) - one
    assert len(a) == len(one)
    assert bool(a) is bool(one)
    assert a.mask == sum(1 << number for number in one)
    assert CardSet.from_mask(a.mask) == a
    assert all((number in a) is (number in one) for number in range(52))
    assert (hash(a) == hash(b)) or a != b
    assert all(copied == a for copied in again(a))


def test_the_whole_deck_and_no_card() -> None:
    assert [str(card) for card in CardSet.FULL] == DECK
    assert CardSet.FULL.mask == 2**52 - 1
    assert CardSet() == CardSet("") == CardSet([]) == ~CardSet.FULL
    assert not CardSet()


def test_set_operators_take_whatever_names_cards() -> None:
    assert CardSet("As Kd") | "2c" == CardSet("As Kd 2c")
    assert CardSet("As Kd") - ["As"] == CardSet("Kd")
    assert "2c" | CardSet("As") == CardSet("As 2c")
    assert "As" in CardSet("As")
    assert Card("Kd") not in CardSet("As")


def test_a_set_is_no_other_type() -> None:
    for other in ("As", {Card("As")}, None, 1):
        assert CardSet("As") != other
        with pytest.raises(TypeError):
            _ = CardSet("As") <= other


def test_a_repeated_card_is_named() -> None:
    for cards in ("As Kd As", ["As", 51], "AsAs"):
        assert "As" in refusal("duplicate_card", CardSet, cards)


def test_what_is_no_set_of_cards_is_named() -> None:
    assert '"Xx"' in refusal("invalid_card", lambda: CardSet("As Xx"))
    assert '"??"' in refusal("invalid_card", lambda: CardSet("As ??"))
    assert "52" in refusal("invalid_card", lambda: CardSet([52]))
    for mask in (-1, 2**52, 2**64, True, 1.0, "3"):
        refusal("invalid_card", CardSet.from_mask, mask)
    for value in (5, 1.5, object()):
        with pytest.raises(TypeError, match="cards are a text like 'As Kd', a CardSet or a list of cards"):
            CardSet(value)
    for value in (None, 1.5, True):
        assert "a card is a Card" in refusal("invalid_card", lambda value=value: CardSet([value]))


# evaluate


def test_the_wheel_is_a_straight_and_the_best_low() -> None:
    found = evaluate("As 2d 3h 4c 5s Kd Kc")
    assert str(found) == "straight, five high; 5-4-3-2-A low"
    assert str(found.high) == "straight, five high"
    assert str(found.low) == "5-4-3-2-A"
    assert found.high.cards == tuple(map(Card, ("As", "5s", "4c", "3h", "2d")))


@pytest.mark.parametrize(
    ("cards", "high"),
    [
        ("As Kd 9h 5c 3s", "high card, A-K-9-5-3"),
        ("As Ad Kh 7c 6s 3d 2h", "pair of aces, K-7-6"),
        ("As Ad 7h 7c Ks 6d 6h", "two pair, aces and sevens, K"),
        ("9s 9d 9h Ac Ks", "three of a kind, nines, A-K"),
        ("As 2d 3h 4c 5s", "straight, five high"),
        ("As Ks 8s 4s 3s 2d 2h", "flush, A-K-8-4-3"),
        ("Ks Kd Kh As Ad Ah 2c", "full house, aces over kings"),
        ("Ks Kd Kh As Ad", "full house, kings over aces"),
        ("8s 8d 8h 8c Ks Kd Kh", "four of a kind, eights, K"),
        ("9s 8s 7s 6s 5s Ts Jd", "straight flush, ten high"),
        ("As 2s 3s 4s 5s", "straight flush, five high"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("6s 6d 2c 2h 3d", "two pair, sixes and deuces, 3"),
    ],
)
def test_highs_have_their_names(cards: str, high: str) -> None:
    assert str(evaluate(cards).high) == high


@pytest.mark.parametrize(
    ("cards", "eight", "ranks", "anything"),
    [
        ("8s 6d 4h 3c 2s Kd Kc", "8-6-4-3-2", "8-6-4-3-2", "8-6-4-3-2"),
        ("9s 6d 4h 3c 2s Kd Kc", None, "9-6-4-3-2", "9-6-4-3-2"),
        ("As Ad 2c 2d 3h", None, None, "2-2-A-A-3"),
        ("7s 7d 5c 3h 2s", None, None, "7-7-5-3-2"),
        ("2s 2d 8c 7h As", None, None, "2-2-8-7-A"),
        ("7s 7d As Ac 5h", None, None, "7-7-A-A-5"),
        ("Ks Kd Kc Kh Qs", None, None, "K-K-K-K-Q"),
        ("As 2s 3s 4s 5s", "5-4-3-2-A", "5-4-3-2-A", "5-4-3-2-A"),
    ],
)
def test_lows_of_each_kind(cards: str, eight: str | None, ranks: str | None, anything: str) -> None:
    """No straights or flushes, five different ranks unless any five will do [C42] to [C44], [C70]."""
    for kind, expected in zip(LOWS, (eight, ranks, anything), strict=True):
        low = evaluate(cards, low=kind).low
        assert (None if low is None else str(low)) == expected
        assert low is None or low.kind == kind


@given(seven)
@settings(max_examples=200)
def test_the_best_of_seven_is_the_best_of_its_21_fives(cards: list[str]) -> None:
    found = evaluate(cards)
    assert found.high == max(High(five) for five in combinations(cards, 5))
    for kind in LOWS:
        low = evaluate(cards, low=kind).low
        lows = [evaluate(five, low=kind).low for five in combinations(cards, 5)]
        assert low == max((some for some in lows if some is not None), default=None)


@given(seven, st.permutations(SUITS), st.randoms(use_true_random=False))
def test_suits_and_order_do_not_matter(cards: list[str], suits: list[str], random: Any) -> None:
    turned = [card[0] + suits[SUITS.index(card[1])] for card in cards]
    random.shuffle(turned)
    assert evaluate(turned) == evaluate(cards)
    assert hash(evaluate(turned)) == hash(evaluate(cards))


@given(seven)
def test_the_five_cards_used_make_the_hand_and_are_the_greatest(cards: list[str]) -> None:
    """3.11: of several equal choices the one whose cards, sorted, are greatest from the top."""
    found = evaluate(cards, low="five_ranks")
    fives = [tuple(sorted(map(Card, five), reverse=True)) for five in combinations(cards, 5)]
    assert found.high.cards is not None
    assert found.high.cards == max(five for five in fives if High(five) == found.high)
    if found.low is not None:
        lows = [five for five in fives if evaluate(five, low="five_ranks").low == found.low]
        assert found.low.cards == max(lows)


def drawing_odds(known: str, bound: str) -> float:
    """How often seven cards that begin with these make a low at least as good as this."""
    least, mine = Low(bound), CardSet(known)
    unseen = list(~mine)
    lows = [evaluate(mine | more).low for more in combinations(unseen, 7 - len(mine))]
    return float(sum(low is not None and low >= least for low in lows) / len(lows))


@pytest.mark.parametrize(
    ("known", "eight", "seven_low", "six_low", "wheel"),
    [
        ("As 2s 3s Kd", 0.3238, 0.2091, 0.1119, 0.0398),
        ("As 2s 3s Kd Qd", 0.1480, 0.0888, 0.0444, 0.0148),
        ("As 2s Kd Qd", 0.0740, 0.0370, 0.0148, 0.0037),
        ("As Kd Qd", 0.0423, 0.0181, 0.0060, 0.0012),
        ("As 2s 3s 4s Kd", 0.5698, 0.4496, 0.3145, 0.1647),
    ],
)
def test_odds_of_a_low_are_those_published(
    known: str, eight: float, seven_low: float, six_low: float, wheel: float
) -> None:
    """Making a low [figures]: each by counting all the cards to come."""
    if len(known.split()) == 3:  # 211,876 runs: the first column alone
        assert round(drawing_odds(known, "8s 7s 6s 5s 4s"), 4) == eight
        return
    bounds = ("8s 7s 6s 5s 4s", "7s 6s 5s 4s 3s", "6s 5s 4s 3s 2s", "5s 4s 3s 2s As")
    odds = [round(drawing_odds(known, bound), 4) for bound in bounds]
    assert odds == [eight, seven_low, six_low, wheel]


@pytest.mark.parametrize("cards", ["", "As", "As 2d 3h 4c", "As 2d 3h 4c 5s Kd Kc Kh", CardSet.FULL], ids=str)
def test_five_to_seven_cards_can_be_evaluated(cards: Any) -> None:
    assert refusal("invalid_card", lambda: evaluate(cards)).startswith("five to seven cards")


def test_what_cannot_be_evaluated_is_named() -> None:
    refusal("duplicate_card", lambda: evaluate("As As 3h 4c 5s"))
    refusal("invalid_card", lambda: evaluate("As ?? 3h 4c 5s"))
    message = refusal("invalid_rules", lambda: evaluate("As 2d 3h 4c 5s", low="nine"))
    assert all(kind in message for kind in LOWS)
    for value in (None, 5, 1.5, object()):
        with pytest.raises(TypeError, match="cards are a text"):
            evaluate(value)


# High and Low


def test_highs_are_numbered_without_gaps_in_order() -> None:
    highs = [High(number) for number in range(7462)]
    assert highs == sorted(highs)
    assert len(set(highs)) == len({str(high) for high in highs}) == 7462
    counted = dict.fromkeys(CATEGORIES, 0)
    for number, high in enumerate(highs):
        assert int(high) == high.number == number
        assert high.cactus_kev == 7462 - number
        counted[high.category] += 1
    assert counted == CATEGORIES
    categories = list(CATEGORIES)
    assert sorted(highs, key=lambda high: categories.index(high.category)) == highs


@pytest.mark.parametrize(("kind", "count"), LOWS.items())
def test_lows_are_numbered_without_gaps_in_order(kind: str, count: int) -> None:
    lows = [Low(number, kind=kind) for number in range(1, count + 1)]
    assert lows == sorted(lows)
    assert len({str(low) for low in lows}) == count
    assert [int(low) for low in lows] == [low.number for low in lows] == list(range(1, count + 1))
    assert str(lows[-1]) == "5-4-3-2-A"
    assert (
        str(lows[0]) == {"eight_or_better": "8-7-6-5-4", "five_ranks": "K-Q-J-T-9", "any": "K-K-K-K-Q"}[kind]
    )


def test_a_number_and_its_cards_are_the_same_hand() -> None:
    for hand, number in ((High("As Ks Qs Js Ts"), 7461), (High("7s 5d 4c 3h 2s"), 0)):
        assert hand == High(number)
        assert hash(hand) == hash(High(number))
    assert Low("5s 4d 3c 2h As") == Low(56)
    assert High(7461).cards is None
    assert High("Ts Js Qs Ks As").cards == tuple(map(Card, ("As", "Ks", "Qs", "Js", "Ts")))


def test_lows_of_different_kinds_are_not_compared() -> None:
    wheels = [Low("5s 4d 3c 2h As", kind=kind) for kind in LOWS]
    assert len(set(wheels)) == 3
    with pytest.raises(TypeError):
        _ = wheels[0] < wheels[1]


def test_hands_are_no_numbers() -> None:
    for hand in (High(5), Low(5)):
        assert hand != 5
        with pytest.raises(TypeError):
            _ = hand < 6
    assert High(5) != Low(5)


def test_hands_copy_pickle_and_print_as_code() -> None:
    for hand in (
        High(5),
        High("As Ks Qs Js Ts"),
        Low(3),
        Low("7s 7d 5c 3h 2s", kind="any"),
        Low(9, kind="five_ranks"),
        evaluate("As 2d 3h 4c 5s Kd Kc"),
        evaluate("As Kd Qh Jc 9s", low="any"),
        Evaluation(High(3)),
        Board("As ?? 2c"),
    ):
        for copied in again(hand):
            assert copied == hand
            assert hash(copied) == hash(hand)
            assert getattr(copied, "cards", None) == getattr(hand, "cards", None)


def test_what_is_no_high_or_low_is_named() -> None:
    for number in (-1, 7462, 2**70):
        with pytest.raises(ValueError, match="7461"):
            High(number)
    for number in (0, 57, -1, 2**70):
        with pytest.raises(ValueError, match="1 to 56"):
            Low(number)
    for cards in ("As", "As 2d 3h 4c 5s 6d"):
        assert "five cards" in refusal("invalid_card", High, cards)
        assert "five cards" in refusal("invalid_card", Low, cards)
    assert "eight_or_better" in refusal("invalid_card", lambda: Low("9s 4d 3c 2h As"))
    assert "five_ranks" in refusal("invalid_card", lambda: Low("4s 4d 3c 2h As", kind="five_ranks"))
    refusal("invalid_rules", lambda: Low("5s 4d 3c 2h As", kind="nine"))
    refusal("duplicate_card", lambda: High("As As 3h 4c 5s"))
    for value in (None, True, 1.5):
        with pytest.raises(TypeError):
            High(value)


# Board


def test_boards_in_order_with_their_names() -> None:
    """Groups first, ace high; no straights, flushes, suits [C29]; unknown cards are lowest [rules 3.15]."""
    ascending = [
        ("?? ??", "no card"),
        ("2c ??", "high card, 2"),
        ("7c 5c 4c 3c", "high card, 7-5-4-3"),
        ("Ks Qs Js Ts", "high card, K-Q-J-T"),
        ("As ?? ??", "high card, A"),
        ("As 2d", "high card, A-2"),
        ("2s 2d ??", "pair of deuces"),
        ("2c 2h Kd 3c", "pair of deuces, K-3"),
        ("As Ad Ks Qd", "pair of aces, K-Q"),
        ("3s 3d 2c 2h", "two pair, threes and deuces"),
        ("2s 2d 2h", "three of a kind, deuces"),
        ("9s 9d 9h Kc", "three of a kind, nines, K"),
        ("2s 2d 2h 2c", "four of a kind, deuces"),
    ]
    boards = [Board(cards) for cards, _ in ascending]
    assert [str(board) for board in boards] == [name for _, name in ascending]
    assert boards == sorted(boards)
    assert [board.number for board in boards] == sorted(board.number for board in boards)


def test_boards_take_no_notice_of_suits_and_order() -> None:
    assert Board("As Kd 2c") == Board("2h Ac Ks")
    assert hash(Board("As Kd 2c")) == hash(Board("2h Ac Ks"))
    assert Board("As ??").cards == (Card("As"), None)
    assert Board(["As", None, "??"]) == Board("As")
    assert Board("As Ad").category == "pair"
    assert Board("As Kd") != Board("As Qd")
    assert Board("As") != 3


def test_what_is_no_board_is_named() -> None:
    assert "one to four" in refusal("invalid_card", lambda: Board(""))
    refusal("duplicate_card", lambda: Board("As As"))
    refusal("invalid_card", lambda: Board("As Zz"))


def test_a_board_of_five_cards_is_refused_as_one_of_none_is() -> None:
    """InvalidCardError: "something that is no card, or a number of cards that can't be"."""
    assert "four" in refusal("invalid_card", lambda: Board("As Kd 2c 3c 4c"))


@pytest.mark.parametrize("value", [None, 5, 1.5, object()], ids=type)
def test_other_types_are_no_board_and_are_told_what_is(value: Any) -> None:
    with pytest.raises(TypeError, match="cards are a text"):
        Board(value)
