"""How long the best turn takes to find: `python benchmarks/surge.py`."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from random_play import honest_game  # noqa: E402

from companion.coach.analysis.surge import game_with  # noqa: E402
from companion.coach.analysis.turn_search import find_surges  # noqa: E402
from companion.rules.game import Game  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402
from companion.rules.layout import Layout  # noqa: E402
from companion.rules.settings import Rules  # noqa: E402
from companion.rules.tile import Tile  # noqa: E402

MOST_TILES = 7
GAMES_EACH = 25
TABLES = 400
CHANGES = 150


class Place(NamedTuple):
    """A table and a hand, and how long their best turn took, in ms."""

    ms: float
    placements: tuple[tuple[Tile, Tile | None], ...]
    held: tuple[Tile, ...]


def main() -> None:
    print(f"{'':<24}{'median ms':>11}{'worst ms':>11}{'positions':>11}")
    for game in GAMES:
        times = [_ms(where, held) for where, held in _in_play(game)]
        print(f"{game:<24}{median(times):>11.3f}{max(times):>11.3f}{len(times):>11,}")
    # The rules under which the most tiles can follow one another.
    rules = replace(GAMES["race-horse"].rules.with_setting("zero-scores", "yes"), target=9999)
    near = replace(rules, target=12)
    for name, hardest in (("searched for", _worst(rules)), ("with the target near", _worst(near))):
        print(f"{name:<24}{'':>11}{hardest.ms:>11.3f}{TABLES + CHANGES:>11,}")
        print(f"  on {' '.join(str(tile) for tile, _ in hardest.placements)}")
        print(f"  with {' '.join(map(str, hardest.held))}")


def _in_play(game: str) -> Iterator[tuple[Game, tuple[Tile, ...]]]:
    """Every turn of random games in which so few tiles are held."""
    preset = GAMES[game]
    for seed in range(GAMES_EACH):
        seats = preset.seats[seed % len(preset.seats)]
        players = ", ".join(("Ana", "Ben", "Cyd", "Dee")[:seats])
        played = honest_game(seed, header=f"game: {game}\nplayers: {players}", hands=2)
        for moment in played.moments:
            if (turn := moment.game.turn) is not None:
                held = moment.deal.hands[turn]
                if len(held) <= MOST_TILES:
                    yield moment.game, held


def _worst(rules: Rules) -> Place:
    """The slowest place found: at random with many doubles, then by changing it bit by bit."""
    random = Random(28)
    worst = max(_random_place(rules, random) for _ in range(TABLES))
    for _ in range(CHANGES):
        worst = max(worst, _changed(rules, worst, random))
    return worst


def _random_place(rules: Rules, random: Random) -> Place:
    layout = Layout(rules)
    placements: list[tuple[Tile, Tile | None]] = []
    eager = random.random()
    for _ in range(random.randint(1, 20)):
        options = list(layout.placements())
        doubles = [option for option in options if option[0].is_double]
        if not options or len(layout.unset) <= MOST_TILES:
            break
        placements.append(
            random.choice(doubles if doubles and random.random() < eager else options)
        )
        layout = layout.set_tile(*placements[-1])
    doubles_held = [tile for tile in layout.unset if tile.is_double]
    others = [tile for tile in layout.unset if not tile.is_double]
    random.shuffle(others)
    held = doubles_held[: random.randint(0, MOST_TILES)]
    return _place(rules, tuple(placements), (*held, *others)[:MOST_TILES])


def _changed(rules: Rules, place: Place, random: Random) -> Place:
    """The same with one other tile in the hand, or with one tile less on the table."""
    placements, held = place.placements, place.held
    if len(placements) > 1 and random.random() < 0.2:
        placements = placements[:-1]
    on_table = {tile for tile, _ in placements}
    spare = [tile for tile in Layout(rules).unset if tile not in {*on_table, *held}]
    if spare:
        gone = random.choice(held)
        held = (*(tile for tile in held if tile != gone), random.choice(spare))
    return _place(rules, placements, held)


def _place(
    rules: Rules, placements: tuple[tuple[Tile, Tile | None], ...], held: tuple[Tile, ...]
) -> Place:
    return Place(_ms(game_with(rules, placements, held), held), placements, held)


def _ms(game: Game, held: tuple[Tile, ...]) -> float:
    begun = process_time()
    find_surges(game, held)
    return (process_time() - begun) * 1000


if __name__ == "__main__":
    main()
