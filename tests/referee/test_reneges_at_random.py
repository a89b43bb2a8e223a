"""Reneges in random games: nobody honest is accused, cheats at the first line that proves it.

The proof is checked against a second matcher (`second_matcher`).
"""

from random import Random

from hypothesis import given
from play import CAST
from random_play import Played, dishonest_game, hands_of, honest_game, seeds

from companion.i18n import Message
from companion.record.replay import cut_into_hands, replay
from companion.record.statements import (
    TileSet,
    TilesLeft,
)
from companion.referee.proof.evidence import Evidence
from companion.referee.proof.renege import finding_of_hand, findings
from tests.second_matcher import first_contradiction, has_assignment, shuts_of
from tests.thorough import examples


@given(seeds)
@examples(400)
def test_honest_players_are_never_accused(seed: int) -> None:
    played = honest_game(seed)
    transcript = replay(played.text)
    assert transcript.start is not None
    assert findings(transcript.entries) == []


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
