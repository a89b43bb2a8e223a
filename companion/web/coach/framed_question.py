"""A question in its frame: what the page of a drill, a lesson or an own mistake shows of it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flask import Response
from markupsafe import Markup

from companion.coach.drills.question import Question, Verdict
from companion.coach.learning.answer_steps import show
from companion.i18n import Message, Text, message, sentences
from companion.pictures.board_drawing import Mark
from companion.referee.layout_text import describe_layout
from companion.referee.rule_book import Reason
from companion.rules.settings import Rules
from companion.web.coach.answer_felt import answered_felt, heard_of, lines_of
from companion.web.coach.drill_felt import DrillFelt, asked_felt
from companion.web.ui.rendering import part_or_page


@lru_cache(maxsize=64)
def numbers_that_score(rules: Rules) -> frozenset[int]:
    """The numbers to answer with that would score by these rules, and nought."""
    return frozenset({0, *filter(rules.scores, range(1, 40))})


def framed(
    question: Question,
    frame: dict[str, Any],
    verdict: Verdict | None,
    problem: Text | None,
    helped: tuple[int | None, int] = (None, 0),
) -> dict[str, Any]:
    """What a question's page shows in its frame: who asks, where its answer goes and leads.

    `helped` is the level of its hints, and how many are given.
    """
    asks = frame["asks"]
    felt = None
    # Where hands are settled, they are what is to be seen.
    if not question.hands:
        felt = answered_felt(question, asks) if verdict else asked_felt(question, asks, *helped)
    return {
        "frame": frame,
        "question": question,
        "felt": felt,
        "described": describe_layout(question.placements),
        # The open ends that are answers, each with its value.
        "reaches": list(_reaches(question, felt)) if felt and not verdict else [],
        # The right answer, so that the phone can mark a tap before the reasons are here.
        "answer": " ".join(sorted(question.answer)) or "none",
        "lines": lines_of(question, asks) if verdict else (),
        # Why an answer was none.
        "problem": problem,
        "verdict": verdict,
        "headline": verdict and _marked(verdict.headline),
        "reasons": _reasons(question, asks, verdict) if verdict else (),
        "heard": sentences(problem, *(_heard(question, asks, verdict) if verdict else ())),
    }


def render_question(page: dict[str, Any]) -> Response:
    """A framed question as a page of its own, or as the part of one that htmx asked for."""
    return part_or_page("coach/_question.html", "coach/question.html", page=page)


def _reaches(question: Question, felt: DrillFelt) -> Iterator[tuple[Mark, str]]:
    values = {choice.value for choice in question.choices}
    for mark in felt.ends:
        if mark.end and (value := f"{mark.end[0]}/{mark.end[1]}") in values:
            yield mark, value


def _marked(headline: Message) -> Text:
    """The verdict at a glance, the right answer told apart."""
    answer = Markup('<b class="answer">{}</b>').format(headline["answer"])
    arguments = dict(headline.arguments) | {"answer": answer}
    return replace(headline, arguments=tuple(arguments.items()))


def _heard(question: Question, asks: str, verdict: Verdict) -> Iterator[Text]:
    """What a screen reader says after an answer."""
    yield message("coach.verdict.heard", verdict=verdict.headline)
    yield from verdict.notes
    said = [reason.sentence for reason in verdict.reasons[-1:]]
    yield from said
    yield from (line for line in heard_of(question, asks) if line not in said)


def _reasons(question: Question, asks: str, verdict: Verdict) -> tuple[Reason, ...]:
    """The reasons, but for what is written beside the felt already."""
    heard = list(heard_of(question, asks))
    sums = [each.written for each in show(asks, question).sums]
    reasons = (reason for reason in verdict.reasons if reason.sentence not in heard)
    return tuple(reason for reason in reasons if not _begins_one(reason.sentence, sums))


def _begins_one(sentence: Text, sums: list[str]) -> bool:
    """Whether a sentence is a sum with which one of these begins."""
    if not (isinstance(sentence, Message) and sentence.id == "coach.sum"):
        return False
    return any(each.startswith(str(sentence["sum"])) for each in sums)
