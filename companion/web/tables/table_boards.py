"""The boards: the layout on the felt, and each side with its number and its pegboard."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import url_for

from companion.i18n import Text, message
from companion.pictures.board_drawing import BoardDrawing, Marking, draw_board
from companion.record.replay import laid_by
from companion.record.statements import TileSet
from companion.referee.scoring_text import seats_out
from companion.rules.choices import TargetReached
from companion.rules.settings import Rules
from companion.rules.tile import Tile
from companion.tables.table_state import TableState
from companion.web.tables.turn_line import Picked
from companion.web.ui.side_pegs import Pegs, pegs_of, to_go

#: The words on an empty table, by what comes next there.
_BARE = ("lead", "watch", "play", "board")


class TableFelt(NamedTuple):
    """A board and its name, or the words on an empty table."""

    board: BoardDrawing | None
    label: Text | None
    #: Where a tap on a tile leads.
    links: tuple[tuple[Tile, str], ...] = ()


class SeatedPlayer(NamedTuple):
    """A player at the table: whether it is their turn, and how many tiles they hold."""

    name: str
    acts: bool
    #: None if no hand is being played.
    holds: int | None
    #: The entry by which the player was washed up, if one was.
    washed_up: int | None
    #: Whether the player went out, and is skipped until the partner is out too.
    is_out: bool = False


class SeatedSide(NamedTuple):
    """A side of the table: who sits there, its score, and its pegs."""

    place: int
    name: str
    players: tuple[SeatedPlayer, ...]
    score: int
    gained: int
    is_next: bool
    #: Exactly what it needs, once it is near.
    to_go: int | None
    pegs: Pegs


def describe_target(rules: Rules) -> Text:
    """The score that wins, and whether you must hit it exactly."""
    is_exact = rules.target_reached is TargetReached.EXACTLY
    return message("table.target-exactly" if is_exact else "table.target", target=rules.target)


def felt_of(state: TableState, picked: Picked, phase: str, *, tells: bool) -> TableFelt:
    """The felt with a tile or an end picked up; whether it `tells` what the ends count."""
    if state.is_pegs_only:
        return TableFelt(None, None)
    hand, laid, asked = state.game.hand, laid_by(state.entries), picked.counting
    if hand is None or not (laid or asked):
        return TableFelt(None, message(f"bare.{phase}") if phase in _BARE else None)
    layout = hand.layout
    if asked is not None:
        # A tile whose count is asked is on the table already.
        host = layout.end_for(asked.tile, asked.host).host if layout.tiles else asked.host
        layout, laid = layout.set_tile(asked.tile, host), (*laid, (asked.tile, host))
    marking = Marking.PLACES if tells else Marking.UNCOUNTED_PLACES
    board = draw_board(layout, laid, marking, chosen=picked.tile, on=picked.on)
    asked_about = (entry.statement for entry in state.entries if entry.line == picked.about)
    for statement in asked_about:
        # A ring is for what is asked about, whatever was played last.
        board = board._replace(last=statement.tile if isinstance(statement, TileSet) else None)
    if tells:
        links = () if phase == "board" or picked.tile or picked.on else tuple(_links(state))
        return TableFelt(board, message("felt.counted", count=len(laid), total=layout.total), links)
    return TableFelt(board, message("felt.untold", count=len(laid)))


def _links(state: TableState) -> Iterator[tuple[Tile, str]]:
    """Each tile with the address that explains its entry, unless another tap is expected there."""
    address = url_for("play.show", table_id=state.id)
    for entry in state.entries:
        if isinstance(entry.statement, TileSet):
            yield entry.statement.tile, f"{address}?about={entry.line}"


def sides_of(state: TableState, acting: int | None) -> tuple[SeatedSide, ...]:
    """The sides of a table in seat order; `acting` is the side whose turn it is."""
    game, before, names = state.game, state.before_last.scores, state.game.seating.side_names
    is_exact = game.rules.target_reached is TargetReached.EXACTLY
    players, pegs = tuple(_players(state)), pegs_of(state)
    return tuple(
        SeatedSide(
            index,
            names[index],
            tuple(players[seat] for seat in game.seating.sides[index]),
            score,
            score - before[index],
            index == acting,
            to_go(game, score) if is_exact else None,
            pegs[index],
        )
        for index, score in enumerate(game.scores)
    )


def _players(state: TableState) -> Iterator[SeatedPlayer]:
    """The players by their seats."""
    game = state.game
    # If no tiles are entered, nobody knows what is held.
    hand = None if state.is_pegs_only or game.is_over or game.awaits_lead else game.hand
    washed_up, out = _washed_up(state), seats_out(hand) if hand and game.hand_is_on else ()
    for seat, name in enumerate(game.seating.players):
        if hand is None:
            yield SeatedPlayer(name, acts=False, holds=None, washed_up=None)
        else:
            held, acts = hand.held[seat], game.turn == seat
            yield SeatedPlayer(name, acts, held, washed_up.get(seat), seat in out)


def _washed_up(state: TableState) -> dict[int, int]:
    """The players who are washed up, by seat, with the entry that did it."""
    hand, found = state.game.hand, dict[int, int]()
    if hand is not None and hand.washed_up and not state.game.awaits_lead:
        for entry in state.entries:
            for seat in entry.hand.washed_up:
                found.setdefault(seat, entry.line)
    return found
