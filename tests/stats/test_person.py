"""A person's games: how they stand, what was done in them, whom they met, how it goes of late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.game_figures import SeatFigures
from companion.stats.head_to_head import rivals_of
from companion.stats.person_stats import (
    CountedNumber,
    WinRecord,
    form_of,
    person,
    sittings_of,
    skill_of,
)
from companion.stats.played_game import SeatedTwice
from tests.stats.club import ANA, BEN, CYD, DEE, ZOE, game, season
from tests.thorough import examples

GAMES = [
    game([ANA, BEN], winner=0, table="won"),
    game([BEN, ANA], winner=0, table="lost", day=1),
    game([ANA, BEN, CYD], winner=2, table="of three", day=2),
    game([ANA, BEN, CYD, DEE], winner=0, partners=True, kind="five-up", table="pairs", day=3),
    game([ANA, CYD], winner=None, table="still on", day=4),
    game([BEN, CYD], winner=0, table="without her", day=5),
]


def test_games_and_wins_lead_to_their_tables() -> None:
    standing = person(GAMES, ANA).standing
    assert standing.games == CountedNumber(5, ("won", "lost", "of three", "pairs", "still on"))
    assert standing.decided == CountedNumber(4, ("won", "lost", "of three", "pairs"))
    assert standing.won == CountedNumber(2, ("won", "pairs"))
    assert standing.share_won == 0.5


def test_games_stand_by_kind_by_seats_and_by_partner() -> None:
    ana = person(GAMES, ANA)
    assert {kind: each.games.number for kind, each in ana.by_kind.items()} == {
        "race-horse": 4,
        "five-up": 1,
    }
    assert {seats: each.won.number for seats, each in ana.by_seats.items()} == {2: 1, 3: 0, 4: 1}
    (cyd,) = rivals_of(ana.sittings).partnerships
    assert (cyd.person, cyd.standing) == (CYD, WinRecord.of(sittings_of(GAMES[3:4], ANA)))


def test_whoever_never_played_has_no_games() -> None:
    zoe = person(GAMES, ZOE)
    assert (zoe.standing, zoe.sittings, zoe.by_kind) == (WinRecord(), (), {})
    assert zoe.standing.share_won is None and zoe.share_said_rightly is None
    rivals = rivals_of(zoe.sittings)
    assert (rivals.rival, rivals.nemesis, rivals.favourite_partner) == (None, None, None)
    assert form_of(zoe.sittings) == ()


def test_one_person_on_two_seats_is_refused() -> None:
    with pytest.raises(SeatedTwice):
        person([game([ANA, BEN, ANA])], ANA)


# ---- What was done -----------------------------------------------------------------------------

GOOD = SeatFigures(12, 12, 15, 0, 0, -2.5, turns=6, best_turn=5, longest_surge=4, dominoes=2)
POOR = SeatFigures(
    6, 6, 15, 0, 0, 6.5, turns=5, best_turn=2, longest_surge=2, said=4, said_rightly=3
)


def test_points_a_hand_shares_and_what_was_owed_are_told_with_their_tables() -> None:
    games = [
        game([ANA, BEN], table="good", hands=4, known=2, seats=[GOOD, POOR]),
        game([BEN, ANA], table="poor", hands=2, known=2, seats=[GOOD, POOR], day=1),
    ]
    ana = person(games, ANA)
    pegs = ana.play["pegs"]
    assert pegs.points == CountedNumber(18, ("good", "poor"))
    assert pegs.points_a_hand == 3
    assert pegs.share_taken == pegs.skill == 0.6
    assert (pegs.owed.number, pegs.known.number) == (4, 4)
    assert pegs.best_turn == CountedNumber(5, ("good",))
    assert ana.longest_surge == CountedNumber(4, ("good",))
    assert ana.dominoes == CountedNumber(2, ("good",))
    assert ana.washed_up == CountedNumber(0, ())
    assert (ana.said.number, ana.share_said_rightly) == (4, 0.75)


def test_what_was_kept_from_the_next_player_is_skill_but_nothing_taken() -> None:
    careful = SeatFigures(8, 8, 10, spared=6, sparable=6, turns=5)
    pegs = person([game([ANA, BEN], seats=[careful, POOR])], ANA).play["pegs"]
    assert (pegs.share_taken, pegs.skill) == (0.8, 0.875)


def test_pegs_and_points_are_never_added_up() -> None:
    games = [
        game([ANA, BEN], seats=[GOOD, POOR], table="in pegs"),
        game([ANA, BEN], seats=[GOOD, POOR], kind="muggins", unit="points", table="in points"),
    ]
    play = person(games, ANA).play
    assert {unit: each.points.tables for unit, each in play.items()} == {
        "pegs": ("in pegs",),
        "points": ("in points",),
    }


def test_points_pegged_without_tiles_make_no_hands() -> None:
    pegged = game([ANA, BEN], seats=[SeatFigures(), SeatFigures()], table="pegs only")
    ana = person([pegged, game([ANA, BEN], seats=[GOOD, POOR], table="tiles")], ANA)
    assert ana.standing.games.number == 2
    assert ana.play["pegs"].hands == CountedNumber(4, ("tiles",))


# ---- Whom they met -----------------------------------------------------------------------------


def test_meetings_are_games_on_opposite_sides() -> None:
    rivals = rivals_of(sittings_of(GAMES, ANA))
    met = {meeting.person: meeting for meeting in rivals.meetings}
    ben, cyd = met[BEN], met[CYD]
    assert ben.met == CountedNumber(4, ("won", "lost", "of three", "pairs"))
    assert (ben.won.tables, ben.lost.tables) == (("won", "pairs"), ("lost",))
    # Cyd was her partner once; against him one game was lost and one is still on.
    assert cyd.met == CountedNumber(2, ("of three", "still on"))
    assert (cyd.won.tables, cyd.lost.tables) == ((), ("of three",))
    assert ZOE not in met


def test_the_rival_was_met_most_the_nemesis_won_most_against_one() -> None:
    games = [*GAMES, *(game([ANA, DEE], winner=1, day=day) for day in (6, 7, 8))]
    games += [game([ANA, BEN], winner=0, day=day) for day in (9, 10)]
    rivals = rivals_of(sittings_of(games, ANA))
    assert rivals.rival is not None and rivals.rival.person == BEN
    assert rivals.nemesis is not None and rivals.nemesis.person == DEE
    assert rivals.favourite_partner is not None and rivals.favourite_partner.person == CYD


def test_of_several_as_good_it_is_the_one_met_last_then_the_lower_number() -> None:
    games = [game([ANA, (BEN, CYD)[day % 2]], winner=1, day=day) for day in range(6)]
    # Two games together make no rival.
    assert rivals_of(sittings_of(games[:4], ANA)).rival is None
    rivals = rivals_of(sittings_of(games, ANA))
    assert rivals.rival is not None and rivals.rival.person == CYD
    # Whoever one met most is the rival, and not the nemesis as well.
    assert rivals.nemesis is None
    at_one_table = rivals_of(sittings_of([game([ANA, CYD, BEN], winner=0)] * 3, ANA))
    assert at_one_table.rival is not None and at_one_table.rival.person == BEN
    assert at_one_table.nemesis is None


def test_form_is_the_share_of_the_last_ten_games_with_a_result() -> None:
    games = [game([ANA, BEN], winner=0 if day < 10 else 1, day=day) for day in range(15)]
    games.insert(3, game([ANA, BEN], winner=None, table="still on"))
    form = form_of(sittings_of(games, ANA))
    assert len(form) == 15
    assert form == (*[1] * 10, 0.9, 0.8, 0.7, 0.6, 0.5)


def test_the_form_of_the_first_games_is_of_those_that_there_are() -> None:
    games = [game([ANA, BEN], winner=day % 2, day=day) for day in range(4)]
    assert form_of(sittings_of(games, ANA)) == (1, 1 / 2, 2 / 3, 2 / 4)


def test_the_form_of_skill_is_of_games_that_were_measured() -> None:
    seats = ([GOOD, POOR], [POOR, GOOD], [SeatFigures(), SeatFigures()])
    games = [game([ANA, BEN], seats=each, day=day) for day, each in enumerate(seats)]
    assert skill_of(sittings_of(games, ANA)) == (0.8, pytest.approx(0.6))


# ---- Whatever was played -----------------------------------------------------------------------


@given(seed=st.integers(0, 10**6))
@examples(30)
def test_every_game_is_told_from_all_its_sides(seed: int) -> None:
    games = season(60, people=6, seed=seed)
    people = [person(games, number) for number in range(1, 7)]
    assert sum(each.standing.games.number for each in people) == sum(
        len(each.people) for each in games
    )
    assert sum(each.standing.won.number for each in people) == sum(
        len(each.winners) for each in games
    )
    for one in people:
        assert (
            one.standing.games.number
            == sum(each.games.number for each in one.by_kind.values())
            == sum(each.games.number for each in one.by_seats.values())
        )
        for meeting in rivals_of(one.sittings).meetings:
            others = rivals_of(people[meeting.person - 1].sittings).meetings
            (other,) = (each for each in others if each.person == one.number)
            assert (other.met, other.won, other.lost) == (meeting.met, meeting.lost, meeting.won)
        form = form_of(one.sittings)
        assert len(form) == one.standing.decided.number
        assert all(0 <= share <= 1 for share in form)
