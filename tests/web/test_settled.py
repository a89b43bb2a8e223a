"""A hand just settled: each side's old score and new one, the pips, the rounding, why."""

import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.i18n import message
from companion.record.header import read_header
from companion.tables.table_service import TableService
from companion.web.tables.table_page import settled_sides
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import read, shows

HORSE = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2"
THREE = "game: race-horse\nplayers: Ana, Ben, Cyd\nrule: tiles-each = 1"
DOMINOES = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4")


def table(table_service: TableService, *lines: str, header: str = HORSE) -> str:
    table_id = table_service.open(read_header(header), keeper=ANAS_PHONE)
    enter(table_service, table_id, *lines)
    return table_id


def test_each_side_is_told_its_old_score_and_its_new_one(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, *DOMINOES, "Ben: left 1-0 6-6")
    ana, ben = settled_sides(table_service.look(table_id))
    # The ten of 6-4 were pegged before; 13 pips are 15.
    assert (ana.before, ana.after, ana.left) == (2, 5, message("settled.none-left"))
    assert (ben.before, ben.after, ben.left) == (0, 0, message("settled.left", count=13))
    html = client.get(f"/t/{table_id}").text
    assert shows(read(html), "settled.left", count=13)
    assert f'href="/t/{table_id}/why/4"' in html


def test_the_double_blank_is_left_though_it_has_no_pips(table_service: TableService) -> None:
    header = HORSE.replace("tiles-each = 2", "tiles-each = 1")
    table_id = table(table_service, "lead: Ana", "Ana: 6-3", "Ben: left 0-0", header=header)
    ana, ben = settled_sides(table_service.look(table_id))
    assert ana.left == message("settled.none-left")
    assert ben.left == message("settled.left", count=0)


def test_the_camera_is_told_what_can_be_left_and_not_what_a_draw_rules_out(
    client: FlaskClient, table_service: TableService
) -> None:
    # The tile that he drew last is the one he played.
    lines = ("lead: Ana", "Ana: 6-3", "Ben: draws 2", "Ben: 6-5 on 6-3", "Ana: 5-1 on 6-5")
    page = client.get(f"/t/{table(table_service, *lines)}").text
    known = re.search(r"data-knowledge='(.*?)'", page)
    assert known is not None
    told = json.loads(unescape(known[1]))
    assert (told["count"], set(told["gone"])) == (3, {"6-3", "6-5", "5-1"})
    # Neither a six nor a three: they fitted. And nothing that was played.
    hidden = {f"{high}-{low}" for high in (5, 4, 2, 1, 0) for low in (5, 4, 2, 1, 0) if low <= high}
    assert {*told["possible"]} == hidden - {"5-1"}


@pytest.mark.parametrize(
    ("header", "entered", "is_there"),
    [
        (THREE, (), False),
        (THREE, ("Ben: left 6-6",), True),
        (THREE, ("Ben: left 6-6", "Cyd: left 5-5"), True),
        (f"{THREE}\ntarget: 3", ("Ben: left 6-6", "Cyd: left 5-5"), True),
        (THREE, ("Ben: left 6-6", "Cyd: left 5-5", "lead: Ana"), False),
    ],
)
def test_the_last_count_and_its_reasons_stay_in_reach_after_the_hand(
    app: Flask,
    client: FlaskClient,
    table_service: TableService,
    header: str,
    entered: tuple[str, ...],
    is_there: bool,
) -> None:
    table_id = table(table_service, "lead: Ana", "Ana: 6-4", *entered, header=header)
    app.extensions["access_service"].ask(table_id, "zoes-phone", "Zoe")
    for device in (client, phone(app, "zoes-phone")):
        page = device.get(f"/t/{table_id}").text
        line = page.partition('<p class="last-count">')[2].partition("</p>")[0]
        assert shows(line, "count.last", sum="6 + 4 = 10") == is_there
        assert (f'href="/t/{table_id}/why/2"' in line) == is_there


@pytest.mark.parametrize("rounding", ["sum", "each-hand"])
def test_what_a_hand_loses_is_rounded_beside_it(table_service: TableService, rounding: str) -> None:
    header = f"{HORSE}\nrule: rounding = {rounding}\nrule: settlement = own-hand"
    table_id = table(table_service, *DOMINOES, "Ben: left 1-0 6-6", header=header)
    _, ben = settled_sides(table_service.look(table_id))
    assert (ben.before, ben.after) == (0, -3)
    assert ben.left == message("settled.left-rounded", count=13, rounded=15)


ONE_POINT = "game: fives-and-threes\nplayers: Ana, Ben\nrule: tiles-each = 2"


def test_nobody_tells_what_is_left_where_going_out_is_one_point(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ("lead: Ana", "Ana: 6-5", "Ben: 6-2", "Ana: 5-1")
    table_id = table(table_service, *lines, header=ONE_POINT)
    ana, ben = settled_sides(table_service.look(table_id))
    assert (ana.before, ana.after, ana.left) == (1, 2, message("settled.out"))
    assert (ben.before, ben.after, ben.left) == (0, 0, message("settled.tiles-left", count=1))
    html = client.get(f"/t/{table_id}").text
    # No form asks for tiles left: the next hand is led.
    assert "phase-lead" in html and 'name="left"' not in html
    assert shows(html, "lead.leads", player="Ben")


def test_nobody_has_the_point_of_a_blocked_hand(table_service: TableService) -> None:
    lines = ("lead: Ana", "Ana: 6-5", "Ben: passes", "Ana: passes")
    table_id = table(table_service, *lines, header=ONE_POINT)
    sides = settled_sides(table_service.look(table_id))
    assert [(side.before, side.after) for side in sides] == [(0, 0), (0, 0)]


def test_each_hand_is_rounded_beside_it_where_the_difference_is_taken(
    table_service: TableService,
) -> None:
    header = f"{HORSE}\nrule: rounding = each-hand\nrule: settlement = difference"
    table_id = table(table_service, *DOMINOES, "Ben: left 1-0 6-6", header=header)
    ana, ben = settled_sides(table_service.look(table_id))
    assert (ana.before, ana.after) == (2, 5)
    assert ben.left == message("settled.left-rounded", count=13, rounded=15)


def test_nothing_is_told_before_and_after(table_service: TableService) -> None:
    table_id = table(table_service, *DOMINOES)
    assert settled_sides(table_service.look(table_id)) == ()
    for line in ("Ben: left 1-0 6-6", "ruling: Ben +1"):
        told = settled_sides(enter(table_service, table_id, line))
        assert bool(told) == line.startswith("Ben")
    assert settled_sides(enter(table_service, table_id, "lead: Ana")) == ()
