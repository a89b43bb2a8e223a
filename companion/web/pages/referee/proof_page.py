"""What the page of a proof shows: its steps, each with the layout by then."""

from companion.referee.prover import proof
from companion.referee.reneges import findings
from companion.tables.service import ReplayedRecord
from companion.web.pages.referee.answer import Answer, answer_of, shown_steps
from companion.web.pages.shared.hands import hands_of
from companion.web.pages.shared.position import describe_rules
from companion.words import message


def proof_page(written: ReplayedRecord, seq: int) -> Answer | None:
    """The page of what entry `seq` proves; None where it proves nothing."""
    hands = hands_of(written.start, written.entries)
    hand = next((hand for hand in hands if any(e.line == seq for e in hand.entries)), None)
    found = findings(hand.entries) if hand is not None else ()
    finding = next((finding for finding in found if finding.line == seq), None)
    if hand is None or finding is None:
        return None
    header = written.header
    numbers = {entry.line: number for number, entry in enumerate(written.entries, 1)}
    ruling = proof(hand.entries, finding)
    answer = answer_of(
        ruling,
        describe_rules(header.preset, header.changes),
        message("proof.where", hand=hand.number, entry=numbers[seq]),
        players=header.players,
        name=f"proof-{numbers[seq]}",
    )
    return answer._replace(steps=shown_steps(ruling.steps, written.start.seating, numbers))
