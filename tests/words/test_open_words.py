"""No page is a wall: at most 350 words are open. Those of tables are counted by another walk."""

import pytest
from flask import Flask

from companion.rules.games import GAMES
from tests.thorough import some
from tests.web.phones import phone
from tests.words.markup import unclear
from tests.words.open_words import MOST_WORDS, walls, words_open
from tests.words.pages import open_club, pages_of
from tests.words.test_pseudo import CASES


def test_every_page_of_a_club_is_clear_to_everybody_and_no_wall(app: Flask) -> None:
    pages = [*pages_of(app, of_a_kind=1, start=[open_club(app), "/clubs"])]
    assert len(pages) > 60
    assert not walls(pages)
    assert [told for page in pages if page.status == 200 for told in unclear(page)] == []


def test_no_rules_and_no_page_of_a_whole_game_is_a_wall(app: Flask) -> None:
    addresses, client = [f"/rules/{game}" for game in GAMES], phone(app)
    for record in some(sorted(CASES.glob("games/house-*.record")), 1):
        table = client.post("/import", data={"record": record.read_text()}).location
        others = (f"/under?game={game}" for game in ("race-horse", "muggins", "fives-and-threes"))
        addresses += [f"{table}{page}" for page in ("/rules", "/record", "/end", *others)]
    answers = {address: client.get(address) for address in addresses}
    assert {answer.status_code for answer in answers.values()} == {200}
    words = {address: words_open(answer.text) for address, answer in answers.items()}
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
