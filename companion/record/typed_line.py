"""A line as people type it: how it is read where only one thing can be meant, else what was."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from companion.i18n import Message, message
from companion.rules.closest_names import DASHES, closest, plain_name
from companion.rules.errors import quoted
from companion.rules.player_names import RESERVED_NAMES
from companion.rules.settings import SETTINGS

#: In a longer line nobody looks for what was meant.
LONGEST_SLIP = 120
_TO_HYPHENS = str.maketrans(dict.fromkeys(DASHES, "-"))
#: A line of each kind, for people who know none.
EXAMPLES = {
    "game": "game: race-horse",
    "players": "players: Ana, Ben",
    "sides": "sides: Ana & Cyd, Ben & Dee",
    "target": "target: 61",
    "rule": "rule: spinners = first",
    "lead": "lead: Ana",
    "ruling": "ruling: Ana +3, the reason",
}
_KEYWORDS = {"name": "players", "team": "sides", "partner": "sides"}
_KEYWORDS |= {word.rstrip("s"): word for word in EXAMPLES}
#: What may stand between a name and what that player did.
_APART = re.compile(r"\s*[;,.=:：>]\s*|\s+(?:[-=>]+\s+)?")
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")

_TILE = "[0-6]-[0-6]"
#: What people type and what a record has instead, changed one after the other.
_SLIPS = (
    (r"^double (\d)$", r"\1-\1"),
    (r"^(?:(?:play|set|put|lay)s? )?(?:the )?[\[(<]?([0-6])\s*[-/:|.,_x]?\s*([0-6])\b", r"\1-\2"),
    (r"\b([0-6])\s*[-/:|.]\s*([0-6])\b", r"\1-\2"),
    (rf"[\[(<]?({_TILE})[\])>]?", r"\1"),
    (r"^(?:pass|knock|skip)(?:e?s|ed|ing)?$|^can'?t play$", "passes"),
    (r"^(?:draws?|drew|takes?|took|picks?(?: up)?)\b", "draws"),
    (r"^(?:ha[sd] left|ha[sd]|leaves?|holds?)\b", "left"),
    (r"(?<=^draws )an?\b", "1"),
    (r"(?<=^draws \d)(?: more)? tiles?$", ""),
    (r"(?<=\d)\s*(?:pip|point|dot)s?$", " pips"),
    (rf"(?<=-\d)(?:[\s,;]|and)+(?={_TILE})", " "),
    (rf"^({_TILE})\s*(?:at|to|onto|by|next to|on the|->)?\s*(?={_TILE})", r"\1 on "),
    (r"(?<=-\d on )([0-6])$", r"\1-\1"),
    (r"(?<=-\d)[\s,(]+(?:and )?(?:(?:claim|call|say|count)\w*|for)?\s*(\d+)\)?$", r", claims \1"),
)
_RULING_SLIPS = (
    (r"(?<=\d) (?:point|peg)s?\b| (?:get|gain|lose)s?\b", ""),
    (r"^([-+]?\s*\d+)(?: for| to)? (.+)$", r"\2 \1"),
    (r"([^-+\s])\s+(?=\d)", r"\1 +"),
    (r"([-+])\s+(?=\d)", r"\1"),
    (r"(\d)[\s,.]+(?=\S)", r"\1, "),
)


def plain_form(line: str) -> str:
    """A line with its words in small letters, hyphens in its tiles, and `passes` for `knocks`."""
    who, colon, what = line.partition(":")
    if (word := who.strip().casefold()) in RESERVED_NAMES:
        return f"{word}:{what}"
    plain = what.translate(_TO_HYPHENS).casefold()
    return who + colon + ("passes" if plain.strip() == "knocks" else plain)


def meant_by(line: str) -> Iterator[str]:
    """Lines that may have been meant by one that can't be read, the likeliest first."""
    if len(line) > LONGEST_SLIP:
        return
    yield f"Ana: {_without_slips(line.replace(':', ' '))}"
    for apart in [*_APART.finditer(line)][:8]:
        who, what = line[: apart.start()], line[apart.end() :]
        word, does = who.split(" ")[-1], _without_slips(what)
        if ":" in who + does:
            continue
        if keyword := _KEYWORDS.get(word.casefold().rstrip("s")):
            does = _without_slips(what, _RULING_SLIPS)
            yield f"{keyword}: {does if keyword == 'ruling' else what}"
            continue
        if (rule := plain_name(who)) in SETTINGS:
            yield f"rule: {rule} = {what}"
        if not re.search(_TILE, who):
            yield f"{who}: {does}"
        if re.fullmatch(r"leads?|led|starts?", does):
            yield f"lead: {who}"
        if re.fullmatch(r"[-+]\d+", does):
            yield f"ruling: {who} {does}"
        yield f"{what}: {_without_slips(who)}"
        if re.search(r"^[A-Z]|[-,&=\d]", what):
            yield from (f"{keyword}: {what}" for keyword in closest(word, RESERVED_NAMES, 0.74))


def _without_slips(typed: str, slips: Iterable[tuple[str, str]] = _SLIPS) -> str:
    plain = typed.translate(_TO_HYPHENS)
    if slips is _SLIPS:
        plain = unicodedata.normalize("NFKC", plain).casefold().strip(" .!,;")
        plain = _NUMBER.sub(lambda word: str(_NUMBERS.index(word[0])), plain)
    for typed_so, written in slips:
        plain = re.sub(typed_so, written, plain)
    return plain


def did_you_mean(line: str, meant: str) -> Message:
    """The words of a line that don't stand in what was meant, or all of it, and what was meant."""
    words = {word.strip(":;,"): word.translate(_TO_HYPHENS).casefold() for word in line.split()}
    known = meant.casefold().replace(":", "").replace(",", "").split()
    found = " ".join(word for word, plain in words.items() if plain.strip(":;,") not in known)
    word = quoted(found or " ".join(line.split()))
    return message("refused.did-you-mean", word=word, closest=quoted(meant))


def cant_read(words: str, example: str = "Ana: 6-4") -> Message:
    """What can't be read, and a line that could stand there."""
    return message("refused.no-statement", line=quoted(words), closest=quoted(example))


def describe_slip(line: str) -> Message:
    """What is wrong with a line that is like no other, and what to type."""
    who, colon, what = (part.strip() for part in line.partition(":"))
    short = what.translate(_TO_HYPHENS).casefold() if len(line) <= LONGEST_SLIP else ""
    if match := re.fullmatch(r"(?:left|leaves?|has)\s+(\d+)", short):
        pips = quoted(f"{who}: left {match[1]} pips")
        return message("refused.pips-or-tiles", word=quoted(what), closest=pips)
    if re.fullmatch("draws?|drew", short):
        return message("refused.how-many", word=quoted(what), closest=quoted(f"{who}: draws 2"))
    if match := re.search(r"\b\d*[7-9]\d*[-/]\d+\b|\b\d+[-/]\d*[7-9]\d*\b", short):
        return message("refused.no-such-tile", tile=quoted(match[0]))
    if match := re.search(r"(?:^draws \d+[\s,;]+(?=.*-)|[\s,;]+(?=\S+\s*:))(.*)", short):
        return message("refused.one-entry-a-line", word=quoted(what[match.start(1) :]))
    if keyword := _KEYWORDS.get(who.casefold().rstrip("s")):
        return cant_read(what or line, EXAMPLES[keyword])
    if who and colon and what:
        return message("refused.no-action", action=quoted(what))
    return cant_read(line)
