"""Questions as data: what the drill's page shows of each, and its answer beside it."""

import re

from flask import Flask
from flask.testing import FlaskClient

from companion.coach.challenges.sprint_questions import DEAL, sprint_keys
from companion.coach.drills.drill_questions import question
from companion.coach.drills.question_key import QuestionKey
from companion.web.coach.framed_question import Card, deal, number_boards

GAME = "fives-and-threes"


def cards(app: Flask, number: int = DEAL) -> list[Card]:
    with app.test_request_context():
        return deal(sprint_keys(GAME, 3, number))


def shown(client: FlaskClient, card: Card) -> str:
    """The page of the drill that asks the same."""
    page: str = client.get(f"/practise/mixed?question={card.key}").text
    return page


def test_a_card_shows_what_the_drill_shows(app: Flask, client: FlaskClient) -> None:
    for card in cards(app, 8):
        page = shown(client, card)
        assert card.prompt in page
        assert all(tile in page for tile in re.findall("<use href.*?>", card.felt))
        buttons = re.findall(r"<button name=.*?</button>", card.options)
        assert all(button in page for button in buttons)


def test_a_card_tells_no_count_of_an_end(app: Flask) -> None:
    felts = [card.felt for card in cards(app) if card.felt]
    assert felts
    # Where an arm is cut short it says by how many tiles.
    felts = [re.sub(r'<g class="gap">.*?</g>', "", felt, flags=re.DOTALL) for felt in felts]
    assert not any('class="ring' in felt or "<text" in felt for felt in felts)


def test_a_card_can_be_answered_rightly_with_what_it_shows(app: Flask) -> None:
    with app.test_request_context():
        boards = number_boards(GAME)
    for card in cards(app):
        (right,) = card.right
        assert bool(card.numbers) is not bool(card.options)
        assert f'value="{right}"' in (card.options or boards[card.numbers]), card


def test_who_cannot_see_a_card_hears_its_question_and_its_layout(app: Flask) -> None:
    for card in cards(app):
        asked = question(QuestionKey.parse(card.key))
        assert card.heard.startswith(str(asked.prompt))
        assert all(str(tile) in card.heard for tile, _ in asked.placements)
