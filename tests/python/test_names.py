"""One word names one thing: no two types of the core have the same name."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from structure import ROOT, without_comments_and_tests

if TYPE_CHECKING:
    from pathlib import Path

CORE = ROOT / "rust" / "core"

# Types inside macros are indented once. Indented `type` items are associated types.
TYPE = re.compile(
    r"^(?:    )?(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:struct|enum|trait|union) (\w+)"
    r"|^(?:pub(?:\([^)]*\))? )?type (\w+)",
    re.MULTILINE,
)

# Each name with the reason why two types have it.
ALLOWED: dict[str, str] = {}


def types_of(folder: Path) -> dict[str, list[str]]:
    """Returns the files that declare a type of each name."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("*.rs")):
        text = without_comments_and_tests(file.read_text(encoding="utf-8"))
        for match in TYPE.finditer(text):
            found[match[1] or match[2]].append(str(file.relative_to(folder)))
    return found


def declared_twice(folder: Path) -> dict[str, list[str]]:
    """Returns the names that two or more types have, with the files that declare them."""
    return {name: files for name, files in types_of(folder).items() if len(files) > 1}


def test_no_two_types_of_the_core_have_the_same_name() -> None:
    found = types_of(CORE)
    assert {"Hand", "Rules", "Opener"} <= set(found)
    assert {name: files for name, files in declared_twice(CORE).items() if name not in ALLOWED} == {}


def test_every_exception_is_needed() -> None:
    assert set(ALLOWED) <= set(declared_twice(CORE))


def test_a_name_that_two_types_have_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.rs").write_text(
        "/// pub struct Quiet;\npub(super) enum Stage { One }\nvocabulary! {\n    pub enum Word {}\n}\n",
        encoding="utf-8",
    )
    (tmp_path / "two.rs").write_text(
        "struct Quiet;\ntype Word = u8;\nimpl Some {\n    type Item = u8;\n}\n"
        "trait Stage {\n    type Item;\n}\n",
        encoding="utf-8",
    )
    assert declared_twice(tmp_path) == {"Stage": ["one.rs", "two.rs"], "Word": ["one.rs", "two.rs"]}
