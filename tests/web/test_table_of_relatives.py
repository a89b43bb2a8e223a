"""The table page by the settings of the relatives: knocks, kept tiles, exact targets, one point."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from companion.i18n import message
from companion.record.header import read_header
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from companion.web.tables.table_page import points_to_tap
from tests.tables.scribe import enter
from tests.web.phones import ANAS_PHONE
from tests.web.test_play import post
from tests.web.words import shows


def table(
    table_service: TableService,
    header: str,
    *lines: str,
    table_options: TableOptions | None = None,
) -> str:
    """A table of Ana and Ben, or of the header's players, at which these lines were entered."""
    said = header if "players:" in header else f"{header}\nplayers: Ana, Ben"
    table_id = table_service.open(read_header(said), keeper=ANAS_PHONE, table_options=table_options)
    enter(table_service, table_id, *lines)
    return table_id


def button(html: str, action: str) -> str:
    """The button of the page that does this."""
    found = re.search(rf'<button[^>]*formaction="[^"]*/{action}"[^>]*>.*?</button>', html)
    return found[0] if found else ""


# Drawing


def test_who_cannot_play_knocks_where_nothing_is_drawn(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "game: fives-and-threes", "lead: Ana", "Ana: 6-4")
    html = client.get(f"/t/{table_id}").text
    assert not button(html, "draw")
    assert shows(button(html, "pass"), "play.knock")
    assert shows(html, "table.boneyard-idle", count=14)
    assert shows(html, "play.may-draw")


def test_a_knock_is_undone_and_listed_as_one(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ("lead: Ana", "Ana: 6-4", "Ben: passes")
    table_id = table(table_service, "game: fives-and-threes", *lines)
    knock = message("change.knock", player="Ben")
    assert shows(client.get(f"/t/{table_id}").text, "change.undo", change=knock)
    assert shows(client.get(f"/t/{table_id}/record").text, "line.knocks")


def test_who_cannot_play_passes_where_the_boneyard_was_drawn_empty(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "game: five-up", "lead: Ana", "Ana: 6-4", "Ben: draws 18")
    html = client.get(f"/t/{table_id}").text
    assert shows(button(html, "pass"), "play.pass") and not button(html, "draw")
    assert shows(html, "table.boneyard", count=0)


def test_nobody_knocks_before_a_lead_that_can_always_be_made(
    client: FlaskClient, table_service: TableService
) -> None:
    html = client.get(f"/t/{table(table_service, 'game: fives-and-threes', 'lead: Ana')}").text
    assert " disabled" in button(html, "pass")
    assert shows(html, "play.why-not-knock")


def test_kept_tiles_lie_in_the_boneyard_and_are_not_drawn(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: muggins\nrule: boneyard-kept = 2\nrule: tiles-each = 11"
    table_id = table(table_service, header, "lead: Ana", "Ana: 6-4, claims 10")
    html = client.get(f"/t/{table_id}").text
    assert shows(html, "table.boneyard-drawable", count=4, all=6)
    assert [*map(int, re.findall(r'name="tiles" value="(\d+)"', html))] == [2, 3, 4]
    answer = post(client, table_service, table_id, "draw", tiles=4)
    assert shows(answer.text, "table.boneyard-drawable", count=0, all=2)
    assert shows(button(answer.text, "pass"), "play.pass") and not button(answer.text, "draw")


def test_a_boneyard_of_kept_tiles_alone_is_never_drawn(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: muggins\nrule: boneyard-kept = 2\nrule: tiles-each = 13"
    html = client.get(f"/t/{table(table_service, header, 'lead: Ana', 'Ana: 6-3')}").text
    assert shows(html, "table.boneyard-idle", count=2)
    assert shows(button(html, "pass"), "play.knock")


def test_who_could_play_may_draw_where_drawing_is_free(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: muggins\nrule: drawing = free"
    table_id = table(table_service, header, "lead: Ana", "Ana: 6-4")
    for drawn in (1, 3):
        answer = post(client, table_service, table_id, "draw", tiles=drawn)
        assert answer.status_code == 200 and button(answer.text, "draw")
        assert "cannot-be" not in answer.text


# A double is led


def test_only_doubles_fit_where_a_double_must_be_led(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "game: merry-go-round", "lead: Ana")
    html = client.get(f"/t/{table_id}").text
    fitting = re.findall(r'value="(\d-\d)" aria-label="[^"]*">', html)
    assert sorted(fitting) == [f"{pips}-{pips}" for pips in range(7)]
    assert button(html, "draw")
    answer = post(client, table_service, table_id, "set", tile="6-4")
    assert shows(answer.text, "refused.lead-no-double", tile="6-4")


def test_the_lead_is_passed_on_where_nothing_can_be_drawn(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: merry-go-round\nplayers: Ana, Ben, Cyd, Dee"
    table_id = table(table_service, header, "lead: Ana")
    assert shows(button(client.get(f"/t/{table_id}").text, "pass"), "play.knock")
    answer = post(client, table_service, table_id, "pass")
    assert shows(answer.text, "turn.name", name="Ben")


# The spinner comes first

COVERED_FIRST = ("lead: Ana", "Ana: 6-6", "Ben: 6-1")


def test_an_end_off_a_spinner_that_is_covered_first_takes_no_tap(
    client: FlaskClient, table_service: TableService
) -> None:
    html = client.get(f"/t/{table(table_service, 'game: merry-go-round', *COVERED_FIRST)}").text
    assert 'data-on="6-6"' in html and 'data-on="6-1"' not in html
    assert str(message("board.shut", pips=1, host="6-1", counts=1)) in html
    # The count has all ends.
    assert "12 + 1 = 13" in html


def test_what_does_not_go_on_the_spinner_is_dim_and_refused_with_the_reason(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "game: merry-go-round", *COVERED_FIRST)
    html = client.get(f"/t/{table_id}").text
    assert str(message("tray.misfit", tile="2-1")) in html
    assert str(message("tray.misfit", tile="6-2")) not in html
    answer = post(client, table_service, table_id, "set", tile="2-1")
    assert shows(answer.text, "refused.spinner-first", tile="2-1", spinner="6-6")


# An exact target

NEAR = "game: fives-and-threes\ntarget: 21"


def test_what_an_exact_game_needs_is_told_near_its_end(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, NEAR, "lead: Ana", "ruling: Ana +10")
    assert not shows(client.get(f"/t/{table_id}").text, "table.to-go", count=11)
    enter(table_service, table_id, "ruling: Ana +9")
    for page in ("", "/board"):
        html = client.get(f"/t/{table_id}{page}").text
        assert shows(html, "table.to-go", count=2) and not shows(html, "table.to-go", count=21)


def test_no_game_that_may_be_passed_tells_what_is_needed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, "game: five-up", "lead: Ana", "ruling: Ana +59")
    html = client.get(f"/t/{table_id}").text
    assert not shows(html, "table.to-go", count=2) and 'class="goal"' not in html


def test_a_score_that_would_pass_an_exact_target_is_told_as_nothing_and_heard(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, NEAR, "lead: Ana", "ruling: Ana +19")
    answer = post(client, table_service, table_id, "set", tile="5-4")
    assert shows(answer.text, "earned.disregarded", points=3, would=22)
    heard = re.search('data-heard="([^"]*)"', answer.text)
    assert heard is not None and str(message("earned.disregarded", points=3, would=22)) in heard[1]
    assert 'class="earned' not in answer.text
    for page in ("/board", "/record"):
        html = client.get(f"/t/{table_id}{page}").text
        assert shows(html, "earned.disregarded", points=3, would=22), page
    drawn = unescape(client.get(f"/t/{table_id}/why/3.svg").text)
    assert "(but 22 is over" in drawn and "→" not in drawn
    assert table_service.look(table_id).game.scores == (19, 0)


def test_each_end_says_beforehand_whether_its_score_would_be_too_much(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ("lead: Ana", "ruling: Ana +20", "Ana: 5-4", "Ben: 4-0")
    table_id = table(table_service, NEAR, *lines)
    answer = post(client, table_service, table_id, "set", tile="5-0")
    # Two pegs for the ten would make 22.
    assert shows(answer.text, "option.disregarded", host="4-0", total=10)
    assert shows(answer.text, "option.counts", host="5-4", total=0)


def test_fifteen_is_written_out_as_threes_and_as_fives(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ("lead: Ana", "Ana: 5-4", "Ben: 4-3", "Ana: 5-3 on 4-3")
    table_id = table(table_service, "game: fives-and-threes", *lines)
    answer = post(client, table_service, table_id, "set", tile="5-5", on="5-3")
    assert "5 + 10 = 15 = 3 × 5 = 5 × 3" in answer.text
    assert shows(answer.text, "earned.sum", terms="3 + 5", points=message("unit.pegs", count=8))
    assert table_service.look(table_id).game.scores == (5, 8)


def test_the_last_hole_is_marked_where_it_has_to_be_hit(
    client: FlaskClient, table_service: TableService
) -> None:
    html = client.get(f"/t/{table(table_service, 'game: fives-and-threes', 'lead: Ana')}").text
    assert html.count('class="goal"') == 1


# Partners both out

OUT = """game: fives-and-threes
players: Ana, Ben, Cyd, Dee
sides: Ana & Cyd, Ben & Dee
rule: tiles-each = 2"""
ANA_IS_OUT = (
    "lead: Ana",
    *("Ana: 6-6", "Ben: 6-5 on 6-6", "Cyd: 6-4 on 6-6", "Dee: passes", "Ana: 5-1 on 6-5"),
)


def test_who_is_out_before_the_partner_is_passed_over_and_told_as_out(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, OUT, *ANA_IS_OUT)
    html = client.get(f"/t/{table_id}").text
    assert html.count('class="out"') == 1 and shows(html, "table.out")
    assert shows(html, "turn.name", name="Ben")
    enter(table_service, table_id, "Ben: passes", "Cyd: passes")
    answer = post(client, table_service, table_id, "set", tile="4-2")
    # Dee is followed by Ben.
    assert table_service.look(table_id).game.turn == 1 and 'class="out"' in answer.text


# Counts that are said and claimed

BOTH = frozenset({0, 1})


def values(html: str, name: str) -> list[str]:
    """The values of the buttons or boxes of this name."""
    return re.findall(rf'name="{name}" value="([^"]*)"', html)


def test_who_counts_first_is_offered_threes_where_they_score(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(
        table_service,
        "game: fives-and-threes",
        "lead: Ana",
        table_options=TableOptions(counting=BOTH),
    )
    answer = post(client, table_service, table_id, "set", tile="6-3")
    said = "3 5 6 9 10 12 15 18 20 21 silent"
    assert values(answer.text, "said") == said.split()
    answer = post(client, table_service, table_id, "set", tile="6-3", said="9")
    assert shows(answer.text, "counted.right", who="Ana", claim=9)
    assert table_service.look(table_id).game.scores == (3, 0)


def test_no_score_is_wrong_where_a_three_was_missed(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(
        table_service,
        "game: fives-and-threes",
        "lead: Ana",
        table_options=TableOptions(counting=BOTH),
    )
    answer = post(client, table_service, table_id, "set", tile="6-3", said="silent")
    none = message("counted.no-score")
    assert shows(answer.text, "counted.wrong", who="Ana", claim=none, total=9)


def test_what_a_player_announced_can_be_any_count_that_scores(
    client: FlaskClient, table_service: TableService
) -> None:
    for header, said in (
        ("game: muggins", "right silent 5 10 15 20"),
        ("game: five-up\nrule: announce = required", FIVES_ALOUD),
        ("game: fives-and-threes\nrule: announce = required", ALOUD),
    ):
        html = client.get(f"/t/{table(table_service, header, 'lead: Ana')}").text
        assert values(html, "said") == said.split()


FIVES_ALOUD = "right silent 5 10 15 20 25 30 35 40 45 50 55"
ALOUD = "right silent 3 5 6 9 10 12 15 18 20 21"


@pytest.mark.parametrize(
    ("header", "tile", "total", "worth"),
    [
        ("game: muggins", "6-4", 10, 10),
        ("game: fives-and-threes\nrule: announce = required", "6-3", 9, 3),
        ("game: fives-and-threes\nrule: announce = required", "5-5", 10, 2),
        ("game: five-up\nrule: announce = required", "6-4", 10, 2),
    ],
)
def test_a_missed_count_goes_to_who_says_muggins(
    client: FlaskClient,
    table_service: TableService,
    header: str,
    tile: str,
    total: int,
    worth: int,
) -> None:
    options = TableOptions(counting=BOTH, muggins=True)
    table_id = table(table_service, header, "lead: Ana", table_options=options)
    answer = post(client, table_service, table_id, "set", tile=tile, said="silent")
    assert str(total) in values(answer.text, "said")
    answer = post(client, table_service, table_id, "claim", who=1, said=total)
    assert shows(answer.text, "claimed.right", side="Ben", claim=total, count=1)
    assert table_service.look(table_id).game.scores == (0, worth)


def test_a_count_that_scores_nowhere_cannot_be_claimed(
    client: FlaskClient, table_service: TableService
) -> None:
    options = TableOptions(counting=BOTH, muggins=True)
    table_id = table(table_service, "game: muggins", "lead: Ana", table_options=options)
    post(client, table_service, table_id, "set", tile="6-3", said="silent")
    assert post(client, table_service, table_id, "claim", who=1, said=9).status_code == 400


def test_a_claimed_score_that_would_pass_an_exact_target_counts_nothing(
    client: FlaskClient, table_service: TableService
) -> None:
    options = TableOptions(counting=BOTH, muggins=True)
    header = "game: fives-and-threes\nrule: announce = required"
    lines = ("lead: Ana", "ruling: Ben +59")
    table_id = table(table_service, header, *lines, table_options=options)
    post(client, table_service, table_id, "set", tile="6-3", said="silent")
    post(client, table_service, table_id, "claim", who=1, said=9)
    assert table_service.look(table_id).game.scores == (0, 59)


def test_pegs_without_tiles_are_those_that_a_count_gives(table_service: TableService) -> None:
    for header, numbers in (
        ("game: muggins", [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]),
        ("game: fives-and-threes", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("game: fives-and-threes\nrule: points = pips", [3, 5, 6, 9, 10, 12, 18, 20, 21, 30]),
    ):
        state = table_service.look(table(table_service, header))
        assert [*points_to_tap(state)] == numbers


@pytest.mark.parametrize(
    ("game", "told"), [("fives-and-threes", "table.target-exactly"), ("sniff", "table.target")]
)
def test_the_head_says_whether_the_target_has_to_be_hit(
    client: FlaskClient, table_service: TableService, game: str, told: str
) -> None:
    table_id = table(table_service, f"game: {game}", "lead: Ana")
    for address in (f"/t/{table_id}", f"/t/{table_id}/board"):
        assert shows(client.get(address).text, told, target=61)
