"""Pairs for a round: from the top down, each with the best opponent that leaves pairs for the rest.

Whether the rest can be paired is read off a matrix (Tutte, Lovász, Rabin and Vazirani): a random
skew-symmetric one of those who may meet. It has an inverse if all can be paired; there, an entry
that isn't zero is a pair of such a pairing. Striking out a pair keeps it so (Mucha and Sankowski).
"""

from collections.abc import Callable, Sequence
from hashlib import sha256

#: Takes part if the number is odd: whoever gets it has the bye.
BYE = 0
#: So large that chance makes no entry zero.
_PRIME = 2**61 - 1
_Matrix = list[list[int]]


def pairs_of(
    players: Sequence[int],
    choices: Callable[[int, Sequence[int]], Sequence[int]],
    fault: Callable[[int, int], int],
    seed: str,
) -> tuple[tuple[int, int], ...]:
    """A pair for everyone, from the first of an even number of players down.

    `choices` orders the others for one of them, the best first. No pair has a `fault`, such as how
    often the two have met, if all can be paired so; otherwise none larger than there must be.
    """
    faults = sorted({fault(one, other) for one in players for other in players if one != other})
    for most in faults:
        inverse = _inverse(
            [
                [_entry(one, other, seed) if fault(one, other) <= most else 0 for other in players]
                for one in players
            ]
        )
        if inverse is not None:
            break
    place = {player: at for at, player in enumerate(players)}
    found, left = [], [*players]
    while left and inverse is not None:
        first, *rest = left
        best = sorted(choices(first, rest), key=lambda other: fault(first, other))
        at = place[first]
        other = next(
            each for each in best if fault(first, each) <= most and inverse[at][place[each]]
        )
        _strike_out(inverse, at, place[other])
        left = [each for each in rest if each != other]
        found.append((first, other))
    return tuple(found)


def _entry(one: int, other: int, seed: str) -> int:
    if one == other:
        return 0
    said = f"{seed}/{min(one, other)}/{max(one, other)}".encode()
    number = int.from_bytes(sha256(said).digest()) % (_PRIME - 1) + 1
    return number if one < other else _PRIME - number


def _inverse(matrix: _Matrix) -> _Matrix | None:
    """The inverse, by Gauss and Jordan; None if there is none."""
    size = len(matrix)
    rows = [[*row, *(int(at == each) for each in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = next((each for each in range(at, size) if rows[each][at]), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        by = pow(rows[at][at], -1, _PRIME)
        rows[at] = [value * by % _PRIME for value in rows[at]]
        for each in range(size):
            if each != at and (times := rows[each][at]):
                pairs = zip(rows[each], rows[at], strict=True)
                rows[each] = [(value - times * own) % _PRIME for value, own in pairs]
    return [row[size:] for row in rows]


def _strike_out(inverse: _Matrix, one: int, other: int) -> None:
    """Make it the inverse without the rows and columns of a pair, whose entries become zero."""
    by = pow(inverse[one][other], -1, _PRIME)
    ones, others = inverse[one], inverse[other]
    for at, row in enumerate(inverse):
        mine, theirs = row[one] * by % _PRIME, row[other] * by % _PRIME
        if at not in (one, other) and (mine or theirs):
            columns = zip(row, ones, others, strict=True)
            inverse[at] = [(each + mine * b - theirs * a) % _PRIME for each, a, b in columns]
