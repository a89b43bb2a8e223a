"""Those who play for a team once without being on its list."""

from sqlmodel import Session

from companion.clubs.club_history import ClubEventKind, Facts, HistoryKeeper
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.entrant_input import NewEntrant, add_new, entrant_of
from companion.clubs.leagues.league_store import save_entrant
from companion.i18n import message
from companion.league.competition import EntrantKind
from companion.league.errors import WrongEntrants


def add_substitute(
    session: Session, league: League, number: int, player: int | str, keeper: HistoryKeeper
) -> int:
    """Let someone play for a team, within a transaction that has locked the club; their number.

    A new name joins the club. Raises `WrongEntrants` if it is no team, or if they are on the list
    of another one, and what `Entrant.check` refuses.
    """
    team = league.entrant(number)
    if team is None or team.kind is not EntrantKind.TEAM:
        raise WrongEntrants(message("league.refused.no-team"))
    club, (known,) = add_new(session, league.club, [NewEntrant((player,))])
    (person,) = entrant_of(club, team.kind, number, known._replace(name=team.name)).players
    for other in league.entrants:
        if other.number != number and not other.has_left and person in other.players:
            name = club.called(person)
            raise WrongEntrants(message("league.refused.plays-for", name=name, team=other.name))
    if person not in team.may_play:
        changed = team._replace(substitutes=(*team.substitutes, person)).check()
        save_entrant(session, club, league.id, changed)
        was: Facts = {"squad": team.may_play}
        told: Facts = {"entrant": number, "squad": changed.may_play}
        keeper.note(session, (club.id, league.id), ClubEventKind.TEAM_CHANGED, was, told)
    return person
