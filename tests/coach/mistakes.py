"""Every known mistake made once more, from the pictures and the prompts alone.

A mistake gives the number that it leads to and the name of the rule that it breaks; it cannot be
made on a layout that gives no occasion for it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.coach.question import Question
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Message
from tests.coach.recount import (
    Placements,
    divisor,
    hands_counted,
    numbers,
    pips_left,
    rounded,
    worth,
)

#: The number, and the rule.
Made = tuple[int, str]


class Table:
    """A layout as its question shows it, a tile to come lying there already."""

    def __init__(
        self, question: Question, rules: Rules, named: Mapping[str, Any], given: str = ""
    ) -> None:
        self.question, self.rules = question, rules
        self.given = int(given) if given.isdigit() else 0
        self.tile: Tile = named.get("tile", Tile(0, 0))
        self.pips: int = named.get("pips", 0)
        self.lay: Placements = question.placements
        prompt = question.prompt
        if isinstance(prompt, Message) and prompt.id == "coach.ask.change":
            self.lay = (*self.lay, (prompt["tile"], prompt["host"]))

    def joined(self, tile: Tile, lay: Placements | None = None) -> list[Tile]:
        """The tiles that lie against this one."""
        lay = self.lay if lay is None else lay
        under = [host for placed, host in lay if placed == tile and host is not None]
        return under + [placed for placed, host in lay if host == tile]

    def counts(self, tile: Tile, lay: Placements | None = None) -> int:
        """What one tile counts."""
        lay = self.lay if lay is None else lay
        joined = self.joined(tile, lay)
        if not tile.is_double:
            shared = [next(pips for pips in tile if pips in other) for other in joined]
            return sum(pips for pips in tile if pips not in shared)
        is_dead = len([placed for placed, _ in lay if tile.high in placed]) == 7
        waits = str(self.rules.exposed_double) == "when-dead" and not is_dead
        return 0 if waits or len(joined) > 1 else tile.high + tile.high

    def but(self, **instead: int) -> int:
        """The count of who takes the tile of the mistake for something else."""
        (wrong,) = instead.values()
        return self.total - self.counts(self.tile) + wrong

    @property
    def total(self) -> int:
        return sum(self.counts(tile) for tile, _ in self.lay)

    @property
    def covered(self) -> list[Tile]:
        return [tile for tile, _ in self.lay if tile.is_double and len(self.joined(tile)) > 1]

    @property
    def free(self) -> list[Tile]:
        return [tile for tile, _ in self.lay if tile.is_double and self.counts(tile)]

    @property
    def side_rule(self) -> str:
        return "covered-double" if self.tile in self.covered else "exposed-double"


def covered_counted(at: Table) -> Made:
    assert at.tile in at.covered
    return at.but(both=2 * at.tile.high), "covered-double"


def covered_half_counted(at: Table) -> Made:
    assert at.tile in at.covered
    return at.but(half=at.tile.high), "covered-double"


def all_covered_counted(at: Table) -> Made:
    return at.total + 2 * sum(tile.high for tile in at.covered), "covered-double"


def half_forgotten(at: Table) -> Made:
    assert at.tile in at.free
    return at.but(half=at.tile.high), "exposed-double"


def halves_forgotten(at: Table) -> Made:
    return at.total - sum(tile.high for tile in at.free), "exposed-double"


def waiting_counted(at: Table) -> Made:
    assert at.tile not in at.covered and at.tile not in at.free
    both = 2 * at.tile.high
    return (both if is_of_one_double(at) else at.but(both=both)), "exposed-double"


def double_left_out(at: Table) -> Made:
    assert at.tile in at.free
    return at.but(nothing=0), "exposed-double"


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
    return was, "covered-double" if changed in at.covered else "exposed-double"


def double_kept(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.covered
    return at.but(both=at.counts(at.tile, at.lay[:-1])), "covered-double"


def half_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.covered
    return at.but(half=at.counts(at.tile, at.lay[:-1]) // 2), "covered-double"


def half_kept(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.pips in at.lay[-1][0]
    return at.but(both=at.counts(at.tile, at.lay[:-1])), "open-half"


def double_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.free
    return at.but(nothing=0), "exposed-double"


def free_half_taken(at: Table) -> Made:
    assert at.tile == at.lay[-1][1] and at.tile in at.free
    return at.but(half=at.tile.high), "exposed-double"


def is_of_one_double(at: Table) -> bool:
    return isinstance(at.question.prompt, Message) and at.question.prompt.id == "coach.ask.double"


def one_half(at: Table) -> Made:
    assert isinstance(at.question.prompt, Message)
    at.tile = at.question.prompt["tile"]
    return at.tile.high, at.side_rule


def taken_for_free(at: Table) -> Made:
    assert at.tile in at.covered
    return 2 * at.tile.high, "covered-double"


def taken_for_covered(at: Table) -> Made:
    assert at.tile in at.free
    return 0, "exposed-double"


def hands(at: Table) -> list[int]:
    is_settled = bool(at.question.hands)
    return hands_counted(at.question, at.rules) if is_settled else numbers(str(at.question.prompt))


def is_each(at: Table) -> bool:
    return str(at.rules.settlement) == "own-hand" or str(at.rules.rounding) == "each-hand"


def parts(at: Table) -> list[int]:
    return hands(at) if is_each(at) else [sum(hands(at))]


def rounded_apart(at: Table) -> Made:
    assert not is_each(at)
    return sum(map(rounded, hands(at))) // divisor(at.rules), "rounding"


def rounded_together(at: Table) -> Made:
    assert is_each(at)
    rule = "settlement" if str(at.rules.settlement) == "own-hand" else "rounding"
    return rounded(sum(hands(at))) // divisor(at.rules), rule


def rounds_up(at: Table) -> Made:
    return sum(pips - pips % 5 for pips in parts(at)) // divisor(at.rules), "nearest-five"


def rounds_down(at: Table) -> Made:
    up = [pips if pips % 5 == 0 else pips - pips % 5 + 5 for pips in parts(at)]
    return sum(up) // divisor(at.rules), "nearest-five"


def not_rounded(at: Table) -> Made:
    assert divisor(at.rules) == 1
    return sum(hands(at)), "nearest-five"


def round_first(at: Table) -> Made:
    assert divisor(at.rules) == 5
    return sum(hands(at)), "nearest-five"


def not_divided(at: Table) -> Made:
    assert divisor(at.rules) == 5
    if str(at.question.prompt).startswith("Ana has"):
        score, target, first, second = numbers(str(at.question.prompt))
        return target - score - first - second, "points"
    return sum(map(rounded, parts(at))), "points"


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
    assert score + worth(at.rules, at.given - 5) >= target
    return at.given, "target"


def first_left_out(at: Table) -> Made:
    score, target, _, second = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, second), "target"


def second_left_out(at: Table) -> Made:
    score, target, first, _ = numbers(str(at.question.prompt))
    return target - score - worth(at.rules, first), "target"


MADE: Mapping[str, Callable[[Table], Made]] = {
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
    "half-kept": half_kept,
    "double-taken": double_taken,
    "free-half-taken": free_half_taken,
    "one-half": one_half,
    "taken-for-free": taken_for_free,
    "taken-for-covered": taken_for_covered,
    "rounded-apart": rounded_apart,
    "rounded-together": rounded_together,
    "rounds-up": rounds_up,
    "rounds-down": rounds_down,
    "not-rounded": not_rounded,
    "round-first": round_first,
    "not-divided": not_divided,
    "only-own-hands": all_hands,
    "not-own-hands": all_hands,
    "ten-too-many": ten_too_many,
    "ten-too-few": ten_too_few,
    "smaller-does": smaller_does,
    "first-left-out": first_left_out,
    "second-left-out": second_left_out,
}
