"""What a game came to: who won which hand, and what each player did."""

from companion.record.replay import replay
from companion.referee.results import Results, Tally, Turn, results_of
from companion.rules.hand import Ending
from companion.rules.tile import Tile

HEADER = "game: race-horse\nplayers: Ana, Ben\nrule: tiles-each = 2\ntarget: 6\n"
FIRST = "lead: Ana\nAna: 6-4\nAna: 4-4\nBen: left 1-0 0-0\n"
SECOND = "lead: Ana\nAna: 3-1\nBen: draws 1\nBen: 4-3\nAna: 6-1\nBen: left 6-6 5-5\n"


def results(text: str) -> Results:
    record = replay(HEADER + text)
    assert record.start is not None and record.refused is None
    return results_of(record.start, record.entries)


def test_nothing_is_won_before_the_first_lead() -> None:
    assert results("") == Results((0, 0), None, (), tallies(), None)


def test_each_hand_says_how_it_ended_who_won_it_and_what_each_side_got() -> None:
    game = results(FIRST + SECOND)
    assert [(hand.number, hand.ending, hand.winners) for hand in game.hands] == [
        (1, Ending.DOMINO, (0,)),
        (2, Ending.DOMINO, (0,)),
    ]
    assert tuple(map(sum, zip(*(hand.gains for hand in game.hands), strict=True))) == game.scores
    assert game.winner == 0


def test_a_hand_that_is_still_on_is_nobodys() -> None:
    assert len(results(FIRST + "lead: Ana\nAna: 3-1\n").hands) == 1


def test_each_player_is_counted_by_what_they_did() -> None:
    ana, ben = results(FIRST + SECOND).tallies
    assert (ana.tiles, ana.dominoes, ana.drawn, ana.passes) == (4, 2, 0, 0)
    assert (ben.tiles, ben.dominoes, ben.drawn) == (1, 0, 1)
    assert ana.agains >= 1


def test_the_best_turn_goes_on_as_long_as_its_player_sets_again() -> None:
    best = results(FIRST).best_turn
    assert isinstance(best, Turn)
    assert (best.who, best.tiles) == ("Ana", (Tile(6, 4), Tile(4, 4)))


def tallies() -> tuple[Tally, ...]:
    return Tally("Ana", 0, 0, 0, 0, 0, 0, 0), Tally("Ben", 1, 0, 0, 0, 0, 0, 0)
