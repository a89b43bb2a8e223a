"""The end of a game: who won, the race, the best turn, what each player did."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.db.table_models import LeadsTo
from companion.i18n import Message, message
from companion.record.header import read_header
from companion.record.statements import PointsRuled, Statement, read_statement
from companion.referee.game_results import best_turn, tallies_of
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_service import TableService
from companion.web.ui.ending import describe_standing, standing_of
from companion.web.ui.hand_entries import hands_of
from companion.web.ui.race_picture import race_of, scores_by_step, shortened
from tests.tables.scribe import amend, deleted
from tests.web.phones import ANAS_PHONE, phone
from tests.web.words import shows

SHORT = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\ntarget: 6"
#: Two hands of two tiles each; the second is won by what Ben holds.
GAME = (
    *("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0"),
    *("lead: Ana", "Ana: 3-1", "Ben: draws 1", "Ben: 4-3 on 3-1", "Ana: 6-1 on 3-1"),
    "Ben: left 6-6 5-5",
)


@pytest.fixture
def table_service(app: Flask) -> TableService:
    kept: TableService = app.extensions["table_service"]
    return kept


def table(
    table_service: TableService,
    lines: Iterable[str],
    header: str = SHORT,
    *,
    is_pegs_only: bool = False,
) -> str:
    table_id = table_service.open(read_header(header), is_pegs_only=is_pegs_only, keeper=ANAS_PHONE)
    for line in lines:
        statement = read_statement(line)
        assert isinstance(statement, Statement)
        seen = table_service.look(table_id).version
        table_service.enter(table_id, statement, RequestStamp(seen, f"{line} {seen}"))
    return table_id


def read(client: FlaskClient, table_id: str) -> str:
    """What a reader of the page reads."""
    answer = client.get(f"/t/{table_id}/end")
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_the_winner_is_told_with_the_scores(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    written = table_service.read(table_id)
    assert describe_standing(written) == message("finish.wins", name="Ana", count=1)
    assert standing_of(written.game) == [(0, "Ana", 8), (1, "Ben", 1)]
    assert f'href="/new?again={table_id}"' in client.get(f"/t/{table_id}/end").text


def test_one_tap_plays_again_with_the_same_people_and_rules(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    page = client.get(f"/t/{table_id}").text
    assert f'action="/t/{table_id}/again"' in page
    address = client.post(f"/t/{table_id}/again").headers["Location"]
    after = table_service.look(address.removeprefix("/t/"))
    assert after.header == table_service.look(table_id).header
    # Lots have decided who leads.
    assert after.hand_number == 1
    assert client.post(f"/t/{table_id}/again").headers["Location"] == address
    assert f'href="{address}"' in client.get(f"/t/{table_id}").text


def test_games_won_on_one_day_are_told_at_the_end(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\ntarget: 6\nrule: game-ends = at-once"
    table_id = table(table_service, ["lead: Ana", "ruling: Ben +6"], header)
    assert not shows(client.get(f"/t/{table_id}/end").text, "evening.won")
    address = client.post(f"/t/{table_id}/again").headers["Location"]
    next_id = address.removeprefix("/t/")
    table_service.enter(next_id, PointsRuled("Ben", 6), RequestStamp(1, "won"))
    for page in (address, f"{address}/end"):
        assert shows(client.get(page).text, "evening.won", scores="Ben 2, Ana 0")
    # Another table that was opened anew counts as well.
    form = {"name-0": "Ben", "name-1": "Ana", "game": "five-up", "seats": "2", "lead": "0"}
    anew = client.post("/new", data=form).location
    table_service.enter(
        anew.removeprefix("/t/"), PointsRuled("Ana", 61), RequestStamp(1, "won again")
    )
    for page in (address, anew):
        assert shows(client.get(page).text, "evening.won", scores="Ben 2, Ana 1")


def test_partners_count_together_until_they_change(
    client: FlaskClient, table_service: TableService
) -> None:
    rules = "target: 6\nrule: game-ends = at-once"
    people = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee"
    lines = ["lead: Ana", "ruling: Ben & Dee +6"]
    header = f"{people}\n{rules}"
    pages = [f"/t/{table(table_service, lines, header)}" for _ in range(2)]
    told = unescape(client.get(pages[0]).text)
    assert shows(told, "evening.won", scores="Ben & Dee 2, Ana & Cyd 0")
    others = people.replace("Ben, Cyd", "Cyd, Ben").replace("Ana & Cyd, Ben", "Ana & Ben, Cyd")
    table(table_service, ["lead: Ana", "ruling: Cyd & Dee +6"], f"{others}\n{rules}")
    scores = "Dee 3, Ben 2, Cyd 1, Ana 0"
    assert shows(client.get(pages[0]).text, "evening.won", scores=scores)


def test_the_card_is_the_felt_with_the_pegs_the_layout_and_the_rules_in_force(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    address = f"/t/{table_id}/end.svg"
    for page in (f"/t/{table_id}", f"/t/{table_id}/end"):
        assert f'href="{address}" download="result.svg" data-card="result"' in client.get(page).text
    answer = client.get(address)
    assert answer.mimetype == "image/svg+xml"
    assert 'width="1080" height="1350"' in answer.text
    # Two pegs on each of two boards; three tiles lie, two are a turn, and one is the best.
    assert len(re.findall(r'<circle [^>]*opacity="(?:1|.5)"', answer.text)) == 4
    assert answer.text.count('<use href="#h') == 2 * (3 + 2 + 1)
    said = " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).replace("\u2060", "").split())
    assert str(message("finish.wins", name="Ana", count=1)) in said
    assert "Tiles each: 2" in said
    assert "style=" not in answer.text and "<style" not in answer.text
    # Light and dark are the same felt in other colours.
    dark = client.get(f"{address}?theme=dark").text
    assert dark != answer.text
    assert re.sub("#[0-9a-f]{6}", "", dark) == re.sub("#[0-9a-f]{6}", "", answer.text)
    # Without tiles there is no layout, before the first none yet.
    pegs = table(table_service, ["lead: Ana", "ruling: Ana +6"], SHORT, is_pegs_only=True)
    for bare in (pegs, table(table_service, [])):
        drawn = client.get(f"/t/{bare}/end.svg")
        assert drawn.status_code == 200 and "<use " not in drawn.text


def test_a_game_that_ends_shows_what_people_will_talk_about_on_every_phone(
    app: Flask, client: FlaskClient, table_service: TableService
) -> None:
    header = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 10\nrule: game-ends = at-once"
    table_id = table(table_service, ["lead: Ana", "Ana: 6-4"], header)
    watcher = phone(app, "bens-phone")
    watcher.get(f"/j/{app.extensions['access_service'].links(table_id)[LeadsTo.WATCH]}")
    for visitor, undoes in ((client, True), (watcher, False)):
        html = visitor.get(f"/t/{table_id}").text
        assert "has-ended" in html and ">Ana &amp; Cyd</b>" in html
        assert shows(html, "ending.best-tile") and shows(html, "ending.share")
        assert (f"/t/{table_id}/again" in html) is undoes
        assert (f"/t/{table_id}/undo" in html) is undoes
    seen = RequestStamp(table_service.look(table_id).version, "undo")
    table_service.undo(table_id, seen)
    assert "has-ended" not in client.get(f"/t/{table_id}").text


def test_a_settlement_on_paper_states_the_house_rules_in_force(
    client: FlaskClient, table_service: TableService
) -> None:
    header = f"{SHORT}\nrule: settlement = own-hand"
    table_id = table(table_service, GAME[:4], header)
    page = client.get(f"/t/{table_id}/why/4").text
    foot = page[page.index("sheet-foot") :]
    assert "settlement = own-hand" in foot and "tiles-each = 2" in foot


def test_nobody_plays_again_before_the_end(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME[:2])
    assert client.post(f"/t/{table_id}/again").headers["Location"] == f"/t/{table_id}"


def test_partners_win_together(table_service: TableService) -> None:
    header = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 10\nrule: game-ends = at-once"
    written = table_service.read(table(table_service, ["lead: Ana", "Ana: 6-4"], header))
    assert describe_standing(written) == message("finish.wins", name="Ana & Cyd", count=2)


@pytest.mark.parametrize(
    ("lines", "headline"),
    [
        ([], "finish.bare"),
        (GAME[:1], "finish.level"),
        (GAME[:2], "finish.leads"),
    ],
)
def test_a_game_that_is_still_on_is_told_so_far(
    client: FlaskClient, table_service: TableService, lines: list[str], headline: str
) -> None:
    table_id = table(table_service, lines)
    told = describe_standing(table_service.read(table_id))
    assert isinstance(told, Message) and told.id == headline
    words = read(client, table_id)
    assert str(message("finish.so-far", game=message("game.race-horse.title"), target=6)) in words
    assert str(message("over.again")) not in words
    assert str(message("finish.new-table")) in words


def test_scores_below_nothing_have_a_minus_and_no_hyphen(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, (*GAME[:2], "ruling: Ben -3"))
    for page in ("record", "end"):
        words = client.get(f"/t/{table_id}/{page}").text
        assert "−3" in words and ">-3<" not in words and "Ben -3" not in words


def test_the_race_has_the_scores_after_each_tile_with_what_followed_it(
    table_service: TableService,
) -> None:
    table_id = table(table_service, GAME)
    written = table_service.read(table_id)
    scores, leads = scores_by_step(written.start, written.entries)
    assert scores == [(0, 0), (2, 0), (2, 0), (2, 0), (2, 1), (8, 1)]
    assert leads == [0, 2]
    race = race_of(table_service.look(table_id), table_service.read(table_id))
    assert race is not None
    ana, ben = race.runners
    assert len(ana.line.points) == len(scores)
    assert ana.line.points[0] == ben.line.points[0]
    assert (ana.line.score, ben.line.score) == (8, 1)
    # Marked where the first hand ended, and at the end.
    assert ana.marks == (ana.line.points[2], ana.line.points[-1])


def test_the_race_is_drawn_with_its_target_and_told_in_words(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    html = client.get(f"/t/{table_id}/end").text
    assert '<svg class="race"' in html
    assert str(message("race.wins", target=6)) in html
    race = race_of(table_service.look(table_id), table_service.read(table_id))
    assert race is not None and str(race.described) in html
    shapes = set(re.findall(r'class="mark" d="([^"]+)"', html))
    assert len(shapes) == 2  # colour is not the only sign


def test_each_hand_is_told_with_its_settlement_and_the_scores_after_it(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    written = table_service.read(table_id)
    first, second = hands_of(written.start, written.entries)
    assert first.ended == second.ended == message("hand.dominoed", name="Ana")
    words = read(client, table_id)
    assert f"1 {first.ended} 2 0" in words
    assert f"2 {second.ended} 8 1 {second.settled}" in words


def test_the_best_turn_is_the_one_with_the_most_points(
    client: FlaskClient, table_service: TableService
) -> None:
    lines = ["lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ana: 4-3 on 4-4", "Ben: 6-6 on 6-4"]
    table_id = table(
        table_service, [*lines, "Ben: 6-2 on 6-6"], "game: race-horse\nplayers: Ana, Ben"
    )
    best = best_turn(table_service.read(table_id).entries)
    assert best is not None
    assert (best.who, [str(tile) for tile in best.tiles], best.points) == (
        "Ben",
        ["6-6", "6-2"],
        4,
    )
    assert f"{message('ending.longest')} Ana, 2 pegs" in read(client, table_id)
    assert f"{message('ending.best-turn')} Ben, 4 pegs" in read(client, table_id)


def test_a_draw_goes_on_with_the_turn_and_a_ruling_does_not_end_it(
    table_service: TableService,
) -> None:
    lines = ["lead: Ana", "Ana: 6-4", "ruling: Ben +1", "Ana: draws 2", "Ana: 4-1 on 6-4"]
    table_id = table(table_service, lines, "game: race-horse\nplayers: Ana, Ben")
    best = best_turn(table_service.read(table_id).entries)
    assert best is not None
    assert [str(tile) for tile in best.tiles] == ["6-4", "4-1"]


def test_without_a_score_there_is_no_best_turn(
    client: FlaskClient, table_service: TableService
) -> None:
    words = read(client, table(table_service, ["lead: Ana", "Ana: 3-0"]))
    assert str(message("ending.best-turn")) not in words


def test_each_player_has_tiles_points_draws_passes_and_dominoes(
    table_service: TableService,
) -> None:
    written = table_service.read(table(table_service, GAME))
    ana, ben = tallies_of(written.start, written.entries)
    assert (ana.tiles, ana.points, ana.drawn, ana.passes, ana.dominoes) == (4, 4, 0, 0, 2)
    assert (ben.tiles, ben.points, ben.drawn, ben.passes, ben.dominoes) == (1, 1, 1, 0, 0)


def test_passes_are_counted(table_service: TableService) -> None:
    four = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee"
    written = table_service.read(
        table(table_service, ["lead: Ana", "Ana: 6-6", "Ben: passes"], four)
    )
    tallies = tallies_of(written.start, written.entries)
    assert [tally.passes for tally in tallies] == [0, 1, 0, 0]
    # A count of nothing is a number as well, not the answer to a question.
    assert f"{tallies[0].dominoes}" == "0"


def test_pegs_without_tiles_race_entry_by_entry(
    client: FlaskClient, table_service: TableService
) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\nrule: game-ends = at-once\ntarget: 10"
    lines = ["lead: Ben", "ruling: Ana +3", "ruling: Ben +5", "ruling: Ana +7"]
    table_id = table(table_service, lines, header, is_pegs_only=True)
    written = table_service.read(table_id)
    scores, _ = scores_by_step(written.start, written.entries, is_pegs_only=True)
    assert scores == [(0, 0), (3, 0), (3, 5), (10, 5)]
    words = read(client, table_id)
    assert str(message("finish.players")) not in words
    assert best_turn(written.entries) is None
    race = race_of(table_service.look(table_id), written)
    assert race is not None and race.axis == message("race.entries")
    assert str(race.described) in words


def test_where_an_entry_no_longer_holds_it_is_told_as_far_as_it_does(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = table(table_service, GAME)
    amend(
        table_service,
        table_id,
        deleted(2),
        RequestStamp(table_service.look(table_id).version, "delete"),
    )
    written = table_service.read(table_id)
    assert written.refused and not written.game.is_over
    assert str(message("finish.refused")) in read(client, table_id)


def test_names_are_words_never_markup(client: FlaskClient, table_service: TableService) -> None:
    header = "game: race-horse\nplayers: <b>Ana</b>, 山田太郎と花子さんたち"
    lines = ["lead: <b>Ana</b>", "<b>Ana</b>: 6-4"]
    html = client.get(f"/t/{table(table_service, lines, header)}/end").text
    assert "<b>Ana" not in html
    pegs = message("unit.pegs", count=2)
    assert message("finish.leads", count=1, name="<b>Ana</b>", ahead=pegs).__html__() in html
    assert not re.search(r'\s(style|on\w+)="', html)


def test_a_table_that_nobody_opened_has_no_end(client: FlaskClient) -> None:
    assert client.get("/t/nowhere/end").status_code == 404


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Ana & Cyd", "Ana & Cyd"),
        ("Wilhelmina", "Wilhelmi…"),
        ("山田太郎と", "山田太郎…"),
        ("Zoe\u0301", "Zoe\u0301"),
    ],
)
def test_a_label_is_as_long_as_there_is_room_for(name: str, label: str) -> None:
    assert shortened(name, 9) == label
