"""A match of a competition as it is now: who plays, the games, the card that captains accept."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cached_property, partial
from hashlib import sha256

from companion.clubs.club_history import Facts, what_differs
from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.league_loader import Acceptance, MatchTable
from companion.i18n import Text
from companion.league.competition import Competition, Entrant, EntrantKind, Shape
from companion.league.fixture import Fixture, MatchState
from companion.league.fixture_list import FixtureList, Opponents
from companion.league.kept_json import read_kept, write_kept
from companion.league.lineup import Pairing, draw_lineup
from companion.league.match_card import MatchCard, match_card
from companion.league.match_facts import result_facts
from companion.league.match_format import Side
from companion.league.match_result import GameResult, MatchScore, Score
from companion.league.playing_order import PlayingOrder
from companion.league.result_owners import rightful


def as_it_stands(
    competition: Competition,
    entrants: Sequence[Entrant],
    fixtures: Sequence[Fixture],
    tables: Mapping[str, MatchTable],
) -> tuple[Fixture, ...]:
    """Fixtures as they are kept, with the winners from the records of their tables.

    A game is left out if its table is gone, or its players are no longer those of the match.
    """
    found: list[Fixture] = []
    course = FixtureList(competition.form, fixtures)
    players = {each.number: each.players for each in entrants}
    for fixture in sorted(fixtures, key=lambda each: each.number):
        opponents = course.opponents(fixture)
        usual = () if competition.kind is EntrantKind.TEAM else opponents
        recorded = fixture.with_results(partial(_recorded, tables, players, usual))
        now = rightful(recorded, competition.form, opponents)
        found.append(now)
        course.goes_on(now)
    return tuple(found)


def _recorded(
    tables: Mapping[str, MatchTable],
    players: Mapping[int, tuple[int, ...]],
    opponents: Sequence[int | None],
    fixture: Fixture,
) -> Fixture:
    """A result with what its tables say; these opponents play, or nobody if captains say who."""
    # In a knock-out the matches before them decide, unless it is the result of others.
    by = fixture.by if opponents and any(fixture.by) else opponents
    lineup = _of_opponents(players, by) if by else ()

    def recorded(board: int, game: GameResult) -> GameResult | None:
        if not game.table:
            return game
        table = tables.get(game.table)
        if table is None or (table.fixture, table.board) != (fixture.number, board):
            return None
        if lineup and table.people != (frozenset(lineup[0].home), frozenset(lineup[0].away)):
            return None
        return GameResult(table.winner, table=table.id)

    return fixture.with_games(recorded)._replace(lineup=lineup or fixture.lineup)


def _of_opponents(
    players: Mapping[int, tuple[int, ...]], opponents: Sequence[int | None]
) -> tuple[Pairing, ...]:
    """Who plays if no captain says: the entrants, as far as they are known."""
    home, away = (players.get(each or 0) for each in opponents)
    return (Pairing(home, away),) if home is not None and away is not None else ()


def without_results(competition: Competition, fixture: Fixture) -> Fixture:
    """The fixture as it is kept: of a table's game, only which table."""
    plain = fixture.with_games(
        lambda _, game: GameResult(None, table=game.table) if game.table else game
    )._replace(is_on_hold=False)
    if competition.kind is EntrantKind.TEAM:
        return plain
    return plain.with_results(lambda each: each._replace(lineup=()))


class CardState(StrEnum):
    """How far a match card has come."""

    #: Nobody has proposed it yet.
    OPEN = "open"
    #: One phone has, and another one must accept it.
    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    #: The result has changed since.
    CHANGED = "changed"


class Match:
    """A fixture of a competition with everything that its page and its card show."""

    def __init__(self, league: League, number: int) -> None:
        """The match with that number; raises `NoSuchMatch`."""
        self.league, self.number = league, number
        self.fixture: Fixture = league.fixture(number)
        #: Who plays in it, as far as that is known.
        self.opponents: Opponents = league.opponents[number]
        self.acceptance = league.cards.get(number, Acceptance())

    @cached_property
    def state(self) -> MatchState:
        """How far it has come."""
        return self.fixture.state(self.league.competition.form)

    @cached_property
    def score(self) -> MatchScore:
        """What was played."""
        return self.fixture.score(self.league.competition.form)

    @property
    def shown_score(self) -> Score | None:
        """Its result; None before it begins, or after a walkover."""
        return self.score.score if self.state in (MatchState.ON, MatchState.OVER) else None

    @property
    def winner(self) -> Side | None:
        """Who won; None if nobody has yet."""
        return self.fixture.winner(self.league.competition.form)

    @property
    def teams(self) -> tuple[str | Text | None, ...]:
        """The teams that meet, home first; None for single players and pairs."""
        is_of_teams = self.league.competition.kind is EntrantKind.TEAM
        return self.league.sides_of(self.fixture) if is_of_teams else (None, None)

    @property
    def is_decided(self) -> bool:
        """Whether it was played to its end, or given by walkover."""
        return self.state in (MatchState.OVER, MatchState.WALKOVER)

    @property
    def no_longer_through(self) -> list[str | Text]:
        """Those who played it, or had it given to them, and are not through any more."""
        by = (each for each in self.fixture.by if each and each not in self.opponents)
        return [self.league.names[each] for each in by]

    @property
    def waits(self) -> bool:
        """Whether it is not known yet who plays: earlier matches are still open."""
        return None in self.opponents

    @property
    def needs_lineup(self) -> bool:
        """Whether the next step is to enter the lineup."""
        return not self.fixture.lineup and self.can_be_played

    @property
    def can_be_played(self) -> bool:
        """Whether games may be entered: it is known who plays, and nothing else decides it."""
        is_given = self.fixture.walkover is not None or self.fixture.has_no_boards
        return not (self.waits or is_given or self.fixture.is_on_hold)

    @property
    def can_be_lined_up(self) -> bool:
        """Whether captains may enter the lineup."""
        return self.can_be_played and self.league.competition.kind is EntrantKind.TEAM

    @property
    def lacks_winner(self) -> bool:
        """Whether it ended level because a board stayed empty, and one side must go on."""
        is_level = self.state is MatchState.OVER and self.score.winner is None
        return is_level and self.league.competition.shape is Shape.KNOCK_OUT

    @cached_property
    def card(self) -> MatchCard:
        """Its card, with the names as they are today."""
        names: Mapping[int, str | Text] = self.league.club.names
        there = self.fixture.place or self.league.home_of(self.fixture)
        fixture = self.fixture._replace(place=there)
        return match_card(
            self.league.competition, fixture, self.opponents, self.league.names, names
        )

    @cached_property
    def orders(self) -> tuple[PlayingOrder, PlayingOrder]:
        """How each side is lined up; until then, how it usually plays."""
        form, lineup = self.league.competition.form, self.fixture.lineup
        home, away = (
            PlayingOrder.of(form, tuple(pairing[side] for pairing in lineup))
            if lineup
            else self.league.usual_order(self.number, side)
            for side in Side
        )
        return home, away

    @cached_property
    def was_drawn(self) -> bool:
        """Whether the lineup was picked at random: the same draw comes out again."""
        form, lineup = self.league.competition.form, self.fixture.lineup
        home, away = ([player for pairing in lineup for player in pairing[side]] for side in Side)
        is_complete = bool(home and away) and len({*home, *away}) == len(home) + len(away)
        if not form.is_drawn or not is_complete:
            return False
        return draw_lineup(form, home, away, self.league.seed_of(self.number)) == lineup

    @cached_property
    def fingerprint(self) -> str:
        """A mark of its result: it differs for any other lineup, winner or score.

        Merging two players, or separating them, makes no other result.
        """
        fixture = self.fixture
        boards = [
            [[game.winner, *game.points] for game in board.games]
            if board.forfeited_by is None
            else board.forfeited_by
            for board in fixture.boards
        ]
        # For pairs and single players the lineup is the entrants.
        told = [self.opponents, self.league.said[self.number], boards, fixture.walkover]
        return sha256(write_kept(told).encode()).hexdigest()

    @property
    def card_state(self) -> CardState:
        """How far its card has come."""
        if not self.acceptance.fingerprint:
            return CardState.OPEN
        if self.acceptance.fingerprint != self.fingerprint:
            return CardState.CHANGED
        return CardState.ACCEPTED if self.acceptance.accepted_by else CardState.PROPOSED

    @property
    def was_changed(self) -> bool:
        """Whether its result is no longer the one that both sides accepted."""
        is_other = self.acceptance.settled_mark not in ("", self.fingerprint)
        return is_other and not self.fixture.is_on_hold

    @cached_property
    def changes(self) -> tuple[Facts, Facts]:
        """What of its result was otherwise when both sides accepted it, and what it is now."""
        settled = self.acceptance.settled
        if not settled or not self.was_changed:
            return {}, {}
        was = result_facts(read_kept(Fixture, settled))
        return what_differs(was, result_facts(self.fixture))

    @property
    def missing(self) -> tuple[Side, ...]:
        """The sides that have not accepted the result as it is."""
        match self.card_state:
            case CardState.OPEN | CardState.CHANGED:
                return tuple(Side) if self.is_decided else ()
            case CardState.PROPOSED:
                return (self.acceptance.proposed_for.other,)
            case _:
                return tuple(Side) if self.acceptance.disputed_by else ()

    def speaks_for(self, device: str, secret: str = "") -> set[Side]:
        """The sides that a phone speaks for: if it is a captain's, their own team.

        Any other that only watches needs the `secret` that was handed to it, for one side.
        """
        own = self.league.club.seen_by(device)
        if own is not None and own.scores:
            return {*Side}
        is_opened = self.card_state is CardState.PROPOSED and self.acceptance.is_opened_by(secret)
        handed = {self.acceptance.proposed_for.other} if is_opened else set()
        return self._captained(device) or handed

    def may_speak(self, device: str, secret: str = "") -> tuple[Side, ...]:
        """The sides for which a phone can confirm the result now."""
        said, own = self.acceptance, self.speaks_for(device, secret)
        if self.card_state is CardState.PROPOSED and self.are_one(device, said.proposed_by):
            return ()
        return tuple(side for side in self.missing if side in own)

    def are_one(self, device: str, other: str) -> bool:
        """Whether two phones are the same, or captains' of the same team."""
        return device == other or bool(self._captained(device) & self._captained(other))

    def _captained(self, device: str) -> set[Side]:
        own = self.league.club.seen_by(device)
        teams = own.teams if own else ()
        return {side for side in Side if (self.league.id, self.opponents[side]) in teams}

    def may_dispute(self, device: str, secret: str) -> bool:
        """Whether a phone can say that the result is wrong; one that only watches by a secret."""
        said = self.acceptance
        spoke = device in (said.proposed_by, said.accepted_by)
        return bool(spoke or self.speaks_for(device) or said.is_opened_by(secret))


def cards_outstanding(league: League, today: date) -> list[tuple[Match, tuple[Side, ...]]]:
    """The matches of earlier days without a result, and those whose card sides haven't accepted.

    Each with these sides; none if there is no result. The latest come first.
    """
    found = []
    counted = (each for each in league.fixtures if not league.gone_from(each))
    for fixture in counted:
        if fixture.walkover is None and (fixture.night is None or fixture.night < today):
            match = Match(league, fixture.number)
            if match.missing or not (match.is_decided or match.waits or fixture.night is None):
                found.append((match, match.missing))
    return sorted(found, key=lambda each: each[0].fixture.night or today, reverse=True)
