"""What the scripts say comes with the page, in the language of the app."""

import json
import re

from flask.testing import FlaskClient

from companion.i18n import current


def address(client: FlaskClient) -> str:
    (found,) = re.findall(r'src="(/library/words[^"]*)"', client.get("/rules").text)
    return str(found)


def test_the_scripts_words_come_with_the_page_and_are_kept_for_good(client: FlaskClient) -> None:
    answer = client.get(address(client))
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    said = json.loads(answer.text.split("WORDINGS = ")[1].split(";\n")[0])
    assert said == current().wordings("script.")
    assert "script." not in "".join(said)
    assert "const pluralForm = (n) => Number((n != 1))" in answer.text


def test_a_plural_comes_with_all_its_wordings() -> None:
    assert current().wordings("unit.")["pips"] == ["{count} pip", "{count} pips"]


def test_a_page_says_what_language_it_speaks(client: FlaskClient) -> None:
    assert '<html lang="en"' in client.get("/rules").text
