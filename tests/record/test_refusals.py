"""What a record is refused for: every code of the format, with its line and a sentence."""

import re

import pytest
from play import describe_refusal, refusal, score

from companion.record.number_bounds import TooLarge
from companion.record.record_link import NotCarried
from companion.record.replay import RecordTooLong, replay
from companion.rules.errors import Refusal

HEADER = "game: race-horse\nplayers: Ana, Ben\n"
LED = HEADER + "lead: Ana\n"
#: All tiles are dealt: Ana set the 6-4 and both passed; 13 and 14 tiles are left.
BLOCKED = (
    "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 14\nlead: Ana\n"
    "Ana: 6-4\nAna: passes\nBen: passes\n"
)
#: Ana dominoed with her only tile; Ben holds one.
DOMINO = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\nAna: 6-3\n"
WON = "game: race-horse\nplayers: Ana, Ben\ntarget: 2\nlead: Ana\nAna: 6-4\n"

#: (record, line, code)
REFUSED = [
    # syntax
    (LED + "Ana 6-4", 4, "syntax"),
    (LED + "Ana:", 4, "syntax"),
    (LED + ": 6-4", 4, "syntax"),
    (LED + "Ana: 7-1", 4, "syntax"),
    (LED + "Ana: 6-4-2", 4, "syntax"),
    (LED + "Ana: 64", 4, "syntax"),
    (LED + "Ana: 6 - 4", 4, "syntax"),
    (LED + "Ana: 6-4 at 4-4", 4, "syntax"),
    (LED + "Ana: 6-4 on", 4, "syntax"),
    (LED + "Ana: 6-4 on 7-7", 4, "syntax"),
    (LED + "Ana: 6-4 claims 10", 4, "syntax"),
    (LED + "Ana: 6-4, claims", 4, "syntax"),
    (LED + "Ana: 6-4, claims ten", 4, "syntax"),
    (LED + "Ana: 6-4, claims -5", 4, "syntax"),
    (LED + "Ana: 6-4, claims ١٠", 4, "syntax"),
    (LED + "Ana: 6-4 6-5", 4, "syntax"),
    (LED + "Ana: draws", 4, "syntax"),
    (LED + "Ana: draws 0", 4, "syntax"),
    (LED + "Ana: draws -1", 4, "syntax"),
    (LED + "Ana: draws 1 tile", 4, "syntax"),
    (LED + "Ana: pass", 4, "syntax"),
    (LED + "Ana: passes twice", 4, "syntax"),
    (LED + "Ana: wins", 4, "syntax"),
    (DOMINO + "Ben: left", 6, "syntax"),
    (DOMINO + "Ben: left 7", 6, "syntax"),
    (DOMINO + "Ben: left pips", 6, "syntax"),
    (DOMINO + "Ben: left -7 pips", 6, "syntax"),
    (DOMINO + "Ben: left 7-1", 6, "syntax"),
    (DOMINO + "Ben: left 6-1, 5-1", 6, "syntax"),
    (LED + "ruling: Ana", 4, "syntax"),
    (LED + "ruling: Ana 3", 4, "syntax"),
    (LED + "ruling: Ana + 3", 4, "syntax"),
    (LED + "ruling: +3", 4, "syntax"),
    (LED + "ruling: Ana +3 because", 4, "syntax"),
    (LED + f"ruling: Ana +3, {'a' * 81}", 4, "syntax"),
    (LED + "ruling: Ana +3, she said \u202eso", 4, "syntax"),
    (LED + "hello", 4, "syntax"),
    # syntax: the header
    ("", 1, "syntax"),
    ("# nothing but a comment\n", 1, "syntax"),
    ("game: race-horse\n", 1, "syntax"),
    ("players: Ana, Ben\n", 1, "syntax"),
    ("game: race-horse\n\n# no players\n", 3, "syntax"),
    ("players: Ana, Ben\ngame: race-horse\nlead: Ana", 2, "syntax"),
    (HEADER + "game: race-horse", 3, "syntax"),
    (HEADER + "players: Ana, Ben", 3, "syntax"),
    (HEADER + "target: 61\ntarget: 61", 4, "syntax"),
    (HEADER + "target: 61\nrule: target = 30", 4, "syntax"),
    (HEADER + "rule: target = 61\ntarget: 61", 4, "syntax"),
    (HEADER + "rule: spinners = all\nrule: spinners = all", 4, "syntax"),
    (HEADER + "target: lots", 3, "syntax"),
    (HEADER + "rule: spinners", 3, "syntax"),
    (HEADER + "rule: spinners =", 3, "syntax"),
    (HEADER + "rule: = all", 3, "syntax"),
    (LED + "target: 30", 4, "syntax"),
    (LED + "rule: spinners = all", 4, "syntax"),
    (LED + "players: Ana, Ben", 4, "syntax"),
    (LED + "game: race-horse", 4, "syntax"),
    # unknown-…
    ("game: whist\nplayers: Ana, Ben\nlead: Ana", 1, "unknown-game"),
    (HEADER + "rule: jokers = 2", 3, "unknown-rule"),
    (HEADER + "rule: spinners = some", 3, "unknown-rule"),
    (HEADER + "rule: spinners = ALL", 3, "unknown-rule"),
    (HEADER + "target: 0", 3, "unknown-rule"),
    (HEADER + "lead: Zoe", 3, "unknown-player"),
    (LED + "Zoe: 6-4", 4, "unknown-player"),
    (LED + "Zoe: draws 1", 4, "unknown-player"),
    (LED + "Zoe: passes", 4, "unknown-player"),
    (DOMINO + "Zoe: left 6-1", 6, "unknown-player"),
    (LED + "ruling: Zoe +3", 4, "unknown-player"),
    # players
    ("game: race-horse\nplayers: Ana", 2, "players"),
    ("game: race-horse\nplayers: Ana, Ben, Cyd, Dee, Eve", 2, "players"),
    ("game: race-horse\nplayers: Ana, Ana", 2, "players"),
    ("game: race-horse\nplayers: Ana, , Ben", 2, "players"),
    ("game: race-horse\nplayers: Ana, Ben,", 2, "players"),
    ("game: seven-rocks\nplayers: Ana, Ben, Cyd", 2, "players"),
    ("game: race-horse\nplayers: Jos\u00e9, Jose\u0301", 2, "players"),
    ("game: race-horse\nplayers: Ana, An\u200ba", 2, "players"),
    (f"game: race-horse\nplayers: {'Ana, ' * 999}Ben", 2, "players"),
    (HEADER + "rule: tiles-each = 15", 2, "players"),
    (HEADER + "rule: tiles-each = 0", 2, "players"),
    # the game
    (WON + "Ana: 6-6", 6, "game-over"),
    (WON + "lead: Ana", 6, "game-over"),
    (HEADER + "Ana: 6-4", 3, "hand-over"),
    (HEADER + "Ana: draws 1", 3, "hand-over"),
    (HEADER + "Ana: passes", 3, "hand-over"),
    (HEADER + "Ana: left 6-4", 3, "hand-over"),
    (HEADER + "ruling: Ana +1", 3, "hand-over"),
    (DOMINO + "Ben: 6-1", 6, "hand-over"),
    (DOMINO + "Ben: draws 1", 6, "hand-over"),
    (DOMINO + "Ben: passes", 6, "hand-over"),
    (DOMINO + "Ben: left 6-1\nBen: left 6-1", 7, "hand-over"),
    (DOMINO + "Ben: left 6-1\nBen: 6-2", 7, "hand-over"),
    (LED + "lead: Ana", 4, "hand-not-over"),
    (LED + "Ana: left 6-4", 4, "hand-not-over"),
    (DOMINO + "lead: Ana", 6, "hand-not-over"),
    (DOMINO + "Ben: left 6-1\nlead: Ben", 7, "wrong-leader"),
    (LED + "Ben: 6-4", 4, "not-your-turn"),
    (LED + "Ben: draws 1", 4, "not-your-turn"),
    (LED + "Ben: passes", 4, "not-your-turn"),
    # tiles
    (DOMINO + "Ana: left 6-1", 6, "left-count"),
    (DOMINO + "Ben: left 6-1 6-2", 6, "left-count"),
    (BLOCKED + "Ana: left 70 pips\nAna: left 70 pips", 9, "left-count"),
    (LED + "Ana: 6-3\nBen: 6-3", 5, "already-set"),
    (DOMINO + "Ben: left 3-6", 6, "already-set"),
    ("game: seven-toed-pete\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3", 4, "bad-lead"),
    (LED + "Ana: passes", 4, "must-lead"),
    (LED + "Ana: draws 1", 4, "must-lead"),
    (LED + "Ana: 6-3\nBen: passes", 5, "must-draw"),
    (LED + "Ana: 6-3\nBen: 5-5", 5, "no-match"),
    (LED + "Ana: 6-3\nBen: 6-5 on 4-4", 5, "no-match"),
    (LED + "Ana: 6-3\nBen: 6-2\nAna: 3-2", 6, "not-your-turn"),
    (LED + "Ana: 6-3\nBen: 6-1\nAna: 3-1", 6, "which-end"),
    (LED + "Ana: 6-3\nBen: draws 15", 5, "boneyard-empty"),
    (LED + "Ana: 6-3\nBen: draws 999999999999", 5, "boneyard-empty"),
    (DOMINO + "Ben: left 13 pips", 6, "left-pips"),
    (DOMINO + "Ben: left 99999999999999 pips", 6, "left-pips"),
    (BLOCKED + "Ana: left 70 pips\nBen: left 87 pips", 9, "left-total"),
]


@pytest.mark.parametrize(("record", "line", "code"), REFUSED)
def test_an_entry_that_cannot_stand_is_refused_with_its_line_and_code(
    record: str, line: int, code: str
) -> None:
    assert refusal(record) == (line, code)


def test_wording_a_refusal_is_a_sentence_for_players() -> None:
    inside = re.compile(r"Traceback|Error|object at|\\x|\\n|\bNone\b|Tile\(|[\w.]+\(")
    for record, *_ in REFUSED:
        told = str(describe_refusal(record))
        assert told[-1] in ".?", told
        assert told[0].isupper() or not told[0].isalpha() or told[0] in "`“‘'", told
        assert not inside.search(told), told


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_missing_header_is_told_at_the_last_line_whatever_ends_the_lines(ending: str) -> None:
    assert refusal(ending.join(["game: race-horse", "", ""])) == (2, "syntax")
    assert refusal("game: race-horse" + ending) == (1, "syntax")


def test_partners_are_two_names_and_not_one_of_them_twice() -> None:
    record = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd & Ana, Ben & Dee\n"
    assert refusal(record)[1] == "players"


def test_every_code_of_the_format_is_refused_somewhere() -> None:
    # Links, tables and pages have refusals of their own, and so has what they take no larger.
    rooms = ("companion.rules.", "companion.record.")
    kinds = _kinds_of(Refusal) - {NotCarried, RecordTooLong, TooLarge} - _kinds_of(NotCarried)
    codes = {kind.code for kind in kinds if kind.__module__.startswith(rooms)}
    assert codes == {code for _, _, code in REFUSED}


def _kinds_of(kind: type[Refusal]) -> set[type[Refusal]]:
    below = set(kind.__subclasses__())
    return below.union(*map(_kinds_of, below))


def test_what_was_accepted_before_a_refusal_stands() -> None:
    record = LED + "Ana: 6-4\nAna: 6-6\nAna: 5-5\n"
    assert refusal(record) == (6, "no-match")
    assert score(LED + "Ana: 6-4\nAna: 6-6\n").points == [2, 0]


# Where several apply, the first of the table is told.


@pytest.mark.parametrize(
    ("record", "code"),
    [
        # syntax before all: after the game, by a stranger
        (WON + "Zoe: what", "syntax"),
        (WON + "target: 5", "syntax"),
        # unknown-player before game-over, hand-over, not-your-turn and what a tile may do
        (WON + "Zoe: 6-6", "unknown-player"),
        (WON + "lead: Zoe", "unknown-player"),
        (WON + "ruling: Zoe +1", "unknown-player"),
        (HEADER + "Zoe: 6-4", "unknown-player"),
        (LED + "lead: Zoe", "unknown-player"),
        (LED + "Zoe: left 6-4", "unknown-player"),
        # game-over before hand-over, wrong-leader, not-your-turn
        (WON + "Ben: 6-4", "game-over"),
        (WON + "Ben: left 6-6 6-5", "game-over"),
        (WON + "lead: Ben", "game-over"),
        # hand-over and hand-not-over before wrong-leader, not-your-turn and left-count
        (DOMINO + "Ana: 6-3", "hand-over"),
        (DOMINO + "lead: Ben", "hand-not-over"),
        (LED + "Ben: left 6-4", "hand-not-over"),
        (LED + "lead: Ben", "hand-not-over"),
        (DOMINO + "Ben: left 6-1\nAna: left 6-3 6-3", "hand-over"),
        # not-your-turn before what the tile, the draw or the pass would be told
        (LED + "Ana: 6-3\nAna: 6-3", "not-your-turn"),
        (LED + "Ana: 6-3\nAna: 5-5", "not-your-turn"),
        (LED + "Ana: 6-3\nAna: passes", "not-your-turn"),
        (LED + "Ana: 6-3\nAna: draws 99", "not-your-turn"),
        (LED + "Ben: passes", "not-your-turn"),
        # left-count before already-set and left-pips
        (DOMINO + "Ben: left 6-3 6-3", "left-count"),
        (DOMINO + "Ana: left 99 pips", "left-count"),
        # already-set before must-draw, no-match, which-end
        (LED + "Ana: 6-3\nBen: 6-3 on 5-5", "already-set"),
        (
            "game: racehorse-1990\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\n"
            "Ana: 6-6\nAna: 6-6",
            "already-set",
        ),
        # must-draw before no-match and which-end
        (
            "game: racehorse-1990\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\n"
            "Ana: 6-6\nAna: 5-5",
            "must-draw",
        ),
        # bad-lead before no-match, must-lead before boneyard-empty
        ("game: seven-toed-pete\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3 on 6-6", "bad-lead"),
        (LED + "Ana: draws 99", "must-lead"),
        # already-set before left-total
        (
            BLOCKED + "Ben: left 70 pips\nAna: left "
            "6-4 6-5 6-6 5-5 5-4 5-3 5-2 5-1 5-0 4-4 4-3 4-2 4-1",
            "already-set",
        ),
        # left-pips before left-total
        (BLOCKED + "Ana: left 70 pips\nBen: left 168 pips", "left-pips"),
    ],
)
def test_the_first_of_the_table_is_told(record: str, code: str) -> None:
    assert refusal(record)[1] == code


def test_a_record_has_an_end() -> None:
    full = LED + "ruling: Ana +0\n" * 3_997
    assert len(replay(full).entries) == 3_998 and replay(full).refused is None
    assert refusal(full + "Ana: 6-4") == (4_001, "syntax")
    assert describe_refusal(full + "Ana: 6-4\n" * 9).id == "refused.too-long"


def test_a_refused_header_has_no_entries() -> None:
    line, code = refusal("game: whist\nplayers: Ana, Ben\nlead: Ana\nAna: 6-4")
    assert (line, code) == (1, "unknown-game")
