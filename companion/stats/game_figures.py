"""The figures of a game: what each seat did, and how it ended."""

import json
from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.reply_search import replies_to, reply_to
from companion.coach.analysis.turn_search import TurnSearches
from companion.record.header import Header
from companion.record.replay import Entry, cut_into_hands, no_search_for_garbage
from companion.record.statements import TileSet
from companion.referee.scoring_text import unit_of
from companion.rules.game import Game
from companion.stats.luck import owed_in

#: Increase it when figures change, so that stored ones are made again.
METHOD = 1
#: Luck and skill take a hundredth of a second a hand, so only so many hands are measured: more than
#: any game has.
_MOST_MEASURED = 100
_Sides = tuple[tuple[int, ...], ...]


class TurnSkill(NamedTuple):
    """The points that turns took of those available."""

    taken: int = 0
    available: int = 0
    #: In turns of one tile: the points that they kept from the next player.
    spared: int = 0
    #: How much more than `available` the best tiles would have taken and kept together.
    sparable: int = 0

    def and_also(self, other: "TurnSkill") -> "TurnSkill":
        """The sum of both."""
        return TurnSkill(*map(sum, zip(self, other, strict=True)))


def skill_in(hand: Sequence[Entry], searches: TurnSearches) -> dict[int, TurnSkill]:
    """The skill of each seat in one hand, from its lead on; empty until it is settled."""
    found: dict[int, TurnSkill] = {}
    for turn in turns_of(hand) if hand[-1].game.result is not None else ():
        if turn.knows_all:
            best = searches.of(turn.game).most_points(turn.known, turn.first)
            skill = _skill_of(turn, available=turn.points + turn.missed(best))
            found[turn.seat] = found.get(turn.seat, TurnSkill()).and_also(skill)
    return found


def _skill_of(turn: PlayedTurn, *, available: int) -> TurnSkill:
    # Only a turn of one tile, if the hand goes on, leaves something to answer.
    goes_on = turn.ending is None and 0 not in turn.hand.held
    if not (goes_on and turn.game.rules.has_one_tile_turns):
        return TurnSkill(turn.points, available)
    (play,) = turn.plays
    placed = (play.tile, play.host)
    replies = [
        reply
        for reply in replies_to(turn.game, turn.known)
        if turn.first in (None, reply.placed[0])
    ]
    # It may have been another of several equal ends.
    as_set = [reply for reply in replies if reply.placed == placed]
    leaves = (as_set or [reply_to(turn.game, turn.known, placed)])[0].leaves
    most_left = max(reply.leaves for reply in replies)
    best = max(reply.points + most_left - reply.leaves for reply in replies)
    return TurnSkill(turn.points, available, most_left - leaves, best - available)


class SeatFigures(NamedTuple):
    """One seat in one game; its points are in the unit of the game."""

    #: The points of its tiles.
    points: int = 0
    #: In settled hands: the points of its turns, and those of the best turns.
    taken: int = 0
    available: int = 0
    #: In turns of one tile: what its tiles kept from the next player, and how much more than
    #: `available` the best tiles would have taken and kept together.
    spared: int = 0
    sparable: int = 0
    #: How much luck cost it in hands whose tiles are all known; eighths, which add up exactly.
    owed: float = 0.0
    #: The turns in which it played; the points of the best, the tiles of the longest.
    turns: int = 0
    best_turn: int = 0
    longest_surge: int = 0
    #: The hands in which it went out, and those in which it was washed up.
    dominoes: int = 0
    washed_up: int = 0
    #: The counts that it was asked for, and those that it called correctly.
    said: int = 0
    said_rightly: int = 0


class GameFigures(NamedTuple):
    """The figures of a game so far; `sides` are seats, `scores` and `settled` by side."""

    #: The id of its preset, and the unit of its points: `pegs`, `points` or `chips`.
    kind: str
    unit: str
    sides: _Sides
    scores: tuple[int, ...]
    #: The side that won; None if none has.
    winner: int | None
    #: The hands begun, and those whose tiles are all known.
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
        # Without partners each seat is a side, in the same order.
        return seat % len(self.sides)

    @property
    def kept(self) -> str:
        """The figures as they are stored; `read` gives them back."""
        return json.dumps(self, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> "GameFigures":
        """Figures as they were stored; raises `ValueError` for anything else."""
        try:
            figures = cls._make(json.loads(text))
            return figures._replace(
                sides=tuple(map(tuple, figures.sides)),
                scores=tuple(figures.scores),
                settled=tuple(figures.settled),
                seats=tuple(map(SeatFigures._make, figures.seats)),
            )
        except (TypeError, ValueError) as error:
            raise ValueError("these are not the stored figures of a game") from error


@no_search_for_garbage()
def figures_of(
    header: Header, start: Game, entries: Sequence[Entry], *, asked: Collection[int] = ()
) -> GameFigures:
    """The figures of a record so far.

    `asked` are the lines of the tiles whose player was asked for the count.
    """
    hands = [entries[places.start : places.stop] for places in cut_into_hands(entries)]
    found = [
        _HandFigures.of(hand, asked, is_measured=at < _MOST_MEASURED)
        for at, hand in enumerate(hands)
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


class _HandFigures(NamedTuple):
    """The figures of one hand, settled or not."""

    game: Game
    turns: tuple[PlayedTurn, ...]
    skill: dict[int, TurnSkill]
    owed: tuple[float, ...] | None
    #: The seats that were asked for a count, and whether they were right.
    counts: tuple[tuple[int, bool], ...]

    @classmethod
    def of(
        cls, hand: Sequence[Entry], asked: Collection[int], *, is_measured: bool
    ) -> "_HandFigures":
        searches = TurnSearches()
        skill = skill_in(hand, searches) if is_measured else {}
        owed = owed_in(hand, searches) if is_measured else None
        counts = tuple(_called_counts(hand, asked))
        return cls(hand[-1].game, tuple(turns_of(hand)), skill, owed, counts)

    def settled(self, side: int) -> int:
        """The points that its settlement gave a side."""
        return self.game.result.points[side] if self.game.result is not None else 0


def _called_counts(hand: Sequence[Entry], asked: Collection[int]) -> Iterator[tuple[int, bool]]:
    for entry in hand:
        if isinstance(entry.statement, TileSet) and entry.line in asked:
            play, claim = entry.play, entry.statement.claim
            # Calling no number means that there is no score.
            scores = entry.game.rules.scores(play.total)
            yield play.seat, not scores if claim is None else claim == play.total


def _seat_figures(hands: Sequence[_HandFigures], seat: int) -> SeatFigures:
    turns = [turn for hand in hands for turn in hand.turns if turn.seat == seat]
    skills = [hand.skill[seat] for hand in hands if seat in hand.skill]
    calls = [is_right for hand in hands for who, is_right in hand.counts if who == seat]
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
        said=len(calls),
        said_rightly=sum(calls),
    )
