"""A question in an address: by which rules it is asked, and the tiles in the order played."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, Self

from companion.i18n import Text, message
from companion.record.header import Header
from companion.referee.free_layout import FreeLayout
from companion.rules.errors import NoMatch
from companion.rules.games import GAMES
from companion.rules.layout import Layout, Placement
from companion.rules.preset import Preset
from companion.rules.settings import Rules
from companion.rules.tile import Tile

#: The house rules that can change what a layout counts and what a tile earns.
MATTERS = (
    "spinners",
    "lead-tile",
    "spinner-first",
    "exposed-double",
    "spinner-count",
    "scores-on",
    "zero-scores",
    "points",
    "announce",
    "another-turn",
)

#: Nobody wins on a free board.
_ENDLESS = ("target", "999999")
#: A set has 28; whoever writes more repeats one.
_MOST_TILES = 29
_PLACEMENT = re.compile(r"([0-6]-[0-6])(?:@([0-6]-[0-6]))?")
#: What parts the tiles of an address; people type what they like.
_BETWEEN = re.compile(r"[.,\s]+")


def write_placements(placements: Iterable[Placement]) -> str:
    """Tiles as an address writes them, each with the host that is named: `6-4.6-1@6-6`."""
    return ".".join(
        f"{tile}@{host}" if host is not None else f"{tile}" for tile, host in placements
    )


def parse_placements(text: str) -> tuple[tuple[Placement, ...], str]:
    """The tiles in an address, and the first word that is none; empty if all are tiles."""
    found: list[Placement] = []
    for word in filter(None, _BETWEEN.split(text.strip(), maxsplit=_MOST_TILES)):
        if (placement := _PLACEMENT.fullmatch(word)) is None:
            return tuple(found), word
        tile, host = placement.groups()
        found.append((Tile.parse(tile), Tile.parse(host) if host else None))
    return tuple(found), ""


def lay_example(rules: Rules, text: str) -> Iterator[tuple[Layout, tuple[Placement, ...]]]:
    """A layout after each tile of an address; without those for which the rules have no place."""
    layout, laid = Layout(rules), tuple[Placement, ...]()
    for tile, host in parse_placements(text)[0]:
        with suppress(NoMatch):
            layout, laid = layout.set_tile(tile, host), (*laid, (tile, host))
            yield layout, laid


class PositionQuestion(NamedTuple):
    """What is asked: by which rules, what lies, and which tile is thought of on top."""

    game: str = next(iter(GAMES))
    #: The house rules, as the record writes them.
    changes: tuple[tuple[str, str], ...] = ()
    #: The tiles in the order played, each with its host if that isn't clear.
    steps: tuple[Placement, ...] = ()
    #: A tile that was picked up, and the end it is to go on.
    tile: Tile | None = None
    on: Tile | None = None
    #: The hand of a record that the tiles come from; 0 if they were seen as they lie.
    hand: int | None = None

    @classmethod
    def by_rules_of(cls, header: Header) -> Self:
        """A bare board by the rules of a table."""
        return cls(header.game, changes_that_matter(header.preset, dict(header.changes)))

    @property
    def is_seen(self) -> bool:
        """Whether nobody knows in which order the tiles were played."""
        return self.hand == 0

    @property
    def under(self) -> Text:
        """The rules it is asked by, in a line."""
        return describe_rules(GAMES[self.game], self.changes)

    @property
    def board(self) -> FreeLayout:
        """The bare board that it is asked on."""
        return FreeLayout.under(GAMES[self.game], (*self.changes, _ENDLESS))

    def laying(self, placements: Iterable[Placement]) -> "PositionQuestion":
        """The question about a layout with its tiles played so, each on a host that is open."""
        layout, question = Layout(self.board.book.rules), self._replace(steps=())
        for tile, host in placements:
            question = question.with_tile(layout, tile, host)
            layout = layout.set_tile(tile, host)
        return question._replace(tile=None, on=None, hand=self.hand)

    def with_tile(self, layout: Layout, tile: Tile, host: Tile | None) -> "PositionQuestion":
        """The question with one more tile played on its layout."""
        # A host that the layout finds by itself is left out.
        hosts = [end.host for end in layout.choices_for(tile)]
        step = (tile, None if hosts == [host] or not layout.tiles else host)
        return self._replace(steps=(*self.steps, step), tile=None, on=None, hand=None)

    def thinking_of(self, tile: Tile | None, on: Tile | None = None) -> "PositionQuestion":
        """The same layout with a tile, or an end, picked up."""
        return self._replace(tile=tile, on=on)

    def as_query(self) -> dict[str, Any]:
        """The question as the address says it."""
        query = {"game": self.game, **dict(self.changes)}
        if self.steps:
            query["lay"] = write_placements(self.steps)
        named = {"tile": self.tile, "on": self.on, "hand": self.hand}
        return query | {name: str(value) for name, value in named.items() if value is not None}


def describe_rules(preset: Preset, changes: Iterable[tuple[str, str]] = ()) -> Text:
    """A game, and the house rules by the record's own names."""
    # Settings and their values are written as a record writes them, in every language.
    if rules := [f"{name} = {value}" for name, value in changes]:
        return message("answer.by-house-rules", game=preset.title, rules=", ".join(rules))
    return message("answer.by-rules", game=preset.title)


def changes_that_matter(preset: Preset, changes: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The house rules that matter to a layout and differ from the game's."""
    own = {name: preset.rules.written(name) for name in MATTERS}
    return tuple(
        (name, changes[name]) for name in MATTERS if changes.get(name, own[name]) != own[name]
    )
