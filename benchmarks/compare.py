"""How long records take to be told by other games: `python benchmarks/compare.py`."""

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from play import CAST  # noqa: E402
from random_play import honest_game  # noqa: E402

from companion.record.replay import Transcript, replay  # noqa: E402
from companion.referee.compare.comparison import compare  # noqa: E402
from companion.referee.verdict_json import comparison_verdict  # noqa: E402
from companion.rules.errors import WrongPlayers  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402
from companion.rules.preset import Partners  # noqa: E402

HANDS = 12
OTHERS = 6
ROUNDS = 5


def main() -> None:
    """Race Horse by four players, told by each of the other games, or as far as it goes."""
    header = f"game: race-horse\nplayers: {', '.join(CAST)}\ntarget: 9999"
    told = replay(honest_game(2026, header=header, hands=HANDS).text)
    print(f"{HANDS} hands, {len(told.entries)} entries, ms (below 150 wanted)")
    for game in GAMES:
        best = min(_compared(told, game) for _ in range(ROUNDS))
        print(f"  {game:<24}{best:>7.1f}")
    print(f"a hand of each game by {OTHERS} others together, ms (below 150 wanted)")
    for game in GAMES:
        found = [_by_others(game, seed) for seed in range(HANDS)]
        print(f"  {game:<24}{median(found):>7.1f} in the middle {max(found):>7.1f} at most")


def _by_others(game: str, seed: int) -> float:
    """One hand of a game, told by the six that stand after it in the list."""
    header = f"game: {game}\nplayers: {', '.join(CAST)}\nsides: Ana & Cyd, Ben & Dee"
    preset = GAMES[game]
    if preset.partners is Partners.NEVER:
        header = header.rsplit("\n", 1)[0]
    told = replay(honest_game(seed, header=header, hands=1).text)
    after = [*GAMES, *GAMES][[*GAMES].index(game) + 1 :]
    may = [each for each in after if _may_be_told(told, each)][:OTHERS]
    return min(sum(_compared(told, each) for each in may) for _ in range(ROUNDS))


def _may_be_told(told: Transcript, game: str) -> bool:
    assert told.header is not None
    try:
        told.header.under(game)
    except WrongPlayers:
        return False
    return game != told.header.game


def _compared(told: Transcript, game: str) -> float:
    assert told.header is not None
    begun = perf_counter()
    comparison_verdict(compare(told.header, told.entries, told.header.under(game)))
    return (perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
