"""What the referee knows, against what the camera sees: which tile each is, and where it asks."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.serving import Serving

CASES = Path(__file__).with_name("tile_prior_cases.js")


def test_what_is_known_settles_what_is_seen_or_asks(page: Page, server: Serving) -> None:
    page.goto(f"{server.address}/camera")
    found: dict[str, Any] = page.evaluate(CASES.read_text())
    # Three clear tiles are no question.
    assert found["clear"] == {"6-4": [], "3-1": [], "5-5": []}
    assert found["likely"][0] == "6-4"
    assert len(set(found["likely"])) == 4
    # Of places that overlap, those stand that are tiles, each once.
    assert found["overlaps"].keys() == {"6-4", "3-1"}
    # Two that are nearly as likely together put the one across them in doubt.
    assert found["contested"] == {"4-3": ["rival"]}
    # There is one of each, so the second must be another. It is asked.
    assert found["twice"].keys() == {"6-4", "6-2"} or found["twice"].keys() == {"6-4", "4-2"}
    assert found["twice"] and all(found["twice"].values())
    # What a pass rules out and the camera sees clearly is shown, and asked.
    assert found["impossible"] == {"6-4": ["impossible"], "3-1": [], "5-5": []}
    assert sum(map(bool, found["tooMany"].values())) == 1
    # Where two halves meet, one tells the other.
    assert all(found["unsure"].values())
    assert found["byJoin"] == {"6-4": [], "4-1": []}
    assert found["nothing"] == []
    assert found["cheapest"]["chosen"] == [1, 0]
    assert found["cheapest"]["extra"] == [[3, 0, 7], [0, 3, 7]]
    # A tile beside the layout is nobody's play, and what doesn't fit isn't proposed.
    assert found["played"] == [{"tile": "4-1", "host": "6-4"}]
    assert [each["tile"] for each in found["inDoubt"]] == ["4-2", "4-1"]
    assert found["entered"] == []
    assert found["noPlace"] == []
    assert found["leads"] == [{"tile": "4-1"}]
