"""Questions about a record: why, proofs, all 28 tiles, and its scores under other rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.i18n import Text, message
from companion.record.header import Header
from companion.record.replay import Entry, LineRefused, laid_by
from companion.record.statements import HandLed, TilesDrawn, TurnPassed
from companion.referee.compare.comparison import Comparison, compare
from companion.referee.compare.rules_comparison import describe_game, under
from companion.referee.explain import why_and_what_if
from companion.referee.explain.key_answers import KeyAnswer, key_answers
from companion.referee.explain.score_history import score
from companion.referee.proof import prover, tile_audit
from companion.referee.proof.renege import findings
from companion.referee.proof.tile_locations import TileLocations
from companion.referee.rule_book import Book
from companion.referee.ruling import About, Section
from companion.rules.errors import Refusal, WrongPlayers
from companion.rules.games import GAMES
from companion.rules.preset import Preset
from companion.tables.table_state import ReplayedRecord, TableState
from companion.web.rulings.holding_page import addresses_for
from companion.web.rulings.ruling_answer import Answer, shown_steps
from companion.web.ui.hand_entries import EntryLine, hands_of, line_of, numbered
from companion.web.ui.house_rule_fields import Subject, house_rules, parse_rules
from companion.web.ui.position_address import PositionQuestion, describe_rules

#: If a record has more hands than this, only the one that differs is shown line by line.
_MOST_HANDS_TOLD = 40


class WhyPage(NamedTuple):
    """An entry as it is listed, why it came to what it did, and the ways on from there."""

    line: EntryLine
    answer: Answer
    #: Whether a tile could have been played instead.
    could_be_a_tile: bool
    #: The player who passed or drew, so that people can ask what was held then.
    held_back: int | None
    #: The changes behind the entries before and after it.
    earlier: int | None
    later: int | None


def why_page(written: ReplayedRecord, seq: int, about: str = "") -> WhyPage | None:
    """Entry `seq` and why, first by what it is asked `about`; None where nothing is known of it."""
    entries, refused, book = written.entries, written.refused, Book.of(written.header)
    seqs = [entry.line for entry in entries]
    if seq not in seqs and (refused is None or refused.line != seq):
        return None
    at = seqs.index(seq) if seq in seqs else len(seqs)
    laid, before = laid_by(entries[: at + 1]), entries[at - 1].game if at else written.start
    is_heard, held_back, answers = at < len(entries), None, tuple[KeyAnswer, ...]()
    if refused is not None and not is_heard:
        statement = written.unheard[0][1]
        ruling = why_and_what_if.why_not(book, before, statement, refused.refusal, laid)
    else:
        statement = entries[at].with_host
        ruling = why_and_what_if.why(book, before, entries[at], laid)
        answers = key_answers(book, before, entries[at], ruling)
        if isinstance(statement, (TurnPassed, TilesDrawn)):
            held_back = before.seating.seat(statement.player)
    question = PositionQuestion.by_rules_of(written.header).laying(laid)
    # A settlement rests on more of the house rules than a layout does.
    settled = any(section.about is About.SETTLED for section in ruling.sections)
    under = describe_rules(written.header.preset, written.header.changes)
    return WhyPage(
        line_of(at + 1, seq, statement, written.start.seating, written.header.rules),
        Answer(
            ruling,
            under if settled else question.under,
            statement,
            question=question,
            name=f"why-{at + 1}",
            answers=answers,
            about=about,
        ),
        before.turn is not None and is_heard,
        held_back,
        seqs[at - 1] if at else None,
        seqs[at + 1] if at + 1 < len(seqs) else None,
    )


def last_scoring(written: ReplayedRecord, side: int) -> int | None:
    """The last entry by which a side's score changed; None where there is none."""
    before, found = written.start, None
    for entry in written.entries:
        if entry.game.scores[side] != before.scores[side]:
            found = entry.line
        before = entry.game
    return found


def score_answer(written: ReplayedRecord, side: int) -> Answer:
    """The score of one side, and how it came together hand by hand."""
    header = written.header
    return Answer(
        score(written.start, written.entries, side),
        describe_rules(header.preset, header.changes),
        players=header.players,
        name=f"score-{side + 1}",
    )


def proof_answer(written: ReplayedRecord, seq: int, links: Mapping[int, str]) -> Answer | None:
    """What entry `seq` proves, step by step; None if it proves nothing."""
    header, entries = written.header, numbered(written.entries)
    number = next((at for at, entry in enumerate(written.entries, 1) if entry.line == seq), 0)
    hands = hands_of(written.start, entries)
    hand = next((hand for hand in hands if number <= hand.entries[-1].line), None)
    if hand is None or not (found := findings(hand.entries)) or found[0].line != number:
        return None
    ruling = prover.prove(Book.of(header), hand.entries, found[0])
    return Answer(
        ruling,
        describe_rules(header.preset, header.changes),
        message("proof.where", hand=hand.number, entry=number),
        players=header.players,
        steps=tuple(shown_steps(ruling.steps, written.start.seating)),
        name=f"proof-{number}",
        links=links,
    )


def audit_answer(state: TableState) -> Answer | None:
    """All 28 tiles of the hand on the table; None before the first lead, and without tiles."""
    header, hand = state.header, state.game.hand
    if state.is_pegs_only or hand is None:
        return None
    return Answer(
        tile_audit.audit(hand, laid_by(state.entries), TileLocations(state.entries)),
        describe_rules(header.preset, header.changes),
        players=header.players,
        name="all-28-tiles",
        asks=addresses_for(state.id),
    )


def may_pass_all(state: TableState, *, keeps: bool) -> bool:
    """Whether this phone can enter the passes that are all that is left."""
    hand = state.game.hand if keeps and state.refused is None else None
    return hand is not None and hand.may_pass and hand.is_dead


class UnderPage(NamedTuple):
    """A record by other rules, and the form that asks for them."""

    header: Header
    game: str
    games: tuple[Preset, ...]
    house_rules: tuple[Subject, ...]
    #: Why these people can't play the other game at all.
    problem: Text | None
    answer: Answer | None


def under_page(
    header: Header,
    entries: Sequence[Entry],
    form: Mapping[str, str],
    *,
    refused: LineRefused | None = None,
    links: Mapping[int, str] | None = None,
) -> UnderPage:
    """A record by the rules of a form, as far as it holds; `links` lead to reasons at a table."""
    game, typed = form.get("game", ""), parse_rules(form)
    changes = {name: value for name, value in typed.items() if value}
    answer, problem = None, None
    try:
        if game or changes:
            comparison = compare(header, entries, header.under(game or None, changes.items()))
            answer = _told(comparison, refused, links)
    except Refusal as refusal:
        problem = refusal.message
    left = GAMES[game].rules if game in GAMES else header.rules
    games = tuple(preset for preset in GAMES.values() if _can_play(header, preset))
    fields = house_rules(left, typed, others={"": header.rules})
    return UnderPage(header, game, games, fields, problem, answer)


def _can_play(header: Header, preset: Preset) -> bool:
    """Whether the people of a record, as they sit, can play that game."""
    try:
        header.under(preset.id)
    except WrongPlayers:
        return False
    return True


def _told(
    comparison: Comparison, refused: LineRefused | None, links: Mapping[int, str] | None
) -> Answer:
    header, other = comparison.here.header, comparison.there.header
    ruling = under(comparison, refused, called="line" if links is None else "entry")
    is_long = sum(section.is_folded for section in ruling.sections) > _MOST_HANDS_TOLD
    sections = (_listed(each, header, is_long=is_long) for each in ruling.sections)
    return Answer(
        replace(ruling, sections=tuple(sections)),
        message("under.told-by", here=describe_game(header), there=describe_game(other)),
        players=header.players,
        name="under-other-rules",
        links=links or {},
    )


def _listed(section: Section, header: Header, *, is_long: bool) -> Section:
    """A hand with its entries as they are listed; of a long record, what it came to."""
    if not section.is_folded or section.table is None:
        return section
    rows = section.table.rows
    if is_long and not any(row.is_marked for row in rows):
        rows = rows[-1:]
    lines = tuple(
        row._replace(
            head=line_of(row.line, row.line, row.head, header.seating, header.rules),
            # The line itself says who leads.
            notes=row.notes if len(row.notes) > 1 or type(row.head) is not HandLed else (),
        )
        for row in rows
        if row.line is not None
    )
    return section._replace(table=section.table._replace(rows=lines))
