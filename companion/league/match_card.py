"""A match card: a match with its boards, who sat there and what they won, for signing."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from companion.i18n import Text, message
from companion.league.competition import Competition
from companion.league.fixture import Fixture, MatchState, Slot
from companion.league.fixture_list import Opponents
from companion.league.league_tally import LeaguePoints, describe_points
from companion.league.lineup import Pairing
from companion.league.match_format import Side
from companion.league.match_result import BoardResult, GameResult, LegScore, MatchScore

Name = str | Text


class CardBoard(NamedTuple):
    """A board on the card: the names at it, its games, its result."""

    number: int
    home: tuple[Name, ...]
    away: tuple[Name, ...]
    games: tuple[GameResult, ...]
    score: LegScore
    forfeited_by: Side | None

    @property
    def names(self) -> tuple[str, str]:
        """Partners by their names, home first; a dash for nobody."""
        return _joined(self.home) or "—", _joined(self.away) or "—"


class MatchCard(NamedTuple):
    """A match as both captains accept it."""

    competition: str
    round: int
    starts_at: datetime | None
    place: str
    home: Name
    away: Name
    state: MatchState
    boards: tuple[CardBoard, ...]
    score: MatchScore
    winner: Side | None
    #: League points, home and away; None while the match is open, or if no table counts them.
    league_points: tuple[LeaguePoints, LeaguePoints] | None

    @property
    def names(self) -> tuple[Name, Name]:
        """What the two sides are called, home first."""
        return self.home, self.away

    @property
    def points(self) -> tuple[str, str] | None:
        """League points as people write them."""
        if self.league_points is None:
            return None
        home, away = self.league_points
        return describe_points(home), describe_points(away)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """The card as rows for a spreadsheet: the match, its boards, the sum."""
        yield message("league.card.competition"), self.competition
        yield message("league.card.round"), self.round
        yield message("league.card.day"), self.starts_at
        yield message("league.card.place"), self.place
        yield message("league.card.state"), message(f"league.state.{self.state}")
        yield ()
        sides = self.names
        games = [message("league.card.games-of", name=name) for name in sides]
        points = [message("league.card.points-of", name=name) for name in sides]
        yield message("league.card.board"), *sides, *games, *points
        for board in self.boards:
            names = (_joined(board.home), _joined(board.away))
            yield board.number, *names, *board.score.games, *board.score.points
        yield message("league.card.all"), "", "", *self.score.games, *self.score.points
        yield message("league.card.score"), "", "", *self.score.score
        if self.league_points is not None:
            yield message("league.card.league-points"), "", "", *self.league_points


def match_card(
    competition: Competition,
    fixture: Fixture,
    opponents: Opponents,
    entrants: Mapping[int, Name],
    players: Mapping[int, Name],
) -> MatchCard:
    """The card of a fixture, with the names of its entrants and of the club's players.

    A player whose name was removed appears as a number.
    """
    form = competition.form
    score = fixture.score(form)
    is_bare = fixture.walkover is not None and not any(each.games for each in fixture.boards)
    legs = () if is_bare or fixture.has_no_boards else score.boards
    # A result on hold is that of those who played it, whoever is through now.
    home, away = fixture.by if fixture.is_on_hold else opponents
    return MatchCard(
        competition.name,
        fixture.round,
        None if fixture.is_postponed else fixture.starts_at,
        fixture.place,
        describe_slot(fixture.home, home or None, entrants),
        describe_slot(fixture.away, away or None, entrants),
        fixture.state(form),
        tuple(_board(fixture, number, leg, players) for number, leg in enumerate(legs, 1)),
        score,
        fixture.winner(form),
        _league_points(competition, fixture, opponents),
    )


def _board(
    fixture: Fixture, number: int, score: LegScore, players: Mapping[int, Name]
) -> CardBoard:
    pairing = fixture.lineup[number - 1] if fixture.lineup else Pairing((), ())
    result = fixture.boards[number - 1] if number <= len(fixture.boards) else BoardResult()
    home, away = (tuple(_name(player, players) for player in side) for side in pairing)
    return CardBoard(number, home, away, result.games, score, result.forfeited_by)


def describe_slot(slot: Slot, entrant: int | None, entrants: Mapping[int, Name]) -> Name:
    """Who plays on a side: a name, or the match whose winner or loser it will be."""
    if entrant is not None:
        return _name(entrant, entrants)
    if slot.winner_of:
        return message("league.winner-of", number=slot.winner_of)
    return message("league.loser-of", number=slot.loser_of)


def _league_points(
    competition: Competition, fixture: Fixture, opponents: Opponents
) -> tuple[LeaguePoints, LeaguePoints] | None:
    home, away = opponents
    # Only a table counts them: cups and ladders only need who won.
    if not competition.shape.counts_points or home is None or away is None:
        return None
    outcome = fixture.outcome(competition.form, competition.table, home, away)
    if outcome is None:
        return None
    table = competition.table
    return table.worth(outcome, Side.HOME), table.worth(outcome, Side.AWAY)


def _name(number: int, names: Mapping[int, Name]) -> Name:
    return names.get(number) or message("league.no-name", number=number)


def _joined(names: tuple[Name, ...]) -> str:
    return " & ".join(map(str, names))
