"""A page that is asked by tapping: a board and a tray, where each tap leads, and the answer."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.tile import Tile
from companion.web.pages.referee.answer import Answer, Drawn
from companion.web.pages.shared.tapping import Choice
from companion.web.pages.shared.tray import TrayTile
from companion.words import Text


class AskingPage(NamedTuple):
    """Everything that such a page shows."""

    title: Text
    #: Who plays, on the page of a table.
    players: tuple[str, ...] = ()
    #: By which rules it is asked, where that is chosen here.
    under: Text | None = None
    #: What could not be read of the question.
    problems: tuple[Text | str, ...] = ()
    #: What there is to know before anything is asked; why nothing can be, where there is no tray.
    note: Text | None = None
    drawn: Drawn | None = None
    #: Where a tap on an open end leads, by its host; empty where ends are not tapped.
    ends: Mapping[Tile, str] = {}
    #: What to tap next; None once there is an answer.
    prompt: Text | None = None
    options: tuple[Choice, ...] = ()
    tray: tuple[tuple[TrayTile, str], ...] = ()
    doors: tuple[Choice, ...] = ()
    answer: Answer | None = None

    @property
    def heard(self) -> Text | None:
        """What changed, for who hears it."""
        return self.prompt or (self.answer.heard if self.answer else None)
