"""Whatever is entered, corrected, taken out or deleted: a match is what its records tell."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clubs.all_services import Clubs
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.database import Database
from companion.league.league_tally import PointsTable
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.league.match_result import BoardResult, GameResult, match_score
from companion.rules.errors import Refusal
from companion.tables.table_service import TableService
from tests.clubs.house import House
from tests.clubs.league_night import SINGLES, TEAMS, LeagueNight, begun
from tests.thorough import examples

SIDES = st.sampled_from(Side)
BOARDS = st.sampled_from((1, 2))
DEEDS = st.one_of(
    st.tuples(st.just("play"), BOARDS, SIDES),
    st.tuples(st.just("open"), BOARDS, SIDES),
    st.tuples(st.just("paper"), BOARDS, SIDES),
    st.tuples(st.just("take out"), BOARDS, SIDES),
    st.tuples(st.just("correct"), BOARDS, SIDES),
    st.tuples(st.just("delete"), BOARDS, SIDES),
    st.tuples(st.just("let go"), BOARDS, SIDES),
)


class Played(NamedTuple):
    """A game that was told: at a table, or on paper by who won it."""

    table: str = ""
    winner: Side | None = None


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One club for all nights: each is a league of its own."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('nights')}/club.db")
    database.migrate()
    tables = TableService(database)
    clubs = Clubs(tables, lambda: datetime.now(UTC))
    made = House(tables, clubs, clubs.service.open("Friday dominoes", "Ana's phone"))
    made.join("Ana", "Ben", "Cyd", "Dee")
    yield made
    database.close()


@examples(90)
@given(deeds=st.lists(DEEDS, max_size=12))
def test_a_match_is_what_its_records_tell(house: House, deeds: list[tuple[str, int, Side]]) -> None:
    night = begun(house, TEAMS, [NewEntrant((3, 4), "Blues"), NewEntrant((1, 2), "Reds")])
    night.line_up(Pairing((1,), (3,)), Pairing((2,), (4,)))
    told: dict[int, list[Played]] = {1: [], 2: []}
    for deed, board, side in deeds:
        # What is refused changes nothing.
        with suppress(Refusal):
            do(night, told, deed, board, side)
    results = [BoardResult(tuple(retold(house, told[board]))) for board in (1, 2)]
    match = night.match()
    assert match.score == match_score(SINGLES, results)
    if match.is_decided:
        table, score = PointsTable(), match.score.score
        expected = [table.draw] * 2 if score[0] == score[1] else [table.win, table.loss]
        assert [points for _, points in night.points.values()] == expected
    house.clubs.leagues.remove(house.club_id, night.league_id)


def do(
    night: LeagueNight, told: dict[int, list[Played]], deed: str, board: int, side: Side
) -> None:
    """One thing that people do in a night; what is told is what they would say of it."""
    house, games = night.house, told[board]
    at_tables = [game for game in games if game.table]
    match deed:
        case "play":
            games.append(Played(night.play(side, board)))
        case "open":
            games.append(Played(night.open(board)))
        case "paper":
            house.clubs.matches.enter_card(
                (house.club_id, night.league_id, 1), [(board, GameResult(side))]
            )
            games.append(Played(winner=side))
        case "take out" if games:
            house.clubs.matches.take_out((house.club_id, night.league_id, 1), board, 1)
            games.pop(0)
        case "correct" if at_tables and house.tables.look(at_tables[-1].table).game.is_over:
            table_id = at_tables[-1].table
            if house.tables.look(table_id).game.winner != side:
                night.correct(table_id, side)
        case "delete" if at_tables:
            house.tables.remove(at_tables[0].table)
            games.remove(at_tables[0])
        case "let go" if at_tables:
            house.clubs.tables.let_go(house.club_id, at_tables[0].table)
            games.remove(at_tables[0])


def retold(house: House, games: list[Played]) -> Iterator[GameResult]:
    """The games as their whole records tell them, replayed anew."""
    for game in games:
        if not game.table:
            yield GameResult(game.winner)
            continue
        record = house.tables.read(game.table)
        last = record.entries[-1].game if record.entries else record.start
        home, away = last.scores
        yield GameResult(None if last.winner is None else Side(last.winner), (home, away))
