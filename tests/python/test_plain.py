"""A plain install: what needs an extra says in one line which one, and all else works.

`.ci/run` runs this in an environment that has none of them. Elsewhere they are hidden.
"""

# ruff: noqa: S603 - the processes are this Python

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from commands import ENVIRONMENT

if TYPE_CHECKING:
    from pathlib import Path

EXTRAS = ["distributed", "dask", "gymnasium", "hypothesis", "matplotlib", "pandas", "pettingzoo"]
EXTRAS += ["polars", "pyarrow", "pyspiel"]
HIDING = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\n"
SUMMARY = "import stud8; summary = stud8.simulate(stud8.Rules.full_tilt(), hands=10); "
RECORDED = "import stud8; stud8.simulate(stud8.Rules.full_tilt(), hands=10, record="


def plain(program: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a program where no extra is installed."""
    return subprocess.run(
        [sys.executable, "-c", HIDING + program, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("import stud8.plot", "plot"),
        ("import stud8.adapters.gymnasium", "gymnasium"),
        ("import stud8.adapters.openspiel", "openspiel"),
        ("import stud8.adapters.pettingzoo", "pettingzoo"),
        ("import stud8.testing", "test"),
        (SUMMARY + "summary.to_arrow()", "arrow"),
        (SUMMARY + "summary.to_pandas()", "pandas"),
        (SUMMARY + "summary.to_polars()", "polars"),
        (RECORDED + "'x.parquet')", "arrow"),
        (RECORDED + "'x.parquet', rows='action')", "arrow"),
        (RECORDED + "type('Sink', (), {'write_batch': print})())", "arrow"),
        ("import stud8; stud8.record_batches(stud8.Rules.full_tilt(), hands=10)", "arrow"),
    ],
)
def test_what_needs_an_extra_names_it(program: str, extra: str, tmp_path: Path) -> None:
    """The error is an ImportError whose last line says what to install; no file is left."""
    done = plain(program, tmp_path)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert last.startswith("ImportError: ")
    assert f"pip install 'stud8[{extra}]'" in last
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["simulate", "--hands", "10", "--record", "x.parquet"], "arrow"),
        (["simulate", "--hands", "10", "--record", "x.parquet", "--rows", "action"], "arrow"),
        (["simulate", "--hands", "10", "--dask", "tcp://127.0.0.1:9"], "dask"),
        (["match", "tight", "call", "--hands", "10", "--dask", "tcp://127.0.0.1:9"], "dask"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_a_command_that_needs_an_extra_names_it(arguments: list[str], extra: str, tmp_path: Path) -> None:
    """It used to be a traceback."""
    done = plain("from stud8.cli import main; main()", tmp_path, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("stud8: ")
    assert f"pip install 'stud8[{extra}]'" in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval", "As 2d 3h 4c 5s Kd Kc"],
        ["equity", "As Ac 2d", "Ks", "", "--trials", "100"],
        ["start", "As Ac 2d"],
        ["simulate", "--hands", "100", "--check", "0.01", "--record", "x.phhs"],
        ["simulate", "--hands", "100", "--processes", "1"],
        ["match", "tight", "call", "--hands", "100"],
        ["verify", "--hands", "20"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_every_command_works_without_an_extra(arguments: list[str], tmp_path: Path) -> None:
    done = plain("from stud8.cli import main; main()", tmp_path, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
