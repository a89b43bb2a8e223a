"""The table page: what each tap answers, refusals beside successes."""

from collections.abc import Iterable

import pytest
from flask.testing import FlaskClient
from markupsafe import escape
from werkzeug.test import TestResponse

from companion.db.table_models import LeadsTo
from companion.i18n import message
from companion.record.header import Header
from companion.record.statements import Statement, read_statement
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_access import AccessService
from companion.tables.table_service import TableService
from companion.web.tables.table_page import pegged_last
from tests.tables.scribe import undo
from tests.web.phones import ANAS_PHONE, phone
from tests.web.thumb import transcript_of
from tests.web.words import shows

HTMX = {"HX-Request": "true"}
ANAS_TILE = message("change.tile", player="Ana", tile="6-3")


def table(table_service: TableService, lines: Iterable[str], header: Header | None = None) -> str:
    """A table at which these lines of a record were entered."""
    table_id = table_service.open(header or Header("race-horse", ("Ana", "Ben")), keeper=ANAS_PHONE)
    for line in lines:
        enter(table_service, table_id, line)
    return table_id


def enter(table_service: TableService, table_id: str, line: str) -> None:
    statement = read_statement(line)
    assert isinstance(statement, Statement)
    seen = table_service.look(table_id).version
    table_service.enter(table_id, statement, RequestStamp(seen, f"{line} {seen}"))


def post(
    client: FlaskClient, table_service: TableService, table_id: str, action: str, **form: object
) -> TestResponse:
    """A tap on the page as it stands."""
    data = {"seen": table_service.look(table_id).version} | form
    return client.post(f"/t/{table_id}/{action}", data=data, headers=HTMX)


def test_a_tile_is_set_by_one_tap_and_its_count_is_written_out(
    client: FlaskClient, table_service: TableService
) -> None:
    answer = post(client, table_service, table(table_service, ["lead: Ana"]), "set", tile="6-4")
    assert answer.status_code == 200
    assert "6 + 4 = 10" in answer.text
    assert shows(answer.text, "unit.pegs", count=2)
    assert shows(answer.text, "turn.again", player="Ana")


def test_a_tile_that_does_not_fit_is_refused_with_the_reason_and_changes_nothing(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    before = table_service.look(table_id)
    answer = post(client, table_service, table_id, "set", tile="5-5")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.no-match", tile="5-5")
    assert table_service.look(table_id) == before


def test_which_end_is_asked_where_ends_are_not_alike_and_the_second_tap_answers(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3", "Ben: 6-6", "Ben: 3-3", "Ben: 6-2"])
    enter(table_service, table_id, "Ana: 2-0")
    answer = post(client, table_service, table_id, "set", tile="3-0")
    assert answer.status_code == 422
    assert f"{message('play.on', host='3-3')} → " in answer.text
    assert f"{message('play.on', host='2-0')} → " in answer.text
    answer = post(client, table_service, table_id, "set", tile="3-0", on="2-0")
    assert answer.status_code == 200
    assert str(table_service.look(table_id).entries[-1].statement) == "Ben: 3-0 on 2-0"


def test_an_end_picked_first_dims_what_does_not_go_there(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    answer = client.get(f"/t/{table_id}?on=6-3")
    assert shows(answer.text, "count.what-goes-on", host="6-3")
    assert 'name="on" value="6-3"' in answer.text


@pytest.mark.parametrize(("said", "points"), [("right", 10), ("silent", 0), ("15", 0), ("10", 10)])
def test_an_announced_count_earns_its_points_only_if_it_was_said_rightly(
    client: FlaskClient, table_service: TableService, said: str, points: int
) -> None:
    table_id = table(table_service, ["lead: Ana"], Header("racehorse-1990", ("Ana", "Ben")))
    post(client, table_service, table_id, "set", tile="6-4", said=said)
    assert table_service.look(table_id).game.scores == (points, 0)


def test_several_tiles_are_drawn_with_one_tap(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    answer = post(client, table_service, table_id, "draw", tiles=3)
    assert shows(answer.text, "count.drew", tiles=3, left=11)


def test_a_pass_is_refused_while_the_boneyard_has_tiles(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    answer = post(client, table_service, table_id, "pass")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.must-draw", player="Ben", count=14)


def test_undo_says_what_it_takes_back_and_redo_brings_it_again(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    assert shows(client.get(f"/t/{table_id}").text, "change.undo", change=ANAS_TILE)
    answer = post(client, table_service, table_id, "undo")
    assert escape(str(message("change.redo", change=ANAS_TILE))) in answer.text
    assert not table_service.look(table_id).game.hand.layout.tiles  # type: ignore[union-attr]
    post(client, table_service, table_id, "redo")
    assert str(table_service.look(table_id).entries[-1].statement) == "Ana: 6-3"


def test_the_same_tap_sent_twice_counts_once(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    stamp = {"seen": 2, "tiles": 2}
    for _ in range(3):
        answer = client.post(f"/t/{table_id}/draw", data=stamp, headers=HTMX)
        assert answer.status_code == 200
    assert table_service.look(table_id).game.hand.boneyard == 12  # type: ignore[union-attr]


def test_a_tap_with_a_key_of_its_own_counts_once_whatever_it_has_seen_since(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    for seen in (2, 3, 2, -1):
        stamp = {"seen": seen, "tiles": 2, "key": "0f" * 16}
        answer = client.post(f"/t/{table_id}/draw", data=stamp, headers=HTMX)
        assert answer.status_code == 200
        assert 'data-version="3"' in answer.text
    assert table_service.look(table_id).version == 3


def test_two_taps_alike_are_two_where_each_has_its_own_key(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    for number in range(2):
        post(client, table_service, table_id, "draw", key=f"{number:032x}")
    assert table_service.look(table_id).version == 4


def test_two_devices_share_no_keys(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    access_service: AccessService = client.application.extensions["access_service"]
    access_service.keep(access_service.links(table_id)[LeadsTo.KEEP], "bens-phone", "Ben")
    for device in (client, phone(client.application, "bens-phone")):
        assert post(device, table_service, table_id, "draw", key="0f" * 16).status_code == 200
    assert table_service.look(table_id).version == 4


@pytest.mark.parametrize("key", ["", "x", "0f" * 15, "0F" * 16, "0f" * 17, "0f" * 16 + "\n"])
def test_a_key_that_no_page_makes_is_no_key(
    client: FlaskClient, table_service: TableService, key: str
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"])
    for _ in range(2):
        assert post(client, table_service, table_id, "draw", key=key).status_code == 200
    assert table_service.look(table_id).version == 4


def test_an_announced_tile_sent_twice_counts_once_as_well(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana"], Header("racehorse-1990", ("Ana", "Ben")))
    stamp = {"seen": 1, "tile": "6-4", "said": "right"}
    for _ in range(2):
        assert client.post(f"/t/{table_id}/set", data=stamp, headers=HTMX).status_code == 200
    assert table_service.look(table_id).game.scores == (10, 0)


def test_an_announced_tile_on_an_old_page_is_told_so(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(
        table_service, ["lead: Ana", "Ana: 6-3"], Header("racehorse-1990", ("Ana", "Ben"))
    )
    old = {"seen": 1, "tile": "5-5", "said": "right"}
    assert client.post(f"/t/{table_id}/set", data=old, headers=HTMX).status_code == 409


def test_a_tap_on_an_old_page_is_told_so_and_shown_the_table_as_it_is(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3", "Ben: 3-1"])
    old = {"seen": 2, "tile": "6-6"}
    answer = client.post(f"/t/{table_id}/set", data=old, headers=HTMX)
    assert answer.status_code == 409
    change = message("change.tile", player="Ben", tile="3-1")
    assert shows(answer.text, "refused.stale-after", entered=change)
    assert table_service.look(table_id).version == 3
    undo(table_service, table_id)
    answer = client.post(f"/t/{table_id}/set", data=old, headers=HTMX)
    taken_back = message("change.taken-back", change=change)
    assert shows(answer.text, "refused.stale-after", entered=taken_back)


def test_the_hand_is_settled_by_tapping_what_is_left(
    client: FlaskClient, table_service: TableService
) -> None:
    header = Header("race-horse", ("Ana", "Ben"), None, (("tiles-each", "1"),))
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"], header)
    answer = post(client, table_service, table_id, "left", who=1, left="5-5")
    pips, pegs = message("unit.pips", count=10), message("unit.pegs", count=2)
    assert shows(answer.text, "settled.takes", count=1, side="Ana", pips=pips, points=pegs)
    assert shows(answer.text, "turn.leads-next")


def before_the_last_left(client: FlaskClient, table_service: TableService, name: str) -> str:
    """The page of a case's table when one hand is left to tell and the boneyard is empty."""
    record = transcript_of(name)
    assert record.header is not None
    table_id = table_service.open(record.header, keeper=ANAS_PHONE)
    for entry in record.entries:
        hand = table_service.look(table_id).game.hand
        if hand and hand.is_over and len(hand.must_show) == 1 and not hand.boneyard:
            return client.get(f"/t/{table_id}").text
        enter(table_service, table_id, str(entry.statement))
    raise AssertionError(f"no such moment in {name}")


def test_the_last_hand_is_filled_in_where_it_can_only_be_these_tiles(
    client: FlaskClient, table_service: TableService
) -> None:
    page = before_the_last_left(client, table_service, "race-horse-2")
    assert shows(page, "left.known", name="Ben", count=2)
    assert " checked" in page


def test_the_last_pips_are_filled_in_where_the_other_hands_told_only_pips(
    client: FlaskClient, table_service: TableService
) -> None:
    page = before_the_last_left(client, table_service, "seven-rocks-4p")
    assert shows(page, "left.known-pips", name="Cyd", count=1, pips=message("unit.pips", count=6))
    assert " checked" not in page


def test_a_count_of_pips_that_cannot_be_is_refused(
    client: FlaskClient, table_service: TableService
) -> None:
    header = Header("race-horse", ("Ana", "Ben"), None, (("tiles-each", "1"),))
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3"], header)
    answer = post(client, table_service, table_id, "left", who=1, pips=13)
    assert answer.status_code == 422
    assert shows(answer.text, "refused.left-pips", count=1, pips=13)


def test_a_stranger_finds_no_table(client: FlaskClient) -> None:
    assert client.get("/t/nowhere").status_code == 404
    assert client.post("/t/nowhere/undo", data={"seen": 0}).status_code == 404


@pytest.mark.parametrize(
    ("action", "form"),
    [
        ("set", {"tile": "7-7"}),
        ("set", {}),
        ("set", {"tile": "6-4", "on": "x"}),
        ("draw", {"tiles": "many"}),
        ("lead", {"who": "9"}),
        ("left", {"who": "-1"}),
        ("ruling", {"side": "0", "points": "9" * 30}),
        ("ruling", {"side": "7", "points": "1"}),
        ("set", {"tile": "6-4", "seen": "x"}),
    ],
)
def test_a_form_that_no_page_sends_is_refused_and_changes_nothing(
    client: FlaskClient, table_service: TableService, action: str, form: dict[str, str]
) -> None:
    table_id = table(table_service, ["lead: Ana"])
    before = table_service.look(table_id)
    assert post(client, table_service, table_id, action, **form).status_code == 400
    assert table_service.look(table_id) == before


def test_names_of_any_script_are_shown_as_they_are_and_markup_is_harmless(
    client: FlaskClient, table_service: TableService
) -> None:
    names = ("<b>Zoë</b>", "アンナ")
    page = client.get(f"/t/{table(table_service, [], Header('race-horse', names))}").text
    assert "&lt;b&gt;Zoë&lt;/b&gt;" in page
    assert "<b>Zoë" not in page
    assert "アンナ" in page


def test_without_scripts_a_tap_leads_back_to_the_table(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana"])
    answer = client.post(f"/t/{table_id}/set", data={"seen": 1, "tile": "6-4"})
    assert answer.status_code == 303
    assert answer.location == f"/t/{table_id}"
    assert "6 + 4 = 10" in client.get(answer.location).text


def test_points_are_pegged_without_tiles_and_undone(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table_service.open(
        Header("race-horse", ("Ana", "Ben")), is_pegs_only=True, keeper=ANAS_PHONE
    )
    enter(table_service, table_id, "lead: Ana")
    assert str(message("pegs.points-for", side="Ana")) in client.get(f"/t/{table_id}").text
    post(client, table_service, table_id, "ruling", side=1, points=4)
    assert table_service.look(table_id).game.scores == (0, 4)
    post(client, table_service, table_id, "undo")
    assert table_service.look(table_id).game.scores == (0, 0)


@pytest.mark.parametrize(
    ("sign", "typed", "scores"), [("+", "37", (37, 0)), ("-", "4", (-4, 0)), ("+", "1", (1, 0))]
)
def test_any_number_of_points_is_pegged_or_taken_off(
    client: FlaskClient, table_service: TableService, sign: str, typed: str, scores: tuple[int, int]
) -> None:
    table_id = pegs_only(table_service)
    post(client, table_service, table_id, "ruling", side=0, sign=sign, typed=typed)
    assert table_service.look(table_id).game.scores == scores


def test_points_that_nobody_typed_are_asked_for(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = pegs_only(table_service)
    answer = post(client, table_service, table_id, "ruling", side=0, sign="+", typed="")
    assert answer.status_code == 422 and shows(answer.text, "pegs.type-first")
    answer = post(client, table_service, table_id, "ruling", side=0, sign="+", typed="x")
    assert answer.status_code == 400


def test_points_that_no_table_needs_are_refused_in_words(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = pegs_only(table_service)
    for typed in ("1000001", "9" * 4000):
        answer = post(client, table_service, table_id, "ruling", side=0, sign="+", typed=typed)
        assert answer.status_code == 422
        assert "Numbers go up to 1,000,000. This one is larger." in answer.text
    assert table_service.look(table_id).game.scores == (0, 0)


def test_what_was_pegged_last_stands_where_no_tiles_lie(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = pegs_only(table_service)
    bare = client.get(f"/t/{table_id}").text
    assert shows(bare, "pegs.none")
    assert 'class="holds"' not in bare and not shows(bare, "table.boneyard", count=14)
    for points in range(1, 9):
        enter(table_service, table_id, f"ruling: Ana +{points}")
    told = pegged_last(table_service.look(table_id))
    assert [ruled.points for _, ruled, _ in told] == [8, 7, 6, 5, 4, 3]
    assert [entry.game.scores[side] for entry, _, side in told][:2] == [36, 28]
    assert shows(client.get(f"/t/{table_id}").text, "pegs.makes", score=36)


def test_a_game_of_pegs_that_is_won_has_an_end_and_no_felt(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = pegs_only(table_service, target=6)
    enter(table_service, table_id, "ruling: Ben +6")
    html = client.get(f"/t/{table_id}").text
    assert "phase-over" in html and 'id="layout"' not in html
    assert not shows(html, "bare.play") and not shows(html, "bare.watch")
    assert shows(html, "pegs.makes", score=6) and shows(html, "page.finish")


def pegs_only(table_service: TableService, target: int = 61) -> str:
    """A table of Ana and Ben at which nothing is pegged yet."""
    rules = (("target", str(target)), ("game-ends", "at-once"))
    header = Header("race-horse", ("Ana", "Ben"), None, rules)
    table_id = table_service.open(header, is_pegs_only=True, keeper=ANAS_PHONE)
    enter(table_service, table_id, "lead: Ana")
    return table_id


def test_a_dead_hand_is_knocked_out_with_one_tap_that_counts_once(
    client: FlaskClient, table_service: TableService
) -> None:
    four = Header("seven-rocks", ("Ana", "Ben", "Cyd", "Dee"))
    lines = [
        "lead: Ana",
        "Ana: 6-6",
        "Ben: 6-0",
        "Cyd: 6-1 on 6-6",
        "Dee: 1-0 on 6-0",
        "Ana: 1-1 on 1-0",
        "Ben: 6-2 on 6-6",
        "Cyd: 2-1 on 6-2",
        "Dee: 6-3 on 6-6",
        "Ana: 3-1 on 6-3",
        "Ben: 4-1 on 1-1",
    ]
    table_id = table(table_service, lines, four)
    assert str(message("play.all-knock")) not in client.get(f"/t/{table_id}").text
    for line in ("Cyd: 6-4 on 4-1", "Dee: 6-5 on 6-4", "Ana: 5-1 on 6-5"):
        enter(table_service, table_id, line)
    assert shows(client.get(f"/t/{table_id}").text, "play.all-knock")
    seen = table_service.look(table_id).version
    for looked_since in (seen, seen, seen + 1, seen + 3, seen + 4):
        stamp = {"seen": looked_since, "key": "0f" * 16}
        answer = client.post(f"/t/{table_id}/passes", data=stamp, headers=HTMX)
        assert answer.status_code == 200
        assert shows(answer.text, "turn.blocked")
        assert table_service.look(table_id).version == seen + 4


def test_every_answer_forbids_scripts_and_styles_from_elsewhere(client: FlaskClient) -> None:
    policy = client.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
