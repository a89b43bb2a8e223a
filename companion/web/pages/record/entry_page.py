"""What the page of one entry shows, as ready values."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from companion.rules.choices import Announce
from companion.rules.game import Game
from companion.rules.tile import Tile
from companion.tables.service import ReplayedRecord
from companion.tables.state import TableState
from companion.web.pages.record.record_form import KINDS, EntryForm
from companion.web.pages.shared.hands import Line, line_of
from companion.web.pages.shared.tray import TRAY_ORDER, TrayTile
from companion.words import Text, listed, message


class EntryPage(NamedTuple):
    """One entry to be corrected, or one to be put in before it."""

    state: TableState
    title: Text
    line: Line
    form: EntryForm
    #: What can have happened there.
    kinds: tuple[str, ...]
    #: The tiles not on the table by then, in their places.
    tray: tuple[TrayTile, ...]
    #: The tiles that had an open end then, and what each showed.
    hosts: tuple[tuple[Tile, Text], ...]
    #: Whether a count had to be announced.
    announces: bool
    is_insertion: bool
    #: The entry to come back to when this one is deleted.
    near: int | None
    #: Whether nothing stands behind it.
    is_last: bool
    problem: Text | str


def entry_page(
    state: TableState,
    written: ReplayedRecord,
    seq: int,
    *,
    form: EntryForm | None = None,
    kind: str = "",
    insert: bool = False,
    problem: Text | str = "",
) -> EntryPage | None:
    """The page of entry `seq`, filled with what was typed or as it stands; None if it is gone.

    `kind` says that something else happened there than the form has.
    """
    statements = [(entry.line, entry.with_host) for entry in written.entries]
    statements.extend(written.unheard)
    at = next((at for at, (line, _) in enumerate(statements) if line == seq), None)
    if at is None:
        return None
    seating = written.start.seating
    statement = statements[at][1]
    reached = min(at, len(written.entries))
    before = written.entries[reached - 1].game if reached else written.start
    kinds = possible_kinds(before, is_pegs_only=state.is_pegs_only)
    if form is None:
        form = _fresh(kinds, before) if insert else EntryForm.of(statement, seating)
    if kind in KINDS:
        form = replace(form, what=kind, who=form.who or _whose_turn(before))
    neighbours = statements[at - 1 if at else at + 1 : at + 2][:1]
    return EntryPage(
        state=state,
        title=message("entry.title.before", number=at + 1)
        if insert
        else message("entry.title", number=at + 1),
        line=line_of(at + 1, seq, statement, seating),
        form=form,
        kinds=tuple(kind for kind in KINDS if kind in {*kinds, form.what}),
        tray=_tray(before, form),
        hosts=tuple(_hosts(before)),
        announces=before.rules.announce is Announce.REQUIRED,
        is_insertion=insert,
        near=neighbours[0][0] if neighbours else None,
        is_last=at == len(statements) - 1,
        problem=problem,
    )


def possible_kinds(game: Game, *, is_pegs_only: bool = False) -> list[str]:
    """What can happen next in a game that stands so, the likeliest first."""
    hand = game.hand
    if game.is_over:
        return []
    if hand is None:
        return ["lead"]
    if is_pegs_only:
        return ["ruling"]
    if game.awaits_left:
        return ["left", "ruling"]
    if game.awaits_lead:
        return ["lead", "ruling"]
    draws = ["draw"] if hand.may_draw else []
    passes = ["pass"] if hand.may_pass else []
    return ["tile", *draws, *passes, "ruling"]


def _fresh(kinds: list[str], game: Game) -> EntryForm:
    """An empty form for what is missing, by whoever had to act."""
    return EntryForm(kinds[0] if kinds else "ruling", who=_whose_turn(game))


def _whose_turn(game: Game) -> str:
    seat = game.turn if game.turn is not None else game.next_leader
    return "" if seat is None else str(seat)


def _tray(game: Game, form: EntryForm) -> tuple[TrayTile, ...]:
    hand = game.hand
    gone = {*hand.layout.tiles, *hand.shown} if hand is not None else set()
    chosen = {form.tile} if form.what == "tile" else {*form.left}
    return tuple(
        TrayTile(tile, tile in gone, True, is_chosen=str(tile) in chosen) for tile in TRAY_ORDER
    )


def _hosts(game: Game) -> Iterable[tuple[Tile, Text]]:
    open_on: dict[Tile, list[int]] = {}
    for end in game.hand.layout.ends if game.hand is not None else ():
        open_on.setdefault(end.host, []).append(end.pips)
    for host, pips in open_on.items():
        yield host, message("entry.host", host=host, pips=listed(pips))
