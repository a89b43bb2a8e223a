"""What an answer of practice costs the server, in process: its verdict, and the next question.

Somebody answers mixed questions for some days, nine of ten right, so that the levels rise. It is
the time of the processor, so that what else the machine does is not in it, nor the disk.

With `--learners`, so many simulated people of each kind show what they can in each game, and then
practise until ten minutes are over: where they are placed, and where their skills stand.

    python benchmarks/practise.py [--questions 600] [--learners 400]
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median, quantiles

from flask import Flask

from companion.coach.drills.drill_questions import question
from companion.coach.drills.question import NoAnswer, Wanted
from companion.coach.drills.question_key import QuestionKey
from companion.coach.drills.skills import Practice, practices_in, skills_of
from companion.web.app import create_app

sys.path.insert(
    0, str(Path(__file__).parent.parent)
)  # The simulated learners are those of the tests.
from tests.coach.learners import BEGINNER, EXPERT, LEARNERS, SLOW, Learner, Mind, first_day

PAGE = "/practise/mixed"
A_DAY = 40


def said_to(key: QuestionKey, *, is_right: bool) -> list[str]:
    """A right answer, or one that is likely wrong."""
    asked = question(key)
    wrong = asked.choices[0].value if asked.choices else "1"
    try:
        asked.judge(wrong)
    except NoAnswer:
        is_right = True
    return (sorted(asked.answer) or ["none"]) if is_right else [wrong]


def practise(app: Flask, questions: int) -> dict[str, list[float]]:
    """The milliseconds of each answer and of each question after it."""
    client, quick = app.test_client(), {"HX-Request": "true"}
    chance, now = Random(7), datetime(2026, 3, 6, tzinfo=UTC)
    times: dict[str, list[float]] = {"an answer to its verdict": [], "the next question": []}
    page = client.get(PAGE)
    for number in range(questions):
        now += timedelta(days=1) if number % A_DAY == 0 else timedelta(seconds=15)
        app.config["NOW"] = app.extensions["learner_service"].now = lambda now=now: now
        found = re.search('name="question" value="([^"]*)"', page.text)
        assert found is not None, page.text
        said = said_to(QuestionKey.parse(found[1]), is_right=chance.random() < 0.9)
        form = {"question": found[1], "said": said, "milliseconds": "3000"}
        started = time.process_time()
        answer = client.post(PAGE, data=form, headers=quick)
        answered = time.process_time()
        page = client.get(PAGE, headers=quick)
        shown = time.process_time()
        assert answer.status_code == page.status_code == 200
        for each, spent in zip(times.values(), (answered - started, shown - answered), strict=True):
            each.append(spent * 1000)
    return times


def taps_in(game: str) -> Learner:
    """Somebody who taps at random among what is offered, in a tenth of the time."""
    seeds = Random(7)

    def chance(_mind: Mind, practice: Practice, level: int, _now: datetime) -> float:
        asked = question(QuestionKey(*practice, game, level, seeds.randrange(10**6)))
        if not asked.choices:
            return 1 / 40
        return 1 / len(asked.choices) if asked.wanted is Wanted.ONE else 0.5 ** len(asked.choices)

    return Learner(chance, 0.1)


def show_what_they_can(game: str, people: int) -> None:
    """Where simulated people are placed, and where their lowest and highest skill stand then."""
    skills = skills_of(practices_in(game))
    known = {"98 %, quick": EXPERT, "beginner": BEGINNER, "taps at random": taps_in(game)}
    known |= {f"{name} %" if name.isdigit() else name: each for name, each in LEARNERS.items()}
    known["93 %, slow"] = SLOW[93]
    for name, learner in known.items():
        days = [[*first_day(learner, seed, game)] for seed in range(people)]
        placed = Counter(max(map(day[0].level, day[0].opened), default=0) for day in days)
        lowest, highest = (
            Counter(extreme(map(day[-1].level, skills)) for day in days) for extreme in (min, max)
        )
        print(
            f"{game:18}{name:16}",
            *(dict(sorted(each.items())) for each in (placed, lowest, highest)),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=600)
    parser.add_argument("--learners", type=int, default=0)
    options = parser.parse_args()
    if options.learners:
        for game in ("race-horse", "muggins", "fives-and-threes"):
            show_what_they_can(game, options.learners)
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'tables.db'}",
            "SECRET_KEY": "benchmark",
            "WTF_CSRF_ENABLED": False,
        }
        app = create_app(settings)
        app.extensions["table_service"].database.migrate()
        for what, spent in practise(app, options.questions).items():
            late = quantiles(spent, n=20)[-1]
            print(f"{what:26}{median(spent):8.2f} ms{late:8.2f} at p95{max(spent):9.2f} at most")


if __name__ == "__main__":
    main()
