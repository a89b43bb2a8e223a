"""Count first: the count is asked before it is told, and who was right is told with it."""

from typing import Any, NamedTuple

from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.change import change_between
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.state import TableState
from companion.words import Text, message


class Counted(NamedTuple):
    """The tile just set by somebody who counts first: what was said of it, and what is so."""

    #: Who set it, what they said of it, None for no score, and the line of the entry.
    seat: int
    claim: int | None
    line: int
    total: int
    is_right: bool
    #: Who was right: `Ana said 10: right.`
    verdict: Text
    #: What was said, and no more: `said 10`, and as a question to those who can claim the count.
    said: Text
    question: Text
    #: The count by the change.
    change: Text
    #: What a right claim of somebody else gets, in points; 0 where nothing was missed.
    at_stake: int
    #: The seats of those who can claim: all opponents of whoever counted.
    claimants: tuple[int, ...]
    #: Whether they still choose, and may not be told who was right.
    is_open: bool


def counted_by(state: TableState) -> Counted | None:
    """What the last entry's player said of its count; None where nobody was asked."""
    if not state.entries:
        return None
    return counted_at(state, state.entries[-1], state.before_last)


def counted_at(state: TableState, entry: Entry, before: Game) -> Counted | None:
    """What an entry's player said of its count; None where nobody was asked."""
    game, options = entry.game, state.table_options
    play = game.hand.play if game.hand else None
    if not isinstance(entry.statement, TileSet) or play is None or before.hand is None:
        return None
    if play.seat not in options.counting:
        return None
    claim, total, rules, seating = entry.statement.claim, play.total, game.rules, game.seating
    is_right = claim == total if claim is not None else not rules.scores(total)
    is_missed = rules.scores(total) and not rules.credits(total, claim)
    said = message("counted.no-score") if claim is None else claim
    words: dict[str, Any] = {"who": seating.players[play.seat], "claim": said}
    wrong = message("counted.wrong", total=total, **words)
    side, is_last = seating.side_of[play.seat], entry is state.entries[-1]
    may_claim = options.muggins and can_play_muggins(game) and not game.is_over
    return Counted(
        seat=play.seat,
        claim=claim,
        line=entry.line,
        total=total,
        is_right=is_right,
        verdict=message("counted.right", **words) if is_right else wrong,
        said=message("counted.said", claim=said),
        question=message("counted.who-claims", **words),
        change=change_between(before.hand.layout, entry.hand.layout).sentence,
        at_stake=rules.worth(total) if is_missed else 0,
        claimants=tuple(seat for seat, other in enumerate(seating.side_of) if other != side),
        is_open=may_claim and is_last and entry.line != state.unclaimed,
    )


def as_told(state: TableState, counted: Counted | None) -> TableState:
    """The table whose scores may be told: not yet those of a count that can be claimed."""
    return state.without_last if counted is not None and counted.is_open else state


def is_asked(state: TableState) -> bool:
    """Whether whoever acts now counts before the count is told."""
    return state.game.turn in state.table_options.counting


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that it can go to who claims it first."""
    return game.rules.announce is Announce.REQUIRED
