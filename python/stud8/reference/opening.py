"""Who brings in, who opens, and what unknown cards allow [rules 3.4], [rules 3.8], [rules 3.15]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TypeAlias

from .boards import best_card, board_key
from .cards import RANKS, Card, MaybeCard, highest_first, strength
from .rules import Rules

__all__ = ["best_board", "bring_in_duty", "could_bring_in", "could_open", "opener"]

Board: TypeAlias = Sequence[MaybeCard]


def bring_in_duty(doors: Mapping[int, MaybeCard]) -> int:
    """Returns the seat of the lowest known door card: ace high, then by suit [C17], [C18]."""
    known = {seat: card for seat, card in doors.items() if card is not None}
    if not known:
        return min(doors)
    return min(known, key=lambda seat: strength(known[seat]))


def could_bring_in(seat: int, doors: Mapping[int, MaybeCard], unseen: Sequence[Card]) -> bool:
    """Returns whether this door card is unknown and could be lower than every known one."""
    if doors[seat] is not None:
        return False
    known = [strength(card) for card in doors.values() if card is not None]
    return any(all(strength(card) < door for door in known) for card in unseen)


def opener(rules: Rules, boards: Mapping[int, Board]) -> int:
    """Returns the seat whose board opens, among all players in [C30]; of equal ones the lowest [C31]."""
    return max(sorted(boards), key=lambda seat: _opening_key(rules, boards[seat]))


def best_board(boards: Mapping[int, Board]) -> int:
    """Returns the seat of the best board, of equal ones the lowest [rules 3.10]."""
    return max(sorted(boards), key=lambda seat: board_key(boards[seat]))


def _opening_key(rules: Rules, board: Board) -> tuple[object, int]:
    """Returns what opens, and the suit that decides under `opener_tie="suit"`."""
    # Reading of [rules 3.8]: "the highest card of the board" is by rank and then by suit, so of a board
    # with both black kings it is the king of spades.
    newest = best_card(board[-1:])  # seventh street is dealt down, so there it is the card of sixth
    highest = best_card(board)
    what: object
    if rules.opener == "best_board":
        what, suit = board_key(board), highest[1]
    elif rules.opener == "highest_card":
        what, suit = highest
    else:
        what, suit = newest
    return what, suit if rules.opener_tie == "suit" else 0


def could_open(rules: Rules, seat: int, boards: Mapping[int, Board], unseen: Sequence[Card]) -> bool:
    """Returns whether this board with unknown cards could open if those of the others were lowest."""
    board = boards[seat]
    relevant = board[-1:] if rules.opener == "newest_card" else board
    unknown = relevant.count(None)
    if unknown == 0:
        return False
    known = [card for card in board if card is not None]
    for cards in _best_choices(unseen, unknown):
        # The order of a board only matters for the newest card, and then that card is unknown.
        if opener(rules, {**boards, seat: [*known, *cards]}) == seat:
            return True
    return False


def _best_choices(unseen: Sequence[Card], count: int) -> Iterator[list[Card]]:
    """Yields every choice of ranks for the unknown cards, each in the best suits that are left."""
    by_rank = {rank: [card for card in highest_first(unseen) if card[0] == rank] for rank in RANKS}
    for ranks in combinations_with_replacement(RANKS, count):
        if all(ranks.count(rank) <= len(by_rank[rank]) for rank in ranks):
            yield [by_rank[rank][ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
