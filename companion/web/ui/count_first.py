"""Count first: players call the count before the page shows it, and see who was right.

If nobody counts first, a phone may say what was called. Then the count shows once nobody else
calls it any more, and no phone says by itself that one was missed.
"""

from typing import Any, NamedTuple

from companion.i18n import Text, message
from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee.count_reasons import change_between
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.table_state import TableState


class CountCheck(NamedTuple):
    """The count of the tile just played: what was said of it, what is so, and who can claim it."""

    #: The player, the count they called (None for no score), and the line of the entry.
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
    #: What a right claim of someone else gets, in points; 0 if nothing was missed.
    at_stake: int
    #: The seats of those who can claim: all opponents of the player.
    claimants: tuple[int, ...]
    #: Whether they still choose; if the player counts first, they may not see who was right.
    is_open: bool


def counted_by(state: TableState) -> CountCheck | None:
    """What the last entry's player said of its count; None if nobody was asked."""
    return counted_at(state, state.entries[-1], state.before_last) if state.entries else None


def counted_at(state: TableState, entry: Entry, before: Game) -> CountCheck | None:
    """What an entry's player said of its count; None if nobody was asked.

    If a phone says what was called, others may call it too, whether or not it was right.
    """
    if not isinstance(entry.statement, TileSet):
        return None
    may_be_called = entry is state.entries[-1] and state.claim is not None
    is_asked = may_be_called or entry.play.seat in state.table_options.counting
    return judged(state, entry, before) if is_asked else None


def judged(state: TableState, entry: Entry, before: Game) -> CountCheck | None:
    """What was said of the count of an entry, judged; None if it plays no tile."""
    if not isinstance(entry.statement, TileSet) or before.hand is None:
        return None
    game, play = entry.game, entry.play
    claim, total, rules, seating = entry.statement.claim, play.total, game.rules, game.seating
    is_right = claim == total if claim is not None else not rules.scores(total)
    is_missed = rules.scores(total) and not rules.credits(total, claim)
    said = message("counted.no-score") if claim is None else claim
    words: dict[str, Any] = {"who": seating.players[play.seat], "claim": said}
    wrong = message("counted.wrong", total=total, **words)
    side, is_last = seating.side_of[play.seat], entry is state.entries[-1]
    may_claim = may_call_muggins(state) and not game.is_over
    return CountCheck(
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


def as_told(state: TableState, counted: CountCheck | None) -> TableState:
    """The table with the scores that may be shown: not yet a count that can be claimed."""
    return state.without_last if counted is not None and counted.is_open else state


def is_asked(state: TableState) -> bool:
    """Whether the player to act now calls the count before it is shown."""
    return state.game.turn in state.table_options.counting


def hides_counts(state: TableState, said: str) -> bool:
    """Whether the phone tells no count yet: the player calls it, or opponents may.

    `said` is what the player called, as the form has it: empty, `right`, `silent` or a number.
    """
    return is_asked(state) or (said not in ("", "right") and may_call_muggins(state))


def may_call_muggins(state: TableState) -> bool:
    """Whether opponents may call a count here."""
    return state.table_options.muggins and can_play_muggins(state.game)


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that it can go to who claims it first."""
    return game.rules.announce is Announce.REQUIRED
