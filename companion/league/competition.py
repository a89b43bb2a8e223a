"""A competition: what its club decided before the first match, and who enters it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import Text, message
from companion.league import kept_json, league_tally
from companion.league.errors import BadCompetition, BadName, BadPoints, WrongEntrants
from companion.league.fixture import check_place
from companion.league.match_format import MatchFormat
from companion.league.no_play import Pause
from companion.league.tie_breaks import USUAL, TieBreaks, check_order
from companion.rules.player_names import code_point, first_unseen, name_key


class EntrantKind(StrEnum):
    """The kinds of entrants."""

    TEAM = "team"
    PAIR = "pair"
    PLAYER = "player"


#: How many players each kind has at least, and at most.
_SQUADS = {
    EntrantKind.TEAM: (0, kept_json.MOST_PLAYERS),
    EntrantKind.PAIR: (2, 2),
    EntrantKind.PLAYER: (1, 1),
}


class Adjustment(NamedTuple):
    """League points that a manager took off an entrant (below zero) or gave, and why."""

    points: league_tally.Worth
    reason: Annotated[str, Field(max_length=kept_json.LONGEST_PLACE), kept_json.SEEN]

    def describe(self, name: str | Text) -> Text:
        """What was given to whom, or taken off, and why."""
        how, points = "off" if self.points < 0 else "given", abs(self.points)
        written = league_tally.describe_points(points)
        return message(
            f"league.adjusted.{how}",
            name=name,
            points=written,
            reason=self.reason,
            count=1 if points <= 1 else 2,
        )

    def check(self) -> Self:
        """This adjustment, if it changes something and says why; raises `BadPoints`."""
        league_tally.check_worth(self.points)
        if not self.points or not 1 <= len(self.reason.strip()) <= kept_json.LONGEST_PLACE:
            raise BadPoints(message("league.refused.adjustment"))
        return self


class Entrant(NamedTuple):
    """An entrant, by its own number in the competition.

    `players` are the club's numbers of the squad, in the order of its list. Players who have left
    stay in the list: so old results still make sense.
    """

    number: kept_json.Number
    kind: EntrantKind
    name: Annotated[str, Field(max_length=kept_json.LONGEST_NAME), kept_json.SEEN]
    players: Annotated[tuple[kept_json.Number, ...], Field(max_length=kept_json.MOST_PLAYERS)] = ()
    has_left: bool = False
    #: Where a team plays at home, if the match has no other place.
    place: Annotated[str, Field(max_length=kept_json.LONGEST_PLACE), kept_json.SEEN] = ""
    #: Who stepped in once without being on the list: nobody proposes them the next time.
    substitutes: Annotated[
        tuple[kept_json.Number, ...], Field(max_length=kept_json.MOST_PLAYERS)
    ] = ()
    adjustments: Annotated[
        tuple[Adjustment, ...], Field(max_length=kept_json.MOST_ADJUSTMENTS)
    ] = ()

    @property
    def adjusted(self) -> league_tally.LeaguePoints:
        """How many league points were given, less those taken off."""
        return sum((each.points for each in self.adjustments), Fraction(0))

    @property
    def may_play(self) -> tuple[int, ...]:
        """The squad, and after it whoever stepped in before."""
        return tuple(dict.fromkeys((*self.players, *self.substitutes)))

    def check(self) -> Self:
        """This entrant, if it can take part; raises `BadName`, `BadPlace` or `WrongEntrants`."""
        check_entrant_name(self.name)
        check_place(self.place)
        for each in self.adjustments:
            each.check()
        least, most = _SQUADS[self.kind]
        if not least <= len(self.players) <= most or len(self.may_play) > most:
            # A team has a limit; a pair is two, and a player alone.
            raise WrongEntrants(
                message(f"league.refused.squad-of-{self.kind}", name=self.name, most=most)
            )
        if len({*self.players}) < len(self.players):
            raise WrongEntrants(message("league.refused.player-twice", name=self.name))
        return self


def check_entrant_name(name: str) -> None:
    """Refuse a name that nobody could read; raises `BadName`."""
    if name != name.strip() or not 1 <= len(name) <= kept_json.LONGEST_NAME:
        raise BadName(message("league.refused.name-length", longest=kept_json.LONGEST_NAME))
    if (unseen := first_unseen(name)) is not None:
        raise BadName(message("league.refused.name-unseen", character=code_point(unseen)))


def check_entrants(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """These entrants, if they can compete: two or more of one kind; raises `WrongEntrants`."""
    found = tuple(entrants)
    if not 2 <= len(found) <= kept_json.MOST_ENTRANTS:
        raise WrongEntrants(message("league.refused.entrants", most=kept_json.MOST_ENTRANTS))
    if len({each.number for each in found}) < len(found):
        raise WrongEntrants(message("league.refused.entrant-twice"))
    if len({each.kind for each in found}) > 1:
        raise WrongEntrants(message("league.refused.entrants-of-kinds"))
    return found


def told_apart(names: Mapping[int, str]) -> dict[int, str | Text]:
    """What to call each number: its name, and the number beside it if two share the name.

    Capitals make no difference, nor do invisible characters: `Ana` and `ANA` are one name.
    """
    often = Counter(map(name_key, names.values()))
    return {
        number: message("league.name-and-number", name=name, number=number)
        if often[name_key(name)] > 1
        else name
        for number, name in names.items()
    }


class Shape(StrEnum):
    """What competes in it: teams, pairs or players."""

    ROUND_ROBIN = "round-robin"
    KNOCK_OUT = "knock-out"
    LADDER = "ladder"
    SWISS = "swiss"
    KEIZER = "keizer"

    @property
    def counts_points(self) -> bool:
        """Whether results are worth league points, by a points table."""
        return self in (Shape.ROUND_ROBIN, Shape.SWISS)

    @property
    def is_paired(self) -> bool:
        """Whether each round is paired on the night, from those who are here."""
        return self in (Shape.SWISS, Shape.KEIZER)

    @property
    def has_table(self) -> bool:
        """Whether it has a table of standings."""
        return self.counts_points or self.is_paired

    @property
    def label(self) -> Text:
        """What people call it."""
        return message(f"league.shape.{self}")


class Bye(NamedTuple):
    """Someone who was here for a round of a Swiss or Keizer, and found no opponent."""

    round: kept_json.Number
    entrant: kept_json.Number


class Competition(NamedTuple):
    """How a competition is played: its shape, the format of its matches, what results are worth.

    Its entrants and fixtures are kept beside it.
    """

    name: Annotated[str, Field(max_length=kept_json.LONGEST_NAME), kept_json.SEEN]
    shape: Shape
    kind: EntrantKind
    form: MatchFormat
    table: league_tally.PointsTable = league_tally.PointsTable()
    order: TieBreaks = USUAL
    #: Of a round robin: how often everyone plays everyone.
    times: Annotated[int, Field(ge=1, le=kept_json.MOST_TIMES)] = 1
    #: Of a knock-out: whether those who lose in the last four play once more.
    third_place: bool = False
    #: Of a ladder: how many rungs up a challenge may reach.
    reach: Annotated[int, Field(ge=1, le=kept_json.FARTHEST_REACH)] = 2
    #: If an entrant leaves, whether all their results are deleted or stay.
    strikes_out: bool = False
    #: What its random draws are made from.
    seed: Annotated[str, Field(max_length=kept_json.LONGEST_ID), kept_json.SEEN] = ""
    #: Whether a captain may let someone play who isn't on the team's list.
    captains_substitute: bool = True
    #: When nobody plays.
    pauses: Annotated[tuple[Pause, ...], Field(max_length=kept_json.MOST_PAUSES)] = ()
    byes: Annotated[tuple[Bye, ...], Field(max_length=kept_json.MOST_BYES)] = ()

    def check(self) -> Self:
        """This competition, if its parts fit; raises `BadCompetition`, or what a part refuses."""
        check_entrant_name(self.name)
        self.form.check()
        self.table.check()
        check_order(self.order)
        for each in self.pauses:
            each.check()
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
