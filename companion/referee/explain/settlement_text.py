"""Settlements in words."""

from collections.abc import Iterator
from typing import Any

from companion.i18n import Signed, Text, message, sentences
from companion.referee.scoring_text import describe_points, write_terms
from companion.rules.choices import Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import HandResult, hands_taken, pips_won, round_to_five


def describe_settlement(game: Game) -> Text | None:
    """The arithmetic of the hand just settled; None if nobody gets or loses anything."""
    hand, result = game.hand, game.result
    if hand is None or result is None or result.ending is Ending.TARGET:
        return None
    parts = list(_describe_sides(game, hand, result))
    return sentences(*parts) if parts else None


def earned_by(result: HandResult) -> tuple[int, ...]:
    """What the settlement would give each side, even if that passes an exact target."""
    return result.disregarded or result.points


def own_hands(hand: Hand, side: int) -> tuple[int, ...]:
    """The pips of a winning side's own hands, if the rules take them off."""
    if hand.rules.settlement is not Settlement.DIFFERENCE:
        return ()
    own = (hand.pips_left[seat] for seat in hand.seating.sides[side])
    return tuple(pips for pips in own if pips is not None)


def is_one_score(game: Game) -> bool:
    """Whether the last tile and the point for going out were one score, which did not count."""
    hand = game.hand
    if hand is None or hand.play is None:
        return False
    return hand.pays_for_going_out and hand.play.disregarded > 0


def _describe_sides(game: Game, hand: Hand, result: HandResult) -> Iterator[Text]:
    settlement, names = hand.rules.settlement, game.seating.side_names
    earned = earned_by(result)
    if settlement is Settlement.ONE_POINT:
        if hand.ending is Ending.BLOCKED:
            yield message("settled.blocked-for-nothing")
        elif not is_one_score(game):
            one = describe_points(hand.rules, 1)
            for side in result.winners:
                people = len(game.seating.sides[side])
                yield message("settled.going-out", count=people, side=names[side], points=one)
    elif settlement in (Settlement.WINNER_TAKES, Settlement.DIFFERENCE):
        yield from (_describe_taking(hand, result, side) for side in result.winners)
    else:
        for name, points in zip(names, earned, strict=True):
            if points:
                yield message("settled.side", side=name, points=Signed(points))
    for side, name in enumerate(names):
        if earned[side] != result.points[side] and not is_one_score(game):
            would = game.scores[side] + earned[side]
            people = len(game.seating.sides[side])
            yield message("settled.disregarded", count=people, side=name, would=would)


def _describe_taking(hand: Hand, result: HandResult, side: int) -> Text:
    others, own = hands_taken(hand, side, result.winners), own_hands(hand, side)
    parts: dict[str, Any] = {
        "side": hand.seating.side_names[side],
        "points": describe_points(hand.rules, earned_by(result)[side]),
    }
    people = len(hand.seating.sides[side])
    if not others:
        return message("settled.takes-nothing", count=people, **parts)
    if hand.rules.rounding is Rounding.EACH_HAND:
        hands = {"each": _each_rounded(others)}
        if own:
            hands["own"] = _each_rounded(own)
            return message("settled.takes-each-less-own", count=people, **hands, **parts)
        return message("settled.takes-each-rounded", count=people, **hands, **parts)
    terms = (*others, *(-pips for pips in own))
    total, rounded = sum(terms), pips_won(hand.rules, others, own)
    if total < 0:
        return message("settled.nothing-more", count=people, terms=write_terms(terms), **parts)
    pips = message("unit.pips", count=total)
    if len(terms) > 1:
        pips = message("settled.sum-of-pips", count=total, terms=write_terms(terms))
    if rounded == total:
        return message("settled.takes", count=people, pips=pips, **parts)
    return message("settled.takes-rounded", count=people, pips=pips, rounded=rounded, **parts)


def _each_rounded(hands: tuple[int, ...]) -> str:
    return ", ".join(f"{pips} → {round_to_five(pips)}" for pips in hands)
