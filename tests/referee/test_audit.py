"""The audit: 28 tiles and 168 pips accounted for, and what can still come."""

from typing import Any

from hypothesis import given
from play import score
from random_play import Moment, honest_game, seeds

from companion.i18n import Listed, Message
from companion.referee.proof.tile_audit import audit
from companion.referee.ruling import Ruling, Table
from companion.rules.hand import Hand
from companion.rules.tile import ALL_PIPS, ALL_TILES, Tile
from tests.referee.explaining import named
from tests.thorough import examples

OPEN = """
    game: race-horse
    players: Ana, Ben
    rule: another-turn = none
    lead: Ana
"""
#: Both tips show a 6, and all seven are set.
DEAD = """
    game: seven-toed-pete
    players: Ana, Ben
    rule: tiles-each = {each}
    rule: another-turn = none
    rule: spinners = none
    lead: Ana
    Ana: 6-6
    Ben: 6-0
    Ana: 1-0
    Ben: 6-1 on 1-0
    Ana: 6-2 on 6-1
    Ben: 3-2
    Ana: 6-3 on 3-2
    Ben: 6-4 on 6-6
    Ana: 5-4
    Ben: 6-5 on 5-4
"""


def hand_of(record: str) -> Hand:
    hand = score(record).game.hand
    assert hand is not None
    return hand


def of_hand(record: str) -> Ruling:
    return audit(hand_of(record))


def sentences(told: Ruling) -> list[str]:
    return list(map(named, (told.headline, *told.notes)))


def unseen(told: Ruling) -> tuple[Tile, ...]:
    return told.sections[0].tiles


def rows(table: Table | None) -> list[tuple[Any, ...]]:
    """The cells of each row; what is hidden is None."""
    assert table is not None
    return [
        tuple(None if isinstance(cell, Message) else cell for cell in row.cells)
        for row in table.rows
    ]


def seen(told: Ruling) -> list[int]:
    """How many tiles of each number were seen."""
    return [share.part for (share,) in rows(told.sections[2].table)]


def prospects(told: Ruling) -> list[str]:
    """What can come on each open end."""
    return [named(note) for section in told.sections[3:] for note in section.notes]


def test_every_tile_and_pip_is_accounted_for() -> None:
    told = of_hand(OPEN + "    Ana: 6-4\n    Ben: draws 2\n    Ben: 4-1")
    assert rows(told.sections[1].table) == [(2, 15), (6, None), (8, None), (12, None), (28, 168)]
    assert len(unseen(told)) == 26
    assert sentences(told) == [
        "audit.tiles set=2 held=Ana 6, Ben 8 boneyard=12",
        "audit.pips where=((audit.pips-set pips=15) and (audit.pips-hidden pips=153))",
    ]


def test_tiles_that_nobody_draws_are_out_of_play() -> None:
    told = of_hand(OPEN.replace("race-horse", "fives-and-threes") + "    Ana: 6-4")
    assert sentences(told) == [
        "audit.tiles-out-of-play set=1 held=Ana 6, Ben 7 boneyard=14",
        "audit.pips where=((audit.pips-set pips=10) and (audit.pips-hidden pips=158))",
    ]
    table = told.sections[1].table
    assert table is not None and named(table.rows[-2].head) == "audit.out-of-play"


def test_before_the_lead_everything_is_hidden() -> None:
    told = of_hand(OPEN)
    assert sentences(told) == [
        "audit.tiles set=0 held=Ana 7, Ben 7 boneyard=14",
        "audit.pips where=((audit.pips-set pips=0) and (audit.pips-hidden pips=168))",
    ]
    assert prospects(told) == []


def test_pips_told_and_tiles_shown_are_told_apart_from_hidden_ones() -> None:
    record = """
        game: race-horse
        players: Ana, Ben, Cyd
        rule: tiles-each = 2
        lead: Ana
        Ana: 4-4
        Ana: 6-4
        Ben: left 6-6 0-0
    """
    told = of_hand(record)
    assert rows(told.sections[1].table)[1:5] == [(0, 0), (2, 12), (2, None), (22, None)]
    assert sum(tile.pips for tile in unseen(told)) == 138
    assert _pips(told) == [("pips-set", 18), ("pips-told", 12), ("pips-hidden", 138)]
    told = of_hand(record + "    Cyd: left 5 pips")
    assert rows(told.sections[1].table)[4] == (22, 133)
    assert _pips(told) == [("pips-set", 18), ("pips-told", 17), ("pips-in-boneyard", 133)]


def test_a_number_is_exhausted_once_all_seven_of_its_tiles_were_seen() -> None:
    told = of_hand(DEAD.format(each=14))
    assert seen(told) == [2, 2, 2, 2, 2, 2, 7]
    assert sentences(told)[2] == "audit.exhausted numbers=(6) count=1"


def test_tiles_shown_after_the_end_exhaust_a_number_too() -> None:
    told = of_hand(
        DEAD.format(each=14)
        + """
    Ana: passes
    Ben: passes
    Ana: left 0-0 2-0 3-0 4-0 5-0 1-1 2-1 3-1 4-1
    """
    )
    assert sentences(told)[2] == "audit.exhausted numbers=(0 or 6) count=2"


def test_an_open_end_tells_which_hidden_tiles_still_fit_it() -> None:
    told = of_hand(OPEN + "    Ana: 6-4\n    Ben: 6-6\n    Ana: 4-4\n    Ben: 4-3 on 4-4")
    assert {
        "audit.can-come pips=3 host=4-3 tiles=(3-0 or 3-1 or 3-2 or 3-3 or 5-3 or 6-3)",
        "audit.can-come pips=4 host=4-4 tiles=(4-0 or 4-1 or 4-2 or 5-4)",
    } < {*prospects(told)}


def test_a_dead_hand_says_so() -> None:
    told = of_hand(DEAD.format(each=14))
    assert sentences(told)[-2:] == ["audit.dead", "audit.all-knock"]
    assert all(note.startswith("audit.nothing-can-come") for note in prospects(told))


def test_a_dead_hand_with_a_boneyard_is_drawn_out_first() -> None:
    told = of_hand(DEAD.format(each=10))
    assert sentences(told)[-2:] == ["audit.dead", "audit.dead-but-drawn player=Ana count=8"]


def test_a_hand_that_is_over_is_not_called_dead() -> None:
    told = of_hand(DEAD.format(each=14) + "    Ana: passes\n    Ben: passes")
    assert sentences(told)[-1].startswith("audit.exhausted") and prospects(told) == []


@given(seeds)
@examples(60)
def test_what_the_audit_says_is_so_whatever_the_hands_hide(seed: int) -> None:
    for moment in honest_game(seed, hands=1).moments:
        assert moment.game.hand is not None
        _is_so(audit(moment.game.hand), moment, moment.game.hand)


def _is_so(told: Ruling, moment: Moment, hand: Hand) -> None:
    *places, together = rows(told.sections[1].table)
    _, *holdings, boneyard = places
    assert sum(tiles for tiles, _ in places) == len(ALL_TILES) == together[0]
    assert sum(pips for _, pips in _pips(told)) == ALL_PIPS == together[1]
    hidden = {tile for tiles in (*moment.deal.hands, moment.deal.boneyard) for tile in tiles}
    assert {*unseen(told)} == hidden - {*hand.shown}
    assert [tiles for tiles, _ in holdings] == [*map(len, moment.deal.hands)]
    if boneyard[1] is not None:
        assert boneyard[1] == sum(tile.pips for tile in moment.deal.boneyard)
    for number, tiles in enumerate(seen(told)):
        assert tiles + sum(number in tile for tile in unseen(told)) == 7
    for note in (note for section in told.sections[3:] for note in section.notes):
        if isinstance(note, Message) and note.id == "audit.can-come":
            assert all(hand.layout.fits(tile, note["host"]) for tile in note["tiles"].things)
    if any(each.startswith("audit.dead") for each in sentences(told)):
        _runs_out(hand)


def _runs_out(hand: Hand) -> None:
    """A dead hand is drawn out and passed out."""
    while hand.turn is not None:
        dead = hand.draw(hand.turn, hand.drawable) if hand.drawable else hand
        assert dead.turn is not None
        hand = dead.pass_turn(dead.turn)
    assert hand.ending == "blocked"


def _pips(told: Ruling) -> list[tuple[str, int]]:
    where = told.notes[0]
    assert isinstance(where, Message) and isinstance(where["where"], Listed)
    return [(part.id.removeprefix("audit."), part["pips"]) for part in where["where"].things]
