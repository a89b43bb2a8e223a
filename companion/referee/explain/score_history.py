"""A score, and how it came together: hand by hand, from counts, settlements and agreements."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.i18n import Signed, Text, message
from companion.record.replay import Entry, cut_into_hands
from companion.record.statements import PointsRuled, TileSet
from companion.referee.explain.settlement_text import describe_settlement
from companion.referee.ruling import Row, Ruling, Section, Table
from companion.referee.scoring_text import describe_points
from companion.rules.game import Game

#: More hands than these are a season: those before them are told together.
_MOST_HANDS = 40


class Gain(NamedTuple):
    """What one side got in a hand, or lost, and its score then; in its game's points."""

    counted: int
    settled: int
    agreed: int
    score: int
    #: The arithmetic of the settlement; None where it changed nothing for this side.
    told: Text | None = None


def gains_of(start: Game, entries: Sequence[Entry], side: int) -> tuple[Gain, ...]:
    """What a side got in each hand."""
    found, before = [], start.scores[side]
    for places in cut_into_hands(entries):
        hand = entries[places.start : places.stop]
        game = hand[-1].game
        counted, agreed = _counted(hand, side), _agreed(hand, side)
        settled = game.scores[side] - before - counted - agreed
        told = describe_settlement(game) if settled or _is_disregarded(game, side) else None
        before = game.scores[side]
        found.append(Gain(counted, settled, agreed, before, told))
    return tuple(found)


def score(start: Game, entries: Sequence[Entry], side: int) -> Ruling:
    """How the score of a side came together, as far as the entries go."""
    gains, name = gains_of(start, entries, side), start.seating.side_names[side]
    total = gains[-1].score if gains else start.scores[side]
    people, points = len(start.seating.sides[side]), describe_points(start.rules, total)
    headline = message("score.has", name=name, count=people, points=points)
    section = Section(message("score.by-hand"), table=_table(gains))
    title = message("score.title", name=name, score=total)
    return Ruling(title, headline, sections=(section,) if gains else ())


def _counted(hand: Sequence[Entry], side: int) -> int:
    plays = [entry.play for entry in hand if isinstance(entry.statement, TileSet)]
    side_of = hand[0].game.seating.side_of
    return sum(play.points for play in plays if side_of[play.seat] == side)


def _is_disregarded(game: Game, side: int) -> bool:
    """Whether an exact target took away what the settlement would have given this side."""
    return game.result is not None and any(game.result.disregarded[side : side + 1])


def _agreed(hand: Sequence[Entry], side: int) -> int:
    said = [entry.statement for entry in hand]
    seating = hand[0].game.seating
    ruled = [each for each in said if isinstance(each, PointsRuled)]
    return sum(each.points for each in ruled if seating.side(each.side) == side)


def _table(gains: Sequence[Gain]) -> Table:
    has_agreed = any(gain.agreed for gain in gains)
    heads = [message(f"score.head.{name}") for name in ("hand", "counts", "settlement")]
    if has_agreed:
        heads.append(message("score.head.agreed"))
    heads.append(message("score.head.score"))
    return Table(tuple(heads), tuple(_rows(gains, has_agreed=has_agreed)))


def _rows(gains: Sequence[Gain], *, has_agreed: bool) -> Iterator[Row]:
    early = len(gains) - _MOST_HANDS
    shown = [*enumerate(gains, 1)]
    if early > 0:
        first = message("score.hands", last=early)
        yield Row(first, _cells(_together(gains[:early]), has_agreed=has_agreed))
        shown = shown[early:]
    for number, gain in shown:
        notes = () if gain.told is None else (gain.told,)
        yield Row(number, _cells(gain, has_agreed=has_agreed), notes)


def _together(gains: Sequence[Gain]) -> Gain:
    counted = sum(gain.counted for gain in gains)
    settled = sum(gain.settled for gain in gains)
    return Gain(counted, settled, sum(gain.agreed for gain in gains), gains[-1].score)


def _cells(gain: Gain, *, has_agreed: bool) -> tuple[Signed | int, ...]:
    agreed = (Signed(gain.agreed),) if has_agreed else ()
    return (Signed(gain.counted), Signed(gain.settled), *agreed, gain.score)
