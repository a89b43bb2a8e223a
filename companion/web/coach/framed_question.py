"""A question in its frame: what the page of a drill, a lesson or an own mistake shows of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from flask import Response
from markupsafe import Markup

from companion.coach.drills.question import Question, Verdict
from companion.coach.learning.answer_steps import show
from companion.i18n import Message, Text, message, sentences
from companion.pictures.board_drawing import Mark
from companion.referee.layout_text import describe_layout
from companion.referee.rule_book import Reason
from companion.rules.settings import Rules
from companion.web.coach.answer_felt import SumLine, answered_felt, heard_of, lines_of
from companion.web.coach.drill_felt import DrillFelt, asked_felt
from companion.web.coach.round_page import Onward
from companion.web.ui.practice_session import PracticePegs
from companion.web.ui.rendering import part_or_page


@lru_cache(maxsize=64)
def numbers_that_score(rules: Rules) -> frozenset[int]:
    """The numbers to answer with that would score by these rules, and zero."""
    return frozenset({0, *filter(rules.scores, range(1, 40))})


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Who asks a question, where its answer is sent, and where it leads."""

    title: Text
    name: Text
    under: Text | None = None
    #: The drill, or the action of a lesson, by which the felt is drawn.
    asks: str
    back: str
    back_label: Text
    #: How far someone is: a mark for each question of a round, or so many dots out of all.
    marks: Sequence[str] = ()
    step: int = 0
    steps: int = 0
    step_label: Text
    #: What a lesson teaches before it asks.
    text: Text | None = None
    #: The right answers of today.
    day: PracticePegs | None = None
    scoring: frozenset[int] = frozenset()
    #: Where an answer is posted with fields; without fields it is only asked about, and nothing is
    #: kept.
    action: str
    fields: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)
    #: The address to show the same again, and with one hint more.
    here: str
    hint: str = ""
    onward: Onward
    #: The lesson to go to instead, and the words on its link.
    lesson: tuple[str, Text] | None = None
    #: The number of the miss in a storm or a ladder that was tried.
    tried: str = ""


@dataclass(frozen=True)
class FramedQuestion:
    """A question in its frame, or the verdict on an answer."""

    frame: Frame
    question: Question
    verdict: Verdict | None = None
    #: Why an answer couldn't be read.
    problem: Text | None = None
    praise: Text | None = None
    #: The level of its hints, and how many are given.
    level: int | None = None
    hints: int = 0

    @cached_property
    def felt(self) -> DrillFelt | None:
        """The layout; none if hands are settled, because these are shown instead."""
        question, asks = self.question, self.frame.asks
        if question.hands:
            return None
        if self.verdict:
            return answered_felt(question, asks)
        return asked_felt(question, asks, self.level, self.hints)

    @property
    def described(self) -> Text:
        """The layout in words."""
        return describe_layout(self.question.placements)

    @property
    def reaches(self) -> list[tuple[Mark, str]]:
        """The open ends that are answers, each with its value."""
        values = {choice.value for choice in self.question.choices}
        ends = self.felt.ends if self.felt and not self.verdict else ()
        named = ((mark, f"{mark.end[0]}/{mark.end[1]}") for mark in ends if mark.end)
        return [(mark, value) for mark, value in named if value in values]

    @property
    def answer(self) -> str:
        """The right answer, so that the phone can mark a tap before the reasons arrive."""
        return " ".join(sorted(self.question.answer)) or "none"

    @cached_property
    def lines(self) -> tuple[SumLine, ...]:
        """The sums of the answer."""
        return lines_of(self.question, self.frame.asks) if self.verdict else ()

    @property
    def headline(self) -> Text | None:
        """The verdict at a glance, the right answer marked."""
        if self.verdict is None:
            return None
        headline = self.verdict.headline
        answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
        arguments = dict(headline.arguments) | {"answer": answer}
        return replace(headline, arguments=tuple(arguments.items()))

    @cached_property
    def reasons(self) -> list[Reason]:
        """The reasons, except those already written beside the felt."""
        sums = [each.written for each in show(self.frame.asks, self.question).sums]
        reasons = self.verdict.reasons if self.verdict else ()
        fresh = [each for each in reasons if each.sentence not in self._sums_heard]
        return [each for each in fresh if not _begins_one(each.sentence, sums)]

    @property
    def heard(self) -> Text:
        """The first words of a screen reader."""
        if self.verdict is None:
            return sentences(self.problem, self.praise)
        said = message("coach.verdict.heard", verdict=self.verdict.headline)
        conclusion = [reason.sentence for reason in self.verdict.reasons[-1:]]
        lines = (line for line in self._sums_heard if line not in conclusion)
        notes = self.verdict.notes
        return sentences(self.problem, said, *notes, *conclusion, *lines, self.praise)

    @cached_property
    def _sums_heard(self) -> list[Text]:
        return list(heard_of(self.question, self.frame.asks))

    def render(self) -> Response:
        """The question as a page of its own, or as the part of a page that htmx asked for."""
        return part_or_page("coach/_question.html", "coach/question.html", page=self)


def _begins_one(sentence: Text, sums: list[str]) -> bool:
    """Whether a sentence is a sum that begins with one of these."""
    if not (isinstance(sentence, Message) and sentence.id == "coach.sum"):
        return False
    return any(each.startswith(str(sentence["sum"])) for each in sums)
