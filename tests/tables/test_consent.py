"""Consent: at a table that asks for it, a change further back waits for another phone."""

from itertools import count

import pytest

from companion.record.header import read_header
from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.consent import Consent, Proposal
from companion.tables.database import Database
from companion.tables.desk import Desk
from companion.tables.door import Door
from companion.tables.errors import AskFirst, NoSuchEntry, NoSuchProposal, NotAllowed
from companion.tables.rows import Answer, ChangeKind, LeadsTo
from companion.tables.sitting import Tap
from companion.tables.story import story
from tests.tables.scribe import correct, delete, enter, insert, number_of, record, redo, said, undo

ANA, BEN, CYD, ZOE = "anas-phone", "bens-phone", "cyds-phone", "zoes-phone"
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
    consent.ask_for_it(alone, ANA)
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
    assert not consent.is_asked_for(alone)
    correct(desk, alone, "Ana: 6-3", "Ana: 6-4")
    assert "Ana: 6-4" in record(desk, alone)


def test_nobody_asks_for_what_no_other_phone_could_give(consent: Consent, alone: str) -> None:
    with pytest.raises(NotAllowed, match="another phone keep score first"):
        consent.ask_for_it(alone, ANA)
    assert not consent.is_asked_for(alone)


def test_any_keeper_switches_it_and_nobody_else(consent: Consent, table_id: str) -> None:
    with pytest.raises(NotAllowed):
        consent.do_without(table_id, ZOE)
    assert consent.is_asked_for(table_id)
    consent.do_without(table_id, BEN)
    assert not consent.is_asked_for(table_id)
    with pytest.raises(NotAllowed):
        consent.ask_for_it(table_id, ZOE)


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
    (episode,) = story(sitting.header, desk.changes(table_id))
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
    first, second = lead_again(desk, consent, table_id), lead_again(desk, consent, table_id)
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
