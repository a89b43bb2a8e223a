"""The best turn: what it is, why it goes on, and that nothing better was overlooked."""

from random import Random

import pytest
from hypothesis import given
from play import score
from random_play import Played, honest_game, random_header, seeds

from companion.coach.analysis.surge import Surge, TurnOutcome, WrongHand, claim_for
from companion.coach.analysis.turn_search import Surges, TurnSearch, find_surges
from companion.record.replay import apply
from companion.record.statements import TileSet, read_statement
from companion.rules.errors import AlreadySet, HandOver, NoMatch
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.tile import Tile
from tests.thorough import examples

from .trying import longest, most_points

RACE_HORSE = """
game: race-horse
players: Ana, Ben
"""
OPEN_3_AND_0 = """
lead: Ana
Ana: 6-3
Ben: 6-0
"""


def tiles(written: str) -> list[Tile]:
    return [Tile.parse(tile) for tile in written.split()]


def surges(record: str, held: str, header: str = RACE_HORSE) -> Surges:
    return find_surges(score(header + record).game, tiles(held))


def told(surge: Surge) -> str:
    return " ".join(f"{step.tile}={step.total}" for step in surge.steps)


# ---- As written --------------------------------------------------------------------------------


def test_a_score_and_a_double_carry_the_turn_on() -> None:
    best = surges(OPEN_3_AND_0, "3-3 4-0 5-4")
    assert told(best.longest) == told(best.most_points) == "3-3=6 4-0=10 5-4=11"
    assert [step.outcome for step in best.longest.steps] == [
        TurnOutcome.DOUBLE,
        TurnOutcome.SCORE,
        TurnOutcome.NOTHING_EARNED,
    ]


def test_most_points_may_be_fewer_tiles() -> None:
    best = surges(OPEN_3_AND_0, "2-0 2-2 5-0 5-3")
    assert told(best.longest) == "2-0=5 2-2=7 5-3=9"
    assert told(best.most_points) == "5-3=5 5-0=10"
    assert (best.longest.points, best.most_points.points) == (1, 3)


def test_without_another_turn_a_surge_is_one_tile() -> None:
    record = "rule: another-turn = none\nlead: Ana\nAna: 6-5"
    best = surges(record, "5-4 6-6 5-5")
    assert told(best.longest) == told(best.most_points) == "5-4=10"
    assert [step.outcome for step in best.longest.steps] == [TurnOutcome.ONE_TILE]


def test_a_hand_that_fits_nowhere_has_no_surge() -> None:
    best = surges("lead: Ana\nAna: 6-5", "4-3 2-1")
    assert best == Surges(Surge(), Surge())


def test_a_lead_is_a_step_without_a_host() -> None:
    best = surges("lead: Ana", "5-5 5-0")
    assert told(best.longest) == "5-5=10 5-0=10"
    assert best.longest.steps[0].host is None


def test_a_lead_that_the_game_forbids_is_not_taken() -> None:
    header = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\n"
    assert surges("lead: Ana", "6-3 2-1", header).longest.tiles == 0
    assert told(surges("lead: Ana", "6-3 3-2", header).longest) == "3-2=5 6-3=8"


def test_a_tile_set_after_a_draw_ends_the_turn() -> None:
    best = surges("lead: Ana\nAna: 6-3\nBen: draws 1", "3-3 6-6")
    assert best.longest.tiles == 1
    assert best.longest.steps[0].outcome is TurnOutcome.DRAWN


def test_a_drawn_tile_carries_on_where_it_plays_on() -> None:
    record = "rule: drawn-tile = plays-on\nlead: Ana\nAna: 6-3\nBen: draws 1"
    assert surges(record, "3-3 6-6").longest.tiles == 2


@pytest.mark.parametrize(
    ("last_tile", "each", "outcome"),
    [
        ("goes-out", 1, TurnOutcome.DOMINO),
        ("draws", 1, TurnOutcome.MUST_DRAW),
        ("draws", 14, TurnOutcome.DOMINO),
        ("washes-up", 1, TurnOutcome.MUST_DRAW),
        ("washes-up", 14, TurnOutcome.WASHED_UP),
    ],
)
def test_the_last_tile_on_another_turn_follows_the_house_rule(
    last_tile: str, each: int, outcome: TurnOutcome
) -> None:
    record = f"{RACE_HORSE}rule: last-tile = {last_tile}\nrule: tiles-each = {each}\nlead: Ana"
    game = score(record).game
    assert game.hand is not None
    game = game._replace(hand=game.hand._replace(held=(1, each)))
    assert find_surges(game, tiles("5-5")).longest.steps[0].outcome is outcome


def test_the_turn_goes_no_further_than_the_target() -> None:
    best = surges("target: 2\nlead: Ana", "5-5 5-0 4-0")
    assert told(best.longest) == told(best.most_points) == "5-0=5 5-5=10"
    assert best.longest.steps[-1].outcome is TurnOutcome.TARGET


def test_the_longest_turn_sets_what_it_can_before_the_target() -> None:
    best = surges("target: 1" + OPEN_3_AND_0, "3-3 4-0 5-4 5-3")
    assert told(best.longest) == "3-3=6 4-0=10"
    assert best.longest.steps[-1].outcome is TurnOutcome.TARGET


def test_a_target_that_ends_nothing_at_once_is_passed() -> None:
    record = "target: 2\nrule: game-ends = after-hand\nlead: Ana"
    assert surges(record, "5-5 5-0").longest.tiles == 2


def test_counts_are_announced_where_they_must_be() -> None:
    header = "game: racehorse-1990\nplayers: Ana, Ben\n"
    assert surges("lead: Ana", "5-5 5-0", header).most_points.points == 20


def test_a_turn_that_earned_more_says_that_nothing_fits() -> None:
    assert surges("lead: Ana", "5-5 4-3").longest.steps[-1].outcome is TurnOutcome.STUCK


def test_a_given_first_tile_begins_the_turn() -> None:
    game = score(f"{RACE_HORSE}lead: Ana\nAna: 6-3\nBen: 6-1").game
    best = find_surges(game, tiles("3-3 3-2 1-1"), first=Tile.parse("1-1"))
    assert best.longest.steps[0].tile == best.most_points.steps[0].tile == Tile.parse("1-1")


def test_tiles_that_cannot_be_that_hand_are_refused() -> None:
    game = score(f"{RACE_HORSE}lead: Ana\nAna: 6-3").game
    with pytest.raises(AlreadySet):
        find_surges(game, tiles("6-3"))
    for held, first, why in (
        ("6-2 6-2", None, "held-twice"),
        ("6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1", None, "too-many-held"),
        ("6-2", Tile(6, 1), "not-among-these"),
    ):
        with pytest.raises(WrongHand) as refused:
            find_surges(game, tiles(held), first=first)
        assert refused.value.message.id == f"coach.refused.{why}"
    with pytest.raises(NoMatch):
        find_surges(game, tiles("5-4"), first=Tile(5, 4))


def test_there_is_no_surge_where_no_hand_is_on() -> None:
    with pytest.raises(HandOver):
        find_surges(score(RACE_HORSE).game, tiles("6-2"))


# ---- In any game -------------------------------------------------------------------------------


def at_turns(played: Played, most: int) -> list[tuple[Game, tuple[Tile, ...]]]:
    """The game and the hand of whoever's turn it is, wherever that is few enough tiles."""
    return [
        (moment.game, moment.deal.hands[moment.game.turn])
        for moment in played.moments
        if moment.game.turn is not None and len(moment.deal.hands[moment.game.turn]) <= most
    ]


def _header(seed: int) -> str:
    """A random game; every other one has no house rules but a target that is soon reached."""
    random = Random(seed)
    if seed % 2:
        return random_header(random)
    preset = random.choice(list(GAMES.values()))
    players = ", ".join(("Ana", "Ben", "Cyd", "Dee")[: random.choice(preset.seats)])
    return f"game: {preset.id}\nplayers: {players}\ntarget: {random.choice((3, 8, 20, 250))}"


def _check_best(game: Game, held: tuple[Tile, ...]) -> None:
    best = find_surges(game, held)
    assert (best.longest.tiles, best.longest.points) == longest(game, held)
    assert (best.most_points.points, best.most_points.tiles) == most_points(game, held)


@given(seeds)
@examples(120)
def test_nothing_better_was_overlooked(seed: int) -> None:
    for game, held in at_turns(honest_game(seed, header=_header(seed)), 5):
        _check_best(game, held)


@given(seeds)
@examples(60)
def test_nothing_better_was_overlooked_with_the_tiles_that_surge_most(seed: int) -> None:
    random = Random(seed)
    for game, held in at_turns(honest_game(seed, header=_header(seed), hands=1), 20)[:12]:
        assert game.hand is not None
        unset = sorted(game.hand.layout.unset, key=lambda tile: (not tile.is_double, tile))
        number = min(len(held), 5)
        doubles = [tile for tile in unset if tile.is_double]
        chosen = doubles[: max(0, number - 2)]
        chosen += random.sample([t for t in unset if t not in chosen], number - len(chosen))
        _check_best(game, tuple(chosen))


@given(seeds)
@examples(60)
def test_one_search_tells_the_most_points_of_several_hands(seed: int) -> None:
    for game, held in at_turns(honest_game(seed, header=_header(seed), hands=1), 7):
        search = TurnSearch(game)
        for tiles in (held, held[1:], held):
            best = find_surges(game, tiles).most_points.points
            assert search.most_points(tiles) == best


@given(seeds)
@examples(150)
def test_every_step_is_accepted_by_the_record_with_the_same_count(seed: int) -> None:
    for game, held in at_turns(honest_game(seed, header=_header(seed), hands=1), 10):
        for surge in find_surges(game, held):
            _check_replay(game, surge)


def _check_replay(game: Game, surge: Surge) -> None:
    seat = game.turn
    assert seat is not None
    for number, step in enumerate(surge.steps, start=1):
        assert game.hand is not None and game.turn == seat
        claim = claim_for(game.hand, step.tile, step.host)
        line = str(TileSet(game.seating.players[seat], step.tile, step.host, claim))
        statement = read_statement(line)
        assert isinstance(statement, TileSet)
        game = apply(game, statement)
        assert game.hand is not None and game.hand.play is not None
        play = game.hand.play
        assert (play.total, play.points) == (step.total, step.points)
        goes_on = step.outcome in (
            TurnOutcome.SCORE,
            TurnOutcome.DOUBLE,
            TurnOutcome.SCORING_DOUBLE,
        )
        assert goes_on == (number < surge.tiles)
        assert play.again or not goes_on


@given(seeds)
@examples(100)
def test_the_same_position_always_has_the_same_surges(seed: int) -> None:
    for game, held in at_turns(honest_game(seed, header=_header(seed), hands=1), 9):
        assert find_surges(game, held) == find_surges(game, tuple(reversed(held)))
