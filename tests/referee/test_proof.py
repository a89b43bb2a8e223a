"""Proofs: a finding told line by line, and the line of the renege is always among them."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from play import score
from random_play import honest_game, seeds

from companion.record.replay import Transcript, replay
from companion.referee.proof.prover import prove
from companion.referee.proof.renege import findings
from companion.referee.record_api import Record
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling
from companion.rules.sources import Basis
from companion.rules.tile import Tile
from tests.referee.explaining import named
from tests.thorough import examples

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "cases" / "findings.json").read_text("utf-8")
)


def proofs_of(transcript: Transcript) -> list[Ruling]:
    assert transcript.header is not None
    book, entries = Book.of(transcript.header), transcript.entries
    return [prove(book, entries, finding) for finding in findings(entries)]


def proven(record: str) -> list[Ruling]:
    return proofs_of(score(record).transcript)


def lines(proof: Ruling) -> list[int]:
    """The lines that the proof rests on."""
    return [step.line for step in proof.steps]


def test_every_proof_tells_the_rule_that_it_rests_on() -> None:
    record = """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: 6-2
        Ana: 4-3
        """
    (told,) = Record(dedent(record)).proofs()
    (reason,) = told.reasons
    assert (reason.rule.name, reason.rule.ground.leg) == ("must-play", Basis.READ)
    assert [step.line for step in told.steps] == [7, 9]


def test_a_pass_and_the_tile_that_fitted_then_are_the_two_steps_of_a_proof() -> None:
    (told,) = proven(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: 6-2
        Ana: 4-3
        """
    )
    assert [(step.line, step.player) for step in told.steps] == [(6, "Ana"), (8, "Ana")]
    assert [named(step.sentence) for step in told.steps] == [
        "proof.knocked.would-have-fitted player=Ana pips=(6 and 4) tiles=(4-3)",
        "proof.set player=Ana tile=4-3",
    ]
    assert named(told.conclusion) == ("proof.nothing-drawn-since player=Ana tile=4-3")


def test_a_step_shows_the_layout_as_it_was_with_the_ends_that_were_open_for_the_tile() -> None:
    (told,) = proven(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: 6-2
        Ana: 4-3
        """
    )
    passed, shown = told.steps
    assert passed.position is not None
    assert passed.position.laid == ((Tile(6, 4), None),)
    assert [end.pips for end in passed.position.layout.ends] == [6, 4]
    assert [(end.host, end.pips) for end in passed.position.lit] == [(Tile(6, 4), 4)]
    assert shown.position is None


def test_a_drawn_tile_that_was_set_at_once_cannot_have_been_another() -> None:
    (told,) = proven(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 4
        rule: another-turn = none
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 3-3
        Ana: 6-1
        Ben: draws 1
        Ben: 3-1 on 3-3
        Ana: 1-0
        Ben: 3-2
        """
    )
    assert [(step.line, named(step.sentence)) for step in told.steps] == [
        (
            10,
            (
                "proof.drew.would-have-fitted player=Ben drawn=(unit.tiles count=1) "
                "pips=(3 and 1) tiles=(3-2) / proof.set-at-once tile=3-1 count=1"
            ),
        ),
        (13, "proof.set player=Ben tile=3-2"),
    ]
    assert named(told.conclusion) == ("proof.not-drawn-since player=Ben tile=3-2")


def test_more_tiles_than_can_have_been_drawn_since_are_counted() -> None:
    # The 6-1, 6-2 and 6-4 all fitted on line 7; of three tiles drawn later one was the 3-0.
    (told,) = proven(
        """
        game: race-horse
        players: Ana, Ben
        rule: tiles-each = 4
        rule: another-turn = none
        lead: Ana
        Ana: 6-3
        Ben: draws 1
        Ben: 6-5
        Ana: 5-5
        Ben: draws 3
        Ben: 3-0
        Ana: 6-0
        Ben: 6-1
        Ana: 1-1
        Ben: left 6-2 6-4 4-4 2-2 4-2
        """
    )
    assert [(step.line, named(step.sentence)) for step in told.steps] == [
        (
            7,
            (
                "proof.drew.would-have-fitted player=Ben drawn=(unit.tiles count=1) "
                "pips=(6 and 3) tiles=(6-1 or 6-2 or 6-4) / proof.set-at-once tile=6-5 "
                "count=1"
            ),
        ),
        (
            10,
            "proof.drew player=Ben tiles=(unit.tiles count=3) / proof.set-at-once tile=3-0 count=3",
        ),
        (13, "proof.set player=Ben tile=6-1"),
        (15, "proof.showed player=Ben tiles=(6-2 and 6-4)"),
    ]
    assert named(told.conclusion) == (
        "finding.too-few-places player=Ben tiles=(6-4 and 6-2 and 6-1) count=2"
    )


def test_what_only_the_whole_table_contradicts_names_nobody() -> None:
    (told,) = proven(
        """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        lead: Ana
        Ana: 6-4
        Ana: passes
        Ben: passes
        Ana: left 79 pips
        Ben: left 79 pips
        """
    )
    assert lines(told) == [6, 7]
    assert named(told.conclusion) == ("proof.in-no-hand tiles=(4-0) / proof.somebody-held-back")


def test_one_player_whose_passes_leave_too_few_tiles_is_named() -> None:
    # Ana holds 14 tiles without a 6, a 4 or a 3, and a set has 10 of them.
    record = """
        game: seven-toed-pete
        players: Ana, Ben
        rule: tiles-each = 14
        rule: another-turn = none
        lead: Ben
        Ben: 6-4
        Ana: passes
        Ben: 4-3
        Ana: passes
    """
    (told,) = proven(record)
    (finding,) = findings(score(record).transcript.entries)
    assert (finding.code, finding.player) == ("impossible", None)
    assert named(finding.sentence) == "finding.too-few-tiles player=Ana number=14 count=10"
    assert [named(step.sentence) for step in told.steps] == [
        "proof.knocked.held-none any=(6 or 4) player=Ana pips=(6 and 4)",
        "proof.knocked.held-none any=(6 or 3) player=Ana pips=(6 and 3)",
    ]
    assert named(told.conclusion) == (
        "proof.had owners=(Ana) count=14 / proof.left-for-them "
        "tiles=(5-5 and 5-2 and 5-1 and 5-0 and 2-2 and 2-1 and 2-0 and 1-1 and 1-0 and 0-0) "
        "count=10 / proof.one-held-back player=Ana"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["record"][6:30].strip())
def test_the_findings_of_the_cases_are_proven_at_their_lines(case: dict[str, Any]) -> None:
    transcript = replay(case["record"])
    assert transcript.start is not None
    found = proofs_of(transcript)
    assert len(found) == len(case["findings"])
    for told, finding, wanted in zip(
        found, findings(transcript.entries), case["findings"], strict=True
    ):
        assert lines(told)[-1] == wanted["line"]
        if wanted["player"] is not None:
            assert finding.since in lines(told)
            assert {step.player for step in told.steps} == {wanted["player"]}


@given(seeds)
@examples(100)
def test_honest_play_never_produces_a_proof(seed: int) -> None:
    transcript = replay(honest_game(seed).text)
    assert transcript.start is not None
    assert proofs_of(transcript) == []
