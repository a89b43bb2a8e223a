"""The games that the same people won on one day, as the end of each of them says."""

from collections.abc import Mapping

from flask import current_app

from companion.i18n import Text, message
from companion.stats.evening import wins_of
from companion.tables.play_again import games_won
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs
from companion.web.security.table_guard import table_service


def describe_evening(state: TableState) -> Text | None:
    """The games won: `Ana 2, Ben 1 tonight`; None if there was no other one.

    In a club it counts all of its day, even if no table went on from another. Elsewhere it counts
    those that were played again one after another, up to this one.
    """
    won = _won_in_club(state)
    if won is None:
        won = games_won(table_service(), state.id)
    if not won:
        return None
    scores = [str(message("race.score", name=name, score=games)) for name, games in won.items()]
    return message("evening.won", scores=", ".join(scores))


def _won_in_club(state: TableState) -> Mapping[str, int] | None:
    """The games of the evening that each player of a table won; None if it is in no club."""
    evening = None if current_app.config["IS_ALONE"] else clubs().tables.evening_of(state.id)
    if evening is None:
        return None
    this = next((table for table in evening if table.id == state.id), None)
    if this is None or len(evening) < 2:
        return {}
    # As the record has them: whoever is at this table need not know the club.
    called = dict(zip(this.people, state.header.players, strict=True))
    wins = wins_of(evening[0].people, (table.winners for table in evening))
    return {called[each.person]: each.games for each in wins}
