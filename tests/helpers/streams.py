"""The random numbers of a hand once more, as the head of rng.rs says them."""

from __future__ import annotations

import struct

from engines import DECK

HANDS, SPARE, MORE_CHOICES = 0, 1, 5
VERSION = 1


def chacha8(seed: int, number: int, purpose: int, size: int) -> bytes:
    """The first bytes of ChaCha with four double rounds: RFC 8439 with a 64-bit counter."""
    key = struct.pack("<4Q", seed, number, purpose, VERSION)

    def quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
        for one, two, three, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = (x[one] + x[two]) & 0xFFFFFFFF
            mixed = x[three] ^ x[one]
            x[three] = (mixed << turn | mixed >> (32 - turn)) & 0xFFFFFFFF

    out = b""
    for block in range(-(-size // 64)):
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), block, 0, 0, 0]
        x = list(start)
        for _ in range(4):
            for column in range(4):
                quarter(x, column, 4 + column, 8 + column, 12 + column)
            for row in range(4):
                quarter(x, row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
        out += struct.pack("<16I", *((one + two) & 0xFFFFFFFF for one, two in zip(x, start, strict=True)))
    return out[:size]


def beginning(seed: int, number: int) -> bytes:
    """A hand's half of what its pair has."""
    half = number % 2
    return chacha8(seed, number // 2, HANDS, 256)[128 * half : 128 * half + 128]


def cards(seed: int, number: int) -> list[str]:
    """The deck of a hand: four cards of each word, new ones for a word that is too small."""
    deck = list(DECK)
    spare = iter(struct.unpack("<64I", chacha8(seed, number, SPARE, 256)))
    for group, first in enumerate(struct.unpack("<13I", beginning(seed, number)[:52])):
        lefts = [52 - 4 * group - n for n in range(4)]
        word, ahead = first, []
        for left in lefts:
            place, word = divmod(word * left, 2**32)
            ahead.append(place)
        if word < 2**32 % (lefts[0] * lefts[1] * lefts[2] * lefts[3]):
            ahead = [next(word * left >> 32 for word in spare if good(word, left)) for left in lefts]
        for i, place in enumerate(ahead, 4 * group):
            deck[i], deck[i + place] = deck[i + place], deck[i]
    return deck


def good(word: int, bound: int) -> bool:
    """Whether Lemire's multiplication takes the word."""
    return word * bound % 2**32 >= 2**32 % bound


def choices(seed: int, number: int, size: int = 1600) -> bytes:
    """The bytes for the choices of a hand."""
    return beginning(seed, number)[52:] + chacha8(seed, number, MORE_CHOICES, size)
