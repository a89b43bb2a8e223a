"""Drills on what a hand is worth when it is over: rounding, and the settlement."""

from collections.abc import Iterator

from companion.coach.chance import Chance
from companion.coach.positions import Ground, PlayedHand, play_hand
from companion.coach.question import Key, Question, Wanted
from companion.coach.reasons import settled_reasons, unit_of
from companion.coach.slips import wrong_answers
from companion.referee.words import listed
from companion.rules.choices import Points, Rounding, Settlement
from companion.rules.game import Game
from companion.rules.hand import Ending
from companion.rules.rules import Rules
from companion.rules.settlement import hands_taken, round_to_five

#: The most pips in one hand, by level, and how many hands are rounded together.
_MOST_PIPS = (19, 49, 24, 24)
_HANDS = (1, 1, 2, 3)


def ask_rounding(key: Key, ground: Ground) -> Question:
    """33 pips, how many pegs? One hand first, several later."""
    chance = Chance(*key)
    rules = ground.rules
    hands = [chance.between(1, _MOST_PIPS[key.level - 1]) for _ in range(_HANDS[key.level - 1])]
    each = _rounds_each(rules)
    rounded = sum(map(round_to_five, hands)) if each else round_to_five(sum(hands))
    is_chips = rules.points is Points.NONE
    answer = rounded if is_chips else rules.worth(rounded)
    return Question(
        key,
        _rounding_prompt(rules, hands),
        Wanted.NUMBER,
        frozenset({str(answer)}),
        tuple(_rounding_reasons(rules, hands, rounded)),
        slips=_rounding_slips(rules, hands, answer),
        unit="pips" if is_chips else unit_of(rules),
    )


def _rounds_each(rules: Rules) -> bool:
    """Whether every hand is rounded by itself: own hands always are."""
    return rules.settlement is Settlement.OWN_HAND or rules.rounding is Rounding.EACH_HAND


def _rounding_prompt(rules: Rules, hands: list[int]) -> str:
    asked = "rounded to five" if rules.points is Points.NONE else f"how many {unit_of(rules)}"
    if len(hands) == 1:
        return f"{hands[0]} {'pip' if hands[0] == 1 else 'pips'}: {asked}?"
    how = "each hand by itself" if _rounds_each(rules) else "all hands together"
    return f"Hands of {_listed(hands)} pips, {how}: {asked}?"


def _listed(hands: list[int]) -> str:
    return f"{', '.join(map(str, hands[:-1]))} and {hands[-1]}"


def _rounding_reasons(rules: Rules, hands: list[int], rounded: int) -> Iterator[str]:
    if _rounds_each(rules) and len(hands) > 1:
        yield ", ".join(f"{pips} → {round_to_five(pips)}" for pips in hands) + "."
        yield f"{' + '.join(str(round_to_five(pips)) for pips in hands)} = {rounded}."
    else:
        pips = sum(hands)
        if len(hands) > 1:
            yield f"{' + '.join(map(str, hands))} = {pips}."
        over = pips % 5
        if over:
            way = "down" if over < 3 else "up"
            yield f"{pips} is {over} over a five, which goes {way}: {rounded}."
        else:
            yield f"{pips} is a five already."
    if rules.points is Points.FIFTHS:
        yield f"{rounded} ÷ 5 = {rules.worth(rounded)}."


def _rounding_slips(rules: Rules, hands: list[int], answer: int) -> dict[str, str]:
    pips = sum(hands)
    divisor = 5 if rules.points is Points.FIFTHS else 1
    together, apart = round_to_five(pips), sum(map(round_to_five, hands))
    other = "These hands are added first, and rounded once."
    if _rounds_each(rules):
        other = "Here each hand is rounded by itself, and then they are added."
    slips = [
        (apart // divisor, other),
        (together // divisor, other),
        (pips // 5 * 5 // divisor, "3 and 4 over go up to the next five."),
        (-(-pips // 5) * 5 // divisor, "1 and 2 over go down to the five below."),
        *_undivided(pips, divisor),
    ]
    return wrong_answers(answer, slips)


def _undivided(pips: int, divisor: int) -> Iterator[tuple[int, str]]:
    """The slips of who stops half way from pips to points."""
    if divisor == 1:
        yield pips, "Did you round to the nearest five?"
    else:
        yield round_to_five(pips), "Five pips are one peg: divide by five."
        yield pips, "Round to the nearest five first, and then divide by five."


def ask_settlement(key: Key, ground: Ground) -> Question:
    """A hand is over: what does it come to for one of the sides?"""
    chance = Chance(*key)
    played = _settled_hand(key.level, ground, chance)
    game = played.game
    assert game.result is not None
    own = game.rules.settlement is Settlement.OWN_HAND
    sides = [side for side, points in enumerate(game.result.points) if points]
    side = chance.one_of(sides or range(len(game.scores)))
    points = abs(game.result.points[side])
    name, unit = game.seating.side_names[side], unit_of(game.rules)
    does = "do" if game.seating.has_partners else "does"
    asked = f"How many {unit} {does} {name} {'lose' if own else 'get'}?"
    return Question(
        key,
        f"{_ended(game)} {_left_told(played)} {asked}",
        Wanted.NUMBER,
        frozenset({str(points)}),
        _settlement_reasons(ground, played),
        hands=tuple(zip(game.seating.players, played.left, strict=True)),
        slips=_settlement_slips(played, side, points),
        unit=unit,
    )


def _settled_hand(level: int, ground: Ground, chance: Chance) -> PlayedHand:
    """Two players and a domino at first, then three and four, and a blocked hand at last."""
    seats = min(level + 1, 4)
    ending = Ending.BLOCKED if level == 4 else Ending.DOMINO
    for _ in range(200):
        played = play_hand(ground.start(chance, seats), chance)
        result = played.game.result
        if result is not None and result.ending is ending and any(result.points):
            break
    return played


def _ended(game: Game) -> str:
    hand = game.hand
    assert hand is not None
    washed = [game.seating.players[seat] for seat in sorted(hand.washed_up)]
    out = f"Washed up: {listed(washed)}. " if washed else ""
    if hand.dominoer is not None:
        return f"{out}{game.seating.players[hand.dominoer]} dominoes."
    if hand.ending is Ending.BLOCKED:
        return f"{out}The hand is blocked."
    return "Everybody is washed up."


def _left_told(played: PlayedHand) -> str:
    names = played.game.seating.players
    return " ".join(
        f"{name} has {' '.join(map(str, tiles))}."
        for name, tiles in zip(names, played.left, strict=True)
        if tiles
    )


def _settlement_reasons(ground: Ground, played: PlayedHand) -> tuple[str, ...]:
    settled = settled_reasons(ground.book, played.entries[-2].game, played.entries[-1])
    if played.game.result is not None and played.game.result.ending is Ending.BLOCKED:
        return settled  # Who has the lowest pips tells everybody's.
    pips = [
        f"{name} has {sum(tile.pips for tile in tiles)}"
        for name, tiles in zip(played.game.seating.players, played.left, strict=True)
        if tiles
    ]
    return (f"Pips left: {listed(pips)}.", *settled)


def _settlement_slips(played: PlayedHand, side: int, points: int) -> dict[str, str]:
    game = played.game
    assert game.hand is not None and game.result is not None
    if game.rules.settlement is Settlement.CHIPS:
        return {}
    divisor = 5 if game.rules.points is Points.FIFTHS else 1
    pips = [sum(tile.pips for tile in tiles) for tiles in played.left]
    own = [pips[seat] for seat in game.seating.sides[side]]
    if game.rules.settlement is Settlement.OWN_HAND:
        counted, all_told = own, "Only the hands of that side come off its score."
    else:
        counted = list(hands_taken(game.hand, side, game.result.winners))
        all_told = "The winner's own side is not counted."
    total = sum(counted)
    together, apart = round_to_five(total), sum(map(round_to_five, counted))
    slips = [
        (together // divisor, "Here each hand is rounded by itself before they are added."),
        (apart // divisor, "Here the pips are added first, and rounded once."),
        (round_to_five(sum(pips)) // divisor, all_told),
        (total // 5 * 5 // divisor, "3 and 4 over go up to the next five."),
        (-(-total // 5) * 5 // divisor, "1 and 2 over go down to the five below."),
        *_undivided(total, divisor),
    ]
    return wrong_answers(points, slips)
