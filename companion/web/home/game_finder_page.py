"""Which game is this? A question with its answers as pictures, and the games that fit so far."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.pictures.shapes import Box
from companion.pictures.tableau import lay_out
from companion.referee.compare.game_finder import (
    COUNT,
    UNKNOWN,
    FinderQuestion,
    GameSearch,
    differences,
)
from companion.referee.scoring_text import count_written_out, describe_doubles
from companion.rules.choices import Spinners
from companion.rules.errors import NoMatch
from companion.rules.games import GAMES
from companion.rules.layout import Layout, Placement
from companion.rules.nicknames import LONGEST_NICKNAME, Nickname, games_called, names_like
from companion.rules.preset import Preset
from companion.rules.settings import SETTINGS, Rules
from companion.rules.tile import Tile
from companion.web.home.rules_page import describe_players, facts_of
from companion.web.ui.position_address import parse_placements

#: As many games stand side by side on a phone; more are listed.
_MOST_BESIDE = 3
#: Two doubles with tiles on all ways: where a double does not branch, what would lie there is left
#: out.
_TWO_DOUBLES = "5-5.5-2@5-5.5-3@5-5.5-1@5-5.5-4@5-5.3-3@5-3.3-6@3-3.3-1@3-3.3-4@3-3"
_MARGIN = 0.25
_COUNTING = "6-3.6-6@6-3"


class FinderAnswer(NamedTuple):
    """One answer as a tile to tap, and the address it leads to."""

    words: Text
    about: Text | None
    #: What it looks like on the table.
    board: BoardDrawing | None
    query: Mapping[str, str]


def which_page(typed: str, said: Mapping[str, str]) -> dict[str, Any]:
    """The page for a name that was typed, if any, and the answers; raises `UnknownAnswer`."""
    called = games_called(typed)
    search = GameSearch.parse(said, called.games if called else GAMES)
    name = {"name": called.name} if called else {}
    fitting, question = search.fitting, search.question
    return {
        "typed": typed,
        "longest": LONGEST_NICKNAME,
        "is_named": called is not None,
        "called": describe_name(called) if called else None,
        # What a name that nobody knows may be a slip of.
        "unknown": {"name": typed, "like": [each.name for each in names_like(typed)]}
        if typed and not called
        else None,
        "taken_back": [*_taken_back(search, name)],
        "question": _asked(search, question, name) if question else None,
        "games": [_game(preset) for preset in fitting],
        "is_beside": len(fitting) <= _MOST_BESIDE,
        "differences": _differences(fitting),
    }


def describe_name(called: Nickname) -> Text | None:
    """What people mean who say a name: `People call 3 games Muggins.`; None for a game's own."""
    games = called.games
    if len(games) == 1 and called.name in (games[0], str(GAMES[games[0]].title)):
        return None
    if len(games) > 1:
        return message("which.called.several", count=len(games), name=called.name)
    return message("which.called.one", name=called.name, game=GAMES[games[0]].title)


def _taken_back(
    search: GameSearch, name: Mapping[str, str]
) -> Iterator[tuple[Text, dict[str, str]]]:
    """Each answer so far, and the address without it."""
    for asked, answer in search.answered.items():
        told = message(f"which.{asked}.told", answer=_briefly(asked, answer))
        yield told, {**name, **search.without(asked).answered}


def _asked(search: GameSearch, question: FinderQuestion, name: Mapping[str, str]) -> dict[str, Any]:
    def following(answer: str) -> dict[str, str]:
        return {**name, **search.saying(question.name, answer).answered}

    is_of_doubles, is_of_count = question.name == "doubles", question.name == "points"
    return {
        "name": question.name,
        "sentence": question.sentence,
        "count": counted() if is_of_count else None,
        "answers": [
            FinderAnswer(
                _answer(question.name, answer),
                None if is_of_doubles else message(f"which.{question.name}.{answer}.about"),
                branching(Spinners(answer)) if is_of_doubles else None,
                following(answer),
            )
            for answer in question.answers(search.fitting)
        ],
        "unknown": following(UNKNOWN),
    }


def _answer(name: str, answer: str) -> Text:
    if answer == UNKNOWN:
        return message("which.unknown")
    if name == "doubles":
        return describe_doubles(Spinners(answer))
    return message(f"which.{name}.{answer}")


def _briefly(name: str, answer: str) -> Text | str:
    is_of_doubles = name == "doubles" and answer != UNKNOWN
    return SETTINGS["spinners"].brief(answer) if is_of_doubles else _answer(name, answer)


def _game(preset: Preset) -> dict[str, Any]:
    return {
        "id": preset.id,
        "title": preset.title,
        "summary": preset.summary,
        "doubles": describe_doubles(preset.rules.spinners),
        "facts": facts_of(preset),
    }


def _differences(presets: tuple[Preset, ...]) -> list[tuple[Text, tuple[Text | str | None, ...]]]:
    """What differs between games, each with how every one of them has it."""
    players = tuple(map(describe_players, presets))
    who = [(message("rules.players.title"), players)] if len(set(players)) > 1 else []
    # Which doubles branch stands with each game's name.
    told = (each for each in differences(presets) if each.name != "spinners")
    return [*who, *((each.title, each.values) for each in told)]


# Pictures


@lru_cache(maxsize=len(Spinners))
def branching(spinners: Spinners) -> BoardDrawing:
    """Two doubles with all the tiles on them that may be there."""
    layout, laid = _laid(replace(Rules(), spinners=spinners), _TWO_DOUBLES)
    doubles = [tile for tile, _ in laid if tile.is_double]
    branch = {Spinners.ALL: doubles, Spinners.FIRST: doubles[:1], Spinners.NONE: list[Tile]()}
    board = draw_board(layout, laid, Marking.COUNTED, fresh=branch[spinners])
    # Which ways there are is all that is shown: not what counts, nor what was set last.
    return board._replace(view=_window(), marks=(), last=None)


@lru_cache(maxsize=1)
def _window() -> Box:
    """As much of the felt as every double needs that branches, so that all are as large."""
    _, laid = _laid(Rules(), _TWO_DOUBLES)
    tableau = lay_out(laid, Spinners.ALL)
    return Box.around([each.box for each in tableau.tiles]).inset(-_MARGIN)


@lru_cache(maxsize=1)
def counted() -> dict[str, Any]:
    """A layout that counts what is asked about, in every game alike."""
    layout, laid = _laid(Rules(), _COUNTING)
    assert layout.total == COUNT
    board = draw_board(layout, laid, Marking.COUNTED)._replace(last=None)
    return {"board": board, "written_out": count_written_out(layout)}


def _laid(rules: Rules, steps: str) -> tuple[Layout, tuple[Placement, ...]]:
    """As many of these tiles as the rules let lie so."""
    layout, laid = Layout(rules), list[Placement]()
    for tile, host in parse_placements(steps)[0]:
        try:
            layout = layout.set_tile(tile, host)
        except NoMatch:  # That double has no such way.
            continue
        laid.append((tile, host))
    return layout, tuple(laid)
