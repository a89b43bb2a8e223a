"""What hands and scores come to, worked out a second time from the prompts alone."""

import re

from companion.coach.drills.question import Question, Wanted
from companion.rules.settings import Rules
from tests.coach.recount import numbers, scores, worth


def rounded(pips: int) -> int:
    return min(range(0, 300, 5), key=lambda five: abs(five - pips))


def rounding_again(question: Question, rules: Rules) -> set[str]:
    hands = numbers(str(question.prompt))
    each = str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"
    pips = sum(map(rounded, hands)) if each else rounded(sum(hands))
    return {str(pips // divisor(rules))}


def settlement_again(question: Question, rules: Rules) -> set[str]:
    if str(rules.settlement) == "chips":
        side, winners, washed = _settled(question, rules)
        return {str((side in winners) + len([name for name in side if name in washed]))}
    each = str(rules.settlement) == "own-hand" or str(rules.rounding) == "each-hand"
    hands, own = hands_counted(question, rules), own_counted(question, rules)
    if each:
        pips = max(0, sum(map(rounded, hands)) - sum(map(rounded, own)))
    else:
        pips = rounded(max(0, sum(hands) - sum(own)))
    return {str(pips // divisor(rules))}


def own_counted(question: Question, rules: Rules) -> list[int]:
    """The pips of each hand of the side asked about that are taken off."""
    pips = pips_left(question)
    side, winners, _ = _settled(question, rules)
    if str(rules.settlement) != "difference" or side not in winners:
        return []
    return [pips[name] for name in side if pips[name]]


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
    domino = re.search(r"(\w+) goes out\.", str(question.prompt))
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
    if str(question.prompt).startswith("With two open ends"):
        possible = {worth(rules, total) for total in two_ends(rules) if scores(rules, total)}
        return {each.value for each in question.choices if int(each.value) not in possible}
    score, target, *counts = numbers(str(question.prompt))
    # A wider range has other targets too, for which tables play.
    assert (target - rules.target) % 10 == 0
    if not question.choices:
        return {str(target - score - sum(worth(rules, each) for each in counts))}
    reached = {each.value: score + worth(rules, int(each.value)) for each in question.choices}
    if str(rules.target_reached) == "exactly":
        return {value for value, after in reached.items() if after == target}
    enough = [value for value, after in reached.items() if after >= target]
    return set(enough if question.wanted is Wanted.SEVERAL else enough[:1])


def two_ends(rules: Rules) -> set[int]:
    """What a row of tiles can count: its two ends are halves, or doubles that lie across."""
    counts = set()
    for first in range(7):
        counts |= {first + second for second in range(7)}
        if str(rules.exposed_double) == "when-dead":
            # The seventh tile of a number is its double, and the sixth half is the other end.
            counts.add(first * 3)
        else:
            counts |= {2 * first + second for second in range(7)}
            counts |= {2 * first + 2 * second for second in range(7) if second != first}
    return counts - {0}
