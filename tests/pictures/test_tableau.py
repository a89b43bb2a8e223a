import pytest
from lying import high_centre, low_centre, placements

from companion.pictures.pose import EndKind
from companion.pictures.shapes import Box, Point
from companion.pictures.tableau import Tableau, lay_out
from companion.rules.choices import Spinners
from companion.rules.tile import Tile


def ends_of(tableau: Tableau) -> list[tuple[str, int, str]]:
    return sorted((str(end.host), end.pips, str(end.kind)) for end, _ in tableau.rings)


def test_a_leading_single_lies_along_the_table_with_both_halves_open() -> None:
    tableau = lay_out(placements("6-4"), Spinners.ALL)
    lead = tableau.tiles[0]
    assert lead.centre == Point(0, 0)
    assert lead.box == Box(-1, -0.5, 1, 0.5)
    assert lead.rotation == 0
    assert high_centre(lead) == Point(-0.5, 0)
    assert low_centre(lead) == Point(0.5, 0)
    assert ends_of(tableau) == [("6-4", 4, "half"), ("6-4", 6, "half")]


def test_a_leading_double_lies_across_with_its_two_sides_open() -> None:
    tableau = lay_out(placements("5-5"), Spinners.ALL)
    assert tableau.tiles[0].rotation == 90
    assert ends_of(tableau) == [("5-5", 5, "side"), ("5-5", 5, "side")]


def test_an_arm_runs_straight_on_and_a_double_lies_across_it() -> None:
    tableau = lay_out(placements("6-4", "4-1 on 6-4", "1-1 on 4-1", "5-1 on 1-1"), Spinners.NONE)
    assert [laid.centre for laid in tableau.tiles] == [(0, 0), (2, 0), (3.5, 0), (5, 0)]
    assert [laid.rotation for laid in tableau.tiles] == [0, 0, 90, 180]


def test_a_tile_joins_with_the_half_that_matches() -> None:
    laid = lay_out(placements("6-4", "6-1 on 6-4"), Spinners.ALL).tiles[1]
    assert laid.joined_pips == 6
    assert high_centre(laid) == Point(-1.5, 0)
    assert low_centre(laid) == Point(-2.5, 0)
    assert laid.rotation == 180


def test_a_spinner_takes_its_two_sides_before_its_two_ends() -> None:
    tableau = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5"), Spinners.ALL)
    assert ends_of(tableau) == [
        ("5-1", 1, "half"),
        ("5-2", 2, "half"),
        ("5-5", 5, "end"),
        ("5-5", 5, "end"),
    ]
    upright = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5", "5-3 on 5-5"), Spinners.ALL)
    assert [laid.centre.y for laid in upright.tiles[:3]] == [0, 0, 0]
    assert abs(upright.tiles[3].centre.y) == 2
    assert upright.tiles[3].centre.x == 0


def test_only_the_first_double_set_is_a_spinner_where_the_rules_say_so() -> None:
    hand = placements("6-5", "5-5 on 6-5", "5-1 on 5-5", "6-6 on 6-5", "6-1 on 6-6")
    kinds = {(end.host, end.kind) for end, _ in lay_out(hand, Spinners.FIRST).rings}
    assert (Tile(5, 5), EndKind.END) in kinds
    assert (Tile(6, 6), EndKind.END) not in kinds


def test_a_double_that_is_no_spinner_has_two_sides_and_no_ends() -> None:
    tableau = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5"), Spinners.NONE)
    assert ends_of(tableau) == [("5-1", 1, "half"), ("5-2", 2, "half")]


def test_a_long_arm_bends_before_the_edge_of_the_table() -> None:
    arm = placements(
        "6-5", "5-4 on 6-5", "4-3 on 5-4", "3-2 on 4-3", "2-1 on 3-2", "1-0 on 2-1", "6-0 on 1-0"
    )
    tableau = lay_out(arm, Spinners.NONE)
    bounds = Box.around(
        [*(laid.box for laid in tableau.tiles), *(ring.box for _, ring in tableau.rings)]
    )
    assert bounds.width <= 20
    assert bounds.height <= 11
    assert len({laid.centre.y for laid in tableau.tiles[:4]}) == 1, "straight on while it can"
    assert len({laid.centre.y for laid in tableau.tiles}) > 1, "and then a bend"


def test_the_ring_of_an_open_end_lies_on_the_felt_ahead_of_it() -> None:
    (right, right_ring), (left, left_ring) = lay_out(placements("6-4"), Spinners.ALL).rings
    assert (right.pips, left.pips) == (4, 6)
    assert right_ring.centre == pytest.approx((1.53, 0))
    assert left_ring.centre == pytest.approx((-1.53, 0))
