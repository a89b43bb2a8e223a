"""A position in an address: by which rules it is asked about, and the tiles in the order laid."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

from companion.record.header import Header
from companion.referee.board import Board
from companion.rules.errors import Refusal, quoted
from companion.rules.games import GAMES, Preset
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile
from companion.words import Text, message

#: The house rules that can change what a layout counts and what a tile earns.
MATTERS = (
    "spinners",
    "lead-tile",
    "exposed-double",
    "zero-scores",
    "points",
    "announce",
    "another-turn",
)

#: Nobody wins on a free board.
_ENDLESS = ("target", "999999")
#: A set has 28; whoever writes more repeats one.
_MOST_TILES = 29
_MOST_HANDS = 9999
_PLACEMENT = re.compile(r"([0-6]-[0-6])(?:@([0-6]-[0-6]))?")
#: What parts the tiles of an address; people type what they like.
_BETWEEN = re.compile(r"[.,\s]+")


def write_placements(placements: Iterable[Placement]) -> str:
    """Tiles as an address lays them, each with the host that is named: `6-4.6-1@6-6`."""
    return ".".join(
        f"{tile}@{host}" if host is not None else f"{tile}" for tile, host in placements
    )


def parse_placements(text: str) -> tuple[tuple[Placement, ...], str]:
    """The tiles that an address lays, and the first word that is none; empty where all are."""
    found: list[Placement] = []
    for word in filter(None, _BETWEEN.split(text.strip(), maxsplit=_MOST_TILES)):
        if (placement := _PLACEMENT.fullmatch(word)) is None:
            return tuple(found), word
        tile, host = placement.groups()
        found.append((Tile.parse(tile), Tile.parse(host) if host else None))
    return tuple(found), ""


class Question(NamedTuple):
    """What is asked: by which rules, what lies, and which tile is thought of on top."""

    game: str = next(iter(GAMES))
    #: The house rules, as the record writes them.
    changes: tuple[tuple[str, str], ...] = ()
    #: The tiles in the order laid, each with its host where that does not go without saying.
    steps: tuple[Placement, ...] = ()
    #: A tile that was picked up, and the end it is to go on.
    tile: Tile | None = None
    on: Tile | None = None
    #: The hand of a record that the tiles come from.
    hand: int | None = None

    @classmethod
    def by_rules_of(cls, header: Header) -> Self:
        """A bare board by the rules of a table."""
        return cls(header.game, tuple(_kept_changes(header.preset, header.changes)))

    @property
    def preset(self) -> Preset:
        """The game."""
        return GAMES[self.game]

    @property
    def under(self) -> Text:
        """The rules it is asked by, in a line."""
        return describe_rules(self.preset, self.changes)

    @property
    def board(self) -> Board:
        """The bare board that it is asked on."""
        return Board.under(self.preset, (*self.changes, _ENDLESS))

    def laying(self, placements: Iterable[Placement]) -> "Question":
        """The question about a layout whose tiles were laid so, each on a host that is open."""
        layout = Layout.under(self.board.book.rules)
        steps: list[Placement] = []
        for tile, host in placements:
            steps.append(_shortest(layout, tile, host))
            layout = layout.set_tile(tile, host)
        return self._replace(steps=tuple(steps), tile=None, on=None)

    def with_tile(self, layout: Layout, tile: Tile, host: Tile | None) -> "Question":
        """The question with one more tile laid on its layout."""
        steps = (*self.steps, _shortest(layout, tile, host))
        return self._replace(steps=steps, tile=None, on=None, hand=None)

    def thinking_of(self, tile: Tile | None, on: Tile | None = None) -> "Question":
        """The same layout with a tile, or an end, picked up."""
        return self._replace(tile=tile, on=on)

    @property
    def undone(self) -> "Question":
        """The question without the tile laid last."""
        return self._replace(steps=self.steps[:-1], tile=None, on=None, hand=None)

    @property
    def cleared(self) -> "Question":
        """The bare board by the same rules."""
        return Question(self.game, self.changes)

    def as_query(self) -> dict[str, Any]:
        """The question as the address says it."""
        query = {"game": self.game, **dict(self.changes)}
        if self.steps:
            query["lay"] = write_placements(self.steps)
        named = {"tile": self.tile, "on": self.on, "hand": self.hand}
        return query | {name: str(value) for name, value in named.items() if value is not None}


class ParsedQuestion(NamedTuple):
    """A question as far as its address holds, the board it leads to, and what is wrong."""

    question: Question
    board: Board
    #: What could not be read.
    problems: tuple[Text, ...] = ()
    #: Whether a tile of the address could not be laid.
    is_refused: bool = False

    def with_tile(self, tile: Tile, host: Tile | None) -> "ParsedQuestion":
        """The same with one more tile laid; raises the `Refusal` that it earns."""
        board = self.board.set_tile(tile, host)
        question = self.question.with_tile(self.board.layout, *board.laid[-1])
        return self._replace(question=question._replace(hand=self.question.hand), board=board)

    def thinking_of(self, tile: Tile | None, on: Tile | None) -> "ParsedQuestion":
        """The same with a tile, or an end, picked up."""
        return self._replace(question=self.question.thinking_of(tile, on))

    def adding(self, problem: Text) -> "ParsedQuestion":
        """The same with something more that is wrong with it."""
        return self._replace(problems=(*self.problems, problem))


def describe_rules(preset: Preset, changes: Iterable[tuple[str, str]] = ()) -> Text:
    """A game, and the house rules by the record's own names."""
    # Settings and their values are written as a record writes them, in every language.
    if rules := [f"{name} = {value}" for name, value in changes]:
        return message("answer.by-house-rules", game=preset.title, rules=", ".join(rules))
    return message("answer.by-rules", game=preset.title)


def parse_question(query: Mapping[str, str]) -> ParsedQuestion:
    """What an address asks; nothing here raises."""
    asked = _by_rules(query)
    if asked.question.game != query.get("game", asked.question.game):
        return asked
    asked = _laid(asked, query.get("lay", ""))
    return asked if asked.is_refused else _picked_up(asked, query)


def _by_rules(query: Mapping[str, str]) -> ParsedQuestion:
    game = query.get("game", Question().game)
    if game not in GAMES:
        unknown = message("answer.no-such-game", game=quoted(game))
        return ParsedQuestion(Question(), Question().board, (unknown,))
    changes: dict[str, str] = {}
    problems: list[Text] = []
    for name in MATTERS:
        # A form says each house rule by a longer name, and nothing for the game's own way.
        if value := (query.get(name) or query.get(f"rule-{name}", "")):
            try:
                changes |= _kept_changes(GAMES[game], [(name, value)])
            except Refusal as refusal:
                problems.append(message("answer.as-the-game-has-it", refusal=refusal.sentence))
    question = Question(game, tuple(changes.items()), hand=_hand(query.get("hand", "")))
    return ParsedQuestion(question, question.board, tuple(problems))


def _hand(text: str) -> int | None:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return number if 0 < number <= _MOST_HANDS else None


def _laid(asked: ParsedQuestion, text: str) -> ParsedQuestion:
    """The tiles laid one after another, up to the first that cannot be."""
    placements, wrong = parse_placements(text)
    for at, (tile, host) in enumerate(placements):
        try:
            asked = asked.with_tile(tile, host)
        except Refusal:
            if wrong or at + 1 < len(placements):
                asked = asked.adding(message("answer.left-out", tile=tile))
            return asked.thinking_of(tile, host)._replace(is_refused=True)
    return asked.adding(message("answer.ends-before", word=quoted(wrong))) if wrong else asked


def _picked_up(asked: ParsedQuestion, query: Mapping[str, str]) -> ParsedQuestion:
    """The tile or the end that was picked up; a tile with one place for it is laid."""
    found: dict[str, Tile] = {}
    for name in ("tile", "on"):
        try:
            if word := query.get(name, ""):
                found[name] = Tile.parse(word)
        except ValueError:
            asked = asked.adding(message("answer.no-tile", word=quoted(word)))
    tile, on = found.get("tile"), found.get("on")
    if tile is not None:
        try:
            return asked.with_tile(tile, on)
        except Refusal:
            pass
    return asked.thinking_of(tile, on)


def _shortest(layout: Layout, tile: Tile, host: Tile | None) -> Placement:
    """A tile with its host, left out where the layout finds it by itself."""
    if host is None or not layout.tiles:
        return tile, None
    try:
        goes_without_saying = layout.end_for(tile).host == host
    except Refusal:
        goes_without_saying = False
    return tile, None if goes_without_saying else host


def _kept_changes(preset: Preset, changes: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The house rules that matter to a layout and differ from the game's; raises `UnknownRule`."""
    named = dict(changes)
    for name in MATTERS:
        if name in named and named[name] != preset.rules.written(name):
            preset.rules.with_setting(name, named[name])
            yield name, named[name]
