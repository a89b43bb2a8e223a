"""The record's pages: every entry listed, put right, put in, deleted, and what no longer holds."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.i18n import Message, listed, message
from companion.record.header import Header, read_header
from companion.record.replay import replay
from companion.record.statements import PointsRuled, Statement, read_statement
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from tests.web.phones import ANAS_PHONE
from tests.web.words import shows, worded

START = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ana: 4-1 on 4-4", "Ben: draws 2")
DELETION = message("change.deletion")
#: Ben drew with 6 and 3 open, and sets the 6-1 only two turns later.
RENEGE = (
    *("lead: Ana", "Ana: 6-3", "Ben: draws 1", "Ben: 3-2 on 6-3"),
    *("Ana: 2-0 on 3-2", "Ben: 6-1 on 6-3", "Ana: 1-0 on 6-1", "Ben: 6-0 on 2-0"),
)


@pytest.fixture
def table_service(app: Flask) -> TableService:
    kept: TableService = app.extensions["table_service"]
    return kept


def table(
    table_service: TableService, lines: Iterable[str], header: str = "game: race-horse"
) -> str:
    players = "" if "players:" in header else "\nplayers: Ana, Ben"
    table_id = table_service.open(read_header(header + players), keeper=ANAS_PHONE)
    for line in lines:
        enter(table_service, table_id, line)
    return table_id


def enter(table_service: TableService, table_id: str, line: str) -> None:
    statement = read_statement(line)
    assert isinstance(statement, Statement)
    seen = table_service.look(table_id).version
    table_service.enter(table_id, statement, RequestStamp(seen, f"{line} {seen}"))


def told(table_service: TableService, table_id: str) -> list[str]:
    """The record as it stands, as far as it holds."""
    return [str(entry.statement) for entry in table_service.read(table_id).entries]


def post(
    client: FlaskClient, table_service: TableService, table_id: str, address: str, **form: object
) -> TestResponse:
    data = {"seen": table_service.look(table_id).version} | form
    return client.post(f"/t/{table_id}/record{address}", data=data)


def page(client: FlaskClient, table_id: str, address: str = "") -> str:
    answer = client.get(f"/t/{table_id}/record{address}")
    assert answer.status_code == 200
    return answer.text


def words(html: str) -> str:
    """What a reader of the page reads."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def set_on(tile: str, host: str) -> Message:
    return message("entry.tile-on", tile=tile, host=host)


# ---- The list ----------------------------------------------------------------------------------


def test_every_entry_is_listed_with_what_was_said_its_count_and_the_scores(
    client: FlaskClient, table_service: TableService
) -> None:
    read = words(page(client, table(table_service, START)))
    pegs = message("unit.pegs", count=2)
    scored = message("entry.counts-and-earns", total="6 + 4 = 10", earned=pegs)
    counted = message("entry.counts", total="6 + 1 = 7")
    tiles = message("unit.tiles", count=2)
    drawn = message("entry.draws", player="Ben", tiles=tiles, left=12)
    assert f"{message('record.hand', number=1)} {message('hand.still-on')} 2 · 0" in read
    assert f"1 Ana {message('line.leads')}" in read
    assert f"2 Ana 6-4 +2 {scored} {message('next.goes-on', player='Ana')}" in read
    assert (
        f"4 Ana {set_on('4-1', '4-4')} {counted} {message('next.turn', player='Ben')} 2 · 0" in read
    )
    assert f"5 Ben {message('line.draws', count=2)} {drawn}" in read


def test_a_hand_says_how_it_ended_and_what_the_settlement_came_to(
    client: FlaskClient, table_service: TableService
) -> None:
    short = "game: race-horse\nrule: tiles-each = 1"
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3", "Ben: left 6-5", "lead: Ana"], short)
    read = words(page(client, table_id))
    ended = message("hand.dominoed", name="Ana")
    assert f"{message('record.hand', number=1)} {ended} 2 · 0" in read
    pips, pegs = message("unit.pips", count=11), message("unit.pegs", count=2)
    taken = {"side": "Ana", "pips": pips, "rounded": 10, "points": pegs}
    assert str(message("settled.takes-rounded", count=1, **taken)) in read
    assert f"{message('record.hand', number=2)} {message('hand.still-on')}" in read


def test_a_table_where_nothing_was_entered_has_an_empty_record(
    client: FlaskClient, table_service: TableService
) -> None:
    assert str(message("record.nothing-yet")) in page(client, table(table_service, []))


def test_what_passes_and_draws_prove_is_told_in_the_numbers_of_the_page(
    client: FlaskClient, table_service: TableService
) -> None:
    read = words(page(client, table(table_service, RENEGE)))
    drew = message("finding.drew", player="Ben", pips=listed((6, 3)), tile="6-1")
    assert str(message("record.cannot-be")) in read
    assert str(message("finding.at-entry", entry=3, what=drew)) in read
    assert not worded("finding.on-line").search(read)


def test_a_table_that_nobody_opened_has_no_record(client: FlaskClient) -> None:
    for address in ("", ".txt", "/1", "/1/before", "/99999999999999999999"):
        assert client.get(f"/t/nowhere/record{address}").status_code == 404
    assert client.post("/t/nowhere/record/undo", data={"seen": 0}).status_code == 404


def test_names_and_reasons_are_words_never_markup(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: <i>Ana</i>, <script>x</script>, محمد"
    table_id = table(table_service, ["lead: <i>Ana</i>", "<i>Ana</i>: 6-4"], header)
    post(
        client,
        table_service,
        table_id,
        "/ruling",
        what="ruling",
        side=2,
        points="-3",
        reason="<b>why</b>",
    )
    post(
        client,
        table_service,
        table_id,
        "/3",
        what="ruling",
        side=2,
        points="-5",
        reason="<u>so</u>",
    )
    for address in ("", "/2", "/4", "/4/before"):
        html = page(client, table_id, address)
        assert not re.search(r"<(script>|i>|b>why|u>)", html)
        assert "&lt;i&gt;Ana&lt;/i&gt;" in html
    # The minus stays with its number beside a name that runs leftward.
    pegs = message("unit.pegs", count=-5)
    agreed = message("entry.ruling-because", points=pegs, side="محمد", why="<u>so</u>")
    assert "\u2068محمد\u2069" in agreed.__html__()
    assert agreed.__html__() in page(client, table_id)


# ---- One entry ---------------------------------------------------------------------------------


def test_the_form_holds_the_entry_as_it_stands(
    client: FlaskClient, table_service: TableService
) -> None:
    html = page(client, table(table_service, START), "/4")
    assert re.search(r'name="tile" value="4-1"[^>]* checked', html)
    assert re.search(r'name="who" value="0" required checked', html)
    host = message("entry.host", host="4-4", pips=4)
    assert f'<option value="4-4" selected>{host}</option>' in html
    assert str(message("entry.wherever")) in html


def test_only_tiles_and_hosts_of_that_moment_can_be_chosen(
    client: FlaskClient, table_service: TableService
) -> None:
    html = page(client, table(table_service, START), "/3")
    assert 'value="6-4" aria-label' not in html  # set before
    assert 'value="4-1" aria-label' in html  # set only later
    assert re.findall(r'<option value="([0-6]-[0-6])"', html) == ["6-4"]


def test_a_tile_is_corrected_and_what_follows_is_counted_anew(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-3", "Ben: 6-2 on 6-3"])
    answer = post(client, table_service, table_id, "/2", what="tile", who=0, tile="6-1", on="")
    assert answer.status_code == 303
    # The 6-2 lay on the 6-3, which was never set now.
    assert told(table_service, table_id) == ["lead: Ana", "Ana: 6-1"]
    answer = post(client, table_service, table_id, "/3", what="tile", who=1, tile="6-2", on="")
    assert answer.status_code == 303
    assert told(table_service, table_id) == ["lead: Ana", "Ana: 6-1", "Ben: 6-2"]
    assert f"3 Ben {set_on('6-2', '6-1')} 1 + 2 = 3" in words(page(client, table_id))


def test_a_host_is_corrected(client: FlaskClient, table_service: TableService) -> None:
    lines = ["lead: Ana", "Ana: 6-6", "Ana: 6-5 on 6-6", "Ben: 6-1 on 6-6", "Ana: 5-1 on 6-5"]
    table_id = table(table_service, lines)
    assert table_service.look(table_id).game.scores == (0, 0)
    post(client, table_service, table_id, "/5", what="tile", who=0, tile="5-1", on="6-1")
    assert told(table_service, table_id)[-1] == "Ana: 5-1 on 6-1"
    assert table_service.look(table_id).game.scores == (2, 0)


def test_who_led_is_corrected(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, ["lead: Ana"])
    post(client, table_service, table_id, "/1", what="lead", who=1)
    assert told(table_service, table_id) == ["lead: Ben"]


def test_a_number_drawn_is_corrected(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, START)
    post(client, table_service, table_id, "/5", what="draw", who=1, tiles=3)
    assert told(table_service, table_id)[-1] == "Ben: draws 3"
    hand = table_service.look(table_id).game.hand
    assert hand is not None and hand.boneyard == 11


def test_an_announced_count_is_corrected(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-4"], "game: racehorse-1990")
    assert str(message("entry.claim")) in page(client, table_id, "/2")
    post(client, table_service, table_id, "/2", what="tile", who=0, tile="6-4", claim="10")
    assert table_service.look(table_id).game.scores == (10, 0)


def test_what_was_left_is_corrected_in_tiles_or_in_pips(
    client: FlaskClient, table_service: TableService
) -> None:
    short = "game: race-horse\nrule: tiles-each = 2"
    lines = ["lead: Ana", "Ana: 6-3", "Ben: 6-5 on 6-3", "Ana: 5-4 on 6-5", "Ben: left 1-0"]
    table_id = table(table_service, lines, short)
    assert re.search(r'name="left" value="1-0"[^>]* checked', page(client, table_id, "/5"))
    post(client, table_service, table_id, "/5", what="left", who=1, left="6-6", pips="")
    assert table_service.look(table_id).game.scores == (2, 0)
    post(client, table_service, table_id, "/6", what="left", who=1, pips="8")
    assert told(table_service, table_id)[-1] == "Ben: left 8 pips"


def test_an_entry_can_turn_out_to_be_something_else(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    html = page(client, table_id, "/5?as=tile")
    assert 'name="what" value="tile"' in html
    assert re.search(r'name="who" value="1" required checked', html)
    post(client, table_service, table_id, "/5", what="tile", who=1, tile="6-1", on="6-4")
    assert told(table_service, table_id)[-1] == "Ben: 6-1 on 6-4"


@pytest.mark.parametrize(
    ("seq", "form", "refusal"),
    [
        (4, {"what": "tile", "who": 0, "tile": "5-5"}, message("refused.no-match", tile="5-5")),
        (
            4,
            {"what": "tile", "who": 1, "tile": "4-1"},
            message("refused.not-your-turn", turn="Ana", player="Ben"),
        ),
        (4, {"what": "tile", "who": 0, "tile": ""}, message("entry.ask.tile")),
        (4, {"what": "tile", "who": 9, "tile": "4-1"}, message("entry.ask.who")),
        (4, {"what": "tile", "who": 0, "tile": "4-1", "on": "no"}, message("entry.ask.host")),
        (4, {"what": "tile", "who": 0, "tile": "4-1", "claim": "-5"}, message("entry.ask.claim")),
        (
            5,
            {"what": "draw", "who": 1, "tiles": "15"},
            message("refused.boneyard-has-fewer", count=14, wanted=15),
        ),
        (5, {"what": "draw", "who": 1, "tiles": "0"}, message("entry.ask.drawn")),
        (5, {"what": "draw", "who": 1, "tiles": "many"}, message("entry.ask.drawn")),
        (5, {"what": "left", "who": 1}, message("entry.ask.left")),
        (5, {"what": "pass", "who": 1}, message("refused.must-draw", player="Ben", count=14)),
        (5, {"what": "ruling", "side": 0, "points": "some"}, message("entry.ask.points")),
    ],
)
def test_what_cannot_stand_there_is_refused_with_the_reason_and_changes_nothing(
    client: FlaskClient,
    table_service: TableService,
    seq: int,
    form: dict[str, object],
    refusal: Message,
) -> None:
    table_id = table(table_service, START)
    before = table_service.look(table_id)
    answer = post(client, table_service, table_id, f"/{seq}", **form)
    assert answer.status_code == 422
    assert shows(answer.text, refusal.id, **dict(refusal.arguments))
    assert f'name="what" value="{form["what"]}"' in answer.text  # what was typed is still there
    assert table_service.look(table_id) == before
    assert told(table_service, table_id) == list(START)


def test_a_form_without_a_known_kind_cannot_be_read(
    client: FlaskClient, table_service: TableService
) -> None:
    assert (
        post(client, table_service, table(table_service, START), "/4", what="cheat").status_code
        == 400
    )


def test_a_correction_of_what_has_moved_on_is_stale(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    form = {"what": "draw", "who": 1, "tiles": 3}
    answer = post(client, table_service, table_id, "/5", seen=4, **form)
    assert answer.status_code == 409
    assert shows(answer.text, "refused.stale")
    assert f'name="seen" value="{table_service.look(table_id).version}"' in answer.text
    assert told(table_service, table_id) == list(START)


def test_a_correction_of_an_entry_that_is_gone_shows_the_record(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    post(client, table_service, table_id, "/5/delete")
    assert client.get(f"/t/{table_id}/record/5").status_code == 404
    answer = post(client, table_service, table_id, "/5", what="draw", who=1, tiles=3)
    assert answer.status_code == 422
    assert str(message("record.entry-is-gone")) in words(answer.text)


def test_a_correction_sent_twice_is_made_once(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    form = {"seen": 5, "what": "draw", "who": 1, "tiles": 3}
    assert post(client, table_service, table_id, "/5", **form).status_code == 303
    assert post(client, table_service, table_id, "/5", **form).status_code == 303
    assert table_service.look(table_id).version == 6


# ---- What is missing, what is too much ---------------------------------------------------------


def test_a_draw_that_was_forgotten_is_put_in(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, [*START[:4], "Ben: 6-1 on 6-4"])
    html = page(client, table_id, "/5/before")
    assert re.findall(r"\?as=(\w+)", html) == ["tile", "draw", "ruling"]
    answer = post(client, table_service, table_id, "/5/before", what="draw", who=1, tiles=2)
    assert answer.headers["Location"].endswith("?at=6#e6")
    assert told(table_service, table_id) == [*START, "Ben: 6-1 on 6-4"]


def test_a_pass_is_put_in_and_the_tile_behind_it_gets_its_right_player(
    client: FlaskClient, table_service: TableService
) -> None:
    four = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee"
    table_id = table(table_service, ["lead: Ana", "Ana: 6-6", "Ben: 6-1 on 6-6"], four)
    post(client, table_service, table_id, "/3/before", what="pass", who=1)
    assert str(message("record.no-longer-holds", number=4)) in page(client, table_id)
    post(client, table_service, table_id, "/3", what="tile", who=2, tile="6-1", on="6-6")
    assert told(table_service, table_id)[2:] == ["Ben: passes", "Cyd: 6-1 on 6-6"]


def test_a_tile_is_put_in(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-4", "Ana: 6-1 on 6-4"])
    post(client, table_service, table_id, "/3/before", what="tile", who=0, tile="4-4", on="")
    assert told(table_service, table_id)[2:] == ["Ana: 4-4", "Ana: 6-1 on 6-4"]
    assert shows(page(client, table_id), "entry.tile-on", tile="4-4", host="6-4")


def test_a_ruling_is_put_in(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, START)
    post(
        client,
        table_service,
        table_id,
        "/3/before",
        what="ruling",
        side=1,
        points="+4",
        reason="a # bet",
    )
    assert told(table_service, table_id)[2] == "ruling: Ben +4, a bet"


def test_what_is_put_in_has_to_hold_there(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, START)
    answer = post(
        client, table_service, table_id, "/4/before", what="tile", who=1, tile="6-1", on="6-4"
    )
    assert answer.status_code == 422
    assert shows(answer.text, "refused.not-your-turn", turn="Ana", player="Ben")
    assert str(message("entry.title.before", number=4)) in answer.text
    assert told(table_service, table_id) == list(START)


def test_an_entry_too_many_is_deleted(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, START)
    answer = post(client, table_service, table_id, "/5/delete", near=4)
    assert answer.headers["Location"].endswith("?at=4#e4")
    assert told(table_service, table_id) == list(START[:4])


def test_a_stale_deletion_deletes_nothing(client: FlaskClient, table_service: TableService) -> None:
    table_id = table(table_service, START)
    answer = post(client, table_service, table_id, "/5/delete", seen=3)
    assert answer.status_code == 409
    assert told(table_service, table_id) == list(START)


# ---- What no longer holds ----------------------------------------------------------------------


def test_the_first_entry_that_no_longer_holds_is_shown_and_those_behind_it_wait(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, [*START, "Ben: 6-1 on 6-4"])
    answer = post(client, table_service, table_id, "/3/delete")
    assert answer.headers["Location"].endswith("#mend")
    read = words(page(client, table_id))
    gone = message("record.no-longer-holds", number=3)
    refused = worded("refused.no-match-there", tile="4-1", host="4-4")
    assert re.search(f"{gone} 3 Ana {set_on('4-1', '4-4')} {refused.pattern}", read)
    more = message("record.more-waits", count=2)
    draws = message("line.draws", count=2)
    assert f"{more} 4 Ben {draws} 5 Ben {set_on('6-1', '6-4')}" in read
    html = page(client, table_id)
    assert f'href="/t/{table_id}/record/4">{message("record.mend")}' in html
    assert f'action="/t/{table_id}/record/4/delete"' in html


def test_mending_the_first_lets_the_others_follow(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, [*START, "Ben: 6-1 on 6-4"])
    post(client, table_service, table_id, "/3/delete")
    assert shows(page(client, table_id, "/4"), "entry.tile-on", tile="4-1", host="4-4")
    post(client, table_service, table_id, "/4", what="tile", who=0, tile="4-1", on="6-4")
    assert 'id="mend"' not in page(client, table_id)
    assert told(table_service, table_id)[2:] == [
        "Ana: 4-1 on 6-4",
        "Ben: draws 2",
        "Ben: 6-1 on 6-4",
    ]


def test_mending_by_what_does_not_hold_either_is_refused(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    post(client, table_service, table_id, "/3/delete")
    answer = post(client, table_service, table_id, "/4", what="tile", who=0, tile="2-1", on="")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.no-match", tile="2-1")


def test_the_way_back_from_a_correction_is_undo(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    post(client, table_service, table_id, "/3/delete")
    assert shows(page(client, table_id), "change.undo", change=DELETION)
    assert post(client, table_service, table_id, "/undo").status_code == 303
    assert told(table_service, table_id) == list(START)
    assert shows(page(client, table_id), "change.redo", change=DELETION)
    post(client, table_service, table_id, "/redo")
    assert str(message("record.no-longer-holds", number=3)) in page(client, table_id)


def test_nothing_to_undo_is_said(client: FlaskClient, table_service: TableService) -> None:
    answer = post(client, table_service, table(table_service, []), "/undo")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.nothing-to-undo")


def test_undo_goes_back_across_the_end_of_the_game(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, ["lead: Ana", "Ana: 6-4"], "game: race-horse\ntarget: 2")
    assert table_service.look(table_id).game.is_over
    post(client, table_service, table_id, "/undo")
    assert not table_service.look(table_id).game.is_over


# ---- Rulings, the story, the text --------------------------------------------------------------


def test_points_by_agreement_are_entered_with_their_reason(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    form = {"what": "ruling", "side": 1, "points": "−3", "reason": "dropped\r\na # tile\x00"}
    assert post(client, table_service, table_id, "/ruling", **form).status_code == 303
    statement = table_service.read(table_id).entries[-1].statement
    assert statement == PointsRuled("Ben", -3, "dropped a tile")
    agreed = {"points": message("unit.pegs", count=-3), "side": "Ben", "why": "dropped a tile"}
    assert shows(page(client, table_id), "entry.ruling-because", **agreed)


def test_a_ruling_without_points_is_asked_for_again(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    form = {"what": "ruling", "side": 1, "points": "", "reason": "a bet"}
    answer = post(client, table_service, table_id, "/ruling", **form)
    assert answer.status_code == 422
    assert str(message("entry.ask.points")) in answer.text
    assert 'value="a bet"' in answer.text
    assert told(table_service, table_id) == list(START)


def test_a_ruling_is_offered_only_where_one_can_be_made(
    client: FlaskClient, table_service: TableService
) -> None:
    assert str(message("ruling.title")) in page(client, table(table_service, START))
    assert str(message("ruling.title")) not in page(client, table(table_service, []))
    won = table(table_service, ["lead: Ana", "Ana: 6-4"], "game: race-horse\ntarget: 2")
    assert str(message("ruling.title")) not in page(client, won)


def test_the_record_shows_what_was_changed_in_its_place_and_as_a_list(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    assert 'id="changes"' not in page(client, table_id)
    post(client, table_service, table_id, "/5", what="draw", who=1, tiles=3)
    post(client, table_service, table_id, "/undo")
    shown = page(client, table_id)
    assert str(message("record.changes", changes=2)) in shown
    assert shown.count('class="changed"') == 0
    post(client, table_service, table_id, "/redo")
    place, _, after = page(client, table_id).partition('class="changed"')[2].partition("</div>")
    assert str(message("story.done.redone")) in after and "Ben: draws 3" in place


def test_the_saved_record_is_one_that_the_referee_accepts(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\ntarget: 30\nrule: zero-scores = yes"
    table_id = table(table_service, [*START, "Ben: 6-1 on 6-4", "ruling: Ben +3, a bet"], header)
    answer = client.get(f"/t/{table_id}/record.txt")
    assert answer.mimetype == "text/plain"
    transcript = replay(answer.text)
    assert transcript.refused is None
    assert transcript.header == Header(
        "race-horse", ("Ana", "Ben"), None, (("target", "30"), ("zero-scores", "yes"))
    )
    assert transcript.game == table_service.look(table_id).game
    assert "Ben: 6-1 on 6-4\n" in answer.text
    assert f'href="/t/{table_id}/record.txt"' in page(client, table_id)


def test_what_no_longer_holds_is_saved_as_comments(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, START)
    post(client, table_service, table_id, "/3/delete")
    text = client.get(f"/t/{table_id}/record.txt").text
    assert replay(text).refused is None
    assert re.search(f"# {worded('record.to-be-mended').pattern}", text)
    assert "# Ana: 4-1 on 4-4\n# Ben: draws 2\n" in text


def test_pages_hold_to_the_content_security_policy(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, RENEGE)
    post(client, table_service, table_id, "/3/delete")
    for address in ("", "/2", "/2/before", "/1", "/2?as=ruling", "/2?as=left"):
        html = page(client, table_id, address)
        assert not re.search(r'\s(style|on\w+)="', html.replace('name="on"', ""))
        assert not re.search(r"<script(?! src=)", html)
