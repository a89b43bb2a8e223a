"""What the pages of practice show, as ready values: the coach's home, and a drill."""

from typing import NamedTuple

from flask import url_for

from companion.coach.key import Key
from companion.coach.positions import LEVELS
from companion.coach.question import Question, Verdict
from companion.coach.schedule import PRACTICES, Practice, practices_of
from companion.coach.skills import DRILLS, Kind
from companion.pictures.pegboard import lay_pegboard
from companion.rules.games import GAMES
from companion.web.pages.coach.learning import BOARD_HOLES, Pegged
from companion.web.pages.coach.question_address import OWN, QuestionAddress
from companion.web.pages.coach.question_page import (
    DayBoard,
    Form,
    Frame,
    Onward,
    QuestionPage,
    question_page,
)
from companion.words import Text, message

#: The address of the drill that the schedule chooses by itself.
MIXED = "mixed"
_BOARD_WIDTH = 250.0


class PractisePage(NamedTuple):
    """The coach's home: what comes next, every drill, and what they are about."""

    upcoming: Text
    kinds: tuple[Kind, ...]
    #: What can be practised on: random hands of a game, or this device's tables.
    grounds: tuple[tuple[str, Text], ...]
    ground: str
    #: Whether its own tables were chosen, and none of them has a hand that is over.
    lacks_own: bool


def practise_page(upcoming: Practice, ground: str, *, lacks_own: bool) -> PractisePage:
    """The coach's home where this comes next, and layouts come from there."""
    grounds = [(OWN, message("practise.own-tables"))]
    grounds += [
        (name, message("practise.random-hands", game=preset.title))
        for name, preset in GAMES.items()
    ]
    return PractisePage(
        describe_practice(upcoming), tuple(DRILLS), tuple(grounds), ground, lacks_own
    )


def describe_practice(practice: Practice) -> Text:
    """A practice as people say it: `What does it count? · Doubles`"""
    kind, skill = practice
    return message("practise.practice", drill=kind.heading, skill=skill.heading)


def practices_for(drill: str) -> tuple[Practice, ...]:
    """What the drill of an address practises; nothing where there is no such drill."""
    if drill == MIXED:
        return PRACTICES
    return practices_of(Kind(drill)) if drill in {*Kind} else ()


def drill_page(
    drill: str,
    address: QuestionAddress,
    question: Question,
    pegged: Pegged,
    *,
    verdict: Verdict | None = None,
    problem: Text | None = None,
) -> QuestionPage:
    """A question of the drill with this name in the address, or what is said to its answer."""
    here = url_for("practise.ask", drill=drill)
    key = address.key
    fields = [("question", key), *([("of", address.source)] if address.source else [])]
    frame = Frame(
        message("practise.title", drill=key.kind.heading),
        key.skill.heading,
        _describe_rules(key, is_own=bool(address.source)),
        url_for("practise.home"),
        message("practise.back"),
        key.level,
        LEVELS,
        message("practise.level", level=key.level, most=LEVELS),
        key.kind.value,
        Form("post", here, tuple(fields)),
        (Onward(message("practise.next"), here, is_swapped=True),),
        day=_day_board(pegged, is_answered=verdict is not None),
    )
    return question_page(question, frame, verdict, problem)


def _describe_rules(key: Key, *, is_own: bool) -> Text:
    """By which rules a question is asked."""
    name, *house_rules = key.game.split("~")
    of = "own" if is_own else "random"
    rules = "house-rules" if house_rules else "plain"
    return message(f"practise.under.{of}.{rules}", game=GAMES[name].title)


def _day_board(pegged: Pegged, *, is_answered: bool) -> DayBoard:
    board = lay_pegboard(BOARD_HOLES, _BOARD_WIDTH).with_pegs(*pegged.holes)
    return DayBoard(board, pegged.right, is_new=is_answered and pegged.is_new)
