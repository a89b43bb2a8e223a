"""The tiles that players can hold: all players at a glance, and the proof for one of them."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
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
from companion.referee.proof.tile_audit import name_boneyard
from companion.referee.proof.tile_locations import TileLocations
from companion.rules.tile import Tile
from companion.tables.table_state import ReplayedRecord
from companion.web.rulings.ruling_answer import Answer, shown_steps
from companion.web.ui.forms import parse_number, parse_tile
from companion.web.ui.hand_entries import hands_of, numbered
from companion.web.ui.position_address import describe_rules
from companion.web.ui.tray import TRAY_ORDER


class HoldingQuestion(NamedTuple):
    """The question in an address: which tile, which player, before which change."""

    thing: Thing | None = None
    seat: int | None = None
    before: int | None = None

    def address(self, table_id: str) -> str:
        """The address that asks it."""
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
    """The addresses that ask who can hold each tile, and a tile of each number."""
    things: dict[Tile | int, Thing] = {tile: Thing(tile=tile) for tile in TRAY_ORDER}
    things |= {pips: Thing(pips=pips) for pips in range(7)}
    return {key: asked._replace(thing=thing).address(table_id) for key, thing in things.items()}


@dataclass(frozen=True)
class HeldPage:
    """The players who can hold a tile, or could before an entry, as far as a record shows."""

    table_id: str
    written: ReplayedRecord
    asked: HoldingQuestion
    #: The address that explains each entry, by its number.
    links: Mapping[int, str]

    @property
    def is_possible(self) -> bool:
        """Whether there is such a hand, and such a player."""
        seat, before = self.asked.seat, self.asked.before
        is_there = bool(self.written.entries) if before is None else self._before is not None
        return is_there and (seat is None or seat < len(self.players))

    @property
    def players(self) -> tuple[str, ...]:
        """The players."""
        return self.written.header.players

    @cached_property
    def _before(self) -> int | None:
        """The number by which people call that entry."""
        numbered_lines = enumerate(self.written.entries, 1)
        return next((at for at, entry in numbered_lines if entry.line == self.asked.before), None)

    @cached_property
    def told(self) -> TileLocations:
        """What the hand shows of its tiles."""
        stories = tuple(hands_of(self.written.start, numbered(self.written.entries)))
        before = self._before or len(self.written.entries)
        hand = next(story for story in stories if before <= story.entries[-1].line)
        return TileLocations(hand.entries)

    @property
    def off_the_table(self) -> Container[Tile]:
        """The tiles that may be held."""
        return self.told.off_the_table(TRAY_ORDER, self._before)

    @property
    def asks(self) -> dict[Tile | int, str]:
        """What else can be asked of the same player at the same time."""
        return addresses_for(self.table_id, self.asked)

    @property
    def title(self) -> Text:
        """The question."""
        thing, seat, before = self.asked.thing, self.asked.seat, self._before
        if thing is None:
            if seat is None:
                return message("held.title")
            return message("held.what", player=self.players[seat])
        if seat is not None:
            return describe_question(self.players[seat], thing, before)
        if before is None:
            return message("held.who", thing=thing.name)
        return message("held.who-then", thing=thing.name, entry=before)

    @property
    def holders(self) -> Iterator[Holder]:
        """Each player with what is known; of one tile that is asked for now, the boneyard too."""
        if self.asked.thing is None:
            return
        told, tiles, before = self.told, self.asked.thing.tiles, self._before
        hand = told.evidence.hand
        for seat, player in enumerate(hand.seating.players):
            held = None if told.is_contradicted else told.held(seat, tiles, before)
            address = self.asked._replace(seat=seat).address(self.table_id)
            yield Holder(player, hand.seating.side_of[seat], describe_held(held), address)
        if before is None and hand.boneyard and not told.is_contradicted:
            held = told.held(len(hand.held), tiles)
            yield Holder(name_boneyard(hand), None, describe_held(held), None)

    @cached_property
    def answer(self) -> Answer | None:
        """How it is known of one player; None where nobody is asked about."""
        asked, header = self.asked, self.written.header
        if asked.thing is None or asked.seat is None:
            return None
        ruling = could_have_held(self.told, asked.seat, asked.thing, self._before)
        return Answer(
            ruling,
            describe_rules(header.preset, header.changes),
            players=header.players,
            steps=tuple(shown_steps(ruling.steps, header.seating)),
            name="who-can-hold-it",
            links=self.links,
        )
