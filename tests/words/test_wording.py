"""The English catalogue reads as somebody would say it, as far as a program can see."""

from collections.abc import Iterator

import pytest

from hatch_build import LOCALE, read_catalogue
from tests.words.test_catalogue import entry_id
from tests.words.wording import MOST_WORDS, faults

#: The words of a message that may stand all the same, and why.
EXCEPTIONS = {
    "work.five-up.title": ("Five Up", "the title of a page, as it is published"),
    "place.fives-and-threes.ending": (
        "chipping out",
        "the word by which it is found in its source",
    ),
    "place.fives-and-threes.out": ("chipping out", "the word by which it is found in its source"),
}


def wordings() -> Iterator[tuple[str, str]]:
    """Each wording of the catalogue with its id."""
    for entry in read_catalogue(LOCALE / "en" / "LC_MESSAGES"):
        if entry.id:
            said = entry.string if isinstance(entry.string, tuple) else (entry.string,)
            yield from ((entry_id(entry), wording) for wording in said)


def test_no_message_has_a_fault() -> None:
    found = []
    for name, wording in wordings():
        excepted, _ = EXCEPTIONS.get(name, ("", ""))
        found += [f"{name}: {fault}" for fault in faults(wording.replace(excepted, ""))]
    assert not found, "\n".join(found)


def test_every_exception_is_still_needed() -> None:
    told = dict(wordings())
    assert all(words in told[name] and faults(words) for name, (words, _) in EXCEPTIONS.items())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Somebody led the 6-4.", "say someone"),
        ("Nobody may take the tile back.", "say undo"),
        ("The rest is not told.", "the rules say"),
        ("Ana sets a tile.", "say play"),
        ("Not before it was laid.", "say play"),
        ("You cannot draw.", "can’t"),
        ("It isn't one.", "straight quotes"),
        ('Tap "Undo".', "straight quotes"),
        ("Ana scored {percent} % of it.", "before %"),
        ("Ana drew; Ben passed.", "semicolon"),
        ("The rules of Five Up.", "Five-Up"),
        ("Ana: her lead: the 6-4.", "second colon"),
        ("Who cannot play draws.", "bare Who"),
        ("What the winner takes is rounded.", "bare What"),
        (" ".join(["word"] * (MOST_WORDS + 1)) + ".", "21 words"),
    ],
)
def test_each_fault_is_seen(text: str, fault: str) -> None:
    assert any(fault in seen for seen in faults(text)), faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "If you can’t play, draw. Round 13: 10. Round 14: 15.",
        "Who leads the next hand?",
        "The Anchor: Ana\nThe Bell: Dee",
        "Write “lead: Ana”, not `lead; 'Ana'`.",
        "Starts at 20:00: be there.",
        f"{' '.join(['word'] * MOST_WORDS)}. {' '.join(['Word'] * MOST_WORDS)}.",
    ],
)
def test_what_is_plain_has_no_fault(text: str) -> None:
    assert faults(text) == []
