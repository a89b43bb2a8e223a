"""The ways into a club: its links, those of its teams' captains, and its tables."""

import secrets
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlmodel import Session, col, func, select
from sqlmodel.sql.expression import SelectOfScalar

from companion.clubs.club_history import By, ClubEventKind, HistoryKeeper
from companion.clubs.club_service import as_teams, check_not_removed, club_row, locked_club
from companion.clubs.errors import ClubFull, NoSuchLeague
from companion.clubs.table_rights import check_is_of, let_in
from companion.db.club_models import ClubLink, ClubLinkRow, ClubMemberRow, ClubRole
from companion.db.database import Database
from companion.db.league_models import CompetitionRow, EntrantRow
from companion.db.table_models import may_exist
from companion.i18n import message
from companion.league.competition import Entrant, EntrantKind
from companion.league.kept_json import read_kept
from companion.tables.errors import NoSuchLink, NoSuchTable
from companion.tables.table_loader import find

#: The phones of a league, with room for lost ones.
MOST_MEMBERS = 600
#: The links into a club; a phone that follows one gets that role at least.
KINDS = (ClubLink.WATCHER, ClubLink.SCORER, ClubLink.MANAGER)
_RANKS = (ClubRole.WATCHER, ClubRole.SCORER, ClubRole.MANAGER)


class ClubInvitation(NamedTuple):
    """What a link to a club lets people do there."""

    club_id: str
    name: str
    role: ClubRole
    #: The captains' team; empty for every other link.
    team: str = ""


@dataclass(eq=False)
class ClubAccessService(HistoryKeeper):
    """The ways into a club. `secret` gives secrets that nobody can guess.

    Each method raises `NoSuchClub` if the club is gone by then.
    """

    database: Database
    secret: Callable[[], str] = lambda: secrets.token_urlsafe(16)

    def invitation(self, secret: str, device: str = "") -> ClubInvitation:
        """What a link's secret is for; raises `NoSuchLink`, or `RemovedFromClub` for that phone."""
        with self.database.reading() as session:
            club_id, role, team = _way_in(session, secret)
            row = club_row(session, club_id)
            check_not_removed(session, row, device)
            name = read_kept(Entrant, team.kept).name if team else ""
            return ClubInvitation(row.id, row.name, role, name)

    def join(self, secret: str, device: str, name: str) -> str:
        """Let a phone join by a link; returns the club's id.

        Nobody loses a role by it. Raises `NoSuchLink`, `RemovedFromClub` or `ClubFull`.
        """
        with self.database.writing() as session:
            club_id, role, team = _way_in(session, secret)
            check_not_removed(session, club_row(session, club_id, for_update=True), device)
            member, now = session.get(ClubMemberRow, (club_id, device)), self.now()
            stored = ClubRole.WATCHER if team else role
            if member is None:
                _check_room(session, club_id)
                member = ClubMemberRow(club_id=club_id, device=device, role=stored, since=now)
                session.add(member)
            elif _RANKS.index(stored) > _RANKS.index(ClubRole(member.role)):
                member.role = stored.value
            if team:
                own = (team.competition_id, team.number)
                member.teams = tuple({*as_teams(member.teams), own})
            member.name = name or member.name
            if role is not ClubRole.WATCHER:
                told = {"role": role.value}
                kind, keeper = ClubEventKind.PHONE_JOINED, self.by(By(device))
                keeper.note(session, (club_id, ""), kind, now=told)
            return club_id

    def links(self, club_id: str) -> dict[ClubLink, str]:
        """The secrets of a club's links; those that don't exist yet are made."""
        with locked_club(self.database, club_id) as (session, _):
            return {kind: self._opened(session, club_id, kind.value) for kind in KINDS}

    def captain_link(self, club_id: str, league_id: str, number: int) -> str:
        """The secret of the link for a team's captains, made if there is none yet.

        Raises `NoSuchLeague` if the club has no such team.
        """
        with locked_club(self.database, club_id) as (session, _):
            league = session.get(CompetitionRow, league_id)
            is_own = league is not None and league.club_id == club_id
            team = session.get(EntrantRow, (league_id, number))
            if (
                not is_own
                or team is None
                or read_kept(Entrant, team.kept).kind is not EntrantKind.TEAM
            ):
                raise NoSuchLeague(league_id)
            team.captains = team.captains or self.secret()
            return team.captains

    def calendar(self, club_id: str) -> str | None:
        """The secret by which calendars read the club's fixtures, if there is one."""
        with self.database.reading() as session:
            club_row(session, club_id)
            link = session.exec(_links(club_id, ClubLink.CALENDAR)).one_or_none()
            return link.secret if link else None

    def club_of_calendar(self, secret: str) -> str:
        """The id of the club whose fixtures a secret opens; raises `NoSuchLink`."""
        with self.database.reading() as session:
            return _link(session, secret, (ClubLink.CALENDAR,)).club_id

    def open_calendar(self, club_id: str) -> str:
        """The secret by which calendars read the club's fixtures; made if there is none."""
        with locked_club(self.database, club_id) as (session, _):
            return self._opened(session, club_id, ClubLink.CALENDAR)

    def end_calendar(self, club_id: str) -> None:
        """Stop the secret that lets calendars read the club's fixtures."""
        with locked_club(self.database, club_id) as (session, _):
            for link in session.exec(_links(club_id, ClubLink.CALENDAR)):
                session.delete(link)

    def enter_table(
        self, club_id: str, table_id: str, device: str, sides: Iterable[tuple[str, int]] = ()
    ) -> None:
        """Let a phone do at a table of the club what it may do in the club.

        A captain of one of the `sides` that play there keeps score. It loses no right that it has
        there. Raises `NoSuchTable`, also for a phone that is just being removed from the club.
        """
        with self.database.writing() as session:
            find(session.connection(), table_id, holds=True)
            club_row(session, club_id, for_update=True)
            check_is_of(session, club_id, table_id)
            member = session.get(ClubMemberRow, (club_id, device))
            if member is None:
                raise NoSuchTable(table_id)
            keeps = not {*sides}.isdisjoint(as_teams(member.teams))
            let_in(session, table_id, member, self.now(), keeps=keeps)

    def _opened(self, session: Session, club_id: str, leads_to: str) -> str:
        """The secret of a link, made if there is none yet."""
        link = session.exec(_links(club_id, leads_to)).one_or_none()
        if link is None:
            link = ClubLinkRow(secret=self.secret(), club_id=club_id, leads_to=leads_to)
            session.add(link)
        return link.secret


def _links(club_id: str, leads_to: str) -> SelectOfScalar[ClubLinkRow]:
    of_club = col(ClubLinkRow.club_id) == club_id
    return select(ClubLinkRow).where(of_club, col(ClubLinkRow.leads_to) == leads_to)


def _link(session: Session, secret: str, kinds: Collection[str] = KINDS) -> ClubLinkRow:
    link = session.get(ClubLinkRow, secret) if may_exist(secret) else None
    if link is None or link.leads_to not in kinds:
        raise NoSuchLink(secret)
    return link


def _way_in(session: Session, secret: str) -> tuple[str, ClubRole, EntrantRow | None]:
    """The club, the role and the captains' team of a link's secret; raises `NoSuchLink`."""
    captains = select(EntrantRow, CompetitionRow.club_id).join(CompetitionRow)
    if may_exist(secret):
        of_team = session.exec(captains.where(EntrantRow.captains == secret)).first()
        if of_team is not None:
            return of_team[1], ClubRole.CAPTAIN, of_team[0]
    link = _link(session, secret)
    return link.club_id, ClubRole(link.leads_to), None


def _check_room(session: Session, club_id: str) -> None:
    of_club = col(ClubMemberRow.club_id) == club_id
    count = session.exec(select(func.count()).select_from(ClubMemberRow).where(of_club)).one()
    if count >= MOST_MEMBERS:
        raise ClubFull(message("club.refused.phones", most=MOST_MEMBERS))
