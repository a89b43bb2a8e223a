"""A free layout: tiles played without players, to ask about any layout."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, Self

from companion.i18n import message
from companion.record.header import Header
from companion.referee.explain.why_and_what_if import tried, why
from companion.referee.rule_book import Book
from companion.referee.ruling import About, Ruling, Section
from companion.rules.game import Game
from companion.rules.layout import Layout, Placement
from companion.rules.preset import Preset
from companion.rules.tile import ALL_TILES, Tile

#: No sentence about a free layout names a player.
_SEATED = ("1", "2", "3", "4")


class FreeLayout(NamedTuple):
    """A layout under a game's rules, ready for the next tile: no hand runs out, nobody scores."""

    book: Book
    game: Game
    laid: tuple[Placement, ...] = ()
    #: The ruling on the tile played last, without whose turn it is.
    verdict: Ruling | None = None

    @classmethod
    def under(cls, preset: Preset, changes: Iterable[tuple[str, str]] = ()) -> Self:
        """The empty table of a game; raises `UnknownRule` or `WrongPlayers`."""
        header = Header(preset.id, _SEATED[: min(preset.seats)], changes=tuple(changes))
        return cls(Book.of(header), header.start().lead(0))

    @property
    def layout(self) -> Layout:
        """The tiles on the table."""
        return self.game.dealt.layout

    @property
    def counted(self) -> Ruling | None:
        """What the layout counts, whichever tile was played last."""
        if self.verdict is None:
            return None
        counts = tuple(each for each in self.verdict.sections if each.about is About.COUNT)
        return replace(self.verdict, earned=None, notes=(), sections=counts, entry=None)

    def set_tile(self, tile: Tile, host: Tile | None = None) -> "FreeLayout":
        """The layout with one more tile; raises a `Refusal`."""
        entry = tried(self.game, _SEATED[0], tile, host)
        laid = (*self.laid, (tile, entry.play.host))
        ruling = why(self.book, self.game, entry, laid)
        verdict = replace(ruling, answer=None, sections=tuple(_sections_here(ruling)))
        # The same layout at the start of someone's turn, with enough tiles in every hand.
        held = (len(ALL_TILES),) * self.book.seats
        ready = self.game.dealt._replace(layout=entry.hand.layout, held=held)
        return FreeLayout(self.book, self.game._replace(hand=ready), laid, verdict)


def _sections_here(ruling: Ruling) -> Iterator[Section]:
    for section in ruling.sections:
        if section.about in (About.COUNT, About.ALLOWED, About.POINTS):
            yield section
        elif section.about is About.TURN:
            earns = tuple(each for each in section.reasons if each.rule.name == "another-turn")
            yield Section(message("asked.another-turn"), earns)
