"""The cases: counts, whole games, reneges and refusals that are facts to test against."""

import json
from pathlib import Path
from typing import Any

import pytest
from play import describe_refusal, refusal, score

from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile

CASES = Path(__file__).parent.parent / "cases"
RECORDS = sorted([*CASES.glob("games/*.record"), *CASES.glob("family/*.record")])


def facts(name: str) -> list[dict[str, Any]]:
    """The facts of the first games, and of their relatives."""
    found: list[dict[str, Any]] = []
    for path in (CASES / name, CASES / "family" / name):
        found += json.loads(path.read_text("utf-8")) if path.exists() else []
    return found


@pytest.mark.parametrize("case", facts("counts.json"), ids=lambda case: case["source"][:40])
def test_tiles_count_as_published(case: dict[str, Any]) -> None:
    any_of = ("all", "first", "none") if case["spinners"] == "any" else (case["spinners"],)
    # One count was published for a double that may spin or not.
    for spinners in any_of:
        layout = Layout(Rules().with_setting("spinners", spinners))
        counts = []
        for tile, host in case["sets"]:
            if spinners == "none" and not _has_place(layout, tile, host):
                break
            layout = layout.set_tile(Tile.parse(tile), host and Tile.parse(host))
            counts.append(layout.total)
        assert counts == case["counts"][: len(counts)]
        assert spinners == "none" or counts == case["counts"]


def _has_place(layout: Layout, tile: str, host: str | None) -> bool:
    return (Tile.parse(tile), host and Tile.parse(host)) in set(layout.placements())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_is_scored_line_by_line(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    verdict = score(path.read_text("utf-8")).verdict
    for key in expected.keys() - {"entries"}:
        assert verdict[key] == expected[key], key
    for told, wanted in zip(verdict["entries"], expected["entries"], strict=True):
        assert {key: told[key] for key in wanted} == wanted


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_ends_of_every_line_sum_to_its_count(path: Path) -> None:
    for entry in score(path.read_text("utf-8")).verdict["entries"]:
        if entry["do"] == "set":
            assert sum(end["counts"] for end in entry["ends"]) == entry["total"]
            assert {*entry["ends"][0]} == {"on", "pips", "counts"}


@pytest.mark.parametrize("case", facts("findings.json"))
def test_a_renege_is_found_at_the_line_that_proves_it(case: dict[str, Any]) -> None:
    found = score(case["record"]).verdict["findings"]
    for told, wanted in zip(found, case["findings"], strict=True):
        assert {key: told[key] for key in wanted} == wanted


@pytest.mark.parametrize("case", facts("refused.json"), ids=lambda case: case["code"])
def test_a_record_that_cannot_stand_is_refused(case: dict[str, Any]) -> None:
    line, code = refusal(case["record"])
    assert code == case["code"]
    assert case["line"] in (None, line)
    assert describe_refusal(case["record"]).id.startswith("refused.")
