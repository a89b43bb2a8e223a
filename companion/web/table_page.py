"""What the table page shows, as ready values: a sitting seen by people."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.pictures.pegboard import Pegboard, lay_pegboard
from companion.pictures.shape import Box, LaidTile, OpenEnd
from companion.pictures.tableau import Tableau
from companion.pictures.window import window_onto
from companion.record.replay import Entry
from companion.record.statements import (
    HandLed,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
)
from companion.referee.options import Option, options_for
from companion.referee.words import (
    count_written_out,
    earned_told,
    entry_told,
    points_told,
    settlement_told,
    turn_heading,
    turn_reason,
)
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Hand
from companion.rules.tile import Tile, possible_pips
from companion.tables.rows import ChangeKind
from companion.tables.sitting import Change, Sitting
from companion.web.tray import TrayTile, tray_for

_BOARD_WIDTH = 278.0
_BOARD_MARGIN = 14.0
_SHORTEST_BOARD = 150.0
_LONGEST_BOARD = 1000


@dataclass(frozen=True)
class Side:
    """A side's name, score in points, and its board."""

    index: int
    name: str
    score: int
    gained: int
    is_next: bool
    board: Pegboard


@dataclass(frozen=True)
class Ring:
    """An open end on the felt: what it counts, if it is the one to say so."""

    end: OpenEnd
    counts: int | None
    takes: bool
    is_chosen: bool


@dataclass(frozen=True)
class Felt:
    """The layout as a picture."""

    view: Box
    tiles: tuple[LaidTile, ...]
    links: tuple[tuple[tuple[float, float], ...], ...]
    rings: tuple[Ring, ...]
    last: Tile | None


@dataclass(frozen=True)
class LeftForm:
    """What is asked about one hand at the settlement."""

    seat: int
    name: str
    held: int
    #: The tiles that must be in it, because nothing else is unseen.
    known: frozenset[Tile]
    #: The pips that it must have, because all others are told.
    known_pips: int | None
    least_pips: int
    most_pips: int
    others: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class TablePage:
    """Everything that the table page shows."""

    sitting: Sitting
    #: Why the last entry was refused, or what the person should hear.
    problem: str = ""
    chosen: Tile | None = None
    on: Tile | None = None
    left_seat: int | None = None

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.sitting.game

    @property
    def hand(self) -> Hand | None:
        """The hand on the table."""
        return self.game.hand

    @property
    def phase(self) -> str:
        """What the lower half of the page is for."""
        if self.sitting.refused is not None:
            return "mend"
        if self.game.is_over:
            return "over"
        if self.sitting.is_pegs_only:
            return "pegs"
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
        game = self.game
        rules = game.rules
        step = 5 if rules.points is Points.PIPS else 1
        backs = self.sitting.back_scores
        acting = None if game.is_over else self.turn_side
        return [
            Side(
                index,
                name,
                score,
                score - self.sitting.before_last.scores[index],
                index == acting,
                _board(rules.target, score, backs[index], step, len(game.scores)),
            )
            for index, (name, score) in enumerate(
                zip(game.seating.side_names, game.scores, strict=True)
            )
        ]

    @property
    def heading(self) -> str:
        """Whose turn it is; nobody's where points are pegged without tiles."""
        return "Points alone" if self.phase == "pegs" else turn_heading(self.game)

    @property
    def reason(self) -> str:
        """What that player can do."""
        return "tap what was scored" if self.phase == "pegs" else turn_reason(self.game)

    @property
    def turn_side(self) -> int | None:
        """The side whose colour marks the turn."""
        game = self.game
        if game.winner is not None:
            return game.winner
        seat = game.turn if game.turn is not None else game.next_leader
        if seat is None or self.phase == "pegs":
            return None
        return game.seating.side_of[seat]

    @property
    def last(self) -> Entry | None:
        """The entry just made; None where a hand was only led."""
        entries = self.sitting.entries
        if not entries or isinstance(entries[-1].statement, HandLed):
            return None
        return entries[-1]

    @property
    def count(self) -> str:
        """The count on the table, written out; empty before the lead."""
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
        return entry_told(self.sitting.before_last, self.last) if self.last else ""

    @property
    def settled(self) -> str:
        """The arithmetic of the hand just settled."""
        return settlement_told(self.game)

    @property
    def felt(self) -> Felt | None:
        """The layout as a picture; None before the lead."""
        hand = self.hand
        if hand is None or not hand.layout.tiles:
            return None
        tableau, window = sight_of(self.sitting)
        taking = {end.host for end in hand.layout.ends if self.chosen and end.pips in self.chosen}
        rings = []
        told: set[tuple[Tile, int]] = set()
        counts = {(end.host, end.pips): end.counts for end in hand.layout.ends}
        for end in tableau.open_ends:
            place = (end.host, end.pips)
            value = counts.get(place)
            says = (
                value is not None and place not in told and not (value == 0 and end.host.is_double)
            )
            told.add(place)
            rings.append(
                Ring(end, value if says else None, end.host in taking, end.host == self.on)
            )
        return Felt(
            window,
            tableau.tiles,
            tuple(tuple(link.points) for link in tableau.links),
            tuple(rings),
            hand.layout.tiles[-1],
        )

    @property
    def tray(self) -> list[TrayTile]:
        """All 28 tiles in their places."""
        return tray_for(self.game, chosen=self.chosen, on=self.on)

    @property
    def options(self) -> tuple[Option, ...]:
        """Where the chosen tile could go."""
        return options_for(self.game, self.chosen) if self.chosen else ()

    def option_told(self, option: Option) -> str:
        """An option on its button: `on 6-6 → 15, 3 pegs`."""
        points = f", {points_told(self.game.rules, option.points)}" if option.points else ""
        return f"on {option.host} → {option.total}{points}"

    @property
    def peg_numbers(self) -> tuple[int, ...]:
        """The points that are pegged with one tap where no tiles are entered."""
        step = 5 if self.game.rules.points is Points.PIPS else 1
        return tuple(number * step for number in range(1, 8))

    @property
    def announces(self) -> bool:
        """Whether a count has to be announced here."""
        return self.game.rules.announce is Announce.REQUIRED

    @property
    def draw_numbers(self) -> range:
        """How many tiles can be drawn at once, from two."""
        return range(2, min(self.hand.boneyard, 9) + 1 if self.hand else 2)

    @property
    def undo_label(self) -> str:
        """What undo takes back: `Undo Ana's 6-3`."""
        return _change_told("Undo", self.sitting.undo)

    @property
    def redo_label(self) -> str:
        """What redo brings back."""
        return _change_told("Redo", self.sitting.redo)

    @property
    def left_form(self) -> LeftForm:
        """The question about the next hand that nobody has told."""
        hand = self.hand
        assert hand is not None
        names = self.game.seating.players
        untold = hand.untold
        seat = self.left_seat if self.left_seat in untold else untold[0]
        assert seat is not None
        is_certain = hand.boneyard == 0 and len(hand.unseen) == hand.held[seat]
        is_last = hand.boneyard == 0 and len(untold) == 1
        known_pips = hand.unseen_pips - sum(pips or 0 for pips in hand.told) if is_last else None
        sums = possible_pips(hand.unseen, hand.held[seat])
        return LeftForm(
            seat,
            names[seat],
            hand.held[seat],
            frozenset(hand.unseen) if is_certain else frozenset(),
            None if is_certain else known_pips,
            min(sums, default=0),
            max(sums, default=0),
            tuple((other, names[other]) for other in untold if other != seat),
        )


class Sight(NamedTuple):
    """A tableau and the window it is seen through."""

    tableau: Tableau
    window: Box


def sight_of(sitting: Sitting) -> Sight:
    """The layout of the hand on the table as it lies, and as much of the table as is shown."""
    hand = sitting.game.hand
    assert hand is not None
    plays = (entry.game.hand.play for entry in sitting.entries if entry.game.hand)
    placements = tuple((play.tile, play.host) for play in plays if play is not None)
    return _sight(hand.rules.spinners.value, placements)


@lru_cache(maxsize=1024)
def _sight(spinners: str, placements: tuple[tuple[Tile, Tile | None], ...]) -> Sight:
    # A tile never moves once it lies, so the sight of one tile less is always a start.
    tile, host = placements[-1]
    if len(placements) == 1:
        tableau = Tableau.empty(spinners).add(tile, host)  # type: ignore[arg-type]
        return Sight(tableau, window_onto(tableau.bounds, None))
    before = _sight(spinners, placements[:-1])
    tableau = before.tableau.add(tile, host)
    return Sight(tableau, window_onto(tableau.bounds, before.window))


@lru_cache(maxsize=2048)
def _board(target: int, score: int, back: int, step: int, sides: int) -> Pegboard:
    width = _BOARD_WIDTH if sides == 2 else _BOARD_WIDTH * 1.4
    target = min(target, _LONGEST_BOARD)
    board = lay_pegboard(target, score, back, width, step)
    # A short track is drawn larger instead of leaving half of the wood bare.
    used = max(hole.centre.x for hole in board.holes) + _BOARD_MARGIN
    shorter = lay_pegboard(target, score, back, max(used, _SHORTEST_BOARD), step)
    return shorter if shorter.height <= board.height else board


def _change_told(verb: str, change: Change | None) -> str:
    if change is None:
        return ""
    if change.kind is ChangeKind.CORRECTED:
        return f"{verb} the correction"
    if change.kind is ChangeKind.DELETED:
        return f"{verb} the deletion"
    return f"{verb} {statement_told(change.statement)}"


def statement_told(statement: Statement | None) -> str:
    """An entry in a word or two: `Ana's 6-3`, `Ben's draw`, `the ruling`."""
    match statement:
        case HandLed(player):
            return f"{player}'s lead"
        case TileSet(player, tile):
            return f"{player}'s {tile}"
        case TilesDrawn(player):
            return f"{player}'s draw"
        case TurnPassed(player):
            return f"{player}'s pass"
        case TilesLeft(player) | PipsLeft(player):
            return f"what {player} had left"
        case PointsRuled(side, points):
            return f"{side} {points:+d}"
        case None:
            return "the change"
