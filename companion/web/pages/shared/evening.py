"""The games that the same people won one after another on one day."""

from companion.tables.again import games_won
from companion.tables.service import TableService
from companion.tables.state import TableState
from companion.words import Text, message


def describe_evening(table_service: TableService, state: TableState) -> Text | None:
    """The games won up to this one: `Ana 2, Ben 1 tonight`; None at the first table."""
    won = games_won(table_service, state.id)
    if not won:
        return None
    scores = [str(message("race.score", name=name, score=games)) for name, games in won.items()]
    return message("evening.won", scores=", ".join(scores))
