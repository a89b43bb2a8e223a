"""Names: which characters people can be called by, and which names nobody could tell apart.

Everybody can be called by their name, in any script. What stands in a name has to be seen,
though: a character that shows nothing would make two names look alike, and one that turns the
direction would make a sentence say something else.
"""

import unicodedata

from companion.i18n import message
from companion.rules.errors import WrongPlayers, quoted

LONGEST_NAME = 24
#: Words that start a statement of the record, so nobody can be called so.
_RESERVED_NAMES = frozenset({"game", "players", "sides", "target", "rule", "lead", "ruling"})
#: Controls; formats, which show nothing: soft hyphens, zero widths, tags, overrides, embeddings,
#: isolates; line and paragraph separators, halves of pairs, what each font draws as it likes.
_NEVER = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co"})
#: What shows nothing either, though Unicode calls it a letter, a mark, a sign, or nothing yet.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0")
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_JOINERS = frozenset({_NON_JOINER, _JOINER})
#: As text, as an emoji.
_PRESENTATIONS = frozenset("\ufe0e\ufe0f")
_OTHER_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE0E), *range(0xE0000, 0xE1000))))
_MONGOLIAN_SELECTORS = frozenset("\u180b\u180c\u180d\u180f")
_SELECTORS = _PRESENTATIONS | _MONGOLIAN_SELECTORS
_KEYCAP = "\u20e3"
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
#: Scripts whose letters join by themselves, so that a name may have to part them.
_CURSIVE = ("ARABIC ", "SYRIAC ", "MONGOLIAN ", "NKO ", "ADLAM ", "MANDAIC ", "HANIFI ")
#: The combining class of a virama, beside which joiners choose how consonants meet.
_VIRAMA = 9


def check_name(name: str) -> None:
    """Refuse a name that a record cannot carry; raises `WrongPlayers`."""
    if name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
        raise WrongPlayers(message("refused.name-length", longest=LONGEST_NAME, length=len(name)))
    if name in _RESERVED_NAMES:
        raise WrongPlayers(message("refused.name-reserved", name=quoted(name)))
    for character in name:
        if character in ",&:#" or unicodedata.category(character) == "Cc":
            raise WrongPlayers(message("refused.name-character", character=quoted(character)))
    if (unseen := first_unseen(name)) is not None:
        raise WrongPlayers(message("refused.name-unseen", character=code_point(unseen)))


def check_apart(names: tuple[str, ...]) -> None:
    """Refuse names of which two are the same, or look it; raises `WrongPlayers`."""
    if len(set(names)) < len(names):
        raise WrongPlayers(message("refused.same-name"))
    seen: dict[str, str] = {}
    for name in names:
        if (other := seen.setdefault(_as_seen(name), name)) != name:
            alike = message("refused.names-alike", name=quoted(other), other=quoted(name))
            raise WrongPlayers(alike)


def name_key(name: str) -> str:
    """What two names have in common that people take for the same.

    Capitals make no difference, nor does what nobody sees.
    """
    return unicodedata.normalize("NFKC", _as_seen(name).casefold())


def _as_seen(name: str) -> str:
    """A name without what nobody sees: composed and compatible characters, joiners, selectors."""
    # Joiners first: a normal form would keep marks apart that they stand between.
    plain = "".join(each for each in name if each not in _JOINERS and each not in _SELECTORS)
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def first_unseen(text: str) -> str | None:
    """The first character of a text that shows nothing, or turns what stands around it; or None."""
    return next((each for at, each in enumerate(text) if not _is_seen(text, at)), None)


def without_unseen(text: str) -> str:
    """A text without what shows nothing there; where that parts words, a blank does."""
    kept = (each if _may_stand(each) else " " if each.isspace() else "" for each in text)
    # Joiners last: they need what is left beside them.
    plain = "".join(kept)
    return "".join(each for at, each in enumerate(plain) if _is_seen(plain, at))


def code_point(character: str) -> str:
    """A character that nobody sees, as Unicode writes it: `U+200B`."""
    return f"U+{ord(character):04X}"


def _is_seen(text: str, at: int) -> bool:
    """Whether a character shows, or is needed where it stands."""
    if text[at] in _JOINERS:
        return _joins(text, at)
    if text[at] in _SELECTORS:
        return _selects(text, at)
    return _may_stand(text[at])


def _may_stand(character: str) -> bool:
    """Whether a character shows somewhere, or at least is needed by others."""
    if character in _JOINERS or character in _SELECTORS:
        return True
    # The last two of each plane are no characters, nor are 32 in the first one.
    is_none = ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"
    is_kept_free = "\ufff0" <= character <= "\ufff8"
    if is_none or is_kept_free or character in _BLANK or character in _OTHER_SELECTORS:
        return False
    return unicodedata.category(character) not in _NEVER


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands where its script, or an emoji of several, needs it."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before:
        return False
    # Devanagari and its like: क्‍ष; before the sign too, as in Bengali র‍্য.
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
    is_keycap = before in {*"0123456789*"} and after == _KEYCAP
    return bool(before) and (is_keycap or _is_symbol(before))


def _is_virama(character: str) -> bool:
    return unicodedata.combining(character) == _VIRAMA


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sm", "Cn") and not character.isascii()


def _is_cursive(character: str) -> bool:
    return unicodedata.name(character, "").startswith(_CURSIVE)
