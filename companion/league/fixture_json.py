"""A fixture as it is kept, in short JSON, and how that is read with care."""

from datetime import datetime
from typing import Any

from companion.league.entrant import read_numbers
from companion.league.fixture import Fixture, Slot, Walkover
from companion.league.kept_json import (
    Fields,
    check_line,
    check_list,
    check_whole,
    read_kept,
    refuse,
    write_kept,
)
from companion.league.league_bounds import (
    LARGEST_NUMBER,
    LARGEST_SCORE,
    LONGEST_ID,
    LONGEST_PLACE,
    MOST_BOARDS,
    MOST_GAMES,
)
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.league.match_result import BoardResult, GameResult


def write_fixture(fixture: Fixture) -> str:
    """The fixture as it is kept: nothing that is as it was when it was made."""
    fields: dict[str, Any] = {
        "number": fixture.number,
        "round": fixture.round,
        "home": fixture.home,
        "away": fixture.away,
        "starts_at": fixture.starts_at and fixture.starts_at.isoformat(timespec="minutes"),
        "place": fixture.place,
        "is_postponed": fixture.is_postponed,
        "walkover": fixture.walkover,
        "lineup": fixture.lineup,
        "boards": [_written(board) for board in fixture.boards],
    }
    return write_kept({name: value for name, value in fields.items() if value})


def read_fixture(text: str) -> Fixture:
    """The fixture that was kept so; raises `NotKept`."""
    fields = Fields(read_kept(text), Fixture._fields)
    return Fixture(
        number=fields.whole("number", 1, LARGEST_NUMBER),
        round=fields.whole("round", 1, LARGEST_NUMBER),
        home=_read_slot(fields.part("home")),
        away=_read_slot(fields.part("away")),
        starts_at=_read_start(fields.text("starts_at", LONGEST_ID)),
        place=fields.text("place", LONGEST_PLACE),
        is_postponed=fields.flag("is_postponed"),
        walkover=fields.one_of("walkover", Walkover) if fields.has("walkover") else None,
        lineup=tuple(map(_read_pairing, fields.each("lineup", MOST_BOARDS))),
        boards=tuple(map(_read_board, fields.each("boards", MOST_BOARDS))),
    )


def _read_slot(found: object) -> Slot:
    numbers = [
        check_whole(each, "slot", 0, LARGEST_NUMBER) for each in check_list(found, "slot", 3)
    ]
    # It is one of the three: an entrant, a winner, a loser.
    if len(numbers) != 3 or sum(map(bool, numbers)) != 1:
        refuse("slot")
    return Slot(*numbers)


def _read_start(text: str) -> datetime | None:
    if not text:
        return None
    try:
        found = datetime.strptime(text, "%Y-%m-%dT%H:%M")
    except ValueError:
        refuse("starts_at")
    return found


def _read_pairing(found: object) -> Pairing:
    match check_list(found, "lineup", 2):
        case [home, away]:
            return Pairing(read_numbers(home, "lineup", 2), read_numbers(away, "lineup", 2))
        case _:
            refuse("lineup")


def _written(board: BoardResult) -> object:
    """The games of a board; or the side that gave it away, or nothing where neither came."""
    if board.is_void:
        return None
    return board.games if board.forfeited_by is None else board.forfeited_by


def _read_board(found: object) -> BoardResult:
    if found is None:
        return BoardResult(is_void=True)
    if isinstance(found, list):
        return BoardResult(tuple(map(_read_game, check_list(found, "boards", MOST_GAMES))))
    return BoardResult(forfeited_by=_read_side(found))


def _read_game(found: object) -> GameResult:
    match check_list(found, "games", 3):
        case [winner, [home, away], table]:
            return GameResult(
                None if winner is None else _read_side(winner),
                (_read_score(home), _read_score(away)),
                check_line(table, "games", LONGEST_ID),
            )
        case _:
            refuse("games")


def _read_side(found: object) -> Side:
    return Side(check_whole(found, "side", 0, 1))


def _read_score(found: object) -> int:
    return check_whole(found, "points", -LARGEST_SCORE, LARGEST_SCORE)
