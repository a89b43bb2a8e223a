"""A club in which there is something of everything that goes along with one."""

from companion.clubs.club import Club
from companion.clubs.club_games import GameService
from companion.clubs.forget_player import forget_player
from companion.record.header import read_header
from companion.stats.game_figures import GameFigures
from companion.tables.table_options import TableOptions
from tests.clubs.house import House
from tests.tables.scribe import correct, enter, opened

PAIRS = "game: race-horse\nplayers: Ana, Ben, Cyd, Łukasz\nsides: Ana & Cyd, Ben & Łukasz"


def fill(house: House) -> dict[str, str]:
    """Let a club play at tables of each kind; their ids by what each is."""
    house.clubs.service.change(
        house.club_id, name="Friday, الجمعة", zone="Asia/Tokyo", shows_ratings=False
    )
    house.join("Ana", "Ben", "Cyd", "Łukasz", "Anna", "Zoe", "Dee")
    house.clubs.players.change(house.club_id, 2, name="Ben", nicknames=["Benny", "B."], colour=6)
    tables = {
        "won": opened(house.tables, "lead: Ana", "Ana: 6-4", "ruling: Ben +305, at once"),
        "on": opened(house.tables, "lead: Ben", "Ben: 6-1", "Ana: 6-2"),
        "not-led": opened(house.tables),
        "pairs": opened(house.tables, "lead: Ana", "Ana: 5-5", header=PAIRS),
        "asked": _counted_first(house),
        "broken": _broken(house),
        "pegs": house.tables.open(
            read_header("game: race-horse\nplayers: Ana, Ben"), is_pegs_only=True
        ),
    }
    seats = {"pairs": [1, 2, 3, 4], "on": [5, 7], "won": [1, 6]}
    for name, table_id in tables.items():
        house.clubs.tables.take_in(house.club_id, table_id, seats.get(name, [1, 2]))
    state = house.tables.look(tables["won"])
    goes_on = house.clubs.tables.goes_on(tables["won"])
    tables["again"] = house.tables.open(state.header, again_from=state.id, then=goes_on)
    house.clubs.players.tell_same(house.club_id, 5, 1)
    house.clubs.players.leave(house.club_id, 3)
    forget_player(house.tables, house.club_id, 6)
    return tables


def _counted_first(house: House) -> str:
    table_id = house.tables.open(
        read_header("game: race-horse\nplayers: Ana, Ben"),
        table_options=TableOptions(counting=frozenset({0}), muggins=True, findings=False),
    )
    enter(house.tables, table_id, "lead: Ana", "Ana: 6-4, claims 10", "Ana: 6-1", "Ana: 1-0")
    return table_id


def _broken(house: House) -> str:
    table_id = opened(house.tables, "lead: Ana", "Ana: 6-1", "Ben: 6-2", "Ana: 3-2")
    correct(house.tables, table_id, "Ana: 6-1", "Ana: 5-1")
    return table_id


def figures(house: House, club: Club) -> list[tuple[object, GameFigures]]:
    """The games of a club by when they were begun, who sat there, and what they came to."""
    service = GameService(house.tables)
    while (games := service.games(club)).waiting:
        pass
    return [((game.at, game.day, game.people), game.figures) for game in games.played]
