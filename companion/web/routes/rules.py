"""The rules to read: of each game, and of a table with its house rules."""

from flask import Blueprint, abort, render_template

from companion.rules.errors import UnknownGame
from companion.rules.games import game_named
from companion.web.device import table_service
from companion.web.pages.home.rules_page import games_with_facts, rules_page

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
def index() -> str:
    """All games."""
    return render_template("rules/index.html", games=games_with_facts())


@blueprint.get("/rules/<game_id>")
def show(game_id: str) -> str:
    """One game as its sources play it."""
    try:
        page = rules_page(game_named(game_id))
    except UnknownGame:
        abort(404)
    return render_template("rules/rules.html", page=page)


@blueprint.get("/t/<table_id>/rules")
def of_table(table_id: str) -> str:
    """What one table plays, its house rules marked."""
    header = table_service().look(table_id).header
    page = rules_page(header.preset, header)
    return render_template("rules/rules.html", page=page, table_id=table_id)
