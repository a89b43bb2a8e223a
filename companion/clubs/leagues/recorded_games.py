"""The games of matches: as the records of their tables give them, and as they are kept."""

from collections.abc import Mapping, Sequence
from functools import partial

from companion.clubs.leagues.club_league import MatchTable
from companion.league.competition import Competition, Entrant, EntrantKind
from companion.league.fixture import Fixture
from companion.league.fixture_list import FixtureList, Opponents
from companion.league.lineup import Pairing
from companion.league.match_result import GameResult


def as_it_stands(
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    tables: Mapping[str, MatchTable],
) -> tuple[Fixture, ...]:
    """Fixtures as they are kept, with the winners from the records of their tables.

    A game is left out if its table is gone, or its players are no longer those of the match.
    """
    found: list[Fixture] = []
    course = FixtureList(competition.form)
    players = {each.number: each.players for each in entrants}
    for fixture in sorted(fixtures, key=lambda each: each.number):
        lineup: tuple[Pairing, ...] = ()
        if competition.kind is not EntrantKind.TEAM:
            # In a knock-out the matches before them decide.
            lineup = _of_opponents(players, course.opponents(fixture))
        game_of = partial(_as_recorded, fixture.number, tables, lineup)
        found.append(fixture.with_games(game_of)._replace(lineup=lineup or fixture.lineup))
        course.goes_on(found[-1])
    return tuple(found)


def _as_recorded(
    fixture: int,
    tables: Mapping[str, MatchTable],
    lineup: Sequence[Pairing],
    board: int,
    game: GameResult,
) -> GameResult | None:
    if not game.table:
        return game
    table = tables.get(game.table)
    if table is None or (table.fixture, table.board) != (fixture, board):
        return None
    if lineup and table.people != (frozenset(lineup[0].home), frozenset(lineup[0].away)):
        return None
    return GameResult(table.winner, table=table.id)


def _of_opponents(
    players: Mapping[int, tuple[int, ...]], opponents: Opponents
) -> tuple[Pairing, ...]:
    """Who plays if no captain says: the entrants, as far as they are known."""
    home, away = (players.get(each or 0) for each in opponents)
    return (Pairing(home, away),) if home is not None and away is not None else ()


def without_results(competition: Competition, fixture: Fixture) -> Fixture:
    """The fixture as it is kept: of a table's game, only which table."""
    lineup = fixture.lineup if competition.kind is EntrantKind.TEAM else ()
    plain = fixture.with_games(
        lambda _, game: GameResult(None, table=game.table) if game.table else game
    )
    return plain._replace(lineup=lineup)
