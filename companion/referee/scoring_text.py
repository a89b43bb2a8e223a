"""Counts, points and turns in words: what players say of them."""

from collections.abc import Sequence
from typing import Literal

from companion.i18n import Text, listed, message
from companion.rules.choices import LeadTile, Points, Settlement, Spinners
from companion.rules.game import Game
from companion.rules.hand import Ending, Hand, Play
from companion.rules.layout import Layout
from companion.rules.settings import Rules


def count_written_out(layout: Layout) -> str:
    """The count as players say it: `6 + 8 + 1 = 15`; a covered double is not named.

    Where threes score as well: `6 + 9 = 15 = 3 × 5 = 5 × 3`.
    """
    written = write_sum([end.counts for end in layout.counted_ends])
    return " = ".join((written, *write_products(layout.rules, layout.total)))


def write_products(rules: Rules, total: int) -> tuple[str, ...]:
    """A count that scores as what it is a multiple of: `3 × 5`, `5 × 3`.

    There is none where only fives score.
    """
    if not (rules.pays_threes and total):
        return ()
    return tuple(f"{total // each} × {each}" for each in rules.divisors if total % each == 0)


def write_sum(terms: Sequence[int]) -> str:
    """A sum: `6 + 8 = 14`, `12 − 5 = 7`; of one term or none only what it comes to."""
    return f"{write_terms(terms)} = {sum(terms)}" if len(terms) > 1 else str(sum(terms))


def write_terms(terms: Sequence[int]) -> str:
    """The terms of a sum without what it comes to: `6 + 8`, `12 − 5`."""
    first, *others = terms
    return "".join((str(first), *(f" {'+' if each >= 0 else '−'} {abs(each)}" for each in others)))


def describe_half(pips: int) -> Text | int:
    """A half by its pips: `6`, and `blank` for none."""
    return pips or message("half.blank")


def describe_points(rules: Rules, points: int) -> Text:
    """Points with their unit: `3 pegs`, `15 points`, `1 chip`."""
    return message(f"unit.{unit_of(rules)}", count=points)


def describe_worth(rules: Rules, total: int) -> Text:
    """What a count that scores is worth, with its unit: `3 pegs`, `3 + 5 = 8 pegs`."""
    points = describe_points(rules, rules.worth(total))
    parts = parts_of_worth(rules, total)
    return message("earned.sum", terms=write_terms(parts), points=points) if parts[1:] else points


def parts_of_worth(rules: Rules, total: int) -> tuple[int, ...]:
    """The points that a count is given for being fives, and for being threes."""
    parts = (rules.worth_by(each, total) for each in rules.divisors)
    return tuple(points for points in parts if points)


def unit_of(rules: Rules) -> str:
    """What points are called, by the name of the unit: `pegs`, `points`, `chips`."""
    if rules.settlement is Settlement.CHIPS and rules.points is Points.NONE:
        return "chips"
    return "pegs" if rules.points is Points.FIFTHS else "points"


def describe_earned(game: Game, play: Play, claim: int | None) -> Text | None:
    """What a tile pegged, or why it pegged nothing: `3 pegs`, `but it was not announced`.

    `game` is as it stands after that tile.
    """
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
    # A settlement by the same tile came after it.
    would = game.scores[side] + points - (result.points[side] if result else 0)
    if hand is not None and hand.pays_for_going_out:
        # Both are one score.
        return message("earned.going-out-disregarded", points=points, would=would + 1)
    return message("earned.disregarded", points=points, would=would)


def passes_as(hand: Hand) -> Literal["pass", "knock"]:
    """What a pass is called: a knock where nothing is drawn from the deal on."""
    return "knock" if is_knock(hand.rules, len(hand.held)) else "pass"


def is_knock(rules: Rules, seats: int) -> bool:
    """Whether a pass is called a knock: nothing is drawn from the deal on."""
    return rules.drawable_for(seats) == 0


def describe_doubles(spinners: Spinners) -> Text:
    """Which doubles branch, in a few words: `Only the first double branches`."""
    return message(f"rules.doubles.{spinners}")


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
    # Who plays on alone, and why nobody else is asked.
    if washed_up := [names[seat] for seat in sorted(hand.washed_up)]:
        can = message("turn.others-washed-up", players=listed(washed_up), can=can)
    if out := [names[seat] for seat in seats_out(hand)]:
        can = message("turn.others-out", players=listed(out), can=can)
    if hand.play is not None and hand.play.again:
        return message("turn.again", player=player), can
    return _name(player), can


def seats_out(hand: Hand) -> tuple[int, ...]:
    """The seats that went out and wait for a partner; who is washed up is none of them."""
    return tuple(
        seat
        for seat in range(len(hand.held))
        if seat not in hand.playing and seat not in hand.washed_up
    )


def _describe_choice(hand: Hand) -> Text:
    if hand.must_draw:
        return message("turn.draws-to-finish")
    if hand.has_drawn:
        return message("turn.sets-or-draws-on" if hand.drawable else "turn.sets-it-or-passes")
    if hand.play is not None and hand.play.again:
        scored = hand.rules.scores(hand.play.total)
        return message("turn.again-for-score" if scored else "turn.again-for-double")
    if not hand.layout.tiles:
        return _describe_lead(hand)
    if hand.may_draw:
        return message("turn.sets-or-draws")
    knocks = passes_as(hand) == "knock"
    return message("turn.sets-or-knocks" if knocks else "turn.sets-or-passes")


def _describe_lead(hand: Hand) -> Text:
    match hand.rules.lead_tile:
        case LeadTile.ANY:
            return message("turn.leads-any")
        case LeadTile.DOUBLE:
            return message("turn.leads-double")
    return message("turn.leads-some")


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
