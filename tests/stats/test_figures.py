"""The figures of a game: facts of its record, whatever was played and however far."""

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import dishonest_game, honest_game, seeds

from companion.record.replay import replay
from companion.record.statements import HandLed, TileSet
from companion.rules.games import GAMES
from companion.rules.settings import SEATS
from companion.stats.game_figures import GameFigures, SeatFigures
from tests.stats.telling import figures, figures_so_far, figures_told
from tests.thorough import examples

#: Ana leads the 2-1 with 5-5, 5-0, 4-1 and 2-0 in her hand, and Ben goes out.
TWO = """
    game: race-horse
    players: Ana, Ben
    target: 999
    rule: tiles-each = 5
    lead: Ana
    Ana: 2-1
    Ben: 6-1
    Ana: 2-0 on 2-1
    Ben: 0-0 on 2-0
    Ben: 6-0 on 0-0
    Ana: 5-0 on 0-0
    Ben: 5-3
    Ben: 6-3 on 5-3
"""
SHOWN = f"{TWO}    Ana: left 5-5 4-1\n"


def test_points_turns_and_the_domino_stand_by_seat() -> None:
    ana, ben = figures(SHOWN).seats
    assert (ana.points, ana.turns, ana.best_turn, ana.longest_surge, ana.dominoes) == (
        0,
        3,
        0,
        1,
        0,
    )
    assert (ben.points, ben.turns, ben.best_turn, ben.longest_surge, ben.dominoes) == (
        3,
        3,
        3,
        2,
        1,
    )


def test_scores_and_settlements_stand_by_side() -> None:
    told = figures(SHOWN)
    assert (told.kind, told.sides, told.hands) == ("race-horse", ((0,), (1,)), 1)
    assert (told.scores, told.settled, told.winner) == ((0, 6), (0, 3), None)


def test_what_a_turn_could_have_taken_is_the_reviews_word() -> None:
    # Ana could have set 5-5 first, for 10, then 5-0, for 10: 4 pegs.
    ana, ben = figures(SHOWN).seats
    assert (ana.taken, ana.available) == (0, 4)
    assert (ben.taken, ben.available) == (3, 3)


def test_a_hand_that_is_not_settled_says_nothing_of_what_could_have_been() -> None:
    told = figures(TWO)
    assert [(seat.taken, seat.available, seat.owed) for seat in told.seats] == [(0, 0, 0)] * 2
    assert (told.seats[1].points, told.seats[1].dominoes) == (3, 1)
    assert (told.hands, told.known, told.settled) == (1, 0, (0, 0))


def test_where_only_pips_are_told_nothing_is_owed() -> None:
    told = figures(f"{TWO}    Ana: left 15 pips\n")
    assert told.known == 0
    assert [seat.owed for seat in told.seats] == [0, 0]
    # Ana's tiles that she set are known nevertheless.
    assert figures(SHOWN).known == 1


def test_points_are_in_the_unit_of_the_game_with_its_house_rules() -> None:
    in_points = SHOWN.replace("target: 999", "target: 999\n    rule: points = pips")
    assert (figures(SHOWN).unit, figures(SHOWN).seats[1].points) == ("pegs", 3)
    assert (figures(in_points).unit, figures(in_points).seats[1].points) == ("points", 15)
    assert figures("game: seven-toed-pete-chips\nplayers: Ana, Ben").unit == "chips"


def test_points_pegged_without_tiles_are_a_game_without_turns() -> None:
    told = figures(
        """
        game: race-horse
        players: Ana, Ben
        target: 10
        lead: Ana
        ruling: Ana +6
        ruling: Ben +12
        """
    )
    assert (told.scores, told.winner, told.hands) == ((6, 12), 1, 1)
    assert told.seats == (SeatFigures(), SeatFigures())


def test_a_game_before_its_first_lead_has_no_figures_but_its_people() -> None:
    told = figures("game: five-up\nplayers: Ana, Ben, Cyd")
    assert told == GameFigures(
        "five-up",
        "pegs",
        ((0,), (1,), (2,)),
        (0, 0, 0),
        None,
        0,
        0,
        (0, 0, 0),
        (SeatFigures(),) * 3,
    )


def test_a_record_counts_up_to_the_entry_that_is_refused() -> None:
    assert figures_so_far(f"{SHOWN}    lead: Ana\n    Ana: 6-6\n") == figures(SHOWN)


def test_partners_are_one_side_and_two_seats() -> None:
    told = figures(
        """
        game: race-horse
        players: Ana, Ben, Cyd, Dee
        sides: Ana & Cyd, Ben & Dee
        target: 3
        lead: Ben
        Ben: 4-2
        Cyd: 4-4
        Cyd: 4-1 on 4-4
        Dee: 1-1
        Dee: 3-1 on 1-1
        """
    )
    assert told.sides == ((0, 2), (1, 3))
    assert (told.scores, told.winner) == ((2, 1), None)
    assert [seat.points for seat in told.seats] == [0, 0, 2, 1]
    assert [told.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_who_washes_up_is_counted() -> None:
    told = figures(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 1
        rule: drawing = none
        lead: Ana
        Ana: 5-5
        Ben: 5-0 on 5-5
        """
    )
    assert [seat.washed_up for seat in told.seats] == [1, 1]
    assert [seat.dominoes for seat in told.seats] == [0, 0]


COUNTED = """
    game: race-horse
    players: Ana, Ben
    lead: Ana
    Ana: 6-4, claims 10
    Ana: 4-2, claims 5
    Ben: 2-1
    Ana: 6-0
    Ben: 1-0 on 2-1, claims 0
"""


@pytest.mark.parametrize(
    ("asked", "ana", "ben"),
    [
        ((), (0, 0), (0, 0)),
        # A count of 10 said as 10, and one of 8 as 5.
        ((4, 5), (2, 1), (0, 0)),
        # Who says nothing of a count of 7 says rightly that it does not score.
        ((6,), (0, 0), (1, 1)),
        (range(4, 9), (3, 2), (2, 2)),
    ],
)
def test_counts_are_those_that_were_asked_for(
    asked: Collection[int], ana: tuple[int, int], ben: tuple[int, int]
) -> None:
    told = figures(COUNTED.strip(), asked)
    assert [(seat.said, seat.said_rightly) for seat in told.seats] == [ana, ben]


# ---- Whatever was played -----------------------------------------------------------------------


def _header(game: str, seats: int) -> str:
    return f"game: {game}\nplayers: {', '.join(('Ana', 'Ben', 'Cyd', 'Dee')[:seats])}\ntarget: 30"


TABLES = [
    _header(game, seats)
    for game, preset in GAMES.items()
    for seats in SEATS
    if seats in preset.seats
]


@pytest.mark.parametrize("header", TABLES)
def test_points_settlements_and_rulings_make_the_score(header: str) -> None:
    played = honest_game(7, header=header)
    transcript = replay(played.text)
    told = figures_told(transcript)
    ruled = [0] * len(told.sides)
    for entry in transcript.entries:
        if (points := getattr(entry.statement, "points", None)) is not None:
            ruled[entry.game.seating.side(entry.statement.side)] += points
    pegged = [sum(told.seats[seat].points for seat in seats) for seats in told.sides]
    parts = zip(pegged, told.settled, ruled, strict=True)
    assert [*map(sum, parts)] == [*told.scores]
    assert told.hands == sum(isinstance(entry.statement, HandLed) for entry in transcript.entries)


@given(seed=seeds, cheats=st.booleans())
@examples(60)
def test_figures_keep_within_each_other_and_are_read_as_they_were_kept(
    seed: int, cheats: bool
) -> None:
    played = dishonest_game(seed) if cheats else honest_game(seed)
    transcript = replay(played.text)
    told = figures_told(transcript, range(10_000))
    assert GameFigures.read(told.kept) == told
    assert repr(GameFigures.read(told.kept)) == repr(told)
    assert told.known <= told.hands
    for seat in told.seats:
        assert 0 <= seat.taken <= seat.available
        assert seat.taken <= seat.points and seat.best_turn <= seat.points
        assert 0 <= seat.spared <= seat.spared + seat.sparable
        assert seat.taken + seat.spared <= seat.available + seat.sparable
        assert seat.said_rightly <= seat.said
    tiles = [entry for entry in transcript.entries if isinstance(entry.statement, TileSet)]
    assert sum(seat.said for seat in told.seats) == len(tiles)
    assert sum(seat.turns for seat in told.seats) <= len(tiles)


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", "[1,2]", '["a",1,2,3,4,5,6,7,8]', "five-up"]
)
def test_what_is_no_kept_figures_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not the stored figures"):
        GameFigures.read(text)


def test_kept_figures_are_short() -> None:
    assert len(figures(SHOWN).kept) < 200


def test_of_a_record_without_end_luck_and_skill_are_told_of_a_bounded_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = "lead: Ana\nAna: 5-5\nAna: 5-0 on 5-5\nBen: left 6-4 3-2\n"
    record = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\ntarget: 9999\n"
    before = figures(record + hand)
    assert before.hands == 1
    monkeypatch.setattr("companion.stats.game_figures._MOST_MEASURED", 0)
    after = figures(record + hand)
    assert after.known == 0 and {(seat.taken, seat.available) for seat in after.seats} == {(0, 0)}
    assert [seat.points for seat in after.seats] == [seat.points for seat in before.seats]
