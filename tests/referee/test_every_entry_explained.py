"""Every entry of every game explains itself, and its sums are right."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from random_play import dishonest_game, honest_game, seeds

from companion.i18n import Message
from companion.record.replay import replay
from companion.referee.count_reasons import Count
from companion.referee.explain.why_and_what_if import why
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling
from companion.referee.verdict_json import data_of_ruling
from companion.rules.layout import End, Layout
from companion.rules.settings import Rules
from companion.rules.tile import ALL_TILES, Tile
from tests.referee.explaining import what_ifs
from tests.thorough import examples

CASES = Path(__file__).parent.parent / "cases"


def explanations(text: str) -> Iterator[Ruling]:
    """Why every entry of a record came to what it did."""
    transcript = replay(text)
    assert transcript.header is not None and transcript.start is not None
    book, before = Book.of(transcript.header), transcript.start
    for entry in transcript.entries:
        yield why(book, before, entry)
        before = entry.game


def check(explanation: Ruling) -> None:
    """What holds for every explanation."""
    assert explanation.sections, "every entry is answered for"
    for section in explanation.sections:
        check_sentences([str(reason.sentence) for reason in section.reasons])
    for reason in explanation.reasons:
        assert reason.rule.source and str(reason.rule.sentence).endswith(".")
    count = explanation.count
    if count is not None:
        check_count(count)
        assert explanation.entry is not None
        hand = explanation.entry.game.hand
        assert hand is not None
        accounted = [spot.end for spot in count.spots]
        assert accounted == list(hand.layout.ends)
    json.dumps(data_of_ruling(explanation))


def check_sentences(sentences: list[str]) -> None:
    assert len({*sentences}) == len(sentences), sentences
    for sentence in sentences:
        assert sentence[:1].isupper() or sentence[:1].isdigit(), sentence
        assert sentence.endswith((".", "?", ".”", "?”")), sentence
        assert not {"  ", "..", "None", " ,"} & {*_pairs(sentence)}, sentence


def _pairs(sentence: str) -> Iterator[str]:
    yield from (sentence[at : at + 2] for at in range(len(sentence)))
    yield from sentence.replace(".", "").split()


def check_count(count: Count) -> None:
    """The spots sum to the total, and so does the change."""
    check_sentences([str(reason.sentence) for spot in count.spots for reason in spot.reasons][:1])
    assert all(spot.reasons for spot in (*count.spots, *count.covered))
    assert sum(spot.end.counts for spot in count.spots) == count.total
    assert not any(spot.end.counts or spot.end.places for spot in count.covered)
    change = count.change
    assert change.before - _sum(change.went) + _sum(change.came) == count.total
    assert change.came, "a tile always brings an end"
    assert isinstance(change.sentence, Message)
    arithmetic, *_ = change.sentence["sum"].partition(" = ")
    assert _worked_out(arithmetic) == count.total
    if " = " in count.written:
        assert _worked_out(count.written.partition(" = ")[0]) == count.total


def _sum(ends: tuple[End, ...]) -> int:
    return sum(end.counts for end in ends)


def _worked_out(arithmetic: str) -> int:
    """The value of `12 − 6 + 8`."""
    total, sign = 0, 1
    for word in arithmetic.split():
        if word in "+−":
            sign = 1 if word == "+" else -1
        else:
            total += sign * int(word)
    return total


@examples(150)
@given(seeds)
def test_every_entry_of_an_honest_game_explains_itself(seed: int) -> None:
    for explanation in explanations(honest_game(seed).text):
        check(explanation)


@examples(50)
@given(seeds)
def test_every_entry_of_a_dishonest_game_explains_itself(seed: int) -> None:
    for explanation in explanations(dishonest_game(seed).text):
        check(explanation)


@pytest.mark.parametrize("path", sorted((CASES / "games").glob("*.record")), ids=lambda p: p.stem)
def test_every_line_of_the_games_explains_itself(path: Path) -> None:
    for explanation in explanations(path.read_text("utf-8")):
        check(explanation)


@pytest.mark.parametrize(
    "case", json.loads((CASES / "counts.json").read_text("utf-8")), ids=lambda c: c["source"][:40]
)
def test_published_counts_are_explained(case: dict[str, Any]) -> None:
    spinners = "all" if case["spinners"] == "any" else case["spinners"]
    layout = Layout(Rules().with_setting("spinners", spinners))
    lines = [f"game: race-horse\nplayers: Ana, Ben\nrule: spinners = {spinners}"]
    lines += ["rule: another-turn = none", "rule: tiles-each = 14", "lead: Ana"]
    for number, (tile, host) in enumerate(case["sets"]):
        on = f" on {host}" if host else ""
        lines.append(f"{'Ben' if number % 2 else 'Ana'}: {tile}{on}")
        layout = layout.set_tile(Tile.parse(tile), host and Tile.parse(host))
    found = (told.count for told in explanations("\n".join(lines)))
    counts = [count for count in found if count]
    assert [count.total for count in counts] == case["counts"]
    for count in counts:
        check_count(count)


@examples(40)
@given(seeds)
def test_any_tile_at_any_moment_is_thought_of_without_being_entered(seed: int) -> None:
    played = honest_game(seed, hands=1)
    transcript = replay(played.text)
    assert transcript.header is not None
    book = Book.of(transcript.header)
    for entry in transcript.entries[seed % 5 :: 7]:
        for tile in ALL_TILES:
            for thought in what_ifs(book, entry.game, tile):
                if thought.is_refusal:
                    check_sentences([str(reason.sentence) for reason in thought.reasons])
                else:
                    check(thought)
