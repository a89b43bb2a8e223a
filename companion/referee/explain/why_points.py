"""Why a tile scored what it did, or nothing."""

from collections.abc import Iterator

from companion.i18n import Text, message
from companion.record.replay import Entry
from companion.record.statements import TileSet
from companion.referee import scoring_text
from companion.referee.rule_book import Book, Reason
from companion.rules.choices import Announce, Points
from companion.rules.game import Game
from companion.rules.hand import Play
from companion.rules.settings import Rules


def why_points(book: Book, before: Game, entry: Entry) -> Iterator[Reason]:
    """Why a tile scored these points; no reasons for any other entry."""
    if not isinstance(entry.statement, TileSet):
        return
    play, total, claim = entry.play, entry.play.total, entry.statement.claim
    if play.host is None:
        lead = message("why.lead-counts", tile=play.tile, total=total)
        yield book.reason("lead-scores", lead, amounts=[total])
    yield _by_multiples(book, total)
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


def _by_multiples(book: Book, total: int) -> Reason:
    scores, rules = book.rules.scores(total), book.rules
    if total == 0:
        zero = message("why.nought-scores" if scores else "why.nought-scores-not")
        return book.reason("zero-scores", zero, amounts=[0])
    if not scores:
        # The multiples just below and above it; 0 is one of them.
        below = max(total // each * each for each in rules.divisors)
        above = min((total // each + 1) * each for each in rules.divisors)
        sentence = message("why.between-fives", total=total, below=below, above=above)
    elif products := scoring_text.write_products(rules, total):
        written = " = ".join((str(total), *products))
        sentence = message("why.threes-and-fives", product=written)
    else:
        sentence = message("why.fives", total=total, fives=total // 5)
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
            return message("why.worth-nothing", total=total)


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
