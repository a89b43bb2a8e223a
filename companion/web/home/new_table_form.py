"""The form of a new table: what was typed, and what it comes to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from companion.clubs.club import Club, is_nameless
from companion.i18n import Text, listed, message
from companion.record.header import Header
from companion.rules.choices import GameEnds
from companion.rules.errors import WrongPlayers
from companion.rules.games import GAMES, game_named
from companion.rules.preset import Partners
from companion.rules.settings import SEATS
from companion.stats.evening import clock_of
from companion.tables.table_state import TableState
from companion.web.security.club_guard import clubs
from companion.web.ui.forms import draw_lots, parse_name
from companion.web.ui.house_rule_fields import changes_of, parse_rules

MOST_SEATS = max(SEATS)
#: The values of `lead` that name no seat: pick at random now, or leave it to the table.
_BY_LOT, _AT_THE_TABLE = "lot", "later"
#: So many people are offered by a tap, those who played last first.
_MOST_OFFERED = 24
#: So many of the last tables show who plays often.
_LATELY = 40


@dataclass(frozen=True)
class NewTableForm:
    """What was said about a new table, as it was typed."""

    game: str = next(iter(GAMES))
    seats: str = ""
    names: tuple[str, ...] = ()
    partners: bool = False
    lead: str = _BY_LOT
    is_pegs_only: bool = False
    #: Whether everyone calls the count of a tile before it is shown.
    counts_first: bool = False
    #: The value of each setting; empty or left out if it is as the game has it.
    rules: Mapping[str, str] = field(default_factory=dict)
    #: The table that this one goes on from.
    again: str = ""
    #: The club that it is to belong to.
    club: str = ""
    #: The time zone of the phone; empty if there is none of that name.
    zone: str = ""
    #: The form as it was at the last table.
    before: "NewTableForm | None" = None

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
        # Without tiles no hand is ever settled, so the target ends the game by itself.
        own = {"game-ends": str(GameEnds.AT_ONCE)} if self.is_pegs_only else {}
        changes = changes_of(preset, {**self.rules, **own}, self.seat_count)
        header = Header(preset.id, self.players, self.partners or None, changes)
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

    def playing(self, game: str) -> "NewTableForm":
        """The same people at a game, as it can be played; another game has its own options."""
        if game == self.game:
            return self
        preset = game_named(game)
        seats = self.seat_count if self.seat_count in preset.seats else min(preset.seats)
        may_be_partners = preset.partners is Partners.OPTIONAL and seats == MOST_SEATS
        return replace(
            self,
            game=game,
            seats=str(seats),
            names=self.names[:seats],
            partners=self.partners and may_be_partners,
            is_pegs_only=False,
            counts_first=False,
            rules={},
        )

    @property
    def as_before(self) -> Text | None:
        """What is as it was there: `As last time: Race Horse, Ana and Ben, count first`."""
        if (before := self.before) is None:
            return None
        kept = {name for name, value in self.rules.items() if value == before.rules.get(name) != ""}
        people, house_rules = [*filter(None, self.names)], len(kept - {"target"})
        parts = (
            self.game == before.game and game_named(self.game).title,
            listed(people) if people else message("new.seats", count=self.seat_count),
            "target" in kept and message("rules.to", target=self.rules["target"]),
            self.is_pegs_only and message("new.as-before.pegs-only"),
            self.counts_first and message("new.as-before.counts-first"),
            house_rules and message("new.as-before.house-rules", count=house_rules),
        )
        return message("new.as-before", what=", ".join(map(str, filter(None, parts))))


def stand_in(seat: int) -> str:
    """The name of a player who has none yet."""
    return str(message("new.stand-in", number=seat + 1))


def parse_form(form: Mapping[str, str]) -> NewTableForm:
    """The form as a page sent it."""
    zone = form.get("zone", "")
    return NewTableForm(
        game=form.get("game", NewTableForm.game),
        seats=form.get("seats", ""),
        names=tuple(parse_name(form.get(f"name-{seat}", "")) for seat in range(MOST_SEATS)),
        partners=bool(form.get("partners")),
        lead=form.get("lead", _BY_LOT),
        is_pegs_only=bool(form.get("pegs-only")),
        counts_first=bool(form.get("counts-first")),
        rules=parse_rules(form) | {"target": form.get("target", "").strip()},
        again=form.get("again", ""),
        club=form.get("club", ""),
        zone=zone if clock_of(zone) else "",
    )


def form_after(state: TableState) -> NewTableForm:
    """What is offered to the people of a table: all as it was there."""
    # Pegs alone make a game end at the target.
    left_out = "game-ends" if state.is_pegs_only else ""
    form = replace(
        form_by(state.header),
        rules={name: value for name, value in state.header.changes if name != left_out},
        is_pegs_only=state.is_pegs_only,
        counts_first=bool(state.table_options.counting),
    )
    return replace(form, before=form)


def form_by(header: Header) -> NewTableForm:
    """What is offered to the people of a record: all as it was there."""
    # A stand-in is offered again by itself: nobody has to clear it before typing.
    names = tuple(
        "" if name == stand_in(seat) or is_nameless(name) else name
        for seat, name in enumerate(header.players)
    )
    return NewTableForm(
        game=header.game,
        seats=str(len(names)),
        names=names,
        partners=bool(header.partners),
        rules=dict(header.changes),
    )


def form_at(club: Club) -> NewTableForm:
    """The form of a new table at a club: the people and the game of the last friendly one."""
    form, lately = NewTableForm(), clubs().tables.latest(club, _LATELY)
    for latest in clubs().match_tables.friendly(club, lately)[:1]:
        # By what they are called today; who left is nobody's guess.
        names, present = club.names, {each.number for each in club.present}
        players = (
            names[number] if number in present else stand_in(seat)
            for seat, number in enumerate(latest.people)
        )
        form = form_by(latest.header._replace(players=tuple(players)))
    return replace(form, club=club.id, before=form if form.names else None)


def names_at(club: Club) -> list[str]:
    """The names offered at a club: those who played last come first."""
    names, present = club.names, [each.number for each in club.present]
    lately = clubs().tables.latest(club, _LATELY)
    played = (number for table in lately for number in table.people if number in present)
    return [names[number] for number in dict.fromkeys((*played, *present))][:_MOST_OFFERED]


def belongs(header: Header, club: Club | None, before: str) -> Callable[[Session, str], object]:
    """What lets a new table belong to a club, in the transaction that opens it.

    Without a `club`, it takes that of the table `before` it, if the same people sit there.
    Raises `WrongPlayers` if a seat has nobody's name.
    """
    if club is not None:
        if any(name == stand_in(seat) for seat, name in enumerate(header.players)):
            raise WrongPlayers(message("club.refused.names-first"))
        return clubs().tables.starts(club.id, header.players, adds_players=True)
    club_id = clubs().tables.club_of(before) if before else None
    if club_id is None:
        return lambda _session, _table_id: None
    # Nobody comes to a club by a table alone.
    return clubs().tables.starts(club_id, header.players, adds_players=False)
