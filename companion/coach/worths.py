"""What counts are worth: which there can be, how one is divided, and the slips in that."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.coach.slips import Slip, likeliest
from companion.referee.book import Book, Reason
from companion.referee.words import describe_points
from companion.rules.choices import Points, Spinners
from companion.rules.rules import Rules
from companion.words import message

#: Where spinners make more than two ends, counts are asked for so far, in pips.
_MOST = 35
_HALVES = range(7)


def is_by_threes(rules: Rules) -> bool:
    """Whether counts score by more than one divisor."""
    return len(rules.divisors) > 1


def counts_that_score(rules: Rules) -> tuple[int, ...]:
    """The counts above nought that score, in pips: all that two ends can show, or up to 35."""
    known = _counts_of_two_ends(rules) if rules.spinners is Spinners.NONE else range(_MOST + 1)
    return tuple(count for count in known if count and rules.scores(count))


def _counts_of_two_ends(rules: Rules) -> list[int]:
    """What the two ends of a layout without spinners can come to."""
    counts = {one + other for one, other in combinations_with_replacement(_HALVES, 2)}
    if rules.counts_when_dead:
        # All tiles of a number but its double lie in pairs, or at the other end.
        return sorted(counts | {3 * pips for pips in _HALVES})
    counts |= {2 * double + half for double in _HALVES for half in _HALVES}
    counts |= {2 * (one + other) for one in _HALVES for other in _HALVES if one != other}
    return sorted(counts)


def worths_of(rules: Rules) -> list[int]:
    """What a single count can be worth, in points, each once."""
    return sorted({*map(rules.worth, counts_that_score(rules))})


def worth_or_nothing(rules: Rules, total: int) -> int:
    """The points of a count of `total` pips, whether it scores or not."""
    return rules.worth(total) if rules.scores(total) else 0


def worth_reason(book: Book, total: int) -> Reason:
    """Whether a count scores and what it is worth."""
    rules = book.rules
    by = "three-or-five" if is_by_threes(rules) else "five"
    if not rules.scores(total):
        words = message(f"coach.worth.no-{by}" if total else "coach.worth.nought", total=total)
    elif rules.points is Points.NONE:
        words = message(f"coach.worth.{by}", total=total)
    elif is_by_threes(rules):
        words = message("coach.sum", sum=write_worth(rules, total))
    else:
        points = describe_points(rules, rules.worth(total))
        words = message("coach.worth.points", total=total, points=points)
    return Reason(book.rule("scores-on"), words)


def write_worth(rules: Rules, total: int) -> str:
    """What a count that scores is worth, written out: `15 = 3 × 5 = 5 × 3 → 3 + 5 = 8`."""
    dividing = [divisor for divisor in rules.divisors if total % divisor == 0]
    products = [f"{total // divisor} × {divisor}" for divisor in dividing]
    parts = [str(rules.worth_by(divisor, total)) for divisor in dividing]
    sums = [" + ".join(parts), str(rules.worth(total))]
    return f"{' = '.join([str(total), *products])} → {' = '.join(dict.fromkeys(sums))}"


def worth_slips(book: Book, total: int) -> dict[str, Slip]:
    """Wrong points for a count where threes score beside fives."""
    return likeliest(worth_or_nothing(book.rules, total), _worth_slips(book, total))


def _worth_slips(book: Book, total: int) -> Iterator[Slip]:
    rules = book.rules
    five, three = rules.divisors
    is_five, is_three = total % five == 0, total % three == 0
    if is_three:
        threes = rules.worth_by(three, total)
        yield Slip.by(book, "threes-forgotten", rules.worth(total) - threes, total=total)
    if is_five:
        fives = rules.worth_by(five, total)
        yield Slip.by(book, "fives-forgotten", rules.worth(total) - fives, total=total)
    if rules.points is not Points.FIFTHS:
        return
    both = total // five + total // three
    if is_five is not is_three:
        divides, other = (five, three) if is_five else (three, five)
        yield Slip.by(book, "both-added", both, total=total, divides=divides, other=other)
    elif not is_five:
        yield Slip.by(book, "remainders-dropped", both, total=total)
        yield Slip.by(book, "fives-within", total // five, total=total, divisor=five)
        yield Slip.by(book, "threes-within", total // three, total=total, divisor=three)
    if is_five or is_three:
        yield Slip.by(book, "count-for-worth", total, total=total)
