"""What the table page shows, as ready values: a sitting seen by people."""

from dataclasses import dataclass
from functools import cached_property

from companion.record.replay import Entry
from companion.record.statements import (
    HandLed,
    TileSet,
)
from companion.referee.options import Option, options_for
from companion.referee.reneges import Finding, finding_of_hand
from companion.referee.words import (
    count_written_out,
    earned_told,
    entry_told,
    settlement_told,
    turn_heading,
    turn_reason,
)
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import Tile
from companion.tables.company import Company
from companion.tables.sitting import Sitting
from companion.web.table.count_first import COUNTS_OFFERED, Counted, claimants, counted_by, is_asked
from companion.web.table.felt import Felt, felt_of
from companion.web.table.last_change import change_told, statement_told
from companion.web.table.left_form import LeftForm, left_form_for
from companion.web.table.score_boards import Side, sides_of
from companion.web.table.tray import TrayTile, tray_for


@dataclass(frozen=True)
class TablePage:
    """Everything that the table page shows."""

    sitting: Sitting
    company: Company
    #: Why the last entry was refused, or what the person should hear.
    problem: str = ""
    #: The tile that was refused, for who asks why not.
    refused: Tile | None = None
    chosen: Tile | None = None
    on: Tile | None = None
    left_seat: int | None = None
    #: The tile whose count is asked before it is entered.
    asked: TileSet | None = None
    #: Whether somebody asked to be told a count that others could still claim.
    is_told: bool = False

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.sitting.game

    @property
    def keeps(self) -> bool:
        """Whether this phone keeps score, or only watches."""
        return self.company.keeps

    @property
    def hand(self) -> Hand | None:
        """The hand on the table."""
        return self.game.hand

    @property
    def phase(self) -> str:
        """What the lower half of the page is for."""
        return self.activity if self.keeps else "watch"

    @property
    def moment(self) -> str:
        """What somebody's choice is for: the hand, what it is at, whose turn; `3.play.1`."""
        return f"{self.sitting.hand_number}.{self.phase}.{self.game.turn}"

    @property
    def activity(self) -> str:
        """What the table is at."""
        if self.sitting.refused is not None:
            return "mend"
        if self.game.is_over:
            return "over"
        if self.sitting.is_pegs_only:
            return "pegs"
        if self.is_at_stake:
            return "claim"
        if self.game.awaits_lead:
            return "lead"
        return "left" if self.game.awaits_left else "play"

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.sitting.header.preset.title

    @property
    def sides(self) -> list[Side]:
        """The sides with their boards, in seat order."""
        return sides_of(self.sitting, None if self.game.is_over else self.turn_side)

    @cached_property
    def finding(self) -> Finding | None:
        """What this hand proves, where people want to hear of it."""
        if self.sitting.is_pegs_only or not self.sitting.customs.findings:
            return None
        return finding_of_hand(self.sitting.start, self.sitting.entries)

    @property
    def strips_id(self) -> str:
        """Changes whenever a phone has to look again at what is told above the turn."""
        proved = self.finding.line if self.finding else 0
        return f"strips-{self.company.access}-{proved}"

    @property
    def heading(self) -> str:
        """Whose turn it is; nobody's where points are pegged without tiles."""
        return "Points alone" if self.activity == "pegs" else turn_heading(self.game)

    @property
    def reason(self) -> str:
        """What that player can do."""
        return "tap what was scored" if self.activity == "pegs" else turn_reason(self.game)

    @property
    def turn_side(self) -> int | None:
        """The side whose colour marks the turn."""
        game = self.game
        if game.winner is not None:
            return game.winner
        seat = game.turn if game.turn is not None else game.next_leader
        if seat is None or self.activity == "pegs":
            return None
        return game.seating.side_of[seat]

    @property
    def last(self) -> Entry | None:
        """The entry just made; None where a hand was only led."""
        entries = self.sitting.entries
        if not entries or isinstance(entries[-1].statement, HandLed):
            return None
        return entries[-1]

    @cached_property
    def counted(self) -> Counted | None:
        """What was said of the last tile by somebody who counts first."""
        return counted_by(self.sitting)

    @property
    def is_at_stake(self) -> bool:
        """Whether a count was missed that others can claim, so that it is not told yet."""
        return self.counted is not None and self.counted.at_stake > 0 and not self.is_told

    @property
    def claimants(self) -> list[tuple[int, str, int]]:
        """Who can claim it: seat, name and side."""
        return claimants(self.sitting, self.counted) if self.counted else []

    @property
    def asks_first(self) -> bool:
        """Whether whoever acts now counts before the count is told."""
        return is_asked(self.sitting)

    @property
    def counts_offered(self) -> tuple[int, ...]:
        """The counts that are one tap away."""
        return COUNTS_OFFERED

    @property
    def count(self) -> str:
        """The count on the table, written out; empty before the lead."""
        if self.is_at_stake:
            return ""
        hand = self.hand
        return count_written_out(hand.layout) if hand and hand.layout.tiles else ""

    @property
    def earned(self) -> str:
        """What the tile just set pegged, or why it did not: `3 pegs`."""
        hand, last = self.hand, self.last
        if hand is None or hand.play is None or last is None:
            return ""
        claim = last.statement.claim if isinstance(last.statement, TileSet) else None
        return earned_told(self.game.rules, hand.play, claim)

    @property
    def told(self) -> str:
        """The last entry as a sentence, for whoever listens."""
        if self.asked is not None:
            return f"What does the {self.asked.tile} make it?"
        if self.counted is not None and self.is_at_stake:
            return f"{self.counted.said}. Who claims the count?"
        if self.counted is not None and self.last is not None:
            return f"{self.counted.verdict} {entry_told(self.sitting.before_last, self.last)}"
        if self.last and self.sitting.is_pegs_only and not self.game.is_over:
            return f"{statement_told(self.last.statement)}."
        return entry_told(self.sitting.before_last, self.last) if self.last else ""

    @property
    def entered(self) -> str:
        """What was entered last, or taken back, for whoever did not do it: `Ana's 6-3`."""
        redo, last = self.sitting.redo, self.last
        if redo is not None and redo.statement is not None:
            return f"{statement_told(redo.statement)} taken back"
        return statement_told(last.statement) if last else ""

    @property
    def settled(self) -> str:
        """The arithmetic of the hand just settled."""
        return settlement_told(self.game)

    @property
    def felt(self) -> Felt | None:
        """The layout as a picture; None before the lead."""
        tells = self.asked is None and not self.is_at_stake
        return felt_of(self.sitting, self.chosen, self.on, asked=self.asked, tells=tells)

    @property
    def tray(self) -> list[TrayTile]:
        """All 28 tiles in their places."""
        return tray_for(self.game, chosen=self.chosen, on=self.on)

    @property
    def options(self) -> tuple[Option, ...]:
        """Where the chosen tile could go."""
        return options_for(self.game, self.chosen) if self.chosen else ()

    def option_told(self, option: Option) -> str:
        """An option on its button: `on 6-6 → 15, 3 pegs`; without the count where it is asked."""
        if self.asks_first:
            return f"on {option.host}"
        return option.told(self.game.rules)

    @property
    def peg_numbers(self) -> tuple[int, ...]:
        """The points that are pegged with one tap where no tiles are entered."""
        step = 5 if self.game.rules.points is Points.PIPS else 1
        most = 13 if len(self.game.scores) == 2 else 7
        return tuple(number * step for number in range(1, most + 1))

    @property
    def announces(self) -> bool:
        """Whether a count has to be announced here, and is told with the tile."""
        return self.game.rules.announce is Announce.REQUIRED and not self.asks_first

    @property
    def draw_numbers(self) -> range:
        """How many tiles can be drawn at once, from two."""
        return range(2, min(self.hand.boneyard, 9) + 1 if self.hand else 2)

    @property
    def undo_label(self) -> str:
        """What undo takes back: `Undo Ana's 6-3`."""
        change = self.sitting.undo
        if self.sitting.is_pegs_only and change and isinstance(change.statement, HandLed):
            # Where points are pegged alone nobody led; the record needs a lead all the same.
            return ""
        return change_told("Undo", change)

    @property
    def redo_label(self) -> str:
        """What redo brings back."""
        return change_told("Redo", self.sitting.redo)

    @property
    def left_form(self) -> LeftForm:
        """The question about the next hand that nobody has told."""
        assert self.hand is not None
        return left_form_for(self.hand, self.left_seat)
