"""What was asked: an address read as far as it holds, and the board that it leads to."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.referee.board import Board
from companion.rules.errors import Refusal, quoted
from companion.rules.games import GAMES
from companion.rules.tile import Tile
from companion.web.rulings.question import MATTERS, Question, kept_changes, step_of

_STEP = re.compile(r"([0-6]-[0-6])(?:@([0-6]-[0-6]))?")
#: What parts the tiles of an address; people type what they like.
_BETWEEN = re.compile(r"[.,\s]+")
#: A set has 28; whoever writes more repeats one.
_MOST_STEPS = 29
_MOST_HANDS = 9999


@dataclass(frozen=True)
class Asked:
    """A question as far as its address holds, and what is wrong with the rest."""

    question: Question
    board: Board
    #: What could not be read.
    problems: tuple[str, ...] = ()
    #: Whether a tile of the address could not be laid.
    is_refused: bool = False


def read_question(said: Mapping[str, str]) -> Asked:
    """What an address asks; nothing here raises."""
    problems: list[str] = []
    question = _by_rules(said, problems)
    asked = Asked(question, question.board)
    if question.game == said.get("game", question.game):
        asked = _laid(asked, said.get("lay", ""), problems)
        if not asked.is_refused:
            asked = _picked_up(asked, said, problems)
    return replace(asked, problems=tuple(problems))


def _by_rules(said: Mapping[str, str], problems: list[str]) -> Question:
    game = said.get("game", Question().game)
    if game not in GAMES:
        problems.append(f"There is no game called {quoted(game)} here. Choose one below.")
        return Question()
    changes: dict[str, str] = {}
    for name in MATTERS:
        # A form says each house rule by a longer name, and nothing for the game's own way.
        if value := (said.get(name) or said.get(f"rule-{name}", "")):
            try:
                changes |= kept_changes(GAMES[game], [(name, value)])
            except Refusal as refusal:
                problems.append(f"{refusal.sentence} So it is as the game has it.")
    return Question(game, tuple(changes.items()), hand=_hand(said.get("hand", "")))


def _hand(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return number if 0 < number <= _MOST_HANDS else None


def _laid(asked: Asked, text: str, problems: list[str]) -> Asked:
    """The tiles laid one after another, up to the first that cannot be."""
    written = [word for word in _BETWEEN.split(text.strip(), maxsplit=_MOST_STEPS) if word]
    for number, word in enumerate(written, start=1):
        if (step := _STEP.fullmatch(word)) is None:
            problems.append(f"{quoted(word)} is no tile, so the board ends before it.")
            return asked
        tile, host = Tile.parse(step[1]), Tile.parse(step[2]) if step[2] else None
        try:
            asked = with_tile(asked, tile, host)
        except Refusal:
            if number < len(written):
                problems.append(f"What the address lays after the {tile} is left out.")
            question = asked.question.thinking_of(tile, host)
            return replace(asked, question=question, is_refused=True)
    return asked


def _picked_up(asked: Asked, said: Mapping[str, str], problems: list[str]) -> Asked:
    """The tile or the end that was picked up; a tile with one place for it is laid."""
    found: list[Tile | None] = []
    for name in ("tile", "on"):
        word = said.get(name, "")
        try:
            found.append(Tile.parse(word) if word else None)
        except ValueError:
            problems.append(f"{quoted(word)} is no tile.")
            found.append(None)
    tile, on = found
    if tile is not None:
        try:
            return with_tile(asked, tile, on)
        except Refusal:
            pass
    return replace(asked, question=asked.question.thinking_of(tile, on))


def with_tile(asked: Asked, tile: Tile, host: Tile | None) -> Asked:
    """What is asked with one more tile laid; raises the `Refusal` that it earns."""
    board = asked.board.set_tile(tile, host)
    step = step_of(asked.board.layout, *board.laid[-1])
    steps = (*asked.question.steps, step)
    question = asked.question._replace(steps=steps, tile=None, on=None)
    return replace(asked, question=question, board=board)
