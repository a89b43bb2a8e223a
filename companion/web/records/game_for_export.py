"""A game that is over, as it goes out to other people's tools."""

from companion.exports.game_export import ExportedGame, PlayPerson
from companion.record.statements import HandLed
from companion.rules.player_names import name_key
from companion.tables.game_duration import time_of
from companion.tables.latest_records import ReplayedRecord
from companion.web.records.public_id import public_id
from companion.web.security.club_guard import clubs, own_club_of
from companion.web.security.device_session import table_service
from companion.web.ui.position_address import describe_rules


def play_of(table_id: str, written: ReplayedRecord) -> ExportedGame | None:
    """The game of a table by its record; None while nobody has won it."""
    game, header = written.game, written.header
    if game.winner is None:
        return None
    club = own_club_of(table_id)
    lasted = time_of(table_service().database, table_id)
    people = _people(table_id, header.players)
    lead = written.entries[0].statement
    assert isinstance(lead, HandLed)
    return ExportedGame(
        public_id("play", table_id),
        lasted.ended_at,
        header.game,
        header.preset.title,
        tuple(tuple(people[seat] for seat in side) for side in game.seating.sides),
        game.scores,
        game.winner,
        place=club.name if club else "",
        note=str(describe_rules(header.preset, header.changes)),
        first=people[game.seating.seat(lead.player)].id,
        minutes=lasted.minutes,
    )


def _people(table_id: str, names: tuple[str, ...]) -> tuple[PlayPerson, ...]:
    """Who sat there: in a club by who they are, so that a new name is nobody new."""
    found = clubs().tables.people_of(table_id)
    if found is None:
        return tuple(PlayPerson(public_id("name", name_key(name)), name) for name in names)
    club_id, persons = found
    return tuple(
        PlayPerson(public_id("person", club_id, number), name)
        for number, name in zip(persons, names, strict=True)
    )
