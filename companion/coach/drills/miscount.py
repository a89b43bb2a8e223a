"""A count that was called wrongly at a table, as a question about that very layout."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from companion.coach.drills.answer_reasons import count_reasons
from companion.coach.drills.common_mistakes import count_slips
from companion.coach.drills.practice_positions import PracticePosition
from companion.coach.drills.question import Question
from companion.i18n import Text, message
from companion.record.replay import Entry, laid_by
from companion.record.statements import TileSet
from companion.referee.rule_book import Book
from companion.rules.layout import Layout


class Miscount(NamedTuple):
    """A tile whose count was called wrongly: the call, None for no score, and the layout."""

    book: Book
    line: int
    claim: int | None
    position: PracticePosition

    @property
    def prompt(self) -> Text:
        """What the player who called it is asked."""
        if self.claim is None:
            return message("own.said-no-score")
        return message("own.said", claim=self.claim)

    @property
    def question(self) -> Question:
        """What the layout counts."""
        return Question.by(
            self.book,
            "open-half",
            self.prompt,
            [self.position.layout.total],
            count_reasons(self.book, self.position),
            slips=count_slips(self.book, self.position),
            about=self.position,
        )


def miscounts(
    book: Book, entries: tuple[Entry, ...], player: str, asked: Collection[int]
) -> Iterator[Miscount]:
    """The counts that a player called wrongly in a hand; `asked` are the lines where one was due.

    Calling no number means that there is no score, but only if you were asked.
    """
    before: Layout | None = None
    for number, entry in enumerate(entries):
        statement, layout = entry.statement, entry.game.hand.layout if entry.game.hand else None
        if isinstance(statement, TileSet) and statement.player == player:
            assert layout is not None and before is not None
            claim, total = statement.claim, layout.total
            is_wrong = claim != total if claim is not None else book.rules.scores(total)
            if is_wrong and (claim is not None or entry.line in asked):
                position = PracticePosition(laid_by(entries[: number + 1]), before, layout)
                yield Miscount(book, entry.line, claim, position)
        before = layout
