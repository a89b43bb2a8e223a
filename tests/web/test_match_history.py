"""What happened to a match, who changed it after it was accepted, and what is in dispute."""

import re
from datetime import UTC, datetime

from flask import Flask
from flask.testing import FlaskClient

from companion.clubs.all_services import Clubs
from companion.db.club_models import ClubLink
from tests.web.phones import phone
from tests.web.test_league_pages import (
    SEEDED,
    accept,
    club_id,
    clubs,
    fingerprint,
    handed,
    other_keeper,
    problem,
    singles,
    watcher,
    words,
)
from tests.web.words import shows

__all__ = ["club_id", "clubs", "other_keeper", "watcher"]


def test_an_accepted_result_is_locked_and_whoever_changes_it_says_why(
    app: Flask, clubs: Clubs, client: FlaskClient, other_keeper: FlaskClient, club_id: str
) -> None:
    clubs.phones.call(club_id, clubs.service.look(club_id).managers[0].device, "Ana’s phone")
    clubs.access.join(clubs.access.links(club_id)[ClubLink.SCORER], "cyds-phone", "Cyd")
    scorer, match = phone(app, "cyds-phone"), f"{singles(client, club_id, 'Ana', 'Ben')}/1"
    game = {"board": "1", "winner": "home", "points-home": "61"}
    scorer.post(f"{match}/enter", data=game | {"points-away": "50"})
    # Removing a game asks first, without a script.
    page = scorer.get(match).text
    assert "Yes, remove it" in page and "Walkover to Ben" not in page[: page.index("<details")]
    accept(client, other_keeper, match)
    for one in (scorer, client):
        page = one.get(match).text
        assert "so it is locked" in words(page) and "take-out" not in page
        assert one.post(f"{match}/take-out", data={"board": "1", "game": "1"}).status_code == 422
        assert one.post(f"{match}/walkover", data={"to": "home"}).status_code == 422
    paper = client.get(f"{match}/paper").text
    assert "so it is locked" in words(paper) and ">Save</button>" not in paper
    why = {"reason": "Typed wrong"}
    assert "/card/reopen" not in scorer.get(f"{match}/card").text
    assert scorer.post(f"{match}/card/reopen", data=why).status_code == 403
    answer = client.post(f"{match}/card/reopen", data={"reason": " "})
    assert answer.status_code == 422 and problem(answer.text)
    assert client.post(f"{match}/card/dance").status_code == 400
    assert client.post(f"{match}/card/reopen", data=why).status_code == 303
    assert "Opened again by Ana’s phone" in words(scorer.get(match).text)
    assert scorer.post(f"{match}/take-out", data={"board": "1", "game": "1"}).status_code == 403
    client.post(f"{match}/take-out", data={"board": "1", "game": "1"})
    client.post(f"{match}/enter", data=game | {"points-away": "55"})
    told = "Changed after it was accepted: 61–55 was 61–50 (Board 1), by Ana’s phone. “Typed wrong”"
    for address in (match, f"{match}/card", match[:-2]):
        assert told in words(scorer.get(address).text), address
    history = words(scorer.get(f"{match}/history").text)
    for line in ("Board 1: 61–55", "Board 1: was 61–50", "Reason: Typed wrong", "Cyd’s phone"):
        assert line in history
    order = ("Result entered", "Game taken out", "Accepted card opened again", "Card accepted by")
    assert sorted(order, key=history.index) == [*order]
    assert client.get(f"{match[:-2].replace('league/', 'league/A')}/1/history").status_code == 404
    # Games without points are not compared with points.
    client.post(f"{match}/take-out", data={"board": "1", "game": "1"})
    client.post(f"{match}/enter", data={"board": "1", "winner": "away"})
    told = "won by Ana, not won by Ben (Board 1), by Ana’s phone."
    assert "Changed after it was accepted: " in (page := words(client.get(match).text)), page
    assert told in page.replace("Ben, not won by Ana", "Ana, not won by Ben")
    accept(client, other_keeper, match)
    assert "Changed after" not in words(client.get(match).text)
    # The club's own history is a manager's; it says which match.
    assert scorer.get(f"/club/{club_id}/history").status_code == 403
    whole = words(client.get(f"/club/{club_id}/history").text)
    assert "Ana’s phone" in whole and "phone’s phone" not in whole
    assert "League begun" in whole and "Ana – Ben" in whole.replace("Ben – Ana", "Ana – Ben")
    assert "Nothing" in words(client.get(f"/club/{club_id}/history?before=1").text)
    assert client.get(f"/club/{club_id}/history?before=x").status_code == 400


def test_a_dispute_is_seen_until_it_is_settled(
    clubs: Clubs, client: FlaskClient, watcher: FlaskClient, club_id: str
) -> None:
    day = clubs.service.look(club_id).day_of(datetime.now(UTC))
    league = singles(client, club_id, "Ana", "Ben", first=f"{day}", **SEEDED)
    match, wrong = f"{league}/1", {"reason": "It was 61–50"}
    assert "/card/wrong" not in client.get(f"{match}/card").text
    refused = client.post(f"{match}/card/wrong", data=wrong)
    assert refused.status_code == 422 and shows(refused.text, "league.refused.card-open")
    client.post(f"{match}/enter", data={"board": "1", "winner": "home"})
    home = {"side": "home", "fingerprint": fingerprint(client.get(f"{match}/card").text)}
    client.post(f"{match}/card/speak", data=home)
    # Whoever comes by sees who is awaited.
    for page in (match, league, f"/club/{club_id}/tonight", f"/club/{club_id}"):
        assert re.search(r"The card waits for (Ana|Ben)\.", words(watcher.get(page).text)), page
    assert watcher.post(f"{match}/card/wrong", data=wrong).status_code == 403
    watcher.get(handed(client.get(f"{match}/card").text))
    assert "/card/wrong" in watcher.get(f"{match}/card").text
    assert watcher.post(f"{match}/card/wrong", data=wrong).status_code == 303
    assert "/card/wrong" not in watcher.get(f"{match}/card").text
    told = "In dispute: Dee’s phone says this is wrong. “It was 61–50”"
    for page in (match, f"{match}/card", league):
        assert told in words(client.get(page).text), page
    shown = words(client.get(league).text)
    assert "The table counts 1 match that is in dispute." in shown
    assert "Round 1, Ana – Ben: In dispute ›" in shown.replace("Ben – Ana", "Ana – Ben")
    assert watcher.post(f"{match}/card/settle", data=wrong).status_code == 403
    settled = client.post(f"{match}/card/settle", data={"reason": "They agreed on it"})
    assert settled.status_code == 303 and told not in words(client.get(league).text)
    assert "Reason: They agreed on it" in words(client.get(f"{match}/history").text)
