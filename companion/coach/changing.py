"""Drills on changes: what a tile makes of the count, and which change makes it score."""

from itertools import count as count_on
from typing import Any

from companion.coach.key import Asking
from companion.coach.positions import Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import change_reasons, counts_of, describe_step
from companion.coach.skills import Skill
from companion.coach.slips import change_slips
from companion.coach.worths import is_by_threes
from companion.referee.book import Book, Reason
from companion.rules.rules import Rules
from companion.words import Signed, Text, message

#: How many changes there are to choose from, by level.
_CHOICES = (4, 5, 5, 6)


def ask_change(asking: Asking) -> Question:
    """By the change: the count was this, the tile goes there, what now?"""
    position = asking.find(lambda each: _changes(each, asking.key.skill))
    total, tile, host = position.before.total, position.tile, position.host
    return asking.question(
        message("coach.ask.change", total=total, tile=tile, host=host),
        [position.layout.total],
        change_reasons(asking.book, position),
        slips=change_slips(asking.book, position),
        about=position,
        placements=position.placements[:-1],
    )


def _changes(position: Position, skill: Skill) -> bool:
    """Whether the tile set last makes a change that asks for a skill."""
    tile, host = position.tile, position.host
    if host is None:
        return False
    if skill is Skill.COVERED_SPINNERS:
        return position.covers_double and host.pips > 0
    if skill is Skill.DOUBLES:
        counts = host.is_double and counts_of(position.layout, host) > 0
        return counts or (tile.is_double and tile.pips > 0)
    return not (tile.is_double or host.is_double) and tile.pips > 0


def ask_need(asking: Asking) -> Question:
    """What do you need: which changes of the count make it score?"""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    position = asking.find(lambda each: each.layout.total > 1)
    total = position.layout.total
    changes = [change for change in range(-min(total, 12), 13) if change]
    right = [change for change in changes if rules.scores(total + change)]
    wrong = [change for change in changes if change not in right]
    some = chance.some_of(right, chance.between(1, 2 + (level > 2)))
    offered = sorted([*some, *chance.some_of(wrong, _CHOICES[level - 1] - len(some))])
    asked = "need-score" if is_by_threes(rules) else "need"
    return asking.question(
        message(f"coach.ask.{asked}", total=total),
        some,
        [describe_distance(rules, total)],
        wanted=Wanted.SEVERAL,
        choices=[
            Choice(str(change), Signed(change), _change_reason(asking.book, total, change))
            for change in offered
        ],
        about=position,
    )


def describe_distance(rules: Rules, total: int) -> Text:
    """How far a count is from those that score next, below and above."""
    if is_by_threes(rules):
        return _describe_scores_beside(rules, total)
    over = total % 5
    if total < 5:
        return message("coach.need.short", total=total, short=5 - total)
    if not over:
        return message("coach.need.is-five", total=total)
    below = total - over
    return message(
        "coach.need.between", total=total, over=over, below=below, short=5 - over, above=below + 5
    )


def _describe_scores_beside(rules: Rules, total: int) -> Text:
    above = next(count for count in count_on(total + 1) if rules.scores(count))
    below = next((count for count in range(total - 1, 0, -1) if rules.scores(count)), None)
    beside: dict[str, Any] = {"total": total, "above": above, "up": above - total}
    if below is None:
        return message("coach.need.next-score", **beside)
    beside |= {"below": below, "down": total - below}
    return message("coach.need.scores-beside", **beside)


def _change_reason(book: Book, total: int, change: int) -> Reason:
    after = total + change
    step, rules = describe_step(total, after), book.rules
    if not after and not rules.scores(0):
        return book.reason("zero-scores", message("coach.need.nought", step=step))
    if not is_by_threes(rules):
        reached = "reaches" if rules.scores(after) else "misses"
        return book.reason("scores-on", message(f"coach.need.{reached}", step=step))
    scores = "scores" if rules.scores(after) else "scores-not"
    return book.reason("scores-on", message(f"coach.need.{scores}", step=step))
