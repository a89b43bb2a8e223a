"""The calendar of practice: whole weeks, each day with its answers."""

from datetime import date

from companion.coach.learning.practice_trend import Day, weeks_until

#: A Wednesday.
TODAY = date(2026, 3, 4)


def test_each_week_runs_from_monday_to_sunday_and_the_last_has_today_in_it() -> None:
    before, this = weeks_until(TODAY, [], weeks=2)
    assert [day.date for day in before] == [date(2026, 2, 23 + place) for place in range(6)] + [
        date(2026, 3, 1)
    ]
    assert this[0].date == date(2026, 3, 2)
    assert [day.is_today for day in this] == [False, False, True, False, False, False, False]
    assert [day.is_ahead for day in this] == [False] * 3 + [True] * 4
    assert not any(day.is_today or day.is_ahead for day in before)


def test_a_day_counts_its_answers_and_no_other_days() -> None:
    answered = [date(2026, 3, 3)] * 2 + [TODAY, date(2026, 2, 22)]
    (week,) = weeks_until(TODAY, answered, weeks=1)
    assert week[:4] == (
        Day(date(2026, 3, 2), 0),
        Day(date(2026, 3, 3), 2),
        Day(TODAY, 1, is_today=True),
        Day(date(2026, 3, 5), 0, is_ahead=True),
    )
