"""The story of a record: what was changed, what stood there before and after, who won by it."""

from random import Random

from hypothesis import given
from play import examples, seeds

from companion.rules.errors import Refusal
from companion.tables.amendments import Amendment
from companion.tables.customs import Customs, Switching
from companion.tables.desk import Desk
from companion.tables.rows import ChangeKind, ChangeRow
from companion.tables.story import Episode, Renaming, Standing, gains_told, story
from tests.tables.scribe import (
    correct,
    delete,
    enter,
    everything,
    insert,
    opened,
    record,
    redo,
    switch,
    tap,
    undo,
)
from tests.tables.test_any_changes import Somebody

SHORT = "game: race-horse\nrule: tiles-each = 2"
HAND = ("lead: Ana", "Ana: 6-4", "Ana: 4-4 on 6-4", "Ben: left 1-0 0-0")


def episodes(desk: Desk, table_id: str) -> tuple[Episode, ...]:
    return story(desk.look(table_id).header, desk.changes(table_id))


def last(desk: Desk, table_id: str) -> Episode:
    return episodes(desk, table_id)[-1]


def told(desk: Desk, table_id: str) -> str:
    return gains_told(desk.look(table_id).header, last(desk, table_id))


def test_entering_alone_is_no_story(desk: Desk) -> None:
    assert episodes(desk, opened(desk, *HAND, header=SHORT)) == ()


def test_a_correction_tells_what_stood_there_and_who_won_by_it(desk: Desk) -> None:
    table_id = opened(desk, *HAND, header=SHORT)
    correct(desk, table_id, "Ben: left 1-0 0-0", "Ben: left 6-6 5-5")
    episode = last(desk, table_id)
    assert episode.kind is ChangeKind.CORRECTED
    assert str(episode.before) == "Ben: left 1-0 0-0"
    assert str(episode.after) == "Ben: left 6-6 5-5"
    assert episode.device == "Zoe's phone"
    assert episode.gains == (4, 0)
    assert told(desk, table_id) == "Ana gained 4 pegs."


def test_a_forgotten_ruling_and_a_deleted_one_tell_their_points(desk: Desk) -> None:
    table_id = opened(desk, *HAND[:2], header=SHORT)
    insert(desk, table_id, "Ana: 6-4", "ruling: Ben +3")
    assert (last(desk, table_id).before, last(desk, table_id).gains) == (None, (0, 3))
    delete(desk, table_id, "ruling: Ben +3")
    assert (last(desk, table_id).after, last(desk, table_id).gains) == (None, (0, -3))
    assert told(desk, table_id) == "Ben lost 3 pegs."


def test_what_is_taken_back_and_made_again_is_told_with_what_it_undid(desk: Desk) -> None:
    table_id = opened(desk, *HAND[:2], header=SHORT)
    undo(desk, table_id)
    assert (str(last(desk, table_id).before), last(desk, table_id).after) == ("Ana: 6-4", None)
    assert last(desk, table_id).gains == (-2, 0)
    redo(desk, table_id)
    assert (last(desk, table_id).before, str(last(desk, table_id).after)) == (None, "Ana: 6-4")
    assert last(desk, table_id).gains == (2, 0)


def test_each_change_is_weighed_as_the_record_stood_then(desk: Desk) -> None:
    table_id = opened(desk, *HAND[:2], header=SHORT)
    insert(desk, table_id, "Ana: 6-4", "ruling: Ben +3")
    enter(desk, table_id, *HAND[2:])
    correct(desk, table_id, "ruling: Ben +3", "ruling: Ben +1")
    first, second = episodes(desk, table_id)
    assert (first.without.scores, first.with_it.scores) == ((2, 0), (2, 3))
    assert (second.without.scores, second.with_it.scores) == ((2, 3), (2, 1))


def test_a_change_after_which_a_later_entry_no_longer_holds_says_so(desk: Desk) -> None:
    table_id = opened(desk, *HAND, header=SHORT)
    correct(desk, table_id, "Ana: 6-4", "Ana: 6-3")
    episode = last(desk, table_id)
    assert not episode.with_it.holds
    assert told(desk, table_id) == (
        "Ana lost 2 pegs. A later entry no longer held, so the scores end before it."
    )
    undo(desk, table_id)
    assert told(desk, table_id) == "Ana gained 2 pegs. Every entry held again."


def test_a_game_won_or_lost_by_a_change_is_told(desk: Desk) -> None:
    table_id = opened(desk, *HAND[:2], header=f"{SHORT}\ntarget: 4")
    enter(desk, table_id, "ruling: Ana +1")
    correct(desk, table_id, "ruling: Ana +1", "ruling: Ana +2")
    assert told(desk, table_id) == "Ana gained 1 peg. Ana won the game by it."
    undo(desk, table_id)
    assert told(desk, table_id) == "Ana lost 1 peg. Ana had not won the game any more."


def test_a_change_that_changes_no_score_says_so(desk: Desk) -> None:
    table_id = opened(desk, "lead: Ana", "Ana: 6-3", header=SHORT)
    correct(desk, table_id, "Ana: 6-3", "Ana: 6-2")
    assert told(desk, table_id) == "It changed no score."


def test_a_renaming_keeps_the_old_names_and_the_new_ones(desk: Desk) -> None:
    table_id = opened(desk, *HAND[:2], header=SHORT)
    desk.rename(table_id, ("Ann", "Ben"), tap(desk, table_id))
    episode = last(desk, table_id)
    assert episode.renaming == Renaming(("Ana", "Ben"), ("Ann", "Ben"))
    assert episode.gains == (0, 0)
    undo(desk, table_id)
    # The same people: what they did before is told with the names they have now.
    assert str(last(desk, table_id).before) == "Ann: 6-4"


def test_what_was_switched_is_told_between_the_changes_in_the_order_of_time(desk: Desk) -> None:
    table_id = opened(desk, *HAND, header=SHORT)
    switch(desk, table_id, Customs(frozenset({1}), muggins=True))
    correct(desk, table_id, "Ben: left 1-0 0-0", "Ben: left 6-6 5-5")
    switch(desk, table_id, Customs(findings=False))
    told = episodes(desk, table_id)
    assert [episode.switching for episode in told] == [
        Switching(counting=frozenset({1}), muggins=True),
        None,
        Switching(counting=frozenset(), muggins=False, findings=False),
    ]
    assert [episode.gains for episode in told] == [(0, 0), (4, 0), (0, 0)]
    assert {episode.device for episode in told} == {"Zoe's phone"}
    assert [episode.at for episode in told] == sorted(episode.at for episode in told)


def test_a_renaming_of_an_early_table_knows_the_new_names_only() -> None:
    assert Renaming.read("Ann, Ben") == Renaming(None, ("Ann", "Ben"))
    assert Renaming.read(str(Renaming(("A → B", "C"), ("D", "C")))) == Renaming(
        ("A → B", "C"), ("D", "C")
    )


@given(seed=seeds)
@examples(12)
def test_the_story_knows_every_score_that_the_table_ever_showed(desk: Desk, seed: int) -> None:
    somebody = Somebody(desk, seed)
    shown = {0: standing(desk, somebody.table_id)}
    for _ in range(40):
        somebody.act()
        shown[desk.look(somebody.table_id).version] = standing(desk, somebody.table_id)
    changes = desk.changes(somebody.table_id)
    told = story(desk.look(somebody.table_id).header, changes)
    assert [each.seq for each in told] == [c.seq for c in changes if not is_entered(c)]
    for episode in told:
        assert episode.without == shown[episode.seq - 1]
        assert episode.with_it == shown[episode.seq]


@given(seed=seeds)
@examples(10)
def test_any_change_that_stands_is_taken_back_by_itself_and_all_of_them_at_last(
    desk: Desk, seed: int
) -> None:
    somebody = Somebody(desk, seed)
    table_id, random = somebody.table_id, Random(seed)
    for _ in range(25):
        somebody.act()
    shown = {desk.look(table_id).version: standing(desk, table_id)}
    while standing_changes := [change.seq for change in desk.changes(table_id) if change.stands]:
        before = everything(desk, table_id)
        seq = random.choice(standing_changes)
        try:
            desk.amend(table_id, Amendment(ChangeKind.UNDONE, seq), tap(desk, table_id))
        except Refusal:
            # What would come back fits there no more; the last change always goes.
            assert everything(desk, table_id) == before
            undo(desk, table_id)
        shown[desk.look(table_id).version] = standing(desk, table_id)
    for episode in episodes(desk, table_id)[-len(shown) + 1 :]:
        assert episode.with_it == shown[episode.seq]
    while desk.look(table_id).undo is not None:
        undo(desk, table_id)
    assert record(desk, table_id) == []


def standing(desk: Desk, table_id: str) -> Standing:
    sitting = desk.look(table_id)
    return Standing(sitting.game.scores, sitting.game.winner, sitting.refused is None)


def is_entered(change: ChangeRow) -> bool:
    return change.kind == ChangeKind.ENTERED
