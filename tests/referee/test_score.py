"""A score: how it came together, hand by hand."""

from companion.i18n import Signed, message
from companion.record.replay import replay
from companion.referee.explain.score_history import Gain, gains_of, score

RECORD = """
game: race-horse
players: Ana, Ben
target: 30
rule: tiles-each = 2

lead: Ana
Ana: 6-4
Ana: 4-4 on 6-4
Ben: left 1-0 6-6

lead: Ana
Ana: 3-1
ruling: Ana -1, a cup of coffee
"""


def test_counts_settlements_and_agreements_are_told_apart() -> None:
    transcript = replay(RECORD)
    assert transcript.refused is None and transcript.start is not None
    first, second = gains_of(transcript.start, transcript.entries, 0)
    # 6-4 counts ten. Ben's 13 pips are 15: three pegs.
    assert first[:4] == (2, 3, 0, 5)
    assert first.settlement is not None
    assert second == Gain(0, 0, -1, 4)
    assert [gain.score for gain in gains_of(transcript.start, transcript.entries, 1)] == [0, 0]


def test_the_hands_add_up_to_the_score() -> None:
    transcript = replay(RECORD)
    assert transcript.start is not None
    ruling = score(transcript.start, transcript.entries, 0)
    assert ruling.title == message("score.title", name="Ana", score=4)
    table = ruling.sections[0].table
    assert table is not None
    assert [row.cells for row in table.rows] == [
        (Signed(2), Signed(3), Signed(0), 5),
        (Signed(0), Signed(0), Signed(-1), 4),
    ]


def test_what_nobody_agreed_on_has_no_column() -> None:
    transcript = replay(RECORD[: RECORD.index("ruling")])
    assert transcript.start is not None
    table = score(transcript.start, transcript.entries, 0).sections[0].table
    assert table is not None and len(table.heads) == 4


def test_the_hands_of_a_season_are_told_together() -> None:
    hand = "\nlead: Ana\nAna: 6-4\nAna: 4-4 on 6-4\nBen: left 1-0 6-6\n"
    header = RECORD[: RECORD.index("\nlead")].replace("30", "900")
    transcript = replay(header + hand * 45)
    assert transcript.refused is None and transcript.start is not None
    table = score(transcript.start, transcript.entries, 0).sections[0].table
    assert table is not None and len(table.rows) == 41
    assert table.rows[0].head == message("score.hands", last=5)
    assert table.rows[0].cells == (Signed(10), Signed(15), 25)
    assert table.rows[-1].cells[-1] == 225


def test_before_the_first_lead_there_is_nothing_to_tell() -> None:
    transcript = replay("game: race-horse\nplayers: Ana, Ben\n\nlead: Ana")
    assert transcript.start is not None
    assert score(transcript.start, (), 0).sections == ()
