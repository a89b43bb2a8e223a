"""An arm without a free place beside it goes on elsewhere, with a line drawn to it."""

from dataclasses import replace

from lying import high_centre, low_centre

from companion.pictures.pose import Heading, Pose
from companion.pictures.shapes import Box
from companion.pictures.tableau import Tableau, lay_out
from companion.rules.choices import Spinners
from companion.rules.tile import Tile

LEAD, NEXT = Tile(6, 4), Tile(4, 1)


def walled_in() -> tuple[Tableau, list[Pose]]:
    """The lead 6-4 with strange tiles all around its four."""
    tableau = lay_out(((LEAD, None),), Spinners.ALL)
    walls = [
        Pose(4, 1, Heading.SOUTH, is_double=False),
        Pose(2, -2, Heading.EAST, is_double=False),
        Pose(1, 2, Heading.EAST, is_double=False),
    ]
    felt = tableau._felt
    for wall in walls:
        felt = felt.with_tile(wall)
    return replace(tableau, _felt=felt), walls


def test_a_walled_in_end_is_linked_to_a_free_place() -> None:
    tableau, walls = walled_in()
    after = tableau.add(NEXT, LEAD)
    laid = after.tiles[-1]
    assert tableau.tiles[0].box.distance(laid.link[0]) == 0
    assert laid.box.distance(laid.link[-1]) == 0
    for wall in walls:
        left, top, right, bottom = (edge / 2 for edge in wall.corners)
        assert (
            laid.box.right < left
            or right < laid.box.left
            or laid.box.bottom < top
            or bottom < laid.box.top
        )


def test_the_joining_half_is_where_the_link_ends() -> None:
    laid = walled_in()[0].add(NEXT, LEAD).tiles[-1]
    joining, at = high_centre(laid), laid.link[-1]
    to_joining = abs(joining.x - at.x) + abs(joining.y - at.y)
    assert laid.joined_pips == 4
    assert to_joining == 0.5


def test_the_arm_goes_on_from_a_linked_tile() -> None:
    tableau = walled_in()[0].add(NEXT, LEAD).add(Tile(2, 1), NEXT)
    assert [bool(laid.link) for laid in tableau.tiles] == [False, True, False]
    assert Box.around(laid.box for laid in tableau.tiles).width < 12


def test_a_later_tile_keeps_off_the_link() -> None:
    tableau = walled_in()[0].add(NEXT, LEAD).add(Tile(2, 1), NEXT).add(Tile(6, 3), LEAD)
    (link,) = (laid.link for laid in tableau.tiles if laid.link)
    for laid in tableau.tiles:
        inner = laid.box.inset(0.1)
        assert all(inner.distance(point) > 0 for point in link)


def test_an_end_with_felt_beside_it_needs_no_link() -> None:
    assert not any(laid.link for laid in lay_out(((LEAD, None), (NEXT, LEAD)), Spinners.ALL).tiles)


def test_where_only_one_half_has_room_a_single_is_laid_round_the_corner() -> None:
    tableau = lay_out(((LEAD, None),), Spinners.ALL)
    felt = tableau._felt
    for wall in (
        Pose(6, 0, Heading.SOUTH, is_double=False),
        Pose(-1, -3, Heading.EAST, is_double=False),
        Pose(-1, 3, Heading.EAST, is_double=False),
    ):
        felt = felt.with_tile(wall)
    laid = replace(tableau, _felt=felt).add(NEXT, LEAD).tiles[-1]
    assert not laid.link
    four, one = high_centre(laid), low_centre(laid)
    assert tuple(four) == (1.5, 0), "the four beside the four"
    assert abs(one.y) == 1, "and the one turned aside"
