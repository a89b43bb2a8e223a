"""Count first: players call the count before the page shows it, and see who was right.

If nobody counts first, the page shows a count that was overlooked; it can still be claimed.
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
    """What an entry's player said of its count; None if nobody was asked."""
    seat = _seat_of(entry)
    return _judged(state, entry, before) if seat in state.table_options.counting else None


def missed_by(state: TableState) -> CountCheck | None:
    """The count of the last entry that was overlooked, while someone can have its points."""
    if not state.entries:
        return None
    missed, game = missed_at(state, state.entries[-1], state.before_last), state.game
    if missed is None or not missed.is_open:
        return None
    # A side claims as one, and nothing that would pass an exact target.
    sides = zip(game.seating.sides, game.scores, strict=True)
    gaining = [seats[0] for seats, has in sides if game.rules.counted(missed.at_stake, has)]
    claimants = tuple(seat for seat in gaining if seat in missed.claimants)
    return missed._replace(claimants=claimants) if claimants else None


def missed_at(state: TableState, entry: Entry, before: Game) -> CountCheck | None:
    """The count of an entry that earned nothing, as it was not announced; not who counts first."""
    seat, options, rules = _seat_of(entry), state.table_options, entry.game.rules
    if seat is None or seat in options.counting or not options.muggins:
        return None
    if not rules.scores(entry.play.total):
        return None
    judged = _judged(state, entry, before)
    return judged if judged is not None and judged.at_stake else None


def _seat_of(entry: Entry) -> int | None:
    """The seat that played the tile of this entry; None if it plays none."""
    return entry.play.seat if isinstance(entry.statement, TileSet) else None


def _judged(state: TableState, entry: Entry, before: Game) -> CountCheck | None:
    if not isinstance(entry.statement, TileSet) or before.hand is None:
        return None
    game, options, play = entry.game, state.table_options, entry.play
    claim, total, rules, seating = entry.statement.claim, play.total, game.rules, game.seating
    is_right = claim == total if claim is not None else not rules.scores(total)
    is_missed = rules.scores(total) and not rules.credits(total, claim)
    said = message("counted.no-score") if claim is None else claim
    words: dict[str, Any] = {"who": seating.players[play.seat], "claim": said}
    wrong = message("counted.wrong", total=total, **words)
    side, is_last = seating.side_of[play.seat], entry is state.entries[-1]
    may_claim = options.muggins and can_play_muggins(game) and not game.is_over
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


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that it can go to who claims it first."""
    return game.rules.announce is Announce.REQUIRED
