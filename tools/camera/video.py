"""A video for a browser that has no camera: a hand clears the table, then tiles lie still.

Chromium shows it with `--use-file-for-fake-video-capture=FILE`, again and again. It is Y4M: plain
frames of 4:2:0, a few a second, each with a little noise of its own.

    python -m tools.camera.video ../hands.y4m --seeds 3 8
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from .fingers import Hand, draw_hand
from .noise import Rng
from .photo import Pixels, Truth, photo
from .scenes import Halves

#: Frames in a second; so many with a moving hand, and then without it.
RATE, MOVING, STILL = 5, 4, 20


def film(
    to: Path,
    seeds: Sequence[int],
    size: tuple[int, int] = (640, 480),
    hands: Sequence[list[Halves]] = (),
) -> list[Truth]:
    """Writes the video, a scene for each seed, and tells what each shows.

    `hands` are the tiles of each scene; without them they are those of the seed.
    """
    chosen = [hands[index] if hands else None for index in range(len(seeds))]
    scenes = [photo(seed, "hand", size, tiles=of) for seed, of in zip(seeds, chosen, strict=True)]
    return write(to, scenes)


def film_of_turns(
    to: Path, seed: int, counts: Sequence[int], size: tuple[int, int] = (640, 480)
) -> list[Truth]:
    """Writes a layout that grows under a phone in a stand: a scene for each count of tiles."""
    whole = max(counts)
    return write(to, [photo(seed, "layout", size, whole, so_far=count) for count in counts])


def write(to: Path, scenes: Sequence[tuple[Pixels, Truth]]) -> list[Truth]:
    """Writes each scene: a hand that goes away, and what lies there then."""
    high, wide, _ = scenes[0][0].shape
    with to.open("wb") as file:
        file.write(f"YUV4MPEG2 W{wide} H{high} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for index, (pixels, _) in enumerate(scenes):
            for frame in _frames(np.random.default_rng(index), pixels):
                file.write(b"FRAME\n" + planes(frame))
    return [truth for _, truth in scenes]


def _frames(rng: Rng, pixels: Pixels) -> Iterator[Image.Image]:
    high, wide, _ = pixels.shape
    thick = wide / 12
    skin = (198, 144, 112)
    away = Hand((wide * 0.7, high), (-0.2, -0.98), thick, (high * 0.7,) * 3, skin)
    for index in range(MOVING + STILL):
        grain = rng.normal(0, 1.2, pixels.shape[:2])[..., None]
        frame = Image.fromarray(np.clip(pixels + grain, 0, 255).astype(np.uint8))
        if index < MOVING:
            draw_hand(frame, away, 1 - index / MOVING)
        yield frame


def planes(frame: Image.Image) -> bytes:
    """The frame as Y, Cb and Cr, the latter at half the size, in the range of video."""
    light, blue, red = frame.convert("YCbCr").split()
    half = (frame.width // 2, frame.height // 2)
    colours = [plane.resize(half, Image.Resampling.BOX) for plane in (blue, red)]
    scaled = [light.point(lambda level: round(16 + level * 219 / 255))]
    scaled += [
        plane.point(lambda level: round(128 + (level - 128) * 224 / 255)) for plane in colours
    ]
    return b"".join(plane.tobytes() for plane in scaled)


def main() -> None:
    """Writes a video, and its truth beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("to", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=[3])
    parser.add_argument("--size", type=int, nargs=2, default=(640, 480))
    chosen = parser.parse_args()
    wide, high = chosen.size
    truths = film(chosen.to, chosen.seeds, (wide, high))
    chosen.to.with_suffix(".json").write_text(json.dumps(truths), "utf-8")


if __name__ == "__main__":
    main()
