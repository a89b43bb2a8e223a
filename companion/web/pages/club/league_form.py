"""The form of a new competition: what was typed, and what it comes to."""

from collections.abc import Iterator, Mapping
from datetime import date, time
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from companion.clubs.club import Club
from companion.clubs.entrants import NewEntrant
from companion.league.bounds import (
    FARTHEST_REACH,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_PLAYERS,
    MOST_TIMES,
)
from companion.league.competition import Competition, Shape
from companion.league.entrant import EntrantKind
from companion.league.errors import BadCompetition
from companion.league.match_format import (
    FIVES_AND_THREES,
    Board,
    Counts,
    Leg,
    LegKind,
    MatchFormat,
)
from companion.league.points_table import PointsTable, describe_points, parse_points
from companion.league.ready import READY
from companion.league.round_robin import days_of_rounds
from companion.league.tie_breaks import USUAL, TieBreak
from companion.rules.games import GAMES
from companion.web.forms import parse_name
from companion.words import Text, message

_OWN = "own"
#: What the first of these is, if nothing was said.
_AT_FIRST = {
    "kind": EntrantKind.TEAM.value,
    "format": next(iter(READY)),
    "shape": Shape.ROUND_ROBIN.value,
    "times": "1",
    "reach": "2",
    "singles": "0",
    "doubles": "3",
    "games": "1",
    "leg": LegKind.BEST_OF.value,
    "counts": Counts.GAMES.value,
    "game": FIVES_AND_THREES,
    "every": "7",
    "starts": "20:00",
}
_LISTS = {EntrantKind.TEAM: "teams", EntrantKind.PAIR: "pairs", EntrantKind.PLAYER: "players"}
#: So many tie-breaks are asked for, one after the other.
_MOST_TIE_BREAKS = 4
_LARGEST = 1_000
#: Nobody plays in any other, and calendars reckon with them.
_YEARS = range(1950, 2200)
_WHOLE = ("narrow_by", "walkover_score")
Choice = TypeVar("Choice", bound=StrEnum)


class LeagueAsked(NamedTuple):
    """A competition as somebody asked for it."""

    competition: Competition
    entrants: tuple[NewEntrant, ...]
    first: date | None
    every: int
    starts: time
    in_order: bool

    def days(self, rounds: int) -> tuple[date, ...]:
        """The days of so many rounds; none where nobody said when it begins."""
        return days_of_rounds(self.first, rounds, self.every) if self.first else ()


def parse_league(form: Mapping[str, str], club: Club) -> LeagueAsked:
    """The competition that a form asks for; raises a `Refusal` for what cannot be read."""
    said = {**_AT_FIRST, **form}
    kind = _one_of(EntrantKind, said["kind"])
    form_of_match, table = _format(said, kind)
    competition = Competition(
        name=parse_name(said.get("name", "")) or str(message("league.stand-in")),
        shape=_one_of(Shape, said["shape"]),
        kind=kind,
        form=form_of_match,
        table=parse_table(said, table),
        order=parse_order(said),
        times=_number(said["times"], 1, MOST_TIMES),
        third_place="third" in form,
        reach=_number(said["reach"], 1, FARTHEST_REACH),
        strikes_out="strikes-out" in form,
    )
    return LeagueAsked(
        competition.check(),
        tuple(_entrants(said.get(_LISTS[kind], ""), kind, club)),
        parse_day(said.get("first", "")),
        _number(said["every"], 1, 366),
        parse_time(said["starts"]),
        "in-order" in form or competition.shape is Shape.LADDER,
    )


def league_form(club: Club, form: Mapping[str, str], plan: Text | None) -> dict[str, Any]:
    """What the form of a new competition shows, as it was typed."""
    everybody = [each.name for each in club.present]
    at_first = {**_AT_FIRST, "players": "\n".join(club.names[each.number] for each in club.present)}
    return {
        "club": club,
        "said": {**at_first, **form},
        "plan": plan,
        "has_players": bool(everybody),
        "kinds": [(kind.value, message(f"league.kind.{kind}")) for kind in EntrantKind],
        "formats": [
            *((name, message(f"league.format.{name}")) for name in READY),
            (_OWN, message("league.format.own")),
        ],
        "shapes": [(shape.value, shape.label) for shape in Shape],
        "legs": [(leg.value, message(f"league.leg.{leg}")) for leg in LegKind],
        "counts": [(each.value, message(f"league.counts.{each}")) for each in Counts],
        "games": [(game.id, game.title) for game in GAMES.values()],
        "times": [f"{times}" for times in range(1, MOST_TIMES + 1)],
        "lists": [(kind.value, name) for kind, name in _LISTS.items()],
        "order": _chosen(form),
        **points_form(form),
    }


def points_form(form: Mapping[str, str], table: PointsTable | None = None) -> dict[str, Any]:
    """What is asked about points and tie-breaks: as typed, or as it is."""
    return {
        "worths": [
            (name, message(f"league.worth.{name}"), form.get(name, _worth(table, name)))
            for name in PointsTable._fields
        ],
        "tie_breaks": [(each.value, each.label) for each in TieBreak],
        "places": range(_MOST_TIE_BREAKS),
    }


def _chosen(form: Mapping[str, str]) -> list[str]:
    """The tie-breaks as they were chosen; the usual ones where none was asked."""
    usual = dict(enumerate(each.value for each in USUAL))
    return [form.get(f"order-{at}", usual.get(at, "")) for at in range(_MOST_TIE_BREAKS)]


def _worth(table: PointsTable | None, name: str) -> str:
    value = getattr(table, name) if table else None
    return describe_points(value) if isinstance(value, Fraction) else f"{value or ''}"


def parse_table(form: Mapping[str, str], usual: PointsTable) -> PointsTable:
    """The points table that was typed, the usual one where nothing was; raises `BadPoints`."""
    typed: dict[str, Any] = {}
    for name in PointsTable._fields:
        text = form.get(name, "").strip()
        if text:
            typed[name] = _number(text, 0, _LARGEST) if name in _WHOLE else parse_points(text)
    if "win" in typed:
        # A walkover is worth a win, where nobody says otherwise.
        typed.setdefault("walkover_won", typed["win"])
    return usual._replace(**typed).check()


def parse_order(form: Mapping[str, str]) -> tuple[TieBreak, ...]:
    """The tie-breaks that were chosen, in their order; the usual ones where none was asked."""
    if "order-0" not in form:
        return USUAL
    chosen = (form.get(f"order-{place}", "") for place in range(_MOST_TIE_BREAKS))
    return tuple(_one_of(TieBreak, each) for each in chosen if each)


def parse_day(text: str) -> date | None:
    """A day as the browser sends it; None for none. Raises `BadCompetition`."""
    if not text.strip():
        return None
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        raise BadCompetition(message("league.refused.day")) from None
    if day.year not in _YEARS:
        raise BadCompetition(message("league.refused.day"))
    return day


def parse_time(text: str) -> time:
    """A time of day as the browser sends it; raises `BadCompetition`."""
    try:
        return time.fromisoformat(text.strip()).replace(second=0, microsecond=0, tzinfo=None)
    except ValueError:
        raise BadCompetition(message("league.refused.time")) from None


def parse_people(text: str, club: Club) -> Iterator[int | str]:
    """The players that a line names: who is known by their number, others by the new name."""
    names = text.replace("&", ",").replace("+", ",").split(",", MOST_PLAYERS)
    for name in filter(None, map(parse_name, names)):
        known = club.known_as(name)
        yield known[0] if known else name


def _entrants(text: str, kind: EntrantKind, club: Club) -> Iterator[NewEntrant]:
    lines = [line for line in text.splitlines() if line.strip()]
    # One more than there is room for is enough to say so.
    for line in lines[: MOST_ENTRANTS + 1]:
        if kind is EntrantKind.TEAM:
            name, _, people = line.partition(":")
            yield NewEntrant(tuple(parse_people(people, club)), parse_name(name))
        else:
            yield NewEntrant(tuple(parse_people(line, club)))


def _format(said: Mapping[str, str], kind: EntrantKind) -> tuple[MatchFormat, PointsTable]:
    """How a match is played, and what its league gives for it."""
    if kind is EntrantKind.TEAM and said["format"] != _OWN:
        if said["format"] not in READY:
            raise BadCompetition(message("league.refused.unreadable"))
        return READY[said["format"]]
    leg = Leg(_number(said["games"], 1, MOST_GAMES), _one_of(LegKind, said["leg"]))
    if kind is not EntrantKind.TEAM:
        players = 2 if kind is EntrantKind.PAIR else 1
        return MatchFormat((Board(players, leg, said["game"]),)), PointsTable()
    singles, doubles = (_number(said[name], 0, 32) for name in ("singles", "doubles"))
    boards = (Board(1, leg, said["game"]),) * singles + (Board(2, leg, said["game"]),) * doubles
    counts = _one_of(Counts, said["counts"])
    return MatchFormat(boards, counts, is_drawn="drawn" in said), PointsTable()


def _number(text: str, least: int, most: int) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise BadCompetition(message("league.refused.number-between", least=least, most=most))
    return int(text)


def _one_of(choices: type[Choice], text: str) -> Choice:
    try:
        return choices(text)
    except ValueError:
        raise BadCompetition(message("league.refused.unreadable")) from None


def nobody_called(name: str) -> BadCompetition:
    """What is said of a player whom the club does not know."""
    return BadCompetition(message("league.refused.nobody-called", name=name))


def other_name() -> BadCompetition:
    """What is said where the name to close something by is another one."""
    return BadCompetition(message("league.refused.other-name"))
