"""House rules on their way: what a table changed in its game, as a link, a QR code and lines."""

from urllib.parse import urlencode

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from companion.record.header import HouseRules
from companion.referee.rule_book import describe_setting
from companion.referee.scoring_text import describe_doubles
from companion.rules.errors import Refusal
from companion.rules.settings import SETTINGS
from companion.web.problems import status_of
from companion.web.security import policy
from companion.web.security.table_guard import table_service

blueprint = Blueprint("house_rules", __name__)
policy.set_policy(blueprint, policy.anyone, policy.ordinary)


@blueprint.get("/by/<game_id>")
@policy.public
def show(game_id: str) -> ResponseReturnValue:
    """A game with the house rules that the address says: `?target=121&tiles-each=9`."""
    try:
        told = HouseRules.read(game_id, request.args.items(multi=True))
    except Refusal as refusal:
        return render_template("home/house_rules_refused.html", refusal=refusal), status_of(refusal)
    preset, rules, link = told.preset, told.rules, _link(told)
    return render_template(
        "home/house_rules.html",
        game=preset,
        house_rules=told,
        doubles=describe_doubles(rules.spinners),
        # The title of each rule, its value here, and its value in the game.
        changes=[
            (
                SETTINGS[name].title,
                describe_setting(rules, name, preset.seats),
                describe_setting(preset.rules, name, preset.seats),
            )
            for name, _ in told.changes
        ],
        link=link,
    )


@blueprint.get("/t/<table_id>/by")
@policy.watcher
def of_table(table_id: str) -> Response:
    """The same for what one table plays; nothing of the table goes along."""
    header = table_service().look(table_id).header
    told = HouseRules.of(header.preset, header.rules)
    return redirect(url_for("house_rules.show", game_id=told.game, **told.as_query()), 303)


def _link(told: HouseRules) -> str:
    """The address at which another phone opens these rules."""
    if not current_app.config["IS_ALONE"]:
        query = told.as_query()
        return url_for("house_rules.show", game_id=told.game, **query, _external=True)
    # A host of files has one page to begin with, which takes along what stands after the mark.
    home = url_for("home.show", _external=True)
    said = f"?{urlencode(told.changes)}" if told.changes else ""
    return f"{home}#by={told.game}{said}"
