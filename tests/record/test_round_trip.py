"""What is written reads back as the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import dishonest_game, honest_game, seeds

from companion.record.replay import replay
from companion.record.statements import (
    HandLed,
    HeaderLine,
    PipsLeft,
    PointsRuled,
    Statement,
    TilesDrawn,
    TileSet,
    TilesLeft,
    TurnPassed,
    clean_reason,
    read_statement,
)
from companion.rules.errors import WrongPlayers
from companion.rules.player_names import check_name
from companion.rules.tile import ALL_TILES
from tests.thorough import examples


def _is_name(text: str) -> bool:
    try:
        check_name(text)
    except WrongPlayers:
        return False
    return True


names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=24).filter(_is_name)
tiles = st.sampled_from(ALL_TILES)
numbers = st.integers(min_value=0, max_value=10**9)
reasons = st.text(st.characters(codec="utf-8")).map(clean_reason)
statements: st.SearchStrategy[Statement] = st.one_of(
    st.builds(HandLed, names),
    st.builds(TileSet, names, tiles, st.none() | tiles, st.none() | numbers),
    st.builds(TilesDrawn, names, st.integers(min_value=1, max_value=10**9)),
    st.builds(TurnPassed, names),
    st.builds(TilesLeft, names, st.lists(tiles, min_size=1, max_size=28).map(tuple)),
    st.builds(PipsLeft, names, numbers),
    st.builds(PointsRuled, names, st.integers(-(10**8), 10**8), reasons),
)


@given(statements)
@examples(300)
def test_a_statement_reads_back_as_itself(statement: Statement) -> None:
    assert read_statement(str(statement)) == statement


@given(seeds)
@examples(100)
def test_a_game_reads_back_as_itself(seed: int) -> None:
    for played in (honest_game(seed), dishonest_game(seed)):
        transcript = replay(played.text)
        assert transcript.header is not None
        written = [transcript.header, *(entry.statement for entry in transcript.entries)]
        again = replay("\n".join(map(str, written)))
        assert again.refused is None
        assert again.header == transcript.header
        assert again.start == transcript.start
        assert [(e.statement, e.game) for e in again.entries] == [
            (e.statement, e.game) for e in transcript.entries
        ]


@given(seeds)
@examples(60)
def test_a_written_record_is_written_the_same_again(seed: int) -> None:
    played = honest_game(seed)
    header = replay(played.header).header
    assert header is not None
    assert str(replay(str(header)).header) == str(header)


@pytest.mark.parametrize(
    "header",
    [
        "game: race-horse\nplayers: Ana, Ben",
        "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee",
        "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee",
        "game: race-horse\nplayers: Ana, Ben\ntarget: 121\nrule: spinners = none",
        "game: race-horse\nplayers: Ana, Ben\nrule: zero-scores = yes\nrule: tiles-each = 9",
    ],
)
def test_a_header_is_written_as_the_format_has_it(header: str) -> None:
    assert str(replay(header).header) == header


def test_a_target_is_written_in_its_short_form() -> None:
    header = replay("game: race-horse\nplayers: Ana, Ben\nrule: target = 121").header
    assert str(header) == "game: race-horse\nplayers: Ana, Ben\ntarget: 121"


def test_sides_that_the_game_itself_has_are_not_written() -> None:
    said = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"
    assert str(replay(said).header) == "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee"


@pytest.mark.parametrize(
    "line",
    [
        "lead: Ana",
        "Ana: 6-4",
        "Ana: 6-4 on 4-4",
        "Ana: 6-4 on 4-4, claims 10",
        "Ana: 6-4, claims 0",
        "Ana: draws 2",
        "Ana: passes",
        "Ana: left 3-2 1-0",
        "Ana: left 7 pips",
        "ruling: Ana & Cyd +3",
        "ruling: Ana -3, talked across the table, twice",
    ],
)
def test_a_line_is_written_as_the_format_has_it(line: str) -> None:
    statement = read_statement(line)
    assert not isinstance(statement, HeaderLine)
    assert str(statement) == line
