"""Which game is this? A question with its answers as pictures, and the games that fit so far."""

from dataclasses import replace
from functools import lru_cache

from flask import Blueprint, render_template, request

from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.pictures.shapes import Box
from companion.pictures.tableau import lay_out
from companion.referee.compare.game_clues import LONGEST_DESCRIPTION, GameDescription
from companion.referee.compare.game_finder import COUNT, GameSearch, differences
from companion.referee.scoring_text import count_written_out
from companion.rules.choices import Spinners
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.rules.player_names import without_unseen
from companion.rules.preset import Preset
from companion.rules.settings import Rules
from companion.web.home.rules_page import describe_players, games_with_facts
from companion.web.problems import status_of
from companion.web.security import policy
from companion.web.ui.position_address import lay_example

blueprint = Blueprint("which", __name__)
policy.set_policy(blueprint, policy.anyone, policy.public, policy.ordinary)

#: Two doubles with tiles on all four sides. If a double is no spinner, the tiles on its extra
#: sides are left out.
_TWO_DOUBLES = "5-5.5-2@5-5.5-3@5-5.5-1@5-5.5-4@5-5.3-3@5-3.3-6@3-3.3-1@3-3.3-4@3-3"
_MARGIN = 0.25
_COUNTING = "6-3.6-6@6-3"


@blueprint.get("/which")
def show() -> tuple[str, int]:
    """The next question and the games that fit so far; the address has all that was said."""
    typed = without_unseen(request.args.get("name", "")[:LONGEST_DESCRIPTION]).strip()
    said, refusal = GameDescription.read(typed), None
    search = GameSearch(said.fitting or tuple(GAMES))
    try:
        search = GameSearch.parse(request.args, search.among)
    except Refusal as wrong:
        refusal = wrong
    html = render_template(
        "home/which.html",
        said=said,
        # The typed name goes along while it fits a game.
        known={"name": typed} if said.clues and said.fitting else {},
        search=search,
        asked=search.question,
        games=games_with_facts(search.fitting),
        differences=_differences(search.fitting),
        branching=branching,
        counted=_counted,
        problem=refusal and refusal.message,
    )
    return html, status_of(refusal) if refusal else 200


def _differences(presets: tuple[Preset, ...]) -> list[tuple[Text, tuple[Text | str | None, ...]]]:
    """What differs between games, each with how every one of them has it."""
    players = tuple(map(describe_players, presets))
    who = [(message("rules.players.title"), players)] if len(set(players)) > 1 else []
    # Each game's name already says which doubles are spinners.
    told = (each for each in differences(presets) if each.name != "spinners")
    return [*who, *((each.title, each.values) for each in told)]


@lru_cache(maxsize=len(Spinners))
def branching(spinners: str) -> BoardDrawing:
    """Two doubles with all the tiles on them that may be there."""
    *_, (layout, laid) = lay_example(replace(Rules(), spinners=Spinners(spinners)), _TWO_DOUBLES)
    doubles = [tile for tile, _ in laid if tile.is_double]
    fresh = doubles if spinners == Spinners.ALL else doubles[: spinners == Spinners.FIRST]
    board = draw_board(layout, laid, Marking.COUNTED, fresh=fresh)
    # As much felt as a spinner needs, so that all pictures have one size.
    *_, (_, all_laid) = lay_example(Rules(), _TWO_DOUBLES)
    boxes = [each.box for each in lay_out(all_laid, Spinners.ALL).tiles]
    # This shows only the sides: not what counts, nor which tile was played last.
    return board._replace(view=Box.around(boxes).inset(-_MARGIN), marks=(), last=None)


@lru_cache(maxsize=1)
def _counted() -> tuple[BoardDrawing, str]:
    """A layout that counts what is asked about, in every game alike, and its sum."""
    *_, (layout, laid) = lay_example(Rules(), _COUNTING)
    assert layout.total == COUNT
    board = draw_board(layout, laid, Marking.COUNTED)._replace(last=None)
    return board, count_written_out(layout)
