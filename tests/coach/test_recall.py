"""When an own mistake comes back."""

from datetime import UTC, datetime, timedelta

from companion.coach.learning.memory import recall

FIRST = datetime(2026, 12, 1, 19, tzinfo=UTC)


def answers(*told: bool) -> list[tuple[datetime, bool]]:
    return [(FIRST + timedelta(days=number), each) for number, each in enumerate(told)]


def test_what_was_never_tried_has_no_card() -> None:
    assert recall([]) is None


def test_what_was_found_at_once_is_done_with() -> None:
    recalled = recall(answers(True))
    assert recalled is not None and recalled.is_right and recalled.due is None


def test_what_was_failed_comes_back_on_the_next_day_and_after_each_success_later() -> None:
    failed = recall(answers(False))
    assert failed is not None and not failed.is_right
    assert failed.due is not None and failed.due == datetime(2026, 12, 2, tzinfo=UTC)
    waits = []
    for times in (2, 4, 6):
        found = recall(answers(False, *[True] * times))
        assert found is not None and found.is_right and found.due is not None
        waits.append(found.due - (FIRST + timedelta(days=times)))
    assert waits == sorted(waits) and waits[-1] > timedelta(days=1)


def test_what_is_found_before_it_is_failed_has_a_card_from_the_miss_on() -> None:
    assert recall(answers(True, False)) == recall(answers(True, False)[1:])
