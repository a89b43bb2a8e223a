"""A league of a club: teams and players who meet, games that are opened and won."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.clubs.leagues.club_league import League
from companion.clubs.leagues.club_match import Match
from companion.clubs.leagues.entrant_input import NewEntrant
from companion.clubs.leagues.league_loader import MatchTable
from companion.league.competition import Competition, EntrantKind, Shape
from companion.league.league_tally import PointsTable
from companion.league.lineup import Pairing
from companion.league.match_format import LegKind, MatchBoard, MatchFormat, Side
from tests.clubs.house import House
from tests.tables.scribe import correct, enter

HOME, AWAY = Side.HOME, Side.AWAY
#: A ruling can end a game of this kind, so that a test need not play a hand.
AT_ONCE = (("game-ends", "at-once"), ("tiles-each", "7"))
#: Two teams of two: two singles, the best of three games each.
SINGLES = MatchFormat((MatchBoard(1, 3, changes=AT_ONCE),) * 2)
#: Two people, one game.
ONE_GAME = MatchFormat((MatchBoard(1, changes=AT_ONCE),))
#: Two pairs, three games, all played.
PAIRS = MatchFormat((MatchBoard(2, 3, LegKind.ALL, changes=AT_ONCE),))

TEAMS = Competition("Winter", Shape.ROUND_ROBIN, EntrantKind.TEAM, SINGLES, seed="winter")
PLAYERS = Competition("Singles", Shape.ROUND_ROBIN, EntrantKind.PLAYER, ONE_GAME, seed="singles")
THREE = PointsTable(win=Fraction(3), walkover_won=Fraction(3))


@dataclass
class LeagueNight:
    """A competition in a club, played at its tables."""

    house: House
    league_id: str

    @property
    def league(self) -> League:
        """The competition as it stands."""
        return self.house.clubs.leagues.look(self.house.club_id, self.league_id)

    def match(self, number: int = 1) -> Match:
        """A match as it stands."""
        return self.house.clubs.matches.look((self.house.club_id, self.league_id, number))

    def tables(self, number: int = 1) -> list[MatchTable]:
        """The tables of a match's games, in the order of the card."""
        match = self.match(number)
        games = (game for board in match.fixture.boards for game in board.games if game.table)
        return [match.league.tables[game.table] for game in games]

    def line_up(self, *pairs: Pairing, number: int = 1) -> None:
        matches = self.house.clubs.matches
        matches.line_up((self.house.club_id, self.league_id, number), pairs)

    def open(self, board: int = 1, number: int = 1) -> str:
        """Open the next game of a board; the table's id."""
        match_tables = self.house.clubs.match_tables
        new = match_tables.new_table((self.house.club_id, self.league_id, number), board)
        return self.house.tables.open(new.header, keeper="Ana's phone", then=new.then)

    def play(self, side: Side, board: int = 1, number: int = 1, points: int = 61) -> str:
        """Open the next game of a board and let a side win it; the table's id."""
        table_id = self.open(board, number)
        self.win(table_id, side, points)
        return table_id

    def win(self, table_id: str, side: Side, points: int = 61) -> None:
        """Let a side win the game at a table."""
        header = self.house.tables.look(table_id).header
        name = header.seating.side_names[side]
        lead = f"lead: {header.players[0]}"
        enter(self.house.tables, table_id, lead, f"ruling: {name} +{points}")

    def correct(self, table_id: str, side: Side, points: int = 61) -> None:
        """Put right whom the points of a table belong to."""
        names = self.house.tables.look(table_id).header.seating.side_names
        right = f"ruling: {names[side]} +{points}"
        correct(self.house.tables, table_id, f"ruling: {names[side.other]} +{points}", right)

    @property
    def points(self) -> dict[str, tuple[int, Fraction]]:
        """The table: matches played and league points by name, the first place first."""
        names = self.league.names
        return {
            str(names[line.number]): (line.tally.played, line.tally.league_points)
            for line in self.league.standings
        }


def begun(house: House, competition: Competition, entrants: Sequence[NewEntrant]) -> LeagueNight:
    """A competition of these entrants, the first of them seeded first."""
    league_id = house.clubs.leagues.create(house.club_id, competition, entrants, in_order=True)
    return LeagueNight(house, league_id)


def players(house: House, competition: Competition, *names: str) -> LeagueNight:
    """A competition of these single players."""
    return begun(house, competition, [NewEntrant((number,)) for number in house.join(*names)])


def teams(house: House, *names: str) -> LeagueNight:
    """A league of teams of two, the Reds and the Blues if no others are named."""
    squads = [NewEntrant(house.join(f"{name} 1", f"{name} 2"), name) for name in names]
    return begun(house, TEAMS, squads) if names else teams(house, "Reds", "Blues")
