"""What the screens of the lessons ask: what to tap there, what is right, and why."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.coach.drills.answer_reasons import count_reasons, settled_reasons
from companion.coach.drills.change_drills import totals_of
from companion.coach.drills.common_mistakes import CommonMistake, change_slips, count_slips
from companion.coach.drills.count_values import worth_or_nothing, worth_reason, worth_slips
from companion.coach.drills.practice_positions import PracticePosition, positions_of
from companion.coach.drills.question import Choice, Question, Wanted
from companion.coach.drills.rounding_steps import settlement_slips
from companion.coach.drills.scoring_drills import points_of_tiles, tile_reason
from companion.coach.drills.settlement_drills import tiles_left
from companion.coach.drills.target_drills import why_exact
from companion.coach.learning.lessons import Action, Lesson, Screen
from companion.i18n import Text, listed, message, sentences
from companion.record.replay import Entry, replay
from companion.referee.explain.why_and_what_if import options_for
from companion.referee.explain.why_turn import why_turn
from companion.referee.rule_book import Book, Reason
from companion.referee.scoring_text import describe_points
from companion.rules.game import Game
from companion.rules.layout import End
from companion.rules.tile import Tile

#: What to tap, what is right, and why.
_Asked = tuple[Iterable[Choice], Iterable[object], Iterable[Reason | Text]]


class _Played(NamedTuple):
    """A screen whose record is replayed: its last entry, and the game before that."""

    screen: Screen
    book: Book
    entries: tuple[Entry, ...]
    before: Game
    last: Entry
    position: PracticePosition


@lru_cache(maxsize=64)
def ask_screen(lesson: Lesson, number: int) -> Question:
    """The question of a lesson's screen, the first being 1; any of the right choices answers it."""
    screen = lesson.screens[number - 1]
    transcript = replay(screen.record)
    assert transcript.header is not None
    *_, before, last = transcript.entries
    position = positions_of(transcript.entries)[-1]
    book = Book.of(transcript.header)
    played = _Played(screen, book, transcript.entries, before.game, last, position)
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
        hands=tuple(tiles_left(played.entries).items()) if last.game.result else (),
        shown=screen.hand if screen.action is Action.END else (),
    )


def _counting_rule(position: PracticePosition) -> str:
    """The rule about what is hardest to see."""
    if position.covered_doubles:
        return "covered-double"
    return "exposed-double" if position.free_doubles else "open-half"


def _end(played: _Played) -> _Asked:
    """The ends for a tile; an end is named by its host and its pips."""
    (tile,), layout = played.screen.hand, played.position.layout
    choices = list[Choice]()
    for end in layout.ends:
        label, why = message("coach.end", pips=end.pips), None
        if end.pips not in tile:
            shows_not = message("coach.tile.shows-not", tile=tile, pips=end.pips)
            why = played.book.reason("match", shows_not)
        choices.append(Choice(_name(end), label, why, message("coach.the-end", pips=end.pips)))
    goes = message("coach.tile.goes", tile=tile, high=tile.high, low=tile.low)
    return choices, map(_name, layout.ends_for(tile)), [goes]


def _name(end: End) -> str:
    return f"{end.host}/{end.pips}"


def _fitting(played: _Played) -> _Asked:
    layout = played.position.layout

    def reason(tile: Tile) -> Reason:
        ends = layout.ends_for(tile)
        halves = [message("coach.the-half-of", pips=end.pips, tile=end.host) for end in ends]
        if not halves:
            covered = played.position.covered_doubles
            for double in (each for each in covered if each.high in tile):
                closed = message("coach.tile.closed", tile=tile, double=double)
                return played.book.reason("spinners", closed)
            return played.book.reason("match", message("coach.tile.fits-nowhere", tile=tile))
        fits = message("coach.tile.fits", tile=tile, ends=listed(halves, "or"))
        return played.book.reason("match", fits)

    return _tiles(played, layout.fits, reason)


def _scoring(played: _Played) -> _Asked:
    rules, layout = played.book.rules, played.position.layout
    return _tiles(
        played,
        lambda tile: any(rules.scores(total) for _, total in totals_of(layout, tile)),
        lambda tile: tile_reason(played.book, layout, tile),
    )


def _earning(played: _Played) -> _Asked:
    def earns(tile: Tile) -> bool:
        return any(option.again for option in options_for(played.last.game, tile))

    def reason(tile: Tile) -> Reason:
        words = tile_reason(played.book, played.position.layout, tile).sentence
        if tile.is_double and earns(tile):
            words = message("coach.tile.double-earns", tile=tile)
        return played.book.reason("another-turn", words)

    return _tiles(played, earns, reason)


def _best(played: _Played) -> _Asked:
    layout, rules = played.position.layout, played.book.rules
    points = points_of_tiles(rules, layout)
    most = max(points[tile] for tile in played.screen.hand)
    return _tiles(
        played,
        lambda tile: points[tile] == most,
        lambda tile: tile_reason(played.book, layout, tile, with_points=True),
    )


def _winning(played: _Played) -> _Asked:
    """The tile that takes its player to the target, and what every other one leads to."""
    game, layout = played.last.game, played.position.layout
    score = game.scores[game.seating.side_of[game.acting]]

    def wins(tile: Tile) -> bool:
        hosts = [host for host, _ in totals_of(layout, tile)]
        return any(game.set_tile(game.acting, tile, host).is_over for host in hosts)

    def reason(tile: Tile) -> Reason:
        totals = [total for _, total in totals_of(layout, tile) if game.rules.scores(total)]
        if not totals:
            return tile_reason(played.book, layout, tile)
        return why_exact(played.book, score, max(totals, key=game.rules.worth))

    return _tiles(played, wins, reason)


def _tiles(
    played: _Played, is_right: Callable[[Tile], bool], reason: Callable[[Tile], Reason]
) -> _Asked:
    tiles = played.screen.hand
    right = [tile for tile in tiles if is_right(tile)]
    return [Choice(str(tile), tile, reason(tile)) for tile in tiles], right, map(reason, right)


def _count(played: _Played) -> _Asked:
    book, position = played.book, played.position
    why = {value: slip.reason for value, slip in change_slips(book, position).items()}
    choices = [Choice(str(count), count, why.get(str(count))) for count in played.screen.numbers]
    return choices, [position.layout.total], count_reasons(book, position)


def _worth(played: _Played) -> _Asked:
    rules, total = played.book.rules, played.position.layout.total
    slips = {slip.number: slip for slip in worth_slips(played.book, total).values()}
    for slip in count_slips(played.book, played.position).values():
        slips.setdefault(worth_or_nothing(rules, slip.number), slip)
    reasons = *count_reasons(played.book, played.position), worth_reason(played.book, total)
    right = worth_or_nothing(rules, total)
    return _points(played, right, slips), [right], reasons


def _settlement(played: _Played) -> _Asked:
    """What the finished hand was worth, for the side that it changed most."""
    game = played.last.game
    assert game.result is not None
    points = list(map(abs, game.result.points))
    right = max(points)
    left = tiles_left(played.entries)
    slips = settlement_slips(played.book, game, points.index(right), [*left.values()])
    by_points = {slip.number: slip for slip in slips.values()}
    reasons = settled_reasons(played.book, played.before, played.last, left)
    return _points(played, right, by_points), [right], reasons


def _points(played: _Played, right: int, slips: Mapping[int, CommonMistake]) -> list[Choice]:
    why = {points: slip.reason for points, slip in slips.items() if points != right}
    return [
        Choice(str(each), describe_points(played.book.rules, each), why.get(each))
        for each in played.screen.numbers
    ]


def _turn(played: _Played) -> _Asked:
    game, names = played.last.game, played.last.game.seating.players
    *reasons, turn = why_turn(played.book, played.before, played.last)
    # What the turn depends on comes before the name of its player: first what the tile earned.
    why = Reason(reasons[-1].rule, sentences(*(reason.sentence for reason in reasons)))
    return [Choice(name, name, why) for name in names], [names[game.acting]], [why, turn]


#: The rule that a screen rests on, and what asks it; a count's rule depends on the layout.
_ASK: Mapping[Action, tuple[str, Callable[[_Played], _Asked]]] = {
    Action.END: ("match", _end),
    Action.FITTING: ("match", _fitting),
    Action.SCORING: ("scores-on", _scoring),
    Action.EARNING: ("another-turn", _earning),
    Action.BEST: ("scores-on", _best),
    Action.WINNING: ("target-reached", _winning),
    Action.COUNT: ("", _count),
    Action.WORTH: ("points", _worth),
    Action.SETTLEMENT: ("settlement", _settlement),
    Action.TURN: ("another-turn", _turn),
}
