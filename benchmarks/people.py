"""How long figures take, and the folds over a club's games: `python benchmarks/people.py`."""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from random_play import honest_game  # noqa: E402

from companion.record.replay import Transcript, replay  # noqa: E402
from companion.rules.games import GAMES  # noqa: E402
from companion.stats.evening import evenings_of  # noqa: E402
from companion.stats.game_figures import GameFigures, figures_of  # noqa: E402
from companion.stats.head_to_head import rivals_of  # noqa: E402
from companion.stats.person_stats import form_of, person, sittings_of, skill_of  # noqa: E402  # noqa: E402
from companion.stats.ratings import Ratings  # noqa: E402
from tests.stats.club import season  # noqa: E402

GAMES_EACH = 20
SEASON = 5_000
#: Somebody of a circle of twelve plays one game in four; this one plays all.
ALWAYS = 1


def main() -> None:
    if sys.argv[1:] != ["folds"]:
        measure_figures()
    measure_folds()


def measure_figures() -> None:
    print(f"{'figures':<24}{'ms a hand':>11}{'ms a game':>11}{'worst game':>11}{'hands':>8}")
    for game, preset in GAMES.items():
        header = (
            f"game: {game}\nplayers: {', '.join(('Ana', 'Ben', 'Cyd', 'Dee')[: preset.seats[0]])}"
        )
        records = [replay(honest_game(seed, header=header, hands=99).text) for seed in _SEEDS]
        times = [_ms(lambda record=record: _figures(record)) for record in records]
        hands = sum(_figures(record).hands for record in records)
        print(
            f"{game:<24}{sum(times) / hands:>11.1f}{fmean(times):>11.1f}"
            f"{max(times):>11.1f}{hands / GAMES_EACH:>8.1f}"
        )


def measure_folds() -> None:
    games = [each for each in season(5 * SEASON) if ALWAYS in each.people][:SEASON]
    sittings, kept = sittings_of(games, ALWAYS), [each.figures.kept for each in games]
    print(f"\n{f'{SEASON:,} games of one':<24}{'ms':>11}")
    folds: dict[str, Callable[[], object]] = {
        "read as kept": lambda: tuple(map(GameFigures.read, kept)),
        "person": lambda: person(games, ALWAYS),
        "rivals": lambda: rivals_of(sittings),
        "form": lambda: (form_of(sittings), skill_of(sittings)),
        "evenings with wins": lambda: [evening.wins for evening in evenings_of(games)],
        "ratings": lambda: Ratings().after(games),
    }
    Ratings().after(games[:1])
    for name, fold in folds.items():
        print(f"{name:<24}{_ms(fold):>11.1f}")


_SEEDS = range(GAMES_EACH)


def _figures(record: Transcript) -> GameFigures:
    assert record.header is not None and record.start is not None
    return figures_of(record.header, record.start, record.entries)


def _ms(work: Callable[[], object]) -> float:
    before = process_time()
    work()
    return (process_time() - before) * 1000


if __name__ == "__main__":
    main()
