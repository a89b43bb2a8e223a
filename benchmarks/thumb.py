"""How many taps a game costs the thumb, and how large its tiles are: 200 random games of each kind.

A tile takes one tap, and a second where the page has to ask which end. Draws and
passes are one tap each and counted apart; several tiles drawn at once are two. The tiles of the
felt are those of the longest hand of as many games, and their size is the short side's, in CSS px.

    python benchmarks/thumb.py [--games 200]
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from companion.pictures.board_drawing import Marking, draw_board  # noqa: E402
from companion.pictures.layout_crop import Size  # noqa: E402
from companion.record.statements import TilesDrawn, TileSet, TurnPassed  # noqa: E402
from companion.referee.explain.why_and_what_if import options_for  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402
from tests.play import CAST  # noqa: E402
from tests.random_play import Moment, hands_of, honest_game, sets_of  # noqa: E402

#: The felt of two players on these screens while tiles are played, as measured in Chromium.
FELTS = {
    "390 × 844": Size(390, 330),
    "360 × 640": Size(360, 184),
    "844 × 390": Size(484, 390),
    "1280 × 800": Size(742, 800),
}
LAID = (8, 14, 20)


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
    print(f"\n{'':12}" + "".join(f"{f'{laid} tiles':>24}" for laid in LAID))
    hands = list(islice(long_hands(), options.games))
    for screen, felt in FELTS.items():
        figures = [[short_side(hand, laid, felt) for hand in hands] for laid in LAID]
        middle = (
            f"{median(each):5.1f} (a tenth {quantiles(each, n=10)[0]:.1f})" for each in figures
        )
        print(f"{screen:12}" + "".join(f"{each:>24}" for each in middle))


def long_hands() -> Iterator[list[Moment]]:
    """The longest hand of each random game, of every kind and number of seats, with 20 tiles."""
    for seed in count():
        kind, turn = seed % len(GAMES), seed // len(GAMES)
        game, preset = list(GAMES.items())[kind]
        players = ", ".join(CAST[: preset.seats[turn % len(preset.seats)]])
        played = honest_game(seed, header=f"game: {game}\nplayers: {players}", hands=50)
        hand = max(hands_of(played), key=lambda each: len(sets_of(each)))
        if len(sets_of(hand)) >= LAID[-1]:
            yield hand


def short_side(hand: list[Moment], laid: int, felt: Size) -> float:
    """The short side of the tiles when so many of a hand lie on a felt, in CSS px."""
    at = [each for each in hand if isinstance(each.statement, TileSet)][laid - 1].game.hand
    assert at is not None
    board = draw_board(at.layout, tuple(sets_of(hand)[:laid]), Marking.PLACES)
    return felt.scale_of(board.view)


if __name__ == "__main__":
    main()
