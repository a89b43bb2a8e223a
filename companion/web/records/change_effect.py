"""What a change would do, in words, before anyone makes or accepts it."""

from collections.abc import Callable, Iterable, Iterator

from companion.db.table_models import ChangeKind, ProposalDecision
from companion.i18n import Signed, Text, listed, message, sentences
from companion.rules.errors import Refusal
from companion.rules.seating import Seating
from companion.tables.amendments import Amendment
from companion.tables.proposals import Effect, Proposal
from companion.tables.table_state import ReplayedRecord
from companion.web.records.entry_page import statements_of
from companion.web.ui.hand_entries import EntryLine, line_of

#: Each takes as much as a correction: of many that wait, only the first are described.
_MOST_FORESEEN = 12


def describe_effect(written: ReplayedRecord, effect: Effect) -> Text:
    """Its effect: `Ana −4, Ben −4. Entry 27 doesn’t fit any more.`"""
    return sentences(*_sentences(written, effect))


def list_misfits(written: ReplayedRecord, effect: Effect) -> Iterator[tuple[EntryLine, Text]]:
    """The later entries that would not fit any more, as they are listed now, each with why."""
    said, start = dict(statements_of(written)), written.start
    for seq, refusal in effect.misfits:
        if statement := said.get(seq):
            number = _number_of(written, seq)
            line = line_of(number, seq, statement, start.seating, start.rules)
            yield line, refusal.message


def describe_effects(
    written: ReplayedRecord, proposals: Iterable[Proposal], foresee: Callable[[Amendment], Effect]
) -> dict[int, Text]:
    """What each pending proposal would do to the record now, by its number."""
    waiting = [each for each in proposals if each.answer is ProposalDecision.PENDING]
    told = dict[int, Text]()
    for each in waiting[:_MOST_FORESEEN]:
        if each.amendment.kind is ChangeKind.SWITCHED:
            continue
        try:
            told[each.number] = describe_effect(written, foresee(each.amendment))
        except Refusal as refusal:
            told[each.number] = message("effect.refused", refusal=refusal.message)
    return told


def _sentences(written: ReplayedRecord, effect: Effect) -> Iterator[Text]:
    seating, (without, with_it) = written.start.seating, effect.worth
    yield _describe_gains(seating, effect.worth.gains)
    if effect.misfits:
        yield message("effect.breaks", number=_number_of(written, effect.misfits[0].line))
    elif not without.holds and with_it.holds:
        yield message("effect.mends")
    if without.winner != with_it.winner:
        yield _describe_winner(seating, with_it.winner)


def _describe_gains(seating: Seating, gains: tuple[int, ...]) -> Text:
    sides = zip(seating.side_names, gains, strict=True)
    told = [message("effect.side", side=side, points=Signed(n)) for side, n in sides if n]
    return message("effect.scores", sides=listed(told)) if told else message("effect.no-score")


def _describe_winner(seating: Seating, winner: int | None) -> Text:
    if winner is None:
        return message("effect.goes-on")
    people = len(seating.sides[winner])
    return message("effect.wins", side=seating.side_names[winner], count=people)


def _number_of(written: ReplayedRecord, seq: int) -> int:
    """The number by which people call an entry now."""
    seqs = [line for line, _ in statements_of(written)]
    return seqs.index(seq) + 1 if seq in seqs else len(seqs) + 1
