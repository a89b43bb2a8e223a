"""A screen of a lesson as it is played: what can be tapped, which of it is right, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from companion.coach.changing import tile_reason
from companion.coach.lesson import Action, Screen
from companion.coach.positions import Position, positions_of
from companion.coach.question import Choice, Judgement, NoAnswer
from companion.coach.reasons import count_reasons, settled_reasons, worth_reason
from companion.coach.slips import count_slips
from companion.record.header import read_header
from companion.record.replay import Transcript, replay
from companion.referee.book import Book
from companion.referee.options import options_for
from companion.referee.reason import Rule
from companion.referee.turns import why_turn
from companion.referee.words import listed, points_told
from companion.rules.game import Game
from companion.rules.layout import End, Layout
from companion.rules.tile import Tile

_NO_SLIPS: Mapping[int, str] = {}


@dataclass(frozen=True)
class Task:
    """A screen as it is played: its position, the choices, and those that are right."""

    screen: Screen
    game: Game
    placements: tuple[tuple[Tile, Tile | None], ...]
    choices: tuple[Choice, ...]
    right: frozenset[str]
    reasons: tuple[str, ...]
    #: The rule that it rests on.
    rule: Rule

    @classmethod
    def of(cls, screen: Screen) -> Self:
        """What can be tapped on a screen, and which of it is right, worked out by the referee."""
        reading = _Reading(screen)
        choices, right, reasons = _TASKS[screen.action](reading)
        return cls(
            screen,
            reading.game,
            reading.position.placements,
            choices,
            frozenset(right),
            reasons,
            reading.rule,
        )

    @property
    def game_id(self) -> str:
        """The game whose rules page has that rule."""
        return read_header(self.screen.record.partition("lead:")[0]).game

    def judge(self, said: str) -> Judgement:
        """What is to be said of a tap; raises `NoAnswer`."""
        chosen = next((choice for choice in self.choices if choice.value == said.strip()), None)
        if chosen is None:
            raise NoAnswer("Choose among the answers shown.")
        is_right = chosen.value in self.right
        answer = ", ".join(each.label for each in self.choices if each.value in self.right)
        mistakes = (chosen.reason,) if chosen.reason and not is_right else ()
        return Judgement(is_right, chosen.value, answer, self.reasons, mistakes)


class _Reading:
    """A screen whose record is replayed."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        transcript = replay(screen.record)
        assert transcript.refused is None, f"{transcript.refused} in\n{screen.record}"
        assert transcript.game is not None and transcript.game.hand is not None
        assert transcript.header is not None
        self.transcript: Transcript = transcript
        self.game: Game = transcript.game
        self.layout: Layout = transcript.game.hand.layout
        self.book = Book.of(transcript.header)
        self.position: Position = positions_of(transcript.entries)[-1]

    @property
    def rule(self) -> Rule:
        """The rule that it rests on."""
        return self.book.rule(_RULES.get(self.screen.action) or self._counting_rule())

    def _counting_rule(self) -> str:
        """The rule of what is hardest to see in a layout."""
        if self.position.covered_doubles:
            return "covered-double"
        return "exposed-double" if self.position.free_doubles else "open-half"

    def end(self) -> "_Found":
        """The ends for a tile; an end is named by its host and its pips."""
        tile = self.screen.tile
        assert tile is not None
        choices = tuple(
            Choice(_named(end), f"{end.pips} of the {end.host}", _refused(tile, end))
            for end in self.layout.ends
        )
        right = [_named(end) for end in self.layout.ends_for(tile)]
        return choices, right, (f"The {tile} goes where a {tile.high} or a {tile.low} is open.",)

    def fitting(self) -> "_Found":
        """The tiles that can be set."""
        right = [tile for tile in self.screen.hand if self.layout.fits(tile)]
        return self._tiles(right, {tile: self._where(tile) for tile in self.screen.hand})

    def _where(self, tile: Tile) -> str:
        ends = [f"the {end.pips} of the {end.host}" for end in self.layout.ends_for(tile)]
        return f"The {tile} fits {listed(ends, 'or') if ends else 'no open end'}."

    def scoring(self) -> "_Found":
        """The tiles that make a count which scores."""
        rules, layout = self.game.rules, self.layout
        right = [
            tile
            for tile in self.screen.hand
            if any(
                rules.scores(layout.set_tile(tile, end.host).total)
                for end in layout.choices_for(tile)
            )
        ]
        return self._tiles(right, self._counts())

    def earning(self) -> "_Found":
        """The tiles that earn another turn."""
        hand = self.screen.hand
        right = [
            tile for tile in hand if any(option.again for option in options_for(self.game, tile))
        ]
        doubles = {
            tile: f"The {tile} is a double, and a double earns another tile."
            for tile in right
            if tile.is_double
        }
        return self._tiles(right, self._counts() | doubles)

    def _counts(self) -> dict[Tile, str]:
        rules, layout = self.game.rules, self.layout
        return {tile: tile_reason(rules, layout, tile) for tile in self.screen.hand}

    def _tiles(self, right: list[Tile], reasons: dict[Tile, str]) -> "_Found":
        choices = tuple(Choice(str(tile), str(tile), reasons[tile]) for tile in self.screen.hand)
        return choices, [str(tile) for tile in right], tuple(reasons[tile] for tile in right)

    def count(self) -> "_Found":
        """The count on the table."""
        slips = count_slips(self.position)
        reasons = count_reasons(self.book, self.position)
        return self._numbers(self.layout.total, reasons, slips=slips)

    def worth(self) -> "_Found":
        """What the tile set last pegged."""
        assert self.game.hand is not None and self.game.hand.play is not None
        play = self.game.hand.play
        counted = count_reasons(self.book, self.position)
        reasons = (*counted, worth_reason(self.game.rules, play.total))
        return self._numbers(play.points, reasons, is_points=True)

    def settlement(self) -> "_Found":
        """What the hand that is over came to, for the side it changed most."""
        result = self.game.result
        assert result is not None
        points = max(map(abs, result.points))
        before, last = self.transcript.entries[-2].game, self.transcript.entries[-1]
        return self._numbers(points, settled_reasons(self.book, before, last), is_points=True)

    def _numbers(
        self,
        right: int,
        reasons: tuple[str, ...],
        *,
        is_points: bool = False,
        slips: Mapping[int, str] = _NO_SLIPS,
    ) -> "_Found":
        rules = self.game.rules
        choices = tuple(
            Choice(
                str(number),
                points_told(rules, number) if is_points else str(number),
                slips.get(number, ""),
            )
            for number in self.screen.numbers
        )
        return choices, [str(right)], reasons

    def turn(self) -> "_Found":
        """Who acts next."""
        names = self.game.seating.players
        assert self.game.turn is not None
        before, last = self.transcript.entries[-2].game, self.transcript.entries[-1]
        reasons = tuple(reason.sentence for reason in why_turn(self.book, before, last))
        choices = tuple(Choice(name, name) for name in names)
        return choices, [names[self.game.turn]], reasons


#: The rule that a screen rests on; a count's depends on what lies there.
_RULES = {
    Action.END: "match",
    Action.FITTING: "match",
    Action.SCORING: "fives",
    Action.EARNING: "another-turn",
    Action.WORTH: "points",
    Action.SETTLEMENT: "settlement",
    Action.TURN: "another-turn",
}
_Found = tuple[tuple[Choice, ...], list[str], tuple[str, ...]]
_TASKS = {
    Action.END: _Reading.end,
    Action.FITTING: _Reading.fitting,
    Action.SCORING: _Reading.scoring,
    Action.EARNING: _Reading.earning,
    Action.COUNT: _Reading.count,
    Action.WORTH: _Reading.worth,
    Action.SETTLEMENT: _Reading.settlement,
    Action.TURN: _Reading.turn,
}


def _named(end: End) -> str:
    return f"{end.host}/{end.pips}"


def _refused(tile: Tile, end: End) -> str:
    return "" if end.pips in tile else f"The {tile} shows no {end.pips}."
