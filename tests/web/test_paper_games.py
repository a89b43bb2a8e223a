"""Games of a league that were entered from paper: where they count, and where pages say so."""

from flask.testing import FlaskClient

from companion.tables.table_service import TableService
from tests.tables.scribe import enter

LEFT_OUT = "League games entered from paper count in their match, not here."
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
    assert "from paper" not in client.get(f"{league}/1").text
    season = client.get(client.post(f"{club}/season/new", data=DAYS).location).text
    assert f"<bdi>{name}</bdi></a></th><td>1</td><td>1</td>" in season


def test_a_club_without_leagues_reads_nothing_of_paper(client: FlaskClient) -> None:
    club = opened(client)
    assert client.post(f"{club}/players", data={"name": "Ana"}).status_code == 303
    season = client.post(f"{club}/season/new", data=DAYS).location
    pages = f"{club}/ratings", f"{club}/players/1"
    assert not any(LEFT_OUT in client.get(each).text for each in (*pages, season))
