"""Why, why not, and what if: questions about an entry, or a tile before it is played."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from companion.i18n import Text, message
from companion.record.replay import Entry, apply
from companion.record.statements import Statement, TileSet
from companion.referee import scoring_text
from companion.referee.count_reasons import explain_count
from companion.referee.explain.entry_text import describe_entry
from companion.referee.explain.why_allowed import why_allowed
from companion.referee.explain.why_ended import why_ended, why_game, why_next_lead
from companion.referee.explain.why_refused import why_refused, why_unreadable
from companion.referee.explain.why_settled import why_settled
from companion.referee.explain.why_turn import why_turn
from companion.referee.rule_book import Book, Reason
from companion.referee.ruling import About, Ruling, Section, positions_of
from companion.referee.scoring_text import describe_earned, describe_worth
from companion.rules.choices import Announce, Points
from companion.rules.errors import Refusal
from companion.rules.game import Game
from companion.rules.hand import Hand, Play
from companion.rules.layout import Placement
from companion.rules.settings import Rules
from companion.rules.tile import Tile


def why_points(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why a tile scored these points; no reasons for any other entry."""
    if not isinstance(entry.statement, TileSet):
        return
    play, total, claim = entry.play, entry.play.total, entry.statement.claim
    if play.host is None:
        lead = message("why.lead-counts", tile=play.tile, total=total)
        yield book.reason("lead-scores", lead, amounts=[total])
    yield _by_multiples(book, total, counts=not play.disregarded)
    if book.rules.announce is not Announce.NO and book.rules.scores(total):
        yield _announced(book, total, claim)
        if claim not in (None, total):
            yield book.reason("wrong-claim", message("why.only-the-exact-count"))
    elif claim is not None:
        needless = message("why.announced-idly", claim=claim)
        yield book.reason("announce", needless, amounts=[claim])
    if book.rules.credits(total, claim):
        yield _worth(book, total)
    if (play.points or play.disregarded) and (passing := _passing(book, before, entry, play)):
        yield passing


def _by_multiples(book: Book, total: int, *, counts: bool) -> Reason:
    """Whether it scores; it would if it does not count for passing the target."""
    scores, rules = book.rules.scores(total), book.rules
    if total == 0:
        zero = message("why.nought-scores" if scores else "why.nought-scores-not")
        return book.reason("zero-scores", zero, amounts=[0])
    if not scores:
        # The multiples just below and above it; 0 is one of them.
        below = max(total // each * each for each in rules.divisors)
        above = min((total // each + 1) * each for each in rules.divisors)
        sentence = message("why.between-fives", total=total, below=below, above=above)
    else:
        products = scoring_text.write_products(rules, total) or (f"{total // 5} × 5",)
        is_turn = rules.points is Points.NONE and rules.pays_scores
        comes_to = "earns-a-turn" if is_turn else "scores" if counts else "would-score"
        written = " = ".join((str(total), *products))
        sentence = message(f"why.multiple-{comes_to}", product=written)
    return book.reason("scores-on", sentence, amounts=[total])


def _announced(book: Book, total: int, claim: int | None) -> Reason:
    if claim is None:
        return book.reason("announce", message("why.not-announced", total=total), amounts=[total])
    if claim == total:
        sentence = message("why.announced-rightly", total=total)
    else:
        sentence = message("why.announced-wrongly", total=total, claim=claim)
    return book.reason("announce", sentence, amounts=[total, claim])


def _worth(book: Book, total: int) -> Reason:
    """What a credited count is worth, part by part."""
    rules = book.rules
    parts = scoring_text.parts_of_worth(rules, total)
    several = parts if len(parts) > 1 else ()
    amounts = [total, *several, rules.worth(total)]
    return book.reason("points", _describe_worth(rules, total), amounts=amounts)


def _describe_worth(rules: Rules, total: int) -> Text:
    points = scoring_text.describe_worth(rules, total)
    parts = scoring_text.parts_of_worth(rules, total)
    match rules.points:
        case Points.FIFTHS if len(parts) > 1:
            divided = " + ".join(f"{total} ÷ {each}" for each in rules.divisors)
            return message("why.fifth-and-third", divided=divided, points=points)
        case Points.FIFTHS if total % 5:
            return message("why.third", total=total, points=points)
        case Points.FIFTHS:
            return message("why.fifth", total=total, points=points)
        case Points.PIPS if len(parts) > 1:
            return message("why.whole-count-twice", points=points)
        case Points.PIPS:
            return message("why.whole-count", points=points)
        case Points.NONE:
            return message("why.worth-nothing")


def _passing(book: Book, before: Game, entry: Entry, play: Play) -> Reason | None:
    """What happens to points that would pass the target; None if they do not."""
    rules = book.rules
    terms = [before.scores[before.seating.side_of[play.seat]], rules.worth(play.total)]
    if entry.hand.pays_for_going_out:
        # Both are one score.
        terms.append(1)
    would, target = sum(terms), rules.target
    if would <= target:
        return None
    passes = message(
        "why.may-pass-target"
        if play.points
        else "why.passes-target-going-out"
        if len(terms) > 2
        else "why.passes-target",
        sum=scoring_text.write_sum(terms),
        target=target,
    )
    return book.reason("target-reached", passes, amounts=[*terms, would, target])


Laid = tuple[Placement, ...]

#: What answers each question about an entry; without reasons the question does not arise.
ANSWERS: Mapping[About, Callable[[Book, Game, Entry], Iterator[Reason]]] = {
    About.ALLOWED: why_allowed,
    About.POINTS: why_points,
    About.TURN: why_turn,
    About.ENDED: why_ended,
    About.SETTLED: why_settled,
    About.GAME: why_game,
    About.NEXT_LEAD: why_next_lead,
}


def why(book: Book, before: Game, entry: Entry, laid: Laid = ()) -> Ruling:
    """Why an accepted entry did what it did; `laid` are the tiles on the table after it."""
    answer, positions = describe_entry(entry), positions_of(entry.hand, laid)
    sections = tuple(
        Section(message(f"asked.{about}"), reasons, about=about)
        for about, reasons_for in ANSWERS.items()
        if (reasons := tuple(reasons_for(book, before, entry)))
    )
    if not isinstance(entry.statement, TileSet):
        title = message("asked.why")
        return Ruling(title, answer, positions=positions, sections=sections, entry=entry)
    count = explain_count(book, before.dealt.layout, entry.hand.layout)
    spots = sorted((*count.spots, *count.covered), key=lambda spot: spot.end.counts == 0)
    counted = Section(message("asked.count"), spots=tuple(spots), about=About.COUNT)
    return Ruling(
        message("asked.why-count", total=count.total),
        message("ruling.sum", sum=count.written),
        earned=describe_earned(entry.game, entry.play, entry.statement.claim),
        answer=answer,
        notes=(count.change.sentence,),
        positions=positions,
        sections=(counted, *sections),
        entry=entry,
        count=count,
    )


def why_not(
    book: Book, game: Game, statement: Statement, refusal: Refusal, laid: Laid = ()
) -> Ruling:
    """Why a statement was refused in this game."""
    return _refused(refusal, tuple(why_refused(book, game, statement, refusal)), game.hand, laid)


def why_not_read(refusal: Refusal, hand: Hand | None = None, laid: Laid = ()) -> Ruling:
    """Why a line of a record, or its header, could not be read."""
    return _refused(refusal, (why_unreadable(refusal),), hand, laid)


def _refused(
    refusal: Refusal, reasons: tuple[Reason, ...], hand: Hand | None, laid: Laid
) -> Ruling:
    question, code, positions = message("asked.why-not"), refusal.code, positions_of(hand, laid)
    sections = (Section(question, reasons),)
    return Ruling(question, refusal.message, positions=positions, sections=sections, code=code)


def what_if(
    book: Book, game: Game, tile: Tile, host: Tile | None = None, *, laid: Laid = ()
) -> Ruling:
    """What this tile would do if whoever acts played it, or why not; `laid` are those before it."""
    player = game.seating.players[game.turn or 0]
    try:
        entry = tried(game, player, tile, host)
    except Refusal as refusal:
        return why_not(book, game, TileSet(player, tile, host), refusal, laid)
    return why(book, game, entry, (*laid, (tile, entry.play.host)))


def tried(game: Game, player: str, tile: Tile, host: Tile | None) -> Entry:
    """The entry of playing this tile, called rightly if it must be; raises `Refusal`."""
    statement = TileSet(player, tile, host)
    entry = Entry(0, statement, apply(game, statement))
    if game.rules.announce is Announce.REQUIRED and game.rules.scores(entry.play.total):
        statement = statement._replace(claim=entry.play.total)
        entry = Entry(0, statement, apply(game, statement))
    return entry


def right_claim(game: Game, tile: Tile, host: Tile | None) -> int | None:
    """The count in pips to call with this tile, None if it does not score; raises `Refusal`."""
    total = game.dealt.set_tile(game.acting, tile, host).layout.total
    return total if game.rules.scores(total) else None


def options_for(game: Game, tile: Tile) -> tuple[Play, ...]:
    """The places for a tile that are not alike, the earliest host first, counts called rightly."""
    if game.hand is None or game.turn is None:
        return ()
    layout, found = game.hand.layout, list[Play]()
    hosts = [end.host for end in layout.choices_for(tile)] if layout.tiles else [None]
    for host in hosts:
        with suppress(Refusal):
            found.append(tried(game, game.seating.players[game.turn], tile, host).play)
    return tuple(found)


def describe_option(rules: Rules, option: Play) -> Text:
    """A place for a tile in a few words: `on 6-6 → 15, 3 pegs`."""
    if option.disregarded:
        points = describe_worth(rules, option.total)
        return message("option.disregarded", host=option.host, total=option.total, points=points)
    if not option.points:
        return message("option.counts", host=option.host, total=option.total)
    points = describe_worth(rules, option.total)
    return message("option.earns", host=option.host, total=option.total, points=points)
