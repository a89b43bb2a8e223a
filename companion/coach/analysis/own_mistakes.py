"""Someone's own turn that could have been better: as a puzzle, and as a one-tap question."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.coach.analysis.hand_review import ReviewedTurn
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.reply_search import replies_to
from companion.coach.analysis.surge import Aim, Surge, TurnOutcome, TurnStep, outcome_of
from companion.coach.analysis.turn_search import find_surges
from companion.coach.drills.practice_positions import PracticePosition
from companion.coach.drills.question import Choice, Question, Wanted
from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry, laid_by
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points
from companion.rules.hand import describe_tiles
from companion.rules.settings import Rules
from companion.rules.tile import Tile


class OwnTurn(NamedTuple):
    """A turn of a settled hand, `entries` after its lead, that could provably have been better."""

    book: Book
    entries: tuple[Entry, ...]
    reviewed: ReviewedTurn

    @property
    def line(self) -> int:
        """The line of its first tile."""
        return self.entries[self.reviewed.turn.number].line

    @property
    def aim(self) -> Aim:
        """What the better turn is better at."""
        if self.reviewed.closer is not None:
            return Aim.LEAVES_LEAST
        if not self.reviewed.missed:
            return Aim.LONGEST
        return Aim.BEST_TILE if self._rules.has_one_tile_turns else Aim.MOST_POINTS

    @property
    def prompt(self) -> Text:
        """What the player who held these tiles is asked."""
        best = self.reviewed.best
        points = describe_points(self._rules, best.points)
        match self.aim:
            case Aim.LONGEST:
                return message("own.find-tiles", tiles=describe_tiles(best.tiles))
            case Aim.LEAVES_LEAST if best.points:
                return message("own.leave-least", points=points)
            case Aim.LEAVES_LEAST:
                return message("own.leave-least-of-all")
        return message("own.find-points", points=points)

    @property
    def missed(self) -> Text:
        """How much was missed: points, or tiles if it cost none."""
        reviewed, rules = self.reviewed, self._rules
        if reviewed.closer is not None and reviewed.left is not None:
            less = describe_points(rules, reviewed.left.leaves - reviewed.closer.leaves)
            return message("own.left-too-much", points=less)
        if reviewed.missed:
            return message("own.missed", what=describe_points(rules, reviewed.missed))
        return message("own.missed", what=describe_tiles(reviewed.tiles_missed))

    @property
    def played(self) -> Surge:
        """The turn as it was played, with what it actually pegged."""
        turn, steps = self.reviewed.turn, list[TurnStep]()
        for number, (seat, tile, host, total, points, _, disregarded) in enumerate(turn.plays):
            before = self.entries[turn.number + number - 1].hand
            after = self.entries[turn.number + number].hand
            steps.append(
                TurnStep(tile, host, total, points, outcome_of(before, after), disregarded)
            )
            stuck = TurnOutcome.STUCK if after.held[seat] else TurnOutcome.MUST_DRAW
        if steps[-1].outcome.goes_on:
            steps[-1] = steps[-1]._replace(outcome=stuck)
        return Surge(tuple(steps))

    @property
    def puzzle(self) -> Puzzle:
        """The turn to find again, with the tiles that its player is known to have held."""
        reviewed, turn = self.reviewed, self.reviewed.turn
        held, hand = tuple(sorted(turn.known, reverse=True)), self.entries[: turn.number]
        return Puzzle(
            *(self.book.preset, self.aim, hand, held, reviewed.best, self.played, turn.first)
        )

    @property
    def question(self) -> Question | None:
        """The tile that begins the best turn; None if only a drawn one could be played."""
        turn = self.reviewed.turn
        if turn.first is not None:
            return None
        results = {tile: self._result(tile) for tile in sorted(turn.known, reverse=True)}
        why = {tile: self._why(tile, result) for tile, result in results.items()}
        goal = self._goal(self.reviewed.best)
        right = [tile for tile, each in results.items() if each and self._goal(each) >= goal]
        as_played = self.book.reason("match", self._as_played)
        # If one tile is to be tapped: who leads, and that it is the first one.
        leads = message("own.leads", name=turn.player)
        first = message("own.which-first") if self.reviewed.best.tiles > 1 else None
        return Question.by(
            self.book,
            "match",
            sentences(None if self.position else leads, self.prompt, first),
            right,
            [as_played, *(why[tile] for tile in right)],
            wanted=Wanted.ONE,
            # No rule forbids these; there is only a better one.
            allowed=frozenset(
                str(tile) for tile, each in results.items() if each and not self._rule_against(each)
            ),
            choices=[Choice(str(tile), tile, why[tile]) for tile in results],
            about=self.position,
        )

    @property
    def _as_played(self) -> Text:
        """What was played at the table, and what it scored."""
        played, rules = self.played, self._rules
        tiles = listed(step.tile for step in played.steps)
        points = describe_points(rules, played.points)
        if self.aim is Aim.LEAVES_LEAST:
            left = describe_points(rules, self.puzzle.left_by(played))
            return message("own.table-left", tiles=tiles, points=points, left=left)
        # If counts give no points, only tiles matter.
        if not rules.worth(5):
            return message("own.table-set", tiles=tiles)
        got = "got" if played.points else "got-nothing"
        return message(f"own.table-{got}", tiles=tiles, points=points)

    @property
    def _rules(self) -> Rules:
        return self.reviewed.turn.game.rules

    @property
    def position(self) -> PracticePosition | None:
        """The tiles on the table; None before the first one."""
        turn = self.reviewed.turn
        laid = laid_by(self.entries[: turn.number])
        return PracticePosition(laid, turn.hand.layout, turn.hand.layout) if laid else None

    def _result(self, tile: Tile) -> Surge | None:
        """The best turn that begins with a tile; None if it fits nowhere."""
        turn = self.reviewed.turn
        if not turn.hand.fits(tile):
            return None
        if self.aim is not Aim.LEAVES_LEAST:
            return find_surges(turn.game, turn.known, first=tile).best(self.aim)
        placed = [each for each in replies_to(turn.game, turn.known) if each.placed[0] == tile]
        best = max(
            placed, key=lambda each: (min(each.points, self.reviewed.best.points), -each.leaves)
        )
        return self.puzzle.attempt([best.placed])

    def _goal(self, surge: Surge) -> tuple[int, ...]:
        """What matters in a turn here: the more the better."""
        if self.aim is not Aim.LEAVES_LEAST:
            return (surge.reaches(self.aim),)
        return min(surge.points, self.reviewed.best.points), -self.puzzle.left_by(surge)

    def _rule_against(self, result: Surge) -> str | None:
        """The rule that makes the best turn with a tile so short or so poor; None for none."""
        if result.steps[-1].outcome is TurnOutcome.NOTHING_EARNED:
            return "another-turn"
        return "scores-on" if self.aim is Aim.BEST_TILE and not result.points else None

    def _why(self, tile: Tile, result: Surge | None) -> Reason:
        """What can follow a tile at best."""
        if result is None:
            return self.book.reason("match", message("own.fits-nowhere", tile=tile))
        rules = self._rules
        points = describe_points(rules, result.points)
        if self.aim is Aim.LEAVES_LEAST:
            left = describe_points(rules, self.puzzle.left_by(result))
            sentence = message("own.leaves", tile=tile, points=points, left=left)
        elif result.tiles == 1 and self.aim is Aim.LONGEST:
            sentence = message("own.nothing-follows", tile=tile)
        elif result.tiles == 1:
            what = "pegs" if result.points else "pegs-nothing"
            sentence = message(f"own.{what}", tile=tile, points=points)
        else:
            then = listed(step.tile for step in result.steps[1:])
            comes_to = describe_tiles(result.tiles) if self.aim is Aim.LONGEST else points
            sentence = message("own.leads-to", tile=tile, then=then, comes_to=comes_to)
        return self.book.reason(self._rule_against(result) or "match", sentence)


def better_turns(
    book: Book, entries: tuple[Entry, ...], better: tuple[ReviewedTurn, ...], player: str
) -> Iterator[OwnTurn]:
    """The turns of a hand that its player could have improved, as they were played."""
    for reviewed in sorted(better, key=lambda each: each.turn.number):
        best = [(step.tile, step.total) for step in reviewed.best.steps]
        placed = [(play.tile, play.total) for play in reviewed.turn.plays]
        # If you only forgot to call the count, you played the right tiles.
        if reviewed.turn.player == player and placed != best:
            yield OwnTurn(book, entries, reviewed)
