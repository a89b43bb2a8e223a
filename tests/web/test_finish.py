"""The end of a game: who won, the race, the best turn, what each player did."""

import re
from collections.abc import Iterable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.record.header import read_header
from companion.record.reading import read_statement
from companion.record.statements import Statement
from companion.tables.desk import Desk
from companion.tables.sitting import Tap
from companion.web.records.finish_page import FinishPage, shortened
from tests.tables.scribe import deleted
from tests.web.phones import ANAS_PHONE

SHORT = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\ntarget: 6"
#: Two hands of two tiles each; the second is won by what Ben holds.
GAME = (
    *("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0"),
    *("lead: Ana", "Ana: 3-1", "Ben: draws 1", "Ben: 4-3 on 3-1", "Ana: 6-1 on 3-1"),
    "Ben: left 6-6 5-5",
)


@pytest.fixture
def desk(app: Flask) -> Desk:
    kept: Desk = app.extensions["desk"]
    return kept


def table(
    desk: Desk, lines: Iterable[str], header: str = SHORT, *, is_pegs_only: bool = False
) -> str:
    table_id = desk.open(read_header(header), is_pegs_only=is_pegs_only, keeper=ANAS_PHONE)
    for line in lines:
        statement = read_statement(line)
        assert isinstance(statement, Statement)
        seen = desk.look(table_id).version
        desk.enter(table_id, statement, Tap(seen, f"{line} {seen}"))
    return table_id


def finish(desk: Desk, table_id: str) -> FinishPage:
    return FinishPage(desk.look(table_id), desk.read(table_id))


def read(client: FlaskClient, table_id: str) -> str:
    """What a reader of the page reads."""
    answer = client.get(f"/t/{table_id}/end")
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def test_the_winner_is_told_with_the_scores(client: FlaskClient, desk: Desk) -> None:
    table_id = table(desk, GAME)
    words = read(client, table_id)
    assert "Race Horse to 6 Ana wins Ana 8 Ben 1 Play again" in words
    assert f'href="/new?again={table_id}"' in client.get(f"/t/{table_id}/end").text


def test_partners_win_together(client: FlaskClient, desk: Desk) -> None:
    header = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 10\nrule: game-ends = at-once"
    table_id = table(desk, ["lead: Ana", "Ana: 6-4"], header)
    assert "Ana & Cyd win Ana & Cyd 10 Ben & Dee 0" in read(client, table_id)


@pytest.mark.parametrize(
    ("lines", "headline"),
    [
        ([], "The table is bare"),
        (GAME[:1], "Level at 0"),
        (GAME[:2], "Ana leads by 2 pegs"),
    ],
)
def test_a_game_that_is_still_on_is_told_so_far(
    client: FlaskClient, desk: Desk, lines: list[str], headline: str
) -> None:
    words = read(client, table(desk, lines))
    assert f"to 6, so far {headline}" in words
    assert "Play again" not in words
    assert "A new table with the same people" in words


def test_the_race_has_the_scores_after_each_tile_with_what_followed_it(desk: Desk) -> None:
    page = finish(desk, table(desk, GAME))
    assert page.race == ((0, 0), (2, 0), (2, 0), (2, 0), (2, 1), (8, 1))
    assert page.hand_ends == [2]
    ana, ben = page.runners
    assert len(ana.line) == len(page.race)
    assert ana.line[0] == ben.line[0]
    assert (ana.score, ben.score) == (8, 1)
    # Marked where the first hand ended, and at the end.
    assert ana.marks == (ana.line[2], ana.line[-1])


def test_the_race_is_drawn_with_its_target_and_told_in_words(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, GAME)
    html = client.get(f"/t/{table_id}/end").text
    assert '<svg class="race"' in html
    assert "6 wins" in html
    assert "After 5 tiles set in 2 hands, to 6: Ana 8, Ben 1." in html
    shapes = set(re.findall(r'class="mark" d="([^"]+)"', html))
    assert len(shapes) == 2  # colour is not the only sign


def test_each_hand_is_told_with_its_settlement_and_the_scores_after_it(
    client: FlaskClient, desk: Desk
) -> None:
    words = read(client, table(desk, GAME))
    assert "1 Ana dominoed 2 0" in words
    assert "2 Ana dominoed 8 1 Ana takes 22 pips, rounded to 20: 4 pegs." in words


def test_the_best_turn_is_the_one_with_the_most_points(client: FlaskClient, desk: Desk) -> None:
    lines = ["lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ana: 4-3 on 4-4", "Ben: 6-6 on 6-4"]
    table_id = table(desk, [*lines, "Ben: 6-2 on 6-6"], "game: race-horse\nplayers: Ana, Ben")
    best = finish(desk, table_id).best_turn
    assert best is not None
    assert (best.who, [str(tile) for tile in best.tiles], best.points) == (
        "Ben",
        ["6-6", "6-2"],
        4,
    )
    assert "Best turn Ben , 4 pegs with 2 tiles" in read(client, table_id)


def test_a_draw_goes_on_with_the_turn_and_a_ruling_does_not_end_it(desk: Desk) -> None:
    lines = ["lead: Ana", "Ana: 6-4", "ruling: Ben +1", "Ana: draws 2", "Ana: 4-1 on 6-4"]
    best = finish(desk, table(desk, lines, "game: race-horse\nplayers: Ana, Ben")).best_turn
    assert best is not None
    assert [str(tile) for tile in best.tiles] == ["6-4", "4-1"]


def test_without_a_score_there_is_no_best_turn(client: FlaskClient, desk: Desk) -> None:
    assert "Best turn" not in read(client, table(desk, ["lead: Ana", "Ana: 3-0"]))


def test_each_player_has_tiles_points_draws_passes_and_dominoes(desk: Desk) -> None:
    ana, ben = finish(desk, table(desk, GAME)).tallies
    assert (ana.tiles, ana.points, ana.drawn, ana.passes, ana.dominoes) == (4, 4, 0, 0, 2)
    assert (ben.tiles, ben.points, ben.drawn, ben.passes, ben.dominoes) == (1, 1, 1, 0, 0)


def test_passes_are_counted(desk: Desk) -> None:
    four = "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee"
    tallies = finish(desk, table(desk, ["lead: Ana", "Ana: 6-6", "Ben: passes"], four)).tallies
    assert [tally.passes for tally in tallies] == [0, 1, 0, 0]


def test_pegs_without_tiles_race_entry_by_entry(client: FlaskClient, desk: Desk) -> None:
    header = "game: race-horse\nplayers: Ana, Ben\nrule: game-ends = at-once\ntarget: 10"
    lines = ["lead: Ben", "ruling: Ana +3", "ruling: Ben +5", "ruling: Ana +7"]
    table_id = table(desk, lines, header, is_pegs_only=True)
    page = finish(desk, table_id)
    assert page.race == ((0, 0), (3, 0), (3, 5), (10, 5))
    assert page.tallies == []
    words = read(client, table_id)
    assert "Ana wins" in words
    assert "After 3 entries" in words
    assert "Best turn" not in words


def test_where_an_entry_no_longer_holds_it_is_told_as_far_as_it_does(
    client: FlaskClient, desk: Desk
) -> None:
    table_id = table(desk, GAME)
    desk.amend(table_id, deleted(2), Tap(desk.look(table_id).version, "delete"))
    words = read(client, table_id)
    assert "An entry no longer holds" in words
    assert "so far" in words


def test_names_are_words_never_markup(client: FlaskClient, desk: Desk) -> None:
    header = "game: race-horse\nplayers: <b>Ana</b>, 山田太郎と花子さんたち"
    lines = ["lead: <b>Ana</b>", "<b>Ana</b>: 6-4"]
    html = client.get(f"/t/{table(desk, lines, header)}/end").text
    assert "<b>Ana" not in html
    assert "&lt;b&gt;Ana&lt;/b&gt; leads by 2 pegs" in html
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
