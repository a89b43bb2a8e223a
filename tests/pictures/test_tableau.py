import pytest

from companion.pictures.felt import Table
from companion.pictures.opening import EndKind
from companion.pictures.shape import Box, Point
from companion.pictures.tableau import MisplacedTileError, Tableau, lay_out
from companion.rules.layout import Placement
from companion.rules.tile import Tile


def placements(*written: str) -> list[Placement]:
    """Tiles and hosts as `6-4 on 6-6`, the lead alone."""
    pairs = [entry.split(" on ") for entry in written]
    return [(Tile.parse(tile), Tile.parse(host[0]) if host else None) for tile, *host in pairs]


def ends_of(tableau: Tableau) -> list[tuple[str, int, str]]:
    return sorted((str(end.host), end.pips, str(end.kind)) for end in tableau.open_ends)


def test_before_the_lead_the_table_is_bare() -> None:
    tableau = Tableau.empty("all")
    assert tableau.tiles == ()
    assert tableau.open_ends == ()
    assert tableau.view == Box(-10, -5.5, 10, 5.5)


def test_a_leading_single_lies_along_the_table_with_both_halves_open() -> None:
    tableau = lay_out(placements("6-4"), "all")
    lead = tableau.tiles[0]
    assert lead.centre == Point(0, 0)
    assert lead.box == Box(-1, -0.5, 1, 0.5)
    assert lead.rotation == 0
    assert lead.high_centre == Point(-0.5, 0)
    assert lead.low_centre == Point(0.5, 0)
    assert ends_of(tableau) == [("6-4", 4, "half"), ("6-4", 6, "half")]


def test_a_leading_double_lies_across_with_its_two_sides_open() -> None:
    tableau = lay_out(placements("5-5"), "all")
    assert tableau.tiles[0].rotation == 90
    assert ends_of(tableau) == [("5-5", 5, "side"), ("5-5", 5, "side")]


def test_on_an_upright_table_the_first_arm_runs_up_and_down() -> None:
    lead = lay_out(placements("6-4"), "all", Table(11, 20)).tiles[0]
    assert lead.rotation == 90
    assert lead.high_centre == Point(0, -0.5), "the larger half on top"


def test_an_arm_runs_straight_on_and_a_double_lies_across_it() -> None:
    tableau = lay_out(placements("6-4", "4-1 on 6-4", "1-1 on 4-1", "5-1 on 1-1"), "none")
    assert [laid.centre for laid in tableau.tiles] == [(0, 0), (2, 0), (3.5, 0), (5, 0)]
    assert [laid.rotation for laid in tableau.tiles] == [0, 0, 90, 180]


def test_a_tile_joins_with_the_half_that_matches() -> None:
    laid = lay_out(placements("6-4", "6-1 on 6-4"), "all").tiles[1]
    assert laid.joined_pips == 6
    assert laid.high_centre == Point(-1.5, 0)
    assert laid.low_centre == Point(-2.5, 0)
    assert laid.rotation == 180


def test_a_spinner_takes_its_two_sides_before_its_two_ends() -> None:
    tableau = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5"), "all")
    assert ends_of(tableau) == [
        ("5-1", 1, "half"),
        ("5-2", 2, "half"),
        ("5-5", 5, "end"),
        ("5-5", 5, "end"),
    ]
    upright = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5", "5-3 on 5-5"), "all")
    assert [laid.centre.y for laid in upright.tiles[:3]] == [0, 0, 0]
    assert abs(upright.tiles[3].centre.y) == 2
    assert upright.tiles[3].centre.x == 0


def test_only_the_first_double_set_is_a_spinner_where_the_rules_say_so() -> None:
    hand = placements("6-5", "5-5 on 6-5", "5-1 on 5-5", "6-6 on 6-5", "6-1 on 6-6")
    kinds = {(end.host, end.kind) for end in lay_out(hand, "first").open_ends}
    assert (Tile(5, 5), EndKind.END) in kinds
    assert (Tile(6, 6), EndKind.END) not in kinds


def test_a_double_that_is_no_spinner_has_two_sides_and_no_ends() -> None:
    tableau = lay_out(placements("5-5", "5-1 on 5-5", "5-2 on 5-5"), "none")
    assert ends_of(tableau) == [("5-1", 1, "half"), ("5-2", 2, "half")]


def test_a_long_arm_bends_before_the_edge_of_the_table() -> None:
    arm = placements(
        "6-5", "5-4 on 6-5", "4-3 on 5-4", "3-2 on 4-3", "2-1 on 3-2", "1-0 on 2-1", "6-0 on 1-0"
    )
    tableau = lay_out(arm, "none")
    assert tableau.view.width == 20
    assert tableau.view.height == 11
    assert len({laid.centre.y for laid in tableau.tiles[:4]}) == 1, "straight on while it can"
    assert len({laid.centre.y for laid in tableau.tiles}) > 1, "and then a bend"


def test_the_ring_of_an_open_end_lies_on_the_felt_ahead_of_it() -> None:
    right, left = lay_out(placements("6-4"), "all").open_ends
    assert (right.pips, right.degrees) == (4, 0)
    assert (left.pips, left.degrees) == (6, 180)
    assert right.ring.is_clear
    assert right.ring.centre == pytest.approx((1.53, 0))


def test_a_caller_may_ask_for_smaller_rings() -> None:
    tableau = lay_out(placements("6-4"), "all")
    assert {end.ring.radius for end in tableau.open_ends_with(0.3)} == {0.3}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (("6-4", "6-4 on 6-4"), "set before"),
        (("6-4", "5-1 on 6-4"), "no open end on 6-4"),
        (("6-4", "4-1 on 5-5"), "no open end on 5-5"),
        (("6-4", "5-1"), "needs a host"),
        (("5-5", "5-1 on 5-5", "5-2 on 5-5", "5-3 on 5-5"), "no open end on 5-5"),
    ],
)
def test_a_tile_without_a_place_is_refused(hand: tuple[str, ...], reason: str) -> None:
    with pytest.raises(MisplacedTileError, match=reason):
        lay_out(placements(*hand), "none")


@pytest.mark.parametrize("size", [(1, 11), (20, 0), (float("nan"), 11), (20, 1000)])
def test_a_table_has_a_size_that_a_tile_fits_on(size: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="a table is"):
        Table(*size)
