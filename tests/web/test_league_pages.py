"""The leagues of a club, used as people use them: begun, played, accepted, taken elsewhere."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.clubs.transfer.club_file import read_club_file
from companion.db.club_models import ClubLink
from companion.tables.table_service import TableService
from tests.tables.scribe import enter
from tests.thorough import some
from tests.web.phones import phone
from tests.web.words import shows

TEAMS = """The Bell: Gus, Hal, Ida, Jon, Kim, Lea
The Anchor: Ana, Ben, Cyd, Dee, Eva, Fay"""

#: Not by lot: who is listed first plays away in the first match.
SEEDED = {"in-order": "yes"}


@pytest.fixture
def clubs(app: Flask) -> Clubs:
    found: Clubs = app.extensions["clubs"]
    return found


@pytest.fixture
def club_id(client: FlaskClient) -> str:
    """Ana's club, in Lisbon."""
    club_id = client.post("/clubs", data={"zone": "Europe/Lisbon"}).location.removeprefix("/club/")
    assert client.get(f"/club/{club_id}/leagues").status_code == 200
    return club_id


@pytest.fixture
def other_keeper(app: Flask, clubs: Clubs, club_id: str) -> FlaskClient:
    """Ben's phone, which keeps the club's book too."""
    keep = clubs.access.links(club_id)[ClubLink.MANAGER]
    clubs.access.join(keep, "bens-phone", "Ben")
    return phone(app, "bens-phone")


@pytest.fixture
def watcher(app: Flask, clubs: Clubs, club_id: str) -> FlaskClient:
    """Dee's phone, which looks on."""
    clubs.access.join(clubs.access.links(club_id)[ClubLink.WATCHER], "dees-phone", "Dee")
    return phone(app, "dees-phone")


def begin(client: FlaskClient, club_id: str, **said: str) -> str:
    """Begin a league; its address."""
    answer = client.post(f"/club/{club_id}/leagues/new", data=said | {"begin": "yes"})
    assert answer.status_code == 303, problem(answer.text)
    return str(answer.location)


def singles(client: FlaskClient, club_id: str, *names: str, **said: str) -> str:
    """Begin a league of single players, one game a match; its address."""
    form = {"name": "Singles", "kind": "player", "players": "\n".join(names), "games": "1"}
    return begin(client, club_id, **form | said)


def problem(page: str) -> str:
    found = re.search(r'class="problem" role="alert">(.*?)<', page)
    return unescape(found[1]) if found else ""


def words(page: str) -> str:
    """What a page says, without its marks."""
    page = page[page.index("<main>") : page.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def lines(page: str) -> list[str]:
    """The lines of a table of standings."""
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", row)).split()) for row in rows]


# ---- Beginning one -----------------------------------------------------------------------------


def test_a_league_is_seen_before_it_begins(client: FlaskClient, clubs: Clubs, club_id: str) -> None:
    form = {"kind": "player", "players": "Ana\nBen\nCyd\nDee", "times": "2", "first": "2026-01-09"}
    page = client.post(f"/club/{club_id}/leagues/new", data=form).text
    emptied = form | {"games": "", "every": " ", "starts": "", "win": ""}
    own = client.post(f"/club/{club_id}/leagues/new", data=emptied).text
    assert 'name="every" value=" " placeholder="7"' in own
    expected = "4 entrants: 6 rounds, 12 matches, from 9 January 2026 to 13 February 2026."
    assert expected in words(page)
    assert shows(page, "league.begin")
    # Nothing is kept by looking.
    club = clubs.service.look(club_id)
    assert clubs.leagues.of_club(club) == () and club.players == ()
    address = begin(client, club_id, **form)
    assert [*clubs.service.look(club_id).names.values()] == ["Ana", "Ben", "Cyd", "Dee"]
    shown = words(client.get(address).text)
    assert "Our league" in shown and "best of 1" not in shown
    assert "Round 6" in shown and "13 Feb, 20:00" in shown


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"players": "Ana"}, "league.refused.entrants"),
        ({"players": "Ana\nAna"}, "league.refused.plays-for-two"),
        ({"players": "Ana\nB:n"}, "refused.name-character"),
        ({"players": "Ana\nBen", "times": "9"}, "league.refused.number-between"),
        ({"players": "Ana\nBen", "times": "two"}, "league.refused.number-between"),
        ({"players": "Ana\nBen", "games": "2"}, "league.refused.best-of-even"),
        ({"players": "Ana\nBen", "game": "whist"}, "refused.no-such-game"),
        ({"players": "Ana\nBen", "shape": "spiral"}, "league.refused.unreadable"),
        ({"players": "Ana\nBen", "first": "soon"}, "league.refused.day"),
        ({"players": "Ana\nBen", "first": "9999-12-31"}, "league.refused.day"),
        ({"players": "Ana\nBen", "starts": "late"}, "league.refused.time"),
        ({"players": "Ana\nBen", "win": "1/3"}, "league.refused.points-unreadable"),
        ({"players": "Ana\nBen", "win": "1", "draw": "2"}, "league.refused.points-order"),
        ({"players": "Ana\nBen", "order-0": "names"}, "league.refused.unreadable"),
        (
            {"kind": "team", "teams": "A: Ana\nB: Ben", "format": "mine"},
            "league.refused.unreadable",
        ),
        ({"kind": "team", "teams": ": Ana\nB: Ben"}, "league.refused.name-length"),
        ({"kind": "pair", "pairs": "Ana & Ben\nCyd"}, "league.refused.squad-of-pair"),
        (
            {
                "kind": "team",
                "teams": "A: Ana\nB: Ben",
                "format": "own",
                "doubles": "2",
                "shape": "knock-out",
            },
            "league.refused.knock-out-drawn",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_typed(
    client: FlaskClient, clubs: Clubs, club_id: str, said: dict[str, str], why: str
) -> None:
    form = {"kind": "player", "name": "Tuesday", "begin": "yes"} | said
    answer = client.post(f"/club/{club_id}/leagues/new", data=form)
    assert answer.status_code == 422
    assert shows(problem(answer.text), why), problem(answer.text)
    assert 'value="Tuesday"' in answer.text
    club = clubs.service.look(club_id)
    assert clubs.leagues.of_club(club) == () and club.players == ()


def test_a_league_says_beforehand_how_many_have_a_bye(client: FlaskClient, club_id: str) -> None:
    form = {"kind": "player", "games": "1", "players": "Ana\nBen\nCyd\nDee\nEva"}

    def told(**said: str) -> str:
        return words(client.post(f"/club/{club_id}/leagues/new", data=form | said).text)

    assert "5 rounds, 10 matches. 1 has a bye in each round." in told(shape="round-robin")
    assert "3 rounds, 4 matches. 3 have a bye in the first round." in told(shape="knock-out")
    assert "bye" not in told(shape="ladder")
    assert "a bye" not in told(shape="round-robin", players="Ana\nBen")


def test_a_club_without_a_name_for_somebody_takes_names_in_any_script(
    client: FlaskClient, club_id: str
) -> None:
    address = singles(client, club_id, "Ξένια", "محمد", "小林", "<b>Zoë</b>")
    page = client.get(address).text
    assert "Ξένια" in page and "محمد" in page and "小林" in page
    assert "&lt;b&gt;Zoë&lt;/b&gt;" in page and "<b>Zoë" not in page


# ---- Playing -----------------------------------------------------------------------------------


def test_a_match_is_drawn_played_at_tables_and_from_paper_and_accepted(
    client: FlaskClient,
    other_keeper: FlaskClient,
    table_service: TableService,
    club_id: str,
) -> None:
    address = begin(client, club_id, kind="team", teams=TEAMS, format="three-drawn-pairs")
    match = f"{address}/1"
    assert shows(client.get(match).text, "league.needs-lineup")
    page = client.get(f"{match}/lineup").text
    came = {
        side: re.findall(rf'name="came-{side}" value="(\d+)" checked', page)
        for side in ("home", "away")
    }
    assert [len(each) for each in came.values()] == [6, 6]
    few = {"draw": "yes", "came-home": came["home"][:1], "came-away": came["away"]}
    assert client.post(f"{match}/lineup", data=few).status_code == 422
    drawn = {f"came-{side}": numbers for side, numbers in came.items()}
    assert client.post(f"{match}/lineup", data=drawn | {"draw": "yes"}).location == match
    opened = client.post(f"{match}/open", data={"board": "1"})
    assert opened.status_code == 303
    table_id = opened.location.removeprefix("/t/")
    state = table_service.look(table_id)
    assert state.header.game == "fives-and-threes" and state.header.seating.has_partners
    assert dict(state.header.changes) == {"tiles-each": "6"}
    shown = client.get(match).text
    assert "A game is on" in shown and f"/t/{table_id}" in shown
    # The first board goes on; nothing else can be opened there.
    again = client.post(f"{match}/open", data={"board": "1"})
    assert again.status_code == 422
    assert client.post(f"{match}/take-out", data={"board": "1", "game": "1"}).status_code == 303
    for board, won in enumerate(("HHA", "AAA", "HHA"), 1):
        for winner in won:
            side = {"H": "home", "A": "away"}[winner]
            form = {"board": f"{board}", "winner": side, f"points-{side}": "61"}
            assert client.post(f"{match}/enter", data=form).status_code == 303
    shown = client.get(match).text
    assert "4–5" in words(shown)
    home = re.search(r'match-title">.*?<bdi>(.*?)</bdi>', shown)
    assert home is not None
    winner = "The Anchor" if home[1] == "The Bell" else "The Bell"
    assert lines(client.get(address).text)[0] == f"1 {winner} 1 1 0 +1 2"
    accept(client, other_keeper, match)


def accept(client: FlaskClient, other: FlaskClient, match: str) -> None:
    """Let a phone of each side say that a result is right."""
    speak, home = f"{match}/card/speak", {"side": "home"}
    shown = {"fingerprint": fingerprint(client.get(f"{match}/card").text)}
    assert client.post(speak, data=shown).status_code == 400
    assert client.post(speak, data=home | {"fingerprint": "0" * 64}).status_code == 409
    assert client.post(speak, data=home | shown).status_code == 303
    own, away = client.get(f"{match}/card").text, {"side": "away"}
    assert shows(own, "league.card.said") and not shows(own, "league.card.speak")
    # The other side sees its own button alone.
    asked = other.get(f"{match}/card").text
    assert re.findall(r'name="side" value="(\w+)"', asked) == ["away"]
    assert other.post(speak, data=home | shown).status_code == 409
    assert other.post(speak, data=away | {"fingerprint": fingerprint(asked)}).status_code == 303
    assert "Accepted on" in words(client.get(f"{match}/card").text)


def fingerprint(page: str) -> str:
    found = re.search(r'name="fingerprint" value="([0-9a-f]{64})"', page)
    assert found is not None
    return found[1]


def win(client: FlaskClient, table_service: TableService, match: str, side: int) -> str:
    """Open the game of a match and let a side win it by a ruling at the end of a hand."""
    table_id = client.post(f"{match}/open", data={"board": "1"}).location.removeprefix("/t/")
    name = table_service.look(table_id).header.players[side]
    enter(table_service, table_id, f"ruling: {name} +70")
    return str(table_id)


def test_a_game_corrected_at_its_table_changes_the_match_and_its_card(
    app: Flask,
    clubs: Clubs,
    client: FlaskClient,
    other_keeper: FlaskClient,
    table_service: TableService,
    club_id: str,
) -> None:
    # Race Horse ends at once, by a ruling too.
    address = singles(client, club_id, "Ana", "Ben", game="race-horse")
    match = f"{address}/1"
    table_id = win(client, table_service, match, 0)
    assert table_service.look(table_id).game.is_over
    # From the table back to its match, for who was let into the club.
    assert f'href="{match}"' in client.get(f"/t/{table_id}/end").text
    first = lines(client.get(address).text)
    accept(client, other_keeper, match)
    seen = {"seen": f"{table_service.look(table_id).version}"}
    # From now on its table is locked too, for everyone who keeps score there; strangers learn less.
    other_keeper.get(f"/club/{club_id}/t/{table_id}")
    kept, scorer = table_service.look(table_id), phone(app, "cyds-phone")
    clubs.access.join(clubs.access.links(club_id)[ClubLink.SCORER], "cyds-phone", "Cyd")
    for name in (
        "undo",
        "redo",
        "ruling",
        "record/undo",
        "record/2/delete",
        "names",
        "take",
        "club",
    ):
        answer = other_keeper.post(f"/t/{table_id}/{name}", data=seen)
        assert answer.status_code == 423 and f'href="{match}"' in answer.text, name
        assert shows(answer.text, "problem.card-locked.title")
        assert scorer.post(f"/t/{table_id}/{name}", data=seen).status_code in (403, 404)
    # A game that counts keeps its table.
    assert client.post(f"/t/{table_id}/delete").status_code == 423
    assert table_service.look(table_id).version == kept.version
    # Nobody moves it but a manager.
    day = {"day": "2026-02-13", "time": "19:30"}
    assert scorer.post(f"{match}/move", data=day).status_code == 403
    assert scorer.post(f"{match}/postpone").status_code == 403
    assert client.post(f"{match}/move", data=day).status_code == 303
    # Opened again, it is for managers, and the match keeps what they change.
    client.post(f"{match}/card/reopen", data={"reason": "Wrong names"})
    scorer.get(f"/club/{club_id}/t/{table_id}")
    answer = scorer.post(f"/t/{table_id}/undo", data=seen)
    assert answer.status_code == 423 and shows(answer.text, "problem.card-opened.title")
    assert scorer.post(f"{match}/open", data={"board": "1"}).status_code in (403, 422)
    answer = client.post(f"/t/{table_id}/delete")
    assert answer.status_code == 422 and shows(answer.text, "problem.counts-in-match.title")
    assert client.post(f"/t/{table_id}/undo", data=seen).status_code in (200, 303)
    assert not table_service.look(table_id).game.is_over
    for page in (f"{match}/card", match, address):
        told = words(client.get(page).text)
        assert "Changed after it was accepted: Board 1 is being played again" in told
        assert "so it is locked" not in told
    assert "Changed at the table" in words(client.get(f"{match}/history").text)
    assert lines(client.get(address).text) != first
    # What was fixed there is in the history of the table.
    assert f'href="/t/{table_id}/record"' in client.get(f"{match}/history").text


def test_a_match_is_put_off_moved_and_given(client: FlaskClient, club_id: str) -> None:
    address = singles(client, club_id, "Ana", "Ben", first="2026-01-09")
    match = f"{address}/1"
    assert client.post(f"{match}/postpone").status_code == 303
    for page in (match, f"{match}/card", address):
        put_off = words(client.get(page).text)
        assert "Postponed" in put_off and "9 Jan" not in put_off
    day = {"day": "2026-02-13", "time": "19:30", "place": "The <Anchor>"}
    assert client.post(f"{match}/move", data=day).status_code == 303
    shown = words(client.get(match).text)
    assert "13 Feb, 19:30" in shown and "The <Anchor>" in shown
    for wrong in ({"day": ""}, {"time": "25:00"}, {"place": "x" * 81}):
        answer = client.post(f"{match}/move", data=day | wrong)
        assert answer.status_code == 422 and problem(answer.text)
    assert client.post(f"{match}/walkover", data={"to": "home"}).status_code == 303
    for page in (match, f"{match}/card"):
        assert "Walkover to" in words(client.get(page).text)
    # Nobody played, so there are no boards and no result.
    assert "0–0" not in words(client.get(f"{match}/card").text)
    assert client.post(f"{match}/open", data={"board": "1"}).status_code == 422
    for _ in range(2):
        assert client.post(f"{match}/walkover", data={"to": ""}).status_code == 303
    assert client.post(f"{match}/walkover", data={"to": "Zoe"}).status_code == 400
    client.post(f"{match}/move", data=day | {"day": "2026-02-20"})
    history = words(client.get(f"{match}/history").text)
    assert "20 Feb, 19:30 instead of 13 Feb" in history
    # What changed nothing is no event, and nothing is said twice.
    assert history.count("Walkover undone") == 1 and "Walkover:" not in history
    assert client.post(f"{match}/dance").status_code == 400


def test_a_ladder_is_climbed_on_its_page(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    form = {"shape": "ladder", "game": "race-horse"}
    address = singles(client, club_id, "Ana", "Ben", "Cyd", **form)
    assert rungs(client, address) == ["Ana", "Ben", "Cyd"]
    challenge = {"challenger": "3", "challenged": "1"}
    assert "Challenge Ana" in client.get(address).text
    match = client.post(f"{address}/challenge", data=challenge).location
    assert "Challenge 1" in client.get(match).text
    # Nobody plays two challenges at a time, so nothing of the kind is offered.
    assert "Challenge" not in words(client.get(address).text).partition("Challenges")[0]
    win(client, table_service, match, 1)
    assert rungs(client, address) == ["Cyd", "Ana", "Ben"]
    down = client.post(f"{address}/challenge", data={"challenger": "3", "challenged": "1"})
    assert down.status_code == 422 and problem(down.text)


def rungs(client: FlaskClient, address: str) -> list[str]:
    page = client.get(address).text
    ladder = page[page.index('class="rungs"') : page.index("</ol>")]
    return re.findall(r"<li><b><bdi>(.*?)</bdi>", ladder)


def test_points_are_asked_for_where_a_table_counts_them(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    form = {"shape": "ladder", "game": "race-horse"}
    ladder = singles(client, club_id, "Ana", "Ben", **form)
    table = singles(client, club_id, "Ana", "Ben", game="race-horse")
    assert 'name="win"' in client.get(f"{table}/settings").text
    assert 'name="win"' not in client.get(f"{ladder}/settings").text
    renamed = {"agreed": "yes", "name": "Our ladder"}
    assert client.post(f"{ladder}/settings/agree", data=renamed).status_code == 303
    wrong = client.post(f"{ladder}/settings/agree", data=renamed | {"name": "x" * 41})
    assert wrong.status_code == 422 and f'value="{"x" * 41}"' in wrong.text
    assert "Our ladder" in client.get(ladder).text
    challenge = {"challenger": "2", "challenged": "1"}
    match = client.post(f"{ladder}/challenge", data=challenge).location
    win(client, table_service, match, 1)
    win(client, table_service, f"{table}/1", 1)
    assert "League points" in client.get(f"{table}/1/card").text
    assert "League points" not in client.get(f"{match}/card").text


def test_a_table_leads_to_its_match_while_it_is_played(client: FlaskClient, club_id: str) -> None:
    match = singles(client, club_id, "Ana", "Ben") + "/1"
    table = client.post(f"{match}/open", data={"board": "1"}).location
    assert f'href="{match}"' in client.get(f"{table}/club").text


def test_a_knock_out_says_who_won_it(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    form = {"shape": "knock-out", "game": "race-horse", "in-order": "yes"}
    address = singles(client, club_id, "Ana", "Ben", "Cyd", **form)
    shown = words(client.get(address).text)
    assert "Winner of match 1" in shown
    assert re.findall(r"Round \d|Semi-finals|Final|Bye: \w+", shown) == [
        "Semi-finals",
        "Bye: Ana",
        "Final",
    ]
    win(client, table_service, f"{address}/1", 0)
    assert "won it" not in words(client.get(address).text)
    win(client, table_service, f"{address}/2", 0)
    assert "Ana won it." in words(client.get(address).text)


def test_the_match_for_third_place_says_so_everywhere(client: FlaskClient, club_id: str) -> None:
    said = {"shape": "knock-out", "third": "yes", "first": "2026-01-09"}
    address = singles(client, club_id, "Ana", "Ben", "Cyd", "Dee", **SEEDED, **said)
    for page in ("3", "3/card", "3/card.svg"):
        assert "Third place" in client.get(f"{address}/{page}").text, page
    assert words(client.get(address).text).count("Third place ·") == 1
    assert "Singles\\, third place" in client.get(f"{address}/fixtures.ics").text


def test_where_neither_came_whoever_should_have_met_one_of_them_goes_on(
    client: FlaskClient, club_id: str
) -> None:
    address = singles(client, club_id, "Ana", "Ben", "Cyd", "Dee", shape="knock-out", **SEEDED)
    final = f"{address}/3"
    before = client.get(final).text
    assert "Walkover to" not in before
    client.post(f"{address}/1/walkover", data={"to": "nobody"})
    client.post(f"{address}/2/enter", data={"board": "1", "winner": "home"})
    page = client.get(final).text
    (button,) = re.findall(r'Walkover to Ben</summary><button [^>]*name="to" value="([^"]*)"', page)
    assert page.count("Walkover to") == 1 and "Neither came" not in page
    # A page that stood open has the button as well.
    (others,) = re.findall(r'<details class="house" id="(otherwise-[^"]*)" hx-preserve>', page)
    assert others not in before
    client.post(f"{final}/walkover", data={"to": button})
    assert "Ben won it." in client.get(address).text


def test_a_corrected_knock_out_asks_whose_match_it_is(
    client: FlaskClient, app: Flask, clubs: Clubs, club_id: str
) -> None:
    clubs.access.join(clubs.access.links(club_id)[ClubLink.SCORER], "cyds-phone", "Cyd")
    scorer = phone(app, "cyds-phone")
    address = singles(client, club_id, "Ana", "Ben", "Cyd", "Dee", shape="knock-out", **SEEDED)
    final = f"{address}/3"

    def enter(number: int, side: str) -> None:
        client.post(f"{address}/{number}/enter", data={"board": "1", "winner": side})

    def turn_round() -> None:
        client.post(f"{address}/1/take-out", data={"board": "1", "game": "1"})
        assert "An earlier match is open again" in words(client.get(final).text)
        enter(1, "away")

    for number in (1, 2, 3):
        enter(number, "home")
    turn_round()
    page = client.get(final).text
    assert "Played by Ana, who is no longer through." in words(page)
    assert "Played: Ana – Ben 1–0." in words(page)
    # The league says so above its rounds, and so do the matches before it.
    for where in (address, f"{address}/1"):
        assert "Final, Dee – Ben: On hold ›" in words(client.get(where).text), where
    assert page.count('<details class="sure">') == 4
    for offered in ("Play it again", "Walkover to Dee", "Walkover to Ben", "Ana goes through"):
        assert offered in words(page)
    assert 'name="points-home"' not in page and "won it" not in client.get(address).text
    client.post(f"{final}/stand", data={"through": "yes"})
    assert "A manager decided" in words(client.get(final).text)
    history = words(client.get(f"{final}/history").text)
    assert "goes through, decided by a manager" in history and "For: Ana" in history
    assert "Ana won it." in client.get(address).text
    client.post(f"{final}/stand")
    for deed in ("again", "stand", "walkover"):
        assert scorer.post(f"{final}/{deed}", data={"to": "away"}).status_code == 403
    client.post(f"{final}/walkover", data={"to": "away"})
    assert "Ben won it." in client.get(address).text


def test_a_league_leads_to_the_round_that_is_to_be_played(
    client: FlaskClient, club_id: str
) -> None:
    address = singles(client, club_id, "Ana", "Ben", "Cyd", **SEEDED)
    assert 'href="#round-' not in client.get(address).text
    client.post(f"{address}/1/walkover", data={"to": "home"})
    page = client.get(address).text
    assert 'href="#round-2">To Round 2<' in page and 'id="round-2"' in page
    for number in (2, 3):
        client.post(f"{address}/{number}/walkover", data={"to": "home"})
    assert 'href="#round-' not in client.get(address).text


@pytest.mark.parametrize("shape", some(["keizer", "swiss"], 1))
def test_a_round_is_paired_from_those_who_are_here(
    client: FlaskClient, watcher: FlaskClient, clubs: Clubs, club_id: str, shape: str
) -> None:
    address = singles(client, club_id, "Ana", "Ben", "Cyd", "Dee", "Eva", shape=shape)
    pairing = f"{address}/pairing"
    assert watcher.get(pairing).status_code == 403
    assert f'href="{pairing}"' in client.get(address).text
    assert client.get(pairing).text.count('name="here"') == 5
    assert client.post(pairing, data={"here": ["1"]}).status_code == 422

    def paired(**said: str | list[str]) -> dict[str, list[str]]:
        page = client.post(pairing, data=said).text
        return {
            name: re.findall(rf'name="{name}" value="(\d+)"', page)
            for name in ("number", "seat", "bye")
        }

    round_1 = paired(here=["1", "2", "3", "4", "5"])
    assert (round_1["number"], round_1["bye"], len(round_1["seat"])) == (["1"], ["5"], 4)
    assert paired(**round_1, swap="yes", one="5", other="1")["bye"] == ["1"]
    wrong = round_1 | {"bye": ["1"]}
    assert client.post(pairing, data=wrong | {"save": "yes"}).status_code == 422
    assert client.post(pairing, data=round_1 | {"save": "yes"}).location == address
    shown = words(client.get(address).text)
    assert "Bye: Eva" in shown and "Bye in round 1" in shown and "Pair round 1 again" in shown
    # Cyd goes home, so it is paired again.
    again = paired(here=["1", "2", "4", "5"])
    client.post(pairing, data=again | {"save": "yes"})
    page = client.get(pairing).text
    assert re.findall(r'value="(\d)" checked', page) == ["1", "2", "4", "5"]
    for number in (1, 2):
        client.post(f"{address}/{number}/enter", data={"board": "1", "winner": "home"})
    assert client.post(pairing, data=again | {"save": "yes"}).status_code == 422
    shown = words(client.get(address).text)
    assert "Round 1" in shown and "Bye:" not in shown and "Pair round 2" in shown
    assert ("Buchholz 2 Sonneborn-Berger 0" in shown) == (shape == "swiss")
    assert ("Val" in shown) == (shape == "keizer")
    league = clubs.leagues.look(club_id, address.rpartition("/")[2])
    assert [each.tally.played for each in league.standings].count(1) == 4
    assert "Round paired" in words(client.get(f"/club/{club_id}/history").text)
    copy = clubs.taking_in.take_in(
        read_club_file(client.get(f"/club/{club_id}/export").data, datetime.now(UTC)), ""
    )
    (there,) = clubs.leagues.all_of(clubs.service.look(copy))
    assert (there.standings, there.values) == (league.standings, league.values)


def test_settings_change_points_and_squads(client: FlaskClient, clubs: Clubs, club_id: str) -> None:
    address = begin(client, club_id, kind="team", teams=TEAMS)
    agreed = {"name": "Winter", "win": "3", "draw": "1", "order-0": "games-won"}
    assert client.post(f"{address}/settings/agree", data=agreed).status_code == 303
    league = clubs.leagues.look(club_id, address.rpartition("/")[2])
    assert (league.competition.name, league.competition.table.win) == ("Winter", 3)
    assert league.competition.order == ("games-won",)
    page = client.get(f"{address}/settings").text
    assert '<ol class="breaks"><li>Games won</li></ol>' in page
    assert 'name="win" value="3" placeholder="2"' in page
    # What is emptied goes back to what its hint says; what isn't asked for stays.
    emptied = {"name": "", "win": " ", "each_game": "", "narrow_by": ""}
    assert client.post(f"{address}/settings/agree", data=emptied).status_code == 303
    competition = clubs.leagues.look(club_id, league.id).competition
    assert (competition.name, competition.table.win) == ("Our league", 2)
    assert competition.order == ("games-won",)
    client.post(f"{address}/settings/agree", data=agreed)
    team = {"entrant": "1", "name": "The Bell", "players": "Gus, Hal"}
    # What is saved or refused is said where it was typed.
    there = client.post(f"{address}/settings/team?at=entrant-1", data=team).location
    assert there == f"{address}/settings?at=entrant-1#entrant-1"
    assert "Team changed" in (told := words(client.get(f"/club/{club_id}/history").text))
    assert "For: The Bell" in told
    saved = client.get(there).text.partition('id="entrant-1" open>')[2]
    assert shows(saved[:200], "league.saved")
    assert f'action="{address}/settings/team?at=entrant-1#entrant-1"' in saved
    refused = client.post(f"{address}/settings/team?at=entrant-2", data=team | {"name": ""}).text
    assert problem(refused.partition('id="entrant-2" open>')[2][:200])
    unknown = client.post(f"{address}/settings/team", data=team | {"players": "Gus, Zoe"})
    assert "Nobody in the club is called Zoe." in problem(unknown.text)
    # What was typed is still there, with the choice to add her.
    assert "Gus, Zoe</textarea>" in unknown.text and 'name="new"' in unknown.text
    added = client.post(
        f"{address}/settings/team", data=team | {"players": "Gus, Zoe", "new": "yes"}
    )
    assert added.status_code == 303
    off = {"entrant": "1", "how": "off", "points": "1½", "reason": "unregistered player"}
    assert client.post(f"{address}/settings/adjust", data=off | {"reason": " "}).status_code == 422
    assert client.post(f"{address}/settings/adjust", data=off).status_code == 303
    page = words(client.get(address).text)
    assert "−1½ *" in page and "* The Bell: 1½ points off, unregistered player" in page
    rows = client.get(f"{address}/table.csv").text.splitlines()
    assert rows[0].endswith(",Off or given,Why") and rows[-1].endswith(",-1.5,unregistered player")
    assert client.post(f"{address}/settings/team", data=team).status_code == 303
    (end,) = re.findall(r'name="end" value="([^"]*)"', client.get(f"{address}/settings").text)
    client.post(f"{address}/settings/adjust", data={"entrant": "1", "end": end})
    assert "1½" not in client.get(address).text
    assert "Zoe" in clubs.service.look(club_id).names.values()
    entrant = clubs.leagues.look(club_id, league.id).entrant(1)
    assert entrant is not None and len(entrant.players) == 2
    # Where a team plays at home is where its matches are, unless they have a place of their own.
    pub = {"place": "The Anchor, Mill Lane"}
    client.post(f"{address}/settings/team", data=team | pub | {"players": "Gus"})
    client.post(f"{address}/settings/team", data=team | {"players": "Gus, Hal"})
    other = {"entrant": "2", "name": "The Anchor", "players": "Ana"}
    client.post(f"{address}/settings/team", data=other | pub)
    when = {"day": "2026-11-20", "time": "20:00"}
    client.post(f"{address}/1/move", data=when)
    for page in (address, f"{address}/1", f"{address}/1/card"):
        assert "<bdi>The Anchor, Mill Lane</bdi>" in client.get(page).text, page
    file = f"{address}/fixtures.ics"
    calendar = client.get(file).text
    assert "LOCATION:The Anchor\\, Mill Lane" in calendar and "SEQUENCE:2" in calendar
    client.post(f"{address}/1/move", data=when | {"place": "The Crown"})
    assert "LOCATION:The Crown" in client.get(file).text
    client.post(f"{address}/1/move", data=when | {"place": ""})
    assert 'placeholder="The Anchor, Mill Lane"' in client.get(f"{address}/1").text
    too_long = team | {"players": "Gus", "place": "x" * 81}
    assert client.post(f"{address}/settings/team", data=too_long).status_code == 422
    assert client.post(f"{address}/settings/withdraw", data={"entrant": "2"}).status_code == 303
    # Nothing was played, so there is nothing to give.
    assert "Walkover" not in words(client.get(address).text)
    assert client.get(f"{address}/1").status_code == 404
    kept = client.post(f"{address}/settings/close", data={"name": "Summer"})
    assert kept.status_code == 422 and client.get(address).status_code == 200
    assert client.post(f"{address}/settings/close", data={"name": "Winter"}).status_code == 303
    assert client.get(address).status_code == 404


# ---- Elsewhere ---------------------------------------------------------------------------------


def test_the_table_and_the_card_are_spreadsheets_and_a_picture(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    address = singles(client, club_id, "=Ana", "Ben", game="race-horse", **SEEDED)
    win(client, table_service, f"{address}/1", 1)
    table = client.get(f"{address}/table.csv")
    assert table.mimetype == "text/csv"
    # No spreadsheet takes a name for a formula.
    assert "1,'=Ana,1,1,0,0,1,0," in table.text
    card = client.get(f"{address}/1/card.csv")
    assert "'=Ana" in card.text and card.headers["Cache-Control"] == "no-store"
    picture = client.get(f"{address}/1/card.svg")
    assert picture.mimetype == "image/svg+xml" and "=Ana" in picture.text


def test_fixtures_are_a_calendar_at_the_clubs_time(client: FlaskClient, club_id: str) -> None:
    form = {"first": "2026-07-03", "starts": "20:00"}
    address = singles(client, club_id, "Ana", "Ben", **form)
    calendar = client.get(f"{address}/fixtures.ics")
    assert calendar.mimetype == "text/calendar"
    league_id = address.rpartition("/")[2]
    assert f"UID:{league_id}.1@companion" in calendar.text
    assert "DTSTART;TZID=Europe/Lisbon:20260703T200000" in calendar.text
    assert "SEQUENCE:0" in calendar.text
    moved = {"day": "2026-07-10", "time": "20:00", "place": ""}
    client.post(f"{address}/1/move", data=moved)
    again = client.get(f"{address}/fixtures.ics").text
    assert f"UID:{league_id}.1@companion" in again and "20260710T200000" in again
    assert "SEQUENCE:1" in again


def test_rounds_skip_the_days_without_play(client: FlaskClient, club_id: str) -> None:
    days = {"first": "2026-12-15", "no-play": "2026-12-29"}
    address = singles(client, club_id, "Ana", "Ben", "Cyd", **SEEDED, **days)

    def rounds() -> list[str]:
        return re.findall(r"DTSTART;\S*:(\d{8})", client.get(f"{address}/fixtures.ics").text)

    assert rounds() == ["20261215", "20261222", "20270105"]
    pause, post = f"{address}/settings/pause", client.post
    christmas = {"no-play": "2026-12-20", "no-play-until": "2026-12-31"}
    assert post(pause, data=christmas | {"no-play": "2027-01-01"}).status_code == 422
    seen = post(pause, data=christmas).text
    assert "Round 2: 22 December 2026 → 5 January 2027" in words(seen)
    assert post(pause, data=christmas | {"agreed": "yes"}).status_code == 303
    assert rounds() == ["20261215", "20270105", "20270119"]
    assert "No play: 20 December 2026 to 31 December 2026" in words(client.get(address).text)
    assert post(pause, data=christmas | {"end": "yes"}).status_code == 303
    assert "20 December" not in client.get(address).text
    # A late entry is seen first; rounds that have not begun are drawn again, on the same days.
    join = f"{address}/settings/join?at=joining"
    seen = post(join, data={"players": "Dee"}).text
    assert "4 entrants, 3 rounds, the last one on 19 January 2027." in words(seen)
    assert 'value="Dee"' in seen and len(rounds()) == 3
    for said in ({"players": "Ana"}, {"players": "Ana", "agreed": "yes"}):
        twice = post(join, data=said)
        assert twice.status_code == 422
        assert "is listed twice" in twice.text.split('id="joins-players"')[1]
    assert post(join, data={"players": "Dee", "agreed": "yes"}).status_code == 303
    assert sorted(rounds()) == sorted(2 * ["20261215", "20270105", "20270119"])


def test_a_calendar_subscribes_by_a_secret_that_keepers_see_and_end(
    client: FlaskClient, watcher: FlaskClient, stranger: FlaskClient, club_id: str
) -> None:
    address = singles(client, club_id, "Ana", "Ben", first="2026-07-03")
    leagues = f"/club/{club_id}/leagues"
    assert "/fixtures/" not in client.get(leagues).text
    assert client.post(f"{leagues}/calendar/open").status_code == 303
    page = client.get(leagues)
    found = re.search(r'value="http://[^/]*(/fixtures/[^"]*\.ics)"', page.text)
    assert found is not None and page.headers["Cache-Control"] == "no-store"
    assert "/fixtures/" not in watcher.get(leagues).text
    calendar = stranger.get(found[1])
    assert calendar.status_code == 200 and address.rpartition("/")[2] in calendar.text
    # A proxy keeps nothing of it; the calendar asks again by itself.
    assert calendar.headers["Cache-Control"] == "no-store"
    assert calendar.headers["Referrer-Policy"] == "no-referrer"
    assert client.post(f"{leagues}/calendar/end").status_code == 303
    assert stranger.get(found[1]).status_code == 404
    assert stranger.get("/fixtures/AAAAAAAAAAAAAAAAAAAAAA.ics").status_code == 404
    assert client.post(f"{leagues}/calendar/dance").status_code == 400


# ---- Seasons -----------------------------------------------------------------------------------


def test_a_season_counts_the_games_of_its_days_and_kinds(
    client: FlaskClient, table_service: TableService, club_id: str
) -> None:
    form = {"club": club_id, "game": "race-horse", "seats": "2", "name-0": "Ana", "name-1": "Ben"}
    table_id = client.post("/new", data=form).location.removeprefix("/t/")
    enter(table_service, table_id, "ruling: Ben +61")
    days = {"name": "This year", "first": "2020-01-01", "last": "2090-01-01"}
    address = client.post(f"/club/{club_id}/season/new", data=days).location
    assert lines(client.get(address).text) == ["1 Ben 1 1 0 +1 2", "2 Ana 1 0 1 −1 0"]
    assert "1,Ben,1,1" in client.get(f"{address}/table.csv").text
    edited = client.post(f"{address}/edit", data=days | {"kind": "five-up", "win": "3"})
    assert edited.status_code == 303
    assert shows(client.get(address).text, "season.no-game")
    page = client.get(f"{address}/edit").text
    assert "checked" in page and 'name="win" value="3" placeholder="2"' in page
    # Nobody gets a walkover at a table, and no game ends level.
    assert "walkover" not in page and 'name="draw"' not in page
    assert client.post(f"{address}/edit", data=days | {"win": "", "loss": ""}).status_code == 303
    assert lines(client.get(address).text) == ["1 Ben 1 1 0 +1 2", "2 Ana 1 0 1 −1 0"]
    for wrong in ({"last": "2019-01-01"}, {"first": ""}, {"kind": "whist"}):
        answer = client.post(f"/club/{club_id}/season/new", data=days | wrong)
        assert answer.status_code == 422 and problem(answer.text)
    assert client.post(f"{address}/remove").status_code == 303
    assert client.get(address).status_code == 404


def test_who_looks_on_sees_all_and_is_offered_nothing_to_change(
    client: FlaskClient, watcher: FlaskClient, club_id: str
) -> None:
    address = singles(client, club_id, "Ana", "Ben")
    for page in (f"/club/{club_id}/leagues", address, f"{address}/1", f"{address}/1/card"):
        shown = watcher.get(page)
        assert shown.status_code == 200
        assert "<form" not in shown.text[shown.text.index("<main>") :]
    assert watcher.get(f"{address}/settings").status_code == 403
    assert watcher.post(f"{address}/1/walkover", data={"to": "home"}).status_code == 403


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"points-home": "20", "points-away": "61"}, "who-scored-more"),
        ({"points-home": "-5", "points-away": "999999"}, "who-scored-more"),
        ({"points-home": "x", "points-away": "y"}, "points"),
        ({"points-home": "9999999", "points-away": "0"}, "points"),
    ],
)
def test_a_slip_of_the_pen_is_told_and_counts_nothing(
    client: FlaskClient, club_id: str, said: dict[str, str], reason: str
) -> None:
    league = singles(client, club_id, "Ana", "Ben", **SEEDED)
    form = {"board": "1", "winner": "home"}
    answer = client.post(f"{league}/1/enter", data=form | said)
    assert answer.status_code == 422 and shows(answer.text, f"league.refused.{reason}")
    assert "To be played" in client.get(f"{league}/1").text


def test_a_slip_in_the_list_of_teams_is_asked_about_before_it_begins(
    client: FlaskClient, club_id: str
) -> None:
    form = {"name": "Winter", "kind": "team", "format": "six-singles-three-doubles"}
    teams = "The Bell: Gus, Hal\nthe bell: Ana, Ben, Cyd, Dee, Eva, Fay\nCrown"
    page = client.post(f"/club/{club_id}/leagues/new", data=form | {"teams": teams}).text
    assert shows(page, "league.plan.small", count=6, names="The Bell and Crown")
    assert shows(page, "league.plan.twice", name="the bell")
    page = client.post(f"/club/{club_id}/leagues/new", data=form | {"teams": TEAMS}).text
    assert not shows(page, "league.plan.small", count=6)


def handed(page: str) -> str:
    """The link that a keeper's card has for the captain of the other side."""
    found = re.search(r'value="http://[^/]*(/club/[^"]*/card/for/[^"]*)"', page)
    assert found is not None
    return found[1]


def test_a_captain_who_only_looks_on_speaks_for_the_side_whose_card_was_handed_over(
    app: Flask, clubs: Clubs, client: FlaskClient, watcher: FlaskClient, club_id: str
) -> None:
    league = singles(client, club_id, "Ana", "Ben", **SEEDED)
    match, speak = f"{league}/1", f"{league}/1/card/speak"
    client.post(f"{match}/enter", data={"board": "1", "winner": "home"})
    shown = {"fingerprint": fingerprint(client.get(f"{match}/card").text)}
    assert client.post(speak, data=shown | {"side": "home"}).status_code == 303
    link, away = handed(client.get(f"{match}/card").text), shown | {"side": "away"}
    # Who looks on sees that somebody is asked, and neither the link nor a button.
    seen = watcher.get(f"{match}/card").text
    assert shows(seen, "league.card.said")
    assert "/card/for/" not in seen and "/card/speak" not in seen
    assert watcher.post(speak, data=away).status_code == 403
    assert watcher.get(f"{match}/card/for/made-up").status_code == 303
    assert watcher.post(speak, data=away).status_code == 403
    # Nobody comes to a club by the card of a match.
    clubs.service.open("Sunday", "zoes-phone")
    stranger = phone(app, "zoes-phone")
    assert stranger.get(link).status_code == stranger.post(speak, data=away).status_code == 404
    answer = watcher.get(link)
    assert answer.location == f"{match}/card" and answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    asked = watcher.get(f"{match}/card").text
    assert re.findall(r'name="side" value="(\w+)"', asked) == ["away"]
    assert "/card/for/" not in asked
    # For the one side, of this card; nothing else is written.
    assert watcher.post(speak, data=shown | {"side": "home"}).status_code == 403
    assert watcher.post(f"{match}/postpone").status_code == 403
    assert watcher.post(speak, data=away).status_code == 303
    accepted = words(watcher.get(f"{match}/card").text)
    assert "Accepted on" in accepted and "for Ana by Dee’s phone." in accepted
    assert "/card/speak" not in client.get(f"{match}/card").text


def test_the_card_of_one_match_opens_no_other(
    client: FlaskClient, watcher: FlaskClient, club_id: str
) -> None:
    league = singles(client, club_id, "Ana", "Ben", "Cyd", **SEEDED)
    for number in (1, 2):
        client.post(f"{league}/{number}/enter", data={"board": "1", "winner": "home"})
        shown = {"fingerprint": fingerprint(client.get(f"{league}/{number}/card").text)}
        client.post(f"{league}/{number}/card/speak", data=shown | {"side": "home"})
    watcher.get(handed(client.get(f"{league}/1/card").text))
    form = {"fingerprint": shown["fingerprint"], "side": "away"}
    assert watcher.post(f"{league}/2/card/speak", data=form).status_code == 403


def test_who_tapped_the_wrong_side_takes_the_other_one(
    client: FlaskClient, other_keeper: FlaskClient, club_id: str
) -> None:
    league = singles(client, club_id, "Ana", "Ben", **SEEDED)
    match = f"{league}/1"
    client.post(f"{match}/enter", data={"board": "1", "winner": "home"})
    shown = {"fingerprint": fingerprint(client.get(f"{match}/card").text)}
    client.post(f"{match}/card/speak", data=shown | {"side": "home"})
    assert "I speak for Ana instead" in words(client.get(f"{match}/card").text)
    assert "instead" not in words(other_keeper.get(f"{match}/card").text)
    client.post(f"{match}/card/speak", data=shown | {"side": "away"})
    assert "Accepted for Ana by" in words(client.get(f"{match}/card").text)


def test_a_manager_sees_which_cards_are_outstanding_and_who_is_missing(
    client: FlaskClient, other_keeper: FlaskClient, watcher: FlaskClient, club_id: str
) -> None:
    def listed(page: str) -> list[str]:
        found = re.findall(r'data-share="http://[^"]*/(\d+)" data-title="([^"]*)"', page)
        return [f"{number}: {unescape(told)}" for number, told in found]

    assert listed(client.get(singles(client, club_id, "Ana", "Ben", first="2199-01-09")).text) == []
    said = {"first": "2026-01-09", "name": "Winter", **SEEDED}
    league = singles(client, club_id, "Ana", "Ben", "Cyd", **said)
    home = re.findall(r"(\w+) – (\w+)", " ".join(listed(client.get(league).text)))
    assert listed(client.get(league).text) == [
        f"{number}: {one} – {other}. No result yet"
        for number, (one, other) in zip((3, 2, 1), home, strict=True)
    ]
    # One is given, one has no day any more, and one is played.
    client.post(f"{league}/1/walkover", data={"to": "home"})
    client.post(f"{league}/2/postpone")
    client.post(f"{league}/3/enter", data={"board": "1", "winner": "home"})
    one, other = home[0]
    (line,) = listed(client.get(f"/club/{club_id}/leagues").text)
    assert line == f"3: {one} – {other}. Not accepted by either side yet"
    speak = f"{league}/3/card/speak"
    shown = {"fingerprint": fingerprint(client.get(f"{league}/3/card").text)}
    client.post(speak, data=shown | {"side": "home"})
    assert listed(client.get(league).text) == [f"3: {one} – {other}. Not accepted by {other} yet"]
    assert listed(watcher.get(league).text) == []
    other_keeper.post(speak, data=shown | {"side": "away"})
    assert listed(client.get(league).text) == []
