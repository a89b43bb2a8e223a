"""Hints on a question's felt: all at first, on request later, none at last; and what one costs."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import DRILLS, DrillKind, Practice, Skill, has_drill
from companion.coach.learning.memory import SkillLevel
from companion.coach.learning.schedule import Attempt, Schedule
from companion.i18n import message
from companion.learners.learner_service import Learner, LearnerService
from companion.rules.games import GAMES
from companion.web.coach.answer_felt import answered_felt, lines_of
from companion.web.coach.drill_felt import asked_felt
from tests.thorough import is_thorough, some

ASKED = "count.doubles.race-horse.2.7"


def seen(page: str) -> int:
    return page.count('class="hint-ring"')


def learners(app: Flask) -> LearnerService:
    found: LearnerService = app.extensions["learner_service"]
    return found


def kept(app: Flask, client: FlaskClient) -> Learner:
    with client.session_transaction() as session:
        return learners(app).of(session["learner"])


def attempts(app: Flask, client: FlaskClient) -> tuple[Attempt, ...]:
    return learners(app).attempts(kept(app, client).id)


@pytest.mark.parametrize(
    "kind", [DrillKind.COUNT, DrillKind.SCORE, DrillKind.CHANGE, DrillKind.TILES, DrillKind.BEST]
)
def test_hints_fade_from_numbers_to_rings_to_none(kind: DrillKind) -> None:
    of = question(QuestionKey(kind, DRILLS[kind][0], "race-horse", 2, 3))
    with_numbers, rings, on_request, none, last = (
        asked_felt(of, kind, level, 0) for level in range(5)
    )
    assert with_numbers and rings and on_request and none and last
    assert all(mark.counts is not None for mark in with_numbers.hints)
    assert all(mark.counts is None for mark in rings.hints)
    assert with_numbers.given == len(with_numbers.hints) and rings.given == len(rings.hints) > 0
    assert on_request.given == 0 and on_request.hints == rings.hints
    assert none.hints == last.hints == ()


@pytest.mark.parametrize("kind", [DrillKind.SPINNERS, DrillKind.EXHAUSTED])
def test_no_hint_gives_the_whole_answer_away(kind: DrillKind) -> None:
    of = question(QuestionKey(kind, DRILLS[kind][0], "race-horse", 2, 3))
    for level in range(5):
        felt = asked_felt(of, kind, level, 9)
        assert felt is not None and felt.hints == ()


def test_before_the_tile_is_set_the_rings_are_those_of_the_old_count() -> None:
    of = question(QuestionKey.parse("change.reduction.race-horse.2.3"))
    felt = asked_felt(of, DrillKind.CHANGE, 0, 0)
    assert felt is not None and of.position is not None
    total = sum(mark.counts or 0 for mark in felt.hints)
    assert str(total) in str(of.prompt) and total != of.position.layout.total


def test_a_ring_comes_for_each_tap_without_scripts_too(client: FlaskClient) -> None:
    page = client.get(f"/practise/count?question={ASKED}").text
    for rings in range(1, 3):
        assert seen(page) == rings - 1
        address = re.search('class="hint-key" href="([^"]*)"', page)
        assert address is not None
        page = client.get(address[1].replace("&amp;", "&")).text
        assert seen(page) == rings and f'name="hint" value="{rings}"' in page
    page = client.get(f"/practise/count?question={ASKED}&hint=20").text
    assert 'class="hint-key"' not in page


def test_an_answer_with_a_hint_is_never_a_quick_one_and_its_time_is_true(
    app: Flask, client: FlaskClient
) -> None:
    def standing_after(seed: int, **said: str) -> SkillLevel:
        key = ASKED[:-1] + str(seed)
        form = {
            "question": key,
            "said": next(iter(question(QuestionKey.parse(key)).answer)),
            **said,
        }
        assert client.post("/practise/count", data=form).status_code == 303
        return kept(app, client).schedule.standing(Skill.DOUBLES)

    assert standing_after(7, milliseconds="900", hint="2").in_a_row == 0
    (card,) = kept(app, client).schedule.cards.values()
    assert standing_after(8, milliseconds="900", hint="0").in_a_row == 1
    assert standing_after(9, milliseconds="", hint="1").in_a_row == 1
    assert [each.milliseconds for each in attempts(app, client)] == [900, 900, None]
    at = attempts(app, client)[0].at
    hard = Attempt(at, Practice(DrillKind.COUNT, Skill.DOUBLES), 2, True, 60_000)
    assert Schedule().after(hard).cards[hard.practice].stability == card.stability


@pytest.mark.parametrize("hinted", ["-3", "x", "9" * 30])
def test_a_phone_may_say_anything_about_its_hints(client: FlaskClient, hinted: str) -> None:
    assert client.get(f"/practise/count?question={ASKED}&hint={hinted}").status_code == 200
    form = {"question": ASKED, "said": "7", "hint": hinted}
    answer = client.post("/practise/count", data=form, follow_redirects=True)
    assert answer.status_code == 200


def test_after_two_misses_in_a_row_the_lesson_opens_that_teaches_it(client: FlaskClient) -> None:
    keys = [f"count.doubles.race-horse.3.{seed}" for seed in range(8)]

    def answered(key: str, said: str) -> str:
        form = {"question": key, "said": said, "round": "1"}
        return client.post("/practise/mixed", data=form, follow_redirects=True).text

    def miss(key: str) -> str:
        wrong = next(
            number for number in "12" if number not in question(QuestionKey.parse(key)).answer
        )
        return answered(key, wrong)

    def hit(key: str) -> str:
        return answered(key, next(iter(question(QuestionKey.parse(key)).answer)))

    # Whoever finished no lesson looks at nothing again.
    looks_again = str(message("practise.look-at", lesson="")).strip()
    assert looks_again not in miss(keys[0])
    # The same question again is no second miss, another drill comes between without a word.
    assert looks_again not in miss(keys[0])
    assert looks_again not in answered("score.doubles.race-horse.3.1", "no")
    page = miss(keys[1])
    assert looks_again in page and re.search(r'href="/lessons/[a-z]+/\d\?then=mixed"', page)
    assert looks_again not in hit(keys[2])
    assert looks_again not in miss(keys[3])
    # The same screen comes once a round.
    (way,) = re.findall(r'href="(/lessons/[a-z]+/\d)\?then=mixed"', page)
    assert all(f'href="{way}?' not in miss(key) for key in keys[4:])


def test_where_no_number_is_out_nothing_lights_up() -> None:
    seen = 0
    for seed in range(40):
        of = question(QuestionKey(DrillKind.EXHAUSTED, Skill.WHAT_IS_OUT, "race-horse", 3, seed))
        felt = answered_felt(of, DrillKind.EXHAUSTED)
        assert felt is not None and felt.marks == felt.board.marks == ()
        assert bool(felt.lit) is bool(of.answer)
        seen += not of.answer
    assert seen


@pytest.mark.parametrize("kind", [*DrillKind])
def test_every_answer_can_be_shown(app: Flask, kind: DrillKind) -> None:
    with app.test_request_context():
        for game in ("race-horse", "fives-and-threes", "sniff"):
            if not has_drill(GAMES[game].rules, kind):
                continue
            for skill in DRILLS[kind]:
                for level in some(range(skill.lowest_level, 5), 2):
                    for seed in range(12 if is_thorough() else 1):
                        of = question(QuestionKey(kind, skill, game, level, seed))
                        felt, lines = answered_felt(of, kind), lines_of(of, kind)
                        assert felt is None or felt.board.tiles
                        assert all(line.terms for line in lines)
