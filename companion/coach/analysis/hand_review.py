"""The review of a finished hand: what each turn was, and what it could have been.

It covers only settled hands, and tiles that their player is known to have held. They played or
showed these later without drawing in between. What others held plays no part.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from companion.coach.analysis.played_turn import PlayedTurn, turns_of
from companion.coach.analysis.reply_search import Reply, replies_to, reply_to
from companion.coach.analysis.surge import Surge, TurnOutcome, TurnStep, turn_of
from companion.coach.analysis.turn_search import find_surges
from companion.coach.drills.answer_reasons import counts_of
from companion.coach.drills.skills import Skill
from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry
from companion.referee.scoring_text import describe_points
from companion.rules.errors import Refusal
from companion.rules.hand import Play, describe_tiles
from companion.rules.layout import Layout

#: A surge is worth mentioning from so many tiles on.
_A_SURGE = 2
#: What a tile leaves to answer is worth mentioning if it is so many fives more than necessary.
_FAR_LESS = 3


class ReviewedTurn(NamedTuple):
    """A turn as it was, and the best that was possible with the tiles known."""

    turn: PlayedTurn
    most_points: Surge
    longest: Surge
    #: The pegs missed, and the skill that would have found them.
    missed: int
    skill: Skill | None
    #: For a turn of one tile whose player's tiles are all known: what the tile let the next player
    #: answer, and another one that pegs as much and would have left far less.
    left: Reply | None = None
    closer: Reply | None = None

    @property
    def best(self) -> Surge:
        """The turn that would have been better."""
        if self.closer is not None:
            return turn_of(self.turn.game, [self.closer.placed])
        return self.most_points if self.missed else self.longest

    @property
    def unannounced(self) -> tuple[TurnStep, ...]:
        """The tiles that were played as the better turn begins, but without calling the count."""
        alike = zip(self.turn.plays, self._set_as_well, strict=False)
        return tuple(step for play, step in alike if play.points < step.points)

    @property
    def _set_as_well(self) -> tuple[TurnStep, ...]:
        """The steps of the better turn up to the first that was not played."""
        beside = zip(self.turn.plays, self.best.steps, strict=False)
        return tuple(step for _, step in takewhile(lambda pair: _is_alike(*pair), beside))

    @property
    def tiles_missed(self) -> int:
        """How many more tiles the longest turn would have played."""
        return max(0, self.longest.tiles - len(self.turn.plays))

    @property
    def held(self) -> Text:
        """How many tiles the player held, and whether all of them are known."""
        held, turn = "all" if self.turn.knows_all else "some", self.turn
        count, known = turn.hand.held[turn.seat], len(turn.known)
        return message(f"review.held-{held}", count=count, name=turn.player, known=known)

    @property
    def sentence(self) -> Text | None:
        """What was possible, as one sentence; None if the turn was as good as any."""
        name, tiles = self.turn.player, describe_tiles(self.best.tiles)
        if self.closer is not None and self.left is not None:
            return self._describe_closer(self.left, self.closer)
        if self.missed:
            points = describe_points(self.turn.game.rules, self.best.points)
            could = message("review.could-have-pegged", name=name, tiles=tiles, points=points)
            if self.turn.game.rules.has_one_tile_turns:
                tile = self.best.steps[0].tile
                could = message("review.better-tile", name=name, tile=tile, points=points)
            return self._describe_unannounced(could) if self.unannounced else could
        if self.turn.ending is None and self.tiles_missed and self.best.tiles >= _A_SURGE:
            return message("review.could-have-set", name=name, tiles=tiles)
        return None

    def _describe_closer(self, left: Reply, closer: Reply) -> Text:
        rules = self.turn.game.rules
        return message(
            "review.could-have-left-less",
            name=self.turn.player,
            tile=closer.placed[0],
            left=describe_points(rules, left.leaves),
            less=describe_points(rules, closer.leaves),
        )

    def _describe_unannounced(self, could: Text) -> Text:
        """The tiles played without a call, and what was possible if other tiles follow."""
        unsaid: dict[str, Any] = {
            "name": self.turn.player,
            "tiles": listed(step.tile for step in self.unannounced),
            "totals": listed(step.total for step in self.unannounced),
        }
        if self._set_as_well != self.best.steps:
            return sentences(message("review.not-announced", **unsaid), could)
        missed = describe_points(self.turn.game.rules, self.missed)
        return message("review.not-announced-and-missed", **unsaid, points=missed)


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
        """The one thing for each player to practise: the skill that cost the most points."""
        costs: dict[str, Counter[Skill]] = {}
        for each in self.turns:
            if each.skill is not None:
                costs.setdefault(each.turn.player, Counter())[each.skill] += each.missed
        # Of skills that cost the same, the one taught first.
        return {player: max(Skill, key=cost.__getitem__) for player, cost in costs.items()}


def review_hand(hand: Sequence[Entry]) -> Review | None:
    """The review of one hand, from its lead on; None if it is not settled."""
    if not hand or hand[-1].game.result is None:
        return None
    return Review(tuple(map(_review_turn, turns_of(hand))))


def _review_turn(turn: PlayedTurn) -> ReviewedTurn:
    longest, most_points = find_surges(turn.game, turn.known, first=turn.first)
    announced = _announced(turn)
    if announced.points == most_points.points:
        # No other tiles would have pegged more than these.
        most_points = announced
    missed = turn.missed(most_points.points)
    skill = _skill_missed(turn, most_points) if missed else None
    left, closer = (None, None) if missed else _closer(turn)
    return ReviewedTurn(turn, most_points, longest, missed, skill, left, closer)


def _closer(turn: PlayedTurn) -> tuple[Reply | None, Reply | None]:
    """What the one tile of a turn left to answer, and one that pegs as much and leaves far less.

    Only if everyone holds tiles is the next player one of the other side.
    """
    rules = turn.game.rules
    is_known = turn.knows_all and turn.first is None and 0 not in turn.hand.held
    if not is_known or turn.ending is not None or not rules.has_one_tile_turns:
        return None, None
    (play,) = turn.plays
    left = reply_to(turn.game, turn.known, (play.tile, play.host))
    alike = [each for each in replies_to(turn.game, turn.known) if each.points == play.points]
    closer = min(alike, key=lambda each: each.leaves, default=left)
    if left.leaves - closer.leaves < _FAR_LESS * rules.worth(5) or not rules.worth(5):
        return None, None
    return left, closer


def _announced(turn: PlayedTurn) -> Surge:
    """The turn as it was played, but with every count called; empty if it would end sooner."""
    placements = [(play.tile, play.host) for play in turn.plays]
    left = {*turn.known} - {play.tile for play in turn.plays}
    try:
        return turn_of(turn.game, placements, left=left)
    except Refusal:
        return Surge()


def _is_alike(play: Play, step: TurnStep) -> bool:
    """Whether a tile was played as the step plays it, on the same end or on an equal one."""
    return (play.tile, play.total) == (step.tile, step.total)


def _skill_missed(turn: PlayedTurn, better: Surge) -> Skill:
    """The skill for the first better tile that pegs, by what that tile changed."""
    before = turn.hand.layout
    played = [(play.tile, play.host, play.points) for play in turn.plays]
    has_parted = was_set = False
    for number, step in enumerate(better.steps):
        after = before.set_tile(step.tile, step.host)
        beside = played[number] if number < len(played) else ()
        if not has_parted and beside != (step.tile, step.host, step.points):
            has_parted = True
            # This very tile was played, but its count was not called correctly.
            was_set = beside[:2] == (step.tile, step.host)
        if has_parted and step.points:
            return _skill_of(before, after, step, was_set=was_set)
        before = after
    return Skill.MOD_FIVE_CHANGES


def _skill_of(before: Layout, after: Layout, step: TurnStep, *, was_set: bool) -> Skill:
    host = step.host
    if step.outcome is TurnOutcome.TARGET:
        return Skill.COUNTING_OUT
    if host and host.is_double and counts_of(before, host) > counts_of(after, host):
        # The tile covered the last free side of the double.
        return Skill.COVERED_SPINNERS
    if step.tile.is_double:
        return Skill.DOUBLES
    if was_set:
        return Skill.PLAIN_SUMS
    return Skill.REDUCTION if step.total < before.total else Skill.MOD_FIVE_CHANGES
