"""A question with its answer, and the verdict on what someone answers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Self

from companion.coach.drills.common_mistakes import CommonMistake
from companion.coach.drills.practice_positions import PracticePosition
from companion.coach.drills.rounding_steps import Sum
from companion.i18n import Message, Text, listed, message
from companion.referee import ruling
from companion.referee.rule_book import Book, Reason, Rule
from companion.rules.errors import Refusal
from companion.rules.layout import Placement
from companion.rules.tile import Tile

_NUMBER = re.compile(r"[+-]?[0-9]{1,4}")

#: The name of an answer: a tile, a number, a player, or words.
Label = Text | Tile | int | str


class Half(NamedTuple):
    """An open half of a tile whose other half doesn't matter."""

    pips: int


#: The picture for a question without a layout: tiles, doubles upright; halves; large numbers.
Shown = Tile | Half | int | str


class NoAnswer(Refusal, code="no-answer"):
    """This can't be an answer to the question."""


class Wanted(StrEnum):
    """How a question is answered."""

    NUMBER = "number"
    #: One of the choices; if several are right, any of those.
    ONE = "one"
    #: All the choices that are right, or none of them.
    SEVERAL = "several"


class Choice(NamedTuple):
    """A choice: what the page sends, what it shows, and why it is right or wrong."""

    value: str
    label: Label
    reason: Reason | None = None
    #: Its name within a sentence, if that differs.
    within: Text | None = None

    @property
    def tile(self) -> Tile | None:
        """The tile that it is; None for words and numbers."""
        return self.label if isinstance(self.label, Tile) else None


@dataclass(frozen=True)
class Verdict(ruling.Ruling):
    """The ruling on an answer: its notes give the likely mistake, its reasons the facts."""

    headline: Message
    is_right: bool = True
    #: What a wrong answer breaks: the rules of its mistakes, or what the question rests on; empty
    #: if it is only the worse choice.
    broken: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question of a drill or of a lesson with its answer, both computed by the rules."""

    prompt: Text
    #: The values that are right.
    answer: frozenset[str]
    #: What leads to the answer: the sum, or whatever else decides it in the end.
    reasons: tuple[Reason, ...]
    #: The rule that it rests on, and the game whose book has it.
    rule: Rule
    game: str
    wanted: Wanted = Wanted.NUMBER
    choices: tuple[Choice, ...] = ()
    #: What was one before: it is judged, but not offered.
    former: tuple[Choice, ...] = ()
    #: The tiles on the table.
    placements: tuple[Placement, ...] = ()
    #: The layout to be drawn; the tile to come is on it already, as the last one.
    position: ruling.Position | None = None
    #: What each player has left, if a hand is settled.
    hands: tuple[tuple[str, tuple[Tile, ...]], ...] = ()
    #: What stands on the felt if there is no layout, or is held beside one; the prompt says it all.
    shown: tuple[Shown, ...] = ()
    #: The likely causes of wrong answers.
    slips: Mapping[str, CommonMistake] = field(default_factory=dict)
    #: What to say to a wrong number that no slip explains.
    otherwise: Reason | None = None
    #: The unit of the number asked for: `pegs`, `pips`; empty for a bare count.
    unit: str = ""
    #: Wrong answers that break no rule: there is only a better one.
    allowed: frozenset[str] = frozenset()
    #: How the answer adds up, if no layout shows it.
    sums: tuple[Sum, ...] = ()

    @classmethod
    def by(
        cls,
        book: Book,
        rule: str,
        prompt: Text,
        answer: Iterable[object],
        reasons: Iterable[Reason | Text],
        *,
        choices: Iterable[Choice] = (),
        about: PracticePosition | None = None,
        marked: Tile | None = None,
        **more: Any,
    ) -> Self:
        """A question by a book, with or without a layout; reasons rest on its rule by default."""
        cited = book.rule(rule)
        if about is not None:
            position = ruling.Position(about.layout, about.placements, last=marked)
            more = {"placements": about.placements, "position": position, **more}
        return cls(
            prompt,
            frozenset(map(str, answer)),
            tuple(each if isinstance(each, Reason) else Reason(cited, each) for each in reasons),
            cited,
            book.preset.id,
            choices=tuple(choices),
            **more,
        )

    def judge(self, given: str) -> Verdict:
        """What to say to an answer; raises `NoAnswer`.

        A number may have a sign. Several values are separated by blanks or commas. `none` or
        nothing stands for no value at all.
        """
        values, right = self._parse(given), self._named(self.answer)
        if values == self.answer or (self.wanted is Wanted.ONE and values <= self.answer):
            why = ruling.Section(reasons=self.reasons)
            return Verdict(
                self.prompt, message("coach.verdict.right", answer=right), sections=(why,)
            )
        mistakes = self._mistakes(values)
        rules = tuple(dict.fromkeys(each.rule for each in mistakes)) or (self.rule,)
        return Verdict(
            self.prompt,
            message("coach.verdict.wrong", given=self._named(values), answer=right),
            notes=tuple(self._notes(values)),
            sections=(ruling.Section(reasons=tuple(self._unsaid(mistakes))),),
            is_right=False,
            broken=() if values and values <= self.allowed else rules,
        )

    def _parse(self, given: str) -> frozenset[str]:
        if self.wanted is Wanted.NUMBER:
            if _NUMBER.fullmatch(given.strip()) is None:
                raise NoAnswer(message("coach.refused.no-number"))
            return frozenset({str(int(given))})
        values = frozenset(given.replace(",", " ").split())
        if self.wanted is Wanted.SEVERAL:
            values -= {"none"}
        elif len(values) != 1:
            raise NoAnswer(message("coach.refused.choose-one"))
        if not values <= {choice.value for choice in (*self.choices, *self.former)}:
            raise NoAnswer(message("coach.refused.choose-shown"))
        return values

    def _named(self, values: frozenset[str]) -> Label:
        """Answers as people say them within a sentence."""
        if not values:
            return message("coach.answer.none")
        if not self.choices:
            (number,) = map(int, values)
            return message(f"unit.{self.unit}", count=number) if self.unit else number
        chosen = [each for each in (*self.choices, *self.former) if each.value in values]
        return listed(each.within or each.label for each in chosen)

    def _mistakes(self, values: frozenset[str]) -> list[Reason]:
        """The likely causes of wrong answers, or why they are wrong; each with its rule."""
        known = {choice.value: choice.reason for choice in (*self.choices, *self.former)}
        known |= {value: slip.reason for value, slip in self.slips.items()}
        wrong = values ^ self.answer if self.wanted is Wanted.SEVERAL else values
        found = [reason for value, reason in known.items() if value in wrong and reason]
        return found or ([self.otherwise] if self.otherwise else [])

    def _notes(self, values: frozenset[str]) -> Iterator[Text]:
        if self.wanted is not Wanted.SEVERAL:
            yield from (mistake.sentence for mistake in self._mistakes(values))
            return
        for each in self.choices:
            if each.value in values ^ self.answer and each.reason:
                which = "not" if each.value in values else "missed"
                why = each.reason.sentence
                yield message(f"slip.{which}", choice=each.label, reason=why)

    def _unsaid(self, mistakes: list[Reason]) -> list[Reason]:
        """The reasons that the mistakes don't give; those about the same tile come after others."""
        said = [mistake.sentence for mistake in mistakes]
        named = {value for each in said if isinstance(each, Message) for _, value in each.arguments}
        fresh = [each for each in self.reasons if each.sentence not in said]
        if said and self.wanted is Wanted.SEVERAL:
            # Of several doubles, those that were found need no words.
            fresh = [each for each in fresh if not each.ends]
        return sorted(
            fresh, key=lambda each: not each.ends or any(end.host in named for end in each.ends)
        )
