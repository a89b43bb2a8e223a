"""A fixture: one match of a competition, from its date to its result."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, NamedTuple, Self

from pydantic import AfterValidator, Field, NaiveDatetime

from companion.i18n import message
from companion.league import kept_json
from companion.league.errors import BadPlace, BadScore, MatchDecided, NoSuchBoard
from companion.league.league_tally import PointsTable
from companion.league.lineup import Pairing, check_lineup, check_places
from companion.league.match_format import MatchFormat, Side
from companion.league.match_result import (
    AnyBoard,
    BoardResult,
    GameResult,
    MatchScore,
    match_score,
    with_game,
)
from companion.league.outcome import Outcome
from companion.league.paper_points import possible_results
from companion.rules.player_names import first_unseen

#: A night of a league ends at five in the morning: a match after midnight belongs to the evening.
_NIGHT_ENDS = timedelta(hours=5)


#: An entrant; 0 for nobody, or for whoever it will be.
AnyEntrant = Annotated[int, Field(ge=0, le=kept_json.LARGEST_NUMBER)]


class Slot(NamedTuple):
    """Who plays on a side: an entrant, or the winner or loser of an earlier match."""

    entrant: AnyEntrant = 0
    winner_of: AnyEntrant = 0
    loser_of: AnyEntrant = 0


def _check_slot(slot: Slot) -> Slot:
    if sum(map(bool, slot)) != 1:
        raise ValueError("it is one of the three")
    return slot


_CheckedSlot = Annotated[Slot, AfterValidator(_check_slot)]


class Walkover(StrEnum):
    """Who gets a match that is not played."""

    HOME = "home"
    AWAY = "away"
    #: Neither came: both lose.
    NOBODY = "nobody"


class MatchState(StrEnum):
    """How far a match has come."""

    PLANNED = "planned"
    POSTPONED = "postponed"
    ON = "on"
    OVER = "over"
    WALKOVER = "walkover"
    #: Its result belongs to entrants who are not, or not yet, through to it.
    ON_HOLD = "on-hold"


class FixtureResult(NamedTuple):
    """What two entrants lined up, played or were given in a match; 0 for whoever it will be."""

    by: tuple[AnyEntrant, AnyEntrant] = (0, 0)
    walkover: Walkover | None = None
    lineup: Annotated[tuple[Pairing, ...], Field(max_length=kept_json.MOST_BOARDS)] = ()
    boards: Annotated[tuple[AnyBoard, ...], Field(max_length=kept_json.MOST_BOARDS)] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was entered at all."""
        is_played = any(board != BoardResult() for board in self.boards)
        return self.walkover is None and not self.lineup and not is_played


class Fixture(NamedTuple):
    """One match, by its number in the competition. `starts_at` is in the club's time."""

    number: kept_json.Number
    round: kept_json.Number
    home: _CheckedSlot
    away: _CheckedSlot
    starts_at: NaiveDatetime | None = None
    place: Annotated[str, Field(max_length=kept_json.LONGEST_PLACE), kept_json.SEEN] = ""
    is_postponed: bool = False
    walkover: Walkover | None = None
    lineup: Annotated[tuple[Pairing, ...], Field(max_length=kept_json.MOST_BOARDS)] = ()
    boards: Annotated[tuple[AnyBoard, ...], Field(max_length=kept_json.MOST_BOARDS)] = ()
    #: Whose result it is, if matches before it say who plays.
    by: tuple[AnyEntrant, AnyEntrant] = (0, 0)
    #: Whether those who played it are through, whatever the matches before it say.
    stands: bool = False
    #: Results of others, who were through before a correction.
    aside: Annotated[tuple[FixtureResult, ...], Field(max_length=kept_json.MOST_ASIDE)] = ()
    #: Worked out anew each time (`result_owners.py`).
    is_on_hold: bool = False

    @property
    def results(self) -> tuple[FixtureResult, ...]:
        """Its result, and those that were set aside."""
        return FixtureResult(self.by, self.walkover, self.lineup, self.boards), *self.aside

    def with_result(self, result: FixtureResult) -> Self:
        """The fixture with that result instead."""
        return self._replace(**result._asdict())

    def with_results(self, change: Callable[[Self], Self]) -> Self:
        """The fixture with its result changed, and those that were set aside as well."""
        aside = tuple(change(self.with_result(each)).results[0] for each in self.aside)
        return change(self)._replace(aside=aside)

    def set_aside(self) -> Self:
        """The fixture to be played again; its result comes back with those who played it."""
        result, *others = self.results
        aside = (*others, *(() if result.is_empty else (result,)))[-kept_json.MOST_ASIDE :]
        empty = self.with_result(FixtureResult())
        return empty._replace(aside=aside, stands=False, is_on_hold=False)

    @property
    def has_no_boards(self) -> bool:
        """Whether only its result was entered: its games are there, but not who played them."""
        return not self.lineup and any(board.games for board in self.boards)

    @property
    def is_for_third(self) -> bool:
        """Whether those meet in it who lost their semi-finals."""
        return bool(self.home.loser_of)

    @property
    def night(self) -> date | None:
        """The night on which it is to be played; None if nobody knows yet."""
        if self.starts_at is None or self.is_postponed:
            return None
        return (max(self.starts_at, datetime.min + _NIGHT_ENDS) - _NIGHT_ENDS).date()

    def check(self, form: MatchFormat) -> Self:
        """This fixture, if it is one of that format; raises `WrongLineup` or `NoSuchBoard`."""
        if self.lineup:
            check_places(form, self.lineup)
        if len(self.boards) > len(form.boards):
            raise NoSuchBoard(message("league.refused.no-such-board", count=len(form.boards)))
        for result in self.aside:
            self.with_result(result)._replace(aside=()).check(form)
        return self

    def postponed(self) -> Self:
        """The fixture without its date; raises `MatchDecided` after a walkover."""
        self._check_open()
        return self._replace(is_postponed=True)

    def moved(self, starts_at: datetime, place: str | None = None) -> Self:
        """The fixture on another date, in the club's time to the minute, and no longer postponed.

        Raises `BadPlace`.
        """
        if place is not None:
            check_place(place)
        minute = starts_at.replace(second=0, microsecond=0, tzinfo=None)
        there = self.place if place is None else place
        return self._replace(starts_at=minute, place=there, is_postponed=False)

    def given(self, walkover: Walkover | None) -> Self:
        """The fixture given by walkover, or played after all (None); its games stay, uncounted.

        A result on hold is set aside.
        """
        before = self.set_aside() if self.is_on_hold else self
        return before._replace(walkover=walkover, is_postponed=False)

    def let_stand(self, stands: bool) -> Self:
        """The fixture on hold with those who played it through after all, or no longer so."""
        return self._replace(stands=stands and (self.stands or self.is_on_hold))

    def lined_up(
        self,
        form: MatchFormat,
        home: Sequence[int],
        away: Sequence[int],
        lineup: Sequence[Pairing],
        called: Callable[[int], str] = str,
    ) -> Self:
        """The fixture with its players; raises `WrongLineup` or `MatchDecided`.

        A board with one empty side goes to the other side, one with two to nobody. What was won at
        the others stays.
        """
        self._check_open()
        found = check_lineup(form, home, away, lineup, called)
        boards = (_board(pairing, self.games(at)) for at, pairing in enumerate(found, 1))
        return self._replace(lineup=found, boards=tuple(boards))

    def played(self, form: MatchFormat, board: int, game: GameResult) -> Self:
        """The fixture after one more game at a board, from 1.

        Raises `MatchDecided`, and as `with_game`.
        """
        self._check_open()
        return self._replace(boards=with_game(form, self.boards, board, game), is_postponed=False)

    def entered(self, form: MatchFormat, result: tuple[int, int]) -> Self:
        """The fixture with its result alone, as a pub has it that keeps no boards.

        Raises `BadScore` for what can't be one, and `MatchDecided` if games were played.
        """
        self._check_open()
        legs = possible_results(form).get(result)
        if legs is None:
            raise BadScore(message("league.refused.result", home=result[0], away=result[1]))
        if self.lineup and any(board.games for board in self.boards):
            raise MatchDecided(message("league.refused.boards-kept"))
        won = (((Side.HOME,) * home, (Side.AWAY,) * away) for home, away in legs)
        # Whoever wins a leg wins its last game.
        boards = (BoardResult(tuple(map(GameResult, sum(sorted(leg, key=len), ())))) for leg in won)
        return self._replace(lineup=(), boards=tuple(boards), is_postponed=False)

    def games(self, board: int) -> tuple[GameResult, ...]:
        """The games of a board, from 1, in their order; empty if there is no such board."""
        return self.boards[board - 1].games if 1 <= board <= len(self.boards) else ()

    def without_game(self, board: int, game: int) -> Self:
        """The fixture without a game of a board, both from 1; raises `NoSuchBoard`, `MatchDecided`.

        It was entered by mistake, or is about to be entered again.
        """
        games = self.games(board)
        if not 1 <= game <= len(games):
            raise NoSuchBoard(message("league.refused.no-such-game"))
        self._check_open()
        left = self.boards[board - 1]._replace(games=(*games[: game - 1], *games[game:]))
        return self._replace(boards=(*self.boards[: board - 1], left, *self.boards[board:]))

    def with_games(self, change: Callable[[int, GameResult], GameResult | None]) -> Self:
        """The fixture with another game for each, by its board from 1; None removes a game."""

        def changed(result: Self) -> Self:
            boards = []
            for number, board in enumerate(result.boards, 1):
                games = (change(number, game) for game in board.games)
                boards.append(board._replace(games=tuple(filter(None, games))))
            return result._replace(boards=tuple(boards))

        return self.with_results(changed)

    def score(self, form: MatchFormat) -> MatchScore:
        """What was played, whether it counts or not."""
        return match_score(form, self.boards)

    def state(self, form: MatchFormat) -> MatchState:
        """How far the match has come."""
        if self.is_on_hold:
            return MatchState.ON_HOLD
        if self.walkover is not None:
            return MatchState.WALKOVER
        score = self.score(form)
        if score.is_over:
            return MatchState.OVER
        if self.is_postponed:
            return MatchState.POSTPONED
        has_begun = score.has_begun or any(board.games for board in self.boards)
        return MatchState.ON if has_begun else MatchState.PLANNED

    def winner(self, form: MatchFormat) -> Side | None:
        """Who won, by play or by walkover; None while nobody has, or for a draw."""
        if self.is_on_hold:
            return None
        if self.walkover is None:
            return self.score(form).winner
        return {Walkover.HOME: Side.HOME, Walkover.AWAY: Side.AWAY}.get(self.walkover)

    def outcome(
        self, form: MatchFormat, table: PointsTable, home: int, away: int
    ) -> Outcome | None:
        """Its result for these two entrants; None while it is open."""
        score, winner, sides = self.score(form), self.winner(form), ((home,), (away,))
        if self.is_on_hold or (self.walkover is None and not score.is_over):
            return None
        if self.walkover is None:
            games = (game for board in self.boards for game in board.games)
            lacks = any(game.points == (0, 0) for game in games)
            played = score.score, score.games, score.points
            return Outcome(sides, *played, winner, lacks_points=lacks)
        won = tuple(table.walkover_score if winner is side else 0 for side in Side)
        return Outcome(sides, won, won, (0, 0), winner, True)

    def _check_open(self) -> None:
        if self.is_on_hold:
            raise MatchDecided(message("league.refused.on-hold"))
        if self.walkover is not None:
            raise MatchDecided(message("league.refused.match-decided"))


def check_place(place: str) -> None:
    """Refuse a place that nobody can read; raises `BadPlace`."""
    is_too_long = len(place) > kept_json.LONGEST_PLACE
    if is_too_long or place != place.strip() or first_unseen(place) is not None:
        raise BadPlace(message("league.refused.place", longest=kept_json.LONGEST_PLACE))


def _board(pairing: Pairing, games: tuple[GameResult, ...]) -> BoardResult:
    """A board with the games that were played there, if both sides send someone."""
    absent = [side for side in Side if not pairing[side]]
    if not absent:
        return BoardResult(games)
    return BoardResult(is_void=True) if len(absent) > 1 else BoardResult(forfeited_by=absent[0])
