"""A question that was missed, as every list of misses shows it: with why, and to try again."""

from typing import NamedTuple, Self

from companion.coach.key import Key
from companion.coach.question import Question, Shown, Verdict
from companion.pictures.board import Board
from companion.referee.arms import describe_layout
from companion.web.pages.coach.drill_felt import counted_board
from companion.words import Text


class Missed(NamedTuple):
    """A question with what was said to it; no verdict where nothing was said."""

    key: Key
    prompt: Text
    #: What lay there with its count, and that in words; or what stood on the felt instead.
    board: Board | None
    described: Text
    shown: tuple[Shown, ...]
    verdict: Verdict | None

    @classmethod
    def of(cls, key: Key, question: Question, verdict: Verdict | None) -> Self:
        """A miss of this question."""
        described = describe_layout(question.placements)
        board = counted_board(question)
        return cls(key, question.prompt, board, described, question.shown, verdict)
