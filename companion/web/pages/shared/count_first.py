"""Count first: the count is asked before it is told, and who was right is told with it."""

from typing import Any, NamedTuple

from companion.record.statements import TileSet
from companion.referee.count import change_between
from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.tables.state import TableState
from companion.words import Text, message


class Counted(NamedTuple):
    """The tile just set by somebody who counts first: what was said of it, and what is so."""

    total: int
    is_right: bool
    #: Who was right: `Ana said 10: right.`
    verdict: Text
    #: What is asked of those who can claim it.
    question: Text
    #: The count by the change.
    change: Text
    #: What somebody else can still claim, in points; 0 where nothing was missed.
    at_stake: int
    #: The seats of those who can: all opponents of whoever counted.
    claimants: tuple[int, ...]


def counted_by(state: TableState) -> Counted | None:
    """What the last entry's player said of its count; None where nobody was asked."""
    last, game = (state.entries[-1] if state.entries else None), state.game
    if last is None or not isinstance(last.statement, TileSet) or game.hand is None:
        return None
    play = game.hand.play
    if play is None or play.seat not in state.table_options.counting:
        return None
    before = state.before_last.hand
    assert before is not None
    claim, total, rules, seating = last.statement.claim, play.total, game.rules, game.seating
    is_right = claim == total if claim is not None else not rules.scores(total)
    is_missed = rules.scores(total) and not rules.credits(total, claim) and not game.is_over
    plays_muggins = state.table_options.muggins and can_play_muggins(game)
    said = message("counted.no-score") if claim is None else claim
    words: dict[str, Any] = {"who": seating.players[play.seat], "claim": said}
    wrong = message("counted.wrong", total=total, **words)
    side = seating.side_of[play.seat]
    return Counted(
        total=total,
        is_right=is_right,
        verdict=message("counted.right", **words) if is_right else wrong,
        question=message("counted.who-claims", **words),
        change=change_between(before.layout, game.hand.layout).sentence,
        at_stake=rules.worth(total) if is_missed and plays_muggins else 0,
        claimants=tuple(seat for seat, other in enumerate(seating.side_of) if other != side),
    )


def is_asked(state: TableState) -> bool:
    """Whether whoever acts now counts before the count is told."""
    return state.game.turn in state.table_options.counting


def can_play_muggins(game: Game) -> bool:
    """Whether a missed count earns nothing here, so that it can go to who claims it first."""
    return game.rules.announce is Announce.REQUIRED
