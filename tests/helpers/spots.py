"""Some hands whose equities are known, and who is asked for them."""

from __future__ import annotations

from native import native

# What users write is not what the type checker allows: half of it is wrong on purpose.
equity, next_card, exact_seconds = native.equity, native.next_card, native.exact_seconds

RIVER = ["As Ah Ts Th 8h 8d", "Kc Qc Jc Td 3c 2d"]
FIFTH = ["Ac 2d 3h 4s 8c", "Kc Kd Qh Jh 9s"]
MORE = [*FIFTH, "7h 7d 6s 5s Th"]
