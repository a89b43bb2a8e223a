"""A competition of a club, planned or as it is now: who takes part, matches, and results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple, Self

from companion.clubs.club import Club, Player
from companion.clubs.errors import LeaguesFull, NoSuchMatch
from companion.clubs.leagues.entrant_input import NewEntrant, entrants_of, new_names, with_numbers
from companion.clubs.leagues.league_loader import Acceptance, MatchTable
from companion.i18n import Text, message
from companion.league import fixture_list
from companion.league.byes import byes
from companion.league.competition import Competition, Entrant, EntrantKind, Shape, told_apart
from companion.league.fixture import Fixture, MatchState
from companion.league.ladder import Ladder
from companion.league.late_entry import drawn_again
from companion.league.lineup import Pairing
from companion.league.match_card import describe_slot
from companion.league.match_format import Side
from companion.league.match_result import GameResult, Score
from companion.league.paired_rounds import next_round
from companion.league.playing_order import PlayingOrder
from companion.league.standings import Standing
from companion.rules.player_names import check_name

#: The most matches of a competition: 50 entrants who meet twice.
MOST_MATCHES = 2_500


class LeaguePlan(NamedTuple):
    """What a competition would be like: rounds, matches, and byes of the first round."""

    rounds: int
    matches: int
    byes: int


def plan_league(club: Club, competition: Competition, entrants: Sequence[NewEntrant]) -> LeaguePlan:
    """How many rounds, matches and byes there will be; nothing is kept. Raises as `create`."""
    new = new_names(entrants)
    for name in new:
        check_name(name)
    first = max((player.number for player in club.players), default=0) + 1
    players = tuple(Player(number, name) for number, name in enumerate(new, first))
    club = club._replace(players=(*club.players, *players))
    numbers = {player.name: player.number for player in players}
    found = entrants_of(club, competition, with_numbers(entrants, numbers))
    fixtures = fixture_list.draw_fixtures(competition, found)
    check_matches(len(fixtures))
    rounds = byes(competition.shape, found, fixtures)
    return LeaguePlan(len(rounds), len(fixtures), len(rounds.get(1, ())))


def check_matches(count: int) -> None:
    """Refuse more matches than a competition may have; raises `LeaguesFull`."""
    if count > MOST_MATCHES:
        raise LeaguesFull(message("league.refused.matches", most=MOST_MATCHES))


#: The last rounds of a knock-out, from the final backwards.
_LAST_ROUNDS = ("final", "semi-finals", "quarter-finals")


@dataclass(frozen=True, eq=False)
class League:
    """A competition with its matches; games at tables are as their records are now.

    If only some of its matches were read, all entrants are still there. So are the matches that
    decide who plays in these. Its table and its ladder need all of them.
    """

    id: str
    club: Club
    competition: Competition
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]
    #: The line-ups of teams as they were entered, whatever players were merged since.
    said: Mapping[int, tuple[Pairing, ...]]
    #: How often each fixture was changed, by its number.
    revisions: Mapping[int, int]
    tables: Mapping[str, MatchTable]
    #: What was said of the cards of its matches, by their numbers.
    cards: Mapping[int, Acceptance]
    #: It differs whenever anything of the competition has changed.
    mark: str

    @cached_property
    def opponents(self) -> Mapping[int, fixture_list.Opponents]:
        """Who plays in each fixture, as far as that is known, by its number."""
        return fixture_list.opponents_of(self.fixtures, self.competition.form)

    @cached_property
    def names(self) -> Mapping[int, str | Text]:
        """What each entrant is called; players and pairs as the club calls them today."""
        return told_apart({each.number: self._name(each) for each in self.entrants})

    @cached_property
    def byes(self) -> Mapping[int, tuple[int, ...]]:
        """Who has a bye in each round, if all matches of that round are here."""
        if self.competition.shape.is_paired:
            return {each.round: (each.entrant,) for each in self.competition.byes}
        return byes(self.competition.shape, self.entrants, self.fixtures)

    def fixture(self, number: int) -> Fixture:
        """The match with that number; raises `NoSuchMatch`."""
        if number not in self._by_number:
            raise NoSuchMatch(number)
        return self._by_number[number]

    @cached_property
    def _by_number(self) -> Mapping[int, Fixture]:
        return {each.number: each for each in self.fixtures}

    def entrant(self, number: int | None) -> Entrant | None:
        """The entrant with that number; None for nobody."""
        return next((each for each in self.entrants if each.number == number), None)

    def sides_of(self, fixture: Fixture) -> tuple[str | Text, str | Text]:
        """What the two sides of a match are called, home first."""
        home, away = self.opponents[fixture.number]
        return (
            describe_slot(fixture.home, home, self.names),
            describe_slot(fixture.away, away, self.names),
        )

    def home_of(self, fixture: Fixture) -> str:
        """Where the home side plays, if the match has no other place."""
        home = self.entrant(self.opponents[fixture.number].home)
        return home.place if home else ""

    def with_one_more(self) -> tuple[Fixture, ...]:
        """The matches of a round robin if one more takes part: rounds not begun are drawn again."""
        here = [each.number for each in self.entrants if not each.has_left]
        new = max(each.number for each in self.entrants) + 1
        again = drawn_again(self.competition, self.fixtures, [*here, new])
        return tuple({each.number: each for each in (*self.fixtures, *again)}.values())

    def gone_from(self, fixture: Fixture) -> tuple[str | Text, ...]:
        """Whose leaving makes a match count nothing: all their results are deleted."""
        left = {each.number for each in self.entrants if each.has_left}
        if not (self.competition.strikes_out and self.competition.shape.has_table):
            return ()
        opponents = self.opponents[fixture.number]
        return tuple(self.names[each] for each in opponents if each in left)

    @property
    def disputes_that_count(self) -> int:
        """How many matches in dispute the table counts."""
        said = (self.fixture(number) for number, card in self.cards.items() if card.disputed_by)
        closed = (MatchState.OVER, MatchState.WALKOVER)
        counted = (
            each.state(self.competition.form) in closed and not self.gone_from(each)
            for each in said
        )
        return sum(counted) if self.competition.shape.has_table else 0

    def title_of(self, fixture: Fixture) -> Text:
        """What a match is for: its round, or third place."""
        if fixture.is_for_third:
            return message("league.third")
        return self.round_title(fixture.round)

    def round_title(self, number: int) -> Text:
        """What a round is called: its number, or what it is for the last ones of a knock-out.

        A challenge on a ladder is a round of its own.
        """
        if self.competition.shape is Shape.KNOCK_OUT:
            last = max(each.round for each in self.fixtures)
            if 0 <= last - number < len(_LAST_ROUNDS):
                return message(f"league.{_LAST_ROUNDS[last - number]}")
        if self.competition.shape is Shape.LADDER:
            return message("league.challenge-number", number=number)
        return message("league.round", number=number)

    def seed_of(self, number: int) -> str:
        """The text that decides the random draw of a match."""
        return f"{self.competition.seed}/{number}"

    def squads(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who may play for each side of a match, home first; nobody for a side not known yet."""
        home, away = (self.entrant(each) for each in self.opponents[number])
        return home.may_play if home else (), away.may_play if away else ()

    def usual_order(self, number: int, side: Side) -> PlayingOrder:
        """How a side plays unless someone says otherwise: as in its last match, or as listed."""
        team = self.opponents[number][side]
        others = (
            (each.starts_at or datetime.min, each.number, tuple(at[own] for at in each.lineup))
            for each in self.fixtures
            for own in Side
            if each.number != number and each.lineup and not each.is_on_hold
            if self.opponents[each.number][own] == team
        )
        *_, last = max(others, default=((),))
        entrant = self.entrant(team)
        squad = self.club.with_names(entrant.players) if entrant else ()
        return PlayingOrder.usual(self.competition.form, squad, last)

    def counting(self, scores: Mapping[str, Score]) -> Self:
        """The result with what each side scored at the tables, home first."""

        def scored(_board: int, game: GameResult) -> GameResult:
            return game._replace(points=scores.get(game.table, game.points))

        return replace(self, fixtures=tuple(each.with_games(scored) for each in self.fixtures))

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The table of standings now."""
        return fixture_list.table_of(self.competition, self.entrants, self.fixtures)

    @property
    def round_to_pair(self) -> int:
        """The round of a Swiss or Keizer to pair: the last one again, until a match has begun."""
        return next_round(self.competition, self.fixtures)

    @cached_property
    def values(self) -> Mapping[int, int]:
        """What each is worth in a Keizer; empty for any other competition."""
        if self.competition.shape is not Shape.KEIZER:
            return {}
        return fixture_list.keizer_of(self.competition, self.entrants, self.fixtures).values

    @cached_property
    def ladder(self) -> Ladder:
        """The rungs of a ladder now."""
        return fixture_list.ladder_of(self.competition, self.entrants, self.fixtures)

    def may_challenge(self, number: int) -> tuple[int, ...]:
        """The entrants one can challenge now: nobody plays two challenges at a time."""
        free = (each for each in self.ladder.may_challenge(number) if each not in self._busy)
        return () if number in self._busy else tuple(free)

    @cached_property
    def can_be_drawn(self) -> bool:
        """Whether a match can end level: a board where neither side plays may make it so."""
        return self.competition.form.can_be_drawn or any(
            line.tally.drawn for line in self.standings
        )

    @property
    def champion(self) -> str | Text | None:
        """The winner of a knock-out, by its last match."""
        if self.competition.shape is not Shape.KNOCK_OUT or not self.fixtures:
            return None
        winner = self.fixtures[-1].winner(self.competition.form)
        return None if winner is None else self.sides_of(self.fixtures[-1])[winner]

    @property
    def round_of_now(self) -> int | None:
        """The first round with a match still to play, unless it is the first one."""
        if self.competition.shape is Shape.LADDER:
            return None
        form, closed = self.competition.form, (MatchState.OVER, MatchState.WALKOVER)
        open_ones = (each.round for each in self.fixtures if each.state(form) not in closed)
        number = min(open_ones, default=1)
        return number if number > 1 else None

    @cached_property
    def _busy(self) -> set[int]:
        nameless = {each.number for each in self.entrants if not self.club.with_names(each.players)}
        return fixture_list.who_meets_now(self.competition, self.fixtures) | nameless

    def _name(self, entrant: Entrant) -> str:
        if entrant.kind is EntrantKind.TEAM:
            return entrant.name
        return " & ".join(self.club.called(each) for each in entrant.players)
