"""The key of a question: the part of an address from which everything else follows."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from companion.coach.drills.practice_positions import (
    LEVELS,
    Chance,
    PracticePosition,
    play_hand,
    positions_of,
    start_game,
)
from companion.coach.drills.question import Question
from companion.coach.drills.skills import DRILLS, DrillKind, Skill
from companion.i18n import Text
from companion.pictures.layout_crop import Size, crop
from companion.referee.rule_book import Book, Reason
from companion.rules.choices import LeadTile
from companion.rules.errors import quoted

#: The least width of a half in px, and how much felt a phone of 360 by 640 px then has, beside the
#: longest reasons.
NARROWEST: Final = 18
PHONE: Final = Size(352 / NARROWEST, 164 / NARROWEST)
#: The most tiles on the table at levels 0, 1 and 2; later as many as there are.
_MOST_TILES = (4, 8, 8)
#: From this level on there may be too many for a small phone.
_CROWDED = len(_MOST_TILES)
#: After so many hands the nearest level will do.
_MOST_HANDS = 12
#: After so many there is none that suits.
_MOST_AT_ALL = 1000
_KEY = re.compile(r"([a-z-]+)\.([a-z-]+)\.([a-z0-9~=-]{1,200})\.([0-9])\.(1?[0-9]{1,10})")
#: From this seed on, a key asks from a wider range where there would be too few questions; how far
#: it then goes beyond the largest number.
WIDE: Final = 10**10
MORE: Final = 15


def most_tiles(level: int) -> int | None:
    """How many tiles there may be at a level; None if any number may."""
    return _MOST_TILES[level] if level < len(_MOST_TILES) else None


def is_within(position: PracticePosition, level: int) -> bool:
    """Whether a layout is small enough for a level, and at level 0 without a double."""
    most = most_tiles(level)
    is_small = most is None or len(position.placements) <= most
    return is_small and (level > 0 or not position.doubles)


def _has_room(position: PracticePosition, *, shows_all: bool) -> bool:
    """Whether the layout is shown, its long arms cropped unless all tiles must be seen."""
    spinners, shown = position.layout.rules.spinners, position.placements
    if not shows_all:
        keep = frozenset({position.tile, position.host}) - {None}
        shown = crop(shown, spinners, PHONE, keep)
    return PHONE.scale_for(shown, spinners) >= 1


class NoSuchQuestion(LookupError):
    """No question has that key."""


class QuestionKey(NamedTuple):
    """Everything that a drill's question follows from; `game` is as `book_named` reads it."""

    kind: DrillKind
    skill: Skill
    game: str
    level: int
    seed: int

    @classmethod
    def parse(cls, text: str) -> "QuestionKey":
        """The key in an address; raises `NoSuchQuestion`."""
        if match := _KEY.fullmatch(text):
            kind, skill, game, level, seed = match.groups()
            if kind in {*DrillKind} and skill in DRILLS[DrillKind(kind)]:
                key = cls(DrillKind(kind), Skill(skill), game, int(level), int(seed))
                if key.has_level:
                    return key
        raise NoSuchQuestion(quoted(text))

    @property
    def has_level(self) -> bool:
        """Whether its skill is asked for at its level."""
        return self.skill.lowest_level <= self.level <= LEVELS

    @property
    def is_wide(self) -> bool:
        """Whether its range is the wider one, as all practice has it now."""
        return self.seed >= WIDE

    def __str__(self) -> str:
        return ".".join(map(str, self))


class Asking(NamedTuple):
    """What a drill makes its question from; the same key and positions make the same question."""

    key: QuestionKey
    book: Book
    chance: Chance
    #: The positions of a table's own record, used if they suit.
    own: tuple[PracticePosition, ...]

    def find(
        self,
        suits: Callable[[PracticePosition], bool],
        *,
        any_effort: bool = False,
        shows_all: bool = False,
    ) -> PracticePosition:
        """A position that suits and is within the level of the key, of the table's own if one does.

        It comes as near to the level as a few hands allow, unless any effort will do. It fits a
        small phone if it can, with all its tiles if `shows_all`. Raises `NoSuchQuestion`.
        """
        level, found = self.key.level, dict[int, list[PracticePosition]]()
        for hands, positions in enumerate(self._hands()):
            near: list[PracticePosition] = []
            for position in positions:
                if is_within(position, level) and suits(position):
                    distance = 0 if any_effort or not level else abs(position.level - level)
                    found.setdefault(distance, []).append(position)
                    near += [] if distance else [position]
            if level >= _CROWDED:
                near = [each for each in near if _has_room(each, shows_all=shows_all)]
            if near:
                return self.chance.one_of(near)
            if found and (hands >= _MOST_HANDS or (self.own and not hands)):
                break
        if not found:
            raise NoSuchQuestion(self.key)
        return self.chance.one_of(found[min(found)])

    def _hands(self) -> Iterator[tuple[PracticePosition, ...]]:
        """The positions of a table's own, if there are any, and of one hand after another."""
        book, level, chance = self.book, self.key.level, self.chance
        if self.own:
            yield self.own
        if level <= self.key.is_wide and book.rules.lead_tile is LeadTile.DOUBLE:
            # Beginners at counting get no double, not even as the lead; a little later, any lead.
            book = book._replace(rules=replace(book.rules, lead_tile=LeadTile.ANY))
        for _ in range(_MOST_AT_ALL):
            # Beyond the limit of the level the hand need not be played.
            yield positions_of(play_hand(start_game(book, chance), chance, most_tiles(level)))

    @property
    def _rule(self) -> str:
        return self.key.kind.rule or self.key.skill.rule

    def reason(self, sentence: Text) -> Reason:
        """A reason that rests on the rule of the drill's skill."""
        return self.book.reason(self._rule, sentence)

    def question(
        self, prompt: Text, answer: Iterable[object], reasons: Iterable[Reason | Text], **more: Any
    ) -> Question:
        """The question, resting on the rule of its skill; `more` is as `Question.by` takes it."""
        return Question.by(self.book, self._rule, prompt, answer, reasons, **more)
