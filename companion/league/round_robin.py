"""A round robin: everyone plays everyone, once or more often, as evenly as can be home and away."""

from collections.abc import Iterator, Sequence

#: The matches of a round, home before away.
Round = tuple[tuple[int, int], ...]


def round_robin(entrants: Sequence[int], times: int = 1) -> tuple[Round, ...]:
    """Rounds in which all of them meet, so many times.

    By the circle method: one keeps its place and all others move on by one each round. Those at
    home are away next, as far as that goes; the second time round, home and away change.
    """
    once = tuple(_rounds(entrants))
    turned = tuple(tuple((away, home) for home, away in matches) for matches in once)
    return tuple(each for time in range(times) for each in (turned if time % 2 else once))


def _rounds(entrants: Sequence[int]) -> Iterator[Round]:
    is_odd = len(entrants) % 2 == 1
    # The one in the middle of the circle has no opponent in it; in an odd number, a bye.
    circle = entrants if is_odd else entrants[:-1]
    places = len(circle)
    for turn in range(places):
        matches = []
        for step in range(1, (places + 1) // 2):
            ahead, behind = circle[(turn + step) % places], circle[turn - step]
            # They take turns, so that nobody is at home for long.
            matches.append((behind, ahead) if step % 2 else (ahead, behind))
        alone = circle[turn]
        if is_odd:
            yield tuple(matches)
        else:
            middle = entrants[-1]
            yield ((alone, middle) if turn % 2 else (middle, alone), *matches)
