"""A league night: what can be played now, and who is free."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.league.fixture import Fixture
from companion.league.lineup import Pairing
from companion.league.match_format import MatchFormat
from companion.league.match_result import BoardResult


class NextGame(NamedTuple):
    """A game at a board of a match: which of its leg, from 1, and who meets."""

    fixture: int
    board: int
    game: int
    pairing: Pairing


class Night(NamedTuple):
    """What goes on: games that are on, and those that can begin all at once. `free` are those who
    came and sit at none of either."""

    on: tuple[NextGame, ...]
    next: tuple[NextGame, ...]
    free: tuple[int, ...]


def league_night(form: MatchFormat, fixtures: Sequence[Fixture], came: Iterable[int]) -> Night:
    """The night as it stands, by the matches of tonight and the club's numbers of who came.

    The boards of a match come in the order of its card, and nobody is asked to two at a time.
    """
    waiting = [each for fixture in fixtures for each in _open_games(form, fixture)]
    on = tuple(game for game, is_on in waiting if is_on)
    busy = {player for game in on for player in game.pairing.seats}
    following = []
    for game, is_on in waiting:
        players = {*game.pairing.seats}
        if not is_on and not players & busy:
            following.append(game)
            busy |= players
    return Night(on, tuple(following), tuple(player for player in came if player not in busy))


def _open_games(form: MatchFormat, fixture: Fixture) -> Iterable[tuple[NextGame, bool]]:
    """The next game of each board that is not over, and whether it is on already."""
    if fixture.walkover is not None or not fixture.lineup:
        return
    score = fixture.score(form)
    for at, (pairing, leg) in enumerate(zip(fixture.lineup, score.boards, strict=True)):
        if not leg.is_over:
            games = (fixture.boards[at] if at < len(fixture.boards) else BoardResult()).games
            on = next((place for place, game in enumerate(games, 1) if game.winner is None), 0)
            number = on or len(games) + 1
            yield NextGame(fixture.number, at + 1, number, pairing), bool(on)
