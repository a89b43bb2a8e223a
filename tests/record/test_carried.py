"""A table as letters of a link: whatever is carried arrives whole, or is refused."""

import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import dishonest_game, honest_game, seeds

from companion.i18n import Message
from companion.record import record_link
from companion.record.header import Header
from companion.record.record_link import (
    Damaged,
    NotCarried,
    OtherVersion,
    PackedTable,
    TooLong,
    pack,
    unpack,
)
from companion.record.replay import replay, write_record
from companion.record.statements import BadSyntax, PointsRuled, Statement
from companion.rules.errors import Refusal, UnknownGame, UnknownPlayer
from tests.record.test_round_trip import names, statements
from tests.thorough import examples

RECORDS = sorted((Path(__file__).parents[1] / "cases" / "games").glob("*.record"))
ORIGIN = "bW9_uN3xQd0aKz7L"
GAME = """game: race-horse
players: Ana, Ben

lead: Ana
Ana: 6-4
Ana: 4-4 on 6-4
Ana: 4-1 on 4-4
Ben: draws 2
Ben: 6-1 on 6-4
"""
#: That game as it was carried when there were such links first.
CARRIED = "1HzpQ8ksKt4wv9TOuCEwxSPSuMvchwgCQtiq9_Kqc_Ahto_IqAA"

origins = st.text("ABCxyz019_-", max_size=32)


def exported(text: str) -> str:
    """A record as a table exports it."""
    transcript = replay(text)
    assert transcript.header is not None
    return write_record(transcript.header, [entry.with_host for entry in transcript.entries])


def letters_of(said: bytes, *, checksum: bytes | None = None, after: bytes = b"") -> str:
    """What somebody could send who knows how letters are made."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, record_link._FREQUENT)
    body = deflate.compress(said) + deflate.flush() + after
    kept = (zlib.crc32(body).to_bytes(4) if checksum is None else checksum) + body
    return "1" + urlsafe_b64encode(kept).rstrip(b"=").decode()


def refusal_of(letters: str) -> NotCarried:
    with pytest.raises(NotCarried) as raised:
        unpack(letters)
    assert isinstance(raised.value.message, Message)
    assert raised.value.message.id == f"carried.{raised.value.code}"
    return raised.value


# ---- What arrives ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_arrives_as_it_was_exported(path: Path) -> None:
    table = PackedTable(exported(path.read_text("utf-8")), ORIGIN)
    assert unpack(pack(table)) == table


def test_most_records_are_short_enough_for_a_code_that_every_phone_reads() -> None:
    tables = [PackedTable(exported(path.read_text("utf-8")), ORIGIN) for path in RECORDS]
    lengths = [len(pack(table)) for table in tables]
    assert median(lengths) <= 250
    assert max(lengths) <= 500


@given(seeds, origins)
@examples(60)
def test_any_game_arrives_with_where_it_was_opened(seed: int, origin: str) -> None:
    for played in (honest_game(seed), dishonest_game(seed)):
        table = PackedTable(exported(played.text), origin)
        assert unpack(pack(table)) == table


@given(
    st.lists(names, min_size=4, max_size=4, unique=True),
    st.lists(statements, max_size=30),
    st.lists(st.integers(0, 3), min_size=30),
)
@examples(200)
def test_whatever_lines_can_say_arrives_allowed_or_not(
    players: list[str], said: list[Statement], seats: list[int]
) -> None:
    told = [
        each._replace(side=players[seat])
        if isinstance(each, PointsRuled)
        else each._replace(player=players[seat])
        for each, seat in zip(said, seats, strict=False)
    ]
    table = PackedTable(write_record(Header("race-horse", tuple(players)), told))
    assert unpack(pack(table)) == table


def test_a_header_alone_arrives() -> None:
    table = PackedTable(
        "game: seven-rocks\nplayers: Ana, Ben, Cyd, Dee\ntarget: 100\nrule: spinners = none\n"
    )
    assert unpack(pack(table)) == table


def test_partners_and_points_by_agreement_arrive() -> None:
    header = "game: race-horse\nplayers: Ana, Ben, Cyd, Dee\nsides: Ana & Cyd, Ben & Dee\n"
    table = PackedTable(f"{header}\nlead: Dee\nruling: Ben & Dee -3, talked, twice\nDee: 5-5\n")
    assert unpack(pack(table)) == table


def test_comments_stay_at_home() -> None:
    assert unpack(pack(PackedTable(f"# Friday\n{GAME}# Ana: 5-5\n"))).record == GAME


def test_a_link_that_somebody_kept_is_still_read() -> None:
    assert unpack(CARRIED) == PackedTable(GAME, ORIGIN)


def test_the_letters_need_no_escape_in_an_address() -> None:
    letters = "".join(pack(PackedTable(exported(path.read_text("utf-8")))) for path in RECORDS)
    assert {*letters} <= {*"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"}


@pytest.mark.parametrize(
    ("record", "refusal"),
    [
        ("game: whist\nplayers: Ana, Ben\n", UnknownGame),
        ("players: Ana, Ben\n", BadSyntax),
        (f"{GAME}Zoe: passes\n", UnknownPlayer),
        (f"{GAME}Ana: whistles\n", BadSyntax),
    ],
)
def test_what_is_no_record_is_not_packed(record: str, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        pack(PackedTable(record))


# ---- What is refused ---------------------------------------------------------------------------


@given(seeds, st.data())
@examples(200)
def test_damage_on_the_way_is_noticed(seed: int, data: st.DataObject) -> None:
    letters = pack(PackedTable(exported(honest_game(seed, hands=1).text), ORIGIN))
    at = data.draw(st.integers(0, len(letters) - 1))
    upto = data.draw(st.integers(at, min(at + 3, len(letters))))
    damaged = letters[:at] + data.draw(st.text("AZaz09-_", max_size=3)) + letters[upto:]
    if damaged != letters:
        assert refusal_of(damaged).code in ("damaged", "other-version")


@given(st.text() | st.text("ABCxyz019_-").map("1".__add__))
@examples(300)
def test_whatever_else_is_sent_is_refused(letters: str) -> None:
    refusal_of(letters)


@pytest.mark.parametrize("letters", ["", "1", "1A", "1AAAAAA", "1 ", "1é", f"{'1' * 7}", "1=="])
def test_what_was_never_packed_is_damaged(letters: str) -> None:
    assert isinstance(refusal_of(letters), Damaged)


def test_letters_of_another_version_say_so() -> None:
    assert isinstance(refusal_of("2" + pack(PackedTable(GAME))[1:]), OtherVersion)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"no line end",
        b"\xff\xfe\n",
        b"an id with blanks\ngame: race-horse\nplayers: Ana, Ben\n\n",
        b"A" * 33 + b"\ngame: race-horse\nplayers: Ana, Ben\n\n",
        b"\nplayers: Ana, Ben\n\n",
        b"\ngame: race-horse\nplayers: Ana, Ben\nlead: Ana\n\n",
        b"\ngame: race-horse\nplayers: Ana, Ben\n\nW*?",
        b"\ngame: race-horse\nplayers: Ana, Ben\n\nY*",
        b"\ngame: race-horse\nplayers: Ana, Ben\n\nW*!Z+3,\n",
        b"\ngame: race-horse\nplayers: Ana, Ben\n\n+" + b"9" * 1001,
    ],
)
def test_what_somebody_made_up_is_damaged(said: bytes) -> None:
    assert isinstance(refusal_of(letters_of(said)), Damaged)


def test_letters_with_something_after_them_or_a_wrong_sum_are_damaged() -> None:
    said = b"\ngame: race-horse\nplayers: Ana, Ben\n\nW*"
    assert unpack(letters_of(said)).record.endswith("lead: Ana\n")
    assert isinstance(refusal_of(letters_of(said, after=b"more")), Damaged)
    assert isinstance(refusal_of(letters_of(said, checksum=b"good")), Damaged)


def test_a_game_that_is_not_known_here_is_refused_by_its_own_sentence() -> None:
    with pytest.raises(UnknownGame):
        unpack(letters_of(b"\ngame: whist\nplayers: Ana, Ben\n\n"))


@pytest.mark.parametrize(
    "said",
    [
        b"A" * 100_000_000,
        b"\ngame: race-horse\nplayers: Ana, Ben\n\nW*" + b"-" * 500_000,
    ],
    ids=["letters", "lines"],
)
def test_letters_never_become_more_than_a_table_needs(said: bytes) -> None:
    letters = letters_of(said)
    assert len(letters) <= 131_072
    assert isinstance(refusal_of(letters), TooLong)


def test_more_letters_than_any_table_needs_are_not_even_looked_at() -> None:
    assert isinstance(refusal_of("1" * 131_073), TooLong)
