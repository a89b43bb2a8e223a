import pytest

from companion.pictures.pips import PIP_RADIUS, pips_of


@pytest.mark.parametrize("number", range(7))
def test_a_half_shows_its_number_of_pips_apart_from_each_other_and_the_edge(number: int) -> None:
    pips = pips_of(number)
    assert len(set(pips)) == number
    for pip in pips:
        assert all(PIP_RADIUS < at < 1 - PIP_RADIUS for at in pip)
        assert all(
            abs(pip.x - other.x) + abs(pip.y - other.y) > 2 * PIP_RADIUS
            for other in pips
            if other != pip
        )


def test_a_six_has_two_rows_of_three_along_the_tile() -> None:
    six = pips_of(6)
    assert len({pip.x for pip in six}) == 3
    assert len({pip.y for pip in six}) == 2


@pytest.mark.parametrize("number", range(7))
def test_a_half_looks_the_same_upside_down(number: int) -> None:
    assert {(1 - pip.x, 1 - pip.y) for pip in pips_of(number)} == set(pips_of(number))


@pytest.mark.parametrize("number", [-1, 7])
def test_a_half_shows_no_other_number(number: int) -> None:
    with pytest.raises(ValueError, match="0 to 6 pips"):
        pips_of(number)
