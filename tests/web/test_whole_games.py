"""Whole games, entered on a phone-sized page in a real browser."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.record.statements import TurnPassed
from tests.web.serving import Serving, serving
from tests.web.thumb import Thumb, transcript_of

PHONE = {"width": 360, "height": 640}
GAMES = [
    "race-horse-2",
    "race-horse-3",
    "race-horse-4p",
    "race-horse-celko-2",
    "racehorse-1990-2",
    "seven-rocks-4p",
    "seven-toed-pete-2",
    "seven-toed-pete-4p",
    "seven-toed-pete-chips-4",
    "thin-last-tile-draws",
    "thin-lead-drawn",
    "thin-spinners-none",
    "thin-when-dead",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("serving")) as started:
        yield started


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": PHONE, "has_touch": True}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_played_to_its_end_by_tapping_has_the_scores_of_its_record(
    page: Page, server: Serving, name: str
) -> None:
    record = transcript_of(name)
    assert record.header is not None and record.game is not None
    thumb = Thumb(page, server.address)
    thumb.open_table(record.header)
    for entry in record.entries:
        thumb.enter(entry.statement)
        if not isinstance(entry.statement, TurnPassed):
            assert thumb.scores() == list(entry.game.scores)
    assert thumb.scores() == list(record.game.scores)
