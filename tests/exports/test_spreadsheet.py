"""Rows as CSV, in which no cell is a formula."""

import csv
from datetime import date, datetime
from fractions import Fraction
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exports.spreadsheet import spreadsheet_file, write_spreadsheet
from companion.i18n import message
from tests.thorough import examples


def test_rows_become_lines_and_quotes_keep_what_separates() -> None:
    rows = [["Ana", 'B "Ben", Jr', "two\nlines"], [1, None, True]]
    assert write_spreadsheet(rows) == 'Ana,"B ""Ben"", Jr","two\nlines"\r\n1,,1\r\n'


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+441",
        "-Ana",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "＋1",
        "－1",
        "＠1",
        '=HYPERLINK("http://example.org","Ana")',
    ],
)
def test_no_name_is_a_formula(text: str) -> None:
    [[cell]] = csv.reader(StringIO(write_spreadsheet([[text]]), newline=""))
    assert cell == f"'{text}"


def test_what_is_said_is_put_into_words_and_guarded_too() -> None:
    said = message("league.card.games-of", name="Ana")
    assert write_spreadsheet([[said]]) == "Games: Ana\r\n"
    assert write_spreadsheet([[message("list.and", first="=1", last="2")]]) == "'=1 and 2\r\n"


def test_numbers_stay_numbers_and_days_are_written_as_days() -> None:
    row = [-3, Fraction(3, 2), Fraction(2), date(2026, 11, 3), datetime(2026, 11, 3, 20, 5)]
    assert write_spreadsheet([row]) == "-3,1.5,2,2026-11-03,2026-11-03 20:05\r\n"


def test_a_file_keeps_every_script_and_begins_with_its_mark() -> None:
    written = spreadsheet_file([["Ана", "محمد", "アナ", "\ud800"]])
    assert written.startswith(b"\xef\xbb\xbf")
    assert written.decode("utf-8-sig") == "Ана,محمد,アナ,?\r\n"


@examples(300)
@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2), max_size=4))
def test_what_was_written_is_read_again_cell_by_cell(rows: list[list[str]]) -> None:
    read = [*csv.reader(StringIO(write_spreadsheet(rows), newline=""))]
    assert [[cell.removeprefix("'") for cell in row] for row in read] == [
        [cell.removeprefix("'") for cell in row] for row in rows
    ]
    assert not any(cell[:1] in {*"=+-@\t\r\n"} for row in read for cell in row if cell)
