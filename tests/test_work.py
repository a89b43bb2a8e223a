"""What is sent from outside costs in proportion to its length, whatever it says."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zlib import DEFLATED, MAX_WBITS, Z_DEFAULT_STRATEGY, compressobj

import pytest
from werkzeug.datastructures import MultiDict

from companion.clubs.transfer.club_schema import CarriedClub
from companion.coach.drills.question_key import QuestionKey
from companion.record import record_link
from companion.record.record_link import shorten, unpack, write_out
from companion.record.replay import replay
from companion.record.statements import clean_reason
from companion.referee.record_api import Record
from companion.rules.player_names import check_name, name_key, without_unseen
from companion.web.coach.surge_page import parse_surge
from companion.web.ui.forms import parse_name
from companion.web.ui.free_board import parse_question
from companion.web.ui.paper_sheet import Sheet
from companion.web.ui.pasted_record import PastedRecord
from companion.web.ui.template_filters import unbroken
from tests.thorough import some
from tests.work import calls_of

GAME = "game: race-horse\n"
HEADER = GAME + "players: Ana, Ben\n"
LED = HEADER + "lead: Ana\n"
LEFT = HEADER + "rule: tiles-each = 1\nlead: Ana\nAna: 6-3\n"
#: As many letters as the door lets in, and a processor's seconds for them: what grew with the
#: square of its length took minutes.
ALL = 512 * 1024
SECONDS = 8.0


class Attack(NamedTuple):
    """A text of so many letters that makes its reader work, and the reader."""

    name: str
    read: Callable[[str], object]
    write: Callable[[int], str]
    #: Where the door lets in less than a record.
    most: int = ALL


def times(text: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda length: before + text * (length // len(text)) + after


def packed(text: str) -> Callable[[int], str]:
    """A link that unpacks to so many letters."""

    def write(length: int) -> str:
        said = f"\n{HEADER}\nW*{text * (length // len(text))}".encode()
        deflate = compressobj(9, DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY, record_link._FREQUENT)
        body = deflate.compress(said) + deflate.flush()
        return "1" + record_link._encoded(record_link._checksum(body) + body)

    return write


def asked(field: str, parse: Callable[[Any], object]) -> Callable[[str], object]:
    return lambda text: parse(MultiDict({field: text}))


def read_club(text: str) -> CarriedClub:
    return CarriedClub.read(text.encode(), datetime.now(UTC))


CLUB = '{"companion_club":1,"name":"Friday","zone":"UTC",'
ANA = '{"number":1,"name":"Ana"}'
MATCH = '{"fixture":{"number":1,"round":1,"home":[1,0,0],"away":[2,0,0]}}'
LEAGUE = f'{CLUB}"leagues":[{{"made_at":"2026-11-20T20:00:00Z","competition":{{}},"fixtures":['
RECORDS = [
    (
        "players and sides",
        lambda n: GAME + "players: " + "a," * (n // 4) + "b\nsides: " + "b&" * (n // 4) + "b",
    ),
    ("sides of four", times("d&", GAME + "players: a, b, c, d\nsides: ", "a")),
    ("sides of four in capitals", times("D&", GAME + "players: a, b, c, d\nsides: ", "A")),
    ("sides with and", times(" and a", GAME + "players: a, b, c, d\nsides: ")),
    ("players", times("Ana, ", GAME + "players: ")),
    ("players with and", times(" and Ana", GAME + "players: Ben")),
    ("a game", times("race ", "game: ")),
    ("a rule without a value", times("zero ", HEADER + "rule: ")),
    ("rules", times("rule: spinners = all\n", HEADER)),
    ("a target", times("9", HEADER + "target: ")),
    ("comments", times("#\n")),
    ("colons", times(":", LED)),
    ("blanks after a tile", times(" ", LED + "Ana: 6-4", "x")),
    ("a claim", times("9", LED + "Ana: 6-4, claims ")),
    ("tiles left", times(" 0-0", LEFT + "Ben: left")),
    ("tiles left, and one that is none", times(" 0-0", LEFT + "Ben: left", " x")),
    ("pips left", times("9", LEFT + "Ben: left ", " pips")),
    ("signs of a ruling", times("+1 ", LED + "ruling: Ana ", "x")),
    ("blanks of a ruling", times(" ", LED + "ruling: Ana", "x")),
    ("sides of a ruling", times("a&", LED + "ruling: ", " +1")),
    ("sides of a ruling in capitals", times("ANA&", LED + "ruling: ", " +1")),
    ("a reason", times("a", LED + "ruling: Ana +1, ")),
    ("marks on a reason", times("\u0301\u0323", LED + "ruling: Ana +1, a")),
    ("points of a thousand digits", times(f"ruling: Ana +{'9' * 1000}\n", LED)),
    ("rulings", times("ruling: Ana +1\n", LED)),
    ("passes", times("Ana: passes\n", LED)),
    ("rulings in capitals", times("RULING: ANA +1\n", LED)),
    ("a line that is none", times("6-4 on ", LED + "Ana: ")),
    ("a line of dashes", times("6–4 ", LEFT + "BEN: LEFT ")),
]
ATTACKS = [
    *(Attack(f"record: {name}", replay, write) for name, write in RECORDS),
    *(Attack(f"pasted: {name}", PastedRecord.parse, write) for name, write in RECORDS),
    *(Attack(f"shortened: {name}", shorten, write) for name, write in RECORDS),
    Attack("judged: rulings", lambda text: Record(text).verdict(), times("ruling: Ana +1\n", LED)),
    Attack("pasted: line ends", PastedRecord.parse, times("\n")),
    Attack("pasted: line ends of Windows", PastedRecord.parse, times("\r\n")),
    Attack("pasted: blanks", PastedRecord.parse, times(" \t")),
    Attack("pasted: games", PastedRecord.parse, times("game ")),
    Attack("pasted: links", PastedRecord.parse, times("#table=")),
    Attack("pasted: braces", PastedRecord.parse, times('{"a":')),
    Attack("pasted: brackets", PastedRecord.parse, times("[", '{"record":')),
    Attack("pasted: digits", PastedRecord.parse, times("9", '{"record":')),
    Attack("pasted: escapes", PastedRecord.parse, times("\\u0041", '{"record":"', '"}')),
    Attack("link: letters", unpack, times("A", "1")),
    Attack("link: passes", unpack, packed("-")),
    Attack("link: tiles left", unpack, packed("=aaaa;")),
    Attack("link: no end of a reason", unpack, packed("!W+1,aaaa")),
    Attack("link: digits", unpack, packed("+9")),
    Attack("shorthand: tiles", lambda text: write_out(text, ALL), times("a", HEADER + "\nW*=")),
    Attack("club: brackets", read_club, times("[", CLUB + '"players":')),
    Attack("club: braces", read_club, times('{"a":', CLUB + '"leagues":[{"competition":')),
    Attack("club: empty players", read_club, times("[],", CLUB + '"players":[', "[]]}")),
    Attack("club: players", read_club, times(f"{ANA},", CLUB + '"players":[', f"{ANA}]}}")),
    Attack("club: matches", read_club, times(f"{MATCH},", LEAGUE, f"{MATCH}]}}]}}")),
    Attack("club: digits", read_club, times("9", '{"companion_club":', "}")),
    Attack("a name", check_name, times("a")),
    Attack("joiners of a name", without_unseen, times("❤\u200d"), 64 * 1024),
    Attack("a typed name", parse_name, times("\u0301\u0323", "a")),
    Attack("a typed reason", clean_reason, times("# \u200d")),
    # Composed as a whole, so it is only ever asked of what is short.
    Attack("a key of a name", lambda text: name_key(text[:24]), times("\u0301\u0323", "a")),
    Attack("a key of a question", QuestionKey.parse, times("a", "count.")),
    Attack("tiles laid", asked("lay", parse_question), times("6-4."), 64 * 1024),
    Attack("dots laid", asked("lay", parse_question), times(". "), 64 * 1024),
    Attack("tiles held", asked("hold", parse_surge), times("6-4."), 64 * 1024),
    Attack("a rule asked for", asked("rule-points", parse_question), times("9"), 64 * 1024),
    Attack("a word in a picture", lambda text: Sheet("").write("text", text), times("a")),
    Attack("words in a picture", lambda text: Sheet("").write("text", text), times("a ")),
    Attack("sums in a sentence", unbroken, times("6-4 + ")),
]
attacks = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
some_attacks = pytest.mark.parametrize("attack", some(ATTACKS, 40), ids=lambda each: each.name)


def reading(attack: Attack, length: int) -> Callable[[], None]:
    text = attack.write(length)

    def read() -> None:
        # Refused or not: it is read.
        with suppress(ValueError, LookupError):
            attack.read(text)

    return read


@attacks
def test_four_times_as_much_takes_no_more_than_four_times_the_work(attack: Attack) -> None:
    once, four_times = (calls_of(reading(attack, length)) for length in (4_000, 16_000))
    # What every text costs, however short, is no growth.
    assert four_times <= 4.4 * once + 400


@some_attacks
def test_all_that_the_door_lets_in_is_read_in_a_moment(attack: Attack) -> None:
    # Nobody can count what one call of the language itself does, such as a search in a text. A
    # processor takes a second for the longest of these; where work grew with the square of the
    # length it took minutes.
    read, began = reading(attack, attack.most), time.thread_time()
    read()
    assert time.thread_time() - began < SECONDS
