"""Own mistakes: turns that a review proves better ones for, and counts said wrongly."""

import pytest

from companion.coach.analysis.hand_review import review_hand
from companion.coach.analysis.own_mistakes import OwnTurn, better_turns
from companion.coach.analysis.surge import Aim, WrongHand
from companion.coach.drills.miscount import Miscount, miscounts
from companion.coach.drills.practice_positions import Chance, book_named, play_hand, start_game
from companion.i18n import message
from companion.record.replay import Entry
from companion.referee.rule_book import Book
from companion.rules.errors import Refusal
from companion.rules.tile import Tile
from tests.play import score
from tests.thorough import sampled

from .test_review import HEADER, WITHOUT_A_DRAW
from .test_review_one_tile import FIVE_UP, FIVES_AND_THREES
from .trying import turns

#: The 6-4 counts 10, and with the 4-3 on it the ends count 9.
SAID = """
game: race-horse
players: Ana, Ben
rule: tiles-each = 2
lead: Ana
Ana: 6-4, claims 15
Ana: 4-3, claims 9
Ben: left 1-1 2-1
"""


def hand_of(record: str) -> tuple[Book, tuple[Entry, ...]]:
    transcript = score(record).transcript
    assert transcript.header is not None and transcript.refused is None
    return Book.of(transcript.header), transcript.entries


def own_turns(record: str, player: str = "Ana") -> list[OwnTurn]:
    book, entries = hand_of(record)
    review = review_hand(entries)
    assert review is not None
    return list(better_turns(book, entries, review.better, player))


def said_wrongly(record: str, *asked: int, player: str = "Ana") -> list[Miscount]:
    book, entries = hand_of(record)
    return list(miscounts(book, entries, player, asked))


def test_a_turn_that_missed_points_is_asked_again_with_the_same_tiles() -> None:
    (turn,) = own_turns(HEADER + WITHOUT_A_DRAW)
    points = message("unit.pegs", count=4)
    assert turn.prompt == message("own.find-points", points=points)
    assert turn.missed == message("own.missed", what=points)
    puzzle = turn.puzzle
    assert list(puzzle.held) == [Tile(5, 5), Tile(5, 0), Tile(4, 1), Tile(2, 1), Tile(2, 0)]
    assert puzzle.is_solved_by(turn.reviewed.best) and not puzzle.is_solved_by(turn.played)


def test_who_found_the_best_turn_has_nothing_to_mend() -> None:
    assert own_turns(HEADER + WITHOUT_A_DRAW, "Ben") == []


def test_a_hand_that_is_still_played_tells_nothing() -> None:
    _, entries = hand_of(HEADER + WITHOUT_A_DRAW)
    assert review_hand(entries[:-1]) is None


def test_where_a_turn_is_one_tile_the_best_of_those_held_is_asked_for() -> None:
    (turn,) = own_turns(FIVES_AND_THREES)
    question = turn.question
    assert turn.aim is Aim.BEST_TILE and question is not None
    assert question.answer == {"6-3"}
    assert question.judge("6-3").is_right
    wrong = question.judge("5-0")
    assert not wrong.is_right and wrong.notes


def test_who_left_too_much_is_asked_for_the_tile_that_pegs_as_much_and_leaves_less() -> None:
    (turn,) = own_turns(FIVE_UP)
    question = turn.question
    assert turn.aim is Aim.LEAVES_LEAST and question is not None
    assert {str(turn.reviewed.best.steps[0].tile)} <= question.answer
    assert turn.puzzle.is_solved_by(turn.reviewed.best)
    assert not turn.puzzle.is_solved_by(turn.played)


def test_a_long_turn_is_asked_for_by_its_first_tile_and_told_as_it_was_played() -> None:
    (turn,) = own_turns(HEADER + WITHOUT_A_DRAW)
    question = turn.question
    assert question is not None
    first = str(message("own.which-first"))
    assert str(question.prompt).endswith(first)
    # The table is bare.
    assert str(question.prompt).startswith(str(message("own.leads", name="Ana")))
    verdicts = [question.judge(choice.value) for choice in question.choices]
    assert {verdict.is_right for verdict in verdicts} == {True, False}
    for verdict in verdicts:
        told = " ".join(str(reason.sentence) for reason in verdict.reasons)
        assert all(str(step.tile) in told for step in turn.played.steps)
    # Only what earns another tile matters here, and what fits.
    cited = {rule.name for verdict in verdicts for rule in verdict.broken}
    assert cited <= {"another-turn", "match"}


def test_a_tile_that_is_only_worse_breaks_no_rule() -> None:
    (turn,) = own_turns(FIVE_UP)
    question = turn.question
    assert question is not None
    assert not str(question.prompt).endswith(str(message("own.which-first")))
    for choice in question.choices:
        fits = turn.reviewed.turn.hand.fits(Tile.parse(choice.value))
        if choice.value not in question.answer:
            broken = [rule.name for rule in question.judge(choice.value).broken]
            assert broken == ([] if fits else ["match"])


def test_every_better_turn_of_honest_play_is_a_puzzle_that_its_player_did_not_solve() -> None:
    drawn = 0
    for game in ("racehorse-1990", "five-up", "seven-toed-pete-chips"):
        book, chance = book_named(game), Chance("own mistakes", game)
        for _ in range(sampled(24)):
            entries = play_hand(start_game(book, chance, target=book.rules.target), chance)
            review = review_hand(entries)
            assert review is not None
            for player in entries[0].game.seating.players:
                for turn in better_turns(book, entries, review.better, player):
                    check(turn)
                    drawn += turn.puzzle.drawn is not None
    assert drawn


def check(turn: OwnTurn) -> None:
    puzzle, question, best = turn.puzzle, turn.question, turn.puzzle.solution
    found = puzzle.attempt([(step.tile, step.host) for step in best.steps])
    assert puzzle.is_solved_by(found) and not puzzle.is_solved_by(turn.played)
    if puzzle.drawn is not None:
        # The tile that was drawn comes first, so there is no tile to choose.
        assert question is None and best.steps[0].tile == puzzle.drawn
        other = next((tile for tile in puzzle.held if tile != puzzle.drawn), None)
        if other is not None:
            with pytest.raises(WrongHand):
                puzzle.attempt([(other, None)])
        return
    assert question is not None
    assert {choice.value for choice in question.choices} == {*map(str, puzzle.held)}
    for tile in puzzle.held:
        assert (str(tile) in question.answer) is begins_a_solution(turn, tile), (turn, tile)


def begins_a_solution(turn: OwnTurn, tile: Tile) -> bool:
    """Whether a turn that begins with the tile is as good as the best, tried one by one."""
    puzzle, game = turn.puzzle, turn.puzzle.position
    assert game.hand is not None
    hosts = [end.host for end in game.hand.layout.ends] if puzzle.placements else [None]
    for host in dict.fromkeys(hosts):
        try:
            begun = puzzle.attempt([(tile, host)])
            after = game.set_tile(game.turn or 0, tile, host, claim=begun.steps[0].total)
        except Refusal:
            continue
        if puzzle.aim is Aim.LEAVES_LEAST:
            if puzzle.is_solved_by(begun):
                return True
            continue
        left = [other for other in puzzle.held if other != tile]
        rest = turns(after, left) if begun.steps[0].outcome.goes_on else [()]
        goal = puzzle.solution.reaches(puzzle.aim)
        for pegged in rest:
            reached = 1 + len(pegged) if puzzle.aim is Aim.LONGEST else begun.points + sum(pegged)
            if reached >= goal:
                return True
    return False


def test_a_count_said_wrongly_is_asked_of_that_very_layout() -> None:
    (miscount,) = said_wrongly(SAID)
    assert miscount.prompt == message("own.said", claim=15)
    assert miscount.position.layout.tiles == (Tile(6, 4),)
    assert miscount.question.answer == {"10"}
    assert miscount.question.judge("10").is_right


def test_no_score_was_said_only_by_who_was_asked() -> None:
    silent = SAID.replace(", claims 15", "").replace(", claims 9", "")
    _, entries = hand_of(silent)
    assert said_wrongly(silent) == []
    # The 4-3 makes no score, so nothing was to be said of it.
    lines = [entry.line for entry in entries]
    (asked,) = said_wrongly(silent, *lines)
    assert asked.claim is None and asked.prompt == message("own.said-no-score")
    assert asked.question.answer == {"10"}
    assert said_wrongly(silent, *lines, player="Ben") == []
