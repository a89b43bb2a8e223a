"""Patches of halves cut from drawn photos as a finder may cut them, and some of no half."""

import numpy as np
from PIL import Image

from .half_scenes import MARGIN, NOT_A_HALF, SIDE
from .photo import photo

Points = np.ndarray
KINDS = ["set", "layout", "hand", "set", "layout", "hand", "backs", "none"]
SIZES = [(960, 720), (1280, 960), (960, 960)]


def photo_patches(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """All halves of one photo, each cut twice, and wrong cuts; with their classes."""
    rng = np.random.default_rng([seed, 29])
    pixels, truth = photo(seed, KINDS[seed % len(KINDS)], SIZES[int(rng.integers(len(SIZES)))])
    image = Image.fromarray(pixels).convert("L")
    patches, classes = [], []
    for tile in truth["tiles"]:
        corners = np.array(tile["corners"])
        for which in (0, 1, 0, 1):
            if tile["partly"]:
                continue
            patches.append(cut(image, jittered(rng, half_quad(corners, which))))
            classes.append(tile["halves"][which])
        patches.append(cut(image, wrong_quad(rng, corners)))
        classes.append(NOT_A_HALF)
    for _ in range(3 if truth["tiles"] else 30):
        quad = anywhere(rng, image.size)
        if all(far_from(quad, np.array(tile["corners"])) for tile in truth["tiles"]):
            patches.append(cut(image, quad))
            classes.append(NOT_A_HALF)
    return np.stack(patches), np.array(classes, np.uint8)


def half_quad(corners: Points, which: int) -> Points:
    """The half from the bar outwards, with its margin; the first two points lie at the bar."""
    if which == 1:
        corners = corners[[2, 3, 0, 1]]
    mapping = perspective(corners)
    near, far = 0.5 * (1 + MARGIN), -0.5 * MARGIN
    across = [(1 + MARGIN, near), (-MARGIN, near), (-MARGIN, far), (1 + MARGIN, far)]
    return np.array([mapped(mapping, *point) for point in across])


def perspective(corners: Points, side: float = 1) -> Points:
    """The eight numbers of the mapping from a square with that side to the corners of a quad."""
    square = [(0, 0), (side, 0), (side, side), (0, side)]
    rows, known = [], []
    for (u, v), (x, y) in zip(square, corners, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        known += [x, y]
    return np.linalg.solve(np.array(rows, float), np.array(known, float))


def mapped(mapping: Points, u: float, v: float) -> tuple[float, float]:
    """Where a point of the square lies in the picture."""
    a, b, c, d, e, f, g, h = mapping
    return (a * u + b * v + c) / (g * u + h * v + 1), (d * u + e * v + f) / (g * u + h * v + 1)


def jittered(rng: np.random.Generator, quad: Points, by: float = 1) -> Points:
    """The quad as a finder errs: moved, turned, stretched, and each corner a little by itself."""
    wide = np.linalg.norm(quad[1] - quad[0])
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    bar = quad[:2].mean(0)
    turn = rng.normal(0, 0.03 * by)
    turning = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    stretched = quad + np.outer([-0.5, 0.5, 0.5, -0.5], along) * rng.normal(0, 0.035 * by)
    stretched += np.outer([0, 0, 1, 1], down) * rng.normal(0.01, 0.05 * by)
    moved = (stretched - bar) @ turning.T + bar + rng.normal(0, 0.022 * wide * by, 2)
    return moved + rng.normal(0, 0.016 * wide * by, (4, 2))


def wrong_quad(rng: np.random.Generator, corners: Points) -> Points:
    """A cut at a tile that shows no half: beside it, across the bar, turned, from the wrong end."""
    quad = half_quad(corners, int(rng.integers(2)))
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    kind = rng.integers(6)
    if kind == 0:
        quad = quad + down * rng.choice([-1, 1]) * rng.uniform(0.3, 0.7)
    elif kind == 1:
        quad = (
            quad + along * rng.choice([-1, 1]) * rng.uniform(0.32, 0.7) + down * rng.normal(0, 0.15)
        )
    elif kind == 2:
        quad = quad[[2, 3, 0, 1]]
    elif kind == 3:
        quad = quad + down * rng.uniform(0.9, 1.1)
    elif kind == 4:
        middle = quad[:2].mean(0) if rng.random() < 0.5 else quad.mean(0)
        quad = middle + (quad - middle) * rng.choice(
            [rng.uniform(0.35, 0.6), rng.uniform(1.5, 2.1)]
        )
    else:
        quad = quad[[1, 2, 3, 0]] if rng.random() < 0.5 else quad[[3, 0, 1, 2]]
    return jittered(rng, quad)


def anywhere(rng: np.random.Generator, size: tuple[int, int]) -> Points:
    """A square somewhere in the picture."""
    half = 10 * np.exp(rng.uniform(0, 2))
    angle = rng.uniform(0, 2 * np.pi)
    u, v = (
        half * np.array([np.cos(angle), np.sin(angle)]),
        half * np.array([-np.sin(angle), np.cos(angle)]),
    )
    middle = rng.uniform(half, np.array(size) - half)
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])


def far_from(quad: Points, corners: Points) -> bool:
    """Whether a square lies clear of a tile."""
    reach = np.linalg.norm(quad[2] - quad[0]) / 2 + np.linalg.norm(corners[2] - corners[0]) / 2
    return bool(np.linalg.norm(quad.mean(0) - corners.mean(0)) > reach)


def cut(image: Image.Image, quad: Points) -> np.ndarray:
    """The patch in a quad whose first two points lie at the bar."""
    long = np.linalg.norm(quad[2] - quad[0])
    fine = min(6, max(1, round(long / 40)))
    side = SIDE * fine
    large = image.transform(
        (side, side),
        Image.Transform.PERSPECTIVE,
        tuple(perspective(quad, side)),
        Image.Resampling.BILINEAR,
    )
    return np.asarray(large.resize((SIDE, SIDE), Image.Resampling.BOX))
