"""Whatever somebody sends is read, or refused by name: with a code, a sentence and its line."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from hypothesis import given
from hypothesis import strategies as st
from random_play import honest_game, seeds
from werkzeug.datastructures import MultiDict

from companion.coach.drills.question_key import NoSuchQuestion, QuestionKey
from companion.record.header import read_header
from companion.record.record_link import PackedTable, pack, shorten, unpack, write_out
from companion.record.replay import replay
from companion.record.statements import BadSyntax, HeaderLine, clean_reason, read_statement
from companion.referee.record_api import Record
from companion.rules.errors import Refusal
from companion.rules.player_names import check_apart, check_name, name_key, without_unseen
from companion.web.coach.surge_page import parse_surge
from companion.web.ui.forms import parse_name
from companion.web.ui.free_board import parse_question
from companion.web.ui.pasted_record import PastedRecord
from tests.thorough import examples
from tests.work import calls_of

_Value = TypeVar("_Value")

#: What a letter may cost at most, and what every text does; a replayed line costs the most.
CALLS_EACH, CALLS_AT_LEAST = 150, 20_000
#: What turns up in what people paste, and what turns a reader round.
PIECES = (
    *("\n", "\r\n", " ", "\t", ":", ",", "&", "#", "-", "+", "=", "6-4", " on 4-4", ", claims 10"),
    *("lead: Ana", "Ana: passes", "Ana: draws 2", "Ben: left 6-4", "Ben: left 7 pips", "Zoe: 6-4"),
    *("ruling: Ana +3, a bet", "rule: points = pips", "target: 5", "players: a,b", "sides: a & b"),
    *("9" * 30, "\0", "\u202e", "\u200d", "\ufeff", "e\u0301", "\U0001f44d\U0001f3fd", "٣", "{"),
)
texts = st.text() | st.text(st.sampled_from(":,&#-+= \n\tAnaBen0123456"))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good record in which a few things were lost, doubled, moved, or put in between."""
    random = Random(draw(seeds))
    text = honest_game(random.getrandbits(40), hands=1).text
    for _ in range(random.randint(1, 6)):
        begin = random.randint(0, len(text))
        end = min(len(text), begin + random.choice((0, 0, 1, 5, 40)))
        kept, piece = text[begin:end], random.choice(PIECES)
        put = random.choice(("", piece, piece * 20, kept * 2, kept[::-1]))
        text = text[:begin] + put + text[end:]
    return text


def read(parse: Callable[[str], _Value], text: str) -> _Value | Refusal:
    """What is read of it, or how it is refused, within the work that its length allows."""
    found: list[Any] = []

    def do() -> None:
        try:
            found.append(parse(text))
        except Refusal as refusal:
            assert refusal.code != "refused" and refusal.sentence
            found.append(refusal)

    assert calls_of(do) <= CALLS_AT_LEAST + CALLS_EACH * len(text)
    value: _Value | Refusal = found[0]
    return value


@given(texts | mutated())
@examples(600)
def test_any_text_is_a_record_up_to_a_line_that_is_refused_by_name(text: str) -> None:
    transcript = read(replay, text)
    assert not isinstance(transcript, Refusal)
    if transcript.refused is not None:
        line, refusal = transcript.refused
        assert 1 <= line <= text.count("\n") + 1
        assert refusal.code != "refused" and refusal.sentence
    verdict = read(lambda record: Record(record).verdict(), text)
    assert not isinstance(verdict, Refusal)


@given(texts | mutated())
@examples(300)
def test_any_text_can_be_pasted(text: str) -> None:
    pasted = read(PastedRecord.parse, text)
    assert isinstance(pasted, PastedRecord)
    assert pasted.brought or pasted.problem or pasted.transcript.refused
    assert len(pasted.refused_line) <= 121


@given(texts | st.sampled_from(PIECES))
@examples(600)
def test_a_line_says_what_can_be_written_again(line: str) -> None:
    said = read(read_statement, line.partition("\n")[0].partition("#")[0].strip())
    if not isinstance(said, Refusal | HeaderLine):
        assert read_statement(str(said)) == said


@given(texts | mutated())
@examples(300)
def test_any_header_is_one_or_refused(text: str) -> None:
    read(lambda said: read_header(said).start(), text)


@given(mutated(), seeds)
@examples(200)
def test_a_link_that_was_changed_leads_to_a_table_or_is_refused(text: str, seed: int) -> None:
    try:
        letters = pack(PackedTable(text))
    except Refusal:
        return
    assert isinstance(read(unpack, letters), PackedTable | Refusal)
    random = Random(seed)
    at = random.randrange(len(letters))
    for other in (
        letters[:at],
        letters[:at] + random.choice("Aa0_-") + letters[at + 1 :],
        "1" + letters,
    ):
        assert isinstance(read(unpack, other), PackedTable | Refusal)


@given(mutated(), seeds)
@examples(200)
def test_any_shorthand_is_written_out_or_refused(text: str, seed: int) -> None:
    try:
        short = shorten(text)
    except Refusal:
        return
    random = Random(seed)
    at = random.randrange(len(short))
    changed = short[:at] + random.choice("WXYZ*-+=!,;.aB9\n") + short[at + random.randint(0, 3) :]
    for said in (short, changed):
        try:
            read(lambda letters: write_out(letters, 10_000), said)
        except OverflowError:
            assert len(said) * 30 > 10_000


@given(texts)
@examples(300)
def test_any_address_asks_something(text: str) -> None:
    for field in ("game", "lay", "tile", "on", "hand", "hold", "points", "rule-points", "step"):
        assert parse_question(MultiDict({field: text})).question is not None
        assert parse_surge(MultiDict({field: text})).held is not None
    with suppress(NoSuchQuestion):
        QuestionKey.parse(text)


@given(texts)
@examples(600)
def test_what_is_cleaned_can_stand(text: str) -> None:
    reason = clean_reason(text)
    said = read_statement(f"ruling: Ana +3, {reason}")
    assert str(said) == (f"ruling: Ana +3, {reason}" if reason else "ruling: Ana +3")
    seen = without_unseen(text)
    assert without_unseen(seen) == seen


@given(texts, texts)
@examples(600)
def test_any_name_is_one_or_refused(text: str, other: str) -> None:
    names = [parse_name(each) for each in (text, other)]
    refused = [isinstance(read(check_name, name), Refusal) for name in names]
    if not any(refused):
        alike = name_key(names[0]) == name_key(names[1])
        assert isinstance(read(lambda _: check_apart(tuple(names)), ""), Refusal) == alike
        header = f"game: race-horse\nplayers: {names[0]}, {names[1]}"
        assert (replay(header).refused is None) != alike
        assert alike or read_header(header).players == tuple(names)


def test_an_empty_line_says_nothing() -> None:
    assert isinstance(read(read_statement, ""), BadSyntax)
