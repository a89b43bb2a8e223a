"""The review of a finished hand: what each turn was, and what it could have been.

It speaks only of a hand that is settled, and only of tiles that their player is known to have
held: who set or showed them later and drew nothing in between. What others held plays no part.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.coach.reasons import counts_of
from companion.coach.search import find_surges
from companion.coach.skills import Skill
from companion.coach.surge import Outcome, Step, Surge
from companion.record.replay import Entry
from companion.record.statements import TilesDrawn, TileSet, TilesLeft
from companion.referee.words import describe_points
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play, describe_tiles
from companion.rules.layout import Layout
from companion.rules.tile import Tile
from companion.words import Text, message

#: A surge is worth telling from so many tiles on.
_A_SURGE = 2


class Turn(NamedTuple):
    """Tiles set in a row by one player without a draw between them.

    `number` is the place of its first entry in the hand, `game` and `hand` are as they stood
    before it, `known` the tiles that its player is known to have held.
    """

    number: int
    game: Game
    hand: Hand
    known: tuple[Tile, ...]
    plays: tuple[Play, ...]
    #: Why the hand was over with this turn; None where it went on.
    ending: Ending | None

    @property
    def seat(self) -> int:
        """Where its player sits."""
        return self.plays[0].seat

    @property
    def player(self) -> str:
        """Whose turn it was."""
        return self.game.seating.players[self.seat]

    @property
    def first(self) -> Tile | None:
        """The tile just drawn, of which only the end was chosen; None without a draw."""
        return self.plays[0].tile if self.hand.has_drawn else None

    @property
    def points(self) -> int:
        """What the tiles set in it pegged."""
        return sum(play.points for play in self.plays)

    @property
    def knows_all(self) -> bool:
        """Whether every tile that its player held is known."""
        return len(self.known) == self.hand.held[self.seat]


def turns_of(entries: Sequence[Entry]) -> Iterator[Turn]:
    """The turns of one hand, from its lead on."""
    for number, ((*_, game), entry) in enumerate(pairwise(entries), start=1):
        hand = game.hand
        if hand is None or not isinstance(entry.statement, TileSet):
            continue
        if hand.play is None or not hand.play.again:
            rest = entries[number:]
            plays, known = tuple(_plays(rest)), tuple(_known(rest, entry.statement.player))
            after = rest[len(plays) - 1].game.hand
            yield Turn(number, game, hand, known, plays, after.ending if after else None)


def _plays(entries: Sequence[Entry]) -> Iterator[Play]:
    for entry in entries:
        play = entry.game.hand.play if entry.game.hand is not None else None
        if play is not None:
            yield play
        if play is None or not play.again:
            return


def _known(entries: Sequence[Entry], player: str) -> Iterator[Tile]:
    """The tiles that a player set or showed before the next draw of that player."""
    for entry in entries:
        match entry.statement:
            case TileSet(who, tile) if who == player:
                yield tile
            case TilesLeft(who, tiles) if who == player:
                yield from tiles
            case TilesDrawn(who) if who == player:
                return


class ReviewedTurn(NamedTuple):
    """A turn as it was, and the best that it could have been with the tiles known."""

    turn: Turn
    most_points: Surge
    longest: Surge
    #: The pegs missed, and what finding them would have taken.
    missed: int
    skill: Skill | None

    @property
    def best(self) -> Surge:
        """The turn that would have been better."""
        return self.most_points if self.missed else self.longest

    @property
    def tiles_missed(self) -> int:
        """How many more tiles the longest turn would have set."""
        return max(0, self.longest.tiles - len(self.turn.plays))

    @property
    def held(self) -> Text:
        """How many tiles the player held, and whether all of them are known."""
        held, turn = "all" if self.turn.knows_all else "some", self.turn
        return message(f"review.held-{held}", count=turn.hand.held[turn.seat], name=turn.player)

    @property
    def sentence(self) -> Text | None:
        """What could have been, as one sentence; None where the turn was as good as any."""
        name, tiles = self.turn.player, describe_tiles(self.best.tiles)
        if self.missed:
            points = describe_points(self.turn.game.rules, self.best.points)
            return message("review.could-have-pegged", name=name, tiles=tiles, points=points)
        if self.turn.ending is None and self.tiles_missed and self.best.tiles >= _A_SURGE:
            return message("review.could-have-set", name=name, tiles=tiles)
        return None


class Review(NamedTuple):
    """A settled hand, turn by turn."""

    turns: tuple[ReviewedTurn, ...]

    @property
    def better(self) -> tuple[ReviewedTurn, ...]:
        """The turns that could have been better, those that missed the most points first."""
        found = [turn for turn in self.turns if turn.sentence]
        return tuple(sorted(found, key=lambda turn: (-turn.missed, -turn.tiles_missed)))

    @property
    def missed(self) -> Counter[str]:
        """The points that each player missed, turn by turn, in pegs."""
        found = Counter[str]()
        for each in self.turns:
            found[each.turn.player] += each.missed
        return found

    @property
    def practice(self) -> dict[str, Skill]:
        """The one thing for each player to practise: the skill that cost most points."""
        costs: dict[str, Counter[Skill]] = {}
        for each in self.turns:
            if each.skill is not None:
                costs.setdefault(each.turn.player, Counter())[each.skill] += each.missed
        # Of skills that cost as much, the one taught first.
        return {player: max(Skill, key=cost.__getitem__) for player, cost in costs.items()}


def review_hand(hand: Sequence[Entry]) -> Review | None:
    """The review of one hand, from its lead on; None while it is not settled."""
    if not hand or hand[-1].game.result is None:
        return None
    return Review(tuple(map(_review_turn, turns_of(hand))))


def _review_turn(turn: Turn) -> ReviewedTurn:
    longest, most_points = find_surges(turn.game, turn.known, first=turn.first)
    # Who has won the game needs no more points.
    missed = max(0, most_points.points - turn.points) if turn.ending is not Ending.TARGET else 0
    skill = _skill_missed(turn, most_points) if missed else None
    return ReviewedTurn(turn, most_points, longest, missed, skill)


def _skill_missed(turn: Turn, better: Surge) -> Skill:
    """The skill that the first better tile takes that pegs, judged by what it changed."""
    before = turn.hand.layout
    played = [(play.tile, play.host, play.points) for play in turn.plays]
    has_parted = was_set = False
    for number, step in enumerate(better.steps):
        after = before.set_tile(step.tile, step.host)
        beside = played[number] if number < len(played) else ()
        if not has_parted and beside != (step.tile, step.host, step.points):
            has_parted = True
            # The very tile was set, but its count was not announced rightly.
            was_set = beside[:2] == (step.tile, step.host)
        if has_parted and step.points:
            return _skill_of(before, after, step, was_set=was_set)
        before = after
    return Skill.MOD_FIVE_CHANGES


def _skill_of(before: Layout, after: Layout, step: Step, *, was_set: bool) -> Skill:
    host = step.host
    if step.outcome is Outcome.TARGET:
        return Skill.COUNTING_OUT
    if host and host.is_double and counts_of(before, host) > counts_of(after, host):
        # The tile covered the last free side of the double.
        return Skill.COVERED_SPINNERS
    if step.tile.is_double:
        return Skill.DOUBLES
    if was_set:
        return Skill.PLAIN_SUMS
    return Skill.REDUCTION if step.total < before.total else Skill.MOD_FIVE_CHANGES
