"""tools/camera: the photos that the reader of tiles learns from show what their truth says."""

import numpy as np
import pytest
from PIL import Image, ImageDraw

from tools.camera.photo import Pixels, Truth, photo
from tools.camera.scenes import KINDS, Halves

SMALL = (320, 240)


def test_a_seed_makes_the_same_photo_again() -> None:
    first, truth = photo(7, "hand", SMALL)
    again, same = photo(7, "hand", SMALL)
    assert (first == again).all() and truth == same
    assert truth != photo(8, "hand", SMALL)[1]


@pytest.mark.parametrize("seed", range(4))
def test_the_pips_lie_in_the_half_that_the_truth_names(seed: int) -> None:
    _, blank = one_tile(seed, (0, 0))
    six, truth = one_tile(seed, (6, 0))
    changed = np.abs(six.astype(int) - one_tile(seed, (0, 0))[0].astype(int)).max(2) > 45
    (tile,) = truth["tiles"]
    assert tile["corners"] == blank["tiles"][0]["corners"]
    first, second = (changed[half].mean() for half in halves_of(tile))
    assert (first > second) == (tile["halves"] == [6, 0])
    assert max(first, second) > 0.05 > min(first, second)
    everywhere = halves_of(tile)[0] | halves_of(tile)[1]
    assert changed[everywhere].sum() > 0.9 * changed.sum()


def test_a_layout_joins_what_is_equal_and_a_set_is_whole() -> None:
    _, truth = photo(3, "layout", SMALL, 12)
    assert len(truth["joins"]) == len(truth["tiles"]) - 1 > 5
    for join in truth["joins"]:
        first, second = (
            truth["tiles"][index]["halves"][0 if at == "side" else at]
            for index, at in zip(join["tiles"], join["at"], strict=True)
        )
        assert first == second
    assert "none" in KINDS and photo(3, "none", SMALL)[1]["tiles"] == []


def one_tile(seed: int, halves: Halves) -> tuple[Pixels, Truth]:
    return photo(seed, "hand", SMALL, tiles=[halves])


def halves_of(tile: Truth) -> list[np.ndarray]:
    """Which pixels each half covers."""
    corners = np.array(tile["corners"])
    middles = (corners[[0, 1]] + corners[[3, 2]]) / 2
    masks = []
    for outer, inner in ((corners[:2], middles), (corners[[3, 2]], middles)):
        mask = Image.new("1", SMALL)
        ImageDraw.Draw(mask).polygon([*map(tuple, outer), *map(tuple, inner[::-1])], 1)
        masks.append(np.asarray(mask))
    return masks
