"""One renege in otherwise honest play: what is found is proven, at the line of the renege."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest
from play import CAST
from random_play import Players

from companion.i18n import Message, Sentences, message
from companion.record.replay import replay
from companion.record.statements import TilesDrawn, TurnPassed
from companion.referee.proof.renege import Finding, findings
from companion.referee.ruling import Ruling
from tests.referee.test_proof import lines, proofs_of

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
