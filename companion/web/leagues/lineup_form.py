"""The form of a lineup: who came, the order of each team, and pairs other than neighbours."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from werkzeug.datastructures import MultiDict

from companion.clubs.leagues.club_match import Match
from companion.i18n import Text, message
from companion.league.kept_json import MOST_PLAYERS
from companion.league.lineup import Pairing
from companion.league.match_format import MatchFormat
from companion.league.playing_order import NOBODY, PlayingOrder, ordered_boards, places_of
from companion.web.leagues.form_values import SIDES
from companion.web.ui.forms import parse_number


class LineupRow(NamedTuple):
    """A board with the places of both sides: each field's name, who is chosen, the place."""

    number: int
    #: Whether everyone in the order plays once at the boards of its kind.
    is_ordered: bool
    sides: Sequence[Sequence[tuple[str, str, int]]]


class LineupForm(NamedTuple):
    """Who plays at each board: as it is, as usual, or as just typed."""

    squads: Sequence[tuple[str, Sequence[tuple[int, str]]]]
    came: Set[int]
    rows: Sequence[LineupRow]
    by_order: tuple[Text, Text] | None

    @property
    def differs(self) -> bool:
        """Whether someone's place differs from the order."""
        paired = (row for row in self.rows if not row.is_ordered)
        return any(chosen for row in paired for side in row.sides for _, chosen, _ in side)


def lineup_form(match: Match, form: MultiDict[str, str]) -> LineupForm:
    """The form of a lineup, as it was typed."""
    usual = (order.players for order in match.orders)
    # As just ticked, or as usual.
    came = {*chain.from_iterable(parse_came(form) if "draw" in form else usual)}
    return LineupForm(_squads(match), came, [*_rows(match, form)], _by_order(match))


def _squads(match: Match) -> list[tuple[str, list[tuple[int, str]]]]:
    """The choices on each side: its squad, and people who left it but are still lined up."""
    club, squads, found = match.league.club, match.league.squads(match.number), []
    for side, squad, order in zip(SIDES, squads, match.orders, strict=True):
        players = dict.fromkeys((*club.with_names(squad), *order.players))
        found.append((side, [(each, club.names[each]) for each in players if each]))
    return found


def parse_came(form: MultiDict[str, str]) -> tuple[list[int], list[int]]:
    """Who came to play for each side, home first; raises `BadRequest`."""
    home, away = (
        [parse_number(each) for each in form.getlist(f"came-{side}")[: MOST_PLAYERS + 1]]
        for side in SIDES
    )
    return home, away


def parse_lineup(match: Match, form: Mapping[str, str]) -> list[Pairing]:
    """Who plays at each board by the orders that were typed; raises `BadRequest`."""
    form_of_match = match.league.competition.form
    home, away = (_typed(form_of_match, side, form).boards(form_of_match) for side in SIDES)
    return list(map(Pairing, home, away))


def _rows(match: Match, form: Mapping[str, str]) -> Iterator[LineupRow]:
    form_of_match = match.league.competition.form
    ordered = ordered_boards(form_of_match)
    for board, places in enumerate(places_of(form_of_match)):
        other = None if board in ordered else board
        sides = [
            [_field(side, order, form, other, at, place) for at, place in enumerate(places)]
            for side, order in zip(SIDES, match.orders, strict=True)
        ]
        yield LineupRow(board + 1, board in ordered, sides)


def _field(
    side: str, order: PlayingOrder, form: Mapping[str, str], board: int | None, at: int, place: int
) -> tuple[str, str, int]:
    """A place of the order; or a place at a board, empty if it follows the order."""
    if board is None:
        name, now = f"{side}-{place}", f"{order.players[place]}"
    else:
        name, now = f"{side}-{board}-{at}", f"{order.otherwise.get((board, at), '')}"
    return name, form.get(name, now), place + 1


def _typed(form_of_match: MatchFormat, side: str, form: Mapping[str, str]) -> PlayingOrder:
    """The order of a side as it was typed; raises `BadRequest`."""
    players = (form.get(f"{side}-{place}", "") for place in range(form_of_match.squad))
    ordered = ordered_boards(form_of_match)
    otherwise = {
        (board, at): form.get(f"{side}-{board}-{at}", "")
        for board, places in enumerate(places_of(form_of_match))
        for at in range(len(places))
        if board not in ordered
    }
    return PlayingOrder(
        tuple(parse_number(each) if each else NOBODY for each in players),
        {where: parse_number(each) for where, each in otherwise.items() if each},
    )


def _by_order(match: Match) -> tuple[Text, Text] | None:
    """The places that play together at the boards, and that others may change: for doubles."""
    form = match.league.competition.form
    ordered = ordered_boards(form)
    places = [each for board, each in enumerate(places_of(form)) if board not in ordered]
    if not places:
        return None
    together = ", ".join(" & ".join(f"{place + 1}" for place in each) for each in places)
    kind = "doubles" if len(places[0]) > 1 else "singles"
    told = message(f"league.by-order.{kind}", places=together)
    return told, message(f"league.others-at.{kind}")
