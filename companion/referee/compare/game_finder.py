"""Which game do people mean? A few questions, answered by each game's settings."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Self

from companion.i18n import Text, listed, message
from companion.referee.rule_book import matters
from companion.rules.choices import Announce, Spinners
from companion.rules.errors import Refusal, quoted
from companion.rules.games import GAMES
from companion.rules.preset import Partners, Preset
from companion.rules.settings import SETTINGS, Rules

#: After so many questions the games that are left are shown side by side.
MOST_QUESTIONS = 3
UNKNOWN = "unknown"
#: The count to ask about: what scores, and how, makes a difference to it.
COUNT = 15


class UnknownAnswer(Refusal, code="unknown-answer"):
    """No game gives that answer."""


class FinderQuestion(NamedTuple):
    """A question about a game, by its name in an address, and the answer of rules."""

    name: str
    answer: Callable[[Rules], str]

    @property
    def sentence(self) -> Text:
        """The question in words."""
        return message(f"which.{self.name}.asked", number=COUNT)

    def answers(self, presets: Iterable[Preset]) -> dict[str, list[Preset]]:
        """The answers of these games, each with its games."""
        given: dict[str, list[Preset]] = {}
        for preset in presets:
            given.setdefault(self.answer(preset.rules), []).append(preset)
        return dict(sorted(given.items(), key=lambda each: _place(each[0])))

    def read(self, answer: str) -> str:
        """An answer from an address; raises `UnknownAnswer`."""
        known = [*self.answers(GAMES.values()), UNKNOWN]
        if answer not in known:
            answers = listed(known, "or")
            raise UnknownAnswer(
                message("refused.no-such-answer", answer=quoted(answer), answers=answers)
            )
        return answer


def _place(answer: str) -> tuple[bool, int]:
    """The order of answers: points from few to many, then no points."""
    if answer.isdigit():
        return answer == "0", int(answer)
    return False, (*Spinners, "yes", "no").index(answer)


#: In their order.
QUESTIONS = (
    FinderQuestion("doubles", lambda rules: rules.written("spinners")),
    FinderQuestion("points", lambda rules: str(rules.worth(COUNT))),
    FinderQuestion("another", lambda rules: "yes" if rules.pays_scores else "no"),
    FinderQuestion("aloud", lambda rules: "yes" if rules.announce is Announce.REQUIRED else "no"),
)


class GameSearch(NamedTuple):
    """The games to choose from, and the answers so far, by the names of the questions."""

    among: tuple[str, ...] = tuple(GAMES)
    answered: Mapping[str, str] = {}

    @classmethod
    def parse(cls, query: Mapping[str, str], among: Iterable[str] = GAMES) -> Self:
        """The search of an address; raises `UnknownAnswer`."""
        answered = (question for question in QUESTIONS if query.get(question.name))
        return cls(tuple(among), {each.name: each.read(query[each.name]) for each in answered})

    @property
    def fitting(self) -> tuple[Preset, ...]:
        """The games that fit all answers."""

        def fits(preset: Preset) -> bool:
            given = ((self.answered.get(each.name, UNKNOWN), each) for each in QUESTIONS)
            return all(answer in (UNKNOWN, each.answer(preset.rules)) for answer, each in given)

        return tuple(GAMES[id] for id in self.among if fits(GAMES[id]))

    @property
    def question(self) -> FinderQuestion | None:
        """The next question: the first that tells the games left apart, if there is one."""
        if len(self.answered) >= MOST_QUESTIONS:
            return None
        left = self.fitting
        open_questions = (each for each in QUESTIONS if each.name not in self.answered)
        return next((each for each in open_questions if len(each.answers(left)) > 1), None)

    def saying(self, name: str, answer: str) -> Self:
        """The search with an answer."""
        return self._replace(answered={**self.answered, name: answer})

    def without(self, name: str) -> Self:
        """The search without the answer to that question."""
        rest = {asked: answer for asked, answer in self.answered.items() if asked != name}
        return self._replace(answered=rest)


class SettingDifference(NamedTuple):
    """A setting that games have differently, in a few words; None if it makes no difference."""

    name: str
    values: tuple[Text | str | None, ...]

    @property
    def title(self) -> Text:
        """The title of the setting."""
        return SETTINGS[self.name].title


def differences(presets: Iterable[Preset]) -> tuple[SettingDifference, ...]:
    """The settings that these games have differently, in their order."""
    games = tuple(presets)
    rows = (
        SettingDifference(name, tuple(_brief(game, name) for game in games)) for name in SETTINGS
    )
    return tuple(row for row in rows if len({*row.values}) > 1)


def _brief(preset: Preset, name: str) -> Text | str | None:
    rules, seats = preset.rules, preset.seats
    has_boneyard = any(map(rules.boneyard_for, seats))
    may_pair = preset.partners is not Partners.NEVER
    if not matters(rules, name, has_boneyard=has_boneyard, may_be_partners=may_pair):
        return None
    if name == "tiles-each":
        return listed(dict.fromkeys(map(rules.tiles_for, seats)), "or")
    return SETTINGS[name].brief(rules.written(name))
