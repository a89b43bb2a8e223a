"""What happened in a club: by whom, when, and what it was before; a name can be forgotten."""

from datetime import UTC, datetime

import pytest

from companion.clubs import club_history
from companion.clubs.club_history import By, ClubEvent, ClubEventKind, HistoryKeeper, events_of
from companion.clubs.forget_player import forget_player
from tests.clubs.house import House

AT = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)


def test_the_newest_events_are_kept_with_what_changed_and_forgotten_names_are_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_history, "MOST_EVENTS", 3)
    house.join("Ken", "Ann")
    house.clubs.phones.call(house.club_id, "Ana's phone", "Ken")
    by = By("Ana's phone", "Ken’s slip. Kent saw it.")
    keeper = HistoryKeeper(now=lambda: AT, who=by)
    with house.tables.database.writing() as session:
        for number in range(1, 6):
            board: club_history.Facts = {"board-1": "61–50", "line-1": (1, 0, 2), "place": "Inn"}
            now = {**board, "board-1": f"61–5{number}"}
            where = house.club_id, "AAAA", number % 2
            keeper.note(session, where, ClubEventKind.ENTERED, board, now)
    (number, last), _, (oldest, _) = happened(house)
    assert (number, oldest, last.at, last.who) == (5, 3, AT, "Ken")
    assert last.before == (("board-1", "61–50"),)
    assert last.now == (("board-1", "61–55"), ("reason", by.reason))
    assert [number for number, _ in happened(house, ("AAAA", 1), before=5)] == [3]
    forget_player(house.tables, house.club_id, 1)
    forgotten = happened(house)[1][1]
    assert (forgotten.who, dict(forgotten.now)) == ("", {"board-1": "61–55", "reason": "…"})
    forget_player(house.tables, house.club_id, 1)
    assert happened(house)[1][1] == forgotten


def happened(
    house: House, match: tuple[str, int] | None = None, before: int = 99
) -> list[tuple[int, ClubEvent]]:
    return events_of(house.tables.database, house.club_id, match, before)
