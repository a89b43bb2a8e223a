"""The lessons as pages: something to tap on every screen, a reason for every tap."""

import html
import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from companion.coach.learning.lessons import LESSONS, Action
from companion.coach.learning.screen_questions import ask_screen
from companion.i18n import message

SCREENS = [
    (name, at) for name, lesson in LESSONS.items() for at in range(1, len(lesson.screens) + 1)
]


def words(page: str) -> str:
    main = page.partition("<main")[2].partition(">")[2]
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "").split())


def test_the_shelf_holds_seven_lessons_of_five_screens_at_most(client: FlaskClient) -> None:
    page = client.get("/lessons").text
    assert len(LESSONS) == 7
    for name, lesson in LESSONS.items():
        assert len(lesson.screens) <= 5
        assert f'href="/lessons/{name}/1"' in page and str(lesson.heading) in page


@pytest.mark.parametrize(("name", "at"), SCREENS)
def test_every_tap_is_judged_with_a_reason(client: FlaskClient, name: str, at: int) -> None:
    lesson, address = LESSONS[name], f"/lessons/{name}/{at}"
    asked = ask_screen(lesson, at)
    shown = client.get(address).text
    step = message("lessons.screen", number=at, last=len(lesson.screens))
    assert f'aria-label="{step}"' in shown and str(asked.prompt) in words(shown)
    assert "is-answered" not in shown
    for choice in asked.choices:
        verdict, tap = asked.judge(choice.value), f"{address}?said={quote(choice.value, safe='')}"
        page = client.get(tap)
        assert page.status_code == 200
        assert ("is-right" if choice.value in asked.answer else "is-wrong") in page.text
        if not verdict.is_right:
            # A first miss is told why, and not yet what is right.
            given = verdict.headline["given"]
            assert str(message("coach.verdict.not-yet", given=given)) in words(page.text)
            assert all(str(note) in words(page.text) for note in verdict.notes)
            assert str(verdict.headline) not in html.unescape(page.text).replace("\u2060", "")
            assert f'href="{address}?tried=1"' in page.text and "/practise/" not in page.text
            assert 'name="tried" value="1"' in client.get(f"{address}?tried=1").text
            page = client.get(f"{tap}&tried=1")
            assert f'href="{address}?tried=1"' not in page.text
        for text in (verdict.headline, *verdict.notes, *(why.sentence for why in verdict.reasons)):
            # A sum stands beside the felt, and is no sentence there, nor within one.
            beside = re.sub(r": (on the ...) \([^:)]*(: [^)]*)?\)\.$", r" \1\2", str(text))
            assert str(text).removesuffix(".") in words(page.text) or beside in words(page.text)
        # Whatever is written out is spoken too.
        plain = page.text.replace("\u2060", "").replace("\xa0", " ")
        heard = re.findall('data-heard="([^"]*)"', plain)[0]
        written = re.findall('<(?:p class="(?:slip|conclusion)"|li)>([^<]+)</', plain)
        assert written and all(each in heard for each in written)


def test_a_settlement_shows_the_hands_with_their_pips_once_it_is_answered(
    client: FlaskClient,
) -> None:
    settling = [screen for screen in SCREENS if ask_screen(LESSONS[screen[0]], screen[1]).hands]
    assert {LESSONS[name].screens[at - 1].action for name, at in settling} == {Action.SETTLEMENT}
    for name, at in settling:
        asked = ask_screen(LESSONS[name], at)
        page = client.get(f"/lessons/{name}/{at}").text
        assert 'class="hands-left"' in page and 'class="layout' not in page
        told = client.get(f"/lessons/{name}/{at}?said={next(iter(asked.answer))}").text
        pips = [sum(tile.pips for tile in tiles) for _, tiles in asked.hands if tiles]
        assert [int(each) for each in re.findall('class="pips"[^>]*>([0-9]+)<', told)] == pips


def test_an_end_can_be_tapped_where_it_lies(client: FlaskClient) -> None:
    at = next(i for i, s in enumerate(LESSONS["ends"].screens, 1) if s.action is Action.END)
    asked, address = ask_screen(LESSONS["ends"], at), f"/lessons/ends/{at}"
    (right,) = asked.answer
    wrong = next(each.value for each in asked.choices if each.value != right)
    page = client.get(address).text
    assert page.count('class="reach"') == len(asked.choices)
    assert 'class="ring' not in page
    # The tile that one holds is drawn, stays in the hand after a miss, and then lies on its end.
    held = 'class="held"'
    missed = client.get(f"{address}?said={quote(wrong)}").text
    assert held in page and held in missed and 'class="missed"' in missed
    told = client.get(f"{address}?said={quote(right)}").text
    assert held not in told and "data-way" in told and "data-way" not in page + missed
    assert "6-1, where the 1 is open" in told.replace("\u2060", "")
    # No two ends of a screen have one name, and a first miss leaves the sum as it was.
    for name, screen in SCREENS:
        labels = [str(choice.label) for choice in ask_screen(LESSONS[name], screen).choices]
        assert len({*labels}) == len(labels)
    assert "data-at" not in missed
    # The count changes with it.
    assert ">= 9</b>" in page and ">= 4</b>" in told


def test_a_lesson_ends_in_its_drill_and_is_marked_on_the_shelf(client: FlaskClient) -> None:
    lesson = LESSONS["doubles"]
    for at in range(1, len(lesson.screens) + 1):
        said = next(iter(ask_screen(lesson, at).answer))
        page = client.get(f"/lessons/doubles/{at}?said={quote(said, safe='')}").text
        if at < len(lesson.screens):
            assert f'href="/lessons/doubles/{at + 1}"' in page
    assert f'href="/practise/{lesson.practice.kind}"' in page
    shelf = client.get("/lessons").text
    assert shelf.count('class="is-done"') == 1
    # The first lesson that is not done is offered next.
    following = next(each for each in LESSONS.values() if each.name != "doubles")
    assert (
        str(message("practise.home.next-lesson", lesson=following.heading))
        in client.get("/practise").text
    )


@pytest.mark.parametrize("address", ["/lessons/whist/1", "/lessons/ends/0", "/lessons/ends/6"])
def test_a_screen_that_is_not_there_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("said", ["", "<script>alert(1)</script>", "9" * 2000])
def test_what_is_no_answer_is_refused_with_a_sentence(client: FlaskClient, said: str) -> None:
    page = client.get(f"/lessons/ends/1?said={quote(said)}")
    assert page.status_code == 422
    assert 'class="problem"' in page.text and "<script>alert" not in page.text


def test_who_was_sent_to_a_screen_goes_back_to_what_they_practised(client: FlaskClient) -> None:
    (right,) = ask_screen(LESSONS["doubles"], 2).answer
    assert 'name="then" value="mixed"' in client.get("/lessons/doubles/2?then=mixed").text
    page = client.get(f"/lessons/doubles/2?said={right}&then=mixed").text
    assert 'href="/practise/mixed"' in page and str(message("practise.back-to-round")) in page
    page = client.get(f"/lessons/doubles/2?said={right}&then=whist").text
    assert "whist" not in page and 'href="/lessons/doubles/3"' in page


def test_one_screen_looked_at_again_is_no_finished_lesson(client: FlaskClient) -> None:
    last = len(LESSONS["doubles"].screens)
    (right, *_) = ask_screen(LESSONS["doubles"], last).answer
    client.get(f"/lessons/doubles/{last}?said={right}&then=count")
    assert 'class="is-done"' not in client.get("/lessons").text
