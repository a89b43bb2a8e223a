"""What the big board shows besides what the table page does, as ready values."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.record.statements import TileSet
from companion.rules.hand import Ending, Play
from companion.tables.company import Company
from companion.tables.desk import Written
from companion.web.records.finish_page import FinishPage
from companion.web.table.score_boards import Side
from companion.web.table.table_page import TablePage

#: All boards of a table are the same, whoever looks.
_NOBODY = Company((), "")


@dataclass(frozen=True)
class BoardPage(TablePage):
    """The table seen from across the room; nobody can do anything here."""

    company: Company = _NOBODY
    #: The whole record, for the race at the end.
    written: Written | None = None

    @property
    def phase(self) -> str:
        """What the board is for: what the table is at, for nobody does anything here."""
        return self.activity

    @property
    def heading(self) -> str:
        """Whose turn it is, in a name alone, or what the table waits for."""
        game, hand = self.game, self.hand
        if self.phase == "mend":
            return "A correction"
        if self.phase == "lead" and game.next_leader is None:
            return "Who leads?"
        if self.phase == "left" and hand is not None and hand.dominoer is None:
            return "Blocked" if hand.ending is Ending.BLOCKED else "All washed up"
        seat = hand.dominoer if self.phase == "left" and hand is not None else game.turn
        return super().heading if seat is None else game.seating.players[seat]

    @property
    def reason(self) -> str:
        """What that player can do, for people who only watch."""
        if self.phase == "mend":
            return "the record is being mended"
        if self.phase == "lead" and self.game.next_leader is None:
            return "by lot or by highest tile"
        if self.phase == "left" and self.hand is not None and self.hand.dominoer is not None:
            return "dominoes: what is left?"
        return super().reason

    @property
    def turn_side(self) -> int | None:
        """The side whose colour marks the turn, or the end of the hand."""
        if self.phase == "left" and self.hand is not None and self.hand.dominoer is not None:
            return self.game.seating.side_of[self.hand.dominoer]
        return super().turn_side

    @property
    def last_play(self) -> Play | None:
        """The tile just set; None where something else happened since."""
        if self.last is None or not isinstance(self.last.statement, TileSet):
            return None
        return self.hand.play if self.hand else None

    @property
    def heard(self) -> str:
        """The last entry as a sentence and whose turn it is, for whoever listens."""
        return self.told or f"{self.heading}: {self.reason}."

    @property
    def finish(self) -> FinishPage:
        """The race of the whole game."""
        assert self.written is not None
        return FinishPage(self.sitting, self.written)

    def names_of(self, side: Side) -> Iterator[tuple[str, bool]]:
        """The players of a side, and whether it is their turn."""
        seating, turn = self.game.seating, self.game.turn
        for seat in seating.sides[side.index]:
            acts = side.is_next if turn is None else seat == turn
            yield seating.players[seat], acts and self.phase != "pegs"
