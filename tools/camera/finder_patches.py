"""Patches that the reader's own finder cuts from drawn photos, with what each shows. Needs node."""

from typing import Any

import numpy as np

from .finder import finder
from .half_scenes import NOT_A_HALF, SIDE
from .photo import photo
from .photo_patches import KINDS, Points

MOST_WRONG = 80
"""Of one photo at most so many that show no half."""

RIGHT, WRONG = 0.2, 0.36
"""How far its farthest corner may be off for a half, and must be for none; in widths."""


def finder_patches(first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Patches of that many photos, and their classes."""
    shown, classes = [], []
    with finder(with_halves=True) as find:
        for seed in range(first, first + count):
            pixels, truth = photo(seed, KINDS[seed % len(KINDS)])
            places, patches = find(pixels)
            halves = np.stack([half(places, which) for which in (0, 1)], 1).reshape(-1, 4, 2)
            kept, kinds = _labelled(halves, truth)
            shown.append(patches.reshape(-1, SIDE, SIDE)[kept])
            classes.append(kinds)
    return np.concatenate(shown), np.concatenate(classes)


def half(corners: Points, which: int) -> Points:
    """The quad of a half: its two points at the bar, then its outer edge."""
    left, right = (corners[:, 0] + corners[:, 3]) / 2, (corners[:, 1] + corners[:, 2]) / 2
    if which:
        return np.stack([left, right, corners[:, 2], corners[:, 3]], 1)
    return np.stack([right, left, corners[:, 0], corners[:, 1]], 1)


def _labelled(places: Points, truth: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Which places are clear enough to learn from, and the class of each."""
    off = np.full(len(places), np.inf)
    kinds = np.full(len(places), NOT_A_HALF)
    for tile in truth["tiles"]:
        corners = np.array([tile["corners"]])
        wide = np.linalg.norm(corners[0, 0] - corners[0, 1])
        for which in (0, 1):
            error = np.linalg.norm(places - half(corners, which), axis=2).max(1) / wide
            nearer = error < off
            off[nearer] = error[nearer]
            # What is partly hidden teaches nothing.
            off[nearer & bool(tile["partly"]) & (error < WRONG)] = (RIGHT + WRONG) / 2
            kinds[nearer & (error < RIGHT)] = tile["halves"][which]
    wrong = np.flatnonzero(off > WRONG)[:MOST_WRONG]
    right = np.flatnonzero(off < RIGHT)
    kept = np.concatenate([right, wrong])
    return kept, np.where(off[kept] < RIGHT, kinds[kept], NOT_A_HALF).astype(np.uint8)
