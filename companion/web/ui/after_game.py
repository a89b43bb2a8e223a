"""What follows a game that is over: its match comes first, once its board is decided."""

from typing import NamedTuple

from flask import current_app, url_for

from companion.clubs.club import ClubMember, is_nameless
from companion.clubs.leagues.board_places import BoardPlace
from companion.i18n import Text, listed, message
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import table_service


class AfterGame(NamedTuple):
    """What can follow a game, as one phone may see it."""

    #: What playing again is: the next game of its board, or a friendly one; None if it can't be.
    again: Text | None
    #: Whether it is a game of a match, and whether its board goes on.
    is_of_match: bool = False
    goes_on: bool = True
    #: The way to that match for a phone of its club; and the board that this phone can open next.
    match: str = ""
    board: int = 0
    #: Who plays there.
    people: Text | None = None

    @property
    def leads_back(self) -> bool:
        """Whether the match comes before playing again."""
        return bool(self.match) and not self.goes_on


def after_game(table_id: str, phone: str = "") -> AfterGame:
    """What can follow the game of a table for a phone, or for whoever is there."""
    place = None if current_app.config["IS_ALONE"] else clubs().boards.of_table(table_id)
    # Nobody is asked to play with someone who was deleted.
    is_whole = not any(map(is_nameless, table_service().look(table_id).header.players))
    if place is None:
        return AfterGame(message("over.again") if is_whole else None)
    again, game = message("over.again-friendly") if is_whole else None, place.next_game
    if game is not None:
        games = place.form.boards[place.board - 1].games
        again = message("over.game-of", game=game, games=games)
    after = AfterGame(again, is_of_match=True, goes_on=game is not None)
    own = place.league.club.seen_by(phone) if phone else None
    return _at_match(after, own, place) if own else after


def _at_match(after: AfterGame, own: ClubMember, place: BoardPlace) -> AfterGame:
    club, league, number = place.league.club, place.league, place.fixture.number
    after = after._replace(
        match=url_for("match.show", club_id=club.id, league_id=league.id, number=number)
    )
    following = None if after.goes_on else place.next_board
    if following is None or not own.scores_for(league.id, place.entrants):
        return after
    names = (" & ".join(map(club.called, side)) for side in following.pairing)
    return after._replace(board=following.board, people=listed(names))
