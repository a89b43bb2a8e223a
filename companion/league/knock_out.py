"""A knock-out: losers are out, until one is left; the best seeds have the byes."""

from collections.abc import Mapping, Sequence

from companion.league.fixture import Fixture, Slot


def knock_out(entrants: Sequence[int], *, third_place: bool = False) -> tuple[Fixture, ...]:
    """All matches, the final last; the first of the entrants is the first seed.

    Seeds are placed so that the first two can meet only in the final, the first four in the last
    four … If the number of entrants is no power of two, the first seeds begin with a bye.
    `third_place` adds a match of those who lose in the last four.
    """
    slots = [
        Slot(entrants[seed]) if seed < len(entrants) else None for seed in seeded(len(entrants))
    ]
    ties: list[Fixture] = []
    number = 0
    while len(slots) > 1:
        number += 1
        following: list[Slot | None] = []
        for home, away in zip(slots[::2], slots[1::2], strict=True):
            if home and away:
                ties.append(Fixture(len(ties) + 1, number, home, away))
                following.append(Slot(winner_of=len(ties)))
            else:
                following.append(home or away)
        slots = following
    if third_place and len(entrants) > 3:
        # Before the final.
        last = ties.pop()
        one, other = (Slot(loser_of=each.winner_of) for each in (last.home, last.away))
        third = Fixture(last.number, last.round, one, other)
        ties += [third, last._replace(number=last.number + 1)]
    return tuple(ties)


def seeded(entrants: int) -> list[int]:
    """The seeds from 0 in the order of the draw, as many as the next power of two.

    Two opponents always add up to the same: first against last, second against last but one.
    """
    order = [0]
    while len(order) < entrants:
        last = 2 * len(order) - 1
        order = [each for seed in order for each in (seed, last - seed)]
    return order


def who_plays(slot: Slot, winners: Mapping[int, int], losers: Mapping[int, int]) -> int | None:
    """The entrant of a slot, if the matches before it are decided."""
    if slot.entrant:
        return slot.entrant
    return winners.get(slot.winner_of) if slot.winner_of else losers.get(slot.loser_of)
