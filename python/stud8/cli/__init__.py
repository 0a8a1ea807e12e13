"""The command ``stud8``."""

from __future__ import annotations

import sys

import click

import stud8
from stud8.cli.door import Group, run
from stud8.cli.equity import equity_command
from stud8.cli.eval import evaluate_command
from stud8.cli.match import match_command
from stud8.cli.replay import replay_command
from stud8.cli.simulate import simulate_command
from stud8.cli.start import start_command
from stud8.cli.streams import open_all
from stud8.cli.verify import verify_command

__all__ = ["main", "stud8_command"]


@click.group(
    name="stud8",
    cls=Group,
    commands=[
        evaluate_command,
        equity_command,
        start_command,
        simulate_command,
        match_command,
        verify_command,
        replay_command,
    ],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(stud8.__version__, prog_name="stud8")
def stud8_command() -> None:
    """Seven-card stud high-low: evaluate, equities, match, replay, simulate, verify."""


def main() -> None:
    """Run the command line: bad input gives one line and exit code 2, Ctrl-C exit code 130."""
    open_all()
    sys.exit(run(stud8_command))
