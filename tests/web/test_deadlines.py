"""How long a client may take; seconds on a clock that stands still."""

from companion.web.serving.deadlines import Deadlines
from companion.web.serving.service import Patience


def deadlines() -> Deadlines:
    return Deadlines(Patience(first=10, between=15), now=100.0)


def test_the_first_word_a_header_and_the_next_request_have_a_deadline_each() -> None:
    those = deadlines()
    assert not those.are_past(110.0)
    assert those.are_past(110.1)
    those.for_the_next(110.0, has_begun=True)
    assert (those.are_past(120.0), those.are_past(120.1)) == (False, True)
    those.for_the_next(120.0, has_begun=False)
    assert (those.are_past(135.0), those.are_past(135.1)) == (False, True)


def test_a_body_has_to_come_at_a_pace_and_a_long_one_may_take_longer() -> None:
    those = deadlines()
    those.for_a_body(200.0)
    assert those.are_past(210.1)
    assert not those.are_past(230.0, received=20_000)
    assert those.are_past(230.1, received=20_000)


def test_a_slow_phone_may_read_for_as_long_as_it_reads() -> None:
    those = deadlines()
    for moment in range(60):
        assert not those.reads_too_little(100.0 + 10 * moment, read=5_000 * moment)


def test_who_reads_next_to_nothing_is_dropped() -> None:
    those = deadlines()
    assert not those.reads_too_little(100.0, read=0)
    assert not those.reads_too_little(120.0, read=4_000)
    assert those.reads_too_little(120.1, read=4_000)


def test_who_had_read_all_has_as_much_time_for_the_next_answer() -> None:
    those = deadlines()
    assert not those.reads_too_little(100.0, read=0)
    those.has_all()
    assert not those.reads_too_little(300.0, read=100)
    assert not those.reads_too_little(320.0, read=100)
    assert those.reads_too_little(320.1, read=100)
