"""Every answer worked out a second time, from the pictures and the prompts alone."""

import re
from collections.abc import Callable, Mapping

from companion.coach.question import Question, Wanted
from companion.coach.skills import Kind
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Message
from tests.play import ends_from_scratch

Placements = tuple[tuple[Tile, Tile | None], ...]


def ends(question: Question, rules: Rules, placements: Placements) -> dict[tuple[Tile, int], int]:
    return ends_from_scratch(
        placements, str(rules.spinners), str(rules.exposed_double), str(rules.spinner_count)
    )


def count(question: Question, rules: Rules, *more: tuple[Tile, Tile | None]) -> int:
    return sum(ends(question, rules, (*question.placements, *more)).values())


def scores(rules: Rules, total: int) -> bool:
    fives = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)
    return total in fives or (total == 0 and str(rules.zero_scores) == "yes")


def worth(rules: Rules, total: int) -> int:
    return {"fifths": total // 5, "pips": total, "none": 0}[str(rules.points)]


def rounded(pips: int) -> int:
    return min(range(0, 300, 5), key=lambda five: abs(five - pips))


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
        for host, pips in ends(question, rules, question.placements):
            if pips in tile and scores(rules, count(question, rules, (tile, host))):
                found.add(choice.value)
    return found


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
    return {str(pips) for pips in range(7) if len([t for t in placed if pips in t]) == 7}


def rounding_again(question: Question, rules: Rules) -> set[str]:
    hands = numbers(str(question.prompt))
    each = str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"
    pips = sum(map(rounded, hands)) if each else rounded(sum(hands))
    return {str(pips // divisor(rules))}


def settlement_again(question: Question, rules: Rules) -> set[str]:
    if str(rules.settlement) == "chips":
        side, winners, washed = _settled(question, rules)
        return {str((side in winners) + len([name for name in side if name in washed]))}
    hands = hands_counted(question, rules)
    each = str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"
    return {str((sum(map(rounded, hands)) if each else rounded(sum(hands))) // divisor(rules))}


def hands_counted(question: Question, rules: Rules) -> list[int]:
    """The pips of each hand that the side asked about takes, or loses."""
    pips = pips_left(question)
    side, winners, _ = _settled(question, rules)
    if str(rules.settlement) == "own-hand":
        return [pips[name] for name in side]
    spared = side
    if len(winners) > 1 and str(rules.tied_block) == "losers-hands":
        spared = [name for winner in winners for name in winner]
    return [pips[name] for name in pips if side in winners and name not in spared and pips[name]]


def pips_left(question: Question) -> dict[str, int]:
    return {name: sum(tile.pips for tile in tiles) for name, tiles in question.hands}


def divisor(rules: Rules) -> int:
    return 5 if str(rules.points) == "fifths" else 1


def _settled(question: Question, rules: Rules) -> tuple[list[str], list[list[str]], list[str]]:
    """The side asked about, the sides that won, and who was washed up."""
    players = [name for name, _ in question.hands]
    asked = re.search(r" (?:do|does) (.+) (?:get|lose)\?", str(question.prompt))
    assert asked is not None
    side = asked[1].split(" & ")
    sides = [[name] for name in players]
    if len(side) == 2:
        sides = [players[0::2], players[1::2]]
    out = re.match(r"Washed up: ([\w, ]+)\.", str(question.prompt))
    washed = re.split(", | and ", out[1]) if out else []
    winners = _winners(question, rules, sides, washed)
    if len(winners) > 1 and str(rules.tied_block) == "nobody":
        winners = []
    return side, winners, washed


def _winners(
    question: Question, rules: Rules, sides: list[list[str]], washed: list[str]
) -> list[list[str]]:
    domino = re.search(r"(\w+) dominoes\.", str(question.prompt))
    if domino:
        return [side for side in sides if domino[1] in side]
    if "blocked" not in str(question.prompt):
        return []
    pips = pips_left(question)
    counts_all = str(rules.washed_up_in_block) == "counts"
    lowest: dict[str, int] = {}
    for side in sides:
        held = [pips[name] for name in side if counts_all or name not in washed]
        if held:
            lowest[side[0]] = sum(held) if str(rules.partners_block) == "team" else min(held)
    return [side for side in sides if lowest.get(side[0]) == min(lowest.values())]


def to_go_again(question: Question, rules: Rules) -> set[str]:
    score, target, *counts = numbers(str(question.prompt))
    assert target == rules.target
    if not question.choices:
        return {str(target - score - sum(worth(rules, each) for each in counts))}
    enough = [
        each.value for each in question.choices if score + worth(rules, int(each.value)) >= target
    ]
    return set(enough if question.wanted is Wanted.SEVERAL else enough[:1])


AGAIN: Mapping[Kind, Callable[[Question, Rules], set[str]]] = {
    Kind.COUNT: count_again,
    Kind.SCORE: score_again,
    Kind.CHANGE: change_again,
    Kind.TILES: tiles_again,
    Kind.NEED: need_again,
    Kind.SPINNERS: spinners_again,
    Kind.ROUNDING: rounding_again,
    Kind.SETTLEMENT: settlement_again,
    Kind.TO_GO: to_go_again,
    Kind.EXHAUSTED: exhausted_again,
}
