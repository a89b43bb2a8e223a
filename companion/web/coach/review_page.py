"""What the pages of the review show, as ready values: a game, and one hand of it turn by turn."""

from collections.abc import Iterator
from typing import Any

from companion.coach.analysis.hand_review import Review, ReviewedTurn, review_hand
from companion.coach.drills.skills import drills_for
from companion.i18n import message
from companion.record.replay import cut_into_hands, laid_by
from companion.referee.scoring_text import describe_points, unit_of
from companion.rules.game import Game
from companion.tables.latest_records import ReplayedRecord
from companion.web.coach.surge_page import shown_turn
from companion.web.ui.hand_entries import HandStory, hand_at
from companion.web.ui.paging import cut, part_of

#: The hands that are looked through for one page: each takes as long as a tap.
_MOST_REVIEWED = 40


def game_review(record: ReplayedRecord, wanted: int | None = None) -> dict[str, Any]:
    """The review of a game: what each player missed, and the way to each hand.

    Of a long one a part, the last one where none is wanted; what was missed is of those hands.
    """
    cuts = cut_into_hands(record.entries)
    part = part_of(cut(len(cuts), _MOST_REVIEWED), wanted)
    shown = (hand_at(record.start, record.entries, at + 1, cuts[at]) for at in part.places)
    hands = [(hand, review_hand(hand.entries)) for hand in shown]
    turns = tuple(turn for _, review in hands if review is not None for turn in review.turns)
    missed = [
        (hand, turn) for hand, review in hands if review for turn in review.better if turn.missed
    ]
    # The earliest of those that missed as much.
    costliest = max(missed, key=lambda found: found[1].missed, default=None)
    return {
        "record": record,
        "part": part,
        # Nobody stands anywhere until a hand is settled with its tiles entered.
        "standings": list(_standings(record.start, Review(turns))) if turns else [],
        "unit": _unit(record.start),
        "costliest": costliest and _shown(*costliest),
        "costliest_hand": costliest and costliest[0].number,
        # None beside a hand that is not settled.
        "hands": hands,
    }


def hand_review(record: ReplayedRecord, number: int) -> dict[str, Any] | None:
    """The review of one hand, the first being 1; None where there is no such hand."""
    cuts = cut_into_hands(record.entries)
    if not 0 < number <= len(cuts):
        return None
    story = hand_at(record.start, record.entries, number, cuts[number - 1])
    found = review_hand(story.entries)
    review = found or Review(())
    return {
        "record": record,
        "story": story,
        "is_settled": found is not None,
        "turns": [_shown(story, turn) for turn in review.turns],
        "standings": list(_standings(story.before, review)),
        "unit": _unit(story.before),
        "has_next": number < len(cuts),
    }


def _shown(story: HandStory, reviewed: ReviewedTurn) -> dict[str, Any]:
    """A turn as it was, and a better one where there was one."""
    turn, rules = reviewed.turn, reviewed.turn.game.rules
    missed = message("review.more", points=describe_points(rules, reviewed.missed))
    laid = laid_by(story.entries[: turn.number])
    return {
        "reviewed": reviewed,
        "turn": turn,
        "side": turn.game.seating.side_of[turn.seat],
        "earned": describe_points(rules, turn.points) if turn.points else None,
        "missed": missed if reviewed.missed else None,
        "better": shown_turn(turn.game, laid, reviewed.best) if reviewed.sentence else None,
    }


def _unit(start: Game) -> str:
    """What scores are counted in; empty where counts give no points."""
    return unit_of(start.rules) if start.rules.worth(5) else ""


def _standings(start: Game, review: Review) -> Iterator[dict[str, Any]]:
    """For each player what was missed, in how many turns, and the skill and drill to practise."""
    for seat, player in enumerate(start.seating.players):
        skill = review.practice.get(player)
        yield {
            "player": player,
            "side": start.seating.side_of[seat],
            "missed": review.missed[player],
            "turns": sum(turn.turn.player == player for turn in review.better),
            "skill": skill,
            "drill": drills_for(skill)[0] if skill is not None else None,
        }
