"""Whatever a setting decides, the explanation names it: every setting of every game."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from play import CAST, honest_game, seeds

from companion.record.replay import Entry, Transcript, replay
from companion.referee.book import Book
from companion.referee.ruling import Ruling
from companion.referee.rulings import why
from companion.referee.verdicts import verdict_of_entry
from companion.rules.games import GAMES
from companion.rules.preset import Partners
from companion.rules.rules import SETTINGS
from companion.rules.sources import Leg
from tests.thorough import examples

#: What the rest of a table's rules has to be for a setting to matter.
HELPERS = {
    "rounding": ["settlement = winner-takes"],
    "tied-block": [
        "tiles-each = 2",
        "last-tile = washes-up",
        "another-turn = score-or-double",
        "washed-up-in-block = counts",
        "partners-block = hand",
        "settlement = winner-takes",
    ],
    "partners-block": ["tiles-each = 7", "settlement = winner-takes"],
    "washed-up-in-block": ["last-tile = washes-up", "another-turn = score-or-double"],
    "drawn-tile": ["tiles-each = 5", "another-turn = score-or-double"],
    "last-tile": ["another-turn = score-or-double", "tiles-each = 3"],
    "game-ends": ["points = pips"],
    "target": ["points = pips"],
    "zero-scores": ["another-turn = score-or-double", "announce = no"],
    "exposed-double": ["spinners = all"],
}
#: A target is far away.
HANDS = {"target": 60}
#: Nobody has a partner there, so there is nothing to decide.
NOTHING_TO_DECIDE = {("racehorse-1990", "partners-block")}


def header_of(game: str, name: str, seed: int) -> str:
    """A table of that game with its own value of the setting, and what makes that matter."""
    preset, random = GAMES[game], Random(seed)
    seats = random.choice(preset.seats)
    if name in ("partners-block", "tied-block"):
        seats = 4
    lines = [f"game: {game}", f"players: {', '.join(CAST[:seats])}"]
    if name == "partners-block" and preset.partners is Partners.OPTIONAL:
        lines.append("sides: Ana & Cyd, Ben & Dee")
    helpers = [rule for rule in HELPERS.get(name, []) if not rule.startswith(f"{name} ")]
    if name in ("target", "game-ends"):
        helpers += [] if name == "target" else ["target = 40"]
    lines += [f"rule: {rule}" for rule in helpers]
    return "\n".join(lines)


def others(game: str, name: str, seats: int) -> Iterator[str]:
    """The values that the game does not have."""
    own = GAMES[game].rules.written(name, seats)
    numbers = {"target": ("1000",), "tiles-each": ("4", "6", "7")}
    yield from (value for value in numbers.get(name, SETTINGS[name].values) if value != own)


def decided(text: str, name: str, value: str) -> Ruling | None:
    """The first entry that another value of the setting would have made another, explained."""
    told = replayed(text)
    header, start = told.header, told.start
    assert header is not None and start is not None
    lines = [line for line in text.splitlines() if not line.startswith(f"rule: {name} =")]
    changed = replay("\n".join([*lines[:2], f"rule: {name} = {value}", *lines[2:]]))
    games = [start, *(entry.game for entry in told.entries)]
    for at, entry in enumerate(told.entries):
        same = at < len(changed.entries) and outcome(entry) == outcome(changed.entries[at])
        if not same:
            return why(Book.of(header), games[at], entry)
    return None


@lru_cache(maxsize=1)
def replayed(text: str) -> Transcript:
    """A record that is held against every value of a setting, one after another."""
    return replay(text)


def outcome(entry: Entry) -> object:
    """All that people see of an entry."""
    hand, game = entry.game.hand, entry.game
    verdict = verdict_of_entry(entry) | {"line": 0}
    return (
        verdict,
        hand and (hand.ending, hand.washed_up),
        game.result,
        game.next_leader,
        game.winner,
    )


def names(explanation: Ruling) -> set[str]:
    return {reason.rule.name for reason in explanation.reasons}


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("game", GAMES)
def test_an_entry_that_a_setting_decides_names_it(game: str, name: str) -> None:
    is_silent = name == "announce" and GAMES[game].rules.written(name) == "no"
    if (game, name) in NOTHING_TO_DECIDE:
        assert not names_somewhere(game, name)
        return
    if is_silent:
        assert names_somewhere(game, name)
        return
    for seed in range(600):
        header = header_of(game, name, seed)
        text = honest_game(seed, header=header, hands=HANDS.get(name, 4)).text
        seats = header.splitlines()[1].count(",") + 1
        for value in others(game, name, seats):
            explanation = decided(text, name, value)
            if explanation is not None and not shows_elsewhere(name, explanation):
                assert name in names(explanation), (seed, value, explanation.entry.statement)
                return
    pytest.fail("no game was found in which it decides anything")


def shows_elsewhere(name: str, explanation: Ruling) -> bool:
    """Whether an entry was decided by the deal, which the lead and every draw tell of."""
    return name == "tiles-each" and name not in names(explanation)


def names_somewhere(game: str, name: str) -> bool:
    """Whether some explanation of a random game names the setting."""
    for seed in range(200):
        told = replay(honest_game(seed, header=header_of(game, name, seed)).text)
        assert told.header is not None and told.start is not None
        games = [told.start, *(entry.game for entry in told.entries)]
        for (before, _), entry in zip(pairwise(games), told.entries, strict=True):
            if name in names(why(Book.of(told.header), before, entry)):
                return True
    return False


@pytest.mark.parametrize("name", SETTINGS)
def test_a_changed_setting_is_named_as_a_house_rule_of_the_table(name: str) -> None:
    header = header_of("race-horse", "spinners", 0)
    for value in SETTINGS[name].values or ("3",):
        if value == GAMES["race-horse"].rules.written(name):
            continue
        told = replay(f"{header}\nrule: {name} = {value}\n")
        assert told.header is not None
        cited = Book.of(told.header).rule(name)
        assert cited.ground.leg is Leg.TABLE
        assert cited.value == value


@examples(40)
@given(seeds)
def test_whatever_decides_an_entry_of_any_game_is_named(seed: int) -> None:
    text = honest_game(seed).text
    for name, setting in SETTINGS.items():
        for value in setting.values:
            explanation = decided(text, name, value)
            if explanation is not None and not goes_without_saying(explanation, name, value):
                assert name in names(explanation), (name, value, explanation.entry)


def goes_without_saying(explanation: Ruling, name: str, value: str) -> bool:
    """Whether the setting shows only in what nobody asks about: no call, no next hand."""
    is_over = name == "next-lead" and explanation.entry.game.is_over
    return is_over or (name == "announce" and value == "required")
