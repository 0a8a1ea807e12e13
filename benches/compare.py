"""stud8 and other packages side by side, every package in one run.

``python benches/compare.py`` plays whole hands, ``python benches/compare.py simulate`` in every way there
is; ``evaluate`` evaluates hands of seven cards, ``equity`` finds equities, ``tables`` steps tables in
lockstep. Needs the test extra; the others are on PyPI: ``pip install envpool eval7 holdem-hand-evaluator
open_spiel pgx poker-equity pokers pkrbot rlcard treys``. Machines are noisy: the packages take turns, the
best turn of each counts, and the ratios within one run are what can be quoted. Every run asserts its
answers.
"""

from __future__ import annotations

import argparse

import equities
import evaluating
import playing
import simulating
import stepping

# How often each is measured unless said otherwise.
SUBJECTS = {
    "play": (playing.compare, 5),
    "simulate": (simulating.compare, 5),
    "evaluate": (evaluating.compare, 10),
    "equity": (equities.compare, 5),
    "tables": (stepping.compare, 5),
}


def main() -> None:
    """Measure everything of one subject in turns and print one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", nargs="?", choices=SUBJECTS, default="play")
    parser.add_argument("--turns", type=int, help="how often each is measured")
    given = parser.parse_args()
    compare, turns = SUBJECTS[given.subject]
    compare(given.turns or turns)


if __name__ == "__main__":
    main()
