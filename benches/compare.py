"""stud8 and other packages side by side, every package in one run.

``python benches/compare.py`` plays whole hands, ``python benches/compare.py evaluate`` evaluates hands of
seven cards, ``python benches/compare.py tables`` steps tables in lockstep. Needs the test extra; the other
packages are on PyPI: ``pip install eval7 holdem-hand-evaluator pkrbot poker-equity treys`` for hands,
``pip install pgx pokers rlcard`` for tables. Machines are noisy: the packages take turns, the best
turn of each counts, and the ratios within one run are what can be quoted. Every run asserts its answers.
"""

from __future__ import annotations

import argparse

import evaluating
import playing
import stepping

TURNS = 5
SUBJECTS = {"play": playing.compare, "evaluate": evaluating.compare, "tables": stepping.compare}


def main() -> None:
    """Measure everything of one subject in turns and print one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", nargs="?", choices=SUBJECTS, default="play")
    parser.add_argument("--turns", type=int, default=TURNS, help="how often each is measured")
    given = parser.parse_args()
    SUBJECTS[given.subject](given.turns)


if __name__ == "__main__":
    main()
