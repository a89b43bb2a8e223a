"""An explanation for people, as lines of a terminal."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from companion.referee.asked_line import AskedLine
from companion.referee.explanation import About, Count, Explanation, Spot, WhyNot
from companion.referee.ink import COLOUR, PLAIN, Ink
from companion.referee.reason import Reason, Rule

#: What people ask, in their own words.
QUESTIONS = {
    About.ALLOWED: "Why could it be entered?",
    About.POINTS: "Why these points?",
    About.TURN: "Whose turn is it, and why?",
    About.ANOTHER_TURN: "Does it earn another turn?",
    About.ENDED: "Why is the hand over?",
    About.SETTLED: "Why is it settled so?",
    About.GAME: "Is the game over?",
    About.NEXT_LEAD: "Who leads next?",
}
_WIDTH = 84


def why_sheet(asked: AskedLine, *, in_colour: bool = False) -> Iterator[str]:
    """The lines that explain a line of a record."""
    ink = COLOUR if in_colour else PLAIN
    yield f"{ink.strong}Line {asked.line}{ink.off}  {asked.said}"
    if asked.explanation is not None:
        yield from _explained(asked.explanation, ink)
    elif asked.why_not is not None:
        yield from _refused(asked.why_not, ink)


def _explained(explanation: Explanation, ink: Ink) -> Iterator[str]:
    yield explanation.told
    if explanation.count is not None:
        yield from _counted(explanation.count, ink)
    for answer in explanation.answers:
        yield from _section(QUESTIONS[answer.about], answer.reasons, ink)


def _refused(why_not: WhyNot, ink: Ink) -> Iterator[str]:
    yield f"{ink.bad}Refused ({why_not.code}).{ink.off}"
    yield from _section("Why not?", why_not.reasons, ink)


def _counted(count: Count, ink: Ink) -> Iterator[str]:
    spots = (*count.spots, *count.covered)
    yield ""
    yield f"{ink.strong}Why this count?{ink.off}"
    for spot in spots:
        yield from _spot(spot, ink)
    yield f"      {ink.strong}{count.written}{ink.off}"
    yield f"      {count.change.sentence}"
    yield from _rules((reason.rule for spot in spots for reason in spot.reasons), ink)


def _spot(spot: Spot, ink: Ink) -> Iterator[str]:
    first, *others = spot.reasons
    colour = ink.good if spot.end.counts else ink.faint
    yield f"{colour}{spot.end.counts:>4}{ink.off}  {first.sentence}"
    yield from (f"      {reason.sentence}" for reason in others)


def _section(title: str, reasons: Iterable[Reason], ink: Ink) -> Iterator[str]:
    reasons = tuple(reasons)
    yield ""
    yield f"{ink.strong}{title}{ink.off}"
    for reason in reasons:
        yield from _wrapped(reason.sentence, "  ")
    yield from _rules((reason.rule for reason in reasons), ink)


def _rules(rules: Iterable[Rule], ink: Ink) -> Iterator[str]:
    """Each rule once, with where it stands."""
    for rule in dict.fromkeys(rules):
        for line in _wrapped(f"{rule.sentence} [{rule.source}]", "    "):
            yield f"{ink.faint}{line}{ink.off}"


def _wrapped(text: str, indent: str) -> list[str]:
    # A tile such as 6-4 stays on one line.
    return wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
