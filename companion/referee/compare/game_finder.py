"""Which game is meant: a few questions that the games' own settings answer, and what fits.

The rooms below know each game's settings; what is asked here, and what each game answers, follows
from them, so that a game is told by how it is played and not by its name.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Self

from companion.i18n import Text, listed, message
from companion.referee.rule_book import matters
from companion.rules.choices import Announce, Spinners
from companion.rules.errors import Refusal, quoted
from companion.rules.games import GAMES
from companion.rules.preset import Partners, Preset
from companion.rules.settings import SETTINGS, Rules

#: A question more is not worth the answer: what is left is shown side by side.
MOST_QUESTIONS = 3
UNKNOWN = "unknown"
#: The count that is asked about: fives, threes, both and neither make a difference to it.
COUNT = 15


class UnknownAnswer(Refusal, code="unknown-answer"):
    """No game answers a question so."""


class FinderQuestion(NamedTuple):
    """What is asked about a game, by its name in an address, and what rules answer."""

    name: str
    answer: Callable[[Rules], str]

    @property
    def sentence(self) -> Text:
        """The question as it is put."""
        return message(f"which.{self.name}.asked", number=COUNT)

    def answers(self, presets: Iterable[Preset]) -> dict[str, list[Preset]]:
        """What these games answer, each answer with its games."""
        given: dict[str, list[Preset]] = {}
        for preset in presets:
            given.setdefault(self.answer(preset.rules), []).append(preset)
        return dict(sorted(given.items(), key=lambda each: _place(each[0])))

    def read(self, answer: str) -> str:
        """An answer as an address has it; raises `UnknownAnswer`."""
        known = [*self.answers(GAMES.values()), UNKNOWN]
        if answer not in known:
            answers = listed(known, "or")
            raise UnknownAnswer(
                message("refused.no-such-answer", answer=quoted(answer), answers=answers)
            )
        return answer


def _place(answer: str) -> tuple[bool, int]:
    """Where an answer stands among others: points from few to many, and then none at all."""
    if answer.isdigit():
        return answer == "0", int(answer)
    return False, (*Spinners, "yes", "no").index(answer)


#: In the order in which they are asked.
QUESTIONS = (
    FinderQuestion("doubles", lambda rules: rules.written("spinners")),
    FinderQuestion("points", lambda rules: str(rules.worth(COUNT))),
    FinderQuestion("another", lambda rules: "yes" if rules.pays_scores else "no"),
    FinderQuestion("aloud", lambda rules: "yes" if rules.announce is Announce.REQUIRED else "no"),
)


class GameSearch(NamedTuple):
    """Which games are thought of, and what was answered so far, by the names of the questions."""

    among: tuple[str, ...] = tuple(GAMES)
    answered: Mapping[str, str] = {}

    @classmethod
    def parse(cls, said: Mapping[str, str], among: Iterable[str] = GAMES) -> Self:
        """The search that an address holds; raises `UnknownAnswer`."""
        asked = (question for question in QUESTIONS if said.get(question.name))
        return cls(tuple(among), {each.name: each.read(said[each.name]) for each in asked})

    @property
    def fitting(self) -> tuple[Preset, ...]:
        """The games that fit all answers."""
        known = {name: said for name, said in self.answered.items() if said != UNKNOWN}
        return tuple(
            GAMES[id]
            for id in self.among
            if all(
                question.answer(GAMES[id].rules) == known[question.name]
                for question in QUESTIONS
                if question.name in known
            )
        )

    @property
    def question(self) -> FinderQuestion | None:
        """The next question: the first that parts what is left; None where there is no more."""
        if len(self.answered) >= MOST_QUESTIONS:
            return None
        left = self.fitting
        unasked = (question for question in QUESTIONS if question.name not in self.answered)
        return next((each for each in unasked if len(each.answers(left)) > 1), None)

    def saying(self, name: str, answer: str) -> Self:
        """The search once a question is answered."""
        return self._replace(answered={**self.answered, name: answer})

    def without(self, name: str) -> Self:
        """The search as if that had not been asked."""
        left = {asked: said for asked, said in self.answered.items() if asked != name}
        return self._replace(answered=left)


class SettingDifference(NamedTuple):
    """A setting that games have differently, each in a few words; None where it cannot matter."""

    name: str
    values: tuple[Text | str | None, ...]

    @property
    def title(self) -> Text:
        """What the setting is called."""
        return SETTINGS[self.name].title


def differences(presets: Iterable[Preset]) -> tuple[SettingDifference, ...]:
    """The settings in which these games differ, in the order of the settings."""
    games = tuple(presets)
    told = (
        SettingDifference(name, tuple(_brief(preset, name) for preset in games))
        for name in SETTINGS
    )
    return tuple(each for each in told if len(set(each.values)) > 1)


def _brief(preset: Preset, name: str) -> Text | str | None:
    rules, seats = preset.rules, preset.seats
    has_boneyard, may_pair = (
        any(map(rules.boneyard_for, seats)),
        preset.partners is not Partners.NEVER,
    )
    if not matters(rules, name, has_boneyard=has_boneyard, may_be_partners=may_pair):
        return None
    if name == "tiles-each":
        return listed(dict.fromkeys(map(rules.tiles_for, seats)), "or")
    return SETTINGS[name].brief(rules.written(name))
