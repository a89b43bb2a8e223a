"""Whatever a setting decides, the explanation names it: every setting of every game."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from play import CAST
from random_play import Played, honest_game, seeds

from companion.record.header import Header
from companion.record.replay import Entry, apply, replay
from companion.record.statements import Statement, TilesDrawn, TurnPassed
from companion.referee.explain.why_and_what_if import why
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.rules.settings import SETTINGS
from companion.rules.sources import Basis
from companion.rules.tile import Tile
from tests.thorough import examples, sampled, thorough

#: What the rest of a table's rules has to be for a setting to matter.
HELPERS = {
    "rounding": ["settlement = winner-takes"],
    "partners-out": ["tiles-each = 3"],
    "spinner-first": ["spinners = first", "lead-tile = any"],
    "spinner-count": ["spinners = first", "spinner-first = no"],
    "boneyard-kept": ["tiles-each = 5", "drawing = until-it-plays"],
    "drawing": ["tiles-each = 5"],
    "target-reached": ["target = 15"],
    "lead-tile": ["drawing = until-it-plays"],
    "next-lead": ["target = 300"],
    "tied-block": [
        "tiles-each = 3",
        "drawing = none",
        "spinners = none",
        "settlement = winner-takes",
        "target = 1000",
    ],
    "partners-block": ["tiles-each = 7", "settlement = winner-takes"],
    "washed-up-in-block": [
        "last-tile = washes-up",
        "another-turn = score-or-double",
        "settlement = winner-takes",
    ],
    "drawn-tile": [
        "tiles-each = 5",
        "another-turn = score-or-double",
        "drawing = until-it-plays",
    ],
    "last-tile": [
        "another-turn = score-or-double",
        "tiles-each = 3",
        "drawing = until-it-plays",
    ],
    "game-ends": ["points = pips", "target = 40"],
    "target": ["points = pips", "target-reached = or-passed"],
    "zero-scores": ["another-turn = score-or-double", "announce = no"],
    "exposed-double": ["spinners = all", "spinner-first = no"],
}
#: A target is far away.
HANDS = {"target": 60, "target-reached": 60}
#: House rules that nobody misses where the table does not have them.
SILENT = {("announce", "required"), ("spinner-first", "yes")}
#: What is said where a setting shows first in another rule: the tiles left are told, or not.
NAMED_BY = {("settlement", "one-point"): "all-told"}
#: Nobody has a partner there, so there is nothing to decide.
NOTHING_TO_DECIDE = {("racehorse-1990", "partners-block"), ("racehorse-1990", "partners-out")}


#: Where most random games have to be searched for one in which it matters; the setting is
#: tried in the other games.
SELDOM = {
    *(("merry-go-round", name) for name in ("zero-scores", "partners-block")),
    ("five-up", "washed-up-in-block"),
    ("racehorse-1990", "tied-block"),
    ("seven-toed-pete-chips", "target-reached"),
    ("race-horse-celko", "partners-block"),
}
#: The plain run has every other setting of one game, and those between of the next.
DECIDED = [
    pytest.param(game, name, marks=[thorough] if rest or (game, name) in SELDOM else [])
    for (at, game), (number, name) in product(enumerate(GAMES), enumerate(SETTINGS))
    for rest in [(at + number) % 2]
]


def header_of(game: str, name: str, seed: int) -> Header:
    """A table of that game with its own value of the setting, and what makes that matter."""
    preset, random = GAMES[game], Random(seed)
    seats = random.choice(preset.seats)
    if name in ("partners-block", "partners-out", "tied-block"):
        seats = 4
    lines = [f"game: {game}", f"players: {', '.join(CAST[:seats])}"]
    if name in ("partners-block", "partners-out") and preset.partners is Partners.OPTIONAL:
        lines.append("sides: Ana & Cyd, Ben & Dee")
    helpers = [rule for rule in HELPERS.get(name, []) if not rule.startswith(f"{name} ")]
    lines += [f"rule: {rule}" for rule in helpers]
    header = replay("\n".join(lines)).header
    assert header is not None
    return header


def others(game: str, name: str) -> Iterator[str]:
    """The values that the game does not have."""
    numbers = {"target": ("1000",), "tiles-each": ("4", "6", "7")}
    own = GAMES[game].rules.written(name)
    yield from (value for value in numbers.get(name, SETTINGS[name].values) if value != own)


@lru_cache(maxsize=64)
def played(header: Header, seed: int, hands: int) -> Played:
    """A random game that is held against every value of every setting, one after another."""
    return honest_game(seed, header=str(header), hands=hands)


def entries_of(header: Header, game: Played) -> Iterator[tuple[Game, Entry]]:
    """Each entry of a random game, with the game before it."""
    before = header.start()
    for line, moment in enumerate(game.moments):
        yield before, Entry(line, moment.statement, moment.game)
        before = moment.game


def decided(header: Header, game: Played, name: str, value: str) -> Ruling | None:
    """The first entry that another value of the setting would have made another, explained."""
    there = header.under(None, [(name, value)]).start()
    for before, entry in entries_of(header, game):
        try:
            after = apply(there, entry.statement)
        except Refusal:
            return why(Book.of(header), before, entry)
        if outcome(before, entry.statement, entry.game) != outcome(there, entry.statement, after):
            return why(Book.of(header), before, entry)
        there = after
    return None


def outcome(before: Game, statement: Statement, after: Game) -> object:
    """All that people see of an entry, and what a draw or a pass says of its player's hand."""
    hand = after.hand
    assert hand is not None
    return (
        (after.scores, after.result, after.winner, after.awaits_lead and after.next_leader),
        (hand.turn, hand.held, hand.boneyard, hand.play, hand.ending, hand.washed_up),
        [(end.host, end.pips, end.counts) for end in hand.layout.ends],
        hand.is_over and hand.must_show,
        says_of_hand(before, statement),
    )


def says_of_hand(before: Game, statement: Statement) -> set[Tile] | None:
    """The tiles that somebody who draws or passes cannot hold; None where it says nothing."""
    draws = isinstance(statement, TilesDrawn) and before.rules.draws_prove
    if before.hand is None or not (draws or isinstance(statement, TurnPassed)):
        return None
    return {tile for tile in before.hand.layout.unset if before.hand.fits(tile)}


def names(explanation: Ruling) -> set[str]:
    return {reason.rule.name for reason in explanation.reasons}


@pytest.mark.parametrize(("game", "name"), DECIDED)
def test_an_entry_that_a_setting_decides_names_it(game: str, name: str) -> None:
    if (game, name) in NOTHING_TO_DECIDE:
        assert not names_somewhere(game, name)
        return
    for value in others(game, name):
        if (name, value) in SILENT:
            # Only who calls a count all the same is told that nobody has to.
            assert names_somewhere(game, name) is (name == "announce")
            continue
        explanation = first_decided(game, name, value)
        assert NAMED_BY.get((name, value), name) in names(explanation), (
            value,
            explanation.entry,
        )


def first_decided(game: str, name: str, value: str) -> Ruling:
    """The first entry of some random game that another value of the setting decides."""
    for seed in range(600):
        header = header_of(game, name, seed)
        at_table = played(header, seed, HANDS.get(name, 4))
        explanation = decided(header, at_table, name, value)
        if explanation is not None:
            return explanation
    pytest.fail(f"no game was found in which {value} decides anything")


def names_somewhere(game: str, name: str) -> bool:
    """Whether some explanation of a random game names the setting."""
    for seed in range(sampled(30)):
        header = header_of(game, name, seed)
        for before, entry in entries_of(header, played(header, seed, 4)):
            if name in names(why(Book.of(header), before, entry)):
                return True
    return False


@pytest.mark.parametrize("name", SETTINGS)
def test_a_changed_setting_is_named_as_a_house_rule_of_the_table(name: str) -> None:
    header = header_of("race-horse", "spinners", 0)
    for value in SETTINGS[name].values or ("3",):
        if value == GAMES["race-horse"].rules.written(name):
            continue
        cited = Book.of(header.under(None, [(name, value)])).rule(name)
        assert cited.ground.leg is Basis.TABLE
        assert cited.value == value


@examples(40)
@given(seeds)
def test_whatever_decides_an_entry_of_any_game_is_named(seed: int) -> None:
    game = honest_game(seed)
    header = replay(game.header).header
    assert header is not None
    for name, setting in SETTINGS.items():
        for value in setting.values:
            explanation = decided(header, game, name, value)
            if explanation is not None and (name, value) not in SILENT:
                rule = NAMED_BY.get((name, value), name)
                assert rule in names(explanation), (name, value, explanation.entry)
