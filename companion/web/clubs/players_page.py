"""The people of a club: all of them, and what each is called."""

from collections.abc import Mapping
from typing import Any

from companion.clubs.club import Club, ClubVisit, Player
from companion.clubs.player_service import MOST_NICKNAMES
from companion.db.club_models import COLOURS


def everybody_page(visit: ClubVisit, typed: str) -> dict[str, Any]:
    """Everybody who plays in a club, by what they are called."""
    club, names = visit.club, visit.club.names
    persons = sorted(club.persons, key=lambda each: names[each.number].casefold())
    named = [each for each in persons if each.name]
    return {
        "club": club,
        "keeps": visit.keeps,
        "typed": typed,
        "present": [_row(each, names) for each in named if not each.has_left],
        "left": [_row(each, names) for each in named if each.has_left],
    }


def _row(player: Player, names: Mapping[int, str]) -> dict[str, Any]:
    return {"player": player, "called": names[player.number]}


def edit_page(club: Club, number: int, form: Mapping[str, str]) -> dict[str, Any]:
    """What a player is called, as it is or as it was just typed, and who they are besides."""
    player, names = club.player(number), club.names
    person = club.person(number)
    others = [(each.number, names[each.number]) for each in club.persons if each.name]
    return {
        "club": club,
        "player": player,
        "called": names[person],
        "name": form.get("name", player.name),
        "nicknames": form.get("nicknames", ", ".join(player.nicknames)),
        "most_nicknames": MOST_NICKNAMES,
        "colours": range(COLOURS),
        "colour": form.get("colour", f"{player.colour}"),
        "same": club.same_as(number),
        "others": sorted(
            (other for other in others if other[0] != person), key=lambda each: each[1].casefold()
        ),
    }
