"""A `Summary` for data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stud8._internal.quoting import quoted

if TYPE_CHECKING:
    from types import ModuleType

    from stud8._native import Summary

__all__ = ["rows"]

TABLES = ("seats", "policies", "actions", "classes")


def rows(summary: Summary, table: str) -> list[dict[str, Any]]:
    """Returns the rows of one of its tables: ``seats``, ``policies``, ``actions`` or ``classes``."""
    if table not in TABLES:
        raise ValueError(f"table={quoted(table)} must be one of {', '.join(TABLES)}")
    if table == "seats":
        low = summary.confidence()
        columns = zip(summary.seats, summary.policies, strict=True)
        return [
            {
                "seat": seat,
                # No seat has a policy of its own if they rotate.
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
    """Returns one of its tables as a ``pyarrow.Table``."""
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
    """Returns one of its tables as a ``polars.DataFrame``."""
    pl = _extra("polars", "polars")
    return pl.from_arrow(to_arrow(summary, table))


def to_pandas(summary: Summary, table: str) -> Any:
    """Returns one of its tables as a ``pandas.DataFrame``."""
    _extra("pandas", "pandas")
    return to_arrow(summary, table).to_pandas()


def _extra(module: str, extra: str) -> ModuleType:
    from importlib import import_module  # noqa: PLC0415

    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this needs {module}: pip install 'stud8[{extra}]'") from None
