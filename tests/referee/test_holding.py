"""Could Ben have held a 5: the answer, the passes and draws behind it, and never more than that."""

from random import Random

from hypothesis import given
from play import score
from random_play import honest_game, seeds

from companion.i18n import Message, Sentences, Text
from companion.record.replay import cut_into_hands, replay
from companion.referee.proof.could_have_held import Thing, could_have_held
from companion.referee.proof.tile_locations import Held, TileLocations
from companion.referee.ruling import Ruling
from companion.rules.tile import ALL_TILES, Tile
from tests.referee.explaining import named
from tests.thorough import examples

#: Ben passes at 2 and 1; he set the 4-1 before that.
PASSED = """
    game: seven-toed-pete
    players: Ana, Ben
    rule: tiles-each = 14
    rule: another-turn = none
    lead: Ana
    Ana: 6-4
    Ben: 4-1
    Ana: 6-2
    Ben: passes
"""


def asked(record: str, player: int, thing: Thing, before: int | None = None) -> Ruling:
    return could_have_held(TileLocations(score(record).transcript.entries), player, thing, before)


def answer(ruling: Ruling) -> tuple[str, str, list[int]]:
    """What is said, why, and the lines that it rests on."""
    (reason,) = ruling.notes
    return named(ruling.headline), named(reason), [step.line for step in ruling.steps]


def test_what_fitted_when_a_player_passed_is_impossible() -> None:
    told = asked(PASSED, 1, Thing(tile=Tile(2, 0)))
    assert answer(told) == ("held.impossible", "held.no-place player=Ben tiles=(2-0)", [9])
    assert named(told.steps[0].sentence) == (
        "proof.knocked.would-have-fitted player=Ben pips=(2 and 1) tiles=(2-0)"
    )


def test_what_can_be_nowhere_else_is_proved() -> None:
    told = asked(PASSED, 0, Thing(tile=Tile(2, 0)))
    assert answer(told) == ("held.proved", "held.nowhere-else tile=(2-0)", [9])


def test_a_number_is_impossible_only_where_every_tile_of_it_is() -> None:
    told = asked(PASSED, 1, Thing(pips=1))
    assert answer(told) == (
        "held.impossible",
        "held.on-the-table tiles=(4-1) count=1 / held.no-place player=Ben "
        "tiles=(1-0 or 1-1 or 2-1 or 3-1 or 5-1 or 6-1)",
        [9],
    )
    assert answer(asked(PASSED, 1, Thing(pips=5)))[0] == "held.proved"


def test_before_an_entry_a_tile_set_later_was_held() -> None:
    assert answer(asked(PASSED, 1, Thing(pips=1), before=7)) == (
        "held.proved",
        "held.nowhere-else tile=(4-1)",
        [7],
    )
    assert named(asked(PASSED, 1, Thing(pips=1), before=7).title) == (
        "held.then player=Ben thing=(held.a-number pips=1) entry=7"
    )


def test_what_no_pass_and_no_draw_decides_cannot_be_known() -> None:
    told = answer(asked(PASSED, 0, Thing(tile=Tile(5, 5))))
    assert told == ("held.open", "held.may player=Ana tiles=(5-5) count=1", [])


def test_tiles_that_have_too_few_places_force_each_other() -> None:
    # Ben holds 13 of the 14 hidden tiles without a 2 or a 1: all but one, whichever it is.
    told = TileLocations(score(PASSED).transcript.entries)
    assert told.held(1, (Tile(5, 5), Tile(0, 0), Tile(3, 3))) is Held.PROVED


def test_nothing_follows_where_passes_and_draws_contradict_each_other() -> None:
    told = asked(PASSED + "    Ana: 2-0\n    Ben: 3-1\n", 0, Thing(pips=5))
    assert answer(told) == ("held.unknown", "held.contradicted", [])


@given(seeds)
@examples(30)
def test_every_answer_holds_together(seed: int) -> None:
    random = Random(seed)
    entries = replay(honest_game(seed, hands=1).text).entries
    hand = cut_into_hands(entries)[0]
    told = TileLocations(entries[hand.start : random.randrange(hand.start, hand.stop) + 1])
    for seat in range(len(told.evidence.seats)):
        things = [Thing(pips=random.randrange(7)), Thing(tile=random.choice(ALL_TILES))]
        for thing in things:
            ruling = could_have_held(told, seat, thing)
            assert named(ruling.headline) == f"held.{told.held(seat, thing.tiles)}"
            lines = [step.line for step in ruling.steps]
            assert lines == sorted({*lines})
            for part in _parts(ruling.notes[0]):
                if part.id == "held.too-few-places":
                    assert part["count"] < part["number"] == len(part["tiles"].things)
                elif part.id in ("proof.had", "proof.boneyard-had"):
                    assert part["count"] > _left(ruling.notes[0])


def _parts(text: Text) -> list[Message]:
    if isinstance(text, Sentences):
        return [each for part in text.parts for each in _parts(part)]
    assert isinstance(text, Message)
    return [text]


def _left(text: Text) -> int:
    """The fewest tiles that are said to be left."""
    left = [part["count"] for part in _parts(text) if part.id == "proof.left-for-them"]
    return min(left, default=0)
