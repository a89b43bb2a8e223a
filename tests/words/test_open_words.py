"""No page is a wall: at most 350 words are open. `test_pseudo` walks the pages of tables."""

import pytest
from flask import Flask

from companion.rules.games import GAMES
from tests.web.phones import phone
from tests.words.open_words import MOST_WORDS, walls, words_open
from tests.words.pages import open_club, open_tables, pages_of


def test_no_page_of_a_club_is_a_wall(app: Flask) -> None:
    assert not walls(pages_of(app, of_a_kind=1, start=[open_club(app), "/clubs"]))


def test_no_rules_and_no_comparison_is_a_wall(app: Flask) -> None:
    addresses = [f"/rules/{game}" for game in GAMES]
    for table_id in open_tables(app).values():
        addresses += [f"/t/{table_id}/rules", f"/t/{table_id}/under?game=fives-and-threes"]
    client = phone(app)
    words = {address: words_open(client.get(address).text) for address in addresses}
    assert max(words.values()) <= MOST_WORDS, words


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<p>One two <b>three</b>", 3),
        ("<details><summary>One two</summary><p>three</details>four", 3),
        ("<details open><summary>One</summary><p>two</details>", 2),
        ("<details><summary>One</summary><details open><summary>two</summary>", 1),
        ("<p hidden>One</p><i class='big heard'>two</i><svg><text>3</text></svg> – · four", 1),
    ],
)
def test_what_is_folded_or_unseen_is_not_counted(page: str, words: int) -> None:
    assert words_open(page) == words
