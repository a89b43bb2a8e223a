"""Races: who is in one, what each answers, and that nobody else has a word in it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from companion.coach.challenges.race import (
    COUNTDOWN,
    HOLES,
    LASTS,
    OutOfOrder,
    RaceOver,
    TooSoon,
    judge,
    key_of,
    offers,
)
from companion.coach.drills.question import NoAnswer
from companion.db.database import Database
from companion.db.race_models import RaceRow, RacerRow
from companion.learners.errors import (
    NoRacer,
    NoSuchRace,
    RaceFull,
    RaceHasBegun,
    RaceStillOn,
    TooFewRacers,
)
from companion.learners.race_service import RACES_LAST, RaceService
from companion.learners.race_state import RaceState
from companion.rules.errors import WrongPlayers
from companion.tables.table_service import TableService
from companion.upkeep import cleanup
from companion.upkeep.backup import back_up, restore
from tests.tables.scribe import opened

START = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
GAME, SEED = "race-horse", 61
ANA, BEN, ZOE = "Ana's secret", "Ben's secret", "Zoe's secret"


class Clock:
    """A clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def races(database: Database, clock: Clock) -> Iterator[RaceService]:
    yield RaceService(database, now=clock, seed=lambda: SEED)


@pytest.fixture
def race_id(races: RaceService) -> str:
    """Ana's race, which Ben has joined."""
    race_id = races.open(GAME, ["Ana"], ANA)
    races.join(race_id, "Ben", BEN)
    return race_id


@pytest.fixture
def running(races: RaceService, race_id: str, clock: Clock) -> str:
    races.start(race_id, ANA)
    clock.wait(COUNTDOWN.total_seconds() + 1)
    return race_id


def said(question: int, *, right: bool = True) -> str:
    """An answer that is offered to a question, right or wrong."""
    key = key_of(GAME, SEED, question)
    return next(
        choice.value for choice in offers(key) if judge(key, choice.value).is_right == right
    )


def names(state: RaceState) -> list[str]:
    return [lane.name for lane in state.race.lanes]


def test_others_join_a_race_until_it_is_full(races: RaceService, race_id: str) -> None:
    races.join(race_id, "Cyd", "Cyd's secret")
    races.join(race_id, "Dee", "Dee's secret")
    assert names(races.look(race_id)) == ["Ana", "Ben", "Cyd", "Dee"]
    with pytest.raises(RaceFull):
        races.join(race_id, "Zoe", ZOE)


def test_a_phone_that_joins_again_only_changes_its_name(races: RaceService, race_id: str) -> None:
    races.join(race_id, "Benno", BEN)
    assert names(races.look(race_id)) == ["Ana", "Benno"]


@pytest.mark.parametrize(
    "name", ["", " Cyd", "C" * 25, "lead", "a\0b", "Ana", "Аnа\u200b", "Cyd, Dee"]
)
def test_a_racers_name_is_one_that_a_player_could_have(
    races: RaceService, race_id: str, name: str
) -> None:
    with pytest.raises(WrongPlayers):
        races.join(race_id, name, "Cyd's secret")
    with pytest.raises(WrongPlayers):
        races.open(GAME, ["Ana", name], ANA, is_shared=True)
    assert names(races.look(race_id)) == ["Ana", "Ben"]


@pytest.mark.parametrize("race_id", ["", "nowhere", "a\0b", "x" * 500])
def test_no_id_can_be_made_up(races: RaceService, race_id: str) -> None:
    for ask in (
        lambda: races.look(race_id),
        lambda: races.join(race_id, "Zoe", ZOE),
        lambda: races.start(race_id, ZOE),
        lambda: races.answer(race_id, ZOE, 0, 0, "5", 0),
    ):
        with pytest.raises(NoSuchRace):
            ask()


def test_an_id_and_a_secret_cannot_be_guessed(database: Database) -> None:
    ids = {RaceService(database).open(GAME, ["Ana"], ANA) for _ in range(3)}
    assert len(ids) == 3 and all(len(each) >= 20 for each in ids)


@pytest.mark.parametrize("secret", [ZOE, "", BEN.lower()])
def test_who_only_watches_changes_nothing(races: RaceService, running: str, secret: str) -> None:
    before = races.look(running)
    for ask in (
        lambda: races.start(running, secret),
        lambda: races.answer(running, secret, 0, 0, said(0), 900),
        lambda: races.again(running, secret),
    ):
        with pytest.raises(NoRacer):
            ask()
    assert races.look(running) == before
    assert before.lanes_of(secret) == ()


def test_who_only_watches_gives_no_head_start_and_puts_nobody_out(
    races: RaceService, race_id: str
) -> None:
    before = races.look(race_id)
    with pytest.raises(NoRacer):
        races.set_head_start(race_id, ZOE, 0, 20)
    with pytest.raises(NoRacer):
        races.leave(race_id, ZOE)
    assert races.look(race_id) == before


def test_anybody_who_races_gives_anybody_a_head_start(races: RaceService, race_id: str) -> None:
    races.set_head_start(race_id, ANA, 1, 20)
    lanes = races.look(race_id).race.lanes
    assert [lane.starts_at for lane in lanes] == [20_000, 0]
    races.set_head_start(race_id, BEN, 1, 10**6)
    races.set_head_start(race_id, BEN, 0, -5)
    assert [lane.head_start for lane in races.look(race_id).race.lanes] == [0, 120]
    with pytest.raises(NoRacer):
        races.set_head_start(race_id, ANA, 2, 20)


def test_who_leaves_is_in_it_no_more(races: RaceService, race_id: str) -> None:
    races.leave(race_id, ANA)
    assert names(races.look(race_id)) == ["Ben"]
    races.join(race_id, "Ana", ANA)
    assert names(races.look(race_id)) == ["Ben", "Ana"]


def test_nobody_races_alone(races: RaceService) -> None:
    race_id = races.open(GAME, ["Ana"], ANA)
    with pytest.raises(TooFewRacers):
        races.start(race_id, ANA)


def test_started_twice_it_begins_once_for_all(
    races: RaceService, race_id: str, clock: Clock
) -> None:
    races.start(race_id, ANA)
    begins = races.look(race_id).started_at
    clock.wait(2)
    races.start(race_id, BEN)
    assert races.look(race_id).started_at == begins == START + COUNTDOWN


def test_once_it_is_started_nobody_comes_or_goes(races: RaceService, running: str) -> None:
    for ask in (
        lambda: races.join(running, "Zoe", ZOE),
        lambda: races.leave(running, ANA),
        lambda: races.set_head_start(running, ANA, 0, 20),
    ):
        with pytest.raises(RaceHasBegun):
            ask()


def test_an_answer_is_judged_here_before_a_peg_moves(
    races: RaceService, running: str, clock: Clock
) -> None:
    state = races.answer(running, ANA, 0, 0, said(0), 900)
    assert [lane.pegs for lane in state.race.lanes] == [1, 0]
    clock.wait(2)
    state = races.answer(running, ANA, 0, 1, said(1, right=False), 2_900)
    assert [lane.pegs for lane in state.race.lanes] == [1, 0]
    assert [each.said for _, each in state.race.lanes[0].misses] == [said(1, right=False)]
    assert races.look(running) == state


@pytest.mark.parametrize("tampered", ["", "99", "none", "\0", "9" * 5000])
def test_an_answer_that_was_not_offered_moves_nothing(
    races: RaceService, running: str, tampered: str
) -> None:
    before = races.look(running)
    with pytest.raises(NoAnswer):
        races.answer(running, ANA, 0, 0, tampered, 900)
    assert races.look(running) == before


def test_nobody_answers_in_anybody_elses_lane(races: RaceService, running: str) -> None:
    for lane in (1, 2, -1):
        with pytest.raises(NoRacer):
            races.answer(running, ANA, lane, 0, said(0), 900)


def test_an_answer_that_was_lost_and_comes_again_counts_once(
    races: RaceService, running: str
) -> None:
    once = races.answer(running, ANA, 0, 0, said(0), 900)
    again = races.answer(running, ANA, 0, 0, said(0), 900)
    assert again.race == once.race


def test_answers_come_in_order_and_not_faster_than_a_thumb(
    races: RaceService, running: str
) -> None:
    with pytest.raises(OutOfOrder):
        races.answer(running, ANA, 0, 1, said(1), 900)
    races.answer(running, ANA, 0, 0, said(0), 1_000)
    with pytest.raises(TooSoon):
        races.answer(running, ANA, 0, 1, said(1), 1_001)
    assert races.look(running).race.lanes[0].pegs == 1


def test_nobody_answers_while_it_is_counted_from_three(
    races: RaceService, race_id: str, clock: Clock
) -> None:
    with pytest.raises(TooSoon):
        races.answer(race_id, ANA, 0, 0, said(0), 900)
    races.start(race_id, ANA)
    clock.wait(1)
    with pytest.raises(TooSoon):
        races.answer(race_id, ANA, 0, 0, said(0), 900)


def test_of_answers_that_come_at_the_same_moment_each_counts_once(
    races: RaceService, running: str
) -> None:
    def answer(number: int) -> int:
        secret = (ANA, BEN)[number % 2]
        return races.answer(running, secret, number % 2, 0, said(0), 900).version

    with ThreadPoolExecutor(4) as pool:
        [*pool.map(answer, range(6))]
    assert [lane.pegs for lane in races.look(running).race.lanes] == [1, 1]


def test_the_race_is_run_to_hole_15_and_over_when_all_are_home(
    races: RaceService, running: str, clock: Clock
) -> None:
    for question in range(HOLES):
        for lane, secret in enumerate((ANA, BEN)):
            clock.wait(1)
            at = races.look(running).milliseconds(clock())
            state = races.answer(running, secret, lane, question, said(question), at)
    assert state.race.winner == 0
    assert state.is_over(clock())
    with pytest.raises(RaceOver):
        races.answer(running, ANA, 0, HOLES, said(HOLES), 99_000)


def test_the_same_people_race_again_with_other_questions_and_are_in_it_already(
    races: RaceService, running: str, clock: Clock
) -> None:
    races.seed = lambda: SEED + 1
    clock.wait(LASTS / 1_000)
    again = races.again(running, BEN)
    assert races.again(running, ANA) == again == races.look(running).again
    state = races.look(again)
    assert names(state) == ["Ana", "Ben"] and state.started_at is None
    assert (state.lanes_of(ANA), state.lanes_of(BEN)) == ((0,), (1,))
    assert state.seed != races.look(running).seed


def test_nobody_is_called_away_from_a_race_that_is_not_over(
    races: RaceService, race_id: str, clock: Clock
) -> None:
    with pytest.raises(RaceStillOn):
        races.again(race_id, ANA)
    races.start(race_id, ANA)
    clock.wait(COUNTDOWN.total_seconds() + LASTS / 1_000 - 1)
    with pytest.raises(RaceStillOn):
        races.again(race_id, ANA)
    clock.wait(1)
    assert races.again(race_id, ANA)


def test_two_who_hold_one_phone_have_a_lane_each(races: RaceService, clock: Clock) -> None:
    race_id = races.open(GAME, ["Ana", "Ben"], ANA, is_shared=True)
    races.start(race_id, ANA)
    clock.wait(COUNTDOWN.total_seconds() + 1)
    assert races.look(race_id).lanes_of(ANA) == (0, 1)
    for lane in (0, 1):
        state = races.answer(race_id, ANA, lane, 0, said(0), 900)
    assert [lane.pegs for lane in state.race.lanes] == [1, 1]


def test_two_who_hold_one_phone_are_joined_by_nobody(races: RaceService) -> None:
    race_id = races.open(GAME, ["Ana", "Ben"], ANA, is_shared=True)
    for secret in (ANA, ZOE):
        with pytest.raises(RaceFull):
            races.join(race_id, "Zoe", secret)
    assert names(races.look(race_id)) == ["Ana", "Ben"]


def test_the_end_by_time_is_another_version(races: RaceService, running: str, clock: Clock) -> None:
    before = races.look(running).version_at(clock())
    clock.wait(LASTS / 1_000)
    state = races.look(running)
    assert state.is_over(clock()) and state.version_at(clock()) == before + 1


def test_every_change_is_another_version(races: RaceService, race_id: str) -> None:
    before = races.look(race_id).version
    races.set_head_start(race_id, ANA, 1, 20)
    assert races.look(race_id).version == before + 1


def test_a_race_of_another_day_is_gone(
    races: RaceService, race_id: str, database: Database, clock: Clock
) -> None:
    clock.wait(RACES_LAST.total_seconds() - 1)
    kept = races.open(GAME, ["Cyd"], "Cyd's secret")
    assert races.look(race_id).id == race_id
    clock.wait(2)
    with pytest.raises(NoSuchRace):
        races.look(race_id)
    assert cleanup.find_leftovers(database, START, clock()).races == 1
    assert cleanup.tidy(database, START, clock()).races == 1
    assert rows(database) == (1, 1)
    assert races.look(kept).id == kept


def test_whoever_opens_a_race_sweeps_old_ones_out(
    races: RaceService, race_id: str, database: Database, clock: Clock
) -> None:
    clock.wait(RACES_LAST.total_seconds() + 1)
    races.open(GAME, ["Cyd"], "Cyd's secret")
    assert rows(database) == (1, 1)


def test_no_backup_has_a_race(
    races: RaceService, race_id: str, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    opened(TableService(database), "lead: Ana")
    file = tmp_path_factory.mktemp("backup") / "all.gz"
    assert back_up(database, file, START) == 1
    assert restore(database, file, replaces=True) == 1
    assert rows(database) == (0, 0)


def rows(database: Database) -> tuple[int, int]:
    """How many races and racers there are."""
    with database.reading() as session:
        return len(session.exec(select(RaceRow)).all()), len(session.exec(select(RacerRow)).all())
