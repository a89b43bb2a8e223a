"""What is said beyond right and wrong: praise for an answer, and for a board that is full."""

from companion.coach.drills.question import Question, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.coach.learning.praise import praises
from companion.i18n import Text, message
from companion.web.ui.practice_session import BOARD_HOLES, PracticePegs


def praise_for(
    key: QuestionKey,
    question: Question,
    verdict: Verdict,
    day: PracticePegs,
    quick: Text | None = None,
) -> Text | None:
    """What was good about an answer, such as how quick it was; a board that is full goes first."""
    if day.is_new and day.right % BOARD_HOLES == 0:
        return message("praise.board-full", number=BOARD_HOLES)
    if not verdict.is_right:
        return None
    praise = [*praises(key.kind, question), *([quick] if quick else [])]
    # One at a time, and not always the same.
    return praise[key.seed % len(praise)] if praise else None
