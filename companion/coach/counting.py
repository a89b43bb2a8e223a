"""Drills on a layout as it lies: the count, the score, what a double counts, what is out."""

from companion.coach.chance import Chance
from companion.coach.positions import Ground, Position, find_position
from companion.coach.question import Choice, Key, Question, Wanted
from companion.coach.reasons import count_reasons, counts_of, double_reason, unit_of, worth_reason
from companion.coach.skills import Skill
from companion.coach.slips import count_slips
from companion.referee.words import points_told
from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.rules.tile import ALL_TILES, Tile

#: Every count from which somebody chooses; a larger one is added where it is right.
_USUAL_COUNTS = range(5, 36, 5)
NO_SCORE = "no"
_SCORES = "yes"


def trains(position: Position, skill: Skill) -> bool:
    """Whether a layout asks for a skill: no double counts, one does, or one is covered."""
    if skill is Skill.COVERED_SPINNERS:
        return any(double.pips for double in position.covered_doubles)
    if skill is Skill.DOUBLES:
        return any(double.pips for double in position.free_doubles)
    return len(position.placements) > 1 and not any(double.pips for double in position.free_doubles)


def ask_count(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """What does it count?"""
    chance = Chance(*key)
    position = find_position(ground, key.level, chance, lambda each: trains(each, key.skill), own)
    return Question(
        key,
        "What does it count?",
        Wanted.NUMBER,
        frozenset({str(position.layout.total)}),
        count_reasons(ground.book, position),
        layout=position.layout,
        placements=position.placements,
        slips={str(count): told for count, told in count_slips(position).items()},
    )


def ask_score(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """Does it score, and how many pegs?"""
    chance = Chance(*key)
    rules = ground.rules
    wants_score = chance.happens(0.5)

    def suits(position: Position) -> bool:
        return trains(position, key.skill) and rules.scores(position.layout.total) is wants_score

    position = find_position(ground, key.level, chance, suits, own)
    total = position.layout.total
    prompt = "Does it score?"
    if rules.points is not Points.NONE:
        prompt = f"Does it score, and how many {unit_of(rules)}?"
    return Question(
        key,
        prompt,
        Wanted.ONE,
        frozenset({_worth(rules, total)}),
        (*count_reasons(ground.book, position), worth_reason(rules, total)),
        _score_choices(rules, total),
        position.layout,
        position.placements,
        slips=_score_slips(rules, position),
    )


def _worth(rules: Rules, total: int) -> str:
    if not rules.scores(total):
        return NO_SCORE
    return _SCORES if rules.points is Points.NONE else str(rules.worth(total))


def _score_choices(rules: Rules, total: int) -> tuple[Choice, ...]:
    no = Choice(NO_SCORE, "No score")
    if rules.points is Points.NONE:
        return (no, Choice(_SCORES, "A score"))
    counts = sorted({*_USUAL_COUNTS, total, 0})
    worths = [rules.worth(count) for count in counts if rules.scores(count)]
    return (no, *(Choice(str(worth), points_told(rules, worth)) for worth in worths))


def _score_slips(rules: Rules, position: Position) -> dict[str, str]:
    total = position.layout.total
    offered = {choice.value for choice in _score_choices(rules, total)} - {_worth(rules, total)}
    slips: dict[str, str] = {}
    for count, told in count_slips(position).items():
        if (worth := _worth(rules, count)) in offered:
            slips.setdefault(worth, told)
    return slips


def ask_spinners(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """What of the doubles counts, and what does not? One double first, all of them later."""
    chance = Chance(*key)
    if key.level <= 2:
        return _ask_double(key, ground, chance, own)

    def suits(position: Position) -> bool:
        return trains(position, key.skill) and len(_doubles(position)) >= 2

    return _ask_doubles(key, ground, find_position(ground, key.level, chance, suits, own))


def _doubles(position: Position) -> list[Tile]:
    """The doubles that have pips to count."""
    return [tile for tile, _ in position.placements if tile.is_double and tile.pips]


def _ask_double(key: Key, ground: Ground, chance: Chance, own: tuple[Position, ...]) -> Question:
    # Mostly the one that the skill is about, but nobody may know that beforehand.
    covered = chance.happens(0.65) is (key.skill is Skill.COVERED_SPINNERS)
    asked = Skill.COVERED_SPINNERS if covered else Skill.DOUBLES
    position = find_position(ground, key.level, chance, lambda each: trains(each, asked), own)
    doubles = position.covered_doubles if covered else position.free_doubles
    double = chance.one_of([tile for tile in doubles if tile.pips])
    reason = double_reason(ground.book, position, double)
    values = (0, double.high, double.pips)
    half = f"A double counts both halves or nothing, never {double.high} alone."
    return Question(
        key,
        f"What does the {double} count now?",
        Wanted.ONE,
        frozenset({str(counts_of(position.layout, double))}),
        (reason,),
        tuple(Choice(str(value), str(value)) for value in values),
        position.layout,
        position.placements,
        marked=double,
        slips={str(value): half if value == double.high else reason for value in values},
    )


def _ask_doubles(key: Key, ground: Ground, position: Position) -> Question:
    doubles = _doubles(position)
    reasons = {double: double_reason(ground.book, position, double) for double in doubles}
    return Question(
        key,
        "Which of these doubles count?",
        Wanted.SEVERAL,
        frozenset(str(double) for double in doubles if counts_of(position.layout, double)),
        tuple(reasons.values()),
        tuple(Choice(str(double), str(double), reasons[double]) for double in doubles),
        position.layout,
        position.placements,
    )


def ask_exhausted(key: Key, ground: Ground, own: tuple[Position, ...] = ()) -> Question:
    """Which numbers are exhausted?"""
    chance = Chance(*key)
    some = chance.happens(0.75)
    # The more tiles lie there, the more there is to look through.
    least = 6 + 3 * key.level

    def suits(position: Position) -> bool:
        if len(position.placements) < least:
            return False
        return any(map(position.layout.is_dead, range(7))) is some

    position = find_position(ground, None, chance, suits, own)
    missing = {pips: _missing(position, pips) for pips in range(7)}
    return Question(
        key,
        "Which numbers are exhausted?",
        Wanted.SEVERAL,
        frozenset(str(pips) for pips in range(7) if position.layout.is_dead(pips)),
        tuple(missing[pips] for pips in range(7) if position.layout.is_dead(pips))
        or ("Of every number a tile is still to come.",),
        tuple(Choice(str(pips), str(pips), missing[pips]) for pips in range(7)),
        position.layout,
        position.placements,
    )


def _missing(position: Position, pips: int) -> str:
    set_already = position.layout.tiles
    out = [tile for tile in ALL_TILES if pips in tile and tile not in set_already]
    if not out:
        return f"All seven tiles with a {pips} are set."
    if len(out) == 1:
        return f"The {out[0]} is not set yet."
    return f"Of the {pips}s these are not set yet: {', '.join(map(str, out))}."
