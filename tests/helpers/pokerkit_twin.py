"""One hand in stud8 and in PokerKit, compared after every step, and what PokerKit does otherwise.

PokerKit 0.7.7 departs from the rule book in the ways listed in `DIFFERENCES`. What it may say instead is
worked out exactly, so a hand is excused only where the trigger is there and only in that one number.
Run as a program it prints how many hands need which excuse.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, TypeAlias

import stud8
from pokerkit import (
    Automation,
    Card,
    CardsLike,
    EightOrBetterLowHand,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    RegularLowHand,
    StandardHighHand,
    State,
)
from pokerkit import Hand as PokerHand
from stud8.reference import Evaluation, Pot, divide, evaluate, make_pots
from stud8.reference import Rules as SlowRules
from stud8.reference.showdown import odd_chip_order, spoken_winners

DIFFERENCES = {
    "short bring-in": "after a bring-in all-in for less it lets others call the short amount [C28]",
    "no more than the bring-in": "a bring-in player who has only that may 'complete' with it too [rules 3.4]",
    "short all-in": "the next wager is the all-in plus a bet, always; short ones use up the cap [rules 3.5]",
    "deck runs short": "folded cards are dealt again instead of one common card [C38]",
    "low half of a side pot": "a side pot without a low is halved if anybody has a low [C56]",
    "odd chips": "all odd chips of a tied share go to the lowest index [C51] to [C54]",
    "same winners": "a pot that the same players tie both ways is halved first [C55]",
    "merged pots": "pots with the same players left are one pot, losers taken off first [rules 3.9]",
}
SHARING = ("low half of a side pot", "odd chips", "same winners", "merged pots")
DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
WAGERS = ("complete", "bet", "raise")

Legal: TypeAlias = dict[str, int]


class Remembered(PokerHand):
    """PokerKit works out every hand again for each player and pot: this keeps its answers."""

    asked: ClassVar[type[PokerHand]]
    known: ClassVar[dict[tuple[type, frozenset[Card], frozenset[Card]], PokerHand | None]] = {}

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> PokerHand:
        """What the asked class says."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        key = (cls, frozenset(hole), frozenset(board))
        if key not in cls.known:
            cls.known[key] = cls.asked.from_game_or_none(hole, board)
        hand = cls.known[key]
        if hand is None:
            raise ValueError("no such hand")
        return hand


class HighHand(Remembered):
    """The high."""

    asked = StandardHighHand


class EightLow(Remembered):
    """The low, 8 or better."""

    asked = EightOrBetterLowHand


class AnyLow(Remembered):
    """The low of `any`."""

    asked = RegularLowHand


def variant(low: str, raises: int | None) -> type[FixedLimitSevenCardStudHighLowSplitEightOrBetter]:
    """PokerKit's game; its low and its cap are attributes of the class, the cap counting the bet too."""
    lows = {"eight_or_better": EightLow, "any": AnyLow}
    members = {
        "hand_types": (HighHand, lows[low]),
        "max_completion_betting_or_raising_count": None if raises is None else raises + 1,
    }
    return type("Variant", (FixedLimitSevenCardStudHighLowSplitEightOrBetter,), members)


class Pair:
    """The same hand in both; `excused` collects the differences that were met."""

    def __init__(self, settings: dict[str, Any], stacks: dict[int, int], deck: list[str]) -> None:
        """Begin the hand in both."""
        self.rules = stud8.Rules(**settings)
        self.ours = stud8.Hand(self.rules, stacks, deck=deck)
        self.index = {seat: place for place, seat in enumerate(stacks)}
        rules = self.rules
        self.theirs: State = variant(rules.low, rules.raises).create_state(
            AUTOMATIONS,
            rules.trim_antes,
            rules.ante,
            rules.bring_in,
            rules.small_bet,
            rules.big_bet,
            list(stacks.values()),
            len(stacks),
        )
        self.excused: set[str] = set()
        self.wagers: list[int] = []
        self.bring_in: int | None = None
        self.common: str | None = None
        self.heard = 0
        self.street = 3
        self.listen()

    def listen(self) -> None:
        """Deal to PokerKit what stud8 has dealt, in its order."""
        news = [event.to_dict() for event in self.ours.events_since(self.heard)]
        self.heard += len(news)
        for event in news:
            if event["kind"] == "deal":
                self.burn()
                assert self.theirs.hole_dealee_index == self.index[event["seat"]]
                self.theirs.deal_hole(event["card"])
            elif event["kind"] == "common":
                self.burn()
                self.deal_common(event["card"])
            elif event["kind"] == "bring_in":
                self.bring_in = event["amount"]
            elif event["kind"] in WAGERS:
                self.wagers.append(event["amount"])
        if self.ours.street != self.street:
            self.street, self.wagers, self.bring_in = self.ours.street, [], None

    def burn(self) -> None:
        """Burn an unknown card: PokerKit burns always, and what it burns is nobody's business."""
        if self.theirs.card_burning_status:
            self.theirs.burn_card("??")

    def deal_common(self, card: str) -> None:
        """Give everybody the common card as his seventh, where PokerKit would deal folded cards again."""
        self.common = card
        if self.theirs.board_dealing_count:
            self.theirs.deal_board(card)
            return
        self.excused.add("deck runs short")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it doesn't recommend a card that is in play
            while self.theirs.hole_dealee_index is not None:
                self.theirs.deal_hole(card)

    def theirs_by_seat(self, values: list[int]) -> dict[int, int]:
        """A list of PokerKit's as a table of ours."""
        return {seat: values[place] for seat, place in self.index.items()}

    def actor(self) -> int:
        """The seat to act."""
        assert self.ours.actor is not None
        return self.ours.actor

    def our_legal(self) -> Legal:
        """What may be done and the total put in then, 0 for a fold."""
        ours = {action.kind: action.amount or 0 for action in self.ours.legal_actions}
        if "check" in ours:
            ours["check"] = self.ours.bets[self.actor()]
        return {"wager" if kind in WAGERS else kind: amount for kind, amount in ours.items()}

    def their_legal(self) -> Legal:
        """The same of PokerKit."""
        state, legal = self.theirs, Legal()
        bet = state.bets[self.index[self.actor()]]
        if state.can_fold():
            legal["fold"] = 0
        if (added := state.checking_or_calling_amount) is not None:
            legal["call" if added else "check"] = bet + added
        if (bring_in := state.effective_bring_in_amount) is not None:
            legal["bring_in"] = bring_in
        if (least := state.min_completion_betting_or_raising_to_amount) is not None:
            assert least == state.max_completion_betting_or_raising_to_amount
            legal["wager"] = least
        return legal

    def compare(self) -> list[str]:
        """Whose turn, the chips and the actions; the actions that are the same in both."""
        ours, theirs = self.ours, self.theirs
        assert theirs.status
        assert theirs.street_index == ours.street - 3
        assert theirs.actor_index == self.index[self.actor()]
        assert self.theirs_by_seat(theirs.stacks) == ours.stacks
        assert self.theirs_by_seat(theirs.bets) == ours.bets
        seats = list(self.index)
        pots = [(pot.amount, tuple(seats[place] for place in pot.player_indices)) for pot in theirs.pots]
        assert pots == [(pot.amount, pot.seats) for pot in ours.pots]
        mine, other = self.our_legal(), self.their_legal()
        if mine != other:
            self.excuse(mine, other)
        return [kind for kind in mine if mine[kind] == other.get(kind)]

    def excuse(self, mine: Legal, other: Legal) -> None:
        """Account for different actions: the trigger must be there, and PokerKit say what it implies."""
        rules, hand, seat = self.rules, self.ours, self.actor()
        most = hand.bets[seat] + hand.stacks[seat]
        highest = max(hand.bets.values())
        size = rules.small_bet if hand.street < 5 else rules.big_bet
        expected = dict(mine)
        if "bring_in" in mine:
            assert most <= rules.bring_in
            self.excused.add("no more than the bring-in")
            expected["wager"] = most
        elif self.bring_in is not None and self.bring_in < rules.bring_in and not self.wagers:
            self.excused.add("short bring-in")
            expected["call"] = min(most, highest)
            if "wager" not in mine and most > highest and self.somebody_beyond(highest):
                expected["wager"] = min(most, size)
        elif any(amount % size for amount in self.wagers):  # no full wager is, up to the first short one
            self.excused.add("short all-in")
            if "wager" in other:
                expected["wager"] = min(most, highest + size)
            else:
                expected.pop("wager", None)
        assert other == expected

    def somebody_beyond(self, amount: int) -> bool:
        """Whether another player who is in could put in more [rules 3.5]."""
        hand = self.ours
        return any(hand.bets[s] + hand.stacks[s] > amount for s in hand.seats_in if s != hand.actor)

    def play(self, kind: str) -> None:
        """Play in both."""
        state = self.theirs
        self.ours.play({"fold": 0, "wager": 2}.get(kind, 1))
        if kind == "fold":
            state.fold()
        elif kind == "bring_in":
            state.post_bring_in()
        elif kind == "wager":
            state.complete_bet_or_raise_to()
        else:
            state.check_or_call()
        self.listen()

    def compare_payoffs(self) -> None:
        """PokerKit pays what its ways of sharing imply, and these alone excuse it."""
        assert self.ours.is_over
        assert not self.theirs.status
        theirs = self.theirs_by_seat(self.theirs.payoffs)
        if len(self.ours.seats_in) == 1:
            assert theirs == self.ours.payoffs
            return
        division = Division(self)
        right = division.payoffs(frozenset())
        wrong = division.payoffs(frozenset(SHARING))
        assert self.ours.payoffs == right
        assert theirs == wrong
        for name in SHARING:
            others = frozenset(SHARING) - {name}
            if division.payoffs(frozenset({name})) != right or division.payoffs(others) != wrong:
                self.excused.add(name)


class Division:
    """The pots of a hand at its end, shared by the rule book with any of PokerKit's ways put in."""

    def __init__(self, pair: Pair) -> None:
        """Read chips and cards from a hand that is over."""
        hand = pair.ours
        self.rules = SlowRules.from_dict(pair.rules.to_dict())
        self.paid = dict(hand.contributions)
        self.seats_in = list(hand.seats_in)
        self.own = {
            seat: [str(card) for card in (*hand.up_cards[seat], *hand.down_cards[seat])]
            for seat in self.seats_in
        }
        common = [] if pair.common is None else [pair.common]
        self.hands: dict[int, Evaluation] = {
            seat: evaluate(cards + common, self.rules.low) for seat, cards in self.own.items()
        }
        self.pots = self.make_pots(hand)

    def make_pots(self, hand: stud8.Hand) -> list[Pot]:
        """The pots of 3.9."""
        if self.rules.trim_antes:
            return make_pots(self.paid, self.seats_in)
        antes = dict.fromkeys(self.paid, 0)
        for event in hand.events:
            if event.kind == "ante":
                antes[event.seat] = event.chips
        bets = {seat: chips - antes[seat] for seat, chips in self.paid.items()}
        return make_pots(bets, self.seats_in, sum(antes.values()))

    def payoffs(self, faults: frozenset[str]) -> dict[int, int]:
        """What each wins or loses if the pots are shared with these faults."""
        won = {seat: -chips for seat, chips in self.paid.items()}
        for pot in self.merged() if "merged pots" in faults else self.pots:
            for seat, chips in self.share(pot, faults):
                won[seat] += chips
        return won

    def alive(self) -> list[int]:
        """Those who win something by their cards: PokerKit kills the other hands before it pays."""
        winners = [spoken_winners(pot.seats, self.hands) for pot in self.pots]
        return sorted({seat for some in winners for seat in (*some.high, *some.low)})

    def merged(self) -> list[Pot]:
        """The pots of the hands alive, neighbours with the same players as one."""
        alive, pots = self.alive(), list[Pot]()
        for pot in self.pots:
            seats = tuple(seat for seat in pot.seats if seat in alive)
            if pots and pots[-1].seats == seats:
                pots[-1] = Pot(pots[-1].amount + pot.amount, seats)
            else:
                pots.append(Pot(pot.amount, seats))
        return pots

    def share(self, pot: Pot, faults: frozenset[str]) -> list[tuple[int, int]]:
        """One pot."""
        winners = spoken_winners(pot.seats, self.hands)
        high, low = list(winners.high), list(winners.low)
        if (
            not low
            and "low half of a side pot" in faults
            and any(self.hands[seat].low for seat in self.alive())
        ):
            low = [seat for seat in pot.seats if seat in self.alive()]
            return self.halves(pot.amount, high, low, faults)
        if low and "same winners" in faults:
            return self.halves(pot.amount, high, low, faults)
        if "odd chips" not in faults:
            high = odd_chip_order(self.rules, "high", high, self.own, self.hands)
            low = odd_chip_order(self.rules, "low", low, self.own, self.hands)
            return [(payment.seat, payment.chips) for payment in divide(pot.amount, 1, high, low)]
        if not low or (len(high) > 1 and high == low):
            return self.piled("high", pot.amount, high, faults)
        return self.halves(pot.amount, high, low, faults)

    def halves(
        self, amount: int, high: list[int], low: list[int], faults: frozenset[str]
    ) -> list[tuple[int, int]]:
        """Each half shared on its own."""
        less = amount // 2
        return self.piled("high", amount - less, high, faults) + self.piled("low", less, low, faults)

    def piled(
        self, part: str, amount: int, seats: list[int], faults: frozenset[str]
    ) -> list[tuple[int, int]]:
        """One share, its odd chips all to the first seat or one each."""
        each, rest = divmod(amount, len(seats))
        if "odd chips" in faults:
            return [(seat, each + (rest if seat == seats[0] else 0)) for seat in seats]
        if all(self.hands[seat].low for seat in seats) or part == "high":
            seats = odd_chip_order(self.rules, part, seats, self.own, self.hands)
        return [(seat, each + (place < rest)) for place, seat in enumerate(seats)]


# Random hands


@dataclass
class Report:
    """How many hands were the same in everything, and how many needed which excuse."""

    hands: int = 0
    plain: int = 0
    steps: int = 0
    excused: Counter[str] = field(default_factory=Counter)


def random_settings(random: Random) -> dict[str, Any]:
    """Rules that PokerKit can be told, and what makes no difference to it."""
    small = random.choice((4, 20, 40, 100, 101))
    return {
        "ante": random.choice((0, 1, small // 10, small // 4, small // 3)),
        "bring_in": random.choice((1, small // 4, small // 2, small - 1)),
        "small_bet": small,
        "big_bet": random.choice((2 * small, 2 * small, small, 3 * small)),
        "raises": random.choice((3, 3, 3, 3, 1, 0, 4, None)),
        "low": "any" if random.random() < 0.1 else "eight_or_better",
        "trim_antes": random.random() < 0.8,
        "odd_chip": random.choice(("suit_of_seven", "suit_of_five", "position")),
        "all_in_raise": random.choice(("half", "half", "full")),
        "burn": random.random() < 0.5,
    }


def random_stacks(random: Random, settings: dict[str, Any]) -> dict[int, int]:
    """Two to eight players, all deep or some short."""
    players = random.randint(2, 8)
    seats = sorted(random.sample(range(1, 9), players))
    small = settings["small_bet"]
    if random.random() < 0.35:
        return dict.fromkeys(seats, 60 * small)
    depths = (settings["ante"] + settings["bring_in"], 2 * small, 8 * small, 20 * small, 60 * small)
    return {seat: random.randint(1, random.choice(depths)) for seat in seats}


def random_deck(random: Random) -> list[str]:
    """Any order, or few ranks first: then hands tie."""
    if random.random() < 0.7:
        return random.sample(DECK, len(DECK))
    first, noise = random.randrange(13), random.choice((0.5, 1.5, 4))
    order = {card: (DECK.index(card) // 4 - first) % 13 + noise * random.random() for card in DECK}
    return sorted(DECK, key=order.__getitem__)


def play_random(random: Random) -> Pair:
    """One random hand, compared all the way."""
    settings = random_settings(random)
    pair = Pair(settings, random_stacks(random, settings), random_deck(random))
    weights = random.choice(
        (
            {"fold": 1, "call": 6, "check": 4, "bring_in": 6, "wager": 2},
            {"fold": 0, "call": 8, "check": 8, "bring_in": 8, "wager": 2},
            {"fold": 2, "call": 4, "check": 3, "bring_in": 3, "wager": 6},
        ),
    )
    while pair.ours.actor is not None:
        both = pair.compare()
        shares = [weights[kind] for kind in both]
        pair.play(random.choices(both, shares if any(shares) else None)[0])
    pair.compare_payoffs()
    return pair


def play_block(seed: int, hands: int) -> Report:
    """Many random hands; a failing one is told by its seed and number."""
    report = Report()
    for number in range(hands):
        try:
            pair = play_random(Random(1_000_000 * seed + number))
        except Exception as error:
            error.add_note(f"play_random(Random({1_000_000 * seed + number}))")
            raise
        report.hands += 1
        report.steps += pair.heard
        report.plain += not pair.excused
        report.excused.update(pair.excused)
    return report


if __name__ == "__main__":
    total = play_block(0, int(sys.argv[1]))
    print(f"{total.hands:,} hands, {total.plain:,} the same in everything")  # noqa: T201
    for name, reason in DIFFERENCES.items():
        print(f"{total.excused[name]:>8,}  {name}: {reason}")  # noqa: T201
