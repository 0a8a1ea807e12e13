"""Computes what is pinned: digests of results for every preset, and one record of each type.

`python tests/helpers/pinning.py` writes them anew. A result may only change where a rule or a format changes,
and the commit that changes it says so.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import stud8
from engines import PRESETS, STAKES
from stud8 import Hand, Rules, Tables, dumps, equity, next_card, observe, perft, simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PINS = Path(__file__).parent.parent / "pins"
DIGESTS = PINS / "digests.json"
RECORDS = PINS / "records"
HANDS = 60
SEED = 20_261_201
# The lattices of stacks make side pots, all-ins on every street and plain hands.
STACKS = ((2_000,) * 8, (300, 700, 2_000), (40, 90, 150, 400, 1_000), (5_000, 5_000))


def digest(parts: list[str | bytes]) -> str:
    """Returns one digest over texts and bytes in order."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little") + data)
    return total.hexdigest()


def text(record: Any) -> str:
    """Returns a record as JSON text, keys in the order in which they were written."""
    return json.dumps(record)


def rules_of(preset: str, **settings: Any) -> Rules:
    """Returns a preset with one set of stakes, so that all presets meet the same stacks."""
    make: Callable[..., Rules] = getattr(Rules, preset)
    return make(**{**STAKES, **settings})


def hands(rules: Rules, count: int = HANDS) -> Iterator[Hand]:
    """Yields whole hands of random legal actions, and each hand once before it is over."""
    for number in range(count):
        choices = Random(number)
        hand = Hand(rules, STACKS[number % len(STACKS)], seed=SEED, number=number)
        pause = choices.randrange(12)
        played = 0
        while hand.actor is not None:
            if played == pause:
                yield hand.copy()
            hand.play(choices.choice([action.kind for action in hand.legal_actions]))
            played += 1
        yield hand


def rules_digests(rules: Rules) -> dict[str, str]:
    """Returns the digests of what a rule book gives: events, views, rows, records, histories."""
    parts: dict[str, list[str | bytes]] = {
        name: [] for name in ("events", "hands", "views", "rows", "results", "phh")
    }
    for hand in hands(rules):
        parts["events"].append(text([event.to_dict() for event in hand.events]))
        parts["hands"].append(text(hand.to_dict()))
        for seat in (None, *hand.seats):
            view = hand.view(seat)
            parts["views"].append(text(view.to_dict()))
            parts["rows"].append(observe(view).tobytes() if seat is not None else b"")
        if hand.is_over:
            parts["results"].append(text(hand.payoffs))
            if not rules.burn and not rules.declare and rules.low == "eight_or_better":
                parts["phh"].append(dumps(hand))
    return {name: digest(found) for name, found in parts.items()}


SPOTS: dict[str, dict[str, Any]] = {
    "fourth street": {"hands": ["Ac 2c 3c 4c", "Ah Ad As 9d"]},
    "three players": {"hands": ["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s", "7h 7d 6s 5s Th"]},
    "dead cards": {"hands": ["Ac 2d 3h 4s 8c Kd", "Kc Ks Qh Jh 9s 9c"], "dead": "5d 6d 7d"},
    "a range": {"hands": [{"A?A?2d7c8c": "0.5", "3?3?2d7c8c": 1}, "Ks Kc Kd Qs Js"]},
    "sampled": {"hands": ["As Ac 2d", "Ks Kc Kd", "", ""], "trials": 20_000, "seed": 7, "method": "sample"},
}


def equity_digests() -> dict[str, str]:
    """Returns the digests of equities under each kind of low."""
    found = {}
    for low in ("eight_or_better", "five_ranks", "any"):
        for name, spot in SPOTS.items():
            given = dict(spot)
            found[f"{low}, {name}"] = digest([text(equity(given.pop("hands"), low=low, **given).to_dict())])
        draws = next_card(["As 2d 3h 4c Kd", "Qs Qc 9h 8d 7c"], player=0, low=low)
        found[f"{low}, next card"] = digest([text(draws.to_dict())])
    return found


def perft_counts() -> dict[str, list[int]]:
    """Returns how many ways there are to play on, for each preset and depth."""
    return {
        preset: [
            perft(Hand(rules_of(preset), (400, 1_000, 300), seed=SEED, number=3), depth)
            for depth in range(1, 7)
        ]
        for preset in PRESETS
    }


def simulation_digests() -> dict[str, str]:
    """Returns the digests of summaries and of tables after many steps."""
    found = {}
    for preset in PRESETS:
        rules = rules_of(preset)
        summary = simulate(
            rules,
            players=4,
            hands=3_000,
            policies=("tight", "call", "uniform", "check_fold"),
            seed=SEED,
            rotate=True,
            classes=True,
        )
        tables = Tables(rules, tables=16, players=5, seed=SEED)
        parts: list[str | bytes] = []
        state = tables.state()
        for _ in range(200):
            # The legal action with the highest number that the row allows, but never a fold of choice.
            choices = state.legal_action_mask.shape[1] - 1 - state.legal_action_mask[:, ::-1].argmax(axis=1)
            state = tables.step(choices)
            parts += [state.observation.tobytes(), state.rewards.tobytes()]
        found[f"{preset}, summary"] = digest([text(summary.to_dict())])
        found[f"{preset}, tables"] = digest(parts)
    return found


def stream_digest() -> str:
    """Returns the digest of the cards that the first hands of some seeds deal."""
    parts: list[str | bytes] = []
    for seed in (0, 1, 2**64 - 1):
        for number in range(50):
            hand = Hand(Rules.full_tilt(), [2_000] * 8, seed=seed, number=number)
            parts.append(
                text(
                    [
                        [str(card) for card in hand.down_cards[seat] + hand.up_cards[seat]]
                        for seat in hand.seats
                    ]
                )
            )
    return digest(parts)


def digests() -> dict[str, Any]:
    """Returns all digests."""
    return {
        "rules": {preset: rules_digests(rules_of(preset)) for preset in PRESETS},
        "rake": rules_digests(rules_of("full_tilt", rake=stud8.Rake(500, cap=30, unit=1))),
        "equity": equity_digests(),
        "perft": perft_counts(),
        "simulation": simulation_digests(),
        "streams": stream_digest(),
    }


def records() -> dict[str, Any]:
    """Returns one record of each type, by the name of its class."""
    rules = Rules.full_tilt()
    hand = Hand(rules, [20_000, 500, 3_000], seed=7, number=1)
    for _ in range(5):
        hand.play("call" if "call" in hand.legal_actions else hand.default_action or "check")
    by_hand = Hand(rules, [2_000] * 2, dealt_by_hand=True)
    for card in ["As", "Ks", "??", "Kd", "7h", "2c"]:
        by_hand.deal(card)
    over = hand.copy()
    while over.actor is not None:
        over.play(over.default_action or "check")
    tables = Tables(rules, tables=2, players=3, seed=7)
    tables.step([1, 1])
    draws = equity(["As Ac 2d", "Ks Kc Kd", ""], trials=1_000, seed=7, method="sample")
    return {
        "Rules": Rules.wsop(
            ante=100, bring_in=200, small_bet=1_000, unit=100, rake=stud8.Rake(250, unit=100)
        ).to_dict(),
        "Hand": hand.to_dict(),
        "Hand-by-hand": by_hand.to_dict(),
        "Hand-deck": Hand(rules, {2: 900, 5: 700}, deck=[str(stud8.Card(n)) for n in range(52)]).to_dict(),
        "View": hand.view(hand.actor).to_dict(),
        "View-rail": over.view(None).to_dict(),
        "View-by-hand": by_hand.view(1).to_dict(),
        "Event": over.events[-1].to_dict(),
        "Equity": equity(["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s"]).to_dict(),
        "Equity-sampled": draws.to_dict(),
        "NextCards": next_card(["As 2d 3h 4c Kd", "Qs Qc 9h 8d 7c"], player=0).to_dict(),
        "Summary": simulate(
            rules, players=3, hands=300, policies=["tight", "call", "uniform"], rotate=True
        ).to_dict(),
        "Summary-starting-hands": simulate(rules, players=2, hands=200, seed=3, classes=True).to_dict(),
        "Tables": tables.to_dict(),
        "Match": stud8.match(["tight", "call"], hands=200, seed=7).to_dict(),
    }


def reread(name: str, record: Any) -> Any:
    """Returns what the class of this name reads in the record, written again as JSON does it."""
    return json.loads(text(getattr(stud8, name.partition("-")[0]).from_dict(record).to_dict()))


def main() -> None:
    """Writes everything anew."""
    RECORDS.mkdir(parents=True, exist_ok=True)
    DIGESTS.write_text(json.dumps(digests(), indent=1) + "\n", encoding="utf-8")
    for name, record in records().items():
        (RECORDS / f"{name}.json").write_text(text(record) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
