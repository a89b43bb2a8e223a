"""A screen of a lesson as a question: what can be tapped, which of it is right, and why."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.coach.changing import tile_reason, totals_of
from companion.coach.lessons import Action, Lesson, Screen
from companion.coach.positions import Position, positions_of
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import count_reasons, count_slips, settled_reasons, worth_reason
from companion.record.replay import Entry, replay
from companion.referee.book import Book, Reason
from companion.referee.options import options_for
from companion.referee.turns import why_turn
from companion.referee.words import describe_points
from companion.rules.game import Game
from companion.rules.layout import End, Layout
from companion.rules.tile import Tile
from companion.words import Text, listed, message

#: What can be tapped, which of it is right, and why.
_Asked = tuple[Iterable[Choice], Iterable[object], Iterable[Reason | Text]]


class _Played(NamedTuple):
    """A screen whose record is replayed: its last entry, and the game before that."""

    screen: Screen
    book: Book
    before: Game
    last: Entry
    position: Position

    @property
    def layout(self) -> Layout:
        return self.position.layout


def ask_screen(lesson: Lesson, number: int) -> Question:
    """What a screen of a lesson asks, the first being 1; any of the right choices answers it."""
    screen = lesson.screens[number - 1]
    transcript = replay(screen.record)
    assert transcript.refused is None, f"{transcript.refused} in\n{screen.record}"
    assert transcript.header is not None
    *_, before, last = transcript.entries
    position = positions_of(transcript.entries)[-1]
    played = _Played(screen, Book.of(transcript.header), before.game, last, position)
    rule, ask = _ASK[screen.action]
    choices, right, reasons = ask(played)
    return Question.by(
        played.book,
        rule or _counting_rule(position),
        lesson.prompt(number),
        right,
        reasons,
        wanted=Wanted.ONE,
        choices=choices,
        about=position,
    )


def _counting_rule(position: Position) -> str:
    """The rule about what is hardest to see."""
    if position.covered_doubles:
        return "covered-double"
    return "exposed-double" if position.free_doubles else "open-half"


def _end(played: _Played) -> _Asked:
    """The ends for a tile; an end is named by its host and its pips."""
    (tile,), layout = played.screen.hand, played.layout
    choices = [
        Choice(
            _name(end),
            message("coach.half-of", pips=end.pips, tile=end.host),
            None if end.pips in tile else message("coach.tile.shows-not", tile=tile, pips=end.pips),
        )
        for end in layout.ends
    ]
    goes = message("coach.tile.goes", tile=tile, high=tile.high, low=tile.low)
    return choices, map(_name, layout.ends_for(tile)), [goes]


def _name(end: End) -> str:
    return f"{end.host}/{end.pips}"


def _fitting(played: _Played) -> _Asked:
    """The tiles that can be set."""
    reasons = {tile: _describe_ends(played.layout, tile) for tile in played.screen.hand}
    return _tiles(reasons, played.layout.fits)


def _describe_ends(layout: Layout, tile: Tile) -> Text:
    ends = layout.ends_for(tile)
    if not ends:
        return message("coach.tile.fits-nowhere", tile=tile)
    halves = (message("coach.the-half-of", pips=end.pips, tile=end.host) for end in ends)
    return message("coach.tile.fits", tile=tile, ends=listed(halves, "or"))


def _scoring(played: _Played) -> _Asked:
    """The tiles that make a count which scores."""
    rules, layout = played.book.rules, played.layout
    reasons = {tile: tile_reason(rules, layout, tile) for tile in played.screen.hand}
    return _tiles(reasons, lambda tile: any(rules.scores(n) for _, n in totals_of(layout, tile)))


def _earning(played: _Played) -> _Asked:
    """The tiles that earn another turn."""
    rules, layout, game = played.book.rules, played.layout, played.last.game
    earning = {
        tile: any(option.again for option in options_for(game, tile)) for tile in played.screen.hand
    }
    reasons = {
        tile: message("coach.tile.double-earns", tile=tile)
        if earns and tile.is_double
        else tile_reason(rules, layout, tile)
        for tile, earns in earning.items()
    }
    return _tiles(reasons, earning.__getitem__)


def _tiles(reasons: Mapping[Tile, Text], is_right: Callable[[Tile], bool]) -> _Asked:
    right = [tile for tile in reasons if is_right(tile)]
    choices = [Choice(str(tile), tile, reason) for tile, reason in reasons.items()]
    return choices, right, [reasons[tile] for tile in right]


def _count(played: _Played) -> _Asked:
    """The count on the table."""
    slips = count_slips(played.position)
    choices = [
        Choice(str(number), number, slips.get(str(number))) for number in played.screen.numbers
    ]
    return choices, [played.layout.total], count_reasons(played.book, played.position)


def _worth(played: _Played) -> _Asked:
    """What the tile set last pegged."""
    rules, total = played.book.rules, played.layout.total
    counted = count_reasons(played.book, played.position)
    worth = rules.worth(total) if rules.scores(total) else 0
    return _points(played), [worth], (*counted, worth_reason(played.book, total))


def _settlement(played: _Played) -> _Asked:
    """What the hand that is over came to, for the side it changed most."""
    result = played.last.game.result
    assert result is not None
    reasons = settled_reasons(played.book, played.before, played.last)
    return _points(played), [max(map(abs, result.points))], reasons


def _points(played: _Played) -> list[Choice]:
    rules = played.book.rules
    return [Choice(str(each), describe_points(rules, each)) for each in played.screen.numbers]


def _turn(played: _Played) -> _Asked:
    """Who acts next."""
    game = played.last.game
    assert game.turn is not None
    names = game.seating.players
    reasons = why_turn(played.book, played.before, played.last)
    return [Choice(name, name) for name in names], [names[game.turn]], reasons


#: The rule that a screen rests on, and what asks it; a count's depends on what lies there.
_ASK: Mapping[Action, tuple[str, Callable[[_Played], _Asked]]] = {
    Action.END: ("match", _end),
    Action.FITTING: ("match", _fitting),
    Action.SCORING: ("fives", _scoring),
    Action.EARNING: ("another-turn", _earning),
    Action.COUNT: ("", _count),
    Action.WORTH: ("points", _worth),
    Action.SETTLEMENT: ("settlement", _settlement),
    Action.TURN: ("another-turn", _turn),
}
