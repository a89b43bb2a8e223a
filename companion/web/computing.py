"""What an answer costs to compute, in entries of a record, and how many of them one address has.

A record is replayed from its beginning: how long that takes is known before, by its length. So
nobody who asks for the longest of records again and again keeps all others waiting.
"""

from typing import cast

from flask import g, request

from companion.record.replay import LARGEST_RECORD
from companion.tables.state import Members

#: Some seconds of one processor. Thirty phones that look at a season of two thousand entries twice
#: a minute take less than half of it, at an evening's record next to nothing.
BUDGET = "80000 per 10 seconds; 300000 per minute"
#: However long its record, a table can be looked at.
_MOST = 60_000
#: What replays a table's record, by how often it goes through it.
_REPLAYS = {
    "record.show": 1,
    "record.fix": 1,
    "record.save": 1,
    "record.save_json": 3,
    "finish.show": 2,
    "finish.draw": 2,
    "finish.review": 1,
    "finish.review_hand": 1,
    "record.edit": 1,
    "record.miss": 1,
    "record.correct": 2,
    "record.insert": 2,
    "record.delete": 2,
    "effect.correct": 3,
    "effect.insert": 3,
    "effect.delete": 3,
    "record.story": 3,
    "record.answer": 3,
    "record.take_back": 3,
    "referee.last_why": 1,
    "referee.score": 1,
    "referee.score_picture": 1,
    "referee.why": 1,
    "referee.why_picture": 1,
    "referee.proof": 2,
    "referee.proof_picture": 2,
    "referee.held": 1,
    "referee.held_picture": 1,
    "referee.what_if": 1,
    "referee.what_if_picture": 1,
    "referee.under": 3,
    "referee.under_picture": 3,
    "hand_over.show": 2,
    # Once the game is over, with its race.
    "play.board": 1,
}
#: What replays a record that somebody sends.
_READS = {
    "referee.ask_of_record": 1,
    "referee.under_of_record": 3,
    "referee.under_of_record_picture": 3,
    "bring_in.bring": 3,
    "take.bring": 3,
    "take.go_on": 3,
}
COMPUTES = _REPLAYS.keys() | _READS.keys()
#: The letters of an entry; in a link, where they are packed, of the shortest.
_LETTERS_EACH, _PACKED_EACH = 12, 6


def cost() -> int:
    """The entries that this request has to replay, as far as they are known before."""
    endpoint = request.endpoint or ""
    if endpoint in _REPLAYS:
        # Who is asked for was let in before this is counted.
        return min(_MOST, 1 + _REPLAYS[endpoint] * cast(Members, g.members).state.version)
    # Whoever does not say how much comes may send all that is taken.
    letters = LARGEST_RECORD if request.content_length is None else request.content_length
    each = _PACKED_EACH if endpoint.startswith("take.") else _LETTERS_EACH
    return min(_MOST, 1 + _READS[endpoint] * letters // each)
