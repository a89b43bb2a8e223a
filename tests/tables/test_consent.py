"""Consent: at a table that asks for it, a change further back waits for another phone."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest

from companion.record.header import read_header
from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.consent import Consent, Proposal
from companion.tables.customs import Customs, Switching
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.errors import (
    AskFirst,
    NoSuchEntry,
    NoSuchProposal,
    NotAllowed,
    StaleTap,
    SwitchedAlready,
)
from companion.tables.rows import Answer, ChangeKind, LeadsTo
from companion.tables.sitting import Tap
from companion.tables.story import story
from tests.tables.scribe import (
    correct,
    delete,
    enter,
    everything,
    insert,
    number_of,
    record,
    redo,
    said,
    switch,
    undo,
)

ANA, BEN, CYD, ZOE = "anas-phone", "bens-phone", "cyds-phone", "zoes-phone"
WITHOUT = Amendment.switch(Switching(consent=False))
LINES = ("lead: Ana", "Ana: 6-3", "Ben: 3-1", "Ana: 1-0")

_keys = count(1)


@pytest.fixture
def consent(database: Database) -> Consent:
    return Consent(database)


@pytest.fixture
def alone(desk: Desk) -> str:
    """A table at which Ana's phone alone keeps score."""
    return desk.open(read_header("game: race-horse\nplayers: Ana, Ben"), keeper=ANA)


@pytest.fixture
def table_id(desk: Desk, database: Database, consent: Consent, alone: str) -> str:
    """A table that asks for consent, kept by the phones of Ana, Ben and Cyd."""
    door = Door(database)
    keep = door.links(alone)[LeadsTo.KEEP]
    door.keep(keep, BEN, "Ben")
    door.keep(keep, CYD, "Cyd")
    enter(desk, alone, *LINES)
    switch(desk, alone, Customs(consent=True))
    return alone


def by(device: str) -> Tap:
    """A tap that nobody made before."""
    return Tap(0, f"consent {next(_keys)}", device)


def correction(desk: Desk, table_id: str, wrong: str, right: str) -> Amendment:
    return Amendment(ChangeKind.CORRECTED, number_of(desk, table_id, wrong), said(right))


def lead_again(desk: Desk, consent: Consent, table_id: str) -> Proposal:
    """Ana's proposal that she led the 6-4, after which the 3-1 no longer holds."""
    amendment = correction(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    return consent.propose(table_id, amendment, by(ANA))


def test_a_table_asks_for_no_consent_unless_somebody_wants_it(
    desk: Desk, consent: Consent, alone: str
) -> None:
    enter(desk, alone, *LINES)
    assert not desk.look(alone).customs.consent
    correct(desk, alone, "Ana: 6-3", "Ana: 6-4")
    assert "Ana: 6-4" in record(desk, alone)


def test_nobody_asks_for_what_no_other_phone_could_give(desk: Desk, alone: str) -> None:
    with pytest.raises(NotAllowed, match="another phone keep score first"):
        switch(desk, alone, Customs(consent=True, muggins=True))
    assert desk.look(alone).customs == Customs()
    assert desk.changes(alone) == []


def test_a_change_further_back_is_not_made_without_asking(desk: Desk, table_id: str) -> None:
    before = record(desk, table_id)
    with pytest.raises(AskFirst):
        correct(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    with pytest.raises(AskFirst):
        delete(desk, table_id, "Ben: 3-1 on 6-3")
    with pytest.raises(AskFirst):
        insert(desk, table_id, "Ana: 1-0 on 3-1", "Ben: draws 1")
    assert record(desk, table_id) == before


def test_the_last_entry_is_put_right_and_taken_back_freely(desk: Desk, table_id: str) -> None:
    correct(desk, table_id, "Ana: 1-0 on 3-1", "Ana: 2-1")
    undo(desk, table_id)
    redo(desk, table_id)
    assert record(desk, table_id)[-1] == "Ana: 2-1"
    delete(desk, table_id, "Ana: 2-1")
    enter(desk, table_id, "Ana: 6-1 on 6-3")
    undo(desk, table_id)
    assert record(desk, table_id)[-1] == "Ben: 3-1 on 6-3"


def test_a_proposal_waits_where_all_can_see_it_and_changes_nothing_yet(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    before, version = record(desk, table_id), desk.look(table_id).version
    proposal = lead_again(desk, consent, table_id)
    assert (record(desk, table_id), desk.look(table_id).version) == (before, version)
    assert consent.pending(table_id) == (proposal,)
    assert (proposal.device, proposal.answer) == (ANA, Answer.PENDING)
    assert str(proposal.amendment.statement) == "Ana: 6-4"


def test_accepted_on_another_phone_it_is_made_for_who_proposed_it(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposal = lead_again(desk, consent, table_id)
    sitting = consent.accept(table_id, proposal.number, by(BEN))
    assert record(desk, table_id)[1] == "Ana: 6-4"
    assert desk.look(table_id).version == sitting.version
    (answered,) = consent.proposals(table_id)
    assert (answered.answer, answered.answered_by) == (Answer.ACCEPTED, BEN)
    assert answered.change == sitting.version
    _, episode = story(sitting.header, desk.changes(table_id))
    assert (episode.seq, episode.device) == (answered.change, ANA)
    assert consent.pending(table_id) == ()


def test_nobody_accepts_an_own_proposal(desk: Desk, consent: Consent, table_id: str) -> None:
    proposal = lead_again(desk, consent, table_id)
    with pytest.raises(NotAllowed, match="not the one that asks"):
        consent.accept(table_id, proposal.number, by(ANA))
    assert consent.pending(table_id) == (proposal,)
    assert "Ana: 6-3" in record(desk, table_id)


def test_who_does_not_keep_score_neither_proposes_nor_answers(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposal = lead_again(desk, consent, table_id)
    with pytest.raises(NotAllowed):
        consent.accept(table_id, proposal.number, by(ZOE))
    with pytest.raises(NotAllowed):
        consent.decline(table_id, proposal.number, ZOE)
    with pytest.raises(NotAllowed):
        consent.withdraw(table_id, proposal.number, BEN)
    with pytest.raises(NotAllowed):
        consent.propose(table_id, proposal.amendment, by(ZOE))
    assert consent.proposals(table_id) == (proposal,)


def test_declined_or_withdrawn_it_is_over(desk: Desk, consent: Consent, table_id: str) -> None:
    before = record(desk, table_id)
    first = lead_again(desk, consent, table_id)
    with pytest.raises(NotAllowed, match="withdraws it"):
        consent.decline(table_id, first.number, ANA)
    consent.decline(table_id, first.number, CYD)
    second = lead_again(desk, consent, table_id)
    consent.withdraw(table_id, second.number, ANA)
    assert [each.answer for each in consent.proposals(table_id)] == [
        *(Answer.DECLINED, Answer.WITHDRAWN),
    ]
    for number in (first.number, second.number, 99):
        with pytest.raises(NoSuchProposal):
            consent.accept(table_id, number, by(BEN))
    assert record(desk, table_id) == before


def test_what_cannot_stand_is_never_proposed(desk: Desk, consent: Consent, table_id: str) -> None:
    before = record(desk, table_id), desk.look(table_id).version, len(desk.changes(table_id))
    with pytest.raises(Refusal, match="fits no open end"):
        amendment = correction(desk, table_id, "Ben: 3-1 on 6-3", "Ben: 5-5")
        consent.propose(table_id, amendment, by(ANA))
    with pytest.raises(NoSuchEntry):
        consent.propose(table_id, Amendment(ChangeKind.DELETED, 99), by(ANA))
    assert consent.proposals(table_id) == ()
    after = record(desk, table_id), desk.look(table_id).version, len(desk.changes(table_id))
    assert after == before


def test_play_goes_on_and_the_change_is_made_in_the_record_as_it_then_stands(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    number = number_of(desk, table_id, "Ben: 3-1 on 6-3")
    amendment = Amendment(ChangeKind.INSERTED, number, said("ruling: Ben +3"))
    proposal = consent.propose(table_id, amendment, by(ANA))
    enter(desk, table_id, "Ben: 6-6")
    sitting = consent.accept(table_id, proposal.number, by(CYD))
    assert record(desk, table_id) == [
        *("lead: Ana", "Ana: 6-3", "ruling: Ben +3"),
        *("Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1", "Ben: 6-6 on 6-3"),
    ]
    assert sitting.refused is None and sitting.game.scores[1] >= 3


def test_what_no_longer_can_be_made_is_told_why_and_goes_on_waiting(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    first = lead_again(desk, consent, table_id)
    other = correction(desk, table_id, "Ana: 6-3", "Ana: 6-5")
    second = consent.propose(table_id, other, by(CYD))
    consent.accept(table_id, first.number, by(BEN))
    before = record(desk, table_id)
    with pytest.raises(NoSuchEntry, match="not part of the record any more"):
        consent.accept(table_id, second.number, by(BEN))
    assert record(desk, table_id) == before
    assert consent.pending(table_id) == (second,)


def test_a_change_that_was_accepted_is_not_taken_back_alone(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposal = lead_again(desk, consent, table_id)
    consent.accept(table_id, proposal.number, by(BEN))
    with pytest.raises(AskFirst):
        undo(desk, table_id)
    assert record(desk, table_id)[1] == "Ana: 6-4"


def test_a_proposal_or_an_answer_sent_twice_counts_once(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposes = by(ANA)
    amendment = correction(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    proposal = consent.propose(table_id, amendment, proposes)
    assert consent.propose(table_id, amendment, proposes) == proposal
    accepts = by(BEN)
    version = consent.accept(table_id, proposal.number, accepts).version
    assert consent.accept(table_id, proposal.number, accepts).version == version
    assert len(consent.proposals(table_id)) == 1


def test_a_proposal_goes_by_seat_so_a_renaming_does_not_matter(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposal = lead_again(desk, consent, table_id)
    desk.rename(table_id, ("Ann", "Ben"), Tap(desk.look(table_id).version, "renamed", ANA))
    (waiting,) = consent.pending(table_id)
    assert str(waiting.amendment.statement) == "Ann: 6-4"
    consent.accept(table_id, proposal.number, by(BEN))
    assert record(desk, table_id)[1] == "Ann: 6-4"


def test_what_waits_already_is_not_proposed_once_more(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    first = lead_again(desk, consent, table_id)
    assert consent.propose(table_id, first.amendment, by(BEN)) == first
    consent.decline(table_id, first.number, BEN)
    assert lead_again(desk, consent, table_id).number != first.number


# Taking an accepted change back


def test_an_accepted_change_is_taken_back_as_it_was_made_by_another_phone_accepting_it(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    before = record(desk, table_id)
    change = consent.accept(table_id, lead_again(desk, consent, table_id).number, by(BEN)).version
    back = Amendment(ChangeKind.UNDONE, change)
    with pytest.raises(AskFirst):
        desk.amend(table_id, back, by(BEN)._replace(seen=desk.look(table_id).version))
    proposal = consent.propose(table_id, back, by(BEN))
    assert record(desk, table_id)[1] == "Ana: 6-4"
    sitting = consent.accept(table_id, proposal.number, by(ANA))
    assert record(desk, table_id) == before
    last = story(sitting.header, desk.changes(table_id))[-1]
    assert (last.kind, last.target, last.device) == (ChangeKind.UNDONE, change, BEN)
    # Nobody makes it again alone.
    assert sitting.redo is None
    with pytest.raises(AskFirst):
        redo(desk, table_id)


def test_a_deletion_and_an_insertion_are_taken_back_too(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    before = record(desk, table_id)
    drawn = Amendment(
        ChangeKind.INSERTED, number_of(desk, table_id, "Ben: 3-1 on 6-3"), said("ruling: Ben +3")
    )
    gone = Amendment(ChangeKind.DELETED, number_of(desk, table_id, "Ben: 3-1 on 6-3"))
    made = [_accepted(consent, table_id, each) for each in (drawn, gone)]
    assert record(desk, table_id) != before
    for change in made:
        _accepted(consent, table_id, Amendment(ChangeKind.UNDONE, change))
    assert record(desk, table_id) == before
    assert desk.look(table_id).refused is None


def test_what_was_changed_again_or_taken_back_or_never_made_is_not_taken_back(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    first = _accepted(consent, table_id, correction(desk, table_id, "Ana: 6-3", "Ana: 6-4"))
    second = _accepted(consent, table_id, correction(desk, table_id, "Ana: 6-4", "Ana: 6-5"))
    before = everything(desk, table_id)
    for number in (first, 2, 5, 99):
        with pytest.raises(NoSuchEntry, match="changed again, or taken back already"):
            consent.propose(table_id, Amendment(ChangeKind.UNDONE, number), by(ANA))
    assert everything(desk, table_id) == before
    _accepted(consent, table_id, Amendment(ChangeKind.UNDONE, second))
    with pytest.raises(NoSuchEntry):
        consent.propose(table_id, Amendment(ChangeKind.UNDONE, second), by(ANA))
    _accepted(consent, table_id, Amendment(ChangeKind.UNDONE, first))
    assert record(desk, table_id)[1] == "Ana: 6-3"


def test_what_comes_back_must_hold_where_it_stood(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    number = number_of(desk, table_id, "Ana: 1-0 on 3-1")
    gone = _accepted(consent, table_id, Amendment(ChangeKind.DELETED, number))
    correct(desk, table_id, "Ben: 3-1 on 6-3", "Ben: 3-2")
    before = everything(desk, table_id)
    with pytest.raises(Refusal):
        desk.amend(
            table_id,
            Amendment(ChangeKind.UNDONE, gone),
            by(ANA)._replace(seen=desk.look(table_id).version),
        )
    assert everything(desk, table_id) == before


# Doing without consent


def test_to_do_without_it_needs_it_and_every_other_switch_is_free(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    for customs in (Customs(consent=False), Customs(findings=False)):
        with pytest.raises(AskFirst):
            switch(desk, table_id, customs)
    assert desk.look(table_id).customs == Customs(consent=True)
    switch(desk, table_id, Customs(findings=False, consent=True))
    assert desk.look(table_id).customs == Customs(findings=False, consent=True)


def test_switched_off_once_another_phone_accepts_it_and_the_story_tells_both(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposal = consent.propose(table_id, WITHOUT, by(BEN))
    assert proposal.answer is Answer.PENDING
    for device in (BEN, ZOE):
        with pytest.raises(NotAllowed):
            consent.accept(table_id, proposal.number, by(device))
    with pytest.raises(AskFirst):
        correct(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    switch(desk, table_id, Customs(frozenset({1}), consent=True))
    sitting = consent.accept(table_id, proposal.number, by(CYD))
    assert sitting.customs == desk.look(table_id).customs == Customs(frozenset({1}))
    correct(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    switch(desk, table_id, Customs(consent=True))
    told = story(sitting.header, desk.changes(table_id))
    assert [(each.kind, each.switching) for each in told] == [
        (ChangeKind.SWITCHED, Switching(consent=True)),
        (ChangeKind.SWITCHED, Switching(counting=frozenset({1}))),
        (ChangeKind.SWITCHED, Switching(consent=False)),
        (ChangeKind.CORRECTED, None),
        (ChangeKind.SWITCHED, Switching(counting=frozenset(), consent=True)),
    ]
    assert told[2].device == BEN
    (answered,) = consent.proposals(table_id)
    assert (answered.change, answered.answered_by) == (told[2].seq, CYD)


def test_a_switch_is_no_entry_so_undo_passes_over_it(desk: Desk, table_id: str) -> None:
    customs = Customs(frozenset({0}), findings=False, consent=True)
    switch(desk, table_id, customs)
    sitting = undo(desk, table_id)
    assert record(desk, table_id)[-1] == "Ben: 3-1 on 6-3"
    assert sitting.customs == customs
    redo(desk, table_id)
    assert record(desk, table_id)[-1] == "Ana: 1-0 on 3-1"


def test_declined_it_stays_on(desk: Desk, consent: Consent, table_id: str) -> None:
    proposal = consent.propose(table_id, WITHOUT, by(BEN))
    consent.decline(table_id, proposal.number, CYD)
    assert desk.look(table_id).customs.consent
    assert [each.answer for each in consent.proposals(table_id)] == [Answer.DECLINED]


def test_what_is_switched_already_is_told_so_and_goes_on_waiting(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    first = consent.propose(table_id, WITHOUT, by(BEN))
    more = Amendment.switch(Switching(muggins=True, consent=False))
    second = consent.propose(table_id, more, by(ANA))
    consent.accept(table_id, second.number, by(CYD))
    assert desk.look(table_id).customs == Customs(muggins=True)
    with pytest.raises(SwitchedAlready):
        consent.accept(table_id, first.number, by(ANA))
    assert consent.pending(table_id) == (first,)


def test_the_last_keeper_is_not_locked_in(
    desk: Desk, consent: Consent, database: Database, table_id: str
) -> None:
    amendment = correction(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    waited = consent.propose(table_id, amendment, by(ANA))
    Door(database).end_all_others(table_id, ANA)
    # What waited, what comes now and the switch: one rule for the three.
    consent.accept(table_id, waited.number, by(ANA))
    now = consent.propose(table_id, correction(desk, table_id, "Ana: 6-4", "Ana: 6-5"), by(ANA))
    off = consent.propose(table_id, WITHOUT, by(ANA))
    assert record(desk, table_id)[1] == "Ana: 6-5"
    assert not desk.look(table_id).customs.consent
    for proposal in consent.proposals(table_id):
        assert (proposal.answer, proposal.answered_by) == (Answer.ACCEPTED, ANA)
    seqs = [each.seq for each in story(desk.look(table_id).header, desk.changes(table_id))]
    assert [now.change, off.change] == seqs[-2:]
    with pytest.raises(NotAllowed):
        consent.propose(table_id, WITHOUT, by(BEN))


def test_a_switch_proposed_or_accepted_twice_counts_once(
    desk: Desk, consent: Consent, table_id: str
) -> None:
    proposes, accepts = by(ANA), by(BEN)
    proposal = consent.propose(table_id, WITHOUT, proposes)
    assert consent.propose(table_id, WITHOUT, proposes) == proposal
    version = consent.accept(table_id, proposal.number, accepts).version
    switch(desk, table_id, Customs(consent=True))
    before = everything(desk, table_id)
    # However late they come again, it stays on.
    consent.accept(table_id, proposal.number, accepts)
    assert consent.propose(table_id, WITHOUT, proposes).change == version
    assert everything(desk, table_id) == before


@pytest.mark.parametrize("attempt", range(3))
def test_while_one_accepts_that_it_is_off_another_corrects(
    desk: Desk, consent: Consent, table_id: str, attempt: int
) -> None:
    proposal = consent.propose(table_id, WITHOUT, by(ANA))
    amendment = correction(desk, table_id, "Ana: 6-3", "Ana: 6-4")
    taps = by(CYD)._replace(seen=desk.look(table_id).version)
    together = Barrier(2)

    def accepts() -> str:
        together.wait()
        consent.accept(table_id, proposal.number, by(BEN))
        return "switched off"

    def corrects() -> str:
        together.wait()
        try:
            desk.amend(table_id, amendment, taps)
        except StaleTap:
            return "has to look again"
        except AskFirst:
            return consent.propose(table_id, amendment, taps).answer

    told = _both(accepts, corrects)
    assert told[0] == "switched off"
    assert told[1] in ("has to look again", Answer.PENDING)
    sitting = Desk(desk.database).look(table_id)
    assert not sitting.customs.consent
    assert record(desk, table_id)[1] == "Ana: 6-3", "nobody accepted it"
    pending = [each.amendment for each in consent.pending(table_id)]
    assert pending == ([amendment] if told[1] is Answer.PENDING else [])
    numbers = [change.seq for change in desk.changes(table_id)]
    assert numbers == [*range(1, sitting.version + 1)]


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_answer_the_switch_at_once_one_does(
    desk: Desk, consent: Consent, table_id: str, attempt: int
) -> None:
    proposal = consent.propose(table_id, WITHOUT, by(ANA))
    together = Barrier(2)

    def accepts() -> Answer | None:
        together.wait()
        try:
            consent.accept(table_id, proposal.number, by(BEN))
        except NoSuchProposal:
            return None
        return Answer.ACCEPTED

    def declines() -> Answer | None:
        together.wait()
        try:
            consent.decline(table_id, proposal.number, CYD)
        except NoSuchProposal:
            return None
        return Answer.DECLINED

    (answer,) = [each for each in _both(accepts, declines) if each]
    assert [each.answer for each in consent.proposals(table_id)] == [answer]
    assert desk.look(table_id).customs.consent is (answer is Answer.DECLINED)


def _both(*tries: Callable[[], object]) -> list[object]:
    """What two phones are told that do this at the same moment."""
    with ThreadPoolExecutor(len(tries)) as phones:
        return [each.result(timeout=30) for each in [phones.submit(each) for each in tries]]


def _accepted(consent: Consent, table_id: str, amendment: Amendment) -> int:
    """The change that it becomes, proposed by Ana and accepted by Ben."""
    proposal = consent.propose(table_id, amendment, by(ANA))
    return consent.accept(table_id, proposal.number, by(BEN)).version
