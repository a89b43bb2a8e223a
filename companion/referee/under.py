"""Under other rules: where two games part, why, and both scores, as a ruling.

People call a line of a record by its line, an entry of a table by its number:
`called` says which of the two it is.
"""

from collections.abc import Iterator
from typing import Literal

from companion.record.header import Header
from companion.record.replay import LineRefused, laid_by
from companion.referee.book import title_of
from companion.referee.comparison import ComparedHand, ComparedLine, Comparison
from companion.referee.parting import Difference, Parting, Telling
from companion.referee.reason import Reason
from companion.referee.ruling import Position, Row, Ruling, Section, Table
from companion.words import Text, message

Called = Literal["line", "entry"]
Titles = tuple[Text, Text]


def under(
    found: Comparison, refused: LineRefused | None = None, *, called: Called = "line"
) -> Ruling:
    """A record as other rules tell it; `refused` is where its own game ends it."""
    titles = describe_games(found)
    return Ruling(
        message("under.title"),
        _describe_parting(found.parting, called),
        notes=tuple(describe_refusal(refused, called)),
        positions=_positions(found, titles),
        sections=tuple(_sections(found, titles, called)),
        found=found,
    )


def describe_game(header: Header) -> Text:
    """A game by its title and the house rules of the table: `Race Horse, target = 100`."""
    title = header.preset.title
    if not header.changes:
        return title
    rules = ", ".join(f"{name} = {value}" for name, value in header.changes)
    return message("under.game-with-rules", game=title, rules=rules)


def describe_games(found: Comparison) -> Titles:
    """The two games, so that they can be told apart."""
    here, there = describe_game(found.here.header), describe_game(found.there.header)
    return here, message("under.as-other-rules-have-it", game=there) if here == there else there


def describe_refusal(refused: LineRefused | None, called: Called) -> Iterator[Text]:
    """Where the record ends before its time, because its own game refuses a line."""
    if refused is not None:
        line, refusal = refused
        yield message(
            f"under.{called}.refused-here", line=line, code=refusal.code, refusal=refusal.message
        )


def describe_standing(telling: Telling) -> Text:
    """How a telling stands at its end: the scores, and who won."""
    game, seating = telling.game, telling.start.seating
    scores = " · ".join(
        f"{name} {score}" for name, score in zip(seating.side_names, game.scores, strict=True)
    )
    if game.winner is None:
        return message("under.standing", scores=scores)
    return message("under.standing-won", scores=scores, side=seating.side_names[game.winner])


def _describe_parting(parted: Parting | None, called: Called) -> Text:
    if parted is None:
        return message(f"under.{called}.same")
    return message(f"under.{called}.parts", line=parted.line, statement=parted.statement)


def _sections(found: Comparison, titles: Titles, called: Called) -> Iterator[Section]:
    parted, refused = found.parting, found.refused
    if parted is not None:
        for title, sentence in zip(titles, (parted.here, parted.there), strict=True):
            yield Section(title, notes=(sentence,))
        yield from (_cause(cause, titles) for cause in parted.causes)
    if refused is not None:
        if parted is None or parted.line != refused.line:
            question = message(
                f"under.{called}.refused-there", line=refused.line, statement=refused.statement
            )
            yield Section(question, notes=(refused.sentence,))
            known = parted.causes if parted else ()
            yield from (_cause(cause, titles) for cause in refused.causes if cause not in known)
        yield Section(message("under.ends-there"))
    yield _scores(found, titles)
    if refused is not None:
        yield from _as_played(found, called)
    for hand in found.hands:
        yield _hand(hand, parted, titles, called)


def _cause(cause: Difference, titles: Titles) -> Section:
    reasons = tuple(
        Reason(rule, message("under.value", game=title, value=rule.value))
        for title, rule in zip(titles, cause, strict=True)
    )
    return Section(title_of(cause.name), reasons=reasons)


def _scores(found: Comparison, titles: Titles) -> Section:
    rows: dict[str, tuple[int, list[int | None]]] = {}
    winners: list[str | None] = []
    for place, telling in enumerate((found.here, found.there)):
        names, game = telling.start.seating.side_names, telling.game
        for side, (name, score) in enumerate(zip(names, game.scores, strict=True)):
            rows.setdefault(name, (side, [None, None]))[1][place] = score
        winners.append(None if game.winner is None else names[game.winner])
    lines = [Row(name, tuple(scores), side=side) for name, (side, scores) in rows.items()]
    if any(winners):
        lines.append(Row(message("under.won"), tuple(winners)))
    here, there = titles
    if found.refused:
        there = message("under.so-far", game=there)
    heads = message("under.side"), here, there
    return Section(message("under.scores"), table=Table(heads, tuple(lines)))


def _as_played(found: Comparison, called: Called) -> Iterator[Section]:
    played = found.as_played
    yield Section(message("under.same-plays"), notes=(describe_standing(played.comparison.there),))
    taken = [Row(title_of(each.name), notes=(each.there.sentence,)) for each in played.taken_over]
    if taken:
        yield Section(table=Table((message("under.taken-over"),), tuple(taken)))
    left = []
    for out in played.left_out:
        notes = [out.difference.there.sentence]
        if out.line is not None:
            notes.append(message(f"under.{called}.left-out", line=out.line, refusal=out.sentence))
        left.append(Row(title_of(out.difference.name), notes=tuple(notes)))
    if left:
        yield Section(table=Table((message("under.left-out"),), tuple(left)))


def _hand(hand: ComparedHand, parted: Parting | None, titles: Titles, called: Called) -> Section:
    parted_at = parted.line if parted else None
    rows = tuple(_row(line, is_marked=line.line == parted_at) for line in hand.lines)
    table = Table((message(f"under.{called}.head"), *titles), rows)
    return Section(message("under.hand", number=hand.number), table=table, is_folded=True)


def _row(line: ComparedLine, *, is_marked: bool) -> Row:
    sentences = [line.here.sentence, *([line.there.sentence] if line.there else [])]
    return Row(
        line.statement,
        (line.here.scores, line.there.scores if line.there else None),
        tuple(dict.fromkeys(sentences)),
        line.line,
        is_marked=is_marked,
    )


def _positions(found: Comparison, titles: Titles) -> tuple[Position, ...]:
    """The layout where they part; one where both count it alike."""
    if found.parting is None:
        return ()
    line = found.parting.line
    at = next(at for at, entry in enumerate(found.here.entries) if entry.line == line)
    positions = []
    for title, telling in zip(titles, (found.here, found.there), strict=True):
        hand = telling.entries[at].game.hand if at < len(telling.entries) else None
        if hand is not None and hand.layout.tiles:
            laid = laid_by(telling.entries[: at + 1])
            caption = message("under.counted-by", game=title)
            positions.append(
                Position(hand.layout, laid, last=hand.layout.tiles[-1], caption=caption)
            )
    if len(positions) == 2 and positions[0].layout.ends == positions[1].layout.ends:
        return (positions[0]._replace(caption=None),)
    return tuple(positions)
