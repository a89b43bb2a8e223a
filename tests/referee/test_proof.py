"""Proofs: a finding told line by line, and the line of the renege is always among them."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from play import CAST, Players, honest_game, score, seeds

from companion.i18n import Message, Sentences, message
from companion.record.replay import Transcript, replay
from companion.record.statements import TilesDrawn, TurnPassed
from companion.referee.proof.prover import prove
from companion.referee.proof.renege import Finding, findings
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


# ---- One renege in otherwise honest play -------------------------------------------------------

DREW = "drew while holding a tile that fits"
DREW_ON = "drew on after a tile that fits"
PASSED = "passed while holding a tile that fits"
FOR_A_LEAD = "drew or passed while holding a tile that can be led"


class Cheat(NamedTuple):
    """A record with one renege: of which kind, and on which entry of the record."""

    text: str
    kind: str
    entry: int


class _OneCheat(Players):
    """People who play honestly but for a single renege of the wanted kind."""

    def __init__(self, seed: int, header: str, kind: str) -> None:
        super().__init__(seed, header, cheating=0.0)
        self.kind = kind
        self.done_at: int | None = None

    def cheat(self) -> Cheat | None:
        played = self.play(1)
        if self.done_at is None:
            return None
        return Cheat(played.text, self.kind, self.done_at)

    def _act(self, seat: int) -> None:
        hand = self.game.hand
        assert hand is not None
        fitting = [tile for tile in self.hands[seat] if hand.fits(tile)]
        wanted = FOR_A_LEAD if not hand.layout.tiles else PASSED if not self.boneyard else DREW
        may = self.done_at is None and fitting and not hand.must_lead and self.kind == wanted
        if may and self.random.random() < 0.4:
            self.done_at = len(self.moments)
            if self.boneyard:
                self._take(seat, 1)
            else:
                self._say(TurnPassed(self.names[seat]))
        elif fitting:
            self._set(seat, self.random.choice(fitting))
        elif self.boneyard:
            self._draw(seat, at_will=False)
        else:
            self._say(TurnPassed(self.names[seat]))

    def _draw(self, seat: int, *, at_will: bool) -> None:
        hand = self.game.hand
        assert hand is not None
        wanted = next(
            (at for at, tile in enumerate(reversed(self.boneyard), 1) if hand.fits(tile)),
            len(self.boneyard),
        )
        may = self.done_at is None and self.kind == DREW_ON and wanted < len(self.boneyard)
        if may and hand.layout.tiles and self.random.random() < 0.5:
            self.done_at = len(self.moments)
            wanted += 1
        self._take(seat, wanted)

    def _take(self, seat: int, tiles: int) -> None:
        self.hands[seat] += [self.boneyard.pop() for _ in range(tiles)]
        self._say(TilesDrawn(self.names[seat], tiles))
        hand = self.game.hand
        assert hand is not None
        if hand.fits(self.hands[seat][-1]):
            # The drawn tile that plays is set at once.
            self._set(seat, self.hands[seat][-1])


HEADERS = {
    DREW: "game: race-horse\nplayers: {players}\nrule: tiles-each = 4",
    DREW_ON: "game: race-horse\nplayers: {players}\nrule: tiles-each = 4",
    PASSED: "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee",
    FOR_A_LEAD: "game: seven-toed-pete\nplayers: {players}\nrule: tiles-each = 5",
}


@pytest.mark.parametrize("kind", HEADERS)
def test_a_proof_of_a_cheat_names_the_line_of_the_renege(kind: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(150):
        header = HEADERS[kind].format(players=", ".join(CAST[: Random(seed).choice((2, 3, 4))]))
        cheat = _OneCheat(seed, header, kind).cheat()
        if cheat is None:
            continue
        transcript = replay(cheat.text)
        assert transcript.start is not None and transcript.refused is None
        line = transcript.entries[cheat.entry].line
        for finding, proven in zip(
            findings(transcript.entries), proofs_of(transcript), strict=True
        ):
            told[finding.code] += 1
            # All else was honest: without this line there is no contradiction to prove.
            assert line in lines(proven)
            assert finding.line == lines(proven)[-1]
            _holds_together(finding, proven)
    assert told["renege"] >= 5, told


def _holds_together(finding: Finding, proven: Ruling) -> None:
    assert lines(proven) == sorted({*lines(proven)})
    for step in proven.steps:
        assert step.player in str(step.sentence)
        if step.position is not None:
            assert tuple(tile for tile, _ in step.position.laid) == step.position.layout.tiles
            assert {*step.position.lit} <= {*step.position.layout.ends}
    if isinstance(proven.conclusion, Sentences):
        held_back = proven.conclusion.parts[-1]
        if isinstance(finding.sentence, Message) and finding.sentence.id != "finding.impossible":
            # The strip, the record and the proof name the same player.
            player = finding.sentence["player"]
            assert held_back == message("proof.one-held-back", player=player)
        else:
            assert held_back == message("proof.somebody-held-back")
    match proven.conclusion:
        case Message("finding.too-few-places") as few:
            assert len(few["tiles"].things) > few["count"]
            assert finding.tile in few["tiles"].things
        case Message("proof.not-drawn-since" | "proof.nothing-drawn-since") as own:
            assert finding.tile == own["tile"]
        case Sentences((Message("proof.too-few-places") as few, _)):
            assert few["number"] == len(few["tiles"].things) > few["count"]
        case Sentences((Message() as had, Message("proof.left-for-them") as left, _)):
            assert had["count"] > left["count"] == len(left["tiles"].things)


def test_everything_that_is_found_is_proven() -> None:
    for seed in range(40):
        header = HEADERS[DREW].format(players="Ana, Ben, Cyd")
        cheat = _OneCheat(seed, header, DREW).cheat()
        if cheat is not None:
            transcript = replay(cheat.text)
            assert transcript.start is not None
            found = [finding.line for finding in findings(transcript.entries)]
            assert [lines(proven)[-1] for proven in proofs_of(transcript)] == found
