"""What a table says aloud, by the voices of phones, each as short or as long as it wants."""

from collections.abc import Iterator
from math import inf

from companion.db.table_models import ChangeKind
from companion.i18n import Text, message
from companion.record.replay import Entry
from companion.record.statements import HandLed, PipsLeft, PointsRuled, TileSet, TilesLeft
from companion.referee.explain.entry_text import what_next
from companion.referee.explain.why_settled import describe_settlement
from companion.referee.scoring_text import count_written_out, describe_points
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.table_state import TableState
from companion.web.tables.turn_line import TurnLine
from companion.web.ui.count_first import CountCheck, as_told, claimed_by
from companion.web.ui.hand_entries import describe_statement
from companion.web.ui.side_pegs import to_go

#: So many entries are told to a phone that missed some.
_MOST_ENTRIES = 3
#: A count that nobody calls is news once more, half a change after its tile.
_RELEASED = 0.5
#: The lengths: the score, the turn too, everything.
_ALWAYS = "score turn all"
#: A sentence, and the lengths in which it is said.
_Sentence = tuple[str, Text]


def spoken_of(
    state: TableState, line: TurnLine, counted: CountCheck | None
) -> dict[str, float | str | list[tuple[float, str, str]]]:
    """The last entries and the turn, each with its moment and its lengths, without secret counts.

    `record` differs if the record does, and not if only a name or an option changed.
    """
    undo, redo = state.undo, state.redo
    is_released = bool(state.entries) and state.entries[-1].line == state.unclaimed
    now = state.version + is_released * _RELEASED
    return {
        "at": now,
        "record": f"{undo and undo.seq} {redo and redo.seq} {is_released}",
        "said": [
            (min(moment, now), lengths, str(text))
            for moment, (lengths, text) in _sentences(state, line, counted)
        ],
    }


def _sentences(
    state: TableState, line: TurnLine, counted: CountCheck | None
) -> Iterator[tuple[float, _Sentence]]:
    """What is told, and when it happened, in changes; now is later than all of them."""
    undo, last, is_secret = state.undo, state.entries[-1:], _is_secret(state, counted)
    if undo is not None and undo[:2] == (state.version, ChangeKind.ENTERED):
        befores = (state.start, *(entry.game for entry in state.entries))
        for before, entry in [*zip(befores, state.entries, strict=False)][-_MOST_ENTRIES:]:
            moment = inf if entry in last else entry.line
            if is_secret and entry in last:
                yield moment, ("all", _describe(entry, state))
            else:
                yield from ((moment, told) for told in _tell(state, before, entry))
    elif last:
        # A fix is told by what it comes to.
        scores = _standing(as_told(state, counted).game)
        yield inf, (_ALWAYS, message("spoken.fixed", scores=scores))
    if counted is not None and counted.is_open:
        yield inf, (_ALWAYS, counted.question)
    elif last and (turn := _describe_turn(state, line)):
        yield inf, ("turn all", turn)
    if not is_secret:
        yield from ((inf, (_ALWAYS, needs)) for needs in _describe_needs(state, line))


def _is_secret(state: TableState, counted: CountCheck | None) -> bool:
    """Whether someone is to call the count of the last tile, so that the table doesn't tell it."""
    if not state.entries or state.game.is_over:
        return False
    if counted is not None:
        return counted.is_open
    is_tile = isinstance(state.entries[-1].statement, TileSet)
    return is_tile and state.game.rules.announce is Announce.REQUIRED


def _tell(state: TableState, before: Game, entry: Entry) -> Iterator[_Sentence]:
    """An entry that everyone may hear of, and what it came to."""
    game, statement = entry.game, entry.statement
    claimed = claimed_by(state) if entry is state.entries[-1] else None
    # What was left is told by what it comes to.
    if not isinstance(statement, HandLed | TilesLeft | PipsLeft):
        is_ruled = isinstance(statement, PointsRuled)
        yield _ALWAYS if is_ruled else "all", claimed or _describe(entry, state)
    if isinstance(statement, TileSet):
        written = count_written_out(entry.hand.layout)
        yield "all", _describe_score(entry, written) or message("spoken.entered", entry=written)
        if scored := _describe_score(entry, f"{entry.play.total}"):
            yield "score turn", scored
    is_settled = game.result is not None and before.result is None
    if is_settled and (settled := describe_settlement(game)):
        yield _ALWAYS, settled
    if game.is_over:
        yield _ALWAYS, what_next(game)
    elif is_settled or state.is_pegs_only:
        yield _ALWAYS, message("spoken.entered", entry=_standing(game))


def _describe(entry: Entry, state: TableState) -> Text:
    return message("spoken.entered", entry=describe_statement(entry.statement, state.header))


def _describe_score(entry: Entry, total: str) -> Text | None:
    play, points = entry.play, describe_points(entry.game.rules, entry.play.points)
    if play.disregarded:
        return message("spoken.no-score", total=total)
    if f"{play.points}" == total:
        return message("spoken.entered", entry=points)
    return message("spoken.scores", total=total, points=points) if play.points else None


def _standing(game: Game) -> str:
    """The scores of all sides: `Ana 34, Ben 27`."""
    sides = zip(game.seating.side_names, game.scores, strict=True)
    return ", ".join(str(message("race.score", name=name, score=score)) for name, score in sides)


def _describe_turn(state: TableState, line: TurnLine) -> Text | None:
    game, last = state.game, state.entries[-1].statement
    if state.is_pegs_only or game.is_over or state.refused is not None:
        return None
    if isinstance(last, HandLed):
        return message("entry.leads", player=last.player)
    if game.hand_is_on:
        return message("spoken.entered", entry=line.heading)
    return None if game.awaits_left and state.before_last.awaits_left else what_next(game)


def _describe_needs(state: TableState, line: TurnLine) -> Iterator[Text]:
    """What a side that has just scored or whose turn begins needs, from the last ten holes on."""
    game, before = state.game, state.before_last
    acted = None if before.turn is None else game.seating.side_of[before.turn]
    for side, (name, score) in enumerate(zip(game.seating.side_names, game.scores, strict=True)):
        left, people = to_go(game, score), len(game.seating.sides[side])
        begins = side == line.side != acted
        if left is not None and (begins or score != before.scores[side]):
            yield message("spoken.needs", side=name, left=left, count=people)
