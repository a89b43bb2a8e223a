"""The review: what a turn could have been, of settled hands and of tiles known to be held."""

import pytest
from hypothesis import given
from play import score
from random_play import dishonest_game, honest_game, seeds

from companion.coach.analysis.hand_review import Review, review_hand
from companion.coach.analysis.played_turn import turns_of
from companion.coach.drills.skills import Skill
from companion.i18n import Text, message
from companion.record.replay import Entry, replay
from companion.record.statements import HandLed
from companion.rules.tile import Tile
from tests.referee.explaining import named
from tests.thorough import examples, sampled

HEADER = """
game: race-horse
players: Ana, Ben
target: 999
rule: tiles-each = 5
"""
#: Ana leads the 2-1 with 5-5, 5-0, 4-1 and 2-0 in her hand.
WITHOUT_A_DRAW = """
lead: Ana
Ana: 2-1
Ben: 6-1
Ana: 2-0 on 2-1
Ben: 0-0 on 2-0
Ben: 6-0 on 0-0
Ana: 5-0 on 0-0
Ben: 5-3
Ben: 6-3 on 5-3
Ana: left 5-5 4-1
"""
#: Ben draws after three tiles, so nobody knows whether he held the 2-2 and the 4-4 before.
WITH_A_DRAW = """
lead: Ben
Ben: 0-0
Ben: 5-0 on 0-0
Ben: 5-5
Ben: draws 1
Ben: 5-4
Ana: 2-0
Ben: 2-2
Ben: 4-4
Ana: left 6-6 2-1 1-1 6-4
"""


def hands_of(entries: tuple[Entry, ...]) -> list[tuple[Entry, ...]]:
    """The entries of each hand, from its lead on."""
    leads = [at for at, entry in enumerate(entries) if isinstance(entry.statement, HandLed)]
    return [entries[at:end] for at, end in zip(leads, [*leads[1:], len(entries)], strict=True)]


def reviews_of(entries: tuple[Entry, ...]) -> tuple[Review | None, ...]:
    return tuple(map(review_hand, hands_of(entries)))


def reviews(record: str) -> tuple[Review | None, ...]:
    return reviews_of(score(HEADER + record).transcript.entries)


def only_review(record: str) -> Review:
    (found,) = reviews(record)
    assert found is not None
    return found


def could_have(name: str, tiles: int, pegs: int) -> Text:
    return message(
        "review.could-have-pegged",
        name=name,
        tiles=message("unit.tiles", count=tiles),
        points=message("unit.pegs", count=pegs),
    )


def test_a_surge_that_was_missed_is_told() -> None:
    review = only_review(WITHOUT_A_DRAW)
    assert [turn.sentence for turn in review.turns] == [could_have("Ana", 3, 4), *[None] * 5]
    best = review.turns[0].most_points
    assert [(str(step.tile), step.total) for step in best.steps] == [
        ("5-5", 10),
        ("5-0", 10),
        ("2-0", 12),
    ]
    assert review.missed == {"Ana": 4, "Ben": 0}
    assert review.better == review.turns[:1]
    assert review.practice == {"Ana": Skill.DOUBLES}


def test_before_and_after_a_draw_only_tiles_known_then_are_counted() -> None:
    review = only_review(WITH_A_DRAW)
    assert [turn.sentence for turn in review.turns] == [
        could_have("Ben", 3, 6),
        None,
        None,
        could_have("Ben", 2, 2),
    ]
    before, drawn, *_ = (turn.turn for turn in review.turns)
    assert set(before.known) == {Tile(0, 0), Tile(5, 0), Tile(5, 5)}
    assert set(drawn.known) == {Tile(5, 4), Tile(2, 2), Tile(4, 4)}
    assert review.missed == {"Ben": 5, "Ana": 0}


def test_who_missed_nothing_has_nothing_to_practise() -> None:
    assert "Ben" not in only_review(WITHOUT_A_DRAW).practice


ANNOUNCED = "game: racehorse-1990\nplayers: Ana, Ben\nrule: tiles-each = 3\nlead: "
TO_THREE = "game: race-horse\nplayers: Ana, Ben\ntarget: 3\nrule: tiles-each = 3\nlead: "


@pytest.mark.parametrize(
    ("record", "player", "skill"),
    [
        (
            f"{ANNOUNCED}Ben\nBen: 2-2\nBen: 5-2\nAna: 3-2 on 2-2\nBen: 6-5\nAna: left 5-4 5-1",
            "Ana",
            Skill.REDUCTION,
        ),
        (
            f"{ANNOUNCED}Ana\nAna: 3-0\nBen: 6-3\nAna: 4-0\nBen: 6-6\nBen: 5-4\nAna: left 0 pips",
            "Ana",
            Skill.PLAIN_SUMS,
        ),
        (
            f"{ANNOUNCED}Ben\nBen: 2-2\nBen: 6-2, claims 10\nBen: 4-2\nAna: left 16 pips",
            "Ben",
            Skill.COVERED_SPINNERS,
        ),
        (
            f"{TO_THREE}Ana\nAna: 6-1\nBen: 2-1\nAna: 6-6\nAna: 6-3\nBen: left 9 pips",
            "Ana",
            Skill.COUNTING_OUT,
        ),
    ],
)
def test_what_was_missed_says_what_to_practise(record: str, player: str, skill: Skill) -> None:
    (review,) = reviews_of(score(record).transcript.entries)
    assert review is not None
    assert review.practice[player] is skill


def test_a_count_that_was_not_announced_is_told_instead_of_the_tile_that_was_set() -> None:
    for claim in ("", ", claims 12"):
        record = f"Ana\nAna: 6-4{claim}\nBen: 6-3\nAna: 4-1\nBen: 3-3\nBen: 3-2 on 3-3\n"
        (review,) = reviews_of(score(f"{ANNOUNCED}{record}Ana: left 9 pips").transcript.entries)
        assert review is not None
        assert [named(turn.sentence) for turn in review.better] == [
            "review.not-announced-and-missed name=Ana tiles=(6-4) totals=(10) "
            "points=(unit.points count=10)"
        ]


def test_what_could_have_followed_an_announced_count_is_told_after_it() -> None:
    header = ANNOUNCED.replace("tiles-each = 3", "tiles-each = 2")
    record = f"{header}Ana\nAna: 6-4\nBen: 4-3\nAna: 6-1\nBen: left 9 pips"
    (review,) = reviews_of(score(record).transcript.entries)
    assert review is not None
    assert [named(turn.sentence) for turn in review.better] == [
        "review.not-announced name=Ana tiles=(6-4) totals=(10) / review.could-have-pegged "
        "name=Ana tiles=(unit.tiles count=2) points=(unit.points count=15)"
    ]


@given(seeds)
@examples(15)
def test_nobody_is_told_to_have_missed_a_tile_that_was_set(seed: int) -> None:
    header = "game: racehorse-1990\nplayers: Ana, Ben, Cyd"
    for review in reviews_of(replay(honest_game(seed, header=header).text).entries):
        for each in review.turns if review is not None else ():
            placements = [(play.tile, play.host) for play in each.turn.plays]
            if placements == [(step.tile, step.host) for step in each.best.steps]:
                assert "could-have" not in named(each.sentence)


def test_who_won_the_game_with_a_turn_missed_nothing_in_it() -> None:
    (review,) = reviews_of(score(f"{TO_THREE}Ben\nBen: 5-0\nBen: 5-5").transcript.entries)
    assert review is not None
    assert review.missed == {"Ben": 0}
    assert review.better == ()


def test_nothing_is_said_while_the_hand_is_not_settled() -> None:
    assert reviews("lead: Ana\nAna: 6-3\nBen: 6-0") == (None,)


def test_a_tile_that_may_have_been_drawn_since_is_not_held_against_anybody() -> None:
    record = "lead: Ana\nAna: 6-3\nBen: 6-0\nAna: draws 1\nAna: 3-3\nBen: 5-0\n"
    first, _, drawn, _ = turns_of(score(HEADER + record).transcript.entries)
    assert first.known == (Tile(6, 3),)
    assert drawn.known == (Tile(3, 3),)
    assert drawn.first == Tile(3, 3)


@given(seeds)
@examples(150)
def test_only_tiles_that_were_held_are_claimed(seed: int) -> None:
    for played in (honest_game(seed), dishonest_game(seed)):
        moments = played.moments
        entries = tuple(
            Entry(number, moment.statement, moment.game) for number, moment in enumerate(moments)
        )
        for hand in hands_of(entries):
            for turn in turns_of(hand):
                held = moments[hand[turn.number].line - 1].deal.hands[turn.seat]
                assert {*turn.known} <= {*held}


@given(seeds)
@examples(40)
def test_no_turn_was_better_than_its_best(seed: int) -> None:
    transcript = replay(honest_game(seed).text)
    for review in reviews_of(transcript.entries):
        for each in review.turns if review is not None else ():
            assert each.missed >= 0
            assert each.longest.tiles >= len(each.turn.plays)
            assert each.most_points.points >= each.turn.points
            assert (each.skill is None) == (each.missed == 0)


def test_a_hand_in_progress_is_never_reviewed() -> None:
    for seed in range(sampled(60)):
        transcript = replay(honest_game(seed).text)
        for number in range(len(transcript.entries)):
            *_, last = reviews_of(transcript.entries[: number + 1])
            assert (last is None) == (transcript.entries[number].game.result is None)
