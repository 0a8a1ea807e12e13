r"""The rule book inside: what code and tests cite is in it, and what is in it has a test.

Citations have one form: `[C25]` for a clause, `[rules 3.5]` for a part of the procedure, `[figures]` for the
known right numbers. Doc comments of Rust write `\[C25]`, because rustdoc would read a link.
"""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest
import stud8

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "python" / "stud8" / "reference"
BOOK = (REFERENCE / "rules.md").read_text(encoding="utf-8")
TESTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))]

# Folders of Python and Rust in full, and the pages that speak of them. The rule book numbers its own parts,
# and this file has to spell what it looks for.
FOLDERS = ("python", "rust", "tests", "benches", ".ci")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "rust/design.md", "rust/core/equity/README.md")
APART = {REFERENCE / "rules.md", Path(__file__)}


def sources() -> list[Path]:
    """Every file that may cite the rule book."""
    found = [
        path
        for folder in FOLDERS
        for kind in ("*.py", "*.pyi", "*.rs", "*.md", "*.toml")
        for path in (ROOT / folder).rglob(kind)
        if not {"target", "__pycache__", "corpora", ".venv"} & set(path.relative_to(ROOT).parts)
    ]
    return sorted({*found, *(ROOT / page for page in PAGES)} - APART)


def words(path: Path, text: str) -> str:
    """What a file says to its readers: of Python the comments and strings, of anything else all."""
    if path.suffix not in {".py", ".pyi"}:
        return text
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    names = {tokenize.OP, tokenize.NAME, tokenize.NUMBER}
    return "\n".join(token.string for token in tokens if token.type not in names)


def clauses(book: str) -> list[str]:
    """The clauses of a rule book, from the first column of its tables."""
    return re.findall(r"^\| (C\d\d) \|", book, re.MULTILINE)


def sections(book: str) -> set[str]:
    """The numbered parts of a rule book, from its headings."""
    return set(re.findall(r"^#{2,3} (\d(?:\.\d+)?)\b", book, re.MULTILINE))


def examples(book: str) -> list[str]:
    """The worked examples of a rule book: the first column of the tables of section 4."""
    _, _, rest = book.partition("\n## 4.")
    return re.findall(
        r"^\| ([A-Za-z0-9]+(?:-\w+)?)(?: \(C\d\d\))? \|", rest.partition("\n## 5.")[0], re.MULTILINE
    )


OUTSIDE_THE_FORM = {
    "a clause without brackets": r"(?<!\[)\bC[0-7]\d\b(?!\])|\[C[0-7]\d(?!\])",
    "a part of the procedure without brackets": r"(?<!\[)\brules §? ?[1-5]\.\d|§ ?\d"
    r"|(?:\(|# |// |\bof |\bon )3\.(?:[1-9]|1[0-5])(?![\d.])(?! %)",
    "a page in capitals": r"\bRULES(?:\.md)?\b(?! =)|\bFIGURES(?:\.md)?\b",
    "a page that is not here": r"\b(?:DESIGN|STYLE|READING)\.md\b|\.\./shared\b|\bshared/corpora\b",
}


def faults(text: str, book: str, here: frozenset[str]) -> list[str]:
    """What is wrong with the citations of a text; `here` has the names of the pages of the repository."""
    found = [
        f"{name}: {match.group()}"
        for name, pattern in OUTSIDE_THE_FORM.items()
        for match in re.finditer(pattern, text)
    ]
    known = {*clauses(book), *(f"rules {part}" for part in sections(book)), "figures"}
    cited = re.findall(r"\[(C\d\d|rules [^\]]*|figures)\]", text)
    found += [f"not in the rule book: [{name}]" for name in cited if name not in known]
    pages = re.findall(r"(?<![\w{}*/.])([\w./-]*\w\.md)\b", text)
    found += [f"no such page: {page}" for page in pages if page.rpartition("/")[2] not in here]
    return found


def links(text: str) -> list[str]:
    """The citations in doc comments of Rust that rustdoc would take for links."""
    return re.findall(r"^ *//[/!].*?(?<!\\)(\[(?:C\d\d|figures)\])", text, re.MULTILINE)


def test_doc_comments_of_rust_cite_without_making_links() -> None:
    found = {path: links(path.read_text(encoding="utf-8")) for path in sources() if path.suffix == ".rs"}
    assert len(found) > 100
    assert not {path: wrong for path, wrong in found.items() if wrong}
    assert links("    /// Capped [C25].\n//! Known [figures].\n// [C26]\n/// \\[C27] [rules 3.5]") == [
        "[C25]",
        "[figures]",
    ]


HERE = frozenset(
    path.name
    for path in (*sources(), *APART, *(ROOT / "tests" / "corpora").glob("*.md"))
    if path.suffix == ".md"
)


def test_citations_have_one_form_and_are_in_the_rule_book() -> None:
    found = {
        str(path.relative_to(ROOT)): faults(words(path, path.read_text(encoding="utf-8")), BOOK, HERE)
        for path in sources()
    }
    assert len(found) > 200
    assert not {name: wrong for name, wrong in found.items() if wrong}


@pytest.mark.parametrize(
    "text",
    [
        "Capped (C25).",
        "C25: capped",
        "[C17, C18]",
        "[C99] is no clause",
        "[C03] is no clause",
        "the half-bet rule (3.5)",
        "(3.4, 3.5)",
        "# 3.13: the rake",
        "in the order of 3.5",
        "rules 3.5",
        "[rules 3.99]",
        "[rules 7]",
        "RULES 3.5",
        "RULES §5",
        "RULES.md section 5",
        "FIGURES: published",
        "DESIGN.md 3",
        "STYLE.md 5",
        "../shared/corpora/phh",
        "as notes.md says",
        "see docs/equity.md",
    ],
)
def test_a_wrong_citation_is_found(text: str) -> None:
    assert faults(text, BOOK, HERE)


@pytest.mark.parametrize(
    "text",
    [
        "Capped [C25].",
        r"\[C25]",
        "[C41] to [C46]",
        "[C20], [rules 3.4]",
        "[figures]",
        "`rules.md`",
        "Python 3.11",
    ],
)
def test_a_right_citation_is_left_alone(text: str) -> None:
    assert not faults(text, BOOK, HERE)


def test_the_words_of_python_are_its_comments_and_strings() -> None:
    assert words(Path("a.py"), 'RULES = "C25"  # C26\n').split() == ['"C25"', "#", "C26"]
    assert words(Path("a.rs"), "RULES") == "RULES"


def untested(book: str, tests: list[str]) -> list[str]:
    """The clauses that no test is named for."""
    named = {name for text in tests for name in re.findall(r"^def test_(c\d\d)_", text, re.MULTILINE)}
    return [clause for clause in clauses(book) if clause.lower() not in named]


def test_every_clause_has_a_test_named_for_it() -> None:
    """Without exception: of [C05], [C12] and [C65] the hand has the part that is not about several hands."""
    assert len(clauses(BOOK)) == len(set(clauses(BOOK))) > 60
    assert not untested(BOOK, TESTS)
    assert untested(BOOK + "\n| C69 | A new clause. | S1 |\n", TESTS) == ["C69"]


def test_every_test_named_for_a_clause_has_its_clause() -> None:
    named = {name.upper() for text in TESTS for name in re.findall(r"^def test_(c\d\d)_", text, re.MULTILINE)}
    assert named <= set(clauses(BOOK)), sorted(named - set(clauses(BOOK)))


def uncited(book: str, tests: list[str]) -> list[str]:
    """The worked examples that neither the name of a test nor the id of its parameters tells."""
    text = "\n".join(tests)
    return [
        name
        for name in examples(book)
        if not re.search(
            rf"^def test_{name.lower().replace('-', '_')}(?!\w*\d)|\bid=f?\"{name}\b", text, re.MULTILINE
        )
    ]


def test_every_worked_example_is_tested() -> None:
    assert len(examples(BOOK)) > 30
    assert not uncited(BOOK, TESTS)
    more = BOOK.replace("\n## 5.", "\n| odd-9 | a pot | a share |\n\n## 5.")
    assert uncited(more, TESTS) == ["odd-9"]


def test_the_rule_book_has_every_setting() -> None:
    told = BOOK.partition("\n## 2.")[2].partition("\n## 3.")[0]
    columns = re.findall(r"^\| (`[^|]*)\|", told, re.MULTILINE)
    settings = [name for column in columns for name in re.findall(r"`(\w+)`", column)]
    assert sorted(settings) == sorted(stud8.Rules.full_tilt().to_dict())


def test_the_rule_book_names_every_kind_of_error() -> None:
    _, _, told = BOOK.partition("### 5.3")
    kinds = {
        value.kind
        for value in vars(stud8).values()
        if isinstance(value, type) and issubclass(value, stud8.StudError)
    }
    assert kinds - {stud8.StudError.kind} <= set(re.findall(r"`(\w+)`", told))


@pytest.mark.parametrize("page", ["rust/core/equity/README.md", "rust/design.md", "CONTRIBUTING.md"])
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    """A path counts from the root, from the folder of the page, or from `rust` and `python/stud8`."""
    text = (ROOT / page).read_text(encoding="utf-8")
    places = (ROOT, (ROOT / page).parent, ROOT / "rust", ROOT / "rust" / "core", ROOT / "python" / "stud8")
    named = set(re.findall(r"`([\w./]+\.(?:rs|py|md|toml)|(?:tests|rust|python)/[\w/]+)`", text))
    assert named
    assert not [name for name in named if not any((place / name).exists() for place in places)]
