"""What the referee says of an entry, of whose turn it is, and of a layout."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.record import statements
from companion.record.replay import Entry
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.rules.layout import Layout, Placement
from companion.rules.rules import Rules
from companion.rules.settlement import HandResult, hands_taken, round_to_five
from companion.rules.tile import Tile
from companion.words import Signed, Text, listed, message, sentences


def count_written_out(layout: Layout) -> str:
    """The count as players say it: `6 + 8 + 1 = 15`; a covered double is not named."""
    return write_sum([end.counts for end in layout.counted_ends])


def write_sum(terms: Sequence[int]) -> str:
    """A sum: `6 + 8 = 14`; of one term or none only what it comes to."""
    return f"{' + '.join(map(str, terms))} = {sum(terms)}" if len(terms) > 1 else str(sum(terms))


def describe_half(pips: int) -> Text | int:
    """A half by its pips: `6`, and `blank` for none."""
    return pips or message("half.blank")


def describe_points(rules: Rules, points: int) -> Text:
    """Points with their unit: `3 pegs`, `15 points`, `1 chip`."""
    return message(f"unit.{unit_of(rules)}", count=points)


def unit_of(rules: Rules) -> str:
    """What points are called, by the name of the unit: `pegs`, `points`, `chips`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        return "chips"
    return "pegs" if rules.points is Points.FIFTHS else "points"


def describe_entry(entry: Entry) -> Text:
    """What an entry came to, in a sentence or two."""
    game = entry.game
    match statement := entry.statement:
        case statements.TileSet():
            return _describe_set(entry, statement.claim)
        case statements.TilesDrawn(player, tiles):
            drawn = message("unit.tiles", count=tiles)
            return message("entry.draws", player=player, tiles=drawn, left=entry.hand.boneyard)
        case statements.TurnPassed(player):
            passes = message("entry.passes", player=player)
            if game.hand_is_on:
                return sentences(passes, what_next(game))
            blocked = message("entry.blocked")
            return sentences(passes, blocked, describe_settlement(game), _won(game))
        case statements.TilesLeft(player) | statements.PipsLeft(player):
            pips = message("unit.pips", count=statement.pips)
            left = message("entry.left", player=player, pips=pips)
            return sentences(left, describe_settlement(game), _won(game))
        case statements.PointsRuled(side, points, reason):
            worth = describe_points(game.rules, points)
            if reason:
                ruled = message("entry.ruling-because", points=worth, side=side, why=reason)
            else:
                ruled = message("entry.ruling", points=worth, side=side)
            return sentences(ruled, _won(game))
        case statements.HandLed(player):
            return message("entry.leads", player=player)


def what_next(game: Game) -> Text:
    """Who acts next and how: `Ana goes on.`, `Ben's turn.`, `Settle the hand.`"""
    hand, players = game.hand, game.seating.players
    if won := _won(game):
        return won
    if hand is None or game.result is not None:
        if game.next_leader is not None:
            return message("next.leads", player=players[game.next_leader])
        return message("next.lead" if hand else "next.first-lead")
    if hand.turn is None:
        return message("next.settle")
    player = players[hand.turn]
    if hand.must_draw:
        return message("next.draws", player=player)
    if hand.play is not None and hand.play.again:
        return message("next.goes-on", player=player)
    return message("next.turn", player=player)


def describe_settlement(game: Game) -> Text | None:
    """The arithmetic of the hand just settled; None where nobody gets or loses anything."""
    hand, result = game.hand, game.result
    if hand is None or result is None or result.ending is Ending.TARGET:
        return None
    if hand.rules.settlement is Settlement.WINNER_TAKES:
        parts = [_describe_taking(hand, result, side) for side in result.winners]
    else:
        parts = [
            message("settled.side", side=name, points=Signed(points))
            for name, points in zip(game.seating.side_names, result.points, strict=True)
            if points
        ]
    return sentences(*parts) if parts else None


def describe_earned(rules: Rules, play: Play, claim: int | None) -> Text | None:
    """What a tile pegged, or why it pegged nothing: `3 pegs`, `but it was not announced`."""
    if play.points:
        return describe_points(rules, play.points)
    if not rules.scores(play.total) or rules.credits(play.total, claim):
        return None
    if claim is None:
        return message("earned.not-announced")
    return message("earned.announced-wrongly", claim=claim)


def describe_turn(game: Game) -> tuple[Text, Text]:
    """Whose turn it is in a word or two, and what can be done in it or why it goes on.

    `Ana again`, `one more, for the score`; `Ana dominoes`, `what is left?`
    """
    hand, names = game.hand, game.seating.players
    if game.winner is not None:
        seats, score = game.seating.sides[game.winner], game.scores[game.winner]
        won = message("turn.won", count=len(seats), score=score)
        return _name(game.seating.side_names[game.winner]), won
    if game.awaits_lead:
        if game.next_leader is None:
            return message("turn.lead"), message("turn.who-leads")
        return _name(names[game.next_leader]), message("turn.leads-next")
    assert hand is not None
    if hand.turn is None:
        return _describe_ending(hand), message("turn.what-is-left")
    player, can = names[hand.turn], _describe_choice(hand)
    if hand.washed_up:
        # Who plays on alone, and why nobody else is asked.
        out = listed(names[seat] for seat in sorted(hand.washed_up))
        can = message("turn.others-washed-up", players=out, can=can)
    if hand.play is not None and hand.play.again:
        return message("turn.again", player=player), can
    return _name(player), can


def _describe_choice(hand: Hand) -> Text:
    if hand.must_draw:
        return message("turn.draws-to-finish")
    if hand.has_drawn:
        return message("turn.sets-or-draws-on" if hand.boneyard else "turn.sets-it-or-passes")
    if hand.play is not None and hand.play.again:
        scored = hand.rules.scores(hand.play.total)
        return message("turn.again-for-score" if scored else "turn.again-for-double")
    if not hand.layout.tiles:
        return message("turn.leads-any" if hand.must_lead else "turn.leads-some")
    return message("turn.sets-or-draws" if hand.may_draw else "turn.sets-or-passes")


def _name(name: str) -> Text:
    return message("turn.name", name=name)


def _describe_ending(hand: Hand) -> Text:
    match hand.ending:
        case Ending.DOMINO if hand.dominoer is not None:
            return message("turn.dominoes", player=hand.seating.players[hand.dominoer])
        case Ending.BLOCKED:
            return message("turn.blocked")
        case Ending.WASHED_UP:
            return message("turn.washed-up")
    return message("turn.won-game")


def _describe_set(entry: Entry, claim: int | None) -> Text:
    game, hand, play = entry.game, entry.hand, entry.play
    total, earned = count_written_out(hand.layout), describe_earned(game.rules, play, claim)
    if earned is None:
        counted = message("entry.counts", total=total)
    elif play.points:
        counted = message("entry.counts-and-earns", total=total, earned=earned)
    else:
        counted = message("entry.counts-but", total=total, but=earned)
    name = game.seating.players[play.seat]
    if hand.ending in (Ending.DOMINO, Ending.WASHED_UP):
        dominoed = hand.ending is Ending.DOMINO
        ended = message("entry.dominoes" if dominoed else "entry.all-washed-up", player=name)
        return sentences(counted, ended, describe_settlement(game), _won(game))
    washed_up = message("entry.washed-up", player=name) if play.seat in hand.washed_up else None
    return sentences(counted, washed_up, what_next(game))


def _won(game: Game) -> Text | None:
    if game.winner is None:
        return None
    seating, score = game.seating, game.scores[game.winner]
    people, side = len(seating.sides[game.winner]), seating.side_names[game.winner]
    return message("next.won", count=people, side=side, score=score)


def _describe_taking(hand: Hand, result: HandResult, side: int) -> Text:
    others = hands_taken(hand, side, result.winners)
    total = sum(others)
    rounded = round_to_five(total)
    parts: dict[str, Any] = {
        "side": hand.seating.side_names[side],
        "points": describe_points(hand.rules, result.points[side]),
    }
    people = len(hand.seating.sides[side])
    if not others:
        return message("settled.takes-nothing", count=people, **parts)
    if hand.rules.rounding is Rounding.EACH_HAND:
        each = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in others)
        return message("settled.takes-each-rounded", count=people, each=each, **parts)
    if len(others) == 1:
        pips = message("unit.pips", count=total)
    else:
        pips = message("settled.sum-of-pips", count=total, terms=" + ".join(map(str, others)))
    if rounded == total:
        return message("settled.takes", count=people, pips=pips, **parts)
    return message("settled.takes-rounded", count=people, pips=pips, rounded=rounded, **parts)


def describe_layout(laid: Iterable[Placement]) -> Text:
    """Where each tile lies, in the order in which one looks along the arms, without the count.

    `The 6-4 was led. On its 6: 6-6, 6-2, where the 2 is open. On the 6-6 also: 6-1, where the 1
    is open. Its 4 is open.`
    """
    placements = tuple(laid)
    return sentences(*_layout_arm_by_arm(placements)) if placements else message("layout.bare")


def _layout_arm_by_arm(placements: tuple[Placement, ...]) -> Iterator[Text]:
    lead = placements[0][0]
    joined: dict[Tile, list[Tile]] = {tile: [] for tile, _ in placements}
    for tile, host in placements[1:]:
        assert host is not None
        joined[host].append(tile)
    yield message("layout.lead", tile=lead)
    starts = [(lead, tile) for tile in joined[lead]]
    while starts:
        host, tile = starts.pop(0)
        arm = [tile]
        while joined[arm[-1]]:
            following, *others = joined[arm[-1]]
            # What else lies on a double begins arms of its own.
            starts += [(arm[-1], other) for other in others]
            arm.append(following)
        described = _describe_arm(arm, host)
        if not host.is_double:
            yield message("layout.on-half", half=_shared(host, tile), arm=described)
        else:
            where = "lead" if host == lead else "double"
            yield message(f"layout.on-{where}", double=host, arm=described)
    taken = {_shared(lead, tile) for tile in joined[lead]}
    match [pips for pips in lead if pips not in taken and not lead.is_double]:
        case [half]:
            yield message("layout.half-open", half=half)
        case [one, other]:
            yield message("layout.both-open", one=one, other=other)


def _describe_arm(arm: list[Tile], host: Tile) -> Text | str:
    tiles, last = ", ".join(map(str, arm)), arm[-1]
    if last.is_double:
        return tiles
    half = last.other_half(_shared(arm[-2] if len(arm) > 1 else host, last))
    return message("layout.open-arm", tiles=tiles, half=half)


def _shared(host: Tile, tile: Tile) -> int:
    return next(pips for pips in tile if pips in host)
