"""What to practise after points were missed: the skill that finding them takes."""

from companion.coach.search import set_announced
from companion.coach.skills import Skill
from companion.coach.surge import Outcome, Step, Surge
from companion.coach.turns import Turn
from companion.rules.hand import Hand


def skill_missed(turn: Turn, better: Surge) -> Skill:
    """The skill that the first better tile takes that pegs, judged by what it changed."""
    assert turn.game.hand is not None
    before = turn.game.hand
    played = [(play.tile, play.host, play.points) for play in turn.plays]
    has_parted = was_set = False
    for number, step in enumerate(better.steps):
        after = set_announced(before, step.tile, step.host)
        if not has_parted and (step.tile, step.host, step.points) not in played[number:][:1]:
            has_parted = True
            # The very tile was set, but its count was not announced rightly.
            was_set = (step.tile, step.host) in [(t, h) for t, h, _ in played[number:][:1]]
        if has_parted and step.points:
            return _skill_of(before, after, step, was_set=was_set)
        before = after
    return Skill.MOD_FIVE_CHANGES


def _skill_of(before: Hand, after: Hand, step: Step, *, was_set: bool) -> Skill:
    if step.outcome is Outcome.TARGET:
        return Skill.COUNTING_OUT
    if step.host is not None and step.host.is_double and _counts_less(before, after, step):
        return Skill.COVERED_SPINNERS
    if step.tile.is_double:
        return Skill.DOUBLES
    if was_set:
        return Skill.PLAIN_SUMS
    if step.total < before.layout.total:
        return Skill.REDUCTION
    return Skill.MOD_FIVE_CHANGES


def _counts_less(before: Hand, after: Hand, step: Step) -> bool:
    """Whether the tile covered the last free side of the double that it went on."""
    counted = sum(end.counts for end in before.layout.ends if end.host == step.host)
    return counted > sum(end.counts for end in after.layout.ends if end.host == step.host)
