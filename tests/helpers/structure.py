"""Reads who imports whom: the files of the core, of the bindings and of the Python package.

An arrow goes from a file to the file that defines what it names. A re-export (`pub use`) is a sign on the
door and no arrow; a name that is imported through it counts as imported from where it is defined. A folder's
own `mod.rs` stands for the folder: what it names in its children is no arrow.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Arrows = dict[str, set[str]]

ROOT = Path(__file__).parent.parent.parent
ITEM = re.compile(
    r"^(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:const )?"
    r"(?:fn|struct|enum|trait|type|const|static|union|mod) (?:mut )?(\w+)"
    r"|^(?:#\[macro_export\]\n)?macro_rules! (\w+)|^pub\(crate\) use (\w+);",
    re.MULTILINE,
)
USE = re.compile(r"^\s*(pub(?:\([^)]*\))? )?use ([^;]+);", re.MULTILINE)
PATH = re.compile(r"\b(?:crate|super)(?:::\w+)+")


@dataclass
class RustModule:
    """One file of a crate: its place in the tree of modules, what it defines and what it names."""

    file: Path
    place: tuple[str, ...]
    defines: set[str] = field(default_factory=set)
    exports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    names: set[tuple[str, ...]] = field(default_factory=set)


def leaves(tree: str) -> Iterator[tuple[str, ...]]:
    """Yields the paths of a `use` tree: `a::{b, c::d}` has two."""
    tree = tree.strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        path = tree.split(" as ")[0].strip()
        yield tuple(part for part in path.split("::") if part)
        return
    before = tuple(part for part in head.strip().split("::") if part)
    depth, start = 0, 0
    inside = rest.rstrip()[:-1]
    for place, letter in enumerate(f"{inside},"):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            part = inside[start:place]
            start = place + 1
            if part.strip():
                for leaf in leaves(part):
                    yield before + leaf


def without_comments_and_tests(text: str) -> str:
    """Returns what a file compiles outside its unit tests, without comments and texts."""
    text = re.sub(r"\n#\[cfg\(test\)\]\nmod \w+ \{.*\Z", "\n", text, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)


def rust_modules(crate: Path) -> dict[tuple[str, ...], RustModule]:
    """Returns the modules of a crate by their place."""
    found = {}
    for file in sorted(crate.rglob("*.rs")):
        parts = list(file.relative_to(crate).with_suffix("").parts)
        if parts[-1] in ("mod", "lib"):
            parts.pop()
        module = RustModule(file, tuple(parts))
        text = without_comments_and_tests(file.read_text(encoding="utf-8"))
        module.defines = {name for match in ITEM.finditer(text) for name in match.groups() if name}
        for public, tree in USE.findall(text):
            for leaf in leaves(" ".join(tree.split())):
                path = absolute(leaf, module.place)
                if path is None:
                    # A child, named without `self`.
                    path = (*module.place, *leaf) if public else None
                if path is None:
                    continue
                if public:
                    module.exports[path[-1]] = path
                else:
                    module.names.add(path)
        rest = USE.sub("", text)
        for match in PATH.findall(rest):
            path = absolute(tuple(match.split("::")), module.place)
            if path is not None:
                module.names.add(path)
        found[module.place] = module
    return found


def absolute(path: tuple[str, ...], place: tuple[str, ...]) -> tuple[str, ...] | None:
    """Returns a path from the root of its crate, or None where it leads to another crate."""
    if path[0] == "crate":
        return path[1:]
    if path[0] == "self":
        return (*place, *path[1:])
    if path[0] != "super":
        return None
    up = 0
    while up < len(path) and path[up] == "super":
        up += 1
    return (*place[: len(place) - up], *path[up:])


def home(
    path: tuple[str, ...], modules: dict[tuple[str, ...], RustModule], steps: int = 0
) -> RustModule | None:
    """Returns the module that defines what a path names."""
    for length in range(len(path), -1, -1):
        module = modules.get(path[:length])
        if module is None:
            continue
        rest = path[length:]
        if not rest or steps > 9:
            return module
        name = rest[0]
        if name in module.exports:
            return home((*module.exports[name], *rest[1:]), modules, steps + 1)
        stars = [target for key, target in module.exports.items() if key == "*"]
        if name not in module.defines and stars:
            return home((*stars[0][:-1], *rest), modules, steps + 1)
        return module
    return None


def rust_arrows(crate: Path) -> Arrows:
    """Returns who imports whom among the files of a crate."""
    modules = rust_modules(crate)
    arrows: Arrows = {}
    for module in modules.values():
        targets = arrows.setdefault(str(module.file.relative_to(crate)), set())
        for path in module.names:
            target = home(path, modules)
            if target is not None and target is not module:
                targets.add(str(target.file.relative_to(crate)))
    return arrows


def python_arrows(package: Path) -> Arrows:
    """Returns who imports whom among the files of a package.

    Imports inside functions and those for types alone count.
    """
    files = {module_name(file, package): file for file in sorted(package.rglob("*.py"))}
    arrows: Arrows = {}
    for name, file in files.items():
        targets = arrows.setdefault(str(file.relative_to(package)), set())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for target in imported(node, name, file):
                known = target if target in files else target.rpartition(".")[0]
                if known in files and known != name:
                    targets.add(str(files[known].relative_to(package)))
    return arrows


def module_name(file: Path, package: Path) -> str:
    """Returns the dotted name of a file of a package."""
    parts = (package.name, *file.relative_to(package).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(node: ast.AST, name: str, file: Path) -> Iterator[str]:
    """Yields the dotted names that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            above = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
            base = ".".join([*above[: len(above) - node.level + 1], *filter(None, [node.module])])
        yield from (f"{base}.{alias.name}" for alias in node.names)


def circles(arrows: Arrows) -> list[list[str]]:
    """Returns circles of imports, each broken before the next is sought, until none is left."""
    arrows = {name: set(targets) for name, targets in arrows.items()}
    found = []
    while True:
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            circle = list(reversed(error.args[1]))
            found.append(circle[:-1])
            arrows[circle[0]].discard(circle[1])
        else:
            return found


def through_the_door(crate: Path) -> list[str]:
    """Returns imports of what a sibling defines through the folder's own re-exports, which is an arrow up."""
    modules = rust_modules(crate)
    found = []
    for module in modules.values():
        for path in module.names:
            for length in range(1, len(module.place)):
                folder = modules.get(module.place[:length])
                door = path[:length] == module.place[:length] and len(path) > length
                into_a_file = len(path) > length + 1 and path[: length + 1] in modules
                if folder is not None and door and not into_a_file and path[length] in folder.exports:
                    found.append(f"{module.file.relative_to(crate)} takes {'::'.join(path)} through the door")
    return sorted(found)
