"""Whether rows from outside make sense: everything that the app reads of them is read once."""

from collections import defaultdict
from collections.abc import Mapping

from sqlmodel import Session, col, select

from companion.clubs.club_history import ClubEvent
from companion.clubs.club_service import check_club_name, is_zone, load_club
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.club_models import (
    ClubEventRow,
    ClubLinkRow,
    ClubMemberRow,
    ClubPlayerRow,
    ClubRow,
    ClubTableRow,
)
from companion.db.database import Database
from companion.db.league_models import (
    CompetitionRow,
    EntrantRow,
    FixtureRow,
    MatchCardRow,
    MatchTableRow,
    SeasonRow,
)
from companion.db.learner_models import AttemptRow, ClassMemberRow, ClassRow, LearnerRow, SprintRow
from companion.db.table_models import (
    ChangeKind,
    ChangeRow,
    HandStartRow,
    LinkRow,
    ProposalRow,
    TableRow,
    may_exist,
)
from companion.league.competition import Competition, Entrant
from companion.league.fixture import Fixture
from companion.league.fixture_list import check_whole
from companion.league.kept_json import read_kept
from companion.league.standings import Season
from companion.learners.mistake_answers import OWN, is_own_question
from companion.record.header import Header
from companion.rules.player_names import check_name, first_unseen
from companion.tables.amendments import Amendment
from companion.tables.change_history import TURNED, ChangeWorth, Renaming
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_options import OptionsChange, TableOptions
from companion.tables.table_service import TableService
from companion.upkeep.merge_databases import titles

_IDS = (
    *(TableRow.id, LinkRow.secret, LearnerRow.id, ClassRow.id, ClassMemberRow.class_id),
    *(SprintRow.deal, ClubRow.id, ClubLinkRow.secret, CompetitionRow.id, MatchCardRow.secret),
    SeasonRow.id,
)
#: A database may hold millions of changes and answers: never all of them in memory.
_SOME_AT_ONCE = {"yield_per": 1000}
#: Kinds of changes that are no line of the record.
_NO_LINE = (*TURNED, ChangeKind.RENAMED, ChangeKind.SWITCHED)
#: The players of each club by number, with the person that each of them is.
_People = Mapping[str, Mapping[int, int]]


def check(database: Database) -> None:
    """Read everything; raises what reading raises, or `ValueError` for what can't be.

    What the schema itself guards is not checked again.
    """
    headers = {title.id: title.header for title in titles(database)}
    with database.reading() as session:
        for column in _IDS:
            _demand(all(map(may_exist, session.exec(select(column)))))
        for table in session.exec(select(TableRow)):
            _check_table(table, headers[table.id])
        for start in session.exec(select(HandStartRow)):
            _check_hand_start(start, headers[start.table_id])
        _check_changes(session, headers)
        for proposal in session.exec(select(ProposalRow)):
            _check_proposal(proposal, headers[proposal.table_id])
        _check_learners(session)
        _check_clubs(session, headers)
    # Each as its page would show it, with who is there.
    for state, _, _ in TableService(database).listing():
        _demand(state.id in headers)


def _check_table(row: TableRow, header: Header) -> None:
    # Whether two names differ is known once all have a seat.
    header.start()
    _demand(row.winner is None or row.winner < len(header.seating.sides))
    _demand(all(each is None or may_exist(each) for each in (row.again_from, row.origin)))
    _check_counting(TableOptions.read(row.table_options, None), header)


def _check_counting(options: TableOptions | OptionsChange, header: Header) -> None:
    _demand((options.counting or frozenset()) <= {*range(len(header.players))})


def _check_hand_start(row: HandStartRow, header: Header) -> None:
    for told in (row.scores, row.backs):
        _demand(len([*map(int, told.split())]) == len(header.seating.sides))
    _demand(row.leader is None or row.leader in range(len(header.players)))


def _check_changes(session: Session, headers: dict[str, Header]) -> None:
    before: dict[tuple[str, int | None], str] = {}
    in_order = select(ChangeRow).order_by(col(ChangeRow.table_id), col(ChangeRow.seq))
    for row in session.exec(in_order, execution_options=_SOME_AT_ONCE):
        kind, header, kept = ChangeKind(row.kind), headers[row.table_id], row.statement
        if kind is ChangeKind.RENAMED:
            Renaming.read(kept or "")
        elif kind is ChangeKind.SWITCHED:
            _check_counting(OptionsChange.read(kept), header)
        elif kept is not None:
            statement_by_name(kept, header.players)
        _demand((row.place is None) == (kind in _NO_LINE))
        if kind is not ChangeKind.ENTERED:
            for each in ChangeWorth.read(row.worth or ""):
                _demand(len(each.scores) == len(header.seating.sides))
                _demand(each.winner is None or each.winner in range(len(each.scores)))
        if kind in TURNED:
            # A change must be done before it is undone.
            _demand(before[row.table_id, row.target] not in _NO_LINE)
        before[row.table_id, row.seq] = kind


def _check_proposal(row: ProposalRow, header: Header) -> None:
    amendment = Amendment.read(row.kind, row.target, row.statement, header.seating)
    if isinstance(amendment.statement, OptionsChange):
        _check_counting(amendment.statement, header)


def _check_learners(session: Session) -> None:
    for row in session.exec(select(AttemptRow), execution_options=_SOME_AT_ONCE):
        if row.kind == OWN:
            _demand(is_own_question(row.question))
            continue
        QuestionKey.parse(row.question)
        DrillKind(row.kind), Skill(row.skill)
    for asked in session.exec(select(ClassRow.question)):
        _demand(asked is None or QuestionKey.parse(asked).has_level)
    for course in session.exec(select(SprintRow.course)):
        _demand(course.partition(".")[0] == "storm" or bool(DrillKind(course)))


def _check_clubs(session: Session, headers: Mapping[str, Header]) -> None:
    for club in session.exec(select(ClubRow)):
        check_club_name(club.name)
        if club.arriving_at is None:
            load_club(session, club.id)
    _demand(all(map(is_zone, session.exec(select(ClubRow.zone).distinct()))))
    for name in session.exec(select(ClubMemberRow.name)):
        _demand(first_unseen(name) is None)
    for event in session.exec(select(ClubEventRow), execution_options=_SOME_AT_ONCE):
        read_kept(ClubEvent, event.kept)
    people = _check_people(session)
    for row in session.exec(select(ClubTableRow)):
        _demand(all(type(number) is int for number in row.seats))
        persons = {people[row.club_id][number] for number in row.seats}
        _demand(len(persons) == len(row.seats) == len(headers[row.table_id].players))
    _check_leagues(session, people)
    for table_id in session.exec(select(MatchTableRow.table_id)):
        _demand(len(headers[table_id].seating.sides) == 2)
    for kept in session.exec(select(SeasonRow.kept)):
        read_kept(Season, kept).check()


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("it cannot be so")


def _check_people(session: Session) -> _People:
    people: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for row in session.exec(select(ClubPlayerRow)):
        # If a name was removed, it has none.
        for name in (*row.nicknames, row.name) if row.name else row.nicknames:
            check_name(name)
        _demand(row.same_as != row.number)
        people[row.club_id][row.number] = row.same_as or row.number
    for of_club in people.values():
        # Nobody is merged with a player who was merged with another.
        _demand(all(of_club.get(person) == person for person in of_club.values()))
    return people


def _check_leagues(session: Session, people: _People) -> None:
    entrants: defaultdict[str, list[Entrant]] = defaultdict(list)
    for row in session.exec(select(EntrantRow)):
        entrants[row.competition_id].append(read_kept(Entrant, row.kept))
        _demand(entrants[row.competition_id][-1].number == row.number)
    fixtures: defaultdict[str, list[Fixture]] = defaultdict(list)
    for match in session.exec(select(FixtureRow).order_by(col(FixtureRow.number))):
        fixtures[match.competition_id].append(fixture := read_kept(Fixture, match.kept))
        _demand(match == FixtureRow.of(match.competition_id, fixture, match.revision))
    for card in session.exec(select(MatchCardRow).where(MatchCardRow.settled != "")):
        read_kept(Fixture, card.settled)
    for league in session.exec(select(CompetitionRow)):
        competition = read_kept(Competition, league.kept).check()
        players = people.get(league.club_id, {}).keys()
        check_whole(competition, entrants[league.id], fixtures[league.id], players)
