"""A screen of a lesson as a question: what can be tapped, which of it is right, and why."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.coach.changing import tile_reason
from companion.coach.lesson import Action, Lesson, Screen
from companion.coach.positions import Position, positions_of
from companion.coach.question import Choice, Question, Wanted
from companion.coach.reasons import count_reasons, settled_reasons, worth_reason
from companion.coach.slips import count_slips
from companion.record.replay import Entry, replay
from companion.referee.book import Book, Reason
from companion.referee.options import options_for
from companion.referee.turns import why_turn
from companion.referee.words import describe_points
from companion.rules.game import Game
from companion.rules.layout import End, Layout
from companion.rules.rules import Rules
from companion.rules.tile import Tile
from companion.words import Text, listed, message


def ask_screen(lesson: Lesson, number: int) -> Question:
    """What a screen of a lesson asks, the first being 1, worked out by the referee."""
    screen = lesson.screens[number - 1]
    transcript = replay(screen.record)
    assert transcript.refused is None, f"{transcript.refused} in\n{screen.record}"
    assert transcript.header is not None
    entries, book = tuple(transcript.entries), Book.of(transcript.header)
    return _ASK[screen.action](
        _Played(screen, lesson.prompt(number), book, entries, positions_of(entries)[-1])
    )


class _Played(NamedTuple):
    """A screen whose record is replayed."""

    screen: Screen
    prompt: Text
    book: Book
    entries: tuple[Entry, ...]
    position: Position

    @property
    def game(self) -> Game:
        return self.entries[-1].game

    @property
    def before(self) -> Game:
        """The game before the last entry."""
        return self.entries[-2].game

    @property
    def rules(self) -> Rules:
        return self.game.rules

    @property
    def layout(self) -> Layout:
        return self.position.layout

    @property
    def rule(self) -> str:
        """The rule that the screen rests on; that of a count is about what is hardest to see."""
        counting = "exposed-double" if self.position.free_doubles else "open-half"
        if self.position.covered_doubles:
            counting = "covered-double"
        return _RULES.get(self.screen.action, counting)

    def question(
        self, choices: Iterable[Choice], answer: Iterable[object], reasons: Iterable[Reason | Text]
    ) -> Question:
        """Its question; any of the right choices answers it."""
        return Question.by(
            self.book,
            self.rule,
            self.prompt,
            answer,
            reasons,
            wanted=Wanted.ONE,
            choices=choices,
            layout=self.layout,
            placements=self.position.placements,
        )


def _end(played: _Played) -> Question:
    """The ends for a tile; an end is named by its host and its pips."""
    tile, layout = played.screen.tile, played.layout
    assert tile is not None
    choices = [
        Choice(
            _name(end),
            message("coach.half-of", pips=end.pips, tile=end.host),
            None if end.pips in tile else message("coach.tile.shows-not", tile=tile, pips=end.pips),
        )
        for end in layout.ends
    ]
    goes = message("coach.tile.goes", tile=tile, high=tile.high, low=tile.low)
    return played.question(choices, map(_name, layout.ends_for(tile)), [goes])


def _name(end: End) -> str:
    return f"{end.host}/{end.pips}"


def _fitting(played: _Played) -> Question:
    """The tiles that can be set."""
    hand = played.screen.hand
    right = [tile for tile in hand if played.layout.fits(tile)]
    return _tiles(played, right, {tile: _where(played.layout, tile) for tile in hand})


def _where(layout: Layout, tile: Tile) -> Text:
    ends = [
        message("coach.the-half-of", pips=end.pips, tile=end.host) for end in layout.ends_for(tile)
    ]
    if not ends:
        return message("coach.tile.fits-nowhere", tile=tile)
    return message("coach.tile.fits", tile=tile, ends=listed(ends, "or"))


def _scoring(played: _Played) -> Question:
    """The tiles that make a count which scores."""
    rules, layout = played.rules, played.layout
    right = [
        tile
        for tile in played.screen.hand
        if any(
            rules.scores(layout.set_tile(tile, end.host).total) for end in layout.choices_for(tile)
        )
    ]
    return _tiles(played, right, _counts(played))


def _earning(played: _Played) -> Question:
    """The tiles that earn another turn."""
    right = [
        tile
        for tile in played.screen.hand
        if any(option.again for option in options_for(played.game, tile))
    ]
    doubles: dict[Tile, Text] = {
        tile: message("coach.tile.double-earns", tile=tile) for tile in right if tile.is_double
    }
    return _tiles(played, right, _counts(played) | doubles)


def _counts(played: _Played) -> dict[Tile, Text]:
    rules, layout = played.rules, played.layout
    return {tile: tile_reason(rules, layout, tile) for tile in played.screen.hand}


def _tiles(played: _Played, right: list[Tile], reasons: Mapping[Tile, Text]) -> Question:
    choices = [Choice(str(tile), tile, reason) for tile, reason in reasons.items()]
    return played.question(choices, right, [reasons[tile] for tile in right])


def _count(played: _Played) -> Question:
    """The count on the table."""
    slips = count_slips(played.position)
    choices = [
        Choice(str(number), number, slips.get(str(number))) for number in played.screen.numbers
    ]
    reasons = count_reasons(played.book, played.position)
    return played.question(choices, [played.layout.total], reasons)


def _worth(played: _Played) -> Question:
    """What the tile set last pegged."""
    total = played.layout.total
    counted = count_reasons(played.book, played.position)
    worth = played.rules.worth(total) if played.rules.scores(total) else 0
    return _points(played, worth, (*counted, worth_reason(played.book, total)))


def _settlement(played: _Played) -> Question:
    """What the hand that is over came to, for the side it changed most."""
    result = played.game.result
    assert result is not None
    reasons = settled_reasons(played.book, played.before, played.entries[-1])
    return _points(played, max(map(abs, result.points)), reasons)


def _points(played: _Played, right: int, reasons: Iterable[Reason]) -> Question:
    rules, numbers = played.rules, played.screen.numbers
    choices = [Choice(str(number), describe_points(rules, number)) for number in numbers]
    return played.question(choices, [right], reasons)


def _turn(played: _Played) -> Question:
    """Who acts next."""
    names = played.game.seating.players
    assert played.game.turn is not None
    reasons = why_turn(played.book, played.before, played.entries[-1])
    choices = [Choice(name, name) for name in names]
    return played.question(choices, [names[played.game.turn]], reasons)


#: The rule that a screen rests on; a count's depends on what lies there.
_RULES = {
    Action.END: "match",
    Action.FITTING: "match",
    Action.SCORING: "fives",
    Action.EARNING: "another-turn",
    Action.WORTH: "points",
    Action.SETTLEMENT: "settlement",
    Action.TURN: "another-turn",
}
_ASK: Mapping[Action, Callable[[_Played], Question]] = {
    Action.END: _end,
    Action.FITTING: _fitting,
    Action.SCORING: _scoring,
    Action.EARNING: _earning,
    Action.COUNT: _count,
    Action.WORTH: _worth,
    Action.SETTLEMENT: _settlement,
    Action.TURN: _turn,
}
