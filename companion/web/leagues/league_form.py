"""The form of a new competition: what was typed, and its preview."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time
from typing import NamedTuple

from companion.clubs.club import Club
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.i18n import message
from companion.league import kept_json, match_format
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.errors import BadCompetition
from companion.league.league_tally import PointsTable
from companion.league.no_play import days_of_rounds
from companion.league.tie_breaks import USUAL, USUAL_OF_SWISS
from companion.rules.games import GAMES, game_named
from companion.web.leagues import form_values
from companion.web.ui.forms import parse_name
from companion.web.ui.house_rule_fields import Subject, changes_of, house_rules, parse_rules

_OWN = "own"
#: The default for the first of these.
_AT_FIRST = {
    "kind": EntrantKind.TEAM.value,
    "format": next(iter(match_format.READY)),
    "shape": Shape.ROUND_ROBIN.value,
    "times": "1",
    "reach": "2",
    "singles": "0",
    "doubles": "3",
    "games": "1",
    "leg": match_format.LegKind.BEST_OF.value,
    "doubles-games": "1",
    "doubles-leg": match_format.LegKind.BEST_OF.value,
    "counts": match_format.Counts.GAMES.value,
    "game": match_format.FIVES_AND_THREES,
    "every": "7",
    "starts": "20:00",
}
_LISTS = {EntrantKind.TEAM: "teams", EntrantKind.PAIR: "pairs", EntrantKind.PLAYER: "players"}


class LeagueAsked(NamedTuple):
    """A competition as someone asked for it."""

    competition: Competition
    entrants: tuple[NewEntrant, ...]
    first: date | None
    every: int
    starts: time
    in_order: bool

    def days(self, rounds: int) -> tuple[date, ...]:
        """The days of so many rounds; none if nobody says when it begins."""
        first, pauses = self.first, self.competition.pauses
        return days_of_rounds(first, rounds, self.every, pauses) if first else ()


def parse_league(form: Mapping[str, str], club: Club) -> LeagueAsked:
    """The competition that a form asks for; raises a `Refusal` for what can't be read."""
    # An empty field is as if nobody had changed it.
    said = {**_AT_FIRST, **{name: text for name, text in form.items() if text.strip()}}
    kind = form_values.parse_choice(EntrantKind, said["kind"])
    form_of_match = _format(said, kind)
    competition = Competition(
        name=parse_name(said.get("name", "")) or str(message("league.stand-in")),
        shape=form_values.parse_choice(Shape, said["shape"]),
        kind=kind,
        form=form_of_match,
        table=form_values.parse_table(said, match_format.usual_points(form_of_match)),
        order=form_values.parse_order(said),
        times=form_values.parse_between(said["times"], 1, kept_json.MOST_TIMES),
        third_place="third" in form,
        reach=form_values.parse_between(said["reach"], 1, kept_json.FARTHEST_REACH),
        strikes_out="strikes-out" in form,
        pauses=form_values.parse_pauses(form),
    )
    if competition.shape is Shape.SWISS and competition.order == USUAL:
        competition = competition._replace(order=USUAL_OF_SWISS)
    return LeagueAsked(
        competition.check(),
        tuple(_entrants(said.get(_LISTS[kind], ""), kind, club)),
        form_values.parse_day(said.get("first", "")),
        form_values.parse_between(said["every"], 1, 366),
        form_values.parse_time(said["starts"]),
        "in-order" in form or competition.shape in (Shape.LADDER, Shape.SWISS, Shape.KEIZER),
    )


class LeagueForm(NamedTuple):
    """The fields of the form of a new competition, as typed, and its choices."""

    said: Mapping[str, str]
    house_rules: Sequence[Subject]
    points: form_values.PointsForm
    kinds: type[EntrantKind] = EntrantKind
    lists: Mapping[EntrantKind, str] = _LISTS
    formats: tuple[str, ...] = (*match_format.READY, _OWN)
    shapes: type[Shape] = Shape
    legs: type[match_format.LegKind] = match_format.LegKind
    counts: type[match_format.Counts] = match_format.Counts
    times: range = range(1, kept_json.MOST_TIMES + 1)
    usual: Mapping[str, str] = _AT_FIRST


def league_form(club: Club, form: Mapping[str, str]) -> LeagueForm:
    """The form of a new competition, as it was typed."""
    everybody = "\n".join(club.names[each.number] for each in club.present)
    game = GAMES.get(form.get("game", ""), GAMES[match_format.FIVES_AND_THREES])
    rules = house_rules(game.rules, parse_rules(form))
    said = {**_AT_FIRST, "players": everybody, **form}
    points = form_values.points_form(form, PointsTable())
    # In these the formats differ.
    points = points._replace(usual={**points.usual, "win": "", "narrow_loss": ""})
    return LeagueForm(said, rules, points)


def parse_people(text: str, club: Club) -> Iterator[int | str]:
    """The players named in a line: known ones by their number, others by the new name."""
    names = text.replace("&", ",").replace("+", ",").split(",", kept_json.MOST_PLAYERS)
    for name in filter(None, map(parse_name, names)):
        known = club.known_as(name)
        yield known[0] if known else name


def _entrants(text: str, kind: EntrantKind, club: Club) -> Iterator[NewEntrant]:
    lines = [line for line in text.splitlines() if line.strip()]
    # One more than fits is enough to say so.
    for line in lines[: kept_json.MOST_ENTRANTS + 1]:
        if kind is EntrantKind.TEAM:
            name, _, people = line.partition(":")
            yield NewEntrant(tuple(parse_people(people, club)), parse_name(name))
        else:
            yield NewEntrant(tuple(parse_people(line, club)))


def _format(said: Mapping[str, str], kind: EntrantKind) -> match_format.MatchFormat:
    """How a match is played."""
    if kind is not EntrantKind.TEAM:
        return match_format.MatchFormat((_board(said, 2 if kind is EntrantKind.PAIR else 1),))
    if said["format"] in match_format.READY:
        return match_format.READY[said["format"]][0]
    if said["format"] != _OWN:
        raise BadCompetition(message("league.refused.unreadable"))
    singles, doubles = (
        form_values.parse_between(said[name], 0, kept_json.MOST_BOARDS)
        for name in ("singles", "doubles")
    )
    otherwise = "doubles-" if "otherwise" in said else ""
    boards = (_board(said, 1),) * singles + (_board(said, 2, otherwise),) * doubles
    return match_format.MatchFormat(
        boards,
        form_values.parse_choice(match_format.Counts, said["counts"]),
        is_drawn="drawn" in said,
    )


def _board(said: Mapping[str, str], players: int, otherwise: str = "") -> match_format.MatchBoard:
    """A board of so many a side: its leg and its house rules, by default the usual ones."""
    games, leg = (said[f"{otherwise}{name}"] for name in ("games", "leg"))
    rules = parse_rules(said)
    if otherwise:
        rules["tiles-each"] = said.get("doubles-tiles-each", "").strip() or rules["tiles-each"]
    return match_format.MatchBoard(
        players,
        form_values.parse_between(games, 1, kept_json.MOST_GAMES),
        form_values.parse_choice(match_format.LegKind, leg),
        said["game"],
        changes_of(game_named(said["game"]), rules, 2 * players),
    )
