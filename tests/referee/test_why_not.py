"""Why not: every refusal rests on a rule, and nothing is ever raised."""

import json
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from random_play import honest_game, seeds

from companion.i18n import Message, message
from companion.record.number_bounds import TooLarge
from companion.record.record_link import NotCarried
from companion.record.replay import replay
from companion.referee.explain.why_and_what_if import what_if
from companion.referee.record_api import NothingToExplain, Record
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.sources import SEVEN_TOED_PETE, Basis
from companion.rules.tile import ALL_TILES, Tile
from tests.referee.explaining import named, what_ifs
from tests.thorough import examples

CASES = Path(__file__).parent.parent / "cases"
TWO = "game: race-horse\nplayers: Ana, Ben\n"
REFUSED: list[dict[str, Any]] = [
    *json.loads((CASES / "refused.json").read_text("utf-8")),
    {"code": "game-over", "record": TWO + "target: 2\nlead: Ana\nAna: 6-4\nAna: 6-6\n"},
    {
        "code": "wrong-leader",
        "record": TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\nBen: left 1-0\nlead: Ben\n",
    },
]
PETE = "game: seven-toed-pete\nplayers: Ana, Ben, Cyd, Dee\n"


def refused(record: str) -> Ruling:
    """Why the last line of a record is refused."""
    text = textwrap.dedent(record)
    stop = replay(text).refused
    assert stop is not None
    ruling = Record(text).why(stop.line)
    assert ruling.headline == stop.refusal.message
    return ruling


def rules(why_not: Ruling) -> list[str]:
    return [reason.rule.name for reason in why_not.reasons]


def at(record: str) -> tuple[Book, Game]:
    """A running table: its book, and the game as it stands."""
    transcript = replay(record)
    assert transcript.header is not None and transcript.game is not None
    return Book.of(transcript.header), transcript.game


def tray(record: str, tile: Tile, host: Tile | None = None) -> Ruling:
    """Why a tile of the tray is dimmed."""
    return what_if(*at(record), tile, host)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["code"])
def test_every_refusal_of_the_cases_has_its_reasons(case: dict[str, Any]) -> None:
    why_not = refused(case["record"])
    assert why_not.code == case["code"]
    for reason in why_not.reasons:
        assert str(reason.sentence)[-1] in ".?"
        assert str(reason.rule.sentence).endswith(".")
        assert reason.rule.source


def test_every_code_of_the_rules_has_a_case() -> None:
    of_the_game = ("companion.rules.", "companion.record.")
    kinds = (kind for kind in Refusal.__subclasses__() if kind.__module__.startswith(of_the_game))
    codes = {kind.code for kind in kinds} - {NotCarried.code, TooLarge.code}
    assert codes == {case["code"] for case in REFUSED}


def test_a_tile_that_lies_on_the_table_is_there_once() -> None:
    why_not = tray(TWO + "lead: Ana\nAna: 6-4\n", Tile(6, 4))
    assert (why_not.code, rules(why_not)) == ("already-set", ["each-once"])
    assert str(why_not.reasons[0].rule.ground.place) == "Equipment"


def test_a_tile_that_fits_nowhere_is_told_the_open_ends() -> None:
    why_not = tray(TWO + "lead: Ana\nAna: 6-3\n", Tile(5, 4))
    (reason,) = why_not.reasons
    assert named(reason.sentence).startswith("refused.no-match tile=5-4 ends=")
    assert [(end.host, end.pips) for end in reason.ends] == [(Tile(6, 3), 6), (Tile(6, 3), 3)]


def test_a_tile_that_would_fit_a_covered_double_hears_that_it_is_no_spinner() -> None:
    record = TWO + ("rule: spinners = first\nlead: Ana\nAna: 6-6\nAna: 6-4\nBen: 4-4\nBen: 4-1\n")
    why_not = tray(record, Tile(4, 2))
    assert rules(why_not) == ["match", "covered-double", "spinners"]
    told = [named(reason.sentence) for reason in why_not.reasons]
    assert told[2] == "why.no-spinner double=4-4"
    assert why_not.reasons[2].rule.ground.leg is Basis.TABLE


def test_a_spinner_that_is_full_says_so() -> None:
    record = TWO + (
        "rule: another-turn = none\nlead: Ana\nAna: 6-6\nBen: 6-1\nAna: 6-2\nBen: 6-3\nAna: 6-4\n"
    )
    why_not = tray(record, Tile(6, 5))
    assert rules(why_not) == ["match", "covered-double"]
    assert named(why_not.reasons[1].sentence) == ("why.joined-all-round double=6-6")


def test_a_host_that_is_not_on_the_table_is_named() -> None:
    why_not = tray(TWO + "lead: Ana\nAna: 6-3\n", Tile(6, 5), Tile(6, 6))
    assert named(why_not.reasons[-1].sentence) == "why.not-on-the-table tile=6-6"


def test_a_lead_that_the_game_forbids_cites_the_rule_of_the_lead() -> None:
    (reason,) = tray(PETE + "lead: Ana\n", Tile(6, 3)).reasons
    assert (reason.rule.name, reason.rule.ground.work) == ("lead-tile", SEVEN_TOED_PETE)
    assert reason.amounts == (9,)


def test_a_player_whose_turn_it_is_not_hears_who_earned_another() -> None:
    why_not = refused(TWO + "lead: Ana\nAna: 6-4\nBen: 6-6\n")
    assert rules(why_not) == ["in-turn", "another-turn"]
    assert named(why_not.reasons[1].sentence) == "why.earned-another-turn tile=6-4 player=Ana"


def test_a_washed_up_player_hears_why() -> None:
    record = (CASES / "games" / "seven-toed-pete-4.record").read_text("utf-8")
    line, _, game = next(entry for entry in replay(record).entries if _is_washed_up(entry.game))
    assert game.hand is not None
    washed = game.seating.players[min(game.hand.washed_up)]
    (tile, *_) = (tile for tile in ALL_TILES if game.hand.fits(tile))
    why_not = refused("\n".join([*record.split("\n")[:line], f"{washed}: {tile}"]))
    assert rules(why_not)[0] == "in-turn"
    assert why_not.reasons[-1].rule.name == "last-tile"
    assert why_not.reasons[-1].sentence == message("why.washed-up", player=washed)


def _is_washed_up(game: Game) -> bool:
    return game.hand_is_on and game.hand is not None and bool(game.hand.washed_up)


def test_a_stranger_is_told_so() -> None:
    why_not = refused(TWO + "lead: Ana\nZoe: 6-4\n")
    assert (why_not.code, rules(why_not)) == ("unknown-player", ["known-names"])


def test_no_tile_can_be_set_while_no_hand_is_on() -> None:
    between = TWO + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\n"
    for record in (TWO, between, between + "Ben: left 1-0\n"):
        thoughts = [what_ifs(*at(record), tile)[0] for tile in ALL_TILES]
        assert {thought.code for thought in thoughts} == {"hand-over"}


def test_no_tile_can_be_set_once_the_game_is_won() -> None:
    why_not = tray(TWO + "target: 2\nlead: Ana\nAna: 6-4\n", Tile(6, 6))
    assert (why_not.code, rules(why_not)) == ("game-over", ["won-game", "target"])
    assert why_not.reasons[1].amounts == (2, 2)


def test_an_owed_tile_is_drawn_before_it_is_set() -> None:
    record = "game: racehorse-1990\nplayers: Ana, Ben\nrule: tiles-each = 1\nlead: Ana\nAna: 5-5\n"
    why_not = tray(record, Tile(5, 4))
    assert (why_not.code, rules(why_not)) == ("must-draw", ["last-tile"])


def test_where_all_was_dealt_there_is_no_boneyard() -> None:
    why_not = refused(PETE + "lead: Ana\nAna: draws 1\n")
    assert rules(why_not) == ["draw", "tiles-each"]
    assert why_not.reasons[1].amounts == (4, 7)


def test_ends_that_differ_are_listed_and_each_can_be_thought_of() -> None:
    book, game = at(TWO + "lead: Ana\nAna: 6-3\nBen: 6-6\nBen: 3-3\nBen: 6-2\nAna: 2-0\n")
    why_not = what_if(book, game, Tile(3, 0))
    assert (why_not.code, rules(why_not)) == ("which-end", ["named-end"])
    assert [end.host for end in why_not.reasons[0].ends] == [Tile(3, 3), Tile(2, 0)]
    thoughts = what_ifs(book, game, Tile(3, 0))
    counts = [thought.count for thought in thoughts]
    assert [thought.entry.statement.host for thought in thoughts] == [Tile(3, 3), Tile(2, 0)]
    assert [count and count.total for count in counts] == [0, 9]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (1, message("cli.no-entry", line=1)),
        (9, message("cli.line-not-read", line=9, refused=5)),
    ],
)
def test_a_line_without_an_entry_has_nothing_to_explain(line: int, why: Message) -> None:
    with pytest.raises(NothingToExplain, match=str(why)):
        Record(TWO + "lead: Ana\nAna: 6-4\nBen: 5-5\n").why(line)


@examples(150)
@given(seeds)
def test_a_line_lost_or_told_twice_is_refused_with_reasons(seed: int) -> None:
    random = Random(seed)
    lines = honest_game(seed, hands=2).text.splitlines()
    at = random.randrange(len(lines))
    spoilt = random.choice((lines[at : at + 1] * 2, [], [lines[at].replace(":", "")]))
    text = "\n".join([*lines[:at], *spoilt, *lines[at + 1 :]])
    stop = replay(text).refused
    if stop is not None:
        why_not = Record(text).why(stop.line)
        assert (why_not.code, why_not.headline) == (stop.refusal.code, stop.refusal.message)
        assert all(str(reason.sentence)[-1] in ".?" for reason in why_not.reasons)
        assert len({reason.sentence for reason in why_not.reasons}) == len(why_not.reasons)
