"""Drills on a layout as it lies: what it counts and scores, which doubles do, what is out."""

from collections.abc import Iterable, Iterator

from companion.coach import reasons
from companion.coach.key import Asking
from companion.coach.positions import Position
from companion.coach.question import Choice, Question, Wanted
from companion.coach.skills import Skill
from companion.coach.slips import Slip, count_slips, double_slips
from companion.coach.worths import (
    counts_that_score,
    is_by_threes,
    worth_reason,
    worth_slips,
)
from companion.referee.book import Book
from companion.referee.words import describe_points
from companion.rules.choices import Points
from companion.rules.rules import Rules
from companion.words import Text, listed, message

#: So many scores are shown to choose from.
_MOST_SCORES = 8


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
        slips=count_slips(asking.book, position),
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
    right = _worth(rules, total)
    divided = _dividing_slips(asking.book, total)
    choices = [*_score_choices(rules, total, divided)]
    offered = {choice.value for choice in choices} - {right}
    slips: dict[str, Slip] = {}
    for slip in count_slips(asking.book, position).values():
        slips.setdefault(_worth(rules, slip.number), slip)
    return asking.question(
        prompt,
        [right],
        (*reasons.count_reasons(asking.book, position), worth_reason(asking.book, total)),
        wanted=Wanted.ONE,
        choices=choices,
        # Who counts rightly and divides wrongly comes first.
        slips={worth: slip for worth, slip in (slips | divided).items() if worth in offered},
        about=position,
    )


def _dividing_slips(book: Book, total: int) -> dict[str, Slip]:
    """The answers of who divides the count wrongly, where threes score beside fives."""
    if not is_by_threes(book.rules) or book.rules.points is Points.NONE:
        return {}
    slips = worth_slips(book, total)
    return {"no" if points == "0" else points: slip for points, slip in slips.items()}


def _worth(rules: Rules, total: int) -> str:
    if not rules.scores(total):
        return "no"
    return "yes" if rules.points is Points.NONE else str(rules.worth(total))


def _score_choices(rules: Rules, total: int, likely: Iterable[str]) -> Iterator[Choice]:
    within = message("coach.answer.no-score-within")
    yield Choice("no", message("coach.answer.no-score"), within=within)
    if rules.points is Points.NONE:
        within = message("coach.answer.a-score-within")
        yield Choice("yes", message("coach.answer.a-score"), within=within)
        return
    # Every count from which somebody chooses, and a larger one where it is right.
    counts = filter(rules.scores, sorted({*counts_that_score(rules), total, 0}))
    right = [rules.worth(total)] if rules.scores(total) else []
    traps = [int(points) for points in likely if points != "no"]
    # Of many the right one, those that a mistake leads to, and the least.
    worths = dict.fromkeys((*right, *traps, *map(rules.worth, counts)))
    for worth in sorted([*worths][:_MOST_SCORES]):
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
        choices=[Choice(str(tile), tile, reason) for tile, reason in why.items()],
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
    return asking.question(
        message("coach.ask.double", tile=double),
        [reasons.counts_of(position.layout, double)],
        [reason],
        wanted=Wanted.ONE,
        choices=[Choice(str(value), value) for value in values],
        slips=double_slips(asking.book, position, double),
        about=position,
        marked=double,
    )


def ask_exhausted(asking: Asking) -> Question:
    """Which numbers are used up?"""
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
        choices=[Choice(str(pips), pips, asking.reason(missing[pips])) for pips in range(7)],
        about=position,
    )


def _missing(position: Position, pips: int) -> Text:
    out = [tile for tile in position.layout.unset if pips in tile]
    if not out:
        return message("coach.exhausted.all-set", pips=pips)
    if len(out) == 1:
        return message("coach.exhausted.last", tile=out[0])
    return message("coach.exhausted.missing", pips=pips, tiles=listed(out))
