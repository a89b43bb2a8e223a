"""Names of players, in any script: which characters they may have, and which look alike.

A character that shows nothing would make two names look alike. One that turns the direction
of writing would garble the sentence around it.
"""

import unicodedata
from collections.abc import Iterable

from companion.i18n import message
from companion.rules.errors import WrongPlayers, quoted

LONGEST_NAME = 24
#: Words that start a statement of the record.
RESERVED_NAMES = frozenset({"game", "players", "sides", "target", "rule", "lead", "ruling"})
#: Controls; formats (soft hyphens, zero widths, tags, overrides, embeddings, isolates); line and
#: paragraph separators; surrogates; private use.
_NEVER = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co"})
#: These show nothing either, though Unicode calls them letters, marks or signs.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0")
_JOINER = "\u200d"
_JOINERS = frozenset({"\u200c", _JOINER})
#: Variation selectors: as text, as an emoji.
_PRESENTATIONS = frozenset("\ufe0e\ufe0f")
_OTHER_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0000, 0xE1000))))
_MONGOLIAN_SELECTORS = frozenset("\u180b\u180c\u180d\u180f")
_SELECTORS = _PRESENTATIONS | _MONGOLIAN_SELECTORS
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
#: Scripts whose letters join by themselves, so a name may need a non-joiner.
_CURSIVE = ("ARABIC ", "SYRIAC ", "MONGOLIAN ", "NKO ", "ADLAM ", "MANDAIC ", "HANIFI ")
#: The combining class of a virama: joiners beside one choose how consonants meet.
_VIRAMA = 9


def check_name(name: str) -> None:
    """Raise `WrongPlayers` for a name that a record can't hold."""
    if name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
        raise WrongPlayers(message("refused.name-length", longest=LONGEST_NAME, length=len(name)))
    if name in RESERVED_NAMES:
        raise WrongPlayers(message("refused.name-reserved", name=quoted(name)))
    for character in name:
        if character in ",&:#" or unicodedata.category(character) == "Cc":
            raise WrongPlayers(message("refused.name-character", character=quoted(character)))
    if (unseen := first_unseen(name)) is not None:
        raise WrongPlayers(message("refused.name-unseen", character=code_point(unseen)))


def check_apart(names: tuple[str, ...]) -> None:
    """Raise `WrongPlayers` if two names are the same, or look the same."""
    if len(set(names)) < len(names):
        raise WrongPlayers(message("refused.same-name"))
    seen: dict[str, str] = {}
    for name in names:
        if (other := seen.setdefault(_as_seen(name), name)) != name:
            alike = message("refused.names-alike", name=quoted(other), other=quoted(name))
            raise WrongPlayers(alike)


def check_names(names: Iterable[str]) -> None:
    """Raise `WrongPlayers` as `check_name` and `check_apart` do."""
    checked = tuple(names)
    for name in checked:
        check_name(name)
    check_apart(checked)


def name_key(name: str) -> str:
    """The same for two names that differ only in capitals, or in what nobody sees."""
    return unicodedata.normalize("NFKC", _as_seen(name).casefold())


def same_name(name: str, names: tuple[str, ...]) -> str | None:
    """The one of these names that is this one, or all but its capitals; None if several are."""
    if name in names or len(name) > LONGEST_NAME:
        return name if name in names else None
    key = name_key(name)
    alike = [each for each in names if name_key(each) == key]
    return alike[0] if len(alike) == 1 else None


def _as_seen(name: str) -> str:
    """A name in its composed form, without joiners and selectors."""
    # Joiners first: a normal form would keep the marks apart that they stand between.
    plain = "".join(c for c in name if c not in _JOINERS and c not in _SELECTORS)
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def first_unseen(text: str) -> str | None:
    """The first character of a text that shows nothing or turns its direction, if any."""
    return next((c for at, c in enumerate(text) if not _is_seen(text, at)), None)


def without_unseen(text: str) -> str:
    """A text without characters that show nothing; line breaks and the like become blanks."""
    plain = "".join(c if _may_stand(c) else " " if c.isspace() else "" for c in text)
    # Joiners last: whether they are needed depends on what is left beside them.
    return "".join(c for at, c in enumerate(plain) if _is_seen(plain, at))


def code_point(character: str) -> str:
    """A character as Unicode writes it: `U+200B`."""
    return f"U+{ord(character):04X}"


def _is_seen(text: str, at: int) -> bool:
    """Whether a character shows, or is needed where it stands."""
    if text[at] in _JOINERS:
        return _joins(text, at)
    if text[at] in _SELECTORS:
        return _selects(text, at)
    return _may_stand(text[at])


def _may_stand(character: str) -> bool:
    """Whether a character shows, or is a joiner or selector that others may need."""
    if character in _JOINERS or character in _SELECTORS:
        return True
    # The last two of each plane are not characters, nor are 32 in the first one.
    is_none = ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"
    is_unused = "\ufff0" <= character <= "\ufff8"
    if is_none or is_unused or character in _BLANK or character in _OTHER_SELECTORS:
        return False
    return unicodedata.category(character) not in _NEVER


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands where its script, or an emoji of several parts, needs it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before:
        return False
    # Devanagari and similar scripts: क्‍ष; before the sign too, as in Bengali র‍্য.
    if _is_virama(before) or (after and _is_virama(after)):
        return True
    if text[at] == _JOINER:
        # A family of emoji: each may have a skin, or be chosen as an emoji.
        is_chosen = before in _PRESENTATIONS and _selects(text, at - 1)
        is_emoji = _is_symbol(before) or before in _SKINS or is_chosen
        return is_emoji and bool(after) and _is_symbol(after)
    # Persian: علی‌رضا.
    return bool(after) and _is_cursive(before) and _is_cursive(after)


def _selects(text: str, at: int) -> bool:
    """Whether a variation selector belongs to an emoji, or to a Mongolian letter."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] in _MONGOLIAN_SELECTORS:
        return bool(before) and unicodedata.name(before, "").startswith("MONGOLIAN LETTER")
    is_keycap = before in {*"0123456789*"} and after == "\u20e3"
    return bool(before) and (is_keycap or _is_symbol(before))


def _is_virama(character: str) -> bool:
    return unicodedata.combining(character) == _VIRAMA


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sm", "Cn") and not character.isascii()


def _is_cursive(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_CURSIVE)
