"""A question in its frame, as a drill, lesson or own mistake shows it, or against the clock."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from flask import Response, get_template_attribute
from markupsafe import Markup

from companion.coach.challenges.sprint_questions import FEW, numbers_of
from companion.coach.drills.drill_questions import question
from companion.coach.drills.practice_positions import book_named
from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import PHONE, QuestionKey
from companion.coach.learning.answer_steps import show
from companion.i18n import Listed, Message, Text, message, sentences
from companion.pictures.board_drawing import BoardDrawing, Mark
from companion.pictures.layout_crop import Size
from companion.referee.layout_text import describe_layout
from companion.referee.rule_book import Reason
from companion.rules.settings import Rules
from companion.web.coach.answer_felt import SumLine, answered_felt, heard_of, lines_of
from companion.web.coach.drill_felt import DrillFelt, asked_felt, counted_board
from companion.web.coach.round_page import Onward
from companion.web.ui.practice_session import PracticePegs
from companion.web.ui.template_filters import part_or_page

#: The largest count that there is without a double.
MOST_PLAIN: Final = 12


@lru_cache(maxsize=64)
def numbers_that_score(rules: Rules) -> frozenset[int]:
    """The numbers to answer with that would score by these rules, and zero."""
    return frozenset({0, *filter(rules.scores, range(1, 40))})


def most_on_board(level: int | None, question: Question) -> int:
    """The largest number on the board if there are few; 0 if there are all of them."""
    is_few = level == 0 and not (question.unit or question.choices)
    return MOST_PLAIN if is_few and max(map(int, question.answer)) <= MOST_PLAIN else 0


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
    #: How many questions there are if they are few, to be known by heart.
    facts: int = 0
    #: What the first question of a placement begins.
    begins: Text | None = None
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
    #: In a lesson: what was tapped, and whether a miss gets the reason alone and another try.
    said: str = ""
    is_first_try: bool = False


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

    @property
    def is_told(self) -> bool:
        """Whether the answer is shown; to a first miss in a lesson it isn't."""
        return self.verdict is not None and (self.verdict.is_right or not self.frame.is_first_try)

    @cached_property
    def felt(self) -> DrillFelt | None:
        """The layout; none if hands are settled, because these are shown instead."""
        question, asks = self.question, self.frame.asks
        if question.hands:
            return None
        if self.is_told:
            return answered_felt(question, asks)
        return asked_felt(question, asks, self.level, self.hints)

    @property
    def described(self) -> Text:
        """The layout in words, with the tiles that the answer adds."""
        comes = show(self.frame.asks, self.question).comes if self.is_told else ()
        return describe_layout((*self.question.placements, *comes))

    @property
    def most(self) -> int:
        """The largest number on its board."""
        return most_on_board(self.level, self.question)

    @property
    def reaches(self) -> list[tuple[Mark, str]]:
        """The open ends that are answers, each with its value."""
        values = {choice.value for choice in self.question.choices}
        ends = self.felt.ends if self.felt else ()
        named = ((mark, f"{mark.end[0]}/{mark.end[1]}") for mark in ends if mark.end)
        return [(mark, value) for mark, value in named if value in values]

    @property
    def answer(self) -> str:
        """The right answer, so that the phone can mark a tap before the reasons arrive."""
        return " ".join(sorted(self.question.answer)) or "none"

    @cached_property
    def lines(self) -> tuple[SumLine, ...]:
        """The sums of the answer; in a lesson perhaps one that stands there before it."""
        if not (self.is_told or self.frame.text):
            return ()
        return lines_of(self.question, self.frame.asks, is_told=self.is_told)

    @property
    def headline(self) -> Text | None:
        """The verdict at a glance, the right answer marked."""
        if self.verdict is None:
            return None
        headline = self.verdict.headline
        if not self.is_told:
            return message("coach.verdict.not-yet", given=headline["given"])
        answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
        arguments = dict(headline.arguments) | {"answer": answer}
        return replace(headline, arguments=tuple(arguments.items()))

    @cached_property
    def reasons(self) -> list[Reason]:
        """The reasons, except those already written beside the felt."""
        reasons = self.verdict.reasons if self.verdict and self.is_told else ()
        return reasons_beside(self.question, self.frame.asks, reasons)

    @property
    def open_reasons(self) -> list[Reason]:
        """The reasons that are written out; of the others *Why?* knows."""
        is_all = self.verdict is not None and self.verdict.is_right and not self.question.hands
        return self.reasons if is_all else self.reasons[-1:]

    @property
    def heard(self) -> Text:
        """The first words of a screen reader."""
        if self.verdict is None:
            return sentences(self.problem, self.praise)
        if not self.is_told:
            return sentences(self.headline, *self.verdict.notes)
        said = message("coach.verdict.heard", verdict=self.verdict.headline)
        sums = heard_of(self.question, self.frame.asks)
        why = (reason.sentence for reason in self.open_reasons)
        return sentences(said, self.praise, *self.verdict.notes, *sums, *why)

    def render(self) -> Response:
        """The question as a page of its own, or as the part of a page that htmx asked for."""
        return part_or_page("coach/_question.html", "coach/question.html", page=self)


def reasons_beside(question: Question, asks: str, reasons: Iterable[Reason]) -> list[Reason]:
    """These reasons for an answer, except those already written beside the felt."""
    if not any(heard_of(question, asks)):
        return [*reasons]
    beside = ((each, _beside_its_sum(each.sentence)) for each in reasons)
    return [each._replace(sentence=words) for each, words in beside if words]


def _beside_its_sum(sentence: Text) -> Text | None:
    """A sentence without the step that its sum shows, if a tile scores at one place alone."""
    match sentence:
        case Message("coach.sum"):
            return None
        case Message("coach.tile.scores", (tile, ("places", Listed((Message(_, named),))))):
            others = {name: value for name, value in (*named, tile) if name != "step"}
            there = "there-worth" if "points" in others else "there"
            return message(f"coach.tile.scores-{there}", **others)
    return sentence


_TEMPLATE = "coach/_sprint_card.html"


class Card(NamedTuple):
    """A question with its answer, for a script: pieces of HTML, except what is read aloud."""

    key: str
    #: The drill, which decides the look.
    asks: str
    prompt: str
    #: The layout; empty if the question is words alone.
    felt: str
    #: The words below the question if there is no layout; mostly none.
    shown: str
    #: The board of numbers to answer on, by its name; empty if there are choices.
    numbers: str
    #: The choices; empty if there is a board.
    options: str
    #: The values that are right.
    right: tuple[str, ...]
    #: What decides the answer, in one sentence.
    because: str
    #: What a screen reader says: the question, and the tiles on the table.
    heard: str


def deal(keys: Iterable[QuestionKey], room: Size = PHONE) -> list[Card]:
    """The questions of keys; raises `NoSuchQuestion` for a key without one."""
    return [_card(key, question(key), room) for key in keys]


def _card(key: QuestionKey, question: Question, room: Size) -> Card:
    felt = asked_felt(question, key.kind.value, None, 0, room)
    described = describe_layout(question.placements)
    numbers = "few" if numbers_of(key, question) == FEW else "counts"
    return Card(
        key=str(key),
        asks=key.kind.value,
        prompt=_part("text", question.prompt),
        felt=_part("felt", felt, described) if felt else "",
        shown=_part("shown", question.shown),
        numbers="" if question.choices else numbers,
        options=_part("options", question.choices) if question.choices else "",
        right=tuple(sorted(question.answer)),
        because=_part("text", question.reasons[-1].sentence),
        heard=f"{question.prompt} {described}" if felt else str(question.prompt),
    )


def number_boards(game: str, most: int = 0) -> dict[str, str]:
    """The boards for the questions of a game, by their names; up to a number, if one is given."""
    return {
        "counts": _part("counts", numbers_that_score(book_named(game).rules), most),
        "few": _part("few"),
    }


def _part(name: str, *values: object) -> str:
    return str(get_template_attribute(_TEMPLATE, name)(*values)).strip()


class Missed(NamedTuple):
    """A question that was missed, with the answer given; no verdict if there was no answer."""

    key: QuestionKey
    verdict: Verdict | None

    @property
    def question(self) -> Question:
        """The question."""
        return question(self.key)

    @property
    def board(self) -> BoardDrawing | None:
        """The layout with its count, if there was one."""
        return counted_board(self.question)

    @property
    def described(self) -> Text:
        """The same in words."""
        return describe_layout(self.question.placements)
