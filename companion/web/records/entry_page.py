"""One entry of a record: its form, filled and read, and the page that corrects it."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from flask import render_template
from werkzeug.datastructures import MultiDict

from companion.i18n import Text, listed, message
from companion.record import statements
from companion.record.statements import Statement, clean_reason
from companion.rules.choices import Announce
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.seating import Seating
from companion.rules.tile import Tile
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.ui.hand_entries import line_of
from companion.web.ui.tray import TRAY_ORDER, TrayTile, tray_for

#: An entry as it was typed: all of it text, so that nothing typed is lost.
EntryForm = MultiDict[str, str]
#: What an entry can be.
KINDS = ("tile", "draw", "pass", "left", "lead", "ruling")
_MOST = 10**6
#: What `What else?` says of the tile that was played.
_CHOSEN = ("who", "tile", "on", "claim")


class Unclear(Refusal, code="unclear"):
    """The form doesn't say what happened."""


class EntryPlace(NamedTuple):
    """An entry at its place in the record."""

    number: int
    statement: Statement
    #: The game before it, as far as the record fits.
    before: Game
    is_heard: bool
    #: Whether nothing comes after it.
    is_last: bool
    #: The entry to come back to when this one is deleted.
    near: int | None

    @property
    def could_be_a_tile(self) -> bool:
        """Whether a tile could have been played there."""
        return self.before.turn is not None and self.is_heard


def statements_of(written: ReplayedRecord) -> list[tuple[int, Statement]]:
    """What a record says, even what doesn't fit any more, each with the change behind it."""
    return [*((entry.line, entry.with_host) for entry in written.entries), *written.unheard]


def place_of(written: ReplayedRecord, seq: int) -> EntryPlace | None:
    """The entry that change `seq` made; None if it is gone."""
    told, entries = statements_of(written), written.entries
    for at, (line, statement) in enumerate(told):
        if line == seq:
            reached = min(at, len(entries))
            before = entries[reached - 1].game if reached else written.start
            near = [other for other, _ in told[at - 1 if at else at + 1 : at + 2][:1]]
            is_last = at == len(told) - 1
            return EntryPlace(
                at + 1, statement, before, at < len(entries), is_last, near[0] if near else None
            )
    return None


def render_entry(
    state: TableState,
    place: EntryPlace,
    seq: int,
    form: EntryForm | None = None,
    *,
    kind: str,
    chosen: Mapping[str, str] | None = None,
    insert: bool,
    **beside: object,
) -> str:
    """The page that corrects an entry, or the one to `insert` before it.

    `chosen` are fields that were answered already, when someone asked what else it could have been.
    """
    before, seating = place.before, state.header.seating
    kinds = _possible_kinds(before, is_pegs_only=state.is_pegs_only)
    # Its form has what was typed, or the entry as it is.
    if form is None:
        fresh = {"what": kinds[0] if kinds else "ruling", "who": _whose_turn(before)}
        form = EntryForm(fresh if insert else _filled(place.statement, seating))
    # If a kind is named, something else happened there.
    if kind in KINDS:
        form["what"] = kind
        form.setdefault("who", _whose_turn(before))
    for name in _CHOSEN:
        if chosen and name in chosen:
            form[name] = chosen[name]
    return render_template(
        "records/entry.html",
        state=state,
        place=place,
        line=line_of(place.number, seq, place.statement, seating, state.header.rules),
        form=form,
        # The kinds of entries that are possible there.
        kinds=[kind for kind in KINDS if kind in {*kinds, form["what"]}],
        # The tiles not on the table by then, and those with an open end and what it showed.
        tray=list(_tray(before, form)),
        hosts=list(_hosts(before)),
        announces=before.rules.announce is Announce.REQUIRED,
        is_insertion=insert,
        **beside,
    )


def _filled(statement: Statement, seating: Seating) -> dict[str, str | list[str]]:
    """The fields of a form for an entry as it is."""
    if isinstance(statement, statements.PointsRuled):
        side, points = str(seating.side(statement.side)), f"{statement.points:+d}"
        return {"what": "ruling", "side": side, "points": points, "reason": statement.reason}
    who: dict[str, str | list[str]] = {"who": str(seating.seat(statement.player))}
    match statement:
        case statements.TileSet(_, tile, host, claim):
            said = {"on": str(host or ""), "claim": "" if claim is None else str(claim)}
            return who | said | {"what": "tile", "tile": str(tile)}
        case statements.TilesDrawn(_, tiles):
            return who | {"what": "draw", "tiles": str(tiles)}
        case statements.TurnPassed():
            return who | {"what": "pass"}
        case statements.TilesLeft(_, left):
            return who | {"what": "left", "left": [str(tile) for tile in left]}
        case statements.PipsLeft(_, pips):
            return who | {"what": "left", "pips": str(pips)}
        case statements.HandLed():
            return who | {"what": "lead"}


def parse_statement(form: EntryForm, seating: Seating) -> Statement:
    """The statement from a form; raises `Unclear`."""
    typed = {name: text.strip() for name, text in form.items()}
    what, number = typed.get("what"), partial(_number, typed)
    if what == "ruling":
        side = seating.side_names[number("side", most=len(seating.sides) - 1)]
        points = number("points", least=-_MOST)
        return statements.PointsRuled(side, points, clean_reason(typed.get("reason", "")))
    player = seating.players[number("who", most=len(seating.players) - 1)]
    match what:
        case "tile":
            tile = _tile(typed.get("tile", ""), "tile")
            host = _tile(typed["on"], "host") if typed.get("on") else None
            return statements.TileSet(
                player, tile, host, number("claim") if typed.get("claim") else None
            )
        case "draw":
            return statements.TilesDrawn(player, number("tiles", "drawn", least=1))
        case "pass":
            return statements.TurnPassed(player)
        case "left" if typed.get("pips"):
            return statements.PipsLeft(player, number("pips", "left"))
        case "left":
            # If none is ticked, it is no tile either.
            shown = form.getlist("left") or [""]
            return statements.TilesLeft(player, tuple(_tile(text, "left") for text in shown))
        case "lead":
            return statements.HandLed(player)
    raise _unclear("what")


def _unclear(question: str) -> Unclear:
    return Unclear(message(f"entry.ask.{question}"))


def _tile(text: str, question: str) -> Tile:
    try:
        return Tile.parse(text)
    except ValueError:
        raise _unclear(question) from None


def _number(
    typed: Mapping[str, str], name: str, question: str = "", *, least: int = 0, most: int = _MOST
) -> int:
    try:
        # People and phones write a minus in more ways than one.
        number = int(typed.get(name, "").replace("−", "-").replace("–", "-"))
    except ValueError:
        raise _unclear(question or name) from None
    if not least <= number <= most:
        raise _unclear(question or name)
    return number


def _possible_kinds(game: Game, *, is_pegs_only: bool) -> list[str]:
    """What can happen next in a game in this state, the likeliest first."""
    hand = game.hand
    if game.is_over:
        return []
    if hand is None:
        return ["lead"]
    if is_pegs_only:
        return ["ruling"]
    if game.awaits_left or game.awaits_lead:
        return ["left" if game.awaits_left else "lead", "ruling"]
    draws = ["draw"] if hand.may_draw else []
    passes = ["pass"] if hand.may_pass else []
    return ["tile", *draws, *passes, "ruling"]


def _whose_turn(game: Game) -> str:
    seat = game.turn if game.turn is not None else game.next_leader
    return "" if seat is None else str(seat)


def _tray(game: Game, form: EntryForm) -> Iterator[TrayTile]:
    is_tile = form["what"] == "tile"
    chosen = [form.get("tile")] if is_tile else form.getlist("left")
    tiles = tray_for(game) if game.hand else (TrayTile(tile, False, True) for tile in TRAY_ORDER)
    for each in tiles:
        yield each._replace(fits=each.fits or not is_tile, is_chosen=str(each.tile) in chosen)


def _hosts(game: Game) -> Iterator[tuple[Tile, Text]]:
    ends = game.hand.layout.ends if game.hand is not None else ()
    for host in dict.fromkeys(end.host for end in ends):
        pips = listed(end.pips for end in ends if end.host == host)
        yield host, message("entry.host", host=host, pips=pips)
