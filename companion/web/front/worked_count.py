"""A worked count: a few tiles, and what the referee itself makes of them."""

from dataclasses import dataclass
from functools import lru_cache

from companion.referee.words import count_written_out, points_told
from companion.rules.errors import NoMatch
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.web.scene import Scene, scene_of

_Steps = tuple[tuple[str, str | None], ...]
#: A double before and after its sides are covered.
_EXAMPLE: _Steps = (
    ("6-5", None),
    ("5-5", "6-5"),
    ("6-0", "6-5"),
    ("5-2", "5-5"),
    ("5-3", "5-5"),
)
_REMARKS = {
    "6-0": "The double has a free side.",
    "5-3": "The double is covered on both sides, and its end is played.",
}
_WELCOME: _Steps = (
    ("4-4", None),
    ("4-2", "4-4"),
    ("6-4", "4-4"),
    ("4-0", "4-4"),
    ("6-6", "6-4"),
    ("2-2", "4-2"),
    ("6-3", "6-6"),
    ("5-2", "2-2"),
    ("5-3", "6-3"),
    ("5-5", "5-3"),
)


@dataclass(frozen=True)
class Example:
    """A layout with its count, and what the tile just set pegs."""

    scene: Scene
    told: str
    pegged: str
    remark: str


@lru_cache(maxsize=1)
def welcome(rules: Rules) -> Example:
    """A hand in full swing."""
    return _played(rules, _WELCOME)[-1]


@lru_cache(maxsize=64)
def examples(rules: Rules) -> tuple[Example, ...]:
    """The counts that are worth a remark."""
    return tuple(example for example in _played(rules, _EXAMPLE) if example.remark)


def _played(rules: Rules, steps: _Steps) -> tuple[Example, ...]:
    """A count for each tile."""
    layout, laid = Layout.under(rules), list[Placement]()
    found: list[Example] = []
    for tile_told, host_told in steps:
        tile = Tile.parse(tile_told)
        host = Tile.parse(host_told) if host_told else None
        try:
            layout = layout.set_tile(tile, host)
        except NoMatch:  # No spinner here, so no end of it either.
            break
        laid.append((tile, host))
        found.append(_example(rules, layout, laid))
    return tuple(found)


def _example(rules: Rules, layout: Layout, laid: list[Placement]) -> Example:
    points = rules.worth(layout.total) if rules.scores(layout.total) else 0
    return Example(
        scene_of(layout, laid, only_counted=True),
        count_written_out(layout),
        points_told(rules, points) if points else "",
        _REMARKS.get(str(layout.tiles[-1]), ""),
    )
