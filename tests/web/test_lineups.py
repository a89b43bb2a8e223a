"""The line-up of a match on its page: one order of each team, or a draw, with few taps."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.clubs.all_services import Clubs
from companion.i18n import message
from tests.web.phones import phone
from tests.web.test_league_pages import fingerprint
from tests.web.words import shows

ANCHOR = ("Ana", "Ben", "Cyd", "Dee", "Eva", "Fay")
BELL = ("Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
TEAMS = f"The Anchor: {', '.join(ANCHOR)}\nThe Bell: {', '.join(BELL)}"


@pytest.fixture
def club_id(client: FlaskClient) -> str:
    """Ana's club."""
    return str(client.post("/clubs", data={}).location.removeprefix("/club/"))


def begin(
    client: FlaskClient,
    club_id: str,
    form: str,
    times: int = 2,
    teams: str = TEAMS,
    shape: str = "round-robin",
) -> str:
    """Begin a league of two teams in that format; its address."""
    said = {"kind": "team", "teams": teams, "format": form, "times": f"{times}", "shape": shape}
    said["begin"] = "yes"
    answer = client.post(f"/club/{club_id}/leagues/new", data=said)
    assert answer.status_code == 303
    return str(answer.location)


def offered(page: str) -> dict[str, str]:
    """What each choice of a page has, as a browser would send it."""
    found = {}
    for name, options in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        assert first is not None
        found[name] = chosen[1] if chosen else first[1]
    return found


def lined_up(app: Flask, club_id: str, league: str, number: int = 1) -> list[str]:
    """The boards of a match, each with who plays: `Gus & Hal – Ana & Ben`."""
    clubs: Clubs = app.extensions["clubs"]
    match = clubs.matches.look((club_id, league.rpartition("/")[2], number))
    names = match.league.club.names
    return [
        " – ".join(" & ".join(str(names[each]) for each in side) for side in pairing)
        for pairing in match.fixture.lineup
    ]


def keep(client: FlaskClient, match: str, **changed: str) -> None:
    """Keep the line-up that is offered, with what is changed in it."""
    said = offered(client.get(f"{match}/lineup").text) | changed
    assert client.post(f"{match}/lineup", data=said).location == match


def problem(page: str) -> str:
    found = re.search(r'class="problem" role="alert">(.*?)<', page)
    return unescape(found[1]) if found else ""


def sides(home: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (ANCHOR, BELL) if home in ANCHOR else (BELL, ANCHOR)


def test_the_lists_of_the_teams_fill_nine_boards_with_one_tap(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "six-singles-three-doubles")
    keep(client, f"{league}/1")
    boards = lined_up(app, club_id, league)
    home, away = sides(boards[0].partition(" ")[0])
    assert boards == [
        *(f"{one} – {other}" for one, other in zip(home, away, strict=True)),
        *(
            f"{home[at]} & {home[at + 1]} – {away[at]} & {away[at + 1]}"
            for at in (0, 2, 4)
        ),
    ]  # fmt: skip


def test_the_last_line_up_is_there_the_next_time_and_only_what_differs_is_changed(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "six-singles-three-doubles")
    first, second = f"{league}/1", f"{league}/2"
    said = offered(client.get(f"{first}/lineup").text)
    # The first two of the home side change places, and the second double has other pairs.
    swapped = {"home-0": said["home-1"], "home-1": said["home-0"]}
    others = {"home-6-1": said["home-2"], "home-7-0": said["home-0"]}
    keep(client, first, **swapped, **others)
    before = lined_up(app, club_id, league)
    home, _ = sides(before[0].partition(" ")[0])
    assert [board.partition(" – ")[0] for board in before] == [
        *(home[at] for at in (1, 0, 2, 3, 4, 5)),
        *(f"{home[1]} & {home[2]}", f"{home[0]} & {home[3]}", f"{home[4]} & {home[5]}"),
    ]
    assert offered(client.get(f"{first}/lineup").text) == said | swapped | others
    # At home and away are the other way round.
    keep(client, second)
    after = lined_up(app, club_id, league, 2)
    assert after == [" – ".join(board.split(" – ")[::-1]) for board in before]


def test_a_team_of_five_gives_a_single_and_a_double_away(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    teams = TEAMS.replace(", Fay", "")
    league = begin(client, club_id, "six-singles-three-doubles", teams=teams)
    keep(client, f"{league}/1")
    boards = lined_up(app, club_id, league)
    missing = [number for number, board in enumerate(boards, 1) if "" in board.split(" – ")]
    assert missing == [6, 9]
    assert client.get(f"{league}/1").text.count(str(message("league.board-given"))) == 2


def test_who_stands_twice_in_an_order_is_refused_with_what_was_chosen(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "six-singles-three-doubles")
    match = f"{league}/1"
    said = offered(client.get(f"{match}/lineup").text)
    twice = said | {"home-1": said["home-0"], "away-8-1": "0"}
    answer = client.post(f"{match}/lineup", data=twice)
    assert answer.status_code == 422 and "board 2" in problem(answer.text)
    assert offered(answer.text) == twice
    assert lined_up(app, club_id, league) == []
    assert client.post(f"{match}/lineup", data=said | {"home-0": "Ana"}).status_code == 400
    of_the_others = said | {"home-0": said["away-0"]}
    answer = client.post(f"{match}/lineup", data=of_the_others)
    assert answer.status_code == 422 and "board 1" in problem(answer.text)


def test_who_left_the_team_is_shown_where_they_are_lined_up_still(
    client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "six-singles-three-doubles")
    keep(client, f"{league}/1")
    before = offered(client.get(f"{league}/1/lineup").text)
    squads = {"1": ", ".join(ANCHOR[1:]), "2": ", ".join(BELL[1:])}
    for (entrant, players), name in zip(squads.items(), ("The Anchor", "The Bell"), strict=True):
        said = {"entrant": entrant, "name": name, "players": players}
        assert client.post(f"{league}/settings/team", data=said).status_code == 303
    assert offered(client.get(f"{league}/1/lineup").text) == before
    refused = client.post(f"{league}/1/lineup", data=before)
    assert refused.status_code == 422 and "board 1" in problem(refused.text)
    # The next match knows that they left.
    after = offered(client.get(f"{league}/2/lineup").text)
    assert not {after["home-0"], after["away-0"]} & {before["home-0"], before["away-0"]}


def test_pairs_are_drawn_with_one_tap_on_the_page_of_the_match(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "three-drawn-pairs", times=1)
    match = f"{league}/1"
    page = client.get(match).text
    assert "Picked at random" not in page
    said = {
        f"came-{side}": re.findall(rf'<input type="hidden" name="came-{side}" value="(\d+)"', page)
        for side in ("home", "away")
    }
    assert client.post(f"{match}/lineup", data=said | {"draw": "yes"}).location == match
    drawn = lined_up(app, club_id, league)
    everybody = re.findall(r"\w+", " ".join(drawn))
    assert sorted(everybody) == [*ANCHOR, *BELL]
    shown = client.get(match).text
    assert "Picked at random" in shown and "Pick the pairs" not in shown
    # Who is named by hand was not drawn.
    other = offered(client.get(f"{match}/lineup").text)
    changed = other | {"home-0": other["home-2"], "home-2": other["home-0"]}
    assert client.post(f"{match}/lineup", data=changed).location == match
    assert lined_up(app, club_id, league) != drawn
    assert "Picked at random" not in client.get(match).text


def test_two_teams_of_five_are_drawn_into_two_pairs_each(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    teams = TEAMS.replace(", Lea", "").replace(", Fay", "")
    match = f"{begin(client, club_id, 'three-drawn-pairs', teams=teams)}/1"
    assert "Pick the pairs" in client.get(match).text
    page = client.get(f"{match}/lineup").text
    came = {
        f"came-{side}": re.findall(rf'name="came-{side}" value="(\d+)" checked', page)
        for side in ("home", "away")
    }
    assert client.post(f"{match}/lineup", data=came | {"draw": "yes"}).location == match
    first, second, third = lined_up(app, club_id, match.removesuffix("/1"))
    assert first.count("&") == second.count("&") == 2 and third == " – "
    page = client.get(match).text
    assert "Picked at random" in page and page.count("Open the table for game 1") == 2
    assert page.count(str(message("league.board-void"))) == 1


def test_a_match_of_a_cup_that_ends_level_says_that_one_side_has_to_go_on(
    client: FlaskClient, club_id: str
) -> None:
    teams = TEAMS.replace(", Lea", "").replace(", Fay", "")
    match = f"{begin(client, club_id, 'three-drawn-pairs', teams=teams, shape='knock-out')}/1"
    keep(client, match)
    level = "It ended level, but one side has to go through"
    for board, winner in ((1, "home"), (2, "away")):
        for _ in range(3):
            assert level not in client.get(match).text
            client.post(f"{match}/enter", data={"board": f"{board}", "winner": winner})
    assert "3–3" in client.get(match).text and level in client.get(match).text
    client.post(f"{match}/walkover", data={"to": "away"})
    assert level not in client.get(match).text


def test_a_team_of_which_nobody_is_known_is_not_drawn(client: FlaskClient, club_id: str) -> None:
    league = begin(client, club_id, "three-drawn-pairs", teams="The Anchor: Ana, Ben\nThe Bell")
    page = client.get(f"{league}/1").text
    assert "Pick the pairs" not in page and f"{league}/1/lineup" in page


def test_someone_else_plays_at_a_board_and_is_not_proposed_the_next_time(
    app: Flask, client: FlaskClient, club_id: str
) -> None:
    league = begin(client, club_id, "six-singles-three-doubles")
    match, late = f"{league}/1", f"{league}/1/substitute"

    def put_in(by: FlaskClient, who: str, place: str) -> TestResponse:
        return by.post(late, data={"who": who, "place": place})

    # Before the line-up they join the team, and can be lined up.
    teams = offered(client.get(late).text)
    assert teams == {"place": "home"}
    assert put_in(client, "Zoe", "home").location == f"{match}/lineup"
    said = offered(client.get(f"{match}/lineup").text)
    assert "Zoe" in client.get(f"{match}/lineup").text
    keep(client, match)
    home, away = sides(lined_up(app, club_id, league)[0].partition(" ")[0])
    assert "Zoe" not in " ".join(lined_up(app, club_id, league))
    # Afterwards they take one place, at a board that hasn't begun.
    client.post(f"{match}/enter", data={"board": "1", "winner": "home"})
    places = re.findall(r'<option value="((?:home|away)-\d-\d)"', client.get(late).text)
    assert len(places) == 2 * 5 + 4 * 3 and "home-1-0" not in places
    assert put_in(client, "Yan", "home-1-0").status_code == 422
    assert f'href="{late}"' in client.get(match).text
    assert put_in(client, "zoe", "home-2-0").location == match
    assert put_in(client, "Xan", "away-9-1").location == match
    boards = lined_up(app, club_id, league)
    assert boards[1] == f"Zoe – {away[1]}" and boards[8].endswith(f"{away[4]} & Xan")
    assert boards[0].startswith(home[0]) and boards[2].startswith(home[2])
    # Someone on the other list can't, nor can the same person for both.
    other = put_in(client, away[0], "home-3-0")
    assert other.status_code == 422 and away[0] in problem(other.text)
    assert put_in(client, "Zoe", "away-3-0").status_code == 422
    # The next time nobody proposes them.
    assert offered(client.get(f"{league}/2/lineup").text)["home-1"] == said["away-1"]
    told = client.get(f"{league}/settings").text
    # Nor is one who was refused a substitute.
    assert "Substitutes: Zoe." in told and "Substitutes: Xan." in told
    # A captain may, for their own team, unless the league forbids it.
    clubs: Clubs = app.extensions["clubs"]
    league_id = league.rpartition("/")[2]
    home_team = clubs.matches.look((club_id, league_id, 1)).opponents.home
    assert home_team is not None
    link = clubs.access.captain_link(club_id, league_id, home_team)
    clubs.access.join(link, "uwes-phone", "Uwe")
    captain = phone(app, "uwes-phone")
    own = re.findall(r'<option value="(home|away)-', captain.get(late).text)
    assert {*own} == {"home"} and put_in(captain, "Una", "away-3-0").status_code == 422
    assert put_in(captain, "Una", "home-3-0").location == match
    agreed = {"agreed": "yes", "name": "League"}
    assert client.post(f"{league}/settings/agree", data=agreed).status_code == 303
    assert 'name="place"' not in captain.get(late).text
    assert put_in(captain, "Ulf", "home-4-0").status_code == 422
    assert put_in(client, "Ulf", "home-4-0").location == match
    # The link for the other side's captain is a scorer's to hand over, if that side has none.
    card = f"{match}/card"
    client.post(f"{match}/walkover", data={"to": "home"})
    said = {"side": "home", "fingerprint": fingerprint(captain.get(card).text)}
    assert captain.post(f"{card}/speak", data=said).location == card
    assert "/card/for/" not in captain.get(card).text and "/card/for/" in client.get(card).text
    away_team = clubs.matches.look((club_id, league_id, 1)).opponents.away
    link = clubs.access.captain_link(club_id, league_id, away_team or 0)
    clubs.access.join(link, "kims-phone", "Kim")
    assert "/card/for/" not in client.get(card).text
    # The club's page says what they are, and to leave asks first.
    page = captain.get(f"/club/{club_id}").text
    assert shows(page, "club.you-captain") and not shows(page, "club.you-captains")
    assert page.index("<summary>Leave this club") < page.index("Yes, leave")
    # Removed, the phone leaves a new link for the team's captains, and was a captain's.
    phones, uwe = f"/club/{club_id}/phones", {"device": "uwes-phone", "renews": "yes"}
    assert shows(client.get(phones).text, "club.captain-of")
    page = client.get(client.post(f"{phones}/remove", data=uwe).location).text
    assert 'id="to-captains" checked' in page and shows(page, "club.renewed-captains")
    history = client.get(f"/club/{club_id}/history").text
    assert "Captain" in history.partition("Phone removed")[2].partition("</li>")[0]
