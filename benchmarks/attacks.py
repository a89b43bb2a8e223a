"""What one hostile client costs a phone that plays: how long its taps take while it lasts.

    python benchmarks/attacks.py [--workers 1] [--database URL] [--beside FOLDER]

A server with its limits on; the attacks are those of `tests/web/test_attacks.py`, from the
address that the phone has too (a house) or from another one. Bounded, and on this machine alone.
With `--beside`, the folder of another version with its environment, both run in turn.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.attackers import (
    ELSEWHERE,
    HALF_BODY,
    HALF_HEADER,
    LEFT_OPEN,
    Attack,
    Player,
    ask_much_at_once,
    come_and_go,
    flooding,
    held,
    megabytes,
    send_crumbs,
)
from tests.web.serving import Serving, serving

ATTACKS: dict[str, Callable[[Serving], AbstractContextManager[object]]] = {
    "none": lambda server: nullcontext(),
    "40 answered and left open": lambda server: held(server, Attack(40, LEFT_OPEN)),
    "64 half headers": lambda server: held(server, Attack(64, HALF_HEADER)),
    "64 half bodies": lambda server: held(server, Attack(64, HALF_BODY)),
    "640 silent, elsewhere": lambda server: held(server, Attack(640, b"", ELSEWHERE)),
    "640 silent": lambda server: held(server, Attack(640, b"")),
    "coming and going": lambda server: flooding(*[lambda: come_and_go(server)] * 2),
    "50 requests at once, over and over": lambda server: flooding(
        *[lambda: ask_much_at_once(server)] * 4
    ),
    "bodies in crumbs": lambda server: flooding(*[lambda: send_crumbs(server)] * 4),
}
TAPS = 10


def measure(server: Serving, name: str, version: str) -> None:
    """One line: the taps of a phone while that attack lasts."""
    with ExitStack() as ends:
        ana = Player(server.port)
        ends.callback(ana.close)
        ends.enter_context(ATTACKS[name](server))
        # Until it is felt.
        time.sleep(0.2)
        try:
            spent = ana.taps(TAPS)
        except OSError:
            print(f"{name + version:44} no answer within 20 s", flush=True)
        else:
            held = f"{median(spent):8.3f} {max(spent):8.3f}  s {megabytes(server):6.0f} MB"
            print(f"{name + version:44} {held}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="", help="PostgreSQL instead of SQLite in a file")
    parser.add_argument("--beside", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    environment = {"DATABASE_URL": options.database, "COMPANION_LIMITS": "on"}
    print(f"{'a tap':44} {'median':>8} {'worst':>8}")
    versions = {"": None, **({" (before)": options.beside} if options.beside else {})}
    workers = ("--workers", f"{options.workers}")
    for name in ATTACKS:
        for version, checkout in versions.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                serving(Path(folder), None, *workers, checkout=checkout, **environment) as server,
            ):
                measure(server, name, version)


if __name__ == "__main__":
    main()
