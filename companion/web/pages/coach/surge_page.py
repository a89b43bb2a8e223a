"""What the page of the surge shows, as ready values: a layout, some tiles, and the best turn."""

from typing import Any, NamedTuple

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.coach.surge import Aim, find_surges, game_with
from companion.rules.errors import quoted
from companion.rules.layout import Layout
from companion.rules.tile import ALL_TILES, Tile
from companion.web.pages.coach.turn_shown import ShownTurn, shown_turn
from companion.web.pages.shared.free_board import FreeBoard, parse_question
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tray import TRAY_ORDER, TrayTile
from companion.words import Text, message

MOST_HELD = 7
#: What parts the tiles in the address.
_BETWEEN = "."


class SurgeQuestion(NamedTuple):
    """What an address asks: a layout, the tiles held, and which turn to show."""

    board: FreeBoard
    held: tuple[Tile, ...]
    #: Whether a tap on a tile takes it into the hand, or lays it on the table.
    is_for_hand: bool
    #: The turn whose step is shown, and which step.
    shown: str
    at: int | None
    problems: tuple[Text, ...]

    def query(
        self, question: Question | None = None, *, held: tuple[Tile, ...] | None = None, **more: Any
    ) -> dict[str, Any]:
        """The question as the address says it, with what is changed of it."""
        query = (question or self.board.question).as_query()
        if tiles := self.held if held is None else held:
            query["hold"] = _BETWEEN.join(map(str, tiles))
        return query | {"into": "hand" if self.is_for_hand else "table"} | more

    def href(self, *question: Question, **changed: Any) -> str:
        """Where that is asked."""
        return url_for("surge.show", **self.query(*question, **changed))


def parse_surge(query: MultiDict[str, str]) -> SurgeQuestion:
    """What an address asks; nothing here raises."""
    board = parse_question(query)
    held, problems = _held(board.layout, query.get("hold", ""))
    return SurgeQuestion(
        board,
        held,
        query.get("into") == "hand",
        query.get("show", ""),
        query.get("step", type=int),
        (*board.problems, *problems),
    )


def _held(layout: Layout, text: str) -> tuple[tuple[Tile, ...], list[Text]]:
    """The tiles held, as far as somebody can hold them, and what is wrong with the others."""
    found, problems = list[Tile](), list[Text]()
    for word in text.split(_BETWEEN) if text else ():
        try:
            tile = Tile.parse(word)
        except ValueError:
            problems.append(message("surge.no-tile", word=quoted(word)))
            break
        if tile in layout.tiles:
            problems.append(message("surge.on-the-table", tile=tile))
        elif len(found) == MOST_HELD:
            problems.append(message("surge.too-many", number=MOST_HELD))
            break
        elif tile not in found:
            found.append(tile)
    return tuple(found), problems


def surge_page(asked: SurgeQuestion) -> dict[str, Any]:
    """The page of a layout and a hand, with the best turns."""
    query = asked.query()
    return {
        "asked": asked,
        "tray": [(place, _tapped(asked, place)) for place in _tray(asked)],
        "best": _best(asked) if asked.held else {},
        # What stays as it is when the rules change.
        "kept": {name: query[name] for name in ("lay", "hold", "into") if name in query},
    }


def _tray(asked: SurgeQuestion) -> list[TrayTile]:
    board, held = asked.board, asked.held
    if asked.is_for_hand:
        return [
            TrayTile(tile, tile in board.layout.tiles, fits=True, is_chosen=tile in held)
            for tile in TRAY_ORDER
        ]
    return [place._replace(is_gone=place.is_gone or place.tile in held) for place in board.tray]


def _tapped(asked: SurgeQuestion, place: TrayTile) -> str:
    if place.is_gone:
        return asked.href()
    if not asked.is_for_hand:
        return asked.href(asked.board.tapping(place.tile))
    without = tuple(tile for tile in asked.held if tile != place.tile)
    return asked.href(held=without if place.is_chosen else (*asked.held, place.tile))


def _best(asked: SurgeQuestion) -> dict[str, tuple[Text, ShownTurn]]:
    """The best turns with their titles, by the names that addresses use."""
    board = asked.board.board
    rules = board.book.rules
    hidden = len(ALL_TILES) - len(board.layout.tiles) - len(asked.held)
    # The others hold a tile at least, where there is one left.
    boneyard = max(0, min(rules.boneyard_for(board.book.seats), hidden - 1))
    game = game_with(rules, board.laid, asked.held, boneyard=boneyard)
    surges = find_surges(game, asked.held)

    def shown(aim: Aim) -> ShownTurn:
        name = aim.value
        at = asked.at if name == asked.shown else None
        return shown_turn(
            game, board.laid, surges.best(aim), at, lambda step: asked.href(show=name, step=step)
        )

    titles = {Aim.LONGEST: message("surge.most-tiles")}
    if rules.worth(5) and surges.longest == surges.most_points:
        titles = {Aim.LONGEST: message("surge.most-of-both")}
    elif rules.worth(5):
        titles[Aim.MOST_POINTS] = message("surge.most-points")
    return {aim.value: (title, shown(aim)) for aim, title in titles.items()}
