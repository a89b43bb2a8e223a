"""Whose request gets a thread next, and who is let in."""

from collections.abc import Callable

import pytest

from companion.web.security.client_network import house_of
from companion.web.serving.crowd import Crowd, Room
from companion.web.serving.turns import Turns
from tests.web.houses import HOUSES


class Hand:
    """Threads that do nothing until they are told to end."""

    def __init__(self) -> None:
        self.begun: list[Callable[[], object]] = []

    def submit(self, act: Callable[[], object]) -> None:
        self.begun.append(act)


class Now:
    """An outbox whose things are done at once."""

    def put(self, act: Callable[..., object], what: object) -> None:
        act(what)


def turns(threads: int, at_once: int, waiting: int = 10) -> tuple[Turns, Hand]:
    made = Turns(Now(), threads, at_once, waiting)  # type: ignore[arg-type]
    hand = Hand()
    made._pool = hand  # type: ignore[assignment]
    return made, hand


def test_a_house_that_asks_for_much_leaves_threads_for_others() -> None:
    made, hand = turns(threads=4, at_once=2)
    done: list[str] = []
    for number in range(5):
        made.take("zoe", lambda number=number: done.append(f"zoe {number}"))  # type: ignore[misc]
    made.take("ana", lambda: done.append("ana"))
    assert len(hand.begun) == 3
    hand.begun.pop()()
    assert done == ["ana"]
    while hand.begun:
        hand.begun.pop(0)()
    assert done == ["ana", *(f"zoe {number}" for number in range(5))]


def test_houses_that_wait_take_turns() -> None:
    made, hand = turns(threads=1, at_once=1)
    done: list[str] = []
    for house in ("zoe", "zoe", "zoe", "ana", "ben"):
        made.take(house, lambda house=house: done.append(house))  # type: ignore[misc]
    while hand.begun:
        hand.begun.pop(0)()
    assert done == ["zoe", "zoe", "ana", "ben", "zoe"]


def test_a_thread_is_free_again_though_its_work_failed() -> None:
    made, hand = turns(threads=1, at_once=1)
    made.take("zoe", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        hand.begun.pop()()
    made.take("ana", lambda: None)
    assert len(hand.begun) == 1


def test_only_so_many_requests_of_one_house_may_wait() -> None:
    made, _ = turns(threads=1, at_once=1, waiting=2)
    for _ in range(3):
        assert made.has_room("zoe")
        made.take("zoe", lambda: None)
    assert not made.has_room("zoe")
    assert made.has_room("ana")


class Line:
    """A connection that is let in, or dropped."""

    def __init__(self, crowd: Crowd, house: str = "zoe") -> None:
        self.house = house
        self.is_dropped = False
        self._crowd = crowd

    def look(self, now: float) -> None:
        pass

    def stop(self) -> None:
        pass

    def drop(self) -> None:
        self.is_dropped = True
        self._crowd.forget(self)


def test_who_waits_longest_with_nothing_to_say_gives_way_in_its_own_house() -> None:
    crowd = Crowd(Room(), Room(connections=2))
    ana, first, second, third = Line(crowd, "ana"), *(Line(crowd) for _ in range(3))
    assert all(map(crowd.admit, (ana, first, second, third)))
    assert [line.is_dropped for line in (ana, first, second, third)] == [False, True, False, False]


def test_who_is_answered_gives_way_to_nobody() -> None:
    crowd = Crowd(Room(), Room(connections=2))
    first, second, third = (Line(crowd) for _ in range(3))
    for line in (first, second):
        assert crowd.admit(line)
        crowd.waits_no_more(line)
    assert not crowd.admit(third)
    assert crowd.admit(Line(crowd, "ana"))
    crowd.forget(first)
    assert crowd.admit(third)


def test_who_listens_counts_for_its_house_and_not_among_all() -> None:
    crowd = Crowd(Room(connections=1), Room(connections=2))
    first, second = Line(crowd), Line(crowd)
    for line in (first, second):
        assert crowd.admit(line)
        crowd.waits_no_more(line)
        crowd.listens(line)
    assert not crowd.admit(Line(crowd))
    assert crowd.admit(Line(crowd, "ana"))


def test_more_newcomers_than_a_moment_has_come_again_in_the_next() -> None:
    crowd = Crowd(Room(), Room(newcomers=2))
    assert [crowd.admit(Line(crowd)) for _ in range(3)] == [True, True, False]
    assert crowd.admit(Line(crowd, "ana"))
    crowd.next_moment()
    assert crowd.admit(Line(crowd))


def test_whoever_holds_most_goes_when_a_house_holds_too_much() -> None:
    crowd = Crowd(Room(), Room(waiting_bytes=100))
    ana, small, large = Line(crowd, "ana"), Line(crowd), Line(crowd)
    for line in (ana, small, large):
        assert crowd.admit(line)
    crowd.weigh(ana, 90)
    crowd.weigh(large, 70)
    crowd.weigh(small, 20)
    assert not large.is_dropped
    crowd.weigh(small, 40)
    assert [line.is_dropped for line in (ana, small, large)] == [False, False, True]
    crowd.weigh(small, 0)
    crowd.weigh(ana, 10)
    assert crowd._weight == 10


@pytest.mark.parametrize(("one", "other", "are_one"), HOUSES)
def test_a_house_is_one_whatever_address_of_its_own_it_comes_from(
    one: str, other: str, are_one: bool
) -> None:
    assert (house_of(one) == house_of(other)) is are_one
