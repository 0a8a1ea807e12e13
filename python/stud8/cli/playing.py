"""What the commands that play hands by policies share: the table, the policies, the place to play."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from stud8._internal.quoting import quoted
from stud8._internal.terminal.processes import processes as pool_of
from stud8.cli.options import as_json_option, rules_options, threads_option

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor


def table_options(command: Any) -> Any:
    """What `simulate` and `match` are both told: the hands, the table and the rules."""
    for option in reversed(
        (
            click.option("--stack", type=int, help="Each player's chips.  [default: 100 big bets]"),
            rules_options("full_tilt"),
            click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True),
            click.option(
                "--start", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="First hand."
            ),
            threads_option,
            click.option("--processes", type=click.IntRange(min=1), help="Play in this many processes."),
            click.option("--dask", metavar="ADDRESS", help="Play on the dask cluster with this scheduler."),
            as_json_option,
        )
    ):
        command = option(command)
    return command


def find_policy(name: str) -> Any:
    """A native policy by its name, or a function by that of its module."""
    module, colon, function = name.strip().partition(":")
    if not colon:
        return module
    if not module or not function:
        raise ValueError(
            f"policy {quoted(name)} is no function of a module: write module:function, such as mine:play"
        )
    if "" not in sys.path:
        # It stays there for the processes, which look for the module where this one does.
        sys.path.insert(0, "")
    try:
        return getattr(import_module(module), function)
    except Exception as error:
        raise ValueError(f"policy {quoted(name)} can't be loaded: {error}") from error


@contextmanager
def executor_at(processes: int | None, dask: str | None) -> Iterator[Executor | None]:
    """Where the hands are played, if not here."""
    if processes is not None and dask is not None:
        raise ValueError("--processes and --dask are two places to play: choose one")
    if processes is not None:
        with pool_of(processes) as pool:
            yield pool
    elif dask is not None:
        try:
            from distributed import Client  # noqa: PLC0415 - an extra
        except ImportError:
            raise ValueError("--dask needs dask: pip install 'stud8[dask]'") from None
        with Client(dask) as client:  # type: ignore[no-untyped-call, unused-ignore]
            yield client.get_executor()
    else:
        yield None
