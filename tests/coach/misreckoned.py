"""Every known mistake from a count or from pips to points made once more.

As in `miscounted`, a mistake gives its number and the rule that it breaks.
"""

from collections.abc import Callable, Iterable, Mapping

from companion.rules.tile import Tile
from tests.coach.looking import Made, Table
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
    assert divisor(at.rules) == 5
    return max(0, sum(hands(at)) - sum(own(at))), "nearest-five"


def not_divided(at: Table) -> Made:
    assert divisor(at.rules) == 5
    if str(at.question.prompt).startswith("Ana has"):
        score, target, first, second = numbers(str(at.question.prompt))
        return target - score - first - second, "points"
    return difference(at, rounded), "points"


def own_hands_kept(at: Table) -> Made:
    assert str(at.rules.settlement) == "difference"
    taken = sum(map(rounded, hands(at))) if is_each(at) else rounded(sum(hands(at)))
    return taken // divisor(at.rules), "settlement"


def counts_for_worths(at: Table) -> Made:
    score, target, first, second = numbers(str(at.question.prompt))
    return target - score - first - second, "points"


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


def ten_too_many(at: Table) -> Made:
    score, target = numbers(str(at.question.prompt))
    return target - score + 10, "target"


def ten_too_few(at: Table) -> Made:
    score, target = numbers(str(at.question.prompt))
    return target - score - 10, "target"


def smaller_does(at: Table) -> Made:
    score, target = numbers(str(at.question.prompt))
    smaller = range(1, at.given)
    assert any(score + worth(at.rules, each) >= target for each in smaller)
    return at.given, "target"


def first_left_out(at: Table) -> Made:
    score, target, _, second = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, second), "target"


def second_left_out(at: Table) -> Made:
    score, target, first, _ = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, first), "target"


def divided(at: Table) -> Made:
    assert str(at.rules.points) == "pips"
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


def left_out(at: Table, name: str, tiles: Iterable[Tile]) -> Made:
    """The settlement of who overlooks some tiles of a hand that counts."""
    question, pips = at.question, sum(tile.pips for tile in tiles)
    counted = hands(at)
    held = pips_left(question)[name]
    assert held in counted
    counted.remove(held)
    less = sum(own(at))
    counted = [*counted, held - pips]
    if is_each(at):
        come = sum(map(rounded, counted)) - sum(map(rounded, own(at)))
        return max(0, come) // divisor(at.rules), "settlement"
    return rounded(max(0, sum(counted) - less)) // divisor(at.rules), "settlement"


def tile_left_out(at: Table) -> Made:
    (name,) = [name for name, tiles in at.question.hands if at.tile in tiles]
    return left_out(at, name, [at.tile])


def hand_left_out(at: Table) -> Made:
    (tiles,) = [tiles for name, tiles in at.question.hands if name == at.name]
    assert len([each for each in hands(at) if each]) > 1
    return left_out(at, at.name, tiles)


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
    "ten-too-many": ten_too_many,
    "ten-too-few": ten_too_few,
    "smaller-does": smaller_does,
    "first-left-out": first_left_out,
    "second-left-out": second_left_out,
}
