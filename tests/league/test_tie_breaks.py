"""Who is above whom among those with as many league points."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.errors import BadOrder
from companion.league.league_tally import PointsTable
from companion.league.outcome import Outcome
from companion.league.standings import standings
from companion.league.tie_breaks import USUAL, TieBreak, check_order
from tests.thorough import examples

ANA, BEN, CYD, DEE, ZOE = 1, 2, 3, 4, 5
HEAD, HEAD_GAMES = TieBreak.HEAD_TO_HEAD, TieBreak.HEAD_TO_HEAD_GAMES
DIFFERENCE, WON = TieBreak.GAME_DIFFERENCE, TieBreak.GAMES_WON


def match(home: int, away: int, won: int, lost: int, points: tuple[int, int] = (0, 0)) -> Outcome:
    winner = None if won == lost else int(lost > won)
    sides, lacks = ((home,), (away,)), points == (0, 0)
    return Outcome(sides, (won, lost), (won, lost), points, winner, lacks_points=lacks)


def tiers(order: tuple[TieBreak, ...], *outcomes: Outcome) -> list[set[int]]:
    """Who shares which place, from the first down."""
    numbers = {number for each in outcomes for side in each.sides for number in side}
    found: dict[int, set[int]] = {}
    for line in standings(numbers, outcomes, PointsTable(), order):
        found.setdefault(line.place, set()).add(line.number)
    return [*found.values()]


#: Ana, Ben and Cyd beat Dee; Ana beats Ben narrowly, Ben beats Cyd clearly, Cyd beats Ana.
CIRCLE = (
    match(ANA, BEN, 2, 1),
    match(BEN, CYD, 3, 0),
    match(CYD, ANA, 2, 1),
    match(ANA, DEE, 3, 0),
    match(BEN, DEE, 2, 1),
    match(CYD, DEE, 3, 0),
)


def test_of_two_who_are_level_the_one_who_beat_the_other_is_above() -> None:
    outcomes = (
        match(ANA, BEN, 1, 2),
        match(ANA, CYD, 3, 0),
        match(BEN, CYD, 1, 2),
        match(ANA, DEE, 3, 0),
        match(BEN, DEE, 2, 1),
        match(CYD, DEE, 1, 2),
    )
    # Ana has the better games and lost to Ben.
    assert tiers((HEAD, DIFFERENCE), *outcomes)[:2] == [{BEN}, {ANA}]
    assert tiers((DIFFERENCE, HEAD), *outcomes)[:2] == [{ANA}, {BEN}]


def test_three_who_beat_each_other_in_a_circle_are_level_among_themselves() -> None:
    assert tiers((HEAD,), *CIRCLE) == [{ANA, BEN, CYD}, {DEE}]


def test_the_games_among_three_who_are_level_part_them() -> None:
    # Among them: Ana 3–3, Ben 4–2, Cyd 2–4.
    assert tiers((HEAD, HEAD_GAMES), *CIRCLE) == [{BEN}, {ANA}, {CYD}, {DEE}]


def test_the_games_of_all_matches_part_them_otherwise() -> None:
    # In all: Ana 6–3, Ben 6–3, Cyd 5–4. Ana and Ben are level, and go on with the games won.
    assert tiers((HEAD, DIFFERENCE), *CIRCLE) == [{ANA, BEN}, {CYD}, {DEE}]


#: Three are level: Ana beat Ben, and both drew with Cyd.
PARTED = (
    match(ANA, BEN, 2, 1),
    match(ANA, CYD, 3, 3),
    match(BEN, CYD, 3, 3),
    match(ANA, DEE, 1, 2),
    match(BEN, DEE, 3, 0),
    match(CYD, DEE, 3, 3),
    match(ANA, ZOE, 3, 3),
    match(BEN, ZOE, 3, 3),
    match(CYD, ZOE, 3, 3),
)


def test_a_small_table_of_three_orders_them_by_what_they_won_from_each_other() -> None:
    # League points: Ana 4, Ben 4, Cyd 4, Dee 3, Zoe 3. Among the first three: 3, 1, 2.
    assert tiers((HEAD,), *PARTED)[:3] == [{ANA}, {CYD}, {BEN}]


def test_when_games_part_one_of_three_the_other_two_look_at_their_own_match_again() -> None:
    outcomes = (
        # A circle of three; among them Ana has 8–10, Ben 8–10 and Cyd 11–7.
        match(ANA, BEN, 6, 3),
        match(BEN, CYD, 5, 4),
        match(CYD, ANA, 7, 2),
        match(ANA, DEE, 5, 4),
        match(BEN, DEE, 9, 0),
        match(CYD, DEE, 5, 4),
    )
    # Ben's games against Dee would put him first; the match between Ana and Ben says otherwise.
    assert tiers((HEAD, HEAD_GAMES, DIFFERENCE), *outcomes) == [{CYD}, {ANA}, {BEN}, {DEE}]


def test_head_to_head_waits_until_all_who_are_level_met_as_often() -> None:
    # Ana, Ben and Dee beat each other in a circle; Cyd, who is level with them, met none of them.
    outcomes = (
        match(ANA, BEN, 2, 1),
        match(ANA, DEE, 0, 3),
        match(BEN, DEE, 3, 0),
        match(CYD, ZOE, 2, 1),
    )
    assert tiers((HEAD, DIFFERENCE), *outcomes) == [{BEN}, {CYD}, {DEE}, {ANA}, {ZOE}]
    assert tiers((HEAD,), *outcomes) == [{ANA, BEN, CYD, DEE}, {ZOE}]


def test_head_to_head_waits_in_the_middle_of_a_second_round() -> None:
    outcomes = (
        match(ANA, BEN, 2, 1),
        match(BEN, CYD, 2, 1),
        match(CYD, ANA, 2, 1),
        # Only these two have met again; Cyd has made up for it elsewhere.
        match(BEN, ANA, 2, 2),
        match(CYD, DEE, 2, 2),
    )
    assert tiers((HEAD,), *outcomes)[0] == {ANA, BEN, CYD}
    assert tiers((HEAD, HEAD_GAMES), *outcomes)[0] == {ANA, BEN, CYD}


def test_who_is_equal_in_everything_shares_the_place_whatever_the_name_or_number() -> None:
    outcomes = (match(ANA, BEN, 3, 3), match(CYD, DEE, 3, 3))
    assert tiers(tuple(TieBreak), *outcomes) == [{ANA, BEN, CYD, DEE}]


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        (TieBreak.GAME_DIFFERENCE, ANA),
        (TieBreak.GAMES_WON, CYD),
        (TieBreak.POINTS_DIFFERENCE, ANA),
        (TieBreak.POINTS_FOR, CYD),
    ],
)
def test_each_tie_break_looks_at_one_thing(rule: TieBreak, first: int) -> None:
    outcomes = (
        # Ana won 3–0 and 183–90, Cyd 5–4 and 400–390.
        match(ANA, BEN, 3, 0, (183, 90)),
        match(CYD, DEE, 5, 4, (400, 390)),
    )
    assert tiers((rule,), *outcomes)[0] == {first}
    # A match of theirs without points isn't one of 0–0: it says nothing of points.
    unwritten = *outcomes, match(DEE, ZOE, 0, 5), match(first, ZOE, 0, 5)
    is_of_points = "points" in rule
    assert (tiers((rule,), *unwritten)[1] == {ANA, CYD}) is is_of_points


def test_a_win_and_two_losses_are_more_matches_won_than_two_draws_and_a_loss() -> None:
    outcomes = (
        match(ANA, ZOE, 2, 1),
        match(ANA, DEE, 1, 2),
        match(BEN, ZOE, 3, 3),
        match(BEN, DEE, 3, 3),
    )
    found = tiers((TieBreak.MATCHES_WON,), *outcomes)
    assert found.index({ANA}) < found.index({BEN})


def test_every_tie_break_is_named_in_words() -> None:
    assert len({str(rule.label) for rule in TieBreak}) == len(TieBreak)


def test_an_order_names_nothing_twice() -> None:
    check_order(USUAL)
    check_order(())
    with pytest.raises(BadOrder) as refused:
        check_order([TieBreak.GAMES_WON, TieBreak.GAMES_WON])
    assert refused.value.sentence


players = st.integers(1, 6)
matches = st.builds(
    match,
    players,
    players,
    st.integers(0, 3),
    st.integers(0, 3),
    st.tuples(st.integers(0, 90), st.integers(0, 90)),
).filter(lambda each: each.sides[0] != each.sides[1])
orders = st.permutations([*TieBreak]).flatmap(
    lambda order: st.integers(0, len(order)).map(lambda most: tuple(order[:most]))
)


@examples(500)
@given(st.lists(matches, max_size=30), orders, st.randoms(use_true_random=False))
def test_the_order_of_results_and_of_entrants_makes_no_difference(
    outcomes: list[Outcome], order: tuple[TieBreak, ...], chance: Random
) -> None:
    numbers = [*range(1, 7)]
    before = standings(numbers, outcomes, PointsTable(), order)
    chance.shuffle(outcomes)
    chance.shuffle(numbers)
    assert standings(numbers, outcomes, PointsTable(), order) == before


@examples(500)
@given(st.lists(matches, max_size=30), orders)
def test_everybody_has_a_place_and_shared_places_leave_the_next_ones_free(
    outcomes: list[Outcome], order: tuple[TieBreak, ...]
) -> None:
    lines = standings(range(1, 7), outcomes, PointsTable(), order)
    assert sorted(line.number for line in lines) == [*range(1, 7)]
    assert lines[0].place == 1
    for at, line in enumerate(lines):
        same = [each for each in lines if each.place == line.place]
        assert line.is_shared == (len(same) > 1)
        assert line.place == at + 1 - same.index(line)
        # More league points are never below fewer.
        assert all(line.tally.league_points >= below.tally.league_points for below in lines[at:])


@examples(300)
@given(st.lists(matches, max_size=20), orders, st.permutations(range(1, 7)))
def test_numbers_stand_for_people_and_decide_nothing(
    outcomes: list[Outcome], order: tuple[TieBreak, ...], renamed: list[int]
) -> None:
    other = [
        each._replace(sides=tuple((renamed[side[0] - 1],) for side in each.sides))
        for each in outcomes
    ]
    table = PointsTable(draw=Fraction(1, 2))
    places = {line.number: line.place for line in standings(range(1, 7), outcomes, table, order)}
    after = {line.number: line.place for line in standings(range(1, 7), other, table, order)}
    assert {renamed[number - 1]: place for number, place in places.items()} == after
