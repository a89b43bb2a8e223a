"""Count first: players call the count before the page shows it, and see who was right.

If nobody counts first, a phone may say what was called. Then the count shows once nobody else
calls it any more, and no phone says by itself that one was missed. Who claims another count may be
right or wrong.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from companion.i18n import Text, message, sentences
from companion.record.replay import Entry
from companion.record.statements import PointsRuled, TileSet, clean_reason
from companion.referee.count_reasons import change_between
from companion.rules.choices import Announce, Spinners
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.settings import Rules
from companion.tables.table_state import ClaimedCount, TableState

#: More than that no layout comes to; with two open ends alone not even half of it.
_HIGHEST, _HIGHEST_OF_TWO = 55, 22


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


class NoClaim(Refusal, code="claim"):
    """The count can no longer be claimed, or not so."""


@lru_cache(maxsize=64)
def counts_that_score(rules: Rules) -> tuple[int, ...]:
    """The counts that can be claimed: all that score and that a layout may come to."""
    highest = _HIGHEST_OF_TWO if rules.spinners is Spinners.NONE else _HIGHEST
    return tuple(filter(rules.scores, range(1, highest + 1)))


def judge_claim(state: TableState, counted: CountCheck, seat: int, said: int) -> ClaimedCount:
    """What a claim earns, or costs if the table agreed on that; raises `NoClaim`.

    Nobody learns by a refusal who was right.
    """
    if not counted.is_open:
        raise NoClaim(message("claim.closed"))
    if said == counted.claim:
        player = state.header.players[counted.seat]
        raise NoClaim(message("claim.said-already", player=player, claim=said))
    seating, rules = state.game.seating, state.game.rules
    side = seating.side_of[seat]
    cost = rules.worth(said) if state.table_options.penalty else 0
    # A claimed score is a score: what would pass an exact target counts nothing.
    points = rules.counted(
        counted.at_stake if said == counted.total else -cost, state.game.scores[side]
    )
    reason = clean_reason(str(_reason(counted, said)))
    return ClaimedCount(PointsRuled(seating.side_names[side], points, reason), said)


def claimed_by(state: TableState) -> Text | None:
    """What the claim just entered came to, and who was right; None if it was none."""
    if state.claim is None or len(state.entries) < 3:
        return None
    before, entry, ruled = state.entries[-3:]
    counted, ruling = judged(state, entry, before.game), ruled.statement
    if counted is None or not isinstance(ruling, PointsRuled):
        return None
    seats = state.game.seating.sides[state.game.seating.side(ruling.side)]
    name = "right" if state.claim == counted.total else "wrong"
    words = {"side": ruling.side, "claim": state.claim, "total": counted.total}
    return sentences(counted.verdict, message(f"claimed.{name}", **words, count=len(seats)))


def _reason(counted: CountCheck, said: int) -> Text:
    """Why a claim earns or costs points: a line of the record, that needs no names."""
    if said != counted.total:
        return message("claim.because-wrong", total=counted.total, claim=said)
    if counted.claim is None:
        return message("claim.because-not-said", total=counted.total)
    return message("claim.because-right", total=counted.total, claim=counted.claim)
