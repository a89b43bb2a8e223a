"""What the pages of the review show, as ready values: a game, and one hand of it turn by turn."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.coach.reasons import unit_of
from companion.coach.review import Review, ReviewedTurn, review_hand
from companion.coach.skills import Kind, Skill, drills_for
from companion.coach.turns import Turn
from companion.record.replay import laid_by
from companion.referee.words import describe_points
from companion.rules.game import Game
from companion.tables.service import ReplayedRecord
from companion.web.pages.coach.turn_shown import ShownTurn, shown_turn
from companion.web.pages.shared.hands import HandStory, hands_of
from companion.words import Text, message


class Standing(NamedTuple):
    """A player in the review: what was missed, in how many turns, and the skill to practise."""

    player: str
    side: int
    missed: int
    turns: int
    skill: Skill | None
    #: The drill that feeds it.
    drill: Kind | None


class ShownReview(NamedTuple):
    """A turn as it was, and a better one where there was one."""

    reviewed: ReviewedTurn
    turn: Turn
    side: int
    #: What it pegged, and how much more was there to be had; None where that is nothing.
    earned: Text | None
    missed: Text | None
    better: ShownTurn | None


class GameReview(NamedTuple):
    """Everything that the review of a game shows."""

    record: ReplayedRecord
    #: Empty until there is anything to say: a hand that is settled, with its tiles entered.
    standings: tuple[Standing, ...]
    #: What scores are counted in; empty where counts give no points.
    unit: str
    #: The turn that missed the most points, and the number of its hand.
    costliest: ShownReview | None
    costliest_hand: int
    #: The hands with their reviews; None where one is not settled.
    hands: tuple[tuple[HandStory, Review | None], ...]


class HandReview(NamedTuple):
    """Everything that the review of a hand shows."""

    record: ReplayedRecord
    story: HandStory
    is_settled: bool
    turns: tuple[ShownReview, ...]
    standings: tuple[Standing, ...]
    #: What scores are counted in; empty where counts give no points.
    unit: str
    #: Whether another hand was led after it.
    has_next: bool


def game_review(record: ReplayedRecord) -> GameReview:
    """The review of a game: what each player missed, and the way to each hand."""
    hands = tuple(
        (hand, review_hand(hand.entries)) for hand in hands_of(record.start, record.entries)
    )
    turns = tuple(turn for _, review in hands if review is not None for turn in review.turns)
    costliest, number = None, 0
    if any(turn.missed for turn in turns):
        # The earliest of those that missed as much.
        missed, story = max(
            ((turn, story) for story, review in hands if review for turn in review.better),
            key=lambda found: found[0].missed,
        )
        costliest, number = _shown(story, missed), story.number
    standings = tuple(_standings(record.start, Review(turns))) if turns else ()
    return GameReview(record, standings, _unit(record.start), costliest, number, hands)


def hand_review(record: ReplayedRecord, number: int) -> HandReview | None:
    """The review of one hand, the first being 1; None where there is no such hand."""
    stories = list(hands_of(record.start, record.entries))
    if not 0 < number <= len(stories):
        return None
    story = stories[number - 1]
    review = review_hand(story.entries)
    turns = review.turns if review is not None else ()
    return HandReview(
        record,
        story,
        review is not None,
        tuple(_shown(story, turn) for turn in turns),
        tuple(_standings(story.before, Review(turns))),
        _unit(story.before),
        number < len(stories),
    )


def _shown(story: HandStory, reviewed: ReviewedTurn) -> ShownReview:
    turn, rules = reviewed.turn, reviewed.turn.game.rules
    missed = message("review.more", points=describe_points(rules, reviewed.missed))
    laid = laid_by(story.entries[: turn.number])
    return ShownReview(
        reviewed,
        turn,
        turn.game.seating.side_of[turn.seat],
        describe_points(rules, turn.points) if turn.points else None,
        missed if reviewed.missed else None,
        shown_turn(turn.game, laid, reviewed.best) if reviewed.sentence else None,
    )


def _unit(start: Game) -> str:
    return unit_of(start.rules) if start.rules.worth(5) else ""


def _standings(start: Game, review: Review) -> Iterator[Standing]:
    """What a review comes to for each player, in seat order."""
    missed, practice, better = review.missed, review.practice, review.better
    for seat, player in enumerate(start.seating.players):
        skill = practice.get(player)
        yield Standing(
            player,
            start.seating.side_of[seat],
            missed.get(player, 0),
            sum(turn.turn.player == player for turn in better),
            skill,
            drills_for(skill)[0] if skill is not None else None,
        )
