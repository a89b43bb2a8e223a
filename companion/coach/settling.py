"""Drills on what a hand is worth when it is over: rounding, and the settlement."""

from collections.abc import Iterator, Mapping

from companion.coach.key import Asking
from companion.coach.positions import LEVELS, play_hand, start_game
from companion.coach.question import Question
from companion.coach.reasons import describe_unit, rounding_slips, settled_reasons, wrong_answers
from companion.record.replay import Entry
from companion.record.statements import TilesLeft
from companion.referee.book import Reason
from companion.referee.words import unit_of, write_sum
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.rules import Rules
from companion.rules.settlement import hands_taken, round_to_five
from companion.rules.tile import Tile
from companion.words import Text, listed, message, sentences

#: The most pips in one hand, by level, and how many hands are rounded together.
_MOST_PIPS = (19, 49, 24, 24)
_HANDS = (1, 1, 2, 3)
#: After so many hands any ending will do.
_MOST_HANDS = 200


def ask_rounding(asking: Asking) -> Question:
    """33 pips, how many pegs? One hand first, several later."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    hands = [chance.between(1, _MOST_PIPS[level - 1]) for _ in range(_HANDS[level - 1])]
    rounded = sum(map(round_to_five, hands)) if _rounds_each(rules) else round_to_five(sum(hands))
    is_chips = rules.points is Points.NONE
    answer = rounded if is_chips else rules.worth(rounded)
    return asking.question(
        _rounding_prompt(rules, hands),
        [answer],
        _rounding_reasons(rules, hands, rounded),
        slips=wrong_answers(answer, rounding_slips(hands, _divisor(rules))),
        unit="pips" if is_chips else unit_of(rules),
    )


def _rounds_each(rules: Rules) -> bool:
    """Whether every hand is rounded by itself: own hands always are."""
    return rules.settlement is Settlement.OWN_HAND or rules.rounding is Rounding.EACH_HAND


def _divisor(rules: Rules) -> int:
    """How many pips are a point."""
    return 5 if rules.points is Points.FIFTHS else 1


def _rounding_prompt(rules: Rules, hands: list[int]) -> Text:
    asked = "chips" if rules.points is Points.NONE else "points"
    unit = describe_unit(rules)
    if len(hands) == 1:
        pips = message("unit.pips", count=hands[0])
        return message(f"coach.ask.rounding.one.{asked}", pips=pips, unit=unit)
    how = "each" if _rounds_each(rules) else "together"
    return message(f"coach.ask.rounding.{how}.{asked}", hands=listed(hands), unit=unit)


def _rounding_reasons(rules: Rules, hands: list[int], rounded: int) -> Iterator[Text]:
    if _rounds_each(rules) and len(hands) > 1:
        each = ", ".join(f"{pips} → {round_to_five(pips)}" for pips in hands)
        yield message("coach.sum", sum=each)
        yield message("coach.sum", sum=write_sum([round_to_five(pips) for pips in hands]))
    else:
        pips = sum(hands)
        if len(hands) > 1:
            yield message("coach.sum", sum=write_sum(hands))
        if over := pips % 5:
            way = "down" if over < 3 else "up"
            yield message(f"coach.rounding.{way}", pips=pips, over=over, five=rounded)
        else:
            yield message("coach.rounding.is-five", pips=pips)
    if rules.points is Points.FIFTHS:
        yield message("coach.sum", sum=f"{rounded} ÷ 5 = {rules.worth(rounded)}")


def ask_settlement(asking: Asking) -> Question:
    """A hand is over: what does it come to for one of the sides?"""
    entries = _settled_hand(asking)
    game = entries[-1].game
    assert game.result is not None
    sides = [side for side, points in enumerate(game.result.points) if points]
    side = asking.chance.one_of(sides or range(len(game.scores)))
    points = abs(game.result.points[side])
    told = [entry.statement for entry in entries if isinstance(entry.statement, TilesLeft)]
    left = dict.fromkeys(game.seating.players, ()) | {each.player: each.tiles for each in told}
    is_lost = game.rules.settlement is Settlement.OWN_HAND
    asked = message(
        "coach.ask.settlement.lose" if is_lost else "coach.ask.settlement.get",
        count=len(game.seating.sides[side]),
        unit=describe_unit(game.rules),
        name=game.seating.side_names[side],
    )
    return asking.question(
        sentences(*_ended(game), asked),
        [points],
        _settlement_reasons(asking, entries, left),
        slips=_settlement_slips(game, side, points),
        hands=tuple(left.items()),
        unit=unit_of(game.rules),
    )


def _settled_hand(asking: Asking) -> tuple[Entry, ...]:
    """Two players and a domino at first, then three and four, and a blocked hand at last."""
    level, chance = asking.key.level, asking.chance
    ending = Ending.BLOCKED if level == LEVELS else Ending.DOMINO
    for _ in range(_MOST_HANDS):
        entries = play_hand(start_game(asking.book, chance, min(level + 1, 4)), chance)
        result = entries[-1].game.result
        if result is not None and result.ending is ending and any(result.points):
            break
    return entries


def _ended(game: Game) -> Iterator[Text]:
    hand, names = game.hand, game.seating.players
    assert hand is not None
    if hand.ending is Ending.WASHED_UP:
        yield message("coach.ended.all-washed-up")
        return
    if hand.washed_up:
        washed = listed(names[seat] for seat in sorted(hand.washed_up))
        yield message("coach.ended.washed-up", names=washed)
    if hand.dominoer is not None:
        yield message("coach.ended.domino", name=names[hand.dominoer])
    else:
        yield message("coach.ended.blocked")


def _settlement_reasons(
    asking: Asking, entries: tuple[Entry, ...], left: Mapping[str, tuple[Tile, ...]]
) -> tuple[Reason | Text, ...]:
    *_, before, last = entries
    settled = settled_reasons(asking.book, before.game, last)
    if last.game.result is not None and last.game.result.ending is Ending.BLOCKED:
        return settled  # Who has the lowest pips tells everybody's.
    pips = listed(
        message("coach.settlement.has", name=name, pips=sum(tile.pips for tile in tiles))
        for name, tiles in left.items()
        if tiles
    )
    return (message("coach.settlement.pips-left", hands=pips), *settled)


def _settlement_slips(game: Game, side: int, points: int) -> dict[str, Text]:
    hand, result, rules = game.hand, game.result, game.rules
    assert hand is not None and result is not None
    if rules.settlement is Settlement.CHIPS:
        return {}
    pips = [told or 0 for told in hand.told]
    if rules.settlement is Settlement.OWN_HAND:
        counted = [pips[seat] for seat in game.seating.sides[side]]
        all_counted = message("slip.only-own-hands")
    else:
        counted = list(hands_taken(hand, side, result.winners))
        all_counted = message("slip.not-own-hands")
    everything = round_to_five(sum(pips)) // _divisor(rules), all_counted
    return wrong_answers(points, [*rounding_slips(counted, _divisor(rules)), everything])
