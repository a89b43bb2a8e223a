"""What the page of the end shows, as ready values: the result, the race, the best turn."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from companion.pictures.race import RaceChart, draw_race
from companion.pictures.shape import Box, Point
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, TilesDrawn, TileSet, TurnPassed
from companion.referee.words import points_told
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.tile import Tile
from companion.tables.desk import Written
from companion.tables.sitting import Sitting
from companion.web.records.hand_story import HandStory, hands_of

#: Where the lines run; numbers stand left of it and below it, names to its right.
_PLOT = Box(30, 16, 234, 186)
_LABEL_COLUMNS = 9
#: A label that moved no further still stands beside the end of its line.
_NEAR = 4


@dataclass(frozen=True)
class Turn:
    """The tiles that one player set in one turn, and what they pegged."""

    who: str
    side: int
    tiles: tuple[Tile, ...]
    points: int


@dataclass(frozen=True)
class Tally:
    """What one player did in the whole game; `points` are those from counts alone."""

    who: str
    side: int
    tiles: int = 0
    points: int = 0
    drawn: int = 0
    passes: int = 0
    dominoes: int = 0


@dataclass(frozen=True)
class Runner:
    """A side's line in the race: its points, where it is marked, and its label."""

    side: int
    label: str
    score: int
    line: tuple[Point, ...]
    marks: tuple[Point, ...]
    at: Point

    @property
    def needs_key(self) -> bool:
        """Whether the label had to move so far that its line's mark is said again beside it."""
        return abs(self.at.y - self.line[-1].y) > _NEAR


@dataclass(frozen=True)
class FinishPage:
    """Everything that the page of the end shows, also of a game that is still on."""

    sitting: Sitting
    written: Written

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.written.game

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.written.header.preset.title

    @property
    def headline(self) -> str:
        """Who won, or how it stands."""
        game = self.game
        if not self.written.entries:
            return "The table is bare"
        names = game.seating.side_names
        ending = "" if game.seating.has_partners else "s"
        if game.winner is not None:
            return f"{names[game.winner]} win{ending}"
        first, second = sorted(game.scores, reverse=True)[:2]
        if first == second:
            return f"Level at {first}"
        ahead = points_told(game.rules, first - second)
        return f"{names[game.scores.index(first)]} lead{ending} by {ahead}"

    @property
    def standing(self) -> list[tuple[int, str, int]]:
        """The sides with their scores, the best first; the winner before all."""
        game = self.game
        sides = sorted(
            range(len(game.scores)), key=lambda side: (side != game.winner, -game.scores[side])
        )
        return [(side, game.seating.side_names[side], game.scores[side]) for side in sides]

    @property
    def unit(self) -> str:
        """What scores are counted in: `Pegs`, `Points`, `Chips`."""
        return points_told(self.game.rules, 2).partition(" ")[2].capitalize()

    @cached_property
    def hands(self) -> list[HandStory]:
        """The hands, first to last."""
        return list(hands_of(self.written.start, self.written.entries))

    @property
    def last_tile(self) -> Tile | None:
        """The tile set last."""
        tiles = [e.statement.tile for e in self.written.entries if isinstance(e.statement, TileSet)]
        return tiles[-1] if tiles else None

    @property
    def step(self) -> str:
        """What the race is counted in: tiles, or pegs entered without tiles."""
        return "entries" if self.sitting.is_pegs_only else "tiles set"

    @cached_property
    def race(self) -> tuple[tuple[int, ...], ...]:
        """All scores before the first tile and after each, settlements and rulings included."""
        step = PointsRuled if self.sitting.is_pegs_only else TileSet
        return race_of(self.written.start, self.written.entries, step)

    @cached_property
    def chart(self) -> RaceChart:
        """The race as a picture."""
        names = self.game.seating.side_names
        scores = [(name, [scores[side] for scores in self.race]) for side, name in enumerate(names)]
        return draw_race(scores, self.game.rules.target, _PLOT)

    @property
    def runners(self) -> list[Runner]:
        """The lines of the race, marked where a hand ended and at their end."""
        marked = [*self.hand_ends, len(self.race) - 1]
        return [
            Runner(
                side,
                shortened(line.name, _LABEL_COLUMNS),
                line.score,
                line.points,
                tuple(line.points[at] for at in marked),
                line.label,
            )
            for side, line in enumerate(self.chart.lines)
        ]

    @cached_property
    def hand_ends(self) -> list[int]:
        """After how many tiles each hand but the last one ended."""
        step = PointsRuled if self.sitting.is_pegs_only else TileSet
        ends: list[int] = []
        steps = 0
        for story in self.hands[:-1]:
            steps += sum(isinstance(entry.statement, step) for entry in story.entries)
            ends.append(steps)
        return ends

    @property
    def hand_lines(self) -> list[float]:
        """Where each hand but the last one ended, on the chart."""
        return [self.chart.lines[0].points[at].x for at in self.hand_ends]

    @property
    def described(self) -> str:
        """The race in words, for who does not see it."""
        told = ", ".join(f"{name} {score}" for _, name, score in self.standing)
        steps = len(self.race) - 1
        return f"After {steps} {self.step} in {len(self.hands)} hands, to {self.target}: {told}."

    @property
    def target(self) -> int:
        """The score that wins."""
        return self.game.rules.target

    @property
    def best_turn(self) -> Turn | None:
        """The turn with the most points, the earliest of them; None where none scored."""
        best = max(turns_of(self.written.entries), key=lambda turn: turn.points, default=None)
        return best if best is not None and best.points > 0 else None

    @property
    def best_told(self) -> str:
        """What it pegged: `11 pegs`."""
        return points_told(self.game.rules, self.best_turn.points) if self.best_turn else ""

    @property
    def tallies(self) -> list[Tally]:
        """What each player did; nothing where no tiles are entered."""
        return [] if self.sitting.is_pegs_only else tallies_of(self.written)

    @property
    def can_be_reviewed(self) -> bool:
        """Whether a hand is settled whose tiles were entered."""
        return not self.sitting.is_pegs_only and any(hand.result for hand in self.hands)

    @property
    def has_boneyard(self) -> bool:
        """Whether there is anything to draw."""
        return self.game.rules.boneyard_for(len(self.game.seating.players)) > 0


def race_of(
    start: Game, entries: Sequence[Entry], step: type[TileSet] | type[PointsRuled]
) -> tuple[tuple[int, ...], ...]:
    """The scores at the start and after each step; what follows a step counts with it."""
    race = [start.scores]
    for entry in entries:
        if isinstance(entry.statement, step):
            race.append(entry.game.scores)
        else:
            race[-1] = entry.game.scores
    return tuple(race)


def turns_of(entries: Iterable[Entry]) -> Iterator[Turn]:
    """Every turn in which a tile was set; a draw goes on with the turn."""
    turn: Turn | None = None
    goes_on = False
    for _, statement, game in entries:
        if isinstance(statement, TurnPassed | HandLed):
            goes_on = False
        if not isinstance(statement, TileSet):
            continue
        assert game.hand is not None and game.hand.play is not None
        play = game.hand.play
        if turn is None or not goes_on or turn.who != statement.player:
            if turn is not None:
                yield turn
            turn = Turn(statement.player, game.seating.side_of[play.seat], (), 0)
        turn = replace(turn, tiles=(*turn.tiles, play.tile), points=turn.points + play.points)
        goes_on = play.again
    if turn is not None:
        yield turn


def tallies_of(written: Written) -> list[Tally]:
    """What each player did, in seat order."""
    seating = written.start.seating
    tallies = {
        name: Tally(name, seating.side_of[seat]) for seat, name in enumerate(seating.players)
    }
    for _, statement, game in written.entries:
        if not isinstance(statement, TileSet | TilesDrawn | TurnPassed):
            continue
        tally = tallies[statement.player]
        match statement:
            case TileSet():
                assert game.hand is not None and game.hand.play is not None
                tally = replace(
                    tally,
                    tiles=tally.tiles + 1,
                    points=tally.points + game.hand.play.points,
                    dominoes=tally.dominoes + (game.hand.ending is Ending.DOMINO),
                )
            case TilesDrawn(_, tiles):
                tally = replace(tally, drawn=tally.drawn + tiles)
            case TurnPassed():
                tally = replace(tally, passes=tally.passes + 1)
        tallies[statement.player] = tally
    return list(tallies.values())


def shortened(name: str, columns: int) -> str:
    """A name as far as there is room for it; a wide character takes two columns."""
    taken = list(accumulate(map(_columns, name)))
    if not taken or taken[-1] <= columns:
        return name
    return name[: bisect_right(taken, columns - 1)].rstrip() + "…"


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
