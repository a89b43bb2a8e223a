"""Pictures of answers, read as their reader has them: words, and where they stand."""

import xml.etree.ElementTree as ET
from typing import NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.ui.paper_sheet import width_of

SVG = "{http://www.w3.org/2000/svg}"
#: Bold letters are broader.
BOLD = 1.12


class Line(NamedTuple):
    """A line of text and the room it takes."""

    said: str
    left: float
    right: float
    top: float
    bottom: float

    def lies_on(self, other: "Line") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def drawing(client: FlaskClient, address: str) -> ET.Element:
    return drawn(client.get(address))


def drawn(answer: TestResponse) -> ET.Element:
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    return ET.fromstring(answer.text)


def said(picture: ET.Element) -> str:
    return " ".join(_words(text) for text in picture.iter(f"{SVG}text"))


def lines(picture: ET.Element) -> list[Line]:
    """What is written on the sheet itself; what stands on tiles and chips is placed by them."""
    return [_line(text) for text in picture.findall(f"{SVG}text")]


def _line(text: ET.Element) -> Line:
    size = float(text.get("font-size", ""))
    x, y = float(text.get("x", "")), float(text.get("y", ""))
    words = _words(text)
    width = size * sum(map(width_of, words)) * (BOLD if text.get("font-weight") == "700" else 1)
    left = x - width if text.get("text-anchor") == "end" else x
    return Line(words, left, left + width, y - 0.75 * size, y + 0.2 * size)


def _words(text: ET.Element) -> str:
    told = "".join(text.itertext()).replace("\u00a0", " ")
    return "".join(letter for letter in told if letter not in "\u2060\u2068\u2069")
