"""A question to the referee: a game, house rules and tiles laid; an address holds all of it."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self

from companion.record.header import Header
from companion.referee.board import Board
from companion.rules.errors import Refusal
from companion.rules.games import GAMES, Preset
from companion.rules.layout import Layout, Placement
from companion.rules.tile import Tile

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
        return cls(header.game, tuple(kept_changes(header.preset, header.changes)))

    @property
    def preset(self) -> Preset:
        """The game."""
        return GAMES[self.game]

    @property
    def under(self) -> str:
        """The rules it is asked by, in a line."""
        changes = ", ".join(f"{name} = {value}" for name, value in self.changes)
        houses = f", with house rules: {changes}" if changes else ""
        return f"By the rules of {self.preset.title}{houses}"

    @property
    def board(self) -> Board:
        """The bare board that it is asked on."""
        return Board.under(self.preset, (*self.changes, _ENDLESS))

    def laying(self, placements: Iterable[Placement]) -> "Question":
        """The question about a layout whose tiles were laid so, each on a host that is open."""
        layout = Layout.under(self.board.book.rules)
        steps: list[Placement] = []
        for tile, host in placements:
            steps.append(step_of(layout, tile, host))
            layout = layout.set_tile(tile, host)
        return self._replace(steps=tuple(steps), tile=None, on=None)

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
        said = {"game": self.game, **dict(self.changes)}
        if self.steps:
            said["lay"] = ".".join(f"{t}@{host}" if host else f"{t}" for t, host in self.steps)
        wanted = {"tile": self.tile, "on": self.on, "hand": self.hand}
        return said | {name: str(value) for name, value in wanted.items() if value is not None}


def step_of(layout: Layout, tile: Tile, host: Tile | None) -> Placement:
    """A tile with its host, left out where the layout finds it by itself."""
    if host is None or not layout.tiles:
        return tile, None
    try:
        goes_without_saying = layout.end_for(tile).host == host
    except Refusal:
        goes_without_saying = False
    return tile, None if goes_without_saying else host


def kept_changes(preset: Preset, changes: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The house rules that matter to a layout and differ from the game's.

    Raises `UnknownRule`.
    """
    said = dict(changes)
    for name in MATTERS:
        if name in said and said[name] != preset.rules.written(name):
            preset.rules.with_setting(name, said[name])
            yield name, said[name]
