"""Drills on a layout as it lies: the count, the score, what a double counts, what is out."""

from companion.coach.key import Asking
from companion.coach.positions import Position, find_position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import (
    count_reasons,
    count_slips,
    counts_of,
    describe_unit,
    double_reason,
    worth_reason,
)
from companion.coach.skills import Skill
from companion.referee.words import describe_points
from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.words import Text, listed, message

#: Every count from which somebody chooses; a larger one is added where it is right.
_USUAL_COUNTS = range(5, 36, 5)
_NO_SCORE = "no"
_SCORES = "yes"


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
        count_reasons(asking.book, position),
        slips=count_slips(position),
        about=position,
    )


def ask_score(asking: Asking) -> Question:
    """Does it score, and how many pegs?"""
    rules, skill = asking.book.rules, asking.key.skill
    wants_score = asking.chance.happens(0.5)
    position = asking.find(
        lambda each: _trains(each, skill) and rules.scores(each.layout.total) is wants_score
    )
    total = position.layout.total
    prompt = message("coach.ask.score")
    if rules.points is not Points.NONE:
        prompt = message("coach.ask.score-worth", unit=describe_unit(rules))
    right, choices = _worth(rules, total), _score_choices(rules, total)
    slips: dict[str, Text] = {}
    for count, sentence in count_slips(position).items():
        worth = _worth(rules, int(count))
        if worth != right and any(choice.value == worth for choice in choices):
            slips.setdefault(worth, sentence)
    return asking.question(
        prompt,
        [right],
        (*count_reasons(asking.book, position), worth_reason(asking.book, total)),
        wanted=Wanted.ONE,
        choices=choices,
        slips=slips,
        about=position,
    )


def _worth(rules: Rules, total: int) -> str:
    if not rules.scores(total):
        return _NO_SCORE
    return _SCORES if rules.points is Points.NONE else str(rules.worth(total))


def _score_choices(rules: Rules, total: int) -> list[Choice]:
    choices = [
        Choice(
            _NO_SCORE,
            message("coach.answer.no-score"),
            within=message("coach.answer.no-score-within"),
        )
    ]
    if rules.points is Points.NONE:
        within = message("coach.answer.a-score-within")
        return [*choices, Choice(_SCORES, message("coach.answer.a-score"), within=within)]
    counts = sorted({*_USUAL_COUNTS, total, 0})
    worths = [rules.worth(count) for count in counts if rules.scores(count)]
    return choices + [Choice(str(worth), describe_points(rules, worth)) for worth in worths]


def ask_spinners(asking: Asking) -> Question:
    """What of the doubles counts, and what does not? One double first, all of them later."""
    skill = asking.key.skill
    if asking.key.level <= 2:
        return _ask_double(asking)
    position = asking.find(
        lambda each: _trains(each, skill) and sum(double.pips > 0 for double in each.doubles) >= 2
    )
    reasons = {
        double: double_reason(asking.book, position.layout, double)
        for double in position.doubles
        if double.pips
    }
    return asking.question(
        message("coach.ask.doubles"),
        [double for double in reasons if counts_of(position.layout, double)],
        reasons.values(),
        wanted=Wanted.SEVERAL,
        choices=[Choice(str(tile), tile, reason.sentence) for tile, reason in reasons.items()],
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
    reason = double_reason(asking.book, position.layout, double)
    values = (0, double.high, double.pips)
    half = message("slip.one-half", pips=double.high)
    return asking.question(
        message("coach.ask.double", tile=double),
        [counts_of(position.layout, double)],
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

    position = find_position(asking.book, None, asking.chance, suits, asking.own)
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
