"""What is said beyond right and wrong: praise for an answer, and for a board that is full."""

from typing import Any

from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.coach.learning.praise import praise_speed, praises
from companion.i18n import Text, message, sentences
from companion.web.ui.practice_session import BOARD_HOLES


def praise_for(
    key: QuestionKey,
    question: Question,
    verdict: Verdict,
    milliseconds: int | None = None,
    usual_time: float | None = None,
) -> Text | None:
    """What was good about an answer, also how quick it was if that is known; None for nothing."""
    if not verdict.is_right:
        return None
    quick = praise_speed(milliseconds, usual_time)
    said = [*praises(key.kind, question), *([quick] if quick else [])]
    # One at a time, and not always the same.
    return said[key.seed % len(said)] if said else None


def praised(page: dict[str, Any], praise: Text | None) -> dict[str, Any]:
    """The page of an answer with its praise; a board that is full speaks first."""
    day = page["frame"]["day"]
    if day.is_new and day.right % BOARD_HOLES == 0:
        praise = message("praise.board-full", number=BOARD_HOLES)
    return page | {"praise": praise, "heard": sentences(page["heard"], praise)}
