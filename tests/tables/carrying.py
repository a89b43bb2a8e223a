"""A table that is carried to another phone and back, for tests."""

from companion.db.table_models import LeadsTo, TableRow
from companion.record.header import read_header
from companion.record.record_link import unpack
from companion.record.replay import replay
from companion.tables.hand_over import HandOverService
from companion.tables.record_diff import BroughtRecord, RecordDiff, Relation
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_options import TableOptions
from tests.tables.scribe import enter, switch

ANA, BEN, ZOE = "anas-phone", "bens-phone", "zoes-phone"
HEADER = "game: race-horse\nplayers: Ana, Ben"
FIRST = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ana: 4-1 on 4-4")
MORE = ("Ben: draws 2", "Ben: 6-1 on 6-4")
OTHER = ("Ben: 6-2 on 6-4", "Ana: 2-2 on 6-2", "Ana: 2-1 on 2-2")
SHORT = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 1\ntarget: 100"
HANDS = ("lead: Ana", "Ana: 6-3", "Ben: left 6-5") * 2


def opened(carrying: HandOverService, *lines: str, header: str = HEADER, keeper: str = ANA) -> str:
    table_id = carrying.tables.open(read_header(header), keeper=keeper)
    enter(carrying.tables, table_id, *lines)
    return table_id


def told(*lines: str, header: str = HEADER, origin: str = "") -> BroughtRecord:
    """A record as somebody brings it."""
    transcript = replay("\n".join([header, *lines]))
    assert transcript.refused is None and transcript.header is not None
    return BroughtRecord(transcript.header, transcript.entries, origin)


def handed_over(carrying: HandOverService, table_id: str) -> BroughtRecord:
    """A table as it arrives elsewhere."""
    carried = unpack(carrying.pack(table_id))
    return told(carried.record, header="", origin=carried.origin)


def found(
    carrying: HandOverService, brought: BroughtRecord, *known: str, device: str = ANA
) -> RecordDiff | None:
    return carrying.find(brought, device, known)


def meets(
    carrying: HandOverService, brought: BroughtRecord, *known: str, device: str = ANA
) -> tuple[str, Relation, int, int]:
    """The table that it is, how they go together, and how many entries more are here and there."""
    meeting = found(carrying, brought, *known, device=device)
    assert meeting is not None
    return meeting.state.id, meeting.relation, meeting.more_here, meeting.more_brought


def tap(
    carrying: HandOverService, table_id: str, key: str = "on", device: str = ANA
) -> RequestStamp:
    version = carrying.tables.look(table_id).version
    return RequestStamp(version, key, device, is_keepers=True)


def count_of_tables(carrying: HandOverService) -> int:
    return sum(1 for _ in carrying.tables.listing())


def origin_of(carrying: HandOverService, table_id: str) -> str | None:
    with carrying.tables.database.reading() as session:
        row = session.get(TableRow, table_id)
        assert row is not None
        return row.origin


def consenting(carrying: HandOverService, *lines: str) -> str:
    """A table at which another phone has to accept a change further back."""
    table_id = opened(carrying, *lines)
    access = AccessService(carrying.tables.database)
    access.keep(access.links(table_id)[LeadsTo.KEEP], BEN, "Ben")
    switch(carrying.tables, table_id, TableOptions(consent=True))
    return table_id
