"""What a club decided before the first match: kept, read, refused."""

import json
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.competition import Bye, Competition, EntrantKind, Shape
from companion.league.errors import BadCompetition, NotKept
from companion.league.kept_json import read_kept, write_kept
from companion.league.league_tally import PointsTable
from companion.league.match_format import (
    THREE_AND_ONE,
    Counts,
    LegKind,
    MatchBoard,
    MatchFormat,
)
from companion.league.no_play import Pause
from companion.league.tie_breaks import TieBreak
from companion.rules.errors import Refusal, UnknownGame
from tests.league.competitions import (
    CUP,
    LADDER,
    LEAGUE,
    NINES_FORM,
    PAIRS_FORM,
    SINGLE,
)
from tests.thorough import examples


@pytest.mark.parametrize(
    "competition",
    [
        LEAGUE,
        CUP,
        LADDER,
        LEAGUE._replace(name="Liga «Ñ»", form=PAIRS_FORM, times=2, strikes_out=True, order=()),
    ],
    ids=lambda each: each.name,
)
def test_a_competition_comes_back_as_it_was_kept(competition: Competition) -> None:
    assert read_kept(Competition, write_kept(competition)).check() == competition
    assert json.loads(write_kept(competition))["name"] == competition.name


legs = st.sampled_from(
    [
        MatchBoard(1, 1),
        MatchBoard(1, 3),
        MatchBoard(1, 5),
        MatchBoard(1, 3, LegKind.ALL),
        MatchBoard(1, 2, LegKind.ALL),
    ]
)
games = st.sampled_from(["fives-and-threes", "sniff", "muggins"])
rules = st.sampled_from([(), (("tiles-each", "5"),), (("tiles-each", "5"), ("spinners", "none"))])


def board_of(
    players: int, leg: MatchBoard, game: str, changes: tuple[tuple[str, str], ...]
) -> MatchBoard:
    return leg._replace(players=players, game=game, changes=changes)


boards_of = st.integers(1, 2).flatmap(
    lambda most: st.lists(
        st.builds(board_of, st.integers(1, most), legs, games, rules),
        min_size=1,
        max_size=most**2,
    ).map(tuple)
)
tables = st.sampled_from(
    [PointsTable(), THREE_AND_ONE, PointsTable(draw=Fraction(1, 2), walkover_lost=Fraction(-1))]
)
orders = st.lists(st.sampled_from(TieBreak), max_size=4, unique=True).map(tuple)
competitions = st.builds(
    Competition,
    st.sampled_from(["Liga", "リーグ", "دوري 5"]),
    st.sampled_from(Shape),
    st.sampled_from([EntrantKind.TEAM, EntrantKind.TEAM, EntrantKind.PLAYER, EntrantKind.PAIR]),
    st.builds(MatchFormat, boards_of, st.sampled_from(Counts), st.booleans()),
    tables,
    orders,
    st.integers(1, 4),
    st.booleans(),
    st.integers(1, 20),
    st.booleans(),
    st.sampled_from(["", "2026/27"]),
    pauses=st.sampled_from([(), (Pause(date(2026, 12, 24), date(2027, 1, 2)),)]),
    byes=st.sampled_from([(), (Bye(3, 2),)]),
)


@examples(900)
@given(competitions)
def test_whatever_may_be_played_can_be_kept(competition: Competition) -> None:
    try:
        competition.check()
    except Refusal as refused:
        assert refused.sentence
        # What was refused when it was made is refused when it comes back.
        with pytest.raises(Refusal):
            read_kept(Competition, write_kept(competition)).check()
    else:
        assert read_kept(Competition, write_kept(competition)).check() == competition


@pytest.mark.parametrize(
    ("part", "by", "error"),
    [
        ('"round-robin"', '"chess"', NotKept),
        ('"seed"', '"times":99,"seed"', NotKept),
        ('"seed"', '"times":"1","seed"', NotKept),
        ('"seed"', '"more":1,"seed"', NotKept),
        ('"seed"', '"strikes_out":0,"seed"', NotKept),
        ('"seed":"2026"', '"seed":"' + "2" * 65 + '"', NotKept),
        ('"form":', '"form":[],"x":', NotKept),
        ('"players":1', '"players":1,"game":"bridge"', UnknownGame),
        ('"team"', '"player"', BadCompetition),
    ],
)
def test_what_nobody_kept_is_no_competition(part: str, by: str, error: type[Exception]) -> None:
    assert part in write_kept(LEAGUE)
    with pytest.raises(error):
        read_kept(Competition, write_kept(LEAGUE).replace(part, by, 1)).check()


@examples(300)
@given(st.text(max_size=60) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(Competition._fields), inner, max_size=11),
).map(json.dumps))  # fmt: skip
def test_whatever_comes_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotKept) as refused:
        read_kept(Competition, text).check()
    assert refused.value.sentence


@pytest.mark.parametrize(
    "competition",
    [
        # Two games each can end level, and somebody has to go on.
        CUP._replace(form=MatchFormat((MatchBoard(1, 2, LegKind.ALL),))),
        CUP._replace(form=NINES_FORM),
        CUP._replace(kind=EntrantKind.PAIR),
        CUP._replace(form=SINGLE._replace(is_drawn=True)),
    ],
    ids=str,
)
def test_parts_that_do_not_fit_are_refused(competition: Competition) -> None:
    with pytest.raises(BadCompetition) as refused:
        competition.check()
    assert refused.value.code == "competition"
    assert refused.value.sentence
