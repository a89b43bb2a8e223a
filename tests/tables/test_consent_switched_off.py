"""Doing without consent: it needs the consent of another phone, once it is asked for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from companion.db.database import Database
from companion.db.table_models import ChangeKind, ProposalDecision
from companion.tables.amendments import Amendment
from companion.tables.change_history import story
from companion.tables.errors import (
    ConsentNeeded,
    NoSuchProposal,
    NotAllowed,
    OnlyKeepers,
    OptionsUnchanged,
)
from companion.tables.proposals import Proposal, ProposalService
from companion.tables.request_stamp import StaleTap
from companion.tables.table_access import AccessService
from companion.tables.table_options import OptionsChange, TableOptions
from companion.tables.table_service import TableService
from tests.tables.consenting import (
    ANA,
    BEN,
    CYD,
    WITHOUT,
    ZOE,
    by,
    correction,
    propose,
)
from tests.tables.scribe import (
    correct,
    everything,
    record,
    redo,
    switch,
    undo,
)


def test_to_do_without_it_needs_it_and_every_other_switch_is_free(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    for table_options in (TableOptions(consent=False), TableOptions(findings=False)):
        with pytest.raises(ConsentNeeded):
            switch(table_service, table_id, table_options)
    assert table_service.look(table_id).table_options == TableOptions(consent=True)
    switch(table_service, table_id, TableOptions(findings=False, consent=True))
    assert table_service.look(table_id).table_options == TableOptions(findings=False, consent=True)


def test_switched_off_once_another_phone_accepts_it_and_the_story_tells_both(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = propose(table_service, consent, table_id, WITHOUT, by(BEN))
    assert proposal.answer is ProposalDecision.PENDING
    for device in (BEN, ZOE):
        with pytest.raises(NotAllowed):
            consent.accept(table_id, proposal.number, by(device))
    with pytest.raises(ConsentNeeded):
        correct(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    switch(table_service, table_id, TableOptions(counting=frozenset({1}), consent=True))
    state = consent.accept(table_id, proposal.number, by(CYD))
    assert (
        state.table_options
        == table_service.look(table_id).table_options
        == TableOptions(counting=frozenset({1}))
    )
    correct(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    switch(table_service, table_id, TableOptions(consent=True))
    told = story(state.header, table_service.changes(table_id))
    assert [(each.change.kind, each.options_change) for each in told] == [
        (ChangeKind.SWITCHED, OptionsChange(consent=True)),
        (ChangeKind.SWITCHED, OptionsChange(counting=frozenset({1}))),
        (ChangeKind.SWITCHED, OptionsChange(consent=False)),
        (ChangeKind.CORRECTED, None),
        (ChangeKind.SWITCHED, OptionsChange(counting=frozenset(), consent=True)),
    ]
    assert told[2].change.device == BEN
    (answered,) = consent.proposals(table_id)
    assert (answered.change, answered.answered_by) == (told[2].change.seq, CYD)


def test_a_switch_is_no_entry_so_undo_passes_over_it(
    table_service: TableService, table_id: str
) -> None:
    table_options = TableOptions(counting=frozenset({0}), findings=False, consent=True)
    switch(table_service, table_id, table_options)
    state = undo(table_service, table_id)
    assert record(table_service, table_id)[-1] == "Ben: 3-1 on 6-3"
    assert state.table_options == table_options
    redo(table_service, table_id)
    assert record(table_service, table_id)[-1] == "Ana: 1-0 on 3-1"


def test_declined_it_stays_on(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = propose(table_service, consent, table_id, WITHOUT, by(BEN))
    consent.turn_down(table_id, proposal.number, CYD, ProposalDecision.DECLINED)
    assert table_service.look(table_id).table_options.consent
    assert [each.answer for each in consent.proposals(table_id)] == [ProposalDecision.DECLINED]


def test_what_is_switched_already_is_told_so_and_goes_on_waiting(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    first = propose(table_service, consent, table_id, WITHOUT, by(BEN))
    more = Amendment.switch(OptionsChange(muggins=True, consent=False))
    second = propose(table_service, consent, table_id, more, by(ANA))
    consent.accept(table_id, second.number, by(CYD))
    assert table_service.look(table_id).table_options == TableOptions(muggins=True)
    with pytest.raises(OptionsUnchanged):
        consent.accept(table_id, first.number, by(ANA))
    assert consent.pending(table_id) == (first,)


def test_the_last_keeper_is_not_locked_in(
    table_service: TableService, consent: ProposalService, database: Database, table_id: str
) -> None:
    amendment = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    waited = propose(table_service, consent, table_id, amendment, by(ANA))
    AccessService(database).end_all_others(table_id, ANA)
    # What waited, what comes now and the switch: one rule for the three.
    consent.accept(table_id, waited.number, by(ANA))
    now = propose(
        table_service,
        consent,
        table_id,
        correction(table_service, table_id, "Ana: 6-4", "Ana: 6-5"),
        by(ANA),
    )
    off = propose(table_service, consent, table_id, WITHOUT, by(ANA))
    assert record(table_service, table_id)[1] == "Ana: 6-5"
    assert not table_service.look(table_id).table_options.consent
    for proposal in consent.proposals(table_id):
        assert (proposal.answer, proposal.answered_by) == (ProposalDecision.ACCEPTED, ANA)
    seqs = [
        each.change.seq
        for each in story(table_service.look(table_id).header, table_service.changes(table_id))
    ]
    assert [now.change, off.change] == seqs[-2:]
    with pytest.raises(OnlyKeepers):
        propose(table_service, consent, table_id, WITHOUT, by(BEN))


def test_a_switch_proposed_or_accepted_twice_counts_once(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposes, accepts = by(ANA), by(BEN)
    proposal = propose(table_service, consent, table_id, WITHOUT, proposes)
    assert propose(table_service, consent, table_id, WITHOUT, proposes) == proposal
    version = consent.accept(table_id, proposal.number, accepts).version
    switch(table_service, table_id, TableOptions(consent=True))
    before = everything(table_service, table_id)
    # However late they come again, it stays on.
    consent.accept(table_id, proposal.number, accepts)
    assert propose(table_service, consent, table_id, WITHOUT, proposes).change == version
    assert everything(table_service, table_id) == before


@pytest.mark.parametrize("attempt", range(3))
def test_while_one_accepts_that_it_is_off_another_corrects(
    table_service: TableService, consent: ProposalService, table_id: str, attempt: int
) -> None:
    proposal = propose(table_service, consent, table_id, WITHOUT, by(ANA))
    amendment = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    stamps = by(CYD)._replace(seen=table_service.look(table_id).version)
    together = Barrier(2)

    def accepts() -> str:
        together.wait()
        consent.accept(table_id, proposal.number, by(BEN))
        return "switched off"

    def corrects() -> str:
        together.wait()
        try:
            waits = consent.amend(table_id, amendment, stamps)
        except StaleTap:
            return "has to look again"
        assert isinstance(waits, Proposal)
        return waits.answer

    told = _both(accepts, corrects)
    assert told[0] == "switched off"
    assert told[1] in ("has to look again", ProposalDecision.PENDING)
    state = TableService(table_service.database).look(table_id)
    assert not state.table_options.consent
    assert record(table_service, table_id)[1] == "Ana: 6-3", "nobody accepted it"
    pending = [each.amendment for each in consent.pending(table_id)]
    assert pending == ([amendment] if told[1] is ProposalDecision.PENDING else [])
    numbers = [change.seq for change in table_service.changes(table_id)]
    assert numbers == [*range(1, state.version + 1)]


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_who_answer_the_switch_at_once_one_does(
    table_service: TableService, consent: ProposalService, table_id: str, attempt: int
) -> None:
    proposal = propose(table_service, consent, table_id, WITHOUT, by(ANA))
    together = Barrier(2)

    def accepts() -> ProposalDecision | None:
        together.wait()
        try:
            consent.accept(table_id, proposal.number, by(BEN))
        except NoSuchProposal:
            return None
        return ProposalDecision.ACCEPTED

    def declines() -> ProposalDecision | None:
        together.wait()
        try:
            consent.turn_down(table_id, proposal.number, CYD, ProposalDecision.DECLINED)
        except NoSuchProposal:
            return None
        return ProposalDecision.DECLINED

    (answer,) = [each for each in _both(accepts, declines) if each]
    assert [each.answer for each in consent.proposals(table_id)] == [answer]
    assert table_service.look(table_id).table_options.consent is (
        answer is ProposalDecision.DECLINED
    )


def _both(*tries: Callable[[], object]) -> list[object]:
    """What two phones are told that do this at the same moment."""
    with ThreadPoolExecutor(len(tries)) as phones:
        return [each.result(timeout=120) for each in [phones.submit(each) for each in tries]]
