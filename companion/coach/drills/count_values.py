"""What counts are worth: the possible counts, how one is divided, and the slips in that."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.coach.drills.common_mistakes import CommonMistake, likeliest, mistake
from companion.i18n import Message, listed, message
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points, describe_worth
from companion.rules.choices import Points, Spinners
from companion.rules.settings import Rules

#: How high counts go, in pips, if spinners make more than two ends.
_MOST = 35
_HALVES = range(7)


def counts_that_score(rules: Rules) -> tuple[int, ...]:
    """The counts above zero that score, in pips: all that two ends can show, or up to 35."""
    known = _counts_of_two_ends(rules) if rules.spinners is Spinners.NONE else range(_MOST + 1)
    return tuple(count for count in known if count and rules.scores(count))


def scores_beside(rules: Rules, total: int) -> tuple[list[int], list[int]]:
    """The counts above and below that score, the nearest first; the lowest is zero."""
    above = [count for count in range(total + 1, total + 30) if rules.scores(count)]
    below = [count for count in range(total - 1, 0, -1) if rules.scores(count)]
    return above[:3], [*below, 0][:3]


def _counts_of_two_ends(rules: Rules) -> list[int]:
    """What the two ends of a layout without spinners can add up to."""
    counts = {one + other for one, other in combinations_with_replacement(_HALVES, 2)}
    if rules.counts_when_dead:
        # All tiles of a number but its double are in pairs, or at the other end.
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
    by = "three-or-five" if rules.pays_threes else "five"
    if not rules.scores(total):
        words = message(f"coach.worth.no-{by}" if total else "coach.worth.nought", total=total)
    elif rules.points is Points.NONE:
        words = message(f"coach.worth.{by}", total=total)
    elif rules.pays_threes:
        words = describe_multiples(rules, total)
    else:
        points = describe_points(rules, rules.worth(total))
        words = message("coach.worth.points", total=total, points=points)
    return Reason(book.rule("scores-on"), words)


def describe_multiples(rules: Rules, total: int) -> Message:
    """What a count is worth if threes score: `15 is 3 fives and 5 threes: 3 + 5 = 8 pegs`."""
    parts = listed(
        message(f"coach.worth.of-{each}", count=total // each)
        for each in rules.divisors
        if total % each == 0
    )
    points = describe_worth(rules, total)
    return message("coach.worth.multiples", total=total, parts=parts, points=points)


def points_reason(book: Book, points: int, total: int) -> Reason:
    """Why a count is not worth so many points: which counts are, on any table however large."""
    rules, described = book.rules, describe_points(book.rules, points)
    # No count is worth less than a point for every five.
    counts = [c for c in range(5 * points + 1) if rules.scores(c) and rules.worth(c) == points]
    if not counts:
        return book.reason("points", message("coach.target.no-count", points=described))
    sentence = message(
        "coach.worth.takes", points=described, counts=listed(counts, "or"), total=total
    )
    return book.reason("points", sentence)


def worth_slips(book: Book, total: int) -> dict[str, CommonMistake]:
    """Wrong points for a count that is given or known."""
    slips = _worth_slips if book.rules.pays_threes else _fives_slips
    return likeliest(worth_or_nothing(book.rules, total), slips(book, total))


def score_slips(book: Book, total: int) -> dict[str, CommonMistake]:
    """The same for a count on the table; no number of pips, which would give it away."""
    if book.rules.points is Points.NONE:
        return {}
    slips = worth_slips(book, total).items()
    gives_away = () if book.rules.pays_threes else ("count-for-pegs", "no-five-pegged")
    return {points: slip for points, slip in slips if slip.mistake not in gives_away}


def _fives_slips(book: Book, total: int) -> Iterator[CommonMistake]:
    if book.rules.points is not Points.FIFTHS:
        return
    if not total % 5:
        yield mistake(book, "count-for-pegs", total, total=total)
    else:
        yield mistake(book, "rest-dropped", total // 5, total=total)
        yield mistake(book, "no-five-pegged", total, total=total)


def _worth_slips(book: Book, total: int) -> Iterator[CommonMistake]:
    rules = book.rules
    five, three = rules.divisors
    is_five, is_three = total % five == 0, total % three == 0
    if is_three:
        threes = rules.worth_by(three, total)
        yield mistake(book, "threes-forgotten", rules.worth(total) - threes, total=total)
    if is_five:
        fives = rules.worth_by(five, total)
        yield mistake(book, "fives-forgotten", rules.worth(total) - fives, total=total)
    if rules.points is not Points.FIFTHS:
        return
    both = total // five + total // three
    if is_five is not is_three:
        divides, other = (five, three) if is_five else (three, five)
        yield mistake(book, "both-added", both, total=total, divides=divides, other=other)
    elif not is_five:
        yield mistake(book, "remainders-dropped", both, total=total)
        yield mistake(book, "fives-within", total // five, total=total, divisor=five)
        yield mistake(book, "threes-within", total // three, total=total, divisor=three)
    if is_five or is_three:
        yield mistake(book, "count-for-worth", total, total=total)
