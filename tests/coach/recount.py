"""Every answer worked out a second time, from the pictures and the prompts alone."""

import re
from collections.abc import Callable, Mapping

from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.skills import DrillKind
from companion.i18n import Message
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from tests.count_from_scratch import ends_from_scratch

Placements = tuple[tuple[Tile, Tile | None], ...]


def ends(question: Question, rules: Rules, placements: Placements) -> dict[tuple[Tile, int], int]:
    return ends_from_scratch(
        placements, str(rules.spinners), str(rules.exposed_double), str(rules.spinner_count)
    )


def places(question: Question, rules: Rules) -> list[tuple[Tile, int]]:
    """Where the next tile can go: on any end, or only on the spinner that is covered first."""
    shown = [*ends(question, rules, question.placements)]
    doubles = [tile for tile, _ in question.placements if tile.is_double]
    if str(rules.spinner_first) == "yes" and str(rules.spinners) != "none" and doubles:
        return [place for place in shown if place[0] == doubles[0]] or shown
    return shown


def count(question: Question, rules: Rules, *more: tuple[Tile, Tile | None]) -> int:
    return sum(ends(question, rules, (*question.placements, *more)).values())


FIVES = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, *range(65, 200, 5))
THREES = (3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60)
THREES = (*THREES, *range(63, 200, 3))


def suits_of(rules: Rules) -> list[tuple[int, ...]]:
    """The counts that score, by fives and where they do by threes."""
    return [FIVES, THREES] if str(rules.scores_on) == "threes-and-fives" else [FIVES]


def scores(rules: Rules, total: int) -> bool:
    if total == 0:
        return str(rules.zero_scores) == "yes"
    return any(total in suit for suit in suits_of(rules))


def worth(rules: Rules, total: int) -> int:
    """What a count that scores is worth: how many fives it is, and how many threes."""
    points = 0
    for suit in suits_of(rules):
        if total in suit:
            at = {"fifths": suit.index(total) + 1, "pips": total, "none": 0}
            points += at[str(rules.points)]
    return points


def numbers(text: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", text)]


def count_again(question: Question, rules: Rules) -> set[str]:
    return {str(count(question, rules))}


def score_again(question: Question, rules: Rules) -> set[str]:
    total = count(question, rules)
    if not scores(rules, total):
        return {"no"}
    return {"yes"} if str(rules.points) == "none" else {str(worth(rules, total))}


def change_again(question: Question, rules: Rules) -> set[str]:
    assert isinstance(question.prompt, Message)
    assert numbers(str(question.prompt))[0] == count(question, rules)
    return {str(count(question, rules, (question.prompt["tile"], question.prompt["host"])))}


def tiles_again(question: Question, rules: Rules) -> set[str]:
    found = set()
    for choice in question.choices:
        tile = Tile.parse(choice.value)
        assert tile not in [placed for placed, _ in question.placements]
        for host, pips in places(question, rules):
            if pips in tile and scores(rules, count(question, rules, (tile, host))):
                found.add(choice.value)
    return found


def worth_again(question: Question, rules: Rules) -> set[str]:
    asked = numbers(str(question.prompt))[0]
    if question.wanted is not Wanted.SEVERAL:
        return {str(worth(rules, asked))}
    counts = [int(each.value) for each in question.choices]
    return {str(each) for each in counts if scores(rules, each) and worth(rules, each) == asked}


def best_again(question: Question, rules: Rules) -> set[str]:
    most = {}
    for choice in question.choices:
        tile = Tile.parse(choice.value)
        totals = [
            count(question, rules, (tile, host))
            for host, pips in places(question, rules)
            if pips in tile
        ]
        most[choice.value] = max([0, *(worth(rules, total) for total in totals)])
    return {value for value, points in most.items() if points == max(most.values()) > 0}


def need_again(question: Question, rules: Rules) -> set[str]:
    total = count(question, rules)
    assert numbers(str(question.prompt))[0] == total
    return {each.value for each in question.choices if scores(rules, total + int(each.value))}


def spinners_again(question: Question, rules: Rules) -> set[str]:
    shown = ends(question, rules, question.placements)
    counts = {host: pips for (host, _), pips in shown.items() if host.is_double}
    if question.position is not None and question.position.last is not None:
        return {str(counts.get(question.position.last, 0))}
    return {each.value for each in question.choices if counts.get(Tile.parse(each.value), 0)}


def exhausted_again(question: Question, rules: Rules) -> set[str]:
    placed = [tile for tile, _ in question.placements]
    if isinstance(question.prompt, Message) and question.prompt.id == "coach.ask.to-come":
        (pips,) = numbers(str(question.prompt))
        seven = {str(Tile(max(pips, other), min(pips, other))) for other in range(7)}
        assert {each.value for each in question.choices} == seven
        return seven - {*map(str, placed)}
    return {str(pips) for pips in range(7) if len([t for t in placed if pips in t]) == 7}


COUNTED_AGAIN: Mapping[DrillKind, Callable[[Question, Rules], set[str]]] = {
    DrillKind.COUNT: count_again,
    DrillKind.SCORE: score_again,
    DrillKind.WORTH: worth_again,
    DrillKind.CHANGE: change_again,
    DrillKind.TILES: tiles_again,
    DrillKind.BEST: best_again,
    DrillKind.NEED: need_again,
    DrillKind.SPINNERS: spinners_again,
    DrillKind.EXHAUSTED: exhausted_again,
}
