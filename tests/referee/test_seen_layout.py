"""Layouts that were seen: how they read, in which orders they can have come, what is wrong."""

import pytest

from companion.record.replay import Entry, follow, laid_by, replay
from companion.record.statements import BadSyntax, TileSet
from companion.referee.free_layout import FreeLayout
from companion.referee.seen.layout_check import Differing, LayoutDifference, SaidLine, check_layout
from companion.referee.seen.order_of_play import describe_misfits, possible_orders
from companion.referee.seen.seen_layout import SeenLayout
from companion.rules.games import GAMES
from companion.rules.hand import Hand
from companion.rules.tile import Tile
from tests.lies import seen_of
from tests.random_play import honest_game
from tests.referee.explaining import named
from tests.thorough import some

ALONE = """game: {}
players: Ana, Ben
target: 9999
rule: tiles-each = 14
rule: another-turn = none
lead: Ana
"""
#: A record, and what someone could have done wrong when it was entered.
HAND = ("Ana: 6-4", "Ben: 4-4 on 6-4", "Ana: 4-1 on 4-4", "Ben: 1-1 on 4-1", "Ana: 6-3 on 6-4")


def said_in(*lines: str, game: str = "race-horse") -> list[SaidLine]:
    transcript = replay(ALONE.format(game) + "\n".join(lines))
    assert transcript.refused is None
    return said(transcript.entries)


def said(entries: tuple[Entry, ...]) -> list[SaidLine]:
    return [(number, entry.with_host) for number, entry in enumerate(entries, 1)]


def checked(text: str, *lines: str) -> tuple[LayoutDifference, ...]:
    start = replay(ALONE.format("race-horse")).start
    assert start is not None
    return check_layout(start, said_in(*lines), SeenLayout.parse(text))


#: The first double is covered on four sides before anything else is played.
MERRY = ["seen.not-allowed tile=6-6 host=6-4"]

# ---- The text ----


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".", "seen.unreadable word=“.”"),
        ("6-4.7-1", "seen.unreadable word=“7-1”"),
        ("6-4.4-6", "seen.twice tile=6-4"),
        ("6-4_9", "seen.unreadable word=“6-4_9”"),
        ("6-4.6-6~6-4", "seen.unreadable word=“6-6~6-4”"),
        ("6-4.6-4~6-4", "seen.unreadable word=“6-4~6-4”"),
        ("6-4.4-1.6-4~4-1~6-4", "seen.unreadable word=“6-4~4-1~6-4”"),
        ("6-4." * 500, "seen.twice tile=6-4"),
    ],
)
def test_a_text_that_no_layout_can_have_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadSyntax) as refused:
        SeenLayout.parse(text)
    assert named(refused.value.message).startswith(problem)


def test_a_text_says_tiles_joins_and_doubts() -> None:
    text = "6-6.6-4.6-3_5-3_6-2.6-6~6-4"
    seen = SeenLayout.parse(" 6-6, 4-6 6-3_5-3_6-2 . 6-6~6-4\n")
    assert str(seen) == text
    assert seen == SeenLayout.parse(text)
    assert str(seen.settled(Tile(6, 3), Tile(5, 3))) == "6-6.6-4.5-3.6-6~6-4"


# ---- The order in which it came ----


@pytest.mark.parametrize(
    ("game", "text", "leads", "totals", "problems"),
    [
        # Every double is a spinner, or none: which came first changes nothing.
        ("race-horse", "6-4 4-4 6-6 6-4~4-4 6-4~6-6", "4-4", {20}, []),
        ("muggins", "6-4 4-4 6-6 6-4~4-4 6-4~6-6", "4-4", {20}, []),
        # A covered double counts nothing, but the first one has two ends to play on.
        ("all-fives", "6-4 4-4 4-1 6-6 6-4~4-4 4-4~4-1 6-4~6-6", "4-4 6-6", {13}, []),
        ("all-fives", "4-4 6-4 4-2 4-1 6-6 6-4~4-4 4-2~4-4 4-1~4-4 6-4~6-6", "4-4", {15}, []),
        ("merry-go-round", "4-4 6-4 4-2 6-6 6-4~4-4 4-2~4-4 6-4~6-6", "4-4", {8}, MERRY),
        # What doesn't fit is told, and the rest is brought in.
        ("race-horse", "6-4 3-2 6-4~3-2", "6-4", {10}, ["seen.differ tile=3-2 host=6-4"]),
        ("race-horse", "6-4 4-1 5-3 6-4~4-1", "6-4", {7}, ["seen.left-out tiles=(5-3) count=1"]),
        (
            *("muggins", "4-4 6-4 4-2 4-1 6-4~4-4 4-2~4-4 4-1~4-4", "4-4", {8}),
            ["seen.not-allowed tile=4-1 host=4-4"],
        ),
    ],
)
def test_a_layout_has_the_orders_that_the_rules_allow(
    game: str, text: str, leads: str, totals: set[int], problems: list[str]
) -> None:
    seen, hand = SeenLayout.parse(text), FreeLayout.under(GAMES[game]).game.dealt
    orders = possible_orders(hand, seen)
    assert " ".join(str(laid[0][0]) for _, laid in orders) == leads
    assert {layout.total for layout, _ in orders} == totals
    told = [named(each) for each in describe_misfits(orders[0][0], seen)]
    assert told == problems


# ---- Whether it agrees with the record ----


@pytest.mark.parametrize("seed", some(range(0, 60), 4))
def test_an_entry_that_is_forgotten_or_wrong_is_found_and_its_repair_makes_all_agree(
    seed: int,
) -> None:
    transcript = replay(honest_game(seed, hands=1).text)
    start, right, seen = (
        transcript.start,
        said(transcript.entries),
        seen_of(laid_by(transcript.entries)),
    )
    assert start is not None and check_layout(start, right, seen) == ()
    orders = possible_orders(Hand.led_by(0, start.rules, start.seating), seen)
    outcomes = [({*layout.ends}, layout.total) for layout, _ in orders]
    played = transcript.entries[-1].hand.layout
    assert ({*played.ends}, played.total) in outcomes
    for at, (line, statement) in enumerate(right):
        if not isinstance(statement, TileSet):
            continue
        without = [*right[:at], *right[at + 1 :]]
        (forgotten,) = check_layout(start, without, seen)
        assert forgotten[:2] == (Differing.NOT_ENTERED, statement.tile)
        places = {each: place for place, (each, _) in enumerate(without)}
        repaired = [
            follow(start, [*without[:place], (0, statement), *without[place:]])
            for line, statement in forgotten.repairs
            for place in [places.get(line or 0, len(without))]
        ]
        assert any(
            refused is None and check_layout(start, said(entries), seen) == ()
            for entries, refused in repaired
        )
        layout = transcript.entries[at - 1].hand.layout
        for tile in layout.unset:
            if tile in seen.tiles or (statement.host and not layout.fits(tile, statement.host)):
                continue
            wrong = statement._replace(tile=tile)
            found = check_layout(start, [*right[:at], (line, wrong), *right[at + 1 :]], seen)
            if follow(start, [*right[:at], (line, wrong)])[1] is None:
                assert (Differing.OTHER_TILE, statement.tile, tile, line) in [
                    each[:4] for each in found
                ]
                break


def test_a_tile_on_another_double_is_told_and_one_on_an_end_like_it_is_not() -> None:
    agrees = "6-4 4-4 4-1 1-1 6-3 6-4~4-4 4-4~4-1 4-1~1-1 6-4~6-3"
    assert checked(agrees, *HAND) == ()
    # Only one of them can be on the 4 of the 4-1.
    (found,) = checked(agrees.replace("4-4~4-1", "6-4~4-1").replace("6-4~4-4", "4-4~4-1"), *HAND)
    assert found == LayoutDifference(Differing.IMPOSSIBLE, Tile(4, 4), Tile(6, 4))
    lines = ("Ana: 4-4", "Ben: 6-4 on 4-4", "Ana: 6-1 on 6-4", "Ben: 1-1 on 6-1", "Ana: 4-1 on 4-4")
    on_another = "4-4 6-4 6-1 1-1 4-1 4-4~6-4 6-4~6-1 6-1~1-1 1-1~4-1"
    (found,) = checked(on_another, *lines)
    assert found[:4] == (Differing.ON_ANOTHER, Tile(4, 1), Tile(1, 1), 6)
    # Two ends that show a 1 are as good as each other.
    lines = ("Ana: 1-1", "Ben: 6-1 on 1-1", "Ana: 4-1 on 1-1", "Ben: 6-4 on 6-1", "Ana: 4-2 on 4-1")
    other_way = "1-1 6-1 4-1 6-4 4-2 1-1~6-1 1-1~4-1 6-1~6-4 6-4~4-2"
    assert checked(other_way, *lines) == ()


@pytest.mark.parametrize(
    ("game", "text", "entered", "repairs"),
    [
        # A wrong tile, what was entered on another one because of it, and one that was forgotten.
        (
            *("fives-and-threes", "6-0 6-6 6-4 4-4 6-0~6-6 6-6~6-4 6-4~4-4"),
            ("Ana: 6-0", "Ben: 4-0", "Ana: 6-4 on 6-0"),
            ["Ben: 6-6 on 6-0", "Ana: 6-4 on 6-6", "Ben: 4-4 on 6-4"],
        ),
        # A forgotten double, and what lies on it.
        (
            *("race-horse", "6-4 4-4 4-1 6-3 6-4~4-4 4-4~4-1 6-4~6-3"),
            ("Ana: 6-4", "Ben: 4-1 on 6-4", "Ana: 6-3"),
            ["Ben: 4-4 on 6-4", "Ana: 4-1 on 4-4"],
        ),
        # A third tile on a double that is no spinner: nobody can have played that, but it is told.
        (
            *("muggins", "4-4 6-4 4-2 4-1 5-2 5-4 4-4~6-4 4-4~4-2 4-2~5-2 5-2~5-4 4-4~4-1"),
            ("Ana: 4-4", "Ben: 6-4", "Ana: 4-2 on 4-4", "Ben: 5-2", "Ana: 5-4", "Ben: 4-1"),
            ["no"],
        ),
    ],
)
def test_several_mistakes_are_explained_together_in_the_order_of_play(
    game: str, text: str, entered: tuple[str, ...], repairs: list[str]
) -> None:
    start = replay(ALONE.format(game)).start
    assert start is not None
    found = check_layout(start, said_in(*entered, game=game), SeenLayout.parse(text))
    assert [str(each.repairs[0][1]) if each.repairs else "no" for each in found] == repairs


def test_a_tile_that_was_entered_and_is_not_there_is_told_by_its_entry() -> None:
    (found,) = checked("6-4 4-4 4-1 1-1 6-4~4-4 4-4~4-1 4-1~1-1", *HAND)
    assert found[:4] == (Differing.NOT_THERE, Tile(6, 3), None, 6)
    # If what was played on it lies there, it is the photo that misses it.
    (found,) = checked("6-4 4-4 1-1 6-3 6-4~4-4 6-4~6-3", *HAND)
    assert found[:2] == (Differing.NOT_SEEN, Tile(4, 1))
    # Whoever taps what lies says nothing of joins.
    (found,) = checked("6-4 4-4 1-1 6-3", *HAND)
    assert found[:2] == (Differing.NOT_THERE, Tile(4, 1))


def test_a_tile_in_doubt_is_asked_about_before_an_entry_is_accused() -> None:
    doubted = "6-4 4-4 4-1 1-1 6-2_6-3_5-2 6-4~4-4 4-4~4-1 4-1~1-1 6-4~6-2"
    (found,) = checked(doubted, *HAND)
    assert found.kind is Differing.IN_DOUBT
    assert found.choices == (Tile(6, 2), Tile(6, 3), Tile(5, 2))
    seen = SeenLayout.parse(doubted)
    assert checked(str(seen.settled(Tile(6, 2), Tile(6, 3))), *HAND) == ()
    (wrong,) = checked(str(seen.settled(Tile(6, 2), Tile(6, 2))), *HAND)
    assert wrong[:4] == (Differing.OTHER_TILE, Tile(6, 2), Tile(6, 3), 6)
    # It is no question if it agrees anyway.
    assert checked(doubted.replace("6-2_6-3", "6-3_6-2").replace("~6-2", "~6-3"), *HAND) == ()


def test_the_tile_that_was_played_just_now_can_be_entered_next() -> None:
    (found,) = checked("6-4 4-4 4-1 1-1 6-3 6-1 6-4~4-4 4-4~4-1 4-1~1-1 6-4~6-3 1-1~6-1", *HAND)
    assert found.kind is Differing.NOT_ENTERED
    repairs = {line: str(statement) for line, statement in found.repairs}
    assert repairs[None] == "Ben: 6-1 on 1-1"


def test_nothing_entered_yet_accuses_nobody() -> None:
    found = checked("6-4 4-4 6-4~4-4")
    assert [each.kind for each in found] == [Differing.NOT_ENTERED] * 2
    assert isinstance(found[0].repairs[0][1], TileSet)
