"""The games that the same people won on one day, as the end of each of them says."""

from companion.i18n import Text, message
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs


def describe_evening(state: TableState) -> Text | None:
    """The games won, most first: `Ana 2, Ben 1 tonight`; None if there was no other one."""
    winners = [*map(frozenset, clubs().tables.winners_of_day(state).values())]
    if len(winners) < 2:
        return None
    seating = state.game.seating
    told = {
        name: frozenset(seating.players[seat] for seat in seats)
        for name, seats in zip(seating.side_names, seating.sides, strict=True)
    }
    # Each for themselves, if they were not the same partners all the time.
    if not {*filter(None, winners)} <= {*told.values()}:
        told = {name: frozenset([name]) for name in seating.players}
    won = {name: sum(side <= each for each in winners) for name, side in told.items()}
    scores = [
        str(message("race.score", name=name, score=won[name]))
        for name in sorted(won, key=lambda name: -won[name])
    ]
    return message("evening.won", scores=", ".join(scores))
