"""What people ask about an entry: each question with its answer, and the reasons that settle it."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from companion.i18n import Text, message, sentences
from companion.record.replay import Entry
from companion.record.statements import HandLed, PointsRuled, TilesDrawn, TileSet, TurnPassed
from companion.referee.explain.entry_text import what_next
from companion.referee.explain.why_ended import how_ended
from companion.referee.explain.why_refused import draw_or_pass
from companion.referee.rule_book import Book, Reason, Rule
from companion.referee.ruling import About, Ruling
from companion.referee.scoring_text import passes_as
from companion.rules.choices import Drawing, LeadTile
from companion.rules.game import Game

#: What people argue about, in the order in which it is offered.
Dispute = StrEnum("Dispute", ["POINTS", "ALLOWED", "TURN", "DRAW", "LEAD", "OVER"])
#: The question that a section of a ruling belongs to; why it was allowed to that of its entry.
_ASKED: Mapping[About, Dispute] = {
    **dict.fromkeys((About.COUNT, About.POINTS, About.SETTLED), Dispute.POINTS),
    **dict.fromkeys((About.ENDED, About.GAME), Dispute.OVER),
    **{About.TURN: Dispute.TURN, About.NEXT_LEAD: Dispute.LEAD},
}
_ALLOWED: Mapping[type, Dispute] = {
    **{HandLed: Dispute.LEAD, TileSet: Dispute.ALLOWED, PointsRuled: Dispute.POINTS},
    **dict.fromkeys((TilesDrawn, TurnPassed), Dispute.DRAW),
}
#: The rules that settle a question: those that people argue about most come first.
_SETTLE: Mapping[Dispute, str] = {
    Dispute.POINTS: "covered-double spinner-count target-reached announce wrong-claim lowest-wins "
    "tied-block settlement nearest-five by-agreement zero-scores points scores-on exposed-double",
    Dispute.ALLOWED: "spinner-first lead-tile sides-first spinners named-end drawing draw",
    Dispute.TURN: "last-tile drawn-tile partners-out in-turn another-turn draw",
    Dispute.DRAW: "free-lead lead-tile last-tile boneyard-kept drawing tiles-each draw pass "
    "must-play",
    Dispute.LEAD: "next-lead first-lead",
    Dispute.OVER: "all-washed-up last-tile tied-target target game-ends domino blocked "
    "partners-out all-told",
}
#: What is argued about before what such an entry is about at first.
_ARGUED = {
    Dispute.POINTS: "settlement",
    Dispute.TURN: "last-tile",
    Dispute.OVER: "last-tile domino blocked all-washed-up target game-ends",
}


class KeyAnswer(NamedTuple):
    """The answer to a question, and the few reasons that settle it."""

    dispute: Dispute
    reasons: tuple[Reason, ...]
    #: The rules behind them: that which people argue about most comes first.
    rules: tuple[Rule, ...]
    #: The answer in a sentence, if neither the headline nor a reason gives it.
    said: Text | None = None


def key_answers(book: Book, before: Game, entry: Entry, ruling: Ruling) -> tuple[KeyAnswer, ...]:
    """The answers to the questions that an entry raises; `ruling` is why it did what it did."""
    about = (*_of_ruling(entry, ruling), *_of_next(book, before, entry))
    raised = [(to, each) for to, each in about if not _is_plain(entry, each)]
    said = {
        # Of a draw or a pass, its reason says who is next.
        Dispute.TURN: what_next(entry.game) if isinstance(entry.statement, TileSet) else None,
        Dispute.DRAW: _describe_drawing(entry),
        Dispute.OVER: _describe_over(entry.game),
    }
    answers = (
        _settled(asked, [each for to, each in raised if to is asked], said.get(asked))
        for asked in Dispute
    )
    return tuple(answer for answer in answers if answer.reasons)


def _settled(asked: Dispute, reasons: Sequence[Reason], said: Text | None) -> KeyAnswer:
    names, most = _SETTLE[asked].split(), 3 if asked is Dispute.POINTS else 2
    argued = (each for each in dict.fromkeys(reasons) if each.rule.name in names)
    known = [each for each in argued if each.rule.value != LeadTile.ANY]
    first = sorted(known, key=lambda each: names.index(each.rule.name))[:most]
    rules = tuple(dict.fromkeys(each.rule for each in first))
    return KeyAnswer(asked, tuple(each for each in known if each in first), rules, said)


def opened_first(answers: Sequence[KeyAnswer], ruling: Ruling, about: str = "") -> KeyAnswer:
    """The answer with which a page begins: to the question, or by the rule, that it is `about`."""
    assert ruling.entry is not None
    given = {answer.dispute: answer for answer in answers}
    if about in given:
        return given[Dispute(about)]
    told = [each for each in _of_ruling(ruling.entry, ruling) if each[0] in given]
    for asked, reason in told:
        if reason.rule.name == about:
            return given[asked]._replace(reasons=(reason,), rules=(reason.rule,))
    for asked, argued in _ARGUED.items():
        if any(to is asked and each.rule.name in argued.split() for to, each in told):
            return given[asked]
    first = _ALLOWED.get(type(ruling.entry.statement), Dispute.OVER)
    return given.get(Dispute.POINTS if first is Dispute.ALLOWED else first, answers[0])


def _of_ruling(entry: Entry, ruling: Ruling) -> Iterator[tuple[Dispute, Reason]]:
    """The reasons of a ruling, each with the question that it answers."""
    for section in ruling.sections:
        assert section.about is not None
        asked = _ASKED.get(section.about, _ALLOWED.get(type(entry.statement), Dispute.OVER))
        for reason in section.all_reasons:
            if section.about is About.COUNT and not _is_of_tile(entry, reason):
                continue
            if asked is not Dispute.TURN or entry.game.turn is not None:
                yield asked, reason
            if reason.rule.name in ("last-tile", "partners-out"):
                yield Dispute.OVER, reason


def _is_of_tile(entry: Entry, reason: Reason) -> bool:
    """Whether it says what the tile itself counts, or the double that it went on."""
    doubles = {end.host for end in reason.ends if end.host.is_double}
    return not doubles.isdisjoint((entry.play.tile, entry.play.host))


def _is_plain(entry: Entry, reason: Reason) -> bool:
    """Whether it says no more than the answer does: that the player beside is next, say."""
    hand, statement = entry.hand, entry.statement
    if reason.rule.name == "in-turn" and isinstance(statement, TileSet) and hand.turn is not None:
        return hand.turn == (entry.play.seat + (not entry.play.again)) % len(hand.held)
    return reason.rule.name == "boneyard-kept" and not hand.boneyard


def _of_next(book: Book, before: Game, entry: Entry) -> Iterator[tuple[Dispute, Reason]]:
    """Whether whoever acts next must draw, and why nothing is over yet."""
    game, hand, statement = entry.game, entry.hand, entry.statement
    # If points are pegged without tiles, nothing is drawn.
    asks = PointsRuled if hand.layout.tiles else HandLed
    if game.turn is not None and isinstance(statement, TileSet | asks):
        for reason in draw_or_pass(book, game):
            # What a draw says about the hand and the boneyard belongs to that draw, if it comes.
            is_later = reason.rule.name in ("tiles-each", "boneyard-kept") and hand.may_draw
            if not (reason.ends or is_later):
                yield Dispute.DRAW, reason
    yield from ((Dispute.OVER, reason) for reason in how_ended(book, hand))
    highest, target = max(game.scores), book.rules.target
    if game.result is not None and before.result is None and highest < target:
        below = message("dispute.below-target", score=highest, target=target)
        yield Dispute.OVER, book.reason("target", below, amounts=[highest, target])
    elif isinstance(statement, TurnPassed) and game.turn is not None:
        player = game.seating.players[game.turn]
        yield Dispute.OVER, book.reason("blocked", message("dispute.not-blocked", player=player))


def _describe_drawing(entry: Entry) -> Text | None:
    """Whether whoever drew or passed could, and what whoever acts next does if no tile fits."""
    game, hand, did = entry.game, entry.hand, None
    match entry.statement:
        case TurnPassed(player):
            did = message(f"dispute.could-{passes_as(hand)}", player=player)
        case TilesDrawn(player) if hand.rules.draws_prove:
            did = message("dispute.had-to-draw", player=player)
    if game.turn is None:
        return did
    does = message(
        "dispute.leads-any"
        if hand.must_lead
        else "dispute.must-draw"
        if hand.must_draw
        else f"dispute.plays-or-{passes_as(hand)}"
        if not hand.may_draw
        else "dispute.may-draw"
        if hand.rules.drawing is Drawing.FREE
        else "dispute.draws-if-stuck",
        player=game.seating.players[game.turn],
    )
    nothing = not (did or hand.may_draw or hand.must_lead)
    return sentences(message("dispute.nothing-to-draw") if nothing else did, does)


def _describe_over(game: Game) -> Text:
    if game.is_over:
        return what_next(game)
    if game.hand_is_on:
        return message("dispute.hand-goes-on")
    return message("dispute.game-goes-on" if game.result else "dispute.not-settled")
