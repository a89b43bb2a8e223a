"""Names that a typed word may be a slip of, so that a refusal can name them."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from companion.i18n import Message, listed, message

#: More choices help nobody, and more letters of a word are not read.
_MOST, _LONGEST = 5, 60
#: Hyphens, dashes and minus signs; `-` comes last, so that it is a character in a set.
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u02d7\ufe58\ufe63\uff0d-"
_APART = re.compile(rf"[\s_{DASHES}]+")


def closest(word: str, names: Iterable[str], alike: float = 0.65) -> tuple[str, ...]:
    """The names that a word may be a slip or a part of, the closest first, five at most."""
    keys, key = {name: plain_name(name) for name in names}, plain_name(word)
    near = get_close_matches(key, {*keys.values()}, _MOST, alike)
    long = [each for each in keys.values() if min(len(key), len(each)) > 2]
    near += [each for each in long if key in each or each in key]
    found = [name for each in dict.fromkeys(near) for name in keys if keys[name] == each]
    return tuple(found[:_MOST])


def hint(near: tuple[str, ...], otherwise: Message) -> Message:
    """What to type instead: what is near, or `otherwise` if nothing is."""
    return message("hint.closest", names=listed(near, "or")) if near else otherwise


def plain_name(name: str) -> str:
    """A name in small letters, its words joined by hyphens."""
    small = unicodedata.normalize("NFKC", name[:_LONGEST]).casefold().replace("’", "'")
    return _APART.sub("-", small.strip())
