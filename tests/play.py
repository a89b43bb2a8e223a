"""Short records for tests, scored as they are written."""

import textwrap
from typing import Any, NamedTuple

from companion.i18n import Message
from companion.record.replay import Transcript, replay
from companion.referee.proof.renege import findings
from companion.referee.verdict_json import verdict_of_record
from companion.rules.game import Game

CAST = ("Ana", "Ben", "Cyd", "Dee")


class Score(NamedTuple):
    """A record with all that the referee says of it."""

    transcript: Transcript
    verdict: dict[str, Any]

    @property
    def game(self) -> Game:
        """The game after the last line."""
        assert self.transcript.game is not None
        return self.transcript.game

    @property
    def last(self) -> dict[str, Any]:
        """The verdict of the last line."""
        return self.verdict["entries"][-1]

    @property
    def turn(self) -> str | None:
        """Who acts next."""
        return self.last["turn"]

    @property
    def counts(self) -> list[int]:
        """The count after each tile."""
        return [entry["total"] for entry in self.verdict["entries"] if entry["do"] == "set"]

    @property
    def points(self) -> list[int]:
        """What each tile pegged."""
        return [entry["points"] for entry in self.verdict["entries"] if entry["do"] == "set"]

    @property
    def scores(self) -> dict[str, int]:
        """The score of each side."""
        return self.verdict["scores"]

    @property
    def hand(self) -> dict[str, Any]:
        """The hand finished last."""
        return self.verdict["hands"][-1]

    @property
    def winner(self) -> str | None:
        """The side that won the game."""
        return self.verdict["winner"]


def _scored(record: str) -> Score:
    transcript = replay(textwrap.dedent(record).lstrip("\n"))
    return Score(transcript, verdict_of_record(transcript, findings(transcript.entries)))


def score(record: str) -> Score:
    """A record that has to be accepted as a whole; its lines may be indented."""
    scored = _scored(record)
    refused = scored.transcript.refused
    assert refused is None, f"line {refused.line}: {refused.refusal}"
    return scored


def refusal(record: str) -> tuple[int, str]:
    """The line and the code with which a record is refused."""
    error = _scored(record).verdict["error"]
    return error["line"], error["code"]


def describe_refusal(record: str) -> Message:
    """The message with which a record is refused."""
    refused = _scored(record).transcript.refused
    assert refused is not None and isinstance(refused.refusal.message, Message)
    return refused.refusal.message


def laid(tiles: str, *rules: str) -> Score:
    """Tiles set one by one, a line each (`6-4`, `4-4 on 6-4`), Ana and Ben in turn.

    Nothing earns another turn, and all tiles are dealt, so nobody is in the way.
    """
    header = ("game: race-horse", "players: Ana, Ben", "target: 9999", "rule: tiles-each = 14")
    rules = (*header, "rule: another-turn = none", *(f"rule: {rule}" for rule in rules))
    lines = [line.strip() for line in tiles.strip().splitlines()]
    plays = [f"{CAST[number % 2]}: {line}" for number, line in enumerate(lines)]
    return _scored("\n".join([*rules, "lead: Ana", *plays]))
