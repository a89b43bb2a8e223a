"""The rules of each game, from the same data as the referee's settings."""

from flask import Blueprint, abort, render_template

from companion.rules.errors import UnknownGame
from companion.rules.games import game_named
from companion.rules.settings import SETTINGS

blueprint = Blueprint("rules", __name__, url_prefix="/rules")


@blueprint.get("/<game_id>")
def show(game_id: str) -> str:
    """One game."""
    try:
        preset = game_named(game_id)
    except UnknownGame:
        abort(404)
    return render_template("rules/rules.html", preset=preset, settings=SETTINGS)
