"""Reneges, one by one: what a record proves of somebody, and at which line."""

from typing import Any

from play import score

from companion.i18n import in_json, listed, message
from companion.rules.tile import Tile


def test_who_passed_and_sets_later_what_fitted_then_has_reneged() -> None:
    finding = _only_finding(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: 6-2
        Ana: 4-3
        """
    )
    knocked = message("finding.knocked", player="Ana", tile="4-3", pips=listed((6, 4)))
    said = message("finding.on-line", line=6, what=knocked)
    about = {"code": "renege", "line": 8, "player": "Ana", "tile": "4-3", "since": 6}
    assert finding == about | in_json("message", said)


def test_who_drew_and_shows_later_what_fitted_then_has_reneged() -> None:
    finding = _only_finding(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 2
        rule: another-turn = none
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 3-3
        Ana: 6-1
        Ben: left 6-5 1-0
        """
    )
    assert finding["line"] == 10
    assert (finding["player"], finding["tile"], finding["since"]) == ("Ben", "6-5", 7)


def test_a_tile_drawn_in_between_proves_nothing() -> None:
    _only_finding(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 3
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 6-2
        Ana: 3-0
        Ben: draws 2
        Ben: 2-2
        """,
        expected=0,
    )


def test_all_drawn_before_the_last_did_not_fit() -> None:
    # Ana set the last of three drawn; neither her two tiles nor the two before it fitted.
    finding = _only_finding(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 2
        rule: another-turn = none
        lead: Ben
        Ben: 6-3
        Ana: draws 3
        Ana: 6-2
        Ben: 3-1
        Ana: left 6-1 5-5 5-4 4-4
        """
    )
    assert (finding["line"], finding["tile"], finding["since"]) == (10, "6-1", 7)


def test_where_tiles_are_drawn_a_pass_is_a_pass() -> None:
    finding = _only_finding(
        """
        game: five-up
        players: Ana, Ben, Cyd, Dee
        lead: Ana
        Ana: 6-4
        Ben: draws 8
        Ben: passes
        Cyd: 6-2
        Dee: 2-1
        Ana: 1-0
        Ben: 4-3
        """
    )
    passed = message("finding.passed", player="Ben", tile="4-3", pips=listed((6, 4)))
    assert finding["message"] == str(message("finding.on-line", line=6, what=passed))


def test_pips_told_without_tiles_prove_nothing() -> None:
    _only_finding(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 2
        rule: another-turn = none
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 3-3
        Ana: 6-1
        Ben: left 23 pips
        """,
        expected=0,
    )


def test_a_tile_that_nobody_can_have_had_names_nobody() -> None:
    # The 6-1 is in no hand and in no boneyard: both passed with a 6 open.
    finding = _only_finding(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: passes
        Ana: left 79 pips
        Ben: left 79 pips
        """
    )
    assert finding["line"] == 7
    assert (finding["code"], finding["player"], finding["tile"], finding["since"]) == (
        "impossible",
        None,
        None,
        None,
    )


def test_tiles_that_only_together_cannot_be_explained_are_told_together() -> None:
    # The 6-1, 6-2 and 6-4 all fitted on line 7; of three tiles drawn later one was the 3-0.
    finding = _only_finding(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 4
        rule: another-turn = none
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 6-5
        Ana: 5-5
        Ben: draws 3
        Ben: 3-0
        Ana: 6-0
        Ben: 6-1
        Ana: 1-1
        Ben: left 6-2 6-4 4-4 2-2 4-2
        """
    )
    together = message(
        "finding.too-few-places",
        count=2,
        player="Ben",
        tiles=listed(map(Tile.parse, ("6-4", "6-2", "6-1"))),
    )
    # Each of them can have been drawn after line 7, so no line is named for one.
    assert finding["message"] == str(together)
    assert (finding["player"], finding["since"]) == ("Ben", 7)


def test_at_most_one_finding_is_told_for_a_hand() -> None:
    _only_finding(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: 6-2
        Ana: 4-1
        Ben: 3-2 on 6-2
        Ana: 4-3
        """
    )


def _only_finding(record: str, *, expected: int = 1) -> Any:
    found = score(record).verdict["findings"]
    assert len(found) == expected
    return found[0] if found else None
