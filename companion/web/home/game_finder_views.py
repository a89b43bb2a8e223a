"""Which game is this? Its questions, and the names that people know games by."""

from flask import Blueprint, render_template, request

from companion.rules.errors import Refusal
from companion.rules.nicknames import LONGEST_NICKNAME
from companion.rules.player_names import without_unseen
from companion.web.home.game_finder_page import which_page
from companion.web.problems import status_of
from companion.web.security.policy import anyone, no_secret, ordinary, set_policy

blueprint = Blueprint("which", __name__)
set_policy(blueprint, anyone, no_secret, ordinary)


@blueprint.get("/which")
def show() -> str | tuple[str, int]:
    """The next question and the games that fit so far; the address has all that was said."""
    typed = without_unseen(request.args.get("name", "")[:LONGEST_NICKNAME]).strip()
    try:
        page = which_page(typed, request.args)
    except Refusal as refusal:
        page = which_page(typed, {})
        html = render_template("home/which.html", page=page, problem=refusal.message)
        return html, status_of(refusal)
    return render_template("home/which.html", page=page)
