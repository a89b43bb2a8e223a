"""What follows a game that is over: its match comes first, once its board is decided."""

from typing import NamedTuple

from flask import url_for

from companion.clubs.club import is_nameless
from companion.i18n import Text, listed, message
from companion.tables.play_again import next_after
from companion.tables.table_state import TableState
from companion.web.security.club_guard import club_id_of, clubs
from companion.web.security.table_guard import table_service


class AfterGame(NamedTuple):
    """What can follow a game, as one phone may see it."""

    #: What playing again is: the next game of its board, or a friendly one; None if it can't be.
    again: Text | None
    #: Whether its board is decided, so that its match comes before that.
    is_decided: bool = False
    #: The way to the match, for a phone of its club.
    match: str = ""
    #: The board to play at next, and who plays there, for a phone that may open it.
    next_board: tuple[int, Text] | None = None
    #: The table where the same people play on already, if they do.
    next_game: str | None = None


def after_game(state: TableState, phone: str = "") -> AfterGame:
    """What can follow the game of a table for a phone, or for whoever is there."""
    next_game = next_after(table_service(), state.id) if state.game.is_over else None
    place = clubs().boards.of_table(state.id) if club_id_of(state.id) else None
    # Nobody is asked to play with someone who was deleted.
    is_whole = not any(map(is_nameless, state.header.players))
    if place is None:
        return AfterGame(message("over.again") if is_whole else None, next_game=next_game)
    league, game, other = place.league, place.next_game, place.next_board
    again = message("over.again-friendly") if is_whole else None
    if game is not None:
        games = league.competition.form.boards[place.board - 1].games
        again = message("over.game-of", game=game, games=games)
    after = AfterGame(again, game is None, next_game=next_game)
    if league.club.seen_by(phone) is None:
        return after
    number = place.fixture.number
    match = url_for("match.show", club_id=league.club.id, league_id=league.id, number=number)
    after = after._replace(match=match)
    if other is None or game is not None or not place.is_scored_by(phone):
        return after
    people = listed(" & ".join(map(league.club.called, side)) for side in other.pairing)
    return after._replace(next_board=(other.board, people))
