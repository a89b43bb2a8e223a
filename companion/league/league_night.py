"""A league night: what can be played now."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.league.fixture import Fixture
from companion.league.lineup import Pairing
from companion.league.match_format import MatchFormat


class NextGame(NamedTuple):
    """A game at a board of a match: its number in the leg, from 1, and who plays."""

    board: int
    game: int
    pairing: Pairing


def next_games(form: MatchFormat, fixture: Fixture) -> tuple[NextGame, ...]:
    """The games of a match that can begin at the same time, in the order of its card.

    Nobody is called to two at a time, or away from a game that is on.
    """
    waiting = [*open_games(form, fixture)]
    busy = {player for game, is_on in waiting if is_on for player in game.pairing.seats}
    following = []
    for game, is_on in waiting:
        if not is_on and not busy & {*game.pairing.seats}:
            following.append(game)
            busy |= {*game.pairing.seats}
    return tuple(following)


def open_games(form: MatchFormat, fixture: Fixture) -> Iterator[tuple[NextGame, bool]]:
    """The next game of each board that is not over, and whether it is on already."""
    if fixture.walkover is not None or not fixture.lineup:
        return
    score = fixture.score(form)
    for board, (pairing, leg) in enumerate(zip(fixture.lineup, score.boards, strict=True), 1):
        if not leg.is_over:
            games = fixture.games(board)
            on = next((place for place, game in enumerate(games, 1) if game.winner is None), 0)
            yield NextGame(board, on or len(games) + 1, pairing), bool(on)
