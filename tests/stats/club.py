"""Simulated clubs: games of people with figures that a record could have."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from companion.stats.game_figures import GameFigures, SeatFigures
from companion.stats.played_game import PlayedGame

ANA, BEN, CYD, DEE, ZOE = range(1, 6)
FIRST = datetime(2026, 1, 1, 20, tzinfo=UTC)


def game(
    people: Sequence[int],
    winner: int | None = 0,
    *,
    scores: Sequence[int] | None = None,
    kind: str = "race-horse",
    unit: str = "pegs",
    partners: bool = False,
    table: str = "",
    day: int = 0,
    hands: int = 4,
    known: int = 4,
    seats: Sequence[SeatFigures] | None = None,
) -> PlayedGame:
    """A game of these people; `day` counts from the first of January."""
    sides = ((0, 2), (1, 3)) if partners else tuple((seat,) for seat in range(len(people)))
    if scores is None:
        scores = [61 if side == winner else 40 for side in range(len(sides))]
    at = FIRST + timedelta(days=day)
    figures = GameFigures(
        kind,
        unit,
        sides,
        tuple(scores),
        winner,
        hands,
        known,
        (0,) * len(sides),
        tuple(seats or [SeatFigures(turns=9)] * len(people)),
    )
    return PlayedGame(table or f"t{day}", at, at.date(), tuple(people), figures)


def season(games: int, people: int = 12, seed: int = 1) -> list[PlayedGame]:
    """So many games of a club, in order; a lower number is a stronger person."""
    random = Random(seed)
    found = []
    for number in range(games):
        seats = random.choice((2, 2, 3, 4))
        partners = seats == 4 and random.random() < 0.5
        who = random.sample(range(1, people + 1), seats)
        sides = 2 if partners else seats
        strength = [sum(people - each for each in who[side::sides]) + 3 for side in range(sides)]
        (winner,) = random.choices(range(sides), strength)
        kind, unit = random.choice((("race-horse", "pegs"), ("muggins", "points")))
        found.append(
            game(
                who,
                winner if random.random() < 0.95 else None,
                scores=[61 if side == winner else random.randrange(60) for side in range(sides)],
                kind=kind,
                unit=unit,
                partners=partners,
                table=f"table-{number}",
                day=number // 8,
                seats=[_seat(random) for _ in who],
            )
        )
    return found


def _seat(random: Random) -> SeatFigures:
    available = random.randrange(20, 60)
    taken = random.randrange(available)
    return SeatFigures(
        points=taken + random.randrange(9),
        taken=taken,
        available=available,
        owed=random.randrange(-80, 80) / 8,
        turns=random.randrange(5, 20),
        best_turn=random.randrange(12),
        longest_surge=random.randrange(1, 5),
        dominoes=random.randrange(4),
        said=random.randrange(3),
    )
