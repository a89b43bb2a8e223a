"""Reneges: honest players are never accused, and cheats are found at the first line that proves it.

The proof is checked against a second matcher (`second_matcher`).
"""

from random import Random
from typing import Any

from hypothesis import given
from play import CAST, score
from random_play import Played, dishonest_game, hands_of, honest_game, seeds

from companion.i18n import Message, in_json, listed, message
from companion.record.replay import cut_into_hands, replay
from companion.record.statements import (
    TileSet,
    TilesLeft,
)
from companion.referee.proof.evidence import Evidence
from companion.referee.proof.renege import finding_of_hand, findings
from companion.rules.tile import Tile
from tests.second_matcher import first_contradiction, has_assignment, shuts_of
from tests.thorough import examples


@given(seeds)
@examples(400)
def test_honest_players_are_never_accused(seed: int) -> None:
    played = honest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    assert findings(transcript.entries) == []


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


@given(seeds)
@examples(150)
def test_a_renege_names_a_tile_of_its_line_and_the_latest_line_against_it(seed: int) -> None:
    played = dishonest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    at_line = {e.line: m for e, m in zip(transcript.entries, played.moments, strict=True)}
    for finding in findings(transcript.entries):
        if finding.code == "impossible":
            assert (finding.player, finding.tile, finding.since) == (None, None, None)
            continue
        statement = at_line[finding.line].statement
        assert isinstance(statement, (TileSet, TilesLeft))
        shown = (statement.tile,) if isinstance(statement, TileSet) else statement.tiles
        assert finding.player == statement.player
        assert finding.tile in shown
        (hand,) = (h for h in hands_of(played) if any(m is at_line[finding.line] for m in h))
        line_of = {id(moment): line for line, moment in at_line.items()}
        against = [
            line
            for shut in shuts_of(hand)
            if shut.player == finding.player
            and finding.tile in shut.tiles
            and (line := line_of[id(hand[shut.number])]) < finding.line
        ]
        assert finding.since == max(against)


@given(seeds)
@examples(60)
def test_honest_players_are_never_accused_in_a_crowded_deal(seed: int) -> None:
    random = Random(seed)
    seats = random.choice((2, 3, 4))
    each = 28 // seats - random.randint(0, 1)
    played = honest_game(seed, header=_header("race-horse", seats, each), hands=4)
    transcript = replay(played.text)
    assert transcript.start is not None
    assert findings(transcript.entries) == []


@given(seeds)
@examples(150)
def test_cheats_are_found_at_the_line_that_proves_it_and_no_earlier(seed: int) -> None:
    _is_found_exactly(dishonest_game(seed))


@given(seeds)
@examples(60)
def test_cheats_are_found_exactly_where_there_is_no_boneyard(seed: int) -> None:
    seats = Random(seed).choice((2, 4))
    header = _header("seven-toed-pete", seats, 28 // seats)
    _is_found_exactly(dishonest_game(seed, header=header))


@given(seeds)
@examples(60)
def test_cheats_are_found_exactly_by_small_hands_and_a_large_boneyard(seed: int) -> None:
    header = _header("racehorse-1990", Random(seed).choice((2, 3, 4)), Random(seed).randint(1, 3))
    _is_found_exactly(dishonest_game(seed, header=header))


def _header(game: str, seats: int, each: int) -> str:
    return f"game: {game}\nplayers: {', '.join(CAST[:seats])}\nrule: tiles-each = {each}"


@given(seeds)
@examples(150)
def test_a_player_is_named_only_where_that_player_s_word_alone_cannot_be(seed: int) -> None:
    played = dishonest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    for finding in findings(transcript.entries):
        if finding.code != "impossible":
            continue
        at = next(n for n, entry in enumerate(transcript.entries) if entry.line == finding.line)
        (hand,) = (h for h in cut_into_hands(transcript.entries) if at in h)
        shown = list(played.moments[hand.start : at + 1])
        liars = {name for name in CAST if not has_assignment(shown, None, believed={name})}
        assert isinstance(finding.sentence, Message)
        if finding.sentence.id == "finding.impossible":
            assert not liars
        else:
            assert finding.sentence["player"] in liars


def _is_found_exactly(played: Played) -> None:
    transcript = replay(played.text)
    assert transcript.start is not None
    found = {
        (finding.line, finding.code, finding.player) for finding in findings(transcript.entries)
    }
    line_of = {id(entry): at for at, entry in enumerate(played.moments)}
    expected = set()
    for moments in hands_of(played):
        first = first_contradiction(moments)
        if first is not None:
            number, code, player = first
            at = line_of[id(moments[number])]
            expected.add((transcript.entries[at].line, code, player))
    assert found == expected


@given(seeds)
@examples(200)
def test_a_hand_looked_at_once_proves_what_it_proves_entry_by_entry(seed: int) -> None:
    played = honest_game(seed) if seed % 2 else dishonest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    entries = transcript.entries
    for hand in cut_into_hands(entries):
        evidence, first = Evidence(entries[hand.start : hand.start + 1]), None
        for entry in entries[hand.start + 1 : hand.stop]:
            evidence.add(entry)
            if first is None and not evidence.can_be_explained:
                first = entry.line
        found = finding_of_hand(entries[hand.start : hand.stop])
        assert (found.line if found else None) == first
