"""Drills on the tiles that make a count."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.coach.drills.answer_reasons import describe_step
from companion.coach.drills.change_drills import CHOICES, describe_distance, totals_of
from companion.coach.drills.count_values import worth_or_nothing
from companion.coach.drills.practice_positions import LEVELS, Chance, PracticePosition
from companion.coach.drills.question import Choice, Question, Wanted
from companion.coach.drills.question_key import Asking
from companion.coach.drills.skills import Skill
from companion.i18n import Text, listed, message
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points
from companion.rules.choices import Points
from companion.rules.layout import Layout
from companion.rules.settings import Rules
from companion.rules.tile import Tile

#: How many of the scoring tiles are not the best, by level.
_RIVALS = (0, 0, 1, 2, 3)


def ask_tiles(asking: Asking) -> Question:
    """Which of your tiles scores? One does at first; later several may, or none."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    reduces, number = asking.key.skill is Skill.REDUCTION, CHOICES[level]
    several = level > 2

    def suits(position: PracticePosition) -> bool:
        scoring, others = _sorted_tiles(rules, position.layout, level, reduces=reduces)
        return len(position.placements) > 1 and bool(scoring) and len(others) >= number

    position = asking.find(suits)
    scoring, others = _sorted_tiles(rules, position.layout, level, reduces=reduces)
    least, most = (0, 3) if several else (1, 1)
    right = chance.some_of(scoring, chance.between(least, most))
    rivals = _rivals(position.layout, right, others, chance)
    hand = chance.shuffled([*right, *rivals[: number - len(right)]])
    why = {tile: tile_reason(asking.book, position.layout, tile) for tile in hand}
    return asking.question(
        message("coach.ask.tiles" if several else "coach.ask.tile"),
        right,
        [describe_distance(rules, position.layout.total), *(why[tile] for tile in right)],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[Choice(str(tile), tile, why[tile]) for tile in hand],
        about=position,
    )


def _rivals(
    layout: Layout, right: Iterable[Tile], others: Sequence[Tile], chance: Chance
) -> list[Tile]:
    """The tiles that don't score, first those that fit on the end of a tile that scores.

    So no end alone gives it away, and the other half of each tile matters.
    """
    hosts = {host for tile in right for host, _ in totals_of(layout, tile)}
    shuffled = chance.shuffled(others)
    return sorted(
        shuffled, key=lambda tile: hosts.isdisjoint(host for host, _ in totals_of(layout, tile))
    )


def ask_best(asking: Asking) -> Question:
    """Which tile scores most? At first one tile scores and others don't; later several do."""
    book, chance, level = asking.book, asking.chance, asking.key.level
    number, rivals = CHOICES[level], _RIVALS[level]

    def suits(position: PracticePosition) -> bool:
        worths = points_of_tiles(book.rules, position.layout, level)
        scoring = {*worths.values()} - {0}
        less = [worth for worth in worths.values() if worth < max(scoring, default=0)]
        return (
            len(position.placements) > 1 and len(less) >= number - 1 and len(scoring) > (rivals > 0)
        )

    position = asking.find(suits)
    worths = points_of_tiles(book.rules, position.layout, level)
    best = chance.one_of([tile for tile, worth in worths.items() if worth == max(worths.values())])
    less = [tile for tile, worth in worths.items() if worth < worths[best]]
    scoring = chance.some_of([tile for tile in less if worths[tile]], rivals)
    nothing = [tile for tile in less if not worths[tile]]
    others = [*scoring, *chance.some_of(nothing, number - 1 - len(scoring))]
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


def points_of_tiles(rules: Rules, layout: Layout, level: int = LEVELS) -> Mapping[Tile, int]:
    """What each tile can score that is still to come and fits somewhere, in points."""
    return {
        tile: max(worth_or_nothing(rules, total) for _, total in totals_of(layout, tile))
        for tile in _fitting(layout, level)
    }


def _fitting(layout: Layout, level: int) -> Iterator[Tile]:
    """The tiles still to come that fit somewhere; level 0 has no doubles."""
    return (tile for tile in layout.unset if layout.fits(tile) and (level or not tile.is_double))


def _sorted_tiles(
    rules: Rules, layout: Layout, level: int, *, reduces: bool
) -> tuple[list[Tile], list[Tile]]:
    """The tiles that score, if asked only by reducing the count, and those that fit but don't."""
    scoring, others = list[Tile](), list[Tile]()
    for tile in _fitting(layout, level):
        scores = [total for _, total in totals_of(layout, tile) if rules.scores(total)]
        if not scores:
            others.append(tile)
        elif not reduces or all(total < layout.total for total in scores):
            scoring.append(tile)
    return scoring, others


def tile_reason(book: Book, layout: Layout, tile: Tile, *, with_points: bool = False) -> Reason:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    rules, totals = book.rules, totals_of(layout, tile)
    if not totals:
        return _why_nowhere(book, layout, tile)
    scoring = [(host, total) for host, total in totals if rules.scores(total)]
    says_worth = with_points or rules.pays_threes
    if says_worth and scoring:
        most = max(rules.worth(total) for _, total in scoring)
        scoring = [(host, total) for host, total in scoring if rules.worth(total) == most]
    places = listed(
        _place(rules, host, layout.total, total, says_worth=says_worth)
        for host, total in scoring or totals
    )
    which = "scores" if scoring else "scores-not"
    # If you overlook a larger count, you have seen that this one scores.
    rule = "points" if with_points and scoring and not rules.pays_threes else "scores-on"
    return book.reason(rule, message(f"coach.tile.{which}", tile=tile, places=places))


def _why_nowhere(book: Book, layout: Layout, tile: Tile) -> Reason:
    spinner = layout.playable_ends[0].host
    if any(end.pips in tile for end in layout.ends):
        words = message("coach.tile.spinner-first", tile=tile, spinner=spinner)
        return book.reason("spinner-first", words)
    return book.reason("match", message("coach.tile.fits-nowhere", tile=tile))


def _place(rules: Rules, host: Tile, before: int, total: int, *, says_worth: bool) -> Text:
    """The count after playing on a host, and its worth if the question asks for it."""
    step = describe_step(before, total)
    if not says_worth or not rules.scores(total) or rules.points is Points.NONE:
        return message("coach.tile.place", host=host, step=step)
    points = describe_points(rules, rules.worth(total))
    return message("coach.tile.place-worth", host=host, step=step, points=points)
