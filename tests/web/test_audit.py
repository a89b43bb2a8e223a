"""The audit: 28 tiles and 168 pips accounted for, at any time."""

import html
import re

from flask.testing import FlaskClient

from companion.record.header import read_header
from companion.tables.desk import Desk
from tests.tables.scribe import enter
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


def table(desk: Desk, *lines: str, header: str = HORSE, is_pegs_only: bool = False) -> str:
    table_id = desk.open(read_header(header), keeper=ANAS_PHONE, is_pegs_only=is_pegs_only)
    enter(desk, table_id, *lines)
    return table_id


def read(client: FlaskClient, table_id: str) -> str:
    main = client.get(f"/t/{table_id}/audit").text.partition("<main>")[2]
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "").split())


def test_all_tiles_and_pips_are_accounted_for(client: FlaskClient, desk: Desk) -> None:
    page = read(client, table(desk, "lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4"))
    assert "28 tiles: 3 on the table; in hands Ana 4, Ben 7; 14 in the boneyard." in page
    assert "168 pips: 23 on the table; 145 hidden." in page
    assert "Together 28 168" in page
    assert "Not seen yet: 25" in page


def test_what_can_still_come_is_told_for_each_end(client: FlaskClient, desk: Desk) -> None:
    page = read(client, table(desk, "lead: Ana", "Ana: 6-4", "Ana: 4-4"))
    assert "6 on 6-4: 6-0, 6-1, 6-2, 6-3, 6-5 or 6-6 can still come." in page


def test_before_the_first_hand_there_is_nothing_to_account_for(
    client: FlaskClient, desk: Desk
) -> None:
    assert "Nothing has been dealt yet." in read(client, table(desk))


def test_where_points_are_pegged_alone_there_are_no_tiles(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, "lead: Ana", is_pegs_only=True)
    assert "pegged without tiles" in read(client, table_id)


def test_a_dead_hand_says_so_and_offers_the_passes(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *DEAD, header=SINGLES.format(14))
    page = read(client, table_id)
    assert "The hand is dead: no tile that is still hidden fits an open end." in page
    assert "can come any more: all seven have been seen." in page
    answer = client.post(f"/t/{table_id}/passes", data={"seen": str(len(DEAD))})
    assert answer.status_code == 303
    assert "All pass" not in read(client, table_id)


def test_what_can_still_come_is_asked_no_more_once_the_hand_is_over(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, *DEAD, header=SINGLES.format(14))
    assert "What can still come" in read(client, table_id)
    enter(desk, table_id, "Ana: passes", "Ben: passes")
    assert "can still come" not in read(client, table_id).lower()


def test_a_dead_hand_with_a_boneyard_offers_no_pass_before_it_is_drawn(
    client: FlaskClient, desk: Desk
) -> None:
    page = read(client, table(desk, *DEAD, header=SINGLES.format(10)))
    assert "draws the 8 tiles of the boneyard; then everybody passes." in page
    assert "All pass" not in page


def test_the_picture_has_all_tiles_where_they_are_and_what_can_still_come(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, "lead: Ana", "Ana: 6-4", "Ana: 4-4", "Ana: 4-1 on 4-4")
    picture = drawing(client, f"/t/{table_id}/audit.svg")
    tiles = [part for part in picture.findall(f"{SVG}g") if part.find(f"{SVG}use") is not None]
    assert len(tiles) == 28
    assert sum(part.get("opacity") is not None for part in tiles) == 3
    told = said(picture)
    for words in (
        "28 tiles: 3 on the table; in hands Ana 4, Ben 7; 14 in the boneyard.",
        "168 pips: 23 on the table; 145 hidden.",
        "Not seen yet: 25",
        "3 of 7",
        "28 168 Together",
        "6 on 6-4: 6-0, 6-1, 6-2, 6-3, 6-5 or 6-6 can still come.",
    ):
        assert words in told


def test_the_picture_of_a_dead_hand_says_so(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, *DEAD, header=SINGLES.format(14))
    told = said(drawing(client, f"/t/{table_id}/audit.svg"))
    assert "The hand is dead" in told and "all seven" in told


def test_where_nothing_is_accounted_for_there_is_no_picture(
    client: FlaskClient, desk: Desk
) -> None:
    for table_id in (table(desk), table(desk, "lead: Ana", is_pegs_only=True)):
        assert "audit.svg" not in client.get(f"/t/{table_id}/audit").text
        assert client.get(f"/t/{table_id}/audit.svg").status_code == 404
