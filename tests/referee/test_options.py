"""What a tile would do, before it is set."""

from companion.record.replay import replay
from companion.referee.explain.why_and_what_if import options_for
from companion.rules.game import Game
from companion.rules.tile import Tile

OPEN = "game: race-horse\nplayers: Ana, Ben\nlead: Ana\n"


def game(record: str) -> Game:
    now = replay(record).game
    assert now is not None
    return now


def test_ends_that_are_alike_are_one_option() -> None:
    (option,) = options_for(game(OPEN + "Ana: 4-4\n"), Tile(4, 1))
    assert (option.host, option.total, option.points) == (Tile(4, 4), 9, 0)


def test_ends_that_differ_are_options_with_what_each_would_count() -> None:
    now = game(OPEN + "Ana: 6-3\nBen: 6-6\nBen: 3-3\nBen: 6-2\nAna: 2-0\n")
    told = {str(o.host): (o.total, o.points) for o in options_for(now, Tile(3, 0))}
    assert told == {"3-3": (0, 0), "2-0": (9, 0)}


def test_a_tile_that_fits_nowhere_has_no_option() -> None:
    assert options_for(game(OPEN + "Ana: 6-3\n"), Tile(5, 5)) == ()


def test_a_lead_that_the_game_forbids_has_no_option() -> None:
    lead = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\nlead: Ana\n"
    assert options_for(game(lead), Tile(6, 3)) == ()
    assert len(options_for(game(lead), Tile(3, 2))) == 1


def test_an_announced_game_shows_what_a_right_announcement_would_earn() -> None:
    lead = "game: racehorse-1990\nplayers: Ana, Ben\nlead: Ana\n"
    (option,) = options_for(game(lead), Tile(6, 4))
    assert (option.points, option.again) == (10, True)
