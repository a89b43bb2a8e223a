"""The words of a page, as somebody reads them."""

import html
import re

from companion.i18n import current, message
from companion.web.ui.template_filters import unbroken

#: Stands in a message for what it may name; no message has it.
_ANYTHING = "\ufffc"


def read(page: str) -> str:
    """What stands in the main part of a page, without its markup."""
    main = page.partition("<main>")[2] or page
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def shown(message_id: str, **arguments: object) -> str:
    """A message as a page shows it: its lines break within no tile."""
    return unbroken(str(message(message_id, **arguments)))  # type: ignore[arg-type]


def worded(message_id: str, **known: object) -> re.Pattern[str]:
    """A message wherever a page shows it; what it names and is not given here can be anything."""
    wording = current().wording(message_id, known.get("count"))  # type: ignore[arg-type]
    named = dict.fromkeys(re.findall(r"{(\w+)}", wording), _ANYTHING)
    said = str(message(message_id, **{**named, **known}))  # type: ignore[arg-type]
    pattern = re.escape(" ".join(said.split())).replace(_ANYTHING, r"[\s\S]*?")
    return re.compile(pattern.replace(r"\ ", r"\s+").replace(r"\-", "\u2060?-\u2060?"))


def shows(page: str, message_id: str, **known: object) -> bool:
    """Whether a page says this message, whatever it names beside what is given here."""
    return worded(message_id, **known).search(read(page)) is not None


def hrefs(page: str, containing: str = "") -> list[str]:
    """Where a page leads."""
    found = map(html.unescape, re.findall('href="([^"]*)"', page))
    return [address for address in found if containing in address]


def deeds(page: str) -> list[str]:
    """What the story of a record tells, change by change, without its times."""
    listed = page.partition('<ol class="deeds">')[2].partition("</ol>")[0]
    return [read(re.sub("<time.*?</time>,", "·", deed)) for deed in listed.split("<li>")[1:]]
