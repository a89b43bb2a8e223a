"""Whether rows that come from outside make sense: all that is ever read of them is read once."""

from sqlalchemy import Connection, Row, select

from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Skill
from companion.db.database import Database
from companion.db.learner_models import ATTEMPTS, CLASS_MEMBERS, LEARNERS, SPRINTS
from companion.db.table_models import (
    CHANGES,
    HAND_STARTS,
    LINKS,
    PROPOSALS,
    TABLES,
    ChangeKind,
    may_exist,
)
from companion.learners.mistake_answers import OWN, is_own_question
from companion.record.header import Header
from companion.tables.amendments import Amendment
from companion.tables.change_history import TURNED, ChangeWorth, Renaming
from companion.tables.stored_statements import statement_by_name
from companion.tables.table_options import OptionsChange, read_options
from companion.tables.table_service import TableService
from companion.upkeep.club_soundness import check_clubs
from companion.upkeep.merge_databases import titles

_IDS = (TABLES.c.id, LINKS.c.secret, LEARNERS.c.id, CLASS_MEMBERS.c.class_id, SPRINTS.c.deal)
#: What is no line of the record.
_NO_LINE = (*TURNED, ChangeKind.RENAMED, ChangeKind.SWITCHED)


def check(database: Database) -> None:
    """Read everything; raises whatever that leads to, or `ValueError` for what cannot be.

    What the schema itself holds is not looked at again.
    """
    headers = {title.id: title.header for title in titles(database)}
    with database.snapshot() as connection:
        for column in _IDS:
            _demand(all(map(may_exist, connection.scalars(select(column)))))
        for row in connection.execute(select(TABLES)):
            _check_table(row, headers[row.id])
        for row in connection.execute(select(HAND_STARTS)):
            _check_hand_start(row, headers[row.table_id])
        _check_changes(connection, headers)
        for row in connection.execute(select(PROPOSALS)):
            _check_proposal(row, headers[row.table_id])
        _check_learners(connection)
        check_clubs(connection, headers)
    # Each as its page would show it, with who is there.
    for state, _, _ in TableService(database).listing():
        _demand(state.id in headers)


def _demand(holds: bool) -> None:
    if not holds:
        raise ValueError("it cannot be so")


def _check_table(row: Row[tuple[object, ...]], header: Header) -> None:
    # Whether two names are apart is known once all sit.
    header.start()
    _demand(row.winner is None or row.winner < len(header.seating.sides))
    _check_options(read_options(row.table_options), range(len(header.players)))


def _check_options(options: OptionsChange, seats: range) -> None:
    _demand({*options} <= {*OptionsChange.__annotations__})
    _demand({*options.get("counting", ())} <= {*seats})
    switches = [value for name, value in options.items() if name != "counting"]
    _demand(all(isinstance(value, bool) for value in switches))


def _check_hand_start(row: Row[tuple[object, ...]], header: Header) -> None:
    for told in (row.scores, row.backs):
        _demand(len([*map(int, told.split())]) == len(header.seating.sides))
    _demand(row.leader is None or row.leader in range(len(header.players)))


def _check_changes(connection: Connection, headers: dict[str, Header]) -> None:
    before: dict[tuple[str, int], str] = {}
    for row in connection.execute(select(CHANGES).order_by(CHANGES.c.table_id, CHANGES.c.seq)):
        kind, header, kept = ChangeKind(row.kind), headers[row.table_id], row.statement
        if kind is ChangeKind.RENAMED:
            Renaming.read(kept)
        elif kind is ChangeKind.SWITCHED:
            _check_options(read_options(kept), range(len(header.players)))
        elif kept is not None:
            statement_by_name(kept, header.players)
        _demand((row.place is None) == (kind in _NO_LINE))
        if kind is not ChangeKind.ENTERED:
            for each in ChangeWorth.read(row.worth):
                _demand(len(each.scores) == len(header.seating.sides))
                _demand(each.winner is None or each.winner in range(len(each.scores)))
        if kind in TURNED:
            # What is taken back was done before.
            _demand(before[row.table_id, row.target] not in _NO_LINE)
        before[row.table_id, row.seq] = kind


def _check_proposal(row: Row[tuple[object, ...]], header: Header) -> None:
    amendment = Amendment.read(row.kind, row.target, row.statement, header.seating)
    if isinstance(amendment.statement, dict):
        _check_options(amendment.statement, range(len(header.players)))


def _check_learners(connection: Connection) -> None:
    for row in connection.execute(select(ATTEMPTS)):
        if row.kind == OWN:
            _demand(is_own_question(row.question))
            continue
        QuestionKey.parse(row.question)
        DrillKind(row.kind), Skill(row.skill)
    for course in connection.scalars(select(SPRINTS.c.course)):
        _demand(course == "storm" or bool(DrillKind(course)))
