"""An entrant: a team with its squad, a pair, or a single player."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from companion.i18n import Text, message
from companion.league.errors import BadName, WrongEntrants
from companion.league.kept_json import SEEN
from companion.league.league_bounds import LONGEST_NAME, MOST_ENTRANTS, MOST_PLAYERS, Number
from companion.rules.player_names import code_point, first_unseen, name_key


class EntrantKind(StrEnum):
    """The kinds of entrants."""

    TEAM = "team"
    PAIR = "pair"
    PLAYER = "player"


#: How many players each kind has at least, and at most.
_SQUADS = {
    EntrantKind.TEAM: (0, MOST_PLAYERS),
    EntrantKind.PAIR: (2, 2),
    EntrantKind.PLAYER: (1, 1),
}


class Entrant(NamedTuple):
    """An entrant, by its own number in the competition.

    `players` are the club's numbers of the squad, in the order of its list. Players who have left
    stay in the list: so old results still make sense.
    """

    number: Number
    kind: EntrantKind
    name: Annotated[str, Field(max_length=LONGEST_NAME), SEEN]
    players: Annotated[tuple[Number, ...], Field(max_length=MOST_PLAYERS)] = ()
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
        if len({*self.players}) < len(self.players):
            raise WrongEntrants(message("league.refused.player-twice", name=self.name))
        return self


def check_entrant_name(name: str) -> None:
    """Refuse a name that nobody could read; raises `BadName`."""
    if name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
        raise BadName(message("league.refused.name-length", longest=LONGEST_NAME))
    if (unseen := first_unseen(name)) is not None:
        raise BadName(message("league.refused.name-unseen", character=code_point(unseen)))


def check_entrants(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """These entrants, if they can compete: two or more of one kind; raises `WrongEntrants`."""
    found = tuple(entrants)
    if not 2 <= len(found) <= MOST_ENTRANTS:
        raise WrongEntrants(message("league.refused.entrants", most=MOST_ENTRANTS))
    if len({each.number for each in found}) < len(found):
        raise WrongEntrants(message("league.refused.entrant-twice"))
    if len({each.kind for each in found}) > 1:
        raise WrongEntrants(message("league.refused.entrants-of-kinds"))
    return found


def told_apart(names: Mapping[int, str]) -> dict[int, str | Text]:
    """What to call each number: its name, and the number beside it if two share the name.

    Capitals make no difference, nor do invisible characters: `Ana` and `ANA` are one name.
    """
    often = Counter(map(name_key, names.values()))
    return {
        number: message("league.name-and-number", name=name, number=number)
        if often[name_key(name)] > 1
        else name
        for number, name in names.items()
    }
