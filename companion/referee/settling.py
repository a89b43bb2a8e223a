"""Why a hand was settled as it was: who won it, and what the tiles left are worth."""

from collections.abc import Iterable, Iterator

from companion.record.replay import Entry
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import describe_settlement, write_sum
from companion.rules.choices import PartnersBlock, Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import HandResult, hands_taken, lowest_sides, round_to_five
from companion.words import Text, listed, message, sentences


def why_settled(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for the settlement, if this entry was the one that settled the hand."""
    game = entry.game
    if game.result is None or before.result is not None or game.hand is None:
        return
    if game.result.ending is Ending.TARGET:
        return
    yield from _why_winners(book, game.hand, game.result)
    yield from _why_points(book, game, game.hand, game.result)


# Who won


def _why_winners(book: Book, hand: Hand, result: HandResult) -> Iterator[Reason]:
    match result.ending:
        case Ending.DOMINO:
            assert hand.dominoer is not None
            side = hand.seating.side_names[hand.seating.side_of[hand.dominoer]]
            yield book.reason("domino", message("why.hand-won-by", side=side))
        case Ending.WASHED_UP:
            yield book.reason("all-washed-up", message("why.nobody-won"))
        case Ending.BLOCKED:
            yield from _why_lowest(book, hand)


def _why_lowest(book: Book, hand: Hand) -> Iterator[Reason]:
    winners = lowest_sides(hand)
    names = hand.seating.side_names
    lowest = listed(names[side] for side in winners)
    pips_left = [pips or 0 for pips in hand.told]
    left = message("why.lowest", left=_amounts(hand.seating.players, pips_left), lowest=lowest)
    yield book.reason("lowest-wins", left, amounts=pips_left)
    yield book.reason("partners-block", _describe_partners(book, hand))
    if hand.washed_up:
        yield book.reason("washed-up-in-block", _describe_washed_up(hand))
    if len(winners) > 1:
        yield book.reason("tied-block", message("why.tied-for-lowest", sides=lowest))


def _amounts(names: Iterable[str], amounts: Iterable[int]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))


def _describe_washed_up(hand: Hand) -> Text:
    players = [hand.seating.players[seat] for seat in sorted(hand.washed_up)]
    return message("why.were-washed-up", players=listed(players))


def _describe_partners(book: Book, hand: Hand) -> Text:
    if not hand.seating.has_partners:
        return message("why.nobody-has-a-partner")
    if book.rules.partners_block is PartnersBlock.HAND:
        return message("why.hands-one-by-one")
    sums = (sum(hand.told[seat] or 0 for seat in seats) for seats in hand.seating.sides)
    return message("why.partners-together", sums=_amounts(hand.seating.side_names, sums))


# What it was worth


def _why_points(book: Book, game: Game, hand: Hand, result: HandResult) -> Iterator[Reason]:
    worth = describe_settlement(game) or message("why.nobody-gains")
    if book.rules.settlement is Settlement.CHIPS:
        worth = sentences(*_describe_chips(hand, result), worth)
    yield book.reason("settlement", worth, amounts=result.points)
    match book.rules.settlement:
        case Settlement.WINNER_TAKES:
            yield from _why_taken(book, hand, result)
        case Settlement.OWN_HAND:
            yield from _why_lost(book, hand)
        case Settlement.CHIPS:
            yield book.reason("rounding", message("why.nothing-rounded"))
    if any(result.points) and book.rules.settlement is not Settlement.CHIPS:
        yield _why_divided(book)


def _why_taken(book: Book, hand: Hand, result: HandResult) -> Iterator[Reason]:
    rounded: list[int] = []
    for side in result.winners:
        taken = hands_taken(hand, side, result.winners)
        if not taken:
            continue
        name, people = hand.seating.side_names[side], len(hand.seating.sides[side])
        if book.rules.rounding is Rounding.EACH_HAND:
            parts = tuple(map(round_to_five, taken))
            each = message("why.each-hand-rounded", count=people, side=name, sum=write_sum(parts))
            yield book.reason("rounding", each, amounts=[*parts, sum(parts)])
            rounded += taken
        else:
            added = message("why.sum-rounded", count=people, side=name, sum=write_sum(taken))
            yield book.reason("rounding", added, amounts=[*taken, sum(taken)])
            rounded.append(sum(taken))
    if any(pips % 5 for pips in rounded):
        yield _nearest_five(book, rounded)


def _nearest_five(book: Book, pips: Iterable[int]) -> Reason:
    amounts = tuple(dict.fromkeys(pips))
    rounded = listed(f"{amount} → {round_to_five(amount)}" for amount in amounts)
    return book.reason("nearest-five", message("why.rounded", amounts=rounded), amounts=amounts)


def _why_lost(book: Book, hand: Hand) -> Iterator[Reason]:
    lost = tuple(pips for pips in hand.told if pips is not None)
    own = message("why.own-hands-rounded")
    yield book.reason("rounding", own, amounts=map(round_to_five, lost))
    if any(pips % 5 for pips in lost):
        yield _nearest_five(book, lost)


def _describe_chips(hand: Hand, result: HandResult) -> Iterator[Text]:
    """Who has a chip to get, and for what."""
    if result.winners:
        winners = listed(hand.seating.side_names[side] for side in result.winners)
        yield message("why.won-by", sides=winners)
    if hand.washed_up:
        yield _describe_washed_up(hand)


def _why_divided(book: Book) -> Reason:
    fifths = book.rules.points is Points.FIFTHS
    return book.reason("points", message("why.pips-in-fifths" if fifths else "why.pips-whole"))
