"""Whether a player may draw or pass, and why not."""

from companion.i18n import Text, message
from companion.record.replay import Entry, apply
from companion.record.statements import TilesDrawn, TurnPassed
from companion.referee.explain.entry_text import what_next
from companion.referee.explain.why_allowed import why_allowed
from companion.referee.explain.why_refused import why_refused
from companion.referee.rule_book import Book
from companion.referee.ruling import Ruling, Section, positions_of
from companion.referee.scoring_text import passes_as
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.layout import Placement


def draw_or_pass(book: Book, game: Game, laid: tuple[Placement, ...] = ()) -> Ruling:
    """Whether the player whose turn it is may pass or draw."""
    assert game.turn is not None
    player = game.seating.players[game.turn]
    is_knock = game.hand is not None and passes_as(game.hand) == "knock"
    may_pass = message("asked.may-knock" if is_knock else "asked.may-pass", player=player)
    passing = _answer(book, game, TurnPassed(player), may_pass)
    drawing = _answer(book, game, TilesDrawn(player, 1), message("asked.may-draw", player=player))
    return Ruling(
        message("asked.draw-or-knock" if is_knock else "asked.draw-or-pass"),
        what_next(game),
        positions=positions_of(game.hand, laid),
        sections=(passing, drawing),
    )


def _answer(book: Book, game: Game, deed: TilesDrawn | TurnPassed, question: Text) -> Section:
    try:
        entry = Entry(0, deed, apply(game, deed))
    except Refusal as refusal:
        reasons = tuple(why_refused(book, game, deed, refusal))
    else:
        reasons = tuple(why_allowed(book, game, entry))
    return Section(question, reasons)
