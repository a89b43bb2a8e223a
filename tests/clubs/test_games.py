"""The games of a club: their figures follow the records, whatever is kept beside them."""

from datetime import UTC, datetime
from itertools import count

import pytest
from sqlalchemy import select, update
from sqlmodel import col

from companion.clubs.club_games import GameService, remake_figures
from companion.db.club_models import KeptFiguresRow
from companion.db.table_models import TableRow
from companion.stats.game_figures import METHOD
from companion.stats.played_game import PlayedGame
from companion.stats.ratings import Ratings
from tests.clubs.house import House
from tests.tables.scribe import correct, enter, opened, undo

_WON = ("lead: Ana", "Ana: 6-4", "ruling: {} +305, quick")


def won_by(house: House, winner: str, seats: tuple[int, int]) -> str:
    """A table of the club that somebody has won."""
    table_id = opened(house.tables, *(line.format(winner) for line in _WON))
    house.clubs.tables.take_in(house.club_id, table_id, seats)
    return table_id


def games(house: House) -> tuple[PlayedGame, ...]:
    return house.clubs.games.games(house.club).played


def winners(house: House) -> dict[str, tuple[int, ...]]:
    return {game.table_id: game.winners for game in games(house)}


@pytest.fixture
def people(house: House) -> tuple[int, ...]:
    return house.join("Ana", "Ben", "Cyd")


def test_a_game_is_told_once_it_was_led(house: House, people: tuple[int, ...]) -> None:
    table_id = opened(house.tables)
    house.clubs.tables.take_in(house.club_id, table_id, people[:2])
    assert games(house) == ()
    enter(house.tables, table_id, "lead: Ben", "Ben: 5-5")
    (game,) = games(house)
    assert (game.people, game.winners, game.figures.seats[1].points) == ((1, 2), (), 2)


def test_figures_follow_a_correction_an_undo_and_a_deletion(
    house: House, people: tuple[int, ...]
) -> None:
    first, second = won_by(house, "Ana", (1, 2)), won_by(house, "Ben", (1, 2))
    assert winners(house) == {first: (1,), second: (2,)}
    correct(house.tables, first, "ruling: Ana +305, quick", "ruling: Ben +305, quick")
    assert winners(house) == {first: (2,), second: (2,)}
    undo(house.tables, second)
    assert winners(house) == {first: (2,), second: ()}
    house.tables.remove(first)
    assert winners(house) == {second: ()}
    # Another process reads what this one kept.
    other = GameService(house.tables).games(house.club)
    assert other.played == games(house) and other.waiting == 0


def test_a_club_of_which_nothing_is_known_yet_is_read_at_once(
    house: House, people: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_club = house.clubs.service.open("Saturday dominoes", "Dee's phone")
    house.clubs.players.add(other_club, ["Ana", "Ben"])
    elsewhere = opened(house.tables, *(line.format("Ben") for line in _WON))
    house.clubs.tables.take_in(other_club, elsewhere, (1, 2))
    first, second = won_by(house, "Ana", (1, 2)), won_by(house, "Ben", (2, 3))
    house.clubs.games.games(house.clubs.service.look(other_club))
    before = games(house)
    # More than are asked for at once.
    monkeypatch.setattr("companion.clubs.figure_store._ASKED_AT_ONCE", 1)
    monkeypatch.setattr(GameService, "make", lambda *_: pytest.fail("all of it is kept"))
    told = GameService(house.tables).games(house.club)
    assert (told.played, told.waiting) == (before, 0)
    assert [game.table_id for game in told.played] == [first, second]


def test_games_stand_in_the_order_in_which_they_were_begun(
    house: House, people: tuple[int, ...]
) -> None:
    ids = [won_by(house, "Ana", (1, 2)) for _ in range(3)]
    moments = [datetime(2026, 5, day, 2, 30, tzinfo=UTC) for day in (3, 1, 2)]
    with house.tables.database.transaction() as connection:
        for table_id, moment in zip(ids, moments, strict=True):
            this = col(TableRow.id) == table_id
            connection.execute(update(TableRow).where(this).values(created_at=moment))
    told = games(house)
    assert [game.table_id for game in told] == [ids[1], ids[2], ids[0]]
    # Half past two at night is still the evening before.
    assert [game.day.isoformat() for game in told] == ["2026-04-30", "2026-05-01", "2026-05-02"]


def test_who_is_told_to_be_the_same_has_played_all_of_it(
    house: House, people: tuple[int, ...]
) -> None:
    first, second = won_by(house, "Ana", (1, 2)), won_by(house, "Ana", (3, 2))
    house.clubs.players.tell_same(house.club_id, 3, 1)
    assert [game.people for game in games(house)] == [(1, 2), (1, 2)]
    assert house.clubs.ratings.ratings(house.club_id, games(house)).of("race-horse", 1).games == 2
    house.clubs.players.part(house.club_id, 3)
    assert winners(house) == {first: (1,), second: (3,)}
    assert house.clubs.ratings.ratings(house.club_id, games(house)).of("race-horse", 1).games == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"figures": "{}"},
        {"figures": "not even JSON"},
        {"figures": '["race-horse"]'},
        {"method": METHOD + 1},
        {"method": METHOD - 1},
        {"version": 1},
    ],
)
def test_what_is_kept_and_does_not_hold_is_made_anew(
    house: House, people: tuple[int, ...], wrong: dict[str, object]
) -> None:
    won_by(house, "Ana", (1, 2))
    before = games(house)
    with house.tables.database.transaction() as connection:
        connection.execute(update(KeptFiguresRow).values(**wrong))
    fresh = GameService(house.tables)
    assert fresh.games(house.club).played == before
    assert GameService(house.tables).games(house.club).played == before


def test_what_takes_long_is_gone_on_with_the_next_time(
    house: House, people: tuple[int, ...]
) -> None:
    for _ in range(3):
        won_by(house, "Ana", (1, 2))
    ticks = count(0, 0.7)
    hasty = GameService(house.tables, clock=lambda: next(ticks))
    told = hasty.games(house.club)
    assert (len(told.played), told.waiting) == (1, 2)
    patient = GameService(house.tables).games(house.club)
    assert (len(patient.played), patient.waiting) == (3, 0)


def test_ratings_go_on_with_the_next_game_and_follow_a_correction(
    house: House, people: tuple[int, ...]
) -> None:
    for number in range(5):
        won_by(house, ("Ana", "Ben")[number % 2], ((1, 2), (2, 3), (3, 1))[number % 3])
        told = games(house)
        assert house.clubs.ratings.ratings(house.club_id, told) == Ratings().after(told)
    correct(house.tables, games(house)[2].table_id, _WON[2].format("Ana"), _WON[2].format("Ben"))
    told = games(house)
    assert house.clubs.ratings.ratings(house.club_id, told) == Ratings().after(told)


def test_making_all_anew_says_whether_anything_differed(
    house: House, people: tuple[int, ...]
) -> None:
    first, second = won_by(house, "Ana", (1, 2)), won_by(house, "Ben", (2, 3))
    (told,) = remake_figures(house.clubs.games)
    assert (told.name, told.games, told.new, told.differed) == ("Friday dominoes", 2, 2, ())
    (told,) = remake_figures(house.clubs.games)
    assert (told.new, told.differed) == (0, ())
    # A disk that failed: figures of another game.
    kept = {game.table_id: game.figures.kept for game in games(house)}
    with house.tables.database.transaction() as connection:
        this = col(KeptFiguresRow.table_id) == first
        connection.execute(update(KeptFiguresRow).where(this).values(figures=kept[second]))
    (told,) = remake_figures(house.clubs.games)
    assert told.differed == (first,)
    (told,) = remake_figures(house.clubs.games)
    assert not told.differed
    assert winners(house) == {first: (1,), second: (3,)}


def test_what_left_the_club_is_kept_no_longer(house: House, people: tuple[int, ...]) -> None:
    table_id = won_by(house, "Ana", (1, 2))
    games(house)
    house.clubs.tables.let_go(house.club_id, table_id)
    list(remake_figures(house.clubs.games))
    with house.tables.database.snapshot() as connection:
        assert not connection.execute(select(KeptFiguresRow)).all()
    assert house.tables.look(table_id).game.is_over
