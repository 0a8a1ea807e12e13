"""The examples of the documentation as plain scripts, run as users run them."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
import stud8
from commands import script

README = Path(__file__).resolve().parents[2] / "README.md"
PAGES = {"README": README.read_text(encoding="utf-8"), "stud8": stud8.__doc__ or ""}


def examples(page: str) -> list[doctest.Example]:
    """Those that are meant to work."""
    return [example for example in doctest.DocTestParser().get_examples(page) if example.exc_msg is None]


# What is printed in both is the same; what a session alone shows is computed and forgotten.
@pytest.mark.parametrize("odd", ["bare", "C", "unbuffered"])
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_run_as_a_script(page: str, odd: str, tmp_path: Path) -> None:
    """From the first to the last, without a prompt and without a main function."""
    told = examples(PAGES[page])
    assert len(told) > 20
    (tmp_path / "script.py").write_text("".join(example.source for example in told), encoding="utf-8")
    done = script(tmp_path / "script.py", odd=odd, options=["-W", "error"])
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    printed = [example.want for example in told if example.source.startswith("print(")]
    assert done.stdout == "".join(printed).replace("<BLANKLINE>", "")
