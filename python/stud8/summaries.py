"""A `Summary` for people and for data frames."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from types import ModuleType

    from stud8._native import Summary

__all__ = ["rows"]

# Texts, the first row of them a header.
Table: TypeAlias = list[tuple[str, ...]]

TABLES = ("seats", "policies", "actions", "classes")


def rows(summary: Summary, table: str) -> list[dict[str, Any]]:
    """The rows of one of its tables: ``seats``, ``policies``, ``actions`` or ``classes``."""
    if table not in TABLES:
        raise ValueError(f"table={table!r} must be one of {', '.join(TABLES)}")
    if table == "seats":
        low = summary.confidence()
        columns = zip(summary.seats, summary.policies, strict=True)
        return [
            {
                "seat": seat,
                # Where seats are rotated, nobody's own.
                "policy": policy if summary.rotation == "fixed" else None,
                "hands": summary.hands,
                "net": summary.net[seat],
                "net_squares": summary.net_squares[seat],
                "mean": summary.mean[seat],
                "standard_error": summary.standard_error[seat],
                "least": low[seat][0],
                "most": low[seat][1],
            }
            for seat, policy in columns
        ]
    if table == "policies":
        between = summary.policy_confidence()
        return [
            {
                "policy": policy,
                "seats": summary.policies.count(policy),
                "hands": summary.hands,
                "net": net,
                "net_squares": summary.policy_net_squares[policy],
                "mean": summary.policy_mean[policy],
                "standard_error": summary.policy_standard_error[policy],
                "unpaired_standard_error": summary.unpaired_standard_error[policy],
                "least": between[policy][0],
                "most": between[policy][1],
            }
            for policy, net in summary.policy_net.items()
        ]
    if table == "actions":
        return [
            {"street": street, "kind": kind, "count": count}
            for street, kinds in summary.actions_by_street.items()
            for kind, count in kinds.items()
        ]
    if summary.classes is None:
        raise ValueError("this summary has no classes: simulate(..., classes=True) counts them")
    return [
        {
            "policy": policy,
            "class": name,
            "hands": hands,
            "net": net,
            "net_squares": squares,
            "mean": net / hands,
        }
        for policy, classes in summary.classes.items()
        for name, (hands, net, squares) in classes.items()
    ]


def to_arrow(summary: Summary, table: str) -> Any:
    """One of its tables as a ``pyarrow.Table``."""
    pa = _extra("pyarrow", "arrow")
    whole, fraction, text = pa.int64(), pa.float64(), pa.string()
    types = dict.fromkeys(("seat", "seats", "hands", "net", "street", "count"), whole)
    types |= dict.fromkeys(("policy", "class", "kind"), text)
    found = rows(summary, table)
    names = list(found[0]) if found else ["street", "kind", "count"]
    columns = {
        name: pa.array(
            [float(row[name]) if name == "net_squares" else row[name] for row in found],
            type=types.get(name, fraction),
        )
        for name in names
    }
    return pa.table(columns)


def to_polars(summary: Summary, table: str) -> Any:
    """One of its tables as a ``polars.DataFrame``."""
    pl = _extra("polars", "polars")
    return pl.from_arrow(to_arrow(summary, table))


def to_pandas(summary: Summary, table: str) -> Any:
    """One of its tables as a ``pandas.DataFrame``."""
    _extra("pandas", "pandas")
    return to_arrow(summary, table).to_pandas()


def _extra(module: str, extra: str) -> ModuleType:
    from importlib import import_module  # noqa: PLC0415

    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this needs {module}: pip install 'stud8[{extra}]'") from None


# For people


def lines(summary: Summary) -> list[tuple[str, Table]]:
    """Its tables by name."""
    tables: list[tuple[str, Table]] = []
    if set(summary.policies) != {"uniform"}:
        named: Table = [("policy", "seats", "net", "net a hand", "standard error", "95 % confidence")]
        named += [
            (
                row["policy"],
                str(row["seats"]),
                f"{row['net']:+,}",
                f"{row['mean']:+.3f}",
                f"{row['standard_error']:.3f}",
                f"{row['least']:+.3f} … {row['most']:+.3f}",
            )
            for row in rows(summary, "policies")
        ]
        tables.append(("policies", named))
    seats: Table = [("seat", "net", "net a hand", "standard error", "95 % confidence")]
    seats += [
        (
            str(row["seat"]),
            f"{row['net']:+,}",
            f"{row['mean']:+.3f}",
            f"{row['standard_error']:.3f}",
            f"{row['least']:+.3f} … {row['most']:+.3f}",
        )
        for row in rows(summary, "seats")
    ]
    tables.append(("seats", seats))
    counts: Table = [("", "hands or pots", "a hand")]
    counts += [
        (name, f"{count:,}", f"{count / max(summary.hands, 1):.4f}")
        for name, count in (
            ("shown down", summary.showdowns),
            ("a low qualified", summary.lows),
            ("pots split", summary.split),
            ("pots scooped", summary.scooped),
            ("pots quartered", summary.quartered),
        )
    ]
    tables.append(("counts", counts))
    return tables


def text(summary: Summary) -> str:
    """Its tables with how many hands they count, for a terminal."""
    return f"{summary.hands:,} hands, {summary.actions:,} actions\n\n{tables(summary)}"


def tables(summary: Summary) -> str:
    """Its tables, for a terminal."""
    return "\n\n".join(aligned(table, texts=int(name != "seats")) for name, table in lines(summary))


def aligned(table: Table, texts: int) -> str:
    """Cells in columns, of which the first so many are texts."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    drawn = (
        "  ".join(
            cell.ljust(width) if place < texts else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    )
    return "\n".join(line.rstrip() for line in drawn)


def html(summary: Summary) -> str:
    """Its tables, for a notebook."""
    parts = [f"<p>{summary.hands:,} hands, {summary.actions:,} actions</p>"]
    for _, (head, *body) in lines(summary):
        header = "".join(f"<th>{escape(cell)}</th>" for cell in head)
        drawn = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in body]
        lined = "".join(f"<tr>{row}</tr>" for row in drawn)
        parts.append(f"<table><thead><tr>{header}</tr></thead><tbody>{lined}</tbody></table>")
    return "".join(parts)
