"""Imports run one way: no circles and no arrows up, inside folders too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from structure import ROOT, circles, leaves, python_arrows, rust_arrows, through_the_door

if TYPE_CHECKING:
    from pathlib import Path

CORE = ROOT / "rust" / "core"
BINDINGS = ROOT / "rust" / "bindings"
FACE = ROOT / "python" / "stud8"

# Each with its reason; there may be two.
ALLOWED = {
    frozenset({"eval/avx512.rs", "eval/dispatch.rs"}): "the dispatcher detects what the intrinsics need",
    frozenset({"reference/hand.py", "reference/view.py"}): "a view names the type of the hand it is made of",
}


def forbidden(found: list[list[str]]) -> list[str]:
    """Returns the circles that have no reason, drawn as arrows."""
    return [" -> ".join(circle) for circle in found if frozenset(circle) not in ALLOWED]


def test_the_core_has_no_circles() -> None:
    arrows = rust_arrows(CORE)
    assert arrows["hand.rs"] >= {"betting.rs"} or any("betting" in name for name in arrows["hand.rs"])
    assert forbidden(circles(arrows)) == []


def test_the_bindings_have_no_circles() -> None:
    assert forbidden(circles(rust_arrows(BINDINGS))) == []


def test_the_face_has_no_circles() -> None:
    assert forbidden(circles(python_arrows(FACE))) == []


def test_nothing_is_taken_through_the_door_of_its_own_folder() -> None:
    assert through_the_door(CORE) == []
    assert through_the_door(BINDINGS) == []


def test_two_circles_at_most_are_allowed() -> None:
    assert len(ALLOWED) <= 2


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "lib.rs").write_text("mod a;\nmod b;\n", encoding="utf-8")
    (tmp_path / "a.rs").write_text("use crate::b::{Some, Other};\npub struct Mine;\n", encoding="utf-8")
    (tmp_path / "b.rs").write_text("pub struct Some;\npub struct Other(super::a::Mine);\n", encoding="utf-8")
    assert circles(rust_arrows(tmp_path)) == [["a.rs", "b.rs"]] or circles(rust_arrows(tmp_path)) == [
        ["b.rs", "a.rs"]
    ]


def test_an_import_through_the_door_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "eval"
    folder.mkdir()
    (tmp_path / "lib.rs").write_text("pub mod eval;\n", encoding="utf-8")
    (folder / "mod.rs").write_text("mod high;\nmod low;\npub use high::High;\n", encoding="utf-8")
    (folder / "high.rs").write_text("pub struct High;\n", encoding="utf-8")
    (folder / "low.rs").write_text("use super::High;\n", encoding="utf-8")
    assert len(through_the_door(tmp_path)) == 1
    assert rust_arrows(tmp_path)["eval/low.rs"] == {"eval/high.rs"}


def test_a_function_level_import_counts(tmp_path: Path) -> None:
    package = tmp_path / "face"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "one.py").write_text(
        "def call():\n    from face.two import answer\n    return answer\n", encoding="utf-8"
    )
    (package / "two.py").write_text("import face.one\n", encoding="utf-8")
    assert len(circles(python_arrows(package))) == 1


@pytest.mark.parametrize(
    ("tree", "paths"),
    [
        ("crate::a", [("crate", "a")]),
        ("crate::{a::B, c::{D, E as F}}", [("crate", "a", "B"), ("crate", "c", "D"), ("crate", "c", "E")]),
    ],
)
def test_use_trees_are_read(tree: str, paths: list[tuple[str, ...]]) -> None:
    assert list(leaves(tree)) == paths


def untargeted(folder: Path, manifest: str) -> list[str]:
    """Returns the Rust files that are in no target: no modules of `main.rs`, and not in the manifest."""
    found = []
    for file in folder.rglob("*.rs"):
        if file == folder / "main.rs" or f'path = "tests/rust/{file.name}"' in manifest:
            continue
        name, above = (
            (file.parent.name, file.parent.parent) if file.name == "mod.rs" else (file.stem, file.parent)
        )
        root = above / ("main.rs" if above == folder else "mod.rs")
        if not root.exists() or f"mod {name};" not in root.read_text(encoding="utf-8"):
            found.append(str(file.relative_to(folder)))
    return found


def test_every_rust_test_is_in_a_target(tmp_path: Path) -> None:
    assert untargeted(ROOT / "tests" / "rust", (ROOT / "Cargo.toml").read_text(encoding="utf-8")) == []
    (tmp_path / "part").mkdir()
    for name, text in {
        "main.rs": "mod one;\nmod part;\n",
        "one.rs": "",
        "lost.rs": "",
        "part/mod.rs": "",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert untargeted(tmp_path, "") == ["lost.rs"]
