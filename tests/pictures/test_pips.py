import pytest

from companion.pictures.shapes import PIPS

#: As the faces are drawn.
PIP_RADIUS = 0.1


@pytest.mark.parametrize("number", range(7))
def test_a_half_shows_its_number_of_pips_apart_from_each_other_and_the_edge(number: int) -> None:
    pips = PIPS[number]
    assert len(set(pips)) == number
    for pip in pips:
        assert all(PIP_RADIUS < at < 1 - PIP_RADIUS for at in pip)
        assert all(
            abs(pip.x - other.x) + abs(pip.y - other.y) > 2 * PIP_RADIUS
            for other in pips
            if other != pip
        )


def test_a_six_has_two_rows_of_three_along_the_tile() -> None:
    six = PIPS[6]
    assert len({pip.x for pip in six}) == 3
    assert len({pip.y for pip in six}) == 2


@pytest.mark.parametrize("number", range(7))
def test_a_half_looks_the_same_upside_down(number: int) -> None:
    assert {(1 - pip.x, 1 - pip.y) for pip in PIPS[number]} == set(PIPS[number])
