"""The audit: 28 tiles and 168 pips accounted for, at any time."""

from flask.testing import FlaskClient

from companion.i18n import listed, message
from companion.record.header import read_header
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web import words
from tests.web.drawings import SVG, drawing, said
from tests.web.phones import ANAS_PHONE

HORSE = "game: race-horse\nplayers: Ana, Ben\n"
SINGLES = """game: seven-toed-pete
players: Ana, Ben
rule: tiles-each = {}
rule: another-turn = none
rule: spinners = none
"""
#: All seven of a number lie, and it is all that is open.
DEAD = (
    "lead: Ana",
    "Ana: 6-6",
    "Ben: 6-0",
    "Ana: 1-0",
    "Ben: 6-1 on 1-0",
    "Ana: 6-2 on 6-1",
    "Ben: 3-2",
    "Ana: 6-3 on 3-2",
    "Ben: 6-4 on 6-6",
    "Ana: 5-4",
    "Ben: 6-5 on 5-4",
)
THREE_SET = (
    message("audit.tiles", set=3, held="Ana 4, Ben 7", boneyard=14),
    message(
        "audit.pips",
        where=listed(
            [message("audit.pips-set", pips=23), message("audit.pips-hidden", pips=145)],
        ),
    ),
    message("audit.not-seen", number=25),
)
SIXES = message(
    "audit.can-come",
    pips=6,
    host="6-4",
    tiles=listed(["6-0", "6-1", "6-2", "6-3", "6-5", "6-6"], "or"),
)


def table(
    table_service: TableService, *lines: str, header: str = HORSE, is_pegs_only: bool = False
) -> str:
    table_id = table_service.open(read_header(header), keeper=ANAS_PHONE, is_pegs_only=is_pegs_only)
    enter(table_service, table_id, *lines)
    return table_id


def read(client: FlaskClient, table_id: str) -> str:
    return words.read(client.get(f"/t/{table_id}/audit").text)


def test_all_tiles_and_pips_are_accounted_for(
    client: FlaskClient, table_service: TableService
) -> None:
    page = read(
        client, table(table_service, "lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4")
    )
    assert all(str(told) in page for told in THREE_SET)
    assert f"{message('audit.together')} 28 168" in page


def test_what_can_still_come_is_told_for_each_end(
    client: FlaskClient, table_service: TableService
) -> None:
    page = read(client, table(table_service, "lead: Ana", "Ana: 6-4", "Ana: 4-4"))
    assert str(SIXES) in page


def test_before_the_first_hand_there_is_nothing_to_account_for(
    client: FlaskClient, table_service: TableService
) -> None:
    assert str(message("audit.no-hand")) in read(client, table(table_service))


def test_where_points_are_pegged_alone_there_are_no_tiles(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "lead: Ana", is_pegs_only=True)
    assert str(message("audit.pegs-only")) in read(client, table_id)


def test_a_dead_hand_says_so_and_offers_the_passes(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *DEAD, header=SINGLES.format(14))
    page = read(client, table_id)
    assert str(message("audit.dead")) in page
    assert str(message("audit.exhausted", count=1, numbers=6)) in page
    answer = client.post(f"/t/{table_id}/passes", data={"seen": str(len(DEAD))})
    assert answer.status_code == 303
    assert str(message("audit.all-pass")) not in read(client, table_id)


def test_what_can_still_come_is_asked_no_more_once_the_hand_is_over(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *DEAD, header=SINGLES.format(14))
    assert str(message("audit.prospects")) in read(client, table_id)
    enter(table_service, table_id, "Ana: passes", "Ben: passes")
    assert str(message("audit.prospects")) not in read(client, table_id)


def test_a_dead_hand_with_a_boneyard_offers_no_pass_before_it_is_drawn(
    client: FlaskClient, table_service: TableService
) -> None:
    page = read(client, table(table_service, *DEAD, header=SINGLES.format(10)))
    assert str(message("audit.dead-but-drawn", count=8, player="Ana")) in page
    assert str(message("audit.all-pass")) not in page


def test_the_picture_has_all_tiles_where_they_are_and_what_can_still_come(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4")
    picture = drawing(client, f"/t/{table_id}/audit.svg")
    tiles = [part for part in picture.findall(f"{SVG}g") if part.find(f"{SVG}use") is not None]
    assert len(tiles) == 28
    assert sum(part.get("opacity") is not None for part in tiles) == 3
    told = said(picture)
    for each in (*THREE_SET, message("answer.share", part=3, whole=7), SIXES):
        assert str(each) in told
    assert f"168 28 {message('audit.together')}" in told


def test_the_picture_of_a_dead_hand_says_so(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *DEAD, header=SINGLES.format(14))
    told = said(drawing(client, f"/t/{table_id}/audit.svg"))
    assert str(message("audit.dead")) in told
    assert str(message("answer.all", whole=7)) in told


def test_where_nothing_is_accounted_for_there_is_no_picture(
    client: FlaskClient, table_service: TableService
) -> None:
    for table_id in (table(table_service), table(table_service, "lead: Ana", is_pegs_only=True)):
        assert "audit.svg" not in client.get(f"/t/{table_id}/audit").text
        assert client.get(f"/t/{table_id}/audit.svg").status_code == 404
