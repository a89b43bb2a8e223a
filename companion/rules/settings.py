"""The house rules: their names and values, and `Rules`, one choice for each of them.

Every setting goes with every game, independent of the others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple, Self

from companion.i18n import Text, listed, message
from companion.rules import choices
from companion.rules.choices import AnotherTurn
from companion.rules.closest_names import closest, hint
from companion.rules.errors import UnknownRule, quoted
from companion.rules.tile import ALL_TILES

#: The numbers of seats that `tiles-each` has a deal for.
SEATS = (2, 3, 4)


@dataclass(frozen=True)
class Rules:
    """One choice for every setting; the defaults are those of Race Horse."""

    target: int = 61
    #: Tiles dealt to each of two, three and four players.
    tiles_each: tuple[int, ...] = (7, 6, 5)
    spinners: choices.Spinners = choices.Spinners.ALL
    points: choices.Points = choices.Points.FIFTHS
    another_turn: AnotherTurn = AnotherTurn.SCORE_OR_DOUBLE
    drawn_tile: choices.DrawnTile = choices.DrawnTile.ENDS_TURN
    last_tile: choices.LastTile = choices.LastTile.GOES_OUT
    lead_tile: choices.LeadTile = choices.LeadTile.ANY
    next_lead: choices.NextLead = choices.NextLead.DOMINOER
    settlement: choices.Settlement = choices.Settlement.WINNER_TAKES
    rounding: choices.Rounding = choices.Rounding.SUM
    tied_block: choices.TiedBlock = choices.TiedBlock.ALL_HANDS
    partners_block: choices.PartnersBlock = choices.PartnersBlock.TEAM
    washed_up_in_block: choices.WashedUpInBlock = choices.WashedUpInBlock.OUT
    game_ends: choices.GameEnds = choices.GameEnds.AT_ONCE
    announce: choices.Announce = choices.Announce.NO
    zero_scores: choices.ZeroScores = choices.ZeroScores.NO
    exposed_double: choices.ExposedDouble = choices.ExposedDouble.BOTH_HALVES
    scores_on: choices.ScoresOn = choices.ScoresOn.FIVES
    target_reached: choices.TargetReached = choices.TargetReached.OR_PASSED
    partners_out: choices.PartnersOut = choices.PartnersOut.ONE
    drawing: choices.Drawing = choices.Drawing.UNTIL_IT_PLAYS
    boneyard_kept: choices.BoneyardKept = choices.BoneyardKept.NONE
    spinner_count: choices.SpinnerCount = choices.SpinnerCount.SIDES
    spinner_first: choices.SpinnerFirst = choices.SpinnerFirst.NO

    def tiles_for(self, seats: int) -> int:
        """The tiles dealt to each of `seats` players (2, 3 or 4)."""
        return self.tiles_each[SEATS.index(seats)]

    def boneyard_for(self, seats: int) -> int:
        """The tiles left over by the deal; below 0 if there are too few."""
        return len(ALL_TILES) - seats * self.tiles_for(seats)

    def drawable_for(self, seats: int) -> int:
        """The tiles of the boneyard that may be drawn after the deal."""
        return self.drawable_of(self.boneyard_for(seats))

    def drawable_of(self, boneyard: int) -> int:
        """How many tiles of such a boneyard may be drawn."""
        return max(0, boneyard - self._kept) if self.has_drawing else 0

    @cached_property
    def has_drawing(self) -> bool:
        """Whether tiles are ever drawn. Otherwise those left over by the deal are out of play."""
        return self.drawing is not choices.Drawing.NONE

    @cached_property
    def _kept(self) -> int:
        return int(self.boneyard_kept)

    def with_setting(self, name: str, value: str) -> Self:
        """These rules with one house rule as the record writes it; raises `UnknownRule`."""
        return self.with_settings([(name, value)])

    def with_settings(self, changes: Iterable[tuple[str, str]]) -> Self:
        """These rules with house rules as the record writes them; raises `UnknownRule`."""
        settings = ((setting_named(name), value) for name, value in changes)
        read = {setting.field: setting.read(value) for setting, value in settings}
        return replace(self, **read) if read else self

    def written(self, name: str, seats: int | None = None) -> str:
        """A setting as the record writes it; `tiles-each` for so many seats, or for each number."""
        if name == "tiles-each":
            deals = (self.tiles_for(seats),) if seats else dict.fromkeys(self.tiles_each)
            return " / ".join(map(str, deals))
        return str(getattr(self, setting_named(name).field))

    @property
    def has_one_tile_turns(self) -> bool:
        """True if nothing earns another turn, so every turn is a single tile."""
        return self.another_turn is AnotherTurn.NONE

    @cached_property
    def pays_doubles(self) -> bool:
        """True if playing a double earns another turn."""
        return self.another_turn in (AnotherTurn.SCORE_OR_DOUBLE, AnotherTurn.DOUBLE)

    @cached_property
    def pays_scores(self) -> bool:
        """True if scoring earns another turn."""
        return self.another_turn in (AnotherTurn.SCORE_OR_DOUBLE, AnotherTurn.SCORE)

    @cached_property
    def divisors(self) -> tuple[int, ...]:
        """The numbers that a count must be a multiple of, any of them, to score: 5 before 3."""
        return (5, 3) if self.pays_threes else (5,)

    @cached_property
    def pays_threes(self) -> bool:
        """True if multiples of three score as well."""
        return self.scores_on is choices.ScoresOn.THREES_AND_FIVES

    @cached_property
    def counts_when_dead(self) -> bool:
        """True if a double counts only once all seven tiles of its number are on the table."""
        return self.exposed_double is choices.ExposedDouble.WHEN_DEAD

    @cached_property
    def counts_ends(self) -> bool:
        """True if a spinner keeps counting as long as one of its ends is free."""
        return self.spinner_count is choices.SpinnerCount.ENDS

    @cached_property
    def covers_first(self) -> bool:
        """Whether all sides of the first spinner must be covered first, as in Merry-Go-Round."""
        is_first = self.spinner_first is choices.SpinnerFirst.YES
        return is_first and self.spinners is not choices.Spinners.NONE

    @cached_property
    def shows_hands(self) -> bool:
        """True if players show their remaining tiles when a hand ends."""
        return self.settlement is not choices.Settlement.ONE_POINT

    @cached_property
    def draws_prove(self) -> bool:
        """True if drawing means that the player had no tile that fits."""
        return self.drawing is not choices.Drawing.FREE

    def scores(self, total: int) -> bool:
        """Whether a count in pips scores; 0 does only by house rule."""
        if total == 0:
            return self.zero_scores is choices.ZeroScores.YES
        return total % 5 == 0 or (self.pays_threes and total % 3 == 0)

    def credits(self, total: int, claim: int | None) -> bool:
        """Whether a player who calls `claim` pips gets the points for a count of `total`.

        Source: RaceHorse (1990) gives credit only for the exact count.
        """
        return self.scores(total) and (self.announce is choices.Announce.NO or claim == total)

    def worth(self, total: int) -> int:
        """The points for a count of `total` pips that scores."""
        fives = self.worth_by(5, total)
        return fives + self.worth_by(3, total) if self.pays_threes else fives

    def worth_by(self, divisor: int, total: int) -> int:
        """The points for a count of `total` pips as a multiple of `divisor`."""
        if total % divisor or self.points is choices.Points.NONE:
            return 0
        return total // divisor if self.points is choices.Points.FIFTHS else total

    def counted(self, points: int, score: int) -> int:
        """The points that count for a side with this score: all, or 0 if they pass an exact target.

        Source: Fives and Threes, which is won by an exact score.
        """
        if self.target_reached is choices.TargetReached.OR_PASSED:
            return points
        return points if points <= 0 or score + points <= self.target else 0


class Setting(NamedTuple):
    """A house rule: its name in the record, and the type of its values."""

    name: str
    kind: type[Any]

    @property
    def title(self) -> Text:
        """The setting's title on the rules pages."""
        return message(f"setting.{self.name}.title")

    @property
    def meaning(self) -> Text:
        """One sentence on what the setting decides."""
        return message(f"setting.{self.name}.meaning")

    @property
    def values(self) -> Mapping[str, Text]:
        """A sentence for each value; empty if the setting is a number."""
        known = self.kind if issubclass(self.kind, StrEnum) else ()
        return {value: message(f"setting.{self.name}.value.{value}") for value in known}

    def brief(self, value: str) -> Text | str:
        """A value in a few words; a number as it is."""
        return message(f"setting.{self.name}.brief.{value}") if self.values else value

    @property
    def field(self) -> str:
        """The attribute of `Rules` that holds it."""
        return self.name.replace("-", "_")

    def read(self, value: str) -> Any:
        """A value as the record writes it; raises `UnknownRule`."""
        rule = self.name
        if issubclass(self.kind, StrEnum):
            try:
                return self.kind(value)
            except ValueError:
                known = listed(self.values, "or")
                raise UnknownRule(
                    message("refused.no-such-value", rule=rule, value=quoted(value), values=known)
                ) from None
        number = int(value) if value.isascii() and value.isdigit() and len(value) <= 1000 else -1
        if number < (0 if rule == "tiles-each" else 1):
            allowed = message(f"setting.{rule}.allowed")
            raise UnknownRule(
                message("refused.rule-is-a-number", allowed=allowed, value=quoted(value))
            )
        return (number,) * len(SEATS) if rule == "tiles-each" else number


def setting_named(name: str) -> Setting:
    """The setting of that name; raises `UnknownRule`."""
    if name not in SETTINGS:
        some = message("hint.rules", rules=listed([*SETTINGS][::6]))
        meant = hint(closest(name, SETTINGS), some)
        raise UnknownRule(message("refused.no-such-rule", rule=quoted(name), hint=meant))
    return SETTINGS[name]


SETTINGS: Mapping[str, Setting] = {
    (name := field.name.replace("_", "-")): Setting(name, type(field.default))
    for field in fields(Rules)
}
