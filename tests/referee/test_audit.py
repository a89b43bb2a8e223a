"""The audit: 28 tiles and 168 pips accounted for, and what can still come."""

from hypothesis import given
from play import Moment, honest_game, score, seeds

from companion.record.replay import apply
from companion.referee.audit import Audit, count_tiles, describe_prospect
from companion.rules.hand import Hand
from companion.rules.tile import ALL_PIPS, ALL_TILES
from companion.words import Listed, Message
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


def of_hand(record: str) -> Audit:
    hand = score(record).game.hand
    assert hand is not None
    return count_tiles(hand)


def test_every_tile_and_pip_is_accounted_for() -> None:
    told = of_hand(OPEN + "    Ana: 6-4\n    Ben: draws 2\n    Ben: 4-1")
    assert (told.tiles_set, told.pips_set) == (2, 15)
    assert [(held.player, held.tiles, held.pips) for held in told.holdings] == [
        ("Ana", 6, None),
        ("Ben", 8, None),
    ]
    assert (told.boneyard, told.boneyard_pips) == (12, None)
    assert (len(told.unseen), told.unseen_pips, told.untold_pips) == (26, 153, 153)
    assert tuple(map(named, told.sentences)) == (
        "audit.tiles set=2 held=Ana 6, Ben 8 boneyard=12",
        "audit.pips where=((audit.pips-set pips=15) and (audit.pips-hidden pips=153))",
    )


def test_before_the_lead_everything_is_hidden() -> None:
    told = of_hand(OPEN)
    assert tuple(map(named, told.sentences)) == (
        "audit.tiles set=0 held=Ana 7, Ben 7 boneyard=14",
        "audit.pips where=((audit.pips-set pips=0) and (audit.pips-hidden pips=168))",
    )
    assert told.prospects == () and told.exhausted == () and not told.is_dead


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
    assert [held.pips for held in told.holdings] == [0, 12, None]
    assert told.boneyard_pips is None
    assert len(told.shown) == 2 and told.unseen_pips == told.untold_pips == 138
    assert _pips(told) == [("pips-set", 18), ("pips-told", 12), ("pips-hidden", 138)]
    told = of_hand(record + "    Cyd: left 5 pips")
    assert told.boneyard_pips == 133
    assert _pips(told) == [("pips-set", 18), ("pips-told", 17), ("pips-in-boneyard", 133)]


def test_a_number_is_exhausted_once_all_seven_of_its_tiles_were_seen() -> None:
    told = of_hand(DEAD.format(each=14))
    assert [number.seen for number in told.numbers] == [2, 2, 2, 2, 2, 2, 7]
    assert told.exhausted == (6,)
    assert named(told.sentences[2]) == "audit.exhausted numbers=(6) count=1"


def test_tiles_shown_after_the_end_exhaust_a_number_too() -> None:
    told = of_hand(
        DEAD.format(each=14)
        + """
    Ana: passes
    Ben: passes
    Ana: left 0-0 2-0 3-0 4-0 5-0 1-1 2-1 3-1 4-1
    """
    )
    assert told.exhausted == (0, 6)
    assert named(told.sentences[2]) == "audit.exhausted numbers=(0 or 6) count=2"


def test_an_open_end_tells_which_hidden_tiles_still_fit_it() -> None:
    told = of_hand(OPEN + "    Ana: 6-4\n    Ben: 6-6\n    Ana: 4-4\n    Ben: 4-3 on 4-4")
    by_pips = {str(prospect.end.host): prospect for prospect in told.prospects}
    assert named(describe_prospect(by_pips["4-3"])) == (
        "audit.can-come pips=3 host=4-3 tiles=(3-0 or 3-1 or 3-2 or 3-3 or 5-3 or 6-3)"
    )
    assert (
        named(describe_prospect(by_pips["4-4"]))
        == "audit.can-come pips=4 host=4-4 tiles=(4-0 or 4-1 or 4-2 or 5-4)"
    )


def test_a_dead_hand_says_so_and_offers_the_passes() -> None:
    told = of_hand(DEAD.format(each=14))
    assert told.is_dead
    assert [str(statement) for statement in told.forced] == ["Ana: passes", "Ben: passes"]
    assert named(told.sentences[-1]) == "audit.dead"
    assert all(
        named(describe_prospect(end)).startswith("audit.nothing-can-come") for end in told.prospects
    )


def test_a_dead_hand_with_a_boneyard_is_drawn_out_first() -> None:
    told = of_hand(DEAD.format(each=10))
    assert [str(statement) for statement in told.forced] == [
        *("Ana: draws 8", "Ana: passes", "Ben: passes"),
    ]
    assert named(told.sentences[-1]) == ("audit.dead-but-drawn player=Ana count=8")


def test_a_hand_that_is_over_is_not_called_dead() -> None:
    told = of_hand(DEAD.format(each=14) + "    Ana: passes\n    Ben: passes")
    assert not told.is_dead and told.forced == ()


@given(seeds)
@examples(60)
def test_what_the_audit_says_is_so_whatever_the_hands_hide(seed: int) -> None:
    for moment in honest_game(seed, hands=1).moments:
        assert moment.game.hand is not None
        _is_so(count_tiles(moment.game.hand), moment, moment.game.hand)


def _is_so(told: Audit, moment: Moment, hand: Hand) -> None:
    held = sum(holding.tiles for holding in told.holdings)
    assert told.tiles_set + held + told.boneyard == len(ALL_TILES)
    assert told.pips_set + told.pips_told + told.untold_pips == ALL_PIPS
    hidden = {tile for tiles in (*moment.deal.hands, moment.deal.boneyard) for tile in tiles}
    assert {*told.unseen} == hidden - {*told.shown}
    assert [holding.tiles for holding in told.holdings] == [*map(len, moment.deal.hands)]
    if told.boneyard_pips is not None:
        assert told.boneyard_pips == sum(tile.pips for tile in moment.deal.boneyard)
    for number in told.exhausted:
        assert not any(number in tile for tile in told.unseen)
    for prospect in told.prospects:
        assert all(hand.layout.fits(tile, prospect.end.host) for tile in prospect.tiles)
    if told.is_dead:
        game = moment.game
        for statement in told.forced:
            game = apply(game, statement)
        assert game.hand is not None and game.hand.ending == "blocked"


def _pips(found: Audit) -> list[tuple[str, int]]:
    where = found.sentences[1]
    assert isinstance(where, Message) and isinstance(where["where"], Listed)
    return [(part.id.removeprefix("audit."), part["pips"]) for part in where["where"].things]
