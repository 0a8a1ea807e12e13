"""Exact equities against the reference, which deals every deal, and against the sampler."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import count, islice
from math import comb
from random import Random
from typing import Any, TypeAlias

import pytest
from native import native
from stud8 import reference
from stud8.reference.cards import DECK, LOW_RANK
from stud8.reference.equity import card_sets, read_pattern

LOWS = ("eight_or_better", "five_ranks", "any")
MOST_DEALS = 2500

Player: TypeAlias = str | list[str] | dict[str, int]


@dataclass
class Spot:
    """What both are asked, and what is special about it."""

    players: list[Player]
    low: str
    own: int  # how many cards each has of his own in the end
    common: str | None = None
    comes: bool = False  # whether a common card will come
    dead: list[str] = field(default_factory=list)
    unknown_dead: int = 0
    kinds: set[str] = field(default_factory=set)

    @property
    def question(self) -> dict[str, Any]:
        """The arguments of both."""
        dead = " ".join([*self.dead, *["??"] * self.unknown_dead])
        return {"hands": self.players, "dead": dead, "common": self.common, "low": self.low}

    def most_deals(self) -> int:
        """No more are dealt."""
        live = set(DECK) - set(self.dead)
        ranges = [[read_pattern(text) for text in patterns(player)] for player in self.players]
        sizes = [len(range_[0]) for range_ in ranges]
        left = len(live) - sum(sizes) - (self.common is not None)
        deals = left if self.comes else 1
        for range_, size in zip(ranges, sizes, strict=True):
            deals *= sum(len(card_sets(pattern, live)) for pattern in range_) * comb(left, self.own - size)
            left -= self.own - size
        return deals


def patterns(player: Player) -> list[str]:
    return [player] if isinstance(player, str) else list(player)


def known_in_part(random: Random, card: str) -> tuple[str, str]:
    """The card, less of it known, and how it is known."""
    rank, suit = card[0], card[1]
    texts = {"rank": f"{rank}?", "suit": f"?{suit}", "ranks": f"[{rank}3-5]?", "suits": f"{rank}[{suit}h]"}
    texts["unknown"] = "??"
    kind = random.choice(list(texts))
    return texts[kind], kind


def random_spot(random: Random) -> Spot:
    """A spot on fifth or sixth street or between them; so many cards are dead that it has few deals."""
    deck = random.sample(DECK, len(DECK))
    players = random.choice([2, 2, 3, 4])
    common = random.choice(["none", "none", "given", "to come"])
    spot = Spot([], random.choice(LOWS), own=7 if common == "none" else 6, comes=common == "to come")
    spot.kinds = {f"{players} players", f"common {common}", spot.low}
    held = [[deck.pop() for _ in range(random.choice([5, 6, 6]))] for _ in range(players)]
    if common == "given":
        spot.common = deck.pop()
    if random.random() < 0.5:  # the high cards die first
        deck.sort(key=lambda card: LOW_RANK[card] // 5)
    for cards in held:
        texts = list(cards)
        if random.random() < 0.3:
            texts[0], kind = known_in_part(random, texts[0])
            spot.kinds.add(kind)
        hand = " ".join(texts)
        others = [" ".join(random.sample(deck[:12], len(cards))) for _ in range(2)]
        kind = random.choice(["hand", "hand", "hand", "range", "weights"])
        spot.kinds.add(kind)
        if kind == "hand":
            spot.players.append(hand)
        elif kind == "range":
            spot.players.append([hand, *others])
        else:
            spot.players.append({text: random.randrange(1, 5) for text in (hand, *others)})
    missing = sum(spot.own - len(cards) for cards in held)
    while spot.most_deals() > MOST_DEALS and len(deck) > missing + spot.comes:
        spot.dead.append(deck.pop())
    if spot.comes:  # as unknown cards are dead too: one is left beside those that all get
        spot.unknown_dead = len(deck) - missing - 1
    return spot


@cache
def spots(seed: int) -> tuple[Spot, ...]:
    random = Random(seed)
    endless = (random_spot(random) for _ in count())
    return tuple(islice((spot for spot in endless if spot.most_deals() <= MOST_DEALS), 20))


def parts(outcomes: dict[Any, int]) -> dict[Any, Fraction]:
    total = sum(outcomes.values())
    return {outcome: Fraction(times, total) for outcome, times in outcomes.items()}


@pytest.mark.parametrize("seed", range(10))
def test_exact_equities_are_those_of_the_reference(seed: int) -> None:
    for spot in spots(seed):
        found = native.equity(**spot.question, method="exact")
        expected = reference.equity(**spot.question)
        if all(isinstance(player, str) for player in spot.players):
            assert found.outcomes == expected.outcomes, spot
            assert found.deals == expected.deals, spot
        # Of a range the reference counts cards of which nothing is known like others that are known in part.
        assert parts(found.outcomes) == parts(expected.outcomes), spot
        assert tuple(player.share for player in found.players) == expected.shares, spot
        assert sum(expected.shares) == 1


def test_the_spots_are_of_all_kinds() -> None:
    kinds = Counter(kind for seed in range(10) for spot in spots(seed) for kind in spot.kinds)
    players = [f"{players} players" for players in (2, 3, 4)]
    commons = [f"common {common}" for common in ("none", "given", "to come")]
    known = ["rank", "suit", "ranks", "suits", "unknown", "hand", "range", "weights"]
    assert set(kinds) == {*players, *commons, *LOWS, *known}
    assert min(kinds.values()) >= 5, kinds


@pytest.mark.parametrize(
    ("hands", "deals", "shares"),
    [
        (["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"], 1_560, [".714", ".286"]),
        (["As 2s 3s 4s 7d 9h", "Ad 2d 3d 4d 7c 9c"], 1_560, [".502", ".498"]),
    ],
)
def test_the_reference_counts_known_deals(hands: list[str], deals: int, shares: list[str]) -> None:
    found = reference.equity(hands)
    assert found.deals == deals
    assert [f"{float(share):.3f}"[1:] for share in found.shares] == shares


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ({"hands": ["As"]}, "invalid_equity"),
        ({"hands": ["As"] * 9}, "invalid_equity"),
        ({"hands": ["As Kd Qd", "Ks ??"], "dead": "Ah Ah"}, "duplicate_card"),
        ({"hands": ["As Kd", "As Qd"]}, "invalid_equity"),
        ({"hands": ["As X?", "Qd"]}, "invalid_card"),
        ({"hands": ["As [8-2]?", "Qd"]}, "invalid_card"),
        ({"hands": [{"As": 0}, "Qd"]}, "invalid_equity"),
        ({"hands": [{"As": -1, "Ks": 2}, "Qd"]}, "invalid_equity"),
        ({"hands": [["As", "Ks Kd"], "Qd"]}, "invalid_equity"),
        ({"hands": [{"A?": 1, "As": 2}, "Qd"]}, "invalid_equity"),
        ({"hands": ["As Ks Qs Js Ts 9s 8s 7s", "Qd"]}, "invalid_equity"),
        ({"hands": ["As Ks Qs Js Ts 9s 8s", "Qd"], "common": "2c"}, "invalid_equity"),
        ({"hands": ["As", "Qd"], "dead": "2c", "common": "2c"}, "duplicate_card"),
        ({"hands": ["As", "Qd"], "dead": " ".join(["??"] * 40)}, "invalid_equity"),
    ],
)
def test_the_reference_refuses(question: dict[str, Any], kind: str) -> None:
    with pytest.raises(reference.StudError) as refused:
        reference.equity(**question)
    assert refused.value.kind == kind


def test_trials_are_within_their_errors() -> None:
    """Of 200 spots on third street about 95 % lie within two standard errors of the exact share."""
    random, within = Random(11), 0
    for seed in range(200):
        cards = random.sample(DECK, 12)
        hands, dead = (
            [" ".join(cards[:3]), " ".join(cards[3:6])],
            " ".join(cards[6 : random.randrange(6, 13)]),
        )
        exact = native.equity(hands, dead, method="exact", low=LOWS[seed % 3])
        trials = native.equity(hands, dead, method="sample", low=LOWS[seed % 3], trials=20_000, seed=seed)
        assert (exact.exact, trials.exact) == (True, False)
        first, sampled = exact.players[0], trials.players[0]
        within += abs(float(first.share) - sampled.share) <= 2 * sampled.standard_error
    assert 0.90 <= within / 200 <= 0.99, within
