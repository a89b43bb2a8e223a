"""A question of a drill: its address, and what its page shows of it."""

import secrets
from contextlib import suppress
from itertools import chain
from typing import NamedTuple
from urllib.parse import urlencode

from flask import url_for
from werkzeug.datastructures import MultiDict

from companion.coach.drills import drill_questions
from companion.coach.drills.drill_questions import look_of
from companion.coach.drills.mental_drills import facts_to_know
from companion.coach.drills.practice_positions import LEVELS, TablePositions, book_named
from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import WIDE, NoSuchQuestion, QuestionKey
from companion.coach.drills.skills import practices_by
from companion.coach.learning.answer_steps import praises
from companion.coach.learning.practice_rounds import PLACEMENT
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.rules.errors import Refusal
from companion.rules.games import GAMES
from companion.web.clock import now
from companion.web.coach import round_page
from companion.web.coach.drill_felt import ON_REQUEST
from companion.web.coach.framed_question import Frame, FramedQuestion, numbers_that_score
from companion.web.ui import practice_session
from companion.web.ui.position_sources import chosen_grounds, describe_game, own_of, practices_on
from companion.web.ui.practice_session import BOARD_HOLES, PracticePegs, Practising

#: How many seeds are tried for a question that looks like none of the day.
_TRIES = 40
#: All tiles of a double-twelve set are shorter by far.
_LONGEST_ANSWER = 1000


class TableWentOn(Refusal, code="table-went-on"):
    """The table of a question has changed since the question was asked."""


class QuestionAddress(NamedTuple):
    """A question, by what its page keeps of it."""

    key: QuestionKey
    #: The source of a table's positions; empty for random hands.
    source: str = ""
    #: Whether it is asked in a round; one from a link isn't.
    is_of_round: bool = False
    #: The storm or ladder whose misses it belongs to; empty for none.
    missed_in: str = ""

    @property
    def fields(self) -> dict[str, str]:
        """What an address and a form keep of it."""
        kept = {"question": str(self.key)}
        if self.source:
            kept["of"] = self.source
        if self.missed_in:
            kept["missed"] = self.missed_in
        return kept | ({"round": "1"} if self.is_of_round else {})

    @property
    def own(self) -> TablePositions | None:
        """What its table offers now, if it is of one."""
        return own_of(self.source.partition(".")[0]) if self.source else None

    @property
    def question(self) -> Question:
        """The question; raises `NoSuchQuestion`, or `TableWentOn` if its layouts are gone."""
        own = self.own
        if self.source and (own is None or own.source != self.source):
            raise TableWentOn(message("practise.table-went-on"))
        return drill_questions.question(self.key, own)


def praise_for(
    key: QuestionKey,
    question: Question,
    verdict: Verdict,
    day: PracticePegs,
    quick: Text | None = None,
) -> Text | None:
    """The good points of an answer, such as its speed; a full board comes first."""
    if day.is_new and day.right % BOARD_HOLES == 0:
        return message("praise.board-full", number=BOARD_HOLES)
    if not verdict.is_right:
        return None
    praise = [*praises(key.kind, question), *([quick] if quick else [])]
    # One at a time, and not always the same.
    return praise[key.seed % len(praise)] if praise else None


def answer_in(given: MultiDict[str, str]) -> str:
    """The answer in a form or an address, cut if it is longer than any answer.

    An address always has it: an empty one may mean none of the choices.
    """
    return " ".join(given.getlist("said"))[:_LONGEST_ANSWER]


def next_question(drill: str, kept: Schedule) -> QuestionAddress:
    """The next question of a drill's page, by a schedule."""
    seed, here = WIDE + secrets.randbelow(WIDE), practices_on(drill)
    practice = kept.next(now(), here, drill)
    level = kept.level_on(drill, practice.skill, now())
    # If a game doesn't ask for it, one that does takes over.
    grounds = chain(chosen_grounds(seed), chosen_grounds(0), ((each, "") for each in GAMES))
    for game, source in grounds:
        if practices_by(book_named(game).rules, [practice]):
            key = QuestionKey(practice.kind, practice.skill, game, level, seed)
            return _fresh(QuestionAddress(key, source, is_of_round=True))
    raise LookupError("Every drill has a game.")


def _fresh(address: QuestionAddress) -> QuestionAddress:
    """The same with a seed whose question looks like none of today, or else of longest ago."""
    key, own = address.key, address.own
    seen, again = dict[object, int](), dict[int, QuestionKey]()
    asked = practice_session.learners().asked_today(practice_session.known_id(), key.kind)
    for number, text in enumerate(asked):
        with suppress(NoSuchQuestion):
            seen[look_of(QuestionKey.parse(text), own)] = number
    for _ in range(_TRIES):
        look = look_of(key, own)
        if look not in seen:
            return address._replace(key=key)
        again[seen[look]] = key
        key = key._replace(seed=WIDE + secrets.randbelow(WIDE))
    return address._replace(key=again[min(again)])


def drill_page(
    drill: str,
    address: QuestionAddress,
    practising: Practising,
    verdict: Verdict | None = None,
    *,
    problem: Text | None = None,
    hints: int = 0,
    praise: Text | None = None,
) -> FramedQuestion:
    """A question of the drill with this name in the address, or the verdict on its answer.

    `hints` is how many rings were asked for.
    """
    key, question = address.key, address.question
    action = url_for("practise.ask", drill=drill)
    is_placing = drill == PLACEMENT and address.is_of_round
    asks_for_hints = key.level == ON_REQUEST and not is_placing
    fields = address.fields | ({"hint": str(hints)} if asks_for_hints else {})
    asked_again = f"{action}?{urlencode(fields)}"
    one_more = f"{action}?{urlencode(fields | {'hint': str(hints + 1)})}"
    # The round of the question; if it has none, only its level is shown.
    of_round, level = address.is_of_round, key.level
    is_answered, kept = verdict is not None, practising.schedule
    found = round_page.round_shown(kept, drill, is_answered=is_answered) if of_round else None
    onward = round_page.onward_from(drill, found)
    step_label: Text = message("practise.level", level=level, most=LEVELS)
    if of_round and not is_placing:
        step_label = round_page.describe_place(found, level, is_answered=is_answered)
    elif not of_round:
        onward = _to_misses(address) or round_page.round_beside(drill, kept)
    screen = round_page.screen_after(found) if verdict and not verdict.is_right else None
    frame = Frame(
        title=message("practise.title", drill=key.kind.heading),
        name=key.skill.heading,
        under=message(
            "practise.under",
            level=level,
            rules=round_page.describe_time_left(found)
            if is_placing
            else describe_game(key.game, is_own=bool(address.source)),
        ),
        asks=key.kind.value,
        back=onward.address if address.missed_in else url_for("practise.home"),
        back_label=onward.label if address.missed_in else message("practise.back"),
        marks=round_page.marks_of(found) if of_round and not is_placing else (),
        step=level,
        steps=LEVELS,
        step_label=step_label,
        begins=message("placement.begins") if is_placing and not found else None,
        facts=facts_to_know(book_named(key.game).rules, key.kind, level),
        day=practising.pegged,
        scoring=numbers_that_score(book_named(key.game).rules),
        action=action,
        fields=fields,
        # An answered question is not asked again.
        here=onward.address if verdict else asked_again,
        hint=one_more if asks_for_hints else "",
        onward=onward,
        lesson=screen and round_page.way_to(*screen, drill),
        tried=str(key) if address.missed_in and verdict else "",
    )
    return FramedQuestion(frame, question, verdict, problem, praise, level, hints)


def _to_misses(address: QuestionAddress) -> round_page.Onward | None:
    """The way back to the misses where a question is tried again."""
    if not address.missed_in:
        return None
    back = url_for("sprint.ladder", kind=address.missed_in, _anchor="misses")
    return round_page.Onward(back, message("sprint.to-misses"), None, is_next=False)
