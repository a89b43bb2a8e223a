"""An entrant: a team with its squad, a pair, or a single player."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, Self

from companion.i18n import Text, message
from companion.league.errors import BadName, WrongEntrants
from companion.league.kept_json import Fields, check_list, check_whole, read_kept, write_kept
from companion.league.league_bounds import (
    LARGEST_NUMBER,
    LONGEST_NAME,
    MOST_ENTRANTS,
    MOST_PLAYERS,
)
from companion.rules.player_names import code_point, first_unseen, name_key


class EntrantKind(StrEnum):
    """What meets in a competition."""

    TEAM = "team"
    PAIR = "pair"
    PLAYER = "player"


#: How many players each of them has at least, and at most.
_SQUADS = {
    EntrantKind.TEAM: (0, MOST_PLAYERS),
    EntrantKind.PAIR: (2, 2),
    EntrantKind.PLAYER: (1, 1),
}


class Entrant(NamedTuple):
    """Who takes part, by a number of its own in the competition.

    `players` are the club's numbers of the squad, in the order of its list. Who left stays in the
    list: what was played keeps its sense.
    """

    number: int
    kind: EntrantKind
    name: str
    players: tuple[int, ...] = ()
    has_left: bool = False

    def check(self) -> Self:
        """This entrant, if it can take part; raises `BadName` or `WrongEntrants`."""
        check_entrant_name(self.name)
        least, most = _SQUADS[self.kind]
        if not least <= len(self.players) <= most:
            # A team has a limit; a pair is two, and a player alone.
            raise WrongEntrants(
                message(f"league.refused.squad-of-{self.kind}", name=self.name, most=most)
            )
        if not all(1 <= each <= LARGEST_NUMBER for each in (self.number, *self.players)):
            raise WrongEntrants(message("league.refused.number"))
        if len({*self.players}) < len(self.players):
            raise WrongEntrants(message("league.refused.player-twice", name=self.name))
        return self

    @property
    def kept(self) -> str:
        """The entrant as it is kept."""
        fields: dict[str, object] = {"number": self.number, "kind": self.kind, "name": self.name}
        if self.players:
            fields["players"] = self.players
        if self.has_left:
            fields["has_left"] = True
        return write_kept(fields)

    @classmethod
    def read(cls, text: str) -> Self:
        """The entrant that was kept so; raises `NotKept`, `BadName` or `WrongEntrants`."""
        fields = Fields(read_kept(text), cls._fields)
        return cls(
            number=fields.whole("number", 1, LARGEST_NUMBER),
            kind=fields.one_of("kind", EntrantKind),
            name=fields.text("name", LONGEST_NAME),
            players=read_numbers(fields.part("players") or [], "players", MOST_PLAYERS),
            has_left=fields.flag("has_left"),
        ).check()


def read_numbers(found: object, name: str, most: int) -> tuple[int, ...]:
    """So many numbers at most, of people or entrants; raises `NotKept`."""
    return tuple(
        check_whole(each, name, 1, LARGEST_NUMBER) for each in check_list(found, name, most)
    )


def check_entrant_name(name: str) -> None:
    """Refuse a name that nobody could read; raises `BadName`."""
    if name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(message("league.refused.name-length", longest=LONGEST_NAME))
    if (unseen := first_unseen(name)) is not None:
        raise BadName(message("league.refused.name-unseen", character=code_point(unseen)))


def check_entrants(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """These entrants, if they can meet: two or more of one kind; raises `WrongEntrants`."""
    found = tuple(entrants)
    if not 2 <= len(found) <= MOST_ENTRANTS:
        raise WrongEntrants(message("league.refused.entrants", most=MOST_ENTRANTS))
    if len({each.number for each in found}) < len(found):
        raise WrongEntrants(message("league.refused.entrant-twice"))
    if len({each.kind for each in found}) > 1:
        raise WrongEntrants(message("league.refused.entrants-of-kinds"))
    return found


def told_apart(names: Mapping[int, str]) -> dict[int, str | Text]:
    """What to call each number: its name, and the number beside it where two share the name.

    Capitals make no difference, nor does what nobody sees: `Ana` and `ANA` are of one name.
    """
    often = Counter(map(name_key, names.values()))
    return {
        number: message("league.name-and-number", name=name, number=number)
        if often[name_key(name)] > 1
        else name
        for number, name in names.items()
    }
