"""A comparison for people: where two games part and why, the scores side by side."""

from collections.abc import Iterator
from textwrap import wrap

from companion.record.header import Header
from companion.record.replay import LineRefused
from companion.referee.as_played import as_played
from companion.referee.comparison import ComparedHand, Comparison, Said
from companion.referee.parting import Difference, RefusedPlay, Telling
from companion.referee.reason import Rule
from companion.rules.seating import Seating

#: What heads the account of `as_played`.
AS_PLAYED = "The same plays, by those of the other rules that refuse none of them:"
#: What follows the play that the other rules would have refused.
THERE_IT_ENDS = "The other telling ends there."

_WIDTH = 96


def comparison_sheet(comparison: Comparison) -> Iterator[str]:
    """The lines of the sheet: the parting, every hand, and the refusal if there is one."""
    here, there = games_told(comparison)
    yield f"{here}  ·  told by the rules of {there}"
    yield ""
    yield from _parting(comparison, here, there)
    for hand in comparison.hands:
        yield ""
        yield from _hand(hand, comparison)
    yield ""
    yield from _ending(comparison, here, there)


def game_told(header: Header) -> str:
    """A game by its title and the house rules of the table: `Race Horse, target = 100`."""
    changes = [f"{name} = {value}" for name, value in header.changes]
    return ", ".join([header.preset.title, *changes])


def games_told(comparison: Comparison) -> tuple[str, str]:
    """The two games, so that they are told apart."""
    here, there = (game_told(told.header) for told in (comparison.here, comparison.there))
    return here, f"{there}, as the other rules have it" if here == there else there


def parting_told(comparison: Comparison, called: str = "line") -> str:
    """Where the two games part, in a sentence; `called` is what people call a line there."""
    parted = comparison.parting
    if parted is None:
        return f"Both games say the same of every {called}."
    return f"They part on {called} {parted.line}: {parted.statement}"


def refused_there_told(refused: RefusedPlay, called: str = "line") -> str:
    """Which play the other rules would have refused; what they would have said follows."""
    return f"On {called} {refused.line}, {refused.statement}, the other rules would have said:"


def refusal_told(refused: LineRefused | None, called: str = "Line") -> Iterator[str]:
    """Where the record ends before its time, because its own game refuses a line."""
    if refused is not None:
        line, refusal = refused
        yield f"{called} {line} is refused by its own game ({refusal.code}): {refusal.sentence}"


def standing_told(told: Telling) -> str:
    """How a telling stands at its end: the scores, and who won."""
    seating = told.start.seating
    winner = told.game.winner
    won = f" {seating.side_names[winner]} won." if winner is not None else ""
    return f"{_amounts(told.game.scores, seating)}.{won}"


def _parting(comparison: Comparison, here: str, there: str) -> Iterator[str]:
    yield parting_told(comparison)
    if parted := comparison.parting:
        yield from _wrapped(f"{here}: {parted.here}")
        yield from _wrapped(f"{there}: {parted.there}")
        yield from _causes(parted.causes)


def _causes(causes: tuple[Difference, ...]) -> Iterator[str]:
    for cause in causes:
        yield from _wrapped(f"because of {cause.name}:")
        for rule in cause:
            yield from _wrapped(_rule_told(rule), indent=4)


def _rule_told(rule: Rule) -> str:
    return f"{rule.value}: {rule.sentence} [{rule.source}]"


def _hand(hand: ComparedHand, comparison: Comparison) -> Iterator[str]:
    yield f"Hand {hand.number}"
    parted = comparison.parting.line if comparison.parting else None
    widest = max(len(str(line.statement)) for line in hand.lines)
    seatings = comparison.here.start.seating, comparison.there.start.seating
    for line in hand.lines:
        mark = "≠" if line.line == parted else " "
        said = f"{line.line:>4} {mark} {line.statement!s:<{widest}}"
        yield f"{said}  {_scores(line.here, seatings[0])}  |  {_scores(line.there, seatings[1])}"


def _ending(comparison: Comparison, here: str, there: str) -> Iterator[str]:
    if refused := comparison.refused:
        yield refused_there_told(refused)
        yield from _wrapped(f"{refused.sentence} ({refused.code})")
        if comparison.parting is None or refused.line != comparison.parting.line:
            yield from _causes(refused.causes)
        yield THERE_IT_ENDS
        yield from _as_played(comparison)
    for told, title in ((comparison.here, here), (comparison.there, there)):
        yield f"{title}: {standing_told(told)}"


def _as_played(comparison: Comparison) -> Iterator[str]:
    played = as_played(comparison)
    names = ", ".join(taken.name for taken in played.taken_over) or "none"
    yield AS_PLAYED
    yield from _wrapped(f"taken over: {names}")
    for left_out in played.left_out:
        where = "" if left_out.line is None else f"line {left_out.line}: "
        yield from _wrapped(f"left out: {left_out.difference.name} ({where}{left_out.sentence})")
    yield from _wrapped(standing_told(played.comparison.there))


def _scores(said: Said | None, seating: Seating) -> str:
    return "–" if said is None else _amounts(said.scores, seating)


def _amounts(amounts: tuple[int, ...], seating: Seating) -> str:
    return " · ".join(
        f"{name} {amount}" for name, amount in zip(seating.side_names, amounts, strict=True)
    )


def _wrapped(text: str, *, indent: int = 2) -> list[str]:
    return wrap(text, _WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))
