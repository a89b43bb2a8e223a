"""The end of a game to show to friends: at the table, on its own page, as a picture."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.i18n import Text, message
from companion.record.replay import Entry
from companion.referee.game_results import NotableTurn, best_tile, best_turn, longest_turn
from companion.referee.scoring_text import describe_points
from companion.rules.game import Game
from companion.rules.settings import Rules
from companion.stats.evening import clock_of, day_of
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.clock import now
from companion.web.security.club_guard import clubs


class Highlight(NamedTuple):
    """A turn that people will talk about, and its points."""

    name: Text
    turn: NotableTurn
    points: Text


class GameEnding(NamedTuple):
    """How a game ended, or its state so far."""

    headline: Text
    #: The game and its target.
    game_told: Text
    #: The sides with their names and scores, the best first.
    standing: Sequence[tuple[int, str, int]]
    evening: Text | None
    highlights: tuple[Highlight, ...]


def ending_of(state: TableState, written: ReplayedRecord) -> GameEnding:
    """The ending of a table with this record."""
    return GameEnding(
        describe_standing(written),
        _describe_game(written),
        standing_of(written.game),
        _describe_evening(state),
        tuple(_highlights(written.game.rules, written.entries)),
    )


def standing_of(game: Game) -> Sequence[tuple[int, str, int]]:
    """The sides with their names and scores, the best first; the winner before all."""
    sides = zip(range(len(game.scores)), game.seating.side_names, game.scores, strict=True)
    return sorted(sides, key=lambda side: (side[0] != game.winner, -side[2]))


def describe_standing(written: ReplayedRecord) -> Text:
    """Who won, or the state so far."""
    game = written.game
    names, people = game.seating.side_names, len(game.seating.sides[0])
    if not written.entries:
        return message("finish.bare")
    if game.winner is not None:
        return message("finish.wins", name=names[game.winner], count=people)
    first, second = sorted(game.scores, reverse=True)[:2]
    if first == second:
        return message("finish.level", score=first)
    ahead = describe_points(game.rules, first - second)
    return message("finish.leads", name=names[game.scores.index(first)], count=people, ahead=ahead)


def _describe_evening(state: TableState) -> Text | None:
    """The games won, most first: `Ana 2, Ben 1 tonight`; None if there was no other one."""
    winners = [*map(frozenset, clubs().tables.winners_of_day(state).values())]
    if len(winners) < 2:
        return None
    seating = state.game.seating
    told = {
        name: frozenset(seating.players[seat] for seat in seats)
        for name, seats in zip(seating.side_names, seating.sides, strict=True)
    }
    # Each for themselves, if they were not the same partners all the time.
    if not {*filter(None, winners)} <= {*told.values()}:
        told = {name: frozenset([name]) for name in seating.players}
    won = {name: sum(side <= each for each in winners) for name, side in told.items()}
    scores = [
        str(message("race.score", name=name, score=won[name]))
        for name in sorted(won, key=lambda name: -won[name])
    ]
    clock = clock_of(state.table_options.zone)
    is_now = day_of(state.opened_at, clock) == day_of(now(), clock)
    return message("evening.won" if is_now else "evening.won-then", scores=", ".join(scores))


def _describe_game(written: ReplayedRecord) -> Text:
    title, target = written.header.preset.title, written.game.rules.target
    is_over = written.game.is_over
    return message("finish.game" if is_over else "finish.so-far", game=title, target=target)


def _highlights(rules: Rules, entries: Sequence[Entry]) -> Iterator[Highlight]:
    longest, best, tile = longest_turn(entries), best_turn(entries), best_tile(entries)
    if longest is not None:
        yield Highlight(message("ending.longest"), longest, describe_points(rules, longest.points))
    # Of one tile, it is the best tile.
    if best is not None and best != longest and len(best.tiles) > 1:
        yield Highlight(message("ending.best-turn"), best, describe_points(rules, best.points))
    if tile is not None:
        yield Highlight(message("ending.best-tile"), tile, describe_points(rules, tile.points))
