"""Drills on what a count is worth, and on the tiles that make one."""

from collections.abc import Mapping

from companion.coach.changing import describe_distance
from companion.coach.key import Asking
from companion.coach.positions import LEVELS, Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import describe_step, describe_unit
from companion.coach.skills import Skill
from companion.coach.worths import (
    counts_that_score,
    is_by_threes,
    worth_or_nothing,
    worth_reason,
    worth_slips,
)
from companion.referee.book import Book, Reason
from companion.referee.words import describe_points, unit_of
from companion.rules.choices import Points
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, listed, message

#: How many tiles there are to choose from, by level.
_CHOICES = (4, 5, 5, 6)
#: The counts asked for by level: up to so many pips; and how many there are to choose from.
_MOST_PIPS = (12, 20, 22)
_MOST_COUNTS = 8


def ask_worth(asking: Asking) -> Question:
    """What is a count worth? One that scores at first, then any; at last which are worth that."""
    rules, level, chance = asking.book.rules, asking.key.level, asking.chance
    if level == LEVELS:
        return _ask_counts_worth(asking)
    counts = [count for count in range(1, _MOST_PIPS[level - 1] + 1) if rules.scores(count)]
    if level > 2 and chance.happens(0.4):
        counts = [count for count in range(1, _MOST_PIPS[-1] + 1) if count not in counts]
    total = chance.one_of(counts)
    return asking.question(
        message("coach.ask.worth", total=total, unit=describe_unit(rules)),
        [worth_or_nothing(rules, total)],
        [worth_reason(asking.book, total)],
        slips=worth_slips(asking.book, total),
        unit=unit_of(rules),
    )


def _ask_counts_worth(asking: Asking) -> Question:
    rules, chance = asking.book.rules, asking.chance
    known = counts_that_score(rules)
    points = rules.worth(chance.one_of(known))
    right = [count for count in known if rules.worth(count) == points]
    others = [count for count in range(1, _MOST_PIPS[-1] + 1) if count not in right]
    offered = sorted([*right, *chance.some_of(others, _MOST_COUNTS - len(right))])
    return asking.question(
        message("coach.ask.counts-worth", points=describe_points(rules, points)),
        right,
        [worth_reason(asking.book, count) for count in right],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(each), each, worth_reason(asking.book, each)) for each in offered],
    )


def ask_tiles(asking: Asking) -> Question:
    """Which of your tiles scores? One does at first; later several may, or none."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    reduces = asking.key.skill is Skill.REDUCTION

    def suits(position: Position) -> bool:
        scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
        return len(position.placements) > 1 and bool(scoring) and len(others) >= 3

    position = asking.find(suits)
    scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
    several = level > 2
    least, most = (0, 3) if several else (1, 1)
    right = chance.some_of(scoring, chance.between(least, most))
    hand = chance.shuffled([*right, *chance.some_of(others, _CHOICES[level - 1] - len(right))])
    why = {tile: tile_reason(asking.book, position.layout, tile) for tile in hand}
    return asking.question(
        message("coach.ask.tiles" if several else "coach.ask.tile"),
        right,
        [describe_distance(rules, position.layout.total), *(why[tile] for tile in right)],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[Choice(str(tile), tile, why[tile]) for tile in hand],
        about=position,
    )


def ask_best(asking: Asking) -> Question:
    """Which tile scores most? One that scores beside others that do not; later several do."""
    book, chance, level = asking.book, asking.chance, asking.key.level
    rivals = (0, 1, 2, 3)[level - 1]

    def suits(position: Position) -> bool:
        worths = sorted(points_of_tiles(book.rules, position.layout).values())
        scoring = sorted({*worths} - {0})
        less = [worth for worth in worths if worth < scoring[-1]] if scoring else []
        return len(position.placements) > 1 and len(less) >= 3 and len(scoring) > min(rivals, 1)

    position = asking.find(suits)
    worths = points_of_tiles(book.rules, position.layout)
    best = chance.one_of([tile for tile, worth in worths.items() if worth == max(worths.values())])
    less = [tile for tile, worth in worths.items() if worth < worths[best]]
    scoring = chance.some_of([tile for tile in less if worths[tile]], rivals)
    nothing = [tile for tile in less if not worths[tile]]
    others = [*scoring, *chance.some_of(nothing, _CHOICES[level - 1] - 1 - len(scoring))]
    hand = chance.shuffled([best, *others])
    why = {tile: tile_reason(book, position.layout, tile, with_points=True) for tile in hand}
    return asking.question(
        message("coach.ask.best"),
        [best],
        [describe_distance(book.rules, position.layout.total), why[best]],
        wanted=Wanted.ONE,
        choices=[Choice(str(tile), tile, why[tile]) for tile in hand],
        about=position,
    )


def points_of_tiles(rules: Rules, layout: Layout) -> Mapping[Tile, int]:
    """What each tile that is not set can score, in points."""
    return {
        tile: max([0, *(worth_or_nothing(rules, total) for _, total in totals_of(layout, tile))])
        for tile in layout.unset
    }


def _sorted_tiles(rules: Rules, layout: Layout, *, reduces: bool) -> tuple[list[Tile], list[Tile]]:
    """The tiles not set that score, only by reducing where that is asked, and those that do not."""
    scoring, others = list[Tile](), list[Tile]()
    for tile in layout.unset:
        scores = [total for _, total in totals_of(layout, tile) if rules.scores(total)]
        if not scores:
            others.append(tile)
        elif not reduces or all(total < layout.total for total in scores):
            scoring.append(tile)
    return scoring, others


def totals_of(layout: Layout, tile: Tile) -> list[tuple[Tile, int]]:
    """Each place for a tile by its host, with the count in pips that it would make."""
    return [(end.host, layout.set_tile(tile, end.host).total) for end in layout.choices_for(tile)]


def tile_reason(book: Book, layout: Layout, tile: Tile, *, with_points: bool = False) -> Reason:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    rules, totals = book.rules, totals_of(layout, tile)
    if not totals:
        return _why_nowhere(book, layout, tile)
    scoring = [(host, total) for host, total in totals if rules.scores(total)]
    told = with_points or is_by_threes(rules)
    if told and scoring:
        most = max(rules.worth(total) for _, total in scoring)
        scoring = [(host, total) for host, total in scoring if rules.worth(total) == most]
    places = listed(
        _place(rules, host, layout.total, total, told=told) for host, total in scoring or totals
    )
    which = "scores" if scoring else "scores-not"
    # Who overlooks a larger count has seen that this one scores.
    rule = "points" if with_points and scoring and not is_by_threes(rules) else "scores-on"
    return book.reason(rule, message(f"coach.tile.{which}", tile=tile, places=places))


def _why_nowhere(book: Book, layout: Layout, tile: Tile) -> Reason:
    spinner = layout.playable_ends[0].host
    if any(end.pips in tile for end in layout.ends):
        words = message("coach.tile.spinner-first", tile=tile, spinner=spinner)
        return book.reason("spinner-first", words)
    return book.reason("match", message("coach.tile.fits-nowhere", tile=tile))


def _place(rules: Rules, host: Tile, before: int, total: int, *, told: bool) -> Text:
    """What the count becomes on a host, and where it is to be told what that is worth."""
    step = describe_step(before, total)
    if not told or not rules.scores(total) or rules.points is Points.NONE:
        return message("coach.tile.place", host=host, step=step)
    points = describe_points(rules, rules.worth(total))
    return message("coach.tile.place-worth", host=host, step=step, points=points)
