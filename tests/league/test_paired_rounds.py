"""Rounds that are paired on the night: Swiss and Keizer."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.league.competition import Bye, Competition, Entrant, EntrantKind, Shape
from companion.league.errors import WrongEntrants
from companion.league.fixture import Fixture, Slot, Walkover
from companion.league.fixture_list import keizer_of, table_of
from companion.league.keizer import keizer_table
from companion.league.outcome import Outcome
from companion.league.paired_rounds import PairedRound, next_round, pair_round, who_was_here
from companion.league.pairing import pairs_of
from companion.league.tie_breaks import USUAL_OF_SWISS
from tests.league.competitions import SINGLE
from tests.league.play import boards
from tests.thorough import examples

SWISS = Competition(
    "Swiss", Shape.SWISS, EntrantKind.PLAYER, SINGLE, order=USUAL_OF_SWISS, seed="swiss"
)
KEIZER = SWISS._replace(shape=Shape.KEIZER)


class Club:
    """A competition whose rounds are paired and played."""

    def __init__(self, competition: Competition, players: int) -> None:
        self.competition = competition
        self.entrants = [
            Entrant(number, EntrantKind.PLAYER, f"{number}", (number,))
            for number in range(1, players + 1)
        ]
        self.fixtures: list[Fixture] = []

    def pair(self, here: Sequence[int] = ()) -> PairedRound:
        everyone = [each.number for each in self.entrants]
        return pair_round(self.competition, self.entrants, self.fixtures, here or everyone)

    def play(self, paired: PairedRound, home_wins: Sequence[bool] = ()) -> None:
        """Let the round be played; the lower number wins unless something else is said."""
        for at, (home, away) in enumerate(paired.check(self.entrants).pairs):
            won = home_wins[at % len(home_wins)] if home_wins else home < away
            games = boards("HH" if won else "AA")
            number = len(self.fixtures) + 1
            self.fixtures.append(
                Fixture(number, paired.number, Slot(home), Slot(away), boards=games)
            )
        if paired.bye:
            byes = (*self.competition.byes, Bye(paired.number, paired.bye))
            self.competition = self.competition._replace(byes=byes)

    @property
    def table(self) -> list[tuple[int, int, Fraction]]:
        lines = table_of(self.competition, self.entrants, self.fixtures)
        return [(line.place, line.number, line.tally.league_points) for line in lines]


def backtracked(left: Sequence[int], faults: dict[frozenset[int], int], most: int) -> list | None:
    """The pairs from the top down, by trying everything."""
    if not left:
        return []
    first, *rest = left
    for other in sorted(rest, key=lambda each: faults[frozenset((first, each))]):
        if faults[frozenset((first, other))] <= most:
            others = backtracked([each for each in rest if each != other], faults, most)
            if others is not None:
                return [(first, other), *others]
    return None


@examples(300)
@given(st.integers(1, 4), st.data())
def test_the_pairs_are_those_that_trying_everything_finds(half: int, data: st.DataObject) -> None:
    players = [*range(1, 2 * half + 1)]
    faults = {
        frozenset((one, other)): data.draw(st.sampled_from((0, 1, 1, 2)))
        for one in players
        for other in players[one:]
    }
    found = pairs_of(
        players, lambda _, rest: rest, lambda *pair: faults.get(frozenset(pair), 0), seed="any"
    )
    tried = (backtracked(players, faults, most) for most in (0, 1, 2))
    assert [*found] == next(each for each in tried if each is not None)


def test_a_swiss_pairs_halves_of_those_with_the_same_points() -> None:
    club = Club(SWISS, 8)
    first = club.pair()
    assert [{*pair} for pair in first.pairs] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert club.pair([*range(8, 0, -1)]) == first
    club.play(first)
    assert next_round(SWISS, club.fixtures) == 2
    second = club.pair()
    assert [{*pair} for pair in second.pairs] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    were_home = {home for home, _ in first.pairs}
    for home, away in second.pairs:
        # Those who were away are at home, unless both were.
        assert home not in were_home or away in were_home
    club.play(second)
    # Buchholz: 3 and 4 lost to those with more points than 5 and 6 did.
    assert club.table[:3] == [(1, 1, 4), (1, 2, 4), (3, 3, 2)]


@examples(60)
@given(st.sampled_from((SWISS, KEIZER)), st.integers(2, 8), st.data())
def test_everyone_here_plays_once_and_byes_go_round(
    competition: Competition, players: int, data: st.DataObject
) -> None:
    club = Club(competition, players)
    everyone = [each.number for each in club.entrants]
    for _ in range(6):
        here = data.draw(st.lists(st.sampled_from(everyone), min_size=2, unique=True))
        before = Counter(
            frozenset((each.home.entrant, each.away.entrant)) for each in club.fixtures
        )
        byes = Counter(each.entrant for each in club.competition.byes)
        paired = club.pair(here)
        named = [each for pair in paired.pairs for each in pair] + [paired.bye] * (len(here) % 2)
        assert sorted(named) == sorted(here)
        assert paired == club.pair(here[::-1])
        again = max(before[frozenset(pair)] for pair in paired.pairs)
        if competition.shape is Shape.SWISS and again:
            # Nobody meets again if all can be paired otherwise, whoever has the bye.
            for free in here if len(here) % 2 else (0,):
                left = [each for each in here if each != free]
                pairs = {frozenset((a, b)): before[frozenset((a, b))] for a in left for b in left}
                assert backtracked(left, pairs, again - 1) is None
        if paired.bye and not again:
            fewer = [each for each in here if byes[each] < byes[paired.bye]]
            for free in fewer:
                left = [each for each in here if each != free]
                pairs = {frozenset((a, b)): before[frozenset((a, b))] for a in left for b in left}
                assert competition.shape is Shape.KEIZER or backtracked(left, pairs, 0) is None
        club.play(paired, data.draw(st.lists(st.booleans(), min_size=1, max_size=4)))
        assert who_was_here(club.competition, club.fixtures) == {*here}
    if competition.shape is Shape.KEIZER:
        found = keizer_of(club.competition, club.entrants, club.fixtures)
        scores = [found.scores[each] for each in found.ranking]
        # By the values of this ranking it is the ranking, unless it goes round in a circle.
        following = sorted(everyone, key=lambda each: (-found.scores[each], each))
        assert scores == sorted(scores, reverse=True) or [*found.ranking] != following
        assert sum(points for *_, points in club.table) == sum(found.scores.values())


def test_a_round_that_has_not_begun_is_paired_again() -> None:
    club = Club(SWISS, 5)
    first = club.pair()
    assert first.bye == 5
    club.play(first)
    waiting = [each._replace(boards=()) for each in club.fixtures]
    assert next_round(club.competition, waiting) == 1
    again = pair_round(club.competition, club.entrants, waiting, [1, 2, 3, 4])
    assert (again.number, again.bye, len(again.pairs)) == (1, 0, 2)
    begun = [waiting[0].given(Walkover.HOME), *waiting[1:]]
    assert next_round(club.competition, begun) == 2
    # A bye is as good as a win.
    assert (5, Fraction(2)) in [(number, points) for _, number, points in club.table]
    swapped = first.swapped(first.bye, first.pairs[0][0])
    assert swapped.bye == first.pairs[0][0] and swapped.check(club.entrants) == swapped
    for wrong in (first._replace(bye=1), first._replace(pairs=()), first._replace(bye=9)):
        with pytest.raises(WrongEntrants):
            wrong.check(club.entrants)
    with pytest.raises(WrongEntrants):
        club.pair([1])


def match(home: int, away: int, winner: int | None) -> Outcome:
    return Outcome(((home,), (away,)), (1, 0), (1, 0), (61, 0), winner)


def test_keizer_counts_old_rounds_again_by_the_values_of_now() -> None:
    """Worked out by hand: values 5, 4, 3, 2 in this order."""
    alone = keizer_table(dict.fromkeys((1, 2, 3, 4), Fraction(0)), [match(4, 1, 0)], [2], [3])
    # 4 beat 1, who was worth 5 and falls to the bottom: 2. A bye is two thirds, away a third.
    assert alone.ranking == (2, 4, 3, 1)
    assert alone.values == {2: 5, 4: 4, 3: 3, 1: 2}
    assert alone.scores == {2: 3, 4: 2, 3: 1, 1: 0}
    drawn = keizer_table({1: Fraction(0), 2: Fraction(1)}, [match(1, 2, None)], [], [])
    assert drawn.scores == {1: 1, 2: Fraction(3, 2)} and drawn.ranking == (2, 1)


def test_keizer_pairs_neighbours_who_have_not_just_met() -> None:
    club = Club(KEIZER, 6)
    met = []
    for _ in range(5):
        paired = club.pair()
        met.append({frozenset(pair) for pair in paired.pairs})
        club.play(paired)
    assert met[0] == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}
    for first, second, third in zip(met, met[1:], met[2:], strict=False):
        assert not first & second and not first & third
    # Who comes rarely gets a third of their value, and the others what they win.
    club.play(club.pair([1, 2]))
    assert club.table[0][1] == 1
