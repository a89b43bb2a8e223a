"""A ruling: what the referee says of a tile or another entry, ready for any page."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.record.statements import TileSet
from companion.referee.explanation import Answer, Explanation, Spot, WhyNot
from companion.referee.reason import Reason, Rule
from companion.referee.why_sheet import QUESTIONS
from companion.referee.words import earned_told
from companion.rules.rules import Rules
from companion.web.front.sections import READ_HERE
from companion.web.scene import Scene


@dataclass(frozen=True)
class Inquiry:
    """A question with the reasons that answer it, and each rule behind them once."""

    title: str
    reasons: tuple[Reason, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that the reasons rest on."""
        return rules_behind(self.reasons)

    @classmethod
    def of(cls, answer: Answer) -> "Inquiry":
        """An answer of the referee with its question in words."""
        return cls(QUESTIONS[answer.about], answer.reasons)


@dataclass(frozen=True)
class Ruling:
    """What the referee says of a tile or another entry, ready to be shown: the answer itself."""

    rules: Rules
    explanation: Explanation | None = None
    why_not: WhyNot | None = None
    scene: Scene | None = None

    @property
    def told(self) -> str:
        """The answer in a sentence or two."""
        if self.explanation is not None:
            return self.explanation.told
        return self.why_not.sentence if self.why_not is not None else ""

    @property
    def earned(self) -> str:
        """What a tile pegged; empty where it pegged nothing."""
        if self.explanation is None:
            return ""
        _, statement, game = self.explanation.entry
        if not isinstance(statement, TileSet):
            return ""
        assert game.hand is not None and game.hand.play is not None
        return earned_told(self.rules, game.hand.play, statement.claim)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot that counts or might be thought to, those that count first."""
        count = self.explanation.count if self.explanation is not None else None
        if count is None:
            return ()
        spots = (*count.spots, *count.covered)
        return tuple(sorted(spots, key=lambda spot: spot.end.counts == 0))

    @property
    def count_rules(self) -> tuple[Rule, ...]:
        """The rules of the count, each once."""
        return rules_behind(reason for spot in self.spots for reason in spot.reasons)

    @property
    def read_there(self) -> frozenset[str]:
        """The names of the rules that a page of rules tells."""
        return READ_HERE

    @property
    def inquiries(self) -> tuple[Inquiry, ...]:
        """What else people ask, with the answers."""
        if self.explanation is not None:
            return tuple(map(Inquiry.of, self.explanation.answers))
        return () if self.why_not is None else (Inquiry("Why not?", self.why_not.reasons),)


def rules_behind(reasons: Iterable[Reason]) -> tuple[Rule, ...]:
    """The rules of some reasons, each once."""
    return tuple(dict.fromkeys(reason.rule for reason in reasons))
