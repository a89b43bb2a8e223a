"""Home, the rules to read, and a table as a whole: opened and deleted."""

from collections.abc import Container, Iterable
from dataclasses import replace

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.clubs.club import Club, is_nameless
from companion.clubs.club_history import By
from companion.clubs.errors import OnlyScorers
from companion.i18n import Text
from companion.record.header import HouseRules
from companion.referee.scoring_text import describe_doubles
from companion.rules.errors import Refusal, UnknownGame, WrongPlayers
from companion.rules.games import GAMES, game_named
from companion.rules.player_names import check_name
from companion.rules.preset import Partners
from companion.rules.settings import SEATS
from companion.tables.table_options import TableOptions
from companion.web.home import new_table_form
from companion.web.home.own_tables import club_of_tonight, going_on, just_put_away, known_visits
from companion.web.home.rules_page import BASE, RulesPage, facts_of, games_with_facts
from companion.web.home.sources_page import works
from companion.web.problems import problem_page, status_of
from companion.web.security import policy, table_guard
from companion.web.security.club_guard import clubs, may_delete, scored_club, way_to_match
from companion.web.security.table_guard import known_device, state, table_service, visit
from companion.web.ui.after_game import after_game
from companion.web.ui.example_layouts import welcome
from companion.web.ui.game_picker import remember_game, used_first
from companion.web.ui.house_rule_fields import house_rules
from companion.web.ui.next_table import lead_first
from companion.web.ui.table_cards import table_card

blueprint = Blueprint("home", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)

_MOST_KNOWN_NAMES = 12


@blueprint.get("/")
def show() -> str:
    """Start a table, or go on with one."""
    known = table_guard.known_device()
    # A stranger is in no club, and nobody is where there is no server.
    own = clubs().service.of_device(known) if known and not current_app.config["IS_ALONE"] else ()
    visits = known_visits()
    cards = [table_card(visit.state) for visit in visits]
    is_over = bool(visits) and visits[0].keeps and cards[0].game.is_over
    return render_template(
        "home/home.html",
        cards=cards,
        going_on=going_on(visits, cards),
        after=after_game(visits[0].state, known) if is_over else None,
        # The tables that this phone may put away.
        untouched={each.state.id for each in visits if each.keeps and each.state.is_untouched},
        away=just_put_away(request.args.get("away", "")),
        clubs=own,
        club=club_of_tonight(own, visits),
        hero=welcome(),
        game_count=len(GAMES),
    )


@blueprint.get("/rules")
@policy.public
def rules() -> str:
    """The rules of all games."""
    return render_template("home/games.html", games=games_with_facts())


@blueprint.get("/sources")
@policy.public
def sources() -> str:
    """The works that the games are taken from, and what each says and leaves open."""
    return render_template("home/sources.html", works=works())


@blueprint.get("/rules/<game_id>")
@policy.public
def rules_of(game_id: str) -> str:
    """One game as its sources play it."""
    try:
        return _rendered_rules(RulesPage(game_named(game_id)))
    except UnknownGame:
        abort(404)


@blueprint.get("/t/<table_id>/rules")
@policy.watcher
def rules_of_table(table_id: str) -> str:
    """What one table plays, its house rules marked."""
    header = table_service().look(table_id).header
    return _rendered_rules(RulesPage(header.preset, header))


def _rendered_rules(page: RulesPage) -> str:
    return render_template(
        "home/rules.html",
        page=page,
        doubles=describe_doubles(page.rules.spinners),
        facts=facts_of(page.game, page.header),
        base=BASE.title,
        **(request.view_args or {}),
    )


@blueprint.get("/new")
def new() -> str | tuple[str, int]:
    """The form for a new table: by the rules of `?by=`, for `?club=`, or again as `?again=`."""
    if again := request.args.get("again"):
        return _rendered(replace(new_table_form.form_after(visit(again).state), again=again))
    visits = known_visits()
    form = new_table_form.form_after(visits[0].state) if visits else new_table_form.NewTableForm()
    if "by" in request.args:
        return _by_house_rules(form)
    if club_id := request.args.get("club"):
        club = scored_club(club_id)
        return _rendered(new_table_form.form_at(club), club=club)
    if (game := request.args.get("game", "")) in GAMES:
        form = form.playing(game)
    return _rendered(form)


def _by_house_rules(form: new_table_form.NewTableForm) -> str | tuple[str, int]:
    """The form by the rules in the address, or why there can't be such rules."""
    said = ((name, value) for name, value in request.args.items(multi=True) if name != "by")
    try:
        told = HouseRules.read(request.args["by"], said)
    except Refusal as refusal:
        return _rendered(form, refusal.message), status_of(refusal)
    # The house rules of the last table stay with it.
    return _rendered(replace(form.playing(told.game), rules=told.as_query()))


@blueprint.post("/new")
@policy.limited(policy.NEW_TABLES)
def open_table() -> Response | tuple[str, int]:
    """Open a table and lead its first hand."""
    form = new_table_form.parse_form(request.form)
    if form.again:
        visit(form.again)
    club = scored_club(form.club) if form.club else None
    try:
        table_id = _open(form, club)
    except Refusal as refusal:
        return _rendered(form, refusal.message, club), status_of(refusal)
    table_guard.remember_table(table_id)
    remember_game(form.game)
    if form.draws_lots:
        table_guard.show_lot(table_id)
    return redirect(url_for("play.show", table_id=table_id), 303)


def _open(form: new_table_form.NewTableForm, club: Club | None) -> str:
    header, keeper = form.header, table_guard.device()
    leader = form.leader(len(header.players))
    counting = range(len(header.players)) if form.counts_first and not form.is_pegs_only else ()
    options = TableOptions.at_first(header, frozenset(counting))
    table_id = table_service().open(
        header,
        is_pegs_only=form.is_pegs_only,
        again_from=form.again or None,
        keeper=keeper,
        table_options=options.model_copy(update={"zone": form.zone}),
        then=new_table_form.belongs(header, club, form.again),
    )
    if leader is not None:
        lead_first(table_id, leader)
    return table_id


def _rendered(
    form: new_table_form.NewTableForm, problem: Text | None = None, club: Club | None = None
) -> str:
    names = [*form.names, *[""] * new_table_form.MOST_SEATS][: new_table_form.MOST_SEATS]
    stand_ins = [new_table_form.stand_in(seat) for seat in range(new_table_form.MOST_SEATS)]
    preset = GAMES.get(form.game, GAMES[new_table_form.NewTableForm.game])
    are_pairs = form.partners or preset.partners is Partners.ALWAYS
    return render_template(
        "home/new.html",
        asked=form,
        names=names,
        stand_ins=stand_ins,
        # The player at each seat, by name or stand-in.
        seats=[name or other for name, other in zip(names, stand_ins, strict=True)],
        has_pairs=are_pairs and form.seat_count == new_table_form.MOST_SEATS,
        seat_numbers=SEATS,
        known_names=new_table_form.names_at(club) if club else _known_names(stand_ins),
        games=games_with_facts(used_first()),
        chosen=preset,
        # The target has a field of its own.
        subjects=house_rules(preset.rules, form.rules, without=["target"]),
        problem=problem,
        refused_seat=_refused_seat(names) if problem else None,
        club=club,
    )


def _refused_seat(names: Iterable[str]) -> int | None:
    """The first seat with a name that can't be one, if any."""
    for seat, name in enumerate(names):
        try:
            check_name(name or new_table_form.stand_in(seat))
        except WrongPlayers:
            return seat
    return None


def _known_names(stand_ins: Container[str]) -> list[str]:
    """The people of this device's tables, those of the latest first."""
    names = dict.fromkeys(name for each in known_visits() for name in each.state.header.players)
    known = [name for name in names if name not in stand_ins and not is_nameless(name)]
    return known[:_MOST_KNOWN_NAMES]


@blueprint.post("/t/<table_id>/delete")
@policy.scorer
def remove(table_id: str) -> ResponseReturnValue:
    """Delete the table with everything that was entered at it."""
    if not may_delete(table_id):
        raise OnlyScorers
    if match := clubs().match_tables.match_of(table_id):
        return problem_page("counts-in-match", way_to_match(table_id, match)), 422
    clubs().tables.by(By(known_device())).delete(table_id)
    table_guard.forget_table(table_id)
    return redirect(url_for("home.show"), 303)


@blueprint.post("/t/<table_id>/away")
@policy.scorer
def put_away(table_id: str) -> Response:
    """Take a table where nothing was entered off this phone's list; opening it puts it back."""
    away = table_id if state().is_untouched else None
    if away:
        table_guard.forget_table(away)
    return redirect(url_for("home.show", away=away), 303)
