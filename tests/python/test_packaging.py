"""What is shipped: the licences of all parts, and metadata that is true."""

# ruff: noqa: S603 - the processes are Cargo

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
LICENCES = (ROOT / "LICENSE-THIRD-PARTY").read_text(encoding="utf-8")


def manifest(path: str) -> dict[str, Any]:
    """Returns what a TOML file of the project says."""
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


def shipped() -> set[str]:
    """Returns the crates that the extension is linked with on any platform, each with its version."""
    command = [
        "cargo",
        "tree",
        "--locked",
        "--package=stud8-bindings",
        "--edges=normal",
        "--target=all",
        "--prefix=none",
    ]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    crates = {" ".join(line.split()[:2]).replace(" v", " ") for line in told.splitlines()}
    return {crate for crate in crates if not crate.startswith("stud8")}


@pytest.mark.skipif(shutil.which("cargo") is None, reason="Cargo knows the crates")
def test_the_licence_of_every_shipped_crate_is_there() -> None:
    parts = shipped()
    assert {"pyo3", "numpy", "toml", "chacha20"} <= {part.partition(" ")[0] for part in parts}
    missing = sorted(part for part in parts if f"\n{part}\n" not in LICENCES)
    assert not missing, "run `cargo about generate` as CONTRIBUTING says"
    assert "Permission is hereby granted" in LICENCES


def test_the_licences_go_into_the_wheel_and_the_source() -> None:
    project = manifest("pyproject.toml")
    assert project["project"]["license-files"] == ["LICENSE*"]
    assert {"path": "LICENSE*", "format": "sdist"} in project["tool"]["maturin"]["include"]


def test_the_classifiers_name_what_was_tried() -> None:
    classifiers = manifest("pyproject.toml")["project"]["classifiers"]
    assert "Operating System :: OS Independent" not in classifiers
    assert manifest("pyproject.toml")["project"]["urls"]


def test_a_workflow_builds_the_wheels_of_every_platform() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    for platform in ("linux-gnu", "linux-musl", "apple-darwin", "windows-msvc", "aarch64", "3.14t"):
        assert platform in workflow
