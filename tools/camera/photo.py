"""Photos of tiles that are known: `photo(seed, kind)` is a picture and the truth about it.

The same seed makes the same picture. Kinds: *hand* (1–14 tiles), *set* (all 28), *layout* (with
its joins), *none*, *backs* (faces and backs).

    python -m tools.camera.photo --kind hand --seeds 0 5 --to ../photos
"""

import argparse
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from .camera_model import Camera, Points, through
from .clutter import on_the_table
from .fingers import Hidden, in_front
from .grounds import Ground, ground
from .lens import developed, in_linear_light, noisy, stored, through_the_lens
from .lighting import glare, illumination, sun, tile_shadows
from .looks import Look, look
from .noise import Rng
from .scenes import KINDS, Halves, Placed, Scene, scene
from .tile_body import Sun, put, warped

Pixels = NDArray[np.uint8]
Truth = dict[str, Any]

#: The ground is drawn at most this large.
LARGEST = 1500
#: How long a tile is, in pixels: the smallest in any picture, the longest in one 1,280 wide.
SMALLEST, LONGEST = 48, 400
#: Sizes of pictures, and how often each is taken.
SIZES = {
    (1280, 960): 34, (960, 1280): 26, (1280, 720): 12, (1200, 1200): 8,
    (1600, 1200): 10, (1200, 1600): 5, (2400, 1800): 5,
}  # fmt: skip


def photo(
    seed: int,
    kind: str = "hand",
    size: tuple[int, int] | None = None,
    count: int | None = None,
    tiles: list[Halves] | None = None,
    so_far: int | None = None,
) -> tuple[Pixels, Truth]:
    """A picture as rows × columns × RGB, and what it shows: `count` tiles, or these.

    With `so_far` only the first few of them lie there yet, seen by the same camera.
    """
    rng = np.random.default_rng([seed, zlib.crc32(kind.encode())])
    of_set = look(rng)
    on_table = scene(rng, kind, of_set.length, count, tiles)
    size = size or _size(rng)
    camera = _camera(rng, on_table.tiles, of_set, size)
    if so_far is not None:
        on_table = on_table.until(so_far)
    light = sun(rng)
    picture, kind_of_ground, hidden = _taken(rng, camera, of_set, on_table, light)
    shown = through_the_lens(rng, picture, min(1.0, camera.focal / camera.distance / 60))
    truth = {
        "seed": seed,
        "kind": kind,
        "set": "digits" if of_set.digits else of_set.material,
        "ground": kind_of_ground,
        "tiles": _known(camera, of_set, on_table.tiles, hidden),
        "joins": _joins(on_table),
    }
    return stored(rng, noisy(rng, shown)), truth


def _size(rng: Rng) -> tuple[int, int]:
    weights = np.array([*SIZES.values()], float)
    return [*SIZES][int(rng.choice(len(SIZES), p=weights / weights.sum()))]


def _taken(
    rng: Rng, camera: Camera, of_set: Look, on_table: Scene, light: Sun
) -> tuple[Image.Image, str, Hidden]:
    size = (camera.wide, camera.high)
    below = _ground(rng, camera, not on_table.tiles)
    picture = warped(Image.fromarray(below[0].pixels), camera.plane(0) @ below[1], size)
    picture = tile_shadows(picture, camera, of_set, on_table.tiles, light, rng)
    for tile in _far_first(camera, on_table.tiles):
        put(picture, camera, of_set, tile, light, rng.spawn(1)[0])
    hidden = in_front(rng, picture, camera.focal / camera.distance)
    bright = in_linear_light(picture) * illumination(rng, size, light)
    reflected = glare(rng, size)
    if reflected is not None:
        gloss = _gloss(camera, of_set, on_table.tiles, below[0].gloss)
        bright += (reflected * gloss * np.float32(rng.uniform(0.1, 1)))[..., None]
    return developed(rng, bright), below[0].kind, hidden


def _camera(rng: Rng, tiles: list[Placed], of_set: Look, size: tuple[int, int]) -> Camera:
    """A phone held over the tiles."""
    points = np.concatenate([tile.corners(of_set.length, 0.1) for tile in tiles] or [_empty()])
    middle = (points.min(0) + points.max(0)) / 2
    turn = float(rng.normal(0, 0.12) + rng.integers(4) * np.pi / 2)
    if rng.random() < 0.35:
        turn = float(rng.uniform(0, 2 * np.pi))
    tilt = float(rng.uniform(0, 0.25) if rng.random() < 0.5 else rng.uniform(0.1, 0.95))
    focal = float(max(size) * rng.uniform(0.75, 1.4))
    stretch = float(rng.uniform(0.72, 1.38)) if rng.random() < 0.18 else 1.0
    far = focal * of_set.length / SMALLEST
    x, y = (float(part) for part in middle)
    camera = Camera(*size, focal, x, y, turn, tilt, far, stretch=stretch)
    return _framed(rng, camera, points, of_set)


def _framed(rng: Rng, camera: Camera, points: Points, of_set: Look) -> Camera:
    """Near enough to fill the picture, or a chosen length of a tile; then moved to one side."""
    size = np.array([camera.wide, camera.high])
    larger = max(size) / 1280
    fill = rng.uniform(0.5, 0.97)
    longest = LONGEST * larger
    if rng.random() < 0.3:
        longest = np.exp(rng.uniform(np.log(SMALLEST), np.log(longest)))
    for _ in range(8):
        shown = camera.project(points, of_set.thickness)
        extent = shown.max(0) - shown.min(0)
        offset = size / 2 - (shown.min(0) + shown.max(0)) / 2
        room = fill * float(min(size / extent))
        room = min(room, longest / (camera.focal / camera.distance * of_set.length))
        aside = (camera.aside[0] + float(offset[0]), camera.aside[1] + float(offset[1]))
        camera = replace(camera, aside=aside, distance=camera.distance / room)
    spare = np.maximum(size * 0.97 - extent, 0) / 2
    if rng.random() < 0.07:
        spare = spare + size * 0.15  # Some tiles are cut off.
    drift = rng.uniform(-1, 1, 2) * spare
    aside = (camera.aside[0] + float(drift[0]), camera.aside[1] + float(drift[1]))
    return replace(camera, aside=aside)


def _empty() -> Points:
    return np.array([[-2.0, -2.0], [2.0, 2.0]])


def _ground(rng: Rng, camera: Camera, is_bare: bool) -> tuple[Ground, Points]:
    """The table that is seen, with things on it; and how its pixels lie on the table."""
    frame = np.array([[0, 0], [camera.wide, 0], [camera.wide, camera.high], [0, camera.high]])
    seen = through(np.linalg.inv(camera.plane(0)), frame.astype(float))
    low, far = seen.min(0) - 0.2, seen.max(0) + 0.2
    extent = far - low
    scale = min(camera.focal / camera.distance * 1.1, LARGEST / float(extent.max()))
    wide, high = (int(part * scale) + 2 for part in extent)
    made = ground(rng, (high, wide), scale)
    placed = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    return replace(made, pixels=on_the_table(rng, made.pixels, scale, is_bare)), placed


def _far_first(camera: Camera, tiles: list[Placed]) -> list[Placed]:
    if not tiles:
        return []
    shown = camera.project(np.array([[tile.x, tile.y] for tile in tiles]))
    return [tiles[int(index)] for index in np.argsort(shown[:, 1])]


def _gloss(camera: Camera, of_set: Look, tiles: list[Placed], ground_gloss: float) -> Pixels:
    mask = Image.new("F", (camera.wide, camera.high), ground_gloss)
    pen = ImageDraw.Draw(mask)
    for tile in tiles:
        face = camera.project(tile.corners(of_set.length), of_set.thickness)
        pen.polygon([tuple(point) for point in face], of_set.gloss)
    return np.asarray(mask)


def _known(camera: Camera, of_set: Look, tiles: list[Placed], hidden: Hidden) -> list[Truth]:
    known = []
    for tile in tiles:
        if tile.halves is None:
            continue
        corners = camera.project(tile.corners(of_set.length), of_set.thickness)
        known.append(
            {
                "tile": f"{max(tile.halves)}-{min(tile.halves)}",
                "halves": [int(number) for number in tile.halves],
                "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
                "partly": hidden.part(corners) > 0.01,
            }
        )
    return known


def _joins(on_table: Scene) -> list[Truth]:
    return [dict(join) for join in on_table.joins]


def main() -> None:
    """Writes photos as PNG, each with its truth beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, default="hand")
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 8), metavar=("FROM", "TO"))
    parser.add_argument("--to", type=Path, default=Path("../photos"))
    chosen = parser.parse_args()
    chosen.to.mkdir(parents=True, exist_ok=True)
    for seed in range(*chosen.seeds):
        pixels, truth = photo(seed, chosen.kind)
        name = chosen.to / f"{chosen.kind}-{seed}"
        Image.fromarray(pixels).save(name.with_suffix(".png"))
        name.with_suffix(".json").write_text(json.dumps(truth), "utf-8")


if __name__ == "__main__":
    main()
