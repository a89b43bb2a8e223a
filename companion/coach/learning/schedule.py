"""What to practise next: what is remembered, which skills are open, and the round in progress.

Everything follows from the answers, except the round: nobody continues it after a long time. FSRS
plans when a card comes back. Times are passed in.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import NamedTuple, Self

from companion.coach.drills.skills import PRACTICES, Practice, Skill, practices_in, skills_of
from companion.coach.learning.memory import MOST_LATELY, Attempt, LastAsked, Memory, SkillLevel
from companion.coach.learning.placement import level_asked, level_shown, practice_asked
from companion.coach.learning.practice_rounds import MIXED, PLACEMENT, PracticeRound, page_practices

#: With fewer practices than this, one of them would come too often.
FEWEST_PRACTICES = 4
#: How many of the last answers about the newest skill must be right before the next one opens.
ENOUGH = 4
#: How many skills may be new on a day.
_MOST_A_DAY = 2


class OpenSkills(NamedTuple):
    """The open skills, in their order; the newest; and the next one to open."""

    skills: tuple[Skill, ...]
    newest: Skill
    #: None if all are open.
    coming: Skill | None
    #: Whether the newest goes well enough: then the next one only waits for another day.
    is_ready: bool


def _enough(skills: Sequence[Skill], practices: Sequence[Practice]) -> list[Skill]:
    """These skills and the first one, and more if they have too few practices."""
    first, *others = skills_of(practices)
    # If you went ahead, you come back to the first one.
    found = list(dict.fromkeys((*skills, first)))
    for skill in others:
        if _number(practices, *found) < FEWEST_PRACTICES and skill not in found:
            found.append(skill)
    return found


#: The most that one practice comes among any `MOST_LATELY` questions, if there are enough others.
_MOST_OFTEN = 3
_JUST_NOW = timedelta(minutes=10)


@dataclass(frozen=True)
class Schedule(Memory):
    """A person's memory and the last round."""

    #: The round in progress, or the one that is over; None before the first.
    round: PracticeRound | None = None

    def opening(self, now: datetime, among: Iterable[Practice] = PRACTICES) -> OpenSkills:
        """The open skills of these practices, and what comes next."""
        practices, opened = tuple(among), self.opened
        order = skills_of(practices)
        found = _enough([skill for skill in order if skill in opened], practices)
        new_today = sum(when == now.date() for when in opened.values())
        new_today += sum(skill not in opened for skill in found)
        while True:
            closed = [skill for skill in order if skill not in found]
            # If you went ahead by a drill of your own choice, you still go all the way.
            newest = order[order.index(closed[0]) - 1] if closed else order[-1]
            is_ready = sum(self.standing(newest).latest) >= ENOUGH
            if not (closed and is_ready and new_today < _MOST_A_DAY):
                break
            found, new_today = [*found, closed[0]], new_today + 1
        skills = tuple(skill for skill in order if skill in found)
        return OpenSkills(skills, newest, closed[0] if closed else None, is_ready)

    def round_on(
        self, page: str, now: datetime, among: Iterable[Practice] = PRACTICES
    ) -> PracticeRound:
        """The round that the next question of a page belongs to: the one in progress, or a new one.

        `among` is the practices that the page can ask.
        """
        if self.round is not None and self.round.goes_on(page, now):
            return self.round
        practices = tuple(among)
        if page == MIXED:
            return PracticeRound(
                page, _choose_skills(self, self.opening(now, practices), practices, now)
            )
        skills = skills_of(practices)
        # The first skill of a drill if none is open: someone asked for it.
        is_open = tuple(skill for skill in skills if skill in self.opened)
        return PracticeRound(page, is_open or skills[:1])

    def next(
        self, now: datetime, among: Iterable[Practice] = PRACTICES, page: str = MIXED
    ) -> Practice:
        """What a page asks now, out of these practices."""
        practices = tuple(among)
        running = self.round_on(page, now, practices)
        if page == PLACEMENT:
            return practice_asked(running, practices)
        chosen = tuple(each for each in practices if each.skill in running.skills) or practices
        if page != MIXED:
            return _choose_next(self, chosen, now)
        is_open = self.opening(now, practices).skills
        return _choose_practice(self, chosen, [e for e in practices if e.skill in is_open], now)

    def level_on(self, page: str, skill: Skill, now: datetime) -> int:
        """How hard a page asks a skill now."""
        if page == PLACEMENT:
            return level_asked(self.round_on(page, now), skill)
        return int(page.partition(".")[2] or self.level(skill))

    def after(self, attempt: Attempt, among: Iterable[Practice] = ()) -> Self:
        """The schedule after one more answer, out of these practices.

        By default they are those of the question's game.
        """
        practices = tuple(among) or practices_in(attempt.game)
        if attempt.page == PLACEMENT:
            return self._placed_after(attempt, practices)
        before = self.opening(attempt.at, practices).skills
        known = self.remembering(attempt)
        now_open = known.opening(attempt.at, practices).skills
        new = {each: attempt.at.date() for each in now_open if each not in known.opened}
        fresh = [each for each in new if each not in before]
        return replace(
            known,
            opened={**known.opened, **new},
            round=self._round_after(attempt, practices, fresh),
        )

    def _placed_after(self, attempt: Attempt, practices: tuple[Practice, ...]) -> Self:
        """The schedule after an answer of a placement: only its end may raise levels."""
        found = self._round_after(attempt, practices, ())
        if not (found and found.is_over and (level := level_shown(found))):
            return replace(self, round=found)
        skills = skills_of(practices)
        lower = {each for each in skills if self.level(each) < level}
        risen = dict.fromkeys(lower.difference(found.failed), SkillLevel(level))
        tried = (each.practice for each in found.answers if each.practice.skill in risen)
        asked = {**dict.fromkeys(tried, LastAsked(attempt.at)), **self.asked}
        return replace(
            replace(self, asked=asked).standing_at(risen),
            round=replace(found, opened=skills),
            # From before any day: nobody who was placed is held back by one.
            opened={**self.opened, **dict.fromkeys(skills, date.min)},
        )

    def _round_after(
        self, attempt: Attempt, practices: tuple[Practice, ...], opened: Iterable[Skill]
    ) -> PracticeRound | None:
        """The round after one more answer, which opened these skills."""
        page, practice = attempt.page, attempt.practice
        if not page:
            return self.round
        running = self.round_on(page, attempt.at, page_practices(page, practices))
        if not running.answers and practice.skill not in running.skills:
            # It was chosen a while ago, when another skill was in need.
            running = replace(running, skills=(practice.skill, *running.skills)[:2])
        stood = self.level(practice.skill)
        return running.after(attempt, self.usual_time(practice), stood, opened)


def _choose_skills(
    memory: Memory, opening: OpenSkills, practices: Sequence[Practice], now: datetime
) -> tuple[Skill, ...]:
    """The skills of a mixed round: the newest while it is learnt, and the one most in need."""
    by_need = sorted(
        opening.skills, key=lambda skill: memory.need(skill, practices, now), reverse=True
    )
    first = by_need[0] if opening.is_ready else opening.newest
    others = [skill for skill in by_need if skill is not first]
    # Two skills with few practices would ask for the same ones again and again.
    varied = (skill for skill in others if _number(practices, first, skill) >= FEWEST_PRACTICES)
    second = next(varied, others[0] if others else first)
    return tuple(skill for skill in opening.skills if skill in (first, second))


def _number(practices: Sequence[Practice], *skills: Skill) -> int:
    return sum(practice.skill in skills for practice in practices)


def _choose_practice(
    memory: Memory, among: Sequence[Practice], otherwise: Sequence[Practice], now: datetime
) -> Practice:
    """The practice of a mixed question: out of those of its round, `otherwise` of all open ones."""
    often = Counter(memory.lately[1 - MOST_LATELY :])
    for choices in (among, otherwise):
        if rested := [each for each in choices if often[each] < _MOST_OFTEN]:
            return _choose_next(memory, rested, now)
    return _choose_next(memory, among, now)


def _choose_next(memory: Memory, among: Sequence[Practice], now: datetime) -> Practice:
    """What is due, else what is new, else what came long ago, is easy still, or goes slowly.

    After a miss it is something easy: nobody should fail twice in a row.
    """
    # Nothing comes twice in a row.
    just = [each for each in memory.lately[-1:] if now - memory.asked[each].at < _JUST_NOW]
    choices = [each for each in among if each not in just] or list(among)
    if any(not memory.standing(each.skill).latest[-1] for each in just):
        order = [*Skill]
        easiest = min({e.skill for e in choices}, key=lambda e: (memory.level(e), order.index(e)))
        choices = [each for each in choices if each.skill is easiest]
    if waiting := [each for each in choices if memory.is_due(each, now)]:
        return min(waiting, key=lambda each: memory.cards[each].due)
    new = [each for each in choices if each not in memory.cards]
    return max(new or choices, key=lambda each: memory.staleness(each, now))
