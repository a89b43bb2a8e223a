"""Why a hand ended and was settled so, why the game did or did not, and who leads next."""

from collections.abc import Iterable, Iterator

from companion.record.replay import Entry
from companion.record.statements import PointsRuled
from companion.referee.book import Book, Reason
from companion.referee.settled import (
    describe_settlement,
    earned_by,
    is_one_score,
    own_hands,
)
from companion.referee.words import describe_points, passes_as, seats_out, write_sum
from companion.rules.choices import (
    GameEnds,
    NextLead,
    PartnersBlock,
    PartnersOut,
    Points,
    Rounding,
    Settlement,
    TargetReached,
)
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand
from companion.rules.settlement import HandResult, hands_taken, lowest_sides, round_to_five
from companion.words import Text, listed, message, sentences


def why_ended(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the hand was over with this entry; none if it was not."""
    hand = entry.hand
    if hand.ending is None or not before.hand_is_on:
        return
    names = hand.seating.players
    match hand.ending:
        case Ending.DOMINO:
            assert hand.dominoer is not None
            yield from _why_domino(book, hand, hand.dominoer)
        case Ending.BLOCKED:
            yield book.reason("blocked", _describe_block(hand))
        case Ending.WASHED_UP:
            yield from _why_washed_up(book, hand)
        case Ending.TARGET:
            yield book.reason("game-ends", message("why.ended-unsettled"))
            return
    if hand.untold:
        left = message("why.must-tell", players=listed(names[seat] for seat in hand.untold))
        yield book.reason("all-told", left)


def _why_domino(book: Book, hand: Hand, seat: int) -> Iterator[Reason]:
    name = hand.seating.players[seat]
    yield book.reason("domino", message("why.dominoes", player=name))
    partners = [each for each in hand.seating.sides[hand.seating.side_of[seat]] if each != seat]
    if partners and book.rules.partners_out is PartnersOut.BOTH:
        partner = listed(hand.seating.players[each] for each in partners)
        both = message("why.both-out", player=name, partner=partner)
        yield book.reason("partners-out", both)


def _describe_block(hand: Hand) -> Text:
    players = [hand.seating.players[seat] for seat in hand.playing]
    if passes_as(hand) == "knock":
        return message("why.blocked-by-knocks", count=len(players), players=listed(players))
    return message("why.blocked", count=len(players), players=listed(players))


def _why_washed_up(book: Book, hand: Hand) -> Iterator[Reason]:
    names, out = hand.seating.players, seats_out(hand)
    washed_up = [names[seat] for seat in sorted(hand.washed_up)]
    if not out:
        told = message("why.all-washed-up", players=listed(washed_up))
    else:
        told = message(
            "why.washed-up-and-out",
            count=len(washed_up),
            washed_up=listed(washed_up),
            out=listed(names[seat] for seat in out),
        )
    yield book.reason("all-washed-up", told)


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
        case Ending.BLOCKED if book.rules.tells_hands:
            yield from _why_lowest(book, hand)
    yield from _why_worth(book, entry.game, hand, result)


def _why_lowest(book: Book, hand: Hand) -> Iterator[Reason]:
    winners = lowest_sides(hand)
    lowest = listed(hand.seating.side_names[side] for side in winners)
    pips_left = [pips or 0 for pips in hand.told]
    left = message("why.lowest", left=_amounts(hand.seating.players, pips_left), lowest=lowest)
    yield book.reason("lowest-wins", left, amounts=pips_left)
    if hand.seating.has_partners:
        yield book.reason("partners-block", _describe_partners(hand))
    if hand.washed_up:
        yield book.reason("washed-up-in-block", _describe_washed_up(hand))
    # Where everybody loses their own hands, a tie changes nothing.
    if len(winners) > 1 and book.rules.settlement is not Settlement.OWN_HAND:
        yield book.reason("tied-block", message("why.tied-for-lowest", sides=lowest))


def _amounts(names: Iterable[str], amounts: Iterable[int]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))


def _describe_washed_up(hand: Hand) -> Text:
    players = [hand.seating.players[seat] for seat in sorted(hand.washed_up)]
    return message("why.were-washed-up", players=listed(players))


def _describe_partners(hand: Hand) -> Text:
    if hand.rules.partners_block is PartnersBlock.HAND:
        return message("why.hands-one-by-one")
    sums = (sum(hand.told[seat] or 0 for seat in seats) for seats in hand.seating.sides)
    return message("why.partners-together", sums=_amounts(hand.seating.side_names, sums))


def _why_worth(book: Book, game: Game, hand: Hand, result: HandResult) -> Iterator[Reason]:
    settlement = book.rules.settlement
    worth = describe_settlement(game) or message("why.nobody-gains")
    if settlement is Settlement.CHIPS:
        worth = sentences(*_describe_chips(hand, result), worth)
    yield book.reason("settlement", worth, amounts=earned_by(result))
    match settlement:
        case Settlement.WINNER_TAKES | Settlement.DIFFERENCE:
            yield from _why_taken(book, hand, result)
        case Settlement.OWN_HAND:
            lost = [pips for pips in hand.told if pips is not None]
            own = message("why.own-hands-rounded")
            yield book.reason("own-hands", own, amounts=map(round_to_five, lost))
            yield from _nearest_five(book, lost)
    if any(earned_by(result)) and settlement not in (Settlement.CHIPS, Settlement.ONE_POINT):
        fifths = book.rules.points is Points.FIFTHS
        divided = message("why.pips-in-fifths" if fifths else "why.pips-whole")
        yield book.reason("points", divided)
    yield from _why_disregarded(book, game, result)


def _why_disregarded(book: Book, game: Game, result: HandResult) -> Iterator[Reason]:
    """Why a side does not get what a settlement would have given it."""
    if is_one_score(game):
        yield book.reason("target-reached", message("why.going-out-disregarded"))
        return
    target = book.rules.target
    for side, (earned, points) in enumerate(zip(earned_by(result), result.points, strict=True)):
        if earned != points:
            terms = game.scores[side], earned
            name, written = game.seating.side_names[side], write_sum(terms)
            passes = message("why.settlement-passes-target", side=name, sum=written, target=target)
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
    yield from _nearest_five(book, rounded)
    if hand.seating.has_partners and rounded:
        yield book.reason("partner-spared", message("why.partner-spared"))


def _nearest_five(book: Book, pips: Iterable[int]) -> Iterator[Reason]:
    """How these were rounded; nothing where all are fives already."""
    amounts = tuple(dict.fromkeys(pips))
    if any(amount % 5 for amount in amounts):
        rounded = listed(f"{amount} → {round_to_five(amount)}" for amount in amounts)
        sentence = message("why.rounded", amounts=rounded)
        yield book.reason("nearest-five", sentence, amounts=amounts)


def _describe_chips(hand: Hand, result: HandResult) -> Iterator[Text]:
    if result.winners:
        winners = listed(hand.seating.side_names[side] for side in result.winners)
        yield message("why.won-by", sides=winners)
    if hand.washed_up:
        yield _describe_washed_up(hand)


def why_game(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons why the game ended, or goes on though somebody has the target."""
    game = entry.game
    if game.winner is not None:
        yield from _why_won(book, entry)
        return
    highest = max(game.scores)
    if highest < book.rules.target or game.scores == before.scores:
        return
    leaders = [side for side, score in enumerate(game.scores) if score == highest]
    names = listed(game.seating.side_names[side] for side in leaders)
    if game.result is not None and len(leaders) > 1:
        tied = message("why.tied", sides=names, score=highest, target=book.rules.target)
        yield book.reason("tied-target", tied, amounts=[highest])
    elif book.rules.game_ends is GameEnds.AFTER_HAND:
        goes_on = message(
            "why.has-target-but-goes-on",
            count=sum(len(game.seating.sides[side]) for side in leaders),
            sides=names,
            score=highest,
            target=book.rules.target,
        )
        yield book.reason("game-ends", goes_on, amounts=[highest])


def _why_won(book: Book, entry: Entry) -> Iterator[Reason]:
    game = entry.game
    assert game.winner is not None
    score, target = game.scores[game.winner], book.rules.target
    has_target = message(
        "why.has-target",
        count=len(game.seating.sides[game.winner]),
        side=game.seating.side_names[game.winner],
        points=describe_points(book.rules, score),
        target=target,
    )
    yield book.reason("target", has_target, amounts=[score, target])
    if score > target and book.rules.target_reached is TargetReached.EXACTLY:
        yield book.reason("target-reached", message("why.agreed-points-may-pass"))
    if game.result is None or game.result.ending is Ending.TARGET:
        return
    if book.rules.game_ends is GameEnds.AFTER_HAND:
        reached = message("why.settled-and-ahead")
    elif isinstance(entry.statement, PointsRuled):
        reached = message("why.agreed-points-reached-it")
    else:
        reached = message("why.settlement-reached-it")
    yield book.reason("game-ends", reached, amounts=[score])


def why_next_lead(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """The reasons for who leads the next hand, once this one is settled."""
    game = entry.game
    if game.result is None or before.result is not None or game.is_over:
        return
    if game.next_leader is None:
        sentence = message("why.lots-decide-next")
    else:
        player = game.seating.players[game.next_leader]
        if book.rules.next_lead is NextLead.DOMINOER:
            sentence = message("why.dominoer-leads-next", player=player)
        else:
            leader = game.seating.players[entry.hand.leader]
            sentence = message("why.lead-goes-round", player=player, leader=leader)
    yield book.reason("next-lead", sentence)
