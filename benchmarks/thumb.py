"""How many taps a game costs the thumb: 200 random games of each kind.

A tile takes one tap, and a second where the page has to ask which end. Draws and
passes are one tap each and counted apart; several tiles drawn at once are two.

    python benchmarks/thumb.py [--games 200]
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.record.statements import TilesDrawn, TileSet, TurnPassed
from companion.referee.explain.why_and_what_if import options_for
from companion.rules.games import GAMES
from tests.play import CAST
from tests.random_play import honest_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    print(f"{'':24}{'tiles':>8}{'taps a tile':>14}{'draws':>8}{'passes':>8}")
    for game, preset in GAMES.items():
        tiles = taps = draws = passes = 0
        for seed in range(options.games):
            seats = preset.seats[seed % len(preset.seats)]
            header = f"game: {game}\nplayers: {', '.join(CAST[:seats])}"
            before = None
            for moment in honest_game(seed, header=header, hands=50).moments:
                match moment.statement:
                    case TileSet(_, tile):
                        assert before is not None
                        tiles += 1
                        taps += 1 + (len(options_for(before, tile)) > 1)
                    case TilesDrawn(_, drawn):
                        draws += 1 if drawn == 1 else 2
                    case TurnPassed():
                        passes += 1
                before = moment.game
        print(f"{game:24}{tiles:>8,}{taps / tiles:>14.3f}{draws:>8,}{passes:>8,}")


if __name__ == "__main__":
    main()
