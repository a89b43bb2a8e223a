"""Luck and skill apart: simulated players of known strength, whatever tiles they get."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from statistics import correlation, fmean, pstdev

import pytest
from play import score

from companion.coach.analysis.turn_search import TurnSearches
from companion.coach.drills.practice_positions import Chance
from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.rules.tile import Tile
from companion.stats.game_figures import TurnSkill, skill_in
from companion.stats.luck import owed_in
from tests.stats.players import Player, deal, greedy, new_game, perfect, play_hand, random
from tests.thorough import is_thorough

HANDS = 100
STRONGEST_FIRST: tuple[Player, ...] = (perfect, greedy, random)
SURGES = ("race-horse", "racehorse-1990", "seven-toed-pete")
ONE_TILE = ("five-up", "fives-and-threes", "muggins", "merry-go-round", "seven-rocks")
SEEDS = range(12)
#: A game of surges and two of single tiles; another game of surges takes ten times as long.
FEW = [(kind, 0) for kind in ("seven-toed-pete", "five-up", "fives-and-threes")]
ALL = [*product((*SURGES, *ONE_TILE), SEEDS)]
CASES = ALL if is_thorough() else FEW
UNEVEN = ALL if is_thorough() else FEW[:2]

Order = Callable[[list[list[Tile]], int], list[list[Tile]]]


def as_they_come(hands: list[list[Tile]], best: int) -> list[list[Tile]]:
    return hands


def most_doubles_and_fives_to(hands: list[list[Tile]], best: int) -> list[list[Tile]]:
    """The hand with most doubles and fives to one seat."""
    hands = sorted(hands, key=_worth, reverse=True)
    return [*hands[1 : best + 1], hands[0], *hands[best + 1 :]]


def _worth(hand: Sequence[Tile]) -> int:
    return sum(tile.is_double + (tile.pips % 5 == 0) for tile in hand)


def hands_played(
    kind: str, seed: int, order: Order = as_they_come, favoured: Player = random
) -> Iterator[tuple[list[Player], tuple[Entry, ...]]]:
    """A hundred hands: each deal three times, the players a seat further each time."""
    for number in range(HANDS):
        chance = Chance(kind, seed, number // 3)
        game = new_game(kind, chance)
        hands, boneyard = deal(game, chance)
        players = [STRONGEST_FIRST[(number + seat) % 3] for seat in range(len(hands))]
        if favoured in players:
            hands = order(hands, players.index(favoured))
        leader = number // 3 % len(hands)
        yield players, play_hand(game, hands, boneyard, players, chance, leader)


def shares(
    kind: str, seed: int, order: Order = as_they_come, favoured: Player = random
) -> list[float]:
    """The shares that the players took, the strongest first."""
    found = dict.fromkeys(STRONGEST_FIRST, TurnSkill())
    for players, hand in hands_played(kind, seed, order, favoured):
        for seat, skill in skill_in(hand, TurnSearches()).items():
            found[players[seat]] = found[players[seat]].and_also(skill)
    return [
        (skill.taken + skill.spared) / (skill.available + skill.sparable)
        for skill in found.values()
    ]


@pytest.mark.parametrize(("kind", "seed"), CASES)
def test_a_hundred_hands_tell_the_perfect_from_the_greedy_from_the_random_player(
    kind: str, seed: int
) -> None:
    best, middle, worst = shares(kind, seed)
    assert best == 1 > middle > worst


@pytest.mark.parametrize(("kind", "seed"), UNEVEN)
def test_they_are_told_apart_with_most_doubles_and_fives_always_dealt_to_the_weakest(
    kind: str, seed: int
) -> None:
    best, middle, worst = shares(kind, seed, most_doubles_and_fives_to, random)
    assert best > middle > worst


def owed_by_points(kind: str, players: Sequence[Player]) -> list[tuple[float, float, int]]:
    """Of hands for two: what the tiles owed each, and how many points the first made more."""
    found = []
    for number in range(HANDS):
        chance = Chance("owed", kind, number)
        game = new_game(kind, chance)
        hands, boneyard = deal(game, chance)
        hand = play_hand(game, hands, boneyard, players, chance, number % 2)
        owed = owed_in(hand, TurnSearches())
        assert owed is not None
        plays = [entry.play for entry in hand if isinstance(entry.statement, TileSet)]
        more = sum(play.points if play.seat == 0 else -play.points for play in plays)
        found.append((owed[0], owed[1], more))
    return found


@pytest.mark.parametrize("kind", ["race-horse", "five-up"])
def test_among_equals_who_is_owed_more_has_made_fewer_points(kind: str) -> None:
    owed = owed_by_points(kind, (perfect, perfect))
    assert correlation([first - second for first, second, _ in owed], [e[2] for e in owed]) < -0.5


@pytest.mark.parametrize("kind", ["race-horse", "five-up"] if is_thorough() else ["five-up"])
def test_nobody_is_owed_much_for_playing_well_or_badly(kind: str) -> None:
    each = [
        [first for first, _, _ in owed_by_points(kind, players)]
        for players in ((perfect, greedy), (greedy, perfect), (random, greedy))
    ]
    spread = pstdev([owed for player in each for owed in player])
    assert all(abs(fmean(player)) < spread / 3 for player in each)


NOTHING_FITS = """
    game: five-up
    players: Ana, Ben
    rule: tiles-each = 2
    rule: drawing = none
    lead: Ana
    Ana: 5-0
    Ben: passes
    Ana: 5-5
    Ben: left 6-6 6-4
"""


def owed(record: str) -> tuple[float, ...] | None:
    return owed_in(score(record).transcript.entries, TurnSearches())


def test_who_can_set_nothing_is_owed_what_other_tiles_would_have_made() -> None:
    found = owed(NOTHING_FITS)
    assert found is not None
    ana, ben = found
    # Ben's pass made nothing, and Ana's 5-5 made 2 pegs where hardly a tile makes more.
    assert ben > 0 > ana


def test_nothing_is_owed_where_not_all_tiles_were_shown() -> None:
    assert owed(NOTHING_FITS.replace("6-6 6-4", "22 pips")) is None
    assert owed(NOTHING_FITS.rpartition("    Ben: left")[0]) is None


def test_the_same_record_always_owes_the_same() -> None:
    assert owed(NOTHING_FITS) == owed(NOTHING_FITS)


def test_a_turn_of_one_tile_is_measured_by_what_it_leaves_too() -> None:
    entries = score(
        """
        game: five-up
        players: Ana, Ben
        target: 999
        rule: tiles-each = 2
        lead: Ana
        Ana: 6-3
        Ben: 6-4
        Ana: 4-3 on 6-3
        Ben: left 1-1
        """
    ).transcript.entries
    ana = skill_in(entries, TurnSearches())[0]
    # No lead of hers made points, so all that counts of it is what it left to answer.
    assert (ana.taken, ana.available) == (0, 0)
    assert ana.spared >= 0 and ana.sparable > 0


def test_turns_of_which_a_tile_was_not_shown_are_not_measured() -> None:
    entries = score(
        """
        game: five-up
        players: Ana, Ben
        target: 999
        rule: tiles-each = 2
        lead: Ana
        Ana: 6-4
        Ben: 6-6
        Ana: 4-3
        Ben: left 2 pips
        """
    ).transcript.entries
    skill = skill_in(entries, TurnSearches())
    # 10 and 15, of which nothing was missed.
    assert (skill[0].taken, skill[0].available) == (5, 5)
    assert 1 not in skill
