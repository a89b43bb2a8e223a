"""Every known mistake from a count or from pips to points made once more.

As in `miscounted`, a mistake gives its number and the rule that it breaks.
"""

from collections.abc import Callable, Mapping

from tests.coach.looking import Made, Table
from tests.coach.mistargeted import way
from tests.coach.recount import FIVES, THREES, numbers, worth
from tests.coach.recount_points import divisor, hands_counted, own_counted, pips_left, rounded


def hands(at: Table) -> list[int]:
    is_settled = bool(at.question.hands)
    return hands_counted(at.question, at.rules) if is_settled else numbers(str(at.question.prompt))


def is_each(at: Table) -> bool:
    return str(at.rules.settlement) == "own-hand" or str(at.rules.rounding) == "each-hand"


def own(at: Table) -> list[int]:
    return own_counted(at.question, at.rules) if at.question.hands else []


def difference(at: Table, read: Callable[[int], int]) -> int:
    """What the hands come to, less those of the own side, each read so where that is the way."""
    if is_each(at):
        return max(0, sum(map(read, hands(at))) - sum(map(read, own(at))))
    return read(max(0, sum(hands(at)) - sum(own(at))))


def rounded_apart(at: Table) -> Made:
    assert not is_each(at)
    pips = max(0, sum(map(rounded, hands(at))) - sum(map(rounded, own(at))))
    return pips // divisor(at.rules), "rounding"


def rounded_together(at: Table) -> Made:
    assert is_each(at)
    rule = "settlement" if str(at.rules.settlement) == "own-hand" else "rounding"
    return rounded(max(0, sum(hands(at)) - sum(own(at)))) // divisor(at.rules), rule


def rounds_up(at: Table) -> Made:
    return difference(at, lambda pips: pips - pips % 5) // divisor(at.rules), "nearest-five"


def rounds_down(at: Table) -> Made:
    up = difference(at, lambda pips: pips if pips % 5 == 0 else pips - pips % 5 + 5)
    return up // divisor(at.rules), "nearest-five"


def not_rounded(at: Table) -> Made:
    assert divisor(at.rules) == 1
    return max(0, sum(hands(at)) - sum(own(at))), "nearest-five"


def round_first(at: Table) -> Made:
    """Pips that were not divided: as they are, or to a wrong five, or to a ten."""
    assert divisor(at.rules) == 5
    pips = max(0, sum(hands(at)) - sum(own(at)))
    assert at.given in (pips, *to_a(at, 5), *to_a(at, 10))
    return at.given, "nearest-five"


def to_a(at: Table, step: int) -> tuple[int, int]:
    """The pips at the step below, and at the one above."""
    below = difference(at, lambda pips: pips - pips % step)
    return below, difference(at, lambda pips: pips + -pips % step)


def to_ten(at: Table) -> Made:
    assert at.given in [pips // divisor(at.rules) for pips in to_a(at, 10)]
    return at.given, "nearest-five"


def peg_for_ten(at: Table) -> Made:
    assert divisor(at.rules) == 5
    assert at.given in [pips // 10 for pips in (difference(at, rounded), *to_a(at, 10))]
    return at.given, "points"


def off_by(sign: int) -> Callable[[Table], Made]:
    def off(at: Table) -> Made:
        (right,) = map(int, at.question.answer)
        breaks = "target" if str(at.question.prompt).startswith("Ana has") else "points"
        return right + sign * at.named["by"], breaks

    return off


def not_divided(at: Table) -> Made:
    assert divisor(at.rules) == 5
    if str(at.question.prompt).startswith("Ana has"):
        return counts_for_worths(at)
    return difference(at, rounded), "points"


def own_hands_kept(at: Table) -> Made:
    assert str(at.rules.settlement) == "difference"
    taken = sum(map(rounded, hands(at))) if is_each(at) else rounded(sum(hands(at)))
    return taken // divisor(at.rules), "settlement"


def counts_for_worths(at: Table) -> Made:
    """Both counts taken off, or one of them, and the worth of the other."""
    score, target, *counts = numbers(str(at.question.prompt))
    first, second = (worth(at.rules, count) for count in counts)
    taken = sum(counts), counts[0] + second, first + counts[1]
    assert at.given in [target - score - each for each in taken]
    return at.given, "points"


def count_of(at: Table) -> int:
    """The count that is divided: the one that is asked about, or the one that lies there."""
    return at.total if at.question.placements else numbers(str(at.question.prompt))[0]


def dividing(at: Table) -> tuple[int, int, int]:
    """The count, and how many fives and threes it is; 0 where it is no multiple of them."""
    total = count_of(at)
    fives = FIVES.index(total) + 1 if total in FIVES else 0
    threes = THREES.index(total) + 1 if total in THREES else 0
    in_pips = str(at.rules.points) == "pips"
    return total, (total if fives and in_pips else fives), (total if threes and in_pips else threes)


def threes_forgotten(at: Table) -> Made:
    _, fives, threes = dividing(at)
    assert threes
    return fives, "scores-on"


def fives_forgotten(at: Table) -> Made:
    _, fives, threes = dividing(at)
    assert fives
    return threes, "scores-on"


def both_added(at: Table) -> Made:
    total, fives, threes = dividing(at)
    assert bool(fives) is not bool(threes)
    return total // 5 + total // 3, "scores-on"


def remainders_dropped(at: Table) -> Made:
    total, fives, threes = dividing(at)
    assert not fives and not threes
    return total // 5 + total // 3, "scores-on"


def fives_within(at: Table) -> Made:
    return count_of(at) // 5, "scores-on"


def threes_within(at: Table) -> Made:
    return count_of(at) // 3, "scores-on"


def count_for_worth(at: Table) -> Made:
    return count_of(at), "points"


def all_hands(at: Table) -> Made:
    pips = [*pips_left(at.question).values()]
    rounds = sum(map(rounded, pips)) if is_each(at) else rounded(sum(pips))
    return rounds // divisor(at.rules), "settlement"


def divided(at: Table) -> Made:
    assert str(at.rules.points) == "pips"
    if str(at.question.prompt).startswith("Ana has"):
        score, target = way(at)
        return (target - score) // 5, "points"
    return difference(at, rounded) // 5, "points"


def rest_dropped(at: Table) -> Made:
    assert str(at.rules.points) == "fifths" and count_of(at) not in FIVES
    return len([five for five in FIVES if five < count_of(at)]), "scores-on"


def count_for_pegs(at: Table) -> Made:
    assert count_of(at) in FIVES
    return count_of(at), "points"


def no_five_pegged(at: Table) -> Made:
    assert count_of(at) not in FIVES
    return count_of(at), "scores-on"


def seen_so(at: Table, counted: list[int]) -> Made:
    """The points of who sees hands of so many pips."""
    less = sum(own(at))
    if is_each(at):
        come = sum(map(rounded, counted)) - sum(map(rounded, own(at)))
        return max(0, come) // divisor(at.rules), "settlement"
    return rounded(max(0, sum(counted) - less)) // divisor(at.rules), "settlement"


def left_out(at: Table, name: str, pips: int) -> Made:
    """The settlement of who overlooks some pips of a hand that counts."""
    counted, held = hands(at), pips_left(at.question)[name]
    counted.remove(held)
    return seen_so(at, [*counted, held - pips])


def owner(at: Table) -> str:
    (name,) = [name for name, tiles in at.question.hands if at.tile in tiles]
    return name


def tile_left_out(at: Table) -> Made:
    return left_out(at, owner(at), at.tile.pips)


def tile_half_left_out(at: Table) -> Made:
    assert at.pips in at.tile
    return left_out(at, owner(at), at.pips)


def tile_twice(at: Table) -> Made:
    return left_out(at, owner(at), -at.tile.pips)


def hand_left_out(at: Table) -> Made:
    assert len([each for each in hands(at) if each]) > 1
    return left_out(at, at.name, pips_left(at.question)[at.name])


def only_hand(at: Table) -> Made:
    pips = pips_left(at.question)[at.name]
    assert pips in hands(at)
    return seen_so(at, [pips])


def number_left_out(at: Table) -> Made:
    counted = hands(at)
    counted.remove(at.pips)
    return seen_so(at, counted)


def only_one_seen(at: Table) -> Made:
    assert at.pips in hands(at) and len(hands(at)) > 1
    return seen_so(at, [at.pips])


MISRECKONED: Mapping[str, Callable[[Table], Made]] = {
    "rounded-apart": rounded_apart,
    "rounded-together": rounded_together,
    "rounds-up": rounds_up,
    "rounds-down": rounds_down,
    "not-rounded": not_rounded,
    "divided": divided,
    "rest-dropped": rest_dropped,
    "tile-left-out": tile_left_out,
    "hand-left-out": hand_left_out,
    "round-first": round_first,
    "to-ten": to_ten,
    "peg-for-ten": peg_for_ten,
    "too-many": off_by(1),
    "too-few": off_by(-1),
    "only-hand": only_hand,
    "end-left-out": number_left_out,
    "only-one-seen": only_one_seen,
    "tile-half-left-out": tile_half_left_out,
    "tile-twice": tile_twice,
    "not-divided": not_divided,
    "counts-for-worths": counts_for_worths,
    "threes-forgotten": threes_forgotten,
    "fives-forgotten": fives_forgotten,
    "both-added": both_added,
    "remainders-dropped": remainders_dropped,
    "fives-within": fives_within,
    "threes-within": threes_within,
    "count-for-worth": count_for_worth,
    "own-hands-kept": own_hands_kept,
    "only-own-hands": all_hands,
    "not-own-hands": all_hands,
}
