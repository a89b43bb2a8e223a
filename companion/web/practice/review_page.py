"""What the pages of the review show, as ready values: a game, and one hand of it turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.coach.review import Review, ReviewedTurn, review_hand
from companion.coach.skills import DRILLS, SKILLS, Drill, Kind, SkillNote, drills_for
from companion.record.replay import laid_by
from companion.referee.words import points_told
from companion.rules.game import Game
from companion.rules.hand import tiles_told
from companion.rules.tile import Tile
from companion.tables.desk import Written
from companion.web.practice.turn_shown import ShownTurn
from companion.web.records.hand_story import HandStory, hands_of


class Lesson(NamedTuple):
    """The one thing for a player to practise: a skill, and the drill that feeds it."""

    skill: SkillNote
    kind: Kind
    drill: Drill


class Standing(NamedTuple):
    """A player in the review: what was missed, in how many turns, and what to practise."""

    player: str
    side: int
    missed: int
    turns: int
    lesson: Lesson | None


@dataclass(frozen=True)
class TurnTold:
    """A turn as it was, and a better one where there was one."""

    story: HandStory
    reviewed: ReviewedTurn

    @property
    def side(self) -> int:
        """The side of whose turn it was."""
        return self.reviewed.turn.game.seating.side_of[self.reviewed.turn.seat]

    @property
    def tiles(self) -> list[Tile]:
        """The tiles that were set."""
        return [play.tile for play in self.reviewed.turn.plays]

    @property
    def told(self) -> str:
        """What they pegged; empty where that is nothing."""
        turn = self.reviewed.turn
        return points_told(turn.game.rules, turn.points) if turn.points else ""

    @property
    def known(self) -> str:
        """Which of the player's tiles are known, in words."""
        turn = self.reviewed.turn
        assert turn.game.hand is not None
        held = tiles_told(turn.game.hand.held[turn.seat])
        if turn.knows_all:
            return f"{turn.player} held {held}:"
        return f"Of the {held} that {turn.player} held, known are:"

    @property
    def missed(self) -> str:
        """The points that were there to be had beyond those pegged; empty where none were."""
        rules, missed = self.reviewed.turn.game.rules, self.reviewed.missed
        return f"{points_told(rules, missed)} more" if missed else ""

    @cached_property
    def better(self) -> ShownTurn | None:
        """The best that the turn could have been; None where it was as good as any."""
        reviewed, turn = self.reviewed, self.reviewed.turn
        if not reviewed.sentence:
            return None
        best = reviewed.most_points if reviewed.missed else reviewed.longest
        return ShownTurn(turn.game, laid_by(self.story.entries[: turn.number]), best)


@dataclass(frozen=True)
class HandTold:
    """A hand and its review; there is none before it is settled."""

    story: HandStory

    @cached_property
    def review(self) -> Review | None:
        """Its review, looked for when it is asked for."""
        return review_hand(self.story.entries)

    @property
    def turns(self) -> list[TurnTold]:
        """The turns in order; nothing of a hand that is not settled."""
        reviewed = self.review.turns if self.review is not None else ()
        return [TurnTold(self.story, each) for each in reviewed]

    @property
    def better(self) -> int:
        """How many of them could have been better."""
        return len(self.review.better) if self.review is not None else 0

    @property
    def standings(self) -> list[Standing]:
        """The players of this hand."""
        return standings_of(self.story.before, self.review or Review(()))

    @property
    def costliest(self) -> TurnTold | None:
        """The turn that missed the most points; None where nothing was missed."""
        first = self.review.better[:1] if self.review is not None else ()
        return TurnTold(self.story, first[0]) if first and first[0].missed else None


@dataclass(frozen=True)
class ReviewPage:
    """Everything that the review of a game shows."""

    written: Written
    is_pegs_only: bool = False

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.written.header.preset.title

    @property
    def game(self) -> Game:
        """The game after the last entry that holds."""
        return self.written.game

    @cached_property
    def hands(self) -> list[HandTold]:
        """The hands, first to last."""
        return [HandTold(story) for story in hands_of(self.written.start, self.written.entries)]

    def hand(self, number: int) -> HandTold | None:
        """One hand by its number; None where there is no such hand."""
        return self.hands[number - 1] if 0 < number <= len(self.hands) else None

    @property
    def number_of_hands(self) -> int:
        """How many hands were led."""
        return len(self.hands)

    @property
    def is_told(self) -> bool:
        """Whether there is anything to tell: a hand that is settled, with its tiles entered."""
        return any(hand.turns for hand in self.hands)

    @property
    def standings(self) -> list[Standing]:
        """The players over all the hands that are settled."""
        reviews = [hand.review for hand in self.hands if hand.review is not None]
        return standings_of(
            self.written.start, Review(tuple(turn for review in reviews for turn in review.turns))
        )

    @property
    def costliest(self) -> TurnTold | None:
        """The turn of the game that missed the most points; the earliest of them."""
        found = [hand.costliest for hand in self.hands if hand.costliest is not None]
        return max(found, key=lambda turn: turn.reviewed.missed, default=None)

    @property
    def unit(self) -> str:
        """What scores are counted in: `Pegs`, `Points`, `Chips`."""
        return points_told(self.written.start.rules, 2).partition(" ")[2].capitalize()

    @property
    def has_points(self) -> bool:
        """Whether counts give points at all; where they give none, only tiles can be missed."""
        return self.written.start.rules.worth(5) > 0


def standings_of(start: Game, review: Review) -> list[Standing]:
    """What a review comes to for each player, in seat order."""
    return list(_standings(start, review))


def _standings(start: Game, review: Review) -> Iterator[Standing]:
    missed, practice = review.missed, review.practice
    for seat, player in enumerate(start.seating.players):
        turns = sum(turn.turn.player == player for turn in review.better)
        skill = practice.get(player)
        lesson = None
        if skill is not None:
            kind = drills_for(skill)[0]
            lesson = Lesson(SKILLS[skill], kind, DRILLS[kind])
        side = start.seating.side_of[seat]
        yield Standing(player, side, missed.get(player, 0), turns, lesson)
