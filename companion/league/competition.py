"""A competition: what its club decided before the first match."""

from enum import StrEnum
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import Text, message
from companion.league.entrant import EntrantKind, check_entrant_name
from companion.league.errors import BadCompetition
from companion.league.kept_json import SEEN
from companion.league.league_bounds import FARTHEST_REACH, LONGEST_ID, LONGEST_NAME, MOST_TIMES
from companion.league.match_format import MatchFormat
from companion.league.points_table import PointsTable
from companion.league.tie_breaks import USUAL, TieBreaks, check_order


class Shape(StrEnum):
    """What competes in it: teams, pairs or players."""

    ROUND_ROBIN = "round-robin"
    KNOCK_OUT = "knock-out"
    LADDER = "ladder"

    @property
    def label(self) -> Text:
        """What people call it."""
        return message(f"league.shape.{self}")


class Competition(NamedTuple):
    """How a competition is played: its shape, the format of its matches, what results are worth.

    Its entrants and fixtures are kept beside it.
    """

    name: Annotated[str, Field(max_length=LONGEST_NAME), SEEN]
    shape: Shape
    kind: EntrantKind
    form: MatchFormat
    table: PointsTable = PointsTable()
    order: TieBreaks = USUAL
    #: Of a round robin: how often everyone plays everyone.
    times: Annotated[int, Field(ge=1, le=MOST_TIMES)] = 1
    #: Of a knock-out: whether those who lose in the last four play once more.
    third_place: bool = False
    #: Of a ladder: how many rungs up a challenge may reach.
    reach: Annotated[int, Field(ge=1, le=FARTHEST_REACH)] = 2
    #: If an entrant leaves, whether all their results are deleted or stay.
    strikes_out: bool = False
    #: What its random draws are made from.
    seed: Annotated[str, Field(max_length=LONGEST_ID), SEEN] = ""

    def check(self) -> Self:
        """This competition, if its parts fit; raises `BadCompetition`, or what a part refuses."""
        check_entrant_name(self.name)
        self.form.check()
        self.table.check()
        check_order(self.order)
        if self.shape is Shape.KNOCK_OUT and self.form.can_be_drawn:
            raise BadCompetition(message("league.refused.knock-out-drawn"))
        if self.kind is not EntrantKind.TEAM and len(self.form.boards) > 1:
            raise BadCompetition(message("league.refused.boards-of-teams"))
        players = {EntrantKind.PAIR: 2, EntrantKind.PLAYER: 1}.get(self.kind)
        if players is not None and self.form.boards[0].players != players:
            raise BadCompetition(message("league.refused.boards-of-kind", count=players))
        if self.kind is not EntrantKind.TEAM and self.form.is_drawn:
            raise BadCompetition(message("league.refused.not-drawn"))
        return self
