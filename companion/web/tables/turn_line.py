"""The turn: what a table is at, whose turn it is, and the result of the last one."""

from typing import NamedTuple

from companion.i18n import Text, message, sentences
from companion.record.replay import Entry
from companion.record.statements import HandLed, TilesDrawn, TileSet
from companion.referee import scoring_text
from companion.referee.explain.entry_text import describe_entry
from companion.referee.explain.why_settled import describe_settlement
from companion.rules.game import Game
from companion.rules.tile import Tile
from companion.tables.table_state import TableState
from companion.web.ui.count_first import CountCheck, claimed_by
from companion.web.ui.hand_entries import describe_statement


class Picked(NamedTuple):
    """What one phone has picked up, is asked or was refused: its own view of the table."""

    tile: Tile | None = None
    #: The host whose end was picked up.
    on: Tile | None = None
    #: The hand that was picked at the settlement.
    seat: int | None = None
    #: The tile whose count is asked before it is entered.
    counting: TileSet | None = None
    #: The entry that someone asks about.
    about: int | None = None
    problem: Text | None = None
    #: The tile that was refused, if someone asks why.
    refused: Tile | None = None
    #: What was called of a tile that still needs an end.
    said: str = ""


NOTHING = Picked()
#: A count with more characters does without the multiples that score.
_LONG = 24
#: How often every name comes by before the random pick stops.
_TURNS = 3


class TurnLine(NamedTuple):
    """A heading in the colour of the side that acts or won, and the reason beside it."""

    heading: Text | str
    reason: Text
    side: int | None


class Lot(NamedTuple):
    """Who leads at random, and the names as they come by: each with its side, that one last."""

    leader: str
    names: tuple[tuple[str, int], ...]


class Earned(NamedTuple):
    """What the last tile pegged, or why it didn't; then `side` is None."""

    words: Text | None
    side: int | None
    #: Whether it would have passed an exact target, which takes a line to explain.
    is_disregarded: bool = False


class CountLine(NamedTuple):
    """The line under the felt: the count, a question, or something to know."""

    #: `sum`, `settled` for a sentence, `entry` with what can be asked of it, `problem` or `faint`.
    look: str
    words: Text | str | None
    earned: Earned | None = None
    #: The count called by someone who counts first.
    counted: CountCheck | None = None
    #: Whether an end was picked up that can be put down again.
    may_cancel: bool = False
    #: The entry whose reasons are offered.
    why: int | None = None


def activity_of(state: TableState, counted: CountCheck | None, picked: Picked = NOTHING) -> str:
    """What it is at: `mend`, `over`, `pegs`, `claim`, `lead`, `left` or `play`."""
    game = state.game
    if state.refused is not None:
        return "mend"
    if game.is_over:
        return "over"
    if state.is_pegs_only:
        return "pegs"
    # If you play the next tile, you don't call the one before.
    if counted is not None and counted.is_open and picked.counting is None:
        return "claim"
    if game.awaits_lead:
        return "lead"
    return "left" if game.awaits_left else "play"


def turn_line(game: Game, activity: str, counted: CountCheck | None = None) -> TurnLine:
    """Whose turn it is, and what they can do; nobody's if points are pegged without tiles."""
    if counted is not None and counted.is_open:
        # The turn would give away whether the count scored.
        name = message("turn.name", name=game.seating.players[counted.seat])
        return TurnLine(name, counted.said, game.seating.side_of[counted.seat])
    if activity == "pegs":
        return TurnLine(message("turn.pegs-only"), message("turn.peg"), None)
    seat = game.turn if game.turn is not None else game.next_leader
    side = None if seat is None else game.seating.side_of[seat]
    side = game.winner if game.winner is not None else side
    return TurnLine(*scoring_text.describe_turn(game), side)


def lot_of(state: TableState) -> Lot | None:
    """The random pick for this hand; None if nobody leads yet."""
    seating, seat = state.game.seating, state.game.turn
    if seat is None:
        return None
    seats = [*range(len(seating.players))] * _TURNS + [*range(seat + 1)]
    names = tuple((seating.players[each], seating.side_of[each]) for each in seats)
    return Lot(seating.players[seat], names)


def count_line(
    state: TableState, picked: Picked, activity: str, counted: CountCheck | None
) -> CountLine:
    """The line for the table as one phone sees it; it keeps back a count that can be called."""
    if picked.counting is not None:
        return CountLine("settled", message("count.asked", tile=picked.counting.tile))
    if picked.problem and picked.tile is None:
        return CountLine("problem", picked.problem)
    if activity == "claim" and counted is not None:
        return CountLine("settled", counted.question)
    if asked := asked_about(state, picked):
        return CountLine("entry", asked, may_cancel=True, why=picked.about)
    if picked.tile is not None:
        return CountLine("settled", message("count.which-end", tile=picked.tile))
    if picked.on is not None:
        return CountLine("settled", message("count.what-goes-on", host=picked.on), may_cancel=True)
    last, is_play = last_entry(state), activity == "play"
    if state.is_pegs_only:
        # What was pegged last is above it.
        return CountLine("faint", None)
    if last is None:
        return CountLine("faint", message("count.none") if is_play else None)
    settled, count = describe_settlement(state.game), written_out(state)
    why = None if activity == "claim" else last.line
    earned = earned_by(state)
    if isinstance(last.statement, TilesDrawn):
        drawn, left = last.statement.tiles, last.hand.boneyard
        return CountLine("settled", message("count.drew", tiles=drawn, left=left), why=why)
    if settled or not count or earned is None:
        return CountLine("settled", settled or _describe_last(state), counted=counted, why=why)
    if len(count) > _LONG:
        count = scoring_text.write_sum([end.counts for end in last.hand.layout.counted_ends])
    return CountLine("sum", count, earned if earned.words else None, counted, why=why)


def last_count(state: TableState, shown: CountLine) -> tuple[str, Text | None, int] | None:
    """The last count of a hand that is over, its points and entry, unless that is what is shown."""
    plays = [
        (each, each.statement) for each in state.entries if isinstance(each.statement, TileSet)
    ]
    if state.game.hand_is_on or shown.look == "sum" or not plays:
        return None
    last, tile_set = plays[-1]
    earned = scoring_text.describe_earned(last.game, last.play, tile_set.claim)
    return scoring_text.count_written_out(last.hand.layout), earned, last.line


def heard_of(
    state: TableState, picked: Picked, activity: str, counted: CountCheck | None
) -> Text | None:
    """The words to read aloud: a question, or the last entry as a sentence."""
    if picked.problem:
        return picked.problem
    if picked.counting is not None:
        return message("count.asked", tile=picked.counting.tile)
    if asked := asked_about(state, picked):
        return asked
    if counted is None:
        return _describe_last(state)
    if activity == "claim":
        return counted.question
    return sentences(counted.verdict, _describe_last(state))


def asked_about(state: TableState, picked: Picked) -> Text | None:
    """The entry that someone asks about, in a word or two; None if it isn't in this hand."""
    asked = (entry for entry in state.entries if entry.line == picked.about)
    return next((describe_statement(entry.statement, state.header) for entry in asked), None)


def last_entry(state: TableState) -> Entry | None:
    """The entry just made; None if a hand was only led."""
    last = state.entries[-1] if state.entries else None
    return None if last is None or isinstance(last.statement, HandLed) else last


def written_out(state: TableState) -> str:
    """The count on the table, written out; empty before the lead."""
    hand = state.game.hand
    return scoring_text.count_written_out(hand.layout) if hand and hand.layout.tiles else ""


def earned_by(state: TableState) -> Earned | None:
    """What the last tile of this turn pegged; None if there was none."""
    game, last = state.game, last_entry(state)
    play = game.hand.play if game.hand else None
    if play is None or last is None:
        return None
    claim = last.statement.claim if isinstance(last.statement, TileSet) else None
    side = game.seating.side_of[play.seat] if play.points else None
    return Earned(scoring_text.describe_earned(game, play, claim), side, bool(play.disregarded))


def _describe_last(state: TableState) -> Text | None:
    """The last entry as a sentence; None if there is none."""
    last = last_entry(state)
    if last is None:
        return None
    if state.is_pegs_only and not state.game.is_over:
        return message("count.pegged", change=describe_statement(last.statement, state.header))
    return claimed_by(state) or describe_entry(last)
