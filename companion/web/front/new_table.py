"""A new table: what was said about it, and what is offered before anything is said."""

import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.record.header import Header
from companion.referee.words import points_told
from companion.rules.choices import GameEnds
from companion.rules.errors import WrongPlayers
from companion.rules.games import GAMES, Partners, Preset, game_named
from companion.rules.settings import SEATS
from companion.tables.sitting import Sitting
from companion.web.front.house_rules import HouseRules, house_rules, rules_said
from companion.web.front.rules_page import players_told

MOST_SEATS = max(SEATS)
#: What `lead` says where it names no seat: lots are drawn now, or the table sees to it.
BY_LOT, AT_THE_TABLE = "lot", "later"
_MOST_KNOWN_NAMES = 12
#: Format characters and blanks, as Unicode calls them: alone they show nothing.
_UNSEEN = frozenset({"Cf", "Zl", "Zp", "Zs"})


@dataclass(frozen=True)
class Form:
    """What was said about a new table, as it was typed."""

    game: str = next(iter(GAMES))
    seats: str = ""
    names: tuple[str, ...] = ("",) * MOST_SEATS
    partners: bool = False
    target: str = ""
    lead: str = BY_LOT
    is_pegs_only: bool = False
    #: Whether everybody says the count of a tile before it is told.
    counts_first: bool = False
    #: The value of each house rule; empty or left out where it is as the game has it.
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
        """A name for each seat, a stand-in where none was typed.

        Raises `WrongPlayers` where a seat that is not played has a name.
        """
        if not self.seats:
            named = tuple(filter(None, self.names))
            return named + tuple(map(stand_in, range(len(named), self.seat_count)))
        for seat, name in enumerate(self.names[self.seat_count :], self.seat_count + 1):
            if name:
                raise WrongPlayers(
                    f"{self.seat_count} play, and yet seat {seat} has a name: "
                    f"say that {seat} play, or clear it."
                )
        return tuple(
            name or stand_in(seat) for seat, name in enumerate(self.names[: self.seat_count])
        )

    @property
    def header(self) -> Header:
        """The header of the table's record.

        Raises `UnknownGame`, `UnknownRule` or `WrongPlayers` where it does not stand.
        """
        preset = game_named(self.game)
        header = Header(preset.id, self.players, self.partners or None, self._changes(preset))
        header.start()
        return header

    def leader(self, players: int) -> int | None:
        """The seat that leads first; None where the table sees to it.

        Raises `WrongPlayers` where nobody sits there.
        """
        # Points pegged without tiles need no lead, but a record has one.
        if self.lead == BY_LOT or self.is_pegs_only:
            return draw_lots(players)
        if self.lead == AT_THE_TABLE:
            return None
        if self.lead not in map(str, range(players)):
            raise WrongPlayers("Nobody sits there to lead: choose one of the players, or lots.")
        return int(self.lead)

    def playing(self, game: str) -> "Form":
        """The same people at another game, as it can be played."""
        preset = game_named(game)
        seats = self.seat_count if self.seat_count in preset.seats else min(preset.seats)
        may_be_partners = preset.partners is Partners.OPTIONAL and seats == MOST_SEATS
        names = self.names[:seats] + ("",) * (MOST_SEATS - seats)
        return replace(
            self,
            game=game,
            seats=str(seats),
            names=names,
            partners=self.partners and may_be_partners,
        )

    def _changes(self, preset: Preset) -> tuple[tuple[str, str], ...]:
        """The house rules that differ from the game's, as the record writes them."""
        changed: dict[str, str] = {}
        for name, value in {"target": self.target, **self.rules}.items():
            if value:
                changed[name] = preset.rules.with_setting(name, value).written(
                    name, self.seat_count
                )
        if self.is_pegs_only:
            # Without tiles no hand is ever settled, so the target ends the game by itself.
            changed["game-ends"] = str(GameEnds.AT_ONCE)
        return tuple(
            (name, value)
            for name, value in changed.items()
            if value != preset.rules.written(name, self.seat_count)
        )


def draw_lots(players: int) -> int:
    """The seat that the lot falls on, each as likely as the others."""
    return secrets.randbelow(players)


def stand_in(seat: int) -> str:
    """The name of a player who has none yet."""
    return f"Player {seat + 1}"


def name_typed(text: str) -> str:
    """A name without blanks around it and composed, so that one name is written one way.

    Empty where there is nothing to see.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    is_seen = any(unicodedata.category(character) not in _UNSEEN for character in name)
    return name if is_seen else ""


def form_said(said: Mapping[str, str]) -> Form:
    """The form as a page sent it."""
    return Form(
        game=said.get("game", Form.game),
        seats=said.get("seats", ""),
        names=tuple(name_typed(said.get(f"name-{seat}", "")) for seat in range(MOST_SEATS)),
        partners=bool(said.get("partners")),
        target=said.get("target", "").strip(),
        lead=said.get("lead", BY_LOT),
        is_pegs_only=bool(said.get("pegs-only")),
        counts_first=bool(said.get("counts-first")),
        rules={name: value for name, value in rules_said(said).items() if name != "target"},
        again=said.get("again", ""),
    )


def form_after(sitting: Sitting) -> Form:
    """What is offered to the people of a table: the same game, seats and sides."""
    header = sitting.header
    players = header.players
    # A stand-in is offered again by itself: nobody has to clear it before typing.
    names = tuple("" if name == stand_in(seat) else name for seat, name in enumerate(players))
    return Form(
        game=header.game,
        seats=str(len(players)),
        names=names + ("",) * (MOST_SEATS - len(players)),
        partners=bool(header.partners),
    )


def form_again(sitting: Sitting) -> Form:
    """What is offered for another game at a table: all as it was there."""
    changes = dict(sitting.header.changes)
    return replace(
        form_after(sitting),
        target=changes.pop("target", ""),
        is_pegs_only=sitting.is_pegs_only,
        counts_first=bool(sitting.customs.counting),
        rules=changes,
        again=sitting.id,
    )


@dataclass(frozen=True)
class GameCard:
    """A game that can be chosen, with what the page's script has to know of it."""

    id: str
    title: str
    summary: str
    facts: str
    seats: str
    partners: str
    target: int


@dataclass(frozen=True)
class NewTablePage:
    """Everything that the page of a new table shows."""

    form: Form
    known_names: tuple[str, ...] = ()
    #: Whether this device has played before, so that the games need no words.
    knows_games: bool = False
    #: Why the form was refused.
    problem: str = ""

    @property
    def preset(self) -> Preset:
        """The game chosen; the first one where an unknown one was."""
        return GAMES.get(self.form.game, GAMES[Form.game])

    @property
    def games(self) -> tuple[GameCard, ...]:
        """The games to choose from."""
        return tuple(
            GameCard(
                preset.id,
                preset.title,
                preset.summary,
                f"{players_told(preset)} · to {points_told(preset.rules, preset.rules.target)}",
                " ".join(map(str, preset.seats)),
                str(preset.partners),
                preset.rules.target,
            )
            for preset in GAMES.values()
        )

    @property
    def seat_numbers(self) -> tuple[int, ...]:
        """How many can play."""
        return SEATS

    @property
    def stand_ins(self) -> tuple[str, ...]:
        """The names of players who have none yet."""
        return tuple(map(stand_in, range(MOST_SEATS)))

    @property
    def house_rules(self) -> HouseRules:
        """Every setting but the target, which has a field of its own."""
        return house_rules(self.preset.rules, self.form.rules, without=["target"])


def names_known(sittings: Iterable[Sitting]) -> tuple[str, ...]:
    """The people of these tables, each once; stand-ins are nobody's name."""
    stand_ins = set(map(stand_in, range(MOST_SEATS)))
    names = dict.fromkeys(name for sitting in sittings for name in sitting.header.players)
    return tuple(name for name in names if name not in stand_ins)[:_MOST_KNOWN_NAMES]
