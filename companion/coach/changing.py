"""Drills on what a tile would do: by the change, which tiles score, which changes reach a five."""

from companion.coach.chance import Chance
from companion.coach.positions import Ground, Position, find_position
from companion.coach.question import Choice, Key, Question, Wanted
from companion.coach.reasons import change_reasons, change_signed, counts_of, step_told
from companion.coach.skills import Skill
from companion.coach.slips import change_slips
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile

#: How many tiles or changes there are to choose from, by level.
_CHOICES = (4, 5, 5, 6)


def ask_change(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """By the change: the count was this, the tile goes there, what now?"""
    chance = Chance(*key)
    position = find_position(ground, key.level, chance, lambda each: _changes(each, key.skill), own)
    before = position.before
    return Question(
        key,
        f"The count is {before.total}. The {position.tile} goes on the {position.host}. What now?",
        Wanted.NUMBER,
        frozenset({str(position.layout.total)}),
        change_reasons(ground.book, position),
        layout=before,
        placements=position.placements[:-1],
        tile=position.tile,
        host=position.host,
        slips={str(count): told for count, told in change_slips(position).items()},
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


def ask_need(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """What do you need: which changes of the count reach a five?"""
    chance = Chance(*key)
    position = find_position(ground, key.level, chance, lambda each: each.layout.total > 1, own)
    total, rules = position.layout.total, ground.rules
    changes = [change for change in range(-min(total, 12), 13) if change]
    right = [change for change in changes if rules.scores(total + change)]
    wrong = [change for change in changes if not rules.scores(total + change)]
    number = _CHOICES[key.level - 1]
    some = chance.some_of(right, chance.between(1, 2 + (key.level > 2)))
    offered = sorted([*some, *chance.some_of(wrong, number - len(some))])
    return Question(
        key,
        f"The count is {total}. Which changes reach a five?",
        Wanted.SEVERAL,
        frozenset(str(change) for change in some),
        (_distance(total),),
        tuple(_change_choice(rules, total, change) for change in offered),
        position.layout,
        position.placements,
    )


def _distance(total: int) -> str:
    over = total % 5
    if total < 5:
        return f"{total} is {5 - total} short of 5: +{5 - total}, or whole fives more."
    if not over:
        return f"{total} is a five already: only whole fives up or down reach another."
    return (
        f"{total} is {over} over {total - over} and {5 - over} short of {total + 5 - over}: "
        f"{change_signed(-over)} or {change_signed(5 - over)}, and fives more or less."
    )


def _change_choice(rules: Rules, total: int, change: int) -> Choice:
    after = total + change
    told = step_told(total, change)
    if rules.scores(after):
        reason = f"{told}, a five."
    else:
        reason = f"{told}, {'and 0 does not score' if after == 0 else 'no five'}."
    return Choice(str(change), change_signed(change), reason)


def ask_tiles(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """Which of your tiles scores? One does at first; later several may, or none."""
    chance = Chance(*key)
    rules = ground.rules
    reduces = key.skill is Skill.REDUCTION

    def suits(position: Position) -> bool:
        scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
        return len(position.placements) > 1 and bool(scoring) and len(others) >= 3

    position = find_position(ground, key.level, chance, suits, own)
    scoring, others = _sorted_tiles(rules, position.layout, reduces=reduces)
    number = _CHOICES[key.level - 1]
    several = key.level > 2
    right = chance.some_of(scoring, chance.between(0 if several else 1, 3 if several else 1))
    hand = chance.shuffled([*right, *chance.some_of(others, number - len(right))])
    reasons = {tile: tile_reason(rules, position.layout, tile) for tile in hand}
    return Question(
        key,
        "Which of your tiles score?" if several else "Which of your tiles scores?",
        Wanted.SEVERAL if several else Wanted.ONE,
        frozenset(map(str, right)),
        (_distance(position.layout.total), *(reasons[tile] for tile in right)),
        tuple(Choice(str(tile), str(tile), reasons[tile]) for tile in hand),
        position.layout,
        position.placements,
        slips={str(tile): reason for tile, reason in reasons.items() if tile not in right},
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


def tile_reason(rules: Rules, layout: Layout, tile: Tile) -> str:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    totals = _totals(layout, tile)
    if not totals:
        return f"The {tile} fits no open end."
    best = [(host, total) for host, total in totals if rules.scores(total)]
    told = [
        f"on the {host} {step_told(layout.total, total - layout.total)}"
        for host, total in best or totals
    ]
    verdict = "scores" if best else "does not score"
    return f"The {tile} {verdict}: {', '.join(told)}."
