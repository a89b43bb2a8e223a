"""Why a hand was settled as it was: who won it, and what the tiles left are worth."""

from collections.abc import Iterable, Iterator

from companion.record.replay import Entry
from companion.referee.book import Book
from companion.referee.reason import Reason
from companion.referee.words import listed, points_told, settlement_told
from companion.rules.choices import PartnersBlock, Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import HandResult, hands_taken, lowest_sides, round_to_five


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
            yield book.reason("domino", f"The hand is won by {side}.")
        case Ending.WASHED_UP:
            yield book.reason("all-washed-up", "Nobody won the hand.")
        case Ending.BLOCKED:
            yield from _why_lowest(book, hand)


def _why_lowest(book: Book, hand: Hand) -> Iterator[Reason]:
    winners = lowest_sides(hand)
    names = hand.seating.side_names
    lowest = listed(names[side] for side in winners)
    told = f"Left in the hands: {_left_told(hand)}. The lowest: {lowest}."
    yield book.reason("lowest-wins", told, amounts=[pips or 0 for pips in hand.told])
    yield book.reason("partners-block", _partners_told(book, hand))
    if hand.washed_up:
        washed = listed(hand.seating.players[seat] for seat in sorted(hand.washed_up))
        yield book.reason("washed-up-in-block", f"Washed up: {washed}.")
    if len(winners) > 1:
        told = f"{listed(names[side] for side in winners)} are tied for the lowest."
        yield book.reason("tied-block", told)


def _left_told(hand: Hand) -> str:
    return ", ".join(
        f"{name} {pips or 0}" for name, pips in zip(hand.seating.players, hand.told, strict=True)
    )


def _partners_told(book: Book, hand: Hand) -> str:
    if not hand.seating.has_partners:
        return "Nobody has a partner here, so every hand stands for itself."
    if book.rules.partners_block is PartnersBlock.HAND:
        return "The hands were compared one by one."
    sums = (
        f"{name} {sum(hand.told[seat] or 0 for seat in seats)}"
        for name, seats in zip(hand.seating.side_names, hand.seating.sides, strict=True)
    )
    return f"The partners' pips together: {', '.join(sums)}."


# What it was worth


def _why_points(book: Book, game: Game, hand: Hand, result: HandResult) -> Iterator[Reason]:
    worth = settlement_told(game) or "Nobody gets or loses anything."
    if book.rules.settlement is Settlement.CHIPS:
        worth = _chips_told(hand, result) + worth
    yield book.reason("settlement", worth, amounts=result.points)
    match book.rules.settlement:
        case Settlement.WINNER_TAKES:
            yield from _why_taken(book, hand, result)
        case Settlement.OWN_HAND:
            yield from _why_lost(book, hand)
        case Settlement.CHIPS:
            yield book.reason("rounding", "Nobody takes pips here, so nothing is rounded.")
    if any(result.points) and book.rules.settlement is not Settlement.CHIPS:
        yield _why_divided(book)


def _why_taken(book: Book, hand: Hand, result: HandResult) -> Iterator[Reason]:
    rounded: list[int] = []
    for side in result.winners:
        taken = hands_taken(hand, side, result.winners)
        if not taken:
            continue
        name = hand.seating.side_names[side]
        if book.rules.rounding is Rounding.EACH_HAND:
            parts = tuple(map(round_to_five, taken))
            told = f"Each hand that {name} takes is rounded: {_added(parts)}."
            yield book.reason("rounding", told, amounts=[*parts, sum(parts)])
            rounded += taken
        else:
            told = f"What {name} takes is added up and then rounded: {_added(taken)}."
            yield book.reason("rounding", told, amounts=[*taken, sum(taken)])
            rounded.append(sum(taken))
    if any(pips % 5 for pips in rounded):
        yield _nearest_five(book, rounded)


def _nearest_five(book: Book, pips: Iterable[int]) -> Reason:
    amounts = tuple(dict.fromkeys(pips))
    told = listed(f"{amount} → {round_to_five(amount)}" for amount in amounts)
    return book.reason("nearest-five", f"{told}.", amounts=amounts)


def _why_lost(book: Book, hand: Hand) -> Iterator[Reason]:
    lost = tuple(pips for pips in hand.told if pips is not None)
    told = "Nobody takes pips here; each hand of one's own is always rounded by itself."
    yield book.reason("rounding", told, amounts=map(round_to_five, lost))
    if any(pips % 5 for pips in lost):
        yield _nearest_five(book, lost)


def _chips_told(hand: Hand, result: HandResult) -> str:
    """Who has a chip to get, and for what."""
    told = ""
    if result.winners:
        told += f"Won by {listed(hand.seating.side_names[side] for side in result.winners)}. "
    if hand.washed_up:
        washed = listed(hand.seating.players[seat] for seat in sorted(hand.washed_up))
        told += f"Washed up: {washed}. "
    return told


def _why_divided(book: Book) -> Reason:
    if book.rules.points is Points.FIFTHS:
        return book.reason("points", "The rounded pips are divided by five, as counts are.")
    unit = points_told(book.rules, 2).partition(" ")[2]
    return book.reason("points", f"The rounded pips are {unit} as they are.")


def _added(pips: tuple[int, ...]) -> str:
    written = " + ".join(map(str, pips))
    return f"{written} = {sum(pips)}" if len(pips) > 1 else written
