"""Games of a league that were entered from paper: where they count, and where pages say so."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.web.test_lineups import TEAMS, offered
from tests.web.words import shows

LEFT_OUT = "League games entered from paper count in their match, not here."
NINE = "six-singles-three-doubles"
DAYS = {"name": "This year", "first": "2020-01-01", "last": "2090-01-01"}


def opened(client: FlaskClient) -> str:
    """Ana's club; its address."""
    return str(client.post("/clubs", data={}).location)


def singles(client: FlaskClient, club: str) -> str:
    """A league in which Ana meets Ben, twice; its address."""
    said = {"kind": "player", "players": "Ana\nBen", "times": "2", "game": "race-horse"}
    answer = client.post(f"{club}/leagues/new", data=said | {"begin": "yes"})
    return str(answer.location)


def test_a_game_from_paper_counts_in_its_match_and_pages_of_people_say_so(
    client: FlaskClient,
) -> None:
    club = opened(client)
    league = singles(client, club)
    said = {"board": "1", "winner": "home", "points-home": "61", "points-away": "40"}
    assert client.post(f"{league}/1/enter", data=said).status_code == 303
    assert "61–40</b> <small>from paper</small>" in client.get(f"{league}/1").text
    assert "<td>1</td><td>1</td>" in client.get(league).text
    ana = client.get(f"{club}/players/1").text
    assert "Ana has no games here yet." in ana and LEFT_OUT in ana
    season = client.get(client.post(f"{club}/season/new", data=DAYS).location).text
    assert "No game of this season has a winner yet." in season and LEFT_OUT in season
    assert LEFT_OUT in client.get(f"{club}/ratings").text


def test_a_game_at_a_table_of_a_match_counts_everywhere(
    client: FlaskClient, table_service: TableService
) -> None:
    club = opened(client)
    league = singles(client, club)
    table_id = client.post(f"{league}/1/open", data={"board": "1"}).location.removeprefix("/t/")
    name = table_service.look(table_id).header.players[0]
    enter(table_service, table_id, f"ruling: {name} +70")
    assert "from paper</small>" not in client.get(f"{league}/1").text
    season = client.get(client.post(f"{club}/season/new", data=DAYS).location).text
    assert f"<bdi>{name}</bdi></a></th><td>1</td><td>1</td>" in season


def test_a_club_without_leagues_reads_nothing_of_paper(client: FlaskClient) -> None:
    club = opened(client)
    assert client.post(f"{club}/players", data={"name": "Ana"}).status_code == 303
    season = client.post(f"{club}/season/new", data=DAYS).location
    pages = f"{club}/ratings", f"{club}/players/1"
    assert not any(LEFT_OUT in client.get(each).text for each in (*pages, season))


def nine_boards(client: FlaskClient, club: str) -> str:
    """A match of two teams at nine boards, with the usual line-up; its address."""
    said = {"kind": "team", "teams": TEAMS, "in-order": "yes", "begin": "yes"}
    league = client.post(f"{club}/leagues/new", data=said | {"format": NINE}).location
    return f"{league}/1"


def typed(page: str) -> dict[str, str]:
    """The fields of a form as a browser would send them, before anything is tapped."""
    form = page[page.index('class="setup paper"') :]
    found = offered(form)
    for field in re.findall(r"<input [^>]*>", form):
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        if name and value and (" checked" in field or 'type="radio"' not in field):
            found[name[1]] = unescape(value[1])
    return found


def test_nine_boards_from_paper_are_one_form_and_what_cannot_be_is_told_there(
    client: FlaskClient,
) -> None:
    club = opened(client)
    match = nine_boards(client, club)
    assert f'href="{match}/paper"' in client.get(match).text
    page = client.get(f"{match}/paper").text
    # Who played is proposed; a tap for each board, and one to save.
    won = {f"won-{board}-1": "home" if board < 7 else "away" for board in range(1, 10)}
    said = typed(page)
    swapped = {"home-0": said["home-1"], "home-1": said["home-0"]}
    points = {"points": "yes", "points-home-3-1": "99", "points-away-3-1": "-3"}
    points |= {"points-home-4-1": "20", "points-away-4-1": "61", "points-home-5-1": "61"}
    # By its points alone a game is won, and refused for them.
    won |= {"won-2-1": "", "won-3-1": ""}
    points |= {"points-home-2-1": "61", "points-away-2-1": "40"}
    refused = client.post(f"{match}/paper", data=said | won | points | swapped)
    assert refused.status_code == 422
    assert shows(refused.text, "league.paper.wrong", count=3)
    wrong = dict(re.findall(r'<p class="problem" id="wrong-([^"]*)">(.*?)</p>', refused.text))
    assert shows(wrong["3-1"], "league.refused.exactly", target=61)
    assert shows(wrong["4-1"], "league.refused.who-scored-more") and len(wrong) == 3
    assert shows(wrong["5-1"], "league.refused.points-of-both")
    # Nothing typed is lost, and nothing is saved.
    again = typed(refused.text)
    assert again | points == again and again | won == again and again | swapped == again
    assert "6–3" not in client.get(match).text
    right = {"points-home-3-1": "61", "points-away-3-1": "55", "points-home-4-1": "61"}
    right |= {"points-away-4-1": "20", "points-away-5-1": "0"}
    fixed = again | right | {"won-9-1": ""}
    assert client.post(f"{match}/paper", data=fixed).location == match
    shown = client.get(match).text
    assert "<strong>6–2</strong>" in shown
    assert [score in shown for score in ("61–55", "61–20", "61–0")] == [True] * 3
    # What is entered is only shown; the last board is still open.
    page = client.get(f"{match}/paper").text
    assert "61–55" in page and "won-3-1" not in page and "won-9-1" in page
    # A page that stood open longer enters nothing twice.
    assert client.post(f"{match}/paper", data=fixed | {"won-9-1": "home"}).location == match
    assert "<strong>7–2</strong>" in client.get(match).text
    assert "/paper" not in client.get(match).text


def test_a_pub_that_keeps_no_boards_enters_the_result_alone(client: FlaskClient) -> None:
    club = opened(client)
    match = nine_boards(client, club)
    page = client.get(f"{match}/paper").text
    results = re.findall(r'<option value="(\d-\d)">', page)
    assert results[0] == "9-0" and "6-3" in results and len(results) == 10
    assert client.post(f"{match}/paper", data=typed(page) | {"result": "6-3"}).location == match
    for shown in (match, f"{match}/card", f"{match}/card.svg"):
        answer = client.get(shown).text
        assert shows(answer, "league.no-boards") and "6" in answer
        assert 'class="board-card"' not in answer
    assert shows(client.get(match).text, "league.state.over")
    # A win is worth 3 there; the games count as entered.
    table = client.get(match.removesuffix("/1")).text
    assert "<td>1</td><td>1</td><td>0</td><td>+3</td><td><b>3</b></td>" in table
    assert "All boards,,,6,3,0,0" in client.get(f"{match}/card.csv").text
    # A final has no result before its sides are known.
    cup = {"kind": "player", "players": "Ana\nBen\nCyd\nDee", "shape": "knock-out"}
    final = client.post(f"{club}/leagues/new", data=cup | {"begin": "yes"}).location + "/3"
    early = client.post(f"{final}/paper", data={"result": "1-0"})
    assert early.status_code == 422 and shows(early.text, "league.waits")
    # Nothing more is played in it, until the boards are known after all.
    lineup = offered(client.get(f"{match}/lineup").text)
    closed = {"open": {"board": "1"}, "enter": {"board": "1", "winner": "home"}, "lineup": lineup}
    for deed, form in closed.items():
        assert client.post(f"{match}/{deed}", data=form).status_code == 422
    kept = typed(client.get(f"{match}/paper").text)
    assert kept["result"] == "6-3"
    both = client.post(f"{match}/paper", data=kept | {"won-1-1": "away"})
    assert both.status_code == 422 and shows(both.text, "league.refused.boards-kept")
    boards = kept | {"won-1-1": "away", "result": ""}
    assert client.post(f"{match}/paper", data=boards).location == match
    assert "<strong>0–1</strong>" in client.get(match).text


def test_games_at_tables_are_shown_and_a_leg_ends_when_it_is_over(
    client: FlaskClient, table_service: TableService
) -> None:
    club = opened(client)
    said = {"kind": "player", "players": "Ana\nBen", "games": "3", "game": "race-horse"}
    match = client.post(f"{club}/leagues/new", data=said | {"begin": "yes"}).location + "/1"
    table_id = client.post(f"{match}/open", data={"board": "1"}).location.removeprefix("/t/")
    waiting = client.get(f"{match}/paper").text
    assert "won-1-" not in waiting and shows(waiting, "league.game-on")
    name = table_service.look(table_id).header.players[0]
    enter(table_service, table_id, f"ruling: {name} +70")
    page = client.get(f"{match}/paper").text
    assert "70–0" in page and "won-1-1" not in page
    over = {"won-1-2": "home", "won-1-3": "away"}
    refused = client.post(f"{match}/paper", data=typed(page) | over)
    assert refused.status_code == 422
    assert shows(refused.text, "league.refused.too-many-games", board=1)
    assert client.post(f"{match}/paper", data=typed(page) | {"won-1-2": "home"}).location == match
    assert "<strong>2–0</strong>" in client.get(match).text
