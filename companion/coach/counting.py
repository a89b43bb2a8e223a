"""Drills on a layout: what it counts as it lies, and what a tile would make of that."""

from collections.abc import Iterator

from companion.coach import reasons
from companion.coach.key import Asking
from companion.coach.positions import Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.skills import Skill
from companion.referee.words import describe_points
from companion.rules.choices import Points
from companion.rules.layout import Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Signed, Text, listed, message

#: How many tiles or changes there are to choose from, by level.
_CHOICES = (4, 5, 5, 6)


def _trains(position: Position, skill: Skill) -> bool:
    """Whether a layout asks for a skill: no double counts, one does, or one is covered."""
    if skill is Skill.COVERED_SPINNERS:
        return any(double.pips for double in position.covered_doubles)
    has_free_double = any(double.pips for double in position.free_doubles)
    if skill is Skill.DOUBLES:
        return has_free_double
    return len(position.placements) > 1 and not has_free_double


def ask_count(asking: Asking) -> Question:
    """What does it count?"""
    position = asking.find(lambda each: _trains(each, asking.key.skill))
    return asking.question(
        message("coach.ask.count"),
        [position.layout.total],
        reasons.count_reasons(asking.book, position),
        slips=reasons.count_slips(position),
        about=position,
    )


def ask_score(asking: Asking) -> Question:
    """Does it score, and how many pegs?"""
    rules, skill = asking.book.rules, asking.key.skill
    wants_score = asking.chance.happens(0.5)
    position = asking.find(
        lambda each: _trains(each, skill) and rules.scores(each.layout.total) is wants_score
    )
    total, prompt = position.layout.total, message("coach.ask.score")
    if rules.points is not Points.NONE:
        prompt = message("coach.ask.score-worth", unit=reasons.describe_unit(rules))
    right, choices = _worth(rules, total), [*_score_choices(rules, total)]
    offered = {choice.value for choice in choices} - {right}
    slips: dict[str, Text] = {}
    for count, sentence in reasons.count_slips(position).items():
        if (worth := _worth(rules, int(count))) in offered:
            slips.setdefault(worth, sentence)
    return asking.question(
        prompt,
        [right],
        (*reasons.count_reasons(asking.book, position), reasons.worth_reason(asking.book, total)),
        wanted=Wanted.ONE,
        choices=choices,
        slips=slips,
        about=position,
    )


def _worth(rules: Rules, total: int) -> str:
    if not rules.scores(total):
        return "no"
    return "yes" if rules.points is Points.NONE else str(rules.worth(total))


def _score_choices(rules: Rules, total: int) -> Iterator[Choice]:
    within = message("coach.answer.no-score-within")
    yield Choice("no", message("coach.answer.no-score"), within=within)
    if rules.points is Points.NONE:
        within = message("coach.answer.a-score-within")
        yield Choice("yes", message("coach.answer.a-score"), within=within)
        return
    # Every count from which somebody chooses, and a larger one where it is right.
    for count in filter(rules.scores, sorted({*range(5, 36, 5), total, 0})):
        worth = rules.worth(count)
        yield Choice(str(worth), describe_points(rules, worth))


def ask_spinners(asking: Asking) -> Question:
    """What of the doubles counts, and what does not? One double first, all of them later."""
    skill = asking.key.skill
    if asking.key.level <= 2:
        return _ask_double(asking)
    position = asking.find(
        lambda each: _trains(each, skill) and sum(double.pips > 0 for double in each.doubles) >= 2
    )
    why = {
        double: reasons.double_reason(asking.book, position.layout, double)
        for double in position.doubles
        if double.pips
    }
    return asking.question(
        message("coach.ask.doubles"),
        [double for double in why if reasons.counts_of(position.layout, double)],
        why.values(),
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(tile), tile, reason.sentence) for tile, reason in why.items()],
        about=position,
    )


def _ask_double(asking: Asking) -> Question:
    chance = asking.chance
    # Mostly the one that the skill is about, but nobody may know that beforehand.
    covered = chance.happens(0.65) is (asking.key.skill is Skill.COVERED_SPINNERS)
    wanted = Skill.COVERED_SPINNERS if covered else Skill.DOUBLES
    position = asking.find(lambda each: _trains(each, wanted))
    doubles = position.covered_doubles if covered else position.free_doubles
    double = chance.one_of([tile for tile in doubles if tile.pips])
    reason = reasons.double_reason(asking.book, position.layout, double)
    values = (0, double.high, double.pips)
    half = message("slip.one-half", pips=double.high)
    return asking.question(
        message("coach.ask.double", tile=double),
        [reasons.counts_of(position.layout, double)],
        [reason],
        wanted=Wanted.ONE,
        choices=[Choice(str(value), value) for value in values],
        slips={str(value): half if value == double.high else reason.sentence for value in values},
        about=position,
        marked=double,
    )


def ask_exhausted(asking: Asking) -> Question:
    """Which numbers are exhausted?"""
    some = asking.chance.happens(0.75)
    # The more tiles lie there, the more there is to look through.
    least = 6 + 3 * asking.key.level

    def suits(position: Position) -> bool:
        has_some = any(map(position.layout.is_dead, range(7)))
        return len(position.placements) >= least and has_some is some

    position = asking.find(suits, any_level=True)
    exhausted = [pips for pips in range(7) if position.layout.is_dead(pips)]
    missing = [_missing(position, pips) for pips in range(7)]
    return asking.question(
        message("coach.ask.exhausted"),
        exhausted,
        [missing[pips] for pips in exhausted] or [message("coach.exhausted.none")],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(pips), pips, missing[pips]) for pips in range(7)],
        about=position,
    )


def _missing(position: Position, pips: int) -> Text:
    out = [tile for tile in position.layout.unset if pips in tile]
    if not out:
        return message("coach.exhausted.all-set", pips=pips)
    if len(out) == 1:
        return message("coach.exhausted.last", tile=out[0])
    return message("coach.exhausted.missing", pips=pips, tiles=listed(out))


def ask_change(asking: Asking) -> Question:
    """By the change: the count was this, the tile goes there, what now?"""
    position = asking.find(lambda each: _changes(each, asking.key.skill))
    total, tile, host = position.before.total, position.tile, position.host
    return asking.question(
        message("coach.ask.change", total=total, tile=tile, host=host),
        [position.layout.total],
        reasons.change_reasons(asking.book, position),
        slips=reasons.change_slips(position),
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
        counts = host.is_double and reasons.counts_of(position.layout, host) > 0
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
            Choice(str(change), Signed(change), _describe_change(rules, total, change))
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


def _describe_change(rules: Rules, total: int, change: int) -> Text:
    step = reasons.describe_step(total, total + change)
    if rules.scores(total + change):
        return message("coach.need.reaches", step=step)
    return message("coach.need.misses" if total + change else "coach.need.nought", step=step)


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
    why = {tile: tile_reason(rules, position.layout, tile) for tile in hand}
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


def tile_reason(rules: Rules, layout: Layout, tile: Tile) -> Text:
    """What a tile would do to the count, at the places where it scores or else at all of them."""
    totals = totals_of(layout, tile)
    if not totals:
        return message("coach.tile.fits-nowhere", tile=tile)
    best = [(host, total) for host, total in totals if rules.scores(total)]
    steps = ((host, reasons.describe_step(layout.total, total)) for host, total in best or totals)
    places = listed(message("coach.tile.place", host=host, step=step) for host, step in steps)
    return message(
        "coach.tile.scores" if best else "coach.tile.scores-not", tile=tile, places=places
    )
