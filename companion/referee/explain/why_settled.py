"""Settlements in words, and why a hand was settled so: who won it, and what that is worth."""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.i18n import Signed, Text, listed, message, sentences
from companion.record.replay import Entry
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points, write_sum, write_terms
from companion.rules.choices import PartnersBlock, Points, Rounding, Settlement, WashedUpInBlock
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import (
    HandResult,
    hands_taken,
    lowest_sides,
    pips_won,
    round_to_five,
)


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


def why_settled(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for the settlement, if this entry was the one that settled the hand."""
    hand, result = entry.hand, entry.game.result
    if result is None or before.result is not None:
        return
    match hand.ending:
        case Ending.TARGET:
            return
        case Ending.DOMINO:
            assert hand.dominoer is not None
            side = hand.seating.side_names[hand.seating.side_of[hand.dominoer]]
            yield book.reason("domino", message("why.hand-won-by", side=side))
        case Ending.WASHED_UP:
            yield book.reason("all-washed-up", message("why.nobody-won"))
        case Ending.BLOCKED if book.rules.shows_hands:
            yield from _why_lowest(book, hand)
    yield from _why_worth(book, entry.game, hand, result)


def _why_lowest(book: Book, hand: Hand) -> Iterator[Reason]:
    winners = lowest_sides(hand)
    lowest = listed(hand.seating.side_names[side] for side in winners)
    pips_left = [pips or 0 for pips in hand.pips_left]
    by_hand = hand.seating.has_partners and hand.rules.partners_block is PartnersBlock.HAND
    fewest = _lowest_hands(hand, winners) if by_hand else lowest
    left = message("why.lowest", left=_amounts(hand.seating.players, pips_left), lowest=fewest)
    yield book.reason("lowest-wins", left, amounts=pips_left)
    if hand.seating.has_partners:
        yield book.reason("partners-block", _describe_partners(hand))
    if hand.washed_up:
        yield book.reason("washed-up-in-block", _describe_washed_up(hand))
    # If everyone loses their own hands, a tie changes nothing.
    if len(winners) > 1 and book.rules.settlement is not Settlement.OWN_HAND:
        yield book.reason("tied-block", message("why.tied-for-lowest", sides=lowest))


def _lowest_hands(hand: Hand, winners: tuple[int, ...]) -> Text:
    """Whose single hands were the lowest."""
    out = () if hand.rules.washed_up_in_block is WashedUpInBlock.COUNTS else hand.washed_up
    seats = [each for side in winners for each in hand.seating.sides[side] if each not in out]
    pips = [hand.pips_left[seat] or 0 for seat in seats]
    names = [hand.seating.players[seat] for seat in seats]
    return listed(name for name, each in zip(names, pips, strict=True) if each == min(pips))


def _amounts(names: Iterable[str], amounts: Iterable[int]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))


def _describe_washed_up(hand: Hand) -> Text:
    players = [hand.seating.players[seat] for seat in sorted(hand.washed_up)]
    return message("why.were-washed-up", players=listed(players))


def _describe_partners(hand: Hand) -> Text:
    if hand.rules.partners_block is PartnersBlock.HAND:
        return message("why.hands-one-by-one")
    sums = (sum(hand.pips_left[seat] or 0 for seat in seats) for seats in hand.seating.sides)
    return message("why.partners-together", sums=_amounts(hand.seating.side_names, sums))


def _why_worth(book: Book, game: Game, hand: Hand, result: HandResult) -> Iterator[Reason]:
    settlement = book.rules.settlement
    worth = describe_settlement(game) or message(
        "why.going-out-is-one-score" if is_one_score(game) else "why.nobody-gains"
    )
    if settlement is Settlement.CHIPS:
        worth = sentences(*_describe_chips(hand, result), worth)
    yield book.reason("settlement", worth, amounts=earned_by(result))
    match settlement:
        case Settlement.WINNER_TAKES | Settlement.DIFFERENCE:
            yield from _why_taken(book, hand, result)
        case Settlement.OWN_HAND:
            left = zip(hand.seating.players, hand.pips_left, strict=True)
            lost = {name: pips for name, pips in left if pips is not None}
            own = message("why.own-hands-rounded")
            yield book.reason("own-hands", own, amounts=map(round_to_five, lost.values()))
            yield from _nearest_five(book, lost.items())
    if any(earned_by(result)) and settlement not in (Settlement.CHIPS, Settlement.ONE_POINT):
        fifths = book.rules.points is Points.FIFTHS
        divided = message("why.pips-in-fifths" if fifths else "why.pips-whole")
        yield book.reason("points", divided)
    yield from _why_disregarded(book, game, result)


def _why_disregarded(book: Book, game: Game, result: HandResult) -> Iterator[Reason]:
    """Why a side does not get the points of a settlement."""
    if is_one_score(game):
        yield book.reason("target-reached", message("why.going-out-disregarded"))
        return
    target = book.rules.target
    for side, (earned, points) in enumerate(zip(earned_by(result), result.points, strict=True)):
        terms = game.scores[side] - points, earned
        if earned > 0 and sum(terms) > target:
            name, written = game.seating.side_names[side], write_sum(terms)
            passes = message(
                "why.settlement-may-pass" if points else "why.settlement-passes-target",
                side=name,
                sum=written,
                target=target,
            )
            amounts = [*terms, sum(terms), target]
            yield book.reason("target-reached", passes, amounts=amounts)


def _why_taken(book: Book, hand: Hand, result: HandResult) -> Iterator[Reason]:
    rounded: list[int] = []
    for side in result.winners:
        taken, own = hands_taken(hand, side, result.winners), own_hands(hand, side)
        if not taken:
            continue
        name, people = hand.seating.side_names[side], len(hand.seating.sides[side])
        if book.rules.rounding is Rounding.EACH_HAND:
            parts = *map(round_to_five, taken), *(-round_to_five(pips) for pips in own)
            how = message("why.each-hand-rounded", count=people, side=name, sum=write_sum(parts))
            rounded += *taken, *own
        else:
            parts = *taken, *(-pips for pips in own)
            how = message("why.sum-rounded", count=people, side=name, sum=write_sum(parts))
            rounded.append(max(0, sum(parts)))
        if own:
            less = message("why.less-own", side=name, own=write_sum(own))
            yield book.reason("settlement", less, amounts=own)
        yield book.reason("rounding", how, amounts=[*parts, sum(parts)])
        if sum(parts) < 0:
            yield book.reason("settlement", message("why.never-below-nothing"), amounts=[0])
    yield from _nearest_five(book, (("", pips) for pips in rounded))
    if hand.seating.has_partners and rounded:
        yield book.reason("partner-spared", message("why.partner-spared"))


def _nearest_five(book: Book, hands: Iterable[tuple[str, int]]) -> Iterator[Reason]:
    """How pips were rounded, with their players if named; no reason if all end in 5 or 0."""
    rounded = {f"{who} {pips} → {round_to_five(pips)}".lstrip(): pips for who, pips in hands}
    if any(amount % 5 for amount in rounded.values()):
        sentence = message("why.rounded", amounts=listed(rounded))
        yield book.reason("nearest-five", sentence, amounts=dict.fromkeys(rounded.values()))


def _describe_chips(hand: Hand, result: HandResult) -> Iterator[Text]:
    if result.winners:
        winners = listed(hand.seating.side_names[side] for side in result.winners)
        yield message("why.won-by", sides=winners)
    if hand.washed_up:
        yield _describe_washed_up(hand)
