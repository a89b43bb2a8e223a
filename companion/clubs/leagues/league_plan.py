"""What a competition would be like, before it begins."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.clubs.club import Club, Player
from companion.clubs.errors import LeaguesFull
from companion.clubs.leagues.entrant_input import NewEntrant, entrants_of, new_names, with_numbers
from companion.i18n import message
from companion.league.byes import byes
from companion.league.competition import Competition
from companion.league.fixture_list import draw_fixtures
from companion.rules.player_names import check_name

#: The most matches of a competition: 50 entrants who meet twice.
MOST_MATCHES = 2_500


class LeaguePlan(NamedTuple):
    """What a competition would be like: rounds, matches, and byes of the first round."""

    rounds: int
    matches: int
    byes: int


def plan_league(club: Club, competition: Competition, entrants: Sequence[NewEntrant]) -> LeaguePlan:
    """How many rounds, matches and byes there will be; nothing is kept. Raises as `create`."""
    new = new_names(entrants)
    for name in new:
        check_name(name)
    first = max((player.number for player in club.players), default=0) + 1
    players = tuple(Player(number, name) for number, name in enumerate(new, first))
    club = club._replace(players=(*club.players, *players))
    numbers = {player.name: player.number for player in players}
    found = entrants_of(club, competition, with_numbers(entrants, numbers))
    fixtures = draw_fixtures(competition, found)
    check_matches(len(fixtures))
    rounds = byes(competition.shape, found, fixtures)
    return LeaguePlan(len(rounds), len(fixtures), len(rounds.get(1, ())))


def check_matches(count: int) -> None:
    """Refuse more matches than a competition may have; raises `LeaguesFull`."""
    if count > MOST_MATCHES:
        raise LeaguesFull(message("league.refused.matches", most=MOST_MATCHES))
