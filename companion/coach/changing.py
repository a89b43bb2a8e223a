"""Drills on what a tile would do: by the change, which tiles score, which changes reach a five."""

from companion.coach.asking import Asking
from companion.coach.positions import Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import change_reasons, counts_of, describe_step
from companion.coach.skills import Skill
from companion.coach.slips import change_slips
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Signed, Text, listed, message

#: How many tiles or changes there are to choose from, by level.
_CHOICES = (4, 5, 5, 6)


def ask_change(asking: Asking) -> Question:
    """By the change: the count was this, the tile goes there, what now?"""
    position = asking.find(lambda each: _changes(each, asking.key.skill))
    before, tile, host = position.before, position.tile, position.host
    return asking.question(
        message("coach.ask.change", total=before.total, tile=tile, host=host),
        [position.layout.total],
        change_reasons(asking.book, position),
        slips=change_slips(position),
        layout=before,
        placements=position.placements[:-1],
        tile=tile,
        host=host,
    )


def _changes(position: Position, skill: Skill) -> bool:
    """Whether the tile set last makes a change that asks for a skill."""
    tile, host = position.tile, position.host
    if host is None:
        return False
    if skill is Skill.COVERED_SPINNERS:
        return host.is_double and position.joined(host) == 2 and host.pips > 0
    if skill is Skill.DOUBLES:
        is_free = host.is_double and counts_of(position.layout, host) > 0
        return is_free or (tile.is_double and tile.pips > 0)
    return not (tile.is_double or host.is_double) and tile.pips > 0


def ask_need(asking: Asking) -> Question:
    """What do you need: which changes of the count reach a five?"""
    rules, chance, level = asking.rules, asking.chance, asking.key.level
    position = asking.find(lambda each: each.layout.total > 1)
    total = position.layout.total
    changes = [change for change in range(-min(total, 12), 13) if change]
    right = [change for change in changes if rules.scores(total + change)]
    wrong = [change for change in changes if not rules.scores(total + change)]
    some = chance.some_of(right, chance.between(1, 2 + (level > 2)))
    offered = sorted([*some, *chance.some_of(wrong, _CHOICES[level - 1] - len(some))])
    return asking.question(
        message("coach.ask.need", total=total),
        some,
        [_distance(total)],
        wanted=Wanted.SEVERAL,
        choices=[_change_choice(rules, total, change) for change in offered],
        about=position,
    )


def _distance(total: int) -> Text:
    over = total % 5
    if total < 5:
        return message("coach.need.short", total=total, short=5 - total)
    if not over:
        return message("coach.need.is-five", total=total)
    return message(
        "coach.need.between",
        total=total,
        over=over,
        below=total - over,
        short=5 - over,
        above=total + 5 - over,
    )


def _change_choice(rules: Rules, total: int, change: int) -> Choice:
    after = total + change
    step = describe_step(total, change)
    if rules.scores(after):
        reason = message("coach.need.reaches", step=step)
    else:
        reason = message("coach.need.nought" if after == 0 else "coach.need.misses", step=step)
    return Choice(str(change), Signed(change), reason)


def ask_tiles(asking: Asking) -> Question:
    """Which of your tiles scores? One does at first; later several may, or none."""
    rules, chance, level = asking.rules, asking.chance, asking.key.level
    reduces = asking.key.skill is Skill.REDUCTION

    def suits(position: Position) -> bool:
        scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
        return len(position.placements) > 1 and bool(scoring) and len(others) >= 3

    position = asking.find(suits)
    scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
    several = level > 2
    right = chance.some_of(scoring, chance.between(0 if several else 1, 3 if several else 1))
    hand = chance.shuffled([*right, *chance.some_of(others, _CHOICES[level - 1] - len(right))])
    reasons = {tile: tile_reason(rules, position.layout, tile) for tile in hand}
    return asking.question(
        message("coach.ask.tiles" if several else "coach.ask.tile"),
        right,
        [_distance(position.layout.total), *(reasons[tile] for tile in right)],
        wanted=Wanted.SEVERAL if several else Wanted.ONE,
        choices=[Choice(str(tile), tile, reasons[tile]) for tile in hand],
        about=position,
    )


def _sorted_tiles(rules: Rules, layout: Layout, *, reduces: bool) -> tuple[list[Tile], list[Tile]]:
    """The tiles not set that score, only by reducing where that is asked, and those that do not."""
    scoring: list[Tile] = []
    others: list[Tile] = []
    for tile in layout.unset:
        scores = [total for _, total in _totals(layout, tile) if rules.scores(total)]
        if not scores:
            others.append(tile)
        elif not reduces or all(total < layout.total for total in scores):
            scoring.append(tile)
    return scoring, others


def _totals(layout: Layout, tile: Tile) -> list[tuple[Tile, int]]:
    """Each place for a tile, with the count there."""
    return [(end.host, layout.set_tile(tile, end.host).total) for end in layout.choices_for(tile)]


def tile_reason(rules: Rules, layout: Layout, tile: Tile) -> Text:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    totals = _totals(layout, tile)
    if not totals:
        return message("coach.tile.fits-nowhere", tile=tile)
    best = [(host, total) for host, total in totals if rules.scores(total)]
    places = listed(
        message(
            "coach.tile.place", host=host, step=describe_step(layout.total, total - layout.total)
        )
        for host, total in best or totals
    )
    return message(
        "coach.tile.scores" if best else "coach.tile.scores-not", tile=tile, places=places
    )
