"""A finished game, for other programs."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

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
