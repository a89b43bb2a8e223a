"""What people may argue about in a match, as plain values: its result, its people, its day."""

from companion.league.fixture import Fixture
from companion.league.match_format import Side
from companion.league.match_result import GameResult

#: By name, with a number for what belongs to a board: `board-3`. People are the club's numbers,
#: at a board those of the home side, 0, and those of the other side.
MatchFacts = dict[str, str | int | bool | tuple[int, ...] | None]


#: A game that is not over.
ON = "…"


def match_facts(fixture: Fixture) -> MatchFacts:
    """The facts of a match: its day and place, its line-up, the result of each board."""
    day = fixture.starts_at and fixture.starts_at.isoformat(" ", "minutes")
    facts: MatchFacts = {"day": "" if fixture.is_postponed else day or "", "place": fixture.place}
    return facts | result_facts(fixture)


def result_facts(fixture: Fixture) -> MatchFacts:
    """Those facts of a match that both sides accept on its card."""
    facts: MatchFacts = {"walkover": str(fixture.walkover or "")}
    for number, pairing in enumerate(fixture.lineup, 1):
        facts[f"line-{number}"] = (*pairing.home, 0, *pairing.away)
    if fixture.has_no_boards:
        won = [game.winner for board in fixture.boards for game in board.games]
        return facts | {"result": f"{won.count(Side.HOME)}–{won.count(Side.AWAY)}"}
    for number, board in enumerate(fixture.boards, 1):
        facts[f"board-{number}"] = ", ".join(map(_written, board.games))
    return facts


def _written(game: GameResult) -> str:
    """A game as people write it: by its points, else by who won."""
    if game.winner is None:
        return ON
    won = ("1–0", "0–1")[game.winner]
    if game.points == (0, 0):
        return won
    points = "–".join(str(each).replace("-", "−") for each in game.points)
    is_odd = game.points[game.winner] <= game.points[game.winner.other]
    return f"{points} ({won})" if is_odd else points
