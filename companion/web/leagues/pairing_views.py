"""A round that is paired on the night: who is here, who meets whom, and what is changed by hand."""

from collections.abc import Iterable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.clubs.club_history import By
from companion.i18n import Text
from companion.league.kept_json import MOST_ENTRANTS
from companion.league.paired_rounds import PairedRound, next_round, pair_round, who_was_here
from companion.web.clock import now
from companion.web.problems import refusals_on
from companion.web.security import policy
from companion.web.security.club_guard import club, clubs, needs_a_server
from companion.web.security.table_guard import device
from companion.web.ui.forms import parse_number

blueprint = Blueprint("pairing", __name__, url_prefix="/club/<club_id>/league/<league_id>/pairing")
policy.set_policy(blueprint, policy.club_manager, policy.limited(policy.COMPUTING))
blueprint.before_request(needs_a_server)


@blueprint.get("")
def show(
    club_id: str, league_id: str, problem: Text | None = None, paired: PairedRound | None = None
) -> str:
    """Who is here, by default those of last time; then the pairs."""
    league = clubs().leagues.look(club_id, league_id)
    return render_template(
        "leagues/pairing.html",
        league=league,
        number=next_round(league.competition, league.fixtures),
        here=_numbers("here") or who_was_here(league.competition, league.fixtures),
        paired=paired,
        problem=problem,
    )


@blueprint.post("")
@refusals_on(show)
def pair(club_id: str, league_id: str) -> ResponseReturnValue:
    """Pair those who are here; swap two by hand; or save the round, which then is played."""
    form = request.form
    if "seat" not in form:
        league = clubs().leagues.look(club_id, league_id)
        paired = pair_round(
            league.competition, league.entrants, league.fixtures, {*_numbers("here")}
        )
        return show(club_id, league_id, paired=paired)
    seats, (number, bye) = _numbers("seat"), (parse_number(form.get(each, "0")) for each in _ONCE)
    paired = PairedRound(number, tuple(zip(seats[::2], seats[1::2], strict=False)), bye)
    if "swap" in form:
        one, other = (parse_number(form.get(each, "")) for each in ("one", "other"))
        return show(club_id, league_id, paired=paired.swapped(one, other))
    tonight = now().astimezone(club().clock).replace(tzinfo=None)
    clubs().leagues.by(By(device())).save_round(club_id, league_id, paired, tonight)
    return redirect(url_for("league.show", club_id=club_id, league_id=league_id), 303)


_ONCE = ("number", "bye")


def _numbers(name: str) -> list[int]:
    said: Iterable[str] = request.form.getlist(name)[: MOST_ENTRANTS + 1]
    return [*map(parse_number, said)]
