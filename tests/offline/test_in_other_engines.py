"""The same in Firefox, and in WebKit, whose engine every iPhone has: by taps, with no network."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.record.replay import Transcript
from companion.record.statements import TurnPassed
from tests.offline.driven import DrivenPage
from tests.offline.firefox import firefox
from tests.offline.static_host import hosting
from tests.offline.webkit import webkit
from tests.web.thumb import Thumb, transcript_of

Starts = Callable[[Path], AbstractContextManager[DrivenPage]]


@pytest.mark.parametrize(
    ("starts", "name"), [(firefox, "thin-ended-target"), (webkit, "race-horse-3")]
)
def test_a_game_played_without_network_is_there_when_the_browser_was_killed(
    folder: Path, tmp_path: Path, starts: Starts, name: str
) -> None:
    record = transcript_of(name)
    with hosting(folder) as host:
        with starts(tmp_path) as phone:
            phone.goto(host.address)
            phone.locator("#ready:not([hidden])").wait_for()
            host.stop()
            phone.locator("#open").click()
            phone.locator(".hero").wait_for()
            thumb = play(phone, host.address, record)
            table = phone.url
            assert phone.errors() == []
            phone.kill()
        with starts(tmp_path) as phone:
            phone.goto(table)
            thumb = Thumb(phone, host.address)
            assert thumb.scores() == list(record.game.scores)
            version = thumb.version()
            phone.locator(".undo").click()
            phone.locator(f"#table[data-version='{version + 1}']").wait_for()
            phone.goto(f"{host.address}practise/count")
            phone.locator("[name=said]").click()
            phone.locator(".verdict").wait_for()
            assert phone.errors() == []


def play(phone: DrivenPage, address: str, record: Transcript) -> Thumb:
    """Enter all of a record by taps."""
    thumb = Thumb(phone, address.rstrip("/"))
    thumb.open_table(record.header)
    for entry in record.entries:
        thumb.enter(entry.statement)
        if not isinstance(entry.statement, TurnPassed):
            assert thumb.scores() == list(entry.game.scores)
    return thumb
