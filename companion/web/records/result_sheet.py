"""The result of a game on one sheet of paper: who won, the scores, the race, the rules in force."""

from collections.abc import Iterable
from typing import Any

from companion.i18n import Text
from companion.web.ui.paper_sheet import MARGIN, Sheet

#: How far in a name stands beside its dot; the race as its picture is laid out.
_DOT, _RACE_WIDTH, _RACE_HEIGHT = 24, 348, 222


def result_sheet(page: dict[str, Any], foot: Iterable[str | Text]) -> Sheet:
    """The sheet of a game by the values of its last page."""
    sheet = Sheet(str(page["headline"]))
    sheet.write("title", page["headline"])
    sheet.write("subject", page["game_told"])
    sheet.y += 8
    for side, name, score in page["standing"]:
        sheet.draw("dot", sheet.left + 6, sheet.y + 17, shows=side)
        sheet.write_right("sum", score, sheet.right)
        sheet.write("sum", name, _DOT, sheet.right - 120)
    if page["evening"] is not None:
        sheet.y += 6
        sheet.write("strong", page["evening"])
    if page["race"] is not None:
        sheet.y += 14
        width = sheet.right - sheet.left
        height = width * _RACE_HEIGHT / _RACE_WIDTH
        sheet.draw("race", sheet.left, sheet.y, width, height, (page["race"], width / _RACE_WIDTH))
        sheet.y += height
    sheet.y += 14
    for line in (page["under"], *foot):
        sheet.write("foot", line)
    sheet.y += MARGIN
    return sheet
