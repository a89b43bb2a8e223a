"""The reader's own finder, as node runs it."""

import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from .half_scenes import SIDE

SCRIPT = Path(__file__).with_suffix(".mjs")

Found = tuple[np.ndarray, np.ndarray]


@contextmanager
def finder(with_halves: bool = False) -> Iterator[Callable[[np.ndarray], Found]]:
    """Finds tiles in pictures: where they lie roughly, or fitted, with what is in their halves.

    It gives corners, places × 4 × 2, and patches, places × halves × rows × columns (or no halves).
    """
    words = ["node", str(SCRIPT), *(["halves"] if with_halves else [])]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield partial(_find, process, 2 if with_halves else 0)


def _find(process: "subprocess.Popen[bytes]", patches: int, pixels: np.ndarray) -> Found:
    assert process.stdin is not None and process.stdout is not None
    picture = Image.fromarray(pixels).convert("RGBA")
    process.stdin.write(struct.pack("<II", *picture.size) + picture.tobytes())
    process.stdin.flush()
    (count,) = struct.unpack("<I", process.stdout.read(4))
    size = 32 + patches * SIDE * SIDE
    places = np.frombuffer(process.stdout.read(count * size), np.uint8).reshape(count, size)
    corners = places[:, :32].copy().view("<f4").reshape(count, 4, 2)
    return corners, places[:, 32:].reshape(count, patches, SIDE, SIDE)
