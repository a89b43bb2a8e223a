"""Results belong to those who played them, in whatever order a knock-out is corrected."""

from hypothesis import given
from hypothesis import strategies as st

from companion.league.fixture import Fixture, MatchState, Walkover
from companion.league.fixture_list import FixtureList, Opponents, draw_fixtures, opponents_of
from companion.league.match_format import Side
from companion.league.result_owners import rightful, with_owners
from tests.league.competitions import ANA, BEN, CUP, CYD, DEE, PLAYERS, SINGLE
from tests.league.play import boards
from tests.thorough import examples

SEMI, OTHER_SEMI, THIRD, FINAL = range(4)


def settled(fixtures: list[Fixture]) -> list[Fixture]:
    """Each match as it is now, as a club reads it."""
    course, found = FixtureList(SINGLE, fixtures), []
    for each in fixtures:
        found.append(rightful(each, SINGLE, course.opponents(each)))
        course.goes_on(found[-1])
    return found


class Cup:
    """A knock-out that is played and corrected, each match kept as a club keeps it."""

    def __init__(self, players: int = 4) -> None:
        entrants = [PLAYERS[0]._replace(number=n, players=(n,)) for n in range(1, players + 1)]
        self.fixtures = [*draw_fixtures(CUP, entrants, in_order=True)]

    @property
    def opponents(self) -> list[Opponents]:
        known = opponents_of(self.fixtures, SINGLE)
        return [known[each.number] for each in self.fixtures]

    def keep(self, at: int, fixture: Fixture) -> None:
        changed = with_owners(fixture, self.opponents[at])
        self.fixtures = settled([*self.fixtures[:at], changed, *self.fixtures[at + 1 :]])

    def play(self, at: int, games: str) -> None:
        self.keep(at, self.fixtures[at]._replace(boards=boards(games)))


def played_cup() -> Cup:
    """Ana and Ben come to the final, Dee and Cyd play for the third place; Ana and Dee win."""
    cup = Cup()
    for at, games in enumerate(("HH", "HH", "HH", "HH")):
        cup.play(at, games)
    return cup


def test_a_result_waits_for_those_who_played_it() -> None:
    cup = played_cup()
    before = cup.fixtures
    cup.play(SEMI, "AA")
    assert cup.opponents[THIRD:] == [(ANA, CYD), (DEE, BEN)]
    for each in cup.fixtures[THIRD:]:
        assert each.state(SINGLE) is MatchState.ON_HOLD
        assert each.winner(SINGLE) is each.outcome(SINGLE, CUP.table, 1, 2) is None
    cup.play(SEMI, "HH")
    assert cup.fixtures == before


def test_a_manager_decides_and_what_was_set_aside_comes_back() -> None:
    cup = played_cup()
    before = cup.fixtures
    cup.play(SEMI, "AA")
    cup.keep(FINAL, cup.fixtures[FINAL].given(None))
    assert cup.fixtures[FINAL].state(SINGLE) is MatchState.PLANNED
    cup.play(FINAL, "AHA")
    cup.keep(THIRD, cup.fixtures[THIRD].given(Walkover.AWAY))
    assert [each.winner(SINGLE) for each in cup.fixtures[THIRD:]] == [Side.AWAY, Side.AWAY]
    again = cup.fixtures
    cup.play(SEMI, "HH")
    assert [each.boards for each in cup.fixtures] == [each.boards for each in before]
    assert cup.fixtures[THIRD].walkover is None
    cup.play(SEMI, "AA")
    assert [each.results[0] for each in cup.fixtures] == [each.results[0] for each in again]


def test_who_goes_through_after_all_is_in_the_final_alone() -> None:
    cup = played_cup()
    cup.play(SEMI, "AA")
    cup.keep(FINAL, cup.fixtures[FINAL].let_stand(True))
    # So Dee, who won, lost the place in the final and plays for the third place as before.
    assert cup.opponents[THIRD:] == [(DEE, CYD), (ANA, BEN)]
    assert [each.winner(SINGLE) for each in cup.fixtures[THIRD:]] == [Side.HOME, Side.HOME]
    cup.keep(FINAL, cup.fixtures[FINAL].let_stand(False))
    assert cup.fixtures[FINAL].is_on_hold and cup.fixtures[THIRD].is_on_hold
    # Nothing is on hold there, so nobody can be let through.
    assert not cup.fixtures[SEMI].let_stand(True).stands


deeds = st.tuples(st.integers(0, 7), st.sampled_from(["HH", "AA", "again", "home", "take out"]))


@examples(150)
@given(st.integers(4, 8), st.lists(deeds, max_size=24))
def test_corrected_in_any_order_it_is_as_made_from_scratch(
    players: int, told: list[tuple[int, str]]
) -> None:
    cup = Cup(players)
    facts: list[dict[Opponents, str]] = [{} for _ in cup.fixtures]
    for place, deed in told:
        at = place % len(cup.fixtures)
        fixture, opponents = cup.fixtures[at], cup.opponents[at]
        if None in opponents or (fixture.is_on_hold and deed not in ("again", "home")):
            continue
        if deed in ("again", "home"):
            cup.keep(at, fixture.given(Walkover.HOME if deed == "home" else None))
            if deed == "home":
                facts[at][opponents] = deed
            elif facts[at].get(opponents) == "home":
                del facts[at][opponents]
                cup.keep(at, cup.fixtures[at]._replace(boards=()))
        else:
            games = "" if deed == "take out" else deed
            cup.keep(at, fixture.given(None)._replace(boards=boards(games) if games else ()))
            facts[at].pop(opponents, None)
            if games:
                facts[at][opponents] = games
    scratch = Cup(players)
    for at, known in enumerate(facts):
        said = known.get(scratch.opponents[at])
        if said == "home":
            scratch.keep(at, scratch.fixtures[at].given(Walkover.HOME))
        elif said:
            scratch.play(at, said)
    assert cup.opponents == scratch.opponents
    assert [each.winner(SINGLE) for each in cup.fixtures] == [
        each.winner(SINGLE) for each in scratch.fixtures
    ]
