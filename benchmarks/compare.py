"""How long a record of 12 hands takes to be told by other rules: `python benchmarks/compare.py`."""

import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from play import CAST, honest_game  # noqa: E402

from companion.record.replay import Transcript, replay  # noqa: E402
from companion.referee.comparison import compare  # noqa: E402
from companion.referee.verdicts import comparison_verdict  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402

HANDS = 12
ROUNDS = 5


def main() -> None:
    """Race Horse by four players, told by each of the other games, or as far as it goes."""
    header = f"game: race-horse\nplayers: {', '.join(CAST)}\ntarget: 9999"
    told = replay(honest_game(2026, header=header, hands=HANDS).text)
    print(f"{HANDS} hands, {len(told.entries)} entries, ms (below 150 wanted)")
    for game in GAMES:
        best = min(_compared(told, game) for _ in range(ROUNDS))
        print(f"  {game:<24}{best:>7.1f}")


def _compared(told: Transcript, game: str) -> float:
    assert told.header is not None
    begun = perf_counter()
    comparison_verdict(compare(told.header, told.entries, told.header.under(game)))
    return (perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
