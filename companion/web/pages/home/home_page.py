"""Home, and the form of a new table: what was typed, what it comes to, what is offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.record.header import Header
from companion.referee.words import describe_turn
from companion.rules.choices import GameEnds
from companion.rules.errors import WrongPlayers
from companion.rules.game import Game
from companion.rules.games import GAMES, game_named
from companion.rules.preset import Partners, Preset
from companion.rules.rules import SEATS
from companion.rules.seating import Seating
from companion.tables.state import TableState
from companion.web.forms import draw_lots, parse_name
from companion.web.pages.home.rules_page import games_with_facts, welcome
from companion.web.pages.shared.house_rules import house_rules, parse_rules
from companion.words import Text, listed, message

_MOST_SEATS = max(SEATS)
_MOST_KNOWN_NAMES = 12
#: What `lead` says where it names no seat: lots are drawn now, or the table sees to it.
_BY_LOT, _AT_THE_TABLE = "lot", "later"


@dataclass(frozen=True)
class Form:
    """What was said about a new table, as it was typed."""

    game: str = next(iter(GAMES))
    seats: str = ""
    names: tuple[str, ...] = ()
    partners: bool = False
    lead: str = _BY_LOT
    is_pegs_only: bool = False
    #: Whether everybody says the count of a tile before it is shown.
    counts_first: bool = False
    #: The value of each setting; empty or left out where it is as the game has it.
    rules: Mapping[str, str] = field(default_factory=dict)
    #: The table that this one goes on from.
    again: str = ""

    @property
    def seat_count(self) -> int:
        """How many play; where it was not said, as many as have names."""
        if self.seats in map(str, SEATS):
            return int(self.seats)
        return max(min(SEATS), sum(map(bool, self.names)))

    @property
    def players(self) -> tuple[str, ...]:
        """A name or a stand-in for each seat; raises `WrongPlayers` where another has a name."""
        number, names = self.seat_count, self.names
        if not self.seats:
            names = tuple(filter(None, names))
        for seat, name in enumerate(names[number:], number + 1):
            if name:
                raise WrongPlayers(message("new.seat-beyond", count=number, seat=seat))
        names = (*names, *("",) * number)[:number]
        return tuple(name or stand_in(seat) for seat, name in enumerate(names))

    @property
    def draws_lots(self) -> bool:
        """Whether people see a lot drawn: points pegged without tiles need no lead."""
        return self.lead == _BY_LOT and not self.is_pegs_only

    @property
    def header(self) -> Header:
        """The record's header; raises `UnknownGame`, `UnknownRule` or `WrongPlayers`."""
        preset = game_named(self.game)
        header = Header(preset.id, self.players, self.partners or None, self._changes(preset))
        header.start()
        return header

    def leader(self, players: int) -> int | None:
        """The seat that leads first, None if the table sees to it; raises `WrongPlayers`."""
        # Points pegged without tiles need no lead, but a record has one.
        if self.lead == _BY_LOT or self.is_pegs_only:
            return draw_lots(players)
        if self.lead == _AT_THE_TABLE:
            return None
        if self.lead not in map(str, range(players)):
            raise WrongPlayers(message("new.nobody-there"))
        return int(self.lead)

    def playing(self, game: str) -> "Form":
        """The same people at another game, as it can be played; its house rules are its own."""
        preset = game_named(game)
        seats = self.seat_count if self.seat_count in preset.seats else min(preset.seats)
        may_be_partners = preset.partners is Partners.OPTIONAL and seats == _MOST_SEATS
        return replace(
            self,
            game=game,
            seats=str(seats),
            names=self.names[:seats],
            partners=self.partners and may_be_partners,
            rules=self.rules if game == self.game else {},
        )

    def _changes(self, preset: Preset) -> tuple[tuple[str, str], ...]:
        """The house rules that differ from the game's, as the record writes them."""
        seats = self.seat_count
        changed = {
            name: preset.rules.with_setting(name, value).written(name, seats)
            for name, value in self.rules.items()
            if value
        }
        if self.is_pegs_only:
            # Without tiles no hand is ever settled, so the target ends the game by itself.
            changed["game-ends"] = str(GameEnds.AT_ONCE)
        return tuple(
            (name, value)
            for name, value in changed.items()
            if value != preset.rules.written(name, seats)
        )


def stand_in(seat: int) -> str:
    """The name of a player who has none yet."""
    return str(message("new.stand-in", number=seat + 1))


def parse_form(form: Mapping[str, str]) -> Form:
    """The form as a page sent it."""
    return Form(
        game=form.get("game", Form.game),
        seats=form.get("seats", ""),
        names=tuple(parse_name(form.get(f"name-{seat}", "")) for seat in range(_MOST_SEATS)),
        partners=bool(form.get("partners")),
        lead=form.get("lead", _BY_LOT),
        is_pegs_only=bool(form.get("pegs-only")),
        counts_first=bool(form.get("counts-first")),
        rules=parse_rules(form) | {"target": form.get("target", "").strip()},
        again=form.get("again", ""),
    )


def form_after(state: TableState) -> Form:
    """What is offered to the people of a table: all as it was there."""
    header = state.header
    # A stand-in is offered again by itself: nobody has to clear it before typing.
    names = tuple(
        "" if name == stand_in(seat) else name for seat, name in enumerate(header.players)
    )
    return Form(
        game=header.game,
        seats=str(len(names)),
        names=names,
        partners=bool(header.partners),
        is_pegs_only=state.is_pegs_only,
        counts_first=bool(state.table_options.counting),
        rules=dict(header.changes),
    )


def form_again(state: TableState) -> Form:
    """The same for a game that goes on from that table."""
    return replace(form_after(state), again=state.id)


def new_table_page(form: Form, states: Sequence[TableState]) -> dict[str, Any]:
    """The form as it was typed, and what there is to choose from on a device with these tables."""
    preset = GAMES.get(form.game, GAMES[Form.game])
    stand_ins = [stand_in(seat) for seat in range(_MOST_SEATS)]
    names = dict.fromkeys(name for state in states for name in state.header.players)
    typed = [*form.names, *[""] * _MOST_SEATS][:_MOST_SEATS]
    games = games_with_facts()
    are_pairs = form.partners or preset.partners is Partners.ALWAYS
    return {
        "form": form,
        "names": typed,
        # Who sits at each seat, by name or stand-in.
        "seated": [name or other for name, other in zip(typed, stand_ins, strict=True)],
        "has_pairs": are_pairs and form.seat_count == _MOST_SEATS,
        # The game that is offered, and the others.
        "chosen": [each for each in games if each[0] is preset],
        "others": [each for each in games if each[0] is not preset],
        "game": preset,
        "seat_numbers": SEATS,
        "stand_ins": stand_ins,
        "known_names": [name for name in names if name not in stand_ins][:_MOST_KNOWN_NAMES],
        # The target has a field of its own.
        "house_rules": house_rules(preset.rules, form.rules, without=["target"]),
    }


# Home, and a table as it lists them


def home_page(states: Sequence[TableState]) -> dict[str, Any]:
    """Home on a device that knows these tables, the latest first."""
    return {
        # The people who played last: one tap deals them in again.
        "latest": _card(states[0]) if states else None,
        "running": [_card(state) for state in states if not state.game.is_over],
        "finished": [_card(state) for state in states if state.game.is_over],
        "games": games_with_facts(),
        "hero": welcome(),
    }


def card_of(
    header: Header, game: Game, *, is_pegs_only: bool = False, is_broken: bool = False
) -> dict[str, Any]:
    """A table in short: who is how far, and whose turn it is or who won."""
    seat = game.turn if game.turn is not None else game.next_leader
    is_idle = seat is None or game.is_over or is_pegs_only
    who, what = _describe_turn(game, is_pegs_only=is_pegs_only, is_broken=is_broken)
    return {
        "title": header.preset.title,
        "game": game,
        # Whose table it is: `Ana, Ben and Cyd`.
        "people": listed(header.players),
        # The same, two against two where they are partners.
        "with": describe_people(game.seating),
        # The side that acts next.
        "acts": None if is_idle else game.seating.side_of[seat or 0],
        "who": who,
        "what": what,
    }


def describe_people(seating: Seating) -> Text:
    """Who plays: `Ana, Ben and Cyd`, `Ana & Cyd against Ben & Dee`."""
    if not seating.has_partners:
        return listed(seating.players)
    one, other = seating.side_names
    return message("new.against", one=one, other=other)


def _card(state: TableState) -> dict[str, Any]:
    """A table of this device."""
    is_broken = state.refused is not None
    card = card_of(state.header, state.game, is_pegs_only=state.is_pegs_only, is_broken=is_broken)
    return {"id": state.id, **card}


def _describe_turn(
    game: Game, *, is_pegs_only: bool, is_broken: bool
) -> tuple[Text | str, Text | str]:
    """Who acts and what they can do, or who won."""
    if is_broken:
        return message("home.to-be-mended"), message("home.entry-no-longer-holds")
    if is_pegs_only and not game.is_over:
        return message("home.pegs-only"), message("home.pegged-by-hand")
    return describe_turn(game)
