"""The words of a page, as somebody reads them."""

import html
import re

from companion.web.filters import unbroken
from companion.words import message


def read(page: str) -> str:
    """What stands in the main part of a page, without its markup."""
    main = page.partition("<main>")[2] or page
    words = html.unescape(re.sub("<[^>]*>", " ", main)).replace("\u2060", "")
    return " ".join(words.split())


def shown(message_id: str, **arguments: object) -> str:
    """A message as a page shows it: its lines break within no tile."""
    return unbroken(str(message(message_id, **arguments)))  # type: ignore[arg-type]


def shows(page: str, message_id: str, **arguments: object) -> bool:
    """Whether a page says this message."""
    said = str(message(message_id, **arguments))  # type: ignore[arg-type]
    return " ".join(said.split()) in read(page)


def hrefs(page: str, containing: str = "") -> list[str]:
    """Where a page leads."""
    found = re.findall('href="([^"]*)"', page)
    return [html.unescape(address) for address in found if containing in address]


def deeds(page: str) -> list[str]:
    """What the story of a record tells, change by change, without its times."""
    listed = page.partition('<ol class="deeds">')[2].partition("</ol>")[0]
    return [
        re.sub(r"\d+ \w+, \d\d:\d\d UTC ,", "·", read(deed)) for deed in listed.split("<li>")[1:]
    ]
