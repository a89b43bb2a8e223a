"""Drills on points: what the pips left are worth when a hand is over."""

from collections.abc import Iterator, Mapping, Sequence

from companion.coach.drills import rounding_steps
from companion.coach.drills.answer_reasons import describe_unit, settled_reasons
from companion.coach.drills.common_mistakes import CommonMistake, likeliest, mistake
from companion.coach.drills.practice_positions import LEVELS, play_hand, start_game
from companion.coach.drills.question import Question
from companion.coach.drills.question_key import MORE, Asking
from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry
from companion.record.statements import TilesLeft
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import unit_of, write_sum
from companion.rules.choices import Points, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.settings import Rules
from companion.rules.settlement import round_to_five
from companion.rules.tile import Tile

#: The most pips in one hand, by level, and how many hands are rounded together.
_MOST_PIPS = (19, 49, 24, 24)
_HANDS = (1, 1, 2, 3)
#: After so many hands any ending will do.
_MOST_HANDS = 200


def ask_rounding(asking: Asking) -> Question:
    """33 pips, how many pegs? One hand first, several later."""
    rules, chance, level = asking.book.rules, asking.chance, asking.key.level
    most = _MOST_PIPS[level - 1] + MORE * asking.key.is_wide
    hands = [chance.between(1, most) for _ in range(_HANDS[level - 1])]
    rounded = rounding_steps.round_hands(rules, hands)
    points = rounded // rounding_steps.pips_for_a_point(rules)
    reasons = [*rounding_reasons(rules, hands, rounded)]
    if rules.points is Points.FIFTHS:
        reasons.append(message("coach.sum", sum=f"{rounded} ÷ 5 = {points}"))
    return asking.question(
        _rounding_prompt(rules, hands),
        [points],
        reasons,
        slips=likeliest(points, _rounding_slips(asking.book, hands, points)),
        otherwise=rounding_steps.steps_reason(asking.book, len(hands)),
        sums=tuple(rounding_steps.rounding_sums(rules, tuple(hands))),
        unit="pips" if rules.points is Points.NONE else unit_of(rules),
    )


def _rounding_slips(book: Book, hands: list[int], points: int) -> Iterator[CommonMistake]:
    yield from rounding_steps.rounding_slips(book, hands)
    for at, left_out in enumerate(hands if len(hands) > 1 else ()):
        others = [*hands[:at], *hands[at + 1 :]]
        for name, seen in (("end-left-out", others), ("only-one-seen", [left_out])):
            rounded = rounding_steps.round_hands(book.rules, seen)
            number = rounded // rounding_steps.pips_for_a_point(book.rules)
            yield mistake(book, name, number, breaks="settlement", pips=left_out)
    yield from rounding_steps.far_slips(book, points, hands)


def _rounding_prompt(rules: Rules, hands: list[int]) -> Text:
    asked = "chips" if rules.points is Points.NONE else "points"
    way, pips = rounding_steps.way_to_round(rules, len(hands)), message("unit.pips", count=hands[0])
    asks = f"coach.ask.rounding.{way}.{asked}"
    return message(asks, hands=listed(hands), pips=pips, unit=describe_unit(rules))


def rounding_reasons(rules: Rules, hands: list[int], rounded: int) -> Iterator[Text]:
    """How the pips of hands are rounded one by one."""
    if rounding_steps.rounds_each(rules) and len(hands) > 1:
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


def ask_settlement(asking: Asking) -> Question:
    """A hand is over: how many points does one of the sides get?"""
    entries = _settled_hand(asking)
    game, result = entries[-1].game, entries[-1].game.result
    assert result is not None
    sides = range(len(result.points))
    side = asking.chance.one_of([each for each in sides if result.points[each]] or sides)
    left = tiles_left(entries)
    does = "lose" if game.rules.settlement is Settlement.OWN_HAND else "get"
    name, seats = game.seating.side_names[side], len(game.seating.sides[side])
    unit = describe_unit(game.rules)
    asked = message(f"coach.ask.settlement.{does}", count=seats, unit=unit, name=name)
    return asking.question(
        sentences(*_ended(game), asked),
        [abs(result.points[side])],
        _settlement_reasons(asking, entries, left),
        slips=rounding_steps.settlement_slips(asking.book, game, side, [*left.values()]),
        otherwise=rounding_steps.steps_reason(asking.book),
        hands=tuple(left.items()),
        sums=rounding_steps.settlement_sums(game, side),
        unit=unit_of(game.rules),
    )


def tiles_left(entries: Sequence[Entry]) -> dict[str, tuple[Tile, ...]]:
    """What each player has left by the record of one hand, in the order of the seats."""
    left = dict.fromkeys(entries[-1].game.seating.players, tuple[Tile, ...]())
    for _, statement, _ in entries:
        if isinstance(statement, TilesLeft):
            left[statement.player] = statement.tiles
    return left


def _settled_hand(asking: Asking) -> tuple[Entry, ...]:
    """First two players and someone going out, then three and four, at last a blocked hand."""
    level, chance = asking.key.level, asking.chance
    ending = Ending.BLOCKED if level == LEVELS else Ending.DOMINO
    for _ in range(_MOST_HANDS):
        entries = play_hand(start_game(asking.book, chance, min(level + 1, 4)), chance)
        result = entries[-1].game.result
        if result is not None and result.ending is ending and any(result.points):
            break
    return entries


def _ended(game: Game) -> Iterator[Text]:
    hand, names = game.dealt, game.seating.players
    if hand.washed_up and hand.ending is not Ending.WASHED_UP:
        washed = listed(names[seat] for seat in sorted(hand.washed_up))
        yield message("coach.ended.washed-up", names=washed)
    if hand.dominoer is not None:
        yield message("coach.ended.domino", name=names[hand.dominoer])
    else:
        washed_up = hand.ending is Ending.WASHED_UP
        yield message("coach.ended.all-washed-up" if washed_up else "coach.ended.blocked")


def _settlement_reasons(
    asking: Asking, entries: tuple[Entry, ...], left: Mapping[str, tuple[Tile, ...]]
) -> Iterator[Reason | Text]:
    *_, before, last = entries
    # If players wash up, the very last tile may end the hand.
    if not any(left.values()):
        yield message("coach.settlement.none-left")
    yield from settled_reasons(asking.book, before.game, last, left)
