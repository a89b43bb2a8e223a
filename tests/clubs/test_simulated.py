"""Simulated clubs: whatever happens in whatever order, what is kept equals what is made anew."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from itertools import combinations

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from companion.clubs.club_games import GameService, remake_figures
from companion.clubs.errors import TwoPeople, WrongSeats
from companion.clubs.forget_player import forget_player
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.db.club_models import KeptFiguresRow
from companion.league.competition import Adjustment
from companion.league.fixture import Walkover
from companion.league.match_format import Side
from companion.league.match_result import GameResult
from companion.league.no_play import Pause
from companion.rules.errors import Refusal
from companion.stats.ratings import Ratings
from tests.clubs.house import House
from tests.clubs.league_night import PLAYERS, players
from tests.tables.scribe import correct, delete, enter, opened, redo, stamp, undo
from tests.thorough import examples

_HEADERS = (
    "game: race-horse\nplayers: {0}, {1}",
    "game: five-up\nplayers: {0}, {1}, {2}",
    "game: race-horse\nplayers: {0}, {1}, {2}, {3}\nsides: {0} & {2}, {1} & {3}",
)
_NAMES = ("Ana", "Ben", "Cyd", "Dee", "Ana", "Łukasz", "علی")
_LINES = ("lead: {0}", "{0}: 6-4")

Happening = tuple[str, int, int, int]

happenings = st.lists(
    st.tuples(
        st.sampled_from(
            (
                *("play", "play", "play", "win", "correct", "undo", "redo", "strike"),
                *("remove", "let go", "take in", "same", "part", "forget", "rename", "read"),
            )
        ),
        *(st.integers(0, 40),) * 3,
    ),
    min_size=4,
    max_size=16,
)


class Evening:
    """Somebody who lets all that happen in a club, in which seven people play."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.numbers = house.join(*_NAMES)
        self.tables: list[str] = []
        self.outside: list[tuple[str, tuple[int, ...]]] = []
        for at in range(3):
            self.let("play", at, at, at)

    def let(self, what: str, a: int, b: int, c: int) -> None:
        """Let one thing happen; what the club refuses changes nothing."""
        deeds: dict[str, Callable[[int, int, int], object]] = {
            "play": self.play,
            "win": lambda a, b, _: self.win(a, b),
            "correct": self.correct,
            "undo": lambda a, _, __: undo(self.house.tables, self.table(a)),
            "redo": lambda a, _, __: redo(self.house.tables, self.table(a)),
            "strike": lambda a, _, __: delete(self.house.tables, self.table(a), self.last(a)),
            "remove": lambda a, _, __: self.house.tables.remove(
                self.tables.pop(a % len(self.tables))
            ),
            "let go": self.let_go,
            "take in": self.take_in,
            "same": self.same,
            "part": lambda a, _, __: self.house.clubs.players.part(
                self.house.club_id, self.person(a)
            ),
            "forget": lambda a, _, __: forget_player(
                self.house.tables, self.house.club_id, self.person(a)
            ),
            "rename": self.rename,
            "read": lambda *_: self.house.clubs.games.games(self.house.club),
        }
        try:
            deeds[what](a, b, c)
        except (Refusal, ZeroDivisionError, IndexError, TwoPeople, WrongSeats):
            return

    def table(self, a: int) -> str:
        return self.tables[a % len(self.tables)]

    def person(self, a: int) -> int:
        return self.numbers[a % len(self.numbers)]

    def last(self, a: int) -> str:
        return str(self.house.tables.look(self.table(a)).entries[-1].statement)

    def play(self, a: int, b: int, c: int) -> None:
        header = _HEADERS[a % len(_HEADERS)]
        seats = (2, 3, 4)[a % len(_HEADERS)]
        people = [self.person(b + at * (1 + c % 3)) for at in range(seats)]
        names = [f"P{number}" for number in people]
        table_id = opened(self.house.tables, header=header.format(*names))
        self.house.clubs.tables.take_in(self.house.club_id, table_id, people)
        self.tables.append(table_id)
        enter(self.house.tables, table_id, *(line.format(*names) for line in _LINES[: 1 + c % 2]))
        self.win(len(self.tables) - 1, b, (2, 1000)[c % 2])

    def win(self, a: int, b: int, points: int = 1000) -> None:
        state = self.house.tables.look(self.table(a))
        sides = state.header.seating.side_names
        line = f"ruling: {sides[b % len(sides)]} +{points}, at once"
        enter(self.house.tables, state.id, line)

    def correct(self, a: int, b: int, _c: int) -> None:
        state = self.house.tables.look(self.table(a))
        sides = state.header.seating.side_names
        line = f"ruling: {sides[b % len(sides)]} +999, after all"
        correct(self.house.tables, state.id, self.last(a), line)

    def let_go(self, a: int, _b: int, _c: int) -> None:
        table_id = self.tables.pop(a % len(self.tables))
        club = self.house.club
        (table,) = [
            each for each in self.house.clubs.tables.latest(club, 999) if each.id == table_id
        ]
        self.house.clubs.tables.let_go(self.house.club_id, table_id)
        self.outside.append((table_id, table.people))

    def take_in(self, a: int, _b: int, _c: int) -> None:
        table_id, people = self.outside.pop(a % len(self.outside))
        self.house.clubs.tables.take_in(self.house.club_id, table_id, people)
        self.tables.append(table_id)

    def same(self, a: int, b: int, _c: int) -> None:
        self.house.clubs.players.tell_same(self.house.club_id, self.person(a), self.person(b))

    def rename(self, a: int, b: int, _c: int) -> None:
        state = self.house.tables.look(self.table(a))
        players = tuple(f"{name[:20]}{b}" for name in state.header.players)
        self.house.tables.rename(state.id, players, stamp(self.house.tables, state.id))


@pytest.fixture
def lived(house: House) -> House:
    return house


@given(story=happenings)
@examples(90)
def test_what_is_kept_equals_what_is_made_anew(lived: House, story: list[Happening]) -> None:
    club_id = lived.clubs.service.open("Another", "Ana's phone")
    house = House(lived.tables, lived.clubs, club_id)
    evening = Evening(house)
    for happening in story:
        evening.let(*happening)
    club = house.club
    told = house.clubs.games.games(club)
    assert told.waiting == 0
    # Another process sees the same by what is kept.
    assert GameService(house.tables).games(club) == told
    led = [each for each in evening.tables if house.tables.look(each).hand_number]
    assert {game.table_id for game in told.played} == {*led}
    ratings = house.clubs.ratings.ratings(club_id, told.played)
    assert ratings == Ratings().after(told.played)
    mine = [each for each in remake_figures(house.clubs.games) if each.name == "Another"]
    assert not any(each.differed for each in mine)
    # And it sees the same where nothing is: all is made anew from the records.
    with house.tables.database.transaction() as connection:
        connection.execute(sa.delete(KeptFiguresRow))
    assert GameService(house.tables).games(club) == told


league_happenings = st.lists(
    st.tuples(
        st.sampled_from(
            ("enter", "enter", "enter", "take out", "walkover", "adjust", "end", "join", "pause")
        ),
        *(st.integers(0, 40),) * 2,
    ),
    max_size=16,
)


@given(story=league_happenings)
@examples(40)
def test_a_table_equals_what_was_told_in_any_order(
    lived: House, story: list[tuple[str, int, int]]
) -> None:
    """Deductions and late entries too: counted here by hand from what was entered."""
    house = House(lived.tables, lived.clubs, lived.clubs.service.open("League", "Ana's phone"))
    night = players(house, PLAYERS, "Ana", "Ben", "Cyd")
    leagues, entrants = house.clubs.leagues, house.clubs.entrants
    where = house.club_id, night.league_id
    wins: dict[frozenset[int | None], int | None] = {}
    off: dict[int, list[Adjustment]] = {}
    for what, a, b in story:
        league = night.league
        fixture = league.fixtures[a % len(league.fixtures)]
        met = league.opponents[fixture.number]
        number = league.entrants[a % len(league.entrants)].number
        try:
            match what:
                case "enter":
                    house.clubs.matches.enter_card(
                        (*where, fixture.number), [(1, GameResult(Side(b % 2)))]
                    )
                    wins[frozenset(met)] = met[b % 2]
                case "take out":
                    house.clubs.matches.take_out((*where, fixture.number), 1, 1)
                    del wins[frozenset(met)]
                case "walkover":
                    house.clubs.matches.give((*where, fixture.number), [*Walkover][b % 2])
                    wins[frozenset(met)] = met[b % 2]
                case "adjust" | "end":
                    told = [*off.get(number, []), Adjustment(Fraction(b % 5 - 7, 2), "late")]
                    entrants.adjust(*where, number, told := told if what == "adjust" else [])
                    off[number] = told
                case "join" if len(league.entrants) < 6:
                    entrants.join(*where, NewEntrant((f"Eva {len(league.entrants)}",)))
                case "pause":
                    leagues.pause(*where, [Pause(date(2026, 12, 1 + b % 9), date(2026, 12, 10))])
        except Refusal:
            continue
    lines, met_once = night.league.standings, [*night.league.opponents.values()]
    assert {frozenset(pair) for pair in met_once} == {
        frozenset(pair) for pair in combinations([line.number for line in lines], 2)
    }
    for line in lines:
        points = sum((each.points for each in off.get(line.number, ())), Fraction(0))
        assert line.tally.league_points == points + 2 * [*wins.values()].count(line.number)
        assert line.tally.played == sum(line.number in pair for pair in wins)
    told_points = [line.tally.league_points for line in lines]
    assert told_points == sorted(told_points, reverse=True)
