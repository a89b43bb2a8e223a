"""A finished game, for other programs.

One is BG Stats: a link opens that app on a phone and offers to log a game there. The game is JSON
in the address, in the fields that other public programs send. Its makers' page,
<https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/>, was out of
reach when this was written. `sourceName`, `sourcePlayId` and `playDate` (the end, in UTC) are
required; on Android also `winner`, `startPlayer`, `highestWins` and `noPoints`.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import quote

from companion.i18n import Text, in_json, message


class PlayPerson(NamedTuple):
    """A player, with an id that is the same in every game."""

    id: str
    name: str


class ExportedGame(NamedTuple):
    """A finished game: its sides in playing order, their scores, and the winner."""

    #: Other programs see it, so it must not open the table.
    id: str
    #: With its time zone.
    ended_at: datetime
    game_id: str
    game: Text | str
    sides: tuple[tuple[PlayPerson, ...], ...]
    scores: tuple[int, ...]
    winner: int
    place: str = ""
    note: Text | str = ""
    #: The id of the player who led first; empty if unknown.
    first: str = ""
    minutes: int = 0

    @property
    def ended_utc(self) -> str:
        """When it ended, in UTC: `2026-11-23 20:15:00`."""
        return self.ended_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")

    def rank(self, side: int) -> int:
        """The rank of a side: 1 for the winner, the others by score; equal scores share a rank."""
        if side == self.winner:
            return 1
        others = [score for other, score in enumerate(self.scores) if other != self.winner]
        return 2 + sum(score > self.scores[side] for score in others)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """The game as rows for a spreadsheet: the headings, then a row for each player."""
        yield tuple(
            message(f"play.column.{name}")
            for name in ("ended", "game", "player", "side", "score", "rank", "won", "place")
        )
        for side, people in enumerate(self.sides):
            for person in people:
                yield (
                    *(self.ended_utc, self.game, person.name, side + 1, self.scores[side]),
                    *(self.rank(side), side == self.winner, self.place),
                )

    def json(self) -> str:
        """The game as JSON."""
        return json.dumps(
            {
                "id": self.id,
                "ended_at": self.ended_at.astimezone(UTC).isoformat(timespec="seconds"),
                "game": {"id": self.game_id, **in_json("title", self.game)},
                "place": self.place,
                **in_json("note", self.note),
                "minutes": self.minutes or None,
                "sides": [
                    {
                        "players": [person._asdict() for person in people],
                        "score": self.scores[side],
                        "rank": self.rank(side),
                        "won": side == self.winner,
                    }
                    for side, people in enumerate(self.sides)
                ],
            },
            ensure_ascii=False,
            indent=2,
        )


_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Companion"
#: Addresses must not be too long.
_LONGEST_NOTE = 400


def bg_stats_link(play: ExportedGame) -> str:
    """The link that sends a game to BG Stats; nothing is sent until someone opens it."""
    data = json.dumps(_fields(play), ensure_ascii=False, separators=(",", ":"))
    return _ADDRESS + quote(data, safe="", errors="replace")


def _fields(play: ExportedGame) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "sourceName": _SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended_utc,
        "game": {
            "name": str(play.game),
            "sourceGameId": play.game_id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            _person(play, side, at)
            for side, people in enumerate(play.sides)
            for at in range(len(people))
        ],
    }
    optional = {
        "location": play.place,
        "comments": str(play.note)[:_LONGEST_NOTE],
        "durationMin": play.minutes,
    }
    return fields | {name: value for name, value in optional.items() if value}


def _person(play: ExportedGame, side: int, at: int) -> dict[str, Any]:
    people = play.sides[side]
    fields: dict[str, Any] = {
        "name": people[at].name,
        "sourcePlayerId": people[at].id,
        "startPlayer": people[at].id == play.first,
        "score": play.scores[side],
        "rank": play.rank(side),
        "winner": side == play.winner,
    }
    if len(people) > 1:
        fields["team"] = " & ".join(person.name for person in people)
    return fields
