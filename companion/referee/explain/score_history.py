"""How a score came together, hand by hand: from counts, settlements and agreements."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.i18n import Signed, Text, message
from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import PointsRuled, TileSet
from companion.referee.explain.why_settled import describe_settlement
from companion.referee.ruling import Row, Ruling, Section, Table
from companion.referee.scoring_text import describe_points
from companion.rules.game import Game

#: Only so many hands have a row each; those before them share one.
_MOST_HANDS = 40


class Gain(NamedTuple):
    """The points that one side got or lost in a hand, and its score after it."""

    counted: int
    settled: int
    agreed: int
    score: int
    #: The arithmetic of the settlement; None if it changed nothing for this side.
    settlement: Text | None = None


def gains_of(start: Game, entries: Sequence[Entry], side: int) -> tuple[Gain, ...]:
    """What a side got in each hand."""
    found, before = [], start.scores[side]
    for places in cut_into_hands(entries):
        hand = entries[places.start : places.stop]
        game = hand[-1].game
        counted, agreed = _counted(hand, side), _agreed(hand, side)
        settled = game.scores[side] - before - counted - agreed
        # An exact target may have kept the settlement from this side.
        is_told = settled or (game.result and any(game.result.disregarded[side : side + 1]))
        before = game.scores[side]
        settlement = describe_settlement(game) if is_told else None
        found.append(Gain(counted, settled, agreed, before, settlement))
    return tuple(found)


def score(start: Game, entries: Sequence[Entry], side: int) -> Ruling:
    """How the score of a side came together so far."""
    gains, name = gains_of(start, entries, side), start.seating.side_names[side]
    total = gains[-1].score if gains else start.scores[side]
    people, points = len(start.seating.sides[side]), describe_points(start.rules, total)
    headline = message("score.has", name=name, count=people, points=points)
    section = Section(message("score.by-hand"), table=_table(gains))
    title = message("score.title", name=name, score=total)
    return Ruling(title, headline, sections=(section,) if gains else ())


def _counted(hand: Sequence[Entry], side: int) -> int:
    plays = [entry.play for entry in hand if isinstance(entry.statement, TileSet)]
    return sum(play.points for play in plays if play.seat in hand[0].game.seating.sides[side])


def _agreed(hand: Sequence[Entry], side: int) -> int:
    seating, entered = hand[0].game.seating, (entry.statement for entry in hand)
    ruled = [each for each in entered if isinstance(each, PointsRuled)]
    return sum(each.points for each in ruled if seating.side(each.side) == side)


def _table(gains: Sequence[Gain]) -> Table:
    has_agreed = any(gain.agreed for gain in gains)
    names = ("hand", "counts", "settlement", *(("agreed",) if has_agreed else ()), "score")
    heads = tuple(message(f"score.head.{name}") for name in names)
    return Table(heads, tuple(_rows(gains, has_agreed=has_agreed)))


def _rows(gains: Sequence[Gain], *, has_agreed: bool) -> Iterator[Row]:
    early = max(0, len(gains) - _MOST_HANDS)
    if early:
        first = message("score.hands", last=early)
        yield Row(first, _cells(_together(gains[:early]), has_agreed=has_agreed))
    for number, gain in enumerate(gains[early:], early + 1):
        notes = () if gain.settlement is None else (gain.settlement,)
        yield Row(number, _cells(gain, has_agreed=has_agreed), notes)


def _together(gains: Sequence[Gain]) -> Gain:
    counted = sum(gain.counted for gain in gains)
    settled = sum(gain.settled for gain in gains)
    return Gain(counted, settled, sum(gain.agreed for gain in gains), gains[-1].score)


def _cells(gain: Gain, *, has_agreed: bool) -> tuple[Signed | int, ...]:
    agreed = (Signed(gain.agreed),) if has_agreed else ()
    return (Signed(gain.counted), Signed(gain.settled), *agreed, gain.score)
