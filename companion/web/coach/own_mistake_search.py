"""A learner's own mistakes at the tables of this device, found in their records."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from companion.coach.analysis.hand_review import review_hand
from companion.coach.analysis.own_mistakes import OwnTurn, better_turns
from companion.coach.drills.miscount import Miscount, miscounts
from companion.coach.learning.memory import Recalled, recall
from companion.learners.learner_service import Learner, key_of_name
from companion.learners.mistake_answers import MistakeKey, own_answers
from companion.pictures.board_drawing import BoardDrawing, draw_board
from companion.record.replay import cut_into_hands
from companion.referee.rule_book import Book
from companion.rules.preset import Preset
from companion.tables.errors import NoSuchTable
from companion.web.clock import now
from companion.web.security.table_guard import known_tables, table_service, visit
from companion.web.ui.position_sources import MOST_LOOKS
from companion.web.ui.practice_session import learners

#: How many of the latest hands of each table are searched.
_MOST_HANDS = 8
_MOST_LISTED = 12


class OwnMistake(NamedTuple):
    """A better turn or a wrong count of the learner: its place, its date, and the others there."""

    key: MistakeKey
    at: datetime
    players: tuple[str, ...]
    game: Preset
    mistake: OwnTurn | Miscount
    #: How it has gone since; None if it was never tried.
    recalled: Recalled | None = None

    @property
    def turn(self) -> OwnTurn | None:
        """The turn that is a puzzle; None for a count."""
        return self.mistake if isinstance(self.mistake, OwnTurn) else None

    @property
    def board(self) -> BoardDrawing | None:
        """The layout without what its ends count, a called tile in gold; None if it is empty."""
        position = self.mistake.position
        board = position and draw_board(position.layout, position.placements)
        return board and board._replace(marks=(), last=None if self.turn else board.last)

    @property
    def is_solved(self) -> bool:
        """Whether it went well the last time."""
        return self.recalled is not None and self.recalled.is_right

    def is_due(self, at: datetime) -> bool:
        """Whether it is due then: at once while it is new, and when its card comes back."""
        if self.recalled is None:
            return True
        return self.recalled.due is not None and self.recalled.due <= at


def own_mistakes(learner: Learner | None) -> Iterator[OwnMistake]:
    """The mistakes of someone who practises under a name, the latest first.

    Each table is searched only when it is asked for.
    """
    if learner is None or not learner.name:
        return
    answers = own_answers(learners().database, learner.id)
    for table_id in known_tables()[:MOST_LOOKS]:
        for mistake in reversed(_at_table(table_id, learner.name)):
            yield mistake._replace(recalled=recall(answers.get(str(mistake.key), ())))


def listed_mistakes(learner: Learner | None) -> list[OwnMistake]:
    """The latest mistakes, those due first; older ones come up once these are done."""
    at, due, done = now(), list[OwnMistake](), list[OwnMistake]()
    for own in own_mistakes(learner):
        (due if own.is_due(at) else done).append(own)
        if len(due) == _MOST_LISTED:
            break
    return [*due, *done][:_MOST_LISTED]


def own_mistake(learner: Learner | None, key: MistakeKey) -> OwnMistake | None:
    """The mistake in that place, if it is the learner's own; None for any other."""
    if learner is None or not learner.name:
        return None
    found = next((each for each in _at_table(key.table_id, learner.name) if each.key == key), None)
    answers = own_answers(learners().database, learner.id) if found else {}
    return found and found._replace(recalled=recall(answers.get(str(key), ())))


def next_own_mistake(learner: Learner | None) -> OwnMistake | None:
    """An own mistake that is due and takes one tap; None if there is none.

    A failed one comes before a new one.
    """
    at = now()
    due = (
        each
        for each in chain(_failed(learner, at), own_mistakes(learner))
        if each.is_due(at) and each.mistake.question
    )
    return next(due, None)


def _failed(learner: Learner | None, at: datetime) -> Iterator[OwnMistake]:
    """The mistakes whose cards come back by then, according to the answers: few tables are read."""
    answers = own_answers(learners().database, learner.id) if learner else {}
    tables = known_tables()[:MOST_LOOKS]
    for name, answered in answers.items():
        key, recalled = MistakeKey.parse(name), recall(answered)
        if key is None or key.table_id not in tables:
            continue
        if recalled and recalled.due and recalled.due <= at and (own := own_mistake(learner, key)):
            yield own


def _at_table(table_id: str, name: str) -> tuple[OwnMistake, ...]:
    """The mistakes of a player at a table; empty if this device may not watch it."""
    try:
        version = visit(table_id).state.version
    except NoSuchTable:
        return ()
    return _mistakes(table_id, version, key_of_name(name))


@lru_cache(maxsize=64)
def _mistakes(table_id: str, _version: int, name: str) -> tuple[OwnMistake, ...]:
    record = table_service().read(table_id)
    header = record.header
    player = next((each for each in header.players if key_of_name(each) == name), None)
    if player is None:
        return ()
    changes = table_service().changes(table_id)
    asked = {change.seq for change in changes if change.is_asked}
    entered_at = {change.seq: change.at for change in changes}

    def found() -> Iterator[OwnMistake]:
        hands = [*enumerate(cut_into_hands(record.entries), start=1)]
        for number, places in hands[-_MOST_HANDS:]:
            hand = record.entries[places.start : places.stop]
            # Nobody studies a hand that is still on.
            if (review := review_hand(hand)) is None:
                continue
            book = Book.of(header)
            turns = better_turns(book, hand, review.better, player)
            mistakes: list[OwnTurn | Miscount] = [*turns, *miscounts(book, hand, player, asked)]
            for mistake in mistakes:
                key, at = MistakeKey(table_id, number, mistake.line), entered_at[mistake.line]
                yield OwnMistake(key, at, header.players, header.preset, mistake)

    return tuple(sorted(found(), key=lambda each: each.key.line))
