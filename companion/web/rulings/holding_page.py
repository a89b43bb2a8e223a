"""Who can hold what: every player at a glance, and how it is known of one of them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.exceptions import BadRequest

from companion.i18n import Text, message
from companion.referee.proof.could_have_held import (
    Thing,
    could_have_held,
    describe_held,
    describe_question,
)
from companion.referee.proof.tile_locations import TileLocations
from companion.rules.tile import Tile
from companion.tables.latest_records import ReplayedRecord
from companion.web.rulings.ruling_answer import Answer, shown_steps
from companion.web.ui.forms import parse_number, parse_tile
from companion.web.ui.hand_entries import HandStory, hands_of, numbered
from companion.web.ui.position_address import describe_rules
from companion.web.ui.tray import TRAY_ORDER


class HoldingQuestion(NamedTuple):
    """What an address asks: what may be held, by whom, before which change."""

    thing: Thing | None = None
    seat: int | None = None
    before: int | None = None

    def address(self, table_id: str) -> str:
        """Where it is asked."""
        thing = self.thing or Thing()
        tile = None if thing.tile is None else str(thing.tile)
        asked = {"tile": tile, "pips": thing.pips, "who": self.seat, "before": self.before}
        query: dict[str, Any] = {name: each for name, each in asked.items() if each is not None}
        return url_for("referee.held", table_id=table_id, **query)


NOTHING = HoldingQuestion()


class Holder(NamedTuple):
    """A player, or the boneyard, with what is known; the address tells how, if there is more."""

    name: Text | str
    side: int | None
    held: Text
    address: str | None


def parse_asked(args: Mapping[str, str]) -> HoldingQuestion:
    """The question of an address; raises `BadRequest` for what is no tile and no number."""
    tile, pips = parse_tile(args.get("tile")), _number(args, "pips", most=6)
    thing = None if tile is None and pips is None else Thing(tile, None if tile else pips)
    return HoldingQuestion(thing, _number(args, "who", most=3), _number(args, "before"))


def _number(args: Mapping[str, str], name: str, most: int = 1_000_000) -> int | None:
    if not args.get(name):
        return None
    number = parse_number(args[name])
    if not 0 <= number <= most:
        raise BadRequest
    return number


def addresses_for(table_id: str, asked: HoldingQuestion = NOTHING) -> dict[Tile | int, str]:
    """Where it is asked who can hold each tile, and a tile of each number."""
    things: dict[Tile | int, Thing] = {tile: Thing(tile=tile) for tile in TRAY_ORDER}
    things |= {pips: Thing(pips=pips) for pips in range(7)}
    return {key: asked._replace(thing=thing).address(table_id) for key, thing in things.items()}


def held_page(
    table_id: str, written: ReplayedRecord, asked: HoldingQuestion, links: Mapping[int, str]
) -> dict[str, Any] | None:
    """Who can hold something, or could before an entry; None where no such hand or player is."""
    seqs = [entry.line for entry in written.entries]
    if not seqs or (asked.before is not None and asked.before not in seqs):
        return None
    # People call an entry by its number.
    before = seqs.index(asked.before) + 1 if asked.before is not None else None
    players = written.header.players
    if asked.seat is not None and asked.seat >= len(players):
        return None
    story = _hand_of(written, before)
    told = TileLocations(story.entries)
    return {
        "title": _title(asked, before, players),
        "players": players,
        "holders": list(_holders(table_id, told, asked, before)) if asked.thing else [],
        # What else can be asked of the same player at the same time.
        "asks": addresses_for(table_id, asked),
        "tray": TRAY_ORDER,
        "off_the_table": told.off_the_table(TRAY_ORDER, before),
        "answer": _answer(told, asked, before, written, links),
    }


def _hand_of(written: ReplayedRecord, before: int | None) -> HandStory:
    stories = tuple(hands_of(written.start, numbered(written.entries)))
    if before is None:
        return stories[-1]
    return next(story for story in stories if before <= story.entries[-1].line)


def _title(asked: HoldingQuestion, before: int | None, players: tuple[str, ...]) -> Text:
    if asked.thing is None:
        if asked.seat is None:
            return message("held.title")
        return message("held.what", player=players[asked.seat])
    if asked.seat is not None:
        return describe_question(players[asked.seat], asked.thing, before)
    if before is None:
        return message("held.who", thing=asked.thing.name)
    return message("held.who-then", thing=asked.thing.name, entry=before)


def _holders(
    table_id: str, told: TileLocations, asked: HoldingQuestion, before: int | None
) -> Iterator[Holder]:
    """Each player with what is known; where one tile is asked for now, the boneyard as well."""
    assert asked.thing is not None
    hand, tiles = told.evidence.hand, asked.thing.tiles
    for seat, player in enumerate(hand.seating.players):
        held = None if told.is_contradicted else told.held(seat, tiles, before)
        address = asked._replace(seat=seat).address(table_id)
        yield Holder(player, hand.seating.side_of[seat], describe_held(held), address)
    if before is None and hand.boneyard and not told.is_contradicted:
        held = told.held(len(hand.held), tiles)
        yield Holder(message("audit.boneyard"), None, describe_held(held), None)


def _answer(
    told: TileLocations,
    asked: HoldingQuestion,
    before: int | None,
    written: ReplayedRecord,
    links: Mapping[int, str],
) -> Answer | None:
    """How it is known of one player; None where nobody is asked about."""
    if asked.thing is None or asked.seat is None:
        return None
    header, hand = written.header, told.evidence.hand
    ruling = could_have_held(told, asked.seat, asked.thing, before)
    return Answer(
        ruling,
        describe_rules(header.preset, header.changes),
        players=header.players,
        steps=tuple(shown_steps(ruling.steps, hand.seating)),
        name="who-can-hold-it",
        links=links,
    )
