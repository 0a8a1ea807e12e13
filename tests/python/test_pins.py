"""What every preset gives is what it gave: results by their digests, records by themselves."""

from __future__ import annotations

import json
from typing import Any

import pytest
from engines import PRESETS
from pinning import (
    DIGESTS,
    OLDER,
    RECORDS,
    equity_digests,
    perft_counts,
    records,
    reread,
    rules_digests,
    rules_of,
    simulation_digests,
    stream_digest,
    text,
)
from stud8 import Rake

PINNED: dict[str, Any] = json.loads(DIGESTS.read_text(encoding="utf-8"))
WRITTEN = sorted(path.stem for path in RECORDS.glob("*.json"))
WRITTEN_BEFORE = sorted(path.stem for path in OLDER.glob("*.json"))


@pytest.mark.parametrize("preset", PRESETS)
def test_hands_views_rows_and_histories_are_as_pinned(preset: str) -> None:
    assert rules_digests(rules_of(preset)) == PINNED["rules"][preset]


def test_hands_with_a_rake_are_as_pinned() -> None:
    assert rules_digests(rules_of("full_tilt", rake=Rake(500, cap=30, unit=1))) == PINNED["rake"]


def test_equities_are_as_pinned() -> None:
    assert equity_digests() == PINNED["equity"]


def test_the_trees_of_actions_are_as_pinned() -> None:
    assert perft_counts() == PINNED["perft"]


def test_summaries_and_tables_are_as_pinned() -> None:
    assert simulation_digests() == PINNED["simulation"]


def test_the_deals_of_seeds_are_as_pinned() -> None:
    assert stream_digest() == PINNED["streams"]


@pytest.mark.parametrize("name", WRITTEN)
def test_records_are_written_as_pinned(name: str) -> None:
    assert text(records()[name]) + "\n" == (RECORDS / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WRITTEN)
def test_records_written_before_still_load(name: str) -> None:
    record = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    assert reread(name, record) == record


def test_there_are_older_records() -> None:
    assert WRITTEN_BEFORE == ["View", "View-by-hand", "View-rail"]


@pytest.mark.parametrize("name", WRITTEN_BEFORE)
def test_records_of_an_older_version_are_read_as_the_same_value(name: str) -> None:
    older, record = (
        json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for folder in (OLDER, RECORDS)
    )
    assert older["version"] < record["version"]
    assert reread(name, older) == record


def test_each_type_of_record_is_pinned() -> None:
    assert sorted(records()) == WRITTEN
