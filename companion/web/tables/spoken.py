"""What a table says aloud, by the voices of phones, each as short or as long as it wants."""

from collections.abc import Iterator

from companion.db.table_models import ChangeKind
from companion.i18n import Text, message
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, TileSet
from companion.referee.explain.entry_text import describe_entry, what_next
from companion.referee.explain.why_settled import describe_settlement
from companion.referee.scoring_text import describe_points
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.table_state import TableState
from companion.web.tables.turn_line import TurnLine
from companion.web.ui.count_claims import claimed_by
from companion.web.ui.count_first import CountCheck, as_told
from companion.web.ui.hand_entries import describe_statement
from companion.web.ui.side_pegs import to_go

#: So many entries are told to a phone that missed some.
_MOST_ENTRIES = 3
#: A count that nobody calls is news once more, half a change after its tile.
_RELEASED = 0.5
#: A sentence, and the lengths in which it is said: the score, the turn too, everything.
_Sentence = tuple[str, Text]
_SHORT, _ALWAYS = "score turn", "score turn all"


def spoken_of(
    state: TableState, line: TurnLine, counted: CountCheck | None
) -> dict[str, float | str | list[tuple[float, str, str]]]:
    """The last entries and the turn, each with its moment and its lengths, without secret counts.

    `record` differs if the record does, and not if only a name or an option changed.
    """
    undo, redo, last = state.undo, state.redo, state.entries[-1] if state.entries else None
    is_released = last is not None and last.line == state.unclaimed
    now = state.version + is_released * _RELEASED
    is_entered = undo is not None and undo[:2] == (state.version, ChangeKind.ENTERED)
    is_secret = _is_secret(state, counted)
    said: list[tuple[float, str, Text]] = []
    befores = (state.start, *(entry.game for entry in state.entries))
    for before, entry in [*zip(befores, state.entries, strict=False)][-_MOST_ENTRIES:]:
        moment = entry.line + (is_released and entry is last) * _RELEASED
        if entry is last and is_secret:
            said.append((moment, "all", _describe(entry, state)))
        elif is_entered or entry.line < state.version:
            said += ((moment, *told) for told in _tell(state, before, entry))
    if last and not is_entered:
        # A fix is told by what it comes to.
        scores = _standing(as_told(state, counted).game)
        said.append((now, _ALWAYS, message("spoken.fixed", scores=scores)))
    if last and counted is not None and counted.is_open:
        said.append((now, _ALWAYS, counted.question))
    elif last and (turn := _describe_turn(state, line)):
        # An entry in the midst of a hand is told with it.
        is_told = is_entered and not is_secret and state.game.hand_is_on
        is_told = is_told and not isinstance(last.statement, HandLed)
        said.append((now, "turn" if is_told else "turn all", turn))
    if not is_secret:
        said += ((now, _ALWAYS, needs) for needs in _describe_needs(state, line))
    return {
        "at": now,
        "record": f"{undo and undo.seq} {redo and redo.seq} {is_released}",
        "said": [(moment, lengths, str(text)) for moment, lengths, text in said],
    }


def _is_secret(state: TableState, counted: CountCheck | None) -> bool:
    """Whether someone is to call the count of the last tile, so that the table doesn't tell it."""
    if not state.entries or state.game.is_over:
        return False
    if counted is not None:
        return counted.is_open
    is_tile = isinstance(state.entries[-1].statement, TileSet)
    return is_tile and state.game.rules.announce is Announce.REQUIRED


def _tell(state: TableState, before: Game, entry: Entry) -> Iterator[_Sentence]:
    """An entry that everyone may hear of; what it came to is in all lengths the same."""
    game, statement = entry.game, entry.statement
    if isinstance(statement, TileSet):
        yield "all", _describe(entry, state)
        if scored := _describe_score(entry):
            yield _SHORT, scored
    if isinstance(statement, PointsRuled):
        claimed = claimed_by(state) if entry is state.entries[-1] else None
        yield _SHORT, claimed or _describe(entry, state)
        if state.is_pegs_only:
            yield _ALWAYS, message("spoken.entered", entry=_standing(game))
    if not (state.is_pegs_only or isinstance(statement, HandLed)):
        yield "all", describe_entry(entry)
    if game.result is not None and before.result is None:
        if settled := describe_settlement(game):
            yield _SHORT, settled
        if not game.is_over:
            yield _ALWAYS, message("spoken.entered", entry=_standing(game))
    if game.is_over:
        yield (_ALWAYS if state.is_pegs_only else _SHORT), what_next(game)


def _describe(entry: Entry, state: TableState) -> Text:
    return message("spoken.entered", entry=describe_statement(entry.statement, state.header))


def _describe_score(entry: Entry) -> Text | None:
    play, points = entry.play, describe_points(entry.game.rules, entry.play.points)
    if play.points:
        if play.points == play.total:
            return message("spoken.entered", entry=points)
        return message("spoken.scores", total=play.total, points=points)
    return message("spoken.no-score", total=play.total) if play.disregarded else None


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
