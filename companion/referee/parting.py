"""A parting: the first line of which two games say different things, and the rules behind it.

The rules are not guessed. Of all settings in which the two games differ, as
many are put back as can be while the record still goes like the other
game's up to that line; those that remain are the cause.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, follow
from companion.record.statements import HandLed, Statement
from companion.referee.book import Book
from companion.referee.laws import LAWS
from companion.referee.reason import Rule
from companion.referee.words import describe_entry, what_next
from companion.rules.game import Game
from companion.rules.rules import SETTINGS, Rules
from companion.rules.seating import Seating
from companion.rules.settlement import HandResult
from companion.words import Text, message, sentences

#: Beside the settings: whether four players score alone or as partners.
SIDES = "sides"


class Telling(NamedTuple):
    """A record as one game tells it, as far as that game accepts it."""

    header: Header
    start: Game
    entries: tuple[Entry, ...]
    refused: LineRefused | None = None

    @property
    def game(self) -> Game:
        """The game after the last entry that it accepts."""
        return self.entries[-1].game if self.entries else self.start

    def before(self, index: int) -> Game:
        """The game before an entry."""
        return self.entries[index - 1].game if index else self.start


class Difference(NamedTuple):
    """A rule in which two games differ, as each of them has it."""

    here: Rule
    there: Rule

    @property
    def name(self) -> str:
        """The setting that differs, or `sides`."""
        return self.here.name


class Parting(NamedTuple):
    """Where two games part: what each says of that line, and the rules that make it so."""

    line: int
    statement: Statement
    here: Text
    there: Text
    causes: tuple[Difference, ...]


class RefusedPlay(NamedTuple):
    """The line that the other game would have refused, and the rules that make it so.

    There are none where it follows from what went differently before.
    """

    line: int
    statement: Statement
    code: str
    sentence: Text
    causes: tuple[Difference, ...]


def differences(here: Header, there: Header) -> tuple[Difference, ...]:
    """All the rules in which two games differ, in the order of the settings."""
    books = Book.of(here), Book.of(there)
    seats = len(here.players)
    rules = here.rules, there.rules
    found = [
        Difference(books[0].rule(name), books[1].rule(name))
        for name in SETTINGS
        if rules[0].written(name, seats) != rules[1].written(name, seats)
    ]
    if here.seating.sides != there.seating.sides:
        found.insert(0, Difference(_rule_of_sides(here), _rule_of_sides(there)))
    return tuple(found)


def mixed(here: Header, there: Header, names: frozenset[str]) -> tuple[Seating, Rules]:
    """The seats and rules of the first game, but for these rules, which the second one gives."""
    seating = (there if SIDES in names else here).seating
    rules, other, seats = here.rules, there.rules, len(here.players)
    for name in names - {SIDES}:
        rules = rules.with_setting(name, other.written(name, seats))
    return seating, rules


def parting(here: Telling, there: Telling) -> Parting | None:
    """Where two tellings of one record part; None where they agree to the end."""
    index = _first_unlike(here, there)
    if index is None:
        return None
    entry = here.entries[index]
    says_here, says_there = describe_entry(here.before(index), entry), _describe_there(there, index)
    if says_here == says_there:
        # What differs is only what comes next.
        says_here = sentences(says_here, what_next(entry.game))
        says_there = sentences(says_there, what_next(there.entries[index].game))
    first = _lead_of(here.entries, index)
    seating = there.start.seating
    number = index + 1 - first
    expected = _story(there.entries[first : index + 1], there.refused, seating, number)

    def agrees(entries: Sequence[Entry], refused: LineRefused | None) -> bool:
        return _story(entries, refused, seating, number) == expected

    causes = _fewest(here, there, first, index, agrees)
    return Parting(entry.line, entry.with_host, says_here, says_there, causes)


def refused_play(here: Telling, there: Telling) -> RefusedPlay | None:
    """The play that the other game would have refused; None where it accepts them all."""
    if there.refused is None:
        return None
    line, refusal = there.refused
    index = len(there.entries)
    # Who leads, and whether anybody still does, was decided in the hand before.
    is_lead = isinstance(here.entries[index].statement, HandLed)
    first = _lead_of(here.entries, max(index - 1, 0) if is_lead else index)

    def refuses(entries: Sequence[Entry], refused: LineRefused | None) -> bool:
        return refused is not None and (refused.line, refused.refusal.code) == (line, refusal.code)

    causes = _fewest(here, there, first, index, refuses)
    statement = here.entries[index].with_host
    return RefusedPlay(line, statement, refusal.code, refusal.message, causes)


def _first_unlike(here: Telling, there: Telling) -> int | None:
    seating = there.start.seating
    for index, (one, other) in enumerate(zip(here.entries, there.entries, strict=False)):
        if _noticed(one.game, seating) != _noticed(other.game, seating):
            return index
    return None if there.refused is None else len(there.entries)


def _describe_there(there: Telling, index: int) -> Text:
    if index < len(there.entries):
        return describe_entry(there.before(index), there.entries[index])
    assert there.refused is not None
    return there.refused.refusal.message


def _fewest(
    here: Telling,
    there: Telling,
    first: int,
    index: int,
    agrees: Callable[[Sequence[Entry], LineRefused | None], bool],
) -> tuple[Difference, ...]:
    """The fewest of the differences under which the entries of a hand go so."""
    plays = [(entry.line, entry.with_host) for entry in here.entries[first : index + 1]]
    is_alike = here.start.seating.sides == there.start.seating.sides
    found = differences(here.header, there.header)
    needed = frozenset(difference.name for difference in found)
    for difference in found:
        fewer = needed - {difference.name}
        seating, rules = mixed(here.header, there.header, fewer)
        so_far = (there if is_alike or SIDES in fewer else here).before(first)
        if agrees(*follow(so_far._replace(rules=rules, seating=seating), plays)):
            needed = fewer
    return tuple(difference for difference in found if difference.name in needed)


def _lead_of(entries: Sequence[Entry], index: int) -> int:
    """The lead of the hand to which an entry belongs."""
    while index and not isinstance(entries[index].statement, HandLed):
        index -= 1
    return index


def _story(
    entries: Sequence[Entry], refused: LineRefused | None, seating: Seating, number: int
) -> list[object]:
    """All that people notice of so many statements, with the refusal if it is among them."""
    story: list[object] = [_noticed(entry.game, seating) for entry in entries]
    if refused is not None and len(story) < number:
        story.append((refused.line, refused.refusal.code))
    return story


def _noticed(game: Game, seating: Seating) -> tuple[object, ...]:
    """What people notice of a game after an entry, its sides as in that seating."""
    hand = game.hand
    scores = _by_side(game.scores, game.seating, seating)
    result = None if game.result is None else _result(game.result, game.seating, seating)
    winner = None if game.winner is None else _side(game.winner, game.seating, seating)
    if hand is None:
        return (scores, winner)
    return (
        scores,
        winner,
        result,
        game.next_leader,
        hand.turn,
        hand.ending,
        hand.washed_up,
        hand.play,
    )


def _result(result: HandResult, own: Seating, seating: Seating) -> HandResult:
    winners = {_side(side, own, seating) for side in result.winners}
    points = _by_side(result.points, own, seating)
    return result._replace(winners=tuple(sorted(winners)), points=points)


def _by_side(amounts: tuple[int, ...], own: Seating, seating: Seating) -> tuple[int, ...]:
    """Amounts of single players added up where they would be partners."""
    if own is seating or own.sides == seating.sides:
        return amounts
    summed = [0] * len(seating.sides)
    for side, amount in enumerate(amounts):
        summed[_side(side, own, seating)] += amount
    return tuple(summed)


def _side(side: int, own: Seating, seating: Seating) -> int:
    return seating.side_of[own.sides[side][0]]


def _rule_of_sides(header: Header) -> Rule:
    source = Book.of(header).source
    if header.seating.has_partners:
        return Rule(SIDES, "partners", LAWS["partners"].sentence, source)
    return Rule(SIDES, "alone", message("sides.alone"), source)
