"""What an answer costs to compute, in entries of a record, and how many of them one address has.

A record is replayed from its beginning: how long that takes is known before, by its length. So
nobody who asks for the longest of records again and again keeps all others waiting.
"""

from contextlib import suppress
from typing import cast

from flask import current_app, g, request
from htmx_flask import request as htmx_request

from companion.clubs.all_services import Clubs
from companion.record.replay import LARGEST_RECORD
from companion.tables.errors import NoSuchLink
from companion.tables.table_state import Members

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
    "push_out.save_csv": 1,
    "push_out.save_json": 1,
    "review.game": 1,
    "review.hand": 1,
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
    "club_carry.bring": 1,
}
#: What replays no record, and takes about as long as one of so many entries.
_TAKES_AS_LONG = {
    "sheets.show": 12_000,
    "classes.show": 6_000,
    "classes.see": 1_500,
    # All records of some hundred tables are read and packed.
    "club_carry.export": 30_000,
    # The games of a club are folded; those that changed are looked at anew, one request at a time.
    "club.show": 1_000,
    "club_players.show": 1_500,
    "club_players.games": 1_000,
    "club_evenings.everything": 1_000,
    "club_evenings.show": 1_000,
    "club_evenings.draw": 1_000,
    "club_evenings.ratings": 1_000,
    "season.show": 1_000,
    "season.table": 1_000,
    # Each phone asks every few seconds; what changed is looked at once for all of them.
    "club_tonight.show": 100,
    "club_tonight.board": 100,
    # One match is read of its league, or a knock-out of 64.
    "match.show": 100,
    "match.open_table": 100,
    "match.lineup": 100,
    "match.line_up": 100,
    "match.change": 100,
    "match.card": 100,
    "match.speak": 100,
    "match.draw_card": 100,
    "match.write_card": 100,
    # Each question is found in random play and drawn, or judged.
    "sprint.deal": 5_000,
    "sprint.more": 5_000,
    "sprint.result": 2_000,
    # A puzzle is found in up to a quarter of a second, once for each process.
    "puzzle.of_week": 6_000,
    # A hand is reviewed in a hundredth of a second, once for each version of its table.
    "puzzle.of_today": 3_000,
    "practise.go_on": 1_500,
    "own.solve": 400,
    "own.keep_try": 400,
    "own.ask": 400,
    "own.answer": 400,
    "race.start": 2_000,
    "race.questions": 2_000,
    # Most are remembered; of a race that ran at another process they are found anew.
    "race.answer": 200,
    "race.show": 100,
    "race.result": 2_000,
}
#: What follows all matches of a league, or of the latest of a club, by how long each of them takes.
_FOLLOWS = {
    "league.all_of_club": 1,
    "league.subscribed": 2,
    "league.show": 4,
    "league.table": 4,
    "league.calendar": 8,
    "league.settings": 2,
    "league.change": 4,
    "league.challenge": 4,
}
#: A league that is still as it was seen is only read: so many matches in the time of one entry.
_ASKED_AGAIN, _READ_FOR_ONE = 50, 4
#: Before there is a match.
_FOLLOWED_AT_LEAST = 200
#: A puzzle without and with the list of own mistakes: a tap on the puzzle shows that not anew.
_TAPPED, _WITH_OWN = 400, 3_000
COMPUTES = (
    _REPLAYS.keys() | _READS.keys() | _TAKES_AS_LONG.keys() | _FOLLOWS.keys() | {"puzzle.of_day"}
)
#: The letters of an entry; in a link, where they are packed, of the shortest; in a club's file.
_LETTERS_EACH, _PACKED_EACH, _ZIPPED_EACH = 12, 6, 4


def cost() -> int:
    """The entries that this request has to replay, as far as they are known before."""
    endpoint = request.endpoint or ""
    if endpoint == "puzzle.of_day":
        return _TAPPED if htmx_request.htmx.boosted else _WITH_OWN
    if endpoint in _TAKES_AS_LONG:
        return _TAKES_AS_LONG[endpoint]
    if endpoint == "league.show" and _has_seen_it():
        return _ASKED_AGAIN + _matches() // _READ_FOR_ONE
    if endpoint in _FOLLOWS:
        return min(_MOST, _FOLLOWED_AT_LEAST + _FOLLOWS[endpoint] * _matches())
    if endpoint in _REPLAYS:
        # Who is asked for was let in before this is counted.
        return min(_MOST, 1 + _REPLAYS[endpoint] * cast(Members, g.members).state.version)
    # Whoever does not say how much comes may send all that is taken.
    letters = LARGEST_RECORD if request.content_length is None else request.content_length
    if endpoint == "club_carry.bring":
        each = _ZIPPED_EACH
    else:
        each = _PACKED_EACH if endpoint.startswith("take.") else _LETTERS_EACH
    return min(_MOST, 1 + _READS[endpoint] * letters // each)


def _has_seen_it() -> bool:
    """Whether a phone asks again that has seen a league as it stood when it was last looked at."""
    leagues = cast(Clubs, current_app.extensions["clubs"]).leagues
    is_again = bool(htmx_request.htmx)
    asked = request.view_args or {}
    return is_again and leagues.is_known(asked["league_id"], request.args.get("seen", ""))


def _matches() -> int:
    """How many matches are followed by who asks for a league, or for the latest of a club."""
    asked, clubs = request.view_args or {}, cast(Clubs, current_app.extensions["clubs"])
    if "league_id" in asked:
        return clubs.leagues.matches_of(asked["league_id"])
    if "secret" in asked:
        # Who has no calendar's address learns that on its page.
        with suppress(NoSuchLink):
            return clubs.leagues.latest_matches_of(clubs.access.club_of_calendar(asked["secret"]))
        return 0
    return clubs.leagues.latest_matches_of(asked["club_id"])
