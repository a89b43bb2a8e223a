"""The daily puzzle: the same for everyone, worth a thought, and from honest play."""

from datetime import date, timedelta
from hashlib import sha256

import pytest
from play import score

from companion.coach.analysis import daily_puzzles
from companion.coach.analysis.daily_puzzles import daily_puzzle
from companion.coach.analysis.puzzle import Puzzle
from companion.coach.analysis.surge import Aim, TurnOutcome, WrongHand, turn_of
from companion.record.header import Header
from companion.rules.errors import NotYourTurn
from companion.rules.game import Game
from companion.rules.tile import ALL_TILES, Tile
from tests.thorough import is_thorough

from .trying import longest, most_points, turns

FIRST = date(2026, 11, 21)
DAYS = [FIRST + timedelta(number) for number in range(60 if is_thorough() else 36)]


def record_of(puzzle: Puzzle) -> str:
    seating = puzzle.position.seating
    header = Header(puzzle.game.id, seating.players, seating.has_partners or None)
    return "\n".join([str(header), *(str(entry.statement) for entry in puzzle.entries), ""])


def asked(puzzle: Puzzle, tiles: int, points: int) -> int:
    return tiles if puzzle.aim is Aim.LONGEST else points


def left_at_most(game: Game, tile: Tile, host: Tile | None, held: tuple[Tile, ...]) -> int:
    """The most that the next player scores with any tile that whoever sets this one cannot see."""
    assert game.hand is not None and game.turn is not None
    total = game.hand.layout.set_tile(tile, host).total
    after = game.set_tile(game.turn, tile, host, claim=total)
    unseen = [each for each in ALL_TILES if each not in (*game.hand.layout.tiles, *held)]
    scored = [0]
    for each in unseen:
        for one_tile in turns(after, [each]):
            scored += one_tile
    return max(scored)


@pytest.mark.parametrize("day", DAYS[:30], ids=str)
def test_where_a_turn_is_one_tile_the_solution_is_the_one_best_tile(day: date) -> None:
    puzzle = daily_puzzle(day).puzzle
    if not puzzle.aim.is_of_one_tile:
        return
    game, held = puzzle.position, puzzle.held
    assert game.hand is not None and game.turn is not None and 0 not in game.hand.held
    tried: dict[tuple[Tile, Tile | None], tuple[int, int]] = {}
    for tile in held:
        for end in game.hand.layout.choices_for(tile):
            placed = (tile, end.host)
            points = puzzle.attempt([placed]).points
            tried[placed] = (points, left_at_most(game, *placed, held))
            assert puzzle.left_by(puzzle.attempt([placed])) == tried[placed][1]
            is_solution = puzzle.attempt([placed]) == puzzle.solution
            assert puzzle.is_solved_by(puzzle.attempt([placed])) is is_solution
    best, thought = [tried[each.steps[0][:2]] for each in (puzzle.solution, puzzle.first_thought)]
    assert thought[0] > 0
    if puzzle.aim is Aim.BEST_TILE:
        assert best[0] == max(points for points, _ in tried.values()) > thought[0]
    else:
        least = min(left for _, left in tried.values())
        assert best[1] == least and (thought[1] > least) is not puzzle.is_as_it_looks
        assert thought[0] == max(points for points, _ in tried.values())


@pytest.mark.parametrize("day", DAYS[:20], ids=str)
def test_the_solution_is_the_best_there_is_and_only_sometimes_the_first_thought(day: date) -> None:
    puzzle = daily_puzzle(day).puzzle
    if puzzle.aim.is_of_one_tile:
        return
    game, held = puzzle.position, puzzle.held
    tiles, _ = longest(game, held)
    points, _ = most_points(game, held)
    found = puzzle.solution
    assert asked(puzzle, found.tiles, found.points) == asked(puzzle, tiles, points)
    assert found.tiles >= 3
    assert puzzle.is_solved_by(found)
    assert puzzle.is_solved_by(puzzle.first_thought) is puzzle.is_as_it_looks
    moves = [(step.tile, step.host) for step in found.steps]
    assert puzzle.attempt(moves) == turn_of(game, moves) == found


@pytest.mark.parametrize("day", DAYS, ids=str)
def test_the_position_comes_from_honest_play(day: date) -> None:
    puzzle = daily_puzzle(day).puzzle
    played = score(record_of(puzzle))
    assert played.game == puzzle.position
    hand = played.game.hand
    assert hand is not None and hand.turn is not None
    assert tuple(tile for tile, _ in puzzle.placements) == hand.layout.tiles
    assert hand.held[hand.turn] == len(puzzle.held) <= 7
    assert not {*puzzle.held} & {*hand.layout.tiles}
    assert not hand.has_drawn
    hidden = set(ALL_TILES) - {*hand.layout.tiles, *puzzle.held}
    assert len(hidden) == sum(hand.held) - len(puzzle.held) + hand.boneyard


def test_a_new_game_moves_no_puzzle_of_a_day_gone_by() -> None:
    days = [date(2026, 1, 1) + timedelta(number) for number in range(20)]
    told = "".join(record_of(daily_puzzle(day).puzzle) for day in days)
    assert sha256(told.encode()).hexdigest()[:16] == "99de9ee642684adb"


def test_a_day_has_one_puzzle_and_days_differ() -> None:
    told = [record_of(daily_puzzle(day).puzzle) for day in DAYS]
    assert len(set(told)) == len(DAYS)
    daily_puzzle.cache_clear()
    assert record_of(daily_puzzle(FIRST).puzzle) == told[0]


def test_all_questions_come_and_name_the_player() -> None:
    questions = {daily_puzzle(day).puzzle.aim: daily_puzzle(day).puzzle for day in DAYS}
    assert set(questions) == set(Aim)
    assert all(puzzle.question["name"] == puzzle.player for puzzle in questions.values())


def test_what_the_player_does_not_hold_cannot_be_tried() -> None:
    puzzle = daily_puzzle(FIRST).puzzle
    strange = next(tile for tile in ALL_TILES if tile not in puzzle.held)
    with pytest.raises(WrongHand):
        puzzle.attempt([(strange, None)])


def test_nothing_is_tried_after_the_turn_is_over() -> None:
    game = score("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3\nBen: 6-0").game
    with pytest.raises(NotYourTurn):
        turn_of(game, [(Tile(5, 0), None), (Tile(5, 5), None)])


def test_a_turn_is_not_over_while_a_tile_that_is_left_fits() -> None:
    game = score("game: race-horse\nplayers: Ana, Ben\nlead: Ana\nAna: 6-3").game
    moves = [(Tile(6, 6), None)]
    begun = turn_of(game, moves, left=[Tile(6, 5), Tile(5, 5)])
    assert (begun.steps[0].outcome, begun.is_over) == (TurnOutcome.SCORING_DOUBLE, False)
    stuck = turn_of(game, moves, left=[Tile(5, 5)])
    assert (stuck.steps[0].outcome, stuck.is_over) == (TurnOutcome.STUCK, True)


def test_where_no_hand_makes_a_puzzle_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_puzzles, "_puzzles", lambda *_: iter(()))
    for day in (date(2027, 3, 1), date(2026, 2, 1)):
        with pytest.raises(LookupError, match="puzzle"):
            daily_puzzle.__wrapped__(day)
