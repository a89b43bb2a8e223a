"""Rounds of practice as pages: ten questions, their pegs, and what they came to."""

import html
import re
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.coach.drills.drill_questions import look_of, question
from companion.coach.drills.mental_drills import facts_to_know
from companion.coach.drills.question import Question, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DrillKind, Practice, Skill, practices_in, skills_of
from companion.coach.learning.practice_rounds import MIXED, PLACEMENT, ROUND
from companion.coach.learning.schedule import Schedule
from companion.i18n import Text, message
from companion.learners.learner_service import LearnerService
from companion.rules.games import GAMES
from companion.web.coach import views

MISSED = 3


def key_on(page: str) -> QuestionKey:
    found = re.search('name="question" value="([^"]*)"', page)
    assert found is not None
    return QuestionKey.parse(found[1])


def wrong(of: Question) -> list[str]:
    if of.wanted is Wanted.NUMBER:
        return [str(int(next(iter(of.answer))) + 1)]
    others = [choice.value for choice in of.choices if choice.value not in of.answer]
    return others[:1]


def answer(
    client: FlaskClient, drill: str = MIXED, milliseconds: int = 2000, *, is_right: bool = True
) -> tuple[QuestionKey, TestResponse]:
    key = key_on(client.get(f"/practise/{drill}").text)
    of = question(key)
    said = sorted(of.answer) if is_right else wrong(of)
    form = {"question": str(key), "said": said, "milliseconds": f"{milliseconds}", "round": "1"}
    return key, client.post(f"/practise/{drill}", data=form, follow_redirects=True)


def play(client: FlaskClient) -> list[QuestionKey]:
    """A whole mixed round, all of it right."""
    return [answer(client)[0] for _ in range(ROUND)]


def shows(page: TestResponse, text: Text) -> bool:
    plain = html.unescape(re.sub("<[^>]*>", "", page.text)).replace("\u2060", "")
    return str(text) in " ".join(plain.split())


def pegs(page: TestResponse) -> list[str]:
    found = re.search('class="round-pegs".*?</p>', page.text)
    assert found is not None
    return re.findall('<i class="([a-z]+)"', found[0])


@pytest.mark.parametrize("drill", [MIXED, "count", "rounding"])
def test_after_the_tenth_answer_next_leads_to_what_the_round_came_to(
    client: FlaskClient, drill: str
) -> None:
    keys = [answer(client, drill, is_right=at != MISSED)[0] for at in range(ROUND - 1)]
    key, last = answer(client, drill)
    assert len({each.skill for each in (*keys, key)}) <= 2
    assert f'href="/practise/{drill}/round"' in last.text and "data-next" not in last.text
    page = client.get(f"/practise/{drill}/round")
    assert shows(page, message("round.right-of", right=9, all=10))
    assert shows(page, message("round.time", time=message("progress.seconds", number="2.0")))
    assert pegs(page) == ["right"] * MISSED + ["wrong"] + ["right"] * 6
    assert f'href="/practise/{drill}" data-focus' in page.text and 'href="/practise"' in page.text
    # Another round begins, and what the last one came to is shown until its first answer.
    assert pegs(client.get(f"/practise/{drill}")) == ["open"] * ROUND
    assert client.get(f"/practise/{drill}/round").status_code == 200
    answer(client, drill)
    assert client.get(f"/practise/{drill}/round").status_code == 302


def test_each_answer_puts_a_peg_and_the_level_is_told(client: FlaskClient) -> None:
    answer(client)
    key, second = answer(client, is_right=False)
    assert pegs(second) == ["right", "wrong"] + ["open"] * 8
    assert "data-next" in second.text
    place = message("round.place", number=2, all=10, right=1, level=key.level, most=4)
    assert f'aria-label="{place}"' in second.text
    third = client.get("/practise/mixed")
    key = key_on(third.text)
    place = message("round.place", number=3, all=10, right=1, level=key.level, most=4)
    assert f'aria-label="{place}"' in third.text


def test_a_beginners_first_round_opens_a_second_skill_and_tells_so(client: FlaskClient) -> None:
    assert {key.skill for key in play(client)} == {Skill.PLAIN_SUMS}
    skill = Skill.DOUBLES
    page = client.get("/practise/mixed/round")
    learnt = message("round.learnt.opened", skill=skill.heading, sentence=skill.sentence)
    assert shows(page, learnt)
    assert skill in {key.skill for key in play(client)}


def test_a_round_tells_the_skill_that_was_missed_and_offers_its_lesson(client: FlaskClient) -> None:
    *_, (key, last) = [answer(client, "rounding", is_right=False) for _ in range(ROUND)]
    cited = question(key).judge(" ".join(wrong(question(key)))).broken[0]
    assert shows(last, cited.sentence)
    page = client.get("/practise/rounding/round")
    skill = Skill.ROUNDING
    told = message("round.learnt.missed", skill=skill.heading, sentence=skill.sentence)
    assert shows(page, told) and shows(page, message("round.missed"))
    assert "/lessons/" in page.text and "then=rounding" in page.text
    assert "round-time" not in page.text


def test_a_new_skill_opens_on_another_day_and_the_pages_say_so(
    app: Flask, client: FlaskClient
) -> None:
    play(client)
    play(client)
    page = client.get("/practise/mixed/round")
    coming = message("progress.opens.tomorrow", skill=Skill.COVERED_SPINNERS.heading)
    assert shows(page, coming) and shows(client.get("/practise/progress"), coming)
    now: datetime = app.config["NOW"]()
    app.config["NOW"] = lambda: now + timedelta(days=1)
    app.extensions["learner_service"].now = app.config["NOW"]
    keys = play(client)
    assert Skill.COVERED_SPINNERS in {key.skill for key in keys}


def test_who_shows_what_they_can_begins_there_and_all_skills_are_open(
    app: Flask, client: FlaskClient
) -> None:
    def schedule() -> Schedule:
        with client.session_transaction() as session:
            learner_id = session["learner"]
        known: LearnerService = app.extensions["learner_service"]
        return known.of(learner_id).schedule

    page = client.get("/practise/placement")
    assert shows(page, message("placement.left", minutes=2, seconds="00"))
    assert shows(page, message("placement.begins"))
    keys = [answer(client, PLACEMENT)[0] for _ in range(3)]
    assert [key.level for key in keys] == [1, 2, 3]
    # It can be left at any time, and changes nothing before its end.
    assert not schedule().opened and not schedule().standings
    assert shows(client.get("/practise"), message("placement.go-on"))
    assert not shows(client.get("/practise/placement"), message("placement.begins"))
    for _ in range(7):
        key, page = answer(client, PLACEMENT, 12_000)
        keys.append(key)
        assert key.level == 4 and "round-pegs" not in page.text
    assert shows(page, message("placement.left", minutes=0, seconds="24"))
    assert "/practise/placement/round" not in page.text
    assert {key.skill for key in keys} == {*skills_of(practices_in("race-horse"))}
    *_, (_, last) = answer(client, PLACEMENT, 12_000), answer(client, PLACEMENT, 12_000)
    assert 'href="/practise/placement/round"' in last.text
    page = client.get("/practise/placement/round")
    assert shows(page, message("placement.shown", level=3)) and pegs(page) == ["right"] * 12
    assert 'href="/practise/mixed" data-focus' in page.text
    assert {schedule().level(each) for each in schedule().opened} == {3}
    assert {*schedule().asked} >= {Practice(key.kind, key.skill) for key in keys}
    assert re.findall('value="(.)" checked', client.get("/sheets").text)[0] == "3"
    assert answer(client)[0].level == 3


def test_a_round_can_be_asked_for_by_its_skill_and_level(client: FlaskClient) -> None:
    page = client.get("/practise/progress").text
    offered = re.findall('<option value="([^"]+)"', page)
    assert [each for each in offered if each.startswith("plain")] == [
        f"plain-sums.{level}" for level in range(5)
    ]
    assert "doubles.1" in offered and "doubles.0" not in offered
    # Where one stands; so do sheets.
    assert re.findall('value="([^"]+)" selected', page) == ["plain-sums.0"]
    assert re.findall('value="(.)" checked', client.get("/sheets").text)[0] == "0"
    for chosen in ("skill=doubles.3", "skill=doubles&level=3"):
        assert client.get(f"/practise/mixed?{chosen}").location == "/practise/doubles.3"
    keys = [answer(client, "doubles.3")[0] for _ in range(ROUND)]
    assert {(key.skill, key.level) for key in keys} == {(Skill.DOUBLES, 3)}
    assert len({key.kind for key in keys}) > 2
    page = client.get("/practise/doubles.3/round")
    assert 'href="/practise/doubles.3" data-focus' in page.text
    # What the chosen game has nothing of comes by another one.
    assert key_on(client.get("/practise/worths.1").text).game != "race-horse"
    said = {"question": "count.plain-sums.race-horse.3.1", "said": "5"}
    assert client.post("/practise/doubles.3", data=said).status_code == 404


@pytest.mark.parametrize(
    "drill", ["whist", "progress", "doubles.0", "doubles.5", "doubles.x", "whist.1"]
)
def test_only_pages_of_practice_have_rounds(client: FlaskClient, drill: str) -> None:
    page = client.get(f"/practise/{drill}/round")
    assert page.status_code == 404 and shows(page, message("problem.no-question.sentence"))
    assert client.get("/practise/count/round").status_code == 302


def test_what_is_due_elsewhere_comes_as_the_fourth_question_of_a_mixed_round(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = SimpleNamespace(key="a-table.1.2")
    monkeypatch.setattr(views, "next_own_mistake", lambda _: due)
    links = []
    for _ in range(5):
        found = re.search('class="button big" href="([^"]*)"', answer(client)[1].text)
        assert found is not None
        links.append(found[1])
    assert links == ["/practise/mixed"] * 2 + ["/practise/mixed/on"] + ["/practise/mixed"] * 2
    assert client.get("/practise/mixed/on").location == f"/practise/own?mistake={due.key}"
    monkeypatch.setattr(views, "next_own_mistake", lambda _: None)
    assert key_on(client.get("/practise/mixed/on").text)
    drill = [answer(client, "count")[1].text for _ in range(3)]
    assert "/practise/mixed/on" not in drill[-1]


def test_a_question_from_a_link_is_of_no_round_and_leads_back_to_the_one_in_progress(
    app: Flask, client: FlaskClient
) -> None:
    link = "/practise/to-five?question=to-five.rounding.race-horse.1.3"
    key = key_on(client.get(link).text)
    said = {"question": str(key), "said": next(iter(question(key).answer))}
    alone = client.post("/practise/to-five", data=said, follow_redirects=True)
    assert "round-pegs" not in alone.text and 'href="/practise/to-five"' in alone.text
    answer(client)
    assert "round-pegs" not in client.get(link).text
    said["question"] = f"{key}"[:-1] + "4"
    page = client.post("/practise/to-five", data=said, follow_redirects=True)
    assert 'href="/practise/mixed"' in page.text
    assert shows(page, message("practise.back-to-round"))
    assert pegs(client.get("/practise/mixed")) == ["right"] + ["open"] * 9
    with client.session_transaction() as session:
        learner_id = session["learner"]
    assert len(app.extensions["learner_service"].attempts(learner_id)) == 3


def test_where_a_miss_ends_a_round_it_leads_to_the_summary_and_to_no_lesson(
    client: FlaskClient,
) -> None:
    misses = [answer(client, "count", is_right=False)[1] for _ in range(ROUND)]
    leads = [re.findall('class="button(?: big)?" href="([^"]*)"', page.text) for page in misses]
    assert leads[-1] == ["/practise/count/round"]
    # Before, the lesson stands beside the next question.
    (lesson, onward), is_first = leads[1], leads[0]
    assert is_first == [onward] == ["/practise/count"] and lesson.startswith("/lessons/")


def test_without_scripts_a_switch_leads_back_to_where_one_was(client: FlaskClient) -> None:
    def back(page: str) -> str:
        found = re.search('class="sounds".*?name="back" value="([^"]*)"', page, re.DOTALL)
        assert found is not None
        return html.unescape(found[1])

    asked = client.get("/practise/count?question=count.doubles.race-horse.2.7&hint=1&round=1").text
    again = client.get(back(asked)).text
    assert again.count('class="hint-ring"') == 1 and 'name="round"' in again
    detour = client.get("/lessons/doubles/2?then=mixed").text
    assert back(detour).endswith("/lessons/doubles/2?then=mixed")
    told = re.search('href="([^"]*said=[^"]*)"|<button name="said" value="([^"]*)"', detour)
    assert told is not None
    said = html.unescape(told[1] or f"/lessons/doubles/2?then=mixed&said={told[2]}")
    verdict = client.get(said)
    assert "is-answered" in verdict.text
    assert "is-answered" in client.get(back(verdict.text)).text
    # What was answered in a drill is not asked again.
    assert back(answer(client)[1].text) == "/practise/mixed"


def test_a_drill_of_ones_own_choice_opens_no_other_skill(app: Flask, client: FlaskClient) -> None:
    play(client)
    known = app.extensions["learner_service"]
    with client.session_transaction() as session:
        learner_id = session["learner"]
    before = {*known.of(learner_id).schedule.opened}
    asked = {answer(client, "count", is_right=False)[0].skill for _ in range(2)}
    assert {*known.of(learner_id).schedule.opened} == before | asked


def test_no_question_comes_twice_a_day_while_others_are_left(client: FlaskClient) -> None:
    first = [answer(client, "to-pegs")[0] for _ in range(3)]
    looks = [look_of(key) for key in first]
    assert (
        len({*looks})
        == len(looks)
        == facts_to_know(GAMES["race-horse"].rules, DrillKind.TO_PEGS, 0)
    )
    page = client.get("/practise/to-pegs")
    assert shows(page, message("practise.by-heart", number=3))
    # All were asked: the one of longest ago comes first.
    assert look_of(key_on(page.text)) == looks[0]
