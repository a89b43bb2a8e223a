"""Every known mistake on a layout made once more, from the pictures and the prompts alone.

A mistake gives the number that it leads to and the name of the rule that it breaks; it cannot be
made on a layout that gives no occasion for it.
"""

from collections.abc import Callable, Mapping

from companion.i18n import Message
from tests.coach.looking import Made, Table


def covered_counted(at: Table) -> Made:
    assert at.tile in at.covered
    return at.but(both=2 * at.tile.high), at.by("covered-double")


def covered_half_counted(at: Table) -> Made:
    assert at.tile in at.covered
    return at.but(half=at.tile.high), at.by("covered-double")


def all_covered_counted(at: Table) -> Made:
    both = at.total + 2 * sum(tile.high for tile in at.covered)
    return both, at.most_by([tile for tile in at.covered if tile.pips], "covered-double")


def half_forgotten(at: Table) -> Made:
    assert at.tile in at.whole
    return at.but(half=at.tile.high), at.by("exposed-double")


def halves_forgotten(at: Table) -> Made:
    less = at.total - sum(tile.high for tile in at.whole)
    return less, at.most_by(at.whole, "exposed-double")


def whole_counted(at: Table) -> Made:
    assert at.tile in at.free and at.tile not in at.whole
    both = 2 * at.tile.high
    return (both if is_of_one_double(at) else at.but(both=both)), "spinner-count"


def waiting_counted(at: Table) -> Made:
    assert at.tile not in at.covered and at.tile not in at.free
    both = 2 * at.tile.high
    return (both if is_of_one_double(at) else at.but(both=both)), "exposed-double"


def double_left_out(at: Table) -> Made:
    assert at.tile in at.free
    return at.but(nothing=0), at.by("exposed-double")


def half_left_out(at: Table) -> Made:
    assert not at.tile.is_double and not any(at.pips in each for each in at.joined(at.tile))
    return at.total - at.pips, "open-half"


def inner_half(at: Table) -> Made:
    assert at.counts(at.tile) == at.pips and len(at.joined(at.tile)) == 1
    return at.but(both=at.tile.high + at.tile.low), "open-half"


def count_before(at: Table) -> Made:
    *before, (tile, host) = at.lay
    assert host is not None
    was = sum(at.counts(each, tuple(before)) for each, _ in before)
    # What goes speaks before what comes.
    goes = at.counts(host, tuple(before)) > at.counts(host)
    changed = host if goes else tile
    if not changed.is_double:
        return was, "open-half"
    if at.is_by_ends(changed):
        return was, "spinner-count"
    return was, "covered-double" if changed in at.covered else "exposed-double"


def double_kept(at: Table) -> Made:
    assert at.tile == at.lay[-1][1]
    before = at.counts(at.tile, at.lay[:-1])
    assert before > at.counts(at.tile)
    return at.but(both=before), at.by("covered-double")


def half_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.covered
    return at.but(half=at.counts(at.tile, at.lay[:-1]) // 2), "covered-double"


def whole_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and len(at.joined(at.tile)) == 3
    return at.but(nothing=0), "spinner-count"


def half_kept(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.pips in at.lay[-1][0]
    return at.but(both=at.counts(at.tile, at.lay[:-1])), "open-half"


def double_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.free
    return at.but(nothing=0), at.by("exposed-double")


def free_half_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.whole
    return at.but(half=at.tile.high), at.by("exposed-double")


def is_of_one_double(at: Table) -> bool:
    return isinstance(at.question.prompt, Message) and at.question.prompt.id == "coach.ask.double"


def one_half(at: Table) -> Made:
    assert isinstance(at.question.prompt, Message)
    at.tile = at.question.prompt["tile"]
    return at.tile.high, at.by(at.side_rule)


def taken_for_free(at: Table) -> Made:
    assert at.tile in at.covered
    return 2 * at.tile.high, at.by("covered-double")


def taken_for_covered(at: Table) -> Made:
    assert at.tile in at.free
    return 0, at.by("exposed-double")


def one_too_many(at: Table) -> Made:
    return at.total + 1, "open-half"


def one_too_few(at: Table) -> Made:
    return at.total - 1, "open-half"


MISCOUNTED: Mapping[str, Callable[[Table], Made]] = {
    "covered-counted": covered_counted,
    "covered-half-counted": covered_half_counted,
    "all-covered-counted": all_covered_counted,
    "half-forgotten": half_forgotten,
    "halves-forgotten": halves_forgotten,
    "waiting-counted": waiting_counted,
    "double-left-out": double_left_out,
    "half-left-out": half_left_out,
    "inner-half": inner_half,
    "count-before": count_before,
    "double-kept": double_kept,
    "half-taken": half_taken,
    "whole-taken": whole_taken,
    "half-kept": half_kept,
    "double-taken": double_taken,
    "free-half-taken": free_half_taken,
    "one-too-many": one_too_many,
    "one-too-few": one_too_few,
    "one-half": one_half,
    "taken-for-free": taken_for_free,
    "taken-for-covered": taken_for_covered,
    "one-half-but": one_half,
    "one-half-by-ends": one_half,
    "covered-counted-by-ends": covered_counted,
    "covered-half-counted-by-ends": covered_half_counted,
    "half-forgotten-by-ends": half_forgotten,
    "whole-counted-by-ends": whole_counted,
    "double-left-out-by-ends": double_left_out,
    "double-kept-by-ends": double_kept,
    "double-taken-by-ends": double_taken,
    "free-half-taken-by-ends": free_half_taken,
    "taken-for-free-by-ends": taken_for_free,
    "taken-for-covered-by-ends": taken_for_covered,
}
