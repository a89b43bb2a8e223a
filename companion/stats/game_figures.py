"""The figures of a game: what each seat did in it, and how it ended."""

import json
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.turn_search import TurnSearches
from companion.record.header import Header
from companion.record.replay import Entry, cut_into_hands, no_search_for_garbage
from companion.record.statements import TileSet
from companion.referee.scoring_text import unit_of
from companion.rules.game import Game
from companion.stats.luck import owed_in
from companion.stats.turn_skill import TurnSkill, skill_in

#: Grows whenever something else is computed here, so that kept figures are made anew.
METHOD = 1
#: Luck and skill are looked for in so many hands of a record: more than any game has, and a bound
#: for what one that was made up takes, a hundredth of a second each.
_MOST_MEASURED = 100

Sides = tuple[tuple[int, ...], ...]


class SeatFigures(NamedTuple):
    """One seat in one game; its points are in the unit of the game."""

    #: What the tiles it set made.
    points: int = 0
    #: Of settled hands: what its turns made, and what the best turns would have.
    taken: int = 0
    available: int = 0
    #: What tiles of one-tile turns kept from the next player, and what better ones would have come
    #: to above `available`, points made and points kept together.
    spared: int = 0
    sparable: int = 0
    #: What the tiles owed in the hands of which all tiles are known; eighths, which add up exactly.
    owed: float = 0.0
    #: The turns in which it set a tile; the points of the best, the tiles of the longest.
    turns: int = 0
    best_turn: int = 0
    longest_surge: int = 0
    #: The hands that it won by setting its last tile, and those in which it washed up.
    dominoes: int = 0
    washed_up: int = 0
    #: The counts that it was asked for, and those that it said rightly.
    said: int = 0
    said_rightly: int = 0


class GameFigures(NamedTuple):
    """A game as far as its record stands; `sides` are seats, `scores` and `settled` by side."""

    #: The id of its preset, and what its points are: `pegs`, `points` or `chips`.
    kind: str
    unit: str
    sides: Sides
    scores: tuple[int, ...]
    #: The side that won; None where nobody has.
    winner: int | None
    #: The hands begun, and those of which every tile was shown.
    hands: int
    known: int
    #: The points from settlements.
    settled: tuple[int, ...]
    seats: tuple[SeatFigures, ...]

    @property
    def has_partners(self) -> bool:
        """Whether a side is two players."""
        return len(self.sides) < len(self.seats)

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        # Alone everybody is a side of their own, in the order in which they sit.
        return seat % len(self.sides)

    @property
    def kept(self) -> str:
        """The figures as they are kept; `read` gives the same ones back."""
        return json.dumps(self, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> "GameFigures":
        """Figures as they were kept; raises `ValueError` for anything else."""
        try:
            kind, unit, sides, scores, winner, hands, known, settled, seats = json.loads(text)
            return cls(
                kind,
                unit,
                tuple(map(tuple, sides)),
                tuple(scores),
                winner,
                hands,
                known,
                tuple(settled),
                tuple(map(SeatFigures._make, seats)),
            )
        except (TypeError, ValueError) as error:
            raise ValueError("these are no kept figures of a game") from error


@no_search_for_garbage()
def figures_of(
    header: Header, start: Game, entries: Sequence[Entry], *, asked: Collection[int] = ()
) -> GameFigures:
    """The figures of a record as far as it stands.

    `asked` are the lines of the tiles whose count their player was asked for. Luck and skill are
    of the first hundred hands.
    """
    hands = [entries[places.start : places.stop] for places in cut_into_hands(entries)]
    found = [
        _HandTold.of(hand, asked, is_measured=at < _MOST_MEASURED) for at, hand in enumerate(hands)
    ]
    game = entries[-1].game if entries else start
    seating = start.seating
    return GameFigures(
        header.game,
        unit_of(start.rules),
        seating.sides,
        game.scores,
        game.winner,
        len(hands),
        sum(hand.owed is not None for hand in found),
        tuple(sum(hand.settled(side) for hand in found) for side in range(len(seating.sides))),
        tuple(_seat_figures(found, seat) for seat in range(len(seating.players))),
    )


class _HandTold(NamedTuple):
    """What is told of one hand, settled or not."""

    game: Game
    turns: tuple[PlayedTurn, ...]
    skill: dict[int, TurnSkill]
    owed: tuple[float, ...] | None
    #: Who was asked for a count, and whether it was said rightly.
    counts: tuple[tuple[int, bool], ...]

    @classmethod
    def of(cls, hand: Sequence[Entry], asked: Collection[int], *, is_measured: bool) -> "_HandTold":
        counts = tuple(_counts_said(hand, asked))
        searches = TurnSearches()
        skill = skill_in(hand, searches) if is_measured else {}
        owed = owed_in(hand, searches) if is_measured else None
        return cls(hand[-1].game, tuple(turns_of(hand)), skill, owed, counts)

    def settled(self, side: int) -> int:
        """The points that its settlement gave a side."""
        return self.game.result.points[side] if self.game.result is not None else 0


def _counts_said(hand: Sequence[Entry], asked: Collection[int]) -> Iterator[tuple[int, bool]]:
    for entry in hand:
        if isinstance(entry.statement, TileSet) and entry.line in asked:
            play, claim = entry.play, entry.statement.claim
            # Who says no number says that there is no score.
            is_right = (
                not entry.game.rules.scores(play.total) if claim is None else claim == play.total
            )
            yield play.seat, is_right


def _seat_figures(hands: Sequence[_HandTold], seat: int) -> SeatFigures:
    turns = [turn for hand in hands for turn in hand.turns if turn.seat == seat]
    skills = [hand.skill[seat] for hand in hands if seat in hand.skill]
    said = [is_right for hand in hands for who, is_right in hand.counts if who == seat]
    last = [hand.game.hand for hand in hands if hand.game.hand is not None]
    return SeatFigures(
        sum(turn.points for turn in turns),
        *reduce(TurnSkill.and_also, skills, TurnSkill()),
        owed=sum((hand.owed[seat] for hand in hands if hand.owed is not None), 0.0),
        turns=len(turns),
        best_turn=max((turn.points for turn in turns), default=0),
        longest_surge=max((len(turn.plays) for turn in turns), default=0),
        dominoes=sum(hand.dominoer == seat for hand in last),
        washed_up=sum(seat in hand.washed_up for hand in last),
        said=len(said),
        said_rightly=sum(said),
    )
