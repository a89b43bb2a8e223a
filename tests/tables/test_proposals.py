"""Consent: at a table that asks for it, a change further back waits for another phone."""

import pytest

from companion.db.table_models import ChangeKind, ProposalDecision
from companion.rules.errors import NoMatch, Refusal
from companion.tables.amendments import Amendment
from companion.tables.change_history import story
from companion.tables.errors import (
    ConsentNeeded,
    NoSuchEntry,
    NoSuchProposal,
    NotAllowed,
    OnlyKeepers,
)
from companion.tables.proposals import ProposalService
from companion.tables.request_stamp import RequestStamp
from companion.tables.table_options import TableOptions
from companion.tables.table_service import TableService
from tests.tables.consenting import (
    ANA,
    BEN,
    CYD,
    LINES,
    ZOE,
    accepted,
    by,
    correction,
    lead_again,
    propose,
)
from tests.tables.scribe import (
    amend,
    correct,
    delete,
    enter,
    everything,
    insert,
    number_of,
    record,
    redo,
    refused,
    said,
    switch,
    undo,
)


def test_a_table_asks_for_no_consent_unless_somebody_wants_it(
    table_service: TableService, consent: ProposalService, alone: str
) -> None:
    enter(table_service, alone, *LINES)
    assert not table_service.look(alone).table_options.consent
    correct(table_service, alone, "Ana: 6-3", "Ana: 6-4")
    assert "Ana: 6-4" in record(table_service, alone)


def test_nobody_asks_for_what_no_other_phone_could_give(
    table_service: TableService, alone: str
) -> None:
    with refused("refused.nobody-to-accept"):
        switch(table_service, alone, TableOptions(consent=True, muggins=True))
    assert table_service.look(alone).table_options == TableOptions()
    assert table_service.changes(alone) == []


def test_a_change_further_back_is_not_made_without_asking(
    table_service: TableService, table_id: str
) -> None:
    before = record(table_service, table_id)
    with pytest.raises(ConsentNeeded):
        correct(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    with pytest.raises(ConsentNeeded):
        delete(table_service, table_id, "Ben: 3-1 on 6-3")
    with pytest.raises(ConsentNeeded):
        insert(table_service, table_id, "Ana: 1-0 on 3-1", "Ana: draws 1")
    assert record(table_service, table_id) == before


def test_the_last_entry_is_put_right_and_taken_back_freely(
    table_service: TableService, table_id: str
) -> None:
    correct(table_service, table_id, "Ana: 1-0 on 3-1", "Ana: 2-1")
    undo(table_service, table_id)
    redo(table_service, table_id)
    assert record(table_service, table_id)[-1] == "Ana: 2-1"
    delete(table_service, table_id, "Ana: 2-1")
    enter(table_service, table_id, "Ana: 6-1 on 6-3")
    undo(table_service, table_id)
    assert record(table_service, table_id)[-1] == "Ben: 3-1 on 6-3"


def test_a_proposal_waits_where_all_can_see_it_and_changes_nothing_yet(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    before, version = record(table_service, table_id), table_service.look(table_id).version
    proposal = lead_again(table_service, consent, table_id)
    assert (record(table_service, table_id), table_service.look(table_id).version) == (
        before,
        version,
    )
    assert consent.pending(table_id) == (proposal,)
    assert (proposal.device, proposal.answer) == (ANA, ProposalDecision.PENDING)
    assert str(proposal.amendment.statement) == "Ana: 6-4"


def test_accepted_on_another_phone_it_is_made_for_who_proposed_it(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = lead_again(table_service, consent, table_id)
    state = consent.accept(table_id, proposal.number, by(BEN))
    assert record(table_service, table_id)[1] == "Ana: 6-4"
    assert table_service.look(table_id).version == state.version
    (answered,) = consent.proposals(table_id)
    assert (answered.answer, answered.answered_by) == (ProposalDecision.ACCEPTED, BEN)
    assert answered.change == state.version
    _, episode = story(state.header, table_service.changes(table_id))
    assert (episode.change.seq, episode.change.device) == (answered.change, ANA)
    assert consent.pending(table_id) == ()


def test_nobody_accepts_an_own_proposal(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = lead_again(table_service, consent, table_id)
    with refused("refused.own-proposal"):
        consent.accept(table_id, proposal.number, by(ANA))
    assert consent.pending(table_id) == (proposal,)
    assert "Ana: 6-3" in record(table_service, table_id)


def test_who_does_not_keep_score_neither_proposes_nor_answers(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = lead_again(table_service, consent, table_id)
    with pytest.raises(NotAllowed):
        consent.accept(table_id, proposal.number, by(ZOE))
    with pytest.raises(NotAllowed):
        consent.turn_down(table_id, proposal.number, ZOE, ProposalDecision.DECLINED)
    with pytest.raises(NotAllowed):
        consent.turn_down(table_id, proposal.number, BEN, ProposalDecision.WITHDRAWN)
    with pytest.raises(OnlyKeepers):
        propose(table_service, consent, table_id, proposal.amendment, by(ZOE))
    assert consent.proposals(table_id) == (proposal,)


def test_declined_or_withdrawn_it_is_over(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    before = record(table_service, table_id)
    first = lead_again(table_service, consent, table_id)
    with refused("refused.withdraw-it"):
        consent.turn_down(table_id, first.number, ANA, ProposalDecision.DECLINED)
    consent.turn_down(table_id, first.number, CYD, ProposalDecision.DECLINED)
    second = lead_again(table_service, consent, table_id)
    consent.turn_down(table_id, second.number, ANA, ProposalDecision.WITHDRAWN)
    assert [each.answer for each in consent.proposals(table_id)] == [
        *(ProposalDecision.DECLINED, ProposalDecision.WITHDRAWN),
    ]
    for number in (first.number, second.number, 99):
        with pytest.raises(NoSuchProposal):
            consent.accept(table_id, number, by(BEN))
    assert record(table_service, table_id) == before


def test_what_cannot_stand_is_never_proposed(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    before = (
        record(table_service, table_id),
        table_service.look(table_id).version,
        len(table_service.changes(table_id)),
    )
    with pytest.raises(NoMatch):
        amendment = correction(table_service, table_id, "Ben: 3-1 on 6-3", "Ben: 5-5")
        propose(table_service, consent, table_id, amendment, by(ANA))
    with pytest.raises(NoSuchEntry):
        propose(table_service, consent, table_id, Amendment(ChangeKind.DELETED, 99), by(ANA))
    assert consent.proposals(table_id) == ()
    after = (
        record(table_service, table_id),
        table_service.look(table_id).version,
        len(table_service.changes(table_id)),
    )
    assert after == before


def test_play_goes_on_and_the_change_is_made_in_the_record_as_it_then_stands(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    number = number_of(table_service, table_id, "Ben: 3-1 on 6-3")
    amendment = Amendment(ChangeKind.INSERTED, number, said("ruling: Ben +3"))
    proposal = propose(table_service, consent, table_id, amendment, by(ANA))
    enter(table_service, table_id, "Ben: 6-6")
    state = consent.accept(table_id, proposal.number, by(CYD))
    assert record(table_service, table_id) == [
        *("lead: Ana", "Ana: 6-3", "ruling: Ben +3"),
        *("Ben: 3-1 on 6-3", "Ana: 1-0 on 3-1", "Ben: 6-6 on 6-3"),
    ]
    assert state.refused is None and state.game.scores[1] >= 3


def test_what_no_longer_can_be_made_is_told_why_and_goes_on_waiting(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    first = lead_again(table_service, consent, table_id)
    other = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-5")
    second = propose(table_service, consent, table_id, other, by(CYD))
    consent.accept(table_id, first.number, by(BEN))
    before = record(table_service, table_id)
    with refused("refused.no-such-entry"):
        consent.accept(table_id, second.number, by(BEN))
    assert record(table_service, table_id) == before
    assert consent.pending(table_id) == (second,)


def test_a_change_that_was_accepted_is_not_taken_back_alone(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = lead_again(table_service, consent, table_id)
    consent.accept(table_id, proposal.number, by(BEN))
    with pytest.raises(ConsentNeeded):
        undo(table_service, table_id)
    assert record(table_service, table_id)[1] == "Ana: 6-4"


def test_a_proposal_or_an_answer_sent_twice_counts_once(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposes = by(ANA)
    amendment = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    proposal = propose(table_service, consent, table_id, amendment, proposes)
    assert propose(table_service, consent, table_id, amendment, proposes) == proposal
    accepts = by(BEN)
    version = consent.accept(table_id, proposal.number, accepts).version
    assert consent.accept(table_id, proposal.number, accepts).version == version
    assert len(consent.proposals(table_id)) == 1


def test_a_proposal_sent_again_after_it_was_declined_is_not_proposed_once_more(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposes = by(ANA)
    amendment = correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4")
    proposal = propose(table_service, consent, table_id, amendment, proposes)
    consent.turn_down(table_id, proposal.number, BEN, ProposalDecision.DECLINED)
    state = consent.amend(table_id, amendment, proposes._replace(is_keepers=True))
    assert state == table_service.look(table_id)
    assert [each.answer for each in consent.proposals(table_id)] == [ProposalDecision.DECLINED]


def test_a_proposal_goes_by_seat_so_a_renaming_does_not_matter(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    proposal = lead_again(table_service, consent, table_id)
    table_service.rename(
        table_id, ("Ann", "Ben"), RequestStamp(table_service.look(table_id).version, "renamed", ANA)
    )
    (waiting,) = consent.pending(table_id)
    assert str(waiting.amendment.statement) == "Ann: 6-4"
    consent.accept(table_id, proposal.number, by(BEN))
    assert record(table_service, table_id)[1] == "Ann: 6-4"


def test_what_waits_already_is_not_proposed_once_more(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    first = lead_again(table_service, consent, table_id)
    assert propose(table_service, consent, table_id, first.amendment, by(BEN)) == first
    consent.turn_down(table_id, first.number, BEN, ProposalDecision.DECLINED)
    assert lead_again(table_service, consent, table_id).number != first.number


# Taking an accepted change back


def test_an_accepted_change_is_taken_back_as_it_was_made_by_another_phone_accepting_it(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    before = record(table_service, table_id)
    change = consent.accept(
        table_id, lead_again(table_service, consent, table_id).number, by(BEN)
    ).version
    back = Amendment(ChangeKind.UNDONE, change)
    with pytest.raises(ConsentNeeded):
        amend(
            table_service,
            table_id,
            back,
            by(BEN)._replace(seen=table_service.look(table_id).version),
        )
    proposal = propose(table_service, consent, table_id, back, by(BEN))
    assert record(table_service, table_id)[1] == "Ana: 6-4"
    state = consent.accept(table_id, proposal.number, by(ANA))
    assert record(table_service, table_id) == before
    last = story(state.header, table_service.changes(table_id))[-1].change
    assert (last.kind, last.target, last.device) == (ChangeKind.UNDONE, change, BEN)
    # Nobody makes it again alone.
    assert state.redo is not None and state.redo.is_bound
    with pytest.raises(ConsentNeeded):
        redo(table_service, table_id)


def test_a_deletion_and_an_insertion_are_taken_back_too(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    before = record(table_service, table_id)
    drawn = Amendment(
        ChangeKind.INSERTED,
        number_of(table_service, table_id, "Ben: 3-1 on 6-3"),
        said("ruling: Ben +3"),
    )
    gone = Amendment(ChangeKind.DELETED, number_of(table_service, table_id, "Ben: 3-1 on 6-3"))
    made = [accepted(table_service, consent, table_id, each) for each in (drawn, gone)]
    assert record(table_service, table_id) != before
    for change in made:
        accepted(table_service, consent, table_id, Amendment(ChangeKind.UNDONE, change))
    assert record(table_service, table_id) == before
    assert table_service.look(table_id).refused is None


def test_what_was_changed_again_or_taken_back_or_never_made_is_not_taken_back(
    table_service: TableService, consent: ProposalService, table_id: str
) -> None:
    first = accepted(
        table_service,
        consent,
        table_id,
        correction(table_service, table_id, "Ana: 6-3", "Ana: 6-4"),
    )
    second = accepted(
        table_service,
        consent,
        table_id,
        correction(table_service, table_id, "Ana: 6-4", "Ana: 6-5"),
    )
    before = everything(table_service, table_id)
    for number in (first, 2, 5, 99):
        with refused("refused.changed-since"):
            propose(table_service, consent, table_id, Amendment(ChangeKind.UNDONE, number), by(ANA))
    assert everything(table_service, table_id) == before
    accepted(table_service, consent, table_id, Amendment(ChangeKind.UNDONE, second))
    with pytest.raises(NoSuchEntry):
        propose(table_service, consent, table_id, Amendment(ChangeKind.UNDONE, second), by(ANA))
    accepted(table_service, consent, table_id, Amendment(ChangeKind.UNDONE, first))
    assert record(table_service, table_id)[1] == "Ana: 6-3"


def test_what_comes_back_must_hold_where_it_stood(
    table_service: TableService, table_id: str
) -> None:
    gone = delete(table_service, table_id, "Ana: 1-0 on 3-1").version
    correct(table_service, table_id, "Ben: 3-1 on 6-3", "Ben: 3-2")
    before = everything(table_service, table_id)
    with pytest.raises(Refusal):
        amend(
            table_service,
            table_id,
            Amendment(ChangeKind.UNDONE, gone),
            by(ANA)._replace(seen=table_service.look(table_id).version),
        )
    assert everything(table_service, table_id) == before
