"""The story of a record: what was changed, what stood there before and after, who won by it."""

from random import Random

from hypothesis import given
from random_play import seeds

from companion.db.table_models import ChangeKind, ChangeRow
from companion.i18n import Sentences
from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.change_history import (
    Episode,
    RecordSnapshot,
    Renaming,
    describe_gains,
    story,
)
from companion.tables.table_options import OptionsChange, TableOptions
from companion.tables.table_service import TableService
from tests.tables.scribe import (
    amend,
    correct,
    delete,
    enter,
    everything,
    insert,
    opened,
    record,
    redo,
    stamp,
    switch,
    undo,
)
from tests.tables.test_any_changes import Somebody
from tests.thorough import examples

SHORT = "game: race-horse\nrule: tiles-each = 2"
HAND = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0")


def episodes(table_service: TableService, table_id: str) -> tuple[Episode, ...]:
    return story(table_service.look(table_id).header, table_service.changes(table_id))


def last(table_service: TableService, table_id: str) -> Episode:
    return episodes(table_service, table_id)[-1]


def told(table_service: TableService, table_id: str) -> tuple[str, ...]:
    """What is said of the last change: each message, and whom it names."""
    text = describe_gains(table_service.look(table_id).header, last(table_service, table_id).worth)
    said = text.parts if isinstance(text, Sentences) else (text,)
    return tuple(
        word
        for each in said
        for word in (each.id.removeprefix("history."), dict(each.arguments).get("name"))
        if word
    )


def test_entering_alone_is_no_story(table_service: TableService) -> None:
    assert episodes(table_service, opened(table_service, *HAND, header=SHORT)) == ()


def test_a_correction_tells_what_stood_there_and_who_won_by_it(table_service: TableService) -> None:
    table_id = opened(table_service, *HAND, header=SHORT)
    correct(table_service, table_id, "Ben: left 1-0 0-0", "Ben: left 6-6 5-5")
    episode = last(table_service, table_id)
    assert episode.change.kind == ChangeKind.CORRECTED
    assert str(episode.before) == "Ben: left 1-0 0-0"
    assert str(episode.after) == "Ben: left 6-6 5-5"
    assert episode.change.device == "Zoe's phone"
    assert episode.worth.gains == (4, 0)
    assert told(table_service, table_id) == ("gained", "Ana")


def test_a_forgotten_ruling_and_a_deleted_one_tell_their_points(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *HAND[:2], header=SHORT)
    insert(table_service, table_id, "Ana: 6-4", "ruling: Ben +3")
    assert (last(table_service, table_id).before, last(table_service, table_id).worth.gains) == (
        None,
        (0, 3),
    )
    delete(table_service, table_id, "ruling: Ben +3")
    assert (last(table_service, table_id).after, last(table_service, table_id).worth.gains) == (
        None,
        (0, -3),
    )
    assert told(table_service, table_id) == ("lost", "Ben")


def test_what_is_taken_back_and_made_again_is_told_with_what_it_undid(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *HAND[:2], header=SHORT)
    undo(table_service, table_id)
    assert (str(last(table_service, table_id).before), last(table_service, table_id).after) == (
        "Ana: 6-4",
        None,
    )
    assert last(table_service, table_id).worth.gains == (-2, 0)
    redo(table_service, table_id)
    assert (last(table_service, table_id).before, str(last(table_service, table_id).after)) == (
        None,
        "Ana: 6-4",
    )
    assert last(table_service, table_id).worth.gains == (2, 0)


def test_each_change_is_weighed_as_the_record_stood_then(table_service: TableService) -> None:
    table_id = opened(table_service, *HAND[:2], header=SHORT)
    insert(table_service, table_id, "Ana: 6-4", "ruling: Ben +3")
    enter(table_service, table_id, *HAND[2:])
    correct(table_service, table_id, "ruling: Ben +3", "ruling: Ben +1")
    first, second = episodes(table_service, table_id)
    assert [each.scores for each in first.worth] == [(2, 0), (2, 3)]
    assert [each.scores for each in second.worth] == [(2, 3), (2, 1)]


def test_a_change_after_which_a_later_entry_no_longer_holds_says_so(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *HAND, header=SHORT)
    correct(table_service, table_id, "Ana: 6-4", "Ana: 6-3")
    episode = last(table_service, table_id)
    assert not episode.worth.with_it.holds
    assert told(table_service, table_id) == ("lost", "Ana", "no-longer-holds")
    undo(table_service, table_id)
    assert told(table_service, table_id) == ("gained", "Ana", "holds-again")


def test_a_game_won_or_lost_by_a_change_is_told(table_service: TableService) -> None:
    table_id = opened(table_service, *HAND[:2], header=f"{SHORT}\ntarget: 4")
    enter(table_service, table_id, "ruling: Ana +1")
    correct(table_service, table_id, "ruling: Ana +1", "ruling: Ana +2")
    assert told(table_service, table_id) == ("gained", "Ana", "won", "Ana")
    undo(table_service, table_id)
    assert told(table_service, table_id) == ("lost", "Ana", "not-won", "Ana")


def test_a_change_that_changes_no_score_says_so(table_service: TableService) -> None:
    table_id = opened(table_service, "lead: Ana", "Ana: 6-3", header=SHORT)
    correct(table_service, table_id, "Ana: 6-3", "Ana: 6-2")
    assert told(table_service, table_id) == ("no-score",)


def test_a_renaming_keeps_the_old_names_and_the_new_ones(table_service: TableService) -> None:
    table_id = opened(table_service, *HAND[:2], header=SHORT)
    table_service.rename(table_id, ("Ann", "Ben"), stamp(table_service, table_id))
    episode = last(table_service, table_id)
    assert episode.renaming == Renaming(("Ana", "Ben"), ("Ann", "Ben"))
    assert episode.worth.gains == (0, 0)
    undo(table_service, table_id)
    # The same people: what they did before is told with the names they have now.
    assert str(last(table_service, table_id).before) == "Ann: 6-4"


def test_what_was_switched_is_told_between_the_changes_in_the_order_of_time(
    table_service: TableService,
) -> None:
    table_id = opened(table_service, *HAND, header=SHORT)
    switch(table_service, table_id, TableOptions(counting=frozenset({1}), muggins=True))
    correct(table_service, table_id, "Ben: left 1-0 0-0", "Ben: left 6-6 5-5")
    switch(table_service, table_id, TableOptions(findings=False))
    told = episodes(table_service, table_id)
    assert [episode.options_change for episode in told] == [
        OptionsChange(counting=frozenset({1}), muggins=True),
        None,
        OptionsChange(counting=frozenset(), muggins=False, findings=False),
    ]
    assert [episode.worth.gains for episode in told] == [(0, 0), (4, 0), (0, 0)]
    assert {episode.change.device for episode in told} == {"Zoe's phone"}
    assert [episode.change.at for episode in told] == sorted(episode.change.at for episode in told)


def test_a_renaming_of_an_early_table_knows_the_new_names_only() -> None:
    assert Renaming.read("Ann, Ben") == Renaming(None, ("Ann", "Ben"))
    assert Renaming.read(str(Renaming(("A → B", "C"), ("D", "C")))) == Renaming(
        ("A → B", "C"), ("D", "C")
    )


@given(seed=seeds)
@examples(12)
def test_the_story_knows_every_score_that_the_table_ever_showed(
    table_service: TableService, seed: int
) -> None:
    somebody = Somebody(table_service, seed)
    shown = {0: standing(table_service, somebody.table_id)}
    for _ in range(40):
        somebody.act()
        shown[table_service.look(somebody.table_id).version] = standing(
            table_service, somebody.table_id
        )
    changes = table_service.changes(somebody.table_id)
    told = story(table_service.look(somebody.table_id).header, changes)
    assert [each.change.seq for each in told] == [c.seq for c in changes if not is_entered(c)]
    for episode in told:
        assert episode.worth.without == shown[episode.change.seq - 1]
        assert episode.worth.with_it == shown[episode.change.seq]


@given(seed=seeds)
@examples(10)
def test_any_change_that_stands_is_taken_back_by_itself_and_all_of_them_at_last(
    table_service: TableService, seed: int
) -> None:
    somebody = Somebody(table_service, seed)
    table_id, random = somebody.table_id, Random(seed)
    for _ in range(25):
        somebody.act()
    shown = {table_service.look(table_id).version: standing(table_service, table_id)}
    while standing_changes := [
        change.seq for change in table_service.changes(table_id) if change.stands
    ]:
        before = everything(table_service, table_id)
        seq = random.choice(standing_changes)
        try:
            amend(
                table_service,
                table_id,
                Amendment(ChangeKind.UNDONE, seq),
                stamp(table_service, table_id),
            )
        except Refusal:
            # What would come back fits there no more; the last change always goes.
            assert everything(table_service, table_id) == before
            undo(table_service, table_id)
        shown[table_service.look(table_id).version] = standing(table_service, table_id)
    for episode in episodes(table_service, table_id):
        if episode.change.seq > min(shown):
            assert episode.worth.with_it == shown[episode.change.seq]
    while table_service.look(table_id).undo is not None:
        undo(table_service, table_id)
    assert record(table_service, table_id) == []


def standing(table_service: TableService, table_id: str) -> RecordSnapshot:
    state = table_service.look(table_id)
    return RecordSnapshot(state.game.scores, state.game.winner, state.refused is None)


def is_entered(change: ChangeRow) -> bool:
    return change.kind == ChangeKind.ENTERED
