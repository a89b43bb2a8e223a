"""Drills on a layout and a tile to come: the count by the change, the steps to a five."""

from companion.coach.key import Asking
from companion.coach.positions import Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import change_reasons, counts_of, describe_step
from companion.coach.skills import Skill
from companion.coach.slips import change_slips
from companion.referee.book import Book, Reason
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Signed, Text, listed, message

#: How many tiles or changes there are to choose from, by level.
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
        return host.is_double and position.joined(host) == 2 and host.pips > 0
    if skill is Skill.DOUBLES:
        counts = host.is_double and counts_of(position.layout, host) > 0
        return counts or (tile.is_double and tile.pips > 0)
    return not (tile.is_double or host.is_double) and tile.pips > 0


def ask_need(asking: Asking) -> Question:
    """What do you need: which changes of the count reach a five?"""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    position = asking.find(lambda each: each.layout.total > 1)
    total = position.layout.total
    changes = [change for change in range(-min(total, 12), 13) if change]
    right = [change for change in changes if rules.scores(total + change)]
    wrong = [change for change in changes if change not in right]
    some = chance.some_of(right, chance.between(1, 2 + (level > 2)))
    offered = sorted([*some, *chance.some_of(wrong, _CHOICES[level - 1] - len(some))])
    return asking.question(
        message("coach.ask.need", total=total),
        some,
        [_describe_distance(total)],
        wanted=Wanted.SEVERAL,
        choices=[
            Choice(str(change), Signed(change), _change_reason(asking.book, total, change))
            for change in offered
        ],
        about=position,
    )


def _describe_distance(total: int) -> Text:
    over = total % 5
    if total < 5:
        return message("coach.need.short", total=total, short=5 - total)
    if not over:
        return message("coach.need.is-five", total=total)
    below = total - over
    return message(
        "coach.need.between", total=total, over=over, below=below, short=5 - over, above=below + 5
    )


def _change_reason(book: Book, total: int, change: int) -> Reason:
    after = total + change
    step = describe_step(total, after)
    if book.rules.scores(after):
        return book.reason("scores-on", message("coach.need.reaches", step=step))
    if after:
        return book.reason("scores-on", message("coach.need.misses", step=step))
    return book.reason("zero-scores", message("coach.need.nought", step=step))


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
        [_describe_distance(position.layout.total), *(why[tile] for tile in right)],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[Choice(str(tile), tile, why[tile]) for tile in hand],
        about=position,
    )


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


def tile_reason(book: Book, layout: Layout, tile: Tile) -> Reason:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    totals = totals_of(layout, tile)
    if not totals:
        return book.reason("match", message("coach.tile.fits-nowhere", tile=tile))
    best = [(host, total) for host, total in totals if book.rules.scores(total)]
    steps = ((host, describe_step(layout.total, total)) for host, total in best or totals)
    places = listed(message("coach.tile.place", host=host, step=step) for host, step in steps)
    which = "scores" if best else "scores-not"
    return book.reason("scores-on", message(f"coach.tile.{which}", tile=tile, places=places))
