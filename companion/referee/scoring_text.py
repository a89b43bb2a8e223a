"""Counts, points and turns, in the words of players."""

from collections.abc import Sequence
from typing import Literal

from companion.i18n import Text, listed, message
from companion.rules.choices import Announce, LeadTile, Points, Settlement, Spinners
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.rules.layout import Layout
from companion.rules.settings import Rules


def count_written_out(layout: Layout) -> str:
    """The count as a sum: `6 + 8 + 1 = 15`, or `6 + 9 = 15 = 3 × 5 = 5 × 3` if threes score too."""
    written = write_sum([end.counts for end in layout.counted_ends])
    return " = ".join((written, *write_products(layout.rules, layout.total)))


def write_products(rules: Rules, total: int) -> tuple[str, ...]:
    """A count as the multiples that score: `3 × 5`, `5 × 3`; none if only fives score."""
    if not (rules.pays_threes and total):
        return ()
    return tuple(f"{total // each} × {each}" for each in rules.divisors if total % each == 0)


def write_sum(terms: Sequence[int]) -> str:
    """A sum: `6 + 8 = 14`, `12 − 5 = 7`; a single term stands alone."""
    return f"{write_terms(terms)} = {sum(terms)}" if len(terms) > 1 else str(sum(terms))


def write_terms(terms: Sequence[int]) -> str:
    """The terms of a sum without its total: `6 + 8`, `12 − 5`."""
    first, *others = terms
    return "".join((str(first), *(f" {'+' if each >= 0 else '−'} {abs(each)}" for each in others)))


def describe_half(pips: int) -> Text | int:
    """A half by its pips: `6`, or `blank`."""
    return pips or message("half.blank")


def describe_points(rules: Rules, points: int) -> Text:
    """Points with their unit: `3 pegs`, `15 points`, `1 chip`."""
    return message(f"unit.{unit_of(rules)}", count=points)


def describe_worth(rules: Rules, total: int) -> Text:
    """The points for a count, with their unit: `3 pegs`, `3 + 5 = 8 pegs`."""
    points = describe_points(rules, rules.worth(total))
    parts = parts_of_worth(rules, total)
    return message("earned.sum", terms=write_terms(parts), points=points) if parts[1:] else points


def parts_of_worth(rules: Rules, total: int) -> tuple[int, ...]:
    """The points for a count as fives, and as threes."""
    parts = (rules.worth_by(each, total) for each in rules.divisors)
    return tuple(points for points in parts if points)


def unit_of(rules: Rules) -> str:
    """The unit of points: `pegs`, `points` or `chips`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        return "chips"
    return "pegs" if rules.points is Points.FIFTHS else "points"


def describe_earned(game: Game, play: Play, claim: int | None) -> Text | None:
    """What a tile scored, or why nothing; `game` is the game after it."""
    if play.points:
        return describe_worth(game.rules, play.total)
    if play.disregarded:
        return _describe_disregarded(game, play)
    if not game.rules.scores(play.total) or game.rules.credits(play.total, claim):
        return None
    if claim is None:
        return message("earned.not-announced")
    return message("earned.announced-wrongly", claim=claim)


def _describe_disregarded(game: Game, play: Play) -> Text:
    side, points = game.seating.side_of[play.seat], play.disregarded
    result, hand = game.result, game.hand
    # Without what the settlement gave, which came after the tile.
    would = game.scores[side] + points - (result.points[side] if result else 0)
    if hand is not None and hand.pays_for_going_out:
        # Both are one score.
        return message("earned.going-out-disregarded", points=points, would=would + 1)
    return message("earned.disregarded", points=points, would=would)


def the_boneyard(hand: Hand) -> Text:
    """The boneyard within a sentence, or what it is called in a game without drawing."""
    return message("proof.the-boneyard" if hand.rules.has_drawing else "audit.the-rest")


def passes_as(hand: Hand) -> Literal["pass", "knock"]:
    """What a pass is called: a knock if nothing is ever drawn."""
    return "knock" if is_knock(hand.rules, len(hand.held)) else "pass"


def is_knock(rules: Rules, seats: int) -> bool:
    """Whether a pass is called a knock, because nothing is ever drawn."""
    return rules.drawable_for(seats) == 0


def describe_doubles(spinners: Spinners) -> Text:
    """Which doubles are spinners, in a few words."""
    return message(f"rules.doubles.{spinners}")


def describe_turn(game: Game) -> tuple[Text, Text]:
    """Whose turn it is, and what they can do: `Ana again`, `one more, for the score`."""
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
    # Why some players get no turn.
    if washed_up := [names[seat] for seat in sorted(hand.washed_up)]:
        can = message("turn.others-washed-up", players=listed(washed_up), can=can)
    if out := [names[seat] for seat in seats_out(hand)]:
        can = message("turn.others-out", players=listed(out), can=can)
    if hand.play is not None and hand.play.again:
        return message("turn.again", player=player), can
    return _name(player), can


def seats_out(hand: Hand) -> tuple[int, ...]:
    """The seats that went out and wait for a partner, without those washed up."""
    return tuple(sorted({*range(len(hand.held))} - {*hand.playing} - hand.washed_up))


def _describe_choice(hand: Hand) -> Text:
    if hand.must_draw:
        return message("turn.draws-to-finish")
    if hand.has_drawn:
        return message("turn.sets-or-draws-on" if hand.drawable else "turn.sets-it-or-passes")
    if hand.play is not None and hand.play.again:
        # A count that has to be called earns nothing if it was not.
        is_called = hand.rules.announce is Announce.NO or hand.play.points or hand.play.disregarded
        scored = hand.rules.scores(hand.play.total) and is_called
        return message("turn.again-for-score" if scored else "turn.again-for-double")
    if not hand.layout.tiles:
        if hand.rules.lead_tile is LeadTile.ANY:
            return message("turn.leads-any")
        only_double = hand.rules.lead_tile is LeadTile.DOUBLE
        return message("turn.leads-double" if only_double else "turn.leads-some")
    if hand.may_draw:
        return message("turn.sets-or-draws")
    return message("turn.sets-or-knocks" if passes_as(hand) == "knock" else "turn.sets-or-passes")


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
