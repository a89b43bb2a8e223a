"""Which game is this? Its questions, the names people know, and the way to a table."""

from html import unescape

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.i18n import message
from companion.referee.compare.game_finder import QUESTIONS, UNKNOWN, differences
from companion.referee.scoring_text import describe_doubles
from companion.rules.choices import Spinners
from companion.rules.games import GAMES
from companion.rules.nicknames import NICKNAMES
from companion.web.home.game_finder_views import branching
from tests.thorough import thorough
from tests.web.phones import PHONE
from tests.web.serving import Serving
from tests.web.words import hrefs, read, shown, shows


def offered(page: str) -> list[str]:
    """The games at which a table can be started, in the order shown."""
    return [address.partition("game=")[2] for address in hrefs(page, "/new?game=")]


def tables_of_games(client: FlaskClient) -> list[str]:
    return [client.get(address).text for address in ("/rules", "/new")]


# The questions


def test_the_first_question_is_which_doubles_branch(client: FlaskClient) -> None:
    page = client.get("/which").text
    assert shows(page, "which.doubles.asked")
    answers = [f"/which?doubles={answer}" for answer in (*Spinners, UNKNOWN)]
    assert hrefs(page, "doubles=") == answers
    assert shows(page, "which.so-far", count=len(GAMES))


def test_the_home_page_and_the_new_table_lead_there(client: FlaskClient) -> None:
    for page in (client.get("/").text, client.get("/new").text):
        assert "/which" in hrefs(page)
    assert 'action="/which" role="search"' in client.get("/").text


@pytest.mark.parametrize("id", GAMES)
def test_answering_by_the_rules_of_a_game_ends_where_its_table_starts(
    client: FlaskClient, id: str
) -> None:
    address, asked = "/which", 0
    while True:
        page = client.get(address).text
        question = next((each for each in QUESTIONS if shown_question(page, each.name)), None)
        if question is None:
            break
        answer = question.answer(GAMES[id].rules)
        address = next(link for link in hrefs(page) if link.endswith(f"{question.name}={answer}"))
        asked += 1
    assert asked <= 3
    assert id in offered(page)
    assert f"/rules/{id}" in hrefs(page)


def shown_question(page: str, name: str) -> bool:
    return f'class="answers of-{name}"' in page


def test_the_games_that_fit_stand_side_by_side_in_what_differs(client: FlaskClient) -> None:
    page = client.get("/which?doubles=first&points=3&another=no").text
    assert offered(page) == ["all-fives", "sniff", "merry-go-round"]
    fitting = [GAMES[id] for id in offered(page)]
    told = read(page)
    for each in differences(fitting):
        assert str(each.title) in told
        assert all(str(value) in told for value in each.values)
    # All peg alike.
    assert str(message("setting.points.title")) not in told
    assert told.count(str(describe_doubles(Spinners.FIRST))) == 3


def test_more_games_than_fit_side_by_side_are_listed(client: FlaskClient) -> None:
    page = client.get("/which?doubles=unknown&points=unknown&another=unknown").text
    assert shows(page, "which.fitting", count=len(GAMES))
    assert not offered(page) and "<table" not in page
    for preset in GAMES.values():
        assert f"/rules/{preset.id}" in hrefs(page)
        assert str(preset.summary) in read(page)


def test_one_game_that_fits_is_told_in_a_few_lines(client: FlaskClient) -> None:
    page = client.get("/which?doubles=none&points=8").text
    assert offered(page) == ["fives-and-threes"]
    assert str(GAMES["fives-and-threes"].summary) in read(page)


def test_an_answer_is_taken_back_by_a_tap(client: FlaskClient) -> None:
    page = client.get("/which?name=Muggins&doubles=first&points=3").text
    assert "/which?name=Muggins&points=3" in hrefs(page)
    assert "/which?name=Muggins&doubles=first" in hrefs(page)
    assert "/which" in hrefs(page)


def test_answers_that_fit_no_game_say_so(client: FlaskClient) -> None:
    page = client.get("/which?doubles=none&points=0").text
    assert shows(page, "which.none-fits")
    assert not offered(page)


@pytest.mark.parametrize("said", ["doubles=purple", "points=7", "another=all"])
def test_what_nothing_answers_is_refused_with_a_sentence(client: FlaskClient, said: str) -> None:
    answer = client.get(f"/which?{said}")
    assert answer.status_code == 422
    assert shows(answer.text, "refused.no-such-answer")
    assert shows(answer.text, "which.doubles.asked")


def test_a_picture_shows_the_ways_that_there_are() -> None:
    on_doubles = {
        spinners: sum(laid.host is not None and laid.host.is_double for laid in board.tiles)
        for spinners in Spinners
        if (board := branching(spinners))
    }
    assert on_doubles == {Spinners.ALL: 7, Spinners.FIRST: 5, Spinners.NONE: 3}
    assert len({branching(spinners).view for spinners in Spinners}) == 1


# Names


@pytest.mark.parametrize("name", NICKNAMES)
def test_every_nickname_leads_to_its_games(client: FlaskClient, name: str) -> None:
    page = client.get("/which", query_string={"name": name.lower()}).text
    assert offered(page) == [*NICKNAMES[name]]
    assert name in read(page)


def test_a_name_of_several_games_shows_them_and_asks_what_parts_them(client: FlaskClient) -> None:
    page = client.get("/which?name=muggins").text
    assert offered(page) == ["muggins", "all-fives", "five-up"]
    assert shows(page, "which.fitting", count=3) and shows(page, "which.doubles.asked")
    page = client.get("/which?name=muggins&doubles=all").text
    assert offered(page) == ["five-up"]


def test_a_name_of_one_game_leads_to_it(client: FlaskClient) -> None:
    page = client.get("/which?name=texas+dominos").text
    assert offered(page) == ["seven-rocks"]
    assert "Texas Dominoes" in read(page) and shows(page, "which.begin-again")


# Descriptions


def test_what_was_understood_is_taken_off_by_a_tap(client: FlaskClient) -> None:
    page = client.get("/which?name=mugins,+no+spinners&points=15").text
    assert offered(page) == ["muggins"]
    assert shows(page, "which.clue.spinners.none") and "Muggins" in read(page)
    off = ["/which?name=mugins&points=15", "/which?name=no+spinners&points=15"]
    assert {*off, "/which?name=mugins,+no+spinners"} <= {*hrefs(page, "/which?")}
    only = client.get("/which?name=no+spinners").text
    assert "/which" in hrefs(only)


def test_games_that_fit_come_before_the_next_question(client: FlaskClient) -> None:
    page = client.get("/which?name=four+players,+seven+tiles+each").text
    assert page.index(str(GAMES["seven-rocks"].title)) < page.index('class="asked"')
    assert shows(page, "which.fitting", count=4) and "<details" not in page
    assert "/which?name=four+players,+seven+tiles+each&points=15" in hrefs(page)


@pytest.mark.parametrize(
    ("typed", "said"),
    [("chess", "which.not-recognised"), ("muggins to 250", "which.no-game-so")],
)
def test_what_fits_no_game_is_asked_about(client: FlaskClient, typed: str, said: str) -> None:
    page = client.get("/which", query_string={"name": typed}).text
    assert shows(page, said) and shows(page, "which.doubles.asked")
    # Not all twelve, and no answer takes along what fits nothing.
    assert not shows(page, "which.so-far", count=len(GAMES)) and not offered(page)
    assert hrefs(page, "doubles=")[0] == "/which?doubles=all"


@pytest.mark.parametrize("name", ["<b>x</b>", "a" * 3000, "\u202e5s", "%00", "'\"&"])
def test_whatever_is_typed_harms_no_page(client: FlaskClient, name: str) -> None:
    answer = client.get("/which", query_string={"name": name})
    assert answer.status_code == 200
    assert "<b>x" not in answer.text
    assert "\u202e" not in answer.text and "a" * 121 not in answer.text


# Which doubles branch, wherever games are listed


def test_every_list_of_games_says_which_doubles_branch(client: FlaskClient) -> None:
    for page in tables_of_games(client):
        words = unescape(page)
        for preset in GAMES.values():
            _, _, after = words.partition(f"<b>{preset.title}</b>")
            line = str(describe_doubles(preset.rules.spinners))
            assert after.partition("</")[0].endswith(line), preset.id


@thorough
def test_all_answers_are_within_reach_of_a_thumb(page: Page, server: Serving) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/which")
    unknown = page.get_by_role("link", name=shown("which.unknown"))
    box = unknown.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 640
    for picked in ("first", "3", "no"):
        page.locator(f'.answers a[href$="={picked}"]').click()
    expect(page.get_by_role("columnheader")).to_have_count(3)
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("link", name=shown("page.start-table")).nth(1).click()
    expect(page.locator("input[name=game]:checked")).to_have_value("sniff")
