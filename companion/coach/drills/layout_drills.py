"""Drills on a layout as it is: what it counts and scores, which doubles count, what is out."""

from collections.abc import Iterable, Iterator

from companion.coach.drills import answer_reasons, common_mistakes, count_values
from companion.coach.drills.practice_positions import PracticePosition
from companion.coach.drills.question import Choice, Question, Wanted
from companion.coach.drills.question_key import Asking
from companion.coach.drills.skills import Skill
from companion.i18n import Text, listed, message
from companion.referee.rule_book import Book
from companion.referee.scoring_text import describe_points
from companion.rules.choices import Points
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile

#: How many scores there are to choose from, and the most pips of two open ends.
_MOST_SCORES, _MOST_OF_TWO = 8, 12
#: Up to this level the questions are about one double, and the tiles of one number.
_ONE_DOUBLE = _ONE_NUMBER = 2


def _trains(position: PracticePosition, skill: Skill, level: int) -> bool:
    """Whether a layout needs a skill: no double counts, one does, or one is covered.

    At level 1 nothing else is hard: no other double has pips.
    """
    free = [double for double in position.free_doubles if double.pips]
    covered = [double for double in position.covered_doubles if double.pips]
    if level == 1 and len(free) + len(covered) > (skill is not Skill.PLAIN_SUMS):
        return False
    if skill is Skill.COVERED_SPINNERS:
        return bool(covered)
    if skill is Skill.DOUBLES:
        return bool(free)
    # One end alone is no sum.
    ends = sum(end.counts > 0 for end in position.layout.ends)
    return len(position.placements) > 1 and not free and (ends > 1 or not level)


def ask_count(asking: Asking) -> Question:
    """What is the count?"""
    skill, level = asking.key.skill, asking.key.level
    position = asking.find(lambda each: _trains(each, skill, level))
    slips = common_mistakes.count_slips(asking.book, position)
    return asking.question(
        message("coach.ask.count"),
        [position.layout.total],
        answer_reasons.count_reasons(asking.book, position),
        slips=common_mistakes.near_misses(asking.book, position.layout.total, slips),
        otherwise=answer_reasons.ends_reason(asking.book, position.layout),
        about=position,
    )


def ask_score(asking: Asking) -> Question:
    """Does it score, and how many pegs?"""
    rules, skill, level = asking.book.rules, asking.key.skill, asking.key.level
    wants_score = asking.chance.happens(0.5)
    position = asking.find(
        lambda each: _trains(each, skill, level) and rules.scores(each.layout.total) is wants_score
    )
    total, prompt = position.layout.total, message("coach.ask.score")
    if rules.points is not Points.NONE:
        prompt = message("coach.ask.score-worth", unit=answer_reasons.describe_unit(rules))
    right = _worth(rules, total)
    # Wrong divisions are among the choices, and tell nobody else anything.
    by_points = count_values.score_slips(asking.book, total)
    divided = {"no" if points == "0" else points: slip for points, slip in by_points.items()}
    choices = [*_score_choices(asking.book, total, divided)]
    offered = {choice.value for choice in choices} - {right}
    # Beginners are offered what two ends can score.
    near = {*divided, *(_worth(rules, count) for count in range(_MOST_OF_TWO + 1))}
    far = [choice for choice in choices if not level and choice.value not in near]
    slips: dict[str, common_mistakes.CommonMistake] = {}
    for slip in common_mistakes.count_slips(asking.book, position).values():
        slips.setdefault(_worth(rules, slip.number), slip)
    return asking.question(
        prompt,
        [right],
        (
            *answer_reasons.count_reasons(asking.book, position),
            count_values.worth_reason(asking.book, total),
        ),
        wanted=Wanted.ONE,
        choices=[choice for choice in choices if choice not in far],
        former=tuple(far),
        # If both explain it, dividing wrongly goes before counting wrongly.
        slips={worth: slip for worth, slip in (slips | divided).items() if worth in offered},
        about=position,
    )


def _worth(rules: Rules, total: int) -> str:
    if not rules.scores(total):
        return "no"
    return "yes" if rules.points is Points.NONE else str(rules.worth(total))


def _score_choices(book: Book, total: int, likely: Iterable[str]) -> Iterator[Choice]:
    rules, why = book.rules, count_values.worth_reason(book, total)
    within = message("coach.answer.no-score-within")
    yield Choice("no", message("coach.answer.no-score"), why, within)
    if rules.points is Points.NONE:
        within = message("coach.answer.a-score-within")
        yield Choice("yes", message("coach.answer.a-score"), why, within)
        return
    # Every count that is a choice, and a larger one if it is right.
    counts = filter(rules.scores, sorted({*count_values.counts_that_score(rules), total, 0}))
    right = [rules.worth(total)] if rules.scores(total) else []
    traps = [int(points) for points in likely if points != "no"]
    # Of many, the right one, those that a mistake leads to, and the least.
    worths = dict.fromkeys((*right, *traps, *map(rules.worth, counts)))
    for worth in sorted([*worths][:_MOST_SCORES]):
        reason = why if worth in right else count_values.points_reason(book, worth, total)
        yield Choice(str(worth), describe_points(rules, worth), reason)


def ask_spinners(asking: Asking) -> Question:
    """Which doubles count, and which don't? One double first, all of them later."""
    skill, level = asking.key.skill, asking.key.level
    if level <= _ONE_DOUBLE:
        return _ask_double(asking)
    position = asking.find(
        lambda each: (
            _trains(each, skill, level) and sum(double.pips > 0 for double in each.doubles) >= 2
        )
    )
    why = {
        double: answer_reasons.double_reason(asking.book, position.layout, double)
        for double in position.doubles
        if double.pips
    }
    return asking.question(
        message("coach.ask.doubles"),
        [double for double in why if answer_reasons.counts_of(position.layout, double)],
        why.values(),
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(tile), tile, reason) for tile, reason in why.items()],
        about=position,
    )


def _ask_double(asking: Asking) -> Question:
    chance = asking.chance
    # Mostly the double of the skill, but nobody may know that in advance.
    covered = chance.happens(0.65) is (asking.key.skill is Skill.COVERED_SPINNERS)
    wanted = Skill.COVERED_SPINNERS if covered else Skill.DOUBLES
    position = asking.find(lambda each: _trains(each, wanted, asking.key.level))
    doubles = position.covered_doubles if covered else position.free_doubles
    double = chance.one_of([tile for tile in doubles if tile.pips])
    reason = answer_reasons.double_reason(asking.book, position.layout, double)
    values = (0, double.high, double.pips)
    return asking.question(
        message("coach.ask.double", tile=double),
        [answer_reasons.counts_of(position.layout, double)],
        [reason],
        wanted=Wanted.ONE,
        choices=[Choice(str(value), value) for value in values],
        slips=common_mistakes.double_slips(asking.book, position, double),
        about=position,
        marked=double,
    )


def ask_exhausted(asking: Asking) -> Question:
    """Which tiles of a number are still to come? Later: which numbers are all out?"""
    if asking.key.level <= _ONE_NUMBER:
        return _ask_to_come(asking)
    some = asking.chance.happens(0.75)
    # The more tiles are on the table, the more there is to look through.
    least = 6 + 3 * asking.key.level

    def suits(position: PracticePosition) -> bool:
        has_some = any(map(position.layout.is_dead, range(7)))
        return len(position.placements) >= least and has_some is some

    position = asking.find(suits, any_effort=True, shows_all=True)
    exhausted = [pips for pips in range(7) if position.layout.is_dead(pips)]
    missing = [_missing(position, pips) for pips in range(7)]
    return asking.question(
        message("coach.ask.exhausted"),
        exhausted,
        [missing[pips] for pips in exhausted] or [message("coach.exhausted.none")],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(pips), pips, asking.reason(missing[pips])) for pips in range(7)],
        about=position,
    )


def _ask_to_come(asking: Asking) -> Question:
    """Some of the seven tiles of a number are on the table; more of them one level up."""
    level, chance = asking.key.level, asking.chance
    # With few tiles no number is ever all out.
    least = 1 + level

    def numbers(position: PracticePosition) -> list[int]:
        lie = [sum(pips in tile for tile, _ in position.placements) for pips in range(7)]
        return [pips for pips in range(7) if least <= lie[pips] <= least + 1]

    position = asking.find(
        lambda each: len(each.placements) >= 2 * least and bool(numbers(each)),
        any_effort=True,
        shows_all=True,
    )
    pips = chance.one_of(numbers(position))
    tiles = sorted((tile for tile in ALL_TILES if pips in tile), reverse=True)
    return asking.question(
        message("coach.ask.to-come", pips=pips),
        [tile for tile in tiles if tile in position.layout.unset],
        [_missing(position, pips)],
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(tile), tile, asking.reason(_where(position, tile))) for tile in tiles],
        about=position,
    )


def _where(position: PracticePosition, tile: Tile) -> Text:
    is_unset = tile in position.layout.unset
    return message("coach.exhausted.last" if is_unset else "coach.exhausted.set", tile=tile)


def _missing(position: PracticePosition, pips: int) -> Text:
    out = [tile for tile in position.layout.unset if pips in tile]
    if not out:
        return message("coach.exhausted.all-set", pips=pips)
    if len(out) == 1:
        return message("coach.exhausted.last", tile=out[0])
    return message("coach.exhausted.missing", pips=pips, tiles=listed(out))
