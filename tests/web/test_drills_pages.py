"""Drills as pages: a question, an answer, the reason; and what a device keeps of it."""

import html
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, Family, Skill, family_of, has_drill
from companion.coach.learning.practice_rounds import MIXED, PracticeRound
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.learners.learner_service import LearnerService
from companion.record.header import read_header
from companion.rules.games import GAMES
from companion.rules.sources import Basis
from companion.tables.table_service import TableService
from companion.web.clock import now
from companion.web.coach.question_page import next_question
from companion.web.ui.position_sources import practices_here
from tests.tables.scribe import correct, enter
from tests.thorough import some
from tests.web.phones import ANAS_PHONE
from tests.web.words import worded

COUNT = "count.doubles.race-horse.3.7"
#: A hand is over after two tiles.
SHORT = "game: race-horse\nrule: tiles-each = 2"


def key_of(kind: str) -> QuestionKey:
    game = "race-horse"
    if not has_drill(GAMES[game].rules, DrillKind(kind)):
        game = "fives-and-threes"
    return QuestionKey(DrillKind(kind), DRILLS[DrillKind(kind)][-1], game, 3, 7)


def words(page: str) -> str:
    """The words of a page."""
    main = page.partition("<main")[2].partition(">")[2]
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "").split())


def shows(page: TestResponse, text: Text) -> bool:
    # A sum stands beside the felt, and is no sentence there.
    return str(text).removesuffix(".") in words(page.text)


def answered(client: FlaskClient, address: str, **form: Any) -> TestResponse:
    """What is shown to an answer that a form sends without a script."""
    return client.post(address, data=form, follow_redirects=True)


def said(of: Question) -> list[str]:
    """Its right answer as a form says it."""
    return sorted(of.answer)


def wrong(of: Question) -> list[str]:
    if of.wanted is Wanted.NUMBER:
        return [str(int(next(iter(of.answer))) + 1)]
    others = [choice.value for choice in of.choices if choice.value not in of.answer]
    return [others[0]] if of.wanted is Wanted.ONE or others else []


def key_on(page: str) -> str:
    found = re.search('name="question" value="([^"]*)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("kind", some(DrillKind, 9))
def test_every_drill_asks_and_tells_right_from_wrong_with_the_reason(
    client: FlaskClient, kind: str
) -> None:
    shown = client.get(f"/practise/{kind}")
    assert shown.status_code == 200 and key_on(shown.text).startswith(f"{kind}.")
    of, key = question(key_of(kind)), str(key_of(kind))
    address = f"/practise/{kind}"
    right = answered(client, address, question=key, said=said(of))
    assert shows(right, of.judge(" ".join(said(of))).headline)
    assert "is-right" in right.text and 'class="because"' in right.text
    not_right = answered(client, address, question=key, said=wrong(of))
    verdict = of.judge(" ".join(wrong(of)))
    assert "is-wrong" in not_right.text and shows(not_right, verdict.headline)
    # The rule, where it stands, and what leads to the answer.
    for rule in verdict.broken:
        says = rule.ground.leg is Basis.SAYS
        label = message("leg.source") if says else rule.ground.label
        told = f"{rule.sentence} {label} {rule.ground.work.title}"
        assert told in words(not_right.text)
    assert all(
        shows(not_right, each)
        for each in (*verdict.notes, *(why.sentence for why in verdict.reasons))
    )


def test_what_was_likely_done_wrong_is_told(client: FlaskClient) -> None:
    of = question(QuestionKey.parse("count.covered-spinners.race-horse.3.5"))
    slip, likely = next(iter(of.slips.items()))
    key = "count.covered-spinners.race-horse.3.5"
    page = answered(client, "/practise/count", question=key, said=slip)
    assert shows(page, likely.reason.sentence)


def test_the_picture_gives_nothing_away_before_the_answer(client: FlaskClient) -> None:
    before = client.get(f"/practise/count?question={COUNT}").text
    assert 'class="ring' not in before and worded("layout.lead").search(before)
    after = answered(client, "/practise/count", question=COUNT, said="1").text
    assert 'class="ring' in after


@pytest.mark.parametrize(
    ("key", "most", "has_field"),
    [
        ("count.plain-sums.race-horse.0.3", 12, False),
        ("change.reduction.race-horse.0.3", 12, False),
        ("count.plain-sums.race-horse.1.3", 39, True),
    ],
)
def test_a_beginners_keys_go_as_far_as_an_answer_can(
    client: FlaskClient, key: str, most: int, has_field: bool
) -> None:
    page = client.get(f"/practise/{key.partition('.')[0]}?question={key}").text
    board = page.partition('class="number-board')[2]
    keys = re.findall('name="said" value="([0-9]+)"', board)
    assert [*map(int, keys)] == [*range(most + 1)]
    assert ('id="said"' in page) is has_field


def test_a_chosen_drill_stays_in_its_kind(client: FlaskClient) -> None:
    for _ in range(3):
        assert (
            QuestionKey.parse(key_on(client.get("/practise/rounding").text)).kind
            is DrillKind.ROUNDING
        )


def test_a_question_is_remembered_and_pegged_once(app: Flask, client: FlaskClient) -> None:
    of = question(QuestionKey.parse(COUNT))
    for _ in range(3):
        page = answered(
            client, "/practise/count", question=COUNT, said=said(of), milliseconds="2500"
        )
    assert shows(page, message("practise.right-today", number=1))
    with client.session_transaction() as session:
        learner_id = session["learner"]
    learners: LearnerService = app.extensions["learner_service"]
    (attempt,) = learners.attempts(learner_id)
    assert attempt.is_right and attempt.milliseconds == 2500


def test_the_peg_never_goes_back(client: FlaskClient) -> None:
    right = question(QuestionKey.parse(COUNT))
    client.post("/practise/count", data={"question": COUNT, "said": said(right)})
    other = "count.doubles.race-horse.3.8"
    answer = wrong(question(QuestionKey.parse(other)))
    page = answered(client, "/practise/count", question=other, said=answer)
    assert shows(page, message("practise.right-today", number=1))


@pytest.mark.parametrize(
    ("drill", "form", "status"),
    [
        ("count", {"question": COUNT}, 422),
        ("count", {"question": COUNT, "said": "<b>7</b>"}, 422),
        ("count", {"question": COUNT, "said": "9" * 400}, 422),
        ("count", {"question": "", "said": "7"}, 404),
        ("count", {"question": "count.doubles.whist.1.7", "said": "7"}, 404),
        ("count", {"question": "<script>", "said": "7"}, 404),
        ("score", {"question": COUNT, "said": "7"}, 404),
        ("nothing", {"question": COUNT, "said": "7"}, 404),
        ("count", {"question": COUNT, "said": "7", "of": "nowhere.00"}, 409),
    ],
)
def test_what_is_no_answer_is_refused_with_a_sentence(
    client: FlaskClient, drill: str, form: dict[str, str], status: int
) -> None:
    page = answered(client, f"/practise/{drill}", **form)
    assert page.status_code == status
    assert "<b>7" not in page.text and "<script>" not in page.text
    assert words(page.text)
    if status == 422:
        assert 'class="problem"' in page.text and key_on(page.text) == COUNT


@pytest.mark.parametrize(
    "asked_for", ["count.doubles.whist.1.7", "x", "score.doubles.race-horse.1.7"]
)
def test_a_question_that_is_not_there_is_told_so(client: FlaskClient, asked_for: str) -> None:
    page = client.get(f"/practise/count?question={asked_for}")
    assert page.status_code == 404 and shows(page, message("problem.no-question.sentence"))


def test_another_game_is_kept_on_the_device(client: FlaskClient) -> None:
    assert client.post("/practise/ground", data={"ground": "seven-rocks"}).status_code == 303
    assert QuestionKey.parse(key_on(client.get("/practise/count").text)).game == "seven-rocks"
    client.post("/practise/ground", data={"ground": "whist"})
    assert '<option value="seven-rocks" selected>' in client.get("/practise").text


def own_table(table_service: TableService, client: FlaskClient) -> str:
    table_id = table_service.open(read_header(f"{SHORT}\nplayers: Ana, Ben"), keeper=ANAS_PHONE)
    enter(table_service, table_id, "lead: Ana", "Ana: 6-4", "Ana: 4-1", "Ben: left 6-5 2-2")
    enter(table_service, table_id, "lead: Ana", "Ana: 3-3")
    with client.session_transaction() as session:
        session["tables"] = [table_id]
    client.post("/practise/ground", data={"ground": "own"})
    return table_id


def test_the_page_says_by_which_rules_it_asks(
    client: FlaskClient, table_service: TableService
) -> None:
    key = "count.doubles.seven-toed-pete~spinners=none.1.7"
    page = client.get(f"/practise/count?question={key}")
    pete, horse = GAMES["seven-toed-pete"].title, GAMES["race-horse"].title
    assert shows(page, message("practise.under.random.house-rules", game=pete))
    own_table(table_service, client)
    page = client.get("/practise/count")
    assert shows(page, message("practise.under.own.house-rules", game=horse)) or shows(
        page, message("practise.under.own.plain", game=horse)
    )


def test_what_comes_next_on_own_tables_is_asked_by_one_whose_game_has_it(
    client: FlaskClient, table_service: TableService
) -> None:
    horse = own_table(table_service, client)
    threes = "game: fives-and-threes\nrule: tiles-each = 2\nplayers: Ana, Ben"
    other = table_service.open(read_header(threes), keeper=ANAS_PHONE)
    enter(table_service, other, "lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 6-0")
    schedule = Schedule(round=PracticeRound(MIXED, (Skill.WORTHS,)))
    with client:
        with client.session_transaction() as session:
            session["tables"] = [horse, other]
        client.get("/practise")
        assert schedule.next(now(), practices_here()).kind is DrillKind.WORTH
        asked = [next_question(MIXED, schedule) for _ in range(8)]
    assert {address.key.kind for address in asked} == {DrillKind.WORTH}
    assert {address.source.partition(".")[0] for address in asked} == {other}


def test_a_fragment_is_not_kept_in_place_of_its_page(client: FlaskClient) -> None:
    quick = client.get("/practise/count", headers={"HX-Request": "true"})
    assert "<html" not in quick.text and quick.headers["Cache-Control"] == "no-store"


def test_the_devices_own_tables_give_the_layouts_of_hands_that_are_over(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = own_table(table_service, client)
    page = client.get("/practise/count").text
    assert f'name="of" value="{table_id}.' in page
    layout = page.partition('class="layout"')[2].partition("</svg>")[0]
    assert str(message("layout.lead", tile="6-4")) in layout and "3-3" not in layout
    of = re.search('name="of" value="([^"]*)"', page)
    assert of is not None
    answer = answered(client, "/practise/count", question=key_on(page), of=of[1], said="7")
    assert answer.status_code == 200 and "7" in words(answer.text)


def test_a_table_that_went_on_asks_another_question(
    client: FlaskClient, table_service: TableService
) -> None:
    table_id = own_table(table_service, client)
    page = client.get("/practise/count").text
    of = re.search('name="of" value="([^"]*)"', page)
    assert of is not None
    correct(table_service, table_id, "Ana: 4-1 on 6-4", "Ana: 6-1")
    answer = answered(client, "/practise/count", question=key_on(page), of=of[1], said="7")
    assert answer.status_code == 409 and shows(answer, message("practise.table-went-on"))
    assert of[1] not in answer.text


def test_nobody_practises_on_a_table_that_they_may_not_watch(
    client: FlaskClient, table_service: TableService, stranger: FlaskClient
) -> None:
    own_table(table_service, client)
    page = client.get("/practise/count").text
    of = re.search('name="of" value="([^"]*)"', page)
    assert of is not None
    answer = stranger.get(f"/practise/count?question={key_on(page)}&of={of[1]}")
    assert answer.status_code == 409 and of[1] not in answer.text
    with stranger.session_transaction() as session:
        session["tables"] = [of[1].partition(".")[0]]
    stranger.post("/practise/ground", data={"ground": "own"})
    assert 'name="of"' not in stranger.get("/practise/count").text


#: The rest of a sheet's form.
LIGHT = {"level": "1", "number": "8"}


def test_home_leads_to_the_coachs_home(client: FlaskClient) -> None:
    assert 'href="/practise"' in client.get("/").text


@pytest.mark.parametrize("game", GAMES)
def test_the_drills_are_those_of_the_learners_game_which_is_remembered(
    client: FlaskClient, game: str
) -> None:
    client.post("/practise/ground", data={"ground": game})
    assert f'<option value="{game}" selected>' in client.get("/practise").text
    page = client.get("/practise/progress").text.partition('class="drills"')[2]
    for kind in DrillKind:
        is_offered = has_drill(GAMES[game].rules, kind)
        assert (f'href="/practise/{kind}"' in page) is is_offered
        key = QuestionKey.parse(key_on(client.get(f"/practise/{kind}").text))
        # A drill of another family brings a game that has it.
        assert key.kind is kind and (key.game == game) is is_offered


def test_games_stand_by_their_family_but_for_those_used_last(client: FlaskClient) -> None:
    def grouped(address: str) -> dict[str, list[str]]:
        groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', client.get(address).text)
        return {label: re.findall('value="([^"]*)"', options) for label, options in groups}

    at_first = grouped("/practise")
    assert [*at_first] == [str(family.heading) for family in Family]
    for family, games in zip(Family, at_first.values(), strict=True):
        assert games == [id for id, game in GAMES.items() if family_of(game.rules) is family]
    # Wherever a game is chosen, it comes first in each list of games after that; three are kept.
    *_, fourth, third, second, first = GAMES
    client.post("/practise/ground", data={"ground": fourth})
    client.post("/race", data={"game": third, "name-0": "Ana"})
    client.get("/sheets/new", query_string={"game": second, "about": "mixed"} | LIGHT)
    client.post("/new", data={"game": first, "seats": "4", "lead": "0"})
    for address in ("/practise", "/race", "/sheets", "/ask", "/surge", "/under"):
        groups = grouped(address)
        assert groups[str(message("games.used"))] == [first, second, third]
        families = [games for label, games in groups.items() if label in at_first]
        assert sum(map(len, families)) == len(GAMES) - 3
    for address, game in {"/ask": first, "/surge": first, "/ask?lay=6-4": "race-horse"}.items():
        assert f'<option value="{game}" selected' in client.get(address).text
    cards = re.findall('name="game" value="([^"]*)"', client.get("/new?by=").text)
    assert cards[:3] == [first, second, third]


def test_without_a_hand_that_is_over_random_hands_stand_in(client: FlaskClient) -> None:
    client.post("/practise/ground", data={"ground": "own"})
    assert shows(client.get("/practise"), message("practise.ground.no-own"))
    assert 'name="of"' not in client.get("/practise/count").text
