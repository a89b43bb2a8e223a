"""Drills on changes: how a tile changes the count, and which change makes it score."""

from collections.abc import Mapping
from typing import Any

from companion.coach.drills import answer_reasons
from companion.coach.drills.common_mistakes import change_slips, near_misses
from companion.coach.drills.count_values import scores_beside
from companion.coach.drills.practice_positions import PracticePosition
from companion.coach.drills.question import Choice, Question, Wanted
from companion.coach.drills.question_key import Asking
from companion.coach.drills.skills import Skill
from companion.i18n import Signed, Text, message
from companion.referee.rule_book import Book, Reason
from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile

#: How many changes, or tiles, there are to choose from, by level.
CHOICES = (3, 4, 5, 5, 6)
#: Up to this level a count goes up as well as down; beyond it falls as often as this.
_EITHER_WAY = 2
_LIKELY_TO_FALL = 0.8


def ask_change(asking: Asking) -> Question:
    """By the change: the count was this, the tile goes there, what now?"""
    skill, level = asking.key.skill, asking.key.level
    # By a double that is covered a count falls, unless it never counted; by a free one it rises.
    is_covered = skill is Skill.COVERED_SPINNERS and not asking.book.rules.counts_when_dead
    can_fall = skill is Skill.REDUCTION or is_covered
    falls = level > _EITHER_WAY and asking.chance.happens(_LIKELY_TO_FALL) and can_fall
    position = asking.find(
        lambda each: (
            _changes(each, skill, level) and (not falls or each.layout.total < each.before.total)
        )
    )
    total, tile, host = position.before.total, position.tile, position.host
    return asking.question(
        message("coach.ask.change", total=total, tile=tile, host=host),
        [position.layout.total],
        answer_reasons.change_reasons(asking.book, position),
        slips=near_misses(asking.book, position.layout.total, change_slips(asking.book, position)),
        otherwise=answer_reasons.ends_reason(asking.book, position.layout),
        about=position,
        placements=position.placements[:-1],
    )


def _changes(position: PracticePosition, skill: Skill, level: int) -> bool:
    """Whether the tile played last makes a change that needs a skill.

    At level 1 no other double has pips.
    """
    tile, host = position.tile, position.host
    with_pips = sum(double.pips > 0 for double in position.doubles)
    if host is None or (level == 1 and with_pips > (skill is not Skill.REDUCTION)):
        return False
    if skill is Skill.COVERED_SPINNERS:
        return position.covers_double and host.pips > 0
    if skill is Skill.DOUBLES:
        counts = host.is_double and answer_reasons.counts_of(position.layout, host) > 0
        return counts or (tile.is_double and tile.pips > 0)
    return not (tile.is_double or host.is_double) and tile.pips > 0


def ask_need(asking: Asking) -> Question:
    """What do you need? Of the changes that a tile can make, choose those that make it score."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    number = CHOICES[level]

    def suits(position: PracticePosition) -> bool:
        changes = changes_of(position, level)
        right = [change for change in changes if rules.scores(position.layout.total + change)]
        return len(position.placements) > 1 and bool(right) and len(changes) - len(right) >= number

    position = asking.find(suits)
    total, changes = position.layout.total, changes_of(position, level)
    right = [change for change in changes if rules.scores(total + change)]
    wrong = [change for change in changes if change not in right]
    some = chance.some_of(right, chance.between(1, 2 + (level > _EITHER_WAY)))
    offered = sorted([*some, *chance.some_of(wrong, number - len(some))])
    asked = "need-score" if rules.pays_threes else "need"
    why = {change: _change_reason(asking.book, total, change, changes) for change in offered}
    return asking.question(
        message(f"coach.ask.{asked}", total=total),
        some,
        [describe_distance(rules, total)],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(change), Signed(change), reason) for change, reason in why.items()],
        about=position,
    )


def changes_of(position: PracticePosition, level: int) -> dict[int, Tile]:
    """The changes that the tiles to come can make to the count, each with a tile that makes it.

    Level 0 has no doubles.
    """
    layout, found = position.layout, dict[int, Tile]()
    for tile in layout.unset:
        for _, total in totals_of(layout, tile) if level or not tile.is_double else ():
            if total != layout.total:
                found.setdefault(total - layout.total, tile)
    return found


def totals_of(layout: Layout, tile: Tile) -> list[tuple[Tile, int]]:
    """Each place for a tile by its host, with the count in pips that it would make."""
    return [(end.host, layout.set_tile(tile, end.host).total) for end in layout.choices_for(tile)]


def describe_distance(rules: Rules, total: int) -> Text:
    """How far a count is from those that score next, below and above."""
    if rules.pays_threes:
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
    (above, *_), (below, *_) = scores_beside(rules, total)
    beside: dict[str, Any] = {"total": total, "above": above, "up": above - total}
    if not below:
        return message("coach.need.next-score", **beside)
    beside |= {"below": below, "down": total - below}
    return message("coach.need.scores-beside", **beside)


def _change_reason(book: Book, total: int, change: int, by: Mapping[int, Tile]) -> Reason:
    """The count after a change, and a tile that makes it."""
    after = total + change
    step, rules = answer_reasons.describe_step(total, after), book.rules
    named: dict[str, Any] = {"step": step, "tile": by[change]}
    if not after and not rules.scores(0):
        return book.reason("zero-scores", message("coach.need.nought", **named))
    if not rules.pays_threes:
        reached = "reaches" if rules.scores(after) else "misses"
        return book.reason("scores-on", message(f"coach.need.{reached}", **named))
    scores = "scores" if rules.scores(after) else "scores-not"
    return book.reason("scores-on", message(f"coach.need.{scores}", **named))
