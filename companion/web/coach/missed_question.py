"""A question that was missed, as every list of misses shows it: with why, and to try again."""

from typing import NamedTuple, Self

from companion.coach.drills.question import Question, Shown, Verdict
from companion.coach.drills.question_key import QuestionKey
from companion.i18n import Text
from companion.pictures.board_drawing import BoardDrawing
from companion.referee.layout_text import describe_layout
from companion.web.coach.drill_felt import counted_board


class Missed(NamedTuple):
    """A question with what was said to it; no verdict where nothing was said."""

    key: QuestionKey
    prompt: Text
    #: What lay there with its count, and that in words; or what stood on the felt instead.
    board: BoardDrawing | None
    described: Text
    shown: tuple[Shown, ...]
    verdict: Verdict | None

    @classmethod
    def of(cls, key: QuestionKey, question: Question, verdict: Verdict | None) -> Self:
        """A miss of this question."""
        described = describe_layout(question.placements)
        board = counted_board(question)
        return cls(key, question.prompt, board, described, question.shown, verdict)
